//! Interview links: booking links and addresses that jobs offer to candidates.

use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Json, Page, Paged, Paging, Path, ReadTenant, Tenant};
use bole_domain::ids::LocationId;
use bole_domain::job::LocationType;
use bole_domain::permission::Permission;
use bole_domain::text::clean_line;
use bole_store::interview_locations::{self, InterviewLocation};
use serde::Deserialize;
use utoipa::ToSchema;

bole_api_core::area! { "jobs":
    list_interview_locations, create_interview_location, update_interview_location, delete_interview_location
}

/// The path of an interview link.
#[derive(Debug, Deserialize)]
pub struct LocationPath {
    location_id: LocationId,
}

/// The interview links, by name.
#[utoipa::path(get, path = "/interview-locations", params(Paging),
    responses((status = 200, body = Paged<InterviewLocation>)))]
pub async fn list_interview_locations(
    ReadTenant { tenant, mut tx }: ReadTenant,
    page: Page,
) -> ApiResult<Json<Paged<InterviewLocation>>> {
    tenant.require(Permission::JOBS_VIEW)?;
    let (rows, total) = interview_locations::list(&mut tx, page.limit, page.offset).await?;
    tx.release();
    Ok(Json(Paged::of((rows, total))))
}

/// An interview link. All three fields are required to create one; absent fields stay unchanged on update.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct InterviewLocationInput {
    #[schema(max_length = 200)]
    name: Option<String>,
    /// Online or onsite; defaults to online.
    #[serde(rename = "type")]
    kind: Option<LocationType>,
    /// The booking link of an online interview, with http:// or https://; the address of an onsite one.
    #[schema(max_length = 2000)]
    details: Option<String>,
}

struct Checked {
    name: String,
    kind: LocationType,
    details: String,
}

/// Merges the input with the existing values and validates the result.
fn check(input: InterviewLocationInput, before: Option<&InterviewLocation>) -> ApiResult<Checked> {
    let InterviewLocationInput { name, kind, details } = input;
    let name = name.or_else(|| before.map(|before| before.name.clone())).unwrap_or_default();
    let kind = kind.or_else(|| before.map(|before| before.kind)).unwrap_or(LocationType::Online);
    let details = details.or_else(|| before.map(|before| before.details.clone())).unwrap_or_default();
    let (name, details) = (clean_line(&name), details.trim().to_owned());
    let mut check = Check::new();
    check.text("name", &name, 200).text("details", &details, 2000);
    if kind == LocationType::Online && !details.is_empty() {
        check.ensure(is_web_address(&details), "details", Code::JobLocationLinkInvalid);
    }
    check.finish()?;
    Ok(Checked { name, kind, details })
}

/// Whether it is a web address with a host.
fn is_web_address(text: &str) -> bool {
    let uri: Option<axum::http::Uri> = text.parse().ok();
    uri.is_some_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty())
    })
}

/// Adds an interview link.
#[utoipa::path(post, path = "/interview-locations",
    responses((status = 201, body = InterviewLocation, headers(("Location" = String)))))]
pub async fn create_interview_location(
    tenant: Tenant,
    Json(input): Json<InterviewLocationInput>,
) -> ApiResult<impl IntoResponse> {
    tenant.require(Permission::JOBS_EDIT)?;
    let Checked { name, kind, details } = check(input, None)?;
    let id = LocationId::new();
    let mut tx = tenant.begin().await?;
    interview_locations::insert(&mut tx, id, &name, kind, &details).await?;
    let made = interview_locations::find(&mut tx, id).await?;
    tx.commit().await?;
    let location = format!("/api/organizations/{}/interview-locations/{id}", tenant.organization());
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(made)))
}

/// Updates an interview link.
#[utoipa::path(patch, path = "/interview-locations/{location_id}", params(("location_id" = LocationId, Path)),
    responses((status = 200, body = InterviewLocation)))]
pub async fn update_interview_location(
    tenant: Tenant,
    Path(LocationPath { location_id }): Path<LocationPath>,
    Json(input): Json<InterviewLocationInput>,
) -> ApiResult<Json<InterviewLocation>> {
    tenant.require(Permission::JOBS_EDIT)?;
    let mut tx = tenant.begin().await?;
    let before = interview_locations::find(&mut tx, location_id).await.or_not_found(Code::JobLocationNotFound)?;
    let Checked { name, kind, details } = check(input, Some(&before))?;
    interview_locations::change(&mut tx, location_id, &name, kind, &details)
        .await
        .or_not_found(Code::JobLocationNotFound)?;
    let changed = interview_locations::find(&mut tx, location_id).await.or_not_found(Code::JobLocationNotFound)?;
    tx.commit().await?;
    Ok(Json(changed))
}

/// Deletes an interview link and removes it from the jobs that offer it, counted by `job_count`.
#[utoipa::path(delete, path = "/interview-locations/{location_id}", params(("location_id" = LocationId, Path)),
    responses((status = 204)))]
pub async fn delete_interview_location(
    tenant: Tenant,
    Path(LocationPath { location_id }): Path<LocationPath>,
) -> ApiResult<StatusCode> {
    tenant.require(Permission::JOBS_EDIT)?;
    let mut tx = tenant.begin().await?;
    interview_locations::delete(&mut tx, location_id).await.or_not_found(Code::JobLocationNotFound)?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_booking_links_are_accepted() {
        for good in ["https://cal.com/wang", "http://intranet/book?x=1"] {
            assert!(is_web_address(good), "{good}");
        }
        for bad in ["cal.com/wang", "javascript:alert(1)", "https://", "ftp://a.example/x", "https:/cal.com"] {
            assert!(!is_web_address(bad), "{bad}");
        }
    }
}
