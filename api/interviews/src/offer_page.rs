//! The candidate's private offer page: read it, accept it with a typed name, or decline it. The link is the only
//! credential.

use axum::extract::State;
use axum::response::Response;
use bole_api_core::auth::limits::{
    CANDIDATE_LINKS_FROM, LETTERS_BY_LINK, OFFER_ANSWERS_BY_LINK, OFFER_VIEWS_BY_LINK, count_all,
};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{ClientAddress, Json, Path, Query};
use bole_api_core::state::ApiState;
use bole_domain::email::EmailLanguage;
use bole_domain::ids::OfferAttachmentId;
use bole_domain::offer::{OfferAction, OfferStatus, SalaryPart};
use bole_domain::stage::Move;
use bole_queue::TaskKind;
use bole_queue::kinds::MailOffer;
use bole_secrets::LinkToken;
use bole_store::offers::{self, Offer, OfferChange};
use bole_store::rate_limits::RateLimit;
use bole_store::{Actor, TenantTx, offer_attachments};
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::offer_attachments::{OfferAttachment, download};
use crate::offers::{act, is_over, letter_file, step};

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(get_offer_page))
        .routes(routes!(get_offer_page_letter))
        .routes(routes!(get_offer_page_attachment))
        .routes(routes!(accept_offer))
        .routes(routes!(decline_offer))
}

time::serde::format_description!(day, Date, "[year]-[month]-[day]");

const MAX_NAME: usize = 200;
const MAX_REASON: usize = 2_000;

/// An offer as shown to its candidate.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferPage {
    /// The employer.
    employer_name: String,
    /// The job.
    job_title: String,
    /// The position.
    position: String,
    /// The salary.
    salary: String,
    /// Its components.
    salary_parts: Vec<SalaryPart>,
    /// The first day.
    #[serde(with = "day::option")]
    #[schema(value_type = Option<String>, format = Date)]
    start_date: Option<Date>,
    /// Where.
    place: String,
    /// Further terms.
    terms: String,
    /// The letter: paragraphs, nothing else.
    letter_html: String,
    /// `viewed`, `accepted`, `declined` or `expired`.
    status: OfferStatus,
    /// Deadline for an answer.
    #[serde(with = "time::serde::rfc3339::option")]
    expires_at: Option<OffsetDateTime>,
    /// The attachments.
    attachments: Vec<OfferAttachment>,
}

/// A candidate's acceptance.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AcceptOffer {
    /// The candidate's typed name.
    #[serde(default)]
    name: String,
}

/// A candidate's refusal.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct DeclineOffer {
    /// The reason; optional.
    #[serde(default)]
    reason: String,
}

/// Parses a link's token and counts its use, by source first: any made-up token has a count of its own.
async fn read(state: &ApiState, caller: ClientAddress, token: &str, limit: &RateLimit) -> ApiResult<LinkToken> {
    let token = LinkToken::parse(token).ok_or_else(|| ApiError::not_found(Code::OfferNotFound))?;
    let (source, hash) = (caller.source(), hex::encode(token.hash()));
    count_all(&state.db, &[(&CANDIDATE_LINKS_FROM, &source), (limit, &hash)], Code::RequestTooMany).await?;
    Ok(token)
}

/// The offer of the link; expires it if its deadline has passed.
async fn open(state: &ApiState, token: &LinkToken) -> ApiResult<(TenantTx, Offer)> {
    let mut tx = state.db.tenant(&Actor::candidate(token.organization)).await?;
    let offer = offers::lock_by_token(&mut tx, &token.hash()).await.or_not_found(Code::OfferNotFound)?;
    if is_over(&offer.text, state.config.now()) && offer.status.is_with_candidate() {
        let offer = act(&mut tx, &offer, OfferAction::Expire, &OfferChange::default()).await?;
        return Ok((tx, offer));
    }
    Ok((tx, offer))
}

async fn page(tx: &mut TenantTx, offer: Offer) -> ApiResult<OfferPage> {
    let attachments = offer_attachments::list(tx, offer.id).await?.into_iter().map(Into::into).collect();
    let letter = offer.text.letter_in(offer.zone);
    Ok(OfferPage {
        attachments,
        employer_name: offer.employer,
        job_title: offer.job_title,
        position: offer.text.position,
        salary: offer.text.salary,
        salary_parts: offer.text.salary_parts,
        start_date: offer.text.start_date,
        place: offer.text.place,
        terms: offer.text.terms,
        letter_html: paragraphs(&letter),
        status: offer.status,
        expires_at: offer.text.expires_at,
    })
}

/// Plain text as HTML paragraphs and line breaks.
pub(super) fn paragraphs(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let blocks = escaped.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
    blocks.map(|block| format!("<p>{}</p>", block.replace('\n', "<br>"))).collect()
}

/// The offer of a private link. Records that it was viewed.
#[utoipa::path(get, path = "/api/offers/{token}", operation_id = "get_offer_page", tag = "offers",
    params(("token" = String, Path)), responses((status = 200, body = OfferPage)))]
pub async fn get_offer_page(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
) -> ApiResult<Json<OfferPage>> {
    let token = read(&state, caller, &token, &OFFER_VIEWS_BY_LINK).await?;
    let (mut tx, mut offer) = open(&state, &token).await?;
    if offer.status == OfferStatus::Sent {
        offer = act(&mut tx, &offer, OfferAction::View, &OfferChange::default()).await?;
        step(&mut tx, offer.application_id, Move::ViewOffer).await?;
    }
    let page = page(&mut tx, offer).await?;
    tx.commit().await?;
    Ok(Json(page))
}

/// Options of the letter.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterLanguage {
    /// The language of the surrounding text; that of the letter if absent.
    #[param(inline)]
    language: Option<EmailLanguage>,
}

/// The offer letter of a private link, as a document.
#[utoipa::path(get, path = "/api/offers/{token}/letter", operation_id = "get_offer_page_letter", tag = "offers",
    params(("token" = String, Path), LetterLanguage),
    responses((status = 200, content_type = "application/pdf")))]
pub async fn get_offer_page_letter(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
    Query(LetterLanguage { language }): Query<LetterLanguage>,
) -> ApiResult<Response> {
    let token = read(&state, caller, &token, &LETTERS_BY_LINK).await?;
    let (mut tx, offer) = open(&state, &token).await?;
    let letter = offers::letter(&mut tx, offer.id, None).await?;
    tx.commit().await?;
    letter_file(letter, language).await
}

/// The path of an attachment of a private link.
#[derive(Debug, Deserialize)]
pub struct PageAttachmentPath {
    token: String,
    attachment_id: OfferAttachmentId,
}

/// Downloads an attachment of the offer of a private link.
#[utoipa::path(get, path = "/api/offers/{token}/attachments/{attachment_id}", operation_id = "get_offer_page_attachment",
    tag = "offers", params(("token" = String, Path), ("attachment_id" = OfferAttachmentId, Path)),
    responses((status = 200, content_type = "application/octet-stream")))]
pub async fn get_offer_page_attachment(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(PageAttachmentPath { token, attachment_id }): Path<PageAttachmentPath>,
) -> ApiResult<Response> {
    let token = read(&state, caller, &token, &LETTERS_BY_LINK).await?;
    let (mut tx, offer) = open(&state, &token).await?;
    let attachments = offer_attachments::list(&mut tx, offer.id).await?;
    tx.commit().await?;
    download(&state, attachments, attachment_id).await
}

/// Accepts the offer of a private link.
#[utoipa::path(post, path = "/api/offers/{token}/accept", operation_id = "accept_offer", tag = "offers",
    params(("token" = String, Path)), request_body = AcceptOffer,
    responses((status = 200, body = OfferPage)))]
pub async fn accept_offer(
    State(state): State<ApiState>,
    address: ClientAddress,
    Path(token): Path<String>,
    Json(AcceptOffer { name }): Json<AcceptOffer>,
) -> ApiResult<Json<OfferPage>> {
    let token = read(&state, address, &token, &OFFER_ANSWERS_BY_LINK).await?;
    let mut check = Check::new();
    check.text("name", &name, MAX_NAME);
    check.finish()?;
    let change = OfferChange { answer_name: Some(name.trim()), ..OfferChange::default() };
    answer(&state, &token, address, OfferAction::Accept, Move::AcceptOffer, change).await
}

/// Declines the offer of a private link.
#[utoipa::path(post, path = "/api/offers/{token}/decline", operation_id = "decline_offer", tag = "offers",
    params(("token" = String, Path)), request_body = DeclineOffer,
    responses((status = 200, body = OfferPage)))]
pub async fn decline_offer(
    State(state): State<ApiState>,
    address: ClientAddress,
    Path(token): Path<String>,
    Json(DeclineOffer { reason }): Json<DeclineOffer>,
) -> ApiResult<Json<OfferPage>> {
    let token = read(&state, address, &token, &OFFER_ANSWERS_BY_LINK).await?;
    let mut check = Check::new();
    check.at_most("reason", &reason, MAX_REASON);
    check.finish()?;
    let change = OfferChange { comment: reason.trim(), ..OfferChange::default() };
    answer(&state, &token, address, OfferAction::Decline, Move::DeclineOffer, change).await
}

async fn answer(
    state: &ApiState,
    token: &LinkToken,
    address: ClientAddress,
    action: OfferAction,
    what: Move,
    change: OfferChange<'_>,
) -> ApiResult<Json<OfferPage>> {
    let (mut tx, offer) = open(state, token).await?;
    if offer.status == OfferStatus::Expired {
        tx.commit().await?;
        state.signals.wake();
        return Err(ApiError::conflict(Code::OfferExpired, "The offer could be answered until a time that is over."));
    }
    let address = address.ip.to_string();
    let offer = act(&mut tx, &offer, action, &OfferChange { address: Some(&address), ..change }).await?;
    if action == OfferAction::Accept {
        MailOffer { offer_id: offer.id, version: offer.version, action, to: None }.enqueue(&mut tx, None).await?;
    }
    step(&mut tx, offer.application_id, what).await?;
    let page = page(&mut tx, offer).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(page))
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[test]
    fn letter_text_is_escaped() {
        let html = paragraphs("Dear <b>Lin</b>,\n\nWelcome\n& hello.");
        assert_eq!(html, "<p>Dear &lt;b&gt;Lin&lt;/b&gt;,</p><p>Welcome<br>&amp; hello.</p>");
    }
}
