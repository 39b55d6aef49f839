//! Attachments of an offer: added and removed while it is a draft, read by members and its candidate.

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Json, Path, Query, ReadTenant, Tenant};
use bole_api_core::files::{disposition, storage_full};
use bole_api_core::state::ApiState;
use bole_domain::ids::{OfferAttachmentId, OfferId, OrganizationId};
use bole_domain::offer::OfferStatus;
use bole_domain::permission::Permission;
use bole_storage::{Key, StorageError};
use bole_store::{TenantTx, discarded, offer_attachments, offers, quotas};
use bytes::Bytes;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<ApiState> {
    // One byte above the maximum, so that oversized uploads can be detected.
    let limit = DefaultBodyLimit::max(MAX_BYTES + 1);
    OpenApiRouter::new()
        .routes(routes!(add_offer_attachment).layer(limit))
        .routes(routes!(get_offer_attachment, remove_offer_attachment))
}

/// Maximum bytes of a file, and maximum files of an offer.
const MAX_BYTES: usize = 10 << 20;
const MAX_FILES: usize = 5;
const MAX_NAME: usize = 200;

/// An attachment of an offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferAttachment {
    /// The id.
    id: OfferAttachmentId,
    /// The file name.
    name: String,
    /// Size in bytes.
    size: i64,
    /// When it was added.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

impl From<offer_attachments::OfferAttachment> for OfferAttachment {
    fn from(row: offer_attachments::OfferAttachment) -> Self {
        let offer_attachments::OfferAttachment { id, name, size, storage_key: _, created_at } = row;
        Self { id, name, size, created_at }
    }
}

/// The path of an offer.
#[derive(Debug, Deserialize)]
pub struct AttachmentsPath {
    offer_id: OfferId,
}

/// The path of an attachment.
#[derive(Debug, Deserialize)]
pub struct AttachmentPath {
    offer_id: OfferId,
    attachment_id: OfferAttachmentId,
}

/// The name of an attachment.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AttachmentName {
    /// File name; a path before it is removed.
    #[serde(default)]
    #[param(required)]
    name: String,
}

/// The content of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the body for the OpenAPI document; it is read as bytes")]
pub struct AttachedBytes(Vec<u8>);

/// Adds an attachment of at most 10 MiB, the body, to a draft; at most five per offer.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/attachments",
    operation_id = "add_offer_attachment", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path), AttachmentName),
    request_body(content = AttachedBytes, content_type = "application/octet-stream"),
    responses((status = 201, body = OfferAttachment)))]
pub async fn add_offer_attachment(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(AttachmentsPath { offer_id }): Path<AttachmentsPath>,
    Query(AttachmentName { name }): Query<AttachmentName>,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> ApiResult<(StatusCode, Json<OfferAttachment>)> {
    tenant.require(Permission::OFFER_WORKBENCH_EDIT)?;
    let too_large =
        || ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::RequestTooLarge, "A file has at most 10 MiB.");
    let bytes = body.map_err(|_| too_large())?;
    if bytes.len() > MAX_BYTES {
        return Err(too_large());
    }
    let name = file_name(&name);
    let mut check = Check::new();
    check.text("name", &name, MAX_NAME);
    check.ensure(!bytes.is_empty(), "file", Code::FieldRequired);
    check.finish()?;
    let size = bytes.len() as u64;
    let mut tx = tenant.begin().await?;
    let attached = changeable(&mut tx, offer_id).await?;
    if attached >= MAX_FILES {
        return Err(ApiError::conflict(Code::OfferNotAllowed, "An offer has at most five files."));
    }
    if quotas::stored(&mut tx).await?.saturating_add(size) > state.config.storage_limit {
        return Err(storage_full());
    }
    let id = OfferAttachmentId::new();
    let key = Key::offer_attachment(tenant.organization(), id);
    discarded::reserve(&mut tx, &[key.as_str()]).await?;
    // Storage is slow, so no transaction is open meanwhile.
    tx.commit().await?;
    let stream = stream::iter([Ok::<_, std::convert::Infallible>(bytes)]);
    state.storage.put_stream(&key, stream, size).await.map_err(|error| ApiError::unavailable(&error))?;
    let recorded = record(&tenant, offer_id, id, &name, size, &key).await?;
    Ok((StatusCode::CREATED, Json(recorded)))
}

async fn record(
    tenant: &Tenant,
    offer: OfferId,
    id: OfferAttachmentId,
    name: &str,
    size: u64,
    key: &Key,
) -> ApiResult<OfferAttachment> {
    let mut tx = tenant.begin().await?;
    // Another attachment may have been added, or the offer submitted, during the upload.
    if changeable(&mut tx, offer).await? >= MAX_FILES {
        return Err(ApiError::conflict(Code::OfferNotAllowed, "An offer has at most five files."));
    }
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    discarded::keep(&mut tx, &[key.as_str()]).await?;
    offer_attachments::add(&mut tx, offer, id, name, size, key.as_str()).await?;
    let added = offer_attachments::list(&mut tx, offer).await?.into_iter().find(|attachment| attachment.id == id);
    let added = added.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    tx.commit().await?;
    Ok(added.into())
}

/// Removes an attachment from a draft.
#[utoipa::path(delete, path = "/api/organizations/{organization_id}/offers/{offer_id}/attachments/{attachment_id}",
    operation_id = "remove_offer_attachment", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path),
           ("attachment_id" = OfferAttachmentId, Path)),
    responses((status = 204)))]
pub async fn remove_offer_attachment(
    tenant: Tenant,
    Path(AttachmentPath { offer_id, attachment_id }): Path<AttachmentPath>,
) -> ApiResult<StatusCode> {
    tenant.require(Permission::OFFER_WORKBENCH_EDIT)?;
    let mut tx = tenant.begin().await?;
    changeable(&mut tx, offer_id).await?;
    if !offer_attachments::remove(&mut tx, offer_id, attachment_id).await? {
        return Err(ApiError::not_found(Code::FileMissing));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Downloads an attachment of an offer.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/offers/{offer_id}/attachments/{attachment_id}",
    operation_id = "get_offer_attachment", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path),
           ("attachment_id" = OfferAttachmentId, Path)),
    responses((status = 200, content_type = "application/octet-stream")))]
pub async fn get_offer_attachment(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(AttachmentPath { offer_id, attachment_id }): Path<AttachmentPath>,
) -> ApiResult<Response> {
    tenant.require(Permission::OFFER_WORKBENCH_VIEW)?;
    let attachments = offer_attachments::list(&mut tx, offer_id).await?;
    tx.release();
    download(&state, attachments, attachment_id).await
}

/// Serves an attachment as a download, so that no browser renders it in our origin.
pub(super) async fn download(
    state: &ApiState,
    attachments: Vec<offer_attachments::OfferAttachment>,
    id: OfferAttachmentId,
) -> ApiResult<Response> {
    let attachment = attachments.into_iter().find(|attachment| attachment.id == id);
    let attachment = attachment.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let (size, stream) =
        state.storage.get(&Key::stored(attachment.storage_key)).await.map_err(|error| match error {
            StorageError::Missing => ApiError::not_found(Code::FileMissing),
            other => ApiError::unavailable(&other),
        })?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, disposition("attachment", &attachment.name)),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}

/// Requires a draft, locked until the transaction ends; returns its number of attachments.
async fn changeable(tx: &mut TenantTx, offer: OfferId) -> ApiResult<usize> {
    offer_attachments::lock_offer(tx, offer).await.or_not_found(Code::OfferNotFound)?;
    if offers::find(tx, offer).await?.status != OfferStatus::Draft {
        return Err(ApiError::conflict(Code::OfferNotAllowed, "Only a draft can be changed."));
    }
    Ok(offer_attachments::list(tx, offer).await?.len())
}

/// A safe file name: without path, control or formatting characters.
fn file_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    name.chars().filter(|c| !c.is_control() && !turns(*c)).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn attachment_names_contain_no_path() {
        let names = ["../../etc/passwd", "C:\\contract.pdf", " 合同\u{202e}.pdf\n", ".."];
        assert_eq!(names.map(file_name), ["passwd", "contract.pdf", "合同.pdf", ".."]);
    }
}
