//! Tasks, returned by every 202.

use std::collections::HashSet;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_domain::batch::TaskStatus;
use bole_domain::failure::{ErrorCategory, FailureReason};
use bole_domain::ids::TaskId;
use bole_queue::TaskKind;
use bole_queue::kinds::{RetryBatch, TaskKindName};
use bole_store::TenantTx;
use bole_store::ledger::{self, Progress, TaskView};
use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::error::ApiResult;
use crate::extract::{Json, Ticket};
use crate::state::ApiState;

/// More tasks than this are retried by a task.
const MAX_RETRIED: usize = 500;

/// A task.
#[derive(Debug, Serialize, ToSchema)]
pub struct Task {
    id: TaskId,
    /// The kind of work.
    kind: TaskKindName,
    status: TaskStatus,
    progress: TaskProgress,
    /// The result, once completed.
    #[schema(value_type = Option<Value>)]
    result: Option<Value>,
    /// Why it failed.
    error: Option<TaskError>,
    /// Attempts started.
    attempts: i32,
    /// When it was requested.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When the running or last attempt started.
    #[serde(with = "time::serde::rfc3339::option")]
    started_at: Option<OffsetDateTime>,
    /// When it ended.
    #[serde(with = "time::serde::rfc3339::option")]
    finished_at: Option<OffsetDateTime>,
}

/// Progress in units of the task's own.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaskProgress {
    /// Units done.
    done: i32,
    /// Total units; 0 if unknown.
    total: i32,
}

/// Why a task failed, and a suggestion.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaskError {
    category: ErrorCategory,
    /// The failure reason; a stable string with a text in the web app.
    message: FailureReason,
    /// A suggestion, in English.
    suggestion: String,
}

impl From<TaskView> for Task {
    fn from(task: TaskView) -> Self {
        let TaskView {
            id,
            kind,
            status,
            progress,
            result,
            error,
            attempts,
            created_at,
            started_at,
            finished_at,
            created_by: _,
        } = task;
        let Progress { done, total } = progress;
        let error = error.map(|error| TaskError {
            category: error.category,
            suggestion: error.reason.suggestion().to_owned(),
            message: error.reason,
        });
        let progress = TaskProgress { done, total };
        let kind = TaskKindName(kind);
        Self { id, kind, status, progress, result, error, attempts, created_at, started_at, finished_at }
    }
}

impl Task {
    /// Whether it is not over.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.status.is_active()
    }
}

/// The Location header of a task.
#[must_use]
pub fn location(path: &str) -> [(HeaderName, HeaderValue); 1] {
    let value = HeaderValue::from_str(path).unwrap_or_else(|_| HeaderValue::from_static("/"));
    [(header::LOCATION, value)]
}

/// Enqueues work and ends the request by answering with its task; what was asked with an idempotency key is so once.
pub async fn begin<K: TaskKind>(
    state: &ApiState,
    mut tx: TenantTx,
    ticket: Option<Ticket>,
    work: &K,
    request_id: String,
) -> ApiResult<Response> {
    let task = work.enqueue(&mut tx, Some(request_id)).await?;
    accepted(state, tx, ticket, task.id).await
}

/// Ends the request by answering with a task that was enqueued: 202, and where to ask how it goes.
pub async fn accepted(state: &ApiState, mut tx: TenantTx, ticket: Option<Ticket>, id: TaskId) -> ApiResult<Response> {
    let task: Task = ledger::get(&mut tx, id).await?.into();
    if let Some(ticket) = ticket {
        ticket.record(&mut tx, StatusCode::ACCEPTED, &task).await?;
    }
    let path = format!("/api/organizations/{}/tasks/{id}", tx.organization());
    tx.commit().await?;
    state.signals.wake();
    Ok((StatusCode::ACCEPTED, location(&path), Json(task)).into_response())
}

/// How failed tasks are retried.
pub enum Retried {
    /// These, in this transaction.
    Now(HashSet<TaskId>),
    /// By this task, because they are many.
    Later(TaskId),
}

/// Retries failed tasks: in this transaction or, if they are many, by a task. Wake the workers after the commit.
pub async fn retry_many(tx: &mut TenantTx, task_ids: Vec<TaskId>, request_id: String) -> ApiResult<Retried> {
    if task_ids.len() > MAX_RETRIED {
        let task = RetryBatch { task_ids }.enqueue(tx, Some(request_id)).await?;
        return Ok(Retried::Later(task.id));
    }
    Ok(Retried::Now(ledger::retry_many(tx, &task_ids).await?))
}
