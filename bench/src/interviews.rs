//! The schedule of ten thousand interviews, its first page compared with the same interviews by key; and drafts saved
//! by as many open cockpits as given, compared with the bare statement.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_domain::organization::Role;
use serde_json::{Value, json};
use sqlx::postgres::PgPoolOptions;
use sqlx::{Connection, Executor, PgConnection};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::fleet::Fleet;
use crate::processes;
use crate::reads::{Rate, http, pgbench, statements};

/// A page of the schedule.
const PAGE: usize = 200;
/// Connections of the bare statement, as many as the API has.
const CONNECTIONS: u32 = 24;
/// About as long as the notes of an hour's interview.
const NOTE: &str =
    "他讲清楚了为什么把结算从同步调用改为消息队列，也说明了失败后怎样补偿；追问容量估算时给出了具体数字。";
const NOTES: usize = 20;
/// What is not answered by then is not going to be.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// pgbench; without it, the one on the PATH or in a folder of PostgreSQL.
    #[arg(long)]
    pgbench: Option<PathBuf>,
    /// The number of scheduled interviews.
    #[arg(long, default_value_t = 10_000)]
    interviews: usize,
    /// The number of open cockpits.
    #[arg(long, default_value_t = 200)]
    cockpits: usize,
    /// Concurrent connections reading the schedule.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 16])]
    connections: Vec<usize>,
    /// Duration of each measurement in seconds.
    #[arg(long, default_value_t = 6)]
    seconds: u64,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, pgbench, interviews, cockpits, connections, seconds } = arguments;
    let pgbench = pgbench::find(pgbench)?;
    let within = Duration::from_secs(seconds);
    let machine = processes::machine();
    let fleet = Fleet::start(&bole).await?;
    let applications = plan(&fleet, interviews).await?;
    println!(
        "{machine}; PostgreSQL {}; {}; {seconds} s each.\n",
        fleet.postgres_version(),
        pgbench::version(&pgbench)?
    );

    let organization = format!("'{}'::uuid", fleet.organization_id());
    let asking = asking(&fleet).await?;
    // From a week ago, as the screen starts.
    let page = format!("/interview-schedules?from={}&limit={PAGE}", begin(&fleet).await?);
    let found = fleet.get(&page).await?;
    let items = found["items"].as_array().map_or(&[][..], Vec::as_slice);
    ensure!(items.len() == PAGE && found["total"].as_u64() >= Some(interviews as u64 / 2), "not the planned: {found}");
    let ids: Vec<String> =
        items.iter().filter_map(|item| item["id"].as_str()).map(|id| format!("'{id}'::uuid")).collect();
    let by_key =
        statements::with("ORDER BY array_position($2, s.id)", &[organization, format!("ARRAY[{}]", ids.join(", "))])?;
    let sent = format!("BEGIN;\n{asking};\n{by_key};\nROLLBACK;\n");
    println!("| {PAGE} of {interviews} interviews, connections | requests/s | by key/s | share | p99, ms | by key |");
    println!("|---|---|---|---|---|---|");
    for count in connections {
        let ours = http::measure(fleet.request(&page), None, None, count, within).await?;
        let bare = pgbench::measure(&pgbench, &fleet, &sent, count, within)?;
        println!(
            "| {count} | {:.0} | {:.0} | **{:.2}** | {:.1} | {:.1} |",
            ours.each_second,
            bare.each_second,
            ours.each_second / bare.each_second,
            milliseconds(ours.p99),
            milliseconds(bare.p99),
        );
    }

    let applications = &applications[..cockpits.min(applications.len())];
    let typing = keep_all(&fleet, applications, Some(Duration::from_secs(1)), within).await?;
    let ours = keep_all(&fleet, applications, None, within).await?;
    let bare = keep_bare(&fleet, applications, within).await?;
    println!("\n| drafts of {} cockpits | a second | p99, ms | of the bare statement |", applications.len());
    println!("|---|---|---|---|");
    println!("| each kept once a second | {:.0} | {:.1} | |", typing.each_second, milliseconds(typing.p99));
    println!(
        "| each kept as soon as the last is | {:.0} | {:.1} | **{:.2}** |",
        ours.each_second,
        milliseconds(ours.p99),
        ours.each_second / bare.each_second
    );
    println!(
        "| the bare statement, {CONNECTIONS} connections | {:.0} | {:.1} | |",
        bare.each_second,
        milliseconds(bare.p99)
    );
    fleet.stop().await
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Schedules the owner's interviews, one per hour around now, each with its own candidate; returns the applications.
async fn plan(fleet: &Fleet, interviews: usize) -> anyhow::Result<Vec<Uuid>> {
    let (organization, job): (Uuid, Uuid) = (fleet.organization_id().parse()?, fleet.job().parse()?);
    let ids: Vec<Uuid> = (0..interviews).map(|_| Uuid::now_v7()).collect();
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    for sql in [
        "INSERT INTO people (id, organization_id, name, email)
         SELECT id, $2, '候选人', id || '@example.com' FROM unnest($1::uuid[]) AS id WHERE $3::uuid IS NOT NULL",
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
         SELECT id, $2, $3, id, '线上面试', '已预约线上面试' FROM unnest($1::uuid[]) AS id",
        "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round, interviewer_id,
                                          interviewer_name, meeting_link)
         SELECT uuidv7(), $2, a.id, t.start_time, t.start_time + interval '45 minutes', 1, u.id, u.full_name,
                'https://meet.example.com/' || a.n
         FROM unnest($1::uuid[]) WITH ORDINALITY AS a(id, n)
         CROSS JOIN LATERAL (SELECT date_trunc('hour', now())
                                    + interval '1 hour' * (a.n - cardinality($1) / 2) AS start_time) t
         CROSS JOIN users u WHERE u.email = 'owner@example.com' AND $3::uuid IS NOT NULL",
    ] {
        sqlx::query(sql).bind(&ids).bind(organization).bind(job).execute(&mut connection).await?;
    }
    connection.execute("VACUUM ANALYZE").await?;
    connection.close().await?;
    Ok(ids)
}

/// The statement by which a request sets its actor.
async fn asking(fleet: &Fleet) -> anyhow::Result<String> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let session: Uuid = sqlx::query_scalar("SELECT id FROM sessions").fetch_one(&mut connection).await?;
    connection.close().await?;
    let roles: Vec<String> =
        Role::ALL.iter().filter(|role| role.sees_all_jobs()).map(|role| format!("'{role}'")).collect();
    let organization = format!("'{}'::uuid", fleet.organization_id());
    let values = [format!("'{session}'::uuid"), organization, format!("ARRAY[{}]", roles.join(", "))];
    statements::with("FROM who_is_asking(", &values)
}

/// A week ago, formatted for a URL.
async fn begin(fleet: &Fleet) -> anyhow::Result<String> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let begin = "SELECT to_char(now() AT TIME ZONE 'UTC' - interval '7 days', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')";
    let begin = sqlx::query_scalar(begin).fetch_one(&mut connection).await?;
    connection.close().await?;
    Ok(begin)
}

/// A cockpit's draft after this many notes.
fn draft(kept: usize) -> Value {
    let notes: serde_json::Map<String, Value> = (0..NOTES)
        .map(|question| (question.to_string(), json!({ "note": format!("{NOTE}{kept}"), "mark": 1 + kept % 4 })))
        .collect();
    json!({ "notes": notes, "adhoc": NOTE, "evaluation": NOTE })
}

/// Saves the draft of every cockpit repeatedly, with a pause or without.
async fn keep_all(
    fleet: &Fleet,
    applications: &[Uuid],
    pause: Option<Duration>,
    within: Duration,
) -> anyhow::Result<Rate> {
    // Connections are opened before the measurement.
    let begins = Instant::now() + Duration::from_secs(1);
    let mut cockpits = JoinSet::new();
    for (at, application) in applications.iter().enumerate() {
        let request = fleet.replacement(&format!("/interview-drafts/{application}"));
        // Starts are staggered.
        let first = pause.map_or(Duration::ZERO, |pause| pause.mul_f64(at as f64 / applications.len() as f64));
        cockpits.spawn(async move {
            let (client, request) = request.build_split();
            let request = request?;
            let (mut took, mut kept) = (Vec::new(), 0);
            tokio::time::sleep(first).await;
            loop {
                let mut one =
                    request.try_clone().ok_or_else(|| anyhow::anyhow!("a request that cannot be repeated"))?;
                let body = serde_json::to_vec(&json!({ "content": draft(kept) }))?;
                one.headers_mut().insert("content-type", "application/json".parse()?);
                *one.body_mut() = Some(body.into());
                let began = Instant::now();
                if began >= begins + within {
                    return anyhow::Ok(took);
                }
                client.execute(one).await?.error_for_status()?.bytes().await?;
                if began >= begins {
                    took.push(began.elapsed());
                }
                kept += 1;
                if let Some(pause) = pause {
                    tokio::time::sleep(pause.saturating_sub(began.elapsed())).await;
                }
            }
        });
    }
    let kept = tokio::time::timeout(within + PATIENCE, cockpits.join_all()).await.context("a draft is not answered")?;
    let mut all = Vec::new();
    for took in kept {
        all.extend(took?);
    }
    Rate::of(all, within)
}

/// The same drafts by the statement alone, each in its own transaction.
async fn keep_bare(fleet: &Fleet, applications: &[Uuid], within: Duration) -> anyhow::Result<Rate> {
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).connect(&fleet.database_url()).await?;
    let organization: Uuid = fleet.organization_id().parse()?;
    let user: Uuid = sqlx::query_scalar("SELECT id FROM users").fetch_one(&pool).await?;
    let next = std::sync::Arc::new(AtomicUsize::new(0));
    let (begins, mut writers) = (Instant::now(), JoinSet::new());
    for _ in 0..CONNECTIONS {
        let (pool, next, applications) = (pool.clone(), next.clone(), applications.to_vec());
        writers.spawn(async move {
            let sql = "INSERT INTO interview_drafts AS d (organization_id, application_id, user_id, content)
                       VALUES ($1, $2, $3, $4)
                       ON CONFLICT (organization_id, application_id, user_id) DO UPDATE
                       SET content = $4, version = d.version + 1, updated_at = now()";
            let mut took = Vec::new();
            while begins.elapsed() < within {
                let kept = next.fetch_add(1, Ordering::Relaxed);
                let application = applications[kept % applications.len()];
                let began = Instant::now();
                let query = sqlx::query(sql).bind(organization).bind(application).bind(user).bind(draft(kept));
                query.execute(&pool).await?;
                took.push(began.elapsed());
            }
            anyhow::Ok(took)
        });
    }
    let mut all = Vec::new();
    for took in writers.join_all().await {
        all.extend(took?);
    }
    pool.close().await;
    Rate::of(all, within)
}
