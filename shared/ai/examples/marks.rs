//! Compares the engine's verdicts with resumes labelled criterion by criterion.
//!
//! `cargo run -p bole-ai --example marks -- [testdata/marks/tuning] [-v] [--only=r01,r02]`: per job and overall: precision
//! and recall of met, proof (the quotation is one of the labelled passages) and false positives. `-v` prints every verdict
//! that differs. `--model=http://127.0.0.1:11434/v1` lets the model at that address judge, and prints what it used.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use bole_ai::provider::{ModelJudge, ModelJudgeOptions};
use bole_ai::{BuiltIn, Judge};

#[path = "../tests/ai/support/marks.rs"]
mod marks;
#[path = "../tests/ai/support/unlimited.rs"]
mod unlimited;

use marks::Score;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.iter().any(|argument| argument == "-v");
    let value = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name));
    let only: Vec<String> =
        value("--only=").into_iter().flat_map(|names| names.split(',')).map(str::to_owned).collect();
    let chat = value("--model=").map(|address| unlimited::chat_at(address, "model", "key")).transpose()?;
    let judge: Box<dyn Judge> = match &chat {
        Some(chat) => {
            let options = ModelJudgeOptions { reads_person: true, ..ModelJudgeOptions::default() };
            Box::new(ModelJudge::new(chat.clone(), Arc::new(BuiltIn), options))
        }
        None => Box::new(BuiltIn),
    };
    let roots = arguments.iter().filter(|argument| !argument.starts_with('-'));
    let mut roots: Vec<&str> = roots.map(String::as_str).collect();
    if roots.is_empty() {
        roots = vec!["testdata/marks/tuning", "testdata/marks/heldout"];
    }
    for root in roots {
        let mut whole = Score::default();
        for folder in marks::folders(Path::new(root)).context(root.to_owned())? {
            let (score, differences) = match marks::score(&folder, &*judge, &only).await {
                Ok(score) => score,
                // Answers that are still missing are collected for all jobs.
                Err(error) if chat.is_some() => {
                    println!("{}: {error}", folder.display());
                    continue;
                }
                Err(error) => anyhow::bail!(error),
            };
            let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            println!("{name}: {score}");
            if verbose {
                differences.iter().for_each(|line| println!("  {line}"));
            }
            whole.add(&score);
        }
        println!("{root}: {whole}");
    }
    if let Some(chat) = chat {
        println!("{:?}", chat.usage());
    }
    Ok(())
}
