//! People's own marks on the criteria of an application's evaluation.

use bole_domain::evaluation::{AiEval, CriterionMarks, GivenMark, Verdict, count_disagreements};
use bole_domain::ids::{ApplicationId, EvaluationId, JobId, UserId};
use sqlx::types::Json;
use time::OffsetDateTime;

use crate::{StoreError, StoreResult, TenantTx};

/// A mark on a criterion.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The criterion's position, if it was given to the current evaluation.
    pub position: Option<usize>,
    /// The criterion's text.
    pub criterion: String,
    /// The judge's verdict in the evaluation it was given to.
    pub judged: Verdict,
    pub verdict: Verdict,
    /// Why, or empty.
    pub reason: String,
    pub user_id: UserId,
    /// Their name, unless they have left.
    pub user_name: Option<String>,
    /// When it was given or changed.
    pub marked_at: OffsetDateTime,
}

impl GivenMark for Mark {
    type Person = UserId;

    fn person(&self) -> UserId {
        self.user_id
    }

    fn criterion(&self) -> &str {
        &self.criterion
    }

    fn position(&self) -> Option<usize> {
        self.position
    }
}

/// The actor's mark on a criterion of the current evaluation.
#[derive(Debug, Clone, Copy)]
pub struct NewMark<'a> {
    pub position: usize,
    /// The criterion's text.
    pub criterion: &'a str,
    /// The judge's verdict.
    pub judged: Verdict,
    pub verdict: Verdict,
    pub reason: &'a str,
}

/// The current evaluation of an application, if it has one.
pub async fn evaluation(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<Option<(EvaluationId, AiEval)>> {
    let row = sqlx::query!(
        r#"SELECT v.id AS "id?", v.ai_eval AS "ai_eval?: Json<AiEval>"
           FROM applications a
           LEFT JOIN evaluations v ON v.organization_id = a.organization_id AND v.id = a.evaluation_id
           WHERE a.organization_id = $1 AND a.id = $2"#,
        tx.organization().0,
        application.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(row.id.map(EvaluationId).zip(row.ai_eval.map(|json| json.0)))
}

/// All marks on an application's evaluations, those of the current one first, then from the latest to the first.
pub async fn of_application(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<Vec<Mark>> {
    let rows = sqlx::query!(
        r#"SELECT m.position, m.criterion, m.judged, m.verdict, m.reason, m.user_id, u.full_name AS "full_name?", m.marked_at,
                  m.evaluation_id IS NOT DISTINCT FROM a.evaluation_id AS "is_current!"
           FROM evaluation_marks m
           JOIN applications a ON a.organization_id = m.organization_id AND a.id = m.application_id
           LEFT JOIN users u ON u.id = m.user_id
           WHERE m.organization_id = $1 AND m.application_id = $2
           ORDER BY m.evaluation_id IS NOT DISTINCT FROM a.evaluation_id DESC, m.evaluation_id DESC, m.position,
                    u.full_name, m.user_id"#,
        tx.organization().0,
        application.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let marks = rows.into_iter().map(|row| {
        let position = usize::try_from(row.position).ok().filter(|_| row.is_current);
        Ok(Mark {
            position,
            criterion: row.criterion,
            judged: row.judged.parse()?,
            verdict: row.verdict.parse()?,
            reason: row.reason,
            user_id: UserId(row.user_id),
            user_name: row.full_name,
            marked_at: row.marked_at,
        })
    });
    marks.collect()
}

/// Stores the actor's mark in place of their former one.
///
/// # Errors
/// [`StoreError::Stale`] if the application has another evaluation meanwhile, or the database does not answer.
pub async fn put(
    tx: &mut TenantTx,
    application: ApplicationId,
    evaluation: EvaluationId,
    mark: NewMark<'_>,
) -> StoreResult<()> {
    let NewMark { position, criterion, judged, verdict, reason } = mark;
    let stored = sqlx::query!(
        "INSERT INTO evaluation_marks (organization_id, application_id, evaluation_id, position, user_id, job_id, criterion,
                                       judged, verdict, reason)
         SELECT a.organization_id, a.id, a.evaluation_id, $4, current_user_id(), a.job_id, $5, $6, $7, $8
         FROM applications a WHERE a.organization_id = $1 AND a.id = $2 AND a.evaluation_id = $3
         ON CONFLICT (organization_id, application_id, evaluation_id, position, user_id) DO UPDATE
         SET verdict = excluded.verdict, reason = excluded.reason, marked_at = now()",
        tx.organization().0,
        application.0,
        evaluation.0,
        i32::try_from(position).unwrap_or(i32::MAX),
        criterion,
        judged.as_str(),
        verdict.as_str(),
        reason,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    if stored.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// Deletes the actor's mark on a criterion, with those they gave earlier evaluations on the same text.
pub async fn delete(tx: &mut TenantTx, application: ApplicationId, criterion: &str) -> StoreResult<()> {
    sqlx::query!(
        "DELETE FROM evaluation_marks
         WHERE organization_id = $1 AND application_id = $2 AND user_id = current_user_id() AND criterion = $3",
        tx.organization().0,
        application.0,
        criterion,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// How many marks were given on each criterion of a job, and how many of them disagree with the judge.
pub async fn counts_of_job(tx: &mut TenantTx, job: JobId) -> StoreResult<Vec<CriterionMarks>> {
    let rows = sqlx::query!(
        r#"SELECT criterion, judged, verdict, count(*) AS "marks!" FROM evaluation_marks
           WHERE organization_id = $1 AND job_id = $2 GROUP BY criterion, judged, verdict"#,
        tx.organization().0,
        job.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let mut groups: Vec<(String, Verdict, Verdict, u32)> = Vec::with_capacity(rows.len());
    for row in rows {
        let marks = u32::try_from(row.marks).unwrap_or(u32::MAX);
        groups.push((row.criterion, row.judged.parse()?, row.verdict.parse()?, marks));
    }
    Ok(count_disagreements(groups))
}
