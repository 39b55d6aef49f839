//! A year's metrics as files: a workbook with every application, and a PDF. Measures duration and the worker's
//! memory.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};

use crate::fleet::Fleet;
use crate::processes;

/// Polling interval of the task.
const LOOK: Duration = Duration::from_millis(20);
/// Time limit.
const PATIENCE: Duration = Duration::from_secs(100);

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// Applications, each a row of the workbook.
    #[arg(long, default_value_t = 50_000)]
    rows: i64,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, rows } = arguments;
    let machine = processes::machine();
    let mut fleet = Fleet::start(&bole).await?;
    fill(&fleet, rows).await?;
    fleet.workers(1)?;
    let worker = *fleet.worker_ids()?.first().context("no worker")?;
    // The smallest export first, for the worker's memory baseline.
    let period = json!({ "from": "2020-01-01", "to": "2020-01-31" });
    export(&fleet, "pdf", period, false).await?;
    let before = processes::peak_memory(worker)?;

    println!("{machine}; PostgreSQL {}; one worker process.\n", fleet.postgres_version());
    println!(
        "| export of {rows} applications | seconds | bytes | peak memory of the worker so far, MiB |\n|---|---|---|---|"
    );
    println!("| *before* | | | {before:.0} |");
    for (format, names, what) in
        [("pdf", false, "figures as a document"), ("xlsx", true, "workbook with a row for each application")]
    {
        let year = json!({ "from": "2020-01-01", "to": "2029-12-31" });
        let (took, size) = export(&fleet, format, year, names).await?;
        println!("| {what} | {:.2} | {size} | {:.0} |", took.as_secs_f64(), processes::peak_memory(worker)?);
    }
    println!();
    fleet.stop().await
}

/// Requests a file and waits for it: the total duration, and the content.
async fn export(fleet: &Fleet, format: &str, period: Value, names: bool) -> anyhow::Result<(Duration, i64)> {
    let mut asked = json!({ "format": format, "language": "en-US", "names": names });
    if let (Some(asked), Value::Object(period)) = (asked.as_object_mut(), period) {
        asked.extend(period);
    }
    let began = Instant::now();
    let task = fleet.post("/dashboard/export", asked).await?;
    let path = format!("/tasks/{}", task["id"].as_str().context("no task")?);
    let over = async {
        loop {
            let task = fleet.get(&path).await?;
            match task["status"].as_str() {
                Some("completed") => return anyhow::Ok(began.elapsed()),
                Some("failed") => anyhow::bail!("the export failed: {task}"),
                _ => tokio::time::sleep(LOOK).await,
            }
        }
    };
    let took = tokio::time::timeout(PATIENCE, over).await.context("the export is not made")??;
    let list = fleet.get("/exports?limit=1").await?;
    let size = list["items"][0]["size"].as_i64().context("no file")?;
    ensure!(size > 0, "the file is empty");
    Ok((took, size))
}

/// Applications of a year in all stages, with sources.
async fn fill(fleet: &Fleet, rows: i64) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let (organization, job) = (fleet.organization_id(), fleet.job());
    let sql = format!(
        "CREATE TEMP TABLE new AS
         SELECT n, uuidv7() AS person, uuidv7() AS id, now() - interval '365 days' * (n / {rows}.0) AS at
         FROM generate_series(1, {rows}) n;
         INSERT INTO people (id, organization_id, name, email)
         SELECT person, '{organization}', '候选人 Candidate ' || n, 'candidate' || n || '@example.com' FROM new;
         INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status, overall_score,
                                   recommendation_level, source, created_at, sub_status_since, is_archived, archive_reason,
                                   archived_at)
         SELECT id, '{organization}', '{job}', person, CASE WHEN n % 3 = 0 THEN '归档' ELSE 'AI评审' END,
                CASE WHEN n % 3 = 0 THEN '已淘汰' ELSE 'AI推荐建联' END, n % 1000 / 10.0,
                CASE WHEN n % 2 = 0 THEN '推荐' ELSE '一般' END, CASE WHEN n % 4 = 0 THEN 'email' ELSE 'batch' END, at, at,
                n % 3 = 0, CASE WHEN n % 3 = 0 THEN 'other' END, CASE WHEN n % 3 = 0 THEN at END
         FROM new;
         INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind, created_at)
         SELECT uuidv7(), '{organization}', id, 'AI评审', 'AI推荐建联', 'ai', at FROM new;
         DROP TABLE new;"
    );
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await?;
    connection.execute("VACUUM ANALYZE").await?;
    Ok(connection.close().await?)
}
