//! The job in the path, for a member of its organization.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use bole_domain::ids::JobId;
use bole_store::jobs::{self, Job};

use super::tenant::path_id;
use super::{ReadTenant, Tenant};
use crate::code::Code;
use crate::error::{ApiError, StoreResultExt};
use crate::state::ApiState;

/// A member and the `{job_id}` of their organization. Unknown or another tenant's job: 404 `job.not_found`.
pub struct JobInTenant {
    /// The member.
    pub tenant: Tenant,
    /// The job when the request started.
    pub job: Job,
}

impl FromRequestParts<ApiState> for JobInTenant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let ReadTenant { tenant, mut tx } = ReadTenant::from_request_parts(parts, state).await?;
        let unknown = || ApiError::not_found(Code::JobNotFound);
        let id: JobId = path_id(parts, state, "job_id").await.ok_or_else(unknown)?;
        let job = jobs::find(&mut tx, id).await.or_not_found(Code::JobNotFound)?;
        tx.release();
        Ok(Self { tenant, job })
    }
}
