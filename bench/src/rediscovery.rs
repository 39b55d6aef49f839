//! A talent pool ranked for a job, from the request to the last evaluation, compared with judging the same readings
//! in one process on all cores.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_domain::profile::Profile;
use reqwest::Body;
use serde_json::{Value, json};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, raw_sql};

use crate::batch::{Evaluation, Spent, mean, on_all_cores, spent};
use crate::fleet::Fleet;
use crate::{processes, resumes};

/// Resumes that are really read; the others have copies of their readings.
const READ: usize = 96;
/// Polling interval of the batch, shorter than the screen's 1.5 s and decreasing towards the end.
const LOOK: Duration = Duration::from_millis(250);
/// The shortest polling interval, which bounds the measurement error.
const LAST_LOOK: Duration = Duration::from_millis(20);
/// Time limit.
const PATIENCE: Duration = Duration::from_secs(900);
/// The target throughput relative to judging alone.
const AIM: f64 = 0.7;

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// The number of people in the pool.
    #[arg(long, default_value_t = 10_000)]
    people: usize,
    /// The number of worker processes.
    #[arg(long, default_value_t = 1)]
    workers: usize,
}

/// A resume's reading.
type Reading = (String, Vec<String>, Profile);

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, people, workers } = arguments;
    ensure!(people >= READ, "the pool has at least {READ} people");
    let machine = processes::machine();
    let judge = Evaluation::new().await?;
    let mut fleet = Fleet::start(&bole).await?;
    fleet.workers(workers)?;
    let applied = fleet.job().to_owned();
    read_resumes(&fleet).await?;
    fill_pool(&fleet, &applied, people).await?;
    let readings = readings(&fleet).await?;
    let job = fleet.another_job().await?;

    eprintln!("judging {people} readings alone");
    let before = alone(&readings, people, &judge)?;
    eprintln!("ranking a pool of {people}");
    let used = spent(&fleet)?;
    let began = Instant::now();
    let ranking = fleet.post("/talent-pool/rank", json!({ "job_id": job })).await?;
    let batch = ranking["batch"]["id"].as_str().context("a ranking without a batch")?.to_owned();
    let (queued, whole) = until_ranked(&fleet, &batch, people, began).await?;
    let used = spent(&fleet)?.since(used);
    eprintln!("judging {people} readings alone, again");
    let after = alone(&readings, people, &judge)?;
    files_untouched(&fleet, people).await?;

    let share = mean([before, after]) / whole.as_secs_f64();
    println!(
        "{machine}; PostgreSQL {}, fsync on; {people} people, {workers} worker processes.\n",
        fleet.postgres_version()
    );
    println!(
        "| judging alone before and after, s | ranked end to end, s | last entry queued, s | people a second \
         | **share of judging alone** | aim |\n|---|---|---|---|---|---|"
    );
    println!(
        "| {:.2}, {:.2} | {:.2} | {:.2} | {:.0} | **{share:.2}** | at least {AIM} |\n",
        before.as_secs_f64(),
        after.as_secs_f64(),
        whole.as_secs_f64(),
        queued.as_secs_f64(),
        people as f64 / whole.as_secs_f64(),
    );
    print_times(used, people, mean([before, after]), whole);
    fleet.stop().await
}

fn print_times(used: Spent, people: usize, alone: f64, whole: Duration) {
    let each = |seconds: f64| seconds * 1000.0 / people as f64;
    let cores = processes::cores() as f64;
    let Spent { readers, workers, api, postgres } = used;
    let rest = whole.as_secs_f64() * cores - (readers + workers + api + postgres).as_secs_f64();
    println!(
        "Processor time, in ms a person; the rest is time in which the cores waited or did other things.\n\n\
         | judging alone | judging (children) | workers | API | PostgreSQL | the rest |\n|---|---|---|---|---|---|"
    );
    println!(
        "| {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |\n",
        each(alone * cores),
        each(readers.as_secs_f64()),
        each(workers.as_secs_f64()),
        each(api.as_secs_f64()),
        each(postgres.as_secs_f64()),
        each(rest),
    );
}

/// Uploads, evaluates and promotes resumes.
async fn read_resumes(fleet: &Fleet) -> anyhow::Result<()> {
    let archive = resumes::archive(&resumes::mixed(READ, "rediscovery")?)?;
    let length = archive.len() as u64;
    let batch = fleet.upload("resumes.zip", Body::from(archive), length).await?;
    until_ranked(fleet, &batch, READ, Instant::now()).await?;
    fleet.post(&format!("/batches/{batch}/promote"), json!({})).await?;
    Ok(())
}

/// Waits for the batch: when its last entry was queued, and when the last was evaluated.
async fn until_ranked(
    fleet: &Fleet,
    batch: &str,
    count: usize,
    began: Instant,
) -> anyhow::Result<(Duration, Duration)> {
    let mut queued = None;
    loop {
        let found: Value = fleet.get(&format!("/batches/{batch}")).await?;
        let now = began.elapsed();
        let counts = found["counts"].as_object().context("a batch without counts")?;
        let of = |state: &str| counts.get(state).and_then(Value::as_u64).unwrap_or_default();
        let all: u64 = counts.values().filter_map(Value::as_u64).sum();
        if all == count as u64 {
            queued.get_or_insert(now);
        }
        if of("completed") == count as u64 {
            return Ok((queued.unwrap_or(now), now));
        }
        ensure!(of("failed") + of("skipped") == 0 && now < PATIENCE, "the batch does not complete: {found}");
        let left = (count as f64 / of("completed").max(1) as f64 - 1.0) * now.as_secs_f64();
        tokio::time::sleep(Duration::from_secs_f64(left / 3.0).clamp(LAST_LOOK, LOOK)).await;
    }
}

/// Archives everyone and fills the pool with people who have copies of the resumes and readings.
async fn fill_pool(fleet: &Fleet, job: &str, people: usize) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let sql = format!(
        "CREATE TEMP TABLE copies AS
         SELECT n, uuidv7() AS person, uuidv7() AS resume, uuidv7() AS file, a.id AS of, a.person_id AS of_person,
                r.id AS of_resume, r.file_id AS of_file
         FROM generate_series(1, {people} - (SELECT count(*) FROM applications WHERE job_id = '{job}')) AS n
         JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM applications WHERE job_id = '{job}') a
           ON a.place = n % (SELECT count(*) FROM applications WHERE job_id = '{job}')
         JOIN resumes r ON r.id = a.resume_id;
         INSERT INTO people (id, organization_id, name, email, phone, current_company, current_position, education, skills,
                             total_years_of_experience)
         SELECT c.person, p.organization_id, p.name || ' ' || c.n, 'copy' || c.n || '@example.com', p.phone,
                p.current_company, p.current_position, p.education, p.skills, p.total_years_of_experience
         FROM copies c JOIN people p ON p.id = c.of_person;
         INSERT INTO files (id, organization_id, sha256, size, media_type, storage_key)
         SELECT c.file, f.organization_id, encode(sha256(('copy ' || c.n)::bytea), 'hex'), f.size, f.media_type,
                'nowhere/' || c.n
         FROM copies c JOIN files f ON f.id = c.of_file;
         INSERT INTO file_texts (organization_id, file_id, text, hidden_text, profile, pages, extraction_version)
         SELECT t.organization_id, c.file, t.text, t.hidden_text,
                jsonb_set(t.profile, '{{email}}', to_jsonb('copy' || c.n || '@example.com')), t.pages, t.extraction_version
         FROM copies c JOIN file_texts t ON t.file_id = c.of_file;
         INSERT INTO resumes (id, organization_id, person_id, file_id, file_name, total_years_of_experience)
         SELECT c.resume, r.organization_id, c.person, c.file, r.file_name, r.total_years_of_experience
         FROM copies c JOIN resumes r ON r.id = c.of_resume;
         INSERT INTO applications (id, organization_id, job_id, person_id, resume_id, status, sub_status, evaluation_id,
                                   overall_score, recommendation_level)
         SELECT uuidv7(), a.organization_id, a.job_id, c.person, c.resume, a.status, a.sub_status, a.evaluation_id,
                a.overall_score, a.recommendation_level
         FROM copies c JOIN applications a ON a.id = c.of;
         UPDATE applications SET is_archived = true, archive_reason = 'future_opportunity', archived_at = now()
         WHERE job_id = '{job}';
         DROP TABLE copies;"
    );
    connection.execute(raw_sql(AssertSqlSafe(sql))).await?;
    connection.execute("VACUUM ANALYZE").await?;
    Ok(connection.close().await?)
}

/// The readings of the resumes that were really read.
async fn readings(fleet: &Fleet) -> anyhow::Result<Vec<Reading>> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let rows: Vec<(String, Json<Vec<String>>, Json<Profile>)> = sqlx::query_as(
        "SELECT t.text, t.hidden_text, t.profile FROM file_texts t JOIN files f ON f.id = t.file_id
         WHERE f.storage_key NOT LIKE 'nowhere/%' ORDER BY t.file_id",
    )
    .fetch_all(&mut connection)
    .await?;
    connection.close().await?;
    Ok(rows.into_iter().map(|(text, hidden, profile)| (text, hidden.0, profile.0)).collect())
}

/// The time for judging this many readings on all cores in this process.
fn alone(readings: &[Reading], people: usize, judge: &Evaluation) -> anyhow::Result<Duration> {
    let runtime = tokio::runtime::Handle::current();
    let all: Vec<&Reading> = readings.iter().cycle().take(people).collect();
    on_all_cores(&all, |(text, hidden, profile)| runtime.block_on(judge.judge(text, hidden, profile)))
}

/// The copies have no files, so their ranking used stored readings.
async fn files_untouched(fleet: &Fleet, people: usize) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let missing: i64 = sqlx::query_scalar("SELECT count(*) FROM files WHERE storage_key LIKE 'nowhere/%'")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    ensure!(usize::try_from(missing)? >= people - READ, "the pool has files that could have been read");
    Ok(())
}
