//! Access control: one table of who may call what, tested against every documented route.

use std::collections::BTreeMap;

use bole_domain::organization::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Answer, Client, TestApp, form};

/// Routes of an organization, by operation. `x`: allowed; `.`: 403. Without a session the response is 401; for
/// non-members, another organization's owner and deactivated members it is 404 `organization.not_found`.
const IN_AN_ORGANIZATION: &str = "
operation                  owner admin hr_manager recruiter interviewer viewer
get_organization             x     x       x          x          x         x
get_logo                     x     x       x          x          x         x
get_task                     x     x       x          x          x         x
list_tasks                   x     x       x          x          x         x
retry_task                   x     x       x          x          x         x
cancel_task                  x     x       x          x          x         x
update_organization          x     x       .          .          .         .
put_logo                     x     x       .          .          .         .
delete_logo                  x     x       .          .          .         .
list_roles                   x     x       .          .          .         .
set_role_permissions         x     x       .          .          .         .
get_usage                    x     x       x          .          .         .
list_members                 x     x       x          .          .         .
get_member_jobs              x     x       x          .          .         .
update_member                x     x       .          .          .         .
deactivate_member            x     x       .          .          .         .
set_member_jobs              x     x       .          .          .         .
end_member_sessions          x     x       .          .          .         .
list_invitations             x     x       x          .          .         .
create_invitation            x     x       x          .          .         .
cancel_invitation            x     x       x          .          .         .
resend_invitation            x     x       x          .          .         .
copy_invitation_link         x     x       x          .          .         .
generate_email_content       x     x       x          x          .         .
fill_email_template          x     x       x          x          .         .
send_email                   x     x       x          x          .         .
list_emails                  x     x       x          x          .         .
create_email_draft           x     x       x          x          .         .
update_email                 x     x       x          x          .         .
retry_email                  x     x       x          x          .         .
correct_email_address        x     x       x          x          .         .
withdraw_email               x     x       x          x          .         .
dismiss_email                x     x       x          x          .         .
resolve_email                x     x       x          x          .         .
update_email_tracking        x     x       x          x          .         .
get_email_service            x     x       x          x          .         .
start_email_service          x     x       x          x          .         .
check_interview_timeout      x     x       x          x          .         .
get_smtp_settings            x     x       x          .          .         .
put_smtp_settings            x     x       x          .          .         .
test_smtp_settings           x     x       x          .          .         .
get_booking_hook             x     x       x          .         .         .
rotate_booking_hook_secret   x     x       x          .         .         .
delete_booking_hook          x     x       x          .         .         .
list_jobs                    x     x       x          x          .         .
list_job_figures             x     x       x          x          .         .
get_job                      x     x       x          x          .         .
get_job_rubric               x     x       x          x          .         .
create_job                   x     x       x          .          .         .
update_job                   x     x       x          .          .         .
preview_rubric               x     x       x          .          .         .
read_job_criteria            x     x       x          .          .         .
put_job_rubric               x     x       x          .          .         .
delete_job_rubric            x     x       x          .          .         .
activate_job                 x     x       x          .          .         .
deactivate_job               x     x       x          .          .         .
generate_submission_email    x     x       x          .          .         .
archive_job                  x     x       x          .          .         .
restore_job                  x     x       x          .          .         .
upload_batch                 x     x       x          .          .         .
list_batches                 x     x       x          .          .         .
get_batch                    x     x       x          .          .         .
count_batch_levels           x     x       x          .          .         .
list_batch_tasks             x     x       x          .          .         .
clear_batch_tasks            x     x       x          .          .         .
count_batch_reasons          x     x       x          .          .         .
retry_failed_batch_tasks     x     x       x          .          .         .
evaluate_batch_again         x     x       x          .          .         .
promote_batch                x     x       x          .          .         .
get_batch_task               x     x       x          .          .         .
get_batch_task_file          x     x       x          .          .         .
get_batch_task_text          x     x       x          .          .         .
replace_batch_task_file      x     x       x          .          .         .
retry_batch_task             x     x       x          .          .         .
delete_batch_task            x     x       x          .          .         .
list_applications            x     x       x          x          x         .
count_tiers                  x     x       x          x          .         .
get_application              x     x       x          x          x         .
get_application_resume       x     x       x          x          x         .
get_application_resume_text  x     x       x          x          x         .
list_resumes                 x     x       x          x          x         .
list_work_experiences        x     x       x          x          x         .
analyze_work_experience      x     x       x          x          x         .
update_application           x     x       x          x         .         .
drag_applications            x     x       x          x         .         .
mark_applications_passed     x     x       x          x         .         .
take_back_applications       x     x       x          x         .         .
eliminate_applications       x     x       x          x         .         .
archive_applications         x     x       x          x         .         .
restore_applications         x     x       x          x         .         .
recall_applications          x     x       x          x         .         .
count_rankable_people        x     x       x          .         .         .
rank_talent_pool             x     x       x          .         .         .
onboard_applications         x     x       x          .         .         .
count_lanes                  x     x       x          x         .         .
get_board                    x     x       x          x         .         .
get_conversion               x     x       x          x         .         .
list_talent_pool             x     x       x          x         x         .
get_person                   x     x       x          x         x         .
update_person                x     x       x          x         .         .
delete_person                x     x       .          .         .         .
list_notes                   x     x       x          x         x         .
create_note                  x     x       x          x         x         .
search_people                x     x       x          x          x         .
list_person_changes          x     x       x          x          x         .
list_same_contact            x     x       x          x          x         .
keep_people_apart            x     x       x          x         .         .
list_person_merges           x     x       x          x          x         .
merge_people                 x     x       x          x         .         .
undo_person_merge            x     x       x          x         .         .
list_batch_level_changes     x     x       x          .          .         .
list_saved_views             x     x       x          x          x         x
save_view                    x     x       x          x          x         x
delete_saved_view            x     x       x          x          x         x
list_schedules               x     x       x          x         x         .
create_schedule              x     x       x          x         .         .
update_schedule              x     x       x          x         x         .
link_schedule                x     x       x          x         x         .
get_schedule_ics             x     x       x          x         x         .
list_interview_sessions      x     x       x          x         x         .
create_interview_session     x     x       x          x         x         .
update_interview_session     x     x       x          x         x         .
get_interview_draft          x     x       x          x         x         .
put_interview_draft          x     x       x          x         x         .
delete_interview_draft       x     x       x          x         x         .
get_interview_guide          x     x       x          x         x         .
propose_follow_ups           x     x       x          x         x         .
get_interview_hours          x     x       x          x         x         .
put_interview_hours          x     x       x          x         x         .
get_interview_calendar       x     x       x          x         x         .
put_interview_calendar       x     x       x          x         x         .
delete_interview_calendar    x     x       x          x         x         .
list_interviewers            x     x       x          x         x         .
get_interview_availability   x     x       x          x         .         .
list_interview_duties        x     x       x          x         .         .
hand_over_interviews         x     x       x          x         .         .
create_booking_link          x     x       x          x         .         .
stream_events                x     x       x          x         x         x
list_offers                  x     x       x          .         .         .
list_pending_offers          x     x       x          .         .         .
get_offer                    x     x       x          .         .         .
get_offer_letter             x     x       x          .         .         .
create_offer                 x     x       x          .         .         .
update_offer                 x     x       x          .         .         .
add_offer_attachment         x     x       x          .         .         .
get_offer_attachment         x     x       x          .         .         .
remove_offer_attachment      x     x       x          .         .         .
submit_offer                 x     x       x          .         .         .
approve_offer                x     x       .          .         .         .
return_offer                 x     x       .          .         .         .
send_offer                   x     x       x          .         .         .
withdraw_offer               x     x       x          .         .         .
list_onboarding_items        x     x       x          .         .         .
add_onboarding_items         x     x       x          .         .         .
update_onboarding_item       x     x       x          .         .         .
delete_onboarding_item       x     x       x          .         .         .
evaluate_applications        x     x       x          .          .         .
evaluate_job_again           x     x       x          .          .         .
list_application_evaluations x     x       x          x          .         .
get_marks                    x     x       x          x          x         .
put_mark                     x     x       x          x          x         .
delete_mark                  x     x       x          x          x         .
list_mark_counts             x     x       x          x          .         .
get_ai_settings              x     x       x          .          .         .
put_ai_settings              x     x       x          .          .         .
test_ai_settings             x     x       x          .          .         .
get_ai_providers             x     x       x          .          .         .
list_ai_models               x     x       x          .          .         .
resume_ai                    x     x       x          .          .         .
list_judge_measurements      x     x       x          .          .         .
measure_judge                x     x       x          .          .         .
list_model_batches           x     x       x          .          .         .
withdraw_model_batch         x     x       x          .          .         .
get_ai_state                 x     x       x          x          x         x
get_ai_usage                 x     x       x          .          .         .
set_job_locations            x     x       x          .          .         .
copy_job                     x     x       x          .          .         .
list_interview_locations     x     x       x          x          .         .
create_interview_location    x     x       x          .          .         .
update_interview_location    x     x       x          .          .         .
delete_interview_location    x     x       x          .          .         .
draft_job                    x     x       x          .          .         .
translate_text               x     x       x          x          x         .
stream_task_text             x     x       x          x         x         x
parse_questions              x     x       x          x          .         .
list_prompts                 x     x       x          .          .         .
create_prompt                x     x       x          .          .         .
update_prompt                x     x       x          .          .         .
delete_prompt                x     x       x          .          .         .
preview_prompt               x     x       x          .          .         .
system_status                x     x       x          .          .         .
get_setting                  x     x       x          .          .         .
put_setting                  x     x       x          .          .         .
test_email_receiver          x     x       x          .         .         .
list_inbound_messages        x     x       x          .         .         .
get_inbound_files            x     x       x          x         .         .
count_unread_messages        x     x       x          x         .         .
get_inbound_message          x     x       x          x         .         .
mark_inbound_message         x     x       x          x         .         .
answer_inbound_message       x     x       x          x         .         .
attach_inbound_message       x     x       x          x         .         .
give_inbound_message         x     x       x          .         .         .
get_dashboard                x     x       x          .          .         x
reprocess_resumes            x     x       x          .          .         .
analyze_resume               x     x       x          x          .         .
list_employment_problems     x     x       x          x          .         .
correct_employment           x     x       x          x          .         .
list_dashboard_candidates    x     x       x          .          .         .
find_dashboard_insights      x     x       x          .          .         x
export_dashboard             x     x       x          .          .         .
list_exports                 x     x       x          .          .         x
get_export_file              x     x       x          .          .         x
delete_job                   x     .       .          .          .         .
delete_organization          x     .       .          .          .         .
";

/// Routes outside any organization. `x`: allowed; `.`: 401.
const OUTSIDE: &str = "
operation                  nobody user
registration                 x     x
sign_up                      x     x
sign_in                      x     x
sign_out                     x     x
refresh                      .     x
resend_confirmation          x     x
reset_password               x     x
verify                       x     x
session                      .     x
update_user                  .     x
delete_user                  .     x
change_email                 .     x
list_sessions                .     x
end_session                  .     x
sign_out_everywhere          .     x
my_organizations             .     x
get_my_profile               .     x
put_my_profile               .     x
get_my_preferences           .     x
put_my_preferences           .     x
create_organization          .     x
my_invitations               .     x
accept_my_invitations        .     x
accept_my_invitation         .     x
decline_my_invitation        .     x
get_invitation               x     x
accept_invitation            x     x
decline_invitation           x     x
get_offer_page               x     x
get_offer_page_letter        x     x
get_offer_page_attachment    x     x
accept_offer                 x     x
decline_offer                x     x
get_booking_page             x     x
book_interview               x     x
cancel_booking               x     x
get_booking_ics              x     x
get_booking_logo             x     x
receive_booking_hook         x     x
dev_mailbox                  .     .
";

/// Routes for operators. 401 without a session, 403 for other users.
const FOR_OPERATORS: [&str; 3] = ["get_ops_overview", "list_ops_tasks", "redrive_ops_tasks"];

/// A body with the fields an operation requires; an empty object for the others.
fn body(operation: &str) -> Value {
    match operation {
        "create_invitation" => json!({ "email": "new@example.com", "role": "viewer" }),
        "evaluate_applications" => json!({ "ids": [] }),
        "put_mark" => json!({ "evaluation_id": uuid::Uuid::nil(), "criterion": 0, "verdict": "met" }),
        "keep_people_apart" => json!({ "person_ids": [uuid::Uuid::nil()] }),
        "merge_people" => json!({ "person_id": uuid::Uuid::nil() }),
        "hand_over_interviews" => json!({ "to": uuid::Uuid::nil() }),
        "set_member_jobs" => json!({ "job_ids": [] }),
        "give_inbound_message" => json!({ "job_id": uuid::Uuid::nil() }),
        "attach_inbound_message" => json!({ "application_id": uuid::Uuid::nil() }),
        "answer_inbound_message" => json!({ "body": "Tuesday it is." }),
        "verify" => json!({ "type": "signup", "token_hash": "x" }),
        "put_job_rubric" => json!({ "criteria": [] }),
        "parse_questions" => json!({ "markdown": "" }),
        "translate_text" => json!({ "textToTranslate": "Hello", "targetLanguage": "zh-CN" }),
        "draft_job" => json!({ "kind": "jd" }),
        "put_interview_calendar" => json!({ "address": "https://calendar.example.com/a.ics" }),
        "put_interview_hours" => json!({ "time_zone": "UTC", "weekly": [], "slot_minutes": 30, "buffer_minutes": 0,
                                         "notice_hours": 0 }),
        "create_prompt" => json!({ "prompt_type": "jd", "text": "Write." }),
        "put_setting" => json!({ "value": {} }),
        "put_my_preferences" => json!({ "email_notifications": true, "candidate_updates": false, "offer_updates": true,
            "interview_reminders": true, "date_format": "iso" }),
        "reprocess_resumes" => json!({ "filter": {} }),
        "correct_employment" => json!({ "version": 1 }),
        "export_dashboard" => json!({ "format": "xlsx", "language": "en-US" }),
        "find_dashboard_insights" => json!({ "language": "en-US" }),
        "set_job_locations" => json!({ "location_ids": [] }),
        "analyze_work_experience" => json!({ "experiences": [] }),
        "resolve_email" => json!({ "sent": true }),
        "correct_email_address" => json!({ "to": "new@example.com" }),
        "create_email_draft" | "update_email_tracking" | "fill_email_template" => {
            json!({ "applicationId": uuid::Uuid::nil(), "emailType": "rejection" })
        }
        _ => json!({}),
    }
}

/// Operation → column → whether it is allowed.
fn read(table: &'static str) -> Vec<(&'static str, BTreeMap<&'static str, bool>)> {
    let mut lines = table.trim().lines();
    let columns: Vec<_> = lines.next().unwrap().split_whitespace().skip(1).collect();
    let row = |line: &'static str| {
        let mut words = line.split_whitespace();
        let operation = words.next().unwrap();
        let cells: Vec<_> = words.map(|word| word == "x").collect();
        assert_eq!(cells.len(), columns.len(), "{operation}");
        (operation, columns.iter().copied().zip(cells).collect())
    };
    lines.map(row).collect()
}

/// Every documented operation: its method and path.
async fn documented(client: &Client) -> BTreeMap<String, (Method, String)> {
    let document = client.get("/api/openapi.json").await.expect(200);
    let mut operations = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Ok(method) = method.to_uppercase().parse::<Method>() else { continue };
            let Some(name) = operation["operationId"].as_str() else { continue };
            operations.insert(name.to_owned(), (method, path.clone()));
        }
    }
    operations
}

/// The path with the organization and the job, and unknown ids for other parameters.
fn filled(path: &str, organization: &str, job: &str) -> String {
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let mut path =
        path.replace("{organization_id}", &id(organization)).replace("{job_id}", &id(job)).replace("{role}", "viewer");
    while let Some((start, end)) = path.find('{').zip(path.find('}')) {
        path.replace_range(start..=end, "0190a1b2-0000-7000-8000-000000000000");
    }
    path
}

async fn call(client: &Client, operation: &str, (method, path): &(Method, String)) -> Answer {
    if operation == "upload_batch" {
        let entries = [("a.pdf", resume_pdf("Maria", 3))];
        return Answer::of(client.request(method.clone(), path).multipart(form(archive(entries)))).await;
    }
    if operation == "stream_events" {
        // An accepted stream never ends, so only its head is checked.
        let response = client.request(method.clone(), path).send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = if status == 200 { String::new() } else { response.text().await.unwrap() };
        return Answer { status, headers, text };
    }
    // Required query parameters.
    let query = match operation {
        "clear_batch_tasks" | "count_batch_reasons" => "?status=failed",
        "delete_mark" => "?evaluation_id=0190a1b2-0000-7000-8000-000000000000&criterion=0",
        "list_interview_sessions" => "?application_id=0190a1b2-0000-7000-8000-000000000000",
        _ => "",
    };
    client.send(method.clone(), &format!("{path}{query}"), (*method != Method::GET).then(|| body(operation))).await
}

#[tokio::test]
async fn routes_and_access_table_rows_match() {
    let app = TestApp::new().await;
    let documented = documented(&app.anonymous()).await;
    let in_an_organization: Vec<_> = read(IN_AN_ORGANIZATION).into_iter().map(|row| row.0).collect();
    let outside: Vec<_> = read(OUTSIDE).into_iter().map(|row| row.0).collect();
    for (name, (_, path)) in &documented {
        if path.starts_with("/api/ops/") {
            assert!(FOR_OPERATORS.contains(&name.as_str()), "{name} ({path}) has no row");
            continue;
        }
        let rows = if path.contains("{organization_id}") { &in_an_organization } else { &outside };
        assert!(rows.contains(&name.as_str()), "{name} ({path}) has no row");
    }
    let rows = in_an_organization.len() + outside.len() + FOR_OPERATORS.len();
    assert_eq!(documented.len(), rows, "a row without a route");
}

#[tokio::test]
async fn role_access_matches_the_table() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    owner.get(&organization).await.expect(200);
    let job = owner.job(&organization).await;
    let routes: BTreeMap<_, _> = documented(&owner)
        .await
        .into_iter()
        .map(|(name, (method, path))| (name, (method, filled(&path, &organization, &job))))
        .collect();

    let anonymous = app.anonymous();
    let (stranger, _) = app.owner("other").await;
    let former = app.member(&organization, Role::Admin).await;
    owner.delete(&former.membership(&organization).await).await.expect(204);
    for (operation, _) in read(IN_AN_ORGANIZATION) {
        let route = &routes[operation];
        assert_eq!(call(&anonymous, operation, route).await.problem(401), "auth.unauthenticated", "{operation}");
        for (who, client) in [("stranger", &stranger), ("former member", &former)] {
            let answer = call(client, operation, route).await;
            assert_eq!(answer.problem(404), "organization.not_found", "{operation} by a {who}");
        }
    }

    // From the least to the most privileged: the owner's deletions come last.
    for role in Role::ALL.iter().rev() {
        let client = if *role == Role::Owner { owner.clone() } else { app.member(&organization, *role).await };
        if !role.sees_all_jobs() {
            owner.assign(&job, &client).await;
        }
        for (operation, may) in read(IN_AN_ORGANIZATION) {
            let answer = call(&client, operation, &routes[operation]).await;
            let said = || format!("{operation} by {role}: {} {}", answer.status, answer.text);
            if may[role.as_str()] {
                assert!(!matches!(answer.status, 401 | 403) && answer.status < 500, "{}", said());
                assert!(!answer.text.contains("organization.not_found"), "{}", said());
            } else {
                assert_eq!(answer.problem(403), "permission.denied", "{}", said());
            }
        }
    }
    assert_eq!(owner.get(&organization).await.status, 404, "the last row deleted it");
}

#[tokio::test]
async fn routes_of_a_job_are_not_found_by_members_without_it() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let member = app.member(&organization, Role::HrManager).await;
    let allowed: BTreeMap<_, _> = read(IN_AN_ORGANIZATION).into_iter().collect();
    let mut routes = documented(&owner).await;
    routes.retain(|operation, (_, path)| {
        path.contains("{job_id}") && allowed[operation.as_str()][Role::HrManager.as_str()]
    });
    assert!(routes.len() > 15, "{routes:?}");
    for (operation, (method, path)) in routes {
        let route = (method, filled(&path, &organization, &job));
        assert_eq!(call(&member, &operation, &route).await.problem(404), "job.not_found", "{operation}");
    }
}

#[tokio::test]
async fn session_requirement_outside_organizations_matches_the_table() {
    let app = TestApp::new().await;
    for (operation, may) in read(OUTSIDE) {
        for who in ["nobody", "user"] {
            let client = match who {
                "nobody" => app.anonymous(),
                _ => app.user(&format!("{operation}@example.com").replace('_', "-")).await,
            };
            let (method, path) = documented(&client).await.remove(operation).unwrap();
            let answer = call(&client, operation, &(method, filled(&path, "", ""))).await;
            if may[who] {
                let refused = answer.status == 401 && answer.text.contains("auth.unauthenticated");
                assert!(!refused && answer.status < 500, "{operation} by {who}: {} {}", answer.status, answer.text);
            } else {
                assert_eq!(answer.problem(401), "auth.unauthenticated", "{operation} by {who}");
            }
        }
    }
}

#[tokio::test]
async fn only_operators_see_the_operations_page() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let operator = app.user("operator@example.com").await;
    let mut tx = app.db.identity().await.unwrap();
    assert!(bole_store::operations::set_operator(&mut tx, "operator@example.com", true).await.unwrap());
    tx.commit().await.unwrap();
    let routes = documented(&owner).await;
    for operation in FOR_OPERATORS {
        let route = &routes[operation];
        assert_eq!(call(&app.anonymous(), operation, route).await.problem(401), "auth.unauthenticated", "{operation}");
        assert_eq!(call(&owner, operation, route).await.problem(403), "operator.required", "{operation}");
        assert_eq!(call(&operator, operation, route).await.status, 200, "{operation}");
    }
    // Operators have no access to organizations.
    assert_eq!(operator.get(&organization).await.problem(404), "organization.not_found");
}
