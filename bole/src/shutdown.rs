//! SIGINT and SIGTERM ask for an orderly end; the second of them ends at once.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The exit code after a second signal, as shells have it for SIGINT.
const IMPATIENT: i32 = 130;

/// A token that the first signal cancels.
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
                // The children, PostgreSQL among them, are told by the kernel.
                std::process::exit(IMPATIENT);
            }
            tracing::info!("{name}: stopping; once more ends at once");
            token.cancel();
        }
    });
    Ok(shutdown)
}
