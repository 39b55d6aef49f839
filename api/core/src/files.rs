//! Serves stored files as streams that browsers never execute.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bole_storage::{Key, StorageError};
use bole_store::files::File;

use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::state::ApiState;

const PDF: &str = "application/pdf";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const DOC: &str = "application/msword";

/// The maximum offset of a PDF header; mail gateways put bytes before it.
const PDF_HEADER_WINDOW: usize = 1024;

/// The document type according to the first bytes, whatever the name; `None` for others. Only reading is conclusive.
pub fn document_type(bytes: &[u8]) -> Option<&'static str> {
    let has = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    if bytes.starts_with(b"PK\x03\x04") {
        // Names of entries are not packed.
        has(bytes, b"word/").then_some(DOCX)
    } else if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        Some(DOC)
    } else {
        has(&bytes[..bytes.len().min(PDF_HEADER_WINDOW)], b"%PDF-").then_some(PDF)
    }
}

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
    fn document_type_is_detected_from_content() {
        assert_eq!(document_type(b"%PDF-1.7 ..."), Some(PDF));
        assert_eq!(document_type(b"\r\n%PDF-1.4"), Some(PDF));
        assert_eq!(document_type(b"PK\x03\x04...word/document.xml"), Some(DOCX));
        assert_eq!(document_type(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..."), Some(DOC));
        for other in [&b""[..], b"PK", b"PK\x03\x04...xl/workbook.xml", b"\x89PNG", b"{}", &[b' '; 2000]] {
            assert_eq!(document_type(other), None);
        }
        assert_eq!(document_type(&[&[b' '; 2000][..], b"%PDF-1.7"].concat()), None);
    }

    #[test]
    fn content_disposition_keeps_the_file_name_and_escapes_it() {
        assert_eq!(disposition("inline", "a/b/cv.pdf"), "inline; filename=\"cv.pdf\"; filename*=UTF-8''cv.pdf");
        assert_eq!(disposition("inline", "简\".pdf"), "inline; filename=\"__.pdf\"; filename*=UTF-8''%E7%AE%80%22.pdf");
        assert!(!disposition("attachment", "x\r\nSet-Cookie: a").contains('\n'));
    }
}
