//! Onboarding checklists, one per application.

use bole_domain::ids::{ApplicationId, OnboardingItemId, UserId};
use serde::Serialize;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;

use crate::{StoreError, StoreResult, TenantTx};

time::serde::format_description!(day, Date, "[year]-[month]-[day]");

/// An item of a checklist.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OnboardingItem {
    pub id: OnboardingItemId,
    pub application_id: ApplicationId,
    /// The task to do.
    pub title: String,
    #[serde(with = "day::option")]
    #[schema(value_type = Option<String>, format = Date)]
    pub due_date: Option<Date>,
    /// The member responsible.
    pub owner_id: Option<UserId>,
    pub owner_name: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub done_at: Option<OffsetDateTime>,
    pub version: i32,
}

#[derive(Debug, Clone)]
pub struct NewOnboardingItem {
    pub title: String,
    pub due_date: Option<Date>,
    /// The member responsible.
    pub owner_id: Option<UserId>,
}

/// An update; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default)]
pub struct OnboardingItemChange {
    pub title: Option<String>,
    /// `Some(None)` removes it.
    pub due_date: Option<Option<Date>>,
    /// The member responsible; `Some(None)` removes them.
    pub owner_id: Option<Option<UserId>>,
    pub is_done: Option<bool>,
}

/// The checklist of an application, in creation order.
pub async fn list(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<Vec<OnboardingItem>> {
    select(tx, Some(application), None).await
}

/// One item.
pub async fn find(tx: &mut TenantTx, id: OnboardingItemId) -> StoreResult<OnboardingItem> {
    select(tx, None, Some(id)).await?.pop().ok_or(StoreError::NotFound)
}

async fn select(
    tx: &mut TenantTx,
    application: Option<ApplicationId>,
    id: Option<OnboardingItemId>,
) -> StoreResult<Vec<OnboardingItem>> {
    Ok(sqlx::query_as!(
        OnboardingItem,
        r#"SELECT i.id, i.application_id, i.title, i.due_date, i.owner_id AS "owner_id: _",
                  u.full_name AS "owner_name?", i.done_at, i.version
           FROM onboarding_items i LEFT JOIN users u ON u.id = i.owner_id
           WHERE i.organization_id = $1 AND ($2::uuid IS NULL OR i.application_id = $2) AND ($3::uuid IS NULL OR i.id = $3)
           ORDER BY i.id"#,
        tx.organization().0,
        application.map(|id| id.0),
        id.map(|id| id.0),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// Adds items to a checklist.
pub async fn add(tx: &mut TenantTx, application: ApplicationId, items: &[NewOnboardingItem]) -> StoreResult<()> {
    let ids: Vec<_> = items.iter().map(|_| OnboardingItemId::new().0).collect();
    let titles: Vec<_> = items.iter().map(|item| item.title.clone()).collect();
    let due: Vec<Option<Date>> = items.iter().map(|item| item.due_date).collect();
    let owners: Vec<_> = items.iter().map(|item| item.owner_id.map(|id| id.0)).collect();
    sqlx::query!(
        "INSERT INTO onboarding_items (id, organization_id, application_id, title, due_date, owner_id)
         SELECT id, $1, $2, title, due_date, owner_id
         FROM unnest($3::uuid[], $4::text[], $5::date[], $6::uuid[]) AS i(id, title, due_date, owner_id)",
        tx.organization().0,
        application.0,
        &ids,
        &titles,
        &due as _,
        &owners as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Updates an item of this version.
///
/// # Errors
/// [`StoreError::Stale`] if the version changed, or the database does not answer.
pub async fn change(
    tx: &mut TenantTx,
    id: OnboardingItemId,
    version: i32,
    change: &OnboardingItemChange,
) -> StoreResult<()> {
    let by = tx.actor().user().map(|user| user.0);
    let changed = sqlx::query!(
        "UPDATE onboarding_items SET
             title = coalesce($4, title), due_date = CASE WHEN $5 THEN $6 ELSE due_date END,
             owner_id = CASE WHEN $7 THEN $8 ELSE owner_id END,
             done_at = CASE WHEN $9::boolean IS NULL THEN done_at WHEN $9 THEN coalesce(done_at, now()) END,
             done_by = CASE WHEN $9::boolean IS NULL THEN done_by WHEN $9 THEN coalesce(done_by, $10) END,
             version = version + 1
         WHERE organization_id = $1 AND id = $2 AND version = $3",
        tx.organization().0,
        id.0,
        version,
        change.title,
        change.due_date.is_some(),
        change.due_date.flatten(),
        change.owner_id.is_some(),
        change.owner_id.flatten().map(|id| id.0),
        change.is_done,
        by,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    if changed.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// Removes an item if it exists.
pub async fn remove(tx: &mut TenantTx, id: OnboardingItemId) -> StoreResult<()> {
    sqlx::query!("DELETE FROM onboarding_items WHERE organization_id = $1 AND id = $2", tx.organization().0, id.0)
        .execute(&mut *tx.conn()?)
        .await?;
    Ok(())
}
