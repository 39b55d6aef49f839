//! Compares the engine's verdicts with resumes labelled criterion by criterion.
//!
//! `cargo run -p bole-ai --example marks -- [testdata/marks/tuning] [-v]`: per job and overall: precision and recall
//! of met, proof (the quotation is one of the labelled passages) and false positives. `-v` prints every verdict that
//! differs.

use std::path::Path;

use anyhow::Context;

#[path = "../tests/ai/support/marks.rs"]
mod marks;

use marks::Score;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.iter().any(|argument| argument == "-v");
    let roots = arguments.iter().filter(|argument| !argument.starts_with('-'));
    let mut roots: Vec<&str> = roots.map(String::as_str).collect();
    if roots.is_empty() {
        roots = vec!["testdata/marks/tuning", "testdata/marks/heldout"];
    }
    for root in roots {
        let mut whole = Score::default();
        for folder in marks::folders(Path::new(root)).context(root.to_owned())? {
            let (score, differences) = marks::score(&folder).await.map_err(anyhow::Error::msg)?;
            let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            println!("{name}: {score}");
            if verbose {
                differences.iter().for_each(|line| println!("  {line}"));
            }
            whole.add(&score);
        }
        println!("{root}: {whole}");
    }
    Ok(())
}
