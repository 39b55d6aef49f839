//! Runs processing of long texts on blocking threads.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bole_domain::failure::TaskReason;

use crate::AiError;

/// Up to this many bytes, work takes less than a few milliseconds, and handing it to another thread costs as much as
/// the work itself.
const SHORT: usize = 16 * 1024;

/// Runs work over this many bytes: on a blocking thread if it may take more than a few milliseconds, else on this one.
///
/// # Errors
/// When the work panicked.
pub async fn off_thread<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, AiError> {
    let panicked = || AiError {
        reason: TaskReason::Panicked.into(),
        // The panic message may quote a resume.
        detail: "work over a text panicked".to_owned(),
        retry_after: None,
        is_exhausted: false,
    };
    if bytes <= SHORT {
        return catch_unwind(AssertUnwindSafe(work)).map_err(|_| panicked());
    }
    tokio::task::spawn_blocking(work).await.map_err(|_| panicked())
}

#[cfg(test)]
mod tests {
    use std::thread;

    use bole_domain::failure::FailureReason;

    use super::*;

    #[tokio::test]
    async fn only_long_work_moves_to_another_thread() {
        let here = thread::current().id();
        assert_eq!(off_thread(SHORT, || thread::current().id()).await.unwrap(), here);
        assert_ne!(off_thread(SHORT + 1, || thread::current().id()).await.unwrap(), here);
    }

    #[tokio::test]
    async fn panic_is_an_error_on_any_thread() {
        for bytes in [0, SHORT + 1] {
            let failed = off_thread(bytes, move || assert_eq!(bytes, 1, "whatever the length")).await;
            assert_eq!(failed.unwrap_err().reason, FailureReason::from(TaskReason::Panicked));
        }
    }
}
