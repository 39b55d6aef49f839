//! Runs long text processing on blocking threads.

use bole_domain::failure::TaskReason;

use crate::AiError;

/// Runs work that may take more than a few milliseconds on a blocking thread.
///
/// # Errors
/// When the work panicked.
pub async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, AiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| AiError {
        reason: TaskReason::Panicked.into(),
        // The panic message may quote a resume.
        detail: "work over a text panicked".to_owned(),
        retry_after: None,
        is_exhausted: false,
    })
}
