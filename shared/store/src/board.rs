//! A job's pipeline: counts per lane, and the cards of a lane.

use bole_domain::email::EmailType;
use bole_domain::evaluation::{
    Engine, EvaluationBasis, EvaluationDifference, FlagKind, RecommendationLevel, YearsSum, relevant_years,
};
use bole_domain::ids::{ApplicationId, JobId, PersonId};
use bole_domain::stage::{MoveKind, Stage, State, SubStatus};
use serde::Serialize;
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::applications::page::{ApplicationCursor, ApplicationFilter, PageRequest, page};
use crate::applications::state;
use crate::search::words;
use crate::{StoreResult, TenantTx, evaluations};

/// Maximum size of a card in bytes; longer summaries are shortened.
const MAX_CARD: usize = 768;

/// Maximum characters of a summary on a card.
const MAX_SUMMARY: usize = 80;

/// Maximum characters of a title or employer on a card.
const MAX_LINE: usize = 40;

/// A candidate's card, at most 768 bytes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Card {
    /// The application.
    pub id: ApplicationId,
    pub version: i32,
    pub person: CardPerson,
    /// The stage.
    pub status: Stage,
    pub sub_status: SubStatus,
    #[serde(with = "time::serde::rfc3339")]
    pub sub_status_since: OffsetDateTime,
    /// Recommendation level of the evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<RecommendationLevel>,
    /// Score of the evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The verdicts in the order of the rubric: `m` met, `p` partly, `n` not, `u` unknown; upper case for a
    /// must-have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strip: Option<String>,
    /// The start of the evaluation's summary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Whether the person is starred for the talent pool.
    pub starred: bool,
    /// Warnings of the evaluation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub flags: Vec<FlagKind>,
    /// Whether the built-in engine was used although a model is configured; the evaluation says why.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub stood_in: bool,
    /// How the evaluation differs from the job's latest one, so that their scores are not comparable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub differences: Vec<EvaluationDifference>,
    /// When the offer intent was sent, while it waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none", with = "time::serde::rfc3339::option")]
    pub intent_sent_at: Option<OffsetDateTime>,
    /// The usual next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<MoveKind>,
    /// Years of experience relevant to the job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevant_years: Option<f64>,
}

/// The person of a card.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CardPerson {
    pub id: PersonId,
    pub name: Option<String>,
    /// Current job title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_position: Option<String>,
    /// Current employer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_company: Option<String>,
    /// Years of experience.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<f64>,
}

impl Card {
    /// Shortens texts until the card fits: the summary first, the name last.
    fn fitted(mut self) -> Self {
        let texts: [fn(&mut Self) -> &mut Option<String>; 4] = [
            |card| &mut card.summary,
            |card| &mut card.person.current_company,
            |card| &mut card.person.current_position,
            |card| &mut card.person.name,
        ];
        for text in texts {
            let over = self.weight().saturating_sub(MAX_CARD);
            if over == 0 {
                break;
            }
            if let Some(text) = text(&mut self) {
                shorten(text, over);
            }
        }
        self
    }

    fn weight(&self) -> usize {
        serde_json::to_vec(self).map_or(0, |bytes| bytes.len())
    }
}

/// Removes up to this many bytes from the end of the text.
fn shorten(text: &mut String, bytes: usize) {
    let room = text.len().saturating_sub(bytes + '…'.len_utf8());
    let end = (0..=room).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.truncate(end);
    text.push('…');
}

/// The text, cut with an ellipsis to at most this many characters.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
    }
}

/// The number of a job's open applications in one sub-status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneCount {
    pub state: State,
    pub count: i64,
}

/// How many candidates entered a stage and advanced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct StageConversion {
    /// The stage.
    pub status: Stage,
    /// The number of the job's candidates that ever entered it, including archived ones.
    pub entered: i64,
    /// How many of them entered a later stage.
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
        let (status, sub_status): (Stage, SubStatus) = (row.status.parse()?, row.sub_status.parse()?);
        let short = |text: Option<String>, most| text.map(|text| cut(&text, most));
        let whole = |at: OffsetDateTime| at.replace_nanosecond(0).unwrap_or(at);
        let mut flags = row.flags.map(|flags| flags.0).unwrap_or_default();
        flags.sort_unstable();
        flags.dedup();
        let person = CardPerson {
            id: PersonId(row.person_id),
            name: short(row.name, MAX_LINE),
            current_position: short(row.current_position, MAX_LINE),
            current_company: short(row.current_company, MAX_LINE),
            years: row.years,
        };
        let card = Card {
            id: ApplicationId(row.id),
            version: row.version,
            person,
            status,
            sub_status,
            sub_status_since: whole(row.sub_status_since),
            level: row.recommendation_level.map(|level| level.parse()).transpose()?,
            score: row.overall_score,
            strip: row.strip,
            summary: short(row.summary, MAX_SUMMARY),
            starred: row.is_in_talent_pool,
            flags,
            stood_in: row.fallback_reason.is_some(),
            differences: basis.zip(latest).map(|(basis, latest)| basis.differences(latest)).unwrap_or_default(),
            intent_sent_at: row.intent_sent_at.map(whole),
            next: sub_status.next_step(),
            relevant_years: row.fulfilled.and_then(|sums| relevant_years(&sums.0)),
        };
        Ok(card.fitted())
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
        StageConversion { status: *stage, entered: sum(false), advanced: sum(true) }
    };
    open.iter().enumerate().map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        let text = Some(text.to_owned());
        Card {
            id: ApplicationId::new(),
            version: 123_456,
            person: CardPerson {
                id: PersonId::new(),
                name: text.clone(),
                current_position: text.clone(),
                current_company: text.clone(),
                years: Some(12.5),
            },
            relevant_years: Some(10.5),
            status: Stage::OnsiteInterview,
            sub_status: SubStatus::OnsiteInvitationExpired,
            sub_status_since: OffsetDateTime::now_utc(),
            level: Some(RecommendationLevel::StronglyRecommend),
            score: Some(86.4),
            strip: Some("MMPUnmpu".into()),
            summary: text,
            flags: FlagKind::ALL.to_vec(),
            stood_in: true,
            differences: vec![EvaluationDifference::Rubric, EvaluationDifference::Engine],
            intent_sent_at: Some(OffsetDateTime::now_utc()),
            starred: true,
            next: SubStatus::OnsiteInvitationExpired.next_step(),
        }
    }

    #[test]
    fn summary_of_a_typical_card_is_whole() {
        let mut usual = card("");
        usual.person.name = Some("欧阳晓雨".into());
        usual.person.current_position = Some("高级后端工程师".into());
        usual.person.current_company = Some("星河数据科技".into());
        usual.summary = Some("八年后端经验，熟悉 Rust 与 PostgreSQL，缺少 Kubernetes 实践。".into());
        usual.flags = vec![FlagKind::EmploymentGap];
        usual.stood_in = false;
        usual.differences = Vec::new();
        usual.intent_sent_at = None;
        let summary = usual.summary.clone();
        let card = usual.fitted();
        assert!(card.weight() <= MAX_CARD, "{}", card.weight());
        assert_eq!(card.summary, summary);
    }

    #[test]
    fn long_texts_are_truncated_at_character_boundaries() {
        for text in ["资".repeat(81), "a\"\\\n".repeat(60)] {
            let card = card(&text).fitted();
            assert!(card.weight() <= MAX_CARD, "{}", card.weight());
            assert!(card.summary.is_some_and(|summary| summary.ends_with('…')));
        }
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
    }

    #[test]
    fn later_stage_counts_as_passing_the_earlier_ones() {
        use Stage::{AiReview, Archived, Offer, OnlineInterview, OnsiteInterview};
        let reached = [
            (vec![AiReview, Archived], 4),
            (vec![AiReview, OnlineInterview], 3),
            (vec![AiReview, OnlineInterview, OnsiteInterview, Archived], 2),
            (vec![OnlineInterview, Offer], 1),
        ];
        let found: Vec<_> = conversions(&reached).iter().map(|one| (one.status, one.entered, one.advanced)).collect();
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
