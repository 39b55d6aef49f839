//! Members' saved views of screens.

use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Item, Json, Paged, Query, ReadTenant, Tenant};
use bole_domain::ids::SavedViewId;
use bole_store::saved_views::{self, SavedView};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "settings": list_saved_views, save_view, delete_saved_view }

/// Maximum views of a screen per member.
const MAX_VIEWS: i64 = 50;
const MAX_SCREEN: usize = 40;
const MAX_NAME: usize = 80;
const MAX_QUERY: usize = 2_000;

/// Filter of a list of views.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SavedViewQuery {
    /// The screen's name, such as `pipeline`.
    screen: String,
}

/// A view to save.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SavedViewInput {
    /// The screen: lower-case letters and hyphens.
    #[serde(default)]
    screen: String,
    /// The name; an existing view of the same name is replaced.
    #[serde(default)]
    name: String,
    /// The query string of the screen's URL.
    #[serde(default)]
    query: String,
}

/// The signed-in member's views of a screen, by name.
#[utoipa::path(get, path = "/saved-views", params(SavedViewQuery), responses((status = 200, body = Paged<SavedView>)))]
pub async fn list_saved_views(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(SavedViewQuery { screen }): Query<SavedViewQuery>,
) -> ApiResult<Json<Paged<SavedView>>> {
    let views = saved_views::list(&mut tx, tenant.user_id(), &screen).await?;
    tx.release();
    Ok(Json(Paged::all(views)))
}

/// Saves a view of a screen for the signed-in member.
#[utoipa::path(post, path = "/saved-views", responses((status = 201, body = SavedView)))]
pub async fn save_view(
    tenant: Tenant,
    Json(SavedViewInput { screen, name, query }): Json<SavedViewInput>,
) -> ApiResult<(StatusCode, Json<SavedView>)> {
    let name = name.trim();
    let mut check = Check::new();
    check.text("screen", &screen, MAX_SCREEN);
    check.ensure(screen.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "screen", Code::FieldUnknownValue);
    check.text("name", name, MAX_NAME);
    check.at_most("query", &query, MAX_QUERY);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    let saved =
        saved_views::save(&mut tx, tenant.user_id(), (&screen, name, &query), MAX_VIEWS).await?.ok_or_else(|| {
            ApiError::conflict(Code::SavedViewLimitReached, format!("At most {MAX_VIEWS} views are kept."))
        })?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(saved)))
}

/// Deletes one of the signed-in member's views.
#[utoipa::path(delete, path = "/saved-views/{view_id}", params(("view_id" = SavedViewId, Path)),
    responses((status = 204)))]
pub async fn delete_saved_view(tenant: Tenant, Item(id): Item<SavedViewId>) -> ApiResult<StatusCode> {
    let mut tx = tenant.begin().await?;
    saved_views::delete(&mut tx, tenant.user_id(), id).await.or_not_found(Code::SavedViewNotFound)?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
