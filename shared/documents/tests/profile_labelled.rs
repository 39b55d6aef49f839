//! Profiles read from the labelled set's ground-truth text; BOLE_LABELLED names another folder of the same shape, such as
//! one with the text an extractor gave.

mod profile_support;

use std::path::Path;

use bole_domain::period::YearMonth;
use profile_support::{Case, Expected, Score};
use serde_json::Value;

/// The month the set was labelled in.
const LABELLED_IN: (i32, u8) = (2026, 11);
/// Share of fields that must be right.
const FLOOR: f64 = 0.95;

#[test]
fn fields_of_the_labelled_set_are_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/labelled");
    let root = std::env::var_os("BOLE_LABELLED").map_or(root, Into::into);
    let today = YearMonth::new(LABELLED_IN.0, LABELLED_IN.1).unwrap();
    let mut total = Score::default();
    let mut misses = Vec::new();
    for job in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(labels) = std::fs::read_to_string(job.join("labels.json")) else { continue };
        for label in serde_json::from_str::<Vec<Value>>(&labels).unwrap() {
            let file = Path::new(label["file"].as_str().unwrap());
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(job.join("text").join(format!("{name}.txt"))).unwrap();
            let case = Case { name, text, expected: Expected::of_label(&label["profile"]) };
            let mut score = Score::default();
            case.judge(&bole_documents::profile::read(&case.text, today), &mut score);
            misses.extend(score.misses.iter().map(|miss| format!("{}: {miss}", case.name)));
            total.add(&score);
        }
    }
    println!("{total}");
    for miss in &misses {
        println!("{miss}");
    }
    assert!(total.asked > 500, "the set is there");
    assert!(total.share() >= FLOOR, "only {:.3} are right:\n{}", total.share(), misses.join("\n"));
}
