//! Workers killed while sending: each email arrives once or ends up in the unknown state.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use bole_ai::BuiltIn;
use bole_documents::{Limits, Sandbox};
use bole_domain::email::SendingLimits;
use bole_domain::outbound::AllowedHosts;
use bole_mail::Deliverer;
use bole_providers::{PostgresLimits, Providers, ServerProvider};
use bole_queue::{Concurrency, Signals, SignalsConfig, Worker, WorkerConfig};
use bole_storage::Storage;
use bole_store::{Db, DbConfig};
use bole_testkit::{Fault, SmtpServer};
use bole_worker::MailSettings;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::support::{TestApp, eventually};

const CHILD_DATABASE: &str = "BOLE_TEST_CHILD_DATABASE";
const CHILD_SMTP: &str = "BOLE_TEST_CHILD_SMTP";

const MAILS: usize = 500;
const WORKERS: usize = 3;
const KILLS: usize = 10;

/// The child's main function: a worker that sends until killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the other test, as a process of its own"]
async fn child() {
    let url = std::env::var(CHILD_DATABASE).unwrap();
    let db = Db::connect(&DbConfig { max_connections: 8, max_ledger_connections: 4, ..DbConfig::new(url) }).unwrap();
    let signals = Signals::start(&db, &SignalsConfig::default()).unwrap();
    let rates = Arc::new(PostgresLimits::new(db.clone()));
    let folder = tempfile::tempdir().unwrap();
    let tools = bole_worker::Tools {
        storage: Storage::local(folder.path()).unwrap(),
        sandbox: Arc::new(Sandbox::new(bole_testkit::reader(), Limits::default())),
        judge: Arc::new(BuiltIn),
        providers: Arc::new(Providers::new(ServerProvider::default(), None, rates.clone()).unwrap()),
        signals: signals.clone(),
        mail: Some(MailSettings {
            server: std::env::var(CHILD_SMTP).unwrap().parse().unwrap(),
            from: "Bole <bole@example.com>".to_owned(),
            limits: SendingLimits::default_for("127.0.0.1"),
            unverified_per_day: None,
        }),
        captures_mail: false,
        public_url: None,
        mail_allow_hosts: AllowedHosts::default(),
        server_key: None,
        clock_offset: time::Duration::ZERO,
        deliverer: Deliverer::default(),
        storage_limit: u64::MAX,
        rates,
        scratch: folder.path().to_owned(),
    };
    let config =
        WorkerConfig { concurrency: Concurrency::each(8), lease: Duration::from_secs(6), ..WorkerConfig::default() };
    let worker = Worker::new(db, signals, bole_worker::registry(&tools), config);
    worker.run(CancellationToken::new()).await.unwrap();
}

/// A worker process; killed on drop.
pub struct Process(Child);

impl Process {
    fn start(app: &TestApp, server: &SmtpServer) -> Self {
        Self::start_with(app, &server.url(), &[])
    }

    /// A worker that sends through this server, with additional environment variables.
    pub fn start_with(app: &TestApp, smtp: &str, variables: &[(&str, &Path)]) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "mail_kills::child", "--ignored"])
            .env(CHILD_DATABASE, app.database.url())
            .env(CHILD_SMTP, smtp)
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(child.unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // SIGKILL, so that nothing is cleaned up.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Creates candidates to invite; returns their applications' ids, equal to the people's.
async fn candidates(app: &TestApp, job: &str) -> Vec<Uuid> {
    let ids: Vec<Uuid> = (0..MAILS).map(|_| Uuid::now_v7()).collect();
    let job: Uuid = job.rsplit('/').next().unwrap().parse().unwrap();
    let mut connection = app.database.connection().await;
    for sql in [
        "INSERT INTO people (id, organization_id, name, email)
         SELECT id, organization_id, 'Person', id || '@example.com' FROM unnest($1::uuid[]) AS id,
                (SELECT organization_id FROM jobs WHERE id = $2) AS job",
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
         SELECT id, organization_id, $2, id, '线上面试', '待发线上面试邀请' FROM unnest($1::uuid[]) AS id,
                (SELECT organization_id FROM jobs WHERE id = $2) AS job",
    ] {
        sqlx::query(sql).bind(&ids).bind(job).execute(&mut connection).await.unwrap();
    }
    ids
}

#[tokio::test]
async fn five_hundred_emails_each_arrive_once_or_are_unknown_when_workers_are_killed() {
    let (app, server) = (TestApp::new().await, SmtpServer::start().await);
    // Slow enough that kills hit emails at every point.
    server.always(Some(Fault::Slow(Duration::from_millis(20))));
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let ids = candidates(&app, &job).await;
    let emails: Vec<Value> = ids
        .iter()
        .map(|id| {
            json!({ "to": format!("{id}@example.com"), "subject": "Interview", "body": "Hello", "candidateId": id,
                    "currentStatus": "线上面试", "currentSubStatus": "待发线上面试邀请",
                    "emailType": "online_invitation" })
        })
        .collect();
    owner.post(&format!("{organization}/send-email"), json!({ "emails": emails })).await.expect(202);

    let mut workers: Vec<Process> = (0..WORKERS).map(|_| Process::start(&app, &server)).collect();
    for kill in 1..=KILLS {
        server.wait_for(kill * MAILS / (KILLS + 1)).await;
        let victim = rand::random_range(0..WORKERS);
        workers[victim] = Process::start(&app, &server);
    }
    let count = async |status: &str| {
        let path = format!("{organization}/emails?status={status}&limit=1");
        owner.get(&path).await.expect(200)["total"].as_u64().unwrap()
    };
    eventually("no mail is on its way", async || (count("queued").await + count("sending").await == 0).then_some(()))
        .await;

    let (sent, unknown) = (count("sent").await, count("unknown").await);
    assert_eq!(sent + unknown, MAILS as u64, "none is lost, and none is told to have failed");
    let mut arrived: BTreeMap<String, usize> = BTreeMap::new();
    for mail in server.received() {
        *arrived.entry(mail.to.concat()).or_default() += 1;
    }
    assert!(arrived.values().all(|times| *times == 1), "{arrived:?}");
    let mut connection = app.database.connection().await;
    let told: Vec<(String, String)> =
        sqlx::query_as("SELECT recipient, status FROM emails").fetch_all(&mut connection).await.unwrap();
    for (recipient, status) in told {
        assert!(status == "unknown" || arrived.contains_key(&recipient), "{recipient} was told to be sent");
    }
    let moved: i64 = sqlx::query_scalar("SELECT count(*) FROM applications WHERE sub_status = '已发线上面试邀请'")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(moved, i64::try_from(sent).unwrap(), "a candidate moves with the mail that is known to have gone");
}
