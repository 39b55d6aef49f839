//! The order in which transactions lock what belongs to people: emails before their applications, as sending does, and
//! applications before their people, as moves do. Two transactions that lock in different orders would wait for each other.

use bole_domain::ids::PersonId;
use uuid::Uuid;

use crate::{StoreResult, TenantTx};

/// Locks the emails about people's applications until the transaction ends, whoever may see them.
pub(super) async fn lock_emails(tx: &mut TenantTx, people: &[PersonId]) -> StoreResult<()> {
    let people: Vec<Uuid> = people.iter().map(|person| person.0).collect();
    tx.see_all_jobs(true).await?;
    sqlx::query!(
        "SELECT id FROM emails
         WHERE organization_id = $1 AND application_id = ANY (ARRAY(
             SELECT id FROM applications WHERE organization_id = $1 AND person_id = ANY ($2)))
         ORDER BY id FOR UPDATE",
        tx.organization().0,
        &people,
    )
    .fetch_all(tx.conn()?)
    .await?;
    tx.see_all_jobs(false).await
}

/// Locks people's applications until the transaction ends, whoever may see them.
pub(super) async fn lock_applications(tx: &mut TenantTx, people: &[PersonId]) -> StoreResult<()> {
    let people: Vec<Uuid> = people.iter().map(|person| person.0).collect();
    tx.see_all_jobs(true).await?;
    sqlx::query!(
        "SELECT id FROM applications WHERE organization_id = $1 AND person_id = ANY ($2) ORDER BY id FOR UPDATE",
        tx.organization().0,
        &people,
    )
    .fetch_all(tx.conn()?)
    .await?;
    tx.see_all_jobs(false).await
}
