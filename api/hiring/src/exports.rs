//! Dashboard exports: list and download.

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Page, Paged, Paging, ReadTenant};
use bole_api_core::files::disposition;
use bole_api_core::state::ApiState;
use bole_domain::dashboard::ExportFormat;
use bole_domain::evaluation::Language;
use bole_domain::ids::{ExportId, JobId, UserId};
use bole_domain::permission::Permission;
use bole_storage::{Key, StorageError};
use bole_store::dashboard::DashboardFilter;
use bole_store::exports;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

bole_api_core::area! { "dashboard": list_exports, get_export_file }

/// A dashboard export. It is deleted thirty days after the request.
#[derive(Debug, Serialize, ToSchema)]
pub struct Export {
    id: ExportId,
    /// The file format.
    format: ExportFormat,
    language: Language,
    /// Start of the period, inclusive.
    #[serde(with = "time::serde::rfc3339")]
    from: OffsetDateTime,
    /// End of the period, exclusive.
    #[serde(with = "time::serde::rfc3339")]
    to: OffsetDateTime,
    /// The time zone of its days.
    time_zone: String,
    /// The job it is limited to; absent for all jobs its creator could access.
    job_id: Option<JobId>,
    job_title: Option<String>,
    /// Whether it contains candidates' names.
    has_names: bool,
    /// The requesting user.
    created_by: Option<UserId>,
    created_by_name: Option<String>,
    /// Size in bytes.
    size: i64,
    /// When it was requested.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    file_url: String,
}

/// Finished exports, newest first: the caller's own, and those over jobs they can access. Exports with candidates'
/// names require access to candidates.
#[utoipa::path(get, path = "/exports", params(Paging), responses((status = 200, body = Paged<Export>)))]
pub async fn list_exports(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<Export>>> {
    tenant.require(Permission::DASHBOARD_VIEW)?;
    let (found, total) = exports::list(&mut tx, tenant.access.allows(Permission::PIPELINE_VIEW), limit, offset).await?;
    tx.release();
    let organization = tenant.organization();
    let views: Vec<Export> = found
        .into_iter()
        .map(|export| Export {
            id: export.id,
            format: export.format,
            language: export.language,
            from: export.from,
            to: export.to,
            time_zone: export.time_zone,
            job_id: export.job_id,
            job_title: export.job_title,
            has_names: export.has_names,
            created_by: export.created_by,
            created_by_name: export.created_by_name,
            size: export.size.unwrap_or_default(),
            created_at: export.created_at,
            file_url: format!("/api/organizations/{organization}/exports/{}/file", export.id),
        })
        .collect();
    Ok(Json(Paged::of((views, total))))
}

/// Downloads an export.
#[utoipa::path(get, path = "/exports/{export_id}/file", params(("export_id" = ExportId, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn get_export_file(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ExportId>,
) -> ApiResult<Response> {
    tenant.require(Permission::DASHBOARD_VIEW)?;
    let export = exports::find(&mut tx, id).await.or_not_found(Code::FileMissing)?;
    tx.release();
    if export.has_names && !tenant.access.allows(Permission::PIPELINE_VIEW) {
        return Err(ApiError::not_found(Code::FileMissing));
    }
    let DashboardFilter { from, to, zone, .. } = export.filter();
    let key = export.storage_key.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let (size, stream) = state.storage.get(&Key::stored(key)).await.map_err(|error| match error {
        StorageError::Missing => ApiError::not_found(Code::FileMissing),
        other => ApiError::unavailable(&other),
    })?;
    let name = bole_reports::file_name(export.language, zone.local(from), zone.local(to), export.format);
    let headers = [
        (header::CONTENT_TYPE, export.format.media_type().to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, disposition("attachment", &name)),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}
