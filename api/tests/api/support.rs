//! A running API with its own database, and clients that behave like browsers.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use bole_ai::Judge;
use bole_api::auth::password::Passwords;
use bole_api::{ApiConfig, ApiState, PasswordCost};
use bole_documents::{Limits, Sandbox};
use bole_domain::access::Access;
use bole_domain::email::SendingLimits;
use bole_domain::ids::{MemberId, OrganizationId, UserId};
use bole_domain::organization::Role;
use bole_mail::Deliverer;
use bole_providers::{PostgresLimits, Providers, ServerProvider};
use bole_queue::{Concurrency, Signals, SignalsConfig, Worker, WorkerConfig};
use bole_secrets::ServerKey;
use bole_storage::Storage;
use bole_store::{Actor, Db, DbConfig, members, users};
use bole_testkit::{DatabaseProxy, SmtpServer, TestDatabase};
use bole_worker::sandboxed::SandboxedEngine;
use bole_worker::{MailSettings, MailboxWatcher};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue, ORIGIN};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::conformance;
use crate::samples::{archive, resume_pdf};

/// The password of all test users.
pub const PASSWORD: &str = "correct horse battery";

/// Bearer token of the captured mailbox.
pub const MAILBOX_TOKEN: &str = "mailbox";
/// The public URL that workers write in emails.
pub const PUBLIC_URL: &str = "https://bole.example.com";

/// The recorder of metrics of this process.
fn recorder() -> PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| PrometheusBuilder::new().install_recorder().unwrap()).clone()
}

/// AI providers of organizations only, with loopback addresses allowed.
fn providers(db: &Db, key: ServerKey) -> Arc<Providers> {
    // A provider at the other address has no batches.
    let [allowed, batch_hosts] = ["127.0.0.1,127.0.0.2", "127.0.0.1"].map(|hosts| hosts.parse().unwrap());
    let server = ServerProvider { allowed, batch_hosts, ..ServerProvider::default() };
    Arc::new(Providers::new(server, Some(key), Arc::new(PostgresLimits::new(db.clone()))).unwrap())
}

pub struct TestApp {
    pub url: String,
    /// The Origin header of its clients.
    origin: String,
    pub db: Db,
    pub database: TestDatabase,
    pub storage: Storage,
    signals: Signals,
    /// The offset of the workers' clock.
    clock_offset: Mutex<time::Duration>,
    /// The workers' mail server, if the test has one.
    mail: Mutex<Option<MailSettings>>,
    providers: Arc<Providers>,
    /// The key for encrypting organizations' passwords.
    server_key: ServerKey,
    storage_limit: u64,
    /// The readers of documents, shared by all workers as in a process of the product.
    sandbox: Arc<Sandbox>,
    /// The storage of uploads; deleted on drop.
    files: tempfile::TempDir,
    server: JoinHandle<()>,
}

impl TestApp {
    /// In local mode, with cheap password hashing.
    pub async fn new() -> Self {
        Self::with(|_| ()).await
    }

    /// With changed configuration.
    pub async fn with(change: impl FnOnce(&mut ApiConfig)) -> Self {
        let database = TestDatabase::new().await;
        let db = database.store();
        Self::on(database, db, &SignalsConfig::default(), change).await
    }

    /// With this many database connections for all requests.
    pub async fn with_connections(max_connections: u32) -> Self {
        let database = TestDatabase::new().await;
        let config = DbConfig { max_connections, max_ledger_connections: 4, ..DbConfig::new(database.url()) };
        let db = Db::connect(&config).unwrap();
        Self::on(database, db, &SignalsConfig::default(), |_| ()).await
    }

    /// With a proxy in front of its database, and short checks of the connection that receives events.
    pub async fn behind_proxy() -> (Self, DatabaseProxy) {
        let database = TestDatabase::new().await;
        let proxy = DatabaseProxy::start(&database).await;
        let config = DbConfig { max_connections: 8, max_ledger_connections: 4, ..DbConfig::new(proxy.url()) };
        let db = Db::connect(&config).unwrap();
        let app =
            Self::on(database, db, &SignalsConfig::default(), |config| config.event_check = Duration::from_secs(1))
                .await;
        (app, proxy)
    }

    /// With a Redis for wake-ups.
    pub async fn with_redis(url: &str) -> Self {
        let database = TestDatabase::new().await;
        let db = database.store();
        let signals = SignalsConfig { redis_url: Some(url.to_owned()), ..SignalsConfig::default() };
        Self::on(database, db, &signals, |_| ()).await
    }

    async fn on(database: TestDatabase, db: Db, signals: &SignalsConfig, change: impl FnOnce(&mut ApiConfig)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let mut config = ApiConfig::local(&url);
        MAILBOX_TOKEN.clone_into(&mut config.mailbox_token);
        let server_key: ServerKey = ServerKey::generate().parse().unwrap();
        config.mail_allow_hosts = "127.0.0.1".parse().unwrap();
        config.server_key = Some(server_key.clone());
        config.password_cost = PasswordCost { memory_kib: 8, passes: 1 };
        config.even_answer = Duration::ZERO;
        change(&mut config);
        let metrics = config.metrics_token.is_some().then(recorder);
        let (origin, storage_limit) = (config.origin().to_owned(), config.storage_limit);
        let files = tempfile::tempdir().unwrap();
        let storage = Storage::local(files.path()).unwrap();
        let signals = Signals::start(&db, signals).unwrap();
        let providers = providers(&db, server_key.clone());
        let state =
            ApiState::new(db.clone(), storage.clone(), signals.clone(), config, providers.clone(), metrics).unwrap();
        let service = bole_api::router(state).into_make_service_with_connect_info::<SocketAddr>();
        let server = tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
        Self {
            url,
            origin,
            db,
            database,
            storage,
            signals,
            providers,
            server_key,
            storage_limit,
            sandbox: Arc::new(Sandbox::new(bole_testkit::reader(), Limits::default())),
            mail: Mutex::default(),
            clock_offset: Mutex::default(),
            files,
            server,
        }
    }

    /// Lets workers started from now on recognise the text of scans.
    pub fn recognize_scans(&mut self) {
        let models = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/ocr");
        let sandbox = Sandbox::new(bole_testkit::reader(), Limits::default());
        self.read_with(sandbox.with_recognizer(models));
    }

    /// Lets workers started from now on read documents in these processes.
    pub fn read_with(&mut self, sandbox: Sandbox) {
        self.sandbox = Arc::new(sandbox);
    }

    /// Lets workers started from now on send account emails to this server.
    pub fn send_mail_to(&self, server: &SmtpServer) {
        let settings = MailSettings {
            server: server.url().parse().unwrap(),
            from: "Bole <bole@example.com>".to_owned(),
            limits: SendingLimits::default_for("127.0.0.1"),
            unverified_per_day: None,
        };
        *self.mail.lock().unwrap() = Some(settings);
    }

    /// Lets workers started from now on send this many emails a day for an organization that is not verified.
    pub fn limit_unverified_mail(&self, per_day: i64) {
        self.mail.lock().unwrap().as_mut().unwrap().unverified_per_day = Some(per_day);
    }

    /// Makes postponed tasks of this kind due.
    pub async fn run_postponed(&self, kind: &str) {
        let due = "UPDATE queue_later l SET run_at = now() FROM tasks t WHERE t.id = l.id AND t.kind = $1";
        sqlx::query(due).bind(kind).execute(&mut self.database.connection().await).await.unwrap();
    }

    /// Shifts the clock of workers started from now on.
    pub fn shift_clock(&self, offset: time::Duration) {
        *self.clock_offset.lock().unwrap() = offset;
    }

    /// A worker with the built-in engine.
    pub fn work(&self) -> Working {
        self.work_with(self.engine(), 4)
    }

    /// A worker with this judge and concurrency.
    pub fn work_with(&self, judge: Arc<dyn Judge>, concurrency: usize) -> Working {
        // A cancelled task is noticed when its lease is renewed, three times per lease.
        self.start_worker(judge, Concurrency::each(concurrency), Duration::from_secs(6))
    }

    /// The same, with a concurrency per lane.
    pub fn work_in_lanes(&self, judge: Arc<dyn Judge>, concurrency: Concurrency) -> Working {
        self.start_worker(judge, concurrency, Duration::from_secs(6))
    }

    /// A worker that does one task of a lane at a time, with leases of this length.
    pub fn work_leased(&self, lease: Duration) -> Working {
        self.start_worker(self.engine(), Concurrency::each(1), lease)
    }

    /// The built-in engine.
    fn engine(&self) -> Arc<dyn Judge> {
        Arc::new(SandboxedEngine::new(self.sandbox.clone()))
    }

    fn start_worker(&self, judge: Arc<dyn Judge>, concurrency: Concurrency, lease: Duration) -> Working {
        let scratch = tempfile::tempdir_in(self.files.path()).unwrap();
        let tools = self.tools(judge, scratch.path());
        let config = WorkerConfig { concurrency: tools.lanes(concurrency), lease, ..WorkerConfig::default() };
        let worker = Worker::new(self.db.clone(), self.signals.clone(), bole_worker::registry(&tools), config);
        let task = tokio::spawn(async move { worker.run(CancellationToken::new()).await.unwrap() });
        Working { task, _scratch: scratch }
    }

    fn tools(&self, judge: Arc<dyn Judge>, scratch: &Path) -> bole_worker::Tools {
        let mail = self.mail.lock().unwrap().clone();
        bole_worker::Tools {
            storage: self.storage.clone(),
            sandbox: self.sandbox.clone(),
            providers: self.providers.clone(),
            judge,
            signals: self.signals.clone(),
            captures_mail: mail.is_none(),
            public_url: Some(PUBLIC_URL.to_owned()),
            mail,
            mail_allow_hosts: "127.0.0.1".parse().unwrap(),
            server_key: Some(self.server_key.clone()),
            clock_offset: *self.clock_offset.lock().unwrap(),
            deliverer: Deliverer::default(),
            storage_limit: self.storage_limit,
            rates: Arc::new(PostgresLimits::new(self.db.clone())),
            scratch: scratch.to_owned(),
        }
    }

    /// Watches mailboxes whose servers support IDLE.
    pub fn watch_mailboxes(&self) -> Working {
        let scratch = tempfile::tempdir_in(self.files.path()).unwrap();
        let tools = self.tools(self.engine(), scratch.path());
        let watcher = MailboxWatcher::new(self.db.clone(), tools).every(Duration::from_millis(200));
        Working { task: tokio::spawn(watcher.run(CancellationToken::new())), _scratch: scratch }
    }

    /// All stored files, including partial uploads: paths relative to the storage's root.
    pub fn stored(&self) -> Vec<String> {
        files_under(self.files.path())
    }

    /// Replaces the content of every stored file equal to `from`.
    pub fn replace_stored(&self, from: &[u8], to: &[u8]) {
        let same = |path: &&String| std::fs::read(path).unwrap() == from;
        let paths = self.stored();
        let found: Vec<_> = paths.iter().filter(same).collect();
        assert_eq!(found.len(), 1);
        std::fs::remove_file(found[0]).unwrap();
        std::fs::write(found[0], to).unwrap();
    }

    /// A client without a session.
    pub fn anonymous(&self) -> Client {
        let origin = HeaderMap::from_iter([(ORIGIN, HeaderValue::from_str(&self.origin).unwrap())]);
        bole_outbound::use_ring();
        let http = reqwest::Client::builder().cookie_store(true).default_headers(origin).build().unwrap();
        Client { http, url: self.url.clone() }
    }

    /// A signed-in user who registered and confirmed their address.
    pub async fn user(&self, email: &str) -> Client {
        let client = self.anonymous();
        let input = json!({ "email": email, "password": PASSWORD, "full_name": "Wang Fang" });
        client.post("/api/auth/sign-up", input).await.expect(201);
        let token = self.mailed_token(email).await;
        client.post("/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await.expect(200);
        client
    }

    /// A signed-in user whose account was created before registration closed.
    pub async fn account(&self, email: &str) -> Client {
        let passwords = Passwords::new(PasswordCost { memory_kib: 8, passes: 1 }).unwrap();
        let password_hash = passwords.hash(PASSWORD.to_owned()).await.unwrap();
        let new = users::NewUser {
            id: UserId::new(),
            email,
            full_name: "Wang Fang",
            password_hash: &password_hash,
            language: Some("en-US"),
            confirmed: true,
            user_type: users::UserType::TenantOwner,
        };
        let mut tx = self.db.identity().await.unwrap();
        assert!(users::insert(&mut tx, &new).await.unwrap());
        tx.commit().await.unwrap();
        let client = self.anonymous();
        client.post("/api/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        client
    }

    /// A user with a new organization, and its path under `/api`.
    pub async fn owner(&self, name: &str) -> (Client, String) {
        let client = self.user(&format!("{name}@example.com")).await;
        let made = client.post("/api/organizations", json!({ "name": name, "slug": name })).await.expect(201);
        let path = format!("/api/organizations/{}", made["id"].as_str().unwrap());
        (client, path)
    }

    pub async fn member(&self, organization: &str, role: Role) -> Client {
        let organization: OrganizationId = organization.rsplit('/').next().unwrap().parse().unwrap();
        let client = self.user(&format!("{role}-{}@example.com", MemberId::new())).await;
        let session = client.get("/api/auth/session").await.expect(200);
        let user: UserId = session["user"]["id"].as_str().unwrap().parse().unwrap();
        let mut tx = self.db.tenant(&Actor::member(organization, user, &Access::new(role, None, []))).await.unwrap();
        members::insert(&mut tx, MemberId::new(), user, role).await.unwrap();
        tx.commit().await.unwrap();
        client
    }

    /// A candidate of a job, given by its path, in this state: the application's id, equal to the person's. Its creation is
    /// not announced, since that could happen after a stream was opened.
    pub async fn application(&self, job: &str, status: &str, sub_status: &str) -> String {
        let id = uuid::Uuid::now_v7();
        let job: uuid::Uuid = job.rsplit('/').next().unwrap().parse().unwrap();
        let mut connection = self.database.connection().await;
        let mut tx = sqlx::Connection::begin(&mut connection).await.unwrap();
        for sql in [
            "INSERT INTO people (id, organization_id, name, email)
             SELECT $1, organization_id, 'Person ' || $1, $1 || '@example.com' FROM jobs
             WHERE id = $2 AND $3::text IS NOT NULL AND $4::text IS NOT NULL",
            "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
             SELECT $1, organization_id, $2, $1, $3, $4 FROM jobs WHERE id = $2",
            "INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind)
             SELECT $1, organization_id, $1, $3, $4, 'ai' FROM jobs WHERE id = $2",
            "DELETE FROM live_events WHERE $1 = ANY (ids) AND $2::uuid IS NOT NULL AND $3::text IS NOT NULL
             AND $4::text IS NOT NULL",
        ] {
            let query = sqlx::query(sql).bind(id).bind(job).bind(status).bind(sub_status);
            query.execute(&mut *tx).await.unwrap();
        }
        tx.commit().await.unwrap();
        id.to_string()
    }

    /// Captured emails to an address, newest first.
    pub async fn mails(&self, to: &str) -> Vec<Value> {
        let asked = self.anonymous().request(Method::GET, "/api/dev/mailbox").bearer_auth(MAILBOX_TOKEN);
        let mut box_ = Answer::of(asked).await.expect(200);
        let items = box_["items"].as_array_mut().unwrap();
        items.retain(|mail| mail["to"] == to);
        std::mem::take(items)
    }

    /// The token in the newest email to an address.
    pub async fn mailed_token(&self, to: &str) -> String {
        let mails = self.mails(to).await;
        let link = mails[0]["links"][0].as_str().unwrap();
        link.split_once("token_hash=").unwrap().1.to_owned()
    }
}

/// A running worker; stopped on drop.
pub struct Working {
    task: JoinHandle<()>,
    _scratch: tempfile::TempDir,
}

impl Drop for Working {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn files_under(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files_under(&path)),
            path => found.push(path.to_str().unwrap().to_owned()),
        }
    }
    found
}

/// Polls until there is a result, with a generous limit.
pub async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    let mut tick = tokio::time::interval(Duration::from_millis(50));
    while begun.elapsed() < Duration::from_secs(90) {
        tick.tick().await;
        if let Some(found) = look().await {
            return found;
        }
    }
    panic!("{what}: not within 90 s");
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// A browser-like client with cookies and an Origin.
#[derive(Clone)]
pub struct Client {
    pub http: reqwest::Client,
    pub url: String,
}

impl Client {
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    /// The path of the client's membership of an organization.
    pub async fn membership(&self, organization: &str) -> String {
        let mine = self.get("/api/me/organizations").await.expect(200);
        let items = mine["items"].as_array().unwrap();
        let own = items.iter().find(|item| organization.ends_with(item["organization_id"].as_str().unwrap())).unwrap();
        format!("{organization}/members/{}", own["id"].as_str().unwrap())
    }

    /// Assigns a job, given by its path, to a member.
    pub async fn assign(&self, job: &str, member: &Self) {
        let (organization, id) = job.split_once("/jobs/").unwrap();
        let path = member.membership(organization).await;
        self.put(&format!("{path}/jobs"), json!({ "job_ids": [id] })).await.expect(200);
    }

    /// Creates a job for a backend engineer; returns its path under `/api`.
    pub async fn job(&self, organization: &str) -> String {
        let job = json!({
            "title": "Backend engineer",
            "core_requirement": "Five years of Rust or Go",
            "jd": "- 5 years of backend development\n- PostgreSQL\n- Nice to have: Kubernetes",
            "ai_evaluation_criteria": "- Must have: Rust or Go\n- Must have: PostgreSQL\n- Nice to have: Kubernetes",
        });
        let made = self.post(&format!("{organization}/jobs"), job).await.expect(201);
        format!("{organization}/jobs/{}", made["id"].as_str().unwrap())
    }

    /// Uploads a ZIP for a job, given by its path.
    pub async fn upload(&self, job: &str, zip: Vec<u8>) -> Answer {
        Answer::of(self.request(Method::POST, &format!("{job}/batches")).multipart(form(zip))).await
    }

    /// Uploads a ZIP, waits until its tasks are over, and returns the batch's path under `/api`.
    pub async fn evaluate(&self, job: &str, zip: Vec<u8>) -> String {
        let answer = self.upload(job, zip).await;
        answer.expect(202);
        let batch = answer.header("location").to_owned();
        self.finished(&batch).await;
        batch
    }

    /// An evaluated candidate of a job, given by its path, in AI review: the application's id.
    pub async fn reviewed(&self, app: &TestApp, organization: &str, job: &str) -> String {
        let working = app.work();
        let batch = self.evaluate(job, archive([("Ann.pdf", resume_pdf("Ann", 1))])).await;
        self.post(&format!("{batch}/promote"), json!({})).await.expect(200);
        drop(working);
        let listed = self.get(&format!("{organization}/applications")).await.expect(200);
        listed["items"][0]["id"].as_str().unwrap().to_owned()
    }

    /// The batch, once its tasks are over.
    pub async fn finished(&self, batch: &str) -> Value {
        eventually("the batch is over", async || {
            let found = self.get(batch).await.expect(200);
            matches!(found["status"].as_str().unwrap(), "completed" | "failed").then_some(found)
        })
        .await
    }

    /// The rows of a batch's queue.
    pub async fn rows(&self, batch: &str) -> Vec<Value> {
        let page = self.get(&format!("{batch}/tasks?limit=200")).await.expect(200);
        page["items"].as_array().unwrap().clone()
    }

    /// A request that can be changed before sending it with [`Answer::of`].
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request = request.json(&body);
        }
        Answer::of(request).await
    }
}

/// A multipart upload.
pub fn form(zip: Vec<u8>) -> Form {
    Form::new().part("file", Part::bytes(zip).file_name("三月 resumes.zip"))
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// Sends a request and checks its response against the OpenAPI document.
    pub async fn of(request: reqwest::RequestBuilder) -> Self {
        let (client, request) = request.build_split();
        let request = request.unwrap();
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let response = client.execute(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let answer = Self { status, headers, text: response.text().await.unwrap() };
        conformance::assert_described(&method, &path, &answer);
        answer
    }

    /// The body, if the status is as expected.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()
    }

    /// The problem's code, if the status is as expected and the body is a problem.
    #[track_caller]
    pub fn problem(&self, status: u16) -> String {
        let body = self.expect(status);
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(body["status"], status);
        body["code"].as_str().unwrap().to_owned()
    }

    pub fn json(&self) -> Value {
        if self.text.is_empty() { Value::Null } else { serde_json::from_str(&self.text).unwrap() }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The cookies it sets, unparsed.
    pub fn cookies(&self) -> Vec<String> {
        self.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
    }
}
