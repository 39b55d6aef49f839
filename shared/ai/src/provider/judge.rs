//! A model as judge.
//!
//! The model decides what the resume shows for each criterion. Years of employments, gaps, overlaps and injected
//! instructions come from the built-in engine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bole_domain::evaluation::{
    Engine, Flag, FlagKind, JudgeVersion, Judgement, Judgements, Rubric, Verdict, YearsClaim, YearsSum,
};
use bole_domain::failure::AiReason;
use bole_domain::profile::ModelProfile;

use super::answer::{Answer, Gap, Mark};
use super::chat::{Chat, ChatError};
use super::numbered::{Cited, NumberedLines};
use super::prompt::{self, Asked, Part};
use super::reading;
use super::rubric;
use crate::builtin::{required_years, years_short};
use crate::contract::is_cut_for_models;
use crate::{AiError, JobBrief, JobContext, Judge, Resume, off_thread};

/// The version of this file's rules.
const VERSION: &str = "model/4";
/// The maximum length of a summary.
const MAX_SUMMARY_CHARACTERS: usize = 600;
/// The maximum length of an interview question.
const MAX_QUESTION_CHARACTERS: usize = 300;
/// The maximum length of what is missing.
const MAX_MISSING_CHARACTERS: usize = 200;

pub struct ModelJudge {
    chat: Chat,
    built_in: Arc<dyn Judge>,
    options: ModelJudgeOptions,
    read: Mutex<Option<ModelProfile>>,
    /// What the first opinion on a resume was based on, for further ones.
    basis: Mutex<Option<Basis>>,
}

/// What does not differ between opinions on a resume.
#[derive(Clone)]
struct Basis {
    rubric: Arc<Rubric>,
    text: String,
    computed: Judgements,
    lines: Arc<NumberedLines>,
}

/// Options of a model judge for a job and its organization.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelJudgeOptions {
    /// Whether identifying data is withheld.
    pub is_blind: bool,
    /// The organization's custom instructions.
    pub guidance: Option<String>,
    /// Whether the model also reads the profile; never in blind mode.
    pub reads_person: bool,
}

impl ModelJudge {
    /// A judge that uses this model.
    #[must_use]
    pub fn new(chat: Chat, built_in: Arc<dyn Judge>, options: ModelJudgeOptions) -> Self {
        Self { chat, built_in, options, read: Mutex::default(), basis: Mutex::default() }
    }

    /// The profile read by the model with its first opinion.
    pub fn take_profile(&self) -> Option<ModelProfile> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The resume as the model reads it.
    async fn lines(&self, resume: &Resume<'_>) -> Result<NumberedLines, AiError> {
        let text = self.built_in.text_for_model(resume).await?;
        let withheld = self.options.is_blind.then(|| resume.profile.clone());
        off_thread(text.len(), move || NumberedLines::of(&text, withheld.as_ref())).await
    }

    /// What does not differ between opinions on a resume, prepared with the first.
    async fn basis(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Basis, AiError> {
        let known = self.basis.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known.filter(|known| Arc::ptr_eq(&known.rubric, &job.rubric) && known.text == resume.text)
        {
            return Ok(known);
        }
        let computed = self.built_in.judge(job, resume).await?;
        let lines = Arc::new(self.lines(resume).await?);
        let basis = Basis { rubric: Arc::clone(&job.rubric), text: resume.text.to_owned(), computed, lines };
        Ok(self.basis.lock().unwrap_or_else(PoisonError::into_inner).insert(basis).clone())
    }

    /// The model's answer on all criteria, in the rubric's order. Those that an answer lacks are asked again, and
    /// those of a cut answer in smaller parts, since a missing mark is not an unfavourable one.
    async fn answer(
        &self,
        job: &JobContext,
        shown: &str,
        opinion: u32,
        mut reads_person: bool,
    ) -> Result<Answer, AiError> {
        let mut whole = Answer::default();
        let mut parts = prompt::parts(&prompt::asked(&job.rubric, opinion));
        parts.reverse();
        while let Some(asked) = parts.pop() {
            let part = Part { asked: &asked, opinion, reads_person: reads_person && whole.person.is_none() };
            let question = prompt::judging(job, self.options.guidance.as_deref(), shown, &part);
            let answer = match self.chat.json::<Answer>(&question).await {
                Err(error) if error.is_truncated && asked.len() > 1 => Answer::default(),
                // The profile may be what makes it too long.
                Err(error) if error.is_truncated && part.reads_person => {
                    reads_person = false;
                    parts.push(asked);
                    continue;
                }
                answer => answer?,
            };
            let mut missing: Vec<Asked> = asked.clone();
            for mark in answer.criteria {
                if let Some(at) = missing.iter().position(|asked| asked.id == mark.id) {
                    missing.remove(at);
                    whole.criteria.push(mark);
                }
            }
            whole.gaps.extend(answer.gaps);
            whole.person = whole.person.or(answer.person);
            if whole.summary.trim().is_empty() {
                whole.summary = answer.summary;
            }
            match missing.len() {
                0 => {}
                1 if asked.len() == 1 => {
                    let detail = format!("the answer lacks {}", missing[0].id);
                    return Err(ChatError::new(AiReason::AnswerUnusable, detail).into());
                }
                count => parts.extend(missing.chunks(count.div_ceil(2)).rev().map(<[_]>::to_vec)),
            }
        }
        let place = |id: &str| job.rubric.criteria.iter().position(|criterion| criterion.id == id);
        whole.criteria.sort_by_key(|mark| place(&mark.id));
        Ok(whole)
    }
}

#[async_trait]
impl Judge for ModelJudge {
    fn engine(&self) -> Engine {
        Engine::Model
    }

    fn version(&self) -> &str {
        self.built_in.version()
    }

    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError> {
        let built_in = self.built_in.rubric(job).await?;
        rubric::read(&self.chat, job, built_in).await
    }

    fn most_opinions(&self, job: &JobContext) -> u32 {
        prompt::most_opinions(&job.rubric)
    }

    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError> {
        self.opinion(job, resume, 1).await
    }

    async fn opinion(&self, job: &JobContext, resume: &Resume<'_>, number: u32) -> Result<Judgements, AiError> {
        let Basis { computed: mut judgements, lines, .. } = self.basis(job, resume).await?;
        let reads_person = self.options.reads_person && !self.options.is_blind && number == 1;
        let answer = self.answer(job, lines.shown(), number, reads_person).await?;
        if let Some(person) = answer.person.filter(|_| reads_person) {
            let person = person.with_lines(&lines);
            let (text, known, today) = (resume.text.to_owned(), resume.profile.clone(), resume.today);
            let bytes = text.len() + person.bytes_looked_up();
            let profile = off_thread(bytes, move || reading::checked(person, &text, &known, today)).await?;
            let read = ModelProfile { version: reading::version(self.chat.model()), profile };
            *self.read.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        }
        let is_cut = is_cut_for_models(resume.text);
        if is_cut {
            judgements.flags.push(Flag { kind: FlagKind::CutResume, quote: None });
        }
        let counted =
            judgements.criteria.drain(..).filter_map(|judgement| Some((judgement.criterion_id, judgement.years?)));
        let mut counted: HashMap<String, YearsClaim> = counted.collect();
        let mut gaps: HashMap<String, Gap> = answer.gaps.into_iter().map(|gap| (gap.id.clone(), gap)).collect();
        judgements.impossible_lines = 0;
        for mark in answer.criteria {
            let Mark { id, lines: numbers, grade } = mark;
            let Some(criterion) = job.rubric.criteria.iter().find(|criterion| criterion.id == id) else { continue };
            let Cited { quotations, impossible } = lines.cited(&numbers);
            judgements.impossible_lines += impossible;
            let verdict = match grade.verdict() {
                // It may stand in the part that the model did not read.
                Verdict::Not if is_cut && quotations.is_empty() => Verdict::Unknown,
                verdict => verdict,
            };
            // Without a dated employment that counts, no years are shown.
            let none = |required| YearsClaim { required, periods: Vec::new(), today: resume.today };
            let asks_years = || (verdict == Verdict::Met).then(|| required_years(&criterion.text)).flatten();
            let years = counted.remove(&id).or_else(|| asks_years().map(none));
            let lacking = years.as_ref().and_then(|claim| years_short(job.rubric.language, &YearsSum::of(claim)));
            let gap = gaps.remove(&id);
            let stated = gap.as_ref().and_then(|gap| text(&gap.missing, MAX_MISSING_CHARACTERS));
            judgements.criteria.push(Judgement {
                criterion_id: id,
                verdict,
                strength: grade.strength(),
                quotations,
                confidence: grade.confidence(),
                missing: match verdict {
                    Verdict::Partly => stated.or(lacking),
                    Verdict::Met => lacking,
                    _ => None,
                },
                question: gap.and_then(|gap| text(&gap.question, MAX_QUESTION_CHARACTERS)),
                years,
            });
        }
        // The career is worth points only where a person has given it some.
        if job.rubric.edited_at.is_none() && job.rubric.has_criteria() {
            judgements.career = None;
        }
        judgements.judge = JudgeVersion {
            engine: Engine::Model,
            version: VERSION.to_owned(),
            model: Some(self.chat.model().to_owned()),
            prompt: Some(prompt::version(self.options.guidance.as_deref())),
        };
        if !self.options.is_blind
            && let Some(summary) = text(&answer.summary, MAX_SUMMARY_CHARACTERS)
        {
            judgements.opening = summary;
        }
        Ok(judgements)
    }
}

/// One line of text, if not empty.
fn text(answer: &str, most: usize) -> Option<String> {
    let line = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).take(most).collect();
    (!line.is_empty()).then_some(line)
}

impl From<ChatError> for AiError {
    fn from(error: ChatError) -> Self {
        let ChatError { reason, detail, retry_after, is_exhausted, .. } = error;
        Self { reason: reason.into(), detail, retry_after, is_exhausted }
    }
}
