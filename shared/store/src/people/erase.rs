//! Permanent deletion of a person and all their data, including files.

use bole_domain::email::address_key;
use bole_domain::ids::{PersonId, TaskId};
use bole_domain::person_name::can_be_one;
use sqlx::types::Uuid;

use super::lock_identities;
use super::locks::{lock_applications, lock_emails};
use crate::{StoreError, StoreResult, TenantTx, batch_tasks};

/// Deletes a person, with those merged into them: their applications, interviews, offers, notes, resumes, evaluations and
/// batch entries, their messages and unlinked bookings, and files used by no one else. Of what only an address or number
/// connects with them, what another name or another's application shows to be another's stays. Returns the ledger tasks
/// that have no other entries, for the caller to cancel in the same transaction.
pub async fn erase(tx: &mut TenantTx, id: PersonId) -> StoreResult<Vec<TaskId>> {
    let organization = tx.organization().0;
    lock_identities(tx).await?;
    let erased = Erased::find(tx, id).await?;
    let files = erased.files(tx).await?;
    let entries = erased.entries(tx, &files).await?;
    batch_tasks::lock_queued(tx, &entries).await?;
    lock_emails(tx, &[id]).await?;
    lock_applications(tx, &[id]).await?;
    erased.lock(tx).await?;
    // Others may have changed something before the locks.
    let erased = Erased::find(tx, id).await?;
    let files = erased.files(tx).await?;
    let entries = erased.entries(tx, &files).await?;
    let entries = sqlx::query!(
        "DELETE FROM batch_tasks WHERE organization_id = $1 AND id = ANY ($2) RETURNING task_id, file_id",
        organization,
        &entries,
    )
    .fetch_all(tx.conn()?)
    .await?;
    // Rows of an application are deleted with it; these only reference the address.
    let messages = erased.messages(tx).await?;
    sqlx::query!("DELETE FROM inbound_messages WHERE organization_id = $1 AND id = ANY ($2)", organization, &messages)
        .execute(tx.conn()?)
        .await?;
    let bookings = erased.bookings(tx).await?;
    sqlx::query!(
        "DELETE FROM interview_schedules WHERE organization_id = $1 AND id = ANY ($2)",
        organization,
        &bookings
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!("DELETE FROM people WHERE organization_id = $1 AND id = ANY ($2)", organization, &erased.ids)
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
    Ok(sqlx::query_scalar!(
        r#"SELECT DISTINCT t.id AS "id!: TaskId" FROM unnest($2::uuid[]) AS t (id)
           WHERE NOT EXISTS (SELECT FROM batch_tasks o WHERE o.organization_id = $1 AND o.task_id = t.id OFFSET 0)"#,
        organization,
        &tasks,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The person to delete and those merged into them.
struct Erased {
    ids: Vec<Uuid>,
    /// The keys of their addresses.
    emails: Vec<String>,
    phones: Vec<String>,
    names: Vec<Option<String>>,
}

impl Erased {
    async fn find(tx: &mut TenantTx, id: PersonId) -> StoreResult<Self> {
        let people = sqlx::query!(
            "SELECT id, name, email, phone, merged_into FROM people
             WHERE organization_id = $1 AND (id = $2 OR merged_into = $2) ORDER BY id",
            tx.organization().0,
            id.0,
        )
        .fetch_all(tx.conn()?)
        .await?;
        if !people.iter().any(|person| person.id == id.0 && person.merged_into.is_none()) {
            return Err(StoreError::NotFound);
        }
        Ok(Self {
            ids: people.iter().map(|person| person.id).collect(),
            emails: people.iter().filter_map(|person| person.email.as_deref()).map(address_key).collect(),
            phones: people.iter().filter_map(|person| person.phone.clone()).collect(),
            names: people.into_iter().map(|person| person.name).collect(),
        })
    }

    /// Locks them until the transaction ends.
    async fn lock(&self, tx: &mut TenantTx) -> StoreResult<()> {
        sqlx::query!(
            "SELECT id FROM people WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE",
            tx.organization().0,
            &self.ids,
        )
        .fetch_all(tx.conn()?)
        .await?;
        Ok(())
    }

    /// The files of their resumes that are nobody else's.
    async fn files(&self, tx: &mut TenantTx) -> StoreResult<Vec<Uuid>> {
        Ok(sqlx::query_scalar!(
            r#"SELECT r.file_id FROM resumes r WHERE r.organization_id = $1 AND r.person_id = ANY ($2)
                 AND NOT EXISTS (SELECT FROM resumes o WHERE o.organization_id = $1 AND o.file_id = r.file_id
                                   AND o.person_id <> ALL ($2))"#,
            tx.organization().0,
            &self.ids,
        )
        .fetch_all(tx.conn()?)
        .await?)
    }

    /// Whether what only an address or number connects with them is theirs: it belongs to none of another's applications,
    /// and the name can be theirs.
    fn own(&self, person: Option<Uuid>, name: Option<&str>) -> bool {
        match person {
            Some(person) => self.ids.contains(&person),
            None => self.names.iter().any(|own| can_be_one(own.as_deref(), name)),
        }
    }

    /// Their batch entries.
    async fn entries(&self, tx: &mut TenantTx, files: &[Uuid]) -> StoreResult<Vec<Uuid>> {
        let rows = sqlx::query!(
            r#"WITH found AS (
                   SELECT id FROM batch_tasks WHERE organization_id = $1 AND file_id = ANY ($3)
                   UNION SELECT id FROM batch_tasks WHERE organization_id = $1 AND person_email_key = ANY ($4)
                   UNION SELECT b.id FROM unnest($5::text[]) AS own (phone)
                   JOIN batch_tasks b ON b.organization_id = $1 AND b.person_phone_key = phone_key(own.phone)
                     AND can_be_one_phone(b.person_phone, own.phone)
                   UNION SELECT b.id FROM applications a
                   JOIN batch_tasks b ON b.organization_id = a.organization_id AND b.application_id = a.id
                   WHERE a.organization_id = $1 AND a.person_id = ANY ($2))
               SELECT b.id, b.file_id, b.profile ->> 'name' AS name, a.person_id AS "person_id?"
               FROM found f
               JOIN batch_tasks b ON b.organization_id = $1 AND b.id = f.id
               LEFT JOIN applications a ON a.organization_id = b.organization_id AND a.id = b.application_id"#,
            tx.organization().0,
            &self.ids,
            files,
            &self.emails,
            &self.phones,
        )
        .fetch_all(tx.conn()?)
        .await?;
        let theirs = rows.into_iter().filter(|row| {
            row.file_id.is_some_and(|file| files.contains(&file)) || self.own(row.person_id, row.name.as_deref())
        });
        Ok(theirs.map(|row| row.id).collect())
    }

    /// Messages from their addresses.
    async fn messages(&self, tx: &mut TenantTx) -> StoreResult<Vec<Uuid>> {
        let rows = sqlx::query!(
            r#"SELECT m.id, m.sender_name, a.person_id AS "person_id?", EXISTS (
                   SELECT FROM people o
                   WHERE o.organization_id = $1 AND o.email_key = email_key(m.sender) AND o.id <> ALL ($2)) AS "is_shared!"
               FROM inbound_messages m
               LEFT JOIN applications a ON a.organization_id = m.organization_id AND a.id = m.application_id
               WHERE m.organization_id = $1 AND email_key(m.sender) = ANY ($3)"#,
            tx.organization().0,
            &self.ids,
            &self.emails,
        )
        .fetch_all(tx.conn()?)
        .await?;
        let theirs = rows.into_iter().filter(|row| !row.is_shared || self.own(row.person_id, Some(&row.sender_name)));
        Ok(theirs.map(|row| row.id).collect())
    }

    /// Bookings with their addresses.
    async fn bookings(&self, tx: &mut TenantTx) -> StoreResult<Vec<Uuid>> {
        let rows = sqlx::query!(
            r#"SELECT i.id, i.invitee_name, a.person_id AS "person_id?", EXISTS (
                   SELECT FROM people o
                   WHERE o.organization_id = $1 AND o.email_key = email_key(i.invitee_email) AND o.id <> ALL ($2)) AS "is_shared!"
               FROM interview_schedules i
               LEFT JOIN applications a ON a.organization_id = i.organization_id AND a.id = i.application_id
               WHERE i.organization_id = $1 AND email_key(i.invitee_email) = ANY ($3)"#,
            tx.organization().0,
            &self.ids,
            &self.emails,
        )
        .fetch_all(tx.conn()?)
        .await?;
        let theirs = rows.into_iter().filter(|row| !row.is_shared || self.own(row.person_id, Some(&row.invitee_name)));
        Ok(theirs.map(|row| row.id).collect())
    }
}
