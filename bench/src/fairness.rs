//! Two organizations with a key each at the same provider: how long the small one waits for its last result, alone and while
//! the large one has thousands of resumes in work.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::{Value, json};

use crate::fleet::{Fleet, Tenant};
use crate::{processes, resumes};

/// How often a batch is asked for.
const LOOK: Duration = Duration::from_millis(20);
/// A batch that takes longer is stuck.
const PATIENCE: Duration = Duration::from_secs(120);
/// The large organization is at work once it has so many results.
const AT_WORK: u64 = 20;
/// Seals the organizations' keys; of no use to anybody.
const SERVER_KEY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// How many resumes the large organization has.
    #[arg(long, default_value_t = 5_000)]
    large: usize,
    /// How many the small one has.
    #[arg(long, default_value_t = 5)]
    small: usize,
    /// How long the model takes for an answer.
    #[arg(long, default_value_t = 2_000)]
    latency_ms: u64,
    /// How many worker processes there are.
    #[arg(long, default_value_t = 1)]
    workers: usize,
    /// How often the small organization is measured, alone and beside the large one.
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
    // The provider takes one key: the path tells the organizations' accounts apart.
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

/// How long a batch of the organization takes from the upload to its last result, for a job whose rubric nobody has read yet.
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
