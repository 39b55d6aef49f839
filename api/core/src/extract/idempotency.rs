//! `Idempotency-Key`: a repeated request returns the first response instead of starting the work twice.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use bole_store::TenantTx;
use bole_store::idempotency::{self, Claim};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::code::Code;
use crate::error::{ApiError, ApiResult};

/// The key of a POST that starts work, if sent.
#[derive(Debug, Clone)]
pub struct Idempotency {
    key: Option<String>,
    route: String,
}

/// How to handle a request.
#[derive(Debug)]
pub enum Claimed {
    /// Do the work and pass its response to the ticket, in the same transaction.
    Fresh(Ticket),
    /// It was done before, with this response.
    Answered(StatusCode, Value),
}

/// The right to store the response of a key, once.
#[derive(Debug)]
pub struct Ticket {
    key: Option<String>,
    route: String,
    request_hash: [u8; 32],
}

impl Idempotency {
    /// Claims the key for the rest of the transaction. `request` identifies the request: its body, or the hash of an
    /// upload; the path is included.
    ///
    /// # Errors
    /// 422 `request.idempotency_key_reused`, 409 `request.in_flight`.
    pub async fn claim(&self, tx: &mut TenantTx, request: &[u8]) -> ApiResult<Claimed> {
        let request_hash = Sha256::digest(request).into();
        let ticket = Ticket { key: self.key.clone(), route: self.route.clone(), request_hash };
        let Some(key) = &self.key else { return Ok(Claimed::Fresh(ticket)) };
        match idempotency::claim(tx, &self.route, key, &request_hash).await? {
            Claim::Fresh => Ok(Claimed::Fresh(ticket)),
            Claim::InFlight => {
                Err(ApiError::conflict(Code::RequestInFlight, "The first request with this key is not finished."))
            }
            Claim::Reused => Err(ApiError::unprocessable(
                Code::RequestIdempotencyKeyReused,
                "This key was used for another request.",
            )),
            Claim::Answered { status, body } => {
                Ok(Claimed::Answered(StatusCode::from_u16(status).unwrap_or(StatusCode::OK), body))
            }
        }
    }
}

impl Ticket {
    /// Stores the response for later requests. It takes effect when the transaction commits.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn record(self, tx: &mut TenantTx, status: StatusCode, body: &impl Serialize) -> ApiResult<()> {
        let Some(key) = &self.key else { return Ok(()) };
        let body = serde_json::to_value(body).map_err(|error| ApiError::internal(&error))?;
        Ok(idempotency::record(tx, &self.route, key, &self.request_hash, status.as_u16(), &body).await?)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Idempotency {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let key = match parts.headers.get("idempotency-key") {
            None => None,
            Some(value) => match value.to_str().map(str::trim) {
                Ok(key) if (1..=200).contains(&key.len()) => Some(key.to_owned()),
                _ => return Err(ApiError::invalid_field("Idempotency-Key", Code::FieldInvalid)),
            },
        };
        Ok(Self { key, route: format!("{} {}", parts.method, parts.uri.path()) })
    }
}
