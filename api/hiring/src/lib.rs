//! Jobs, batches of resumes, candidates, the talent pool, the dashboard.

mod application_evaluations;
mod applications;
mod batch_tasks;
mod batches;
mod board;
mod dashboard;
mod evaluation_marks;
mod exports;
mod job_drafts;
mod job_rubrics;
mod jobs;
#[cfg(test)]
mod linear;
mod moves;
mod people;
mod person_merges;
mod person_records;
mod recognized_texts;
mod repairs;
mod saved_views;
mod talent_pool;
mod timing;
mod uploads;

use bole_api_core::state::ApiState;
use utoipa_axum::router::OpenApiRouter;

/// The routes of this area.
pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .merge(application_evaluations::routes())
        .merge(applications::routes())
        .merge(batch_tasks::routes())
        .merge(batches::routes())
        .merge(board::routes())
        .merge(dashboard::routes())
        .merge(evaluation_marks::routes())
        .merge(exports::routes())
        .merge(job_drafts::routes())
        .merge(job_rubrics::routes())
        .merge(jobs::routes())
        .merge(moves::routes())
        .merge(people::routes())
        .merge(person_merges::routes())
        .merge(person_records::routes())
        .merge(recognized_texts::routes())
        .merge(repairs::routes())
        .merge(saved_views::routes())
        .merge(talent_pool::routes())
}
