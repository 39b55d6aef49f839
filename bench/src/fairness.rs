//! Two organizations with separate keys at the same provider: how long the small one waits for its last result, alone
//! and while the large one evaluates thousands of resumes.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::{Value, json};

use crate::fleet::{Fleet, Tenant};
use crate::{processes, resumes};

/// Polling interval of a batch.
const LOOK: Duration = Duration::from_millis(20);
/// Time limit of a batch.
const PATIENCE: Duration = Duration::from_secs(120);
/// The large organization counts as busy after this many results.
const AT_WORK: u64 = 20;
/// Encrypts the organizations' keys; a test value.
const SERVER_KEY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// Resumes of the large organization.
    #[arg(long, default_value_t = 5_000)]
    large: usize,
    /// Resumes of the small organization.
    #[arg(long, default_value_t = 5)]
    small: usize,
    /// Latency of the model in milliseconds.
    #[arg(long, default_value_t = 2_000)]
    latency_ms: u64,
    /// The number of worker processes.
    #[arg(long, default_value_t = 1)]
    workers: usize,
    /// How often the small organization is measured, alone and next to the large one.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, large, small, latency_ms, workers, rounds } = arguments;
    println!("{}; {latency_ms} ms a call, {workers} worker processes.\n", processes::machine());
    let large_archive = resumes::stored_archive(&resumes::mixed(large, "large")?)?;
    let provider = TestProvider::start().await;
    provider.answer_after(Duration::from_millis(latency_ms));
    let env = [("BOLE_AI_ALLOW_HOSTS", provider.host()), ("BOLE_SERVER_KEY", SERVER_KEY.to_owned())];
    let env = env.map(|(name, value)| (name.to_owned(), value)).to_vec();
    let mut fleet = Fleet::start_with(&bole, env).await?;
    // The provider accepts one key; the path distinguishes the organizations' accounts.
    let settings = |path: &str| {
        let base_url = format!("http://{}/{path}/v1", provider.host());
        json!({ "baseUrl": base_url, "modelName": "good", "apiKey": PROVIDER_KEY })
    };
    let large_one = fleet.found("large", settings("large")).await?;
    let mut small_one = fleet.found("small", settings("small")).await?;
    fleet.workers(workers)?;

    let mut alone = Vec::with_capacity(rounds);
    for round in 0..rounds {
        alone.push(last_result(&fleet, &mut small_one, small, &format!("alone-{round}")).await?);
    }
    let batch = fleet.upload_of(&large_one, "large.zip", large_archive).await?;
    until(&fleet, &large_one, &batch, AT_WORK).await?;
    let mut beside = Vec::with_capacity(rounds);
    for round in 0..rounds {
        beside.push(last_result(&fleet, &mut small_one, small, &format!("beside-{round}")).await?);
    }
    let counts = fleet.get_of(&large_one, &format!("/batches/{batch}")).await?["counts"].take();
    ensure!(completed(&counts) < large as u64, "the large organization was done before the small one was measured");
    fleet.stop().await?;

    println!("| round | alone | beside {large} resumes | ratio |");
    println!("|---|---|---|---|");
    for (round, (alone, beside)) in alone.iter().zip(&beside).enumerate() {
        row(&(round + 1).to_string(), *alone, *beside);
    }
    row("median", median(alone), median(beside));
    println!("\nAim: 1.20. The large organization had {} of its results meanwhile.", completed(&counts));
    Ok(())
}

/// The time from upload to the last result of a batch, for a job without a stored rubric.
async fn last_result(fleet: &Fleet, of: &mut Tenant, resumes: usize, salt: &str) -> anyhow::Result<Duration> {
    fleet.renew_job(of).await?;
    let archive = resumes::stored_archive(&resumes::mixed(resumes, salt)?)?;
    let began = Instant::now();
    let batch = fleet.upload_of(of, "small.zip", archive).await?;
    until(fleet, of, &batch, resumes as u64).await?;
    Ok(began.elapsed())
}

async fn until(fleet: &Fleet, of: &Tenant, batch: &str, results: u64) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        let seen = fleet.get_of(of, &format!("/batches/{batch}")).await?;
        let counts = seen.get("counts").context("a batch without counts")?;
        if completed(counts) >= results {
            return Ok(());
        }
        ensure!(counts["failed"] == 0 && began.elapsed() < PATIENCE, "the batch does not get on: {seen}");
        tokio::time::sleep(LOOK).await;
    }
}

fn completed(counts: &Value) -> u64 {
    counts["completed"].as_u64().unwrap_or_default()
}

fn median(mut durations: Vec<Duration>) -> Duration {
    durations.sort_unstable();
    durations.get(durations.len() / 2).copied().unwrap_or_default()
}

fn row(name: &str, alone: Duration, beside: Duration) {
    let ratio = beside.as_secs_f64() / alone.as_secs_f64();
    println!("| {name} | {:.2} s | {:.2} s | {ratio:.2} × |", alone.as_secs_f64(), beside.as_secs_f64());
}
