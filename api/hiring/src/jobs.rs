//! Jobs: list, create, update, archive, delete.

mod view;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{CursorPage, CursorPaging, JobInTenant, Json, Paged, Query, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::ids::{JobId, LocationId, MemberId};
use bole_domain::job::{JobSort, address_name};
use bole_domain::permission::Permission;
use bole_domain::text::clean_line;
use bole_domain::wire_enum;
use bole_store::jobs::{self, JobChange, JobFigures, JobFilter, JobList, NewJob};
use bole_store::{StoreError, TenantTx, interview_locations, members, organizations};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use self::view::Job;

bole_api_core::area! { "jobs":
    list_jobs, create_job, list_job_figures, get_job, update_job, delete_job, archive_job, restore_job, activate_job,
    deactivate_job, generate_submission_email, set_job_locations, copy_job
}

/// Maximum characters of a title or name.
const MAX_LINE: usize = 200;
/// Maximum interview links of a job.
const MAX_LOCATIONS: usize = 100;
/// Maximum members that a new job is assigned to.
const MAX_TEAM: usize = 100;
/// Maximum characters of a description, criteria or questions.
const MAX_TEXT: usize = 50_000;

wire_enum! {
    /// Filter by status.
    pub enum JobStatus {
        /// Open.
        Active => "active",
        /// Closed.
        Inactive => "inactive",
        Archived => "archived",
        /// All, including archived ones.
        All => "all",
    }
}

/// Filter of a list of jobs; without a status, all except archived ones.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JobQuery {
    /// Only this status.
    #[param(inline)]
    status: Option<JobStatus>,
    /// Search in title and company.
    #[param(max_length = 200)]
    search: Option<String>,
    /// Sort order; newest first by default.
    #[param(inline)]
    sort: Option<JobSort>,
}

/// The jobs, newest first by default.
#[utoipa::path(get, path = "/jobs", params(JobQuery, CursorPaging), responses((status = 200, body = Paged<Job>)))]
pub async fn list_jobs(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(JobQuery { status, search, sort }): Query<JobQuery>,
    page: CursorPage,
) -> ApiResult<Json<Paged<Job>>> {
    tenant.require(Permission::JOBS_VIEW)?;
    let filter = match status {
        None => JobFilter::Present,
        Some(JobStatus::Active) => JobFilter::Active,
        Some(JobStatus::Inactive) => JobFilter::Inactive,
        Some(JobStatus::Archived) => JobFilter::Archived,
        Some(JobStatus::All) => JobFilter::All,
    };
    let mut check = Check::new();
    check.at_most("search", search.as_deref().unwrap_or_default(), MAX_LINE);
    let sort = sort.unwrap_or(JobSort::Newest);
    check.ensure(page.0.after.is_none() || sort == JobSort::Newest, "cursor", Code::FieldInvalid);
    check.finish()?;
    let list = JobList { filter, search, sort, page: page.0 };
    let (jobs, total, next) = jobs::list(&mut tx, &list).await?;
    tx.release();
    Ok(Json(Paged::of((jobs, total)).before(next)))
}

/// Maximum jobs per call.
const MAX_FIGURES: usize = 100;

/// The jobs to count for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JobFiguresQuery {
    /// Job ids separated by commas; at most 100.
    ids: Option<String>,
}

/// Counts of jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobFiguresList {
    /// One entry per existing job.
    items: Vec<JobFigures>,
}

/// Additional counts of jobs in lists: evaluations, levels, creator.
#[utoipa::path(get, path = "/job-figures", params(JobFiguresQuery), responses((status = 200, body = JobFiguresList)))]
pub async fn list_job_figures(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(JobFiguresQuery { ids }): Query<JobFiguresQuery>,
) -> ApiResult<Json<JobFiguresList>> {
    tenant.require(Permission::JOBS_VIEW)?;
    let invalid = || ApiError::invalid_field("ids", Code::FieldInvalid);
    let ids = ids.as_deref().unwrap_or_default().split(',').filter(|id| !id.is_empty());
    let ids: Vec<JobId> =
        ids.map(|id| id.parse().map(JobId).map_err(|_| invalid())).take(MAX_FIGURES + 1).collect::<ApiResult<_>>()?;
    if ids.len() > MAX_FIGURES {
        return Err(invalid());
    }
    let items = jobs::figures(&mut tx, &ids).await?;
    tx.release();
    Ok(Json(JobFiguresList { items }))
}

/// The editable fields of a job. Creating requires title and jd; absent fields stay unchanged on update.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct JobInput {
    #[schema(max_length = 200)]
    title: Option<String>,
    /// The core requirement, in short.
    #[schema(max_length = 50_000)]
    core_requirement: Option<String>,
    /// The job description.
    #[schema(max_length = 50_000)]
    jd: Option<String>,
    /// Evaluation criteria: requirements, weights, dimensions, thresholds.
    #[schema(max_length = 50_000)]
    ai_evaluation_criteria: Option<String>,
    /// Markdown: `##` opens a section, numbered lines are questions.
    #[schema(max_length = 50_000)]
    ai_interview_questions: Option<String>,
    /// Used in emails and the description.
    #[schema(max_length = 200)]
    company_name: Option<String>,
    /// Used in email signatures.
    #[schema(max_length = 200)]
    recruiter_name: Option<String>,
    /// Address that accepts resumes for it; generated if absent or empty. Unique among all jobs.
    #[schema(format = "email")]
    submission_email: Option<String>,
    /// The interview links it offers; replaces the current ones.
    location_ids: Option<Vec<LocationId>>,
    /// Whether name, contact, age, gender and similar data are withheld from the judging model.
    blind_mode: Option<bool>,
    /// Whether it is open; a new job is.
    is_active: Option<bool>,
    /// The hiring team: members to assign a new job to. Only for a new job, and for members who may invite others.
    member_ids: Option<Vec<MemberId>>,
    /// The version an update is based on; if it differs, 409 with the current job.
    version: Option<i32>,
}

impl JobInput {
    fn check(&self, is_new: bool) -> ApiResult<()> {
        let Self {
            title,
            core_requirement,
            jd,
            ai_evaluation_criteria,
            ai_interview_questions,
            company_name,
            recruiter_name,
            submission_email,
            location_ids,
            blind_mode: _,
            is_active: _,
            member_ids,
            version: _,
        } = self;
        let mut check = Check::new();
        for (field, value, max) in [("title", title, MAX_LINE), ("jd", jd, MAX_TEXT)] {
            match value {
                Some(value) => check.text(field, value, max),
                None => check.ensure(!is_new, field, Code::FieldRequired),
            };
        }
        for (field, value, max) in [
            ("core_requirement", core_requirement, MAX_TEXT),
            ("ai_evaluation_criteria", ai_evaluation_criteria, MAX_TEXT),
            ("ai_interview_questions", ai_interview_questions, MAX_TEXT),
            ("company_name", company_name, MAX_LINE),
            ("recruiter_name", recruiter_name, MAX_LINE),
        ] {
            check.at_most(field, value.as_deref().unwrap_or_default(), max);
        }
        if let Some(email) = submission_email.as_deref().filter(|email| !email.trim().is_empty()) {
            check.email("submission_email", email);
        }
        let locations = location_ids.as_deref().unwrap_or_default();
        check.ensure(locations.len() <= MAX_LOCATIONS, "location_ids", Code::FieldTooLong);
        let team = member_ids.as_deref().unwrap_or_default();
        check.ensure(is_new || team.is_empty(), "member_ids", Code::FieldInvalid);
        check.ensure(team.len() <= MAX_TEAM, "member_ids", Code::FieldTooLong);
        check.finish()
    }

    fn address(&self) -> Option<String> {
        let email = self.submission_email.as_deref()?.trim().to_lowercase();
        (!email.is_empty()).then_some(email)
    }
}

/// Creates a job.
#[utoipa::path(post, path = "/jobs", responses((status = 201, body = Job, headers(("Location" = String)))))]
pub async fn create_job(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(input): Json<JobInput>,
) -> ApiResult<impl IntoResponse> {
    tenant.require(Permission::JOBS_CREATE)?;
    input.check(true)?;
    let title = clean_line(input.title.as_deref().unwrap_or_default());
    let address = input.address().unwrap_or_else(|| made_up_address(&state, &title));
    let mut tx = tenant.begin().await?;
    require_room(&mut tx).await?;
    let id = JobId::new();
    let trimmed = |text: Option<String>| text.unwrap_or_default().trim().to_owned();
    let new = NewJob {
        title,
        core_requirement: trimmed(input.core_requirement),
        jd: trimmed(input.jd),
        ai_evaluation_criteria: trimmed(input.ai_evaluation_criteria),
        ai_interview_questions: trimmed(input.ai_interview_questions),
        company_name: trimmed(input.company_name),
        recruiter_name: trimmed(input.recruiter_name),
        submission_email: address.clone(),
        is_active: input.is_active.unwrap_or(true),
        blind_mode: input.blind_mode.unwrap_or(false),
    };
    if let Err(error) = jobs::insert(&mut tx, id, &new, tenant.user_id()).await {
        return Err(explain(&tenant, tx, error, &address).await);
    }
    offer(&mut tx, id, input.location_ids.as_deref()).await?;
    assign(&mut tx, &tenant, id, input.member_ids.as_deref().unwrap_or_default()).await?;
    let job = Job::from(jobs::find(&mut tx, id).await?);
    tx.commit().await?;
    let location = [(header::LOCATION, format!("/api/organizations/{}/jobs/{id}", tenant.organization()))];
    Ok((StatusCode::CREATED, location, Json(job)))
}

/// One job, archived or not.
#[utoipa::path(get, path = "/jobs/{job_id}", params(("job_id" = JobId, Path)), responses((status = 200, body = Job)))]
pub async fn get_job(JobInTenant { tenant, job }: JobInTenant) -> ApiResult<Json<Job>> {
    tenant.require(Permission::JOBS_VIEW)?;
    Ok(Json(job.into()))
}

/// Updates a job.
#[utoipa::path(patch, path = "/jobs/{job_id}", params(("job_id" = JobId, Path)), responses((status = 200, body = Job)))]
pub async fn update_job(JobInTenant { tenant, job }: JobInTenant, Json(input): Json<JobInput>) -> ApiResult<Json<Job>> {
    tenant.require(Permission::JOBS_EDIT)?;
    input.check(false)?;
    let submission_email = input.address();
    let trimmed = |text: Option<String>| text.map(|text| text.trim().to_owned());
    let change = JobChange {
        title: input.title.as_deref().map(clean_line),
        core_requirement: trimmed(input.core_requirement),
        jd: trimmed(input.jd),
        ai_evaluation_criteria: trimmed(input.ai_evaluation_criteria),
        ai_interview_questions: trimmed(input.ai_interview_questions),
        company_name: trimmed(input.company_name),
        recruiter_name: trimmed(input.recruiter_name),
        submission_email,
        is_active: input.is_active,
        is_deleted: None,
        blind_mode: input.blind_mode,
    };
    apply_with(&tenant, job.id, &change, input.location_ids.as_deref(), input.version).await
}

/// Archives a job.
///
/// It keeps everything and can be restored.
#[utoipa::path(post, path = "/jobs/{job_id}/archive", params(("job_id" = JobId, Path)),
    responses((status = 200, body = Job)))]
pub async fn archive_job(JobInTenant { tenant, job }: JobInTenant) -> ApiResult<Json<Job>> {
    tenant.require(Permission::JOBS_ARCHIVE)?;
    require_idle(&job)?;
    apply(&tenant, job.id, &JobChange { is_deleted: Some(true), ..JobChange::default() }, None).await
}

/// Restores an archived job, if the plan has room.
#[utoipa::path(post, path = "/jobs/{job_id}/restore", params(("job_id" = JobId, Path)),
    responses((status = 200, body = Job)))]
pub async fn restore_job(JobInTenant { tenant, job }: JobInTenant) -> ApiResult<Json<Job>> {
    tenant.require(Permission::JOBS_ARCHIVE)?;
    if !job.is_deleted {
        return Ok(Json(job.into()));
    }
    let mut tx = tenant.begin().await?;
    require_room(&mut tx).await?;
    let change = JobChange { is_deleted: Some(false), ..JobChange::default() };
    jobs::change(&mut tx, job.id, &change, None).await.or_not_found(Code::JobNotFound)?;
    let job = jobs::find(&mut tx, job.id).await?;
    tx.commit().await?;
    Ok(Json(job.into()))
}

/// Reopens a job.
#[utoipa::path(post, path = "/jobs/{job_id}/activate", params(("job_id" = JobId, Path)),
    responses((status = 200, body = Job)))]
pub async fn activate_job(JobInTenant { tenant, job }: JobInTenant) -> ApiResult<Json<Job>> {
    set_active(&tenant, &job, true).await
}

/// Closes a job.
#[utoipa::path(post, path = "/jobs/{job_id}/deactivate", params(("job_id" = JobId, Path)),
    responses((status = 200, body = Job)))]
pub async fn deactivate_job(JobInTenant { tenant, job }: JobInTenant) -> ApiResult<Json<Job>> {
    set_active(&tenant, &job, false).await
}

/// Permanently deletes a job without candidates; one with candidates is archived and returned instead. An open job
/// with candidates is refused.
#[utoipa::path(delete, path = "/jobs/{job_id}", params(("job_id" = JobId, Path)),
    responses((status = 204), (status = 200, body = Job)))]
pub async fn delete_job(JobInTenant { tenant, job }: JobInTenant) -> ApiResult<Response> {
    tenant.require(Permission::JOBS_DELETE)?;
    let mut tx = tenant.begin().await?;
    if jobs::delete_empty(&mut tx, job.id).await? {
        tx.commit().await?;
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    require_idle(&jobs::find(&mut tx, job.id).await.or_not_found(Code::JobNotFound)?)?;
    jobs::change(&mut tx, job.id, &JobChange { is_deleted: Some(true), ..JobChange::default() }, None).await?;
    let job = jobs::find(&mut tx, job.id).await?;
    tx.commit().await?;
    Ok(Json(Job::from(job)).into_response())
}

/// A job's address for resumes.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionEmail {
    /// Unique among all jobs.
    submission_email: String,
}

/// Generates a new address for resumes; the old one becomes invalid.
#[utoipa::path(post, path = "/jobs/{job_id}/submission-email", params(("job_id" = JobId, Path)),
    responses((status = 200, body = SubmissionEmail)))]
pub async fn generate_submission_email(
    State(state): State<ApiState>,
    JobInTenant { tenant, job }: JobInTenant,
) -> ApiResult<Json<SubmissionEmail>> {
    tenant.require(Permission::JOBS_EDIT)?;
    let submission_email = made_up_address(&state, &job.title);
    let change = JobChange { submission_email: Some(submission_email.clone()), ..JobChange::default() };
    apply(&tenant, job.id, &change, None).await?;
    Ok(Json(SubmissionEmail { submission_email }))
}

async fn set_active(tenant: &Tenant, job: &jobs::Job, is_active: bool) -> ApiResult<Json<Job>> {
    tenant.require(Permission::JOBS_EDIT)?;
    if job.is_deleted {
        return Err(ApiError::conflict(Code::JobArchived, "The job is archived. Restore it first."));
    }
    apply(tenant, job.id, &JobChange { is_active: Some(is_active), ..JobChange::default() }, None).await
}

/// Sets a job's interview links, if given.
async fn offer(tx: &mut TenantTx, job: JobId, locations: Option<&[LocationId]>) -> ApiResult<()> {
    let Some(locations) = locations else { return Ok(()) };
    let refused = "job_locations_location_fkey";
    interview_locations::set_of_job(tx, job, locations).await.on_constraint(refused, unknown_location)
}

/// Assigns a new job to its hiring team.
async fn assign(tx: &mut TenantTx, tenant: &Tenant, job: JobId, team: &[MemberId]) -> ApiResult<()> {
    if team.is_empty() {
        return Ok(());
    }
    tenant.require(Permission::MEMBERS_CREATE)?;
    for id in team {
        let member = match members::find(tx, *id).await {
            Ok(member) if member.is_active => member,
            Ok(_) | Err(StoreError::NotFound) => {
                return Err(ApiError::invalid_field("member_ids", Code::MemberNotFound));
            }
            Err(error) => return Err(error.into()),
        };
        if !tenant.role().reaches(member.role) {
            return Err(ApiError::forbidden(Code::MemberRoleAboveOwn, "That reaches above your own role."));
        }
        members::assign(tx, member.user_id, job).await?;
    }
    Ok(())
}

/// An interview link that does not belong to the organization.
fn unknown_location() -> ApiError {
    ApiError::invalid_field("location_ids", Code::JobLocationUnknown)
}

/// Updates a job and returns it.
async fn apply(tenant: &Tenant, id: JobId, change: &JobChange, version: Option<i32>) -> ApiResult<Json<Job>> {
    apply_with(tenant, id, change, None, version).await
}

async fn apply_with(
    tenant: &Tenant,
    id: JobId,
    change: &JobChange,
    locations: Option<&[LocationId]>,
    version: Option<i32>,
) -> ApiResult<Json<Job>> {
    let mut tx = tenant.begin().await?;
    match jobs::change(&mut tx, id, change, version).await {
        Ok(()) => {}
        Err(StoreError::Stale) => {
            let current = jobs::find(&mut tx, id).await.or_not_found(Code::JobNotFound)?;
            tx.release();
            return Err(ApiError::stale(&Job::from(current)));
        }
        Err(StoreError::NotFound) => return Err(ApiError::not_found(Code::JobNotFound)),
        Err(error) => {
            return Err(explain(tenant, tx, error, change.submission_email.as_deref().unwrap_or_default()).await);
        }
    }
    offer(&mut tx, id, locations).await?;
    let job = jobs::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(job.into()))
}

/// The interview links to offer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct JobLocations {
    /// Replaces the current ones.
    location_ids: Vec<LocationId>,
}

/// Sets the interview links a job offers.
#[utoipa::path(put, path = "/jobs/{job_id}/locations", params(("job_id" = JobId, Path)),
    responses((status = 200, body = Job)))]
pub async fn set_job_locations(
    JobInTenant { tenant, job }: JobInTenant,
    Json(JobLocations { location_ids }): Json<JobLocations>,
) -> ApiResult<Json<Job>> {
    tenant.require(Permission::JOBS_EDIT)?;
    let mut check = Check::new();
    check.ensure(location_ids.len() <= MAX_LOCATIONS, "location_ids", Code::FieldTooLong);
    check.finish()?;
    apply_with(&tenant, job.id, &JobChange::default(), Some(&location_ids), None).await
}

/// Copies a job's texts and interview links into a new, closed job with its own address.
#[utoipa::path(post, path = "/jobs/{job_id}/copy", params(("job_id" = JobId, Path)),
    responses((status = 201, body = Job, headers(("Location" = String)))))]
pub async fn copy_job(
    State(state): State<ApiState>,
    JobInTenant { tenant, job }: JobInTenant,
) -> ApiResult<impl IntoResponse> {
    tenant.require(Permission::JOBS_CREATE)?;
    let mut tx = tenant.begin().await?;
    require_room(&mut tx).await?;
    let id = JobId::new();
    let submission_email = made_up_address(&state, &job.title);
    let new = NewJob {
        title: job.title,
        core_requirement: job.core_requirement,
        jd: job.jd,
        ai_evaluation_criteria: job.ai_evaluation_criteria,
        ai_interview_questions: job.ai_interview_questions,
        company_name: job.company_name,
        recruiter_name: job.recruiter_name,
        submission_email,
        is_active: false,
        blind_mode: job.blind_mode,
    };
    jobs::insert(&mut tx, id, &new, tenant.user_id()).await?;
    offer(&mut tx, id, Some(&job.location_ids)).await?;
    let copy = Job::from(jobs::find(&mut tx, id).await?);
    tx.commit().await?;
    let location = [(header::LOCATION, format!("/api/organizations/{}/jobs/{id}", tenant.organization()))];
    Ok((StatusCode::CREATED, location, Json(copy)))
}

/// An open job with candidates cannot be archived or deleted.
fn require_idle(job: &jobs::Job) -> ApiResult<()> {
    if job.is_active && job.total_applications > 0 {
        return Err(ApiError::conflict(
            Code::JobActiveWithCandidates,
            "The job is active and has candidates. Deactivate it first.",
        ));
    }
    Ok(())
}

/// Requires that the plan allows one more job. The organization stays locked, so that two requests cannot both take
/// the last place.
async fn require_room(tx: &mut TenantTx) -> ApiResult<()> {
    let allowed = organizations::lock_limits(tx).await.or_not_found(Code::OrganizationNotFound)?.max_jobs;
    if jobs::count_present(tx).await? >= i64::from(allowed) {
        return Err(ApiError::conflict(Code::JobLimitReached, format!("The plan allows {allowed} jobs.")));
    }
    Ok(())
}

/// Adds the conflicting job to an address conflict, if it belongs to this organization. `failed` is the aborted
/// transaction.
async fn explain(tenant: &Tenant, failed: TenantTx, error: StoreError, address: &str) -> ApiError {
    if !error.is_constraint("jobs_submission_email_key") {
        return error.into();
    }
    let refused = ApiError::invalid_field("submission_email", Code::JobSubmissionEmailTaken);
    if failed.rollback().await.is_err() {
        return refused;
    }
    let Ok(mut tx) = tenant.begin().await else { return refused };
    let other = jobs::by_submission_email(&mut tx, address).await;
    match other {
        Ok(Some((id, title))) => refused.against(&serde_json::json!({ "id": id, "title": title })),
        _ => refused,
    }
}

/// A new address that candidates can read: the title's words, and unambiguous letters and digits that make it unique.
fn made_up_address(state: &ApiState, title: &str) -> String {
    const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let end: String = (0..5).map(|_| char::from(ALPHABET[rand::random_range(0..ALPHABET.len())])).collect();
    format!("{}-{end}@{}", address_name(title), state.config.submission_domain)
}
