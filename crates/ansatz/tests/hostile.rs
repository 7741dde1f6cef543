//! Inputs that nobody should send, through the Rust API.

#[path = "../../../tests/hostile/inputs.rs"]
mod inputs;

use ansatz::{Effort, Error, Options, Predictor, ReadOptions, Sequence};

/// What came of an input, in the words of the table.
fn outcome(text: &str, predictor: &Predictor, options: &Options) -> &'static str {
    let Ok(sequence) = Sequence::read(text, &ReadOptions::default()) else {
        return "bad-sequence";
    };
    match predictor.predict_with_gaps(&sequence.terms, &sequence.missing, options, &mut ()) {
        Ok(prediction) => {
            assert!(prediction.failures.is_empty(), "{:?}", prediction.failures);
            for candidate in &prediction.candidates {
                assert!(candidate.next.len() <= options.next);
                assert!(candidate.probability.is_none_or(|p| (0.0..=1.0).contains(&p.next)));
            }
            "prediction"
        }
        Err(Error::TooFewTerms { .. }) => "too-few-terms",
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn every_hostile_input_has_its_outcome_and_the_next_call_works() {
    let predictor = Predictor::new();
    let options = Options { effort: Effort::Quick, ..Options::default() };
    for hostile in inputs::all() {
        let found = outcome(&hostile.text(), &predictor, &options);
        assert_eq!(found, hostile.outcome, "{}", hostile.name);
        assert_eq!(outcome("1, 4, 9, 16, 25, 36", &predictor, &options), "prediction");
    }
}

#[test]
fn floats_that_text_cannot_say_are_borne() {
    let (nan, infinity) = (f64::NAN, f64::INFINITY);
    for terms in [
        vec![nan; 8],
        vec![infinity, 1.0, 2.0, 3.0, 4.0],
        vec![1.0, nan, 2.0, -infinity, 3.0, 4.0],
        vec![-0.0, 0.0, -0.0, 0.0, -0.0],
        vec![f64::MAX, f64::MIN, f64::MAX, f64::MIN, f64::MAX, f64::MIN],
        vec![5e-324; 12],
        vec![f64::MIN_POSITIVE, f64::EPSILON, f64::MAX, 0.0, 1.0, -1.0, 5e-324],
    ] {
        let prediction =
            Predictor::new().predict(&terms.clone().into(), &Options::default(), &mut ());
        let prediction = prediction.unwrap_or_else(|error| panic!("{terms:?}: {error}"));
        // No law explains what is no number.
        if terms.iter().any(|term| !term.is_finite()) {
            assert!(prediction.best().is_none(), "{terms:?}: {:?}", prediction.best());
        }
    }
}
