//! `email.generate`: drafts emails to candidates, with the organization's model or from built-in templates.
//!
//! The model is called once for all candidates who get the same text, and never sees their identity. An unusable
//! answer is replaced by the template, and the result says so.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use bole_ai::provider::{Chat, ChatError};
use bole_ai::{LetterBrief, WrittenLetter};
use bole_domain::ai::AiPurpose;
use bole_domain::email::{EmailLanguage, EmailType, address_of};
use bole_domain::evaluation::Engine;
use bole_domain::failure::{AiReason, EmailReason, FailureReason, TaskReason};
use bole_domain::ids::{ApplicationId, EmailId, JobId, UserId};
use bole_domain::prompt::PromptType;
use bole_mail::{CandidateMail, Draft};
use bole_providers::ProviderSetup;
use bole_queue::kinds::GenerateEmails;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::TenantTx;
use bole_store::emails::{self, Correspondent, DraftKey, NewDraft, NewEmail};
use futures_util::StreamExt;
use serde::Serialize;

use crate::Tools;
use crate::model_work::{self, Purpose};

/// Emails of a task generated concurrently; the key's limits apply to all tasks together.
const CONCURRENCY: usize = 8;
/// One retry after an unusable answer.
const MAX_ATTEMPTS: u32 = 2;
/// The most strengths of a candidate passed to the model.
const MAX_STRENGTHS: i64 = 5;

/// Runs `email.generate`.
pub struct GenerateEmailsHandler {
    tools: Tools,
}

impl GenerateEmailsHandler {
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

/// The result for one candidate.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    application_id: ApplicationId,
    email_type: EmailType,
    status: &'static str,
    data: Option<Text>,
    /// Why there is none.
    error: Option<FailureReason>,
    engine: Option<Engine>,
    /// Why the template replaces the model.
    fallback_reason: Option<FailureReason>,
}

#[derive(Clone, Serialize)]
struct Text {
    subject: String,
    body: String,
}

impl Row {
    fn failed(application_id: ApplicationId, email_type: EmailType, reason: FailureReason) -> Self {
        let (data, engine, fallback_reason) = (None, None, None);
        let error = Some(reason);
        Self { application_id, email_type, status: "failed", data, error, engine, fallback_reason }
    }

    fn written(email: &NewEmail) -> Self {
        Self {
            application_id: email.application_id,
            email_type: email.kind,
            status: "success",
            data: Some(Text { subject: email.subject.clone(), body: email.body.clone() }),
            error: None,
            engine: email.engine,
            fallback_reason: email.fallback_reason.clone(),
        }
    }
}

/// What writes the emails.
enum Writer {
    Model(Chat),
    Templates(Option<FailureReason>),
    Nobody(FailureReason),
}

/// Candidates who get the same email.
struct Group {
    brief: LetterBrief,
    job: JobId,
    /// Their indexes in the task.
    items: Vec<usize>,
}

impl TaskHandler for GenerateEmailsHandler {
    type Kind = GenerateEmails;
    const TIME_LIMIT: Duration = Duration::from_secs(1_800);

    async fn run(&self, context: &TaskContext, task: GenerateEmails) -> Result<Outcome, TaskError> {
        let GenerateEmails { items, versions, languages, language, link, links, prompts, asked_by } = task;
        let links: HashMap<ApplicationId, String> = links.into_iter().collect();
        let ids: Vec<ApplicationId> = items.iter().map(|(id, _)| *id).collect();
        let mut tx = open(context, asked_by).await?;
        let found = emails::correspondents(&mut tx, &ids).await?;
        let found: HashMap<ApplicationId, Correspondent> =
            found.into_iter().map(|correspondent| (correspondent.application_id, correspondent)).collect();
        let setup = self.tools.providers.of(&mut tx).await?;
        let writer = match model_work::chat(&setup.provider, context.id()) {
            Ok(Some(chat)) => Writer::Model(chat),
            Ok(None) => Writer::Templates(None),
            Err(error) if setup.falls_back => Writer::Templates(Some(error.reason)),
            Err(error) => Writer::Nobody(error.reason),
        };
        let candidate = |(at, (id, kind)): (usize, &(ApplicationId, EmailType))| -> Option<Letter<'_>> {
            let of = found.get(id)?;
            let link = links.get(id).unwrap_or(&link);
            let named = languages.get(at).copied().flatten().or(language);
            let language = named.unwrap_or_else(|| EmailLanguage::of(&format!("{}{}", of.job_title, of.name)));
            Some(Letter { of, kind: *kind, language, link, version: versions.get(at).copied().flatten() })
        };
        let letters: Vec<Option<Letter<'_>>> = items.iter().enumerate().map(candidate).collect();
        let gone =
            |(id, kind): &(ApplicationId, EmailType)| Row::failed(*id, *kind, EmailReason::CandidateDeleted.into());
        let mut rows: Vec<Row> = items.iter().map(gone).collect();
        match writer {
            Writer::Nobody(reason) => {
                for (row, letter) in rows.iter_mut().zip(&letters) {
                    if letter.is_some() {
                        row.error = Some(reason.clone());
                    }
                }
            }
            Writer::Templates(fallback) => {
                let mut drafts = Vec::with_capacity(letters.len());
                for (row, letter) in rows.iter_mut().zip(&letters) {
                    if let Some(letter) = letter {
                        *row = letter.template(fallback.clone(), &mut drafts);
                    }
                }
                put_drafts(&mut tx, drafts, &mut rows).await?;
            }
            Writer::Model(chat) => {
                let strengths = emails::strengths(&mut tx, &ids, MAX_STRENGTHS).await?;
                tx.release();
                let strengths = |id| strengths.get(&id).cloned().unwrap_or_default();
                let groups = groups(&letters, strengths);
                let session = ModelSession { context, asked_by, setup: &setup, chat: &chat, prompts: &prompts };
                session.write(groups, &letters, &mut rows).await?;
                tx = open(context, asked_by).await?;
            }
        }
        Ok(context.finish(tx, rows).await?)
    }
}

/// With the permissions of the requesting user.
async fn open(context: &TaskContext, asked_by: Option<UserId>) -> Result<TenantTx, TaskError> {
    let Some(user) = asked_by else { return Ok(context.tenant().await?) };
    let member = context.tenant_as(user).await?;
    member.ok_or_else(|| TaskError::new(TaskReason::Internal, "whoever asked is no member anymore"))
}

/// Stores drafts. If a candidate occurs twice, the last one counts. A draft changed by someone else meanwhile is kept, and
/// its row says so.
async fn put_drafts(tx: &mut TenantTx, drafts: Vec<NewDraft>, rows: &mut [Row]) -> Result<(), TaskError> {
    let drafts: HashMap<DraftKey, NewDraft> = drafts.into_iter().map(|draft| (draft.key(), draft)).collect();
    let keys: Vec<DraftKey> = drafts.keys().copied().collect();
    let written = emails::put_drafts(tx, drafts.into_values().collect()).await?;
    for (application_id, kind) in keys {
        if !written.contains(&(application_id, kind)) {
            let stale = rows.iter_mut().filter(|row| row.application_id == application_id && row.email_type == kind);
            stale.for_each(|row| *row = Row::failed(application_id, kind, EmailReason::DraftChanged.into()));
        }
    }
    Ok(())
}

/// Groups the emails by content.
fn groups(letters: &[Option<Letter<'_>>], strengths: impl Fn(ApplicationId) -> Vec<String>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<(JobId, LetterBrief), usize> = HashMap::new();
    for (at, letter) in letters.iter().enumerate() {
        let Some(letter) = letter else { continue };
        let brief = letter.brief(strengths(letter.of.application_id));
        let job = letter.of.job_id;
        let place = *places.entry((job, brief.clone())).or_insert_with(|| {
            groups.push(Group { brief, job, items: Vec::new() });
            groups.len() - 1
        });
        groups[place].items.push(at);
    }
    groups
}

/// A model working on one task.
struct ModelSession<'a> {
    context: &'a TaskContext,
    asked_by: Option<UserId>,
    setup: &'a ProviderSetup,
    chat: &'a Chat,
    prompts: &'a [(EmailType, String)],
}

impl ModelSession<'_> {
    /// Generates the emails of all groups, stores each immediately, and reports progress.
    async fn write(
        &self,
        groups: Vec<Group>,
        letters: &[Option<Letter<'_>>],
        rows: &mut [Row],
    ) -> Result<(), TaskError> {
        let by_job: HashMap<JobId, Chat> = groups.iter().map(|group| (group.job, self.chat.metered())).collect();
        let total = groups.iter().map(|group| group.items.len()).sum::<usize>();
        let (mut done, mut any_written, mut failures) = (0_usize, false, Vec::new());
        // After a refused key or a spent quota, no further calls are made.
        let stopped = OnceLock::new();
        let asked = groups.into_iter().map(|group| {
            let chat = by_job.get(&group.job).unwrap_or(self.chat);
            let stopped = &stopped;
            async move { (ask(chat, &group.brief, self.prompt(group.brief.kind), stopped).await, group) }
        });
        let mut answers = futures_util::stream::iter(asked).buffer_unordered(CONCURRENCY);
        while let Some((answer, Group { items, job, .. })) = answers.next().await {
            let mut drafts = Vec::with_capacity(items.len());
            for &at in &items {
                let Some(letter) = &letters[at] else { continue };
                rows[at] = match &answer {
                    Ok(written) => letter.by_model(written, &mut drafts),
                    Err(error) if error.is_unanswerable() || self.setup.falls_back => {
                        letter.template(Some(error.reason.into()), &mut drafts)
                    }
                    Err(error) => Row::failed(letter.of.application_id, letter.kind, error.reason.into()),
                };
            }
            any_written |= !drafts.is_empty();
            if !drafts.is_empty() {
                let mut tx = open(self.context, self.asked_by).await?;
                put_drafts(&mut tx, drafts, rows).await?;
                tx.commit().await?;
            }
            if let Err(error) = answer {
                failures.push((job, error));
            }
            done += items.len();
            let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            self.context.progress(count(done), count(total));
        }
        drop(answers);
        for (job, chat) in &by_job {
            let worst = failures.iter().filter(|(of, _)| of == job).max_by_key(|(_, error)| error.is_exhausted);
            let failure = worst.map(|(_, error)| (error.reason.into(), error.is_exhausted));
            let purpose = Purpose { job: Some(*job), ..Purpose::new(AiPurpose::Email) };
            model_work::settle(self.context, chat, &self.setup.prices, purpose, failure).await?;
        }
        match failures.pop() {
            Some((_, error))
                if !any_written
                    && error.reason.category().is_transient()
                    && !error.is_exhausted
                    && !self.context.is_last_attempt() =>
            {
                Err(model_work::failed(error))
            }
            _ => Ok(()),
        }
    }

    fn prompt(&self, kind: EmailType) -> &str {
        let written = self.prompts.iter().find(|(of, _)| *of == kind).map(|(_, text)| text.as_str());
        // Messages have no prompt, and are not written by a model.
        written.or_else(|| kind.moving().map(|kind| PromptType::from(kind).built_in())).unwrap_or_default()
    }
}

/// One usable email from the model.
async fn ask(
    chat: &Chat,
    brief: &LetterBrief,
    prompt: &str,
    stopped: &OnceLock<ChatError>,
) -> Result<WrittenLetter, ChatError> {
    let mut unusable = ChatError::new(AiReason::AnswerUnusable, "never asked");
    for attempt in 1..=MAX_ATTEMPTS {
        if let Some(error) = stopped.get() {
            return Err(error.clone());
        }
        let written: WrittenLetter = chat.json(&brief.question(prompt)).await.inspect_err(|error| {
            if error.is_exhausted || error.reason == AiReason::KeyRefused {
                stopped.set(error.clone()).ok();
            }
        })?;
        match brief.check(prompt, &written) {
            Ok(()) => return Ok(written),
            Err(fault) => {
                tracing::info!(%fault, attempt, "a letter of the model is not used");
                unusable.detail = fault.to_string();
            }
        }
    }
    Err(unusable)
}

/// One email to draft.
struct Letter<'a> {
    of: &'a Correspondent,
    kind: EmailType,
    language: EmailLanguage,
    link: &'a str,
    /// The version of the draft that it replaces.
    version: Option<i32>,
}

impl Letter<'_> {
    fn mail(&self) -> CandidateMail<'_> {
        CandidateMail {
            kind: self.kind,
            language: self.language,
            candidate: &self.of.name,
            job: &self.of.job_title,
            company: &self.of.company,
            recruiter: &self.of.recruiter,
            link: self.link,
            address: self.of.onsite_address.as_deref().unwrap_or_default(),
        }
    }

    fn brief(&self, strengths: Vec<String>) -> LetterBrief {
        let brief = LetterBrief {
            kind: self.kind,
            language: self.language,
            title: self.of.job_title.clone(),
            company: self.of.company.clone(),
            recruiter: self.of.recruiter.clone(),
            has_link: !self.link.trim().is_empty(),
            strengths,
        };
        brief.reduced()
    }

    fn template(&self, fallback: Option<FailureReason>, drafts: &mut Vec<NewDraft>) -> Row {
        match self.mail().draft() {
            Ok(draft) => self.row(draft, Engine::BuiltIn, fallback, drafts),
            Err(error) => {
                tracing::error!(%error, "a built-in template cannot be filled in");
                Row::failed(self.of.application_id, self.kind, TaskReason::Internal.into())
            }
        }
    }

    fn by_model(&self, written: &WrittenLetter, drafts: &mut Vec<NewDraft>) -> Row {
        self.row(self.mail().fill(&written.subject, &written.body), Engine::Model, None, drafts)
    }

    fn row(&self, draft: Draft, engine: Engine, fallback: Option<FailureReason>, drafts: &mut Vec<NewDraft>) -> Row {
        let email = NewEmail {
            id: EmailId::new(),
            application_id: self.of.application_id,
            job_id: self.of.job_id,
            person_id: self.of.person_id,
            kind: self.kind,
            to: address_of(self.of.email.as_deref(), self.of.contact.as_deref()).unwrap_or_default(),
            subject: draft.subject,
            body: draft.body,
            language: self.language,
            engine: Some(engine),
            fallback_reason: fallback,
            reason: None,
            task_id: None,
        };
        let row = Row::written(&email);
        drafts.push(NewDraft { email, replaces: self.version });
        row
    }
}
