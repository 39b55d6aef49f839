//! JSON bodies, in and out.

use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::code::Code;
use crate::error::ApiError;

/// A JSON body. Not JSON: 400; another media type: 415; the wrong shape: 422 with the field.
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
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            if error.inner().is_data() {
                ApiError::invalid_field(error.path().to_string(), Code::FieldInvalid)
            } else {
                malformed()
            }
        })?;
        json.end().map_err(|_| malformed())?;
        Ok(Self(value))
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
