//! Scheduled interviews. A database constraint prevents double booking of interviewers.

use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, JobId, PersonId, UserId};
use bole_domain::interview::{CancelReason, ScheduleStatus};
use bole_domain::stage::{Stage, SubStatus};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{ListCursor, ListPage, StoreError, StoreResult, TenantTx};

/// The constraints against double booking, for a member and for an interviewer known by name.
pub const DOUBLE_BOOKING: [&str; 2] = ["interview_schedules_member_free", "interview_schedules_name_free"];

/// A scheduled interview.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Schedule)]
pub struct InterviewSchedule {
    pub id: InterviewScheduleId,
    /// The application; `null` while not linked to a candidate.
    pub application_id: Option<ApplicationId>,
    pub candidate: Option<ScheduleCandidate>,
    #[serde(with = "time::serde::rfc3339")]
    pub start_time: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub end_time: OffsetDateTime,
    /// Number of the interview within the application.
    pub round: i32,
    pub interviewer: Interviewer,
    pub status: ScheduleStatus,
    /// Why it was cancelled, if known.
    pub cancel_reason: Option<CancelReason>,
    pub location: String,
    pub meeting_link: String,
    /// Notes for the interviewer.
    pub notes: String,
    /// Whether an external booking overlaps another interview of its interviewer.
    pub is_conflicting: bool,
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    /// Name given in an external booking.
    #[serde(skip)]
    pub invitee_name: String,
    /// Address given in an external booking.
    #[serde(skip)]
    pub invitee_email: String,
}

/// The candidate of an interview.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ScheduleCandidate {
    /// The person, if linked.
    pub person_id: Option<PersonId>,
    pub name: Option<String>,
    /// Address given in an external booking.
    pub email: Option<String>,
    /// The job, if linked.
    pub job_id: Option<JobId>,
    pub job_title: Option<String>,
    /// The application's stage.
    pub status: Option<Stage>,
    pub sub_status: Option<SubStatus>,
    /// Whether the application is archived.
    pub is_archived: bool,
}

/// An interviewer.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct Interviewer {
    /// The member, if one.
    pub user_id: Option<UserId>,
    /// The name; a member's own if absent.
    #[serde(default)]
    pub name: String,
}

/// An interview to schedule.
#[derive(Debug, Clone)]
pub struct NewSchedule {
    pub application_id: Option<ApplicationId>,
    pub start_time: OffsetDateTime,
    pub end_time: OffsetDateTime,
    /// The round; the next one if `None`.
    pub round: Option<i32>,
    /// The interviewer, if a member.
    pub interviewer_id: Option<UserId>,
    /// The interviewer's name; ignored for a member if empty.
    pub interviewer_name: String,
    pub location: String,
    pub meeting_link: String,
    /// Notes for the interviewer.
    pub notes: String,
    /// Name given in an external booking.
    pub invitee_name: String,
    /// Address given in an external booking.
    pub invitee_email: String,
    /// Whether the interviewer may have another interview at that time.
    pub may_overlap: bool,
}

/// An update; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default)]
pub struct ScheduleChange {
    pub start_time: Option<OffsetDateTime>,
    pub end_time: Option<OffsetDateTime>,
    pub round: Option<i32>,
    /// Another interviewer: the member, if one, and the name.
    pub interviewer: Option<(Option<UserId>, String)>,
    pub status: Option<ScheduleStatus>,
    pub location: Option<String>,
    pub meeting_link: Option<String>,
    /// Notes for the interviewer.
    pub notes: Option<String>,
    pub application_id: Option<ApplicationId>,
    /// Whether the interviewer may have another interview at that time. What does not change time, interviewer and status
    /// leaves that as it is.
    pub may_overlap: bool,
}

/// Which interviews.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ScheduleFilter {
    /// Ending at or after.
    pub from: Option<OffsetDateTime>,
    /// Starting before.
    pub to: Option<OffsetDateTime>,
    /// Only this application; latest first then.
    pub application_id: Option<ApplicationId>,
    pub status: Option<ScheduleStatus>,
    pub interviewer_id: Option<UserId>,
}

/// A page of interviews by time, earliest first, or latest first of one application; and the cursor of the next page, if any.
pub async fn list(
    tx: &mut TenantTx,
    filter: ScheduleFilter,
    page: ListPage,
) -> StoreResult<(Vec<InterviewSchedule>, Option<ListCursor>)> {
    let ScheduleFilter { from, to, application_id, status, interviewer_id } = filter;
    let (organization, status) = (tx.organization().0, status.map(ScheduleStatus::as_str));
    let interviewer = interviewer_id.map(|id| id.0);
    let (after, after_id) = (page.after.and_then(ListCursor::at), page.after.map(|cursor| cursor.id));
    let mut ids = if let Some(application) = application_id {
        sqlx::query_scalar!(
            "SELECT id FROM interview_schedules
             WHERE organization_id = $1 AND application_id = $2
               AND end_time >= coalesce($3::timestamptz, '-infinity') AND start_time < coalesce($4::timestamptz, 'infinity')
               AND ($5::text IS NULL OR status = $5) AND ($6::uuid IS NULL OR interviewer_id = $6)
               AND ($9::timestamptz IS NULL OR start_time < $9 OR start_time = $9 AND id > $10::uuid)
             ORDER BY start_time DESC, id LIMIT $7 OFFSET $8",
            organization,
            application.0,
            from,
            to,
            status,
            interviewer,
            page.rows(),
            page.offset,
            after,
            after_id,
        )
        .fetch_all(&mut *tx.conn()?)
        .await?
    } else {
        // None is longer than twelve hours, so that the index by begin leads to those that end later.
        sqlx::query_scalar!(
            "SELECT id FROM interview_schedules
             WHERE organization_id = $1
               AND start_time >= coalesce($2::timestamptz - interval '12 hours', '-infinity')
               AND end_time >= coalesce($2::timestamptz, '-infinity') AND start_time < coalesce($3::timestamptz, 'infinity')
               AND ($4::text IS NULL OR status = $4) AND ($5::uuid IS NULL OR interviewer_id = $5)
               AND (start_time, id) > (coalesce($8::timestamptz, '-infinity'),
                                       coalesce($9::uuid, '00000000-0000-0000-0000-000000000000'))
             ORDER BY start_time, id LIMIT $6 OFFSET $7",
            organization,
            from,
            to,
            status,
            interviewer,
            page.rows(),
            page.offset,
            after,
            after_id,
        )
        .fetch_all(&mut *tx.conn()?)
        .await?
    };
    let has_next = page.cut(&mut ids);
    let found = find_many(tx, &ids).await?;
    let next = found.last().filter(|_| has_next).map(|last| ListCursor::by_time(last.start_time, last.id.0));
    Ok((found, next))
}

/// How many interviews there are, counted up to `limit`.
pub async fn count(tx: &mut TenantTx, filter: ScheduleFilter, limit: i64) -> StoreResult<i64> {
    let ScheduleFilter { from, to, application_id, status, interviewer_id } = filter;
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM interview_schedules
               WHERE organization_id = $1
                 AND start_time >= coalesce($2::timestamptz - interval '12 hours', '-infinity')
                 AND end_time >= coalesce($2::timestamptz, '-infinity') AND start_time < coalesce($3::timestamptz, 'infinity')
                 AND ($4::uuid IS NULL OR application_id = $4) AND ($5::text IS NULL OR status = $5)
                 AND ($6::uuid IS NULL OR interviewer_id = $6)
               LIMIT $7) AS counted"#,
        tx.organization().0,
        from,
        to,
        application_id.map(|id| id.0),
        status.map(ScheduleStatus::as_str),
        interviewer_id.map(|id| id.0),
        limit,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// These interviews in this order; missing ones are left out.
async fn find_many(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<Vec<InterviewSchedule>> {
    let rows = sqlx::query!(
        r#"SELECT s.id, s.application_id, s.start_time, s.end_time, s.round, s.interviewer_id, s.interviewer_name, s.status,
                  s.cancel_reason, s.location, s.meeting_link, s.notes, s.invitee_name, s.invitee_email, s.version, s.updated_at,
                  s.may_overlap AND s.status = 'scheduled' AND EXISTS (
                      SELECT FROM interview_schedules o
                      WHERE o.organization_id = s.organization_id AND o.interviewer_id = s.interviewer_id AND o.id <> s.id
                        AND o.status = 'scheduled'
                        AND tstzrange(o.start_time, o.end_time) && tstzrange(s.start_time, s.end_time)) AS "is_conflicting!",
                  a.person_id AS "person_id?", p.name AS "name?", a.job_id AS "job_id?", j.title AS "job_title?",
                  a.status AS "application_status?", a.sub_status AS "application_sub_status?",
                  a.is_archived AS "is_archived?"
           FROM interview_schedules s
           LEFT JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
           LEFT JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           LEFT JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           WHERE s.organization_id = $1 AND s.id = ANY ($2)
           ORDER BY array_position($2, s.id)"#,
        tx.organization().0,
        ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let schedules = rows.into_iter().map(|row| {
        let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let candidate = ScheduleCandidate {
            person_id: row.person_id.map(PersonId),
            name: row.name.or_else(|| filled(&row.invitee_name).filter(|_| row.person_id.is_none())),
            email: filled(&row.invitee_email).filter(|_| row.person_id.is_none()),
            job_id: row.job_id.map(JobId),
            job_title: row.job_title,
            status: row.application_status.map(|status| status.parse()).transpose()?,
            sub_status: row.application_sub_status.map(|sub_status| sub_status.parse()).transpose()?,
            is_archived: row.is_archived.unwrap_or_default(),
        };
        let is_known = row.person_id.is_some() || candidate.name.is_some() || candidate.email.is_some();
        Ok(InterviewSchedule {
            id: InterviewScheduleId(row.id),
            application_id: row.application_id.filter(|_| row.person_id.is_some()).map(ApplicationId),
            candidate: is_known.then_some(candidate),
            start_time: row.start_time,
            end_time: row.end_time,
            round: row.round,
            interviewer: Interviewer { user_id: row.interviewer_id.map(UserId), name: row.interviewer_name },
            status: row.status.parse()?,
            cancel_reason: row.cancel_reason.map(|reason| reason.parse()).transpose()?,
            location: row.location,
            meeting_link: row.meeting_link,
            notes: row.notes,
            invitee_name: row.invitee_name,
            invitee_email: row.invitee_email,
            is_conflicting: row.is_conflicting,
            version: row.version,
            updated_at: row.updated_at,
        })
    });
    schedules.collect()
}

/// One interview.
pub async fn find(tx: &mut TenantTx, id: InterviewScheduleId) -> StoreResult<InterviewSchedule> {
    find_many(tx, &[id.0]).await?.pop().ok_or(StoreError::NotFound)
}

/// The interview other than `moved` that conflicts with this time of the interviewer.
pub async fn conflicting(
    tx: &mut TenantTx,
    interviewer: (Option<UserId>, &str),
    start: OffsetDateTime,
    end: OffsetDateTime,
    moved: Option<InterviewScheduleId>,
) -> StoreResult<Option<InterviewSchedule>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM interview_schedules
         WHERE organization_id = $1 AND status = 'scheduled' AND tstzrange(start_time, end_time) && tstzrange($4, $5)
           AND CASE WHEN $2::uuid IS NULL THEN interviewer_id IS NULL AND lower(interviewer_name) = lower($3)
                    ELSE interviewer_id = $2 END
           AND id IS DISTINCT FROM $6
         ORDER BY start_time LIMIT 1",
        tx.organization().0,
        interviewer.0.map(|id| id.0),
        interviewer.1,
        start,
        end,
        moved.map(|id| id.0),
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    match id {
        Some(id) => find(tx, InterviewScheduleId(id)).await.map(Some),
        None => Ok(None),
    }
}

/// The name of an interviewer who is a member.
///
/// # Errors
/// [`StoreError::NotFound`] if they are not an active member.
pub async fn member_name(tx: &mut TenantTx, user: UserId) -> StoreResult<String> {
    Ok(sqlx::query_scalar!(
        "SELECT u.full_name FROM organization_members m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = $1 AND m.user_id = $2 AND m.is_active",
        tx.organization().0,
        user.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}

/// The active members who may interview, by name.
pub async fn interviewers(tx: &mut TenantTx) -> StoreResult<Vec<(UserId, String)>> {
    let rows = sqlx::query!(
        "SELECT m.user_id, u.full_name FROM organization_members m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = $1 AND m.is_active AND m.role <> 'viewer' ORDER BY u.full_name, m.user_id",
        tx.organization().0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| (UserId(row.user_id), row.full_name)).collect())
}

/// Locks the application of an interview, if any, until the transaction ends. Moves lock an application before its
/// interviews, so changes of an interview do it first too.
pub async fn lock_application_of(tx: &mut TenantTx, id: InterviewScheduleId) -> StoreResult<()> {
    sqlx::query!(
        "SELECT a.id FROM interview_schedules s
         JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
         WHERE s.organization_id = $1 AND s.id = $2 FOR UPDATE OF a",
        tx.organization().0,
        id.0,
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Locks the applications of interviews until the transaction ends, in the order of their ids, as moves do.
pub async fn lock_applications_of(tx: &mut TenantTx, ids: &[InterviewScheduleId]) -> StoreResult<()> {
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "SELECT id FROM applications
         WHERE organization_id = $1 AND id = ANY (ARRAY(
             SELECT application_id FROM interview_schedules
             WHERE organization_id = $1 AND id = ANY ($2) AND application_id IS NOT NULL))
         ORDER BY id FOR UPDATE",
        tx.organization().0,
        &ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Serializes scheduling for one interviewer until the transaction ends: two transactions checking each other's times
/// could deadlock.
pub async fn lock_interviewer(tx: &mut TenantTx, (member, name): (Option<UserId>, &str)) -> StoreResult<()> {
    let who = member.map_or_else(|| name.to_lowercase(), |member| member.to_string());
    let key = format!("interviewer:{}:{who}", tx.organization());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key).fetch_one(&mut *tx.conn()?).await?;
    Ok(())
}

/// Serializes bookings of one slot of a member, also against other scheduling of their interviews, until the
/// transaction ends.
pub async fn lock_slot(tx: &mut TenantTx, member: UserId, start: OffsetDateTime) -> StoreResult<()> {
    let interviewer = format!("interviewer:{}:{member}", tx.organization());
    let slot = format!("{interviewer}:{}", start.unix_timestamp());
    sqlx::query!(
        "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0)), pg_advisory_xact_lock(hashtextextended($2, 0))",
        interviewer,
        slot,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Schedules an interview.
///
/// # Errors
/// [`StoreError::Constraint`] with one of [`DOUBLE_BOOKING`].
pub async fn create(tx: &mut TenantTx, new: &NewSchedule) -> StoreResult<InterviewScheduleId> {
    let (organization, by) = (tx.organization().0, tx.actor().user());
    let id = InterviewScheduleId::new();
    sqlx::query!(
        "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round, interviewer_id,
                                          interviewer_name, location, meeting_link, notes, invitee_name, invitee_email,
                                          created_by, may_overlap)
         VALUES ($1, $2, $3, $4, $5, coalesce($6, 1 + greatest(
             (SELECT max(round) FROM interview_schedules
              WHERE organization_id = $2 AND application_id = $3 AND status IN ('scheduled', 'completed')),
             (SELECT max(round_number) FROM interview_sessions WHERE organization_id = $2 AND application_id = $3)), 1),
             $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        id.0,
        organization,
        new.application_id.map(|id| id.0),
        new.start_time,
        new.end_time,
        new.round,
        new.interviewer_id.map(|id| id.0),
        new.interviewer_name,
        new.location,
        new.meeting_link,
        new.notes,
        new.invitee_name,
        new.invitee_email,
        by.map(|user| user.0),
        new.may_overlap,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(id)
}

/// Updates an interview of this version.
///
/// # Errors
/// [`StoreError::Stale`] if the version changed, [`StoreError::Constraint`] with one of [`DOUBLE_BOOKING`],
/// or the database does not answer.
pub async fn change(
    tx: &mut TenantTx,
    id: InterviewScheduleId,
    version: i32,
    change: &ScheduleChange,
) -> StoreResult<()> {
    let by = match tx.actor().event_actor() {
        EventActor::Candidate => CancelReason::Candidate,
        EventActor::Person | EventActor::Ai | EventActor::Clock => CancelReason::Colleague,
    };
    let (interviewer_id, interviewer_name) =
        change.interviewer.as_ref().map_or((None, None), |(id, name)| (id.map(|id| id.0), Some(name.as_str())));
    let changed = sqlx::query!(
        "UPDATE interview_schedules SET
             start_time = coalesce($4, start_time), end_time = coalesce($5, end_time), round = coalesce($6, round),
             interviewer_id = CASE WHEN $8::text IS NULL THEN interviewer_id ELSE $7 END,
             interviewer_name = coalesce($8, interviewer_name), status = coalesce($9, status),
             location = coalesce($10, location), meeting_link = coalesce($11, meeting_link), notes = coalesce($12, notes),
             application_id = coalesce($13, application_id),
             may_overlap = $15 OR may_overlap AND coalesce($4, $5) IS NULL AND $8 IS NULL AND $9 IS NULL,
             cancel_reason = CASE WHEN $9 = 'cancelled' THEN $14 WHEN $9 IS NULL THEN cancel_reason END,
             times_set_at = CASE WHEN $4 <> start_time THEN now() ELSE times_set_at END, version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2 AND version = $3",
        tx.organization().0,
        id.0,
        version,
        change.start_time,
        change.end_time,
        change.round,
        interviewer_id,
        interviewer_name,
        change.status.map(ScheduleStatus::as_str),
        change.location,
        change.meeting_link,
        change.notes,
        change.application_id.map(|id| id.0),
        by.as_str(),
        change.may_overlap,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    if changed.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// Marks a conducted interview as completed, if it is still scheduled.
pub async fn complete(tx: &mut TenantTx, id: InterviewScheduleId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE interview_schedules SET status = 'completed', version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2 AND status = 'scheduled'",
        tx.organization().0,
        id.0,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Whether the application has an upcoming interview.
pub async fn is_scheduled(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<bool> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM interview_schedules
                          WHERE organization_id = $1 AND application_id = $2 AND status = 'scheduled') AS "exists!""#,
        tx.organization().0,
        application.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}
