//! A large ZIP to its own API process: memory, and the time until work starts.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use reqwest::Body;

use crate::fleet::Fleet;
use crate::{processes, resumes};

/// Polling interval of the batch.
const LOOK: Duration = Duration::from_millis(10);
/// Time limit for work to start.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// The size of the ZIP in MiB.
    #[arg(long, default_value_t = 1024)]
    mib: u64,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, mib } = arguments;
    let machine = processes::machine();
    let mut fleet = Fleet::start(&bole).await?;
    fleet.workers(1)?;
    let path = fleet.folder().join("large.zip");
    let entries = resumes::large_archive(&path, mib << 20)?;
    let length = std::fs::metadata(&path)?.len();
    let before = processes::peak_memory(fleet.api()?)?;

    let began = Instant::now();
    let file = tokio::fs::File::open(&path).await?;
    let batch = fleet.upload("large.zip", Body::from(file), length).await?;
    let accepted = Instant::now();
    let (mut running, mut completed) = (None, None);
    while completed.is_none() {
        anyhow::ensure!(accepted.elapsed() < PATIENCE, "nothing was evaluated in {} s", PATIENCE.as_secs());
        let counts = &fleet.get(&format!("/batches/{batch}")).await?["counts"];
        let count = |state: &str| counts[state].as_i64().context("a batch without counts");
        let after = accepted.elapsed();
        if count("processing")? + count("completed")? > 0 {
            running.get_or_insert(after);
        }
        if count("completed")? > 0 {
            completed = Some(after);
        }
        tokio::time::sleep(LOOK).await;
    }
    let peak = processes::peak_memory(fleet.api()?)?;
    let uploaded = accepted - began;
    let milliseconds = |time: Option<Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0);

    println!("{machine}; PostgreSQL {}; one worker process.\n", fleet.postgres_version());
    println!("| a ZIP of {} MiB with {entries} entries | measured | aim |\n|---|---|---|", length >> 20);
    println!(
        "| upload to 202, s ({:.0} MiB/s) | {:.1} | |",
        mib as f64 / uploaded.as_secs_f64(),
        uploaded.as_secs_f64()
    );
    println!("| peak memory of the API process before, MiB | {before:.0} | |");
    println!("| peak memory of the API process after, MiB | {peak:.0} | under 150 |");
    println!("| from the 202 to the first task running, ms | {:.0} | under 1000 |", milliseconds(running));
    println!("| from the 202 to the first task completed, ms | {:.0} | |", milliseconds(completed));
    println!();
    fleet.stop().await
}
