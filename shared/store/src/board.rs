//! A job's pipeline: counts per lane, and the cards of a lane.

use bole_domain::email::EmailType;
use bole_domain::evaluation::{
    Engine, EvaluationBasis, EvaluationDifference, FlagKind, RecommendationLevel, YearsSum, relevant_years,
};
use bole_domain::failure::FailureReason;
use bole_domain::ids::{ApplicationId, JobId, PersonId};
use bole_domain::stage::{MoveKind, Stage, State, SubStatus};
use sqlx::types::Json;
use time::OffsetDateTime;

use crate::applications::page::{ApplicationCursor, ApplicationFilter, PageRequest, page};
use crate::applications::state;
use crate::search::words;
use crate::{StoreResult, TenantTx, evaluations};

/// A candidate's card.
#[derive(Debug, Clone)]
pub struct Card {
    pub id: ApplicationId,
    pub version: i32,
    pub person_id: PersonId,
    pub name: Option<String>,
    /// Current job title.
    pub current_position: Option<String>,
    /// Current employer.
    pub current_company: Option<String>,
    pub years: Option<f64>,
    /// Years of experience relevant to the job.
    pub relevant_years: Option<f64>,
    pub state: State,
    pub sub_status_since: OffsetDateTime,
    pub level: Option<RecommendationLevel>,
    pub score: Option<f64>,
    /// The verdicts, one letter per criterion.
    pub strip: Option<String>,
    /// The start of the evaluation's summary, one character longer than a card shows.
    pub summary: Option<String>,
    /// Warnings of the evaluation.
    pub flags: Vec<FlagKind>,
    /// Why the built-in engine was used although a model is configured.
    pub fallback_reason: Option<FailureReason>,
    /// How it differs from the job's latest evaluation.
    pub differences: Vec<EvaluationDifference>,
    /// When the offer intent was sent; the sub-status alone does not show it.
    pub intent_sent_at: Option<OffsetDateTime>,
    /// Whether the person is starred for the talent pool.
    pub starred: bool,
}

/// The number of a job's open applications in one sub-status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneCount {
    pub state: State,
    pub count: i64,
}

/// How many of a job's applications entered a stage, and how many advanced to a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageConversion {
    pub stage: Stage,
    /// How many entered it.
    pub entered: i64,
    /// How many of these went on.
    pub advanced: i64,
}

/// The cards of a page, and the cursor of the next page, if any.
pub async fn cards(
    tx: &mut TenantTx,
    filter: &ApplicationFilter,
    request: PageRequest,
) -> StoreResult<(Vec<Card>, Option<ApplicationCursor>)> {
    let (ids, next) = page(tx, filter, request).await?;
    let ids: Vec<uuid::Uuid> = ids.into_iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT a.id, a.job_id, a.version, a.person_id, p.name, p.current_position, p.current_company,
                  p.total_years_of_experience AS years, a.status, a.sub_status, a.sub_status_since,
                  a.recommendation_level, a.overall_score, v.strip AS "strip?", left(v.ai_eval ->> 'summary', 81) AS summary,
                  jsonb_path_query_array(v.ai_eval, '$.flags[*].kind') AS "flags: Json<Vec<FlagKind>>",
                  v.ai_eval ->> 'fallbackReason' AS fallback_reason,
                  jsonb_path_query_array(v.ai_eval,
                      '$.criteria[*] ? (@.verdict == "met" || @.verdict == "partly").years')
                      AS "fulfilled: Json<Vec<YearsSum>>",
                  v.rubric_hash AS "rubric_hash?", v.engine AS "engine?", v.ai_eval -> 'versions' ->> 'model' AS model,
                  CASE WHEN a.sub_status = $3 THEN (
                      SELECT max(e.sent_at) FROM emails e
                      WHERE e.organization_id = a.organization_id AND e.application_id = a.id AND e.type = $4
                        AND e.status = 'sent') END AS intent_sent_at,
                  p.is_in_talent_pool
           FROM applications a
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           LEFT JOIN evaluations v ON v.organization_id = a.organization_id AND v.id = a.evaluation_id
           WHERE a.organization_id = $1 AND a.id = ANY ($2)
           ORDER BY array_position($2, a.id)"#,
        tx.organization().0,
        &ids,
        SubStatus::OfferIntentPending.as_str(),
        EmailType::OfferIntent.as_str(),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let jobs = rows.iter().filter(|row| row.engine.is_some()).map(|row| JobId(row.job_id)).collect();
    let latest = evaluations::latest_basis(tx, &jobs).await?;
    let cards = rows.into_iter().map(|row| {
        let engine: Option<Engine> = row.engine.map(|engine| engine.parse()).transpose()?;
        let basis = row.rubric_hash.zip(engine).map(|(rubric_hash, engine)| EvaluationBasis {
            rubric_hash,
            engine,
            model: row.model,
            is_fallback: row.fallback_reason.is_some(),
        });
        let latest = latest.get(&JobId(row.job_id));
        Ok(Card {
            id: ApplicationId(row.id),
            version: row.version,
            person_id: PersonId(row.person_id),
            name: row.name,
            current_position: row.current_position,
            current_company: row.current_company,
            years: row.years,
            relevant_years: row.fulfilled.and_then(|sums| relevant_years(&sums.0)),
            state: state(&row.status, &row.sub_status)?,
            sub_status_since: row.sub_status_since,
            level: row.recommendation_level.map(|level| level.parse()).transpose()?,
            score: row.overall_score,
            strip: row.strip,
            summary: row.summary,
            flags: row.flags.map(|flags| flags.0).unwrap_or_default(),
            fallback_reason: row.fallback_reason.map(FailureReason::from),
            differences: basis.zip(latest).map(|(basis, latest)| basis.differences(latest)).unwrap_or_default(),
            intent_sent_at: row.intent_sent_at,
            starred: row.is_in_talent_pool,
        })
    });
    Ok((cards.collect::<StoreResult<_>>()?, next))
}

/// The number of a job's open applications per state, optionally limited to a search.
pub async fn lanes(tx: &mut TenantTx, job: JobId, search: Option<&str>) -> StoreResult<Vec<LaneCount>> {
    let rows = sqlx::query!(
        r#"SELECT a.status, a.sub_status, count(*) AS "count!" FROM applications a
           WHERE a.organization_id = $1 AND a.job_id = $2 AND NOT a.is_archived
             AND ($3::text IS NULL OR a.person_id IN (SELECT people_found($3)))
           GROUP BY 1, 2"#,
        tx.organization().0,
        job.0,
        words(search),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| Ok(LaneCount { state: state(&row.status, &row.sub_status)?, count: row.count }))
        .collect()
}

/// The number of a job's applications, including archived ones, that entered each stage and advanced from it. Undone
/// moves do not count.
pub async fn conversion(tx: &mut TenantTx, job: JobId) -> StoreResult<Vec<StageConversion>> {
    let rows = sqlx::query!(
        r#"WITH entered AS (
               SELECT e.application_id, e.to_status,
                      lead(e.move) OVER (PARTITION BY e.application_id ORDER BY e.version) AS next_move
               FROM applications a
               JOIN application_events e ON e.organization_id = a.organization_id AND e.application_id = a.id
               WHERE a.organization_id = $1 AND a.job_id = $2
           ),
           reached AS (
               SELECT application_id, to_status AS status FROM entered WHERE next_move IS DISTINCT FROM $3
               UNION
               SELECT id, status FROM applications WHERE organization_id = $1 AND job_id = $2
           )
           SELECT stages AS "stages!", count(*) AS "count!"
           FROM (SELECT array_agg(status ORDER BY status) AS stages FROM reached GROUP BY application_id) AS per_application
           GROUP BY stages"#,
        tx.organization().0,
        job.0,
        MoveKind::TakeBack.as_str(),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let mut reached: Vec<(Vec<Stage>, i64)> = Vec::with_capacity(rows.len());
    for row in rows {
        let stages = row.stages.iter().map(|stage| Ok(stage.parse()?)).collect::<StoreResult<Vec<Stage>>>()?;
        reached.push((stages, row.count));
    }
    Ok(conversions(&reached))
}

/// Counts conversions from the stages each application reached.
fn conversions(reached: &[(Vec<Stage>, i64)]) -> Vec<StageConversion> {
    let open: Vec<Stage> = Stage::ALL.iter().copied().filter(|stage| *stage != Stage::Archived).collect();
    let at = |(place, stage): (usize, &Stage)| {
        let sum = |goes_on: bool| -> i64 {
            let counted = reached.iter().filter(|(stages, _)| {
                stages.contains(stage) && (!goes_on || open[place + 1..].iter().any(|later| stages.contains(later)))
            });
            counted.map(|(_, count)| count).sum()
        };
        StageConversion { stage: *stage, entered: sum(false), advanced: sum(true) }
    };
    open.iter().enumerate().map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_stage_counts_as_passing_the_earlier_ones() {
        use Stage::{AiReview, Archived, Offer, OnlineInterview, OnsiteInterview};
        let reached = [
            (vec![AiReview, Archived], 4),
            (vec![AiReview, OnlineInterview], 3),
            (vec![AiReview, OnlineInterview, OnsiteInterview, Archived], 2),
            (vec![OnlineInterview, Offer], 1),
        ];
        let found: Vec<_> = conversions(&reached).iter().map(|one| (one.stage, one.entered, one.advanced)).collect();
        let expected = [
            (AiReview, 9, 5),
            (OnlineInterview, 6, 3),
            (OnsiteInterview, 2, 0),
            (Offer, 1, 0),
            (Stage::Onboarding, 0, 0),
        ];
        assert_eq!(found, expected);
    }
}
