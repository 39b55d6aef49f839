//! Every setting, as a flag and as an environment variable, each with its paragraph of help. `bole <command> --help`
//! prints them; docs/operations.md tells how they go together.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use bole_ai::provider::KeyLimits;
use bole_documents::Limits;
use bole_domain::email::SendingLimits;
use bole_domain::outbound::AllowedHosts;
use bole_mail::MailServer;
use bole_providers::ServerProvider;
use bole_queue::Concurrency;
use bole_worker::MailSettings;
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};

/// Our own messages, and of the libraries below what goes wrong.
const DEFAULT_LOG: &str = "info,sqlx=error,apalis=warn,apalis_core=warn";

/// What is logged, and how.
#[derive(Debug, Args)]
pub struct LogOptions {
    /// Which messages are logged: a level, or levels by module as in `info,bole_worker=debug`.
    ///
    /// The log goes to stderr. It names ids, never people: no names, addresses or resume text.
    #[arg(long = "log", env = "BOLE_LOG", default_value = DEFAULT_LOG, value_name = "FILTER", global = true)]
    pub filter: String,

    /// How the log is written: `text` for people, `json` with one object a line for collectors.
    #[arg(long = "log-format", env = "BOLE_LOG_FORMAT", default_value = "text", global = true)]
    pub format: LogFormat,
}

/// The forms of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One object a line.
    Json,
}

/// The database of a process that runs apart.
#[derive(Debug, Clone, Args)]
pub struct DatabaseOptions {
    /// The PostgreSQL (15 or newer) that holds everything: `postgres://user:password@host/bole`.
    ///
    /// `bole migrate` needs a user that owns the database and may create roles; it makes the roles `bole_app`,
    /// `bole_identity` and `bole_ledger`, which own nothing and bypass no row security, and lets its user take them on.
    /// The other commands need a user that may take on these roles and nothing else.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: String,
}

/// How many database connections a process holds.
#[derive(Debug, Clone, Args)]
pub struct PoolOptions {
    /// Most database connections for requests and for the work inside tasks.
    ///
    /// The sum over all processes, with the ledger's, must stay below PostgreSQL's `max_connections`.
    #[arg(long, env = "BOLE_DATABASE_CONNECTIONS", default_value_t = 24, value_name = "N")]
    pub database_connections: u32,

    /// Most database connections for the task ledger: claiming, finishing, heartbeats.
    #[arg(long, env = "BOLE_LEDGER_CONNECTIONS", default_value_t = 6, value_name = "N")]
    pub ledger_connections: u32,
}

/// Redis, for a fleet.
#[derive(Debug, Clone, Args)]
pub struct RedisOptions {
    /// A Redis through which the processes of a fleet wake each other: `redis://host`.
    ///
    /// Without it they use the database's LISTEN and NOTIFY, which serves a handful of processes well. Nothing is kept in
    /// Redis.
    #[arg(long, env = "REDIS_URL", value_name = "URL", hide_env_values = true)]
    pub redis_url: Option<String>,
}

/// Where uploaded files are kept.
#[derive(Debug, Clone, Args)]
pub struct StorageOptions {
    /// The folder of uploaded files, when they are kept on disk. All processes must see the same one.
    #[arg(long, env = "BOLE_FILES_DIR", value_name = "DIR")]
    pub files_dir: Option<PathBuf>,

    /// The bucket of uploaded files, when they are kept in S3 or something compatible. It exists already.
    #[arg(
        long,
        env = "BOLE_S3_BUCKET",
        value_name = "NAME",
        conflicts_with = "files_dir",
        requires_all = ["s3_access_key_id", "s3_secret_access_key"]
    )]
    pub s3_bucket: Option<String>,

    /// The bucket's region; `us-east-1` where the server knows none.
    #[arg(long, env = "BOLE_S3_REGION", default_value = "us-east-1", value_name = "REGION")]
    pub s3_region: String,

    /// The address of a server other than Amazon's, such as `https://minio.internal:9000`.
    #[arg(long, env = "BOLE_S3_ENDPOINT", value_name = "URL")]
    pub s3_endpoint: Option<String>,

    /// The id of the access key to the bucket.
    #[arg(long, env = "BOLE_S3_ACCESS_KEY_ID", value_name = "ID")]
    pub s3_access_key_id: Option<String>,

    /// The secret of the access key to the bucket.
    #[arg(long, env = "BOLE_S3_SECRET_ACCESS_KEY", value_name = "SECRET", hide_env_values = true)]
    pub s3_secret_access_key: Option<String>,
}

impl StorageOptions {
    /// Whether a folder or a bucket is named.
    pub const fn is_named(&self) -> bool {
        self.files_dir.is_some() || self.s3_bucket.is_some()
    }
}

/// How many tasks run at once.
#[derive(Debug, Clone, Args)]
pub struct ConcurrencyOptions {
    /// How many documents are worked on at once in this process; by default 48 for each processor.
    ///
    /// Reading a document takes a processor and up to 512 MiB of memory, in a process of its own; as many are read at a
    /// time as there are processors. The other tasks wait for the database or the disk meanwhile, or are next.
    #[arg(long, env = "BOLE_CONCURRENCY", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency: Option<u16>,

    /// How many calls of AI providers run at once in this process. They wait for the provider nearly all the time; its key's
    /// own limit holds for all processes together.
    #[arg(long, env = "BOLE_CONCURRENCY_MODELS", default_value_t = 64, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency_models: u16,

    /// How many emails are sent at once by this process.
    #[arg(long, env = "BOLE_CONCURRENCY_MAIL", default_value_t = 8, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency_mail: u16,

    /// How many other tasks run at once in this process; by default 4 for each processor.
    #[arg(long, env = "BOLE_CONCURRENCY_GENERAL", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency_general: Option<u16>,
}

impl ConcurrencyOptions {
    /// The numbers to use.
    pub fn lanes(&self) -> Concurrency {
        let Self { concurrency, concurrency_models, concurrency_mail, concurrency_general } = *self;
        let default = Concurrency::default();
        Concurrency {
            documents: concurrency.map_or(default.documents, usize::from),
            models: concurrency_models.into(),
            mail: concurrency_mail.into(),
            general: concurrency_general.map_or(default.general, usize::from),
        }
    }
}

/// Where archives are taken apart.
#[derive(Debug, Clone, Args)]
pub struct ScratchOptions {
    /// The folder in which archives are taken apart; by default the system's temporary folder.
    ///
    /// It has to hold what an archive unpacks to. On the disk of the uploaded files, documents are moved instead of
    /// copied. Whatever is left in it after a crash may be deleted.
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

/// The server's own mail server: for mail about accounts, and for email of organizations without one.
#[derive(Debug, Clone, Args)]
pub struct MailOptions {
    /// The mail server: `smtp://`, `smtps://` or `smtp+starttls://user:password@host:port`.
    ///
    /// `smtp://` is for a server on this machine or a trusted network. The ports are 25, 465 and 587 where none is named.
    #[arg(long, env = "BOLE_SMTP_URL", value_name = "URL", hide_env_values = true, requires = "mail_from")]
    pub smtp_url: Option<String>,

    /// Who mail about accounts is from, such as `Bole <bole@example.com>`.
    #[arg(long, env = "BOLE_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,

    /// How many emails to candidates the mail server is given in a minute; without it 300, and no limit for a server of one's
    /// own network.
    #[arg(long, env = "BOLE_MAIL_PER_MINUTE", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_per_minute: Option<u32>,

    /// How many of them to one receiving domain; without it 120, and no limit for a server of one's own network.
    #[arg(long, env = "BOLE_MAIL_DOMAIN_PER_MINUTE", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_domain_per_minute: Option<u32>,

    /// Hosts of mail servers, mailboxes and calendars that may be named though private: `host` or `host:port`, comma-separated.
    #[arg(long, env = "BOLE_MAIL_ALLOW_HOSTS", value_name = "HOSTS", default_value = "")]
    pub mail_allow_hosts: AllowedHosts,
}

impl MailOptions {
    /// The mail server, where one is named.
    pub fn settings(&self) -> anyhow::Result<Option<MailSettings>> {
        let Some(url) = &self.smtp_url else { return Ok(None) };
        let server: MailServer =
            url.parse().map_err(|error| anyhow::anyhow!("BOLE_SMTP_URL cannot be used: {error}"))?;
        let from = self.mail_from.clone().context("BOLE_MAIL_FROM is missing")?;
        bole_mail::check_sender(&from).map_err(|error| anyhow::anyhow!("BOLE_MAIL_FROM cannot be used: {error}"))?;
        let set = SendingLimits { per_minute: self.mail_per_minute, domain_per_minute: self.mail_domain_per_minute };
        let limits = set.or(SendingLimits::default_for(&server.host));
        Ok(Some(MailSettings { server, from, limits }))
    }

    /// The mail server of a process that cannot do without.
    pub fn required(&self) -> anyhow::Result<MailSettings> {
        self.settings()?.context(
            "no mail server is set, so nobody could confirm an address or reset a password: set BOLE_SMTP_URL and \
             BOLE_MAIL_FROM",
        )
    }
}

/// What one archive and one document may cost.
#[derive(Debug, Clone, Args)]
pub struct LimitOptions {
    /// Largest ZIP, in MiB: what the API takes, and what a worker unpacks.
    #[arg(long, env = "BOLE_LIMIT_ZIP_MIB", default_value_t = 2048, value_name = "MIB")]
    pub limit_zip_mib: u64,

    /// Most that an organization may store, in GiB: files, uploaded ZIPs and exports.
    #[arg(long, env = "BOLE_LIMIT_STORAGE_GIB", default_value_t = 100, value_name = "GIB")]
    pub limit_storage_gib: u64,

    /// Most entries in a ZIP, those of a ZIP inside counted.
    #[arg(long, env = "BOLE_LIMIT_ZIP_ENTRIES", default_value_t = 5_000, value_name = "N")]
    pub limit_zip_entries: u32,

    /// Largest document, in MiB unpacked.
    #[arg(long, env = "BOLE_LIMIT_DOCUMENT_MIB", default_value_t = 20, value_name = "MIB")]
    pub limit_document_mib: u64,

    /// How many times its packed size an entry may unpack to.
    #[arg(long, env = "BOLE_LIMIT_RATIO", default_value_t = 200, value_name = "N")]
    pub limit_ratio: u32,

    /// Most pages in a document.
    #[arg(long, env = "BOLE_LIMIT_PAGES", default_value_t = 200, value_name = "N")]
    pub limit_pages: u32,

    /// Longest time that reading one document may take, in seconds.
    #[arg(long, env = "BOLE_LIMIT_SECONDS", default_value_t = 60, value_name = "S")]
    pub limit_seconds: u64,

    /// Most memory that reading one document may take, in MiB.
    #[arg(long, env = "BOLE_LIMIT_MEMORY_MIB", default_value_t = 512, value_name = "MIB")]
    pub limit_memory_mib: u64,
}

impl LimitOptions {
    /// The most bytes an organization may store.
    pub const fn storage(&self) -> u64 {
        self.limit_storage_gib.saturating_mul(1 << 30)
    }

    /// The limits as the readers of documents take them.
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

/// Who may make an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Registration {
    /// Anybody.
    Open,
    /// Whoever an admin invited.
    Invitation,
}

/// Who chooses an organization's plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Plans {
    /// Whoever makes it.
    Open,
    /// The operator.
    Operator,
}

/// `bole up`.
#[derive(Debug, Args)]
pub struct UpOptions {
    /// The port on 127.0.0.1; 0 takes any that is free. The line `ready http://127.0.0.1:PORT` on stdout tells which.
    #[arg(long, env = "BOLE_PORT", default_value_t = 7080, value_name = "PORT")]
    pub port: u16,

    /// Where everything is kept: the database and the uploaded files. One running Bole to a folder.
    ///
    /// By default `/var/lib/bole` for root, else `$XDG_DATA_HOME/bole`, which usually is `~/.local/share/bole`.
    #[arg(long, env = "BOLE_DATA_DIR", value_name = "DIR")]
    pub data_dir: Option<PathBuf>,

    /// On an empty data folder, start empty instead of with the demo organization and its sample batch.
    #[arg(long, env = "BOLE_NO_DEMO", value_parser = FalseyValueParser::new())]
    pub no_demo: bool,

    /// The folder of the `postgres` and `initdb` to run, when the ones Bole finds by itself are not the ones to use.
    ///
    /// By itself it takes the ones that came with the web app's packages, else the newest PostgreSQL (15 or newer) on
    /// this machine; once there is data, the version that made it.
    #[arg(long, env = "BOLE_POSTGRES_BIN", value_name = "DIR")]
    pub postgres_bin: Option<PathBuf>,

    /// Started as root: the account to run PostgreSQL under, since it refuses root. By default `postgres`, else `nobody`.
    #[arg(long, env = "BOLE_POSTGRES_USER", value_name = "NAME")]
    pub postgres_user: Option<String>,

    /// Shifts the clock that timeouts use, as `+6d` or `+12h`: for trying them out.
    #[arg(long, env = "BOLE_CLOCK_OFFSET", value_name = "OFFSET", value_parser = clock_offset, allow_hyphen_values = true)]
    pub clock_offset: Option<time::Duration>,

    /// The token that the captured mailbox (`/api/dev/mailbox`) asks for; without it a random one, which is printed.
    #[arg(long, env = "BOLE_MAILBOX_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub mailbox_token: Option<String>,

    #[command(flatten)]
    pub mail: MailOptions,
    #[command(flatten)]
    pub concurrency: ConcurrencyOptions,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub ai: AiOptions,
}

impl UpOptions {
    /// The data folder: the one asked for, else the usual one.
    pub fn data_dir(&self) -> anyhow::Result<PathBuf> {
        if let Some(asked) = &self.data_dir {
            return Ok(std::path::absolute(asked)?);
        }
        if rustix::process::geteuid().is_root() {
            return Ok(PathBuf::from("/var/lib/bole"));
        }
        let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        absolute("XDG_DATA_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
            .map(|data| data.join("bole"))
            .ok_or_else(|| anyhow::anyhow!("HOME is not set, so the data folder must be named with --data-dir"))
    }
}

/// The AI provider of the server, for organizations without a key of their own.
#[derive(Debug, Clone, Args)]
pub struct AiOptions {
    /// Where the server's model is asked: any OpenAI-compatible endpoint. Without it, Google's.
    #[arg(long, env = "BOLE_AI_BASE_URL", value_name = "URL")]
    pub ai_base_url: Option<String>,

    /// The server's model. Without it, gemini-1.5-pro-latest.
    #[arg(long, env = "BOLE_AI_MODEL", value_name = "NAME")]
    pub ai_model: Option<String>,

    /// The server's key. Without it and without a base URL, organizations without a key of their own have the built-in engine.
    #[arg(long, env = "BOLE_AI_API_KEY", value_name = "KEY", hide_env_values = true)]
    pub ai_api_key: Option<String>,

    /// Hosts that organizations' base URLs may name though private: `host` or `host:port`, comma-separated.
    #[arg(long, env = "BOLE_AI_ALLOW_HOSTS", value_name = "HOSTS", default_value = "")]
    pub ai_allow_hosts: AllowedHosts,

    /// How many requests the server's key may send in any minute, from all processes together.
    #[arg(long, env = "BOLE_AI_REQUESTS_PER_MINUTE", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ai_requests_per_minute: Option<u32>,

    /// How many tokens the server's key may take in any minute, from all processes together.
    #[arg(long, env = "BOLE_AI_TOKENS_PER_MINUTE", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ai_tokens_per_minute: Option<u32>,

    /// How many requests of the server's key may be under way at a time, from all processes together.
    #[arg(long, env = "BOLE_AI_CONCURRENCY", default_value_t = 16, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub ai_concurrency: u32,
}

impl AiOptions {
    /// As the provider's settings.
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
        }
    }
}

/// `bole api`.
#[derive(Debug, Args)]
pub struct ApiOptions {
    /// The address to listen on. Behind a proxy on the same machine the default will do.
    #[arg(long, env = "BOLE_LISTEN", default_value = "127.0.0.1:7080", value_name = "ADDRESS")]
    pub listen: SocketAddr,

    /// Where people reach Bole, such as `https://hire.example.com`: in the links of mails, and the only origin from which
    /// a browser may change anything. With `https`, cookies are marked Secure.
    #[arg(long, env = "BOLE_PUBLIC_URL", value_name = "URL")]
    pub public_url: String,

    /// Who may make an account: `open` to anybody, or by `invitation` of an admin alone.
    #[arg(long, env = "REGISTRATION", default_value = "open")]
    pub registration: Registration,

    /// Who chooses an organization's plan: `open` to whoever makes it, or the `operator` alone; then it begins as free, and the
    /// wish is written down.
    #[arg(long, env = "PLANS", default_value = "operator")]
    pub plans: Plans,

    /// Take the caller's address from the last entry of X-Forwarded-For. Only behind a proxy that writes it; without one
    /// anybody could claim any address and escape the limits on signing in.
    #[arg(long, env = "BOLE_BEHIND_PROXY", value_parser = FalseyValueParser::new(), conflicts_with = "no_proxy")]
    pub behind_proxy: bool,

    /// Callers reach this process themselves although the public URL is `https`, as where TLS ends in the network. With
    /// `https`, either this or `--behind-proxy` must be said: behind a proxy, everybody would share its address.
    #[arg(long, env = "BOLE_NO_PROXY", value_parser = FalseyValueParser::new())]
    pub no_proxy: bool,

    /// The domain of the addresses that jobs receive resumes at; by default `resumes.` and the host of the public URL.
    #[arg(long, env = "BOLE_SUBMISSION_DOMAIN", value_name = "DOMAIN")]
    pub submission_domain: Option<String>,

    /// The bearer token that `/metrics` asks for. Without one there is no `/metrics`.
    #[arg(long, env = "BOLE_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,

    /// The key that secrets of organizations are sealed with: 32 bytes in base64, the same for all processes. Without it,
    /// organizations cannot have AI keys of their own.
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

/// `bole worker`.
#[derive(Debug, Args)]
pub struct WorkerOptions {
    #[command(flatten)]
    pub concurrency: ConcurrencyOptions,
    #[command(flatten)]
    pub scratch: ScratchOptions,
    /// The key that secrets of organizations are sealed with; the same as the API's.
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

/// `bole scheduler`.
#[derive(Debug, Args)]
pub struct SchedulerOptions {
    #[command(flatten)]
    pub database: DatabaseOptions,
    #[command(flatten)]
    pub storage: StorageOptions,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[derive(clap::Parser)]
    struct OnlyLimits {
        #[command(flatten)]
        limits: LimitOptions,
    }

    #[test]
    fn the_settings_defaults_are_the_readers_defaults() {
        let parsed = <OnlyLimits as clap::Parser>::parse_from(["bole"]);
        assert_eq!(parsed.limits.limits(), Limits::default());
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
