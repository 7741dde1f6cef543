//! Reading files and standard input, no further than anything makes sense.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::Path;

use ansatz_expr::sequence::MAX_TEXT;

use crate::error::Error;

/// No weights file of ours comes near.
const MOST_WEIGHTS: u64 = 1 << 32;
/// What a weights file says about its length is in its first bytes.
const BEGINNING: u64 = 64;

/// The text of a file that should hold a sequence.
pub fn file(path: &Path) -> Result<String, Error> {
    let fail = |problem: &dyn std::fmt::Display| Error::unreadable(path, problem);
    let file = File::open(path).map_err(|error| fail(&error))?;
    text(file).map_err(|error| match error {
        Error::Io(error) => fail(&error),
        other => other,
    })
}

/// The text of standard input.
pub fn standard() -> Result<String, Error> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        eprintln!("ansatz: reading terms from the terminal; end them with Ctrl-D");
    }
    text(stdin.lock())
}

/// All of a text, unless it is longer than a sequence may be: that is an error
/// after as much has been read.
fn text(from: impl Read) -> Result<String, Error> {
    let mut bytes = Vec::new();
    from.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_TEXT {
        let (bytes, limit) = (bytes.len(), MAX_TEXT);
        return Err(Error::Input(ansatz_expr::Error::TextTooLong { bytes, limit }));
    }
    String::from_utf8(bytes)
        .map_err(|_| std::io::Error::new(std::io::ErrorKind::InvalidData, "not UTF-8 text").into())
}

/// A weights file, as far as it says that it goes.
pub fn weights(path: &Path) -> Result<Vec<u8>, Error> {
    let fail = |problem: &dyn std::fmt::Display| Error::Model {
        file: path.display().to_string(),
        problem: problem.to_string(),
    };
    let mut file = File::open(path).map_err(|error| fail(&error))?;
    let mut bytes = Vec::new();
    file.by_ref().take(BEGINNING).read_to_end(&mut bytes).map_err(|error| fail(&error))?;
    let length = ansatz::announced_length(&bytes).map_err(|error| fail(&error))?;
    // One byte more shows that the file goes on.
    let rest = length.min(MOST_WEIGHTS).saturating_sub(BEGINNING) + 1;
    file.take(rest).read_to_end(&mut bytes).map_err(|error| fail(&error))?;
    Ok(bytes)
}
