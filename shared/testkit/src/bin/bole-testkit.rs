//! Runs a command with its own PostgreSQL and Redis: `bole-testkit <command …>`. Exits with the command's code and
//! removes the services and their data.

use std::os::unix::process::ExitStatusExt;
use std::process::{ExitCode, ExitStatus};

use anyhow::Context;
use bole_ai::Resume;
use bole_documents::{Calls, DocumentFailure, Reading};
use bole_domain::failure::TaskReason;
use bole_domain::period::YearMonth;
use bole_postgres::guard;
use bole_testkit::services::{Postgres, Redis};
use bole_testkit::{DATABASE_URL, EXTRACT, GUARD, REDIS_URL};
use rustix::process::{Pid, Signal, kill_process};
use tokio::signal::unix::{SignalKind, signal};

fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let program = arguments.next().context("usage: bole-testkit <command …>")?;
    if program == guard::SUBCOMMAND {
        return Ok(guard::run(arguments));
    }
    if program == EXTRACT {
        return Ok(bole_documents::child_main(Calls { on_bytes: answer, on_reading: judge }));
    }
    // The main thread starts every child, because the guard's parent death signal is tied to the thread.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(program, arguments.collect()))
}

/// As `bole extract` does.
fn judge(question: &[u8], reading: &Reading, today: YearMonth) -> Result<Vec<u8>, DocumentFailure> {
    let Reading { extraction, profile } = reading;
    let resume = Resume { text: &extraction.text, profile, hidden_text: &extraction.hidden_text, today };
    bole_ai::child::serve_about(question, &resume)
        .map_err(|error| DocumentFailure { reason: TaskReason::Internal.into(), detail: error.detail })
}

/// The same.
fn answer(question: &[u8]) -> Result<Vec<u8>, DocumentFailure> {
    let answered = if let Some(mail) = question.strip_prefix(bole_mail::MAIL_PREFIX) {
        bole_mail::serve(mail).map_err(|error| error.to_string())
    } else if let Some(calendar) = question.strip_prefix(bole_calendar::PREFIX) {
        bole_calendar::serve(calendar).map_err(|error| error.to_string())
    } else {
        bole_ai::child::serve(question).map_err(|error| error.detail)
    };
    answered.map_err(|detail| DocumentFailure { reason: TaskReason::Internal.into(), detail })
}

async fn run(program: std::ffi::OsString, arguments: Vec<std::ffi::OsString>) -> anyhow::Result<ExitCode> {
    let executable = std::env::current_exe().context("cannot tell where this program is")?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let redis = Redis::start()?;
    let postgres = Postgres::start().await?;

    let mut child = tokio::process::Command::new(&program)
        .args(arguments)
        .env(DATABASE_URL, postgres.url())
        .env(REDIS_URL, redis.url())
        .env(GUARD, executable)
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let pid = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
    let status = loop {
        tokio::select! {
            status = child.wait() => break status?,
            // A Ctrl-C in the terminal also reaches the command.
            _ = interrupt.recv() => {}
            _ = terminate.recv() => if let Some(pid) = pid {
                // It may just have ended; then the other branch is next.
                let _ = kill_process(pid, Signal::TERM);
            },
        }
    };
    postgres.stop().await?;
    Ok(exit_code(status))
}

/// The command's exit code; for a signal 128 and its number, as in shells.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
