//! A job's pipeline: size of the first view, latency while many users poll it, moving a thousand candidates at once
//! compared with the bare statement, and latency of live events.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::Response;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use serde_json::{Value, json};
use sqlx::types::Uuid;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, raw_sql};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval_at, timeout};

use crate::fleet::Fleet;

/// Applications in the pipeline.
pub const APPLICATIONS: i64 = 5_000;
const BOARDS: u32 = 16;
/// Polling interval of counts and first cards.
const POLL: Duration = Duration::from_secs(1);
/// Candidates moved at once, and the number of moves.
const MOVED: usize = 1_000;
const ROUNDS: usize = 7;
/// Browsers receiving events, and the number of changes.
const STREAMS: usize = 200;
/// As many as a user may have.
const STREAMS_EACH: usize = 20;
const CHANGES: usize = 30;
const PATIENCE: Duration = Duration::from_secs(30);
/// The stages shown.
const LANES: [&str; 2] = ["线上面试", "线下面试"];

/// Distributes the job's applications over the stages: a fifth in AI review, three fifths in online interviews, a
/// fifth in onsite ones.
pub async fn spread(fleet: &Fleet, job: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let sql = format!(
        "WITH placed AS (SELECT id, row_number() OVER (ORDER BY id) % 5 AS place FROM applications WHERE job_id = '{job}')
         UPDATE applications a
         SET status = CASE WHEN p.place < 4 THEN '线上面试' ELSE '线下面试' END,
             sub_status = CASE WHEN p.place < 4 THEN '已完成面试' ELSE '待发线下面试邀请' END
         FROM placed p WHERE p.id = a.id AND p.place > 0"
    );
    connection.execute(raw_sql(AssertSqlSafe(sql))).await?;
    connection.execute("VACUUM ANALYZE applications").await?;
    Ok(connection.close().await?)
}

/// Measures and prints one table.
pub async fn run(fleet: &Fleet, job: &str, seconds: u64) -> anyhow::Result<()> {
    println!("The board of {APPLICATIONS} applications:\n\n| | measured | target |\n|---|---|---|");
    let weight = first_view(fleet, job).await?;
    println!("| first view, counts and two lanes of 50 cards, gzipped, bytes | {weight} | under 60,000 |");
    let (slowest, requests) = poll(fleet, job, Duration::from_secs(seconds)).await?;
    println!(
        "| {BOARDS} boards, each requesting counts and cards every second: p95 of {requests} requests, ms \
         | {:.1} | under 50 |",
        milliseconds(slowest)
    );
    let (ours, bare) = moves(fleet, job).await?;
    println!(
        "| {MOVED} moved in one call, compared with the bare update and history in one statement, medians, ms | {:.0}, {:.0}: \
         **{:.1} ×** | at most 3 × |",
        milliseconds(ours),
        milliseconds(bare),
        ours.as_secs_f64() / bare.as_secs_f64()
    );
    let heard = events(fleet, job).await?;
    println!(
        "| from a move to the event in another browser, {STREAMS} open streams, p95, ms | {:.1} | under 200 |\n",
        milliseconds(heard)
    );
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The 95th percentile.
fn slowest_of_twenty(mut times: Vec<Duration>) -> anyhow::Result<Duration> {
    times.sort_unstable();
    times.get(times.len() * 95 / 100).copied().context("nothing was measured")
}

/// The requests of the first view.
fn paths(job: &str) -> Vec<String> {
    let lanes = LANES.iter().map(|lane| format!("/jobs/{job}/board?status={lane}&sort=newest&limit=50"));
    [format!("/jobs/{job}/lanes")].into_iter().chain(lanes).collect()
}

async fn first_view(fleet: &Fleet, job: &str) -> anyhow::Result<usize> {
    let mut weight = 0;
    for path in paths(job) {
        let response = fleet.request(&path).header(ACCEPT_ENCODING, "gzip").send().await?.error_for_status()?;
        let encoding = response.headers().get(CONTENT_ENCODING).map(|encoding| encoding.to_str()).transpose()?;
        ensure!(encoding == Some("gzip"), "{path} is not compressed");
        weight += response.bytes().await?.len();
    }
    Ok(weight)
}

/// The 95th percentile of the requests, and their number.
async fn poll(fleet: &Fleet, job: &str, within: Duration) -> anyhow::Result<(Duration, usize)> {
    let begins = tokio::time::Instant::now() + POLL;
    let mut boards = JoinSet::new();
    for board in 0..BOARDS {
        let requests: Vec<_> = paths(job).iter().map(|path| fleet.request(path)).collect();
        boards.spawn(async move {
            // Starts are staggered.
            let mut tick = interval_at(begins + POLL * board / BOARDS, POLL);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut took = Vec::new();
            loop {
                let asked = tick.tick().await;
                if asked >= begins + within {
                    return anyhow::Ok(took);
                }
                for request in &requests {
                    let request = request.try_clone().context("a read has no body")?;
                    let began = Instant::now();
                    request.send().await?.error_for_status()?.bytes().await?;
                    took.push(began.elapsed());
                }
            }
        });
    }
    let mut all = Vec::new();
    for took in boards.join_all().await {
        all.extend(took?);
    }
    let requests = all.len();
    Ok((slowest_of_twenty(all)?, requests))
}

/// The median time of moving a thousand candidates by one call, and back by one bare statement, alternately.
async fn moves(fleet: &Fleet, job: &str) -> anyhow::Result<(Duration, Duration)> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let ids: Vec<Uuid> =
        sqlx::query_scalar("SELECT id FROM applications WHERE job_id = $1 AND status = $2 ORDER BY id LIMIT $3")
            .bind(job.parse::<Uuid>()?)
            .bind(LANES[0])
            .bind(i64::try_from(MOVED)?)
            .fetch_all(&mut connection)
            .await?;
    ensure!(ids.len() == MOVED, "only {} candidates to move", ids.len());
    let body = json!({ "ids": ids });
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let answer = fleet.post("/applications/drag", body.clone()).await?;
        ours.push(began.elapsed());
        let moved =
            answer["results"].as_array().into_iter().flatten().filter(|result| result["status"] == "ok").count();
        ensure!(moved == MOVED, "{moved} were moved: {}", answer["results"][0]);

        let began = Instant::now();
        sqlx::query(
            "WITH moved AS (
                 UPDATE applications SET status = '线上面试', sub_status = '已完成面试', sub_status_since = now(),
                                         version = version + 1, updated_at = now()
                 WHERE organization_id = $1 AND id = ANY ($2) RETURNING id, version)
             INSERT INTO application_events (id, organization_id, application_id, move, from_status, from_sub_status,
                                             to_status, to_sub_status, actor_kind, version)
             SELECT uuidv7(), $1, id, 'take_back', '线下面试', '待发线下面试邀请', '线上面试', '已完成面试', 'person', version
             FROM moved",
        )
        .bind(fleet.organization_id().parse::<Uuid>()?)
        .bind(&ids)
        .execute(&mut connection)
        .await?;
        bare.push(began.elapsed());
    }
    connection.close().await?;
    ours.sort_unstable();
    bare.sort_unstable();
    Ok((ours[ROUNDS / 2], bare[ROUNDS / 2]))
}

/// The time from the request that moves a candidate until another browser receives the event: the 95th percentile.
async fn events(fleet: &Fleet, job: &str) -> anyhow::Result<Duration> {
    let (heard, mut hearing) = mpsc::unbounded_channel();
    let mut streams = JoinSet::new();
    for number in 0..STREAMS / STREAMS_EACH {
        let colleague = fleet.colleague(number).await?;
        for _ in 0..STREAMS_EACH {
            let response = fleet.request_by(&colleague, "/events").send().await?.error_for_status()?;
            streams.spawn(listen(response, heard.clone()));
        }
    }
    // Each stream confirms its start first.
    for _ in 0..STREAMS {
        timeout(PATIENCE, hearing.recv()).await.context("a stream does not open")?;
    }
    let found: Value = fleet.get(&format!("/jobs/{job}/board?status={}&limit={CHANGES}", LANES[0])).await?;
    let mut took = Vec::new();
    for card in found["items"].as_array().context("no candidates to move")? {
        let began = Instant::now();
        let answer = fleet.post("/applications/drag", json!({ "ids": [card["id"]] })).await?;
        ensure!(answer["results"][0]["status"] == "ok", "not moved: {}", answer["results"][0]);
        for _ in 0..STREAMS {
            let at: Instant =
                timeout(PATIENCE, hearing.recv()).await.context("a change is not heard of")?.context("closed")?;
            took.push(at.duration_since(began));
        }
    }
    streams.shutdown().await;
    slowest_of_twenty(took)
}

/// Reports the stream's start and every change of an application.
async fn listen(mut response: Response, heard: mpsc::UnboundedSender<Instant>) -> anyhow::Result<()> {
    let mut text = String::new();
    while let Some(chunk) = response.chunk().await? {
        text.push_str(&String::from_utf8_lossy(&chunk));
        while let Some(end) = text.find("\n\n") {
            let event: String = text.drain(..end + 2).collect();
            if event.contains(": connected") || event.contains("application.changed") {
                heard.send(Instant::now())?;
            }
        }
    }
    Ok(())
}
