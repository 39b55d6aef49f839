//! Dashboard exports.

use bole_domain::dashboard::ExportFormat;
use bole_domain::evaluation::Language;
use bole_domain::ids::{ExportId, JobId, OrganizationId, UserId};
use bole_domain::zone::Zone;
use time::OffsetDateTime;

use crate::dashboard::DashboardFilter;
use crate::paging::total;
use crate::{Db, StoreResult, TenantTx};

/// An export to create.
#[derive(Debug, Clone, Copy)]
pub struct NewExport {
    pub id: ExportId,
    pub format: ExportFormat,
    pub language: Language,
    pub filter: DashboardFilter,
    /// Whether it contains candidates' names.
    pub has_names: bool,
}

#[derive(Debug, Clone)]
pub struct Export {
    pub id: ExportId,
    pub format: ExportFormat,
    pub language: Language,
    /// Start of the period, inclusive.
    pub from: OffsetDateTime,
    /// End of the period, exclusive.
    pub to: OffsetDateTime,
    pub time_zone: String,
    /// The job it is limited to.
    pub job_id: Option<JobId>,
    /// Whether it contains candidates' names.
    pub has_names: bool,
    /// Title of the job it is limited to.
    pub job_title: Option<String>,
    pub created_by: Option<UserId>,
    pub created_by_name: Option<String>,
    /// Its storage key, once created.
    pub storage_key: Option<String>,
    /// Size in bytes, once created.
    pub size: Option<i64>,
    /// When it was requested.
    pub created_at: OffsetDateTime,
}

impl Export {
    /// What it covers.
    #[must_use]
    pub fn filter(&self) -> DashboardFilter {
        let zone = Zone::named(&self.time_zone).unwrap_or(Zone::UTC);
        DashboardFilter { from: self.from, to: self.to, job_id: self.job_id, zone }
    }
}

/// Records a requested export.
pub async fn insert(tx: &mut TenantTx, export: &NewExport) -> StoreResult<()> {
    let NewExport { id, format, language, filter, has_names } = export;
    sqlx::query!(
        "INSERT INTO exports (id, organization_id, format, language, period_from, period_to, job_id, created_by,
                              has_names, time_zone)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        id.0,
        tx.organization().0,
        format.as_str(),
        language.as_str(),
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
        tx.actor().user().map(|user| user.0),
        has_names,
        filter.zone.name(),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// One export, finished or not.
pub async fn find(tx: &mut TenantTx, id: ExportId) -> StoreResult<Export> {
    Ok(sqlx::query_as!(
        Export,
        r#"SELECT e.id, e.format AS "format: _", e.language AS "language: _", e.period_from AS "from", e.period_to AS "to",
                  e.job_id AS "job_id: _", e.time_zone, e.has_names, j.title AS "job_title?",
                  e.created_by AS "created_by: _", u.full_name AS "created_by_name?", e.storage_key, e.size, e.created_at
           FROM exports e
           LEFT JOIN jobs j ON j.organization_id = e.organization_id AND j.id = e.job_id
           LEFT JOIN users u ON u.id = e.created_by
           WHERE e.organization_id = $1 AND e.id = $2"#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Finished exports, newest first, and their total number; those with candidates' names only if `with_names`.
pub async fn list(tx: &mut TenantTx, with_names: bool, limit: i64, offset: i64) -> StoreResult<(Vec<Export>, i64)> {
    let organization = tx.organization().0;
    let exports = sqlx::query_as!(
        Export,
        r#"SELECT e.id, e.format AS "format: _", e.language AS "language: _", e.period_from AS "from", e.period_to AS "to",
                  e.job_id AS "job_id: _", e.time_zone, e.has_names, j.title AS "job_title?",
                  e.created_by AS "created_by: _", u.full_name AS "created_by_name?", e.storage_key, e.size, e.created_at
           FROM exports e
           LEFT JOIN jobs j ON j.organization_id = e.organization_id AND j.id = e.job_id
           LEFT JOIN users u ON u.id = e.created_by
           WHERE e.organization_id = $1 AND e.storage_key IS NOT NULL AND ($2 OR NOT e.has_names)
           ORDER BY e.id DESC LIMIT $3 OFFSET $4"#,
        organization,
        with_names,
        limit,
        offset,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM exports
           WHERE organization_id = $1 AND storage_key IS NOT NULL AND ($2 OR NOT has_names)"#,
        organization,
        with_names,
    )
    .fetch_one(tx.conn()?);
    let total = total(limit, offset, exports.len(), count).await?;
    Ok((exports, total))
}

/// Records where the file is stored.
pub async fn finish(tx: &mut TenantTx, id: ExportId, storage_key: &str, size: i64) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE exports SET storage_key = $3, size = $4, finished_at = now() WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        storage_key,
        size,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// An export older than thirty days.
#[derive(Debug, Clone)]
pub struct Expired {
    pub organization: OrganizationId,
    pub id: ExportId,
    /// Its storage key, if it was finished.
    pub storage_key: Option<String>,
}

/// Exports older than thirty days, of all organizations, oldest first, up to `limit`.
pub async fn expired(db: &Db, limit: i64) -> StoreResult<Vec<Expired>> {
    Ok(sqlx::query_as!(
        Expired,
        "SELECT organization_id AS organization, id, storage_key FROM exports WHERE created_at < now() - interval '30 days'
         ORDER BY created_at LIMIT $1",
        limit,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?)
}

/// Deletes expired exports whose files are deleted.
pub async fn delete(db: &Db, ids: &[ExportId]) -> StoreResult<()> {
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    sqlx::query!("DELETE FROM exports WHERE id = ANY ($1)", &ids).execute(&mut *db.ledger().await?).await?;
    Ok(())
}
