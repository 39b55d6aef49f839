//! Offers and their history. An offer is updated in place; every change stores the resulting version, and edits in a row
//! the last one.

use bole_domain::email::EmailLanguage;
use bole_domain::employer::employer;
use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, JobId, OfferId, OrganizationId, PersonId, UserId};
use bole_domain::offer::{OfferAction, OfferLetter, OfferStatus, OfferText};
use bole_domain::stage::State;
use bole_domain::zone::Zone;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::applications::state;
use crate::{Db, ListCursor, ListPage, StoreError, StoreResult, TenantTx, dashboard};

/// Builds an offer's text from a row.
macro_rules! offer_text {
    ($row:ident, $notes:expr) => {
        OfferText {
            position: $row.position,
            salary: $row.salary,
            salary_parts: serde_json::from_value($row.salary_parts)?,
            start_date: $row.start_date,
            place: $row.place,
            terms: $row.terms,
            letter: $row.letter,
            language: $row.language.map(|language| language.parse()).transpose()?,
            expires_at: $row.expires_at,
            notes: $notes,
        }
    };
}
pub(crate) use offer_text;

#[derive(Debug, Clone)]
pub struct Offer {
    pub id: OfferId,
    pub application_id: ApplicationId,
    pub person_id: PersonId,
    pub person_name: Option<String>,
    pub job_id: JobId,
    pub job_title: String,
    /// The employer.
    pub employer: String,
    /// State of the application.
    pub state: State,
    pub status: OfferStatus,
    pub text: OfferText,
    /// The organization's time zone.
    pub zone: Zone,
    /// Why it was returned to its author.
    pub return_comment: String,
    /// The name the candidate signed with.
    pub answer_name: Option<String>,
    /// Why the candidate declined.
    pub answer_reason: Option<String>,
    pub answered_at: Option<OffsetDateTime>,
    pub created_by: Option<UserId>,
    pub submitted_by: Option<UserId>,
    pub approved_by: Option<UserId>,
    pub version: i32,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

/// An action on an offer.
#[derive(Debug, Clone)]
pub struct OfferEvent {
    pub action: OfferAction,
    /// The resulting version.
    pub version: i32,
    /// The actor's name, if a member.
    pub actor_name: Option<String>,
    pub actor_kind: EventActor,
    pub comment: String,
    pub created_at: OffsetDateTime,
}

/// The data of an action.
#[derive(Debug, Clone, Default)]
pub struct OfferChange<'a> {
    pub text: Option<&'a OfferText>,
    /// The hash of the candidate's new link; the links in earlier emails become invalid.
    pub token_hash: Option<&'a [u8]>,
    pub comment: &'a str,
    /// The name the candidate signed with.
    pub answer_name: Option<&'a str>,
    /// The network address of the candidate's answer.
    pub address: Option<&'a str>,
}

/// Filter of a list of offers.
#[derive(Debug, Clone, Copy, Default)]
pub struct OfferFilter {
    pub application_id: Option<ApplicationId>,
    pub status: Option<OfferStatus>,
}

/// A page of offers, latest first, their total number, and the cursor of the next page, if any.
pub async fn list(
    tx: &mut TenantTx,
    filter: OfferFilter,
    page: ListPage,
) -> StoreResult<(Vec<Offer>, i64, Option<ListCursor>)> {
    let OfferFilter { application_id, status } = filter;
    let (organization, application, status) =
        (tx.organization().0, application_id.map(|id| id.0), status.map(OfferStatus::as_str));
    let mut ids = sqlx::query_scalar!(
        "SELECT id FROM offers
         WHERE organization_id = $1 AND ($2::uuid IS NULL OR application_id = $2) AND ($3::text IS NULL OR status = $3)
           AND id < coalesce($6::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
         ORDER BY id DESC LIMIT $4 OFFSET $5",
        organization,
        application,
        status,
        page.rows(),
        page.offset,
        page.after.map(|cursor| cursor.id),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let has_next = page.cut(&mut ids);
    let next = ids.last().filter(|_| has_next).copied().map(ListCursor::by_id);
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM offers
           WHERE organization_id = $1 AND ($2::uuid IS NULL OR application_id = $2)
             AND ($3::text IS NULL OR status = $3)"#,
        organization,
        application,
        status,
    )
    .fetch_one(&mut *tx.conn()?);
    let total = page.total(ids.len(), count).await?;
    Ok((find_many(tx, &ids).await?, total, next))
}

/// These offers, latest first; missing ones are left out.
async fn find_many(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<Vec<Offer>> {
    let zone = dashboard::zone(tx).await?;
    let rows = sqlx::query!(
        r#"SELECT o.id, o.application_id, o.status, o.position, o.salary, o.salary_parts, o.start_date, o.place, o.terms,
                  o.letter, o.language, o.expires_at, o.notes, o.return_comment, o.answer_name, o.answer_reason, o.answered_at, o.created_by,
                  o.submitted_by, o.approved_by, o.version, o.created_at, o.updated_at, a.person_id, p.name, a.job_id,
                  j.title, j.company_name, g.name AS organization, a.status AS application_status, a.sub_status
           FROM offers o
           JOIN applications a ON a.organization_id = o.organization_id AND a.id = o.application_id
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           JOIN organizations g ON g.id = o.organization_id
           WHERE o.organization_id = $1 AND o.id = ANY ($2)
           ORDER BY o.id DESC"#,
        tx.organization().0,
        ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let offers = rows.into_iter().map(|row| {
        Ok(Offer {
            id: OfferId(row.id),
            application_id: ApplicationId(row.application_id),
            person_id: PersonId(row.person_id),
            person_name: row.name,
            job_id: JobId(row.job_id),
            job_title: row.title,
            employer: employer(&row.company_name, &row.organization),
            state: state(&row.application_status, &row.sub_status)?,
            status: row.status.parse()?,
            text: offer_text!(row, row.notes),
            zone,
            return_comment: row.return_comment,
            answer_name: row.answer_name,
            answer_reason: row.answer_reason,
            answered_at: row.answered_at,
            created_by: row.created_by.map(UserId),
            submitted_by: row.submitted_by.map(UserId),
            approved_by: row.approved_by.map(UserId),
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    });
    offers.collect()
}

/// One offer.
///
/// # Errors
/// [`StoreError::NotFound`], or the database does not answer.
pub async fn find(tx: &mut TenantTx, id: OfferId) -> StoreResult<Offer> {
    find_many(tx, &[id.0]).await?.pop().ok_or(StoreError::NotFound)
}

/// For how many days a candidate's link leads to the offer after it was sent or answered; longer where it can be answered longer.
const LINK_DAYS: i32 = 90;

/// The offer of a candidate's valid link, locked until the transaction ends.
///
/// # Errors
/// [`StoreError::NotFound`], or the database does not answer.
pub async fn lock_by_token(tx: &mut TenantTx, hash: &[u8]) -> StoreResult<Offer> {
    let organization = tx.organization().0;
    let id = sqlx::query_scalar!(
        "SELECT id FROM offers
         WHERE organization_id = $1
           AND id = ANY (ARRAY(SELECT id FROM offers WHERE organization_id = $1 AND token_hash = $2
                               UNION ALL
                               SELECT offer_id FROM emails WHERE organization_id = $1 AND link_hash = $2))
         FOR UPDATE",
        organization,
        hash,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    // Once it is locked, because another link may have replaced this one meanwhile.
    let id = sqlx::query_scalar!(
        "SELECT o.id FROM offers o
         WHERE o.organization_id = $1 AND o.id = $2
           AND (o.token_hash = $3
                OR EXISTS (SELECT FROM emails m WHERE m.organization_id = $1 AND m.offer_id = o.id AND m.link_hash = $3))
           AND (o.expires_at > now()
                OR EXISTS (SELECT FROM offer_events e
                           WHERE e.organization_id = $1 AND e.offer_id = o.id AND e.kind IN ('send', 'accept', 'decline')
                             AND e.created_at > now() - make_interval(days => $4)))",
        organization,
        id,
        hash,
        LINK_DAYS,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    find(tx, OfferId(id)).await
}

/// The most actions in an offer's history.
const MAX_EVENTS: i64 = 200;

/// An offer's latest actions, oldest first.
pub async fn events(tx: &mut TenantTx, id: OfferId) -> StoreResult<Vec<OfferEvent>> {
    let rows = sqlx::query!(
        r#"SELECT e.kind, e.version, e.actor_kind, u.full_name AS "actor_name?", e.comment, e.created_at
           FROM offer_events e LEFT JOIN users u ON u.id = e.actor_user_id
           WHERE e.organization_id = $1 AND e.offer_id = $2 ORDER BY e.version DESC LIMIT $3"#,
        tx.organization().0,
        id.0,
        MAX_EVENTS,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter()
        .rev()
        .map(|row| {
            Ok(OfferEvent {
                action: row.kind.parse()?,
                version: row.version,
                actor_name: row.actor_name,
                actor_kind: row.actor_kind.parse()?,
                comment: row.comment,
                created_at: row.created_at,
            })
        })
        .collect()
}

/// Creates an offer.
///
/// # Errors
/// [`StoreError::Constraint`] `offers_open_key` if the application already has one, or the database does not
/// answer.
pub async fn create(tx: &mut TenantTx, application: ApplicationId, text: &OfferText) -> StoreResult<Offer> {
    let (organization, by) = (tx.organization().0, tx.actor().user());
    let id = OfferId::new();
    sqlx::query!(
        "INSERT INTO offers (id, organization_id, application_id, position, salary, start_date, place, terms, letter,
                             expires_at, created_by, language, salary_parts, notes)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        id.0,
        organization,
        application.0,
        text.position,
        text.salary,
        text.start_date,
        text.place,
        text.terms,
        text.letter,
        text.expires_at,
        by.map(|user| user.0),
        text.language.map(EmailLanguage::as_str),
        serde_json::to_value(&text.salary_parts)?,
        text.notes,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    let offer = find(tx, id).await?;
    record(tx, &offer, OfferAction::Create, &OfferChange::default()).await?;
    Ok(offer)
}

/// Applies an action to an offer of this version.
///
/// # Errors
/// [`StoreError::Stale`] if the version changed, or the database does not answer.
pub async fn apply(
    tx: &mut TenantTx,
    offer: &Offer,
    action: OfferAction,
    to: OfferStatus,
    change: &OfferChange<'_>,
) -> StoreResult<Offer> {
    let (organization, by) = (tx.organization().0, tx.actor().user());
    let text = change.text.unwrap_or(&offer.text);
    let is_answer = matches!(action, OfferAction::Accept | OfferAction::Decline);
    let changed = sqlx::query!(
        "UPDATE offers SET
             status = $4, position = $5, salary = $6, start_date = $7, place = $8, terms = $9, letter = $10,
             expires_at = $11, language = $18, salary_parts = $19, notes = $20,
             return_comment = CASE WHEN $12 = 'return' THEN $13 WHEN $12 = 'submit' THEN '' ELSE return_comment END,
             token_hash = CASE WHEN $12 = 'withdraw' THEN NULL ELSE coalesce($14, token_hash) END,
             answer_name = coalesce($15, answer_name),
             answer_reason = CASE WHEN $12 = 'decline' THEN $13 ELSE answer_reason END,
             answered_at = CASE WHEN $16 THEN now() ELSE answered_at END,
             submitted_by = CASE WHEN $12 = 'submit' THEN $17 ELSE submitted_by END,
             approved_by = CASE WHEN $12 = 'approve' THEN $17 WHEN $12 IN ('submit', 'return') THEN NULL
                                ELSE approved_by END,
             version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2 AND version = $3",
        organization,
        offer.id.0,
        offer.version,
        to.as_str(),
        text.position,
        text.salary,
        text.start_date,
        text.place,
        text.terms,
        text.letter,
        text.expires_at,
        action.as_str(),
        change.comment,
        change.token_hash,
        change.answer_name,
        is_answer,
        by.map(|user| user.0),
        text.language.map(EmailLanguage::as_str),
        serde_json::to_value(&text.salary_parts)?,
        text.notes,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    if changed.rows_affected() == 0 {
        return Err(StoreError::Stale);
    }
    if matches!(action, OfferAction::Send | OfferAction::Withdraw) {
        sqlx::query!(
            "UPDATE emails SET link_hash = NULL
             WHERE organization_id = $1 AND offer_id = $2 AND link_hash IS NOT NULL",
            organization,
            offer.id.0,
        )
        .execute(&mut *tx.conn()?)
        .await?;
    }
    let offer = find(tx, offer.id).await?;
    record(tx, &offer, action, change).await?;
    Ok(offer)
}

async fn record(tx: &mut TenantTx, offer: &Offer, action: OfferAction, change: &OfferChange<'_>) -> StoreResult<()> {
    let (organization, actor) = (tx.organization().0, *tx.actor());
    let text = &offer.text;
    let snapshot = json!({
        "status": offer.status, "position": text.position, "salary": text.salary, "salary_parts": text.salary_parts,
        "start_date": text.start_date.map(|date| date.to_string()), "place": text.place, "terms": text.terms,
        "letter": text.letter, "language": text.language, "expires_at": text.expires_at.map(OffsetDateTime::unix_timestamp),
        "notes": text.notes, "answer_name": offer.answer_name,
    });
    if action == OfferAction::Edit && replace_edit(tx, offer, &snapshot).await? {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO offer_events (id, organization_id, offer_id, kind, version, snapshot, actor_kind, actor_user_id,
                                   comment, address)
         VALUES ($1, $2, $3, $4, $5, $6 || jsonb_build_object('attachments',
                     (SELECT coalesce(jsonb_agg(f.name ORDER BY f.id), '[]') FROM offer_attachments f
                      WHERE f.organization_id = $2 AND f.offer_id = $3)), $7, $8, $9, $10)",
        Uuid::now_v7(),
        organization,
        offer.id.0,
        action.as_str(),
        offer.version,
        snapshot,
        actor.event_actor().as_str(),
        actor.user().map(|user| user.0),
        change.comment,
        change.address,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// For how long after an edit the next one by the same member replaces it in the history.
const EDIT_MINUTES: i32 = 60;

/// Replaces the last action, if it is a recent edit by the same member: drafts are saved as they are typed.
async fn replace_edit(tx: &mut TenantTx, offer: &Offer, snapshot: &Value) -> StoreResult<bool> {
    let (organization, by) = (tx.organization().0, tx.actor().user());
    let replaced = sqlx::query!(
        "UPDATE offer_events SET version = $3, created_at = now(),
                snapshot = $4 || jsonb_build_object('attachments',
                    (SELECT coalesce(jsonb_agg(f.name ORDER BY f.id), '[]') FROM offer_attachments f
                     WHERE f.organization_id = $1 AND f.offer_id = $2))
         WHERE organization_id = $1 AND offer_id = $2 AND version = $3 - 1 AND kind = 'edit' AND actor_user_id = $5
           AND created_at > now() - make_interval(mins => $6)",
        organization,
        offer.id.0,
        offer.version,
        snapshot,
        by.map(|user| user.0),
        EDIT_MINUTES,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(replaced.rows_affected() > 0)
}

/// The letter of an offer: of this version, or the current one.
///
/// # Errors
/// [`StoreError::NotFound`], or the database does not answer.
pub async fn letter(tx: &mut TenantTx, id: OfferId, version: Option<i32>) -> StoreResult<OfferLetter> {
    let zone = dashboard::zone(tx).await?;
    let row = sqlx::query!(
        r#"SELECT g.name AS organization, j.company_name, p.name AS candidate, e.version, e.snapshot->>'position' AS "position!",
                  e.snapshot->>'salary' AS "salary!",
                  coalesce(e.snapshot->'salary_parts', '[]') AS "salary_parts!", (e.snapshot->>'start_date')::date AS start_date,
                  e.snapshot->>'place' AS "place!", e.snapshot->>'terms' AS "terms!",
                  e.snapshot->>'letter' AS "letter!", e.snapshot->>'language' AS language,
                  to_timestamp((e.snapshot->>'expires_at')::bigint) AS expires_at,
                  (SELECT max(w.created_at) FROM offer_events w
                   WHERE w.organization_id = $1 AND w.offer_id = $2 AND w.version <= e.version
                     AND w.kind IN ('create', 'edit', 'send')) AS "issued_at!",
                  CASE WHEN e.snapshot->>'status' = 'accepted' THEN o.answer_name END AS accepted_by, o.answered_at
           FROM offers o
           JOIN offer_events e ON e.organization_id = o.organization_id AND e.offer_id = o.id
                              AND e.version = coalesce($3, o.version)
           JOIN applications a ON a.organization_id = o.organization_id AND a.id = o.application_id
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           JOIN organizations g ON g.id = o.organization_id
           WHERE o.organization_id = $1 AND o.id = $2"#,
        tx.organization().0,
        id.0,
        version,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    let mut text: OfferText = offer_text!(row, String::new());
    text.letter = text.letter_in(zone);
    Ok(OfferLetter {
        employer: employer(&row.company_name, &row.organization),
        candidate: row.candidate.unwrap_or_default(),
        text,
        version: row.version,
        zone,
        issued_on: zone.local(row.issued_at).date(),
        accepted: row.accepted_by.zip(row.answered_at).map(|(name, at)| (name, zone.local(at).date())),
    })
}

/// The application's offer that the candidate can read, if any.
pub async fn with_candidate(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<Option<OfferId>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM offers
         WHERE organization_id = $1 AND application_id = $2 AND status IN ('sent', 'viewed', 'accepted')",
        tx.organization().0,
        application.0,
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    Ok(id.map(OfferId))
}

/// Whether the candidate was emailed the offer or has opened it.
pub async fn has_reached_candidate(tx: &mut TenantTx, id: OfferId) -> StoreResult<bool> {
    let has_reached = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM emails
                          WHERE organization_id = $1 AND offer_id = $2 AND status IN ('sending', 'sent', 'unknown'))
               OR EXISTS (SELECT FROM offer_events
                          WHERE organization_id = $1 AND offer_id = $2 AND kind IN ('view', 'accept')) AS "has_reached!""#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(has_reached)
}

/// An offer's status and deadline; it is not changed until the transaction ends.
///
/// # Errors
/// [`StoreError::NotFound`], or the database does not answer.
pub async fn hold(tx: &mut TenantTx, id: OfferId) -> StoreResult<(OfferStatus, Option<OffsetDateTime>)> {
    let row = sqlx::query!(
        "SELECT status, expires_at FROM offers WHERE organization_id = $1 AND id = $2 FOR SHARE",
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok((row.status.parse()?, row.expires_at))
}

/// The organizations with expired but open offers.
pub async fn organizations_with_expired(db: &Db, now: OffsetDateTime) -> StoreResult<Vec<OrganizationId>> {
    let ids = sqlx::query_scalar!(
        "SELECT DISTINCT organization_id FROM offers WHERE status IN ('sent', 'viewed') AND expires_at <= $1",
        now,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    Ok(ids.into_iter().map(OrganizationId).collect())
}

/// Expires unanswered offers and records it. Returns them with their versions.
pub async fn expire(tx: &mut TenantTx, now: OffsetDateTime) -> StoreResult<Vec<(OfferId, i32)>> {
    let kind = tx.actor().event_actor().as_str();
    let expired = sqlx::query!(
        "WITH expired AS (
             UPDATE offers SET status = 'expired', version = version + 1, updated_at = now()
             WHERE organization_id = $1 AND status IN ('sent', 'viewed') AND expires_at <= $2
             RETURNING *
         )
         INSERT INTO offer_events (id, organization_id, offer_id, kind, version, snapshot, actor_kind)
         SELECT gen_random_uuid(), organization_id, id, 'expire', version,
                jsonb_build_object('status', status, 'position', position, 'salary', salary, 'salary_parts', salary_parts,
                                   'start_date', start_date::text, 'place', place, 'terms', terms, 'letter', letter,
                                   'language', language, 'expires_at', extract(epoch FROM expires_at)::bigint,
                                   'notes', notes, 'answer_name', answer_name, 'attachments',
                                   (SELECT coalesce(jsonb_agg(f.name ORDER BY f.id), '[]') FROM offer_attachments f
                                    WHERE f.organization_id = $1 AND f.offer_id = expired.id)), $3
         FROM expired
         RETURNING offer_id, version",
        tx.organization().0,
        now,
        kind,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(expired.into_iter().map(|row| (OfferId(row.offer_id), row.version)).collect())
}
