//! Measures how well criteria texts are read: `cargo run -p bole-ai --example criteria`. `-v` prints the errors in
//! the tuning half; `-a` prints each of its rubrics in full.

#![expect(clippy::unwrap_used, reason = "a tool for development")]

use std::path::Path;

#[path = "../tests/ai/support/criteria.rs"]
mod criteria;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    for half in ["tuning", "heldout"] {
        let is_open = half == "tuning";
        let folder = Path::new("testdata/criteria").join(half);
        let score = criteria::score(&folder, |case, rubric, wrong| {
            if is_open && (has("-a") || (has("-v") && !wrong.is_empty())) {
                println!("{}", case.id());
                wrong.iter().for_each(|fault| println!("    {fault}"));
            }
            if is_open && has("-a") {
                for criterion in &rubric.criteria {
                    println!(
                        "  {:4} {:5.1} [{}] {}",
                        criterion.kind, criterion.weight, criterion.dimension, criterion.text
                    );
                }
                println!("  {:?}", rubric.thresholds);
            }
        });
        let score = score.await;
        println!(
            "criteria {half}: {:.3} of {} items right ({} missing, {} of another kind, {} of another weight), {} invented, {} of {} thresholds right",
            score.share(),
            score.items,
            score.missing,
            score.of_other_kind,
            score.of_other_weight,
            score.invented,
            score.thresholds.1,
            score.thresholds.0
        );
    }
}
