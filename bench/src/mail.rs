//! Emails to candidates: drafting and sending a thousand, beside lettre alone over as many connections; and timing invitations
//! out, beside the bare update.

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

/// How often a task is asked for.
const LOOK: Duration = Duration::from_millis(20);
/// A task that takes longer is stuck.
const PATIENCE: Duration = Duration::from_secs(600);
/// The most emails of one call.
const A_CALL: usize = 500;
/// Nobody answered for longer than an invitation may wait.
const INVITED: &str = "已发线上面试邀请";

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// How many emails.
    #[arg(long, default_value_t = 1_000)]
    emails: usize,
    /// How long the mail server takes for each answer.
    #[arg(long, default_value_t = 50)]
    latency_ms: u64,
    /// How many emails are sent at once.
    #[arg(long, default_value_t = 8)]
    connections: usize,
    /// How many invitations time out.
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
    // The mail that confirmed the owner's address.
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
    let over = completed(&fleet, &fleet.post("/check-interview-timeout", json!({})).await?).await?;
    let timing_out = began.elapsed();
    ensure!(over["result"]["updated_count"] == late.len(), "not all timed out: {over}");
    println!("\n| invitations | timed out, s | the bare update, s | share |");
    println!("|---|---|---|---|");
    println!(
        "| {invitations} | {:.2} | {:.2} | {:.1} × |",
        timing_out.as_secs_f64(),
        updating.as_secs_f64(),
        timing_out.as_secs_f64() / updating.as_secs_f64(),
    );
    fleet.stop().await
}

fn row(what: &str, took: Duration, emails: usize, beside: Option<Duration>) {
    let seconds = took.as_secs_f64();
    let share = beside.map_or(String::new(), |alone| format!("**{:.2}**", alone.as_secs_f64() / seconds));
    println!("| {what} | {seconds:.1} | {:.0} | {share} |", emails as f64 / seconds);
}

/// Candidates of the fleet's job in a sub-status of the online lane.
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

/// The task once it is completed.
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

/// The same emails by lettre, each connection sending its share one after the other.
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
