//! Interviews as needed for notifications, and their recipients.

use bole_domain::booking::is_bookable;
use bole_domain::email::EmailLanguage;
use bole_domain::employer::employer;
use bole_domain::evaluation::Language;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, UserId};
use bole_domain::interview::{Appointment, ScheduleStatus};
use bole_domain::zone::Zone;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// An interview as needed for notifications.
#[derive(Debug, Clone)]
pub struct InterviewNotice {
    pub id: InterviewScheduleId,
    pub application_id: ApplicationId,
    pub version: i32,
    /// The version participants were last notified of.
    pub announced_version: i32,
    /// Whether its latest change can still be undone.
    pub is_held: bool,
    pub status: ScheduleStatus,
    pub start_time: OffsetDateTime,
    pub end_time: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    /// The organization's time zone.
    pub zone: Zone,
    /// The interviewer's, if they set one.
    pub interviewer_zone: Option<Zone>,
    /// The candidate's, if they booked in a browser.
    pub candidate_zone: Option<Zone>,
    /// The member whose free slots the candidate can move it to; none of an interview booked at another service, of an
    /// interviewer who is no member, or where the candidate has moved on.
    pub movable_with: Option<UserId>,
    /// Whether the candidate was invited to book a time, and still can.
    pub is_invited: bool,
    pub location: String,
    pub meeting_link: String,
    pub employer: String,
    pub job_title: String,
    /// The candidate's name.
    pub candidate: String,
    pub candidate_email: Option<String>,
    /// The contact field of an older record.
    pub candidate_contact: Option<String>,
    /// The language of the invitation.
    pub candidate_language: EmailLanguage,
    /// The interviewer, if a member.
    pub interviewer_id: Option<UserId>,
    /// The interviewer's name.
    pub interviewer: String,
}

/// A member who can be notified of interviews.
#[derive(Debug, Clone)]
pub struct NotifiedMember {
    pub user_id: UserId,
    pub name: String,
    pub email: String,
    pub language: Option<Language>,
    /// Whether reminders are enabled.
    pub wants_reminders: bool,
}

/// These interviews; those without a known candidate are left out.
pub async fn list(tx: &mut TenantTx, ids: &[InterviewScheduleId]) -> StoreResult<Vec<InterviewNotice>> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT s.id, a.id AS application_id, s.version, s.announced_version,
                  s.held_version IS NOT NULL AS "is_held!", s.status, s.start_time, s.end_time, s.updated_at, s.location,
                  s.meeting_link, s.interviewer_id, s.interviewer_name,
                  o.settings->>'timezone' AS zone, h.time_zone AS "interviewer_zone?",
                  (SELECT l.candidate_zone FROM booking_links l
                   WHERE l.organization_id = $1 AND l.application_id = a.id AND l.candidate_zone IS NOT NULL
                   ORDER BY l.created_at DESC LIMIT 1) AS candidate_zone,
                  (SELECT m.user_id FROM organization_members m
                   WHERE m.organization_id = $1 AND m.user_id = s.interviewer_id AND m.is_active
                     AND s.outside_id IS NULL) AS movable_with,
                  EXISTS (SELECT FROM booking_links l
                          WHERE l.organization_id = $1 AND l.application_id = a.id AND l.expires_at > now()
                            AND l.schedule_id IS NULL) AS "is_invited!",
                  a.status AS stage, a.sub_status, a.is_archived, o.name AS organization,
                  j.company_name, j.title, p.name AS candidate, p.email, p.contact,
                  (SELECT e.language FROM emails e
                   WHERE e.organization_id = $1 AND e.application_id = a.id
                     AND e.type IN ('online_invitation', 'onsite_invitation')
                   ORDER BY e.id DESC LIMIT 1) AS invited_in
           FROM interview_schedules s
           JOIN organizations o ON o.id = s.organization_id
           JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           LEFT JOIN interview_hours h ON h.organization_id = s.organization_id AND h.user_id = s.interviewer_id
           WHERE s.organization_id = $1 AND s.id = ANY ($2)
           ORDER BY s.start_time, s.id"#,
        tx.organization().0,
        &ids,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let named = |name: Option<String>| name.and_then(|name| Zone::named(&name));
    let read = rows.into_iter().map(|row| {
        let is_open = !row.is_archived && is_bookable(row.stage.parse()?, row.sub_status.parse()?);
        Ok(InterviewNotice {
            id: InterviewScheduleId(row.id),
            application_id: ApplicationId(row.application_id),
            version: row.version,
            announced_version: row.announced_version,
            is_held: row.is_held,
            status: row.status.parse()?,
            start_time: row.start_time,
            end_time: row.end_time,
            updated_at: row.updated_at,
            zone: named(row.zone).or_else(|| Zone::named(crate::interview_hours::DEFAULT_ZONE)).unwrap_or(Zone::UTC),
            interviewer_zone: named(row.interviewer_zone),
            candidate_zone: named(row.candidate_zone),
            movable_with: row.movable_with.map(UserId).filter(|_| is_open),
            is_invited: row.is_invited && is_open,
            location: row.location,
            meeting_link: row.meeting_link,
            employer: employer(&row.company_name, &row.organization),
            candidate_language: match row.invited_in {
                Some(language) => language.parse()?,
                None => EmailLanguage::of(&row.title),
            },
            job_title: row.title,
            candidate: row.candidate.unwrap_or_default(),
            candidate_email: row.email,
            candidate_contact: row.contact,
            interviewer_id: row.interviewer_id.map(UserId),
            interviewer: row.interviewer_name,
        })
    });
    read.collect()
}

/// The active members among these users with email notifications enabled.
pub async fn members(tx: &mut TenantTx, users: &[UserId]) -> StoreResult<Vec<NotifiedMember>> {
    let users: Vec<_> = users.iter().map(|user| user.0).collect();
    Ok(sqlx::query_as!(
        NotifiedMember,
        r#"SELECT u.id AS user_id, u.full_name AS name, u.email, u.language AS "language: _",
                  u.interview_reminders AS wants_reminders
         FROM organization_members m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = $1 AND m.user_id = ANY ($2) AND m.is_active AND u.email_notifications"#,
        tx.organization().0,
        &users,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// An interview as its participants know it, and as it is.
#[derive(Debug, Clone)]
pub struct KnownInterview {
    pub version: i32,
    /// What participants were last notified of.
    pub announced: Option<Appointment>,
    pub current: Appointment,
    /// The version of a change that can still be undone.
    pub held_version: Option<i32>,
}

/// Compares an interview with what its participants know; it is locked until the transaction ends.
pub async fn known(tx: &mut TenantTx, id: InterviewScheduleId) -> StoreResult<KnownInterview> {
    let row = sqlx::query!(
        r#"SELECT version, announced, held_version, status, start_time, end_time, location, meeting_link, interviewer_id,
                  application_id IS NOT NULL AS "has_candidate!"
           FROM interview_schedules WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE"#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(KnownInterview {
        version: row.version,
        announced: row.announced.map(serde_json::from_value).transpose()?,
        held_version: row.held_version,
        current: Appointment {
            status: row.status.parse()?,
            start: row.start_time,
            end: row.end_time,
            location: row.location,
            meeting_link: row.meeting_link,
            interviewer: row.interviewer_id.map(UserId),
            has_candidate: row.has_candidate,
        },
    })
}

/// Holds back the announcement of a version.
pub async fn hold(tx: &mut TenantTx, id: InterviewScheduleId, version: i32) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE interview_schedules SET held_version = $3 WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        version,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// No longer holds back a change that does not differ from what participants know.
pub async fn release(tx: &mut TenantTx, id: InterviewScheduleId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE interview_schedules SET held_version = NULL
         WHERE organization_id = $1 AND id = $2 AND held_version IS NOT NULL",
        tx.organization().0,
        id.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Records that participants are notified of an interview as it is. Earlier notifications are not sent any more.
pub async fn announce(tx: &mut TenantTx, id: InterviewScheduleId, current: &Appointment) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE interview_schedules SET announced = $3, announced_version = version, held_version = NULL
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        serde_json::to_value(current)?,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
