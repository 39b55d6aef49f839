//! A batch as the screens see it, and what promoting its entries did.

use bole_domain::batch::{BatchSource, TaskStatus};
use bole_domain::failure::FailureReason;
use bole_domain::ids::{BatchId, JobId};
use bole_store::{applications, batches};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// One batch as the screens see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Batch {
    /// Its id.
    id: BatchId,
    /// The job its resumes are evaluated for.
    job_id: JobId,
    /// The job's title.
    job_title: String,
    /// The ZIP's name, or what else the batch is known by.
    file_name: String,
    /// Where its entries come from.
    source: BatchSource,
    /// Bytes of the ZIP.
    size: i64,
    /// pending until a worker opens the ZIP; processing while anything is active; completed; failed when the ZIP
    /// itself could not be read.
    status: TaskStatus,
    /// Why the ZIP itself could not be read.
    failure_reason: Option<FailureReason>,
    /// Entries by state.
    counts: BatchCounts,
    /// Completed entries that are applications already.
    promoted: i64,
    /// Completed entries that can be promoted still.
    promotable: i64,
    /// When it was uploaded.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When the latest entry was evaluated.
    #[serde(with = "time::serde::rfc3339::option")]
    last_evaluated_at: Option<OffsetDateTime>,
}

impl From<batches::Batch> for Batch {
    fn from(row: batches::Batch) -> Self {
        let batches::Batch {
            id,
            job_id,
            job_title,
            file_name,
            source,
            size,
            status,
            failure_reason,
            counts,
            promoted,
            promotable,
            created_at,
            last_evaluated_at,
            storage_key: _,
        } = row;
        Self {
            id,
            job_id,
            job_title,
            file_name,
            source,
            size,
            status,
            failure_reason,
            counts: counts.into(),
            promoted,
            promotable,
            created_at,
            last_evaluated_at,
        }
    }
}

/// Entries of a batch by state.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchCounts {
    /// Waiting for a worker.
    pending: i64,
    /// Being evaluated.
    processing: i64,
    /// Evaluated.
    completed: i64,
    /// Waiting for a person.
    failed: i64,
    /// Will be tried again by themselves.
    retry: i64,
    /// No resumes.
    skipped: i64,
}

impl From<batches::BatchCounts> for BatchCounts {
    fn from(counts: batches::BatchCounts) -> Self {
        let batches::BatchCounts { pending, processing, completed, failed, retry, skipped } = counts;
        Self { pending, processing, completed, failed, retry, skipped }
    }
}

/// What promoting did.
#[derive(Debug, Serialize, ToSchema)]
pub struct Promotion {
    /// New applications.
    created: i64,
    /// The person had applied for this job already.
    existing: i64,
    /// Not completed, or not evaluated.
    skipped: i64,
}

impl From<applications::Promotion> for Promotion {
    fn from(promotion: applications::Promotion) -> Self {
        let applications::Promotion { created, existing, skipped } = promotion;
        Self { created, existing, skipped }
    }
}
