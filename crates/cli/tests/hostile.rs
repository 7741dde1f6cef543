//! Inputs that nobody should send, through the command.

#[path = "../../../tests/hostile/inputs.rs"]
mod inputs;

use assert_cmd::Command;
use serde_json::Value;

#[test]
fn every_hostile_input_ends_with_a_reason_or_an_answer() {
    for hostile in inputs::all() {
        let output = Command::cargo_bin("ansatz")
            .unwrap()
            .args(["predict", "--effort", "quick", "--proposers", "classical", "--json"])
            .write_stdin(hostile.text())
            .output()
            .expect("it starts");
        let (name, errors) = (&hostile.name, String::from_utf8_lossy(&output.stderr));
        let code = output.status.code().expect("it was not killed");
        if hostile.outcome == "prediction" {
            assert!(matches!(code, 0 | 1), "{name}: {code}: {errors}");
            let answer: Value = serde_json::from_slice(&output.stdout).expect(name);
            assert_eq!(answer["problems"], serde_json::json!([]), "{name}");
        } else {
            assert_eq!(code, 2, "{name}: {errors}");
            assert!(output.stdout.is_empty(), "{name}");
            assert!(errors.starts_with("ansatz: ") && errors.len() < 400, "{name}: {errors}");
            assert!(!errors.contains("panicked"), "{name}: {errors}");
        }
    }
}
