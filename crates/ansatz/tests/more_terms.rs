//! One more term that is as predicted does not unsettle an answer.

use ansatz::{Effort, Options, Prediction, Predictor, Terms};
use ansatz_gen::{GenConfig, Generator};

/// Sequences of the paper's generator that are looked at.
const SEQUENCES: u64 = 60;
/// The lengths at which they are shown.
const LENGTHS: std::ops::Range<usize> = 10..20;
/// A probability above 0.9 may fall by a little: other laws are as long by chance.
const FALL: f64 = 0.05;

struct Seen {
    right: bool,
    verified: bool,
    ten: f64,
}

fn seen(prediction: &Prediction, truth: &Terms) -> Seen {
    let Some(best) = prediction.best() else {
        return Seen { right: false, verified: false, ten: 0.0 };
    };
    Seen {
        right: best.next == *truth,
        verified: best.evidence.verdict.is_verified(),
        ten: best.probability.map_or(0.0, |told| told.ten),
    }
}

#[test]
fn verified_answers_stay_right_and_high_probabilities_stay_high() {
    let generator = Generator::new(GenConfig::integer(), 2024).expect("a valid configuration");
    let options = Options { effort: Effort::Quick, ..Options::default() };
    let predictor = Predictor::new();
    let (mut verified, mut high, mut fallen) = (0, 0, 0);
    for index in 0..SEQUENCES {
        let example = generator.example(index).expect("a sequence");
        let all = [example.terms.integers().unwrap(), example.next.integers().unwrap()].concat();
        let mut before: Option<Seen> = None;
        for length in LENGTHS.filter(|length| length + 10 <= all.len()) {
            let shown = Terms::Integers(all[..length].to_vec());
            let truth = Terms::Integers(all[length..length + 10].to_vec());
            let prediction = predictor.predict(&shown, &options, &mut ()).expect("enough terms");
            let now = seen(&prediction, &truth);
            if let Some(before) = before.filter(|before| before.right) {
                if before.verified {
                    verified += 1;
                    assert!(now.right, "sequence {index}: verified at {}, wrong after", length - 1);
                }
                if before.ten > 0.9 {
                    high += 1;
                    fallen += usize::from(now.ten < before.ten - FALL);
                }
            }
            before = Some(now);
        }
    }
    // The test must have seen something, and falls are rare.
    assert!(verified > 50, "{verified}");
    assert!(50 * fallen <= high, "{fallen} of {high} probabilities fell");
}
