//! Offers: written, approved by somebody else, sent. The candidate's side is in [`super::offer_page`].

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_domain::email::{EmailLanguage, EmailType, address_of};
use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, EmailId, JobId, OfferId, OrganizationId, PersonId, UserId};
use bole_domain::offer::{OfferAction, OfferLetter, OfferStatus, OfferText, SalaryPart};
use bole_domain::permission::Permission;
use bole_domain::stage::{Move, Stage, SubStatus};
use bole_mail::{CandidateMail, Draft};
use bole_store::emails::{self, NewEmail};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest};
use bole_store::offers::{self, OfferChange, OfferEvent, OfferFilter};
use bole_store::{StoreError, TenantTx, applications, offer_attachments};
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};

use super::emails::queue_one;
use super::offer_attachments::OfferAttachment;
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, StoreResultExt};
use crate::extract::{Item, Json, Page, Paged, Paging, Path, Query, ReadTenant, Tenant};
use crate::files::disposition;
use crate::link_token::LinkToken;
use crate::state::ApiState;

time::serde::format_description!(day, Date, "[year]-[month]-[day]");

const MAX_LINE: usize = 200;
const MAX_TEXT: usize = 20_000;
/// The most parts of a salary.
const MAX_PARTS: usize = 20;

/// An offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offer {
    /// Its id.
    id: OfferId,
    /// Whose it is.
    application_id: ApplicationId,
    /// The person.
    person_id: PersonId,
    /// Their name.
    person_name: Option<String>,
    /// The job.
    job_id: JobId,
    /// Its title.
    job_title: String,
    /// Where the application is.
    application_status: Stage,
    /// Where within the stage.
    application_sub_status: SubStatus,
    /// Where the offer stands.
    status: OfferStatus,
    /// What it says.
    #[serde(flatten)]
    text: OfferText,
    /// Why it was given back.
    return_comment: String,
    /// What the candidate signed with.
    answer_name: Option<String>,
    /// Why they declined.
    answer_reason: Option<String>,
    /// When they answered.
    #[serde(with = "time::serde::rfc3339::option")]
    answered_at: Option<OffsetDateTime>,
    /// Who wrote it.
    created_by: Option<UserId>,
    /// Who handed it in.
    submitted_by: Option<UserId>,
    /// Who approved it.
    approved_by: Option<UserId>,
    /// Counts changes; a change names the version it saw.
    version: i32,
    /// When it was begun.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it last changed.
    #[serde(with = "time::serde::rfc3339")]
    updated_at: OffsetDateTime,
}

impl From<offers::Offer> for Offer {
    fn from(row: offers::Offer) -> Self {
        let offers::Offer {
            id,
            application_id,
            person_id,
            person_name,
            job_id,
            job_title,
            state,
            status,
            text,
            return_comment,
            answer_name,
            answer_reason,
            answered_at,
            created_by,
            submitted_by,
            approved_by,
            version,
            created_at,
            updated_at,
        } = row;
        Self {
            id,
            application_id,
            person_id,
            person_name,
            job_id,
            job_title,
            application_status: state.stage(),
            application_sub_status: state.sub_status(),
            status,
            text,
            return_comment,
            answer_name,
            answer_reason,
            answered_at,
            created_by,
            submitted_by,
            approved_by,
            version,
            created_at,
            updated_at,
        }
    }
}

/// An offer and what was done to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferDetail {
    /// The offer.
    #[serde(flatten)]
    offer: Offer,
    /// The files that go with it.
    attachments: Vec<OfferAttachment>,
    /// What was done to it, oldest first.
    history: Vec<OfferHistoryEntry>,
}

/// One thing that was done to an offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferHistoryEntry {
    /// What.
    action: OfferAction,
    /// The version it made.
    version: i32,
    /// What kind of actor.
    actor_kind: EventActor,
    /// The member's name.
    actor_name: Option<String>,
    /// What was said with it.
    comment: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
}

impl From<OfferEvent> for OfferHistoryEntry {
    fn from(row: OfferEvent) -> Self {
        let OfferEvent { action, version, actor_name, actor_kind, comment, created_at: at } = row;
        Self { action, version, actor_kind, actor_name, comment, at }
    }
}

/// Which offers.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfferQuery {
    /// Only of this application.
    application_id: Option<ApplicationId>,
    /// Only where it stands so.
    #[param(inline)]
    status: Option<OfferStatus>,
}

/// The offers, the latest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/offers", operation_id = "list_offers", tag = "offers",
    params(("organization_id" = OrganizationId, Path), OfferQuery, Paging),
    responses((status = 200, body = Paged<Offer>)))]
pub async fn list_offers(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(OfferQuery { application_id, status }): Query<OfferQuery>,
    page: Page,
) -> ApiResult<Json<Paged<Offer>>> {
    tenant.require(Permission::OFFER_WORKBENCH_VIEW)?;
    let filter = OfferFilter { application_id, status, limit: page.limit, offset: page.offset };
    let found = offers::list(&mut tx, filter).await?;
    tx.release();
    Ok(Json(Paged::of(found)))
}

/// One offer with its history.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/offers/{offer_id}", operation_id = "get_offer",
    tag = "offers", params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)),
    responses((status = 200, body = OfferDetail)))]
pub async fn get_offer(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<OfferId>,
) -> ApiResult<Json<OfferDetail>> {
    tenant.require(Permission::OFFER_WORKBENCH_VIEW)?;
    let offer = offers::find(&mut tx, id).await.or_not_found(Code::OfferNotFound)?;
    let attachments = offer_attachments::list(&mut tx, id).await?.into_iter().map(Into::into).collect();
    let history = offers::events(&mut tx, id).await?.into_iter().map(Into::into).collect();
    tx.release();
    Ok(Json(OfferDetail { offer: offer.into(), attachments, history }))
}

/// Which letter of an offer.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterQuery {
    /// The language of what stands around the letter; the letter's own where absent.
    #[param(inline)]
    language: Option<EmailLanguage>,
    /// The version; the offer as it is where absent.
    version: Option<i32>,
}

/// The letter of an offer as a document, of any version.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/offers/{offer_id}/letter",
    operation_id = "get_offer_letter", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path), LetterQuery),
    responses((status = 200, content_type = "application/pdf")))]
pub async fn get_offer_letter(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Query(LetterQuery { language, version }): Query<LetterQuery>,
) -> ApiResult<Response> {
    tenant.require(Permission::OFFER_WORKBENCH_VIEW)?;
    let letter = offers::letter(&mut tx, offer_id, version).await.or_not_found(Code::OfferNotFound)?;
    tx.release();
    letter_file(letter, language).await
}

/// The letter as a file. It is set on a thread where nobody waits behind it.
pub(super) async fn letter_file(letter: OfferLetter, language: Option<EmailLanguage>) -> ApiResult<Response> {
    let language = language.unwrap_or_else(|| letter.text.written_in());
    let name = bole_reports::letter_name(&letter, language);
    let bytes = tokio::task::spawn_blocking(move || bole_reports::write_letter(&letter, language))
        .await
        .map_err(|error| ApiError::internal(&error))?
        .map_err(|error| ApiError::internal(&error))?;
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, disposition("attachment", &name)),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, bytes).into_response())
}

/// What an offer says; absent fields stay, or are empty in a new one.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OfferInput {
    /// Whose it is; for a new one.
    application_id: Option<ApplicationId>,
    /// The version that was seen; for a change.
    version: Option<i32>,
    /// The position; the job's title in a new one.
    position: Option<String>,
    /// The salary, as written.
    salary: Option<String>,
    /// What it is made of.
    salary_parts: Option<Vec<SalaryPart>>,
    /// The first day.
    #[serde(default, with = "day::option")]
    #[schema(value_type = Option<String>, format = Date)]
    start_date: Option<Date>,
    /// Where.
    place: Option<String>,
    /// Further terms.
    terms: Option<String>,
    /// The letter, as plain text.
    letter: Option<String>,
    /// The language of the letter.
    language: Option<EmailLanguage>,
    /// Until when it can be answered.
    #[serde(default, with = "time::serde::rfc3339::option")]
    expires_at: Option<OffsetDateTime>,
    /// What colleagues should know; the candidate never sees it.
    notes: Option<String>,
}

impl OfferInput {
    /// The text with what was given.
    fn over(self, before: OfferText) -> ApiResult<OfferText> {
        let Self {
            application_id: _,
            version: _,
            position,
            salary,
            salary_parts,
            start_date,
            place,
            terms,
            letter,
            language,
            expires_at,
            notes,
        } = self;
        let text = OfferText {
            position: position.unwrap_or(before.position),
            salary: salary.unwrap_or(before.salary),
            salary_parts: salary_parts.unwrap_or(before.salary_parts),
            start_date: start_date.or(before.start_date),
            place: place.unwrap_or(before.place),
            terms: terms.unwrap_or(before.terms),
            letter: letter.unwrap_or(before.letter),
            language: language.or(before.language),
            expires_at: expires_at.or(before.expires_at),
            notes: notes.unwrap_or(before.notes),
        };
        let mut check = Check::new();
        check.at_most("position", &text.position, MAX_LINE);
        check.at_most("salary", &text.salary, MAX_LINE);
        check.ensure(text.salary_parts.len() <= MAX_PARTS, "salary_parts", Code::FieldTooLong);
        for SalaryPart { name, amount } in &text.salary_parts {
            check.text("salary_parts", name, MAX_LINE).text("salary_parts", amount, MAX_LINE);
        }
        check.at_most("place", &text.place, MAX_LINE);
        check.at_most("notes", &text.notes, MAX_TEXT);
        check.at_most("terms", &text.terms, MAX_TEXT);
        check.at_most("letter", &text.letter, MAX_TEXT);
        check.finish()?;
        Ok(text)
    }
}

/// Begins an offer; the candidate moves to the offer stage.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers", operation_id = "create_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path)), request_body = OfferInput,
    responses((status = 201, body = Offer)))]
pub async fn create_offer(tenant: Tenant, Json(input): Json<OfferInput>) -> ApiResult<(StatusCode, Json<Offer>)> {
    tenant.require(Permission::OFFER_WORKBENCH_CREATE)?;
    let id = input.application_id.ok_or_else(|| ApiError::invalid_field("application_id", Code::FieldRequired))?;
    let mut tx = tenant.begin().await?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let text = input.over(OfferText { position: application.job_title, ..OfferText::default() })?;
    if application.state.sub_status() != SubStatus::OfferPreparing || application.archive_reason.is_some() {
        step(&mut tx, id, Move::PrepareOffer).await?;
    }
    let offer = offers::create(&mut tx, id, &text).await.on_constraint("offers_open_key", || {
        ApiError::conflict(Code::OfferExists, "The candidate has an open offer.")
    })?;
    let offer = offers::find(&mut tx, offer.id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(offer.into())))
}

/// Changes a draft.
#[utoipa::path(patch, path = "/api/organizations/{organization_id}/offers/{offer_id}", operation_id = "update_offer",
    tag = "offers", params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)),
    request_body = OfferInput,
    responses((status = 200, body = Offer)))]
pub async fn update_offer(
    tenant: Tenant,
    Item(id): Item<OfferId>,
    Json(input): Json<OfferInput>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_EDIT)?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, id, input.version).await?;
    if input.version.is_none() {
        return Err(ApiError::invalid_field("version", Code::FieldRequired));
    }
    let text = input.over(current.text.clone())?;
    let change = OfferChange { text: Some(&text), ..OfferChange::default() };
    let offer = act(&mut tx, &current, OfferAction::Edit, &change).await?;
    tx.commit().await?;
    Ok(Json(offer.into()))
}

/// What goes with a step of an offer.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct OfferStep {
    /// The version that was seen; without it, the offer as it is.
    version: Option<i32>,
    /// Why; needed to give it back.
    #[serde(default)]
    comment: String,
}

/// The offer of a path.
#[derive(Debug, Deserialize)]
pub struct OfferPath {
    offer_id: OfferId,
}

/// Hands a draft in for approval.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/submit",
    operation_id = "submit_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)), request_body = OfferStep,
    responses((status = 200, body = Offer)))]
pub async fn submit_offer(
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(OfferStep { version, comment }): Json<OfferStep>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_EDIT)?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    let mut check = Check::new();
    check.text("position", &current.text.position, MAX_LINE);
    check.text("salary", &current.text.salary, MAX_LINE);
    check.finish()?;
    acted(tx, &current, OfferAction::Submit, &comment).await
}

/// Approves an offer: somebody other than its author, unless there is nobody else.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/approve",
    operation_id = "approve_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)), request_body = OfferStep,
    responses((status = 200, body = Offer)))]
pub async fn approve_offer(
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(OfferStep { version, comment }): Json<OfferStep>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_MANAGE)?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    let user = tenant.user_id();
    let is_author = [current.created_by, current.submitted_by].contains(&Some(user));
    if is_author && offers::has_other_approver(&mut tx, user).await? {
        return Err(ApiError::forbidden(Code::OfferOwnApproval, "Somebody else has to approve it."));
    }
    acted(tx, &current, OfferAction::Approve, &comment).await
}

/// Gives an offer back to its author, who is told why.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/return",
    operation_id = "return_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)), request_body = OfferStep,
    responses((status = 200, body = Offer)))]
pub async fn return_offer(
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(OfferStep { version, comment }): Json<OfferStep>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_MANAGE)?;
    let mut check = Check::new();
    check.text("comment", &comment, MAX_TEXT);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    acted(tx, &current, OfferAction::Return, &comment).await
}

/// A sent offer and the candidate's link to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentOffer {
    /// The offer.
    #[serde(flatten)]
    offer: Offer,
    /// The candidate's page. It is not stored and not shown again.
    link: String,
    /// Where it was emailed to; null where the candidate has no address.
    emailed_to: Option<String>,
}

/// Makes the candidate's private link of an approved offer and moves the candidate; sending again replaces the link.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/send", operation_id = "send_offer",
    tag = "offers", params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)),
    request_body = OfferStep,
    responses((status = 200, body = SentOffer)))]
pub async fn send_offer(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(OfferStep { version, comment }): Json<OfferStep>,
) -> ApiResult<Json<SentOffer>> {
    tenant.require(Permission::OFFER_WORKBENCH_SEND)?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    let token = LinkToken::random(tenant.organization());
    let hash = token.hash();
    let change = OfferChange { token_hash: Some(&hash), comment: &comment, ..OfferChange::default() };
    act(&mut tx, &current, OfferAction::Send, &change).await?;
    step(&mut tx, current.application_id, Move::Send(EmailType::OfferSent)).await?;
    let offer = offers::find(&mut tx, offer_id).await?;
    let link = format!("{}/offer/{}", state.config.public_url, token.encode());
    let emailed_to = mail(&mut tx, &offer, &link).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(SentOffer { offer: offer.into(), link, emailed_to }))
}

/// Sends the link by email, where the candidate has an address. Answers which.
async fn mail(tx: &mut TenantTx, offer: &offers::Offer, link: &str) -> ApiResult<Option<String>> {
    let Some(of) = emails::correspondents(tx, &[offer.application_id]).await?.pop() else { return Ok(None) };
    let Some(to) = address_of(of.email.as_deref(), of.contact.as_deref()) else { return Ok(None) };
    let language = offer.text.written_in();
    let letter = CandidateMail {
        kind: EmailType::OfferSent,
        language,
        candidate: &of.name,
        job: &offer.text.position,
        company: &of.company,
        recruiter: &of.recruiter,
        link,
        address: "",
    };
    let Draft { subject, body } = letter.draft().map_err(|error| ApiError::internal(&error))?;
    let email = NewEmail {
        id: EmailId::new(),
        application_id: of.application_id,
        job_id: of.job_id,
        person_id: of.person_id,
        kind: EmailType::OfferSent,
        to: to.clone(),
        subject,
        body,
        language,
        engine: None,
        fallback_reason: None,
        reason: None,
        task_id: None,
    };
    queue_one(tx, email).await?;
    Ok(Some(to))
}

/// Takes an offer back; the candidate's link ends.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/withdraw",
    operation_id = "withdraw_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)), request_body = OfferStep,
    responses((status = 200, body = Offer)))]
pub async fn withdraw_offer(
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(OfferStep { version, comment }): Json<OfferStep>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_SEND)?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    let change = OfferChange { comment: &comment, ..OfferChange::default() };
    act(&mut tx, &current, OfferAction::Withdraw, &change).await?;
    if current.status.is_with_candidate() || current.status == OfferStatus::Accepted {
        step(&mut tx, current.application_id, Move::WithdrawOffer).await?;
    }
    let offer = offers::find(&mut tx, offer_id).await?;
    tx.commit().await?;
    Ok(Json(offer.into()))
}

/// The offer of the version that was seen.
async fn seen(tx: &mut TenantTx, id: OfferId, version: Option<i32>) -> ApiResult<offers::Offer> {
    let current = offers::find(tx, id).await.or_not_found(Code::OfferNotFound)?;
    if version.is_some_and(|version| version != current.version) {
        return Err(ApiError::stale(&Offer::from(current)));
    }
    Ok(current)
}

/// Takes a step of an offer that nothing else follows from, and answers the offer as it then is.
async fn acted(
    mut tx: TenantTx,
    current: &offers::Offer,
    action: OfferAction,
    comment: &str,
) -> ApiResult<Json<Offer>> {
    let offer = act(&mut tx, current, action, &OfferChange { comment, ..OfferChange::default() }).await?;
    tx.commit().await?;
    Ok(Json(offer.into()))
}

/// Does it, if it may be done from where the offer stands.
pub(super) async fn act(
    tx: &mut TenantTx,
    offer: &offers::Offer,
    action: OfferAction,
    change: &OfferChange<'_>,
) -> ApiResult<offers::Offer> {
    let to = offer
        .status
        .after(action)
        .ok_or_else(|| ApiError::conflict(Code::OfferNotAllowed, "The offer does not stand where this may be done."))?;
    match offers::apply(tx, offer, action, to, change).await {
        Err(StoreError::Stale) => {
            let current = offers::find(tx, offer.id).await?;
            Err(ApiError::stale(&Offer::from(current)))
        }
        done => Ok(done?),
    }
}

/// Moves the candidate along with their offer.
pub(super) async fn step(tx: &mut TenantTx, application: ApplicationId, what: Move) -> ApiResult<()> {
    let items = [MoveItem::current(application)];
    let request = MoveRequest { what, items: &items, reason: None, authority: Authority::System };
    match moves::apply(tx, &request).await?.pop() {
        Some(MoveOutcome::Moved(_)) => Ok(()),
        _ => Err(ApiError::conflict(
            Code::ApplicationMoveNotAllowed,
            "The candidate does not stand where this may be done.",
        )),
    }
}
