//! Emails to candidates: drafting and sending a thousand, compared with lettre alone over as many connections; and
//! expiring invitations, compared with the bare update.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_testkit::{Fault, SmtpServer};
use lettre::message::{MultiPart, SinglePart, header::ContentType};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::extension::ClientId;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::fleet::Fleet;
use crate::processes;

/// Polling interval of a task.
const LOOK: Duration = Duration::from_millis(20);
/// Time limit of a task.
const PATIENCE: Duration = Duration::from_secs(600);
/// The most emails per call.
const A_CALL: usize = 500;
/// The sub-status of expirable invitations.
const INVITED: &str = "已发线上面试邀请";

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// The number of emails.
    #[arg(long, default_value_t = 1_000)]
    emails: usize,
    /// Latency of the mail server's responses in milliseconds.
    #[arg(long, default_value_t = 50)]
    latency_ms: u64,
    /// Emails sent concurrently.
    #[arg(long, default_value_t = 8)]
    connections: usize,
    /// The number of expiring invitations.
    #[arg(long, default_value_t = 10_000)]
    invitations: usize,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, emails, latency_ms, connections, invitations } = arguments;
    let latency = Duration::from_millis(latency_ms);
    println!("{}; {emails} emails, {latency_ms} ms an answer, {connections} connections.\n", processes::machine());

    let server = SmtpServer::start().await;
    let env =
        vec![("BOLE_SMTP_URL".to_owned(), server.url()), ("BOLE_CONCURRENCY_MAIL".to_owned(), connections.to_string())];
    let mut fleet = Fleet::start_with(&bole, env).await?;
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let candidates = candidates(&mut connection, &fleet, emails, "待发线上面试邀请").await?;
    fleet.workers(1)?;
    // The confirmation email of the owner's address.
    server.wait_for(1).await;
    server.always(Some(Fault::Slow(latency)));

    let began = Instant::now();
    for part in candidates.chunks(A_CALL) {
        let tasks: Vec<Value> =
            part.iter().map(|id| json!({ "applicationId": id, "emailType": "online_invitation" })).collect();
        let body =
            json!({ "tasks": tasks, "language": "zh", "otherVariables": { "calendarLink": "https://cal.example/x" } });
        completed(&fleet, &fleet.post("/generate-email-content", body).await?).await?;
    }
    let drafting = began.elapsed();

    let began = Instant::now();
    for part in candidates.chunks(A_CALL) {
        let all: Vec<Value> = part.iter().map(email).collect();
        fleet.post("/send-email", json!({ "emails": all })).await?;
    }
    until(|| server.received().len() > emails).await?;
    let sending = began.elapsed();
    moved(&mut connection, &candidates).await?;
    ensure!(server.received().len() == emails + 1, "an email arrived more than once");
    let alone = lettre_alone(emails, connections, latency).await?;

    println!("| | seconds | a second | of lettre alone |");
    println!("|---|---|---|---|");
    row("drafted from templates", drafting, emails, None);
    row("sent", sending, emails, Some(alone));
    row("lettre alone", alone, emails, None);

    let late = self::candidates(&mut connection, &fleet, invitations, INVITED).await?;
    let bare = self::candidates(&mut connection, &fleet, invitations, INVITED).await?;
    let began = Instant::now();
    let update =
        "UPDATE applications SET sub_status = '超5天未预约线上面试', sub_status_since = now(), version = version + 1,
                         updated_at = now() WHERE id = ANY ($1)";
    sqlx::query(update).bind(&bare).execute(&mut connection).await?;
    let updating = began.elapsed();
    let age = "UPDATE applications SET sub_status_since = now() - interval '6 days' WHERE id = ANY ($1)";
    sqlx::query(age).bind(&late).execute(&mut connection).await?;
    let began = Instant::now();
    time_out(&fleet, late.len()).await?;
    let timing_out = began.elapsed();
    // Once more with statement logging, which slows it down.
    let counted = self::candidates(&mut connection, &fleet, invitations, INVITED).await?;
    sqlx::query(age).bind(&counted).execute(&mut connection).await?;
    let log = StatementLog::start(&mut connection, &fleet).await?;
    time_out(&fleet, counted.len()).await?;
    let statements = log.statements_with("sub_status_since < $2")?;
    println!("\n| invitations | timed out, s | statements | the bare update, s | statements | share |");
    println!("|---|---|---|---|---|---|");
    println!(
        "| {invitations} | {:.2} | {statements} | {:.2} | 1 | {:.1} × |",
        timing_out.as_secs_f64(),
        updating.as_secs_f64(),
        timing_out.as_secs_f64() / updating.as_secs_f64(),
    );
    fleet.stop().await
}

/// Expires invitations in one task.
async fn time_out(fleet: &Fleet, expected: usize) -> anyhow::Result<()> {
    let over = completed(fleet, &fleet.post("/check-interview-timeout", json!({})).await?).await?;
    ensure!(over["result"]["updated_count"] == expected, "not all timed out: {over}");
    Ok(())
}

/// Waits until each email is recorded as sent, and its candidate is moved.
async fn moved(connection: &mut PgConnection, candidates: &[Uuid]) -> anyhow::Result<()> {
    let began = Instant::now();
    let count = "SELECT count(*) FROM applications WHERE id = ANY ($1) AND sub_status = $2";
    loop {
        let moved: i64 = sqlx::query_scalar(count).bind(candidates).bind(INVITED).fetch_one(&mut *connection).await?;
        if usize::try_from(moved)? == candidates.len() {
            return Ok(());
        }
        ensure!(began.elapsed() < PATIENCE, "only {moved} candidates have moved");
        tokio::time::sleep(LOOK).await;
    }
}

/// Captures PostgreSQL's statement log.
struct StatementLog {
    path: PathBuf,
    /// The log's length at the start.
    start: usize,
}

impl StatementLog {
    async fn start(connection: &mut PgConnection, fleet: &Fleet) -> anyhow::Result<Self> {
        let path = fleet.folder().join("postgres/postgres.log");
        let start = std::fs::read(&path)?.len();
        for sql in [
            "ALTER SYSTEM SET log_line_prefix = '[%p] '",
            "ALTER SYSTEM SET log_statement = 'all'",
            "SELECT pg_reload_conf()",
        ] {
            sqlx::query(sql).execute(&mut *connection).await?;
        }
        let began = Instant::now();
        // A backend reloads its settings between two statements.
        while !std::fs::read_to_string(&path)?.contains("statement: SELECT 'logged'") {
            ensure!(began.elapsed() < PATIENCE, "statements are not logged");
            sqlx::raw_sql("SELECT 'logged'").execute(&mut *connection).await?;
            tokio::time::sleep(LOOK).await;
        }
        Ok(Self { path, start })
    }

    /// The number of statements in sessions that ran one with this text.
    fn statements_with(&self, text: &str) -> anyhow::Result<usize> {
        let log = std::fs::read(&self.path)?;
        let log = String::from_utf8_lossy(log.get(self.start..).unwrap_or_default());
        let mut sessions: HashMap<&str, (usize, bool)> = HashMap::new();
        let mut current = None;
        for line in log.lines() {
            if let Some((session, rest)) = line.strip_prefix('[').and_then(|line| line.split_once("] ")) {
                current = Some(session);
                let is_statement = ["LOG:  execute ", "LOG:  statement: "].iter().any(|start| rest.starts_with(start));
                sessions.entry(session).or_default().0 += usize::from(is_statement);
            }
            // A statement may span several lines.
            if let Some(entry) = current.and_then(|session| sessions.get_mut(session)) {
                entry.1 |= line.contains(text);
            }
        }
        let found: usize = sessions.values().filter(|(_, has_text)| *has_text).map(|(count, _)| count).sum();
        ensure!(found > 0, "no session has run {text}");
        Ok(found)
    }
}

fn row(what: &str, took: Duration, emails: usize, beside: Option<Duration>) {
    let seconds = took.as_secs_f64();
    let share = beside.map_or(String::new(), |alone| format!("**{:.2}**", alone.as_secs_f64() / seconds));
    println!("| {what} | {seconds:.1} | {:.0} | {share} |", emails as f64 / seconds);
}

/// Candidates of the fleet's job in a sub-status of the online interview stage.
async fn candidates(
    connection: &mut PgConnection,
    fleet: &Fleet,
    count: usize,
    sub_status: &str,
) -> anyhow::Result<Vec<Uuid>> {
    let (organization, job): (Uuid, Uuid) = (fleet.organization_id().parse()?, fleet.job().parse()?);
    let ids: Vec<Uuid> = (0..count).map(|_| Uuid::now_v7()).collect();
    for sql in [
        "INSERT INTO people (id, organization_id, name, email)
         SELECT id, $2, '候选人', id || '@example.com' FROM unnest($1::uuid[]) AS id
         WHERE $3::uuid IS NOT NULL AND $4::text IS NOT NULL",
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
         SELECT id, $2, $3, id, '线上面试', $4 FROM unnest($1::uuid[]) AS id",
        "INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind)
         SELECT id, $2, id, '线上面试', $4, 'ai' FROM unnest($1::uuid[]) AS id WHERE $3::uuid IS NOT NULL",
    ] {
        sqlx::query(sql).bind(&ids).bind(organization).bind(job).bind(sub_status).execute(&mut *connection).await?;
    }
    Ok(ids)
}

fn email(candidate: &Uuid) -> Value {
    json!({
        "to": format!("{candidate}@example.com"), "subject": SUBJECT, "body": BODY, "candidateId": candidate,
        "emailType": "online_invitation",
    })
}

const SUBJECT: &str = "线上面试邀请";
const BODY: &str = "您好：\n\n感谢您的申请，请选择一个方便的时间：\nhttps://cal.example/x\n\n招聘团队\n";

/// Waits until the task is completed.
async fn completed(fleet: &Fleet, task: &Value) -> anyhow::Result<Value> {
    let id = task["id"].as_str().context("a task without an id")?;
    let began = Instant::now();
    loop {
        let task = fleet.get(&format!("/tasks/{id}")).await?;
        if task["status"] == "completed" {
            return Ok(task);
        }
        ensure!(task["status"] != "failed" && began.elapsed() < PATIENCE, "the task does not complete: {task}");
        tokio::time::sleep(LOOK).await;
    }
}

async fn until(mut is_over: impl FnMut() -> bool) -> anyhow::Result<()> {
    let began = Instant::now();
    while !is_over() {
        ensure!(began.elapsed() < PATIENCE, "the emails do not arrive");
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

/// The same emails with lettre, each connection sending its share sequentially.
async fn lettre_alone(emails: usize, connections: usize, latency: Duration) -> anyhow::Result<Duration> {
    let server = SmtpServer::start().await;
    server.always(Some(Fault::Slow(latency)));
    let began = Instant::now();
    let mut sending = tokio::task::JoinSet::new();
    for at in 0..connections {
        let address = format!("127.0.0.1:{}", server.port());
        let share = (at..emails).step_by(connections).count();
        sending.spawn(async move {
            let hello = ClientId::default();
            let connected = AsyncSmtpConnection::connect_tokio1(address.as_str(), None, &hello, None, None).await;
            let mut connection = connected?;
            for _ in 0..share {
                let message = message()?;
                connection.send(message.envelope(), &message.formatted()).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(ended) = sending.join_next().await {
        ended??;
    }
    ensure!(server.received().len() == emails, "lettre did not send all");
    Ok(began.elapsed())
}

fn message() -> anyhow::Result<lettre::Message> {
    let part = |kind: ContentType, body: String| SinglePart::builder().header(kind).body(body);
    let html = format!("<p>{}</p>", BODY.replace('\n', "<br>"));
    let body = MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, BODY.to_owned()))
        .singlepart(part(ContentType::TEXT_HTML, html));
    let to = format!("{}@example.com", Uuid::now_v7()).parse()?;
    let from = "Bole <bole@example.com>".parse()?;
    Ok(lettre::Message::builder().from(from).to(to).subject(SUBJECT).multipart(body)?)
}
