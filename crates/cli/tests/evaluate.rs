//! `ansatz evaluate` as a script sees it, on sequences of our own.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// What scripts and the build of the page rely on.
const KEYS: [&str; 6] =
    ["rows", "accuracy", "answered", "verified", "verified_precision", "median_ms"];

fn evaluate(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("ansatz").unwrap();
    let output = command.arg("evaluate").args(arguments).output().expect("it starts");
    (
        output.status.code().expect("it was not killed"),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Squares and Fibonacci numbers, which we know, and digits that were drawn, which
/// nobody does.
fn oeis_bed(folder: &Path) -> std::path::PathBuf {
    let squares: Vec<String> = (1..=38).map(|n| (n * n).to_string()).collect();
    let fibonacci: Vec<String> =
        std::iter::successors(Some((1u64, 1u64)), |&(a, b)| Some((b, a + b)))
            .take(38)
            .map(|(a, _)| a.to_string())
            .collect();
    let mut state = 1u64;
    let drawn: Vec<String> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 40) % 10).to_string()
    })
    .take(38)
    .collect();
    let table = format!(
        "A1\teasy,nonn\t1\tsquares\t{}\nA2\teasy\t1\tFibonacci\t{}\nA3\teasy,cons\t1\tdrawn\t{}\n",
        squares.join(","),
        fibonacci.join(","),
        drawn.join(",")
    );
    let path = folder.join("easy_first10000.tsv");
    std::fs::write(&path, table).unwrap();
    path
}

fn generated_bed(folder: &Path, name: &str, arguments: &[&str]) -> std::path::PathBuf {
    let mut command = Command::cargo_bin("ansatz").unwrap();
    let output = command.arg("generate").args(arguments).output().expect("it starts");
    let path = folder.join(name);
    std::fs::write(&path, output.stdout).unwrap();
    path
}

fn report(arguments: &[&str]) -> Value {
    let (code, out, err) = evaluate(arguments);
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn a_sequence_counts_for_each_of_its_keywords() {
    let folder = tempfile::tempdir().unwrap();
    let bed = oeis_bed(folder.path());
    let classical = ["oeis", text(&bed), "--json", "--proposers", "classical"];
    assert!(report(&classical).get("by_keyword").is_none());
    let json = report(&[&classical[..], &["--by", "keyword"]].concat());
    let counts = |keyword: &str| {
        let group = &json["by_keyword"][keyword];
        [group["rows"].as_u64(), group["right"].as_u64()].map(Option::unwrap)
    };
    assert_eq!(
        [counts("easy"), counts("nonn"), counts("cons")],
        [[3, 2], [1, 1], [1, 0]],
        "{json}"
    );
}

#[test]
fn oeis_reports_what_scripts_read() {
    let folder = tempfile::tempdir().unwrap();
    let (bed, tsv) = (oeis_bed(folder.path()), folder.path().join("rows.tsv"));
    let arguments = ["--inputs", "25", "--json", "--calibrate", "--tsv", text(&tsv)];
    let json = report(&[&["oeis", text(&bed)], &arguments[..]].concat());
    for key in KEYS {
        assert!(json[key].is_number(), "{key}: {json}");
    }
    assert_eq!(json["rows"], 3);
    assert!((json["accuracy"].as_f64().unwrap() - 200.0 / 3.0).abs() < 1e-9, "{json}");
    assert_eq!(json["verified_precision"], 100.0);
    assert!(json["median_ms"].as_f64().unwrap() > 0.0);
    // Both laws have a classical method behind them, whoever else found them.
    let classical = &json["by_proposer"]["classical"];
    assert_eq!(classical["right"], 2, "{json}");
    assert_eq!(classical["verified_right"], 2);
    assert!(classical["methods"].as_object().unwrap().keys().all(|name| name != "enumeration"));
    let answers = json["calibration"].as_array().unwrap().iter().map(|bin| &bin["rows"]);
    let answers: u64 = answers.map(|rows| rows.as_u64().unwrap()).sum();
    let answered = json["answered"].as_f64().unwrap() * 3.0 / 100.0;
    assert_eq!(answers as f64, answered.round(), "each answer is in one bin: {json}");
    let rows = std::fs::read_to_string(&tsv).unwrap();
    let width = rows.lines().next().unwrap().split('\t').count();
    assert!(rows.lines().all(|line| line.split('\t').count() == width), "{rows}");

    let alone =
        report(&["oeis", text(&bed), "--json", "--proposers", "enumerative", "--candidates", "5"]);
    assert!(alone["by_proposer"].as_object().unwrap().keys().eq(["enumeration"]), "{alone}");
    assert!(alone["some_candidate_right"].as_f64() >= alone["accuracy"].as_f64());
}

#[test]
fn indomain_reports_what_scripts_read() {
    let folder = tempfile::tempdir().unwrap();
    let bed = generated_bed(folder.path(), "bed.jsonl", &["--count", "12", "--max-ops", "2"]);
    let json = report(&["indomain", text(&bed), "--json"]);
    for key in KEYS {
        assert!(json[key].is_number(), "{key}: {json}");
    }
    assert_eq!(json["rows"], 12);
    assert!(json["accuracy"].as_f64().unwrap() >= 50.0, "laws of two operators: {json}");
    let by_operators = json["by_operators"].as_object().unwrap();
    let rows: u64 = by_operators.values().map(|group| group["rows"].as_u64().unwrap()).sum();
    assert_eq!(rows, 12);
    let (code, out, _) = evaluate(&["indomain", text(&bed), "--limit", "2"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("rows                2\n"), "{out}");
}

#[test]
fn unreadable_beds_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) = evaluate(&["oeis", "no/such/file.tsv"]);
    assert_eq!(code, 4);
    assert!(err.contains("no/such/file.tsv"), "{err}");

    assert!(!err.contains("line"), "no line was read: {err}");

    let bed = folder.path().join("easy_first10000.tsv");
    std::fs::write(&bed, "A1\teasy\t1\tname\t1,2,tree\n").unwrap();
    let (code, _, err) = evaluate(&["oeis", text(&bed)]);
    assert_eq!(code, 4);
    assert!(err.contains("line 1") && err.contains("tree"), "{err}");

    let out = folder.path().join("out");
    let beds = ["paper", "--out", text(&out), "--beds", text(folder.path()), "--sections", "oeis"];
    let (code, _, err) = evaluate(&beds);
    assert_eq!(code, 4);
    assert!(err.contains("easy_first10000.tsv, line 1"), "{err}");

    let (code, _, err) = evaluate(&["paper", "--out", text(&out), "--beds", "no/such/folder"]);
    assert_eq!(code, 4);
    assert!(err.contains("no/such/folder"), "{err}");
    // A file where the folder should be.
    let (code, _, err) = evaluate(&["paper", "--out", text(&bed), "--sections", "examples"]);
    assert_eq!(code, 4);
    assert!(err.contains("cannot be written"), "{err}");
    for wrong in [["--limit", "0"], ["--sections", "appendix"]] {
        let (code, _, _) = evaluate(&["paper", "--out", text(&out), wrong[0], wrong[1]]);
        assert_eq!(code, 2, "{wrong:?}");
    }
}

/// The cells of the Markdown tables, line by line, without the headers.
fn markdown_tables(markdown: &str) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let mut header = true;
    for line in markdown.lines() {
        let Some(inner) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
            // The rule below a header begins with `|---`.
            header = !line.starts_with("|---");
            continue;
        };
        if !header {
            lines.push(inner.split(" | ").map(|cell| cell.trim().to_owned()).collect());
        }
    }
    lines
}

/// A cell of the JSON, as the Markdown must show it.
fn shown(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(count) if count.is_u64() => count.to_string(),
        figure => format!("{:.1}", figure.as_f64().unwrap()),
    }
}

#[test]
fn paper_writes_a_report_whose_figures_agree() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("deep/report");
    let arguments = ["paper", "--out", text(&out), "--limit", "5", "--effort", "quick"];
    let (code, printed, err) = evaluate(&arguments);
    assert_eq!(code, 0, "{err}");
    assert_eq!(printed.trim(), text(&out.join("report.md")));

    let markdown = std::fs::read_to_string(out.join("report.md")).unwrap();
    let json = std::fs::read_to_string(out.join("report.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    let sections = json["sections"].as_array().unwrap();
    let names: Vec<&str> =
        sections.iter().map(|section| section["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "indomain",
            "tolerance",
            "predictions",
            "operators",
            "degree",
            "length",
            "families",
            "network",
            "oeis",
            "calibration",
            "constants",
            "functions",
            "first-terms",
            "noise",
            "examples"
        ]
    );

    // Every table of the JSON is in the Markdown, figure by figure.
    let mut expected = Vec::new();
    for section in sections {
        assert!(markdown.contains(&format!("## {}\n", section["title"].as_str().unwrap())));
        for table in section["tables"].as_array().unwrap() {
            let columns = table["columns"].as_array().unwrap().len();
            for line in table["lines"].as_array().unwrap() {
                let cells = line["cells"].as_array().unwrap();
                assert_eq!(cells.len(), columns, "{line}");
                let label = line["label"].as_str().unwrap().to_owned();
                let label = if line["by"] == "ansatz" { label } else { format!("*{label}*") };
                expected.push([vec![label], cells.iter().map(shown).collect()].concat());
            }
        }
    }
    let lines = markdown_tables(&markdown);
    assert!(expected.len() > 60, "{}", expected.len());
    assert_eq!(lines[..expected.len()], expected[..]);

    // Then the beds, all of them drawn here.
    let beds = json["beds"].as_array().unwrap();
    for (bed, line) in beds.iter().zip(&lines[expected.len()..]) {
        assert_eq!(line[0], bed["bed"].as_str().unwrap());
        assert_eq!(line[2], shown(&bed["rows"]));
        assert_eq!(line[3], shown(&bed["accuracy"]));
        let examples = line[0].starts_with("table_");
        assert!(examples || bed["rows"] == 5, "{bed}");
        let source = if examples { "their definitions" } else { "our generator" };
        assert_eq!(bed["source"], source);
    }
    assert_eq!(beds.len(), lines.len() - expected.len());

    let oeis = sections.iter().find(|section| section["name"] == "oeis").unwrap();
    assert!(oeis["skipped"].as_str().unwrap().contains("easy_first10000"), "{oeis}");
    assert!(markdown.contains("**Skipped:**"));

    let plots: Vec<&Value> =
        sections.iter().flat_map(|section| section["plots"].as_array().unwrap()).collect();
    assert_eq!(plots.len(), 8);
    for plot in plots {
        let file = plot["file"].as_str().unwrap();
        assert!(markdown.contains(&format!("]({file})")), "{file} is shown");
        let svg = std::fs::read_to_string(out.join(file)).unwrap();
        let image = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(image.root_element().tag_name().name(), "svg");
        let marks = image
            .descendants()
            .filter(|node| ["circle", "polyline", "rect"].contains(&node.tag_name().name()));
        let points: usize = plot["series"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|series| series["by"] == "ansatz")
            .map(|series| series["points"].as_array().unwrap().len())
            .sum();
        assert!(points > 0 && marks.count() > points, "{file}: {points} points");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{file}");
    }

    // Measured again in part, the rest stays and says of how many sequences it is.
    let part = ["paper", "--out", text(&out), "--limit", "3", "--sections", "tolerance", "--keep"];
    let (code, _, err) = evaluate(&part);
    assert_eq!(code, 0, "{err}");
    let again = std::fs::read_to_string(out.join("report.json")).unwrap();
    let again: Value = serde_json::from_str(&again).unwrap();
    let both = again["sections"].as_array().unwrap().iter().zip(sections);
    assert_eq!(both.len(), names.len());
    for (now, before) in both {
        assert_eq!(now["name"], before["name"]);
        if now["name"] != "tolerance" {
            assert_eq!(now["tables"], before["tables"], "{}", now["name"]);
            let notes = now["notes"].as_array().unwrap();
            let last = notes.last().and_then(Value::as_str).unwrap_or_default();
            assert!(last.starts_with("At most 5 sequences"), "{notes:?}");
        }
    }
    assert_eq!(again["beds"].as_array().unwrap().len(), beds.len());
}

#[test]
fn paper_reads_beds_where_they_are_and_only_what_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let beds = folder.path().join("beds");
    std::fs::create_dir_all(beds.join("oeis")).unwrap();
    std::fs::create_dir_all(beds.join("indomain")).unwrap();
    oeis_bed(&beds.join("oeis"));
    let drawn = ["float", "--max-ops", "2", "--count", "6"];
    generated_bed(&beds.join("indomain"), "float_bessel.jsonl", &drawn);
    let out = folder.path().join("report");
    let (code, _, err) = evaluate(&[
        "paper",
        "--out",
        text(&out),
        "--beds",
        text(&beds),
        "--sections",
        "functions,oeis",
        "--limit",
        "3",
        "--effort",
        "quick",
        "--proposers",
        "classical",
    ]);
    assert_eq!(code, 0, "{err}");
    let json = std::fs::read_to_string(out.join("report.json")).unwrap();
    assert!(!json.contains(text(folder.path())), "no path of this machine in a report");
    let json: Value = serde_json::from_str(&json).unwrap();
    let sections = json["sections"].as_array().unwrap();
    let names: Vec<&Value> = sections.iter().map(|section| &section["name"]).collect();
    assert_eq!(names, ["oeis", "functions"], "in the order of the report");
    let ours = &sections[0]["tables"][0]["lines"][0];
    assert_eq!(ours["label"], "Ansatz");
    for cell in ours["cells"].as_array().unwrap() {
        assert!((cell.as_f64().unwrap() - 200.0 / 3.0).abs() < 1e-9, "{ours}");
    }
    let source = |bed: &str| {
        let beds = json["beds"].as_array().unwrap();
        let found = beds.iter().find(|one| one["bed"] == bed).unwrap();
        (found["source"].as_str().unwrap().to_owned(), found["rows"].as_u64().unwrap())
    };
    assert_eq!(source("oeis_25"), ("easy_first10000.tsv".to_owned(), 3));
    assert_eq!(source("float_bessel"), ("float_bessel.jsonl".to_owned(), 3));
    assert_eq!(source("float_fresnel"), ("our generator".to_owned(), 3));
    let files = std::fs::read_dir(&out).unwrap().count();
    assert_eq!(files, 4, "report.md, report.json, oeis.svg, functions.svg");
}

#[test]
fn paper_shows_a_network_alone_answering_and_forced_to() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    let (code, _, err) = evaluate(&[
        "paper",
        "--out",
        text(&out),
        "--models",
        text(&golden),
        "--sections",
        "operators,network",
        "--limit",
        "6",
        "--proposers",
        "beam",
    ]);
    assert_eq!(code, 0, "{err}");
    let json = std::fs::read_to_string(out.join("report.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    let sections = json["sections"].as_array().unwrap();

    // By operators: everyone, and the network alone where there is one.
    let labels = |table: &Value| -> Vec<String> {
        let lines = table["lines"].as_array().unwrap().iter();
        lines.map(|line| line["label"].as_str().unwrap().to_owned()).collect()
    };
    let curves = labels(&sections[0]["tables"][0]);
    assert!(curves.contains(&"network alone, integer".to_owned()), "{curves:?}");
    assert!(!curves.contains(&"network alone, float".to_owned()), "{curves:?}");

    let table = &sections[1]["tables"][0];
    let columns = table["columns"].as_array().unwrap();
    assert_eq!(*columns, ["integer, ≤ 5 operators", "integer, ≤ 10"]);
    let lines = table["lines"].as_array().unwrap();
    let cells = |label: &str| -> Vec<f64> {
        let line = lines.iter().find(|line| line["label"] == label);
        let cells = line.unwrap_or_else(|| panic!("no {label}"))["cells"].as_array().unwrap();
        cells.iter().map(|cell| cell.as_f64().unwrap()).collect()
    };
    for way in ["greedy", "beam 10", "beam 100", "100 samples", "1,000 samples"] {
        let answered = cells(&format!("network, {way}"));
        let forced = cells(&format!("network, {way}, forced to answer"));
        assert!(answered.iter().zip(&forced).all(|(answered, forced)| answered <= forced), "{way}");
    }
    assert_eq!(cells("paper, symbolic"), [92.7, 78.4]);
}

#[test]
fn short_rows_are_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let bed = folder.path().join("bed.tsv");
    let squares: Vec<String> = (1..=25).map(|n: u32| (n * n).to_string()).collect();
    let rows = format!("A1\teasy\t1\tsquares\t{}\nA2\teasy\t1\tshort\t1,2,3\n", squares.join(","));
    std::fs::write(&bed, &rows).unwrap();
    let arguments = ["oeis", text(&bed), "--proposers", "classical", "--effort", "quick", "--json"];
    let (code, out, err) = evaluate(&arguments);
    assert_eq!(code, 0, "{err}");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["rows"], &json["too_short"]), (&1.into(), &1.into()));
    assert_eq!(json["accuracy"], 100.0);
    assert!(err.contains("1 of 2 rows left out") && err.contains("bed.tsv"), "{err}");

    // The rows are not written over what they are about.
    let (code, _, err) = evaluate(&[&arguments[..], &["--tsv", text(&bed)]].concat());
    assert_eq!(code, 4);
    assert!(err.contains("test bed"), "{err}");
    assert_eq!(std::fs::read_to_string(&bed).unwrap(), rows);
    let (code, _, err) =
        evaluate(&[&arguments[..], &["--tsv", "no/such/folder/rows.tsv"]].concat());
    assert_eq!(code, 4);
    assert!(err.contains("no/such/folder"), "{err}");
}
