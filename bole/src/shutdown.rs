//! SIGINT and SIGTERM start an orderly shutdown; a second signal exits immediately.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The exit code after a second signal, the shell's for SIGINT.
const IMPATIENT: i32 = 130;

/// A token cancelled by the first signal.
pub fn on_signal() -> anyhow::Result<CancellationToken> {
    let shutdown = CancellationToken::new();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let token = shutdown.clone();
    tokio::spawn(async move {
        loop {
            let name = tokio::select! {
                Some(()) = interrupt.recv() => "SIGINT",
                Some(()) = terminate.recv() => "SIGTERM",
                else => return,
            };
            if token.is_cancelled() {
                tracing::warn!("{name} again: ending at once; unfinished tasks are taken up by the next start");
                // The kernel terminates the children, including PostgreSQL.
                std::process::exit(IMPATIENT);
            }
            tracing::info!("{name}: stopping; once more ends at once");
            token.cancel();
        }
    });
    Ok(shutdown)
}
