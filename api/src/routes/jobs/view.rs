//! A job as the screens see it.

use bole_domain::ids::{JobId, LocationId, OrganizationId};
use bole_store::jobs;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A job as the screens see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Job {
    /// Its id.
    id: JobId,
    /// What it is called.
    title: String,
    /// What candidates must bring, in short.
    core_requirement: String,
    /// The job description.
    jd: String,
    /// How candidates are to be judged, where HR says.
    ai_evaluation_criteria: String,
    /// Markdown: `##` opens a section, numbered lines are questions.
    ai_interview_questions: String,
    /// For mail and the description.
    company_name: String,
    /// For the signature of mail.
    recruiter_name: String,
    /// Where resumes for it are mailed to.
    submission_email: Option<String>,
    /// The organization.
    organization_id: OrganizationId,
    /// The interview links offered to its candidates.
    location_ids: Vec<LocationId>,
    /// Whether the model that judges its candidates is told nothing of name, contact, age, gender and the like.
    blind_mode: bool,
    /// Whether it takes candidates.
    is_active: bool,
    /// Whether it is archived.
    is_deleted: bool,
    /// Since when.
    #[serde(with = "time::serde::rfc3339::option")]
    deleted_at: Option<OffsetDateTime>,
    /// Candidates, archived ones included.
    total_applications: i64,
    /// Candidates in AI评审.
    in_review: i64,
    /// Candidates past AI评审 and not archived.
    in_pipeline: i64,
    /// Uploaded ZIPs.
    total_batches: i64,
    /// The latest of its own change, an upload, and a candidate's change.
    #[serde(with = "time::serde::rfc3339")]
    last_activity_at: OffsetDateTime,
    /// Counts its changes.
    version: i32,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it last changed.
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
