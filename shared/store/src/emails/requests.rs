//! Requests to send several emails together.

use std::collections::BTreeSet;

use bole_domain::email::EmailStatus;
use bole_domain::failure::EmailReason;
use bole_domain::ids::{OfferId, TaskId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::Email;
use crate::{StoreError, StoreResult, TenantTx, ledger};

/// Turns emails whose sending has not started into drafts and cancels their tasks. If another draft exists, the email is kept
/// as not sent, so that neither text is lost; so is an email of an offer or an answer, which is never edited.
async fn take_back(tx: &mut TenantTx, ids: &[Uuid], tasks: &[TaskId]) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!(
        "UPDATE emails e SET status = 'failed', error = CASE WHEN coalesce(offer_id, answered_message_id) IS NULL THEN $3 ELSE $4 END,
                task_id = NULL, request_task_id = NULL, send_at = NULL, updated_at = now()
         WHERE organization_id = $1 AND id = ANY ($2)
           -- No EXISTS, which would begin with all drafts.
           AND (coalesce(offer_id, answered_message_id) IS NOT NULL
                OR (SELECT true FROM emails d
                    WHERE d.organization_id = $1 AND d.application_id = e.application_id AND d.type = e.type
                      AND d.status = 'draft'))",
        organization,
        ids,
        EmailReason::Withdrawn.as_str(),
        EmailReason::Cancelled.as_str(),
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "UPDATE emails SET status = 'draft', task_id = NULL, request_task_id = NULL, send_at = NULL, error = NULL,
                updated_at = now()
         WHERE organization_id = $1 AND id = ANY ($2) AND status = 'queued'",
        organization,
        ids,
    )
    .execute(tx.conn()?)
    .await?;
    ledger::cancel_many(tx, tasks).await
}

/// Undoes a request's emails whose sending has not started. A request with none left is cancelled, else it is settled
/// with the rest. Returns whether anything was undone.
pub async fn take_back_request(tx: &mut TenantTx, request: TaskId) -> StoreResult<bool> {
    let rows = sqlx::query!(
        "SELECT id, task_id FROM emails WHERE organization_id = $1 AND request_task_id = $2 AND status = 'queued'
         ORDER BY id FOR UPDATE",
        tx.organization().0,
        request.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    if rows.is_empty() {
        return Ok(false);
    }
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let tasks: Vec<TaskId> = rows.into_iter().filter_map(|row| row.task_id).map(TaskId).collect();
    take_back(tx, &ids, &tasks).await?;
    settle_request(tx, request).await?;
    Ok(true)
}

/// Undoes the emails of an offer whose sending has not started.
pub async fn take_back_offer(tx: &mut TenantTx, offer: OfferId) -> StoreResult<()> {
    let rows = sqlx::query!(
        "SELECT id, task_id, request_task_id FROM emails
         WHERE organization_id = $1 AND offer_id = $2 AND status = 'queued' ORDER BY id FOR UPDATE",
        tx.organization().0,
        offer.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    if rows.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let tasks: Vec<TaskId> = rows.iter().filter_map(|row| row.task_id).map(TaskId).collect();
    take_back(tx, &ids, &tasks).await?;
    let requests: BTreeSet<TaskId> = rows.iter().filter_map(|row| row.request_task_id).map(TaskId).collect();
    for request in requests {
        settle_request(tx, request).await?;
    }
    Ok(())
}

/// Undoes one email, which the caller must have locked; its request continues with the others.
///
/// # Errors
/// [`StoreError::Stale`] when it is not waiting to be sent.
pub async fn take_back_email(tx: &mut TenantTx, email: &Email) -> StoreResult<()> {
    if email.status != EmailStatus::Queued {
        return Err(StoreError::Stale);
    }
    take_back(tx, &[email.id.0], email.task_id.as_slice()).await?;
    match email.request_task_id {
        Some(request) => settle_request(tx, request).await,
        None => Ok(()),
    }
}

/// Updates the progress of a request's task: it ends with the last email and is cancelled if none is left.
pub async fn settle_request(tx: &mut TenantTx, request: TaskId) -> StoreResult<()> {
    ledger::lock_task(tx, request).await?;
    let (done, total) = progress(tx, request).await?;
    if total == 0 {
        return match ledger::cancel(tx, request).await {
            // A request that is over stays as it ended, also when its last email was sent again and taken back.
            Ok(()) | Err(StoreError::Stale | StoreError::NotFound) => Ok(()),
            Err(error) => Err(error),
        };
    }
    // The result lists every email, so it is made once, with the last of them.
    let result = if done == total { Some(request_result(tx, request).await?) } else { None };
    ledger::settle(tx, request, done, total, result).await
}

/// How many emails of a request are done, and how many there are.
async fn progress(tx: &mut TenantTx, request: TaskId) -> StoreResult<(i32, i32)> {
    let over: Vec<&str> =
        EmailStatus::ALL.iter().filter(|status| status.is_over()).map(|status| status.as_str()).collect();
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE status = ANY ($3))::int AS "done!", count(*)::int AS "total!" FROM emails
           WHERE organization_id = $1 AND request_task_id = $2"#,
        tx.organization().0,
        request.0,
        &over as _,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok((row.done, row.total))
}

/// The result of a request: what became of each email.
async fn request_result(tx: &mut TenantTx, request: TaskId) -> StoreResult<Value> {
    let rows = sqlx::query!(
        "SELECT id, application_id, recipient, type, status, error FROM emails
         WHERE organization_id = $1 AND request_task_id = $2 ORDER BY id",
        tx.organization().0,
        request.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let results: Vec<Value> = rows
        .into_iter()
        .map(|row| {
            json!({
                "to": row.recipient, "status": row.status, "usedPromptType": row.r#type, "emailId": row.id,
                "applicationId": row.application_id, "error": row.error,
            })
        })
        .collect();
    Ok(json!({ "results": results }))
}
