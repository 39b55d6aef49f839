//! Organizations: create and update.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use bole_api_core::code::Code;
use bole_api_core::config::{Plans, Registration};
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Json, ReadTenant, SecurityNotes, Session, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::ids::{MemberId, OrganizationId};
use bole_domain::organization::{EmployeeCount, Industry, Plan, Role, is_valid_slug};
use bole_domain::permission::Permission;
use bole_domain::text::clean_line;
use bole_store::organizations::{self, Organization, OrganizationChange, OrganizationSettings};
use bole_store::users::UserType;
use bole_store::{Actor, TenantTx, interview_hours, invitations, jobs, members, quotas};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::format_description::well_known::Iso8601;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;

bole_api_core::area! { "organizations":
    create_organization, get_organization, update_organization, delete_organization, get_usage
}

/// Maximum characters of undocumented settings, as JSON.
const MAX_OTHER_SETTINGS: usize = 16_384;

/// Validates the settings.
fn check_settings(settings: &OrganizationSettings, check: &mut Check) {
    let said = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    if let Some(industry) = said(&settings.industry) {
        check.ensure(industry.parse::<Industry>().is_ok(), "settings.industry", Code::FieldInvalid);
    }
    if let Some(count) = said(&settings.employee_count) {
        check.ensure(count.parse::<EmployeeCount>().is_ok(), "settings.employee_count", Code::FieldInvalid);
    }
    if let Some(description) = said(&settings.description) {
        check.at_most("settings.description", &description, 2000);
    }
    if let Some(website) = said(&settings.website) {
        let is_web = website.starts_with("https://") || website.starts_with("http://");
        check.ensure(is_web, "settings.website", Code::FieldInvalid).at_most("settings.website", &website, 300);
    }
    if let Some(day) = said(&settings.founded_date) {
        check.ensure(Date::parse(&day, &Iso8601::DATE).is_ok(), "settings.founded_date", Code::FieldInvalid);
    }
    if let Some(zone) = said(&settings.timezone) {
        check.at_most("settings.timezone", &zone, 64);
    }
    check.at_most("settings", &Value::Object(settings.others.clone()).to_string(), MAX_OTHER_SETTINGS);
}

fn value_of(settings: OrganizationSettings) -> ApiResult<Value> {
    serde_json::to_value(settings).map_err(|error| ApiError::internal(&error))
}

/// Maximum bytes of an organization's settings in total.
const MAX_SETTINGS: usize = 32 << 10;

/// Maximum organizations owned by one user.
const MAX_OWNED: i64 = 10;

/// An organization to create.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrganizationInput {
    #[serde(default)]
    #[schema(required, max_length = 200)]
    name: String,
    /// a–z, 0–9 and hyphens, at most 63 characters; immutable.
    #[serde(default)]
    #[schema(required, pattern = "^[a-z0-9-]{1,63}$")]
    slug: String,
    /// `free` (the default), `pro` or `enterprise`; `starter`, `professional` and `basic` mean pro.
    #[serde(default)]
    subscription_tier: Option<String>,
    /// Its profile settings.
    #[serde(default)]
    settings: Option<OrganizationSettings>,
}

/// Creates an organization owned by the caller.
#[utoipa::path(post, path = "/api/organizations", security(("session" = [])),
    responses((status = 201, body = Organization, headers(("Location" = String)))))]
pub async fn create_organization(
    State(state): State<ApiState>,
    session: Session,
    notes: SecurityNotes,
    Json(input): Json<OrganizationInput>,
) -> ApiResult<impl IntoResponse> {
    if state.config.registration == Registration::Invitation && session.user.user_type != UserType::TenantOwner {
        return Err(ApiError::forbidden(
            Code::OrganizationCreationClosed,
            "Organizations are made by the operator of this installation.",
        ));
    }
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
    let mut settings = settings.unwrap_or_default();
    check_settings(&settings, &mut check);
    check.finish()?;

    let id = OrganizationId::new();
    let wish = plan.unwrap_or(Plan::Free);
    let plan = match state.config.plans {
        Plans::Open => wish,
        Plans::Operator => Plan::Free,
    };
    let mut tx = state.db.tenant(&Actor::owner(id, session.user_id())).await?;
    if organizations::count_owned(&mut tx).await? >= MAX_OWNED {
        return Err(ApiError::conflict(Code::OrganizationLimitReached, "Nobody owns more organizations than this."));
    }
    if !is_known_zone(&mut tx, &settings).await? {
        // It comes from the browser, so an unknown time zone must not prevent creation.
        settings.timezone = None;
    }
    let settings = value_of(settings)?;
    let requested = (wish != plan).then_some(wish);
    let made = organizations::insert(&mut tx, &clean_line(&name), &slug, plan, requested, &settings)
        .await
        .on_constraint("organizations_slug_key", || ApiError::invalid_field("slug", Code::OrganizationSlugTaken))?;
    members::insert(&mut tx, MemberId::new(), session.user_id(), Role::Owner).await?;
    tx.commit().await?;
    notes.within(id);
    let location = [(header::LOCATION, format!("/api/organizations/{id}"))];
    Ok((StatusCode::CREATED, location, Json(made)))
}

/// Whether the settings have no time zone, or one that the database knows.
async fn is_known_zone(tx: &mut TenantTx, settings: &OrganizationSettings) -> ApiResult<bool> {
    match settings.timezone.as_deref() {
        None | Some("") => Ok(true),
        Some(zone) => Ok(interview_hours::is_zone(tx, zone).await?),
    }
}

/// The organization.
#[utoipa::path(get, path = "/api/organizations/{organization_id}", responses((status = 200, body = Organization)))]
pub async fn get_organization(ReadTenant { mut tx, .. }: ReadTenant) -> ApiResult<Json<Organization>> {
    let organization = organizations::get(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
    tx.release();
    Ok(Json(organization))
}

/// Usage of one plan limit.
#[derive(Debug, Serialize, ToSchema)]
pub struct Used {
    /// The number used.
    used: i64,
    limit: i64,
}

/// An organization's usage of its plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct Usage {
    /// Seats: active members and open invitations.
    members: Used,
    /// Jobs that are not archived, including inaccessible ones.
    jobs: Used,
    /// Batches uploaded today (UTC).
    batches_today: Used,
    /// Bytes uploaded today, and bytes unpacked from them.
    bytes_today: Used,
    /// Bytes stored: files, uploaded ZIPs and exports.
    stored_bytes: Used,
}

/// The organization's usage of its plan.
#[utoipa::path(get, path = "/usage", responses((status = 200, body = Usage)))]
pub async fn get_usage(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<Usage>> {
    tenant.require(Permission::MEMBERS_VIEW)?;
    let organization = organizations::get(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
    let members = members::count_active(&mut tx).await? + invitations::count_pending(&mut tx).await?;
    let jobs = jobs::count_present(&mut tx).await?;
    let (plan, today) = quotas::today(&mut tx).await?;
    let stored = quotas::stored(&mut tx).await?;
    tx.release();
    let number = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    Ok(Json(Usage {
        members: Used { used: members, limit: organization.max_users.into() },
        jobs: Used { used: jobs, limit: organization.max_jobs.into() },
        batches_today: Used { used: today.batches, limit: plan.max_batches_a_day() },
        bytes_today: Used { used: today.bytes, limit: plan.max_bytes_a_day() },
        stored_bytes: Used { used: number(stored), limit: number(state.config.storage_limit) },
    }))
}

/// An update of an organization; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrganizationChanges {
    /// A new name.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// Must equal the current slug, which is immutable.
    slug: Option<String>,
    /// A new logo URL; empty removes it.
    #[schema(max_length = 2000)]
    logo_url: Option<String>,
    /// Merged into the existing settings.
    settings: Option<OrganizationSettings>,
    /// `updated_at` the change is based on; if it differs, 409 with the current organization.
    #[serde(default, with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<OffsetDateTime>,
}

/// Updates the organization.
#[utoipa::path(patch, path = "/api/organizations/{organization_id}", responses((status = 200, body = Organization)))]
pub async fn update_organization(
    tenant: Tenant,
    Json(input): Json<OrganizationChanges>,
) -> ApiResult<Json<Organization>> {
    tenant.require(Permission::ORGANIZATION_MANAGE)?;
    let OrganizationChanges { name, slug, logo_url, settings, updated_at } = input;
    let mut tx = tenant.begin().await?;
    if let Some(read) = updated_at {
        organizations::lock_limits(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
        let now = organizations::get(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
        if now.updated_at != read {
            tx.release();
            return Err(ApiError::stale(&now));
        }
    }
    let mut check = Check::new();
    if let Some(name) = &name {
        check.text("name", name, 200);
    }
    if let Some(logo_url) = &logo_url {
        check.at_most("logo_url", logo_url, 2000);
        let is_web = logo_url.is_empty() || logo_url.starts_with("https://") || logo_url.starts_with('/');
        check.ensure(is_web, "logo_url", Code::FieldInvalid);
    }
    if let Some(settings) = &settings {
        check_settings(settings, &mut check);
        check.ensure(is_known_zone(&mut tx, settings).await?, "settings.timezone", Code::FieldUnknownValue);
    }
    if let Some(slug) = slug {
        let now = organizations::get(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
        check.ensure(now.slug == slug, "slug", Code::OrganizationSlugImmutable);
    }
    check.finish()?;
    let settings = settings.map(value_of).transpose()?;
    let name = name.as_deref().map(clean_line);
    let change =
        OrganizationChange { name: name.as_deref(), logo_url: logo_url.as_deref(), settings: settings.as_ref() };
    let changed = organizations::change(&mut tx, &change).await.or_not_found(Code::OrganizationNotFound)?;
    if changed.settings.to_string().len() > MAX_SETTINGS {
        return Err(ApiError::invalid_field("settings", Code::FieldTooLong));
    }
    tx.commit().await?;
    Ok(Json(changed))
}

/// Deletes the organization with all its data. Owners only.
#[utoipa::path(delete, path = "/api/organizations/{organization_id}", responses((status = 204)))]
pub async fn delete_organization(tenant: Tenant) -> ApiResult<StatusCode> {
    tenant.require(Permission::ORGANIZATION_DELETE)?;
    let mut tx = tenant.begin().await?;
    organizations::delete(&mut tx).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
