//! Conducted interviews, and interviewers' unsaved drafts.

use bole_domain::ids::{ApplicationId, InterviewScheduleId, InterviewSessionId, UserId};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{StoreError, StoreResult, TenantTx, applications};

/// A conducted interview.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Session)]
pub struct InterviewSession {
    pub id: InterviewSessionId,
    pub application_id: ApplicationId,
    /// The scheduled interview.
    pub schedule_id: Option<InterviewScheduleId>,
    /// Number of the interview within the application.
    pub round_number: i32,
    /// The member who saved it.
    pub interviewer_id: Option<UserId>,
    pub interviewer_name: String,
    /// The questions at the time of the interview.
    #[schema(value_type = Object)]
    pub question_snapshot: Json<Box<RawValue>>,
    #[schema(value_type = Object)]
    pub notes_by_question: Json<Box<RawValue>>,
    /// Additional notes.
    pub adhoc_notes: String,
    pub overall_evaluation: String,
    #[serde(with = "time::serde::rfc3339::option")]
    pub started_at: Option<OffsetDateTime>,
    /// End.
    #[serde(with = "time::serde::rfc3339::option")]
    pub ended_at: Option<OffsetDateTime>,
    pub version: i32,
    /// When it was saved.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    /// Whether notes and ratings are hidden until the caller submits their own for the same round.
    pub is_concealed: bool,
}

/// An interview to save.
#[derive(Debug, Clone)]
pub struct NewSession {
    pub application_id: ApplicationId,
    pub schedule_id: Option<InterviewScheduleId>,
    pub interviewer_name: String,
    /// The questions at the time of the interview.
    pub question_snapshot: Value,
    pub notes_by_question: Value,
    pub adhoc_notes: String,
    pub overall_evaluation: String,
    pub started_at: OffsetDateTime,
    pub ended_at: Option<OffsetDateTime>,
}

/// An update; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default)]
pub struct SessionChange {
    pub interviewer_name: Option<String>,
    pub notes_by_question: Option<Value>,
    pub adhoc_notes: Option<String>,
    pub overall_evaluation: Option<String>,
    pub ended_at: Option<OffsetDateTime>,
}

/// An interviewer's unsaved draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Draft)]
pub struct InterviewDraft {
    /// In the screen's own format.
    #[schema(value_type = Object)]
    pub content: Json<Box<RawValue>>,
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// A page of an application's interviews, by round.
pub async fn of_application(
    tx: &mut TenantTx,
    application: ApplicationId,
    limit: i64,
    offset: i64,
) -> StoreResult<Vec<InterviewSession>> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM interview_sessions WHERE organization_id = $1 AND application_id = $2
         ORDER BY round_number LIMIT $3 OFFSET $4",
        tx.organization().0,
        application.0,
        limit,
        offset,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    find_many(tx, &ids).await
}

/// How many interviews of an application were saved.
pub async fn count(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM interview_sessions WHERE organization_id = $1 AND application_id = $2"#,
        tx.organization().0,
        application.0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// One interview.
pub async fn find(tx: &mut TenantTx, id: InterviewSessionId) -> StoreResult<InterviewSession> {
    find_many(tx, &[id.0]).await?.pop().ok_or(StoreError::NotFound)
}

/// These interviews by round; missing ones are left out.
async fn find_many(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<Vec<InterviewSession>> {
    // Sessions scheduled as the same round belong together, whatever number each was saved as.
    Ok(sqlx::query_as!(
        InterviewSession,
        r#"SELECT s.id, s.application_id, s.schedule_id AS "schedule_id: _", s.round_number,
                  s.interviewer_id AS "interviewer_id: _", s.interviewer_name,
                  s.question_snapshot AS "question_snapshot: _",
                  CASE WHEN concealed.it THEN '{}' ELSE s.notes_by_question END
                      AS "notes_by_question!: _",
                  CASE WHEN concealed.it THEN '' ELSE s.adhoc_notes END AS "adhoc_notes!",
                  CASE WHEN concealed.it THEN '' ELSE s.overall_evaluation END AS "overall_evaluation!",
                  s.started_at, s.ended_at, s.version, s.created_at, s.updated_at, concealed.it AS "is_concealed!"
           FROM interview_sessions s
           CROSS JOIN LATERAL (
               SELECT s.interviewer_id IS DISTINCT FROM current_user_id() AND EXISTS (
                   SELECT FROM interview_schedules theirs
                   JOIN interview_schedules own
                     ON own.organization_id = theirs.organization_id AND own.application_id = theirs.application_id
                    AND own.round = theirs.round AND own.id <> theirs.id
                    AND own.interviewer_id = current_user_id() AND own.status IN ('scheduled', 'completed')
                   WHERE theirs.organization_id = s.organization_id AND theirs.id = s.schedule_id
                     AND NOT EXISTS (
                         SELECT FROM interview_sessions given
                         WHERE given.organization_id = own.organization_id AND given.schedule_id = own.id
                           AND given.interviewer_id = current_user_id())) AS it) AS concealed
           WHERE s.organization_id = $1 AND s.id = ANY ($2)
           ORDER BY s.round_number"#,
        tx.organization().0,
        ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// Saves an interview as the application's next round and deletes the author's draft.
///
/// # Errors
/// [`StoreError::NotFound`] if the application does not exist, or the database does not answer.
pub async fn create(tx: &mut TenantTx, new: &NewSession) -> StoreResult<InterviewSessionId> {
    let (organization, by) = (tx.organization().0, tx.actor().user());
    // Serializes concurrent saves, so that each gets its own number.
    applications::lock(tx, new.application_id).await?;
    let id = InterviewSessionId::new();
    sqlx::query!(
        "INSERT INTO interview_sessions (id, organization_id, application_id, schedule_id, round_number, interviewer_id,
                                         interviewer_name, question_snapshot, notes_by_question, adhoc_notes,
                                         overall_evaluation, started_at, ended_at, created_by)
         VALUES ($1, $2, $3, $4,
                 (SELECT count(*)::int + 1 FROM interview_sessions WHERE organization_id = $2 AND application_id = $3),
                 $5, $6, $7, $8, $9, $10, $11, $12, $5)",
        id.0,
        organization,
        new.application_id.0,
        new.schedule_id.map(|id| id.0),
        by.map(|user| user.0),
        new.interviewer_name,
        new.question_snapshot,
        new.notes_by_question,
        new.adhoc_notes,
        new.overall_evaluation,
        new.started_at,
        new.ended_at,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    discard_draft(tx, new.application_id).await?;
    Ok(id)
}

/// Updates an interview of this version.
///
/// # Errors
/// [`StoreError::Stale`] if the version changed, or the database does not answer.
pub async fn change(
    tx: &mut TenantTx,
    id: InterviewSessionId,
    version: i32,
    change: &SessionChange,
) -> StoreResult<()> {
    let changed = sqlx::query!(
        "UPDATE interview_sessions SET
             interviewer_name = coalesce($4, interviewer_name), notes_by_question = coalesce($5, notes_by_question),
             adhoc_notes = coalesce($6, adhoc_notes), overall_evaluation = coalesce($7, overall_evaluation),
             ended_at = coalesce($8, ended_at), version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2 AND version = $3",
        tx.organization().0,
        id.0,
        version,
        change.interviewer_name,
        change.notes_by_question,
        change.adhoc_notes,
        change.overall_evaluation,
        change.ended_at,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    if changed.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// The actor's draft for an application.
///
/// # Errors
/// [`StoreError::NotFound`] if there is none, or the database does not answer.
pub async fn find_draft(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<InterviewDraft> {
    Ok(sqlx::query_as!(
        InterviewDraft,
        r#"SELECT content AS "content: _", version, updated_at FROM interview_drafts
           WHERE organization_id = $1 AND application_id = $2 AND user_id = current_user_id()"#,
        tx.organization().0,
        application.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}

/// Saves the actor's draft; with a version, only if it matches.
///
/// # Errors
/// [`StoreError::Stale`] if another window saved a later version, or the database does not answer.
pub async fn keep_draft(
    tx: &mut TenantTx,
    application: ApplicationId,
    version: Option<i32>,
    content: &Value,
) -> StoreResult<InterviewDraft> {
    sqlx::query_as!(
        InterviewDraft,
        r#"INSERT INTO interview_drafts AS d (organization_id, application_id, user_id, content)
           VALUES ($1, $2, current_user_id(), $4)
           ON CONFLICT (organization_id, application_id, user_id) DO UPDATE
           SET content = $4, version = d.version + 1, updated_at = now() WHERE $3::int IS NULL OR d.version = $3
           RETURNING content AS "content: _", version, updated_at"#,
        tx.organization().0,
        application.0,
        version,
        content,
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?
    .ok_or(StoreError::Stale)
}

/// Deletes the actor's draft, if any.
pub async fn discard_draft(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<()> {
    sqlx::query!(
        "DELETE FROM interview_drafts
         WHERE organization_id = $1 AND application_id = $2 AND user_id = current_user_id()",
        tx.organization().0,
        application.0,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}
