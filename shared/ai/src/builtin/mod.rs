//! The built-in engine: it extracts a rubric from the job, judges each criterion against the resume, and computes the
//! scores. Offline, deterministic, in Chinese, English and Indonesian.
//!
//! `rubric` takes the job's criteria from `bole_criteria`; `resume` and `guard` read the resume; `lexicon` defines
//! concepts; `target` and `resume_match` combine them; `judge` decides one criterion; this file combines the results and
//! `words` phrases them.

mod copied_text;
mod cues;
mod dates;
mod degree;
mod duties;
mod education;
mod entries;
mod evidence;
mod experience;
mod facet;
mod flags;
mod group;
mod guard;
mod injections;
mod judge;
mod leadership;
mod lexicon;
mod licences;
mod numbers;
mod passages;
mod places;
mod quantity;
mod resume;
mod resume_match;
mod rubric;
mod senses;
mod skills;
mod spoken_languages;
mod target;
mod tenure;
mod text;
mod words;

use std::collections::BTreeMap;

use async_trait::async_trait;
use bole_domain::evaluation::{
    Career, Criterion, Dimension, Engine, JudgeVersion, Judgement, Judgements, Language, Rubric, Verdict, YearsSum,
};
use bole_domain::profile::Profile;

use self::facet::Facet;
use self::judge::{Finding, Missing};
use self::resume::{Line, LineKind, ParsedResume};
use self::resume_match::ResumeMatch;
use self::target::Target;
use crate::contract::{AiError, JobBrief, JobContext, Judge, Resume};

pub(crate) use self::passages::{end_of_entries, is_contact, sentences_of};
pub(crate) use self::resume::is_heading;
pub use self::text::language as language_of;

/// A resume's text without instructions to the evaluator, for a judge that reads the whole text. An empty line stands
/// where something was removed, so that no sentence continues across it.
pub(crate) fn without_instructions(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut last_end = None;
    for (start, end) in guard::divide(text).kept {
        if let Some(last_end) = last_end {
            let between = text.get(last_end..start).unwrap_or_default();
            let is_apart = !between.trim().is_empty() || between.matches('\n').count() > 1;
            shown.push_str(if is_apart { "\n\n" } else { "\n" });
        }
        shown.push_str(text.get(start..end).unwrap_or_default());
        last_end = Some(end);
    }
    shown
}

/// Whether a criterion is shown by work, not by a degree, dates of employments or traits.
pub(crate) fn is_shown_by_work(criterion: &str) -> bool {
    let is_other =
        |facet: &Facet| matches!(facet, Facet::Degree { .. } | Facet::Years { .. } | Facet::Stability | Facet::Soft);
    !facet::read(criterion).iter().any(is_other)
}

/// The years that a criterion asks for.
pub(crate) fn required_years(criterion: &str) -> Option<f64> {
    // Most criteria name none; the others are read.
    facet::years_in(&criterion.to_lowercase())?;
    facet::read(criterion).iter().find_map(|facet| if let Facet::Years { min, .. } = facet { Some(*min) } else { None })
}

/// How many years are missing, in words.
pub(crate) fn years_short(language: Language, sum: &YearsSum) -> Option<String> {
    if sum.is_enough() { None } else { words::missing(language, &[Missing::Years(sum.required - sum.total)]) }
}

/// The engine and the version of its rules; must change with every change that can affect a score.
pub const ENGINE_VERSION: &str = "built-in/11";

/// The built-in screening engine.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

#[async_trait]
impl Judge for BuiltIn {
    fn engine(&self) -> Engine {
        Engine::BuiltIn
    }

    fn version(&self) -> &str {
        ENGINE_VERSION
    }

    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError> {
        Ok(rubric::of(job, ENGINE_VERSION))
    }

    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError> {
        Ok(judgements(&job.prepared(Target::of), &job.rubric, resume))
    }
}

fn judgements(target: &Target, rubric: &Rubric, resume: &Resume<'_>) -> Judgements {
    let text = passages::joined(resume.text);
    let resume = Resume { text: &text, ..*resume };
    let reading = ParsedResume::of(&resume);
    let candidate = ResumeMatch::of(&reading, target);
    let findings: Vec<Finding> = rubric
        .criteria
        .iter()
        .zip(&target.facets)
        .map(|(criterion, facets)| judge::criterion(&candidate, resume.profile, facets, &criterion.text))
        .collect();
    let Profile { current_position, current_company, work_experiences, .. } = resume.profile;
    let is_current = work_experiences.iter().any(|work| work.is_current);
    let [title, company] = [current_position, current_company].map(|told| told.as_deref().unwrap_or_default());
    Judgements {
        judge: JudgeVersion { engine: Engine::BuiltIn, version: ENGINE_VERSION.to_owned(), model: None, prompt: None },
        criteria: rubric
            .criteria
            .iter()
            .zip(&findings)
            .map(|(criterion, finding)| judgement(criterion, finding, &candidate, rubric.language))
            .collect(),
        career: Some(Career { nearness: candidate.nearness() }),
        opening: words::position(rubric.language, is_current, title, company),
        dimensions: BTreeMap::from([(Dimension::CareerStability.to_string(), 100.0 * tenure::stability(&candidate))]),
        flags: flags::of(&candidate, resume.hidden_text),
        impossible_lines: 0,
    }
}

fn judgement(
    criterion: &Criterion,
    finding: &Finding,
    candidate: &ResumeMatch<'_, '_>,
    language: Language,
) -> Judgement {
    let reading = candidate.reading;
    let quotations: Vec<String> =
        finding.places.iter().filter_map(|&place| quotation(reading, place)).map(one_line).collect();
    let question = (finding.verdict != Verdict::Met).then(|| words::question(language, finding, &criterion.text));
    Judgement {
        criterion_id: criterion.id.clone(),
        verdict: finding.verdict,
        strength: Some(finding.strength(candidate.nearness())),
        quotations,
        confidence: finding.confidence(),
        missing: words::missing(language, &finding.missing),
        question,
        years: finding.years.clone(),
    }
}

fn one_line(quotation: &str) -> String {
    quotation.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentence or bullet at a byte of the resume; the whole line for lines that name an employment.
fn quotation<'a>(reading: &ParsedResume<'a>, (line, at): (usize, usize)) -> Option<&'a str> {
    let span = reading.lines.get(line)?;
    if span.kind == LineKind::Entry {
        let beside = |other: &Line| other.kind == LineKind::Entry && other.job == span.job;
        let first = (0..line).rev().take_while(|&before| beside(&reading.lines[before])).last().unwrap_or(line);
        let last = (line + 1..reading.lines.len()).take_while(|&after| beside(&reading.lines[after])).last();
        let end = last.and_then(|last| reading.lines.get(last)).unwrap_or(span).end;
        return reading.text.get(reading.lines[first].start..end).map(str::trim);
    }
    let whole = reading.text.get(span.start..span.end)?;
    Some(passages::sentence_at(whole, at.saturating_sub(span.start))).filter(|quote| !quote.is_empty())
}
