//! Secrets sealed with the server's key.

use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::state::ApiState;
use bole_secrets::ServerKey;

/// The key that seals secrets.
pub(crate) fn server_key(state: &ApiState) -> ApiResult<&ServerKey> {
    let missing = || ApiError::conflict(Code::AiNoServerKey, "The server has no key to seal secrets with.");
    state.config.server_key.as_ref().ok_or_else(missing)
}

/// Whether a secret was sealed by another server key, so that it has to be entered again.
pub(crate) fn is_unreadable(state: &ApiState, place: &str, sealed: Option<&[u8]>) -> bool {
    sealed.is_some_and(|sealed| state.config.server_key.as_ref().is_none_or(|key| key.open(place, sealed).is_err()))
}
