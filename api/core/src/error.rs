//! The error type of handlers and its wire format: RFC 9457 problem details with a stable code.
//!
//! `ApiError` is only used in the crates of the API. The domain and the store have their own errors, mapped here; handlers use
//! the named constructors. The cause of a 5xx is logged, never sent to the client.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::code::Code;

pub type ApiResult<T> = Result<T, ApiError>;

/// Problem details, `application/problem+json`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// A URN with the code.
    #[schema(rename = "type", example = "urn:bole:problem:job.not_found")]
    #[serde(rename = "type")]
    kind: String,
    /// The status text.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// For logs; screens show their own text by `code`.
    detail: String,
    /// The stable code.
    code: Code,
    /// The invalid fields; only with 422.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// The conflicting data: the current row for `request.stale`, or the row that already uses a unique value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    current: Option<serde_json::Value>,
}

/// An invalid field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The field's name; dotted if nested.
    pub field: String,
    pub code: Code,
}

/// An error to be returned to the client.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: Code,
    detail: String,
    errors: Vec<FieldError>,
    current: Option<serde_json::Value>,
    retry_after: Option<Duration>,
}

impl ApiError {
    /// An error with this status and code. The detail is public: no personal or internal data.
    #[must_use]
    pub fn new(status: StatusCode, code: Code, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), errors: Vec::new(), current: None, retry_after: None }
    }

    /// 400: malformed request.
    #[must_use]
    pub fn bad_request(code: Code, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    /// 401: no session, or an expired one.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, Code::AuthUnauthenticated, "Sign in first.")
    }

    /// 403: missing permission.
    #[must_use]
    pub fn forbidden(code: Code, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }

    /// 404: does not exist, or belongs to another tenant.
    #[must_use]
    pub fn not_found(code: Code) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, "There is no such thing here.")
    }

    /// 409: conflicts with the current state.
    #[must_use]
    pub fn conflict(code: Code, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    /// 409 `request.stale`: the change was based on an old version. `current` is the row as a GET returns it.
    #[must_use]
    pub fn stale(current: &impl Serialize) -> Self {
        Self::conflict(Code::RequestStale, "It was changed by somebody else in the meantime.").against(current)
    }

    /// Adds the conflicting row, which the caller must be allowed to see.
    #[must_use]
    pub fn against(mut self, current: &impl Serialize) -> Self {
        self.current = serde_json::to_value(current).ok();
        self
    }

    /// With the parts of the request that it is about.
    #[must_use]
    pub fn naming(mut self, errors: Vec<FieldError>) -> Self {
        self.errors = errors;
        self
    }

    /// 422 for fields. If all have the same specific code, it becomes the problem's code.
    #[must_use]
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let code = match errors.first() {
            Some(first) if first.code.is_specific() && errors.iter().all(|e| e.code == first.code) => first.code,
            _ => Code::RequestInvalid,
        };
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, "Some fields were refused.");
        error.errors = errors;
        error
    }

    /// 422 for one field.
    #[must_use]
    pub fn invalid_field(field: impl Into<String>, code: Code) -> Self {
        Self::invalid(vec![FieldError { field: field.into(), code }])
    }

    /// 422 for the request as a whole.
    #[must_use]
    pub fn unprocessable(code: Code, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// 429 with Retry-After.
    #[must_use]
    pub fn too_many(code: Code, retry_after: Duration) -> Self {
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, code, "Too many attempts. Try again later.");
        error.retry_after = Some(retry_after);
        error
    }

    /// 500. `cause` is logged, not sent; it must not contain personal data.
    #[must_use]
    pub fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "request failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::ServerInternal, "Something went wrong on our side.")
    }

    /// 503. `cause` is logged, not sent.
    #[must_use]
    pub fn unavailable(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "a dependency does not answer");
        let mut error =
            Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::ServerUnavailable, "Try again in a few seconds.");
        error.retry_after = Some(Duration::from_secs(2));
        error
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// The code.
    #[must_use]
    pub const fn code(&self) -> Code {
        self.code
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::NotFound => Self::not_found(Code::RequestNotFound),
            StoreError::Stale => Self::conflict(Code::RequestStale, "It was changed by somebody else in the meantime."),
            // Handlers map constraints caused by the caller to field codes.
            StoreError::Constraint { .. }
            | StoreError::Corrupt(_)
            | StoreError::Migration(_)
            | StoreError::Refused(_) => Self::internal(&error),
            StoreError::Unavailable(_) => Self::unavailable(&error),
        }
    }
}

/// Maps a named database constraint, or a missing row, to an error.
pub trait StoreResultExt<T> {
    /// Returns `error` if this constraint refused the row.
    ///
    /// # Errors
    /// Other errors, mapped.
    fn on_constraint(self, name: &str, error: impl FnOnce() -> ApiError) -> ApiResult<T>;

    /// Returns 404 with this code if the row is missing.
    ///
    /// # Errors
    /// Other errors, mapped.
    fn or_not_found(self, code: Code) -> ApiResult<T>;
}

impl<T> StoreResultExt<T> for Result<T, StoreError> {
    fn on_constraint(self, name: &str, error: impl FnOnce() -> ApiError) -> ApiResult<T> {
        self.map_err(|cause| if cause.is_constraint(name) { error() } else { cause.into() })
    }

    fn or_not_found(self, code: Code) -> ApiResult<T> {
        self.map_err(|cause| match cause {
            StoreError::NotFound => ApiError::not_found(code),
            other => other.into(),
        })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let problem = Problem {
            kind: format!("urn:bole:problem:{}", self.code),
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: self.detail,
            code: self.code,
            errors: self.errors,
            current: self.current,
        };
        let mut response = (self.status, Json(problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(wait) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
        }
        response
    }
}

/// Collects all validation errors of an input, so that a form can show them at once.
#[derive(Debug, Default)]
pub struct Check {
    errors: Vec<FieldError>,
}

impl Check {
    /// No errors yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an error for a field.
    pub fn refuse(&mut self, field: &str, code: Code) -> &mut Self {
        self.errors.push(FieldError { field: field.to_owned(), code });
        self
    }

    /// Adds an error for the field unless `holds`.
    pub fn ensure(&mut self, holds: bool, field: &str, code: Code) -> &mut Self {
        if !holds {
            self.refuse(field, code);
        }
        self
    }

    /// Requires non-blank text of at most `max` characters.
    pub fn text(&mut self, field: &str, value: &str, max: usize) -> &mut Self {
        if value.trim().is_empty() { self.refuse(field, Code::FieldRequired) } else { self.at_most(field, value, max) }
    }

    /// Allows at most `max` characters.
    pub fn at_most(&mut self, field: &str, value: &str, max: usize) -> &mut Self {
        self.ensure(value.chars().count() <= max, field, Code::FieldTooLong)
    }

    /// Requires an email address.
    pub fn email(&mut self, field: &str, value: &str) -> &mut Self {
        if value.trim().is_empty() {
            self.refuse(field, Code::FieldRequired)
        } else {
            self.ensure(is_email(value.trim()), field, Code::FieldEmailInvalid)
        }
    }

    /// Requires 5 to 20 digits with only common separators between them.
    pub fn phone(&mut self, field: &str, value: &str) -> &mut Self {
        self.ensure(is_phone(value), field, Code::FieldPhoneInvalid)
    }

    /// Ok if there are no errors.
    ///
    /// # Errors
    /// 422 with all invalid fields.
    pub fn finish(self) -> ApiResult<()> {
        if self.errors.is_empty() { Ok(()) } else { Err(ApiError::invalid(self.errors)) }
    }
}

/// One @ with text on both sides, a dot in the domain, no spaces or control characters, at most 254 bytes.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= 254
        && !local.is_empty()
        && !local.contains('@')
        && domain.contains('.')
        && domain.split('.').all(|label| !label.is_empty())
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || "<>(),;:\"\\[]".contains(c))
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (5..=20).contains(&digits)
        && text.chars().all(|c| c.is_ascii_digit() || "+-(). ".contains(c))
        && text.rfind('+').is_none_or(|at| at == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_specific_field_error_becomes_the_problem_code() {
        assert_eq!(ApiError::invalid_field("slug", Code::OrganizationSlugTaken).code(), Code::OrganizationSlugTaken);
        assert_eq!(ApiError::invalid_field("name", Code::FieldRequired).code(), Code::RequestInvalid);
    }

    #[test]
    fn email_addresses_need_a_local_part_and_a_domain() {
        for good in ["a@b.co", "wang.fang+bole@example.com.cn", "山田@example.jp"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["", "a", "a@b", "@b.co", "a@@b.co", "a b@c.co", "a@b..co", "a@b.co\r\nBcc: x@y.z", "<a@b.co>"] {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn phone_numbers_allow_digits_and_separators() {
        for good in ["+86 138-0000-1234", "021 (555) 0101", "+62.812.0000"] {
            assert!(is_phone(good), "{good}");
        }
        for bad in ["", "1234", "call me", "12345+6", "1".repeat(21).as_str()] {
            assert!(!is_phone(bad), "{bad}");
        }
    }
}
