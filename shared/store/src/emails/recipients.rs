//! Recipients of emails, and earlier correspondence.

use std::collections::HashMap;

use bole_domain::email::EmailLanguage;
use bole_domain::employer::employer;
use bole_domain::ids::{ApplicationId, JobId, PersonId};
use bole_domain::stage::{Placement, State};
use uuid::Uuid;

use super::Email;
use crate::{StoreResult, TenantTx, applications};

/// A possible recipient and their application.
#[derive(Debug, Clone, PartialEq)]
pub struct Correspondent {
    pub application_id: ApplicationId,
    pub job_id: JobId,
    pub person_id: PersonId,
    pub placement: Placement,
    pub name: String,
    pub email: Option<String>,
    /// The contact field of an older record.
    pub contact: Option<String>,
    pub job_title: String,
    /// The employer named by the job, else the organization's name.
    pub company: String,
    /// The name in the signature.
    pub recruiter: String,
    /// The address of the job's onsite interviews, if there is exactly one.
    pub onsite_address: Option<String>,
}

/// The recipients of these applications; inaccessible ones are left out.
pub async fn correspondents(tx: &mut TenantTx, ids: &[ApplicationId]) -> StoreResult<Vec<Correspondent>> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT a.id, a.job_id, a.person_id, a.status, a.sub_status, a.archive_reason, p.name, p.email, p.contact,
                  j.title, j.company_name, o.name AS organization, j.recruiter_name,
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
            company: employer(&row.company_name, &row.organization),
            recruiter: row.recruiter_name,
            onsite_address: row.onsite_address,
        })
    });
    read.collect()
}

/// The language of the last email that was sent to a candidate.
pub async fn last_language(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<Option<EmailLanguage>> {
    let language = sqlx::query_scalar!(
        "SELECT language FROM emails
         WHERE organization_id = $1 AND application_id = $2 AND status = 'sent' ORDER BY sent_at DESC LIMIT 1",
        tx.organization().0,
        application.0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(language.map(|language| language.parse()).transpose()?)
}

/// The must-have criteria that each application's evaluation confirms, highest weight first; applications without an
/// evaluation are left out.
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

/// Earlier correspondence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correspondence {
    /// The address of the member who sends it.
    pub sender_address: Option<String>,
    /// Message-IDs of what it follows, oldest first: the previous email to the candidate, and the one it answers.
    pub follows: Vec<String>,
}

/// The correspondence an email belongs to.
pub async fn correspondence(tx: &mut TenantTx, email: &Email) -> StoreResult<Correspondence> {
    let row = sqlx::query!(
        "SELECT (SELECT email FROM users WHERE id = $3) AS sender_address,
                (SELECT message_id FROM emails
                 WHERE organization_id = $1 AND application_id = $2 AND status = 'sent' AND message_id IS NOT NULL
                 ORDER BY sent_at DESC LIMIT 1) AS former_message_id,
                (SELECT message_id FROM inbound_messages WHERE organization_id = $1 AND id = $4) AS answered_message_id",
        tx.organization().0,
        email.application_id.0,
        email.created_by.map(|user| user.0),
        email.answered_message_id.map(|id| id.0),
    )
    .fetch_one(tx.conn()?)
    .await?;
    let follows = row.former_message_id.into_iter().chain(row.answered_message_id).collect();
    Ok(Correspondence { sender_address: row.sender_address, follows })
}
