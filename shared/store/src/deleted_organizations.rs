//! Deleted organizations that may still have files in storage.

use std::time::Duration;

use bole_domain::ids::OrganizationId;

use crate::{Db, StoreResult};

/// Organizations deleted at least `ago`, so that no work for them is still running; oldest first.
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

/// Records that nothing of an organization is left.
pub async fn delete(db: &Db, id: OrganizationId) -> StoreResult<()> {
    // Objects discarded by the cascade were deleted with the organization's folder.
    sqlx::query!("DELETE FROM discarded_objects WHERE storage_key LIKE $1", format!("organizations/{id}/%"))
        .execute(&mut *db.ledger().await?)
        .await?;
    sqlx::query!("DELETE FROM departed_organizations WHERE id = $1", id.0).execute(&mut *db.ledger().await?).await?;
    Ok(())
}
