//! A production-like setup: a durable PostgreSQL, `bole api` and `bole worker` as separate processes, used over HTTP.

use std::fs::File;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use bole_postgres::{Server, Settings};
use reqwest::header::{ETAG, HeaderMap, HeaderValue, ORIGIN};
use reqwest::multipart::{Form, Part};
use reqwest::{Body, Method, RequestBuilder};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use tokio::process::{Child, Command};

const LOOK: Duration = Duration::from_millis(20);
/// Time limit for a process to start.
const START: Duration = Duration::from_secs(60);
/// What is not answered by then is not going to be; the largest upload takes part of it.
const SILENCE: Duration = Duration::from_secs(600);
/// The owners' password.
const PASSWORD: &str = "only for measuring";
/// The job the resumes are evaluated for.
const JOB: &str = "testdata/labelled/zh-backend-engineer/job.json";

/// One of the owner's organizations, with a job.
pub struct Tenant {
    /// Base path of its resources.
    path: String,
    job: String,
}

/// The processes, and a signed-in owner.
pub struct Fleet {
    bole: PathBuf,
    folder: TempDir,
    server: Server,
    api: Child,
    workers: Vec<Child>,
    /// Additional settings of all processes.
    env: Vec<(String, String)>,
    http: reqwest::Client,
    url: String,
    organization: String,
    job: String,
}

impl Fleet {
    /// Starts the database and the API, without workers.
    pub async fn start(bole: &Path) -> anyhow::Result<Self> {
        Self::start_with(bole, Vec::new()).await
    }

    /// The same with additional settings in every process's environment.
    pub async fn start_with(bole: &Path, env: Vec<(String, String)>) -> anyhow::Result<Self> {
        let bole = std::path::absolute(bole)?;
        ensure!(bole.is_file(), "{} is not built: cargo build --release -p bole", bole.display());
        // On disk and durable, because the cost of commits is part of the measurement.
        let folder = tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o755)).tempdir()?;
        let options = vec![("max_connections".to_owned(), "200".to_owned())];
        let settings = Settings { options, guard: Some(bole.clone()), ..Settings::new(folder.path().join("postgres")) };
        let server = Server::start(settings).await?;
        bole_store::migrate(&server.url("bole")).await?;

        // Free when chosen; unlikely to be taken in between.
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let url = format!("http://127.0.0.1:{port}");
        let listen = format!("127.0.0.1:{port}");
        let api = spawn(&bole, &folder, &server, &env, "api", &["--listen", &listen, "--public-url", &url])?;
        let headers = HeaderMap::from_iter([(ORIGIN, HeaderValue::from_str(&url)?)]);
        bole_outbound::use_ring();
        let http =
            reqwest::Client::builder().cookie_store(true).default_headers(headers).read_timeout(SILENCE).build()?;
        let mut fleet = Self {
            bole,
            folder,
            server,
            api,
            workers: Vec::new(),
            env,
            http,
            url,
            organization: String::new(),
            job: String::new(),
        };
        fleet.until_serving().await?;
        fleet.sign_up().await?;
        Ok(fleet)
    }

    async fn until_serving(&mut self) -> anyhow::Result<()> {
        let serving = async {
            while self.http.get(format!("{}/api/health", self.url)).send().await.is_err() {
                if let Some(status) = self.api.try_wait()? {
                    let log = std::fs::read_to_string(self.folder.path().join("api.log"))?;
                    bail!("bole api ended by itself ({status}): {log}");
                }
                tokio::time::sleep(LOOK).await;
            }
            Ok(())
        };
        tokio::time::timeout(START, serving).await.context("bole api does not serve")?
    }

    /// Registers an owner with an organization and a job.
    async fn sign_up(&mut self) -> anyhow::Result<()> {
        let account = json!({ "email": "owner@example.com", "password": PASSWORD, "full_name": "Owner" });
        self.send(Method::POST, "/api/auth/sign-up", account).await?;
        // No worker runs yet that would send it.
        let mut connection = PgConnection::connect(&self.server.url("bole")).await?;
        let mail: String = sqlx::query_scalar("SELECT payload ->> 'text' FROM tasks WHERE kind = 'account_mail.send'")
            .fetch_one(&mut connection)
            .await?;
        connection.close().await?;
        let (_, token) = mail.split_once("token_hash=").context("no token in the mail's link")?;
        let token = token.split_whitespace().next().context("no token in the mail's link")?;
        self.send(Method::POST, "/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await?;
        let organization = json!({ "name": "Bench", "slug": "bench" });
        let organization = self.send(Method::POST, "/api/organizations", organization).await?;
        self.organization = format!("/api/organizations/{}", text(&organization["id"])?);
        self.job = self.another_job().await?;
        Ok(())
    }

    /// The signed-in client of another owner.
    pub async fn colleague(&self, number: usize) -> anyhow::Result<reqwest::Client> {
        let email = format!("owner{number}@example.com");
        let mut connection = PgConnection::connect(&self.server.url("bole")).await?;
        sqlx::query(
            "WITH colleague AS (
                 INSERT INTO users (id, email, full_name, password_hash, language, email_confirmed_at)
                 SELECT gen_random_uuid(), $1, full_name, password_hash, language, email_confirmed_at
                 FROM users WHERE email = 'owner@example.com' RETURNING id
             )
             INSERT INTO organization_members (id, organization_id, user_id, role)
             SELECT gen_random_uuid(), $2, id, 'owner' FROM colleague",
        )
        .bind(&email)
        .bind(self.organization_id().parse::<uuid::Uuid>()?)
        .execute(&mut connection)
        .await?;
        connection.close().await?;
        let headers = HeaderMap::from_iter([(ORIGIN, HeaderValue::from_str(&self.url)?)]);
        let http = reqwest::Client::builder().cookie_store(true).default_headers(headers).build()?;
        let account = json!({ "email": email, "password": PASSWORD });
        http.post(format!("{}/api/auth/sign-in", self.url)).json(&account).send().await?.error_for_status()?;
        Ok(http)
    }

    /// Creates a job; returns its id.
    pub async fn another_job(&self) -> anyhow::Result<String> {
        let job = self.post("/jobs", job()?).await?;
        Ok(text(&job["id"])?.to_owned())
    }

    /// Starts workers up to this number.
    pub fn workers(&mut self, count: usize) -> anyhow::Result<()> {
        while self.workers.len() < count {
            let name = format!("worker{}", self.workers.len());
            let scratch = self.folder.path().join(&name);
            std::fs::create_dir(&scratch)?;
            let scratch = scratch.to_string_lossy().into_owned();
            let options = ["--scratch-dir", scratch.as_str()];
            self.workers.push(spawn(&self.bole, &self.folder, &self.server, &self.env, "worker", &options)?);
        }
        Ok(())
    }

    /// Creates another organization of the same owner, with a job and its own AI provider.
    pub async fn found(&self, slug: &str, provider: Value) -> anyhow::Result<Tenant> {
        let organization = json!({ "name": slug, "slug": slug });
        let organization = self.send(Method::POST, "/api/organizations", organization).await?;
        let path = format!("/api/organizations/{}", text(&organization["id"])?);
        self.send(Method::PUT, &format!("{path}/settings/ai"), provider).await?;
        let mut tenant = Tenant { path, job: String::new() };
        self.renew_job(&mut tenant).await?;
        Ok(tenant)
    }

    /// Replaces an organization's job.
    pub async fn renew_job(&self, tenant: &mut Tenant) -> anyhow::Result<()> {
        let job = self.send(Method::POST, &format!("{}/jobs", tenant.path), job()?).await?;
        text(&job["id"])?.clone_into(&mut tenant.job);
        Ok(())
    }

    /// GET within an organization.
    pub async fn get_of(&self, tenant: &Tenant, path: &str) -> anyhow::Result<Value> {
        answer(self.http.get(format!("{}{}{path}", self.url, tenant.path))).await
    }

    /// Uploads a ZIP as a browser does; returns the batch id.
    pub async fn upload(&self, name: &str, zip: Body, length: u64) -> anyhow::Result<String> {
        self.upload_to(&self.organization, &self.job, name, zip, length).await
    }

    /// Uploads a ZIP for an organization's job.
    pub async fn upload_of(&self, tenant: &Tenant, name: &str, zip: Vec<u8>) -> anyhow::Result<String> {
        let length = zip.len() as u64;
        self.upload_to(&tenant.path, &tenant.job, name, Body::from(zip), length).await
    }

    async fn upload_to(
        &self,
        organization: &str,
        job: &str,
        name: &str,
        zip: Body,
        length: u64,
    ) -> anyhow::Result<String> {
        let part = Part::stream_with_length(zip, length).file_name(name.to_owned()).mime_str("application/zip")?;
        let path = format!("{}{organization}/jobs/{job}/batches", self.url);
        let request = self.http.post(path).multipart(Form::new().part("file", part));
        let uploaded = answer(request).await?;
        Ok(text(&uploaded["batch"]["id"])?.to_owned())
    }

    /// A repeatable GET within the organization.
    pub fn request(&self, path: &str) -> RequestBuilder {
        self.http.get(format!("{}{}{path}", self.url, self.organization))
    }

    /// The same by another client.
    pub fn request_by(&self, http: &reqwest::Client, path: &str) -> RequestBuilder {
        http.get(format!("{}{}{path}", self.url, self.organization))
    }

    /// A repeatable PUT within the organization.
    pub fn replacement(&self, path: &str) -> RequestBuilder {
        self.http.put(format!("{}{}{path}", self.url, self.organization))
    }

    /// GET within the organization.
    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        answer(self.request(path)).await
    }

    /// The ETag of a GET.
    pub async fn etag(&self, path: &str) -> anyhow::Result<String> {
        let response = self.request(path).send().await?.error_for_status()?;
        let tag = response.headers().get(ETAG).context("an answer without an ETag")?;
        Ok(tag.to_str()?.to_owned())
    }

    /// POST within the organization.
    pub async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        self.send(Method::POST, &format!("{}{path}", self.organization), body).await
    }

    /// PUT within the organization.
    pub async fn put(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        answer(self.replacement(path).json(&body)).await
    }

    pub fn organization_id(&self) -> &str {
        self.organization.rsplit('/').next().unwrap_or_default()
    }

    pub fn job(&self) -> &str {
        &self.job
    }

    /// The owner's URL of the database.
    pub fn database_url(&self) -> String {
        self.server.url("bole")
    }

    /// The process id of the API.
    pub fn api(&self) -> anyhow::Result<u32> {
        self.api.id().context("bole api has ended")
    }

    /// The process ids of the workers.
    pub fn worker_ids(&self) -> anyhow::Result<Vec<u32>> {
        self.workers.iter().map(|worker| worker.id().context("a worker has ended")).collect()
    }

    /// The process id of PostgreSQL.
    pub fn postgres(&self) -> anyhow::Result<u32> {
        Ok(u32::try_from(self.server.pid())?)
    }

    /// PostgreSQL's version.
    pub fn postgres_version(&self) -> &str {
        self.server.version()
    }

    /// A folder for large files, deleted with the fleet.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Stops the workers, not the API.
    pub async fn stop_workers(&mut self) -> anyhow::Result<()> {
        for mut worker in self.workers.drain(..) {
            worker.kill().await?;
        }
        Ok(())
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        answer(self.http.request(method, format!("{}{path}", self.url)).json(&body)).await
    }

    /// Ends everything.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        for child in self.workers.iter_mut().chain([&mut self.api]) {
            child.kill().await?;
        }
        self.server.stop().await?;
        self.folder.close().context("cannot remove the measurement's folder")
    }
}

/// The job's text.
fn job() -> anyhow::Result<Value> {
    let mut job: Value = serde_json::from_str(&std::fs::read_to_string(JOB)?)?;
    if let Some(fields) = job.as_object_mut() {
        fields.remove("language");
    }
    Ok(job)
}

fn spawn(
    bole: &Path,
    folder: &TempDir,
    server: &Server,
    env: &[(String, String)],
    command: &str,
    options: &[&str],
) -> anyhow::Result<Child> {
    let log = File::options().create(true).append(true).open(folder.path().join(format!("{command}.log")))?;
    Command::new(bole)
        .arg(command)
        .args(options)
        .arg("--files-dir")
        .arg(folder.path().join("files"))
        .env("DATABASE_URL", server.url("bole"))
        // Nothing listens there, because email is not measured.
        .env("BOLE_SMTP_URL", "smtp://127.0.0.1:9")
        .env("BOLE_MAIL_FROM", "bole@example.com")
        .envs(env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("cannot start bole {command}"))
}

async fn answer(request: RequestBuilder) -> anyhow::Result<Value> {
    let response = request.send().await?;
    let (status, url) = (response.status(), response.url().clone());
    let body = response.text().await?;
    ensure!(status.is_success(), "{url} answers {status}: {body}");
    Ok(if body.is_empty() { Value::Null } else { serde_json::from_str(&body)? })
}

fn text(value: &Value) -> anyhow::Result<&str> {
    value.as_str().context("an answer without an id")
}
