//! A person as members keep them: marks, contact, salaries, tags and notes.

use std::collections::HashSet;

use axum::http::StatusCode;
use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, JobId, NoteId, OrganizationId, PersonEventId, PersonId, UserId};
use bole_domain::organization::Role;
use bole_domain::permission::Permission;
use bole_domain::stage::{ArchiveReason, Stage, SubStatus};
use bole_queue::kinds::announce_cancellations;
use bole_store::ledger;
use bole_store::people::erase::erase;
use bole_store::people::record::{
    self, FoundPerson, PersonApplication, PersonChange, PersonEvent, PersonNote, PersonRecord,
};
use serde::{Deserialize, Deserializer, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::applications::CANDIDATE_VIEW;
use super::board::check_search;
use super::people::Person;
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, StoreResultExt};
use crate::extract::{Item, Json, Page, Paged, Paging, Path, Query, ReadTenant, Tenant};

/// Whoever works with candidates keeps their record.
pub(crate) const RECORD_EDIT: [Permission; 3] =
    [Permission::AI_REVIEW_REVIEW, Permission::PIPELINE_EDIT, Permission::TALENT_POOL_EDIT];

/// Whoever meets candidates writes notes.
const NOTE_WRITE: [Permission; 4] = [
    Permission::AI_REVIEW_REVIEW,
    Permission::PIPELINE_EDIT,
    Permission::TALENT_POOL_EDIT,
    Permission::SCHEDULE_REVIEW,
];

const MAX_TAGS: usize = 30;
const MAX_TAG: usize = 40;
const MAX_SALARY: usize = 200;
const MAX_REASON: usize = 2_000;
const MAX_NOTE: usize = 20_000;

/// A person with what members keep of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonDetail {
    /// Who it is.
    #[serde(flatten)]
    person: Person,
    /// Why they are blacklisted, where somebody said.
    blacklist_reason: String,
    /// What they would like to earn; absent for interviewers and viewers.
    expected_salary: Option<String>,
    /// What they earn; absent for interviewers and viewers.
    current_salary: Option<String>,
    /// Labels.
    tags: Vec<String>,
    /// The last email or note.
    #[serde(with = "time::serde::rfc3339::option")]
    last_contact_at: Option<OffsetDateTime>,
    /// What they applied for, newest first.
    applications: Vec<ApplicationSummary>,
    /// How many applications blacklisting would eliminate, of those seen.
    open_applications: usize,
    /// Counts changes.
    version: i32,
    /// When they were first heard of.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When the record last changed.
    #[serde(with = "time::serde::rfc3339")]
    updated_at: OffsetDateTime,
}

/// An application of a person, in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationSummary {
    /// Its id.
    id: ApplicationId,
    /// For which job.
    job_id: JobId,
    /// The job's title.
    job_title: String,
    /// Stage.
    status: Stage,
    /// Where within the stage.
    sub_status: SubStatus,
    /// Why it is archived, where it is.
    archive_reason: Option<ArchiveReason>,
    /// The evaluation's score.
    overall_score: Option<f64>,
    /// The person's years in employments that count for the job.
    relevant_years: Option<f64>,
    /// Counts changes; a change names the version it saw.
    version: i32,
    /// When they applied.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

impl From<PersonApplication> for ApplicationSummary {
    fn from(row: PersonApplication) -> Self {
        let PersonApplication {
            id,
            job_id,
            job_title,
            state,
            archive_reason,
            overall_score,
            relevant_years,
            version,
            created_at,
        } = row;
        let (status, sub_status) = (state.stage(), state.sub_status());
        Self {
            id,
            job_id,
            job_title,
            status,
            sub_status,
            archive_reason,
            overall_score,
            relevant_years,
            version,
            created_at,
        }
    }
}

/// Salaries are between the candidate and those who hire.
const fn sees_salaries(role: Role) -> bool {
    !matches!(role, Role::Interviewer | Role::Viewer)
}

impl PersonDetail {
    fn of(record: PersonRecord, applications: Vec<PersonApplication>, role: Role) -> Self {
        let PersonRecord {
            person,
            blacklist_reason,
            expected_salary,
            current_salary,
            tags,
            last_contact_at,
            version,
            created_at,
            updated_at,
        } = record;
        let sees_salaries = sees_salaries(role);
        let is_open = |one: &&PersonApplication| one.archive_reason != Some(ArchiveReason::Eliminated);
        Self {
            person: person.into(),
            blacklist_reason,
            expected_salary: sees_salaries.then_some(expected_salary),
            current_salary: sees_salaries.then_some(current_salary),
            tags,
            last_contact_at,
            open_applications: applications.iter().filter(is_open).count(),
            applications: applications.into_iter().map(Into::into).collect(),
            version,
            created_at,
            updated_at,
        }
    }
}

/// What to change of a person; absent fields stay, `null` empties one.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PersonPatch {
    /// The star of a card.
    is_in_talent_pool: Option<bool>,
    /// The favourite mark inside the talent pool.
    starred: Option<bool>,
    /// Not to be hired: eliminates every application of the person, for good.
    blacklisted: Option<bool>,
    /// Why.
    blacklist_reason: Option<String>,
    /// An email address.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    email: Option<Option<String>>,
    /// A telephone number: digits, spaces and `+ - ( ) .`, 5 to 20 digits.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    phone: Option<Option<String>>,
    /// Another way to reach them.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    contact: Option<Option<String>>,
    /// What they would like to earn, as written.
    expected_salary: Option<String>,
    /// What they earn, as written.
    current_salary: Option<String>,
    /// Labels; at most 30.
    tags: Option<Vec<String>>,
    /// The version that was read: if it moved on, 409 with the person as they are.
    version: Option<i32>,
}

/// Tells `null` from absent.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl PersonPatch {
    fn check(self) -> ApiResult<PersonChange> {
        let Self {
            is_in_talent_pool,
            starred,
            blacklisted,
            blacklist_reason,
            email,
            phone,
            contact,
            expected_salary,
            current_salary,
            tags,
            version: _,
        } = self;
        let email = email.map(|email| filled(email).map(|email| email.to_lowercase()));
        let (phone, contact) = (phone.map(filled), contact.map(filled));
        let tags = tags.map(distinct);
        let mut check = Check::new();
        if let Some(Some(email)) = &email {
            check.email("email", email);
        }
        if let Some(Some(phone)) = &phone {
            check.phone("phone", phone);
        }
        for (field, value, max) in [
            ("contact", contact.as_ref().and_then(Option::as_ref), MAX_SALARY),
            ("expected_salary", expected_salary.as_ref(), MAX_SALARY),
            ("current_salary", current_salary.as_ref(), MAX_SALARY),
            ("blacklist_reason", blacklist_reason.as_ref(), MAX_REASON),
        ] {
            check.at_most(field, value.map_or("", String::as_str), max);
        }
        let tags_fit =
            |tags: &Vec<String>| tags.len() <= MAX_TAGS && tags.iter().all(|tag| tag.chars().count() <= MAX_TAG);
        check.ensure(tags.as_ref().is_none_or(tags_fit), "tags", Code::FieldTooLong);
        check.finish()?;
        Ok(PersonChange {
            is_in_talent_pool,
            starred,
            blacklisted,
            blacklist_reason,
            email,
            phone,
            contact,
            expected_salary,
            current_salary,
            tags,
        })
    }
}

fn filled(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Each tag once, in the order they were given.
pub(super) fn distinct(tags: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    tags.into_iter().filter_map(|tag| filled(Some(tag))).filter(|tag| seen.insert(tag.clone())).collect()
}

/// One person.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/people/{person_id}", operation_id = "get_person",
    tag = "applications", params(("organization_id" = OrganizationId, Path), ("person_id" = PersonId, Path)),
    responses((status = 200, body = PersonDetail)))]
pub async fn get_person(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<PersonId>,
) -> ApiResult<Json<PersonDetail>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let record = record::find(&mut tx, id).await.or_not_found(Code::PersonNotFound)?;
    let applications = record::applications(&mut tx, id).await?;
    tx.release();
    Ok(Json(PersonDetail::of(record, applications, tenant.role())))
}

/// Deletes a person for good, with everything that is kept of them: applications, interviews, offers, notes, resumes,
/// evaluations, and the files that are nobody else's.
#[utoipa::path(delete, path = "/api/organizations/{organization_id}/people/{person_id}",
    operation_id = "delete_person", tag = "applications",
    params(("organization_id" = OrganizationId, Path), ("person_id" = PersonId, Path)), responses((status = 204)))]
pub async fn delete_person(tenant: Tenant, Item(id): Item<PersonId>) -> ApiResult<StatusCode> {
    tenant.require(Permission::ORGANIZATION_MANAGE)?;
    let mut tx = tenant.begin().await?;
    let tasks = erase(&mut tx, id).await.or_not_found(Code::PersonNotFound)?;
    ledger::cancel_many(&mut tx, &tasks).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes a person. Who changed what is recorded.
#[utoipa::path(patch, path = "/api/organizations/{organization_id}/people/{person_id}", operation_id = "update_person",
    tag = "applications", params(("organization_id" = OrganizationId, Path), ("person_id" = PersonId, Path)),
    request_body = PersonPatch,
    responses((status = 200, body = PersonDetail)))]
pub async fn update_person(
    tenant: Tenant,
    Item(id): Item<PersonId>,
    Json(patch): Json<PersonPatch>,
) -> ApiResult<Json<PersonDetail>> {
    tenant.require_any(&RECORD_EDIT)?;
    if patch.starred.is_some() || patch.blacklisted.is_some() {
        tenant.require(Permission::TALENT_POOL_EDIT)?;
    }
    let seen = patch.version;
    let mut tx = tenant.begin().await?;
    record::lock(&mut tx, id).await.or_not_found(Code::PersonNotFound)?;
    let before = record::find(&mut tx, id).await.or_not_found(Code::PersonNotFound)?;
    if seen.is_some_and(|seen| seen != before.version) {
        let applications = record::applications(&mut tx, id).await?;
        return Err(ApiError::stale(&PersonDetail::of(before, applications, tenant.role())));
    }
    let change = patch.check()?;
    let consequences = record::change(&mut tx, id, &change)
        .await
        .on_constraint("people_email_key", || ApiError::invalid_field("email", Code::PersonEmailTaken))?;
    announce_cancellations(&mut tx, &consequences.called_off).await?;
    let record = record::find(&mut tx, id).await?;
    let applications = record::applications(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(PersonDetail::of(record, applications, tenant.role())))
}

/// A note on a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct Note {
    /// Its id.
    id: NoteId,
    /// What it says.
    text: String,
    /// Who wrote it.
    author: NoteAuthor,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

/// Who wrote a note.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoteAuthor {
    /// The user, while there is one.
    user_id: Option<UserId>,
    /// Their name.
    name: Option<String>,
}

impl From<PersonNote> for Note {
    fn from(row: PersonNote) -> Self {
        let PersonNote { id, text, author_id, author_name, created_at } = row;
        Self { id, text, author: NoteAuthor { user_id: author_id, name: author_name }, created_at }
    }
}

/// A note to write.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NoteInput {
    /// What it says.
    #[serde(default)]
    text: String,
}

/// The person of a path.
#[derive(Debug, Deserialize)]
pub struct PersonPath {
    person_id: PersonId,
}

/// The notes on a person, newest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/people/{person_id}/notes", operation_id = "list_notes",
    tag = "applications", params(("organization_id" = OrganizationId, Path), ("person_id" = PersonId, Path), Paging),
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

/// Writes a note on a person.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/people/{person_id}/notes",
    operation_id = "create_note", tag = "applications",
    params(("organization_id" = OrganizationId, Path), ("person_id" = PersonId, Path)), request_body = NoteInput,
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
    Ok((StatusCode::CREATED, Json(note.into())))
}

/// Whom to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// In name, email, phone, company or position; nobody is found without it.
    #[serde(default)]
    search: String,
}

/// A person as a search finds them.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonSummary {
    /// Their id.
    id: PersonId,
    /// Full name.
    name: Option<String>,
    /// Their address.
    email: Option<String>,
    /// Current or latest title.
    current_position: Option<String>,
    /// Current or latest employer.
    current_company: Option<String>,
}

impl From<FoundPerson> for PersonSummary {
    fn from(row: FoundPerson) -> Self {
        let FoundPerson { id, name, email, current_position, current_company } = row;
        Self { id, name, email, current_position, current_company }
    }
}

/// People a search finds, whatever they applied for.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/people", operation_id = "search_people",
    tag = "applications", params(("organization_id" = OrganizationId, Path), PeopleQuery, Paging),
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
    Ok(Json(Paged::all(found.into_iter().map(Into::into).collect())))
}

/// A change of a person's record.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonChangeEntry {
    /// Its id.
    id: PersonEventId,
    /// What kind of actor made it.
    actor_kind: EventActor,
    /// The member, while there is one.
    user_id: Option<UserId>,
    /// Their name.
    user_name: Option<String>,
    /// What was changed.
    changes: Vec<FieldChange>,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
}

/// A field before and after.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldChange {
    /// As in `PersonPatch`.
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

/// What members changed of a person, newest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/people/{person_id}/changes",
    operation_id = "list_person_changes", tag = "applications",
    params(("organization_id" = OrganizationId, Path), ("person_id" = PersonId, Path), Paging),
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
    Ok(Json(Paged { items: items.collect(), total, total_is_estimate: false }))
}
