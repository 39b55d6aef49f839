//! `email.send`: sends one email through a mail server and moves the candidate once it is accepted.
//!
//! The row's status becomes `sending` before the first byte and is set to the outcome after the last. An attempt that
//! finds `sending` follows an interrupted one, whose email may have arrived, so it is not sent again and a person
//! decides.

use std::time::Duration;

use bole_domain::email::{EmailLanguage, EmailStatus, EmailType, SendingLimits, StageEmail, domain_of};
use bole_domain::failure::{EmailReason, MailReason, TaskReason};
use bole_domain::ids::OfferId;
use bole_domain::offer::{LINK_PLACEHOLDER, OfferLetter, OfferStatus};
use bole_domain::stage::{Move, SubStatus};
use bole_mail::{Attachment, DeliveryError, MailServer, OutgoingMail, Reach, html_of, links_in};
use bole_providers::Rate;
use bole_queue::kinds::{SendEmail, call_off_later};
use bole_queue::{Outcome, RetryPolicy, TaskContext, TaskError, TaskHandler};
use bole_secrets::LinkToken;
use bole_store::emails::{self, Correspondence, Email};
use bole_store::mail_settings::{self, MailServerRow};
use bole_store::mailbox::{self, CapturedAttachment, NewCapture};
use bole_store::moves::{self, Authority, MoveItem, MoveRequest};
use bole_store::{Actor, StoreError, StoreResult, TenantTx};
use bole_store::{offers, quotas};
use time::OffsetDateTime;

use crate::Tools;

/// How often writing the outcome is tried.
const WRITES: u32 = 6;
/// Delayed emails return within this many seconds, however many there are.
const MAX_SPREAD: f64 = 600.0;
/// How often an email beyond the daily quota looks whether it may be sent.
const QUOTA_CHECK: Duration = Duration::from_secs(3_600);
/// Retry interval when limits cannot be counted.
const UNCOUNTED: Duration = Duration::from_secs(10);

/// Runs `email.send`.
pub struct SendEmailHandler {
    tools: Tools,
}

/// The sender of captured email.
pub(crate) const CAPTURED_SENDER: &str = "Bole <bole@localhost.localdomain>";

/// How an email is sent.
pub(crate) enum Transport {
    Smtp {
        server: MailServer,
        reach: Reach,
        from: String,
        limits: SendingLimits,
    },
    /// To the local mailbox.
    Captured,
}

impl Transport {
    /// The From address.
    pub(crate) fn sender(&self) -> Option<&str> {
        match self {
            Self::Smtp { from, .. } => Some(from),
            Self::Captured => None,
        }
    }

    /// Whether it is the server's own mail server, which all organizations share.
    const fn is_shared(&self) -> bool {
        matches!(self, Self::Smtp { reach: Reach::Anywhere, .. })
    }
}

/// Counts an email against the organization's daily quota of the shared mail server. If it is used up, returns how long to
/// wait: until tomorrow, but not for hours, because the operator may verify the organization meanwhile.
pub(crate) async fn take_quota(
    tools: &Tools,
    tx: &mut TenantTx,
    transport: &Transport,
) -> Result<Option<Duration>, StoreError> {
    let unverified = tools.mail.as_ref().and_then(|mail| mail.unverified_per_day);
    if !transport.is_shared() || quotas::take_email(tx, unverified).await? {
        return Ok(None);
    }
    let now = OffsetDateTime::now_utc();
    let tomorrow = now.date().midnight().assume_utc() + time::Duration::DAY;
    let left = Duration::try_from(tomorrow - now).unwrap_or_default();
    Ok(Some(left.min(QUOTA_CHECK) + Duration::from_secs_f64(rand::random_range(0.0..=MAX_SPREAD))))
}

/// Takes back what [`take_quota`] counted for an email that no server accepted.
pub(crate) async fn return_quota(tx: &mut TenantTx, transport: &Transport) -> Result<(), StoreError> {
    if transport.is_shared() { quotas::return_email(tx).await } else { Ok(()) }
}

/// How the organization's email is sent, or why it cannot be.
pub(crate) async fn transport(tools: &Tools, tx: &mut TenantTx) -> StoreResult<Result<Transport, MailReason>> {
    if let Some(row) = mail_settings::find(tx).await? {
        let place = mail_settings::password_place(tx.organization());
        let limits = row.limits.or(SendingLimits::default_for(&row.host));
        let opened = open(tools, &place, row);
        return Ok(opened.ok_or(MailReason::ServerKeyChanged).map(|(server, from)| Transport::Smtp {
            server,
            from,
            limits,
            reach: Reach::Public(tools.mail_allow_hosts.clone()),
        }));
    }
    Ok(match &tools.mail {
        Some(settings) => Ok(Transport::Smtp {
            server: settings.server.clone(),
            from: settings.from.clone(),
            limits: settings.limits,
            reach: Reach::Anywhere,
        }),
        None if tools.captures_mail => Ok(Transport::Captured),
        None => Err(MailReason::NotConfigured),
    })
}

/// How long an email has to wait for its server's limits; if it does not, it is counted. No transaction is open while
/// they are asked.
pub(crate) async fn wait_for_limits(
    tools: &Tools,
    context: &TaskContext,
    transport: &Transport,
    to: &str,
) -> Result<Option<Duration>, StoreError> {
    let Transport::Smtp { server, limits, .. } = transport else { return Ok(None) };
    let account = account_of(server);
    let domain = format!("{account}:{}", domain_of(to));
    let named = [(domain, limits.domain_per_minute), (account, limits.per_minute)];
    let rates: Vec<Rate> =
        named.into_iter().filter_map(|(name, limit)| Some(Rate { name, per_minute: limit? })).collect();
    let Some(slowest) = rates.iter().map(|rate| rate.per_minute).min() else { return Ok(None) };
    match tools.rates.admit_one(&rates).await {
        Ok(None) => Ok(None),
        Ok(Some(wait)) => {
            // Waiting emails return one after another, at the rate of the limit.
            let mut tx = context.tenant().await?;
            let waiting = emails::count_waiting(&mut tx).await?;
            tx.release();
            let seconds = waiting as f64 * 60.0 / f64::from(slowest);
            Ok(Some(wait + Duration::from_secs_f64(rand::random_range(0.0..=seconds.min(MAX_SPREAD)))))
        }
        Err(error) => {
            tracing::warn!(%error, "an email waits until its limits can be counted");
            Ok(Some(UNCOUNTED))
        }
    }
}

enum Delivery {
    Sent {
        is_captured: bool,
    },
    /// To be retried, with the state of the mail server.
    Again(MailReason, String, Option<ServerFailure>),
    Over(EmailStatus, MailReason, String),
}

/// A failure that other mails would meet as well.
struct ServerFailure {
    /// Until a person has changed the settings.
    is_lasting: bool,
}

impl SendEmailHandler {
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }

    /// The time that deadlines are compared with.
    fn now(&self) -> OffsetDateTime {
        OffsetDateTime::now_utc() + self.tools.clock_offset
    }

    /// Reads and renders what the email needs; `None` without a usable mail server. The transaction ends before the letter is
    /// rendered.
    async fn prepare(&self, mut tx: TenantTx, email: &Email) -> Result<Option<Prepared>, TaskError> {
        let Ok(transport) = transport(&self.tools, &mut tx).await? else {
            tx.release();
            return Ok(None);
        };
        let correspondence = emails::correspondence(&mut tx, email).await?;
        let letter = letter(&mut tx, email).await?;
        tx.release();
        let mut attachments = Vec::new();
        if let Some(letter) = letter {
            attachments.push(rendered(letter, email.language).await?);
        }
        Ok(Some(Prepared { version: email.version, transport, correspondence, attachments }))
    }

    async fn deliver(&self, transport: &Transport, mail: &OutgoingMail) -> Delivery {
        let Transport::Smtp { server, reach, .. } = transport else { return Delivery::Sent { is_captured: true } };
        match self.tools.deliverer.deliver(server, reach, mail).await {
            Ok(()) => Delivery::Sent { is_captured: false },
            Err(error) => {
                let (reason, said) = (error.reason(), error.to_string());
                match error {
                    DeliveryError::Unknown => Delivery::Over(EmailStatus::Unknown, reason, said),
                    error if error.concerns_server() => {
                        Delivery::Again(reason, said, Some(ServerFailure { is_lasting: error.is_lasting() }))
                    }
                    DeliveryError::Deferred(_) => Delivery::Again(reason, said, None),
                    _ => Delivery::Over(EmailStatus::Failed, reason, said),
                }
            }
        }
    }

    /// Writes the outcome, the candidate's move and the task's end in one transaction.
    async fn record(
        &self,
        context: &TaskContext,
        actor: &Actor,
        email: &Email,
        transport: &Transport,
        mail: &OutgoingMail,
        delivery: &Delivery,
    ) -> Result<Outcome, TaskError> {
        let mut tx = context.open(actor).await?;
        let (status, error, is_captured) = match delivery {
            Delivery::Sent { is_captured } => (EmailStatus::Sent, None, *is_captured),
            Delivery::Over(status, reason, said) => (*status, Some(format!("{reason}: {said}")), false),
            Delivery::Again(reason, said, _) => {
                let status = if context.is_last_attempt() { EmailStatus::Failed } else { EmailStatus::Queued };
                (status, Some(format!("{reason}: {said}")), false)
            }
        };
        emails::set_status(&mut tx, email.id, status, error.as_deref(), is_captured).await?;
        if !matches!(status, EmailStatus::Sent | EmailStatus::Unknown) {
            return_quota(&mut tx, transport).await?;
        }
        match delivery {
            Delivery::Sent { is_captured } => {
                if *is_captured {
                    let capture = NewCapture {
                        to: &mail.to,
                        subject: &mail.subject,
                        text: &mail.text,
                        html: &mail.html,
                        links: &links_in(&mail.text),
                        attachments: &captured(&mail.attachments),
                    };
                    mailbox::capture_for_tenant(&mut tx, capture).await?;
                }
                move_candidate(&mut tx, email).await?;
                mail_settings::note_success(&mut tx).await?;
            }
            Delivery::Again(reason, _, Some(ServerFailure { is_lasting })) => {
                mail_settings::note_failure(&mut tx, reason.as_str(), *is_lasting).await?;
            }
            Delivery::Again(_, _, None) => {}
            Delivery::Over(..) => {}
        }
        settle(&mut tx, email).await?;
        if let (Delivery::Again(reason, said, _), EmailStatus::Queued) = (delivery, status) {
            // Another attempt may have found the email and called it unknown.
            context.hold_in(&mut tx).await?;
            tx.commit().await?;
            return Err(TaskError::new(*reason, said.clone()).transient(true));
        }
        Ok(context.finish(tx, serde_json::Value::Null).await?)
    }
}

impl TaskHandler for SendEmailHandler {
    type Kind = SendEmail;
    const TIME_LIMIT: Duration = Duration::from_secs(300);
    const RETRY: RetryPolicy = RetryPolicy { base: Duration::from_secs(6), cap: Duration::from_secs(600) };

    async fn run(&self, context: &TaskContext, SendEmail { email_id }: SendEmail) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let Some(email) = found(emails::find(&mut tx, email_id).await)? else { return Ok(Outcome::DONE) };
        let closed = closed_offer(&mut tx, email.offer_id, self.now()).await?;
        let prepared = match obstacle(&mut tx, &email, closed).await? {
            None => self.prepare(tx, &email).await?,
            Some(_) => {
                tx.release();
                None
            }
        };
        if let Some(Prepared { transport, .. }) = &prepared
            && let Some(wait) = wait_for_limits(&self.tools, context, transport, &email.to).await?
        {
            let mut tx = context.tenant().await?;
            let Some(email) = found(emails::lock(&mut tx, email_id).await)? else { return Ok(Outcome::DONE) };
            return postpone(context, tx, &email, MailReason::RateLimited, wait).await;
        }

        let mut tx = context.tenant().await?;
        // The offer first, as for withdrawing it, to avoid deadlocks.
        let closed = closed_offer(&mut tx, email.offer_id, self.now()).await?;
        let Some(email) = found(emails::lock(&mut tx, email_id).await)? else { return Ok(Outcome::DONE) };
        if let Some(obstacle) = obstacle(&mut tx, &email, closed).await? {
            return stop(context, tx, &email, obstacle).await;
        }
        let Some(Prepared { transport, correspondence, attachments, .. }) =
            prepared.filter(|prepared| prepared.version == email.version)
        else {
            if let Err(reason) = transport(&self.tools, &mut tx).await? {
                return fail(context, tx, &email, reason.as_str()).await;
            }
            // It was changed meanwhile.
            tx.release();
            return Ok(Outcome::Postponed(Duration::ZERO));
        };
        if let Some(wait) = take_quota(&self.tools, &mut tx, &transport).await? {
            return postpone(context, tx, &email, MailReason::DailyLimit, wait).await;
        }
        let from = transport.sender().unwrap_or(CAPTURED_SENDER).to_owned();
        let Correspondence { sender_address, follows } = correspondence;
        // Replies to the installation's address would not reach the sender.
        let reply_to = sender_address.filter(|_| transport.is_shared());
        // Made here, so that nothing stored opens the offer.
        let has_link = email.offer_id.is_some() && email.body.contains(LINK_PLACEHOLDER);
        let link = has_link.then(|| LinkToken::random(context.organization()));
        let text = match &link {
            Some(link) => email.body.replace(LINK_PLACEHOLDER, &link.encode()),
            None => email.body.clone(),
        };
        let mail = OutgoingMail {
            id: email.id.0,
            from,
            reply_to,
            follows,
            to: email.to.clone(),
            subject: email.subject.clone(),
            html: html_of(&email.subject, &text, email.language),
            text,
            attachments,
            is_automatic: false,
        };
        let hash = link.map(|link| link.hash());
        let message_id = mail.message_id().unwrap_or_default();
        emails::begin(&mut tx, email.id, &message_id, hash.as_ref().map(<[u8; 32]>::as_slice)).await?;
        context.hold_in(&mut tx).await?;
        tx.commit().await?;

        let delivery = self.deliver(&transport, &mail).await;
        let actor = email.created_by.map_or_else(
            || Actor::worker(context.organization()),
            |user| Actor::worker_for(context.organization(), user),
        );
        let mut writes = 0;
        loop {
            writes += 1;
            match self.record(context, &actor, &email, &transport, &mail, &delivery).await {
                // The email is sent, so a temporary outage must not make it unknown.
                Err(error) if error.reason == TaskReason::DatabaseUnavailable && writes < WRITES => {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                ended => return ended,
            }
        }
    }
}

/// What is read and rendered before an email is locked.
struct Prepared {
    /// The version of the email it was made for.
    version: i32,
    transport: Transport,
    correspondence: Correspondence,
    attachments: Vec<Attachment>,
}

/// The letter that an offer's email has attached.
async fn letter(tx: &mut TenantTx, email: &Email) -> StoreResult<Option<OfferLetter>> {
    if email.kind != EmailType::OfferSent {
        return Ok(None);
    }
    let offer = match email.offer_id {
        Some(offer) => Some(offer),
        None => offers::with_candidate(tx, email.application_id).await?,
    };
    match offer {
        Some(offer) => offers::letter(tx, offer, None).await.map(Some),
        None => Ok(None),
    }
}

/// The letter as a file.
pub(crate) async fn rendered(letter: OfferLetter, language: EmailLanguage) -> Result<Attachment, TaskError> {
    let name = bole_reports::letter_name(&letter, language);
    let failed = |error: &dyn std::fmt::Display| TaskError::new(TaskReason::Internal, error.to_string());
    let content = tokio::task::spawn_blocking(move || bole_reports::write_letter(&letter, language))
        .await
        .map_err(|error| failed(&error))?
        .map_err(|error| failed(&error))?;
    Ok(Attachment { name, media_type: "application/pdf".to_owned(), content })
}

/// Attachments as stored in the local mailbox.
pub(crate) fn captured(attachments: &[Attachment]) -> Vec<CapturedAttachment> {
    let keep = |attachment: &Attachment| CapturedAttachment {
        name: attachment.name.clone(),
        media_type: attachment.media_type.clone(),
        size: attachment.content.len(),
        text: attachment.media_type.starts_with("text/").then(|| String::from_utf8_lossy(&attachment.content).into()),
    };
    attachments.iter().map(keep).collect()
}

/// `None` if the email was deleted meanwhile.
fn found(email: StoreResult<Email>) -> StoreResult<Option<Email>> {
    match email {
        Ok(email) => Ok(Some(email)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Why an email is not sent now.
enum Obstacle {
    /// It was sent, failed or taken back.
    Over,
    /// An earlier attempt was cut off while sending it.
    CutOff,
    /// Its time is that far away.
    Early(Duration),
    /// The email service is stopped.
    Stopped,
    /// It may no longer be sent.
    Refused(EmailReason),
}

async fn obstacle(
    tx: &mut TenantTx,
    email: &Email,
    closed_offer: Option<EmailReason>,
) -> StoreResult<Option<Obstacle>> {
    match email.status {
        EmailStatus::Queued => {}
        EmailStatus::Sending => return Ok(Some(Obstacle::CutOff)),
        _ => return Ok(Some(Obstacle::Over)),
    }
    if let Some(wait) = time_left(email.send_at) {
        return Ok(Some(Obstacle::Early(wait)));
    }
    if mail_settings::is_stopped(tx).await? {
        return Ok(Some(Obstacle::Stopped));
    }
    if let Some(why) = closed_offer {
        return Ok(Some(Obstacle::Refused(why)));
    }
    let is_allowed = may_still_be_sent(tx, email).await?;
    Ok((!is_allowed).then_some(Obstacle::Refused(EmailReason::MoveNotAllowed)))
}

/// Ends or postpones the task of an email that is not sent now and is locked.
async fn stop(
    context: &TaskContext,
    mut tx: TenantTx,
    email: &Email,
    obstacle: Obstacle,
) -> Result<Outcome, TaskError> {
    match obstacle {
        Obstacle::Over => {
            tx.release();
            Ok(Outcome::DONE)
        }
        Obstacle::CutOff => {
            let error = format!("{}: it was cut off while being sent", MailReason::Unknown);
            emails::set_status(&mut tx, email.id, EmailStatus::Unknown, Some(&error), false).await?;
            settle(&mut tx, email).await?;
            Ok(context.finish(tx, serde_json::Value::Null).await?)
        }
        Obstacle::Early(wait) => {
            tx.release();
            Ok(Outcome::Postponed(wait))
        }
        // The email stays queued; restarting the service creates another task, after this one has ended.
        Obstacle::Stopped => Ok(context.finish(tx, serde_json::Value::Null).await?),
        Obstacle::Refused(why) => fail(context, tx, email, why.as_str()).await,
    }
}

/// Postpones a locked email that a limit holds back.
async fn postpone(
    context: &TaskContext,
    mut tx: TenantTx,
    email: &Email,
    why: MailReason,
    wait: Duration,
) -> Result<Outcome, TaskError> {
    if email.status == EmailStatus::Queued {
        emails::set_status(&mut tx, email.id, EmailStatus::Queued, Some(why.as_str()), false).await?;
        context.hold_in(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(Outcome::Postponed(wait))
}

/// Why an email's offer can no longer be answered; it is not changed until the transaction ends.
async fn closed_offer(
    tx: &mut TenantTx,
    offer: Option<OfferId>,
    now: OffsetDateTime,
) -> StoreResult<Option<EmailReason>> {
    let Some(offer) = offer else { return Ok(None) };
    let (status, expires_at) = offers::hold(tx, offer).await?;
    let is_over = expires_at.is_some_and(|at| at <= now);
    Ok(match status {
        status if status.is_with_candidate() && !is_over => None,
        OfferStatus::Sent | OfferStatus::Viewed | OfferStatus::Expired => Some(EmailReason::OfferExpired),
        _ => Some(EmailReason::OfferClosed),
    })
}

/// How long a scheduled email still waits.
fn time_left(send_at: Option<OffsetDateTime>) -> Option<Duration> {
    Duration::try_from(send_at? - OffsetDateTime::now_utc()).ok().filter(|left| !left.is_zero())
}

/// Whether the email is still allowed from the candidate's current state, or they are already in its target state. A message
/// is allowed everywhere.
async fn may_still_be_sent(tx: &mut TenantTx, email: &Email) -> Result<bool, StoreError> {
    let found = emails::correspondents(tx, &[email.application_id]).await?.pop();
    let Some(kind) = email.kind.moving() else { return Ok(found.is_some()) };
    Ok(found.is_some_and(|correspondent| {
        let placement = correspondent.placement;
        let at = placement.state.sub_status();
        // An offer that is sent again may have been read by the link before.
        let is_read = kind == StageEmail::OfferSent && at == SubStatus::OfferViewed;
        let is_there = placement.archived.is_none() && (at == kind.target() || is_read);
        is_there || Move::Send(kind).apply(placement).is_ok()
    }))
}

/// Ends an email that was not sent, and its task.
async fn fail(context: &TaskContext, mut tx: TenantTx, email: &Email, why: &str) -> Result<Outcome, TaskError> {
    emails::set_status(&mut tx, email.id, EmailStatus::Failed, Some(why), false).await?;
    settle(&mut tx, email).await?;
    Ok(context.finish(tx, serde_json::Value::Null).await?)
}

/// Moves the candidate as the email requires, unless they were moved meanwhile, or with their offer.
async fn move_candidate(tx: &mut TenantTx, email: &Email) -> Result<(), StoreError> {
    if email.offer_id.is_some() {
        return Ok(());
    }
    let Some(kind) = email.kind.moving() else { return Ok(()) };
    let item = MoveItem { email_id: Some(email.id), ..MoveItem::current(email.application_id) };
    let request = MoveRequest {
        what: Move::Send(kind),
        items: &[item],
        reason: email.reason.as_deref(),
        authority: Authority::System,
    };
    moves::apply(tx, &request).await?;
    call_off_later(tx, &[email.application_id]).await
}

/// Updates the progress of the request's task, which ends with its last email.
async fn settle(tx: &mut TenantTx, email: &Email) -> Result<(), StoreError> {
    let Some(request) = email.request_task_id else { return Ok(()) };
    emails::settle_request(tx, request).await
}

/// The rate limit key of a mail server account.
fn account_of(server: &MailServer) -> String {
    let MailServer { host, port, credentials, .. } = server;
    let user = credentials.as_ref().map_or("", |(user, _)| user.as_str());
    format!("mail:{}:{port}:{}", host.to_lowercase(), user.to_lowercase())
}

/// The organization's server and sender; `None` if the password cannot be decrypted.
fn open(tools: &Tools, place: &str, row: MailServerRow) -> Option<(MailServer, String)> {
    let MailServerRow { host, port, security, username, password_sealed, sender, limits: _ } = row;
    let credentials = match password_sealed {
        Some(sealed) => Some((username, tools.server_key.as_ref()?.open(place, &sealed).ok()?)),
        None => None,
    };
    Some((MailServer { host, port, security, credentials }, sender))
}
