//! The state of the email service, and expiring invitations.

use axum::extract::State;
use axum::response::Response;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{Json, Query, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{Task, accepted};
use bole_domain::email::EmailServiceState;
use bole_domain::failure::FailureReason;
use bole_domain::ids::{EmailId, JobId, OrganizationId, TaskId};
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::CheckInterviewTimeout;
use bole_store::{StoreResult, TenantTx, emails, jobs, ledger, mail_settings};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::{require_writer, task_of};

/// The state of the email service.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailServiceView {
    /// The state.
    status: EmailServiceState,
    /// Why it stopped or last failed.
    reason: Option<FailureReason>,
    /// When it was stopped.
    #[serde(with = "time::serde::rfc3339::option")]
    stopped_at: Option<OffsetDateTime>,
    /// Consecutive failures of the mail server.
    failures: i32,
    /// Queued emails.
    queued: i64,
}

impl From<mail_settings::EmailService> for EmailServiceView {
    fn from(service: mail_settings::EmailService) -> Self {
        let mail_settings::EmailService { failures, reason, stopped_at, queued } = service;
        let status = if stopped_at.is_some() { EmailServiceState::Stopped } else { EmailServiceState::Running };
        Self { status, reason, stopped_at, failures, queued }
    }
}

/// The state of the email service.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/email-service", operation_id = "get_email_service",
    tag = "emails", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = EmailServiceView)))]
pub async fn get_email_service(ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Json<EmailServiceView>> {
    require_writer(&tenant)?;
    let service = mail_settings::service(&mut tx).await?;
    tx.release();
    Ok(Json(service.into()))
}

/// Starts the stopped email service; queued emails are sent, scheduled ones at their time.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/email-service/start",
    operation_id = "start_email_service", tag = "emails", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = EmailServiceView)))]
pub async fn start_email_service(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<EmailServiceView>> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    mail_settings::start(&mut tx).await?;
    let mut after = None;
    loop {
        let waiting = emails::waiting(&mut tx, after, PAGE).await?;
        let Some(last) = waiting.last().copied() else { break };
        after = Some(last);
        queue(&mut tx, waiting).await?;
    }
    let service = mail_settings::service(&mut tx).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(service.into()))
}

/// Emails queued per statement.
const PAGE: i64 = 2_000;

/// Gives each email a task that sends it now.
async fn queue(tx: &mut TenantTx, waiting: Vec<EmailId>) -> StoreResult<()> {
    let tasks = waiting.iter().map(|id| task_of(*id, None)).collect::<Result<Vec<_>, _>>()?;
    let enqueued = ledger::enqueue_many(tx, tasks).await?;
    let tasks: Vec<(EmailId, TaskId)> = waiting.into_iter().zip(enqueued.iter().map(|task| task.id)).collect();
    emails::set_tasks(tx, &tasks).await?;
    let existing: Vec<TaskId> = enqueued.iter().filter(|task| task.existing).map(|task| task.id).collect();
    ledger::hasten(tx, &existing).await
}

/// Which counts of expired invitations are reported.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TimeoutQuery {
    /// Also this job's part of the counts, as `job`.
    job_id: Option<JobId>,
}

/// Expires invitations that were not answered for five days and moves their candidates. The task's result counts
/// them.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/check-interview-timeout",
    operation_id = "check_interview_timeout", tag = "emails",
    params(("organization_id" = OrganizationId, Path), TimeoutQuery), responses((status = 202, body = Task)))]
pub async fn check_interview_timeout(
    State(state): State<ApiState>,
    tenant: Tenant,
    Query(TimeoutQuery { job_id }): Query<TimeoutQuery>,
) -> ApiResult<Response> {
    tenant.require(Permission::PIPELINE_EDIT)?;
    let mut tx = tenant.begin().await?;
    if !jobs::all_accessible(&mut tx, job_id.as_slice()).await? {
        return Err(ApiError::not_found(Code::JobNotFound));
    }
    let enqueued = CheckInterviewTimeout { asked_by: Some(tenant.user_id()), job_id }.enqueue(&mut tx, None).await?;
    accepted(&state, tx, None, enqueued.id).await
}
