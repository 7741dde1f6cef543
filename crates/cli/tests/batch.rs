//! `ansatz batch`: one line in, one line out.

use assert_cmd::Command;
use serde_json::Value;

fn batch(input: impl Into<Vec<u8>>) -> Vec<Value> {
    let output = Command::cargo_bin("ansatz")
        .unwrap()
        .args(["batch", "--proposers", "classical", "--effort", "quick", "--next", "2"])
        .write_stdin(input)
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
}

const LINES: [&str; 10] = [
    "1, 4, 9, 16, 25, 36, 49, 64",
    "A000045\tnonn\t0\tFibonacci numbers\t0,1,1,2,3,5,8,13,21,34",
    r#"{"id": 7, "terms": [1, 3, 5, 7, 9, 11, 13]}"#,
    "1, 2, tree",
    r#"{"name": "halves", "terms": ["1.5", "2.0", "2.5", "3.0", "3.5", "4.0", "4.5"]}"#,
    "",
    r#"{"id": "no terms"}"#,
    "[2, 4, 6, 8, 10, 12, 14]",
    "[1, 2, 123456789012345678901234567890]",
    "A000290 0, 1, 4, 9, 16, 25, 36, 49",
];

#[test]
fn every_line_is_answered_in_its_place() {
    let answers = batch(LINES.join("\n"));
    assert_eq!(answers.len(), LINES.len());
    let next = |line: usize| answers[line]["candidates"][0]["next"].clone();
    assert_eq!(next(0), serde_json::json!(["81", "100"]));
    assert_eq!((&answers[1]["id"], next(1)), (&"A000045".into(), serde_json::json!(["55", "89"])));
    assert_eq!((&answers[2]["id"], next(2)), (&7.into(), serde_json::json!(["15", "17"])));
    assert_eq!(answers[4]["id"], "halves");
    assert_eq!(answers[4]["domain"], "float");
    assert_eq!(next(7), serde_json::json!(["16", "18"]));
    assert_eq!(answers[9]["id"], "A000290");
    for (line, words) in [(3, "`tree`"), (5, "no numbers"), (6, "terms"), (8, "string")] {
        let error = answers[line]["error"].as_str().expect("an error");
        assert!(error.contains(words), "{error}");
        assert!(answers[line].get("candidates").is_none());
    }
    for line in [0, 1, 2, 4, 7, 9] {
        assert_eq!(answers[line]["answered"], true, "{}", answers[line]);
        assert!(answers[line].get("error").is_none());
    }
}

#[test]
fn an_input_can_be_cut_anywhere() {
    let whole = batch(LINES.join("\n"));
    let (first, second) = LINES.split_at(4);
    let parts = [batch(first.join("\n")), batch(second.join("\r\n"))].concat();
    assert_eq!(parts, whole);
    let reversed: Vec<Value> = whole.into_iter().rev().collect();
    assert_eq!(batch(LINES.iter().rev().copied().collect::<Vec<_>>().join("\n")), reversed);
}

#[test]
fn no_line_ends_the_others() {
    let mut input = b"\xff\xfe 1 2 3\n".to_vec();
    input.extend(b"1,".repeat(1 << 20));
    input.extend(b"\n\0\0\0\n1 2 3 4 5 6 7\n");
    let answers = batch(input);
    assert_eq!(answers.len(), 4);
    for (line, words) in [(0, "UTF-8"), (1, "too long"), (2, "not a number")] {
        assert!(answers[line]["error"].as_str().unwrap().contains(words), "{}", answers[line]);
    }
    assert_eq!(answers[3]["candidates"][0]["next"][0], "8");
    assert!(batch("").is_empty());
}
