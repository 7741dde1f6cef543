//! The decoder of prefix tokens: what a network writes, and words in text.

use ansatz_expr::{Domain, Expr, Token};

use super::outcome;

/// Tokens or words that are a tree are written again as the same tree. The
/// bytes are read twice: as numbers of tokens, and as text.
pub fn check(data: &[u8]) -> String {
    let mut words = String::new();
    for domain in [Domain::Integer, Domain::Float] {
        let vocabulary = Token::vocabulary(domain);
        let tokens: Vec<Token> =
            data.iter().map(|&byte| vocabulary[usize::from(byte) % vocabulary.len()]).collect();
        match Expr::from_tokens(&tokens) {
            Ok(expr) => {
                let written = expr.to_tokens().expect("it came from tokens");
                assert_eq!(Expr::from_tokens(&written).as_ref(), Ok(&expr));
                again(&expr);
                words.push_str("tokens ");
            }
            Err(error) => words.push_str(&outcome(&error)),
        }
    }
    let text = String::from_utf8_lossy(data);
    match Expr::from_words(text.split_whitespace()) {
        Ok(expr) => {
            again(&expr);
            words.push_str(&format!("{} operators", expr.operators().min(8)));
        }
        Err(error) => words.push_str(&outcome(&error)),
    }
    for word in text.split_whitespace() {
        if let Some(token) = Token::from_word(word) {
            let written = token.to_string();
            assert_eq!(Token::from_word(&written), Some(token), "`{word}` became `{written}`");
        }
    }
    words
}

fn again(expr: &Expr) {
    let words = expr.to_words();
    let read = Expr::from_words(words.iter().map(String::as_str));
    assert_eq!(read.as_ref(), Ok(expr), "{words:?}");
}
