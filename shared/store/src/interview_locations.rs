//! Interview links: online or onsite interview locations, and the jobs that offer them.

use bole_domain::ids::{JobId, LocationId, OrganizationId};
use bole_domain::job::LocationType;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::paging::total;
use crate::{StoreError, StoreResult, TenantTx};

/// An address or a booking link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct InterviewLocation {
    pub id: LocationId,
    pub organization_id: OrganizationId,
    pub name: String,
    /// Online or onsite.
    #[serde(rename = "type")]
    pub kind: LocationType,
    /// The booking link, or the address.
    pub details: String,
    /// The number of jobs that offer it, including inaccessible ones.
    pub job_count: i64,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// A page of interview links, by name, and their total number.
pub async fn list(tx: &mut TenantTx, limit: i64, offset: i64) -> StoreResult<(Vec<InterviewLocation>, i64)> {
    let organization = tx.organization();
    tx.see_all_jobs(true).await?;
    let rows = sqlx::query_as!(
        InterviewLocation,
        r#"SELECT l.id, l.organization_id, l.name, l.type AS "kind: _", l.details, l.created_at, l.updated_at,
                  (SELECT count(*) FROM job_locations j
                   WHERE j.organization_id = l.organization_id AND j.location_id = l.id) AS "job_count!"
           FROM interview_locations l WHERE l.organization_id = $1 ORDER BY lower(l.name), l.id LIMIT $2 OFFSET $3"#,
        organization.0,
        limit,
        offset,
    )
    .fetch_all(tx.conn()?)
    .await?;
    tx.see_all_jobs(false).await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM interview_locations WHERE organization_id = $1"#,
        organization.0
    )
    .fetch_one(tx.conn()?);
    let total = total(limit, offset, rows.len(), count).await?;
    Ok((rows, total))
}

/// One interview link.
pub async fn find(tx: &mut TenantTx, id: LocationId) -> StoreResult<InterviewLocation> {
    let organization = tx.organization();
    tx.see_all_jobs(true).await?;
    let row = sqlx::query_as!(
        InterviewLocation,
        r#"SELECT l.id, l.organization_id, l.name, l.type AS "kind: _", l.details, l.created_at, l.updated_at,
                  (SELECT count(*) FROM job_locations j
                   WHERE j.organization_id = l.organization_id AND j.location_id = l.id) AS "job_count!"
           FROM interview_locations l WHERE l.organization_id = $1 AND l.id = $2"#,
        organization.0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    tx.see_all_jobs(false).await?;
    Ok(row)
}

/// Creates an interview link.
pub async fn insert(
    tx: &mut TenantTx,
    id: LocationId,
    name: &str,
    kind: LocationType,
    details: &str,
) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "INSERT INTO interview_locations (organization_id, id, name, type, details) VALUES ($1, $2, $3, $4, $5)",
        organization.0,
        id.0,
        name,
        kind.as_str(),
        details
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Updates an interview link.
pub async fn change(
    tx: &mut TenantTx,
    id: LocationId,
    name: &str,
    kind: LocationType,
    details: &str,
) -> StoreResult<()> {
    let organization = tx.organization();
    let done = sqlx::query!(
        "UPDATE interview_locations SET name = $3, type = $4, details = $5, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        organization.0,
        id.0,
        name,
        kind.as_str(),
        details
    )
    .execute(tx.conn()?)
    .await?;
    if done.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// Deletes an interview link and removes it from all jobs.
pub async fn delete(tx: &mut TenantTx, id: LocationId) -> StoreResult<()> {
    let organization = tx.organization();
    let done =
        sqlx::query!("DELETE FROM interview_locations WHERE organization_id = $1 AND id = $2", organization.0, id.0)
            .execute(tx.conn()?)
            .await?;
    if done.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// Sets the interview links that a job offers.
///
/// # Errors
/// `Constraint("job_locations_location_fkey")` if one does not belong to the organization.
pub async fn set_of_job(tx: &mut TenantTx, job: JobId, locations: &[LocationId]) -> StoreResult<()> {
    let organization = tx.organization();
    let ids: Vec<uuid::Uuid> = locations.iter().map(|location| location.0).collect();
    sqlx::query!(
        "DELETE FROM job_locations WHERE organization_id = $1 AND job_id = $2 AND location_id <> ALL ($3)",
        organization.0,
        job.0,
        &ids
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "INSERT INTO job_locations (organization_id, job_id, location_id) SELECT $1, $2, unnest($3::uuid[])
         ON CONFLICT DO NOTHING",
        organization.0,
        job.0,
        &ids
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
