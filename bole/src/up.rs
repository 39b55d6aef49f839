//! `bole up`: everything on this machine in one process, with its own PostgreSQL. Loopback only.

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bole_api::{AccountMail, ApiConfig, DefaultMail};
use bole_postgres::Server;
use bole_scheduler::Clock;
use bole_worker::MailSettings;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::config::UpOptions;
use crate::demo;
use crate::parts::{self, OutgoingMailOptions, Shared};

/// How long the parts may take to shut down. Interrupted tasks are continued by the next start.
const DRAIN: Duration = Duration::from_secs(30);

/// No invitation expires for this long after the start, so that a user who just started it sees the pipeline first.
const QUIET: Duration = Duration::from_secs(60);

/// Runs until shutdown, or until a part fails.
pub async fn run(options: UpOptions, shutdown: CancellationToken) -> anyhow::Result<()> {
    let started = Instant::now();
    let folder = options.local.data_dir()?;
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let settings = options.local.postgres(&folder);
    let database = settings.database.clone();

    let listening = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, options.port)));
    let starting = shutdown.run_until_cancelled(Server::start(settings));
    let (listener, server) = tokio::join!(listening, starting);
    let Some(server) = server else { return Ok(()) };
    // A process that holds the folder usually holds the port as well; the folder's error is clearer, so it comes
    // first.
    let mut server = server?;
    let outcome = async {
        let listener = listener.with_context(|| {
            format!("cannot listen on 127.0.0.1:{}; choose another port with --port, or 0 for any", options.port)
        })?;
        let running = serve(&options, &folder, &database, listener, &mut server, started, &shutdown);
        running.await
    }
    .await;
    let stopped = server.stop().await;
    outcome?;
    stopped?;
    tracing::info!("stopped");
    Ok(())
}

/// Starts the parts on a running database and supervises them.
async fn serve(
    options: &UpOptions,
    folder: &Path,
    database: &str,
    listener: TcpListener,
    server: &mut Server,
    started: Instant,
    shutdown: &CancellationToken,
) -> anyhow::Result<()> {
    parts::migrate(&server.url(database)).await?;
    let service_url = parts::service_url(server, database).await?;
    let address = format!("http://{}", listener.local_addr()?);
    let shared = Shared::local(&service_url, folder, &options.limits)?;
    let mail = options.mail.settings()?;
    let key = parts::local_key(folder)?;
    let mailbox_token = options.mailbox_token.clone().unwrap_or_else(demo::new_password);
    let config = ApiConfig {
        account_mail: if mail.is_some() { AccountMail::Queued } else { AccountMail::Captured },
        default_mail: mail.clone().map(|MailSettings { server, from, .. }| DefaultMail { server, from }),
        unverified_mail_per_day: mail.as_ref().and_then(|mail| mail.unverified_per_day),
        mailbox_token: mailbox_token.clone(),
        metrics_token: options.metrics_token.clone(),
        mail_allow_hosts: options.mail.mail_allow_hosts.clone(),
        server_key: Some(key.clone()),
        upload_limit: options.limits.limits().archive_bytes,
        storage_limit: options.limits.storage(),
        reads_pictures: options.limits.ocr_models()?.is_some(),
        clock_offset: options.clock_offset.unwrap_or_default(),
        ..ApiConfig::local(&address)
    };
    let captures_mail = mail.is_none();
    let clock_offset = options.clock_offset.unwrap_or_default();
    let outgoing = OutgoingMailOptions {
        server: mail,
        captures: captures_mail,
        public_url: Some(address.clone()),
        allow_hosts: options.mail.mail_allow_hosts.clone(),
        server_key: Some(key.clone()),
        clock_offset,
        rates: parts::rates(&shared.db, None)?,
    };
    parts::check_server_key(&shared.db, &key).await?;
    let clock = Clock { offset: clock_offset, quiet: QUIET };
    let db = shared.db.clone();
    let providers = parts::providers(&options.ai, Some(key), &db, None)?;

    let mut running = Parts::new(shutdown.child_token());
    running.start("the scheduler", |stop| {
        parts::schedule(shared.db.clone(), Some(shared.storage.clone()), clock, options.crons.clone(), stop)
    });
    running.start("the workers", |stop| {
        parts::work(shared.clone(), outgoing, providers.clone(), options.concurrency.lanes(), stop)
    });
    running.start("the API", |stop| parts::serve(shared.clone(), config, providers.clone(), listener, stop));

    let demo =
        if options.no_demo { None } else { demo::make(&shared.db, &shared.storage, &shared.signals, &address).await? };

    println!("ready {address}");
    if let Some(demo::Account { email, password, link }) = demo {
        println!("Sign in as {email} with the password {password}");
        println!("Or open the demo signed in, once and within a day: {link}");
    }
    if captures_mail {
        println!("Captured mail is at {address}/api/dev/mailbox with the token {mailbox_token}");
    }
    server.write_lock_note(&address)?;
    tracing::info!(
        address,
        data = %folder.display(),
        postgres = server.version(),
        after_ms = started.elapsed().as_millis(),
        "ready; Ctrl-C stops"
    );

    let ended = tokio::select! {
        () = shutdown.cancelled() => Ok(()),
        failed = running.first_end() => failed,
        status = server.exited() => {
            Err(anyhow::anyhow!("PostgreSQL ended by itself ({status}); its log is in {}/postgres", folder.display()))
        }
    };
    running.stop().await;
    db.close().await;
    ended
}

/// The running parts, each with its name.
struct Parts {
    tasks: JoinSet<(&'static str, anyhow::Result<()>)>,
    stop: CancellationToken,
}

impl Parts {
    fn new(stop: CancellationToken) -> Self {
        Self { tasks: JoinSet::new(), stop }
    }

    fn start<F>(&mut self, name: &'static str, part: impl FnOnce(CancellationToken) -> F)
    where
        F: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let part = part(self.stop.clone());
        self.tasks.spawn(async move { (name, part.await) });
    }

    /// Waits for a part to end, which is unexpected before shutdown.
    async fn first_end(&mut self) -> anyhow::Result<()> {
        match self.tasks.join_next().await {
            Some(Ok((_, Ok(())))) if self.stop.is_cancelled() => Ok(()),
            Some(Ok((name, Ok(())))) => bail!("{name} ended by itself"),
            Some(Ok((name, Err(error)))) => Err(error.context(format!("{name} cannot go on"))),
            Some(Err(panic)) => Err(panic).context("a part panicked"),
            None => Ok(()),
        }
    }

    /// Stops the parts and waits for them.
    async fn stop(mut self) {
        self.stop.cancel();
        let all = async {
            while let Some(ended) = self.tasks.join_next().await {
                match ended {
                    Ok((_, Ok(()))) => {}
                    Ok((name, Err(error))) => tracing::warn!("{name} did not end well: {error:#}"),
                    Err(error) => tracing::warn!(%error, "a part did not end well"),
                }
            }
        };
        if tokio::time::timeout(DRAIN, all).await.is_err() {
            tracing::warn!("not everything ended in {} s; the next start takes it up", DRAIN.as_secs());
        }
    }
}
