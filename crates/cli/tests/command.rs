//! The cases of `tests/command/cases.json`, which `npx ansatz` is held to as well.

use std::collections::BTreeMap;
use std::path::Path;

use assert_cmd::Command;
use serde::Deserialize;
use serde_json::Value;

/// What is asked, and what must be answered.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Case {
    name: String,
    args: Vec<String>,
    #[serde(default)]
    stdin: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
    code: i32,
    /// Lines of standard output.
    #[serde(default)]
    lines: Vec<String>,
    /// Parts of standard error.
    #[serde(default)]
    errors: Vec<String>,
    /// Members of the object that is printed.
    json: Option<Value>,
    /// The same of the objects on each line.
    json_lines: Option<Vec<Value>>,
}

#[test]
fn the_command_does_what_the_cases_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/command/cases.json");
    let cases: Vec<Case> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(!cases.is_empty());
    for case in &cases {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command");
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in &case.files {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let output = Command::cargo_bin("ansatz")
            .unwrap()
            .current_dir(&folder)
            .args(&case.args)
            .write_stdin(case.stdin.clone())
            .output()
            .unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let name = &case.name;
        assert_eq!(output.status.code(), Some(case.code), "{name}: {out}{err}");
        for line in &case.lines {
            assert!(out.lines().any(|printed| printed == line), "{name}: {line:?} in {out}");
        }
        for part in &case.errors {
            assert!(err.contains(part), "{name}: {part:?} in {err}");
        }
        if let Some(expected) = &case.json {
            has(&serde_json::from_str(&out).unwrap(), expected, name);
        }
        if let Some(expected) = &case.json_lines {
            assert_eq!(out.lines().count(), expected.len(), "{name}");
            for (line, expected) in out.lines().zip(expected) {
                has(&serde_json::from_str(line).unwrap(), expected, name);
            }
        }
    }
}

/// Every member of `expected` is a member of `found`.
#[track_caller]
fn has(found: &Value, expected: &Value, name: &str) {
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&found[key], value, "{name}: {key}");
    }
}
