//! Profiles read from the reference texts of the labelled sets; BOLE_LABELLED selects another folder of the same
//! structure, such as extracted text.

use std::path::{Path, PathBuf};

use crate::profile_support::{Case, Expected, Score};
use bole_domain::period::YearMonth;
use serde_json::Value;

/// The month the sets were labelled.
const LABELLED_IN: (i32, u8) = (2026, 11);
/// The minimum share of correct fields in the jobs' resumes.
const FLOOR: f64 = 0.97;
/// The same for the profiles, whose layouts are harder.
const PROFILES_FLOOR: f64 = 0.93;

#[test]
fn fields_of_the_labelled_sets_are_read() {
    check(std::env::var_os("BOLE_LABELLED").map_or_else(|| testdata("labelled"), Into::into), FLOOR);
}

#[test]
fn fields_of_the_profile_sets_are_read() {
    check(testdata("profiles"), PROFILES_FLOOR);
}

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

fn check(root: PathBuf, floor: f64) {
    let today = YearMonth::new(LABELLED_IN.0, LABELLED_IN.1).unwrap();
    let mut total = Score::default();
    let mut misses = Vec::new();
    let mut sets: Vec<PathBuf> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    sets.sort();
    for set in sets {
        let Ok(labels) = std::fs::read_to_string(set.join("labels.json")) else { continue };
        let mut of_set = Score::default();
        for label in serde_json::from_str::<Vec<Value>>(&labels).unwrap() {
            let file = Path::new(label["file"].as_str().unwrap());
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(set.join("text").join(format!("{name}.txt"))).unwrap();
            let case = Case { name, text, expected: Expected::of_label(&label["profile"]) };
            let mut score = Score::default();
            case.judge(&bole_documents::profile::read(&case.text, today), &mut score);
            misses.extend(score.misses.iter().map(|miss| format!("{}: {miss}", case.name)));
            of_set.add(&score);
        }
        println!("{}: {}/{} = {:.3}", set.display(), of_set.right, of_set.asked, of_set.share());
        total.add(&of_set);
    }
    println!("{total}");
    for miss in &misses {
        println!("{miss}");
    }
    assert!(total.asked > 500, "the sets are there");
    assert!(total.share() >= floor, "only {:.3} are right:\n{}", total.share(), misses.join("\n"));
}
