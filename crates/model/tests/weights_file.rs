//! A weights file is read back exactly or refused with a reason.

use ansatz_model::weights;
use ansatz_model::{Direct, Error, InputEncoding, ModelConfig, Preset, Task};

fn file() -> Vec<u8> {
    let config = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms);
    weights::untrained(&config, 7).unwrap()
}

/// Replaces the checksum, as someone who forges a file would.
fn sign(file: &mut [u8]) {
    use sha2::{Digest, Sha256};
    let end = file.len() - 32;
    let digest = Sha256::digest(&file[..end]);
    file[end..].copy_from_slice(&digest);
}

fn refusal(file: &[u8]) -> Error {
    let inspected = weights::inspect(file).unwrap_err();
    let loaded = Direct::load(file).unwrap_err();
    assert_eq!(inspected.to_string(), loaded.to_string());
    loaded
}

#[test]
fn a_file_of_the_first_format_is_read() {
    let file = file();
    let field = br#""precision":"f16","#;
    let at = file.windows(field.len()).position(|window| window == field).unwrap();
    let mut first = [&file[..at], &file[at + field.len()..]].concat();
    let header = u32::from_le_bytes(file[20..24].try_into().unwrap()) - field.len() as u32;
    let length = first.len() as u64;
    first[8] = 1;
    first[12..20].copy_from_slice(&length.to_le_bytes());
    first[20..24].copy_from_slice(&header.to_le_bytes());
    sign(&mut first);
    assert_eq!(weights::inspect(&first).unwrap(), weights::inspect(&file).unwrap());
    assert!(Direct::load(&first).is_ok());
}

#[test]
fn what_is_no_model_is_refused() {
    assert!(matches!(refusal(b""), Error::NotAModel { .. }));
    assert!(matches!(refusal(b"PK\x03\x04 something else"), Error::NotAModel { .. }));
    let text = refusal(b"<!doctype html>").to_string();
    assert!(text.starts_with("not an Ansatz model"), "{text}");
}

#[test]
fn another_version_is_refused_by_name() {
    let mut file = file();
    for version in [0, 3] {
        file[8] = version;
        let error = refusal(&file);
        let expected = u32::from(version);
        assert!(matches!(error, Error::WrongVersion { found, supported: 2 } if found == expected));
    }
}

#[test]
fn every_truncation_is_noticed() {
    let file = file();
    for length in (8..file.len()).step_by(997).chain([23, 24, 40, file.len() - 1]) {
        let error = refusal(&file[..length]);
        assert!(matches!(error, Error::Truncated { .. }), "{length}: {error}");
    }
    let mut longer = file.clone();
    longer.push(0);
    assert!(matches!(refusal(&longer), Error::TrailingBytes { extra: 1 }));
}

#[test]
fn every_flipped_bit_is_noticed() {
    let file = file();
    for place in (0..file.len()).step_by(1009).chain([0, 9, 13, 21, 30]) {
        let mut damaged = file.clone();
        damaged[place] ^= 1 << (place % 8);
        refusal(&damaged);
    }
    let mut damaged = file;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 4;
    assert!(matches!(refusal(&damaged), Error::WrongChecksum { .. }));
}

#[test]
fn a_forged_header_is_refused_before_anything_is_allocated() {
    let replace = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let mut file = file();
        let at = file.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        file[at..at + from.len()].copy_from_slice(to.as_bytes());
        sign(&mut file);
        refusal(&file)
    };
    let error = replace("\"width\":48", "\"width\":96");
    assert!(matches!(error, Error::WrongTensor { .. }), "{error}");
    let error = replace("\"heads\":2", "\"heads\":5");
    assert!(matches!(error, Error::BadConfig { field: "heads", .. }), "{error}");
    let error = replace("\"max_input\":64", "\"max_input\":99");
    assert!(matches!(error, Error::WrongTensor { .. }), "{error}");
    let error = replace("integer-symbolic", "integer-symbolik");
    assert!(matches!(error, Error::BadHeader(_)), "{error}");
    let vocabulary = ansatz_model::Vocabulary::new(Task::IntegerSymbolic).hash();
    let error = replace(&vocabulary, "0123456789abcdef");
    assert!(matches!(error, Error::WrongVocabulary { .. }), "{error}");
}
