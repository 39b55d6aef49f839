//! Unanswered invitations.

use bole_domain::ids::{ApplicationId, JobId, OrganizationId};
use time::OffsetDateTime;

use crate::{Db, StoreResult, TenantTx};

/// Applications whose invitation was sent before a time, oldest first, and whether it was for an online interview.
/// Archived applications and those of archived jobs are left out.
pub async fn invited_before(
    tx: &mut TenantTx,
    before: OffsetDateTime,
    limit: i64,
) -> StoreResult<Vec<(ApplicationId, bool)>> {
    let rows = sqlx::query!(
        r#"SELECT a.id, a.sub_status = '已发线上面试邀请' AS "is_online!"
           FROM applications a JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           WHERE a.organization_id = $1 AND a.sub_status IN ('已发线上面试邀请', '已发线下面试邀请') AND NOT a.is_archived
             AND a.sub_status_since < $2 AND NOT j.is_deleted
           ORDER BY a.sub_status_since LIMIT $3"#,
        tx.organization().0,
        before,
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| (ApplicationId(row.id), row.is_online)).collect())
}

/// The number of invitations sent before a time, of all jobs or of one.
pub async fn count_invited_before(tx: &mut TenantTx, before: OffsetDateTime, job: Option<JobId>) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
           FROM applications a JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           WHERE a.organization_id = $1 AND a.sub_status IN ('已发线上面试邀请', '已发线下面试邀请') AND NOT a.is_archived
             AND a.sub_status_since < $2 AND NOT j.is_deleted AND ($3::uuid IS NULL OR a.job_id = $3)"#,
        tx.organization().0,
        before,
        job.map(|id| id.0),
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// The organizations with invitations sent before a time.
pub async fn organizations(db: &Db, before: OffsetDateTime) -> StoreResult<Vec<OrganizationId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT DISTINCT organization_id AS "organization_id: OrganizationId" FROM applications
         WHERE sub_status IN ('已发线上面试邀请', '已发线下面试邀请') AND NOT is_archived AND sub_status_since < $1"#,
        before,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?)
}
