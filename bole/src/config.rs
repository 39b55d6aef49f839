//! All settings, as flags and environment variables with help. `bole <command> --help` prints them;
//! docs/operations.md explains how they work together.

mod installation;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use bole_ai::provider::KeyLimits;
use bole_api::TrustedProxies;
use bole_documents::{Limits, MODEL_FILES};
use bole_domain::email::SendingLimits;
use bole_domain::outbound::AllowedHosts;
use bole_mail::MailServer;
use bole_providers::ServerProvider;
use bole_queue::Concurrency;
use bole_scheduler::CronSetting;
use bole_worker::MailSettings;
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};

pub use self::installation::{InstallationOptions, LocalOptions};

/// Bole's own messages, and problems of libraries.
const DEFAULT_LOG: &str = "info,sqlx=error,apalis=warn,apalis_core=warn";

/// What is logged, and how.
#[derive(Debug, Args)]
pub struct LogOptions {
    /// The log level, or levels by module as in `info,bole_worker=debug`.
    ///
    /// The log goes to stderr. It contains ids but no personal data: no names, addresses or resume text.
    #[arg(long = "log", env = "BOLE_LOG", default_value = DEFAULT_LOG, value_name = "FILTER", global = true)]
    pub filter: String,

    /// The format of the log: `text` for people, or `json` with one object per line.
    #[arg(long = "log-format", env = "BOLE_LOG_FORMAT", default_value = "text", global = true)]
    pub format: LogFormat,
}

/// Formats of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One object per line.
    Json,
}

/// The database of a separate process.
#[derive(Debug, Clone, Args)]
pub struct DatabaseOptions {
    /// The PostgreSQL database (15 or newer): `postgres://user:password@host/bole`.
    ///
    /// `bole migrate` needs a user that owns the database and may create roles; it creates the roles `bole_app`,
    /// `bole_identity` and `bole_ledger`, which own nothing and cannot bypass row security, and grants them to its
    /// user. The other commands only need a user that is a member of these roles.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: String,
}

/// Database connections of a process.
#[derive(Debug, Clone, Args)]
pub struct PoolOptions {
    /// Maximum database connections for requests and for the work of tasks.
    ///
    /// The total over all processes, including the ledger's, must stay below PostgreSQL's `max_connections`.
    #[arg(long, env = "BOLE_DATABASE_CONNECTIONS", default_value_t = 24, value_name = "N")]
    pub database_connections: u32,

    /// Maximum database connections for the task ledger: claiming, finishing, heartbeats.
    #[arg(long, env = "BOLE_LEDGER_CONNECTIONS", default_value_t = 6, value_name = "N")]
    pub ledger_connections: u32,
}

/// Redis, for a fleet.
#[derive(Debug, Clone, Args)]
pub struct RedisOptions {
    /// A Redis server through which the processes of a fleet wake each other: `redis://host`.
    ///
    /// Without it they use the database's LISTEN and NOTIFY, which is fine for a handful of processes. Nothing is
    /// stored in Redis.
    #[arg(long, env = "REDIS_URL", value_name = "URL", hide_env_values = true)]
    pub redis_url: Option<String>,
}

/// Where uploaded files are stored.
#[derive(Debug, Clone, Args)]
pub struct StorageOptions {
    /// The folder of uploaded files, if they are stored on disk. All processes must share it.
    #[arg(long, env = "BOLE_FILES_DIR", value_name = "DIR")]
    pub files_dir: Option<PathBuf>,

    /// The bucket of uploaded files, if they are stored in S3 or a compatible service. It must exist.
    #[arg(
        long,
        env = "BOLE_S3_BUCKET",
        value_name = "NAME",
        conflicts_with = "files_dir",
        requires_all = ["s3_access_key_id", "s3_secret_access_key"]
    )]
    pub s3_bucket: Option<String>,

    /// The bucket's region; `us-east-1` if the server has none.
    #[arg(long, env = "BOLE_S3_REGION", default_value = "us-east-1", value_name = "REGION")]
    pub s3_region: String,

    /// The endpoint of a server other than Amazon's, such as `https://minio.internal:9000`.
    #[arg(long, env = "BOLE_S3_ENDPOINT", value_name = "URL")]
    pub s3_endpoint: Option<String>,

    /// The access key id for the bucket.
    #[arg(long, env = "BOLE_S3_ACCESS_KEY_ID", value_name = "ID")]
    pub s3_access_key_id: Option<String>,

    /// The secret access key for the bucket.
    #[arg(long, env = "BOLE_S3_SECRET_ACCESS_KEY", value_name = "SECRET", hide_env_values = true)]
    pub s3_secret_access_key: Option<String>,
}

impl StorageOptions {
    /// Whether a folder or a bucket is configured.
    pub const fn is_named(&self) -> bool {
        self.files_dir.is_some() || self.s3_bucket.is_some()
    }
}

/// How many tasks run at once.
#[derive(Debug, Clone, Args)]
pub struct ConcurrencyOptions {
    /// How many document tasks run at once in this process; by default 48 per processor.
    ///
    /// Reading a document takes a processor and up to 512 MiB of memory, in a separate process; only as many are read
    /// at a time as there are processors. The other tasks wait for the database or the disk, or are queued.
    #[arg(long, env = "BOLE_CONCURRENCY", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency: Option<u16>,

    /// How many scans are recognised at once in this process; by default one per processor.
    #[arg(long, env = "BOLE_CONCURRENCY_SCANS", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency_scans: Option<u16>,

    /// How many calls of AI providers run at once in this process. They mostly wait for the provider; the key's own
    /// limit applies to all processes together.
    #[arg(long, env = "BOLE_CONCURRENCY_MODELS", default_value_t = 96, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency_models: u16,

    /// How many emails this process sends at once.
    #[arg(long, env = "BOLE_CONCURRENCY_MAIL", default_value_t = 8, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency_mail: u16,

    /// How many other tasks run at once in this process; by default 4 per processor.
    #[arg(long, env = "BOLE_CONCURRENCY_GENERAL", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency_general: Option<u16>,
}

impl ConcurrencyOptions {
    /// The limits by lane.
    pub fn lanes(&self) -> Concurrency {
        let Self { concurrency, concurrency_scans, concurrency_models, concurrency_mail, concurrency_general } = *self;
        let default = Concurrency::default();
        Concurrency {
            documents: concurrency.map_or(default.documents, usize::from),
            scans: concurrency_scans.map_or(default.scans, usize::from),
            models: concurrency_models.into(),
            mail: concurrency_mail.into(),
            general: concurrency_general.map_or(default.general, usize::from),
        }
    }
}

/// Where archives are unpacked.
#[derive(Debug, Clone, Args)]
pub struct ScratchOptions {
    /// The folder for unpacking archives; by default the system's temporary folder.
    ///
    /// It needs space for the unpacked archives. On the same disk as the uploaded files, documents are moved instead
    /// of copied. Files left in it after a crash may be deleted.
    #[arg(long, env = "BOLE_SCRATCH_DIR", value_name = "DIR")]
    pub scratch_dir: Option<PathBuf>,
}

/// An offset such as `+6d` or `+12h`.
fn clock_offset(text: &str) -> Result<time::Duration, String> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let parse = |number: &str| number.parse::<u32>().map(i64::from).map_err(|error| error.to_string());
    match (rest.strip_suffix('d'), rest.strip_suffix('h')) {
        (Some(days), _) => Ok(time::Duration::days(sign * parse(days)?)),
        (_, Some(hours)) => Ok(time::Duration::hours(sign * parse(hours)?)),
        _ => Err("it must end in d or h".to_owned()),
    }
}

/// Emails per day of an organization that the operator of a fleet has not verified.
const UNVERIFIED_PER_DAY: i64 = 50;

/// The server's mail server, for account emails and for organizations without their own.
#[derive(Debug, Clone, Args)]
pub struct MailOptions {
    /// The mail server: `smtp://`, `smtps://` or `smtp+starttls://user:password@host:port`.
    ///
    /// `smtp://` is for a server on this machine or a trusted network. The default ports are 25, 465 and 587.
    #[arg(long, env = "BOLE_SMTP_URL", value_name = "URL", hide_env_values = true, requires = "mail_from")]
    pub smtp_url: Option<String>,

    /// The From address of account emails, such as `Bole <bole@example.com>`.
    #[arg(long, env = "BOLE_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,

    /// Maximum emails to candidates per minute; default 300, without a limit for a server in a private network.
    #[arg(long, env = "BOLE_MAIL_PER_MINUTE", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_per_minute: Option<u32>,

    /// Maximum emails per minute to one receiving domain; default 120, without a limit for a server in a private
    /// network.
    #[arg(long, env = "BOLE_MAIL_DOMAIN_PER_MINUTE", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_domain_per_minute: Option<u32>,

    /// Maximum emails per day through this server of an organization that is not verified (`bole admin organization`);
    /// default 50, with `bole up` as many as its plan allows.
    #[arg(long, env = "BOLE_MAIL_PER_DAY_UNVERIFIED", value_name = "N")]
    pub mail_per_day_unverified: Option<u32>,

    /// Private hosts that organizations may use as mail servers, mailboxes and calendars: `host` or `host:port`,
    /// comma-separated.
    #[arg(long, env = "BOLE_MAIL_ALLOW_HOSTS", value_name = "HOSTS", default_value = "")]
    pub mail_allow_hosts: AllowedHosts,
}

impl MailOptions {
    /// The mail server, if configured.
    pub fn settings(&self) -> anyhow::Result<Option<MailSettings>> {
        let Some(url) = &self.smtp_url else { return Ok(None) };
        let server: MailServer =
            url.parse().map_err(|error| anyhow::anyhow!("BOLE_SMTP_URL cannot be used: {error}"))?;
        let from = self.mail_from.clone().context("BOLE_MAIL_FROM is missing")?;
        bole_mail::check_sender(&from).map_err(|error| anyhow::anyhow!("BOLE_MAIL_FROM cannot be used: {error}"))?;
        let set = SendingLimits { per_minute: self.mail_per_minute, domain_per_minute: self.mail_domain_per_minute };
        let limits = set.or(SendingLimits::default_for(&server.host));
        let unverified_per_day = self.mail_per_day_unverified.map(i64::from);
        Ok(Some(MailSettings { server, from, limits, unverified_per_day }))
    }

    /// The mail server of a process that requires one.
    pub fn required(&self) -> anyhow::Result<MailSettings> {
        let settings = self.settings()?.context(
            "no mail server is set, so nobody could confirm an address or reset a password: set BOLE_SMTP_URL and \
             BOLE_MAIL_FROM",
        )?;
        let unverified_per_day = settings.unverified_per_day.or(Some(UNVERIFIED_PER_DAY));
        Ok(MailSettings { unverified_per_day, ..settings })
    }
}

/// Limits on archives and documents.
#[derive(Debug, Clone, Args)]
pub struct LimitOptions {
    /// Maximum size of a ZIP in MiB, for uploads and for unpacking.
    #[arg(long, env = "BOLE_LIMIT_ZIP_MIB", default_value_t = 2048, value_name = "MIB")]
    pub limit_zip_mib: u64,

    /// Maximum storage of an organization in GiB: files, uploaded ZIPs and exports.
    #[arg(long, env = "BOLE_LIMIT_STORAGE_GIB", default_value_t = 100, value_name = "GIB")]
    pub limit_storage_gib: u64,

    /// Maximum entries in a ZIP, including nested ZIPs.
    #[arg(long, env = "BOLE_LIMIT_ZIP_ENTRIES", default_value_t = 5_000, value_name = "N")]
    pub limit_zip_entries: u32,

    /// Maximum unpacked size of a document in MiB.
    #[arg(long, env = "BOLE_LIMIT_DOCUMENT_MIB", default_value_t = 20, value_name = "MIB")]
    pub limit_document_mib: u64,

    /// Maximum compression ratio of an entry.
    #[arg(long, env = "BOLE_LIMIT_RATIO", default_value_t = 200, value_name = "N")]
    pub limit_ratio: u32,

    /// Maximum pages of a document.
    #[arg(long, env = "BOLE_LIMIT_PAGES", default_value_t = 200, value_name = "N")]
    pub limit_pages: u32,

    /// Maximum time for reading one document, in seconds.
    #[arg(long, env = "BOLE_LIMIT_SECONDS", default_value_t = 60, value_name = "S")]
    pub limit_seconds: u64,

    /// Maximum memory for reading one document, in MiB.
    ///
    /// Recognising the text of scans may take three times as much, and four times as long.
    #[arg(long, env = "BOLE_LIMIT_MEMORY_MIB", default_value_t = 512, value_name = "MIB")]
    pub limit_memory_mib: u64,

    /// The folder of the models that recognise text in scans and photos; by default `ocr` beside the binary, or beside
    /// its folder, if it is there. Without models, such files fail with a reason.
    #[arg(long, env = "BOLE_OCR_DIR", value_name = "DIR")]
    pub ocr_dir: Option<PathBuf>,
}

impl LimitOptions {
    /// Maximum storage of an organization in bytes.
    pub const fn storage(&self) -> u64 {
        self.limit_storage_gib.saturating_mul(1 << 30)
    }

    /// The folder of the models for recognising text in pictures, if there is one. An incomplete one would make every scan
    /// look damaged.
    pub fn ocr_models(&self) -> anyhow::Result<Option<PathBuf>> {
        let missing = |folder: &Path| MODEL_FILES.into_iter().find(|file| !folder.join(file).is_file());
        let Some(folder) = &self.ocr_dir else {
            let executable = std::env::current_exe().unwrap_or_default();
            let mut folders = executable.ancestors().skip(1).take(2).map(|folder| folder.join("ocr"));
            return Ok(folders.find(|folder| missing(folder).is_none()));
        };
        // The processes that read documents run in another folder.
        let found = std::path::absolute(folder).context("BOLE_OCR_DIR cannot be used")?;
        match missing(&found) {
            Some(file) => anyhow::bail!("BOLE_OCR_DIR cannot be used: there is no {file} in {}", found.display()),
            None => Ok(Some(found)),
        }
    }

    /// The limits for document readers.
    pub fn limits(&self) -> Limits {
        const MIB: u64 = 1024 * 1024;
        let Self {
            limit_zip_mib,
            limit_storage_gib: _,
            limit_zip_entries,
            limit_document_mib,
            limit_ratio,
            limit_pages,
            limit_seconds,
            limit_memory_mib,
            ocr_dir: _,
        } = *self;
        Limits {
            archive_bytes: limit_zip_mib * MIB,
            archive_entries: limit_zip_entries,
            entry_bytes: limit_document_mib * MIB,
            ratio: limit_ratio,
            pages: limit_pages,
            time: Duration::from_secs(limit_seconds),
            memory: limit_memory_mib * MIB,
            ..Limits::default()
        }
    }
}

/// Who may create an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Registration {
    /// Anyone.
    Open,
    /// Users invited by an admin.
    Invitation,
}

/// Who chooses an organization's plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Plans {
    /// Its creator.
    Open,
    /// The operator.
    Operator,
}

#[derive(Debug, Args)]
pub struct UpOptions {
    /// The port on 127.0.0.1; 0 chooses a free one. The line `ready http://127.0.0.1:PORT` on stdout reports it.
    #[arg(long, env = "BOLE_PORT", default_value_t = 7080, value_name = "PORT")]
    pub port: u16,

    #[command(flatten)]
    pub local: LocalOptions,

    /// With an empty data folder, start without the demo organization and its sample batch.
    #[arg(long, env = "BOLE_NO_DEMO", value_parser = FalseyValueParser::new())]
    pub no_demo: bool,

    /// Shifts the clock used for timeouts, reminders, deadlines and free slots, such as `+6d` or `+12h`, for trying them out.
    #[arg(long, env = "BOLE_CLOCK_OFFSET", value_name = "OFFSET", value_parser = clock_offset, allow_hyphen_values = true)]
    pub clock_offset: Option<time::Duration>,

    /// The token of the captured mailbox (`/api/dev/mailbox`); by default a random one, which is printed.
    #[arg(long, env = "BOLE_MAILBOX_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub mailbox_token: Option<String>,

    /// The bearer token of `/metrics`. Without one, `/metrics` is disabled.
    #[arg(long, env = "BOLE_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,

    #[command(flatten)]
    pub mail: MailOptions,
    #[command(flatten)]
    pub concurrency: ConcurrencyOptions,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub crons: CronOptions,
    #[command(flatten)]
    pub ai: AiOptions,
}

/// The AI provider of the server, for organizations without their own key.
#[derive(Debug, Clone, Args)]
pub struct AiOptions {
    /// Base URL of the server's model: any OpenAI-compatible endpoint. Defaults to Google's.
    #[arg(long, env = "BOLE_AI_BASE_URL", value_name = "URL")]
    pub ai_base_url: Option<String>,

    /// The server's model. Defaults to gemini-1.5-pro-latest or, since it is retired, the first of a list that the provider has.
    #[arg(long, env = "BOLE_AI_MODEL", value_name = "NAME")]
    pub ai_model: Option<String>,

    /// The server's API key. Without it and without a base URL, organizations without a key use the built-in engine.
    #[arg(long, env = "BOLE_AI_API_KEY", value_name = "KEY", hide_env_values = true)]
    pub ai_api_key: Option<String>,

    /// Private hosts that organizations' base URLs may use: `host` or `host:port`, comma-separated.
    #[arg(long, env = "BOLE_AI_ALLOW_HOSTS", value_name = "HOSTS", default_value = "")]
    pub ai_allow_hosts: AllowedHosts,

    /// Hosts with OpenAI's batch interface, besides the known providers: `host` or `host:port`, comma-separated.
    #[arg(long, env = "BOLE_AI_BATCH_HOSTS", value_name = "HOSTS", default_value = "")]
    pub ai_batch_hosts: AllowedHosts,

    /// Maximum requests per minute with the server's key, over all processes.
    #[arg(long, env = "BOLE_AI_REQUESTS_PER_MINUTE", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ai_requests_per_minute: Option<u32>,

    /// Maximum tokens per minute with the server's key, over all processes.
    #[arg(long, env = "BOLE_AI_TOKENS_PER_MINUTE", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ai_tokens_per_minute: Option<u32>,

    /// Maximum concurrent requests with the server's key, over all processes.
    #[arg(long, env = "BOLE_AI_CONCURRENCY", default_value_t = 16, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub ai_concurrency: u32,
}

impl AiOptions {
    /// Converts the options to provider settings.
    pub fn provider(&self) -> ServerProvider {
        ServerProvider {
            base_url: self.ai_base_url.clone().filter(|url| !url.trim().is_empty()),
            model: self.ai_model.clone(),
            api_key: self.ai_api_key.clone(),
            limits: KeyLimits {
                requests_per_minute: self.ai_requests_per_minute,
                tokens_per_minute: self.ai_tokens_per_minute,
                concurrency: self.ai_concurrency,
            },
            allowed: self.ai_allow_hosts.clone(),
            batch_hosts: self.ai_batch_hosts.clone(),
        }
    }
}

#[derive(Debug, Args)]
pub struct ApiOptions {
    /// The address to listen on. The default suits a proxy on the same machine.
    #[arg(long, env = "BOLE_LISTEN", default_value = "127.0.0.1:7080", value_name = "ADDRESS")]
    pub listen: SocketAddr,

    /// The public URL of Bole, such as `https://hire.example.com`: used for links in emails, and the only origin from
    /// which browsers may change data. With `https`, cookies are marked Secure.
    #[arg(long, env = "BOLE_PUBLIC_URL", value_name = "URL")]
    pub public_url: String,

    /// Who may create an account: anyone (`open`), or users invited by an admin (`invitation`).
    #[arg(long, env = "REGISTRATION", default_value = "open")]
    pub registration: Registration,

    /// Who chooses an organization's plan: its creator (`open`), or an `operator`; then it starts as free, and the
    /// requested plan is recorded.
    #[arg(long, env = "PLANS", default_value = "operator")]
    pub plans: Plans,

    /// Take the client's address from the last entry of X-Forwarded-For. Only use it behind a proxy that sets it;
    /// otherwise clients could fake their address and bypass the sign-in limits.
    #[arg(long, env = "BOLE_BEHIND_PROXY", value_parser = FalseyValueParser::new(), conflicts_with = "no_proxy")]
    pub behind_proxy: bool,

    /// The proxies whose X-Forwarded-For is trusted: addresses and networks such as `10.0.0.0/8`, comma-separated. By
    /// default any caller is trusted, so only the proxy must be able to reach this port.
    #[arg(long, env = "BOLE_TRUSTED_PROXIES", value_name = "NETWORKS", default_value = "")]
    pub trusted_proxies: TrustedProxies,

    /// Maximum open connections of one client: an IPv4 address, or the /64 network of an IPv6 address. 0 for no limit.
    /// Connections of trusted proxies are not limited.
    #[arg(long, env = "BOLE_CONNECTIONS_PER_CLIENT", default_value_t = 512, value_name = "N")]
    pub connections_per_client: usize,

    /// Clients connect to this process directly although the public URL is `https`, for example if TLS ends in the
    /// network. With `https`, either this or `--behind-proxy` is required: behind a proxy all clients share its address.
    #[arg(long, env = "BOLE_NO_PROXY", value_parser = FalseyValueParser::new())]
    pub no_proxy: bool,

    /// The domain of job addresses that receive resumes; by default `resumes.` and the host of the public URL.
    #[arg(long, env = "BOLE_SUBMISSION_DOMAIN", value_name = "DOMAIN")]
    pub submission_domain: Option<String>,

    /// The bearer token of `/metrics`. Without one, `/metrics` is disabled.
    #[arg(long, env = "BOLE_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,

    /// The key that encrypts organizations' secrets: 32 bytes in base64, the same for all processes. Without it,
    /// organizations cannot have their own AI keys.
    #[arg(long, env = "BOLE_SERVER_KEY", value_name = "KEY", hide_env_values = true)]
    pub server_key: Option<String>,

    #[command(flatten)]
    pub ai: AiOptions,
    #[command(flatten)]
    pub mail: MailOptions,
    #[command(flatten)]
    pub database: DatabaseOptions,
    #[command(flatten)]
    pub pool: PoolOptions,
    #[command(flatten)]
    pub redis: RedisOptions,
    #[command(flatten)]
    pub storage: StorageOptions,
    #[command(flatten)]
    pub limits: LimitOptions,
}

#[derive(Debug, Args)]
pub struct WorkerOptions {
    #[command(flatten)]
    pub concurrency: ConcurrencyOptions,
    #[command(flatten)]
    pub scratch: ScratchOptions,
    /// The public URL of Bole, the same as the API's: used for links in emails to members and about interviews, which have none without it.
    #[arg(long, env = "BOLE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// The key that encrypts organizations' secrets; the same as the API's.
    #[arg(long, env = "BOLE_SERVER_KEY", value_name = "KEY", hide_env_values = true)]
    pub server_key: Option<String>,
    /// The address of this process's own `/metrics` and `/healthz`, such as `127.0.0.1:9464`. Without one, they are not
    /// served.
    #[arg(long, env = "BOLE_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,
    /// The bearer token of `/metrics`.
    #[arg(long, env = "BOLE_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    #[command(flatten)]
    pub ai: AiOptions,
    #[command(flatten)]
    pub mail: MailOptions,
    #[command(flatten)]
    pub database: DatabaseOptions,
    #[command(flatten)]
    pub pool: PoolOptions,
    #[command(flatten)]
    pub redis: RedisOptions,
    #[command(flatten)]
    pub storage: StorageOptions,
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// When crons run.
#[derive(Debug, Clone, Args)]
pub struct CronOptions {
    /// When a cron runs instead of at its own times, in UTC, as `expire_offers=*/5 * * * *`; several are separated by `;`.
    ///
    /// The expression has minute, hour, day, month and weekday. All schedulers of a fleet need the same.
    #[arg(long = "cron", env = "BOLE_CRONS", value_name = "NAME=EXPRESSION", value_delimiter = ';')]
    pub crons: Vec<CronSetting>,
}

#[derive(Debug, Args)]
pub struct SchedulerOptions {
    #[command(flatten)]
    pub crons: CronOptions,
    #[command(flatten)]
    pub database: DatabaseOptions,
    #[command(flatten)]
    pub storage: StorageOptions,
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use clap::CommandFactory;

    use super::*;

    #[derive(clap::Parser)]
    struct OnlyLimits {
        #[command(flatten)]
        limits: LimitOptions,
    }

    #[test]
    fn setting_defaults_match_reader_defaults() {
        let parsed = <OnlyLimits as clap::Parser>::parse_from(["bole"]);
        assert_eq!(parsed.limits.limits(), Limits::default());
    }

    #[test]
    fn folder_of_models_is_complete_and_absolute() {
        let folder = tempfile::tempdir_in(".").unwrap();
        let name = folder.path().file_name().unwrap();
        let models = || {
            let arguments = [OsStr::new("bole"), OsStr::new("--ocr-dir"), name];
            <OnlyLimits as clap::Parser>::parse_from(arguments).limits.ocr_models()
        };
        for file in MODEL_FILES {
            let error = models().unwrap_err().to_string();
            assert!(error.contains("BOLE_OCR_DIR") && error.contains(file), "{error}");
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        assert!(models().unwrap().unwrap().is_absolute());
    }

    #[test]
    fn every_setting_has_an_environment_variable_and_help() {
        for command in crate::Cli::command().get_subcommands() {
            for argument in command.get_arguments().filter(|argument| argument.get_id() != "help") {
                assert!(argument.get_env().is_some(), "{} {} has no variable", command.get_name(), argument.get_id());
                assert!(argument.get_help().is_some(), "{} {} has no help", command.get_name(), argument.get_id());
            }
        }
    }
}
