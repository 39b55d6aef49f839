//! JSON and multipart bodies.

use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_domain::text::{is_stray_control, without_controls};
use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::code::Code;
use crate::error::ApiError;

/// A JSON body. Malformed JSON: 400; another media type: 415; wrong shape: 422 with the field.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(&request) {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                Code::RequestUnsupportedMediaType,
                "Send application/json.",
            ));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::RequestTooLarge, "The body is too large.")
            } else {
                ApiError::bad_request(Code::RequestMalformed, "The body could not be read.")
            }
        })?;
        refuse_nul(&bytes)?;
        let refused = |error: serde_path_to_error::Error<serde_json::Error>| {
            if error.inner().is_data() {
                ApiError::invalid_field(error.path().to_string(), Code::FieldInvalid)
            } else {
                malformed()
            }
        };
        if has_controls(&bytes) {
            let mut value: Value = serde_json::from_slice(&bytes).map_err(|_| malformed())?;
            clean(&mut value);
            return serde_path_to_error::deserialize(value).map(Self).map_err(refused);
        }
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut json).map_err(refused)?;
        json.end().map_err(|_| malformed())?;
        Ok(Self(value))
    }
}

/// A multipart form. Another media type: 415.
#[derive(Debug)]
pub struct Multipart(pub axum::extract::Multipart);

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let form = axum::extract::Multipart::from_request(request, state).await.map_err(|_| {
            ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                Code::RequestUnsupportedMediaType,
                "Send multipart/form-data with its boundary.",
            )
        })?;
        Ok(Self(form))
    }
}

/// Refuses U+0000, which the database cannot store: 422 with the field that contains it.
pub(crate) fn refuse_nul(bytes: &[u8]) -> Result<(), ApiError> {
    // In JSON it must be escaped.
    if !bytes.windows(6).any(|window| window == b"\\u0000") {
        return Ok(());
    }
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return Err(malformed()) };
    match path_of_nul(&value) {
        Some(path) => Err(ApiError::invalid_field(path, Code::FieldInvalid)),
        None => Ok(()),
    }
}

/// Whether the body may contain stray control characters: those below U+0020 are escaped in JSON.
pub(crate) fn has_controls(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, [0x7f, _] | [0xc2, 0x80..=0x9f] | [b'\\', b'b' | b'f']))
        || bytes.windows(4).any(|window| window == b"\\u00")
}

/// Leaves stray control characters out of every text.
pub(crate) fn clean(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(is_stray_control) => *text = without_controls(text),
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(fields) => fields.values_mut().for_each(clean),
        _ => {}
    }
}

/// The dotted path of the value that contains the character.
fn path_of_nul(value: &Value) -> Option<String> {
    let below = |name: String, value: &Value| {
        let path = path_of_nul(value)?;
        Some(if path.is_empty() { name } else { format!("{name}.{path}") })
    };
    match value {
        Value::String(text) => text.contains('\0').then(String::new),
        Value::Array(items) => items.iter().enumerate().find_map(|(at, item)| below(format!("[{at}]"), item)),
        Value::Object(fields) => {
            fields.iter().find_map(
                |(name, value)| {
                    if name.contains('\0') { Some(String::new()) } else { below(name.clone(), value) }
                },
            )
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn malformed() -> ApiError {
    ApiError::bad_request(Code::RequestMalformed, "The body is not JSON.")
}

fn is_json(request: &Request) -> bool {
    let Some(value) = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nul_character_is_refused_and_escaped_backslash_is_accepted() {
        assert_eq!(path_of_nul(&json!({ "a": [{ "b": "x\0" }] })).as_deref(), Some("a.[0].b"));
        assert!(refuse_nul(br#"{ "a": "\\u0000" }"#).is_ok());
        assert!(refuse_nul(br#"{ "a": "\u0000" }"#).is_err());
    }

    #[test]
    fn stray_control_characters_are_cleaned_from_every_text() {
        let raw = json!({ "a": ["x\u{b}y", { "b": "\u{7f}z\u{9b}" }], "c": "\u{8}d\u{c}e", "f": "é\t\n" });
        for bytes in [serde_json::to_vec(&raw).unwrap(), r#"{ "a": "\u001b" }"#.into(), r#"{ "a": "\b" }"#.into()] {
            assert!(has_controls(&bytes), "{}", String::from_utf8_lossy(&bytes));
        }
        let mut value = raw;
        clean(&mut value);
        assert_eq!(value, json!({ "a": ["x y", { "b": "z" }], "c": "d e", "f": "é\t\n" }));
        assert!(!has_controls(br#"{ "a": "b\n" }"#));
    }
}
