//! Profiles of resumes in three languages and many layouts, compared with expected ones.

use crate::profile_support::{Case, Score, cases, today};

/// The minimum share of correct fields over all cases.
const FLOOR: f64 = 0.97;

#[test]
fn fields_of_varied_resumes_are_read() {
    let mut total = Score::default();
    let mut misses = Vec::new();
    for case in cases() {
        let mut score = Score::default();
        case.judge(&bole_documents::profile::read(&case.text, today()), &mut score);
        misses.extend(score.misses.iter().map(|miss| format!("{}: {miss}", case.name)));
        total.add(&score);
    }
    println!("{total}");
    for miss in &misses {
        println!("{miss}");
    }
    assert!(
        total.share() >= FLOOR,
        "only {:.3} of {} fields are right:\n{}",
        total.share(),
        total.asked,
        misses.join("\n")
    );
}

#[test]
fn every_language_has_at_least_twelve_cases() {
    for language in ["en", "id", "zh"] {
        let count = cases().iter().filter(|case: &&Case| case.name.starts_with(language)).count();
        assert!(count >= 12, "{language}: {count}");
    }
}
