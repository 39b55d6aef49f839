//! People, their resumes and employments; and recognition of known people.

pub mod erase;
mod known;
mod locks;
pub mod merges;
pub mod record;
pub mod same_contact;

use serde::Serialize;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

use bole_domain::email::address_key;
use bole_domain::ids::{FileId, PersonId, ResumeId};
use bole_domain::phone;
use bole_domain::profile::{Education, Profile, WorkExperience};
use bole_domain::repair::AnalysisStatus;
use sqlx::types::Json;
use time::OffsetDateTime;

use self::known::Known;
use crate::{StoreError, StoreResult, TenantTx};

/// A person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Person {
    pub id: PersonId,
    pub name: Option<String>,
    pub email: Option<String>,
    /// E.164 where the country is known.
    pub phone: Option<String>,
    /// Contact field of older records, used if there is no email.
    pub contact: Option<String>,
    /// Current or latest employer.
    pub current_company: Option<String>,
    /// Current or latest title.
    pub current_position: Option<String>,
    /// Highest first.
    pub education: Vec<Education>,
    /// As listed.
    pub skills: Vec<String>,
    /// Years with one decimal.
    pub total_years_of_experience: Option<f64>,
    /// Whether they are kept in the talent pool.
    pub is_in_talent_pool: bool,
    /// The favourite mark inside the talent pool.
    pub starred: bool,
    /// Whether they must not be hired.
    pub blacklisted: bool,
}

/// A resume file of a person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Resume {
    pub id: ResumeId,
    pub person_id: PersonId,
    /// The stored file.
    pub file_id: FileId,
    /// File name as uploaded.
    pub file_name: String,
    /// The status of the career analysis.
    pub analysis_status: AnalysisStatus,
    /// Years with one decimal.
    pub total_years_of_experience: Option<f64>,
    /// When it was uploaded.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// A person described by a resume, to be found or added.
#[derive(Debug, Clone)]
pub struct PersonResume<'a> {
    pub profile: &'a Profile,
    pub file_id: FileId,
    /// File name as uploaded.
    pub file_name: &'a str,
}

/// Finds or adds each candidate's person and resume: by the very same file; else by email or phone, if the names can be one
/// person's, because an agency's address is on many resumes. Two candidates that are one person come back as one.
/// Callers hold [`lock_identities`].
pub async fn find_or_add(tx: &mut TenantTx, candidates: &[PersonResume<'_>]) -> StoreResult<Vec<(PersonId, ResumeId)>> {
    let mut known = Known::load(tx, candidates).await?;
    let mut readings: Vec<(PersonId, Profile)> = Vec::new();
    let mut places: HashMap<PersonId, usize> = HashMap::new();
    let mut strangers: HashSet<PersonId> = HashSet::new();
    let mut found = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let person = known.find(candidate).unwrap_or_else(|| {
            let id = PersonId::new();
            strangers.insert(id);
            id
        });
        known.learn(candidate, person);
        match places.get(&person) {
            Some(place) => complete(&mut readings[*place].1, candidate.profile),
            None => {
                places.insert(person, readings.len());
                readings.push((person, candidate.profile.clone()));
            }
        }
        found.push(person);
    }
    let (new, present): (Vec<_>, Vec<_>) = readings.into_iter().partition(|(id, _)| strangers.contains(id));
    add(tx, &new).await?;
    fill_in(tx, &present).await?;
    let resumes = add_resumes(tx, &found, candidates).await?;
    Ok(found.into_iter().zip(resumes).collect())
}

/// Fills blank fields from another resume of the same person.
fn complete(profile: &mut Profile, further: &Profile) {
    fn fill<T: Clone>(field: &mut Option<T>, further: &Option<T>) {
        if field.is_none() {
            field.clone_from(further);
        }
    }
    if confirms_contact(profile, further) {
        fill(&mut profile.email, &further.email);
        fill(&mut profile.phone, &further.phone);
    }
    fill(&mut profile.name, &further.name);
    fill(&mut profile.current_company, &further.current_company);
    fill(&mut profile.current_position, &further.current_position);
    fill(&mut profile.total_years_of_experience, &further.total_years_of_experience);
    if profile.education.is_empty() {
        profile.education.clone_from(&further.education);
    }
    if profile.skills.is_empty() {
        profile.skills.clone_from(&further.skills);
    }
}

/// Whether both have the same name and a contact in common. Who knows only the phone number of a candidate cannot have
/// their letters sent to another address then.
fn confirms_contact(profile: &Profile, further: &Profile) -> bool {
    fn is_same(one: Option<&String>, other: Option<&String>) -> bool {
        one.is_some() && one == other
    }
    let name =
        |profile: &Profile| profile.name.as_deref().map(|name| name.replace(char::is_whitespace, "").to_lowercase());
    let email = |profile: &Profile| profile.email.as_deref().map(address_key);
    is_same(name(profile).as_ref(), name(further).as_ref())
        && (is_same(email(profile).as_ref(), email(further).as_ref())
            || phone::are_same(profile.phone.as_deref(), further.phone.as_deref()))
}

/// Serializes the recognition of people within an organization until the transaction ends, so that a person promoted
/// twice concurrently is only added once.
pub async fn lock_identities(tx: &mut TenantTx) -> StoreResult<()> {
    let key = format!("people:{}", tx.organization());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key).fetch_one(&mut *tx.conn()?).await?;
    Ok(())
}

/// Profiles of different people column by column, for `unnest`.
struct Columns<'a> {
    ids: Vec<uuid::Uuid>,
    names: Vec<Option<&'a str>>,
    emails: Vec<Option<&'a str>>,
    phones: Vec<Option<&'a str>>,
    companies: Vec<Option<&'a str>>,
    positions: Vec<Option<&'a str>>,
    education: Vec<Json<&'a [Education]>>,
    skills: Vec<Json<&'a [String]>>,
    years: Vec<Option<f64>>,
}

impl<'a> Columns<'a> {
    fn of(people: &'a [(PersonId, Profile)]) -> Self {
        fn texts(people: &[(PersonId, Profile)], of: fn(&Profile) -> Option<&str>) -> Vec<Option<&str>> {
            people.iter().map(|(_, profile)| of(profile)).collect()
        }
        Self {
            ids: people.iter().map(|(id, _)| id.0).collect(),
            names: texts(people, |profile| profile.name.as_deref()),
            emails: texts(people, |profile| profile.email.as_deref()),
            phones: texts(people, |profile| profile.phone.as_deref()),
            companies: texts(people, |profile| profile.current_company.as_deref()),
            positions: texts(people, |profile| profile.current_position.as_deref()),
            education: people.iter().map(|(_, profile)| Json(profile.education.as_slice())).collect(),
            skills: people.iter().map(|(_, profile)| Json(profile.skills.as_slice())).collect(),
            years: people.iter().map(|(_, profile)| profile.total_years_of_experience).collect(),
        }
    }
}

async fn add(tx: &mut TenantTx, people: &[(PersonId, Profile)]) -> StoreResult<()> {
    if people.is_empty() {
        return Ok(());
    }
    let organization = tx.organization().0;
    let columns = Columns::of(people);
    sqlx::query!(
        r#"INSERT INTO people (id, organization_id, name, email, phone, current_company, current_position, education,
                               skills, total_years_of_experience)
           SELECT p.id, $1, p.name, p.email, p.phone, p.company, p.position, p.education, p.skills, p.years
           FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[], $9::jsonb[],
                       $10::double precision[])
                AS p (id, name, email, phone, company, position, education, skills, years)"#,
        organization,
        &columns.ids,
        &columns.names as _,
        &columns.emails as _,
        &columns.phones as _,
        &columns.companies as _,
        &columns.positions as _,
        &columns.education as _,
        &columns.skills as _,
        &columns.years as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Fills blank fields from new resumes; existing data is never overwritten. An email or phone is only added if the name
/// and the other contact are the same, as in [`confirms_contact`].
async fn fill_in(tx: &mut TenantTx, people: &[(PersonId, Profile)]) -> StoreResult<()> {
    if people.is_empty() {
        return Ok(());
    }
    let organization = tx.organization().0;
    let columns = Columns::of(people);
    let email_keys: Vec<Option<String>> = columns.emails.iter().map(|email| email.map(address_key)).collect();
    sqlx::query!(
        r#"UPDATE people p SET
               name = coalesce(p.name, n.name),
               email = coalesce(p.email, CASE
                   WHEN p.phone_key = phone_key(n.phone) AND can_be_one_phone(p.phone, n.phone)
                    AND lower(regexp_replace(p.name, '\s', '', 'g')) = lower(regexp_replace(n.name, '\s', '', 'g'))
                    AND NOT EXISTS (SELECT FROM people o WHERE o.organization_id = $1 AND o.email_key = n.email_key)
                   THEN n.email END),
               phone = coalesce(p.phone, CASE
                   WHEN p.email_key = n.email_key
                    AND lower(regexp_replace(p.name, '\s', '', 'g')) = lower(regexp_replace(n.name, '\s', '', 'g'))
                   THEN n.phone END),
               current_company = coalesce(p.current_company, n.company),
               current_position = coalesce(p.current_position, n.position),
               education = CASE WHEN p.education = '[]' THEN n.education ELSE p.education END,
               skills = CASE WHEN p.skills = '[]' THEN n.skills ELSE p.skills END,
               total_years_of_experience = coalesce(p.total_years_of_experience, n.years), updated_at = now()
           FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[], $9::jsonb[],
                       $10::double precision[], $11::text[])
                AS n (id, name, email, phone, company, position, education, skills, years, email_key)
           WHERE p.organization_id = $1 AND p.id = n.id"#,
        organization,
        &columns.ids,
        &columns.names as _,
        &columns.emails as _,
        &columns.phones as _,
        &columns.companies as _,
        &columns.positions as _,
        &columns.education as _,
        &columns.skills as _,
        &columns.years as _,
        &email_keys as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Adds each candidate's resume unless the person already has that file.
async fn add_resumes(
    tx: &mut TenantTx,
    people: &[PersonId],
    candidates: &[PersonResume<'_>],
) -> StoreResult<Vec<ResumeId>> {
    let organization = tx.organization().0;
    let ids: Vec<uuid::Uuid> = people.iter().map(|_| ResumeId::new().0).collect();
    let persons: Vec<uuid::Uuid> = people.iter().map(|id| id.0).collect();
    let files: Vec<uuid::Uuid> = candidates.iter().map(|candidate| candidate.file_id.0).collect();
    let names: Vec<&str> = candidates.iter().map(|candidate| candidate.file_name).collect();
    let years: Vec<Option<f64>> =
        candidates.iter().map(|candidate| candidate.profile.total_years_of_experience).collect();
    let added = sqlx::query_scalar!(
        r#"INSERT INTO resumes (id, organization_id, person_id, file_id, file_name, total_years_of_experience)
           SELECT r.id, $1, r.person, r.file, r.name, r.years
           FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::double precision[])
                AS r (id, person, file, name, years)
           ON CONFLICT ON CONSTRAINT resumes_person_file_key DO NOTHING RETURNING id"#,
        organization,
        &ids,
        &persons,
        &files,
        &names as _,
        &years as _,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let added: HashSet<uuid::Uuid> = added.into_iter().collect();
    let new: Vec<(ResumeId, &[WorkExperience])> = ids
        .iter()
        .zip(candidates)
        .filter(|(id, _)| added.contains(id))
        .map(|(id, candidate)| (ResumeId(*id), candidate.profile.work_experiences.as_slice()))
        .collect();
    add_work_experiences(tx, &new).await?;
    let rows = sqlx::query!(
        "SELECT id, person_id, file_id FROM resumes WHERE organization_id = $1 AND person_id = ANY ($2)",
        organization,
        &persons,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let known: HashMap<_, _> = rows.into_iter().map(|row| ((row.person_id, row.file_id), ResumeId(row.id))).collect();
    let resume = |pair: (&uuid::Uuid, &uuid::Uuid)| known.get(&(*pair.0, *pair.1)).copied().ok_or(StoreError::NotFound);
    persons.iter().zip(&files).map(resume).collect()
}

pub(crate) async fn add_work_experiences(
    tx: &mut TenantTx,
    resumes: &[(ResumeId, &[WorkExperience])],
) -> StoreResult<()> {
    let numbered = |(resume, entries): &(ResumeId, &[WorkExperience])| {
        let resume = resume.0;
        (0..)
            .zip(entries.iter().cloned())
            .map(move |(ordinal, entry): (i32, WorkExperience)| (resume, ordinal, entry))
            .collect::<Vec<_>>()
    };
    let entries: Vec<(uuid::Uuid, i32, WorkExperience)> = resumes.iter().flat_map(numbered).collect();
    if entries.is_empty() {
        return Ok(());
    }
    let organization = tx.organization().0;
    let ids: Vec<uuid::Uuid> = entries.iter().map(|_| uuid::Uuid::now_v7()).collect();
    let resumes: Vec<uuid::Uuid> = entries.iter().map(|(resume, ..)| *resume).collect();
    let ordinals: Vec<i32> = entries.iter().map(|(_, ordinal, _)| *ordinal).collect();
    let companies: Vec<Option<&str>> = entries.iter().map(|(.., entry)| entry.company_name.as_deref()).collect();
    let titles: Vec<Option<&str>> = entries.iter().map(|(.., entry)| entry.position_title.as_deref()).collect();
    let starts: Vec<Option<String>> =
        entries.iter().map(|(.., entry)| entry.start_date.map(|date| date.to_string())).collect();
    let ends: Vec<Option<String>> =
        entries.iter().map(|(.., entry)| entry.end_date.map(|date| date.to_string())).collect();
    let current: Vec<bool> = entries.iter().map(|(.., entry)| entry.is_current).collect();
    let descriptions: Vec<&str> = entries.iter().map(|(.., entry)| entry.description.as_str()).collect();
    sqlx::query!(
        r#"INSERT INTO work_experiences (id, organization_id, resume_id, ordinal, company_name, position_title,
                                         start_date, end_date, is_current, description)
           SELECT e.id, $1, e.resume, e.ordinal, e.company, e.title, e.start, e."end", e.current, e.description
           FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bool[],
                       $10::text[])
                AS e (id, resume, ordinal, company, title, start, "end", current, description)"#,
        organization,
        &ids,
        &resumes,
        &ordinals,
        &companies as _,
        &titles as _,
        &starts as _,
        &ends as _,
        &current,
        &descriptions as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// A person's resumes, newest first. Below admin, only those of applications that the member can access.
pub async fn resumes(tx: &mut TenantTx, person: PersonId) -> StoreResult<Vec<Resume>> {
    Ok(sqlx::query_as!(
        Resume,
        r#"SELECT id, person_id, file_id, file_name, analysis_status AS "analysis_status: _",
                  total_years_of_experience, created_at
           FROM resumes r WHERE organization_id = $1 AND person_id = $2 AND can_access_resume(r)
           ORDER BY id DESC"#,
        tx.organization().0,
        person.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// One resume that the actor can access.
pub async fn resume(tx: &mut TenantTx, id: ResumeId) -> StoreResult<Resume> {
    Ok(sqlx::query_as!(
        Resume,
        r#"SELECT id, person_id, file_id, file_name, analysis_status AS "analysis_status: _",
                  total_years_of_experience, created_at
           FROM resumes r WHERE organization_id = $1 AND id = $2 AND can_access_resume(r)"#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}

/// The status of a resume's career analysis; `None` if there is no such resume.
pub async fn analysis_status(tx: &mut TenantTx, resume: ResumeId) -> StoreResult<Option<AnalysisStatus>> {
    let status = sqlx::query_scalar!(
        "SELECT analysis_status FROM resumes WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        resume.0,
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    status.map(|status| Ok(status.parse()?)).transpose()
}

/// The employments of a resume, latest first.
pub async fn work_experiences(tx: &mut TenantTx, resume: ResumeId) -> StoreResult<Vec<WorkExperience>> {
    Ok(sqlx::query_as!(
        WorkExperience,
        r#"SELECT company_name, position_title, start_date AS "start_date: _", end_date AS "end_date: _", is_current, description
           FROM work_experiences WHERE organization_id = $1 AND resume_id = $2 ORDER BY ordinal"#,
        tx.organization().0,
        resume.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}
