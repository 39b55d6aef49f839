//! Offers as callers see them.

use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, JobId, OfferId, PersonId, UserId};
use bole_domain::offer::{OfferAction, OfferFieldChange, OfferStatus, OfferText, changes};
use bole_domain::stage::{Stage, SubStatus};
use bole_store::offer_decisions::OfferDecision;
use bole_store::offers::{self, OfferEvent};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::offer_attachments::OfferAttachment;

#[derive(Debug, Serialize, ToSchema)]
pub struct Offer {
    /// The id.
    id: OfferId,
    /// The application.
    application_id: ApplicationId,
    /// The person.
    person_id: PersonId,
    /// The name.
    person_name: Option<String>,
    /// The job.
    job_id: JobId,
    /// Its title.
    job_title: String,
    /// The employer, as the candidate reads it.
    employer_name: String,
    /// The application's stage.
    application_status: Stage,
    /// The sub-status.
    application_sub_status: SubStatus,
    /// The status.
    status: OfferStatus,
    /// The content.
    #[serde(flatten)]
    text: OfferText,
    /// The letter with its terms, as the candidate reads it.
    letter_text: String,
    /// Why it was returned.
    return_comment: String,
    /// The name the candidate signed with.
    answer_name: Option<String>,
    /// Why the candidate declined.
    answer_reason: Option<String>,
    /// When they answered.
    #[serde(with = "time::serde::rfc3339::option")]
    answered_at: Option<OffsetDateTime>,
    /// The author.
    created_by: Option<UserId>,
    /// The submitting user.
    submitted_by: Option<UserId>,
    /// The approving user.
    approved_by: Option<UserId>,
    /// Version for optimistic locking.
    version: i32,
    /// When it was created.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it was last updated.
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
            employer,
            state,
            status,
            text,
            zone,
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
        let letter_text = text.letter_in(zone);
        Self {
            id,
            application_id,
            person_id,
            person_name,
            job_id,
            job_title,
            employer_name: employer,
            application_status: state.stage(),
            application_sub_status: state.sub_status(),
            status,
            text,
            letter_text,
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

/// An offer with its attachments and history.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferDetail {
    /// The offer.
    #[serde(flatten)]
    pub(super) offer: Offer,
    /// The attachments.
    pub(super) attachments: Vec<OfferAttachment>,
    /// The latest 200 actions, oldest first.
    pub(super) history: Vec<OfferHistoryEntry>,
    /// While it waits for approval: what changed since it was last approved or returned; null if it never was.
    pub(super) changes: Option<OfferChanges>,
}

/// What changed in an offer since a decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferChanges {
    /// The decision: `approve` or `return`.
    action: OfferAction,
    /// The version it resulted in.
    version: i32,
    /// Who decided, if known.
    actor_name: Option<String>,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
    /// The parts that differ, in the order of the form.
    fields: Vec<OfferFieldChange>,
}

impl OfferChanges {
    /// What changed since the decision.
    pub(super) fn since(decision: OfferDecision, current: &OfferText) -> Self {
        let OfferDecision { action, version, actor_name, created_at: at, text } = decision;
        Self { action, version, actor_name, at, fields: changes(&text, current) }
    }
}

/// An action on an offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferHistoryEntry {
    /// The action.
    action: OfferAction,
    /// The resulting version.
    version: i32,
    /// The kind of actor.
    actor_kind: EventActor,
    /// The member's name.
    actor_name: Option<String>,
    /// The comment given.
    comment: String,
    /// Time of the event.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
}

impl From<OfferEvent> for OfferHistoryEntry {
    fn from(row: OfferEvent) -> Self {
        let OfferEvent { action, version, actor_name, actor_kind, comment, created_at: at } = row;
        Self { action, version, actor_kind, actor_name, comment, at }
    }
}
