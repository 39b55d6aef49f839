//! Batches and promotion results as returned by the API.

use bole_domain::batch::{BatchSource, TaskStatus};
use bole_domain::failure::FailureReason;
use bole_domain::ids::{BatchId, JobId};
use bole_store::{applications, batches};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct Batch {
    /// The id.
    id: BatchId,
    /// The job its resumes are evaluated for.
    job_id: JobId,
    /// The job's title.
    job_title: String,
    /// The ZIP's file name, or the batch's display name.
    file_name: String,
    /// The source of its entries.
    source: BatchSource,
    /// Size of the ZIP in bytes.
    size: i64,
    /// `pending` until a worker opens the ZIP; `processing` while any task is active; `completed`; `failed` if the
    /// ZIP could not be read.
    status: TaskStatus,
    /// Why the ZIP could not be read.
    failure_reason: Option<FailureReason>,
    /// Entries by state.
    counts: BatchCounts,
    /// The expected number of entries, if known while they are created.
    expected: Option<i64>,
    /// Completed entries that are applications already.
    promoted: i64,
    /// Completed entries that can still be added to the pipeline.
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
            expected,
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
            expected,
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
    /// Failed; they need a person.
    failed: i64,
    /// Scheduled for a retry.
    retry: i64,
    /// Not resumes.
    skipped: i64,
}

impl From<batches::BatchCounts> for BatchCounts {
    fn from(counts: batches::BatchCounts) -> Self {
        let batches::BatchCounts { pending, processing, completed, failed, retry, skipped } = counts;
        Self { pending, processing, completed, failed, retry, skipped }
    }
}

/// The result of adding entries to the pipeline.
#[derive(Debug, Serialize, ToSchema)]
pub struct Promotion {
    /// New applications.
    created: i64,
    /// Applications for this job the person already had.
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
