//! Organizations: making one, and what may change of it.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use bole_domain::ids::{MemberId, OrganizationId};
use bole_domain::organization::{Plan, Role, is_valid_slug};
use bole_domain::permission::Permission;
use bole_store::organizations::{self, OrganizationChange};
use bole_store::{Actor, members};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, Problem, StoreResultExt};
use crate::extract::{Json, Session, Tenant};
use crate::state::ApiState;

/// An organization.
#[derive(Debug, Serialize, ToSchema)]
pub struct Organization {
    /// Identity.
    id: OrganizationId,
    /// As people call it.
    name: String,
    /// Unique, never changes.
    slug: String,
    /// Where its logo is.
    logo_url: Option<String>,
    /// Industry, employee_count, description, website and the like.
    #[schema(value_type = Object)]
    settings: Value,
    /// What it pays for.
    subscription_tier: Plan,
    /// active, inactive, trialing or expired.
    subscription_status: String,
    /// Most active members.
    max_users: i32,
    /// Most jobs that are not archived.
    max_jobs: i32,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it last changed.
    #[serde(with = "time::serde::rfc3339")]
    updated_at: OffsetDateTime,
}

impl From<organizations::Organization> for Organization {
    fn from(organization: organizations::Organization) -> Self {
        let organizations::Organization {
            id,
            name,
            slug,
            logo_url,
            settings,
            subscription_tier,
            subscription_status,
            max_users,
            max_jobs,
            created_at,
            updated_at,
        } = organization;
        Self {
            id,
            name,
            slug,
            logo_url,
            settings,
            subscription_tier,
            subscription_status,
            max_users,
            max_jobs,
            created_at,
            updated_at,
        }
    }
}

/// An organization to be made.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrganizationInput {
    /// As people call it.
    #[serde(default)]
    #[schema(required, max_length = 200)]
    name: String,
    /// a–z, 0–9 and hyphens, at most 63; never changes.
    #[serde(default)]
    #[schema(required, pattern = "^[a-z0-9-]{1,63}$")]
    slug: String,
    /// free (the default), pro or enterprise; starter, professional and basic are read as pro.
    #[serde(default)]
    subscription_tier: Option<String>,
    /// Industry, employee_count and the like.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    settings: Option<Map<String, Value>>,
}

/// Makes an organization; whoever makes it owns it.
#[utoipa::path(post, path = "/api/organizations", operation_id = "create_organization", tag = "organizations",
    security(("session" = [])), request_body = OrganizationInput,
    responses((status = 201, body = Organization, headers(("Location" = String))), (status = 401, body = Problem),
              (status = 422, body = Problem)))]
pub async fn create_organization(
    State(state): State<ApiState>,
    session: Session,
    Json(input): Json<OrganizationInput>,
) -> ApiResult<impl IntoResponse> {
    let OrganizationInput { name, slug, subscription_tier, settings } = input;
    let tier = subscription_tier.as_deref().filter(|tier| !tier.is_empty());
    let plan = tier.map_or(Some(Plan::Free), Plan::parse);
    let mut check = Check::new();
    check.text("name", &name, 200);
    if slug.is_empty() {
        check.refuse("slug", Code::FieldRequired);
    } else {
        check.ensure(is_valid_slug(&slug), "slug", Code::OrganizationSlugInvalid);
    }
    check.ensure(plan.is_some(), "subscription_tier", Code::OrganizationPlanUnknown);
    check.finish()?;

    let id = OrganizationId::new();
    let settings = Value::Object(settings.unwrap_or_default());
    let mut tx = state.db.tenant(&Actor::person(id, session.user_id(), Role::Owner)).await?;
    let made = organizations::insert(&mut tx, name.trim(), &slug, plan.unwrap_or(Plan::Free), &settings)
        .await
        .on_constraint("organizations_slug_key", || ApiError::invalid_field("slug", Code::OrganizationSlugTaken))?;
    members::insert(&mut tx, MemberId::new(), session.user_id(), Role::Owner).await?;
    tx.commit().await?;
    let location = [(header::LOCATION, format!("/api/organizations/{id}"))];
    Ok((StatusCode::CREATED, location, Json(Organization::from(made))))
}

/// The organization.
#[utoipa::path(get, path = "/api/organizations/{organization_id}", operation_id = "get_organization",
    tag = "organizations", security(("session" = [])), params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = Organization), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn get_organization(tenant: Tenant) -> ApiResult<Json<Organization>> {
    let mut tx = tenant.begin().await?;
    let organization = organizations::get(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
    tx.rollback().await?;
    Ok(Json(organization.into()))
}

/// What may change of an organization; absent stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrganizationChanges {
    /// A new name.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// Only as it is: a slug never changes.
    slug: Option<String>,
    /// A new logo; empty for none.
    #[schema(max_length = 2000)]
    logo_url: Option<String>,
    /// Merged into the settings there are.
    #[schema(value_type = Option<Object>)]
    settings: Option<Map<String, Value>>,
}

/// Changes the organization.
#[utoipa::path(patch, path = "/api/organizations/{organization_id}", operation_id = "update_organization",
    tag = "organizations", security(("session" = [])), params(("organization_id" = OrganizationId, Path)),
    request_body = OrganizationChanges,
    responses((status = 200, body = Organization), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn update_organization(
    tenant: Tenant,
    Json(input): Json<OrganizationChanges>,
) -> ApiResult<Json<Organization>> {
    tenant.require(Permission::ORGANIZATION_MANAGE)?;
    let OrganizationChanges { name, slug, logo_url, settings } = input;
    let mut tx = tenant.begin().await?;
    let mut check = Check::new();
    if let Some(name) = &name {
        check.text("name", name, 200);
    }
    if let Some(logo_url) = &logo_url {
        check.at_most("logo_url", logo_url, 2000);
        let is_web = logo_url.is_empty() || logo_url.starts_with("https://") || logo_url.starts_with('/');
        check.ensure(is_web, "logo_url", Code::FieldInvalid);
    }
    if let Some(slug) = slug {
        let now = organizations::get(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
        check.ensure(now.slug == slug, "slug", Code::OrganizationSlugImmutable);
    }
    check.finish()?;
    let settings = settings.map(Value::Object);
    let change = OrganizationChange {
        name: name.as_deref().map(str::trim),
        logo_url: logo_url.as_deref(),
        settings: settings.as_ref(),
    };
    let changed = organizations::change(&mut tx, &change).await.or_not_found(Code::OrganizationNotFound)?;
    tx.commit().await?;
    Ok(Json(changed.into()))
}

/// Deletes the organization and everything in it. For its owner alone.
#[utoipa::path(delete, path = "/api/organizations/{organization_id}", operation_id = "delete_organization",
    tag = "organizations", security(("session" = [])), params(("organization_id" = OrganizationId, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
pub async fn delete_organization(tenant: Tenant) -> ApiResult<StatusCode> {
    tenant.require(Permission::ORGANIZATION_DELETE)?;
    let mut tx = tenant.begin().await?;
    organizations::delete(&mut tx).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
