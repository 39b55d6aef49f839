//! Throughput and latency of the ledger, and of its peers on the same servers in the same run.

mod claim;
mod ours;
mod peers;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use bole_postgres::{Server, Settings};
use bole_testkit::services::Redis;

/// The levels of concurrency.
const LEVELS: [usize; 3] = [1, 10, 100];

#[derive(clap::Args)]
pub struct Arguments {
    /// Duration of each measurement in seconds.
    #[arg(long, default_value_t = 2)]
    seconds: u64,
    /// The number of runs; the table contains medians.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// The folder of the peers' scripts.
    #[arg(long, default_value = "bench/peers")]
    peers: PathBuf,
    /// Measure only the ledger.
    #[arg(long)]
    alone: bool,
    /// Skip the cost of a claim for the backlog.
    #[arg(long)]
    no_claim: bool,
}

/// Results of one queue: tasks per second by concurrency, and milliseconds.
#[derive(Debug, Default, serde::Deserialize)]
struct Measured {
    push: BTreeMap<usize, f64>,
    work: BTreeMap<usize, f64>,
    pickup: Pickup,
}

#[derive(Debug, Default, serde::Deserialize)]
struct Pickup {
    p50: f64,
    p95: f64,
}

impl Measured {
    /// The table's columns, in order.
    fn columns(&self) -> Vec<f64> {
        let rates = LEVELS.iter().map(|level| self.push[level]).chain(LEVELS.iter().map(|level| self.work[level]));
        rates.chain([self.pickup.p50, self.pickup.p95]).collect()
    }
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { seconds, runs, peers, alone, no_claim } = arguments;
    let for_each = Duration::from_secs(seconds);
    // On disk and durable, because the cost of commits is part of the measurement.
    let folder = tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o755)).tempdir()?;
    let options = [("max_connections", "300"), ("shared_buffers", "256MB"), ("max_wal_size", "4GB")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let server = Server::start(Settings { options: options.into(), ..Settings::new(folder.path()) }).await?;
    let redis = Redis::start()?;
    let url = server.url("bole");
    bole_store::migrate(&url).await?;

    let mut queues: Vec<(&str, Vec<Measured>)> = vec![("Bole", Vec::new())];
    if !alone {
        peers::install(&peers).await?;
        queues.extend(peers::NAMES.map(|name| (name, Vec::new())));
    }
    for run in 1..=runs {
        for (name, measured) in &mut queues {
            eprintln!("run {run} of {runs}: {name}");
            let one = match *name {
                "Bole" => ours::measure(&url, for_each).await,
                peer => peers::measure(&peers, peer, &url, &redis.url(), for_each).await,
            };
            measured.push(one.with_context(|| format!("cannot measure {name}"))?);
        }
    }
    print_rates(&queues, server.version());
    if !no_claim {
        claim::print(&url).await?;
    }
    server.stop().await?;
    Ok(())
}

fn print_rates(queues: &[(&str, Vec<Measured>)], version: &str) {
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    println!("PostgreSQL {version}, fsync on; Redis without persistence; {cores} cores; medians, no-op tasks.\n");
    println!(
        "| | push c1 | push c10 | push c100 | work c1 | work c10 | work c100 | pick-up p50 ms | p95 ms |\n\
         |---|---|---|---|---|---|---|---|---|"
    );
    let rows = queues.iter().map(|(name, runs)| (*name, medians(runs))).collect::<Vec<_>>();
    for (name, row) in &rows {
        let (rates, waits) = row.split_at(2 * LEVELS.len());
        let rates = rates.iter().map(|rate| format!("{rate:.0}"));
        let cells = rates.chain(waits.iter().map(|wait| format!("{wait:.1}"))).collect::<Vec<_>>();
        println!("| {name} | {} |", cells.join(" | "));
    }
    let Some(((_, ours), others)) = rows.split_first() else { return };
    for (name, row) in others {
        // More is better for rates, less for latencies: above 1 is ahead either way.
        let ratio = |n: usize| if n < 2 * LEVELS.len() { ours[n] / row[n] } else { row[n] / ours[n] };
        let cells = (0..row.len()).map(|n| format!("{:.1}×", ratio(n))).collect::<Vec<_>>();
        println!("| *Bole against {name}* | {} |", cells.join(" | "));
    }
    println!();
}

fn medians(runs: &[Measured]) -> Vec<f64> {
    let runs = runs.iter().map(Measured::columns).collect::<Vec<_>>();
    let columns = runs.first().map_or(0, Vec::len);
    (0..columns).map(|n| median(runs.iter().map(|run| run[n]).collect())).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    percentile(&mut values, 0.5)
}

/// A percentile of the values.
fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let index = (values.len() as f64 * share) as usize;
    values.get(index.min(values.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}
