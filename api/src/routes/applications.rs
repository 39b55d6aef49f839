//! Applications: the ranked list of a job, and one in detail.

use axum::extract::State;
use axum::response::Response;
use bole_domain::application::ApplicationSource;
use bole_domain::evaluation::{AiEval, RecommendationLevel};
use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, EmailId, JobId, OrganizationId, PersonId, ResumeId, UserId};
use bole_domain::period::Timeline;
use bole_domain::permission::Permission;
use bole_domain::profile::WorkExperience;
use bole_domain::repair::AnalysisStatus;
use bole_domain::stage::{self, ArchiveReason, MoveKind, Stage, SubStatus};
use bole_store::applications::page::{ApplicationFilter, PageRequest};
use bole_store::applications::{self, ApplicationEvent};
use bole_store::{files, people};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::board::{Sort, check_search, read_cursor, write_cursor};
use super::people::Person;
use crate::code::Code;
use crate::error::{ApiError, ApiResult, StoreResultExt};
use crate::extract::{Item, Json, Page, Paging, Query, ReadTenant};
use crate::files::serve;
use crate::state::ApiState;
use crate::totals::List;

/// Any of the places where candidates are seen.
pub(super) const CANDIDATE_VIEW: [Permission; 5] = [
    Permission::AI_REVIEW_VIEW,
    Permission::PIPELINE_VIEW,
    Permission::TALENT_POOL_VIEW,
    Permission::SCHEDULE_VIEW,
    Permission::OFFER_WORKBENCH_VIEW,
];

/// Which applications to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApplicationQuery {
    /// Only of this job.
    job_id: Option<JobId>,
    /// Only in this stage.
    #[param(inline)]
    status: Option<Stage>,
    /// Only in this sub-status.
    #[param(inline)]
    sub_status: Option<SubStatus>,
    /// Only of tier 1, 2 or 3.
    #[param(minimum = 1, maximum = 3)]
    tier: Option<u8>,
    /// In name, email, phone, company or position.
    search: Option<String>,
    /// Archived ones, or those that are not. Without it, those that are not.
    archived: Option<bool>,
    /// `newest` in a lane of the board, else `score`.
    #[param(inline)]
    sort: Option<Sort>,
    /// `next_cursor` of the page before, instead of an offset.
    cursor: Option<String>,
}

/// A page of applications.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationPage {
    /// The page.
    items: Vec<Application>,
    /// How many there are in all.
    total: i64,
    /// Whether the total is up to ten seconds old, as it may be above 1,000.
    total_is_estimate: bool,
    /// For the next page; absent after the last.
    next_cursor: Option<String>,
}

/// One person applying for one job.
#[derive(Debug, Serialize, ToSchema)]
pub struct Application {
    /// Its id.
    id: ApplicationId,
    /// Whose it is.
    organization_id: OrganizationId,
    /// The job applied for.
    job_id: JobId,
    /// The job's title.
    job_title: String,
    /// Who applies.
    person_id: PersonId,
    /// Who applies, in full.
    person: Person,
    /// The resume the evaluation read.
    resume_id: Option<ResumeId>,
    /// The resume's file name.
    resume_file_name: Option<String>,
    /// Where the file is served; absent without a resume.
    resume_url: Option<String>,
    /// MIME type of the resume.
    resume_media_type: Option<String>,
    /// Stage.
    status: Stage,
    /// Where within the stage.
    sub_status: SubStatus,
    /// Since when it is in the sub-status.
    #[serde(with = "time::serde::rfc3339")]
    sub_status_since: OffsetDateTime,
    /// When the letter on an intended offer went out, while it may be sent again.
    #[serde(with = "time::serde::rfc3339::option")]
    intent_sent_at: Option<OffsetDateTime>,
    /// The evaluation.
    // As it is stored: to pass a page of them on costs a fraction of reading and writing them.
    #[schema(value_type = Option<AiEval>)]
    ai_eval: Option<Box<RawValue>>,
    /// 1–3 by recommendation level; absent without an evaluation.
    tier: Option<u8>,
    /// Out of the pipeline.
    is_archived: bool,
    /// Why.
    archive_reason: Option<ArchiveReason>,
    /// Since when.
    #[serde(with = "time::serde::rfc3339::option")]
    archived_at: Option<OffsetDateTime>,
    /// Where it came from.
    source: ApplicationSource,
    /// Counts changes; a change names the version it saw.
    version: i32,
    /// When the person applied, as far as Bole knows.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it last changed.
    #[serde(with = "time::serde::rfc3339")]
    updated_at: OffsetDateTime,
}

impl Application {
    /// A stored application of the organization as the wire has it.
    pub(super) fn of(row: applications::Application, organization_id: OrganizationId) -> Self {
        let applications::Application {
            id,
            job_id,
            job_title,
            person,
            resume_id,
            resume_file_name,
            resume_media_type,
            state,
            sub_status_since,
            intent_sent_at,
            ai_eval,
            recommendation_level,
            archive_reason,
            archived_at,
            source,
            version,
            created_at,
            updated_at,
        } = row;
        let resume_url = |_| format!("/api/organizations/{organization_id}/applications/{id}/resume");
        Self {
            id,
            organization_id,
            job_id,
            job_title,
            person_id: person.id,
            person: person.into(),
            resume_id,
            resume_file_name,
            resume_url: resume_id.map(resume_url),
            resume_media_type,
            status: state.stage(),
            sub_status: state.sub_status(),
            sub_status_since,
            intent_sent_at,
            ai_eval,
            tier: recommendation_level.map(RecommendationLevel::tier),
            is_archived: archive_reason.is_some(),
            archive_reason,
            archived_at,
            source,
            version,
            created_at,
            updated_at,
        }
    }
}

/// One application with everything that is known of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationDetail {
    /// The row of the list.
    #[serde(flatten)]
    application: Application,
    /// Employments, latest first.
    work_experiences: Vec<WorkExperience>,
    /// Years, gaps and overlaps of the employments.
    timeline: Timeline,
    /// How the analysis of the working life stands; absent without a resume.
    analysis_status: Option<AnalysisStatus>,
    /// Every change, oldest first.
    history: Vec<HistoryEntry>,
}

/// One change of an application.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryEntry {
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
    /// Who made it.
    actor: HistoryActor,
    /// What was done; absent for the arrival.
    #[serde(rename = "move")]
    kind: Option<MoveKind>,
    /// State before; absent for the arrival.
    from: Option<stage::State>,
    /// State after; the same where the application was archived or restored.
    to: stage::State,
    /// Why, where somebody said.
    reason: Option<String>,
    /// The email it came with.
    email_id: Option<EmailId>,
    /// Of a rejection: whether a letter told the candidate.
    letter_sent: Option<bool>,
}

/// Who made a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryActor {
    /// A person, the AI, the clock or the candidate.
    kind: EventActor,
    /// The member, where a person made it.
    user_id: Option<UserId>,
    /// Their name.
    name: Option<String>,
}

impl From<ApplicationEvent> for HistoryEntry {
    fn from(event: ApplicationEvent) -> Self {
        let ApplicationEvent {
            version: _,
            kind,
            from,
            to,
            actor,
            actor_user_id: user_id,
            actor_name: name,
            reason,
            email_id,
            letter_sent,
            created_at: at,
        } = event;
        let actor = HistoryActor { kind: actor, user_id, name };
        let reason = (!reason.is_empty()).then_some(reason);
        Self { at, actor, kind, from, to, reason, email_id, letter_sent }
    }
}

/// How many candidates a job has in AI review, by tier.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct TierCounts {
    /// 强烈推荐.
    tier_1: i64,
    /// 推荐.
    tier_2: i64,
    /// The rest.
    tier_3: i64,
}

/// Applications, best score first; those of a lane newest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/applications", operation_id = "list_applications",
    tag = "applications", params(("organization_id" = OrganizationId, Path), ApplicationQuery, Paging),
    responses((status = 200, body = ApplicationPage)))]
pub async fn list_applications(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(query): Query<ApplicationQuery>,
    page: Page,
) -> ApiResult<Json<ApplicationPage>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let ApplicationQuery { job_id, status, sub_status, tier, search, archived, sort, cursor } = query;
    check_search(search.as_deref())?;
    let is_lane = status.is_some_and(|status| status != Stage::AiReview);
    let sort = sort.unwrap_or(if is_lane { Sort::Newest } else { Sort::Score });
    let after = cursor.map(|cursor| read_cursor(sort, &cursor)).transpose()?;
    let filter = ApplicationFilter {
        job_id,
        status,
        sub_statuses: sub_status.map(|sub_status| vec![sub_status]),
        levels: tier.map(levels_of).transpose()?,
        is_archived: archived.unwrap_or(false),
        search,
    };
    let request = PageRequest { sort: sort.into(), after, limit: page.limit, offset: page.offset };
    let (rows, next) = applications::list(&mut tx, &filter, request).await?;
    let total = state.totals.of(&mut tx, List::Applications(filter)).await?;
    tx.release();
    let organization = tenant.organization();
    Ok(Json(ApplicationPage {
        items: rows.into_iter().map(|row| Application::of(row, organization)).collect(),
        total: total.count,
        total_is_estimate: total.is_estimate,
        next_cursor: next.map(write_cursor),
    }))
}

fn levels_of(tier: u8) -> ApiResult<Vec<RecommendationLevel>> {
    if !(1..=3).contains(&tier) {
        return Err(ApiError::invalid_field("tier", Code::FieldUnknownValue));
    }
    Ok(RecommendationLevel::ALL.iter().copied().filter(|level| level.tier() == tier).collect())
}

/// How many candidates a job has in AI review, by tier.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/jobs/{job_id}/tiers", operation_id = "count_tiers",
    tag = "applications", params(("organization_id" = OrganizationId, Path), ("job_id" = JobId, Path)),
    responses((status = 200, body = TierCounts)))]
pub async fn count_tiers(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(job): Item<JobId>,
) -> ApiResult<Json<TierCounts>> {
    tenant.require(Permission::AI_REVIEW_VIEW)?;
    let levels = applications::counts_by_level(&mut tx, job, Stage::AiReview).await?;
    tx.release();
    let mut counts = TierCounts::default();
    for (level, count) in levels {
        match level.tier() {
            1 => counts.tier_1 += count,
            2 => counts.tier_2 += count,
            _ => counts.tier_3 += count,
        }
    }
    Ok(Json(counts))
}

/// One application with its person, evaluation, working life and history.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/applications/{application_id}",
    operation_id = "get_application", tag = "applications",
    params(("organization_id" = OrganizationId, Path), ("application_id" = ApplicationId, Path)),
    responses((status = 200, body = ApplicationDetail)))]
pub async fn get_application(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Json<ApplicationDetail>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let (work_experiences, analysis_status) = match application.resume_id {
        Some(resume) => {
            (people::work_experiences(&mut tx, resume).await?, people::analysis_status(&mut tx, resume).await?)
        }
        None => (Vec::new(), None),
    };
    let history = applications::events(&mut tx, id).await?.into_iter().map(HistoryEntry::from).collect();
    tx.release();
    let timeline = super::people::timeline(&work_experiences);
    let application = Application::of(application, tenant.organization());
    Ok(Json(ApplicationDetail { application, work_experiences, timeline, analysis_status, history }))
}

/// The resume an application's evaluation read.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/applications/{application_id}/resume",
    operation_id = "get_application_resume", tag = "applications",
    params(("organization_id" = OrganizationId, Path), ("application_id" = ApplicationId, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "application/msword"),
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.wordprocessingml.document")))))]
pub async fn get_application_resume(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Response> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let resume = application.resume_id.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let resume = people::resume(&mut tx, resume).await?;
    let file = files::find(&mut tx, resume.file_id).await?;
    tx.release();
    serve(&state, file, &resume.file_name).await
}
