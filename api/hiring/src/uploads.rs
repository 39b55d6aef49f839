//! What uploads of resumes share: the names of their files, and why they are refused.

use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::ApiError;
use bole_domain::text::is_unseen;

pub(crate) fn quota_reached() -> ApiError {
    ApiError::conflict(Code::BatchQuotaReached, "The plan allows no more uploads today.")
}

/// The file name without its path, shortened for display.
pub(crate) fn display_name(name: &str) -> String {
    last_part(name).unwrap_or_else(|| "resumes.zip".to_owned())
}

/// The last part of a path, short enough to show; `None` where nothing is left of it.
pub(crate) fn last_part(name: &str) -> Option<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = last.chars().filter(|c| !is_unseen(*c)).take(200).collect();
    (!shown.trim().is_empty()).then_some(shown)
}

pub(crate) fn too_large() -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::BatchTooLarge, "The ZIP is larger than allowed.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_is_last_path_segment_without_control_characters() {
        assert_eq!(display_name("C:\\简历\\三月.zip"), "三月.zip");
        assert_eq!(display_name("../../etc/a\u{0}b\n.zip"), "ab.zip");
        assert_eq!(display_name("resumes\u{202e}fdp.zip"), "resumesfdp.zip");
        assert_eq!(display_name(""), "resumes.zip");
    }
}
