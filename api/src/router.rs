//! All routes, grouped by caller.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::middleware::{etag, headers, observe, origin, security_log, time_limit};
use crate::openapi::{Document, complete};
use crate::routes::health::ProcessMetrics;
use crate::routes::*;
use crate::state::ApiState;
use crate::web;

/// Maximum size of a JSON body; uploads set their own limit.
const MAX_JSON: usize = 2 << 20;

/// The documented routes.
fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::with_openapi(Document::openapi())
        // Anonymous
        .routes(routes!(auth::registration))
        .routes(routes!(auth::sign_up))
        .routes(routes!(auth::sign_in))
        .routes(routes!(auth::sign_out))
        .routes(routes!(auth::session))
        .routes(routes!(auth::refresh))
        .routes(routes!(auth::resend))
        .routes(routes!(auth::reset_password))
        .routes(routes!(auth::verify))
        .routes(routes!(invited::get_invitation))
        .routes(routes!(invited::accept_invitation))
        .routes(routes!(invited::decline_invitation))
        .routes(routes!(offer_page::get_offer_page))
        .routes(routes!(offer_page::get_offer_page_letter))
        .routes(routes!(offer_page::get_offer_page_attachment))
        .routes(routes!(offer_page::accept_offer))
        .routes(routes!(offer_page::decline_offer))
        .routes(routes!(booking::get_booking_page, booking::book_interview, booking::cancel_booking))
        .routes(routes!(booking::get_booking_ics))
        .routes(routes!(booking_hook::receive_booking_hook).layer(booking_hook::limit()))
        // Signed-in users
        .routes(routes!(auth::update_user, auth::delete_user))
        .routes(routes!(auth::list_sessions))
        .routes(routes!(auth::end_session))
        .routes(routes!(auth::sign_out_everywhere))
        .routes(routes!(me::my_organizations))
        .routes(routes!(profiles::get_my_profile, profiles::put_my_profile))
        .routes(routes!(profiles::get_my_preferences, profiles::put_my_preferences))
        .routes(routes!(my_invitations::my_invitations))
        .routes(routes!(my_invitations::accept_my_invitations))
        .routes(routes!(my_invitations::accept_my_invitation))
        .routes(routes!(my_invitations::decline_my_invitation))
        .routes(routes!(organizations::create_organization))
        // Members of the organization
        .routes(routes!(
            organizations::get_organization,
            organizations::update_organization,
            organizations::delete_organization
        ))
        .routes(routes!(organizations::get_usage))
        .routes(routes!(logos::get_logo, logos::put_logo, logos::delete_logo).layer(logos::limit()))
        .routes(routes!(members::list_members))
        .routes(routes!(members::update_member, members::deactivate_member))
        .routes(routes!(members::get_member_jobs, members::set_member_jobs))
        .routes(routes!(members::end_member_sessions))
        .routes(routes!(invitations::list_invitations, invitations::create_invitation))
        .routes(routes!(invitations::cancel_invitation))
        .routes(routes!(invitations::resend_invitation))
        .routes(routes!(invitations::copy_invitation_link))
        .routes(routes!(roles::list_roles))
        .routes(routes!(roles::set_role_permissions))
        .routes(routes!(batches::upload_batch).layer(DefaultBodyLimit::disable()))
        .routes(routes!(batches::list_batches))
        .routes(routes!(batches::get_batch))
        .routes(routes!(batches::count_batch_levels))
        .routes(routes!(batches::list_batch_tasks, batches::clear_batch_tasks))
        .routes(routes!(batches::count_batch_reasons))
        .routes(routes!(batches::retry_failed_batch_tasks))
        .routes(routes!(batches::promote_batch))
        .routes(routes!(batch_tasks::get_batch_task, batch_tasks::delete_batch_task))
        .routes(routes!(batch_tasks::retry_batch_task))
        .routes(
            routes!(batch_tasks::get_batch_task_file, batch_tasks::replace_batch_task_file).layer(batch_tasks::limit()),
        )
        .routes(routes!(applications::list_applications))
        .routes(routes!(applications::count_tiers))
        .routes(routes!(applications::get_application, moves::update_application))
        .routes(routes!(moves::drag_applications))
        .routes(routes!(moves::mark_applications_passed))
        .routes(routes!(moves::take_back_applications))
        .routes(routes!(moves::eliminate_applications))
        .routes(routes!(moves::archive_applications))
        .routes(routes!(moves::restore_applications))
        .routes(routes!(moves::recall_applications))
        .routes(routes!(moves::onboard_applications))
        .routes(routes!(talent_pool::count_rankable_people, talent_pool::rank_talent_pool))
        .routes(routes!(applications::get_application_resume))
        .routes(routes!(board::count_lanes))
        .routes(routes!(board::get_board))
        .routes(routes!(board::get_conversion))
        .routes(routes!(talent_pool::list_talent_pool))
        .routes(routes!(person_records::get_person, person_records::update_person, person_records::delete_person))
        .routes(routes!(person_records::search_people))
        .routes(routes!(person_records::list_person_changes))
        .routes(routes!(person_records::list_notes, person_records::create_note))
        .routes(routes!(people::list_resumes))
        .routes(routes!(people::list_work_experiences))
        .routes(routes!(people::analyze_work_experience))
        .routes(routes!(emails::generate_email_content))
        .routes(routes!(emails::send_email))
        .routes(routes!(emails::list_emails, emails::create_email_draft))
        .routes(routes!(emails::update_email))
        .routes(routes!(emails::retry_email))
        .routes(routes!(emails::withdraw_email))
        .routes(routes!(emails::resolve_email))
        .routes(routes!(emails::update_email_tracking))
        .routes(routes!(emails::get_email_service))
        .routes(routes!(emails::start_email_service))
        .routes(routes!(emails::check_interview_timeout))
        .routes(routes!(mail_settings::get_smtp_settings, mail_settings::put_smtp_settings))
        .routes(routes!(mail_settings::test_smtp_settings))
        .routes(routes!(booking_hook::get_booking_hook, booking_hook::delete_booking_hook))
        .routes(routes!(booking_hook::rotate_booking_hook_secret))
        .routes(routes!(tasks::list_tasks))
        .routes(routes!(interview_schedules::list_schedules, interview_schedules::create_schedule))
        .routes(routes!(interview_schedules::update_schedule))
        .routes(routes!(interview_schedules::link_schedule))
        .routes(routes!(interview_schedules::get_schedule_ics))
        .routes(routes!(interview_sessions::list_interview_sessions, interview_sessions::create_interview_session))
        .routes(routes!(interview_sessions::update_interview_session))
        .routes(routes!(
            interview_sessions::get_interview_draft,
            interview_sessions::put_interview_draft,
            interview_sessions::delete_interview_draft
        ))
        .routes(routes!(interview_sessions::get_interview_guide))
        .routes(routes!(interview_follow_ups::propose_follow_ups))
        .routes(routes!(interview_hours::get_interview_hours, interview_hours::put_interview_hours))
        .routes(routes!(
            interview_calendar::get_interview_calendar,
            interview_calendar::put_interview_calendar,
            interview_calendar::delete_interview_calendar
        ))
        .routes(routes!(interview_hours::list_interviewers))
        .routes(routes!(booking::create_booking_link))
        .routes(routes!(offers::list_offers, offers::create_offer))
        .routes(routes!(offers::get_offer, offers::update_offer))
        .routes(routes!(offers::get_offer_letter))
        .routes(routes!(offer_attachments::add_offer_attachment).layer(offer_attachments::limit()))
        .routes(routes!(offer_attachments::get_offer_attachment, offer_attachments::remove_offer_attachment))
        .routes(routes!(offers::submit_offer))
        .routes(routes!(offers::approve_offer))
        .routes(routes!(offers::return_offer))
        .routes(routes!(offers::send_offer))
        .routes(routes!(offers::withdraw_offer))
        .routes(routes!(onboarding_items::list_onboarding_items, onboarding_items::add_onboarding_items))
        .routes(routes!(onboarding_items::update_onboarding_item, onboarding_items::delete_onboarding_item))
        .routes(routes!(events::stream_events))
        .routes(routes!(dashboard::get_dashboard))
        .routes(routes!(dashboard::list_dashboard_candidates))
        .routes(routes!(dashboard::export_dashboard))
        .routes(routes!(dashboard::find_dashboard_insights))
        .routes(routes!(exports::list_exports))
        .routes(routes!(exports::get_export_file))
        .routes(routes!(tasks::get_task))
        .routes(routes!(task_texts::stream_task_text))
        .routes(routes!(tasks::retry_task))
        .routes(routes!(tasks::cancel_task))
        .routes(routes!(jobs::list_jobs, jobs::create_job))
        .routes(routes!(jobs::list_job_figures))
        .routes(routes!(jobs::get_job, jobs::update_job, jobs::delete_job))
        .routes(routes!(jobs::archive_job))
        .routes(routes!(jobs::restore_job))
        .routes(routes!(jobs::activate_job))
        .routes(routes!(jobs::deactivate_job))
        .routes(routes!(jobs::generate_submission_email))
        .routes(routes!(job_rubrics::get_job_rubric, job_rubrics::put_job_rubric, job_rubrics::delete_job_rubric))
        .routes(routes!(jobs::set_job_locations))
        .routes(routes!(jobs::copy_job))
        .routes(routes!(interview_locations::list_interview_locations, interview_locations::create_interview_location))
        .routes(routes!(interview_locations::update_interview_location, interview_locations::delete_interview_location))
        .routes(routes!(job_drafts::draft_job))
        .routes(routes!(job_drafts::translate_text))
        .routes(routes!(job_drafts::parse_questions))
        .routes(routes!(prompts::list_prompts, prompts::create_prompt))
        .routes(routes!(prompts::update_prompt, prompts::delete_prompt))
        .routes(routes!(prompts::preview_prompt))
        .routes(routes!(settings::system_status))
        .routes(routes!(email_receiver::get_setting, email_receiver::put_setting))
        .routes(routes!(email_receiver::test_email_receiver))
        .routes(routes!(email_receiver::list_inbound_messages))
        .routes(routes!(job_rubrics::preview_rubric))
        .routes(routes!(application_evaluations::evaluate_applications))
        .routes(routes!(application_evaluations::evaluate_job_again))
        .routes(routes!(application_evaluations::list_application_evaluations))
        .routes(routes!(application_evaluations::list_batch_level_changes))
        .routes(routes!(saved_views::list_saved_views, saved_views::save_view))
        .routes(routes!(saved_views::delete_saved_view))
        .routes(routes!(ai_settings::get_ai_settings, ai_settings::put_ai_settings))
        .routes(routes!(ai_settings::get_ai_state))
        .routes(routes!(ai_settings::test_ai_settings))
        .routes(routes!(ai_settings::resume_ai))
        .routes(routes!(ai_settings::get_ai_usage))
        .routes(routes!(repairs::reprocess_resumes))
        .routes(routes!(repairs::analyze_resume))
        .routes(routes!(repairs::list_employment_problems))
        .routes(routes!(repairs::correct_employment))
        // Operators
        .routes(routes!(ops::get_ops_overview))
        .routes(routes!(ops::list_ops_tasks))
        .routes(routes!(ops::redrive_ops_tasks))
        // Local mode
        .routes(routes!(dev::mailbox))
}

/// The OpenAPI document of all routes.
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    complete(routes().split_for_parts().1)
}

/// The whole service: API, health, metrics and the web app.
pub fn router(state: ApiState) -> Router {
    let (api, document) = routes().split_for_parts();
    let document = complete(document);
    let api = api
        .route("/api/openapi.json", get(move || std::future::ready(axum::Json(document))))
        .method_not_allowed_fallback(health::method_not_allowed)
        .layer(from_fn(time_limit::time_limit))
        .layer(from_fn_with_state(state.clone(), security_log::security_log))
        .layer(from_fn(headers::private))
        .layer(from_fn(etag::etag));
    let probes = Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics));
    Router::new()
        .merge(api)
        .merge(probes)
        .fallback(web::fallback)
        .layer(DefaultBodyLimit::max(MAX_JSON))
        .layer(from_fn_with_state(state.clone(), origin::check_origin))
        .layer(from_fn_with_state(state.clone(), origin::check_host))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(state.clone(), headers::secure))
        .layer(CompressionLayer::new())
        .layer(from_fn(observe::observe))
        .with_state(state)
}

/// Liveness and metrics of a process without the API, such as a worker.
pub fn process_router(token: &str, recorded: PrometheusHandle) -> Router {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/metrics", get(health::process_metrics))
        .with_state(ProcessMetrics { token: token.into(), recorded })
}

/// The panic message may quote a resume; the panic hook logs the location.
fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> axum::response::Response {
    use axum::response::IntoResponse;
    ApiError::internal(&"a handler panicked").into_response()
}
