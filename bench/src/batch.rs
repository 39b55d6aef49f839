//! A thousand mixed resumes through the whole of Bole, from the first uploaded byte to the last evaluation, compared
//! with extraction alone.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_ai::{BuiltIn, JobContext, Judge, Resume};
use bole_documents::{DocumentFailure, Extraction, Limits, extract_bytes, profile};
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use reqwest::Body;

use crate::fleet::Fleet;
use crate::labelled;
use crate::processes::{self, Times};
use crate::resumes::{self, File};

/// Polling interval of the batch, shorter than the screen's 1.5 s and decreasing towards the end.
const LOOK: Duration = Duration::from_millis(250);
/// The shortest polling interval, which bounds the measurement error.
const LAST_LOOK: Duration = Duration::from_millis(20);
/// Time limit of a batch.
const PATIENCE: Duration = Duration::from_secs(600);

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// The number of resumes.
    #[arg(long, default_value_t = 1000)]
    resumes: usize,
    /// The number of runs.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// The numbers of worker processes to measure.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    workers: Vec<usize>,
}

/// One batch end to end, with the same files in this process on all cores before and after.
struct Run {
    workers: usize,
    /// Extraction alone.
    bare: [Duration; 2],
    /// Extraction, profile and evaluation: all computation for a resume.
    computed: [Duration; 2],
    whole: Duration,
    uploaded: Duration,
    unpacked: Duration,
    spent: Spent,
}

/// CPU time by process.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    pub readers: Duration,
    pub workers: Duration,
    pub api: Duration,
    pub postgres: Duration,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, resumes, runs, workers } = arguments;
    let machine = processes::machine();
    let judge = Evaluation::new().await?;
    let mut measured = Vec::new();
    let mut version = String::new();
    for run in 1..=runs {
        for &count in &workers {
            eprintln!("run {run} of {runs}: {count} worker processes");
            let fleet = Fleet::start(&bole).await?;
            fleet.postgres_version().clone_into(&mut version);
            measured.push(one(fleet, &judge, resumes, count, &format!("{run}-{count}")).await?);
        }
    }
    let cores = processes::cores();
    println!("{machine}; PostgreSQL {version}, fsync on; {resumes} resumes.\n");
    print_rates(&measured, resumes);
    print_times(&measured, resumes, cores);
    print_stages(&judge, &resumes::mixed(resumes.min(200), "stages")?).await
}

async fn one(mut fleet: Fleet, judge: &Evaluation, count: usize, workers: usize, salt: &str) -> anyhow::Result<Run> {
    let files = resumes::mixed(count, salt)?;
    let archive = resumes::archive(&files)?;
    let length = archive.len() as u64;
    fleet.workers(workers)?;
    let (bare_before, computed_before) = (bare(&files)?, computed(&files, judge)?);
    let before = spent(&fleet)?;

    let began = Instant::now();
    let id = fleet.upload("resumes.zip", Body::from(archive), length).await?;
    let uploaded = began.elapsed();
    let mut unpacked = None;
    let whole = loop {
        let batch = fleet.get(&format!("/batches/{id}")).await?;
        let now = began.elapsed();
        let counts = batch["counts"].as_object().context("a batch without counts")?;
        let of = |state: &str| counts.get(state).and_then(serde_json::Value::as_u64).unwrap_or_default();
        let all: u64 = counts.values().filter_map(serde_json::Value::as_u64).sum();
        if all == count as u64 {
            unpacked.get_or_insert(now);
        }
        if of("completed") == count as u64 {
            break now;
        }
        let ended = of("failed") + of("skipped");
        ensure!(ended == 0 && now < PATIENCE, "the batch does not complete: {batch}");
        let left = (count as f64 / of("completed").max(1) as f64 - 1.0) * now.as_secs_f64();
        tokio::time::sleep(Duration::from_secs_f64(left / 3.0).clamp(LAST_LOOK, LOOK)).await;
    };
    let spent = spent(&fleet)?.since(before);
    fleet.stop().await?;
    let bare = [bare_before, bare(&files)?];
    let computed = [computed_before, computed(&files, judge)?];
    Ok(Run { workers, bare, computed, whole, uploaded, unpacked: unpacked.unwrap_or(whole), spent })
}

/// The time for extracting the files on all cores in this process.
fn bare(files: &[File]) -> anyhow::Result<Duration> {
    on_all_cores(files, |file| Ok(read(file).map(drop)?))
}

/// The time for extracting and judging the files on all cores in this process.
fn computed(files: &[File], judge: &Evaluation) -> anyhow::Result<Duration> {
    let runtime = tokio::runtime::Handle::current();
    on_all_cores(files, |file| {
        let extraction = read(file)?;
        let profile = profile::read(&extraction.text, judge.today);
        runtime.block_on(judge.evaluate(&extraction, &profile))
    })
}

/// The time for processing each item on all cores in this process.
pub fn on_all_cores<T: Sync>(items: &[T], work: impl Fn(&T) -> anyhow::Result<()> + Sync) -> anyhow::Result<Duration> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..processes::cores() {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if work(item).is_ok() {
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let took = began.elapsed();
    ensure!(done.into_inner() == items.len(), "some of the resumes cannot be read or judged");
    Ok(took)
}

fn read(file: &File) -> Result<Extraction, DocumentFailure> {
    extract_bytes(&file.bytes, &file.name, &Limits::default())
}

/// A job, and what is needed to judge resumes for it.
pub struct Evaluation {
    job: JobContext,
    today: YearMonth,
}

impl Evaluation {
    /// For the job that every fleet has.
    pub async fn new() -> anyhow::Result<Self> {
        let jobs = labelled::read("testdata/labelled".as_ref())?;
        let job = jobs.into_iter().find(|job| job.name == "zh-backend-engineer").context("no such labelled job")?.brief;
        let rubric = Arc::new(BuiltIn.rubric(&job).await?);
        Ok(Self { job: JobContext::new(job, rubric), today: labelled::today()? })
    }

    async fn evaluate(&self, extraction: &Extraction, profile: &Profile) -> anyhow::Result<()> {
        let Extraction { text, hidden_text, .. } = extraction;
        self.judge(text, hidden_text, profile).await
    }

    /// Judges a resume that was read.
    pub async fn judge(&self, text: &str, hidden_text: &[String], profile: &Profile) -> anyhow::Result<()> {
        let resume = Resume { text, profile, hidden_text, today: self.today };
        bole_ai::evaluate(&BuiltIn, &self.job, &resume).await?;
        Ok(())
    }
}

/// CPU time used by the fleet's processes so far.
pub fn spent(fleet: &Fleet) -> anyhow::Result<Spent> {
    let Times { own: api, .. } = processes::times(fleet.api()?)?;
    let Times { own, descendants } = processes::times(fleet.postgres()?)?;
    let mut spent = Spent { api, postgres: own + descendants, ..Spent::default() };
    for worker in fleet.worker_ids()? {
        let Times { own, descendants } = processes::times(worker)?;
        spent.workers += own;
        spent.readers += descendants;
    }
    Ok(spent)
}

impl Spent {
    /// CPU time used since then.
    pub fn since(self, before: Self) -> Self {
        Self {
            readers: self.readers.saturating_sub(before.readers),
            workers: self.workers.saturating_sub(before.workers),
            api: self.api.saturating_sub(before.api),
            postgres: self.postgres.saturating_sub(before.postgres),
        }
    }

    fn total(self) -> Duration {
        self.readers + self.workers + self.api + self.postgres
    }
}

impl Run {
    /// The mean of extraction alone before and after the batch, in seconds.
    fn bare(&self) -> f64 {
        mean(self.bare)
    }

    /// The batch's throughput relative to extraction alone.
    fn share(&self) -> f64 {
        self.bare() / self.whole.as_secs_f64()
    }

    /// The same relative to all computation for a resume.
    fn share_of_computed(&self) -> f64 {
        mean(self.computed) / self.whole.as_secs_f64()
    }
}

/// In seconds.
pub fn mean([one, other]: [Duration; 2]) -> f64 {
    (one + other).as_secs_f64() / 2.0
}

fn print_rates(runs: &[Run], resumes: usize) {
    println!(
        "| worker processes | bare extraction before and after, s | with profile and evaluation, s | end to end, s \
         | resumes a second | **share of bare extraction** | share of all three | upload, s | last entry queued, s |\n\
         |---|---|---|---|---|---|---|---|---|"
    );
    for run in runs {
        println!(
            "| {} | {:.2}, {:.2} | {:.2}, {:.2} | {:.2} | {:.0} | **{:.2}** | {:.2} | {:.2} | {:.2} |",
            run.workers,
            run.bare[0].as_secs_f64(),
            run.bare[1].as_secs_f64(),
            run.computed[0].as_secs_f64(),
            run.computed[1].as_secs_f64(),
            run.whole.as_secs_f64(),
            resumes as f64 / run.whole.as_secs_f64(),
            run.share(),
            run.share_of_computed(),
            run.uploaded.as_secs_f64(),
            run.unpacked.as_secs_f64(),
        );
    }
    println!();
}

fn print_times(runs: &[Run], resumes: usize, cores: usize) {
    println!(
        "Processor time, in ms a resume; the rest is time in which the cores waited or did other things.\n\n\
         | worker processes | bare extraction | readers (children) | workers | API | PostgreSQL | the rest |\n\
         |---|---|---|---|---|---|---|"
    );
    for run in runs {
        let each = |seconds: f64| seconds * 1000.0 / resumes as f64;
        let available = run.whole.as_secs_f64() * cores as f64;
        println!(
            "| {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
            run.workers,
            each(run.bare() * cores as f64),
            each(run.spent.readers.as_secs_f64()),
            each(run.spent.workers.as_secs_f64()),
            each(run.spent.api.as_secs_f64()),
            each(run.spent.postgres.as_secs_f64()),
            each(available - run.spent.total().as_secs_f64()),
        );
    }
    println!();
}

/// Prints the computation for a resume by stage, on one core.
async fn print_stages(judge: &Evaluation, files: &[File]) -> anyhow::Result<()> {
    let began = Instant::now();
    let extractions: Vec<Extraction> = files.iter().map(read).collect::<Result<_, _>>()?;
    let extraction = began.elapsed();
    let began = Instant::now();
    let profiles: Vec<Profile> = extractions.iter().map(|read| profile::read(&read.text, judge.today)).collect();
    let profile = began.elapsed();
    let began = Instant::now();
    for (extraction, profile) in extractions.iter().zip(&profiles) {
        judge.evaluate(extraction, profile).await?;
    }
    let evaluation = began.elapsed();
    let each = |time: Duration| time.as_secs_f64() * 1000.0 / files.len() as f64;
    println!("On one core, in this process, in ms a resume:\n\n| extraction | profile | evaluation |\n|---|---|---|");
    println!("| {:.2} | {:.2} | {:.2} |\n", each(extraction), each(profile), each(evaluation));
    Ok(())
}
