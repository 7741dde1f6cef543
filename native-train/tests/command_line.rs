//! The program as a user runs it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str], paths: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_native-train")).args(arguments).args(paths).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Trains the tiny network a little, in a new run.
fn train(folder: &Path, options: &[&str]) {
    let tiny = ["train", "--preset", "tiny", "--batch", "4", "--max-ops", "2"];
    let output =
        run(&[&tiny, options, &["--validation-examples", "4", "--out"]].concat(), &[folder]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// A test file of two Fibonacci-like sequences.
fn write_test_file(path: &Path) {
    let file = std::fs::File::create(path).unwrap();
    let mut file = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    for start in [1, 2] {
        let mut terms = vec![start, 3];
        while terms.len() < 22 {
            terms.push(terms[terms.len() - 1] + terms[terms.len() - 2]);
        }
        let terms: Vec<String> = terms.iter().map(i64::to_string).collect();
        let line = serde_json::json!({
            "ops": 1, "degree": 2, "prefix": ["add", "x_0_1", "x_0_2"],
            "infix": "(x_0_1 add x_0_2)", "terms": terms[..12], "next": terms[12..],
        });
        writeln!(file, "{line}").unwrap();
    }
    file.finish().unwrap();
}

#[test]
fn training_plotting_exporting_inspecting_and_evaluating() {
    let folder = tempfile::tempdir().unwrap();
    let run_folder = folder.path().join("run");
    train(&run_folder, &["--steps", "60", "--decay", "cosine", "--accumulate", "2"]);

    // The log says what happened.
    let log = std::fs::read_to_string(run_folder.join("log.jsonl")).unwrap();
    let kinds: Vec<String> = log
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|line| line["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["train", "validation"]);

    let output = run(&["plot"], &[&run_folder]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let svg = std::fs::read_to_string(run_folder.join("curves.svg")).unwrap();
    assert!(svg.contains("<svg") && svg.contains("validation"));
    let png = std::fs::read(run_folder.join("curves.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));

    let test_file = folder.path().join("int_fibonacci.jsonl.gz");
    write_test_file(&test_file);
    let model = folder.path().join("models/integer-symbolic.ansatz");
    let arguments = ["export", "--test", test_file.to_str().unwrap(), "--out"];
    let output = run(&arguments, &[&model, &run_folder]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let manifest = folder.path().join("models/manifest.json");
    let manifest: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(manifest).unwrap()).unwrap();
    let entry = &manifest["integer-symbolic.ansatz"];
    let bytes = std::fs::metadata(&model).unwrap().len();
    assert_eq!(entry["bytes"], bytes);
    assert!(entry["metrics"]["greedy/int_fibonacci"].is_number());

    let output = run(&["inspect"], &[&model]);
    let description = text(&output.stdout);
    assert!(description.contains("480 examples, 60 steps"), "{description}");

    let output = run(&["evaluate"], &[&model, &test_file]);
    let report = text(&output.stdout);
    assert!(report.contains("int_fibonacci: ") && report.contains("of 2)"), "{report}");

    // Another run goes on from it, and counts what came before.
    let (further, longer) = (folder.path().join("further"), folder.path().join("longer.ansatz"));
    let from = ["--from", model.to_str().unwrap()];
    train(&further, &[&["--steps", "5", "--seed", "2"], &from[..]].concat());
    let output = run(&["export", "--out"], &[&longer, &further]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let description = text(&run(&["inspect"], &[&longer]).stdout);
    assert!(description.contains("500 examples, 65 steps"), "{description}");

    let other = ["train", "--preset", "tiny", "--width", "32", from[0], from[1], "--out"];
    let output = run(&other, &[&folder.path().join("other")]);
    assert!(text(&output.stderr).contains("another network"), "{}", text(&output.stderr));
}

#[test]
fn what_is_no_model_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    std::fs::write(&path, "<!doctype html>").unwrap();
    let output = run(&["inspect"], &[&path]);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("not an Ansatz model"));

    let output = run(&["inspect"], &[&folder.path().join("nothing")]);
    assert!(text(&output.stderr).contains("nothing"));
    let output = run(&["train", "--resume"], &[folder.path()]);
    assert!(text(&output.stderr).contains("config.json"));
    let output = run(&["train", "--decay", "cosine", "--out"], &[&folder.path().join("run")]);
    assert!(text(&output.stderr).contains("needs --steps"));
}
