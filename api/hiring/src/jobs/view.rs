//! A job as returned by the API.

use bole_domain::evaluation::Language;
use bole_domain::ids::{JobId, LocationId, OrganizationId};
use bole_store::jobs;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A job.
#[derive(Debug, Serialize, ToSchema)]
pub struct Job {
    /// The id.
    id: JobId,
    /// The title.
    title: String,
    /// The language of its title and description.
    language: Language,
    /// The core requirement, in short.
    core_requirement: String,
    /// The job description.
    jd: String,
    /// Evaluation criteria, if written by HR.
    ai_evaluation_criteria: String,
    /// Markdown: `##` opens a section, numbered lines are questions.
    ai_interview_questions: String,
    /// Used in emails and the description.
    company_name: String,
    /// Used in email signatures.
    recruiter_name: String,
    /// Address that accepts resumes for it.
    submission_email: Option<String>,
    /// The organization.
    organization_id: OrganizationId,
    /// The interview links it offers.
    location_ids: Vec<LocationId>,
    /// Whether name, contact, age, gender and similar data are withheld from the judging model.
    blind_mode: bool,
    /// Whether it is open.
    is_active: bool,
    /// Whether it is archived.
    is_deleted: bool,
    /// When it was archived.
    #[serde(with = "time::serde::rfc3339::option")]
    deleted_at: Option<OffsetDateTime>,
    /// Candidates, including archived ones.
    total_applications: i64,
    /// Candidates in AI评审.
    in_review: i64,
    /// Candidates past AI评审 and not archived.
    in_pipeline: i64,
    /// Uploaded ZIPs.
    total_batches: i64,
    /// The latest of its own update, an upload, and a candidate's update.
    #[serde(with = "time::serde::rfc3339")]
    last_activity_at: OffsetDateTime,
    /// Version for optimistic locking.
    version: i32,
    /// When it was created.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it was last updated.
    #[serde(with = "time::serde::rfc3339")]
    updated_at: OffsetDateTime,
}

impl From<jobs::Job> for Job {
    fn from(row: jobs::Job) -> Self {
        let jobs::Job {
            id,
            title,
            core_requirement,
            jd,
            ai_evaluation_criteria,
            ai_interview_questions,
            company_name,
            recruiter_name,
            submission_email,
            organization_id,
            location_ids,
            blind_mode,
            is_active,
            is_deleted,
            deleted_at,
            total_applications,
            in_review,
            in_pipeline,
            total_batches,
            last_activity_at,
            version,
            created_at,
            updated_at,
        } = row;
        Self {
            id,
            language: language_of(&title, &jd),
            title,
            core_requirement,
            jd,
            ai_evaluation_criteria,
            ai_interview_questions,
            company_name,
            recruiter_name,
            submission_email,
            organization_id,
            location_ids,
            blind_mode,
            is_active,
            is_deleted,
            deleted_at,
            total_applications,
            in_review,
            in_pipeline,
            total_batches,
            last_activity_at,
            version,
            created_at,
            updated_at,
        }
    }
}

/// The bytes of a description that decide its language.
const TELLING: usize = 2_000;

fn language_of(title: &str, jd: &str) -> Language {
    bole_ai::language_of(&format!("{title}\n{}", &jd[..jd.floor_char_boundary(TELLING)]))
}
