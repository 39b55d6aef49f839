//! Applications: promoting evaluations to the board, the ranked list of a job, and one in detail.

use bole_domain::evaluation::{AiEval, RecommendationLevel};
use bole_domain::ids::{ApplicationId, BatchTaskId, EvaluationId, JobId, PersonId, ResumeId, UserId};
use bole_domain::profile::{Education, Profile};
use bole_domain::stage::{Stage, SubStatus, promoted_sub_status};
use serde::Serialize;
use serde_json::value::RawValue;
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::batch_tasks::BatchTask;
use crate::people::{self, Candidate, Person};
use crate::search::containing;
use crate::{StoreError, StoreResult, TenantTx};

/// One person applying for one job.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Application {
    /// Its id.
    pub id: ApplicationId,
    /// The job applied for.
    pub job_id: JobId,
    /// The job's title.
    pub job_title: String,
    /// Who applies.
    pub person_id: PersonId,
    /// Who applies, in full.
    pub person: Person,
    /// The resume the evaluation read.
    pub resume_id: Option<ResumeId>,
    /// The resume's file name.
    pub resume_file_name: Option<String>,
    /// Where the file is served; absent without a resume.
    pub resume_url: Option<String>,
    /// MIME type of the resume.
    pub resume_media_type: Option<String>,
    /// Stage.
    pub status: Stage,
    /// Where within the stage.
    pub sub_status: SubStatus,
    /// The evaluation.
    // As it is stored: to pass a page of them on costs a fraction of reading and writing them.
    #[schema(value_type = Option<AiEval>)]
    pub ai_eval: Option<Box<RawValue>>,
    /// 1–3 by recommendation level; absent without an evaluation.
    pub tier: Option<u8>,
    /// Out of the pipeline.
    pub is_archived: bool,
    /// Why.
    pub archive_reason: Option<String>,
    /// Since when.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub archived_at: Option<OffsetDateTime>,
    /// Where it came from: `batch`.
    pub source: String,
    /// Counts changes; a change names the version it saw.
    pub version: i32,
    /// When the person applied, as far as Bole knows.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
    /// When it last changed.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: OffsetDateTime,
}

/// One change of status.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ApplicationEvent {
    /// Stage before; absent at the beginning.
    pub from_status: Option<Stage>,
    /// Sub-status before.
    pub from_sub_status: Option<SubStatus>,
    /// Stage after.
    pub to_status: Stage,
    /// Sub-status after.
    pub to_sub_status: SubStatus,
    /// person, ai or clock.
    pub actor_kind: String,
    /// The person's name.
    pub actor_name: Option<String>,
    /// Why.
    pub reason: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
}

/// Which applications to list, best score first.
#[derive(Debug, Clone, Default)]
pub struct ApplicationFilter {
    /// Only this one.
    pub id: Option<ApplicationId>,
    /// Only of this job.
    pub job_id: Option<JobId>,
    /// Only in this stage.
    pub status: Option<Stage>,
    /// Only in this sub-status.
    pub sub_status: Option<SubStatus>,
    /// Only with one of these recommendation levels (a tier).
    pub levels: Option<Vec<RecommendationLevel>>,
    /// Archived (true), not archived (false) or both.
    pub archived: Option<bool>,
    /// In name, email, phone, company or position.
    pub search: Option<String>,
    /// At most this many.
    pub limit: i64,
    /// After this many.
    pub offset: i64,
}

/// What promoting did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Promotion {
    /// New applications.
    pub created: i64,
    /// The person had applied for this job already.
    pub existing: i64,
    /// Not completed, or not evaluated.
    pub skipped: i64,
}

/// Makes completed entries applications in AI评审: one person, one application per job, however often it is called.
///
/// # Errors
/// When the database does not answer.
pub async fn promote(tx: &mut TenantTx, job: JobId, tasks: &[BatchTask], by: UserId) -> StoreResult<Promotion> {
    people::lock_identities(tx).await?;
    let ready: Vec<Ready<'_>> = tasks.iter().filter_map(Ready::of).collect();
    let mut promotion = Promotion { skipped: count(tasks.len() - ready.len()), ..Promotion::default() };
    let candidates: Vec<Candidate<'_>> = ready.iter().map(|ready| ready.candidate.clone()).collect();
    let people = people::find_or_add(tx, &candidates).await?;
    for (ready, (person, resume)) in ready.iter().zip(people) {
        let added = add(tx, job, person, resume, ready).await?;
        let application = match added {
            Some(id) => {
                promotion.created += 1;
                record_arrival(tx, id, ready.sub_status, by).await?;
                id
            }
            None => {
                promotion.existing += 1;
                find_of_person(tx, job, person).await?
            }
        };
        link(tx, ready.task, application).await?;
    }
    Ok(promotion)
}

/// An entry that can be promoted, with what promoting needs.
struct Ready<'a> {
    task: BatchTaskId,
    candidate: Candidate<'a>,
    evaluation: EvaluationId,
    level: RecommendationLevel,
    score: f64,
    sub_status: SubStatus,
}

impl<'a> Ready<'a> {
    fn of(task: &'a BatchTask) -> Option<Self> {
        if task.status != bole_domain::batch::TaskStatus::Completed {
            return None;
        }
        let (evaluation, level, score) = (task.evaluation_id?, task.recommendation?, task.score?);
        let profile: &Profile = task.profile.as_ref()?;
        let sub_status = promoted_sub_status(level)?;
        let candidate = Candidate { profile, file_id: task.file_id?, file_name: &task.file_name };
        Some(Self { task: task.id, candidate, evaluation, level, score, sub_status })
    }
}

async fn add(
    tx: &mut TenantTx,
    job: JobId,
    person: PersonId,
    resume: ResumeId,
    ready: &Ready<'_>,
) -> StoreResult<Option<ApplicationId>> {
    let organization = tx.organization().0;
    let id = sqlx::query_scalar!(
        r#"INSERT INTO applications (id, organization_id, job_id, person_id, resume_id, status, sub_status,
                                     evaluation_id, overall_score, recommendation_level)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           ON CONFLICT ON CONSTRAINT applications_job_person_key DO NOTHING RETURNING id"#,
        ApplicationId::new().0,
        organization,
        job.0,
        person.0,
        resume.0,
        Stage::AiReview.as_str(),
        ready.sub_status.as_str(),
        ready.evaluation.0,
        ready.score,
        ready.level.as_str(),
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    Ok(id.map(ApplicationId))
}

async fn record_arrival(tx: &mut TenantTx, id: ApplicationId, sub_status: SubStatus, by: UserId) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!(
        r#"INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind,
                                           actor_user_id)
           VALUES ($1, $2, $3, $4, $5, 'person', $6)"#,
        uuid::Uuid::now_v7(),
        organization,
        id.0,
        Stage::AiReview.as_str(),
        sub_status.as_str(),
        by.0,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

async fn find_of_person(tx: &mut TenantTx, job: JobId, person: PersonId) -> StoreResult<ApplicationId> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM applications WHERE organization_id = $1 AND job_id = $2 AND person_id = $3",
        tx.organization().0,
        job.0,
        person.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(ApplicationId(id))
}

async fn link(tx: &mut TenantTx, task: BatchTaskId, application: ApplicationId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE batch_tasks SET application_id = $3 WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        task.0,
        application.0,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Applications, best score first, and how many there are in all.
///
/// # Errors
/// When the database does not answer.
pub async fn list(tx: &mut TenantTx, filter: ApplicationFilter) -> StoreResult<(Vec<Application>, i64)> {
    let first = (filter.offset > 0).then(|| ApplicationFilter { limit: 1, offset: 0, ..filter.clone() });
    let ApplicationFilter { id, job_id, status, sub_status, levels, archived, search, limit, offset } = filter;
    let organization = tx.organization();
    let levels: Option<Vec<String>> = levels.map(|levels| levels.iter().map(ToString::to_string).collect());
    let pattern = containing(search.as_deref());
    let rows = sqlx::query!(
        // Which ones and how many are found in the applications alone; the rest is read for the page only.
        r#"WITH matching AS NOT MATERIALIZED (
               SELECT a.id, a.overall_score FROM applications a
               WHERE a.organization_id = $1 AND ($2::uuid IS NULL OR a.id = $2) AND ($3::uuid IS NULL OR a.job_id = $3)
                 AND ($4::text IS NULL OR a.status = $4) AND ($5::text IS NULL OR a.sub_status = $5)
                 AND ($6::text[] IS NULL OR a.recommendation_level = ANY ($6))
                 AND ($7::bool IS NULL OR a.is_archived = $7)
                 AND ($8::text IS NULL OR EXISTS (
                     SELECT FROM people p
                     WHERE p.organization_id = a.organization_id AND p.id = a.person_id
                       AND (p.name ILIKE $8 OR p.email ILIKE $8 OR p.phone ILIKE $8
                            OR p.current_company ILIKE $8 OR p.current_position ILIKE $8)))),
           page AS MATERIALIZED (
               SELECT id FROM matching ORDER BY overall_score DESC NULLS LAST, id LIMIT $9 OFFSET $10)
           SELECT a.id, a.job_id, j.title AS job_title, a.resume_id, r.file_name AS "resume_file_name?",
                  f.media_type AS "media_type?", a.status, a.sub_status, v.ai_eval AS "ai_eval?: Json<Box<RawValue>>",
                  a.recommendation_level, a.is_archived, a.archive_reason, a.archived_at, a.source, a.version, a.created_at, a.updated_at,
                  p.id AS person_id, p.name, p.email, p.phone, p.contact, p.current_company, p.current_position,
                  p.education AS "education: Json<Vec<Education>>", p.skills AS "skills: Json<Vec<String>>",
                  p.total_years_of_experience, p.is_in_talent_pool, (SELECT count(*) FROM matching) AS "total!"
           FROM applications a
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           LEFT JOIN resumes r ON r.organization_id = a.organization_id AND r.id = a.resume_id
           LEFT JOIN files f ON f.organization_id = a.organization_id AND f.id = r.file_id
           LEFT JOIN evaluations v ON v.organization_id = a.organization_id AND v.id = a.evaluation_id
           WHERE a.organization_id = $1 AND a.id = ANY (ARRAY(SELECT id FROM page))
           ORDER BY a.overall_score DESC NULLS LAST, a.id"#,
        organization.0,
        id.map(|id| id.0),
        job_id.map(|id| id.0),
        status.map(Stage::as_str),
        sub_status.map(SubStatus::as_str),
        levels.as_deref(),
        archived,
        pattern,
        limit,
        offset,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let total = match (rows.first(), first) {
        (Some(row), _) => row.total,
        // Past the end no row tells.
        (None, Some(first)) => Box::pin(list(tx, first)).await?.1,
        (None, None) => 0,
    };
    let applications = rows
        .into_iter()
        .map(|row| {
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
            };
            let level: Option<RecommendationLevel> = row.recommendation_level.map(|level| level.parse()).transpose()?;
            let url = |_| format!("/api/organizations/{organization}/applications/{}/resume", row.id);
            Ok(Application {
                id: ApplicationId(row.id),
                job_id: JobId(row.job_id),
                job_title: row.job_title,
                person_id: person.id,
                person,
                resume_id: row.resume_id.map(ResumeId),
                resume_file_name: row.resume_file_name,
                resume_url: row.resume_id.map(url),
                resume_media_type: row.media_type,
                status: row.status.parse()?,
                sub_status: row.sub_status.parse()?,
                tier: level.map(RecommendationLevel::tier),
                ai_eval: row.ai_eval.map(|json| json.0),
                is_archived: row.is_archived,
                archive_reason: row.archive_reason,
                archived_at: row.archived_at,
                source: row.source,
                version: row.version,
                created_at: row.created_at,
                updated_at: row.updated_at,
            })
        })
        .collect::<StoreResult<Vec<_>>>()?;
    Ok((applications, total))
}

/// One application.
///
/// # Errors
/// [`StoreError::NotFound`], or the database does not answer.
pub async fn find(tx: &mut TenantTx, id: ApplicationId) -> StoreResult<Application> {
    let filter = ApplicationFilter { id: Some(id), limit: 1, ..ApplicationFilter::default() };
    list(tx, filter).await?.0.pop().ok_or(StoreError::NotFound)
}

/// An application's changes of status, oldest first.
///
/// # Errors
/// When the database does not answer.
pub async fn events(tx: &mut TenantTx, id: ApplicationId) -> StoreResult<Vec<ApplicationEvent>> {
    let rows = sqlx::query!(
        r#"SELECT e.from_status, e.from_sub_status, e.to_status, e.to_sub_status, e.actor_kind,
                  u.full_name AS "actor_name?", e.reason, e.created_at
           FROM application_events e LEFT JOIN users u ON u.id = e.actor_user_id
           WHERE e.organization_id = $1 AND e.application_id = $2 ORDER BY e.id"#,
        tx.organization().0,
        id.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(ApplicationEvent {
                from_status: row.from_status.map(|status| status.parse()).transpose()?,
                from_sub_status: row.from_sub_status.map(|status| status.parse()).transpose()?,
                to_status: row.to_status.parse()?,
                to_sub_status: row.to_sub_status.parse()?,
                actor_kind: row.actor_kind,
                actor_name: row.actor_name,
                reason: row.reason,
                created_at: row.created_at,
            })
        })
        .collect()
}

/// How many applications of a job have each recommendation level, for the tiers' tabs.
///
/// # Errors
/// When the database does not answer.
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
