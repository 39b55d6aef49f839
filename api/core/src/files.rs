//! Serves stored files as streams that browsers never execute.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bole_domain::ids::OrganizationId;
use bole_storage::{Key, StorageError};
use bole_store::files::File;

use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::state::ApiState;

/// Answers with a stored file under the name people know it by.
///
/// # Errors
/// 404 when it no longer exists in storage, 503 when storage does not respond.
pub async fn serve(state: &ApiState, file: File, name: &str) -> ApiResult<Response> {
    let (size, stream) = state.storage.get(&Key::stored(file.storage_key)).await.map_err(|error| match error {
        StorageError::Missing => ApiError::not_found(Code::FileMissing),
        other => ApiError::unavailable(&other),
    })?;
    let headers = [
        (header::CONTENT_TYPE, file.media_type),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, disposition("inline", name)),
        // A resume is untrusted: nothing in it may run in our origin.
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}

/// Answers with an organization's uploaded logo, whose URL changes with its content.
///
/// # Errors
/// 404 when there is none, 503 when storage does not respond.
pub async fn logo(state: &ApiState, organization: OrganizationId, sha256: Option<String>) -> ApiResult<Response> {
    let key = sha256.and_then(|sha256| Key::logo(organization, &sha256));
    let key = key.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let (size, stream) = state.storage.get(&key).await.map_err(|error| match error {
        StorageError::Missing => ApiError::not_found(Code::FileMissing),
        other => ApiError::unavailable(&other),
    })?;
    let headers = [
        (header::CONTENT_TYPE, "image/png".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (header::CACHE_CONTROL, "private, max-age=86400".to_owned()),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}

/// No room for another file.
pub fn storage_full() -> ApiError {
    ApiError::conflict(
        Code::StorageFull,
        "The organization's storage is full. Delete files, or ask the operator for more.",
    )
}

/// `inline` or `attachment` with the name per RFC 6266: an ASCII fallback and the UTF-8 name.
pub fn disposition(kind: &str, name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String =
        last.chars().map(|c| if c.is_ascii_graphic() && !matches!(c, '"' | '\\' | '%') { c } else { '_' }).collect();
    let mut encoded = String::new();
    for byte in last.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_disposition_keeps_the_file_name_and_escapes_it() {
        assert_eq!(disposition("inline", "a/b/cv.pdf"), "inline; filename=\"cv.pdf\"; filename*=UTF-8''cv.pdf");
        assert_eq!(disposition("inline", "简\".pdf"), "inline; filename=\"__.pdf\"; filename*=UTF-8''%E7%AE%80%22.pdf");
        assert!(!disposition("attachment", "x\r\nSet-Cookie: a").contains('\n'));
    }
}
