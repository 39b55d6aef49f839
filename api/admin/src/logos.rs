//! The logo of an organization: the uploaded image, re-encoded by the server.

use bole_store::organizations::{self, Organization};
use std::io::Cursor;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use bole_api_core::area::area;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Json, ReadTenant, Tenant};
use bole_api_core::files;
use bole_api_core::state::ApiState;
use bole_domain::permission::Permission;
use bole_storage::Key;
use bytes::Bytes;
use futures_util::stream;
use image::{ImageFormat, ImageReader, Limits};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<ApiState> {
    // One byte above the maximum, so that oversized uploads can be detected.
    let limit = DefaultBodyLimit::max(MAX_BYTES + 1);
    area("organizations", [routes!(get_logo, put_logo, delete_logo).layer(limit)])
}

/// Maximum bytes of an upload.
const MAX_BYTES: usize = 2 << 20;
/// Maximum pixels per side of an upload.
const MAX_SIDE: u32 = 4096;
/// Maximum pixels per side of the stored logo.
const SIDE: u32 = 256;

/// A PNG, JPEG or WebP image.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the body for the OpenAPI document; it is read as bytes")]
pub struct Picture(Vec<u8>);

/// Uploads the logo: a PNG, JPEG or WebP of at most 2 MiB as the body.
#[utoipa::path(put, path = "/logo", request_body(content = Picture, content_type = "application/octet-stream"),
    responses((status = 200, body = Organization)))]
pub async fn put_logo(
    State(state): State<ApiState>,
    tenant: Tenant,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> ApiResult<Json<Organization>> {
    tenant.require(Permission::ORGANIZATION_MANAGE)?;
    let too_large = || ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::RequestTooLarge, "A logo has at most 2 MiB.");
    let bytes = body.map_err(|_| too_large())?;
    if bytes.len() > MAX_BYTES {
        return Err(too_large());
    }
    let draw = move || redraw(&bytes).map(|png| (hex::encode(Sha256::digest(&png)), png));
    let drawn = tokio::task::spawn_blocking(draw).await.map_err(|error| ApiError::internal(&error))?;
    let (sha256, png) = drawn.ok_or_else(|| ApiError::invalid_field("logo", Code::OrganizationLogoInvalid))?;
    let id = tenant.organization();
    let key = Key::logo(id, &sha256).ok_or_else(|| ApiError::internal(&"a hash that is none"))?;
    let limit = png.len() as u64;
    let stream = stream::iter([Ok::<_, std::convert::Infallible>(Bytes::from(png))]);
    state.storage.put_stream(&key, stream, limit).await.map_err(|error| ApiError::unavailable(&error))?;
    let url = format!("/api/organizations/{id}/logo?v={}", &sha256[..12]);
    let mut tx = tenant.begin().await?;
    let changed =
        organizations::set_logo(&mut tx, Some((&sha256, &url))).await.or_not_found(Code::OrganizationNotFound)?;
    tx.commit().await?;
    Ok(Json(changed))
}

/// The logo, for the organization's members.
#[utoipa::path(get, path = "/logo", responses((status = 200, body = Vec<u8>, content_type = "image/png")))]
pub async fn get_logo(State(state): State<ApiState>, ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Response> {
    let sha256 = organizations::logo(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
    tx.release();
    files::logo(&state, tenant.organization(), sha256).await
}

/// Removes the logo.
#[utoipa::path(delete, path = "/logo", responses((status = 200, body = Organization)))]
pub async fn delete_logo(tenant: Tenant) -> ApiResult<Json<Organization>> {
    tenant.require(Permission::ORGANIZATION_MANAGE)?;
    let mut tx = tenant.begin().await?;
    let changed = organizations::set_logo(&mut tx, None).await.or_not_found(Code::OrganizationNotFound)?;
    tx.commit().await?;
    Ok(Json(changed))
}

/// Re-encodes an image as PNG, at most [`SIDE`] pixels per side, which removes hidden data. `None` if it is not an
/// image or too large.
fn redraw(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    if !matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) {
        return None;
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(128 << 20);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let picture = if picture.width().max(picture.height()) > SIDE { picture.thumbnail(SIDE, SIDE) } else { picture };
    let mut png = Cursor::new(Vec::new());
    // Eight bits with transparency, which every browser supports.
    picture.into_rgba8().write_to(&mut png, ImageFormat::Png).ok()?;
    Some(png.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image::RgbImage::from_pixel(width, height, image::Rgb([31, 111, 95])).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn logo_is_reencoded_and_scaled_down() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let mut bytes = picture(600, 300, format);
            bytes.extend_from_slice(b"<script>alert(1)</script>");
            let png = redraw(&bytes).unwrap();
            assert!(!png.windows(8).any(|part| part == b"<script>"));
            let again = image::load_from_memory_with_format(&png, ImageFormat::Png).unwrap();
            assert_eq!((again.width(), again.height()), (256, 128));
        }
        let small = image::load_from_memory(&redraw(&picture(20, 10, ImageFormat::Png)).unwrap()).unwrap();
        assert_eq!((small.width(), small.height()), (20, 10));
    }

    #[test]
    fn invalid_and_oversized_pictures_are_refused() {
        assert!(redraw(b"<svg xmlns='http://www.w3.org/2000/svg'/>").is_none());
        assert!(redraw(b"").is_none());
        assert!(redraw(&picture(64, 64, ImageFormat::Png)[..60]).is_none());
        assert!(redraw(&picture(5000, 1, ImageFormat::Png)).is_none());
    }
}
