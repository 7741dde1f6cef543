//! Options as they come from outside: JSON, whatever it says.

use ansatz::{Effort, Options, Predictor, Terms};

/// Options that are read are written and read again as the same, and a
/// prediction with them has as many terms as were asked for or an error.
pub fn check(data: &[u8]) -> String {
    let options: Options = match serde_json::from_slice(data) {
        Ok(options) => options,
        Err(error) => return format!("{:?}", error.classify()),
    };
    let written = serde_json::to_string(&options).expect("options are plain data");
    let again: Options = serde_json::from_str(&written).expect("they have just been written");
    assert_eq!(serde_json::to_string(&again).ok().as_deref(), Some(&*written));

    // How long is asked for is not what is tried here.
    let options = Options { effort: Effort::Quick, ..options };
    let mut words = String::new();
    let terms = [
        Terms::Integers([1, 4, 9, 16, 25, 36, 49, 64].map(|term: i64| term.into()).to_vec()),
        Terms::Floats(vec![0.5, 1.0, 1.5, 2.0, 2.5, 3.0]),
    ];
    for terms in terms {
        match Predictor::new().predict(&terms, &options, &mut ()) {
            Ok(prediction) => {
                assert!(prediction.candidates.len() <= options.candidates);
                assert_eq!(prediction.shown + options.hold_out, terms.len());
                for candidate in &prediction.candidates {
                    assert!(candidate.next.len() <= options.next);
                }
                words.push_str("predicted ");
            }
            Err(error) => {
                let error = format!("{error:?} ");
                words.push_str(error.split([' ', '{']).next().unwrap_or_default());
            }
        }
    }
    words
}
