//! Reads that screens repeat, over HTTP against `bole api`, compared with the same SQL run by pgbench: requests per second,
//! p95 and p99 at several numbers of connections. The SQL is that of a request: BEGIN, the caller's identity, the requested
//! data, ROLLBACK; and the two reads without the tenant transaction. A page of a list is compared with the same rows read by
//! key. Then the board of a job.

mod board;
mod dashboard;
pub mod http;
pub mod pgbench;
pub mod statements;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use bole_domain::email::EmailType;
use bole_domain::organization::Role;
use bole_domain::stage::{Stage, SubStatus};
use reqwest::Body;
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};

use crate::fleet::Fleet;
use crate::{processes, resumes};

/// Resumes that are really evaluated; other applications are copies under other names.
const EVALUATED: usize = 48;
/// Applications of a typical job.
const USUAL: i64 = 1_000;
/// Archived applications in the talent pool.
const POOL: i64 = 20_000;
/// Polling interval of the batch.
const LOOK: Duration = Duration::from_millis(100);
/// Time limit of the evaluation.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// pgbench; without it, the one on the PATH or in a folder of PostgreSQL.
    #[arg(long)]
    pgbench: Option<PathBuf>,
    /// Applications of the largest job.
    #[arg(long, default_value_t = 100_000)]
    applications: i64,
    /// Concurrent connections.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 16, 64])]
    connections: Vec<usize>,
    /// Only reads whose name contains this; `the board` for a job's pipeline.
    #[arg(long)]
    only: Option<String>,
    /// Duration of each measurement in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
}

/// A read as a request and as SQL.
struct Read {
    name: String,
    path: String,
    /// Sent as If-None-Match and answered with 304.
    etag: Option<String>,
    /// The second in which the periods of its requests end, each at a different moment.
    until: Option<String>,
    /// What it reads, in the order of its statements.
    reads: [String; 2],
}

impl Read {
    /// The SQL of the request.
    fn sent(&self) -> String {
        format!("BEGIN;\n{}ROLLBACK;\n", self.alone())
    }

    /// The reads without the transaction.
    fn alone(&self) -> String {
        let [asking, read] = &self.reads;
        format!("{asking};\n{read};\n")
    }
}

/// The result of one side.
pub struct Rate {
    pub each_second: f64,
    pub p95: Duration,
    pub p99: Duration,
}

impl Rate {
    /// From the individual durations.
    pub fn of(mut took: Vec<Duration>, within: Duration) -> anyhow::Result<Self> {
        ensure!(took.len() >= 20, "too few in {} s to tell the slowest of a hundred", within.as_secs());
        took.sort_unstable();
        let slowest = |of_hundred: usize| took[took.len() * of_hundred / 100];
        Ok(Self { each_second: took.len() as f64 / within.as_secs_f64(), p95: slowest(95), p99: slowest(99) })
    }
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, pgbench, applications, connections, only, seconds } = arguments;
    let wanted = |name: &str| only.as_deref().is_none_or(|only| name.contains(only));
    let pgbench = pgbench::find(pgbench)?;
    let within = Duration::from_secs(seconds);
    let machine = processes::machine();
    let mut fleet = Fleet::start(&bole).await?;
    fleet.workers(1)?;
    let task = evaluate(&fleet).await?;
    fleet.stop_workers().await?;
    let (usual, pool, board) = (fleet.another_job().await?, fleet.another_job().await?, fleet.another_job().await?);
    let jobs = [(applications, fleet.job()), (USUAL, &usual), (POOL, &pool), (board::APPLICATIONS, &board)];
    multiply(&fleet, &jobs).await?;
    board::spread(&fleet, &board).await?;
    dashboard::add_history(&fleet).await?;
    archive(&fleet, &pool).await?;
    let reads = reads(&fleet, &jobs, &task).await?;

    println!(
        "{machine}; PostgreSQL {}; {}; {seconds} s each.\n",
        fleet.postgres_version(),
        pgbench::version(&pgbench)?
    );
    println!(
        "| read | connections | requests/s | the same SQL/s | share | its reads alone/s | share | p95, ms | p99, ms | of the \
         SQL |\n|---|---|---|---|---|---|---|---|---|---|"
    );
    for read in reads.iter().filter(|read| wanted(&read.name)) {
        for &count in &connections {
            eprintln!("{} at {count}", read.name);
            let request = fleet.request(&read.path);
            let ours = http::measure(request, read.etag.as_deref(), read.until.as_deref(), count, within).await?;
            let bare = pgbench::measure(&pgbench, &fleet, &read.sent(), count, within)?;
            let alone = pgbench::measure(&pgbench, &fleet, &read.alone(), count, within)?;
            println!(
                "| {} | {count} | {:.0} | {:.0} | **{:.2}** | {:.0} | {:.2} | {:.1} | {:.1} | {:.1} |",
                read.name,
                ours.each_second,
                bare.each_second,
                ours.each_second / bare.each_second,
                alone.each_second,
                ours.each_second / alone.each_second,
                ours.p95.as_secs_f64() * 1000.0,
                ours.p99.as_secs_f64() * 1000.0,
                bare.p99.as_secs_f64() * 1000.0
            );
        }
    }
    println!();
    if wanted("the board of a job") {
        board::run(&fleet, &board, seconds).await?;
    }
    fleet.stop().await
}

/// Uploads, evaluates and promotes resumes; returns the id of a finished task.
async fn evaluate(fleet: &Fleet) -> anyhow::Result<String> {
    let archive = resumes::archive(&resumes::mixed(EVALUATED, "reads")?)?;
    let length = archive.len() as u64;
    let batch = fleet.upload("resumes.zip", Body::from(archive), length).await?;
    let evaluated = async {
        loop {
            let counts = fleet.get(&format!("/batches/{batch}")).await?["counts"].clone();
            if counts["completed"].as_u64() == Some(EVALUATED as u64) {
                return anyhow::Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::time::timeout(PATIENCE, evaluated).await.context("the resumes are not evaluated")??;
    fleet.post(&format!("/batches/{batch}/promote"), json!({})).await?;
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let task: sqlx::types::Uuid =
        sqlx::query_scalar("SELECT id FROM tasks WHERE kind = 'batch.unpack'").fetch_one(&mut connection).await?;
    connection.close().await?;
    Ok(task.to_string())
}

/// Fills the jobs with copies of the existing applications, each with its own person. Triggers are not fired: the foreign
/// keys hold by construction.
async fn multiply(fleet: &Fleet, jobs: &[(i64, &str)]) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let numbers = jobs.iter().map(|(count, job)| {
        format!(
            "SELECT '{job}'::uuid FROM generate_series(1, {count} - (SELECT count(*) FROM applications WHERE job_id = '{job}'))"
        )
    });
    let numbers = numbers.collect::<Vec<_>>().join(" UNION ALL ");
    let sql = format!(
        "SET session_replication_role = replica;
         CREATE TEMP TABLE copies AS
         SELECT n, job, uuidv7() AS person, uuidv7() AS resume, a.id AS of, a.person_id AS of_person, a.resume_id AS of_resume
         FROM (SELECT row_number() OVER () AS n, job FROM ({numbers}) AS jobs (job)) AS numbers
         JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM applications) a
           ON a.place = n % (SELECT count(*) FROM applications);
         INSERT INTO people (id, organization_id, name, email, phone, current_company, current_position, education, skills,
                             total_years_of_experience)
         SELECT c.person, p.organization_id, p.name || ' ' || c.n, 'copy' || c.n || '@example.com', p.phone,
                p.current_company, p.current_position, p.education, p.skills, p.total_years_of_experience
         FROM copies c JOIN people p ON p.id = c.of_person;
         INSERT INTO resumes (id, organization_id, person_id, file_id, file_name, total_years_of_experience)
         SELECT c.resume, r.organization_id, c.person, r.file_id, r.file_name, r.total_years_of_experience
         FROM copies c JOIN resumes r ON r.id = c.of_resume;
         INSERT INTO applications (id, organization_id, job_id, person_id, resume_id, status, sub_status, evaluation_id,
                                   overall_score, recommendation_level)
         SELECT uuidv7(), a.organization_id, c.job, c.person, c.resume, a.status,
                a.sub_status, a.evaluation_id, a.overall_score, a.recommendation_level
         FROM copies c JOIN applications a ON a.id = c.of;
         DROP TABLE copies;"
    );
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await?;
    connection.execute("VACUUM ANALYZE").await?;
    Ok(connection.close().await?)
}

/// Archives the job's applications, one per minute.
async fn archive(fleet: &Fleet, job: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let sql = format!(
        "WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM applications WHERE job_id = '{job}')
         UPDATE applications a
         SET is_archived = true, archive_reason = 'future_opportunity', archived_at = now() - interval '1 minute' * b.n
         FROM numbered b WHERE b.id = a.id"
    );
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await?;
    connection.execute("VACUUM ANALYZE applications").await?;
    Ok(connection.close().await?)
}

/// The reads: a page and the head of each job, a page of the talent pool, and a task.
async fn reads(fleet: &Fleet, jobs: &[(i64, &str)], task: &str) -> anyhow::Result<Vec<Read>> {
    let id = |id: &str| format!("'{id}'::uuid");
    let organization = id(fleet.organization_id());
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let session: sqlx::types::Uuid = sqlx::query_scalar("SELECT id FROM sessions").fetch_one(&mut connection).await?;
    let second = r#"SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')"#;
    let second: String = sqlx::query_scalar(second).fetch_one(&mut connection).await?;
    connection.close().await?;
    let see_all_jobs = Role::ALL.iter().filter(|role| role.sees_all_jobs()).map(|role| format!("'{role}'"));
    let see_all_jobs = see_all_jobs.collect::<Vec<_>>().join(", ");
    let asking = [id(&session.to_string()), organization.clone(), format!("ARRAY[{see_all_jobs}]")];
    let asking = statements::with("FROM who_is_asking(", &asking)?;
    // For comparison: the same fifty rows by key.
    let keys = |found: &Value| {
        let ids = found["items"].as_array().into_iter().flatten().filter_map(|item| item["id"].as_str());
        format!("ARRAY[{}]", ids.map(id).collect::<Vec<_>>().join(", "))
    };
    let behind_asking = |read: String| [asking.clone(), read];

    let mut reads = Vec::new();
    for &(count, job) in jobs.iter().filter(|(count, _)| ![POOL, board::APPLICATIONS].contains(count)) {
        let list = format!("/applications?job_id={job}&limit=50");
        let found: Value = fleet.get(&list).await?;
        ensure!(found["items"].as_array().is_some_and(|items| items.len() == 50), "the list has no full page");
        ensure!(found["total"].as_i64() == Some(count), "the job has {} applications", found["total"]);
        let letter =
            [SubStatus::OfferIntentPending.as_str(), EmailType::OfferIntent.as_str()].map(|text| format!("'{text}'"));
        let [pending, intent] = letter;
        let page = [organization.clone(), keys(&found), pending, intent];
        reads.push(Read {
            name: format!("50 of a job's {count} applications, beside fifty rows by key"),
            reads: behind_asking(statements::with("resume_file_name?", &page)?),
            path: list,
            etag: None,
            until: None,
        });
        let [review, archived] = [Stage::AiReview, Stage::Archived].map(|stage| format!("'{stage}'"));
        let head = [organization.clone(), format!("ARRAY[{}]", id(job)), review, archived];
        reads.push(Read {
            name: format!("the job of {count}"),
            reads: behind_asking(statements::with("j.id = ANY($2)", &head)?),
            path: format!("/jobs/{job}"),
            etag: None,
            until: None,
        });
    }
    let list = "/talent-pool?limit=50";
    let found: Value = fleet.get(list).await?;
    ensure!(found["total"].as_i64() == Some(POOL), "the pool has {} entries", found["total"]);
    reads.push(Read {
        name: format!("50 of a talent pool of {POOL}, beside fifty rows by key"),
        reads: behind_asking(statements::with("AS \"archived_at!\"", &[organization.clone(), keys(&found)])?),
        path: list.to_owned(),
        etag: None,
        until: None,
    });
    let applications: i64 = jobs.iter().map(|(count, _)| count).sum();
    // Answers are cached for ten seconds, so each request uses its own period to measure the cost of counting.
    for (how, until) in [("counted for each request", Some(second)), ("kept for ten seconds", None)] {
        reads.push(Read {
            name: format!(
                "the dashboard, {how}: 30 days of {applications} applications and {} changes",
                applications * dashboard::CHANGES
            ),
            reads: behind_asking(dashboard::look(&organization)?),
            path: "/dashboard".to_owned(),
            etag: None,
            until,
        });
    }
    let polled = format!("/tasks/{task}");
    let one = [organization, id(task)];
    reads.push(Read {
        name: "a task, answered 304".to_owned(),
        reads: behind_asking(statements::with("WHERE t.organization_id = $1 AND t.id = $2", &one)?),
        etag: Some(fleet.etag(&polled).await?),
        until: None,
        path: polled,
    });
    Ok(reads)
}
