//! Offers: written, approved by another member, sent. See [`crate::offer_page`] for the candidate's side.

mod pending;
mod view;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{CursorPage, CursorPaging, Item, Json, Paged, Path, Query, ReadTenant, Tenant};
use bole_api_core::files::disposition;
use bole_api_core::state::ApiState;
use bole_domain::email::{EmailLanguage, EmailType, StageEmail, address_of};
use bole_domain::ids::{ApplicationId, EmailId, OfferId, OrganizationId};
use bole_domain::offer::{
    LINK_PLACEHOLDER, LetterDifference, LetterTerm, OfferAction, OfferLetter, OfferStatus, OfferText, SalaryPart,
    differences,
};
use bole_domain::permission::Permission;
use bole_domain::stage::{Move, SubStatus};
use bole_mail::{CandidateMail, Draft};
use bole_queue::TaskKind;
use bole_queue::kinds::{MailOffer, NotifyOffer};
use bole_secrets::LinkToken;
use bole_store::emails::{self, NewEmail};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest};
use bole_store::offers::{self, OfferChange, OfferFilter};
use bole_store::{StoreError, TenantTx, applications, dashboard, offer_attachments, offer_decisions, offer_duties};
use serde::{Deserialize, Deserializer, Serialize};
use time::{Date, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::view::OfferChanges;
pub use self::view::{Offer, OfferDetail};
use crate::emails::queue_one;
use crate::onboarding_items::given_day;

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(list_offers, create_offer))
        .routes(routes!(pending::list_pending_offers))
        .routes(routes!(get_offer, update_offer))
        .routes(routes!(get_offer_letter))
        .routes(routes!(submit_offer))
        .routes(routes!(approve_offer))
        .routes(routes!(return_offer))
        .routes(routes!(send_offer))
        .routes(routes!(withdraw_offer))
}

const MAX_LINE: usize = 200;
const MAX_TEXT: usize = 20_000;
/// Maximum components of a salary.
const MAX_PARTS: usize = 20;

/// Filter of a list of offers.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfferQuery {
    /// Only this application.
    application_id: Option<ApplicationId>,
    /// Only with this status.
    #[param(inline)]
    status: Option<OfferStatus>,
}

/// The offers, latest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/offers", operation_id = "list_offers", tag = "offers",
    params(("organization_id" = OrganizationId, Path), OfferQuery, CursorPaging),
    responses((status = 200, body = Paged<Offer>)))]
pub async fn list_offers(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(OfferQuery { application_id, status }): Query<OfferQuery>,
    CursorPage(page): CursorPage,
) -> ApiResult<Json<Paged<Offer>>> {
    tenant.require(Permission::OFFER_WORKBENCH_VIEW)?;
    let (found, total, next) = offers::list(&mut tx, OfferFilter { application_id, status }, page).await?;
    tx.release();
    Ok(Json(Paged::of((found, total)).before(next)))
}

/// One offer with its latest 200 actions.
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
    let decision = match offer.status {
        OfferStatus::Submitted => offer_decisions::last(&mut tx, id).await?,
        _ => None,
    };
    let changes = decision.map(|decision| OfferChanges::since(decision, &offer.text));
    tx.release();
    Ok(Json(OfferDetail { offer: offer.into(), attachments, history, changes }))
}

/// Options of an offer letter.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterQuery {
    /// The language of the surrounding text; that of the letter if absent.
    #[param(inline)]
    language: Option<EmailLanguage>,
    /// The version; the current one if absent.
    version: Option<i32>,
}

/// The offer letter as a document, of any version.
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

/// Renders the letter on a blocking thread.
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

/// The content of an offer; absent fields stay unchanged, or empty in a new offer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OfferInput {
    /// The application; for a new offer.
    application_id: Option<ApplicationId>,
    /// The version the change is based on; for updates.
    version: Option<i32>,
    /// The position; defaults to the job's title.
    position: Option<String>,
    /// The salary, as written.
    salary: Option<String>,
    /// Its components.
    salary_parts: Option<Vec<SalaryPart>>,
    /// The first day; null removes it.
    #[serde(default, deserialize_with = "given_day")]
    #[schema(value_type = Option<String>, format = Date)]
    start_date: Option<Option<Date>>,
    /// The place of work.
    place: Option<String>,
    /// Further terms.
    terms: Option<String>,
    /// The letter, as plain text. Placeholders such as `{{Salary}}` stand for the terms.
    letter: Option<String>,
    /// The language of the letter.
    language: Option<EmailLanguage>,
    /// Deadline for an answer; null removes it.
    #[serde(default, deserialize_with = "given_time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Option<OffsetDateTime>>,
    /// Internal notes; never shown to the candidate.
    notes: Option<String>,
}

fn given_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<OffsetDateTime>>, D::Error> {
    time::serde::rfc3339::option::deserialize(deserializer).map(Some)
}

impl OfferInput {
    /// Merges the given fields into the text.
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
            start_date: start_date.unwrap_or(before.start_date),
            place: place.unwrap_or(before.place),
            terms: terms.unwrap_or(before.terms),
            letter: letter.unwrap_or(before.letter),
            language: language.or(before.language),
            expires_at: expires_at.unwrap_or(before.expires_at),
            notes: notes.unwrap_or(before.notes),
        };
        let mut check = Check::new();
        check.at_most("position", &text.position, MAX_LINE);
        check.at_most("salary", &text.salary, MAX_LINE);
        check.ensure(text.salary_parts.len() <= MAX_PARTS, "salary_parts", Code::FieldTooLong);
        for SalaryPart { name, amount } in &text.salary_parts {
            check.ensure(!amount.trim().is_empty(), "salary_parts", Code::FieldAmountRequired);
            check.text("salary_parts", name, MAX_LINE).at_most("salary_parts", amount, MAX_LINE);
        }
        check.at_most("place", &text.place, MAX_LINE);
        check.at_most("notes", &text.notes, MAX_TEXT);
        check.at_most("terms", &text.terms, MAX_TEXT);
        check.at_most("letter", &text.letter, MAX_TEXT);
        check.finish()?;
        Ok(text)
    }
}

/// Creates an offer; the candidate moves to the offer stage.
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

/// Updates a draft.
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

/// Data of an offer action.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct OfferStep {
    /// The version the change is based on; any if absent.
    version: Option<i32>,
    /// A comment; required to return it.
    #[serde(default)]
    #[schema(max_length = 20_000)]
    comment: String,
}

impl OfferStep {
    /// The version and the comment, if it is not too long.
    fn checked(self) -> ApiResult<(Option<i32>, String)> {
        let Self { version, comment } = self;
        let mut check = Check::new();
        check.at_most("comment", &comment, MAX_TEXT);
        check.finish()?;
        Ok((version, comment))
    }
}

/// The path of an offer.
#[derive(Debug, Deserialize)]
pub struct OfferPath {
    offer_id: OfferId,
}

/// What a letter says other than the terms.
#[derive(Debug, Serialize)]
struct LetterDifferences {
    differences: Vec<LetterDifference>,
}

/// Refuses a letter that contradicts the terms, because candidates sign both.
async fn check_letter(tx: &mut TenantTx, text: &OfferText) -> ApiResult<()> {
    let zone = dashboard::zone(tx).await?;
    let differences = differences(text, text.expires_at.map(|at| zone.local(at).date()));
    if differences.is_empty() {
        return Ok(());
    }
    let refused = ApiError::conflict(Code::OfferLetterDiffers, "The letter differs from the terms.");
    Err(refused.against(&LetterDifferences { differences }))
}

/// Submits a draft for approval. A letter that contradicts the terms is refused: 409 `offer.letter_differs`, with the
/// differences in `current`.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/submit",
    operation_id = "submit_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)), request_body = OfferStep,
    responses((status = 200, body = Offer)))]
pub async fn submit_offer(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(input): Json<OfferStep>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_EDIT)?;
    let (version, comment) = input.checked()?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    let mut check = Check::new();
    check.text("position", &current.text.position, MAX_LINE);
    check.text("salary", &current.text.salary, MAX_LINE);
    check.ensure(!is_over(&current.text, state.config.now()), "expires_at", Code::FieldDatePast);
    for term in [LetterTerm::StartDate, LetterTerm::Deadline] {
        check.ensure(!current.text.missing_terms().contains(&term), term.as_str(), Code::FieldRequired);
    }
    check.finish()?;
    check_letter(&mut tx, &current.text).await?;
    acted(&state, tx, &current, OfferAction::Submit, &comment).await
}

/// Approves an offer. Its author may only if no one else can.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/approve",
    operation_id = "approve_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)), request_body = OfferStep,
    responses((status = 200, body = Offer)))]
pub async fn approve_offer(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(input): Json<OfferStep>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_MANAGE)?;
    let (version, comment) = input.checked()?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    let user = tenant.user_id();
    let is_author = [current.created_by, current.submitted_by].contains(&Some(user));
    if is_author && offer_duties::has_other_approver(&mut tx, user, current.job_id).await? {
        return Err(ApiError::forbidden(Code::OfferOwnApproval, "Somebody else has to approve it."));
    }
    acted(&state, tx, &current, OfferAction::Approve, &comment).await
}

/// Returns an offer to its author with a comment.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/return",
    operation_id = "return_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)), request_body = OfferStep,
    responses((status = 200, body = Offer)))]
pub async fn return_offer(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(input): Json<OfferStep>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_MANAGE)?;
    let (version, comment) = input.checked()?;
    let mut check = Check::new();
    check.text("comment", &comment, MAX_TEXT);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    acted(&state, tx, &current, OfferAction::Return, &comment).await
}

/// A sent offer and its link.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentOffer {
    /// The offer.
    #[serde(flatten)]
    offer: Offer,
    /// The candidate's link. It is not stored and cannot be shown again. An email has a link of its own.
    link: String,
    /// The address it was emailed to; null if the candidate has none.
    emailed_to: Option<String>,
}

/// Creates the candidate's private link of an approved offer and moves the candidate. Sending an unanswered offer again
/// replaces the links. An offer that can no longer be answered is not sent: 409 `offer.expired`.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/send", operation_id = "send_offer",
    tag = "offers", params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)),
    request_body = OfferStep,
    responses((status = 200, body = SentOffer)))]
pub async fn send_offer(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(input): Json<OfferStep>,
) -> ApiResult<Json<SentOffer>> {
    tenant.require(Permission::OFFER_WORKBENCH_SEND)?;
    let (version, comment) = input.checked()?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    if current.status.after(OfferAction::Send).is_some() && is_over(&current.text, state.config.now()) {
        return Err(ApiError::conflict(Code::OfferExpired, "The offer could be answered until a time that is over."));
    }
    // Offers approved before letters were compared may still differ.
    if current.status == OfferStatus::Approved {
        check_letter(&mut tx, &current.text).await?;
    }
    let token = LinkToken::random(tenant.organization());
    let hash = token.hash();
    let change = OfferChange { token_hash: Some(&hash), comment: &comment, ..OfferChange::default() };
    act(&mut tx, &current, OfferAction::Send, &change).await?;
    let link = page_link(&state, &token.encode());
    let email = mail(&mut tx, &current, &page_link(&state, LINK_PLACEHOLDER)).await?;
    if !current.status.is_with_candidate() {
        let item =
            MoveItem { email_id: email.as_ref().map(|email| email.id), ..MoveItem::current(current.application_id) };
        step_item(&mut tx, item, Move::Send(StageEmail::OfferSent)).await?;
    }
    let offer = offers::find(&mut tx, offer_id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(SentOffer { offer: offer.into(), link, emailed_to: email.map(|email| email.to) }))
}

/// The address of the candidate's page.
fn page_link(state: &ApiState, token: &str) -> String {
    format!("{}/offer/{token}", state.config.public_url)
}

/// The email of an offer.
struct OfferEmail {
    id: EmailId,
    /// The recipient's address.
    to: String,
}

/// Emails a link if the candidate has an address. The stored text has a placeholder for its secret, because everyone who
/// may email can read it.
async fn mail(tx: &mut TenantTx, offer: &offers::Offer, link: &str) -> ApiResult<Option<OfferEmail>> {
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
    let id = email.id;
    queue_one(tx, email, None).await?;
    emails::set_offer(tx, id, offer.id).await?;
    Ok(Some(OfferEmail { id, to }))
}

/// The withdrawal of an offer.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct WithdrawOffer {
    /// The version the change is based on; any if absent.
    version: Option<i32>,
    /// A comment for the history; the candidate does not read it.
    #[serde(default)]
    #[schema(max_length = 20_000)]
    comment: String,
    /// Whether the candidate is emailed that it was withdrawn, if the offer has reached them.
    #[serde(default)]
    notify_candidate: bool,
}

/// Withdraws an offer; the candidate's link becomes invalid, and an email that waits to be sent is not sent.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/offers/{offer_id}/withdraw",
    operation_id = "withdraw_offer", tag = "offers",
    params(("organization_id" = OrganizationId, Path), ("offer_id" = OfferId, Path)), request_body = WithdrawOffer,
    responses((status = 200, body = Offer)))]
pub async fn withdraw_offer(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(OfferPath { offer_id }): Path<OfferPath>,
    Json(WithdrawOffer { version, comment, notify_candidate }): Json<WithdrawOffer>,
) -> ApiResult<Json<Offer>> {
    tenant.require(Permission::OFFER_WORKBENCH_SEND)?;
    let (version, comment) = OfferStep { version, comment }.checked()?;
    let mut tx = tenant.begin().await?;
    let current = seen(&mut tx, offer_id, version).await?;
    let change = OfferChange { comment: &comment, ..OfferChange::default() };
    let withdrawn = act(&mut tx, &current, OfferAction::Withdraw, &change).await?;
    emails::take_back_offer(&mut tx, offer_id).await?;
    if notify_candidate && offers::has_reached_candidate(&mut tx, offer_id).await? {
        let version = withdrawn.version;
        MailOffer { offer_id, version, action: OfferAction::Withdraw, to: None }.enqueue(&mut tx, None).await?;
    }
    if current.status.is_with_candidate() || current.status == OfferStatus::Accepted {
        step(&mut tx, current.application_id, Move::WithdrawOffer).await?;
    }
    let offer = offers::find(&mut tx, offer_id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(offer.into()))
}

/// Whether nobody can answer it any more.
pub(super) fn is_over(text: &OfferText, now: OffsetDateTime) -> bool {
    text.expires_at.is_some_and(|at| at <= now)
}

/// The offer of the version that was seen.
async fn seen(tx: &mut TenantTx, id: OfferId, version: Option<i32>) -> ApiResult<offers::Offer> {
    let current = offers::find(tx, id).await.or_not_found(Code::OfferNotFound)?;
    if version.is_some_and(|version| version != current.version) {
        return Err(ApiError::stale(&Offer::from(current)));
    }
    Ok(current)
}

/// Applies an action that changes only the offer, and returns it.
async fn acted(
    state: &ApiState,
    mut tx: TenantTx,
    current: &offers::Offer,
    action: OfferAction,
    comment: &str,
) -> ApiResult<Json<Offer>> {
    let offer = act(&mut tx, current, action, &OfferChange { comment, ..OfferChange::default() }).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(offer.into()))
}

/// Applies an action if the offer's status allows it, and notifies the members it concerns. Wake the workers once the
/// transaction is committed.
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
        done => {
            let offer = done?;
            if action.is_announced() {
                let by = tx.actor().user();
                NotifyOffer { offer_id: offer.id, version: offer.version, action, by }.enqueue(tx, None).await?;
            }
            Ok(offer)
        }
    }
}

/// Moves the candidate along with their offer.
pub(super) async fn step(tx: &mut TenantTx, application: ApplicationId, what: Move) -> ApiResult<()> {
    step_item(tx, MoveItem::current(application), what).await
}

async fn step_item(tx: &mut TenantTx, item: MoveItem, what: Move) -> ApiResult<()> {
    let request = MoveRequest { what, items: &[item], reason: None, authority: Authority::System };
    match moves::apply(tx, &request).await?.pop() {
        Some(MoveOutcome::Moved(_)) => Ok(()),
        _ => Err(ApiError::conflict(
            Code::ApplicationMoveNotAllowed,
            "The candidate does not stand where this may be done.",
        )),
    }
}
