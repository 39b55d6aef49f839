//! What is said of a panic: where it was, and nothing of what it says, for that may quote a resume.

use std::panic::PanicHookInfo;

/// Has every panic of this process logged by its place alone.
pub fn log_places() {
    std::panic::set_hook(Box::new(|panic| tracing::error!(place = place(panic), "panicked")));
}

fn place(panic: &PanicHookInfo<'_>) -> String {
    panic.location().map_or_else(|| "somewhere".to_owned(), ToString::to_string)
}
