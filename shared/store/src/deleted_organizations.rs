//! Organizations that were deleted and may still have files in storage.

use std::time::Duration;

use bole_domain::ids::OrganizationId;

use crate::{Db, StoreResult};

/// Those that were deleted at least `ago`, so that nothing begun for them is still under way; the longest gone first.
///
/// # Errors
/// When the database does not answer.
pub async fn list(db: &Db, ago: Duration) -> StoreResult<Vec<OrganizationId>> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM departed_organizations WHERE departed_at <= now() - make_interval(secs => $1)
         ORDER BY departed_at, id LIMIT 100",
        ago.as_secs_f64()
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    Ok(ids.into_iter().map(Into::into).collect())
}

/// Notes that nothing of an organization is left.
///
/// # Errors
/// When the database does not answer.
pub async fn delete(db: &Db, id: OrganizationId) -> StoreResult<()> {
    // What its cascade discarded one by one went with its folder.
    sqlx::query!("DELETE FROM discarded_objects WHERE storage_key LIKE $1", format!("organizations/{id}/%"))
        .execute(&mut *db.ledger().await?)
        .await?;
    sqlx::query!("DELETE FROM departed_organizations WHERE id = $1", id.0).execute(&mut *db.ledger().await?).await?;
    Ok(())
}
