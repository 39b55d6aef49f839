//! Members' saved views of screens.

use bole_domain::ids::{SavedViewId, UserId};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{StoreError, StoreResult, TenantTx};

/// A named set of a screen's filters.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SavedView {
    pub id: SavedViewId,
    pub screen: String,
    pub name: String,
    /// The query string of the screen's URL.
    pub query: String,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// A member's views of a screen, by name.
pub async fn list(tx: &mut TenantTx, user: UserId, screen: &str) -> StoreResult<Vec<SavedView>> {
    Ok(sqlx::query_as!(
        SavedView,
        "SELECT id, screen, name, query, created_at FROM saved_views
         WHERE organization_id = $1 AND user_id = $2 AND screen = $3 ORDER BY name",
        tx.organization().0,
        user.0,
        screen,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// Saves a view, replacing one of the same name. `None` if the member already has `max` others.
pub async fn save(
    tx: &mut TenantTx,
    user: UserId,
    (screen, name, query): (&str, &str, &str),
    max: i64,
) -> StoreResult<Option<SavedView>> {
    let row = sqlx::query!(
        "INSERT INTO saved_views (organization_id, id, user_id, screen, name, query)
         SELECT $1, $2, $3, $4, $5, $6
         WHERE (SELECT count(*) FROM saved_views v
                WHERE v.organization_id = $1 AND v.user_id = $3 AND v.screen = $4 AND v.name <> $5) < $7
         ON CONFLICT (organization_id, user_id, screen, name) DO UPDATE SET query = excluded.query
         RETURNING id, created_at",
        tx.organization().0,
        SavedViewId::new().0,
        user.0,
        screen,
        name,
        query,
        max,
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    Ok(row.map(|row| SavedView {
        id: SavedViewId(row.id),
        screen: screen.to_owned(),
        name: name.to_owned(),
        query: query.to_owned(),
        created_at: row.created_at,
    }))
}

/// Deletes one of a member's views.
pub async fn delete(tx: &mut TenantTx, user: UserId, id: SavedViewId) -> StoreResult<()> {
    let deleted = sqlx::query!(
        "DELETE FROM saved_views WHERE organization_id = $1 AND user_id = $2 AND id = $3",
        tx.organization().0,
        user.0,
        id.0,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    if deleted.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}
