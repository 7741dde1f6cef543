//! The command as a script sees it: output and exit codes.

use assert_cmd::Command;
use serde_json::Value;

fn ansatz(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("ansatz").unwrap().args(arguments).output().expect("it starts");
    (
        output.status.code().expect("it was not killed"),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn explain_continues_and_simplifies() {
    let (code, out, _) =
        ansatz(&["explain", "u(n-1) + (u(n-1) + 1)", "--initial", "1", "--terms", "5", "--json"]);
    assert_eq!(code, 0);
    let object: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["simplified"], "2*u(n-1) + 1");
    assert_eq!(object["terms"], serde_json::json!(["1", "3", "7", "15", "31"]));
    assert_eq!(object["degree"], 1);
    for format in ["text", "latex", "python", "sympy", "mathematica", "pari", "javascript", "rust"]
    {
        assert!(object["renderings"][format].is_string(), "{format}");
    }
}

#[test]
fn explain_computes_from_any_index_and_checks() {
    let law = ["explain", "u(n-1) + u(n-2)", "--initial", "1,1"];
    let (code, out, _) = ansatz(&[&law[..], &["--from", "90", "--terms", "2"]].concat());
    assert_eq!(code, 0);
    assert!(out.contains("2880067194370816120, 4660046610375530309"), "{out}");
    let (code, out, _) = ansatz(&[&law[..], &["--check", "1 1 2 3 5 8"]].concat());
    assert_eq!(code, 0);
    assert!(out.contains("holds for all 6 terms, 4 of them computed"), "{out}");
    let (code, out, _) = ansatz(&[&law[..], &["--check", "1 1 2 4 5 8", "--json"]].concat());
    assert_eq!(code, 1);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["check"]["firstWrong"], 4);
    // Nobody waits for a billion terms.
    let (code, _, err) = ansatz(&["explain", "n", "--terms", "1000000000"]);
    assert_eq!(code, 2);
    assert!(err.contains("1000000"), "{err}");
}

#[test]
fn explain_takes_a_law_as_it_is_printed() {
    let terms = |arguments: &[&str]| {
        let (code, out, err) = ansatz(&[&["explain", "--terms", "8"], arguments].concat());
        assert_eq!(code, 0, "{arguments:?}: {err}");
        out.lines().find_map(|line| line.strip_prefix("terms")).unwrap().trim().to_owned()
    };
    let powers = "1, 2, 4, 8, 16, 32, 64, 28";
    assert_eq!(terms(&["u(n) = (2*u(n-1)) % 100", "--initial", "1"]), powers);
    assert_eq!(terms(&["u(n) = 2*u(n-1) % 100, u(1) = 1"]), powers);
    assert_eq!(terms(&["u(n) = 2*u(n-1) % 100\n  from 1\n"]), powers);
    assert_eq!(terms(&["u(n) = u(n-1)/2, u(1) = 0.5"]).split(", ").nth(1), Some("0.25"));
    // Zeros before the first term, in either spelling and with terms given anywhere.
    let padovan = "1, 0, 1, 1, 1, 2, 2, 3";
    let law = "u(n) = u(n-2) + u(n-3)";
    for ending in [", u(1) = 1, u(n) = 0 for n < 1", ", u(1) = 1, and zeros before"] {
        assert_eq!(terms(&[&format!("{law}{ending}")]), padovan, "{ending}");
    }
    assert_eq!(terms(&[&format!("{law}\n  from 1\n  and zeros before")]), padovan);
    assert_eq!(terms(&[&format!("{law}, u(n) = 0 for n < 1"), "--initial", "1"]), padovan);
    // What it prints, it reads.
    let printed = format!("{law}, u(1) = 1, u(n) = 0 for n < 1");
    let (_, out, _) = ansatz(&["explain", &printed, "--format", "text"]);
    assert_eq!(out.trim(), printed);
}

#[test]
fn explain_points_at_what_is_wrong_in_a_printed_law() {
    for (law, initial, words) in [
        ("u(n) = u(n-1) + u(n-2), u(1) = 1", "", "needs 2 initial terms"),
        ("u(n) = u(n-1) + n, u(1) = x", "", "x"),
        ("u(n) = u(n-1) + n, u(1) = 1", "1", "--initial"),
        ("u(n) = u(n-1) + n from 1", "1", "--initial"),
        ("u(n) = u(n-3) + n and zeros before", "1", "may not use n"),
    ] {
        let (code, _, err) = ansatz(&["explain", law, "--initial", initial]);
        assert_eq!(code, 2, "{law}");
        assert!(err.contains(words), "{law}: {err}");
    }
}

#[test]
fn explain_prints_one_language_when_asked() {
    let (code, out, _) = ansatz(&["explain", "n^2", "--format", "latex"]);
    assert_eq!(code, 0);
    assert_eq!(out.trim(), "u_{n} = n^{2}");
}

#[test]
fn exit_codes_tell_what_went_wrong() {
    let (code, _, err) = ansatz(&["explain", "u(n-1) + * 3", "--initial", "1"]);
    assert_eq!(code, 2);
    assert!(err.contains("character"), "{err}");
    let (code, _, err) = ansatz(&["explain", "u(n-2)", "--initial", "1"]);
    assert_eq!(code, 2);
    assert!(err.contains("needs 2 initial terms"), "{err}");
    let (code, out, err) = ansatz(&["explain", "6 // (4 - n)"]);
    assert_eq!(code, 3);
    assert!(out.contains("2, 3, 6\n"), "the terms before the error are printed: {out}");
    assert!(err.contains("u(4) has no value"), "{err}");
    let (code, _, _) = ansatz(&["generate", "--min-ops", "9", "--max-ops", "3"]);
    assert_eq!(code, 2);
    let (code, _, _) = ansatz(&["nonsense"]);
    assert_eq!(code, 2);
}

#[test]
fn generate_is_reproducible_and_indexable() {
    let (code, all, _) = ansatz(&["generate", "--count", "20", "--seed", "3"]);
    assert_eq!(code, 0);
    let (_, tail, _) = ansatz(&["generate", "--count", "10", "--seed", "3", "--start", "10"]);
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines.len(), 20);
    assert_eq!(lines[10..].join("\n"), tail.trim());
    for line in lines {
        let row: Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["next"].as_array().unwrap().len(), 10);
        assert!(row["terms"][0].is_string());
    }
}

#[test]
fn generate_knows_the_papers_other_sets() {
    for arguments in [
        &["generate", "float", "--count", "3", "--outside", "polynomials"][..],
        &["generate", "float", "--count", "3", "--real-constants"],
        &["generate", "float", "--count", "3", "--family", "trigonometric"],
        &["generate", "--count", "3", "--max-first-term", "100", "--noise", "0.1"],
    ] {
        let (code, out, err) = ansatz(arguments);
        assert_eq!(code, 0, "{arguments:?}: {err}");
        assert_eq!(out.lines().count(), 3);
        let noisy = arguments.contains(&"--noise");
        assert_eq!(out.contains("noisy_terms"), noisy);
    }
}

#[test]
fn predict_answers_with_evidence_and_next_terms() {
    let (code, out, _) = ansatz(&[
        "predict",
        "1,",
        "2,",
        "4,",
        "8",
        "16 32 64 128 256 512 1024 2048 4096",
        "--json",
    ]);
    assert_eq!(code, 0);
    let prediction: Value = serde_json::from_str(&out).unwrap();
    let best = &prediction["candidates"][0];
    assert_eq!(best["next"][0], "8192");
    assert_eq!(best["isAnswer"], true);
    assert!(best["probability"]["next"].as_f64() >= best["probability"]["ten"].as_f64());
    assert_eq!(best["evidence"]["verdict"], "verified");
    let renderings = best["renderings"].as_array().unwrap();
    let formats: Vec<&str> =
        renderings.iter().map(|rendering| rendering["format"].as_str().unwrap()).collect();
    assert_eq!(formats, ansatz::Format::ALL.map(ansatz::Format::name));
    assert!(renderings.iter().all(|rendering| rendering["text"] != ""), "{renderings:?}");
    let (code, out, err) = ansatz(&["predict", "1 1 2 3 5 8 13 21 34", "--next", "2"]);
    assert_eq!(code, 0);
    assert!(out.contains("u(n) = u(n-1) + u(n-2)"), "{out}");
    assert!(out.contains("next  55, 89\n"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colours where nobody sees them");
    assert!(err.is_empty(), "no progress where nobody waits: {err}");
}

#[test]
fn predict_checks_against_hidden_terms() {
    let (code, out, _) =
        ansatz(&["predict", "1 4 9 16 25 36 49 64 81", "--hold-out", "3", "--json"]);
    assert_eq!(code, 0);
    let prediction: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(prediction["shown"], 6);
    assert_eq!(prediction["candidates"][0]["heldOutRight"], 3);
    assert_eq!(prediction["candidates"][0]["next"][0], "100");
}

#[test]
fn predict_abstains_rather_than_invent() {
    // Drawn digits follow no law of ours.
    let mut state = 1u64;
    let digits: Vec<String> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 40) % 10).to_string()
    })
    .take(39)
    .collect();
    let digits = digits.join(" ");
    let (code, out, err) = ansatz(&["predict", &digits]);
    assert_eq!(code, 5, "{out}{err}");
    assert!(out.contains("none is more likely right than not"), "{out}");
    // What follows is guessed, and said to be.
    assert!(out.contains("a guess, without a law, by the simple rules"), "{out}");
    assert!(out.contains("of 100 such guesses"), "{out}");
    // Where only LaTeX is asked for, too.
    let (code, out, err) = ansatz(&["predict", &digits, "--latex"]);
    assert_eq!((code, out.as_str()), (5, ""), "{err}");
    assert!(err.contains("no law is likely"), "{err}");
    let (code, _, err) = ansatz(&["predict", "1 2 tree 4"]);
    assert_eq!(code, 2);
    assert!(err.contains("`tree` is not a number (character 5)"), "{err}");
    let (code, _, err) = ansatz(&["predict", "1 ? ? ? ? ? ? 4"]);
    assert_eq!(code, 2);
    assert!(err.contains("6 terms are missing: at most 4 can be filled"), "{err}");
    let (code, _, err) = ansatz(&["predict", "1"]);
    assert_eq!(code, 2);
    assert!(err.contains("1 term is too few: at least 3 are needed"), "{err}");
}

#[test]
fn predict_says_how_it_read_the_terms_and_how_else_it_could() {
    let (code, out, _) = ansatz(&["predict", "1,000; 2,000; 3,000; 4,000; 5,000; 6,000; ?"]);
    assert_eq!(code, 0);
    assert!(out.contains("grouping digits") && out.contains("--commas decimal"), "{out}");
    assert!(out.contains("next  7000, 8000"), "{out}");
    let decimal = ["predict", "1,000; 2,000; 3,000; 4,000; 5,000; 6,000", "--commas", "decimal"];
    let (_, out, _) = ansatz(&decimal);
    assert!(out.starts_with("6 numbers with decimals"), "{out}");
    let table = "Year\tA\tB\n2001\t1\t2\n2002\t4\t4\n2003\t9\t6\n2004\t16\t8\n2005\t25\t10\n\
                 2006\t36\t12";
    let (_, out, _) = ansatz(&["predict", table]);
    assert!(out.contains("Column 2 of 3 was read: A.") && out.contains("next  49, 64"), "{out}");
    let (_, out, _) = ansatz(&["predict", table, "--column", "3"]);
    assert!(out.contains("next  14, 16"), "{out}");
}

#[test]
fn nobody_who_looked_is_not_no_law_found() {
    let folder = tempfile::tempdir().unwrap();
    for proposers in ["beam", "refinement"] {
        let output = Command::cargo_bin("ansatz")
            .unwrap()
            .current_dir(folder.path())
            .env_remove("ANSATZ_MODELS")
            .args(["predict", "1 2 3 4 5 6", "--proposers", proposers])
            .output()
            .expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{proposers}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains("nobody has looked"), "{err}");
    }
}

#[test]
fn endless_inputs_end() {
    let (code, _, err) = ansatz(&["predict", "--file", "/dev/zero"]);
    assert_eq!(code, 2);
    assert!(err.contains("too long"), "{err}");
    let (code, _, err) = ansatz(&["predict", "1 2 3 4 5", "--models", "/dev/zero"]);
    assert_eq!(code, 4);
    assert!(err.contains("/dev/zero"), "{err}");
    // What `yes 1` writes, as far as it is read.
    let output = Command::cargo_bin("ansatz")
        .unwrap()
        .arg("predict")
        .write_stdin("1\n".repeat(1 << 20))
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("too long"));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    for arguments in [
        &["predict", "--file", "no/such/file.txt"][..],
        &["predict", "1 2 3 4", "--models", "no/such/file.txt"],
    ] {
        let (code, _, err) = ansatz(arguments);
        assert_eq!(code, 4);
        assert!(err.contains("no/such/file.txt"), "{err}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin1.txt");
    std::fs::write(&path, b"1, 2, 3 \xe9").unwrap();
    let (code, _, err) = ansatz(&["predict", "--file", path.to_str().unwrap()]);
    assert_eq!(code, 4);
    assert!(err.contains("latin1.txt") && err.contains("UTF-8"), "{err}");
}

#[test]
fn noise_is_a_number_from_0_up() {
    for noise in ["nan", "inf", "-1", "much"] {
        let noise = format!("--noise={noise}");
        let (code, out, err) = ansatz(&["generate", "float", "--count", "1", &noise]);
        assert_eq!((code, out.as_str()), (2, ""), "{noise}: {err}");
    }
}

#[test]
fn too_large_is_said_of_one_operand_or_of_two() {
    let (code, _, err) = ansatz(&["explain", "sqr(10^90)"]);
    assert_eq!(code, 3);
    assert!(err.contains("too large") || err.contains("above"), "{err}");
    assert!(!err.contains(" and "), "{err}");
}
