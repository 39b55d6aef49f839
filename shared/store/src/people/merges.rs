//! Merging two people who turn out to be one, and undoing it.

use bole_domain::ids::{PersonId, PersonMergeId};
use bole_domain::person_merge::{Fields, merged, unmerged};
use serde::Serialize;
use serde_json::json;
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::locks::{lock_applications, lock_emails};
use super::{lock_identities, record};
use crate::{StoreError, StoreResult, TenantTx, live};

/// Names the refusal to merge a blacklisted person with one who is not: it would eliminate or admit applications.
pub const ONE_IS_BLACKLISTED: &str = "people_one_is_blacklisted";

/// A merge that can be undone.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PersonMerge {
    pub id: PersonMergeId,
    /// The person that was merged.
    pub merged_id: PersonId,
    pub name: Option<String>,
    /// The member's name, while their account exists.
    pub merged_by: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// Merges another person into this one: their applications, resumes, emails, notes and history become this person's, and
/// blank fields of the record are filled in. Both must be visible to the member; all applications follow.
///
/// # Errors
/// [`StoreError::NotFound`], [`StoreError::Constraint`] [`ONE_IS_BLACKLISTED`].
pub async fn merge(tx: &mut TenantTx, id: PersonId, other: PersonId) -> StoreResult<PersonMerge> {
    if id == other {
        return Err(StoreError::NotFound);
    }
    lock_identities(tx).await?;
    lock_both(tx, id, other).await?;
    let kept = record::find(tx, id).await?;
    let second = record::find(tx, other).await?;
    if kept.person.blacklisted != second.person.blacklisted {
        return Err(StoreError::Constraint { constraint: ONE_IS_BLACKLISTED.to_owned() });
    }
    tx.see_all_jobs(true).await?;
    let mut changes = merged(&fields(tx, id).await?, &fields(tx, other).await?);
    set_fields(tx, id, &values_after(&changes)).await?;
    let moved = move_rows(tx, id, other).await?;
    let merge = insert(tx, id, other, &moved, &changes).await?;
    changes.insert("merged_person".into(), json!({ "from": null, "to": second.person.name }));
    record::record(tx, id, changes).await?;
    live::announce_person(tx, id).await?;
    tx.see_all_jobs(false).await?;
    list(tx, id).await?.into_iter().find(|one| one.id == merge).ok_or(StoreError::NotFound)
}

/// Undoes a merge: everything that came from the merged person is theirs again, and the record of the other is restored
/// except for what was edited since. What came after the merge stays with the kept person.
pub async fn undo(tx: &mut TenantTx, id: PersonId, merge: PersonMergeId) -> StoreResult<PersonId> {
    lock_identities(tx).await?;
    let kept = record::find(tx, id).await?;
    let organization = tx.organization().0;
    let row = sqlx::query!(
        r#"SELECT merged_id, applications, second_applications, resumes, relinked_applications, relinked_resumes, notes,
                  events, people, changes AS "changes: Json<Fields>"
           FROM person_merges WHERE organization_id = $1 AND person_id = $2 AND id = $3"#,
        organization,
        id.0,
        merge.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    let other = PersonId(row.merged_id);
    lock_both(tx, id, other).await?;
    tx.see_all_jobs(true).await?;
    let current = fields(tx, id).await?;
    let restored = unmerged(&current, &row.changes);
    sqlx::query!(
        "WITH released AS (
             UPDATE people SET merged_into = CASE WHEN id <> $3 THEN $3 END, updated_at = now()
             WHERE organization_id = $1 AND merged_into = $2 AND (id = $3 OR id IN (SELECT unnest($4::uuid[])))),
         applied AS (
             UPDATE applications a SET
                 person_id = $3, is_second = a.is_second AND a.id <> ALL ($6),
                 resume_id = coalesce(($8::uuid[])[array_position($7, a.id)], a.resume_id)
             WHERE organization_id = $1 AND person_id = $2 AND id IN (SELECT unnest($5::uuid[]))),
         read AS (
             UPDATE resumes SET person_id = $3
             WHERE organization_id = $1 AND person_id = $2 AND id IN (SELECT unnest($9::uuid[]))),
         mailed AS (
             UPDATE emails SET person_id = $3
             WHERE organization_id = $1 AND application_id IN (SELECT unnest($5::uuid[]))),
         noted AS (
             UPDATE person_notes SET person_id = $3
             WHERE organization_id = $1 AND person_id = $2 AND id IN (SELECT unnest($10::uuid[]))),
         recorded AS (
             UPDATE person_events SET person_id = $3
             WHERE organization_id = $1 AND person_id = $2 AND id IN (SELECT unnest($11::uuid[])))
         DELETE FROM person_merges WHERE organization_id = $1 AND id = $12",
        organization,
        id.0,
        other.0,
        &row.people,
        &row.applications,
        &row.second_applications,
        &row.relinked_applications,
        &row.relinked_resumes,
        &row.resumes,
        &row.notes,
        &row.events,
        merge.0,
    )
    .execute(tx.conn()?)
    .await?;
    let mut changes: Fields =
        restored.iter().map(|(field, to)| (field.clone(), json!({ "from": current[field], "to": to }))).collect();
    set_fields(tx, id, &restored).await?;
    let name = record::find(tx, other).await?.person.name;
    changes.insert("separated_person".into(), json!({ "from": name, "to": null }));
    record::record(tx, id, changes).await?;
    let separated = json!({ "from": kept.person.name, "to": null });
    record::record(tx, other, Fields::from_iter([("separated_from".into(), separated)])).await?;
    live::announce_person(tx, id).await?;
    live::announce_person(tx, other).await?;
    tx.see_all_jobs(false).await?;
    Ok(other)
}

/// The people merged into a person, latest first.
pub async fn list(tx: &mut TenantTx, id: PersonId) -> StoreResult<Vec<PersonMerge>> {
    Ok(sqlx::query_as!(
        PersonMerge,
        r#"SELECT m.id, m.merged_id, p.name, u.full_name AS "merged_by?", m.created_at
           FROM person_merges m
           JOIN people p ON p.organization_id = m.organization_id AND p.id = m.merged_id
           LEFT JOIN users u ON u.id = m.merged_by
           WHERE m.organization_id = $1 AND m.person_id = $2 ORDER BY m.id DESC"#,
        tx.organization().0,
        id.0,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The person that this one was merged into, else this one.
pub async fn kept(tx: &mut TenantTx, id: PersonId) -> StoreResult<PersonId> {
    let kept = sqlx::query_scalar!(
        r#"SELECT coalesce(merged_into, id) AS "kept!" FROM people WHERE organization_id = $1 AND id = $2"#,
        tx.organization().0,
        id.0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(kept.map_or(id, PersonId))
}

/// Locks two people and what belongs to them, in the same order whichever is kept.
async fn lock_both(tx: &mut TenantTx, one: PersonId, other: PersonId) -> StoreResult<()> {
    lock_emails(tx, &[one, other]).await?;
    lock_applications(tx, &[one, other]).await?;
    sqlx::query!(
        "SELECT id FROM people WHERE organization_id = $1 AND id IN ($2, $3) ORDER BY id FOR UPDATE",
        tx.organization().0,
        one.0,
        other.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(())
}

/// The fields of a person's record that a merge can change.
async fn fields(tx: &mut TenantTx, id: PersonId) -> StoreResult<Fields> {
    let fields = sqlx::query_scalar!(
        r#"SELECT to_jsonb(r) AS "fields!: Json<Fields>"
           FROM (SELECT name, email, phone, contact, current_company, current_position, education, skills,
                        total_years_of_experience, is_in_talent_pool, starred, expected_salary, current_salary, tags
                 FROM people WHERE organization_id = $1 AND id = $2) r"#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(fields.0)
}

fn values_after(changes: &Fields) -> Fields {
    changes.iter().map(|(field, change)| (field.clone(), change["to"].clone())).collect()
}

/// Sets these fields of a person's record.
async fn set_fields(tx: &mut TenantTx, id: PersonId, fields: &Fields) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE people p SET
             (name, email, phone, contact, current_company, current_position, education, skills,
              total_years_of_experience, is_in_talent_pool, starred, expected_salary, current_salary, tags)
             = (SELECT n.name, n.email, n.phone, n.contact, n.current_company, n.current_position, n.education, n.skills,
                       n.total_years_of_experience, n.is_in_talent_pool, n.starred, n.expected_salary, n.current_salary,
                       n.tags
                FROM jsonb_populate_record(p, $3) n),
             version = p.version + 1, updated_at = now()
         WHERE p.organization_id = $1 AND p.id = $2",
        tx.organization().0,
        id.0,
        Json(fields) as _,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Ids of the rows that a merge moved.
struct Moved {
    applications: Vec<Uuid>,
    second_applications: Vec<Uuid>,
    resumes: Vec<Uuid>,
    relinked_applications: Vec<Uuid>,
    relinked_resumes: Vec<Uuid>,
    notes: Vec<Uuid>,
    events: Vec<Uuid>,
    people: Vec<Uuid>,
}

async fn move_rows(tx: &mut TenantTx, id: PersonId, other: PersonId) -> StoreResult<Moved> {
    let organization = tx.organization().0;
    // A resume that both have stays where it is, because a person has a file once; its applications get the kept one's.
    Ok(sqlx::query_as!(
        Moved,
        r#"WITH both_have AS (
               SELECT o.id AS theirs, r.id AS kept FROM resumes o
               JOIN resumes r ON r.organization_id = $1 AND r.person_id = $2 AND r.file_id = o.file_id
               WHERE o.organization_id = $1 AND o.person_id = $3),
           before AS (
               SELECT a.id, a.resume_id, b.kept AS other_resume,
                      NOT a.is_second AND EXISTS (
                          SELECT FROM applications k WHERE k.organization_id = $1 AND k.person_id = $2
                             AND k.job_id = a.job_id) AS becomes_second
               FROM applications a LEFT JOIN both_have b ON b.theirs = a.resume_id
               WHERE a.organization_id = $1 AND a.person_id = $3),
           applied AS (
               UPDATE applications a SET person_id = $2, is_second = a.is_second OR b.becomes_second,
                                         resume_id = coalesce(b.other_resume, a.resume_id)
               FROM before b WHERE a.organization_id = $1 AND a.id = b.id),
           mailed AS (
               UPDATE emails SET person_id = $2
               WHERE organization_id = $1 AND application_id = ANY (ARRAY(SELECT id FROM before))),
           read AS (
               UPDATE resumes SET person_id = $2
               WHERE organization_id = $1 AND person_id = $3 AND id NOT IN (SELECT theirs FROM both_have) RETURNING id),
           noted AS (
               UPDATE person_notes SET person_id = $2 WHERE organization_id = $1 AND person_id = $3 RETURNING id),
           recorded AS (
               UPDATE person_events SET person_id = $2 WHERE organization_id = $1 AND person_id = $3 RETURNING id),
           followed AS (
               UPDATE people SET merged_into = $2
               WHERE organization_id = $1 AND merged_into = $3 AND id <> $3 RETURNING id),
           hidden AS (
               UPDATE people SET merged_into = $2, updated_at = now() WHERE organization_id = $1 AND id = $3)
           SELECT ARRAY(SELECT id FROM before ORDER BY id) AS "applications!",
                  ARRAY(SELECT id FROM before WHERE becomes_second ORDER BY id) AS "second_applications!",
                  ARRAY(SELECT id FROM read) AS "resumes!",
                  ARRAY(SELECT id FROM before WHERE other_resume IS NOT NULL ORDER BY id) AS "relinked_applications!",
                  ARRAY(SELECT resume_id FROM before WHERE other_resume IS NOT NULL ORDER BY id) AS "relinked_resumes!",
                  ARRAY(SELECT id FROM noted) AS "notes!",
                  ARRAY(SELECT id FROM recorded) AS "events!",
                  ARRAY(SELECT id FROM followed) AS "people!""#,
        organization,
        id.0,
        other.0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

async fn insert(
    tx: &mut TenantTx,
    id: PersonId,
    other: PersonId,
    moved: &Moved,
    changes: &Fields,
) -> StoreResult<PersonMergeId> {
    let merge = PersonMergeId::new();
    let (organization, user) = (tx.organization().0, tx.actor().user());
    sqlx::query!(
        "INSERT INTO person_merges (id, organization_id, person_id, merged_id, applications, second_applications, resumes,
                                    relinked_applications, relinked_resumes, notes, events, people, changes, merged_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        merge.0,
        organization,
        id.0,
        other.0,
        &moved.applications,
        &moved.second_applications,
        &moved.resumes,
        &moved.relinked_applications,
        &moved.relinked_resumes,
        &moved.notes,
        &moved.events,
        &moved.people,
        Json(changes) as _,
        user.map(|user| user.0),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(merge)
}
