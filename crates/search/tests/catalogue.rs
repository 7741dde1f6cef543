//! The laws of famous sequences beside the encyclopedia's own terms, where
//! those are at hand: `shared/oeis` beside the checkout.

use std::collections::HashMap;
use std::path::Path;

use ansatz_gen::OeisRow;
use ansatz_search::Entry;
use skipped::skipped;

#[path = "../../../tests/skipped.rs"]
mod skipped;

#[test]
fn every_law_gives_the_terms_of_its_number() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let path = Path::new(&here).join("../../../shared/oeis/oeis_all.tsv.gz");
    if !path.exists() {
        skipped("shared/oeis/oeis_all.tsv.gz is not beside the checkout");
        return;
    }
    let mut entries: HashMap<_, _> =
        Entry::all().iter().map(|entry| (entry.number, entry)).collect();
    for row in OeisRow::read(&path).unwrap() {
        let row = row.unwrap();
        let Some(entry) = entries.remove(row.name.as_str()) else { continue };
        let wanted = row.terms.len().min(30);
        let mut own = entry.law.initial().to_vec();
        // The largest terms cannot be computed.
        let missing = wanted.saturating_sub(own.len());
        let _ = entry.law.extend(&mut own, missing);
        assert!(own.len() >= wanted.min(8), "{} {}", entry.number, entry.name);
        assert_eq!(own, row.terms[..own.len()], "{} {}", entry.number, entry.name);
        if entries.is_empty() {
            return;
        }
    }
    panic!("not in the encyclopedia: {:?}", entries.keys());
}
