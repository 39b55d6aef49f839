//! `offer.notify`: emails members that an offer waits for them or was answered, as they prefer.

use bole_domain::offer::{OfferAction, OfferMember, OfferStatus, changes, notified};
use bole_mail::{Message, OfferFacts, offer_notice};
use bole_queue::kinds::{MailOffer, NotifyOffer};
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler, TaskKind};
use bole_store::digests::{self, DigestRecipient};
use bole_store::offers::{self, Offer};
use bole_store::{StoreError, ledger, offer_decisions};
use serde_json::json;

use crate::interview_mail::skipped;
use crate::send_digest::reader;
use crate::{Tools, notices};

/// Runs `offer.notify`.
pub struct NotifyOfferHandler {
    tools: Tools,
}

impl NotifyOfferHandler {
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

impl TaskHandler for NotifyOfferHandler {
    type Kind = NotifyOffer;

    async fn run(&self, context: &TaskContext, task: NotifyOffer) -> Result<Outcome, TaskError> {
        let NotifyOffer { offer_id, version, action, by } = task;
        let mut tx = context.tenant().await?;
        let offer = match offers::find(&mut tx, offer_id).await {
            Ok(offer) if is_news(&offer, version, action) => offer,
            Ok(_) | Err(StoreError::NotFound) => return skipped(context, tx, "outdated").await,
            Err(error) => return Err(error.into()),
        };
        let (organization, members) = digests::active_members(&mut tx).await?;
        let about: Vec<OfferMember> = members.iter().map(|member| member.about_offers(offer.job_id)).collect();
        let authors: Vec<_> = [offer.created_by, offer.submitted_by].into_iter().flatten().collect();
        let notified = notified(action, &about, &authors, by);
        let actor = members.iter().find(|member| by == Some(member.user_id));
        let decision = match action {
            OfferAction::Submit => offer_decisions::last(&mut tx, offer_id).await?,
            _ => None,
        };
        let changes = decision.map_or_else(Vec::new, |decision| changes(&decision.text, &offer.text));
        let facts = OfferFacts {
            application_id: offer.application_id,
            candidate: offer.person_name.as_deref().unwrap_or("—"),
            job: &offer.job_title,
            employer: &offer.employer,
            actor: actor.map(|member| member.name.as_str()),
            comment: comment(&offer, action),
            changes: &changes,
            zone: offer.zone,
        };
        let of_organization = (context.organization(), organization.as_str());
        let recipients: Vec<&DigestRecipient> =
            members.iter().filter(|member| notified.contains(&member.user_id) && member.wants_offers()).collect();
        if action == OfferAction::Accept {
            // With the signed letter, each by itself.
            let mails = recipients.iter().map(|member| {
                MailOffer { offer_id, version: offer.version, action, to: Some(member.user_id) }.new_task(None)
            });
            ledger::enqueue_many(&mut tx, mails.collect::<Result<Vec<_>, _>>()?).await?;
        } else {
            let messages: Vec<Message> = recipients
                .iter()
                .filter_map(|member| {
                    offer_notice(&reader(of_organization, member), action, &facts, self.tools.public_url.as_deref())
                })
                .collect();
            notices::write(&self.tools, &mut tx, &messages).await?;
        }
        let end = context.finish(tx, json!({ "notified": recipients.len() })).await?;
        self.tools.signals.wake();
        Ok(end)
    }
}

/// Whether the offer still is where the action left it.
fn is_news(offer: &Offer, version: i32, action: OfferAction) -> bool {
    let led_here = OfferStatus::ALL.iter().any(|from| from.after(action) == Some(offer.status));
    action.is_announced() && led_here && offer.version >= version
}

/// What was said with the action; empty if nothing.
fn comment(offer: &Offer, action: OfferAction) -> &str {
    match action {
        OfferAction::Return => &offer.return_comment,
        OfferAction::Decline => offer.answer_reason.as_deref().unwrap_or_default(),
        _ => "",
    }
}
