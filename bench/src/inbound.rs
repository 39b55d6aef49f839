//! A thousand emails with resumes fetched from a mailbox, compared with the MIME parser alone.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bole_secrets::ServerKey;
use bole_testkit::ImapServer;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::json;
use sqlx::{Connection, PgConnection};

use crate::fleet::Fleet;
use crate::{processes, resumes};

/// Polling interval.
const LOOK: Duration = Duration::from_millis(100);
/// Time limit.
const PATIENCE: Duration = Duration::from_secs(600);

#[derive(clap::Args)]
pub struct Arguments {
    /// The release binary.
    #[arg(long, default_value = "target/release/bole")]
    bole: PathBuf,
    /// The number of emails, each with one resume.
    #[arg(long, default_value_t = 1_000)]
    mails: usize,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { bole, mails } = arguments;
    let machine = processes::machine();
    let env = vec![
        ("BOLE_SERVER_KEY".to_owned(), ServerKey::generate()),
        ("BOLE_MAIL_ALLOW_HOSTS".to_owned(), "127.0.0.1".to_owned()),
    ];
    let mut fleet = Fleet::start_with(&bole, env).await?;
    let address = fleet.get(&format!("/jobs/{}", fleet.job())).await?["submission_email"].clone();
    let address = address.as_str().unwrap_or_default().to_owned();
    ensure!(!address.is_empty(), "the job has no address");
    let messages: Vec<String> = resumes::mixed(mails, "inbound")?
        .into_iter()
        .enumerate()
        .map(|(number, file)| message(number, &address, &file))
        .collect();
    let bytes: usize = messages.iter().map(String::len).sum();
    println!("{machine}; {mails} mails, {:.1} MiB.\n", bytes as f64 / f64::from(1 << 20));

    let server = ImapServer::start().await;
    for message in &messages {
        server.deliver(message);
    }
    fleet.workers(1)?;
    let setting = json!({ "host": "127.0.0.1", "port": server.port(), "security": "plain", "user": "jobs",
                          "password": ImapServer::PASSWORD, "is_active": true });
    let began = Instant::now();
    // Saving the mailbox has it looked into.
    let saved = fleet.put("/settings/email_receiver_config", json!({ "value": setting }));
    tokio::time::timeout(PATIENCE, saved).await.context("the mailbox is not saved")??;
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    loop {
        let sql = "SELECT count(*) FROM inbound_messages WHERE state = 'accepted'";
        let taken: i64 = sqlx::query_scalar(sql).fetch_one(&mut connection).await?;
        if usize::try_from(taken)? == mails {
            break;
        }
        ensure!(began.elapsed() < PATIENCE, "only {taken} were taken");
        tokio::time::sleep(LOOK).await;
    }
    let taking = began.elapsed();
    connection.close().await?;
    fleet.stop().await?;

    let alone = parse(&messages)?;
    println!("| | seconds | mails a minute | of the parser alone |\n|---|---|---|---|");
    let a_minute = |took: Duration| mails as f64 * 60.0 / took.as_secs_f64();
    println!(
        "| taken, each read in a child, while their resumes are evaluated | {:.1} | {:.0} | **{:.3}** |",
        taking.as_secs_f64(),
        a_minute(taking),
        alone.as_secs_f64() / taking.as_secs_f64()
    );
    println!("| mail-parser alone, one processor | {:.2} | {:.0} | |", alone.as_secs_f64(), a_minute(alone));
    println!("\nAim: 1,000 a minute.");
    Ok(())
}

fn message(number: usize, to: &str, file: &resumes::File) -> String {
    let encoded = STANDARD.encode(&file.bytes);
    let mut lines = String::with_capacity(encoded.len() + encoded.len() / 38);
    for (at, character) in encoded.chars().enumerate() {
        if at > 0 && at % 76 == 0 {
            lines.push_str("\r\n");
        }
        lines.push(character);
    }
    format!(
        "From: Candidate {number} <candidate{number}@example.com>\r\nTo: {to}\r\nSubject: Application {number}\r\n\
         Message-ID: <{number}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPlease find my resume.\r\n\
         --b\r\nContent-Type: application/octet-stream\r\n\
         Content-Disposition: attachment; filename=\"{}\"\r\nContent-Transfer-Encoding: base64\r\n\r\n{lines}\r\n--b--\r\n",
        file.name
    )
}

/// Parses all of them and decodes their attachments.
fn parse(messages: &[String]) -> anyhow::Result<Duration> {
    let began = Instant::now();
    for message in messages {
        let parsed = MessageParser::default().parse(message.as_bytes());
        let files = parsed.iter().flat_map(|mail| mail.attachments()).filter(|part| part.attachment_name().is_some());
        ensure!(files.count() == 1, "a mail without its resume");
    }
    Ok(began.elapsed())
}
