//! Whom emails are written to, and what they follow on.

use std::collections::HashMap;

use bole_domain::ids::{ApplicationId, JobId, PersonId};
use bole_domain::stage::{Placement, State};
use uuid::Uuid;

use super::Email;
use crate::{StoreResult, TenantTx, applications};

/// Whom an email can be written to, and about what.
#[derive(Debug, Clone, PartialEq)]
pub struct Correspondent {
    /// The application.
    pub application_id: ApplicationId,
    /// Its job.
    pub job_id: JobId,
    /// Its person.
    pub person_id: PersonId,
    /// Where the application is.
    pub placement: Placement,
    /// The person's name.
    pub name: String,
    /// The person's email.
    pub email: Option<String>,
    /// The contact of an older record.
    pub contact: Option<String>,
    /// The job's title.
    pub job_title: String,
    /// The employer as the job names it, else the organization's name.
    pub company: String,
    /// Who signs.
    pub recruiter: String,
    /// Where the job's onsite interviews take place, if that is one address alone.
    pub onsite_address: Option<String>,
}

/// Whom these applications are of; those that the actor does not see are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn correspondents(tx: &mut TenantTx, ids: &[ApplicationId]) -> StoreResult<Vec<Correspondent>> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT a.id, a.job_id, a.person_id, a.status, a.sub_status, a.archive_reason, p.name, p.email, p.contact,
                  j.title, coalesce(nullif(j.company_name, ''), o.name) AS "company!", j.recruiter_name,
                  (SELECT CASE WHEN count(*) = 1 THEN min(l.details) END
                   FROM job_locations h
                   JOIN interview_locations l ON l.organization_id = h.organization_id AND l.id = h.location_id
                   WHERE h.organization_id = a.organization_id AND h.job_id = a.job_id AND l.type = 'onsite'
                     AND l.details !~* '^https?:') AS onsite_address
           FROM applications a
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           JOIN organizations o ON o.id = a.organization_id
           WHERE a.organization_id = $1 AND a.id = ANY ($2)"#,
        tx.organization().0,
        &ids,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let read = rows.into_iter().map(|row| {
        let state: State = applications::state(&row.status, &row.sub_status)?;
        let archived = row.archive_reason.map(|reason| reason.parse()).transpose()?;
        Ok(Correspondent {
            application_id: ApplicationId(row.id),
            job_id: JobId(row.job_id),
            person_id: PersonId(row.person_id),
            placement: Placement { state, archived },
            name: row.name.unwrap_or_default(),
            email: row.email,
            contact: row.contact,
            job_title: row.title,
            company: row.company,
            recruiter: row.recruiter_name,
            onsite_address: row.onsite_address,
        })
    });
    read.collect()
}

/// What the evaluation of each application says it shows of what the job must have, the weightiest first; applications without
/// an evaluation are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn strengths(
    tx: &mut TenantTx,
    ids: &[ApplicationId],
    limit: i64,
) -> StoreResult<HashMap<ApplicationId, Vec<String>>> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT a.id, met.criteria AS "criteria!"
           FROM applications a
           JOIN evaluations e ON e.organization_id = a.organization_id AND e.id = a.evaluation_id
           CROSS JOIN LATERAL (
               SELECT array_agg(best.criterion ORDER BY best.weight DESC, best.place) AS criteria
               FROM (
                   SELECT c.item ->> 'criterion' AS criterion, (c.item ->> 'weight')::double precision AS weight, c.place
                   FROM jsonb_array_elements(coalesce(e.ai_eval -> 'criteria', '[]')) WITH ORDINALITY AS c (item, place)
                   WHERE c.item ->> 'kind' = 'must' AND c.item ->> 'verdict' = 'met' AND c.item ->> 'criterion' <> ''
                   ORDER BY weight DESC, c.place LIMIT $3
               ) best
           ) met
           WHERE a.organization_id = $1 AND a.id = ANY ($2) AND met.criteria IS NOT NULL"#,
        tx.organization().0,
        &ids,
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| (ApplicationId(row.id), row.criteria)).collect())
}

/// What an email stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correspondence {
    /// The address of the member who sends it.
    pub sender_address: Option<String>,
    /// The Message-ID of the last email that went to the candidate.
    pub former_message_id: Option<String>,
}

/// What an email stands in.
///
/// # Errors
/// When the database does not answer.
pub async fn correspondence(tx: &mut TenantTx, email: &Email) -> StoreResult<Correspondence> {
    let row = sqlx::query!(
        "SELECT (SELECT email FROM users WHERE id = $3) AS sender_address,
                (SELECT message_id FROM emails
                 WHERE organization_id = $1 AND application_id = $2 AND status = 'sent' AND message_id IS NOT NULL
                 ORDER BY sent_at DESC LIMIT 1) AS former_message_id",
        tx.organization().0,
        email.application_id.0,
        email.created_by.map(|user| user.0),
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(Correspondence { sender_address: row.sender_address, former_message_id: row.former_message_id })
}
