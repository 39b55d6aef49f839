//! The parts of a process, each started from its settings and run until shutdown.

use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use bole_api::serve::ServeLimits;
use bole_api::{AccountMail, ApiConfig, ApiState, DefaultMail, PasswordCost};
use bole_documents::{Limits, Sandbox};
use bole_domain::outbound::AllowedHosts;
use bole_mail::Deliverer;
use bole_postgres::{ConnectOptions, Server, guard};
use bole_providers::{PostgresLimits, Providers, Rates, RedisLimits};
use bole_queue::{Concurrency, Signals, SignalsConfig, Worker, WorkerConfig};
use bole_secrets::ServerKey;
use bole_storage::{S3Config, Storage};
use bole_store::{Db, DbConfig, Migrated, SERVICE_USER, Schema};
use bole_worker::MailSettings;
use bole_worker::sandboxed::{self, SandboxedEngine};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use redis::aio::ConnectionManagerConfig;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::config::{
    AiOptions, ApiOptions, CronOptions, LimitOptions, Plans, PoolOptions, RedisOptions, Registration, SchedulerOptions,
    StorageOptions, WorkerOptions,
};
use crate::demo::new_password;

/// The hidden subcommand of the child processes that read untrusted files.
pub const EXTRACT_SUBCOMMAND: &str = "extract";

/// How long running requests may take after shutdown starts.
const REQUESTS_END: Duration = Duration::from_secs(10);

/// The upper limits of measured durations, in seconds: from a fast request to a slow task.
const DURATION_BUCKETS: [f64; 16] =
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0];

/// How often recorded metrics are aggregated, to bound their memory.
const METRICS_UPKEEP: Duration = Duration::from_secs(5);

/// The child process that reads untrusted files.
pub fn extract() -> ExitCode {
    bole_documents::child_main(sandboxed::CALLS)
}

/// Shared by all parts of a process. Cheap to clone.
#[derive(Clone)]
pub struct Shared {
    pub db: Db,
    pub storage: Storage,
    pub signals: Signals,
    limits: Limits,
    /// The folder of the models that recognise text, if there is one.
    ocr_models: Option<PathBuf>,
    /// Maximum storage of an organization in bytes.
    storage_limit: u64,
    scratch: PathBuf,
}

impl Shared {
    /// A single machine with everything in its data folder.
    pub fn local(database_url: &str, folder: &Path, limits: &LimitOptions) -> anyhow::Result<Self> {
        let db = Db::connect(&DbConfig::new(database_url))?;
        let (files, scratch) = (folder.join("files"), folder.join("scratch"));
        // Remove leftovers of an earlier run.
        match std::fs::remove_dir_all(&scratch) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot clear {}", scratch.display()));
            }
            _ => {}
        }
        for private in [&files, &scratch] {
            let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(private);
            made.with_context(|| format!("cannot create {}", private.display()))?;
        }
        Ok(Self {
            storage: Storage::local(files).context("cannot use the folder of uploaded files")?,
            signals: Signals::start(&db, &SignalsConfig::default())?,
            limits: limits.limits(),
            ocr_models: limits.ocr_models()?,
            storage_limit: limits.storage(),
            scratch,
            db,
        })
    }

    /// A separate process of a fleet.
    fn apart(
        db: Db,
        redis: RedisOptions,
        storage: StorageOptions,
        limits: &LimitOptions,
        scratch: Option<PathBuf>,
    ) -> anyhow::Result<Self> {
        let signals = SignalsConfig { redis_url: redis.redis_url, ..SignalsConfig::default() };
        Ok(Self {
            signals: Signals::start(&db, &signals).context("REDIS_URL cannot be used")?,
            storage: open(storage)?,
            limits: limits.limits(),
            ocr_models: limits.ocr_models()?,
            storage_limit: limits.storage(),
            scratch: scratch.unwrap_or_else(std::env::temp_dir),
            db,
        })
    }
}

/// How long a process waits at its start for the database to say which schema it has.
const SCHEMA_ANSWER: Duration = Duration::from_secs(10);

/// The database of a separate process. One without this version's schema is refused; one that does not answer may come up
/// later.
async fn connect(url: String, pool: &PoolOptions) -> anyhow::Result<Db> {
    match tokio::time::timeout(SCHEMA_ANSWER, bole_store::schema(&url)).await {
        Ok(Ok(Schema::Current)) => {}
        Ok(Ok(Schema::Missing)) => anyhow::bail!("the database has no tables of Bole yet: run `bole migrate` first"),
        Ok(Ok(Schema::Older)) => {
            anyhow::bail!("the database was migrated by an older version: run this version's `bole migrate` first")
        }
        Ok(Err(error)) => tracing::warn!(%error, "the database does not answer yet"),
        Err(_) => tracing::warn!("the database does not answer yet"),
    }
    let PoolOptions { database_connections, ledger_connections } = *pool;
    let config = DbConfig {
        max_connections: database_connections,
        max_ledger_connections: ledger_connections,
        ..DbConfig::new(url)
    };
    Db::connect(&config).context("DATABASE_URL cannot be used")
}

pub fn open(options: StorageOptions) -> anyhow::Result<Storage> {
    let StorageOptions { files_dir, s3_bucket, s3_region, s3_endpoint, s3_access_key_id, s3_secret_access_key } =
        options;
    match (files_dir, s3_bucket) {
        (Some(folder), _) => Storage::local(folder).context("cannot use the folder of uploaded files"),
        (None, Some(bucket)) => Storage::s3(S3Config {
            bucket,
            region: s3_region,
            endpoint: s3_endpoint,
            access_key_id: s3_access_key_id.context("BOLE_S3_ACCESS_KEY_ID is missing")?,
            secret_access_key: s3_secret_access_key.context("BOLE_S3_SECRET_ACCESS_KEY is missing")?,
        })
        .context("the settings of the bucket cannot be used"),
        (None, None) => {
            anyhow::bail!("name the folder of uploaded files (BOLE_FILES_DIR) or a bucket (BOLE_S3_BUCKET)")
        }
    }
}

/// The AI providers; limits are counted in Redis if configured.
pub fn providers(
    ai: &AiOptions,
    key: Option<ServerKey>,
    db: &Db,
    redis_url: Option<&str>,
) -> anyhow::Result<Arc<Providers>> {
    let limits: Arc<dyn bole_ai::provider::Limits> = match redis_url {
        Some(url) => Arc::new(redis_limits(url)?),
        None => Arc::new(PostgresLimits::new(db.clone())),
    };
    let providers = Providers::new(ai.provider(), key, limits);
    Ok(Arc::new(providers.context("the settings of the AI provider (BOLE_AI_…) cannot be used")?))
}

/// Counts emails for mail server limits, in Redis if configured.
pub fn rates(db: &Db, redis_url: Option<&str>) -> anyhow::Result<Arc<dyn Rates>> {
    Ok(match redis_url {
        Some(url) => Arc::new(redis_limits(url)?),
        None => Arc::new(PostgresLimits::new(db.clone())),
    })
}

fn redis_limits(url: &str) -> anyhow::Result<RedisLimits> {
    let connection =
        redis::Client::open(url).and_then(|client| client.get_connection_manager_lazy(ConnectionManagerConfig::new()));
    Ok(RedisLimits::new(connection.context("REDIS_URL cannot be used")?, "bole:"))
}

/// The file of a single machine's server key in its data folder, and in a backup.
pub const SERVER_KEY: &str = "server.key";

/// The server key of a single machine, generated in its data folder.
pub fn local_key(folder: &Path) -> anyhow::Result<ServerKey> {
    let path = folder.join(SERVER_KEY);
    let new = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
    match new {
        Ok(mut file) => {
            use std::io::Write as _;
            file.write_all(ServerKey::generate().as_bytes()).and_then(|()| file.sync_all())
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
    .with_context(|| format!("cannot write {}", path.display()))?;
    read_key(&path)
}

/// The server key in a file.
pub fn read_key(path: &Path) -> anyhow::Result<ServerKey> {
    let key = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    key.parse().with_context(|| format!("{} holds no server key", path.display()))
}

/// How long to wait before the server key is compared again if the database did not answer.
const KEY_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// Logs if the server key is not the one that sealed the organizations' secrets, once the database answers.
fn watch_server_key(db: &Db, key: Option<&ServerKey>, stop: &CancellationToken) {
    let Some(key) = key.cloned() else { return };
    let db = db.clone();
    tokio::spawn(stop.clone().run_until_cancelled_owned(async move {
        while let Err(error) = check_server_key(&db, &key).await {
            tracing::debug!("the server key could not be checked yet: {error:#}");
            tokio::time::sleep(KEY_CHECK_INTERVAL).await;
        }
    }));
}

/// Logs if the server key is not the one that sealed the organizations' secrets.
pub async fn check_server_key(db: &Db, key: &ServerKey) -> anyhow::Result<()> {
    if !has_sealed_secrets(db, key).await? {
        tracing::error!(
            "the server key is not the one that the organizations' secrets were sealed with, so their AI keys, passwords \
             and calendars cannot be opened: restore the former BOLE_SERVER_KEY or server.key"
        );
    }
    Ok(())
}

/// Whether the key is the one that was in use first, or accepted since.
pub async fn has_sealed_secrets(db: &Db, key: &ServerKey) -> anyhow::Result<bool> {
    let probe = bole_store::server_key::probe(db, &key.probe()?).await?;
    Ok(key.has_sealed(&probe))
}

pub async fn migrate(database_url: &str) -> anyhow::Result<Migrated> {
    bole_store::migrate(database_url).await.context("the database cannot be brought up to date")
}

/// The URL of the bundled PostgreSQL for the parts: a user without privileges whose password is not stored.
pub async fn service_url(server: &Server, database: &str) -> anyhow::Result<String> {
    let password = new_password();
    let made = bole_store::make_service_user(&server.url(database), &password).await;
    made.context("the database's user cannot be made")?;
    let service = ConnectOptions { user: SERVICE_USER.to_owned(), password, ..server.connect_options().clone() };
    Ok(service.url(database))
}

/// `bole api`.
pub async fn run_api(options: ApiOptions, shutdown: CancellationToken) -> anyhow::Result<()> {
    let ApiOptions {
        listen,
        public_url,
        registration,
        plans,
        behind_proxy,
        trusted_proxies,
        connections_per_client,
        no_proxy,
        submission_domain,
        metrics_token,
        mail,
        database,
        pool,
        redis,
        storage,
        limits,
        server_key,
        ai,
    } = options;
    let MailSettings { server, from, limits: _, unverified_per_day } = mail.required()?;
    let key = parse_key(server_key.as_deref())?;
    let public_url = public_url.trim_end_matches('/').to_owned();
    let (scheme, host) = scheme_and_host(&public_url)
        .with_context(|| format!("BOLE_PUBLIC_URL is no address such as https://hire.example.com: {public_url}"))?;
    if scheme == "https" && !behind_proxy && !no_proxy {
        anyhow::bail!(
            "the public URL is https: say --behind-proxy where a proxy of yours adds X-Forwarded-For, or --no-proxy where \
             callers reach this process themselves"
        );
    }
    let config = ApiConfig {
        submission_domain: submission_domain.unwrap_or_else(|| format!("resumes.{host}")),
        public_url,
        plans: match plans {
            Plans::Open => bole_api::Plans::Open,
            Plans::Operator => bole_api::Plans::Operator,
        },
        registration: match registration {
            Registration::Open => bole_api::Registration::Open,
            Registration::Invitation => bole_api::Registration::Invitation,
        },
        local: false,
        behind_proxy,
        trusted_proxies,
        connections_per_client: (connections_per_client > 0).then_some(connections_per_client),
        account_mail: AccountMail::Queued,
        default_mail: Some(DefaultMail { server, from }),
        unverified_mail_per_day: unverified_per_day,
        mailbox_token: String::new(),
        mail_allow_hosts: mail.mail_allow_hosts,
        server_key: key.clone(),
        metrics_token,
        upload_limit: limits.limits().archive_bytes,
        upload_pace: bole_api::config::UPLOAD_PACE,
        upload_lease: bole_api::config::UPLOAD_LEASE,
        storage_limit: limits.storage(),
        reads_pictures: limits.ocr_models()?.is_some(),
        session_life: bole_api::SESSION_LIFE,
        password_cost: PasswordCost::default(),
        even_answer: bole_api::config::EVEN_ANSWER,
        event_heartbeat: bole_api::config::EVENT_HEARTBEAT,
        event_check: bole_api::config::EVENT_CHECK,
        clock: bole_api::Clock::default(),
        clock_offset: time::Duration::ZERO,
    };
    let db = connect(database.database_url, &pool).await?;
    watch_server_key(&db, key.as_ref(), &shutdown);
    let providers = providers(&ai, key, &db, redis.redis_url.as_deref())?;
    let shared = Shared::apart(db.clone(), redis, storage, &limits, None)?;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    tracing::info!(address = %listener.local_addr()?, "serving");
    serve(shared, config, providers, listener, shutdown).await?;
    db.close().await;
    Ok(())
}

/// The scheme and host of a public URL.
fn scheme_and_host(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https"))?;
    let authority = rest.split('/').next()?;
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    (!host.is_empty()).then_some((scheme, host))
}

/// Checks that archives can be unpacked in the folder.
fn check_scratch(folder: &Path) -> anyhow::Result<()> {
    let usable = tempfile::tempdir_in(folder).map(drop);
    usable.with_context(|| format!("archives cannot be taken apart in {} (BOLE_SCRATCH_DIR)", folder.display()))
}

pub async fn run_worker(options: WorkerOptions, shutdown: CancellationToken) -> anyhow::Result<()> {
    let WorkerOptions {
        concurrency,
        scratch,
        public_url,
        server_key,
        metrics_listen,
        metrics_token,
        ai,
        mail,
        database,
        pool,
        redis,
        storage,
        limits,
    } = options;
    let key = parse_key(server_key.as_deref())?;
    let server = mail.required()?;
    if let Some(listen) = metrics_listen {
        let token = metrics_token.context("BOLE_METRICS_LISTEN also needs BOLE_METRICS_TOKEN")?;
        serve_metrics(listen, &token, shutdown.clone()).await?;
    }
    let db = connect(database.database_url, &pool).await?;
    let outgoing = OutgoingMailOptions {
        server: Some(server),
        captures: false,
        public_url: public_url.map(|url| url.trim_end_matches('/').to_owned()),
        allow_hosts: mail.mail_allow_hosts,
        server_key: key.clone(),
        clock_offset: time::Duration::ZERO,
        rates: rates(&db, redis.redis_url.as_deref())?,
    };
    watch_server_key(&db, key.as_ref(), &shutdown);
    let providers = providers(&ai, key, &db, redis.redis_url.as_deref())?;
    let shared = Shared::apart(db.clone(), redis, storage, &limits, scratch.scratch_dir)?;
    check_scratch(&shared.scratch)?;
    let concurrency = concurrency.lanes();
    work(shared, outgoing, providers, concurrency, shutdown).await?;
    db.close().await;
    Ok(())
}

pub async fn run_scheduler(options: SchedulerOptions, shutdown: CancellationToken) -> anyhow::Result<()> {
    let pool = PoolOptions { database_connections: 2, ledger_connections: 2 };
    let db = connect(options.database.database_url, &pool).await?;
    let storage = if options.storage.is_named() { Some(open(options.storage)?) } else { None };
    if storage.is_none() {
        tracing::warn!(
            "no storage is named: the files of deleted organizations stay until a scheduler with storage runs"
        );
    }
    tracing::info!("watching the clock");
    schedule(db.clone(), storage, bole_scheduler::Clock::default(), options.crons, shutdown).await?;
    db.close().await;
    Ok(())
}

/// Serves the API and the web app, and drains requests on shutdown.
pub async fn serve(
    shared: Shared,
    config: ApiConfig,
    providers: Arc<Providers>,
    listener: TcpListener,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let metrics = metrics(&stop)?;
    let limits = ServeLimits {
        drain: REQUESTS_END,
        connections_per_client: config.connections_per_client,
        proxies: config.behind_proxy.then(|| config.trusted_proxies.clone()),
        ..ServeLimits::default()
    };
    let state = ApiState::new(shared.db, shared.storage, shared.signals, config, providers, Some(metrics))
        .map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let live = state.live.clone();
    let streams_end = stop.clone();
    tokio::spawn(async move {
        streams_end.cancelled().await;
        live.close();
    });
    bole_api::serve::serve(listener, bole_api::router(state), &limits, stop).await;
    Ok(())
}

/// Serves the metrics of a process without the API until shutdown.
async fn serve_metrics(listen: SocketAddr, token: &str, stop: CancellationToken) -> anyhow::Result<()> {
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    tracing::info!(address = %listener.local_addr()?, "serving metrics");
    let router = bole_api::process_router(token, metrics(&stop)?);
    tokio::spawn(async move {
        bole_api::serve::serve(listener, router, &ServeLimits::default(), stop).await;
    });
    Ok(())
}

/// Records metrics in this process, for `/metrics`.
fn metrics(stop: &CancellationToken) -> anyhow::Result<PrometheusHandle> {
    // With buckets, durations of several processes can be added up.
    let builder = PrometheusBuilder::new().set_buckets(&DURATION_BUCKETS).context("the buckets cannot be used")?;
    let handle = builder.install_recorder().context("metrics cannot be recorded")?;
    let (upkeep, stop) = (handle.clone(), stop.clone());
    tokio::spawn(stop.run_until_cancelled_owned(async move {
        let mut tick = tokio::time::interval(METRICS_UPKEEP);
        loop {
            tick.tick().await;
            upkeep.run_upkeep();
        }
    }));
    Ok(handle)
}

/// How workers send email, and the clock for timeouts.
pub struct OutgoingMailOptions {
    /// The server's mail server.
    pub server: Option<MailSettings>,
    /// Whether email without a mail server is captured.
    pub captures: bool,
    /// The server's public URL.
    pub public_url: Option<String>,
    /// Private mail servers that organizations may use.
    pub allow_hosts: AllowedHosts,
    /// The key for organizations' passwords.
    pub server_key: Option<ServerKey>,
    /// The offset of the clock used for timeouts.
    pub clock_offset: time::Duration,
    /// Counts emails for mail server limits.
    pub rates: Arc<dyn Rates>,
}

pub fn parse_key(text: Option<&str>) -> anyhow::Result<Option<ServerKey>> {
    text.map(str::parse).transpose().context("BOLE_SERVER_KEY cannot be used")
}

pub async fn work(
    shared: Shared,
    mail: OutgoingMailOptions,
    providers: Arc<Providers>,
    concurrency: Concurrency,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let Shared { db, storage, signals, limits, ocr_models, storage_limit, scratch } = shared;
    let OutgoingMailOptions { server, captures, public_url, allow_hosts, server_key, clock_offset, rates } = mail;
    let sandbox = Sandbox::new(guard::this_executable(), limits);
    let sandbox = Arc::new(match ocr_models {
        Some(models) => sandbox.with_recognizer(models),
        None => sandbox,
    });
    let tools = bole_worker::Tools {
        storage,
        providers,
        judge: Arc::new(SandboxedEngine::new(sandbox.clone())),
        sandbox,
        signals: signals.clone(),
        mail: server,
        captures_mail: captures,
        public_url,
        mail_allow_hosts: allow_hosts,
        server_key,
        clock_offset,
        deliverer: Deliverer::default(),
        storage_limit,
        rates,
        scratch,
    };
    tokio::task::spawn_blocking(bole_ai::warm_up);
    let watching_ends = stop.child_token();
    let watching = tokio::spawn(bole_worker::MailboxWatcher::new(db.clone(), tools.clone()).run(watching_ends.clone()));
    let concurrency = tools.lanes(concurrency);
    tracing::info!(?concurrency, "working");
    let config = WorkerConfig { name: process_name(), concurrency, ..WorkerConfig::default() };
    let worked = Worker::new(db, signals, bole_worker::registry(&tools), config).run(stop).await;
    watching_ends.cancel();
    // If this fails, the watched mailboxes are released when the lease expires.
    let _ = watching.await;
    Ok(worked?)
}

/// A name by which this process is told from others of the fleet: its machine's, and its id.
fn process_name() -> String {
    let host = hostname::get().map_or_else(|_| "localhost".to_owned(), |name| name.to_string_lossy().into_owned());
    format!("{host}:{}", std::process::id())
}

/// Runs scheduled jobs.
pub async fn schedule(
    db: Db,
    storage: Option<Storage>,
    clock: bole_scheduler::Clock,
    CronOptions { crons }: CronOptions,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    Ok(bole_scheduler::run(&db, bole_scheduler::crons(storage, clock), &crons, &stop).await?)
}
