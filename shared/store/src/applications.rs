//! Applications: adding evaluations to the pipeline, lists, and details.

pub mod page;

use bole_domain::application::ApplicationSource;
use bole_domain::email::EmailType;
use bole_domain::evaluation::{AiEval, Engine, EvaluationBasis, EvaluationDifference, RecommendationLevel};
use bole_domain::history::EventActor;
use bole_domain::ids::{
    ApplicationId, BatchTaskId, EmailId, EvaluationId, JobId, OrganizationId, PersonId, ResumeId, UserId,
};
use bole_domain::profile::{Education, Profile};
use bole_domain::stage::{ArchiveReason, MoveKind, Stage, State, SubStatus, chosen_sub_status, promoted_sub_status};
use serde::Serialize;
use serde_json::value::RawValue;
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;

use self::page::{ApplicationCursor, ApplicationFilter, PageRequest, page};
use crate::batch_tasks::{self, BatchTask};
use crate::batches::Batch;
use crate::people::{self, Person, PersonResume};
use crate::{StoreError, StoreResult, TenantTx, evaluations, inbound};

/// One person's application for one job.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Application {
    pub id: ApplicationId,
    pub organization_id: OrganizationId,
    /// The job applied for.
    pub job_id: JobId,
    pub job_title: String,
    pub person_id: PersonId,
    pub person: Person,
    /// The evaluated resume.
    pub resume_id: Option<ResumeId>,
    pub resume_file_name: Option<String>,
    /// URL of the resume file, set where it is served; absent without a resume.
    pub resume_url: Option<String>,
    /// MIME type of the resume.
    pub resume_media_type: Option<String>,
    /// The stage.
    pub status: Stage,
    pub sub_status: SubStatus,
    #[serde(with = "time::serde::rfc3339")]
    pub sub_status_since: OffsetDateTime,
    /// When the offer intent was sent, while it can be sent again.
    #[serde(with = "time::serde::rfc3339::option")]
    pub intent_sent_at: Option<OffsetDateTime>,
    /// The evaluation.
    // Kept as stored, because parsing and serializing a page of evaluations is expensive.
    #[schema(value_type = Option<AiEval>)]
    pub ai_eval: Option<Box<RawValue>>,
    /// How it differs from the job's latest evaluation, so that their scores are not comparable.
    pub differences: Vec<EvaluationDifference>,
    /// 1–3 by recommendation level; absent without an evaluation.
    pub tier: Option<u8>,
    pub is_archived: bool,
    pub archive_reason: Option<ArchiveReason>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub archived_at: Option<OffsetDateTime>,
    pub source: ApplicationSource,
    pub version: i32,
    /// When the person applied, as far as known.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    #[serde(skip)]
    pub recommendation_level: Option<RecommendationLevel>,
    #[serde(skip)]
    pub state: State,
}

/// One change of an application.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = HistoryEntry)]
pub struct ApplicationEvent {
    /// Time of the event.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub actor: HistoryActor,
    /// The move; absent for the application's creation.
    #[serde(rename = "move")]
    pub kind: Option<MoveKind>,
    /// State before; absent for the creation.
    pub from: Option<State>,
    /// State after; unchanged by archiving and restoring.
    pub to: State,
    /// The reason, if given.
    pub reason: Option<String>,
    /// The recommendation level it was added with; absent for moves.
    pub level: Option<RecommendationLevel>,
    /// The email sent with it.
    pub email_id: Option<EmailId>,
    /// For a rejection: whether an email was sent to the candidate.
    pub letter_sent: Option<bool>,
    /// The version it produced.
    #[serde(skip)]
    pub version: i32,
}

/// The actor of a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HistoryActor {
    /// A person, the AI, the clock or the candidate.
    pub kind: EventActor,
    /// The member, if a person.
    pub user_id: Option<UserId>,
    pub name: Option<String>,
}

/// The result of adding entries to the pipeline.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Promotion {
    /// New applications.
    pub created: i64,
    /// Applications for this job the person already had.
    pub existing: i64,
    /// Not completed, or not evaluated.
    pub skipped: i64,
}

/// Which entries a person promotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotionScope {
    /// All of a batch; those that are 待评估 are skipped.
    All,
    /// These, each chosen by a person, whatever their level. Of an actor that is no person, as for all.
    Chosen,
}

/// [`promote`] for these entries of a batch; other batches' entries are skipped.
pub async fn promote_entries(
    tx: &mut TenantTx,
    batch: &Batch,
    ids: &[BatchTaskId],
    scope: PromotionScope,
) -> StoreResult<Promotion> {
    let mut tasks = batch_tasks::find_many(tx, ids).await?;
    tasks.retain(|task| task.batch_id == batch.id);
    let mut promotion = promote(tx, batch.job_id, &tasks, scope).await?;
    promotion.skipped += count(ids.len() - tasks.len());
    Ok(promotion)
}

/// Turns completed entries into applications in AI评审: one application per person and job, idempotent.
pub async fn promote(
    tx: &mut TenantTx,
    job: JobId,
    tasks: &[BatchTask],
    scope: PromotionScope,
) -> StoreResult<Promotion> {
    people::lock_identities(tx).await?;
    let is_chosen = scope == PromotionScope::Chosen && tx.actor().user().is_some();
    let ready: Vec<Ready<'_>> = tasks.iter().filter_map(|task| Ready::of(task, is_chosen)).collect();
    let mut promotion = Promotion { skipped: count(tasks.len() - ready.len()), ..Promotion::default() };
    let candidates: Vec<PersonResume<'_>> = ready.iter().map(|ready| ready.candidate.clone()).collect();
    let people = people::find_or_add(tx, &candidates).await?;
    let created = add_many(tx, job, &ready, &people).await?;
    promotion.created = created;
    promotion.existing = count(ready.len()) - created;
    Ok(promotion)
}

/// An entry ready to be promoted.
struct Ready<'a> {
    task: BatchTaskId,
    candidate: PersonResume<'a>,
    evaluation: EvaluationId,
    level: RecommendationLevel,
    score: f64,
    sub_status: SubStatus,
}

impl<'a> Ready<'a> {
    fn of(task: &'a BatchTask, is_chosen: bool) -> Option<Self> {
        if task.status != bole_domain::batch::TaskStatus::Completed {
            return None;
        }
        let (evaluation, level, score) = (task.evaluation_id?, task.recommendation?, task.score?);
        let profile: &Profile = task.profile.as_ref()?;
        let sub_status = if is_chosen { chosen_sub_status(level) } else { promoted_sub_status(level)? };
        let candidate = PersonResume { profile, file_id: task.file_id?, file_name: &task.file_name };
        Some(Self { task: task.id, candidate, evaluation, level, score, sub_status })
    }
}

/// Adds an application for each person without one for the job, records its creation, and links every entry to its
/// person's application. Returns the number added.
async fn add_many(
    tx: &mut TenantTx,
    job: JobId,
    ready: &[Ready<'_>],
    people: &[(PersonId, ResumeId)],
) -> StoreResult<i64> {
    let (organization, actor) = (tx.organization().0, *tx.actor());
    let tasks: Vec<uuid::Uuid> = ready.iter().map(|ready| ready.task.0).collect();
    let ids: Vec<uuid::Uuid> = ready.iter().map(|_| ApplicationId::new().0).collect();
    let events: Vec<uuid::Uuid> = ready.iter().map(|_| uuid::Uuid::now_v7()).collect();
    let persons: Vec<uuid::Uuid> = people.iter().map(|(person, _)| person.0).collect();
    let resumes: Vec<uuid::Uuid> = people.iter().map(|(_, resume)| resume.0).collect();
    let sub_statuses: Vec<&str> = ready.iter().map(|ready| ready.sub_status.as_str()).collect();
    let evaluations: Vec<uuid::Uuid> = ready.iter().map(|ready| ready.evaluation.0).collect();
    let scores: Vec<f64> = ready.iter().map(|ready| ready.score).collect();
    let levels: Vec<&str> = ready.iter().map(|ready| ready.level.as_str()).collect();
    let created = sqlx::query_scalar!(
        r#"WITH entry AS (
               SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::uuid[],
                                    $10::double precision[], $11::text[])
                   WITH ORDINALITY AS e (task, id, event, person, resume, sub_status, evaluation, score, level, place)),
           added AS (
               INSERT INTO applications (id, organization_id, job_id, person_id, resume_id, status, sub_status,
                                         evaluation_id, overall_score, recommendation_level, source)
               SELECT DISTINCT ON (e.person) e.id, $1, $2, e.person, e.resume, $12, e.sub_status, e.evaluation, e.score,
                      e.level,
                      coalesce((SELECT CASE b.source WHEN 'mail' THEN 'email' WHEN 'pool' THEN 'pool' END
                                FROM batch_tasks t JOIN batches b ON b.organization_id = $1 AND b.id = t.batch_id
                                WHERE t.organization_id = $1 AND t.id = e.task), 'batch')
               FROM entry e
               ORDER BY e.person, e.place
               ON CONFLICT (organization_id, job_id, person_id) WHERE NOT is_second DO NOTHING
               RETURNING id, person_id, sub_status),
           arrived AS (
               INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind,
                                               actor_user_id, level)
               SELECT e.event, $1, n.id, $12, n.sub_status, $13, $14, e.level FROM added n JOIN entry e ON e.id = n.id),
           linked AS (
               UPDATE batch_tasks b SET application_id = coalesce(n.id, a.id)
               FROM entry e
               LEFT JOIN added n ON n.person_id = e.person
               LEFT JOIN applications a
                   ON a.organization_id = $1 AND a.job_id = $2 AND a.person_id = e.person AND NOT a.is_second
               WHERE b.organization_id = $1 AND b.id = e.task)
           SELECT count(*) AS "created!" FROM added"#,
        organization,
        job.0,
        &tasks,
        &ids,
        &events,
        &persons,
        &resumes,
        &sub_statuses as _,
        &evaluations,
        &scores,
        &levels as _,
        Stage::AiReview.as_str(),
        actor.event_actor().as_str(),
        actor.user().map(|user| user.0),
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    inbound::keep_notes(tx, &ready.iter().map(|ready| ready.task).collect::<Vec<_>>()).await?;
    Ok(created)
}

/// A page of applications, and the cursor of the next page, if any.
pub async fn list(
    tx: &mut TenantTx,
    filter: &ApplicationFilter,
    request: PageRequest,
) -> StoreResult<(Vec<Application>, Option<ApplicationCursor>)> {
    let (ids, next) = page(tx, filter, request).await?;
    Ok((find_many(tx, &ids).await?, next))
}

/// One application.
pub async fn find(tx: &mut TenantTx, id: ApplicationId) -> StoreResult<Application> {
    find_many(tx, &[id]).await?.pop().ok_or(StoreError::NotFound)
}

/// Locks an application until the transaction ends: before its interviews, as moves do.
pub async fn lock(tx: &mut TenantTx, id: ApplicationId) -> StoreResult<()> {
    sqlx::query!(
        "SELECT id FROM applications WHERE organization_id = $1 AND id = $2 FOR UPDATE",
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Applications ordered by id; missing ones are left out.
async fn find_many(tx: &mut TenantTx, ids: &[ApplicationId]) -> StoreResult<Vec<Application>> {
    let organization = tx.organization();
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT a.id, a.job_id, j.title AS job_title, a.resume_id, r.file_name AS "resume_file_name?",
                  f.media_type AS "media_type?", a.status, a.sub_status, v.ai_eval AS "ai_eval?: Json<Box<RawValue>>",
                  v.rubric_hash AS "rubric_hash?", v.engine AS "engine?", v.ai_eval -> 'versions' ->> 'model' AS model,
                  v.ai_eval ? 'fallbackReason' AS is_fallback,
                  a.recommendation_level, a.archive_reason, a.archived_at, a.source, a.sub_status_since,
                  CASE WHEN a.sub_status = $3 THEN (
                      SELECT max(e.sent_at) FROM emails e
                      WHERE e.organization_id = a.organization_id AND e.application_id = a.id AND e.type = $4
                        AND e.status = 'sent') END AS intent_sent_at,
                  a.version, a.created_at, a.updated_at,
                  p.id AS person_id, p.name, p.email, p.phone, p.contact, p.current_company, p.current_position,
                  p.education AS "education: Json<Vec<Education>>", p.skills AS "skills: Json<Vec<String>>",
                  p.total_years_of_experience, p.is_in_talent_pool, p.starred, p.blacklisted
           FROM applications a
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           LEFT JOIN resumes r ON r.organization_id = a.organization_id AND r.id = a.resume_id
           LEFT JOIN files f ON f.organization_id = a.organization_id AND f.id = r.file_id
           LEFT JOIN evaluations v ON v.organization_id = a.organization_id AND v.id = a.evaluation_id
           WHERE a.organization_id = $1 AND a.id = ANY ($2)
           ORDER BY array_position($2, a.id)"#,
        organization.0,
        &ids,
        SubStatus::OfferIntentPending.as_str(),
        EmailType::OfferIntent.as_str(),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let jobs = rows.iter().filter(|row| row.ai_eval.is_some()).map(|row| JobId(row.job_id)).collect();
    let latest = evaluations::latest_basis(tx, &jobs).await?;
    rows.into_iter()
        .map(|row| {
            let engine: Option<Engine> = row.engine.map(|engine| engine.parse()).transpose()?;
            let basis = row.rubric_hash.zip(engine).map(|(rubric_hash, engine)| EvaluationBasis {
                rubric_hash,
                engine,
                model: row.model,
                is_fallback: row.is_fallback.unwrap_or(false),
            });
            let latest = latest.get(&JobId(row.job_id));
            let person = Person {
                id: PersonId(row.person_id),
                name: row.name,
                email: row.email,
                phone: row.phone,
                contact: row.contact,
                current_company: row.current_company,
                current_position: row.current_position,
                education: row.education.0,
                skills: row.skills.0,
                total_years_of_experience: row.total_years_of_experience,
                is_in_talent_pool: row.is_in_talent_pool,
                starred: row.starred,
                blacklisted: row.blacklisted,
            };
            let state = state(&row.status, &row.sub_status)?;
            let level: Option<RecommendationLevel> = row.recommendation_level.map(|level| level.parse()).transpose()?;
            Ok(Application {
                id: ApplicationId(row.id),
                organization_id: organization,
                job_id: JobId(row.job_id),
                job_title: row.job_title,
                person_id: person.id,
                person,
                resume_id: row.resume_id.map(ResumeId),
                resume_url: None,
                resume_file_name: row.resume_file_name,
                resume_media_type: row.media_type,
                state,
                status: state.stage(),
                sub_status: state.sub_status(),
                sub_status_since: row.sub_status_since,
                intent_sent_at: row.intent_sent_at,
                ai_eval: row.ai_eval.map(|json| json.0),
                differences: basis.zip(latest).map(|(basis, latest)| basis.differences(latest)).unwrap_or_default(),
                recommendation_level: level,
                tier: level.map(RecommendationLevel::tier),
                is_archived: row.archive_reason.is_some(),
                archive_reason: row.archive_reason.map(|reason| reason.parse()).transpose()?,
                archived_at: row.archived_at,
                source: row.source.parse()?,
                version: row.version,
                created_at: row.created_at,
                updated_at: row.updated_at,
            })
        })
        .collect()
}

/// An application's history, oldest first.
pub async fn events(tx: &mut TenantTx, id: ApplicationId) -> StoreResult<Vec<ApplicationEvent>> {
    let rows = sqlx::query!(
        r#"SELECT e.version, e.move AS kind, e.from_status, e.from_sub_status, e.to_status, e.to_sub_status,
                  e.actor_kind, e.actor_user_id, u.full_name AS "actor_name?", e.reason, e.level, e.email_id, e.letter_sent,
                  e.created_at
           FROM application_events e LEFT JOIN users u ON u.id = e.actor_user_id
           WHERE e.organization_id = $1 AND e.application_id = $2 ORDER BY e.version"#,
        tx.organization().0,
        id.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            let from = row.from_status.zip(row.from_sub_status);
            Ok(ApplicationEvent {
                version: row.version,
                kind: row.kind.map(|kind| kind.parse()).transpose()?,
                from: from.map(|(status, sub_status)| state(&status, &sub_status)).transpose()?,
                to: state(&row.to_status, &row.to_sub_status)?,
                actor: HistoryActor {
                    kind: row.actor_kind.parse()?,
                    user_id: row.actor_user_id.map(UserId),
                    name: row.actor_name,
                },
                reason: (!row.reason.is_empty()).then_some(row.reason),
                level: row.level.map(|level| level.parse()).transpose()?,
                email_id: row.email_id.map(EmailId),
                letter_sent: row.letter_sent,
                at: row.created_at,
            })
        })
        .collect()
}

/// Parses a stored state.
pub(crate) fn state(status: &str, sub_status: &str) -> StoreResult<State> {
    let (stage, sub_status) = (status.parse()?, sub_status.parse()?);
    State::new(stage, sub_status).ok_or_else(|| StoreError::Corrupt(format!("{stage} has no {sub_status}")))
}

/// The number of a job's applications per recommendation level, for the tier tabs.
pub async fn counts_by_level(
    tx: &mut TenantTx,
    job: JobId,
    stage: Stage,
) -> StoreResult<Vec<(RecommendationLevel, i64)>> {
    let rows = sqlx::query!(
        r#"SELECT recommendation_level AS "level!", count(*) AS "count!" FROM applications
           WHERE organization_id = $1 AND job_id = $2 AND status = $3 AND NOT is_archived
             AND recommendation_level IS NOT NULL
           GROUP BY 1"#,
        tx.organization().0,
        job.0,
        stage.as_str(),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter().map(|row| Ok((row.level.parse()?, row.count))).collect()
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
