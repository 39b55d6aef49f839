//! How failures of documents, storage and the judge become failures of tasks.

use bole_ai::AiError;
use bole_documents::DocumentFailure;
use bole_domain::batch::FailureReason;
use bole_queue::TaskError;
use bole_storage::StorageError;

/// A document or archive that could not be read.
pub fn document(failure: DocumentFailure) -> TaskError {
    TaskError::new(failure.reason, failure.detail)
}

/// A stored file that could not be had.
pub fn storage(error: &StorageError) -> TaskError {
    let reason = match error {
        StorageError::Missing => FailureReason::FileMissing,
        _ => FailureReason::StorageUnavailable,
    };
    TaskError::new(reason, error.to_string())
}

/// A judge that gave no judgements.
pub fn judge(error: AiError) -> TaskError {
    TaskError::new(error.reason, error.detail).in_category(error.category).retry_after(error.retry_after)
}
