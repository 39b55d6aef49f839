//! One file per resource.

pub mod ai_settings;
pub mod application_evaluations;
pub mod applications;
pub mod auth;
pub mod batch_tasks;
pub mod batches;
pub mod board;
pub mod booking;
pub mod booking_hook;
pub mod dashboard;
pub mod dev;
pub mod email_receiver;
pub mod emails;
pub mod events;
pub mod exports;
pub mod health;
pub mod interview_announcements;
pub mod interview_calendar;
pub mod interview_follow_ups;
pub mod interview_hours;
pub mod interview_locations;
pub mod interview_schedules;
pub mod interview_sessions;
pub mod invitations;
pub mod invited;
pub mod job_drafts;
pub mod job_rubrics;
pub mod jobs;
#[cfg(test)]
mod linear;
pub mod logos;
pub mod mail_settings;
pub mod me;
pub mod members;
pub mod moves;
pub mod my_invitations;
pub mod offer_attachments;
pub mod offer_page;
pub mod offers;
pub mod onboarding_items;
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
        .merge(ai_settings::routes())
        .merge(application_evaluations::routes())
        .merge(applications::routes())
        .merge(auth::routes())
        .merge(batch_tasks::routes())
        .merge(batches::routes())
        .merge(board::routes())
        .merge(booking::routes())
        .merge(booking_hook::routes())
        .merge(dashboard::routes())
        .merge(dev::routes())
        .merge(email_receiver::routes())
        .merge(emails::routes())
        .merge(events::routes())
        .merge(exports::routes())
        .merge(interview_calendar::routes())
        .merge(interview_follow_ups::routes())
        .merge(interview_hours::routes())
        .merge(interview_locations::routes())
        .merge(interview_schedules::routes())
        .merge(interview_sessions::routes())
        .merge(invitations::routes())
        .merge(invited::routes())
        .merge(job_drafts::routes())
        .merge(job_rubrics::routes())
        .merge(jobs::routes())
        .merge(logos::routes())
        .merge(mail_settings::routes())
        .merge(me::routes())
        .merge(members::routes())
        .merge(moves::routes())
        .merge(my_invitations::routes())
        .merge(offer_attachments::routes())
        .merge(offer_page::routes())
        .merge(offers::routes())
        .merge(onboarding_items::routes())
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
