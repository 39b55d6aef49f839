//! Verdicts compared with resumes labelled by criterion: what is shown as met is met, and the quotation proves it.

use std::path::Path;

use bole_ai::BuiltIn;

use crate::support::marks::{self, Score};

async fn score(root: &str) -> Score {
    let mut whole = Score::default();
    for folder in marks::folders(&Path::new("../../testdata/marks").join(root)).unwrap() {
        let (score, differences) = marks::score(&folder, &BuiltIn, &[]).await.unwrap();
        println!("{}: {score}\n{}", folder.display(), differences.join("\n"));
        whole.add(&score);
    }
    assert!(whole.verdicts > 200, "{whole}");
    whole
}

#[tokio::test]
async fn criteria_shown_as_met_are_correct_and_quoted() {
    let score = score("tuning").await;
    assert!(score.precision() >= 0.94, "{score}");
    assert!(score.recall() >= 0.9, "{score}");
    assert!(score.proof() >= 0.92, "{score}");
    assert!(score.false_positives() <= 0.02, "{score}");
}
