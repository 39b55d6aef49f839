//! Contents of members' email digests: expired invitations, and moves by others; and the members themselves.

use std::collections::HashSet;
use std::time::Duration;

use bole_domain::access::Access;
use bole_domain::evaluation::Language;
use bole_domain::ids::{JobId, OrganizationId, UserId};
use bole_domain::offer::OfferMember;
use bole_domain::permission::Permission;
use bole_domain::stage::SubStatus;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::moves::Placed;
use crate::{Db, StoreResult, TenantTx, members};

/// A member who may receive emails about candidates.
#[derive(Debug, Clone)]
pub struct DigestRecipient {
    pub user_id: UserId,
    pub email: String,
    pub name: String,
    /// Their language, if set.
    pub language: Option<Language>,
    /// Whether they want any email about candidates.
    wants_email: bool,
    /// Whether they want a daily digest of others' activity.
    pub wants_updates: bool,
    /// Whether they want to be notified of offers, if they want any email.
    wants_offers: bool,
    access: Access,
    jobs: HashSet<JobId>,
}

impl DigestRecipient {
    /// Whether they can access the job's pipeline.
    #[must_use]
    pub fn sees(&self, job: JobId) -> bool {
        self.access.allows(Permission::PIPELINE_VIEW) && self.reaches(job)
    }

    /// Whether their role sees all jobs, or the job is assigned to them.
    fn reaches(&self, job: JobId) -> bool {
        self.access.role.sees_all_jobs() || self.jobs.contains(&job)
    }

    /// Whether the job is assigned to them, and they can access its pipeline.
    #[must_use]
    pub fn is_assigned(&self, job: JobId) -> bool {
        self.jobs.contains(&job) && self.sees(job)
    }

    /// What they may do about offers of the job.
    #[must_use]
    pub fn about_offers(&self, job: JobId) -> OfferMember {
        let may = |permission| self.access.allows(permission) && self.reaches(job);
        OfferMember {
            user_id: self.user_id,
            can_approve: may(Permission::OFFER_WORKBENCH_MANAGE),
            can_send: may(Permission::OFFER_WORKBENCH_SEND),
            is_assigned: self.jobs.contains(&job),
        }
    }

    /// Whether they want to be notified of offers by email.
    #[must_use]
    pub const fn wants_offers(&self) -> bool {
        self.wants_email && self.wants_offers
    }
}

/// The organization's name and its members who receive emails about candidates.
pub async fn recipients(tx: &mut TenantTx) -> StoreResult<(String, Vec<DigestRecipient>)> {
    let (name, mut members) = active_members(tx).await?;
    members.retain(|member| member.wants_email);
    Ok((name, members))
}

/// The organization's name and its active members.
pub async fn active_members(tx: &mut TenantTx) -> StoreResult<(String, Vec<DigestRecipient>)> {
    let organization = tx.organization().0;
    let name = sqlx::query_scalar!("SELECT name FROM organizations WHERE id = $1", organization)
        .fetch_one(&mut *tx.conn()?)
        .await?;
    let rows = sqlx::query!(
        r#"SELECT m.user_id, u.email, u.full_name, u.language, u.email_notifications, u.candidate_updates, u.offer_updates,
                  m.role, m.permissions,
                  array(SELECT r.resource FROM role_permissions r
                        WHERE r.organization_id = m.organization_id AND r.role = m.role ORDER BY r.resource) AS "resources!",
                  array(SELECT array_to_string(r.actions, ' ') FROM role_permissions r
                        WHERE r.organization_id = m.organization_id AND r.role = m.role ORDER BY r.resource) AS "actions!",
                  array(SELECT j.job_id FROM member_jobs j
                        WHERE j.organization_id = m.organization_id AND j.member_id = m.id) AS "jobs!"
           FROM organization_members m JOIN users u ON u.id = m.user_id
           WHERE m.organization_id = $1 AND m.is_active
           ORDER BY m.id"#,
        organization,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let read = rows.into_iter().map(|row| {
        Ok(DigestRecipient {
            user_id: UserId(row.user_id),
            email: row.email,
            name: row.full_name,
            language: row.language.map(|language| language.parse()).transpose()?,
            wants_email: row.email_notifications,
            wants_updates: row.candidate_updates,
            wants_offers: row.offer_updates,
            access: members::access(&row.role, &row.permissions, &row.resources, &row.actions)?,
            jobs: row.jobs.into_iter().map(JobId).collect(),
        })
    });
    Ok((name, read.collect::<StoreResult<_>>()?))
}

/// Records expired invitations, and whether they were for online interviews, for the next digest.
pub async fn note_timed_out(tx: &mut TenantTx, invitations: &[(&Placed, bool)]) -> StoreResult<()> {
    let ids: Vec<Uuid> = invitations.iter().map(|(placed, _)| placed.id.0).collect();
    let jobs: Vec<Uuid> = invitations.iter().map(|(placed, _)| placed.job_id.0).collect();
    let online: Vec<bool> = invitations.iter().map(|(_, is_online)| *is_online).collect();
    sqlx::query!(
        "INSERT INTO timed_out_invitations (organization_id, application_id, job_id, is_online)
         SELECT $1, i.id, i.job_id, i.is_online
         FROM unnest($2::uuid[], $3::uuid[], $4::boolean[]) AS i (id, job_id, is_online)
         ON CONFLICT (organization_id, application_id) DO UPDATE SET is_online = excluded.is_online",
        tx.organization().0,
        &ids,
        &jobs,
        &online,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// An expired invitation.
#[derive(Debug, Clone)]
pub struct TimedOutInvitation {
    pub job_id: JobId,
    pub job_title: String,
    pub candidate: Option<String>,
    /// Online interview if true, else onsite.
    pub is_online: bool,
}

/// Takes the expired invitations that were not reported yet, by job and name.
pub async fn take_timed_out(tx: &mut TenantTx) -> StoreResult<Vec<TimedOutInvitation>> {
    Ok(sqlx::query_as!(
        TimedOutInvitation,
        r#"WITH taken AS (
               DELETE FROM timed_out_invitations WHERE organization_id = $1 RETURNING application_id, job_id, is_online
           )
           SELECT t.job_id AS "job_id!", j.title AS job_title, p.name AS candidate, t.is_online AS "is_online!"
           FROM taken t
           JOIN applications a ON a.organization_id = $1 AND a.id = t.application_id
           JOIN people p ON p.organization_id = $1 AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = $1 AND j.id = t.job_id
           ORDER BY j.title, t.job_id, p.name, t.application_id"#,
        tx.organization().0,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// A candidate's latest move.
#[derive(Debug, Clone)]
pub struct CandidateUpdate {
    pub job_id: JobId,
    pub job_title: String,
    pub candidate: Option<String>,
    pub to: SubStatus,
    /// The member who moved them, if any.
    pub by: Option<UserId>,
}

/// How far the first digest reaches back.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// A move is reported up to this long after it was recorded: its transaction may end after the digest that its time
/// belongs to.
const LATE: Duration = Duration::from_secs(10 * 60);

/// The last move of each candidate who was moved since the previous digest, or within a day if there was none; each move
/// is reported once. Expired invitations and the AI's recommendations are not included.
pub async fn take_updates(tx: &mut TenantTx, now: OffsetDateTime) -> StoreResult<Vec<CandidateUpdate>> {
    let organization = tx.organization().0;
    let former = sqlx::query!(
        "SELECT told_until, reported_late FROM update_digests WHERE organization_id = $1 FOR UPDATE",
        organization
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    let (since, reported) = match former {
        Some(row) => (row.told_until - LATE, row.reported_late),
        None => (now - DAY, Vec::new()),
    };
    // One statement, so that what is noted as reported is what it reads.
    Ok(sqlx::query_as!(
        CandidateUpdate,
        r#"WITH noted AS (
               INSERT INTO update_digests (organization_id, told_until, reported_late)
               VALUES ($1, $3, array(SELECT id FROM application_events
                                     WHERE organization_id = $1 AND created_at > $5 AND created_at <= $3
                                       AND actor_kind IN ('person', 'candidate')))
               ON CONFLICT (organization_id) DO UPDATE
               SET told_until = excluded.told_until, reported_late = excluded.reported_late)
           SELECT last.job_id AS "job_id!", j.title AS job_title, p.name AS candidate, last.to_sub_status AS "to!: _",
                  last.actor_user_id AS "by: _"
           FROM (
               SELECT DISTINCT ON (e.application_id) e.application_id, a.job_id, a.person_id, e.to_sub_status, e.actor_user_id
               FROM application_events e
               JOIN applications a ON a.organization_id = e.organization_id AND a.id = e.application_id
               WHERE e.organization_id = $1 AND e.created_at > $2 AND e.created_at <= $3 AND e.id <> ALL ($4)
                 AND e.actor_kind IN ('person', 'candidate')
               ORDER BY e.application_id, e.id DESC
           ) last
           JOIN people p ON p.organization_id = $1 AND p.id = last.person_id
           JOIN jobs j ON j.organization_id = $1 AND j.id = last.job_id
           ORDER BY j.title, last.job_id, p.name, last.application_id"#,
        organization,
        since,
        now,
        &reported,
        now - LATE,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The organizations with members who receive digests.
pub async fn organizations(db: &Db) -> StoreResult<Vec<OrganizationId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT DISTINCT m.organization_id AS "organization_id: OrganizationId" FROM organization_members m JOIN users u ON u.id = m.user_id
         WHERE m.is_active AND u.email_notifications AND u.candidate_updates"#,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?)
}
