//! Reminders of interviews, one day before: once for each time an interview is set to.

use bole_domain::email::EmailLanguage;
use bole_domain::evaluation::Language;
use bole_domain::ids::OrganizationId;
use time::OffsetDateTime;

use crate::{Db, StoreResult, TenantTx};

/// An interview to remind of.
#[derive(Debug, Clone)]
pub struct Reminder {
    /// Begin, as `YYYY-MM-DD HH:MM` in `zone`.
    pub start: String,
    /// The interviewer's zone, else the organization's.
    pub zone: String,
    /// A place.
    pub location: String,
    /// A link to join.
    pub meeting_link: String,
    /// The organization.
    pub organization: String,
    /// The job.
    pub job_title: String,
    /// The candidate's name.
    pub candidate: String,
    /// Their email.
    pub candidate_email: Option<String>,
    /// Their contact of an older record.
    pub candidate_contact: Option<String>,
    /// The language they were invited in.
    pub candidate_language: EmailLanguage,
    /// The interviewer's name.
    pub interviewer: String,
    /// Their address, where they are a member who wants to be reminded.
    pub interviewer_email: Option<String>,
    /// Their language.
    pub interviewer_language: Option<Language>,
}

/// The organizations that have interviews to remind of.
///
/// # Errors
/// When the database does not answer.
pub async fn organizations(db: &Db, now: OffsetDateTime) -> StoreResult<Vec<OrganizationId>> {
    let ids = sqlx::query_scalar!(
        "SELECT DISTINCT organization_id FROM interview_schedules
         WHERE status = 'scheduled' AND start_time > $1 AND start_time <= $1::timestamptz + interval '1 day'
           AND times_set_at <= start_time - interval '1 day' AND reminded_for IS DISTINCT FROM start_time",
        now,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    Ok(ids.into_iter().map(OrganizationId).collect())
}

/// Takes interviews to remind of: nobody else takes them again, unless the transaction fails.
///
/// # Errors
/// When the database does not answer.
pub async fn take(tx: &mut TenantTx, now: OffsetDateTime, limit: i64) -> StoreResult<Vec<Reminder>> {
    let rows = sqlx::query!(
        r#"WITH due AS (
               SELECT id FROM interview_schedules
               WHERE organization_id = $1 AND status = 'scheduled' AND application_id IS NOT NULL
                 AND start_time > $2 AND start_time <= $2::timestamptz + interval '1 day'
                 AND times_set_at <= start_time - interval '1 day' AND reminded_for IS DISTINCT FROM start_time
               ORDER BY start_time LIMIT $3 FOR UPDATE SKIP LOCKED
           ), taken AS (
               UPDATE interview_schedules s SET reminded_for = s.start_time FROM due
               WHERE s.organization_id = $1 AND s.id = due.id
               RETURNING s.application_id, s.start_time, s.location, s.meeting_link, s.interviewer_id, s.interviewer_name
           )
           SELECT to_char(t.start_time AT TIME ZONE z.zone, 'YYYY-MM-DD HH24:MI') AS "start!", z.zone AS "zone!",
                  t.location AS "location!", t.meeting_link AS "meeting_link!", o.name AS organization, j.title, p.name AS candidate, p.email, p.contact,
                  (SELECT e.language FROM emails e
                   WHERE e.organization_id = $1 AND e.application_id = a.id
                     AND e.type IN ('online_invitation', 'onsite_invitation')
                   ORDER BY e.id DESC LIMIT 1) AS invited_in,
                  t.interviewer_name AS "interviewer_name!",
                  CASE WHEN m.user_id IS NOT NULL AND u.email_notifications AND u.interview_reminders THEN u.email END
                      AS interviewer_email,
                  u.language AS "interviewer_language?"
           FROM taken t
           JOIN organizations o ON o.id = $1
           JOIN applications a ON a.organization_id = $1 AND a.id = t.application_id
           JOIN people p ON p.organization_id = $1 AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = $1 AND j.id = a.job_id
           LEFT JOIN organization_members m
             ON m.organization_id = $1 AND m.user_id = t.interviewer_id AND m.is_active
           LEFT JOIN users u ON u.id = m.user_id
           LEFT JOIN interview_hours h ON h.organization_id = $1 AND h.user_id = t.interviewer_id
           CROSS JOIN LATERAL (
               SELECT coalesce(h.time_zone, (SELECT name FROM pg_timezone_names WHERE name = o.settings->>'timezone'), $4)
                          AS zone) z"#,
        tx.organization().0,
        now,
        limit,
        crate::interview_hours::DEFAULT_ZONE,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let read = rows.into_iter().map(|row| {
        Ok(Reminder {
            start: row.start,
            zone: row.zone,
            location: row.location,
            meeting_link: row.meeting_link,
            organization: row.organization,
            candidate_language: match row.invited_in {
                Some(language) => language.parse()?,
                None => EmailLanguage::of(&row.title),
            },
            job_title: row.title,
            candidate: row.candidate.unwrap_or_default(),
            candidate_email: row.email,
            candidate_contact: row.contact,
            interviewer: row.interviewer_name,
            interviewer_email: row.interviewer_email,
            interviewer_language: row.interviewer_language.map(|language| language.parse()).transpose()?,
        })
    });
    read.collect()
}
