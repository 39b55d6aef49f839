//! Latency of streamed drafts: from the provider's first chunk to the client.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::json;

use crate::fleet::Fleet;
use crate::processes;

/// Delay of the provider's first chunk, so that the client is listening.
const THINKS: Duration = Duration::from_millis(300);
/// Time limit of a draft.
const PATIENCE: Duration = Duration::from_secs(20);
/// The event that carries text.
const TEXT: &[u8] = b"event: text";
/// The event that ends a draft.
const END: &[u8] = b"event: end";

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// The number of drafts, one after another.
    #[arg(long, default_value_t = 40)]
    drafts: usize,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, drafts } = arguments;
    println!("{}; {drafts} drafts, one after another.\n", processes::machine());
    let provider = TestProvider::start().await;
    provider.answer_after(THINKS);
    let env = [
        ("BOLE_AI_BASE_URL", provider.base_url()),
        ("BOLE_AI_MODEL", "good".to_owned()),
        ("BOLE_AI_API_KEY", PROVIDER_KEY.to_owned()),
    ];
    let mut fleet = Fleet::start_with(&bole, env.map(|(name, value)| (name.to_owned(), value)).to_vec()).await?;
    fleet.workers(1)?;
    let mut took = Vec::with_capacity(drafts);
    for _ in 0..drafts {
        took.push(
            tokio::time::timeout(PATIENCE, first_characters(&fleet, &provider)).await.context("a draft is stuck")??,
        );
    }
    fleet.stop().await?;
    took.sort_unstable();
    println!("| first characters with the client after the provider's | ms |");
    println!("|---|---|");
    for (name, place) in [("median", drafts / 2), ("19 of 20", drafts * 19 / 20), ("longest", drafts.saturating_sub(1))]
    {
        println!("| {name} | {:.1} |", took.get(place).copied().unwrap_or_default().as_secs_f64() * 1_000.0);
    }
    println!("\nAim: 100.");
    Ok(())
}

/// The answer pauses after its first chunk, so that only this chunk can arrive.
async fn first_characters(fleet: &Fleet, provider: &TestProvider) -> anyhow::Result<Duration> {
    provider.hold(true);
    let draft = json!({ "kind": "jd", "title": "Accountant", "core_requirement": "Three years of general ledger" });
    let task = fleet.post("/job-drafts", draft).await?;
    let id = task["id"].as_str().context("a task without an id")?;
    let mut stream = fleet.request(&format!("/tasks/{id}/text")).send().await?.error_for_status()?;
    let mut heard = Vec::new();
    until(&mut stream, &mut heard, TEXT).await?;
    let arrived = Instant::now();
    let sent = provider.first_pieces().pop().context("the provider has sent nothing")?;
    provider.hold(false);
    until(&mut stream, &mut heard, END).await?;
    Ok(arrived.duration_since(sent))
}

async fn until(stream: &mut reqwest::Response, heard: &mut Vec<u8>, event: &[u8]) -> anyhow::Result<()> {
    while !heard.windows(event.len()).any(|window| window == event) {
        let piece = stream.chunk().await?;
        ensure!(piece.is_some(), "the stream has ended");
        heard.extend_from_slice(&piece.unwrap_or_default());
    }
    Ok(())
}
