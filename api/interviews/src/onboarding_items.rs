//! Onboarding checklists with due dates and owners.

use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Item, Json, Paged, ReadTenant, Tenant};
use bole_domain::ids::{ApplicationId, OnboardingItemId, UserId};
use bole_domain::permission::Permission;
use bole_store::onboarding_items::{self, NewOnboardingItem, OnboardingItem, OnboardingItemChange};
use bole_store::{StoreError, TenantTx, applications, interview_schedules};
use serde::{Deserialize, Deserializer};
use time::Date;
use utoipa::ToSchema;

bole_api_core::area! { "offers":
    list_onboarding_items, add_onboarding_items, update_onboarding_item, delete_onboarding_item
}

time::serde::format_description!(day, Date, "[year]-[month]-[day]");

const MAX_TITLE: usize = 200;
/// Maximum items per call, and per checklist.
const MAX_ITEMS: usize = 50;

/// A new item.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OnboardingItemInput {
    /// The task to do.
    #[serde(default)]
    #[schema(required)]
    title: String,
    #[serde(default, with = "day::option")]
    #[schema(value_type = Option<String>, format = Date)]
    due_date: Option<Date>,
    /// The member responsible.
    owner_id: Option<UserId>,
}

/// Items to add to a checklist.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OnboardingItemsInput {
    /// At most 50 items.
    #[serde(default)]
    #[schema(required)]
    items: Vec<OnboardingItemInput>,
}

/// An update of an item; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OnboardingItemPatch {
    /// The version the change is based on.
    version: Option<i32>,
    /// The task to do.
    title: Option<String>,
    /// The due date; null removes it.
    #[serde(default, deserialize_with = "given_day")]
    #[schema(value_type = Option<String>, format = Date)]
    due_date: Option<Option<Date>>,
    /// The member responsible; null removes them.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<UserId>)]
    owner_id: Option<Option<UserId>>,
    done: Option<bool>,
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<UserId>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Distinguishes `null` from an absent day.
pub(super) fn given_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Date>>, D::Error> {
    day::option::deserialize(deserializer).map(Some)
}

/// The checklist of an application.
#[utoipa::path(get, path = "/applications/{application_id}/onboarding-items",
    params(("application_id" = ApplicationId, Path)), responses((status = 200, body = Paged<OnboardingItem>)))]
pub async fn list_onboarding_items(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(application): Item<ApplicationId>,
) -> ApiResult<Json<Paged<OnboardingItem>>> {
    tenant.require(Permission::OFFER_WORKBENCH_VIEW)?;
    let items = onboarding_items::list(&mut tx, application).await?;
    tx.release();
    Ok(Json(Paged::all(items)))
}

/// Adds items and returns the whole checklist.
#[utoipa::path(post, path = "/applications/{application_id}/onboarding-items",
    params(("application_id" = ApplicationId, Path)), responses((status = 201, body = Paged<OnboardingItem>)))]
pub async fn add_onboarding_items(
    tenant: Tenant,
    Item(application): Item<ApplicationId>,
    Json(OnboardingItemsInput { items }): Json<OnboardingItemsInput>,
) -> ApiResult<(StatusCode, Json<Paged<OnboardingItem>>)> {
    tenant.require(Permission::OFFER_WORKBENCH_MOVE)?;
    let mut tx = tenant.begin().await?;
    applications::find(&mut tx, application).await.or_not_found(Code::ApplicationNotFound)?;
    let present = onboarding_items::list(&mut tx, application).await?.len();
    let mut check = Check::new();
    check.ensure(!items.is_empty(), "items", Code::FieldRequired);
    check.ensure(present + items.len() <= MAX_ITEMS, "items", Code::FieldTooLong);
    let members = interview_schedules::interviewers(&mut tx).await?;
    for (at, item) in items.iter().enumerate() {
        check.text(&format!("items.{at}.title"), &item.title, MAX_TITLE);
        let is_known = item.owner_id.is_none_or(|owner| members.iter().any(|(member, _)| *member == owner));
        check.ensure(is_known, &format!("items.{at}.owner_id"), Code::FieldUnknownValue);
    }
    check.finish()?;
    let new: Vec<_> = items
        .into_iter()
        .map(|OnboardingItemInput { title, due_date, owner_id }| NewOnboardingItem {
            title: title.trim().to_owned(),
            due_date,
            owner_id,
        })
        .collect();
    onboarding_items::add(&mut tx, application, &new).await?;
    let items = onboarding_items::list(&mut tx, application).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(Paged::all(items))))
}

/// Updates an item or marks it as done.
#[utoipa::path(patch, path = "/onboarding-items/{item_id}", params(("item_id" = OnboardingItemId, Path)),
    responses((status = 200, body = OnboardingItem)))]
pub async fn update_onboarding_item(
    tenant: Tenant,
    Item(id): Item<OnboardingItemId>,
    Json(OnboardingItemPatch { version, title, due_date, owner_id, done }): Json<OnboardingItemPatch>,
) -> ApiResult<Json<OnboardingItem>> {
    tenant.require(Permission::OFFER_WORKBENCH_MOVE)?;
    let mut tx = tenant.begin().await?;
    let current = onboarding_items::find(&mut tx, id).await.or_not_found(Code::OnboardingItemNotFound)?;
    let version = version.ok_or_else(|| ApiError::invalid_field("version", Code::FieldRequired))?;
    if version != current.version {
        return Err(ApiError::stale(&current));
    }
    let mut check = Check::new();
    if let Some(title) = &title {
        check.text("title", title, MAX_TITLE);
    }
    if let Some(Some(owner)) = owner_id {
        check.ensure(is_member(&mut tx, owner).await?, "owner_id", Code::FieldUnknownValue);
    }
    check.finish()?;
    let change =
        OnboardingItemChange { title: title.map(|title| title.trim().to_owned()), due_date, owner_id, is_done: done };
    onboarding_items::change(&mut tx, id, version, &change).await?;
    let item = onboarding_items::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(item))
}

/// Removes an item.
#[utoipa::path(delete, path = "/onboarding-items/{item_id}", params(("item_id" = OnboardingItemId, Path)),
    responses((status = 204)))]
pub async fn delete_onboarding_item(tenant: Tenant, Item(id): Item<OnboardingItemId>) -> ApiResult<StatusCode> {
    tenant.require(Permission::OFFER_WORKBENCH_MOVE)?;
    let mut tx = tenant.begin().await?;
    onboarding_items::remove(&mut tx, id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn is_member(tx: &mut TenantTx, user: UserId) -> ApiResult<bool> {
    match interview_schedules::member_name(tx, user).await {
        Ok(_) => Ok(true),
        Err(StoreError::NotFound) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
