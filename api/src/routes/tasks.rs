//! Long work and how it goes: what every 202 answers with, and where to ask again.

use axum::http::{HeaderName, HeaderValue, header};
use bole_domain::batch::{ErrorCategory, TaskStatus};
use bole_domain::ids::{OrganizationId, TaskId};
use bole_store::ledger::{self, Progress, TaskView};
use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::code::Code;
use crate::error::{ApiResult, Problem, StoreResultExt};
use crate::extract::{Item, Json, Reading};

/// A task as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Task {
    /// Its id.
    id: TaskId,
    /// Which work it is: `batch.unpack`.
    kind: String,
    /// Where it stands.
    status: TaskStatus,
    /// How far it has come.
    progress: TaskProgress,
    /// What it produced, once completed.
    #[schema(value_type = Option<Object>)]
    result: Option<Value>,
    /// Why it failed.
    error: Option<TaskError>,
    /// Attempts begun.
    attempts: i32,
    /// When it was asked for.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When the running or last attempt began.
    #[serde(with = "time::serde::rfc3339::option")]
    started_at: Option<OffsetDateTime>,
    /// When it was over.
    #[serde(with = "time::serde::rfc3339::option")]
    finished_at: Option<OffsetDateTime>,
}

/// How far a task has come, in units of its own.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaskProgress {
    /// Units done.
    done: i32,
    /// Units in all; 0 where nobody knows.
    total: i32,
}

/// Why a task failed, and what to do about it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaskError {
    /// The group it belongs to.
    category: ErrorCategory,
    /// What happened; stable, the web app has a sentence for each.
    message: String,
    /// What to do, in English.
    suggestion: String,
}

impl From<TaskView> for Task {
    fn from(task: TaskView) -> Self {
        let TaskView { id, kind, status, progress, result, error, attempts, created_at, started_at, finished_at } =
            task;
        let Progress { done, total } = progress;
        let error = error.map(|error| TaskError {
            category: error.category,
            message: error.reason.to_string(),
            suggestion: error.reason.suggestion().to_owned(),
        });
        let progress = TaskProgress { done, total };
        Self { id, kind, status, progress, result, error, attempts, created_at, started_at, finished_at }
    }
}

/// Where to ask how a task goes.
pub(crate) fn location(path: &str) -> [(HeaderName, HeaderValue); 1] {
    let value = HeaderValue::from_str(path).unwrap_or_else(|_| HeaderValue::from_static("/"));
    [(header::LOCATION, value)]
}

/// One task. Poll it while its status is pending, processing or retry.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/tasks/{task_id}", operation_id = "get_task",
    tag = "tasks", params(("organization_id" = OrganizationId, Path), ("task_id" = TaskId, Path)),
    responses((status = 200, body = Task), (status = 404, body = Problem)))]
pub async fn get_task(Reading { mut tx, .. }: Reading, Item(id): Item<TaskId>) -> ApiResult<Json<Task>> {
    let task = ledger::get(&mut tx, id).await.or_not_found(Code::TaskNotFound)?;
    tx.release();
    Ok(Json(task.into()))
}
