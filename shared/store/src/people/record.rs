//! A person's record as kept by members: marks, contact data, salaries, tags and notes.

use bole_domain::email::address_key;
use bole_domain::evaluation::{YearsSum, relevant_years};
use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, JobId, NoteId, PersonEventId, PersonId, UserId};
use bole_domain::profile::Education;
use bole_domain::stage::{ArchiveReason, Move, Stage, SubStatus};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::Person;
use super::locks::lock_applications;
use crate::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest};
use crate::paging::total;
use crate::{StoreError, StoreResult, TenantTx, called_off_interviews, live, search};

/// A person with their record.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PersonDetail)]
pub struct PersonRecord {
    #[serde(flatten)]
    pub person: Person,
    /// The reason for blacklisting; may be empty.
    pub blacklist_reason: String,
    /// Expected salary; absent for interviewers and viewers.
    pub expected_salary: Option<String>,
    /// Current salary; absent for interviewers and viewers.
    pub current_salary: Option<String>,
    /// Labels.
    pub tags: Vec<String>,
    /// Time of the last email or note.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_contact_at: Option<OffsetDateTime>,
    /// Applications, newest first.
    pub applications: Vec<ApplicationSummary>,
    /// How many visible applications blacklisting would eliminate.
    pub open_applications: usize,
    pub version: i32,
    /// When the person was added.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When the record was last updated.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// Summary of one of a person's applications.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ApplicationSummary {
    pub id: ApplicationId,
    pub job_id: JobId,
    pub job_title: String,
    /// The stage.
    pub status: Stage,
    pub sub_status: SubStatus,
    /// The archive reason, if archived.
    pub archive_reason: Option<ArchiveReason>,
    /// Score of the evaluation.
    pub overall_score: Option<f64>,
    /// Years of experience relevant to the job.
    pub relevant_years: Option<f64>,
    pub version: i32,
    /// When they applied.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// Distinguishes `null` from absent.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// An update of a person; absent fields stay unchanged, `null` clears one.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[schema(as = PersonPatch)]
pub struct PersonChange {
    /// The star on a card.
    pub is_in_talent_pool: Option<bool>,
    /// The favourite mark inside the talent pool.
    pub starred: Option<bool>,
    /// Blacklists the person, which eliminates all their applications; final.
    pub blacklisted: Option<bool>,
    pub blacklist_reason: Option<String>,
    /// The name, corrected; no later reading replaces it.
    pub name: Option<String>,
    /// An email address.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub email: Option<Option<String>>,
    /// A phone number: digits, spaces and `+ - ( ) .`, 5 to 20 digits.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub phone: Option<Option<String>>,
    /// Another way to contact them.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub contact: Option<Option<String>>,
    /// Expected salary, as written.
    pub expected_salary: Option<String>,
    /// Current salary, as written.
    pub current_salary: Option<String>,
    /// Labels; at most 30.
    pub tags: Option<Vec<String>>,
    /// The version the change is based on; if it differs, 409 with the current person.
    pub version: Option<i32>,
}

/// A note on a person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Note {
    pub id: NoteId,
    pub text: String,
    pub author: NoteAuthor,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// The author of a note.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NoteAuthor {
    /// The user, while their account exists.
    pub user_id: Option<UserId>,
    pub name: Option<String>,
}

/// One person. Below admin, only those who applied for the member's own jobs.
pub async fn find(tx: &mut TenantTx, id: PersonId) -> StoreResult<PersonRecord> {
    let row = sqlx::query!(
        r#"SELECT p.name, p.email, p.phone, p.contact, p.current_company, p.current_position,
                  p.education AS "education: Json<Vec<Education>>", p.skills AS "skills: Json<Vec<String>>",
                  p.total_years_of_experience, p.is_in_talent_pool, p.starred, p.blacklisted, p.blacklist_reason,
                  p.expected_salary, p.current_salary, p.tags, p.version, p.created_at, p.updated_at,
                  greatest(
                      (SELECT max(n.created_at) FROM person_notes n
                       WHERE n.organization_id = p.organization_id AND n.person_id = p.id),
                      (SELECT max(e.created_at) FROM application_events e
                       JOIN applications a ON a.organization_id = e.organization_id AND a.id = e.application_id
                       WHERE a.organization_id = p.organization_id AND a.person_id = p.id
                         AND e.email_id IS NOT NULL),
                      (SELECT max(coalesce(s.ended_at, s.created_at)) FROM interview_sessions s
                       JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
                       WHERE a.organization_id = p.organization_id AND a.person_id = p.id)) AS last_contact_at
           FROM people p
           WHERE p.organization_id = $1 AND p.id = $2 AND p.merged_into IS NULL AND (sees_all_jobs() OR EXISTS (
                 SELECT FROM applications a WHERE a.organization_id = $1 AND a.person_id = p.id))"#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(PersonRecord {
        person: Person {
            id,
            name: row.name,
            email: row.email,
            phone: row.phone,
            contact: row.contact,
            current_company: row.current_company,
            current_position: row.current_position,
            education: row.education.0,
            skills: row.skills.0,
            total_years_of_experience: row.total_years_of_experience,
            is_in_talent_pool: row.is_in_talent_pool,
            starred: row.starred,
            blacklisted: row.blacklisted,
        },
        blacklist_reason: row.blacklist_reason,
        expected_salary: Some(row.expected_salary),
        current_salary: Some(row.current_salary),
        tags: row.tags,
        last_contact_at: row.last_contact_at,
        applications: Vec::new(),
        open_applications: 0,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

/// A person's applications, newest first. Below admin, only those for the member's own jobs.
pub async fn applications(tx: &mut TenantTx, id: PersonId) -> StoreResult<Vec<ApplicationSummary>> {
    let rows = sqlx::query!(
        r#"SELECT a.id, a.job_id, j.title, a.status, a.sub_status, a.archive_reason, a.overall_score, a.version,
                  a.created_at,
                  jsonb_path_query_array(v.ai_eval,
                      '$.criteria[*] ? (@.verdict == "met" || @.verdict == "partly").years')
                      AS "fulfilled: Json<Vec<YearsSum>>"
           FROM applications a
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           LEFT JOIN evaluations v ON v.organization_id = a.organization_id AND v.id = a.evaluation_id
           WHERE a.organization_id = $1 AND a.person_id = $2 ORDER BY a.created_at DESC, a.id DESC"#,
        tx.organization().0,
        id.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(ApplicationSummary {
                id: ApplicationId(row.id),
                job_id: JobId(row.job_id),
                job_title: row.title,
                status: row.status.parse()?,
                sub_status: row.sub_status.parse()?,
                archive_reason: row.archive_reason.map(|reason| reason.parse()).transpose()?,
                overall_score: row.overall_score,
                relevant_years: row.fulfilled.and_then(|sums| relevant_years(&sums.0)),
                version: row.version,
                created_at: row.created_at,
            })
        })
        .collect()
}

/// Side effects of updating a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consequences {
    /// Applications eliminated by blacklisting that have an interview ahead.
    pub to_call_off: Vec<ApplicationId>,
}

/// Locks a person, and before them their applications, until the transaction ends.
pub async fn lock(tx: &mut TenantTx, id: PersonId) -> StoreResult<()> {
    lock_applications(tx, &[id]).await?;
    let organization = tx.organization().0;
    sqlx::query!(
        "SELECT id FROM people WHERE organization_id = $1 AND id = $2 AND merged_into IS NULL FOR UPDATE",
        organization,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Updates a person and records the changes. Blacklisting eliminates all their applications.
///
/// # Errors
/// [`StoreError::NotFound`], [`StoreError::Constraint`] [`EMAIL_TAKEN`] if another person has the address, or the
/// database does not answer.
pub async fn change(tx: &mut TenantTx, id: PersonId, change: &PersonChange) -> StoreResult<Consequences> {
    let organization = tx.organization().0;
    lock(tx, id).await?;
    let before = find(tx, id).await?;
    let (after, changes) = before.with(change);
    if changes.is_empty() {
        return Ok(Consequences::default());
    }
    if after.person.email != before.person.email && has_other_with_email(tx, id, after.person.email.as_deref()).await? {
        return Err(StoreError::Constraint { constraint: EMAIL_TAKEN.to_owned() });
    }
    sqlx::query!(
        "UPDATE people SET email = $3, phone = $4, contact = $5, is_in_talent_pool = $6, starred = $7, blacklisted = $8,
                blacklist_reason = $9, expected_salary = $10, current_salary = $11, tags = $12, name = $13,
                version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        organization,
        id.0,
        after.person.email,
        after.person.phone,
        after.person.contact,
        after.person.is_in_talent_pool,
        after.person.starred,
        after.person.blacklisted,
        after.blacklist_reason,
        after.expected_salary,
        after.current_salary,
        &after.tags,
        after.person.name,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    record(tx, id, changes).await?;
    live::announce_person(tx, id).await?;
    if after.person.blacklisted && !before.person.blacklisted {
        return eliminate(tx, id, &after.blacklist_reason).await;
    }
    Ok(Consequences::default())
}

/// Names the refusal of an address that another person has. Resumes may share one, such as an agency's; people who enter
/// one mean its owner.
pub const EMAIL_TAKEN: &str = "people_email_key";

async fn has_other_with_email(tx: &mut TenantTx, id: PersonId, email: Option<&str>) -> StoreResult<bool> {
    tx.see_all_jobs(true).await?;
    let has_other = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM people
                          WHERE organization_id = $1 AND email_key = $2 AND coalesce(merged_into, id) <> $3) AS "has_other!""#,
        tx.organization().0,
        email.map(address_key),
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    tx.see_all_jobs(false).await?;
    Ok(has_other)
}

impl PersonRecord {
    /// The record after the update, and the differences: field → before and after.
    fn with(&self, change: &PersonChange) -> (Self, Map<String, Value>) {
        let PersonChange {
            is_in_talent_pool,
            starred,
            blacklisted,
            blacklist_reason,
            name,
            email,
            phone,
            contact,
            expected_salary,
            current_salary,
            tags,
            version: _,
        } = change;
        let mut after = self.clone();
        let mut changes = Map::new();
        let person = &mut after.person;
        set("is_in_talent_pool", &mut person.is_in_talent_pool, is_in_talent_pool, &mut changes);
        set("starred", &mut person.starred, starred, &mut changes);
        set("blacklisted", &mut person.blacklisted, blacklisted, &mut changes);
        set("name", &mut person.name, &name.clone().map(Some), &mut changes);
        set("email", &mut person.email, email, &mut changes);
        set("phone", &mut person.phone, phone, &mut changes);
        set("contact", &mut person.contact, contact, &mut changes);
        set("blacklist_reason", &mut after.blacklist_reason, blacklist_reason, &mut changes);
        set("expected_salary", &mut after.expected_salary, &expected_salary.clone().map(Some), &mut changes);
        set("current_salary", &mut after.current_salary, &current_salary.clone().map(Some), &mut changes);
        set("tags", &mut after.tags, tags, &mut changes);
        (after, changes)
    }
}

fn set<T>(field: &str, value: &mut T, new: &Option<T>, changes: &mut Map<String, Value>)
where
    T: Clone + PartialEq + serde::Serialize,
{
    let Some(new) = new else { return };
    if *new == *value {
        return;
    }
    changes.insert(field.to_owned(), json!({ "from": value, "to": new }));
    *value = new.clone();
}

pub(super) async fn record(tx: &mut TenantTx, id: PersonId, changes: Map<String, Value>) -> StoreResult<()> {
    let (organization, actor) = (tx.organization().0, *tx.actor());
    sqlx::query!(
        "INSERT INTO person_events (id, organization_id, person_id, changes, actor_kind, actor_user_id)
         VALUES ($1, $2, $3, $4, $5, $6)",
        PersonEventId::new().0,
        organization,
        id.0,
        Value::Object(changes),
        actor.event_actor().as_str(),
        actor.user().map(|user| user.0),
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

async fn eliminate(tx: &mut TenantTx, id: PersonId, reason: &str) -> StoreResult<Consequences> {
    tx.see_all_jobs(true).await?;
    let ids = sqlx::query_scalar!(
        "SELECT id FROM applications WHERE organization_id = $1 AND person_id = $2",
        tx.organization().0,
        id.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let items: Vec<MoveItem> = ids.into_iter().map(|id| MoveItem::current(ApplicationId(id))).collect();
    let request =
        MoveRequest { what: Move::Blacklist, items: &items, reason: Some(reason), authority: Authority::System };
    let outcomes = moves::apply(tx, &request).await?;
    let eliminated: Vec<ApplicationId> =
        outcomes.iter().filter_map(MoveOutcome::moved).map(|placed| placed.id).collect();
    let to_call_off = called_off_interviews::with_misplaced(tx, &eliminated).await?;
    tx.see_all_jobs(false).await?;
    Ok(Consequences { to_call_off })
}

/// The notes on a person, newest first.
pub async fn notes(tx: &mut TenantTx, id: PersonId, limit: i64, offset: i64) -> StoreResult<(Vec<Note>, i64)> {
    let organization = tx.organization().0;
    let rows = sqlx::query!(
        r#"SELECT n.id, n.text, n.created_by, u.full_name AS "author_name?", n.created_at
           FROM person_notes n LEFT JOIN users u ON u.id = n.created_by
           WHERE n.organization_id = $1 AND n.person_id = $2 ORDER BY n.id DESC LIMIT $3 OFFSET $4"#,
        organization,
        id.0,
        limit,
        offset,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM person_notes WHERE organization_id = $1 AND person_id = $2"#,
        organization,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?);
    let total = total(limit, offset, rows.len(), count).await?;
    let notes = rows.into_iter().map(|row| Note {
        id: NoteId(row.id),
        text: row.text,
        author: NoteAuthor { user_id: row.created_by.map(UserId), name: row.author_name },
        created_at: row.created_at,
    });
    Ok((notes.collect(), total))
}

pub async fn add_note(tx: &mut TenantTx, person: PersonId, text: &str) -> StoreResult<Note> {
    let (organization, author) = (tx.organization().0, tx.actor().user());
    let row = sqlx::query!(
        r#"INSERT INTO person_notes (id, organization_id, person_id, text, created_by) VALUES ($1, $2, $3, $4, $5)
           RETURNING id, created_at, (SELECT full_name FROM users u WHERE u.id = $5) AS author_name"#,
        NoteId::new().0,
        organization,
        person.0,
        text,
        author.map(|user| user.0),
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(Note {
        id: NoteId(row.id),
        text: text.to_owned(),
        author: NoteAuthor { user_id: author, name: row.author_name },
        created_at: row.created_at,
    })
}

/// A search result.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PersonSummary {
    pub id: PersonId,
    pub name: Option<String>,
    pub email: Option<String>,
    /// Current or latest title.
    pub current_position: Option<String>,
    /// Current or latest employer.
    pub current_company: Option<String>,
}

/// People matching the words in name, email, phone, company or position; names starting with them first. Below admin,
/// only those who applied for the member's own jobs.
pub async fn search(tx: &mut TenantTx, words: &str, limit: i64) -> StoreResult<Vec<PersonSummary>> {
    let Some(words) = search::words(Some(words)) else { return Ok(Vec::new()) };
    Ok(sqlx::query_as!(
        PersonSummary,
        "SELECT p.id, p.name, p.email, p.current_position, p.current_company FROM people p
         WHERE p.organization_id = $1
           AND p.id IN (SELECT people_found($2))
           AND (sees_all_jobs() OR EXISTS (
                SELECT FROM applications a WHERE a.organization_id = $1 AND a.person_id = p.id))
         ORDER BY search_fold(p.name) LIKE substr(search_pattern($2), 2) DESC NULLS LAST,
                  search_fold(p.name) LIKE search_pattern($2) DESC NULLS LAST, p.updated_at DESC, p.id
         LIMIT $3",
        tx.organization().0,
        words,
        limit,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// A change of a person's record.
#[derive(Debug, Clone)]
pub struct PersonEvent {
    pub id: PersonEventId,
    /// Values before and after by field: `{"email": {"from": null, "to": "a@example.com"}}`.
    pub changes: Map<String, Value>,
    pub actor: EventActor,
    /// The member, while their account exists.
    pub user_id: Option<UserId>,
    pub user_name: Option<String>,
    pub created_at: OffsetDateTime,
}

/// Changes of a person's record, newest first, and their total number.
pub async fn events(tx: &mut TenantTx, id: PersonId, limit: i64, offset: i64) -> StoreResult<(Vec<PersonEvent>, i64)> {
    let organization = tx.organization().0;
    let rows = sqlx::query!(
        r#"SELECT e.id, e.changes AS "changes: Json<Map<String, Value>>", e.actor_kind, e.actor_user_id,
                  u.full_name AS "user_name?", e.created_at
           FROM person_events e LEFT JOIN users u ON u.id = e.actor_user_id
           WHERE e.organization_id = $1 AND e.person_id = $2 ORDER BY e.id DESC LIMIT $3 OFFSET $4"#,
        organization,
        id.0,
        limit,
        offset,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM person_events WHERE organization_id = $1 AND person_id = $2"#,
        organization,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?);
    let total = total(limit, offset, rows.len(), count).await?;
    let events = rows.into_iter().map(|row| {
        Ok(PersonEvent {
            id: PersonEventId(row.id),
            changes: row.changes.0,
            actor: row.actor_kind.parse()?,
            user_id: row.actor_user_id.map(UserId),
            user_name: row.user_name,
            created_at: row.created_at,
        })
    });
    Ok((events.collect::<StoreResult<_>>()?, total))
}
