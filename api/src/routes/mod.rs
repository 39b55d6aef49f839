//! One file per resource.

pub mod ai_settings;
pub mod application_evaluations;
pub mod applications;
pub mod auth;
pub mod batch_tasks;
pub mod batches;
pub mod board;
pub mod dashboard;
pub mod dev;
pub mod events;
pub mod exports;
pub mod health;
pub mod invitations;
pub mod invited;
pub mod job_drafts;
pub mod job_rubrics;
pub mod jobs;
#[cfg(test)]
mod linear;
pub mod logos;
pub mod me;
pub mod members;
pub mod moves;
pub mod my_invitations;
pub mod ops;
pub mod organizations;
pub mod people;
pub mod person_records;
pub mod profiles;
pub mod prompts;
pub mod repairs;
pub mod roles;
pub mod saved_views;
pub mod settings;
pub mod talent_pool;
pub mod task_texts;
pub mod tasks;
mod uploads;

use bole_api_core::state::ApiState;
use utoipa_axum::router::OpenApiRouter;

/// The routes of all resources.
pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .merge(bole_api_interviews::routes())
        .merge(ai_settings::routes())
        .merge(application_evaluations::routes())
        .merge(applications::routes())
        .merge(auth::routes())
        .merge(batch_tasks::routes())
        .merge(batches::routes())
        .merge(board::routes())
        .merge(dashboard::routes())
        .merge(dev::routes())
        .merge(events::routes())
        .merge(exports::routes())
        .merge(invitations::routes())
        .merge(invited::routes())
        .merge(job_drafts::routes())
        .merge(job_rubrics::routes())
        .merge(jobs::routes())
        .merge(logos::routes())
        .merge(me::routes())
        .merge(members::routes())
        .merge(moves::routes())
        .merge(my_invitations::routes())
        .merge(ops::routes())
        .merge(organizations::routes())
        .merge(people::routes())
        .merge(person_records::routes())
        .merge(profiles::routes())
        .merge(prompts::routes())
        .merge(repairs::routes())
        .merge(roles::routes())
        .merge(saved_views::routes())
        .merge(settings::routes())
        .merge(talent_pool::routes())
        .merge(task_texts::routes())
        .merge(tasks::routes())
}
