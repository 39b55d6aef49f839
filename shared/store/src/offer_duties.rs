//! What members have to do about offers.

use bole_domain::ids::{ApplicationId, JobId, UserId};
use bole_domain::offer::OfferDuty;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{StoreResult, TenantTx, digests};

/// How long before its deadline an unanswered offer is followed up.
const FOLLOW_UP: Duration = Duration::days(3);

/// What a member may do about offers.
#[derive(Debug, Clone, Copy)]
pub struct OfferRights {
    pub user: UserId,
    pub can_approve: bool,
    pub can_send: bool,
}

/// Offers that wait for a member.
#[derive(Debug, Clone)]
pub struct PendingOffers {
    pub duty: OfferDuty,
    pub count: i64,
    /// The application of the offer that has waited longest.
    pub application_id: ApplicationId,
}

/// Whether members other than the author can approve offers of the job.
pub async fn has_other_approver(tx: &mut TenantTx, author: UserId, job: JobId) -> StoreResult<bool> {
    let (_, members) = digests::active_members(tx).await?;
    Ok(members.iter().any(|member| member.user_id != author && member.about_offers(job).can_approve))
}

/// The offers that wait for the member: to be approved, or, of their own and of authors who left, for the next step.
pub async fn pending(tx: &mut TenantTx, rights: OfferRights, now: OffsetDateTime) -> StoreResult<Vec<PendingOffers>> {
    let OfferRights { user, can_approve, can_send } = rights;
    let own = if can_approve { own_to_approve(tx, user).await? } else { Vec::new() };
    let rows = sqlx::query!(
        r#"SELECT w.duty AS "duty!", count(*) AS "count!",
                  (array_agg(w.application_id ORDER BY w.updated_at, w.id))[1] AS "application_id!"
           FROM (
               SELECT o.id, o.application_id, o.updated_at,
                      CASE
                          WHEN o.status = 'submitted' THEN
                              CASE WHEN $3 AND (NOT r.is_author OR o.id = ANY ($4)) THEN 'approve' END
                          WHEN NOT r.is_author AND (NOT $5 OR r.has_author) THEN NULL
                          WHEN o.status = 'draft' AND o.return_comment <> '' THEN 'revise'
                          WHEN o.status = 'approved' THEN 'send'
                          WHEN o.status IN ('sent', 'viewed') AND o.expires_at <= $6 THEN 'follow_up'
                          WHEN o.status = 'accepted' THEN 'onboard'
                          WHEN o.status = 'declined' THEN 'decide_declined'
                          WHEN o.status = 'expired' THEN 'decide_expired'
                      END AS duty
               FROM applications a
               JOIN offers o ON o.organization_id = a.organization_id AND o.application_id = a.id
               CROSS JOIN LATERAL (
                   SELECT coalesce($2 IN (o.created_by, o.submitted_by), false) AS is_author,
                          EXISTS (SELECT FROM organization_members m
                                  WHERE m.organization_id = $1 AND m.is_active
                                    AND m.user_id IN (o.created_by, o.submitted_by)) AS has_author
               ) r
               WHERE a.organization_id = $1 AND a.status = 'Offer阶段' AND NOT a.is_archived
                 AND NOT EXISTS (SELECT FROM offers n
                                 WHERE n.organization_id = $1 AND n.application_id = o.application_id AND n.id > o.id)
           ) w
           WHERE w.duty IS NOT NULL
           GROUP BY w.duty"#,
        tx.organization().0,
        user.0,
        can_approve,
        &own,
        can_send,
        now + FOLLOW_UP,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let read = rows.into_iter().map(|row| {
        Ok(PendingOffers {
            duty: row.duty.parse()?,
            count: row.count,
            application_id: ApplicationId(row.application_id),
        })
    });
    let mut pending = read.collect::<StoreResult<Vec<_>>>()?;
    pending.sort_by_key(|offers| offers.duty);
    Ok(pending)
}

/// The member's own submitted offers that no other member can approve.
async fn own_to_approve(tx: &mut TenantTx, user: UserId) -> StoreResult<Vec<Uuid>> {
    let submitted = sqlx::query!(
        "SELECT o.id, a.job_id FROM offers o
         JOIN applications a ON a.organization_id = o.organization_id AND a.id = o.application_id
         WHERE o.organization_id = $1 AND o.status = 'submitted' AND $2 IN (o.created_by, o.submitted_by)",
        tx.organization().0,
        user.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    if submitted.is_empty() {
        return Ok(Vec::new());
    }
    let (_, members) = digests::active_members(tx).await?;
    let is_only_approver =
        |job: JobId| !members.iter().any(|member| member.user_id != user && member.about_offers(job).can_approve);
    Ok(submitted.into_iter().filter(|row| is_only_approver(JobId(row.job_id))).map(|row| row.id).collect())
}
