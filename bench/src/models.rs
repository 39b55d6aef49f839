//! Evaluations by a model with a fixed latency: how close a fleet gets to the ideal time, whether a rate limit is
//! respected and used fully, and the worker's CPU time per call.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_testkit::{PROVIDER_KEY, TestProvider};
use reqwest::Body;

use crate::fleet::Fleet;
use crate::processes;
use crate::resumes;

/// Polling interval of the batch.
const LOOK: Duration = Duration::from_millis(50);
/// Time limit of a batch.
const PATIENCE: Duration = Duration::from_secs(900);
/// The window of the limit.
const MINUTE: Duration = Duration::from_secs(60);
/// At most this multiple of the ideal time, where no limit of requests applies.
const AIM_OF_IDEAL: f64 = 1.05;
/// At least this share of a limit of requests; more than all of it is never right.
const AIM_OF_LIMIT: f64 = 0.97;
/// At most this processor time for a call, in milliseconds.
const AIM_OF_CALL: f64 = 2.0;

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// The number of resumes.
    #[arg(long, default_value_t = 500)]
    resumes: usize,
    /// Latency of the model in milliseconds.
    #[arg(long, default_value_t = 2_000)]
    latency_ms: u64,
    /// Concurrent requests.
    #[arg(long, default_value_t = 50)]
    concurrency: u32,
    /// The numbers of worker processes to measure.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 3])]
    workers: Vec<usize>,
    /// Requests per minute; unlimited if absent.
    #[arg(long)]
    requests_per_minute: Option<u32>,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, resumes, latency_ms, concurrency, workers, requests_per_minute } = arguments;
    let latency = Duration::from_millis(latency_ms);
    println!("{}; {resumes} resumes, {latency_ms} ms a call, {concurrency} at a time.\n", processes::machine());
    println!(
        "| workers | took | of the ideal | calls | most in a minute | of the limit | processor time a call | missed |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for count in workers {
        let provider = TestProvider::start().await;
        provider.answer_after(latency);
        let mut env = vec![
            ("BOLE_AI_BASE_URL".to_owned(), provider.base_url()),
            ("BOLE_AI_MODEL".to_owned(), "good".to_owned()),
            ("BOLE_AI_API_KEY".to_owned(), PROVIDER_KEY.to_owned()),
            ("BOLE_AI_CONCURRENCY".to_owned(), concurrency.to_string()),
        ];
        env.extend(requests_per_minute.map(|limit| ("BOLE_AI_REQUESTS_PER_MINUTE".to_owned(), limit.to_string())));
        let mut fleet = Fleet::start_with(&bole, env).await?;
        fleet.workers(count)?;
        // The first resume extracts the job's rubric before the measurement.
        let first = resumes::archive(&resumes::mixed(1, &format!("first-{count}"))?)?;
        let length = first.len() as u64;
        let id = fleet.upload("first.zip", Body::from(first), length).await?;
        until_over(&fleet, &id, 1).await?;
        let asked_before = provider.arrivals().len();
        let files = resumes::mixed(resumes, &format!("models-{count}"))?;
        let archive = resumes::archive(&files)?;
        let length = archive.len() as u64;
        let before = worker_time(&fleet)?;
        let began = Instant::now();
        let id = fleet.upload("resumes.zip", Body::from(archive), length).await?;
        until_over(&fleet, &id, resumes).await?;
        let took = began.elapsed();
        let spent = worker_time(&fleet)?.saturating_sub(before);
        fleet.stop().await?;

        let arrivals = provider.arrivals();
        let calls = u32::try_from(arrivals.len() - asked_before)?;
        ensure!(calls > 0, "the model was never asked");
        let ideal = latency.mul_f64((f64::from(calls) / f64::from(concurrency)).ceil());
        let most = most_within(&arrivals, MINUTE);
        let of_limit = requests_per_minute.map(|limit| f64::from(most) / f64::from(limit));
        let share = of_limit.map_or(String::new(), |share| format!("{:.1} %", share * 100.0));
        let of_ideal = took.as_secs_f64() / ideal.as_secs_f64();
        let of_call = spent.as_secs_f64() * 1_000.0 / f64::from(calls);
        println!(
            "| {count} | {:.1} s | {of_ideal:.2} × | {calls} | {most} | {share} | {of_call:.2} ms | {} |",
            took.as_secs_f64(),
            missed(of_ideal, of_limit, of_call),
        );
        ensure!(of_limit.is_none_or(|share| share <= 1.0), "the limit of requests is exceeded");
    }
    Ok(())
}

/// The aims that these numbers miss.
fn missed(of_ideal: f64, of_limit: Option<f64>, of_call: f64) -> String {
    let is_late = of_limit.map_or(of_ideal > AIM_OF_IDEAL, |share| share < AIM_OF_LIMIT);
    let aims = [(is_late, "time"), (of_call > AIM_OF_CALL, "processor time")];
    aims.iter().filter(|(is_missed, _)| *is_missed).map(|(_, aim)| *aim).collect::<Vec<_>>().join(", ")
}

async fn until_over(fleet: &Fleet, id: &str, resumes: usize) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        let batch = fleet.get(&format!("/batches/{id}")).await?;
        let counts = batch["counts"].as_object().context("a batch without counts")?;
        let of = |state: &str| counts.get(state).and_then(serde_json::Value::as_u64).unwrap_or_default();
        if of("completed") == resumes as u64 {
            return Ok(());
        }
        ensure!(
            of("failed") + of("skipped") == 0 && began.elapsed() < PATIENCE,
            "the batch does not complete: {batch}"
        );
        tokio::time::sleep(LOOK).await;
    }
}

/// The workers' CPU time without that of their document children.
fn worker_time(fleet: &Fleet) -> anyhow::Result<Duration> {
    let mut spent = Duration::ZERO;
    for id in fleet.worker_ids()? {
        spent += processes::times(id)?.own;
    }
    Ok(spent)
}

/// The most timestamps within any window of this length; they are sorted.
fn most_within(moments: &[Instant], length: Duration) -> u32 {
    let (mut most, mut first) = (0, 0);
    for (at, moment) in moments.iter().enumerate() {
        while moment.duration_since(moments[first]) >= length {
            first += 1;
        }
        most = most.max(at - first + 1);
    }
    u32::try_from(most).unwrap_or(u32::MAX)
}
