//! A person's record as kept by members: marks, contact data, salaries, tags and notes.

use bole_store::people::merges;
use bole_store::people::record::{
    self, ApplicationSummary, Note, PersonChange, PersonEvent, PersonRecord, PersonSummary,
};
use std::collections::HashSet;

use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Item, Json, Page, Paged, Paging, Path, Query, ReadTenant, Tenant};
use bole_api_core::permissions::{CANDIDATE_VIEW, RECORD_EDIT};
use bole_domain::history::EventActor;
use bole_domain::ids::{PersonEventId, PersonId, UserId};
use bole_domain::organization::Role;
use bole_domain::permission::Permission;
use bole_domain::stage::ArchiveReason;
use bole_queue::kinds::enqueue_call_off;
use bole_store::people::erase::erase;
use bole_store::{TenantTx, ledger};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use crate::board::check_search;

bole_api_core::area! { "applications":
    get_person, update_person, delete_person, search_people, list_person_changes, list_notes, create_note
}

/// Permissions to write notes.
const NOTE_WRITE: [Permission; 4] = [
    Permission::AI_REVIEW_REVIEW,
    Permission::PIPELINE_EDIT,
    Permission::TALENT_POOL_EDIT,
    Permission::SCHEDULE_REVIEW,
];

const MAX_TAGS: usize = 30;
const MAX_TAG: usize = 40;
const MAX_NAME: usize = 200;
const MAX_SALARY: usize = 200;
const MAX_REASON: usize = 2_000;
const MAX_NOTE: usize = 20_000;

/// Salaries are hidden from interviewers and viewers.
const fn sees_salaries(role: Role) -> bool {
    !matches!(role, Role::Interviewer | Role::Viewer)
}

/// A person's record as this role may see it.
async fn seen(tx: &mut TenantTx, id: PersonId, role: Role) -> ApiResult<PersonRecord> {
    let mut record = record::find(tx, id).await.or_not_found(Code::PersonNotFound)?;
    if !sees_salaries(role) {
        (record.expected_salary, record.current_salary) = (None, None);
    }
    record.applications = record::applications(tx, id).await?;
    let is_open = |one: &&ApplicationSummary| one.archive_reason != Some(ArchiveReason::Eliminated);
    record.open_applications = record.applications.iter().filter(is_open).count();
    Ok(record)
}

/// The change, with trimmed texts.
fn checked(change: PersonChange) -> ApiResult<PersonChange> {
    let PersonChange { name, email, phone, contact, tags, .. } = change;
    let name = name.map(|name| name.trim().to_owned());
    let email = email.map(|email| filled(email).map(|email| email.to_lowercase()));
    let (phone, contact) = (phone.map(filled), contact.map(filled));
    let tags = tags.map(distinct);
    let mut check = Check::new();
    if let Some(name) = &name {
        check.text("name", name, MAX_NAME);
    }
    if let Some(Some(email)) = &email {
        check.email("email", email);
    }
    if let Some(Some(phone)) = &phone {
        check.phone("phone", phone);
    }
    for (field, value, max) in [
        ("contact", contact.as_ref().and_then(Option::as_ref), MAX_SALARY),
        ("expected_salary", change.expected_salary.as_ref(), MAX_SALARY),
        ("current_salary", change.current_salary.as_ref(), MAX_SALARY),
        ("blacklist_reason", change.blacklist_reason.as_ref(), MAX_REASON),
    ] {
        check.at_most(field, value.map_or("", String::as_str), max);
    }
    let tags_fit = |tags: &Vec<String>| tags.len() <= MAX_TAGS && tags.iter().all(|tag| tag.chars().count() <= MAX_TAG);
    check.ensure(tags.as_ref().is_none_or(tags_fit), "tags", Code::FieldTooLong);
    check.finish()?;
    Ok(PersonChange { name, email, phone, contact, tags, ..change })
}

fn filled(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Removes duplicate tags, keeping the order.
pub(super) fn distinct(tags: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    tags.into_iter().filter_map(|tag| filled(Some(tag))).filter(|tag| seen.insert(tag.clone())).collect()
}

/// One person; by the id of one who was merged, the person they were merged into.
#[utoipa::path(get, path = "/people/{person_id}", params(("person_id" = PersonId, Path)),
    responses((status = 200, body = PersonRecord)))]
pub async fn get_person(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<PersonId>,
) -> ApiResult<Json<PersonRecord>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let id = merges::kept(&mut tx, id).await?;
    let record = seen(&mut tx, id, tenant.role()).await?;
    tx.release();
    Ok(Json(record))
}

/// Permanently deletes a person with all their data: applications, interviews, offers, notes, resumes, evaluations,
/// and files used by no one else.
#[utoipa::path(delete, path = "/people/{person_id}", params(("person_id" = PersonId, Path)), responses((status = 204)))]
pub async fn delete_person(tenant: Tenant, Item(id): Item<PersonId>) -> ApiResult<StatusCode> {
    tenant.require(Permission::ORGANIZATION_MANAGE)?;
    let mut tx = tenant.begin().await?;
    let tasks = erase(&mut tx, id).await.or_not_found(Code::PersonNotFound)?;
    ledger::cancel_many(&mut tx, &tasks).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Updates a person and records the changes.
#[utoipa::path(patch, path = "/people/{person_id}", params(("person_id" = PersonId, Path)),
    responses((status = 200, body = PersonRecord)))]
pub async fn update_person(
    tenant: Tenant,
    Item(id): Item<PersonId>,
    Json(patch): Json<PersonChange>,
) -> ApiResult<Json<PersonRecord>> {
    tenant.require_any(&RECORD_EDIT)?;
    if patch.starred.is_some() || patch.blacklisted.is_some() {
        tenant.require(Permission::TALENT_POOL_EDIT)?;
    }
    let version = patch.version;
    let mut tx = tenant.begin().await?;
    record::lock(&mut tx, id).await.or_not_found(Code::PersonNotFound)?;
    let before = seen(&mut tx, id, tenant.role()).await?;
    if version.is_some_and(|version| version != before.version) {
        return Err(ApiError::stale(&before));
    }
    let change = checked(patch)?;
    let consequences = record::change(&mut tx, id, &change)
        .await
        .on_constraint(record::EMAIL_TAKEN, || ApiError::invalid_field("email", Code::PersonEmailTaken))?;
    enqueue_call_off(&mut tx, consequences.to_call_off).await?;
    let record = seen(&mut tx, id, tenant.role()).await?;
    tx.commit().await?;
    Ok(Json(record))
}

/// A note to add.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NoteInput {
    #[serde(default)]
    text: String,
}

/// The path of a person.
#[derive(Debug, Deserialize)]
pub struct PersonPath {
    pub(crate) person_id: PersonId,
}

/// The notes on a person, newest first.
#[utoipa::path(get, path = "/people/{person_id}/notes", params(("person_id" = PersonId, Path), Paging),
    responses((status = 200, body = Paged<Note>)))]
pub async fn list_notes(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(PersonPath { person_id }): Path<PersonPath>,
    page: Page,
) -> ApiResult<Json<Paged<Note>>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    record::find(&mut tx, person_id).await.or_not_found(Code::PersonNotFound)?;
    let notes = record::notes(&mut tx, person_id, page.limit, page.offset).await?;
    tx.release();
    Ok(Json(Paged::of(notes)))
}

/// Adds a note to a person.
#[utoipa::path(post, path = "/people/{person_id}/notes", params(("person_id" = PersonId, Path)),
    responses((status = 201, body = Note)))]
pub async fn create_note(
    tenant: Tenant,
    Path(PersonPath { person_id }): Path<PersonPath>,
    Json(NoteInput { text }): Json<NoteInput>,
) -> ApiResult<(StatusCode, Json<Note>)> {
    tenant.require_any(&NOTE_WRITE)?;
    let mut check = Check::new();
    check.text("text", &text, MAX_NOTE);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    record::find(&mut tx, person_id).await.or_not_found(Code::PersonNotFound)?;
    let note = record::add_note(&mut tx, person_id, text.trim()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(note)))
}

/// Search for people.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// Search in name, email, phone, company and position; required for results.
    #[serde(default)]
    search: String,
}

/// People matching a search, across all jobs.
#[utoipa::path(get, path = "/people", params(PeopleQuery, Paging),
    responses((status = 200, body = Paged<PersonSummary>)))]
pub async fn search_people(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(PeopleQuery { search }): Query<PeopleQuery>,
    page: Page,
) -> ApiResult<Json<Paged<PersonSummary>>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    check_search(Some(&search))?;
    let found = record::search(&mut tx, &search, page.limit).await?;
    tx.release();
    Ok(Json(Paged::all(found)))
}

/// A change of a person's record.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonChangeEntry {
    id: PersonEventId,
    actor_kind: EventActor,
    /// The member, while their account exists.
    user_id: Option<UserId>,
    user_name: Option<String>,
    /// The changed fields.
    changes: Vec<FieldChange>,
    /// Time of the event.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
}

/// Values of a field before and after.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldChange {
    /// A field of the record, `work_experience`, or the name of a person as `merged_person`, `separated_person` or
    /// `separated_from`.
    field: String,
    /// Its value before.
    from: serde_json::Value,
    /// Its value after.
    to: serde_json::Value,
}

impl PersonChangeEntry {
    fn of(row: PersonEvent, role: Role) -> Self {
        let PersonEvent { id, changes, actor, user_id, user_name, created_at } = row;
        let shown = |field: &str| sees_salaries(role) || !field.ends_with("_salary");
        let changes = changes.into_iter().filter(|(field, _)| shown(field)).map(|(field, change)| FieldChange {
            field,
            from: change["from"].clone(),
            to: change["to"].clone(),
        });
        Self { id, actor_kind: actor, user_id, user_name, changes: changes.collect(), at: created_at }
    }
}

/// Changes of a person's record, newest first.
#[utoipa::path(get, path = "/people/{person_id}/changes", params(("person_id" = PersonId, Path), Paging),
    responses((status = 200, body = Paged<PersonChangeEntry>)))]
pub async fn list_person_changes(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(PersonPath { person_id }): Path<PersonPath>,
    page: Page,
) -> ApiResult<Json<Paged<PersonChangeEntry>>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    record::find(&mut tx, person_id).await.or_not_found(Code::PersonNotFound)?;
    let (events, total) = record::events(&mut tx, person_id, page.limit, page.offset).await?;
    tx.release();
    let items = events.into_iter().map(|event| PersonChangeEntry::of(event, tenant.role()));
    Ok(Json(Paged { items: items.collect(), total, total_is_estimate: false, next_cursor: None }))
}
