//! People, their resumes and working lives; and recognising one who is known already.

use std::collections::HashMap;

use bole_domain::ids::{FileId, PersonId, ResumeId};
use bole_domain::period::YearMonth;
use bole_domain::profile::{Education, Profile, WorkExperience};
use serde::Serialize;
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{StoreError, StoreResult, TenantTx};

/// A candidate as a person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Person {
    /// Their id.
    pub id: PersonId,
    /// Full name.
    pub name: Option<String>,
    /// Lower-cased address.
    pub email: Option<String>,
    /// E.164 where the country is known.
    pub phone: Option<String>,
    /// Legacy fallback of email.
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
}

/// A resume file of a person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Resume {
    /// Its id.
    pub id: ResumeId,
    /// Whose it is.
    pub person_id: PersonId,
    /// The stored file.
    pub file_id: FileId,
    /// Its name as sent.
    pub file_name: String,
    /// `completed`.
    pub analysis_status: String,
    /// Years with one decimal.
    pub total_years_of_experience: Option<f64>,
    /// When it came in.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
}

/// Somebody a resume speaks of, to be found among the known or added.
#[derive(Debug, Clone)]
pub struct Candidate<'a> {
    /// What the resume says.
    pub profile: &'a Profile,
    /// The resume's file.
    pub file_id: FileId,
    /// Its name as sent.
    pub file_name: &'a str,
}

/// Finds or adds each candidate's person and resume: by email, else by phone, else by the very same file. Two
/// candidates that are one person come back as one. Callers hold [`lock_identities`].
///
/// # Errors
/// When the database does not answer.
pub async fn find_or_add(tx: &mut TenantTx, candidates: &[Candidate<'_>]) -> StoreResult<Vec<(PersonId, ResumeId)>> {
    let mut known = Known::load(tx, candidates).await?;
    let mut found = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let person = match known.find(candidate) {
            Some(person) => {
                fill_in(tx, person, candidate.profile).await?;
                person
            }
            None => add(tx, candidate.profile).await?,
        };
        known.learn(candidate, person);
        let resume = add_resume(tx, person, candidate).await?;
        found.push((person, resume));
    }
    Ok(found)
}

/// Serialises recognising people within an organization until the transaction ends, so that the same person promoted
/// twice at once is still one person.
///
/// # Errors
/// When the database does not answer.
pub async fn lock_identities(tx: &mut TenantTx) -> StoreResult<()> {
    let key = format!("people:{}", tx.organization());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key).fetch_one(&mut *tx.conn()?).await?;
    Ok(())
}

/// Who is known already, by what tells people apart.
struct Known {
    emails: HashMap<String, PersonId>,
    phones: HashMap<String, PersonId>,
    files: HashMap<FileId, PersonId>,
}

impl Known {
    async fn load(tx: &mut TenantTx, candidates: &[Candidate<'_>]) -> StoreResult<Self> {
        let organization = tx.organization().0;
        let emails: Vec<String> = candidates.iter().filter_map(|c| c.profile.email.clone()).collect();
        let phones: Vec<String> = candidates.iter().filter_map(|c| c.profile.phone.clone()).collect();
        let files: Vec<uuid::Uuid> = candidates.iter().map(|c| c.file_id.0).collect();
        let mut known = Self { emails: HashMap::new(), phones: HashMap::new(), files: HashMap::new() };
        let people = sqlx::query!(
            r#"SELECT id, email, phone FROM people
               WHERE organization_id = $1 AND (email = ANY ($2) OR phone = ANY ($3)) ORDER BY id DESC"#,
            organization,
            &emails,
            &phones,
        )
        .fetch_all(&mut *tx.conn()?)
        .await?;
        for row in people {
            let id = PersonId(row.id);
            known.emails.extend(row.email.map(|email| (email, id)));
            known.phones.extend(row.phone.map(|phone| (phone, id)));
        }
        let resumes = sqlx::query!(
            "SELECT person_id, file_id FROM resumes WHERE organization_id = $1 AND file_id = ANY ($2) ORDER BY id DESC",
            organization,
            &files,
        )
        .fetch_all(&mut *tx.conn()?)
        .await?;
        known.files.extend(resumes.into_iter().map(|row| (FileId(row.file_id), PersonId(row.person_id))));
        Ok(known)
    }

    fn find(&self, candidate: &Candidate<'_>) -> Option<PersonId> {
        let Profile { email, phone, .. } = candidate.profile;
        let by_email = email.as_ref().and_then(|email| self.emails.get(email));
        by_email
            .or_else(|| phone.as_ref().and_then(|phone| self.phones.get(phone)))
            .or_else(|| self.files.get(&candidate.file_id))
            .copied()
    }

    fn learn(&mut self, candidate: &Candidate<'_>, person: PersonId) {
        let Profile { email, phone, .. } = candidate.profile;
        if let Some(email) = email {
            self.emails.insert(email.clone(), person);
        }
        if let Some(phone) = phone {
            self.phones.insert(phone.clone(), person);
        }
        self.files.insert(candidate.file_id, person);
    }
}

async fn add(tx: &mut TenantTx, profile: &Profile) -> StoreResult<PersonId> {
    let id = PersonId::new();
    let organization = tx.organization().0;
    sqlx::query!(
        r#"INSERT INTO people (id, organization_id, name, email, phone, current_company, current_position, education,
                               skills, total_years_of_experience)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"#,
        id.0,
        organization,
        profile.name,
        profile.email,
        profile.phone,
        profile.current_company,
        profile.current_position,
        Json(&profile.education) as _,
        Json(&profile.skills) as _,
        profile.total_years_of_experience,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(id)
}

/// Takes what a new resume adds: blanks are filled; a person's own data is never overwritten by a machine's reading.
async fn fill_in(tx: &mut TenantTx, person: PersonId, profile: &Profile) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!(
        r#"UPDATE people SET
               name = coalesce(name, $3),
               email = coalesce(email, (SELECT $4::text WHERE NOT EXISTS (
                   SELECT FROM people o WHERE o.organization_id = $1 AND o.email = $4))),
               phone = coalesce(phone, $5), current_company = coalesce(current_company, $6),
               current_position = coalesce(current_position, $7),
               education = CASE WHEN education = '[]' THEN $8 ELSE education END,
               skills = CASE WHEN skills = '[]' THEN $9 ELSE skills END,
               total_years_of_experience = coalesce(total_years_of_experience, $10), updated_at = now()
           WHERE organization_id = $1 AND id = $2"#,
        organization,
        person.0,
        profile.name,
        profile.email,
        profile.phone,
        profile.current_company,
        profile.current_position,
        Json(&profile.education) as _,
        Json(&profile.skills) as _,
        profile.total_years_of_experience,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

async fn add_resume(tx: &mut TenantTx, person: PersonId, candidate: &Candidate<'_>) -> StoreResult<ResumeId> {
    let organization = tx.organization().0;
    let added = sqlx::query_scalar!(
        r#"INSERT INTO resumes (id, organization_id, person_id, file_id, file_name, total_years_of_experience)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT ON CONSTRAINT resumes_person_file_key DO NOTHING RETURNING id"#,
        ResumeId::new().0,
        organization,
        person.0,
        candidate.file_id.0,
        candidate.file_name,
        candidate.profile.total_years_of_experience,
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    let Some(id) = added else {
        let id = sqlx::query_scalar!(
            "SELECT id FROM resumes WHERE organization_id = $1 AND person_id = $2 AND file_id = $3",
            organization,
            person.0,
            candidate.file_id.0,
        )
        .fetch_one(&mut *tx.conn()?)
        .await?;
        return Ok(ResumeId(id));
    };
    add_work_experiences(tx, ResumeId(id), &candidate.profile.work_experiences).await?;
    Ok(ResumeId(id))
}

async fn add_work_experiences(tx: &mut TenantTx, resume: ResumeId, entries: &[WorkExperience]) -> StoreResult<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let organization = tx.organization().0;
    let ids: Vec<uuid::Uuid> = entries.iter().map(|_| uuid::Uuid::now_v7()).collect();
    let ordinals: Vec<i32> = (0..).take(entries.len()).collect();
    let companies: Vec<Option<String>> = entries.iter().map(|e| e.company_name.clone()).collect();
    let titles: Vec<Option<String>> = entries.iter().map(|e| e.position_title.clone()).collect();
    let starts: Vec<Option<String>> = entries.iter().map(|e| e.start_date.map(|d| d.to_string())).collect();
    let ends: Vec<Option<String>> = entries.iter().map(|e| e.end_date.map(|d| d.to_string())).collect();
    let current: Vec<bool> = entries.iter().map(|e| e.is_current).collect();
    let descriptions: Vec<String> = entries.iter().map(|e| e.description.clone()).collect();
    sqlx::query!(
        r#"INSERT INTO work_experiences (id, organization_id, resume_id, ordinal, company_name, position_title,
                                         start_date, end_date, is_current, description)
           SELECT e.id, $1, $2, e.ordinal, e.company, e.title, e.start, e."end", e.current, e.description
           FROM unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bool[], $10::text[])
                AS e (id, ordinal, company, title, start, "end", current, description)"#,
        organization,
        resume.0,
        &ids,
        &ordinals,
        &companies as &[Option<String>],
        &titles as &[Option<String>],
        &starts as &[Option<String>],
        &ends as &[Option<String>],
        &current,
        &descriptions,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// A person's resumes, newest first; below admin, of people who applied for one's own jobs.
///
/// # Errors
/// When the database does not answer.
pub async fn resumes(tx: &mut TenantTx, person: PersonId) -> StoreResult<Vec<Resume>> {
    let rows = sqlx::query!(
        r#"SELECT id, person_id, file_id, file_name, analysis_status, total_years_of_experience, created_at
           FROM resumes r WHERE organization_id = $1 AND person_id = $2 AND (sees_all_jobs() OR EXISTS (
                 SELECT FROM applications a WHERE a.organization_id = $1 AND a.person_id = r.person_id))
           ORDER BY id DESC"#,
        tx.organization().0,
        person.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Resume {
            id: ResumeId(row.id),
            person_id: PersonId(row.person_id),
            file_id: FileId(row.file_id),
            file_name: row.file_name,
            analysis_status: row.analysis_status,
            total_years_of_experience: row.total_years_of_experience,
            created_at: row.created_at,
        })
        .collect())
}

/// One resume.
///
/// # Errors
/// [`StoreError::NotFound`], or the database does not answer.
pub async fn resume(tx: &mut TenantTx, id: ResumeId) -> StoreResult<Resume> {
    let row = sqlx::query!(
        r#"SELECT id, person_id, file_id, file_name, analysis_status, total_years_of_experience, created_at
           FROM resumes r WHERE organization_id = $1 AND id = $2 AND (sees_all_jobs() OR EXISTS (
                 SELECT FROM applications a WHERE a.organization_id = $1 AND a.person_id = r.person_id))"#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(Resume {
        id: ResumeId(row.id),
        person_id: PersonId(row.person_id),
        file_id: FileId(row.file_id),
        file_name: row.file_name,
        analysis_status: row.analysis_status,
        total_years_of_experience: row.total_years_of_experience,
        created_at: row.created_at,
    })
}

/// The employments of a resume, latest first.
///
/// # Errors
/// When the database does not answer.
pub async fn work_experiences(tx: &mut TenantTx, resume: ResumeId) -> StoreResult<Vec<WorkExperience>> {
    let rows = sqlx::query!(
        r#"SELECT company_name, position_title, start_date, end_date, is_current, description
           FROM work_experiences WHERE organization_id = $1 AND resume_id = $2 ORDER BY ordinal"#,
        tx.organization().0,
        resume.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(WorkExperience {
                company_name: row.company_name,
                position_title: row.position_title,
                start_date: month(row.start_date)?,
                end_date: month(row.end_date)?,
                is_current: row.is_current,
                description: row.description,
            })
        })
        .collect()
}

fn month(text: Option<String>) -> StoreResult<Option<YearMonth>> {
    text.map(|text| {
        text.parse().map_err(|error: bole_domain::period::InvalidYearMonth| StoreError::Corrupt(error.to_string()))
    })
    .transpose()
}
