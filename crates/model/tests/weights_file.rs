//! A weights file is read back exactly or refused with a reason.

use ansatz_expr::{Op, Token};
use ansatz_model::vocab::{BEGIN, OutputToken};
use ansatz_model::weights::{self, Header};
use ansatz_model::{
    Direct, EncodedInput, Error, InputEncoding, ModelConfig, Preset, Task, TermSlice, Vocabulary,
};
use serde_json::{Value, json};

fn config() -> ModelConfig {
    ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms)
}

fn file() -> Vec<u8> {
    weights::untrained(&config(), 7).unwrap()
}

/// The file as one of another version and with another header.
fn forged(file: &[u8], version: u32, change: impl Fn(&mut Value)) -> Vec<u8> {
    let end = 24 + u32::from_le_bytes(file[20..24].try_into().unwrap()) as usize;
    let mut header: Value = serde_json::from_slice(&file[24..end]).unwrap();
    change(&mut header);
    let header = serde_json::to_vec(&header).unwrap();
    let mut forged = file[..8].to_vec();
    forged.extend(version.to_le_bytes());
    forged.extend((file.len() as u64 + header.len() as u64 + 24 - end as u64).to_le_bytes());
    forged.extend((header.len() as u32).to_le_bytes());
    forged.extend(header);
    forged.extend(&file[end..]);
    sign(&mut forged);
    forged
}

fn remove(header: &mut Value, field: &str) {
    header.as_object_mut().unwrap().remove(field).unwrap();
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
    let first = forged(&file, 1, |header| {
        remove(header, "precision");
        remove(header, "words");
    });
    let second = forged(&file, 2, |header| remove(header, "words"));
    let expected = Header { words: Vec::new(), ..weights::inspect(&file).unwrap() };
    for old in [first, second] {
        assert_eq!(weights::inspect(&old).unwrap(), expected);
        assert!(Direct::load(&old).is_ok());
    }
}

/// The shipped networks are of the second format: their words are the paper's,
/// whatever operators there are besides.
#[test]
fn the_shipped_networks_have_the_words_of_the_paper() {
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    for task in [Task::IntegerSymbolic, Task::FloatSymbolic] {
        let file = std::fs::read(format!("{folder}/../../pkg/models/{task}.ansatz")).unwrap();
        let header = weights::inspect(&file).unwrap();
        assert_eq!(header.vocabulary, Vocabulary::new(task).hash());
        assert_eq!(header.config.words, None);
    }
}

#[test]
fn a_network_has_the_words_of_its_own_file() {
    let others = [Token::Op(Op::Idiv), Token::Op(Op::Sqr), Token::Prev(6)];
    let mut words = Token::vocabulary(Task::IntegerSymbolic.domain());
    words.retain(|token| !others.contains(token));
    // Nobody's order but its own counts, and it may look back further.
    words.reverse();
    words.push(Token::Prev(9));
    let config = ModelConfig { words: Some(words.clone()), ..config() };
    let file = weights::untrained(&config, 7).unwrap();
    assert_eq!(weights::inspect(&file).unwrap().words.len(), words.len());

    let (network, _) = Direct::load(&file).unwrap();
    assert_eq!(network.config(), &config);
    let vocabulary = network.config().vocabulary();
    assert_eq!(vocabulary.id(OutputToken::Symbol(words[0])), Ok(3));
    assert!(others.iter().all(|token| vocabulary.id(OutputToken::Symbol(*token)).is_err()));
    let terms = [1_i64, 1, 2, 3, 5].map(ansatz_expr::Int::from);
    let input = EncodedInput::new(TermSlice::Integers(&terms), config.encoding).unwrap();
    let log_probs = network.step(&mut network.start(&input).unwrap(), &[BEGIN]).unwrap();
    assert_eq!(log_probs.len(), 3 + words.len());

    let text = serde_json::to_string(&config).unwrap();
    assert_eq!(serde_json::from_str::<ModelConfig>(&text).unwrap(), config);
}

#[test]
fn words_that_mean_nothing_are_refused_by_name() {
    let file = file();
    for (word, problem) in [
        ("frobnicate", "this build does not know that word"),
        ("sin", "its sequences have no such word"),
        ("add", "it has that word twice"),
    ] {
        let error = refusal(&forged(&file, 3, |header| header["words"][1] = json!(word)));
        let expected = Error::BadWord { word: word.to_owned(), problem };
        assert_eq!(error, expected);
    }
    let error = refusal(&forged(&file, 3, |header| remove(header, "words")));
    assert!(matches!(error, Error::WrongVocabulary { .. }), "{error}");
    let error = refusal(&forged(&file, 2, |_| ()));
    assert!(matches!(error, Error::BadWord { .. }), "{error}");
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
    for version in [0, 4] {
        file[8] = version;
        let error = refusal(&file);
        let expected = u32::from(version);
        assert!(matches!(error, Error::WrongVersion { found, supported: 3 } if found == expected));
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
    let vocabulary = Vocabulary::new(Task::IntegerSymbolic).hash();
    let error = replace(&vocabulary, "0123456789abcdef");
    assert!(matches!(error, Error::WrongVocabulary { .. }), "{error}");
}
