//! The `bole` binary: `bole up` for one machine; `bole api`, `worker`, `scheduler` and `migrate` for a fleet.

mod admin;
mod config;
mod demo;
mod logging;
mod panics;
mod parts;
mod shutdown;
mod up;

use std::process::ExitCode;
use std::time::Duration;

use bole_postgres::guard;
use clap::{Parser, Subcommand};

use crate::config::{ApiOptions, DatabaseOptions, LogOptions, SchedulerOptions, UpOptions, WorkerOptions};

/// How long to wait at exit for blocking threads that cannot be interrupted.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(5);

/// Bole: evaluates resumes with evidence and manages hiring from pipeline to onboarding.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    log: LogOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs everything on this machine, with its own PostgreSQL, on loopback only.
    Up(UpOptions),
    /// Serves the HTTP API and the web app.
    Api(ApiOptions),
    /// Runs tasks: unpacks archives, reads and evaluates resumes.
    Worker(WorkerOptions),
    /// Runs scheduled jobs. Any number of schedulers may run; each job runs once.
    Scheduler(SchedulerOptions),
    /// Administrative commands for the installation: operators, plans, backups.
    Admin(admin::AdminOptions),
    /// Migrates the database to the latest version and exits.
    Migrate(DatabaseOptions),
}

fn main() -> ExitCode {
    // The hidden child commands come first: they must not read settings, start threads or print anything else.
    let mut arguments = std::env::args_os().skip(1);
    if let Some(first) = arguments.next() {
        if first == guard::SUBCOMMAND {
            return guard::run(arguments);
        }
        if first == parts::EXTRACT_SUBCOMMAND {
            return parts::extract();
        }
    }

    let Cli { command, log } = Cli::parse();
    logging::start(&log);
    panics::log_places();
    let outcome = tokio::runtime::Runtime::new().map_err(anyhow::Error::from).and_then(|runtime| {
        let outcome = runtime.block_on(async {
            let shutdown = shutdown::on_signal()?;
            match command {
                Command::Up(options) => up::run(options, shutdown).await,
                Command::Api(options) => parts::run_api(options, shutdown).await,
                Command::Worker(options) => parts::run_worker(options, shutdown).await,
                Command::Scheduler(options) => parts::run_scheduler(options, shutdown).await,
                Command::Admin(options) => admin::run(options, shutdown).await,
                Command::Migrate(options) => parts::migrate(&options.database_url).await.map(|done| println!("{done}")),
            }
        });
        runtime.shutdown_timeout(SHUTDOWN_LIMIT);
        outcome
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // For the person at the terminal, in addition to the log.
            eprintln!("bole: {error:#}");
            ExitCode::FAILURE
        }
    }
}
