//! `offer.mail`: emails the signed letter to the candidate or a member, or tells the candidate that the offer was withdrawn.
//!
//! Every attempt has the same Message-ID, so sending again is safe.

use std::time::Duration;

use bole_domain::email::address_of;
use bole_domain::ids::UserId;
use bole_domain::offer::{OfferAction, OfferStatus};
use bole_mail::{CandidateOffer, Message, OfferFacts, candidate_offer_notice, offer_notice};
use bole_queue::kinds::MailOffer;
use bole_queue::{Outcome, RetryPolicy, TaskContext, TaskError, TaskHandler};
use bole_store::offers::{self, Offer};
use bole_store::{StoreError, StoreResult, TenantTx, digests, emails};

use crate::interview_mail::{deliver, skipped};
use crate::send_digest::reader;
use crate::send_email::rendered;

handler!(MailOfferHandler);

impl MailOfferHandler {
    /// The email to a member who wants to be notified of offers.
    async fn to_member(
        &self,
        tx: &mut TenantTx,
        offer: &Offer,
        action: OfferAction,
        user: UserId,
    ) -> StoreResult<Option<Message>> {
        let (organization, members) = digests::active_members(tx).await?;
        let Some(member) = members.iter().find(|member| member.user_id == user && member.wants_offers()) else {
            return Ok(None);
        };
        let facts = OfferFacts {
            application_id: offer.application_id,
            candidate: offer.person_name.as_deref().unwrap_or("—"),
            job: &offer.job_title,
            employer: &offer.employer,
            actor: None,
            comment: "",
            changes: &[],
            zone: offer.zone,
        };
        let reader = reader((tx.organization(), organization.as_str()), member);
        Ok(offer_notice(&reader, action, &facts, self.tools.public_url.as_deref()))
    }
}

impl TaskHandler for MailOfferHandler {
    type Kind = MailOffer;
    const TIME_LIMIT: Duration = Duration::from_secs(240);
    const RETRY: RetryPolicy = RetryPolicy { base: Duration::from_secs(6), cap: Duration::from_secs(600) };

    async fn run(&self, context: &TaskContext, task: MailOffer) -> Result<Outcome, TaskError> {
        let MailOffer { offer_id, version, action, to } = task;
        let mut tx = context.tenant().await?;
        let offer = match offers::find(&mut tx, offer_id).await {
            Ok(offer) if is_current(&offer, action) => offer,
            Ok(_) | Err(StoreError::NotFound) => return skipped(context, tx, "outdated").await,
            Err(error) => return Err(error.into()),
        };
        let message = match to {
            Some(user) => self.to_member(&mut tx, &offer, action, user).await?,
            None => to_candidate(&mut tx, &offer, action).await?,
        };
        let Some(message) = message else { return skipped(context, tx, "outdated").await };
        let mut attachments = Vec::new();
        if action == OfferAction::Accept {
            let letter = offers::letter(&mut tx, offer_id, Some(version)).await?;
            // No transaction is open while the letter is rendered.
            tx.release();
            attachments.push(rendered(letter, offer.text.written_in()).await?);
            tx = context.tenant().await?;
        }
        deliver(&self.tools, context, tx, to.is_none(), message, |_| attachments).await
    }
}

/// Whether the offer still is where the action left it.
fn is_current(offer: &Offer, action: OfferAction) -> bool {
    match action {
        OfferAction::Accept => offer.status == OfferStatus::Accepted,
        OfferAction::Withdraw => offer.status == OfferStatus::Withdrawn,
        _ => false,
    }
}

/// The email to the candidate, if they have an address.
async fn to_candidate(tx: &mut TenantTx, offer: &Offer, action: OfferAction) -> StoreResult<Option<Message>> {
    let Some(candidate) = emails::correspondents(tx, &[offer.application_id]).await?.pop() else { return Ok(None) };
    let Some(address) = address_of(candidate.email.as_deref(), candidate.contact.as_deref()) else { return Ok(None) };
    let facts = CandidateOffer { name: &candidate.name, position: &offer.text.position, employer: &offer.employer };
    Ok(candidate_offer_notice(offer.text.written_in(), &address, action, &facts))
}
