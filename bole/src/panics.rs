//! Logs panics by location only, because their message may quote a resume.

use std::panic::PanicHookInfo;

/// Installs the panic hook of this process.
pub fn log_places() {
    std::panic::set_hook(Box::new(|panic| tracing::error!(place = place(panic), "panicked")));
}

fn place(panic: &PanicHookInfo<'_>) -> String {
    panic.location().map_or_else(|| "somewhere".to_owned(), ToString::to_string)
}
