//! Permanent deletion of a person and all their data, including files.

use bole_domain::ids::{PersonId, TaskId};

use crate::{StoreResult, TenantTx};

/// Deletes a person with their applications, interviews, offers, notes, resumes, evaluations and batch entries, their
/// messages and unlinked bookings, and files used by no one else. Returns the ledger tasks that have no other entries, for
/// the caller to cancel in the same transaction.
///
/// # Errors
/// [`crate::StoreError::NotFound`], or the database does not answer.
pub async fn erase(tx: &mut TenantTx, id: PersonId) -> StoreResult<Vec<TaskId>> {
    let organization = tx.organization().0;
    super::lock_identities(tx).await?;
    let person = sqlx::query!(
        "SELECT email, phone FROM people WHERE organization_id = $1 AND id = $2 FOR UPDATE",
        organization,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    let files = sqlx::query_scalar!(
        r#"SELECT r.file_id FROM resumes r WHERE r.organization_id = $1 AND r.person_id = $2
             AND NOT EXISTS (SELECT FROM resumes o WHERE o.organization_id = $1 AND o.file_id = r.file_id
                               AND o.person_id <> $2)"#,
        organization,
        id.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let entries = sqlx::query!(
        r#"DELETE FROM batch_tasks WHERE organization_id = $1 AND (
               file_id = ANY ($2) OR person_email = $3 OR person_phone = $4
               OR application_id IN (SELECT a.id FROM applications a WHERE a.organization_id = $1 AND a.person_id = $5))
           RETURNING task_id, file_id"#,
        organization,
        &files,
        person.email,
        person.phone,
        id.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    // Rows of an application are deleted with it; these only reference the address.
    sqlx::query!(
        "DELETE FROM inbound_messages WHERE organization_id = $1 AND lower(sender) = $2",
        organization,
        person.email,
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "DELETE FROM interview_schedules WHERE organization_id = $1 AND lower(invitee_email) = $2",
        organization,
        person.email,
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!("DELETE FROM people WHERE organization_id = $1 AND id = $2", organization, id.0)
        .execute(tx.conn()?)
        .await?;
    let mut released = files;
    released.extend(entries.iter().filter_map(|entry| entry.file_id));
    sqlx::query!(
        r#"DELETE FROM files f WHERE f.organization_id = $1 AND f.id = ANY ($2)
             AND NOT EXISTS (SELECT FROM resumes r WHERE r.organization_id = $1 AND r.file_id = f.id)
             AND NOT EXISTS (SELECT FROM batch_tasks b WHERE b.organization_id = $1 AND b.file_id = f.id)"#,
        organization,
        &released,
    )
    .execute(tx.conn()?)
    .await?;
    let tasks: Vec<_> = entries.into_iter().filter_map(|entry| entry.task_id).collect();
    let unused = sqlx::query_scalar!(
        r#"SELECT DISTINCT t.id AS "id!" FROM unnest($2::uuid[]) AS t (id)
           WHERE NOT EXISTS (SELECT FROM batch_tasks o WHERE o.organization_id = $1 AND o.task_id = t.id OFFSET 0)"#,
        organization,
        &tasks,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(unused.into_iter().map(TaskId).collect())
}
