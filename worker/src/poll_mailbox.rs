//! `mailbox.poll`: fetches new email from the organization's mailbox.
//!
//! Messages are processed in groups. The files of a group become one ZIP per job, which is unpacked and evaluated
//! like an upload. The messages and the mailbox position are stored in one transaction; messages are identified by
//! Message-ID, so one fetched again after an interruption is not imported twice.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Cursor as Bytes, Write};
use std::time::Duration;

use bole_documents::Sandbox;
use bole_domain::batch::BatchSource;
use bole_domain::failure::{MailReason, TaskReason};
use bole_domain::ids::{BatchId, EmailId, InboundMessageId, JobId, OrganizationId};
use bole_domain::inbound::{InboundReason, InboundState, folder_name, submission_addresses};
use bole_domain::offer;
use bole_mail::{
    Cursor, InboundMail, ListedMessage, MailboxAddress, NewMessage, OpenMailbox, Reach, ReceiveError, ReceivedFile,
    Which,
};
use bole_queue::kinds::{PollMailbox, UnpackBatch};
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler, TaskKind};
use bole_storage::Key;
use bole_store::batches::{self, NewBatch, NewZip};
use bole_store::inbound::{self, AddressedJob, InboundMailbox, KnownMessage, NamedEmail, NewInboundMessage};
use bole_store::{TenantTx, discarded, quotas};
use futures_util::StreamExt;
use serde_json::json;
use time::OffsetDateTime;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::{Tools, reading};

/// The most messages per transaction, and the most bytes of files.
const GROUP: usize = 20;
const GROUP_BYTES: u64 = 24 << 20;
/// The most jobs that one message is taken for, each with its files.
const MAX_JOBS: usize = 5;
/// How many messages of a group are parsed at a time.
const READ_AT_A_TIME: usize = 4;
/// The number of messages per request, and the maximum number of requests per task; the next task continues.
const PORTION: usize = 500;
const MAX_PORTIONS: usize = 10;

/// Runs `mailbox.poll`.
pub struct PollMailboxHandler {
    tools: Tools,
}

impl PollMailboxHandler {
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

impl TaskHandler for PollMailboxHandler {
    type Kind = PollMailbox;
    const TIME_LIMIT: Duration = Duration::from_secs(600);

    async fn run(&self, context: &TaskContext, _: PollMailbox) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let mailbox = inbound::mailbox(&mut tx).await?;
        tx.release();
        let Some(mailbox) = mailbox.filter(|mailbox| mailbox.is_active && mailbox.paused_at.is_none()) else {
            return Ok(Outcome::DONE);
        };
        let Some(address) = address(&self.tools, context.organization(), &mailbox) else {
            // Not paused: it is read again once the operator has restored the key.
            return self.failed(context, MailReason::ServerKeyChanged, None, false).await;
        };
        let taken = match self.take_all(context, &mailbox, &address).await {
            Ok(taken) => taken,
            Err(Failure::Mailbox(error)) => {
                return self.failed(context, error.reason(), error.said(), error.is_lasting()).await;
            }
            Err(Failure::Task(error)) => return Err(error),
        };
        Outcome::completed(json!({ "messages": taken }))
    }
}

/// Why a poll ends early.
enum Failure {
    Mailbox(ReceiveError),
    Task(TaskError),
}

impl From<ReceiveError> for Failure {
    fn from(error: ReceiveError) -> Self {
        Self::Mailbox(error)
    }
}

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Self {
        Self::Task(error)
    }
}

/// The mailbox with its password; `None` if it cannot be decrypted.
pub(crate) fn address(tools: &Tools, organization: OrganizationId, mailbox: &InboundMailbox) -> Option<MailboxAddress> {
    let place = inbound::password_place(organization);
    let password = match &mailbox.password_sealed {
        Some(sealed) => tools.server_key.as_ref()?.open(&place, sealed).ok()?,
        None => String::new(),
    };
    Some(MailboxAddress {
        host: mailbox.host.clone(),
        port: mailbox.port,
        security: mailbox.security,
        user: mailbox.username.clone(),
        password,
        folder: mailbox.folder.clone(),
    })
}

impl PollMailboxHandler {
    async fn failed(
        &self,
        context: &TaskContext,
        reason: MailReason,
        said: Option<&str>,
        pauses: bool,
    ) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        inbound::note_failure(&mut tx, reason, said, pauses).await?;
        Ok(context.finish(tx, json!({ "failure": reason })).await?)
    }

    async fn take_all(
        &self,
        context: &TaskContext,
        mailbox: &InboundMailbox,
        address: &MailboxAddress,
    ) -> Result<usize, Failure> {
        let reach = Reach::Public(self.tools.mail_allow_hosts.clone());
        let mut open = OpenMailbox::open(address, &reach).await?;
        let validity = open.validity();
        let known = mailbox.cursor.filter(|(of, _)| *of == validity).map(|(_, last_uid)| last_uid);
        // A mailbox never read before gets its cursor once its unseen messages are taken; those it had read by then
        // are never taken.
        let (which, portions) = if known.is_some() { (Which::All, MAX_PORTIONS) } else { (Which::Unseen, usize::MAX) };
        let at = |last_uid| known.is_some().then_some(Cursor { validity, last_uid });
        let mut last_uid = known.unwrap_or_default();
        let mut taken = 0;
        for _ in 0..portions {
            let uids = open.after(last_uid, which, PORTION).await?;
            let is_last = uids.len() < PORTION;
            let listed = open.sizes(&uids).await?;
            let mut waiting = &listed[..];
            while !waiting.is_empty() {
                let (group, others) = waiting.split_at(group_length(waiting));
                waiting = others;
                let messages = open.messages(group).await?;
                let seen: Vec<u32> = messages.iter().map(|message| message.uid).collect();
                let read = messages.into_iter().map(|message| read(&self.tools.sandbox, validity, message));
                let read: Vec<Taken> = futures_util::stream::iter(read).buffered(READ_AT_A_TIME).collect().await;
                taken += read.len();
                last_uid = group.last().map_or(last_uid, |message| message.uid);
                self.take(context, at(last_uid), read).await?;
                open.mark_seen(&seen).await?;
            }
            // Also moves the cursor past messages that have been deleted meanwhile.
            let last = uids.last().copied().unwrap_or_default();
            if listed.is_empty() || last_uid < last {
                last_uid = last_uid.max(last);
                self.take(context, at(last_uid), Vec::new()).await?;
            }
            if is_last {
                break;
            }
        }
        if known.is_none() {
            let last_uid = last_uid.max(open.last_uid().await?);
            self.take(context, Some(Cursor { validity, last_uid }), Vec::new()).await?;
        }
        open.close().await;
        Ok(taken)
    }

    /// Processes a group of messages, and moves the cursor if there is one.
    async fn take(&self, context: &TaskContext, cursor: Option<Cursor>, group: Vec<Taken>) -> Result<(), TaskError> {
        let mut tx = context.tenant().await?;
        let mut sorted = sort(&mut tx, group).await?;
        let organization = context.organization();
        let ids: Vec<BatchId> = sorted.files.iter().map(|_| BatchId::new()).collect();
        let keys: Vec<Key> = ids.iter().map(|id| Key::batch_upload(organization, *id)).collect();
        let held = std::mem::take(&mut sorted.held);
        let reserved: Vec<&str> = keys.iter().chain(held.iter().map(|(key, _)| key)).map(Key::as_str).collect();
        if !reserved.is_empty() {
            discarded::reserve(&mut tx, &reserved).await?;
        }
        // Storage is slow, so no transaction is open meanwhile.
        tx.commit().await?;
        let mut stored = Vec::with_capacity(sorted.files.len());
        for ((job, folders), (id, key)) in sorted.files.into_iter().zip(ids.into_iter().zip(keys)) {
            let size = self.store(&key, folders).await?;
            stored.push((job, id, key, size));
        }
        for (key, folder) in held {
            self.store(&key, vec![folder]).await?;
        }
        self.record(context, cursor, sorted.messages, &stored).await
    }

    /// Stores files as a ZIP; returns its size.
    async fn store(&self, key: &Key, folders: Vec<(String, Vec<ReceivedFile>)>) -> Result<i64, TaskError> {
        let zip = tokio::task::spawn_blocking(move || pack(folders)).await.map_err(internal)?.map_err(internal)?;
        let size = i64::try_from(zip.len()).unwrap_or(i64::MAX);
        reading::store_zip(&self.tools, key, zip).await?;
        Ok(size)
    }

    async fn record(
        &self,
        context: &TaskContext,
        cursor: Option<Cursor>,
        mut messages: Vec<Sorted>,
        stored: &[(JobId, BatchId, Key, i64)],
    ) -> Result<(), TaskError> {
        let mut tx = context.tenant().await?;
        let day = OffsetDateTime::now_utc().date();
        let held = messages.iter().filter_map(|message| message.row.storage_key.as_deref());
        let keys: Vec<&str> = stored.iter().map(|(_, _, key, _)| key.as_str()).chain(held).collect();
        if !keys.is_empty() {
            discarded::keep(&mut tx, &keys).await?;
        }
        for (job, id, key, size) in stored {
            let task = UnpackBatch { batch_id: *id }.enqueue(&mut tx, None).await?;
            let new = NewBatch {
                id: *id,
                job_id: *job,
                file_name: format!("{day}.eml"),
                source: BatchSource::Mail,
                zip: Some(NewZip { size: *size, storage_key: key.as_str().to_owned() }),
                unpack_task_id: Some(task.id),
            };
            batches::create(&mut tx, new).await?;
        }
        for message in &mut messages {
            if message.row.state == InboundState::Accepted {
                let batch = stored.iter().find(|(job, ..)| message.row.job_id == Some(*job));
                message.row.batch_id = batch.map(|(_, id, ..)| *id);
            }
            if let Some((email, error)) = &message.bounced {
                inbound::note_bounce(&mut tx, *email, error).await?;
            }
        }
        let rows: Vec<NewInboundMessage> = messages.into_iter().map(|message| message.row).collect();
        if inbound::record(&mut tx, &rows).await? < rows.len() as u64 {
            // A worker that lost its lease may still run: its results are discarded, and the next poll continues.
            return Err(TaskError::new(TaskReason::WorkerLost, "another look took these messages").transient(true));
        }
        inbound::note_read(&mut tx, cursor.map(|Cursor { validity, last_uid }| (validity, last_uid))).await?;
        tx.commit().await?;
        self.tools.signals.wake();
        Ok(())
    }
}

/// How many of these messages form the next group; at least one.
fn group_length(listed: &[ListedMessage]) -> usize {
    let mut bytes = 0;
    let fits = listed.iter().take(GROUP).take_while(|message| {
        bytes += if message.is_taken() { u64::from(message.size) } else { 0 };
        bytes <= GROUP_BYTES
    });
    fits.count().max(1)
}

fn internal(error: impl std::fmt::Display) -> TaskError {
    TaskError::new(TaskReason::Internal, error.to_string())
}

/// A message, if it could be parsed.
struct Taken {
    /// Replaces the Message-ID of a message that could not be parsed.
    number: String,
    mail: Result<InboundMail, InboundReason>,
}

/// Reads a message in a child: it may cost more than there is.
async fn read(sandbox: &Sandbox, validity: u32, NewMessage { uid, bytes }: NewMessage) -> Taken {
    let number = format!("<{validity}.{uid}@mailbox>");
    let Some(bytes) = bytes else { return Taken { number, mail: Err(InboundReason::TooLarge) } };
    let answer = sandbox.call(&[bole_mail::MAIL_PREFIX, &bytes].concat()).await;
    let Ok(answer) = answer else { return Taken { number, mail: Err(InboundReason::Unreadable) } };
    // Attachments can be megabytes.
    let mail = tokio::task::spawn_blocking(move || bole_mail::answer(&answer).ok()).await;
    Taken { number, mail: mail.ok().flatten().ok_or(InboundReason::Unreadable) }
}

/// A message and its classification.
struct Sorted {
    row: NewInboundMessage,
    /// For a bounce: the email that was not delivered, and the server's response.
    bounced: Option<(EmailId, String)>,
}

/// Messages, and the files of each job by folder.
struct SortedGroup {
    messages: Vec<Sorted>,
    files: BTreeMap<JobId, Vec<(String, Vec<ReceivedFile>)>>,
    organization: OrganizationId,
    /// The files of replies and of messages that wait for a person, in a folder.
    held: Vec<(Key, (String, Vec<ReceivedFile>))>,
}

/// Classifies the messages of a group; already imported ones are left out.
async fn sort(tx: &mut TenantTx, group: Vec<Taken>) -> Result<SortedGroup, TaskError> {
    let ids: Vec<String> = group.iter().map(Taken::id).collect();
    let known = inbound::known(tx, &ids).await?;
    let mut taken_now = HashSet::new();
    let mails = || group.iter().filter_map(|taken| taken.mail.as_ref().ok());
    let addresses: Vec<String> = mails().flat_map(|mail| submission_addresses(&mail.addressed_to)).collect();
    let jobs = inbound::jobs_of(tx, &addresses).await?;
    let named: Vec<String> = mails()
        .flat_map(|mail| mail.answers.iter().chain(mail.bounce.iter().flat_map(|bounce| &bounce.message_ids)).cloned())
        .collect();
    let unreached = mails().flat_map(|mail| mail.bounce.iter().flat_map(|bounce| &bounce.recipients)).cloned();
    let senders: Vec<String> = mails().map(|mail| mail.from.clone()).chain(unreached).collect();
    let mut emails = inbound::emails_named(tx, &named).await?;
    emails.extend(inbound::last_emails_to(tx, &senders).await?);
    let emails: HashMap<String, NamedEmail> = emails.into_iter().map(|email| (email.key.clone(), email)).collect();
    let rooms = quotas::today(tx).await?;
    let mut room = usize::try_from(rooms.0.max_bytes_a_day() - rooms.1.bytes).unwrap_or_default();
    let mut sorted = SortedGroup {
        messages: Vec::with_capacity(group.len()),
        files: BTreeMap::new(),
        organization: tx.organization(),
        held: Vec::new(),
    };
    for taken in group {
        let is_known = known.iter().any(|known| taken.is(known));
        if is_known || !taken_now.insert((taken.id(), taken.content_hash())) {
            continue;
        }
        sorted.add(taken, &jobs, &emails, &mut room);
    }
    Ok(sorted)
}

impl Taken {
    fn id(&self) -> String {
        self.mail.as_ref().map_or_else(|_| self.number.clone(), |mail| mail.message_id.clone())
    }

    fn content_hash(&self) -> Option<String> {
        self.mail.as_ref().ok().map(|mail| mail.content_hash.clone())
    }

    /// Whether this is a message that was received before. Another one may repeat its id.
    fn is(&self, known: &KnownMessage) -> bool {
        let sender = self.mail.as_ref().map_or("", |mail| mail.from.as_str());
        let is_same = match &known.content_hash {
            Some(hash) => self.content_hash().as_ref() == Some(hash),
            None => known.sender == sender,
        };
        is_same && known.message_id == self.id()
    }
}

impl SortedGroup {
    fn add(&mut self, taken: Taken, jobs: &[AddressedJob], emails: &HashMap<String, NamedEmail>, room: &mut usize) {
        let mut row = NewInboundMessage {
            id: InboundMessageId::new(),
            message_id: taken.id(),
            content_hash: taken.content_hash(),
            copy: 0,
            state: InboundState::Refused,
            reason: None,
            sender: String::new(),
            sender_name: String::new(),
            subject: String::new(),
            body: String::new(),
            files: 0,
            job_id: None,
            application_id: None,
            batch_id: None,
            storage_key: None,
            folder: None,
        };
        let mail = match taken.mail {
            Ok(mail) => mail,
            Err(reason) => {
                row.reason = Some(reason);
                self.messages.push(Sorted { row, bounced: None });
                return;
            }
        };
        row.sender = mail.from;
        row.sender_name = mail.from_name;
        row.subject = mail.subject;
        // Answers quote the email they answer.
        row.body = offer::without_link_secrets(&mail.text);
        row.files = i32::try_from(mail.files.len()).unwrap_or(i32::MAX);
        let mut bounced = None;
        let to = submission_addresses(&mail.addressed_to);
        let mut addressed: Vec<&AddressedJob> = Vec::new();
        for job in to.iter().filter_map(|address| jobs.iter().find(|job| job.address == *address)) {
            if addressed.len() < MAX_JOBS && !addressed.iter().any(|known| known.id == job.id) {
                addressed.push(job);
            }
        }
        let job = addressed.first().copied();
        let about = |ids: &[String]| ids.iter().find_map(|id| emails.get(id)).cloned();
        // Some clients omit In-Reply-To; then the last recipient of an email at this address is assumed.
        let is_application = job.is_some() && !mail.files.is_empty();
        let answered = about(&mail.answers).or_else(|| emails.get(&row.sender).cloned()).filter(|_| !is_application);
        if let Some(bounce) = mail.bounce {
            row.state = InboundState::Bounce;
            // A relay may have given the email an id of its own; then its last recipient is assumed.
            if let Some(email) = about(&bounce.message_ids).or_else(|| about(&bounce.recipients)) {
                row.application_id = Some(email.application_id);
                row.job_id = Some(email.job_id);
                bounced = Some((email.id, format!("{}: {}", MailReason::Bounced, bounce.status)));
            }
        } else if mail.is_automatic && !is_application && (answered.is_some() || job.is_some()) {
            row.state = InboundState::Automatic;
            row.job_id = job.map(|job| job.id);
            if let Some(email) = answered {
                row.application_id = Some(email.application_id);
                row.job_id = Some(email.job_id);
            }
        } else if let Some(email) = answered {
            row.state = InboundState::Reply;
            row.application_id = Some(email.application_id);
            row.job_id = Some(email.job_id);
            self.keep_files(&mut row, mail.files);
        } else if job.is_some() {
            for (copy, job) in (0..).zip(addressed) {
                let row = NewInboundMessage { id: InboundMessageId::new(), copy, ..row.clone() };
                self.apply(row, job, mail.files.clone(), room);
            }
            return;
        } else {
            row.state = InboundState::Unmatched;
            // The content of unmatched messages is not stored.
            row.body = String::new();
        }
        self.messages.push(Sorted { row, bounced });
    }

    /// Adds a message to a job's address, with its files.
    fn apply(
        &mut self,
        mut row: NewInboundMessage,
        job: &AddressedJob,
        mut files: Vec<ReceivedFile>,
        room: &mut usize,
    ) {
        row.job_id = Some(job.id);
        let bytes: usize = files.iter().map(|file| file.content.len()).sum();
        row.state = InboundState::SetAside;
        if files.is_empty() {
            row.reason = Some(InboundReason::NoFiles);
        } else if !job.is_open {
            row.reason = Some(InboundReason::JobClosed);
        } else if bytes > *room {
            row.reason = Some(InboundReason::Quota);
        } else {
            *room -= bytes;
            row.state = InboundState::Accepted;
            let folders = self.files.entry(job.id).or_default();
            let taken: Vec<String> = folders.iter().map(|(name, _)| name.clone()).collect();
            let name = folder_name(&row.sender, &taken);
            folders.push((name.clone(), std::mem::take(&mut files)));
            row.folder = Some(name);
        }
        self.keep_files(&mut row, files);
        self.messages.push(Sorted { row, bounced: None });
    }

    /// Keeps the files of a message for whoever reads it.
    fn keep_files(&mut self, row: &mut NewInboundMessage, files: Vec<ReceivedFile>) {
        if files.is_empty() {
            return;
        }
        let key = Key::held_mail(self.organization);
        row.storage_key = Some(key.as_str().to_owned());
        let folder = folder_name(&row.sender, &[]);
        row.folder = Some(folder.clone());
        self.held.push((key, (folder, files)));
    }
}

/// The files as a ZIP, with a folder per message. They are stored uncompressed, because most already are compressed.
fn pack(folders: Vec<(String, Vec<ReceivedFile>)>) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Bytes::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (folder, files) in folders {
        let mut names = HashSet::new();
        for (at, ReceivedFile { name, content }) in files.into_iter().enumerate() {
            let name = if names.insert(name.clone()) { name } else { format!("{at} {name}") };
            archive.start_file(format!("{folder}/{name}"), options)?;
            archive.write_all(&content)?;
        }
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(sizes: &[u32]) -> Vec<ListedMessage> {
        (1..).zip(sizes).map(|(uid, size)| ListedMessage { uid, size: *size }).collect()
    }

    #[test]
    fn group_is_limited_by_count_and_bytes_and_never_empty() {
        assert_eq!(group_length(&listed(&[1; GROUP + 1])), GROUP);
        assert_eq!(group_length(&listed(&[10 << 20, 10 << 20, 10 << 20])), 2);
        assert_eq!(group_length(&listed(&[24 << 20, 1])), 1);
        // What is too large is not fetched.
        assert_eq!(group_length(&listed(&[u32::MAX, 10 << 20, u32::MAX, 1])), 4);
    }
}
