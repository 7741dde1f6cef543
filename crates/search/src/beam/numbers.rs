//! A numeric model's continuation: numbers without a law.

use ansatz_model::numbers::NumberToken;
use ansatz_model::vocab::{BEGIN, OutputToken};

use super::{StepModel, masked_log_softmax};
use crate::Sink;

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberPlace {
    /// A sign, or the end.
    Sign,
    /// The first digits of a number, or a mantissa.
    Digits,
    /// More digits, a float's exponent, a sign, or the end.
    Rest,
}

/// The terms that follow those `state` has read, as the model sees it: the
/// likeliest token at each step, among those that make numbers. At most
/// `count` numbers; they are a guess. `sink` is only asked whether it has
/// enough.
pub async fn continue_terms<M: StepModel>(
    model: &M,
    mut state: M::State,
    count: usize,
    sink: &(impl Sink + ?Sized),
) -> Result<Vec<NumberToken>, M::Error> {
    let vocabulary = model.vocabulary();
    let words = vocabulary.words();
    let floats =
        words.iter().any(|word| matches!(word, OutputToken::Number(NumberToken::Exponent(_))));
    let allowed = |place: NumberPlace, id: u32| match (words.get(id as usize), place) {
        (Some(OutputToken::End), place) => {
            place == NumberPlace::Sign || (place == NumberPlace::Rest && !floats)
        }
        (Some(OutputToken::Number(token)), place) => match token {
            NumberToken::Plus | NumberToken::Minus => {
                place == NumberPlace::Sign || (place == NumberPlace::Rest && !floats)
            }
            NumberToken::Digit(_) => {
                place == NumberPlace::Digits || (place == NumberPlace::Rest && !floats)
            }
            NumberToken::Exponent(_) => place == NumberPlace::Rest,
            NumberToken::Slot(_) => false,
        },
        _ => false,
    };
    let mut written = Vec::new();
    let (mut numbers, mut whole) = (0, 0);
    let (mut place, mut last) = (NumberPlace::Sign, BEGIN);
    for _ in 0..model.max_tokens() {
        if sink.is_cancelled() {
            break;
        }
        let log_probs = model.step(&mut state, &[0], &[last]).await?;
        let scores = masked_log_softmax(&log_probs, 1.0, |id| allowed(place, id));
        let likely = (0..).zip(&scores).filter(|(_, score)| score.is_finite());
        let Some((id, _)) = likely.max_by(|a, b| a.1.total_cmp(b.1)) else { break };
        let token = match words.get(id as usize) {
            Some(OutputToken::Number(token)) => *token,
            // The end mark: what was written last is whole.
            _ => {
                whole = written.len();
                break;
            }
        };
        if matches!(token, NumberToken::Plus | NumberToken::Minus) {
            // Only what follows an integer tells that it was whole.
            whole = written.len();
            if numbers == count {
                break;
            }
            numbers += 1;
        }
        place = match token {
            NumberToken::Plus | NumberToken::Minus => NumberPlace::Digits,
            NumberToken::Digit(_) => NumberPlace::Rest,
            NumberToken::Exponent(_) | NumberToken::Slot(_) => NumberPlace::Sign,
        };
        written.push(token);
        last = id;
        if place == NumberPlace::Sign {
            whole = written.len();
            if numbers == count {
                break;
            }
        }
    }
    written.truncate(whole);
    Ok(written)
}
