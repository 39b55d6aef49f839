//! Interviews, offers, onboarding, and email to and from candidates.

mod booking;
mod booking_hook;
mod email_receiver;
mod emails;
mod held_mail;
mod inbox;
mod interview_availability;
mod interview_calendar;
mod interview_duties;
mod interview_follow_ups;
mod interview_hours;
mod interview_locations;
mod interview_schedules;
mod interview_sessions;
#[cfg(test)]
mod linear;
mod mail_settings;
mod offer_attachments;
mod offer_page;
mod offers;
mod onboarding_items;
mod server_key;

use bole_api_core::state::ApiState;
use utoipa_axum::router::OpenApiRouter;

/// The routes of this area.
pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .merge(booking::routes())
        .merge(booking_hook::routes())
        .merge(email_receiver::routes())
        .merge(emails::routes())
        .merge(held_mail::routes())
        .merge(inbox::routes())
        .merge(interview_availability::routes())
        .merge(interview_calendar::routes())
        .merge(interview_duties::routes())
        .merge(interview_follow_ups::routes())
        .merge(interview_hours::routes())
        .merge(interview_locations::routes())
        .merge(interview_schedules::routes())
        .merge(interview_sessions::routes())
        .merge(mail_settings::routes())
        .merge(offer_attachments::routes())
        .merge(offer_page::routes())
        .merge(offers::routes())
        .merge(onboarding_items::routes())
}
