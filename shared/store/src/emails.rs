//! Emails to candidates: drafts, what waits to be sent, and what became of it.

use bole_domain::email::{EmailLanguage, EmailStatus, EmailType};
use bole_domain::ids::{ApplicationId, EmailId, JobId, PersonId, TaskId, UserId};
use bole_domain::stage::{Placement, State};
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{StoreError, StoreResult, TenantTx, applications, ledger};

/// An email.
#[derive(Debug, Clone, PartialEq)]
pub struct Email {
    /// Its id.
    pub id: EmailId,
    /// The application it is about.
    pub application_id: ApplicationId,
    /// The application's job.
    pub job_id: JobId,
    /// Who it is written to.
    pub person_id: PersonId,
    /// What it is for.
    pub kind: EmailType,
    /// The recipient's address.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// Plain text.
    pub body: String,
    /// In which language.
    pub language: EmailLanguage,
    /// How far it has come.
    pub status: EmailStatus,
    /// Why it failed or waits.
    pub error: Option<String>,
    /// Its Message-ID, once it was on the wire.
    pub message_id: Option<String>,
    /// Taken by the local mailbox.
    pub is_captured: bool,
    /// Why the candidate is moved against the AI's recommendation.
    pub reason: Option<String>,
    /// The task that sends it.
    pub task_id: Option<TaskId>,
    /// The task of the request it was part of.
    pub request_task_id: Option<TaskId>,
    /// Not before this time.
    pub send_at: Option<OffsetDateTime>,
    /// When a mail server took it.
    pub sent_at: Option<OffsetDateTime>,
    /// Who sends it.
    pub created_by: Option<UserId>,
    /// When it was written.
    pub created_at: OffsetDateTime,
}

struct Row {
    id: Uuid,
    application_id: Uuid,
    job_id: Uuid,
    person_id: Uuid,
    r#type: String,
    recipient: String,
    subject: String,
    body: String,
    language: String,
    status: String,
    error: Option<String>,
    message_id: Option<String>,
    is_captured: bool,
    reason: Option<String>,
    task_id: Option<Uuid>,
    request_task_id: Option<Uuid>,
    send_at: Option<OffsetDateTime>,
    sent_at: Option<OffsetDateTime>,
    created_by: Option<Uuid>,
    created_at: OffsetDateTime,
}

impl TryFrom<Row> for Email {
    type Error = StoreError;

    fn try_from(row: Row) -> StoreResult<Self> {
        Ok(Self {
            id: EmailId(row.id),
            application_id: ApplicationId(row.application_id),
            job_id: JobId(row.job_id),
            person_id: PersonId(row.person_id),
            kind: row.r#type.parse()?,
            to: row.recipient,
            subject: row.subject,
            body: row.body,
            language: row.language.parse()?,
            status: row.status.parse()?,
            error: row.error,
            message_id: row.message_id,
            is_captured: row.is_captured,
            reason: row.reason,
            task_id: row.task_id.map(TaskId),
            request_task_id: row.request_task_id.map(TaskId),
            send_at: row.send_at,
            sent_at: row.sent_at,
            created_by: row.created_by.map(UserId),
            created_at: row.created_at,
        })
    }
}

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
}

/// Whom these applications are of; those that the actor does not see are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn correspondents(tx: &mut TenantTx, ids: &[ApplicationId]) -> StoreResult<Vec<Correspondent>> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT a.id, a.job_id, a.person_id, a.status, a.sub_status, a.archive_reason, p.name, p.email, p.contact,
                  j.title, coalesce(nullif(j.company_name, ''), o.name) AS "company!", j.recruiter_name
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
        })
    });
    read.collect()
}

/// An email to write down.
#[derive(Debug, Clone)]
pub struct NewEmail {
    /// Its id.
    pub id: EmailId,
    /// The application it is about.
    pub application_id: ApplicationId,
    /// The application's job.
    pub job_id: JobId,
    /// Who it is written to.
    pub person_id: PersonId,
    /// What it is for.
    pub kind: EmailType,
    /// The recipient's address.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// Plain text.
    pub body: String,
    /// In which language.
    pub language: EmailLanguage,
    /// Why the candidate is moved against the AI's recommendation.
    pub reason: Option<String>,
    /// The task that sends it.
    pub task_id: Option<TaskId>,
}

/// Emails by column, as UNNEST takes them.
struct Columns {
    ids: Vec<Uuid>,
    applications: Vec<Uuid>,
    jobs: Vec<Uuid>,
    people: Vec<Uuid>,
    kinds: Vec<&'static str>,
    recipients: Vec<String>,
    subjects: Vec<String>,
    bodies: Vec<String>,
    languages: Vec<&'static str>,
    reasons: Vec<Option<String>>,
    tasks: Vec<Option<Uuid>>,
}

impl From<&[NewEmail]> for Columns {
    fn from(emails: &[NewEmail]) -> Self {
        Self {
            ids: emails.iter().map(|email| email.id.0).collect(),
            applications: emails.iter().map(|email| email.application_id.0).collect(),
            jobs: emails.iter().map(|email| email.job_id.0).collect(),
            people: emails.iter().map(|email| email.person_id.0).collect(),
            kinds: emails.iter().map(|email| email.kind.as_str()).collect(),
            recipients: emails.iter().map(|email| email.to.clone()).collect(),
            subjects: emails.iter().map(|email| email.subject.clone()).collect(),
            bodies: emails.iter().map(|email| email.body.clone()).collect(),
            languages: emails.iter().map(|email| email.language.as_str()).collect(),
            reasons: emails.iter().map(|email| email.reason.clone()).collect(),
            tasks: emails.iter().map(|email| email.task_id.map(|task| task.0)).collect(),
        }
    }
}

/// Writes drafts; one of the same type for the same application is written over.
///
/// # Errors
/// When the database refuses one.
pub async fn put_drafts(tx: &mut TenantTx, emails: &[NewEmail]) -> StoreResult<()> {
    let columns = Columns::from(emails);
    let by = tx.actor().user().map(|user| user.0);
    sqlx::query!(
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                             language, status, created_by)
         SELECT id, $1, application_id, job_id, person_id, type, recipient, subject, body, language, 'draft', $2
         FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[],
                     $11::text[])
             AS e(id, application_id, job_id, person_id, type, recipient, subject, body, language)
         ORDER BY application_id, type
         ON CONFLICT (organization_id, application_id, type) WHERE status = 'draft'
         DO UPDATE SET recipient = excluded.recipient, subject = excluded.subject, body = excluded.body,
                       language = excluded.language, created_by = excluded.created_by, updated_at = now()",
        tx.organization().0,
        by,
        &columns.ids,
        &columns.applications,
        &columns.jobs,
        &columns.people,
        &columns.kinds as _,
        &columns.recipients,
        &columns.subjects,
        &columns.bodies,
        &columns.languages as _,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Writes emails that wait to be sent, each with its task; the drafts they were made of go.
///
/// # Errors
/// When the database refuses one.
pub async fn queue(
    tx: &mut TenantTx,
    emails: &[NewEmail],
    request: TaskId,
    send_at: Option<OffsetDateTime>,
) -> StoreResult<()> {
    let columns = Columns::from(emails);
    let by = tx.actor().user().map(|user| user.0);
    sqlx::query!(
        "WITH input AS (
             SELECT * FROM unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::text[],
                                  $12::text[], $13::text[], $14::text[], $15::uuid[])
                 AS e(id, application_id, job_id, person_id, type, recipient, subject, body, language, reason, task_id)
         ), drafts AS (
             DELETE FROM emails d USING input i
             WHERE d.organization_id = $1 AND d.application_id = ANY ($6) AND d.status = 'draft'
               AND d.application_id = i.application_id AND d.type = i.type
         )
         INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                             language, status, reason, task_id, request_task_id, send_at, created_by)
         SELECT id, $1, application_id, job_id, person_id, type, recipient, subject, body, language, 'queued', reason,
                task_id, $2, $3, $4
         FROM input",
        tx.organization().0,
        request.0,
        send_at,
        by,
        &columns.ids,
        &columns.applications,
        &columns.jobs,
        &columns.people,
        &columns.kinds as _,
        &columns.recipients,
        &columns.subjects,
        &columns.bodies,
        &columns.languages as _,
        &columns.reasons as _,
        &columns.tasks as _,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Writes down an email that was sent by other means.
///
/// # Errors
/// When the database refuses it.
pub async fn record_sent(tx: &mut TenantTx, email: NewEmail) -> StoreResult<()> {
    let by = tx.actor().user().map(|user| user.0);
    sqlx::query!(
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                             language, status, reason, sent_at, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'sent', $11, now(), $12)",
        email.id.0,
        tx.organization().0,
        email.application_id.0,
        email.job_id.0,
        email.person_id.0,
        email.kind.as_str(),
        email.to,
        email.subject,
        email.body,
        email.language.as_str(),
        email.reason,
        by,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// One email.
///
/// # Errors
/// [`StoreError::NotFound`] when the actor sees no such email.
pub async fn find(tx: &mut TenantTx, id: EmailId) -> StoreResult<Email> {
    sqlx::query_as!(
        Row,
        "SELECT id, application_id, job_id, person_id, type, recipient, subject, body, language, status, error, message_id,
                is_captured, reason, task_id, request_task_id, send_at, sent_at, created_by, created_at
         FROM emails WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?
    .try_into()
}

/// One email, held until the transaction ends.
///
/// # Errors
/// [`StoreError::NotFound`] when the actor sees no such email.
pub async fn lock(tx: &mut TenantTx, id: EmailId) -> StoreResult<Email> {
    sqlx::query_as!(
        Row,
        "SELECT id, application_id, job_id, person_id, type, recipient, subject, body, language, status, error, message_id,
                is_captured, reason, task_id, request_task_id, send_at, sent_at, created_by, created_at
         FROM emails WHERE organization_id = $1 AND id = $2 FOR UPDATE",
        tx.organization().0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?
    .try_into()
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

/// Which emails to list.
#[derive(Debug, Clone, Default)]
pub struct EmailFilter {
    /// Only about this application.
    pub application_id: Option<ApplicationId>,
    /// Only those that have come so far.
    pub status: Option<EmailStatus>,
    /// At most so many.
    pub limit: i64,
    /// After so many.
    pub offset: i64,
}

/// Emails, newest first, and how many there are in all.
///
/// # Errors
/// When the database does not answer.
pub async fn list(tx: &mut TenantTx, filter: &EmailFilter) -> StoreResult<(Vec<Email>, i64)> {
    let EmailFilter { application_id, status, limit, offset } = filter;
    let (application, status) = (application_id.map(|id| id.0), status.map(EmailStatus::as_str));
    let organization = tx.organization().0;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM emails
           WHERE organization_id = $1 AND ($2::uuid IS NULL OR application_id = $2) AND ($3::text IS NULL OR status = $3)"#,
        organization,
        application,
        status,
    )
    .fetch_one(tx.conn()?)
    .await?;
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, application_id, job_id, person_id, type, recipient, subject, body, language, status, error, message_id,
                is_captured, reason, task_id, request_task_id, send_at, sent_at, created_by, created_at
         FROM emails
         WHERE organization_id = $1 AND ($2::uuid IS NULL OR application_id = $2) AND ($3::text IS NULL OR status = $3)
         ORDER BY id DESC LIMIT $4 OFFSET $5",
        organization,
        application,
        status,
        limit,
        offset,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok((rows.into_iter().map(Email::try_from).collect::<StoreResult<_>>()?, total))
}

/// Changes a draft; what is `None` stays.
///
/// # Errors
/// [`StoreError::Stale`] when it is no draft anymore.
pub async fn edit_draft(
    tx: &mut TenantTx,
    id: EmailId,
    to: Option<&str>,
    subject: Option<&str>,
    body: Option<&str>,
) -> StoreResult<()> {
    let edited = sqlx::query!(
        "UPDATE emails SET recipient = coalesce($3, recipient), subject = coalesce($4, subject), body = coalesce($5, body),
                updated_at = now()
         WHERE organization_id = $1 AND id = $2 AND status = 'draft'",
        tx.organization().0,
        id.0,
        to,
        subject,
        body,
    )
    .execute(tx.conn()?)
    .await?;
    if edited.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Stale) }
}

/// Begins to send: from now on, whatever cuts it off leaves it unknown whether it went out.
///
/// # Errors
/// When the database does not answer.
pub async fn begin(tx: &mut TenantTx, id: EmailId, message_id: &str) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET status = 'sending', message_id = $3, error = NULL, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        message_id,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Sets what became of an email.
///
/// # Errors
/// When the database does not answer.
pub async fn set_status(
    tx: &mut TenantTx,
    id: EmailId,
    status: EmailStatus,
    error: Option<&str>,
    is_captured: bool,
) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET status = $3, error = $4, is_captured = $5, updated_at = now(),
                sent_at = CASE WHEN $3 = 'sent' THEN now() ELSE sent_at END
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        status.as_str(),
        error,
        is_captured,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Queues an email again with a task of its own.
///
/// # Errors
/// When the database does not answer.
pub async fn queue_again(tx: &mut TenantTx, id: EmailId, task: TaskId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE emails SET status = 'queued', task_id = $3, error = NULL, send_at = NULL, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        task.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Takes the emails of a request back that nobody has begun to send: they are drafts again, or gone where there is another
/// draft by now. Answers the tasks that were to send them.
///
/// # Errors
/// When the database does not answer.
async fn take_back(tx: &mut TenantTx, request: TaskId) -> StoreResult<Vec<TaskId>> {
    let organization = tx.organization().0;
    let rows = sqlx::query!(
        "SELECT id, task_id FROM emails WHERE organization_id = $1 AND request_task_id = $2 AND status = 'queued'
         ORDER BY id FOR UPDATE",
        organization,
        request.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    sqlx::query!(
        "DELETE FROM emails e
         WHERE organization_id = $1 AND id = ANY ($2)
           AND EXISTS (SELECT FROM emails d WHERE d.organization_id = $1 AND d.application_id = e.application_id
                         AND d.type = e.type AND d.status = 'draft')",
        organization,
        &ids,
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "UPDATE emails SET status = 'draft', task_id = NULL, request_task_id = NULL, send_at = NULL, error = NULL,
                updated_at = now()
         WHERE organization_id = $1 AND id = ANY ($2)",
        organization,
        &ids,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(rows.into_iter().filter_map(|row| row.task_id).map(TaskId).collect())
}

/// [`take_back`] with the tasks: the request is cancelled where nothing of it is left, else settled with what is. Answers
/// whether there was anything to take back.
///
/// # Errors
/// When the database does not answer.
pub async fn take_back_request(tx: &mut TenantTx, request: TaskId) -> StoreResult<bool> {
    let tasks = take_back(tx, request).await?;
    if tasks.is_empty() {
        return Ok(false);
    }
    ledger::cancel_many(tx, &tasks).await?;
    ledger::lock_task(tx, request).await?;
    let (done, total, result) = request_result(tx, request).await?;
    if total == 0 {
        ledger::cancel(tx, request).await?;
    } else {
        ledger::settle(tx, request, done, total, (done == total).then_some(result)).await?;
    }
    Ok(true)
}

/// The emails that wait to be sent, oldest first.
///
/// # Errors
/// When the database does not answer.
pub async fn waiting(tx: &mut TenantTx, limit: i64) -> StoreResult<Vec<EmailId>> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM emails WHERE organization_id = $1 AND status = 'queued' ORDER BY id LIMIT $2",
        tx.organization().0,
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(ids.into_iter().map(EmailId).collect())
}

/// How the emails of one request stand: how many are over, how many there are, and the result once all are over.
///
/// # Errors
/// When the database does not answer.
pub async fn request_result(tx: &mut TenantTx, request: TaskId) -> StoreResult<(i32, i32, Value)> {
    let rows = sqlx::query!(
        "SELECT id, application_id, recipient, type, status, error FROM emails
         WHERE organization_id = $1 AND request_task_id = $2 ORDER BY id",
        tx.organization().0,
        request.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let (total, mut done) = (i32::try_from(rows.len()).unwrap_or(i32::MAX), 0);
    let mut results = Vec::with_capacity(rows.len());
    for row in rows {
        let status: EmailStatus = row.status.parse()?;
        done += i32::from(status.is_over());
        results.push(json!({
            "to": row.recipient, "status": row.status, "usedPromptType": row.r#type, "emailId": row.id,
            "applicationId": row.application_id, "error": row.error,
        }));
    }
    Ok((done, total, json!({ "results": results })))
}
