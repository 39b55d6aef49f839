//! A signed-in operator.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use bole_store::operations;

use super::Session;
use crate::code::Code;
use crate::error::ApiError;
use crate::state::ApiState;

/// An operator of the installation: 401 without a session, 403 for other users.
pub struct Operator {
    pub session: Session,
}

impl FromRequestParts<ApiState> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let session = <Session as FromRequestParts<ApiState>>::from_request_parts(parts, state).await?;
        let mut tx = state.db.identity().await?;
        let is_operator = operations::is_operator(&mut tx, session.user_id()).await?;
        tx.release();
        if is_operator {
            Ok(Self { session })
        } else {
            Err(ApiError::new(StatusCode::FORBIDDEN, Code::OperatorRequired, "Only an operator may."))
        }
    }
}
