//! The built-in engine: it reads the job into a rubric, judges each criterion by what the resume shows, and computes
//! the scores. Offline, deterministic, in Chinese, English and Indonesian.
//!
//! `job` and `rubric` read the job; `resume` and `guard` read the resume; `lexicon` knows what words mean; `target`
//! and `candidate` bring the two together; `judge` answers one criterion; this file adds up and `words` tells it.

mod asks;
mod bands;
mod candidate;
mod ceiling;
mod cues;
mod dates;
mod degree;
mod entries;
mod excluded;
mod facet;
mod flags;
mod gates;
mod guard;
mod job;
mod judge;
mod layout;
mod leading;
mod lexicon;
mod numbers;
mod orders;
mod papers;
mod pasted;
mod places;
mod points;
mod resume;
mod rubric;
mod sections;
mod sentences;
mod tables;
mod target;
mod text;
mod tongue;
mod words;

use std::collections::BTreeMap;

use async_trait::async_trait;
use bole_domain::evaluation::{
    Career, Criterion, CriterionKind, Dimension, Engine, JudgeVersion, Judgement, Judgements, Rubric, Verdict,
};

use self::candidate::Candidate;
use self::judge::Finding;
use self::resume::Reading;
use self::target::Target;
use crate::contract::{AiError, JobBrief, JobContext, Judge, Resume};

pub use self::asks::is_shown_by_work;
pub use self::text::language as language_of;

/// A resume's text without the sentences that instruct whoever judges it, for a judge that reads it whole.
pub(crate) fn without_instructions(text: &str) -> String {
    let kept = guard::divide(text).kept;
    let kept: Vec<&str> = kept.into_iter().filter_map(|(start, end)| text.get(start..end)).collect();
    kept.join("\n")
}

/// The engine and the version of its rules: a change that can change a score changes it.
pub const ENGINE_VERSION: &str = "built-in/6";

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
    let reading = Reading::of(resume);
    let candidate = Candidate::of(&reading, target);
    let findings: Vec<Finding> = rubric
        .criteria
        .iter()
        .zip(&target.facets)
        .map(|(criterion, facets)| judge::criterion(&candidate, resume.profile, facets, criterion.kind))
        .collect();
    let musts: Vec<&Finding> = rubric
        .criteria
        .iter()
        .zip(&findings)
        .filter(|(criterion, _)| criterion.kind == CriterionKind::Must)
        .map(|(_, finding)| finding)
        .collect();
    let nearest = (0..candidate.near.len())
        .max_by(|&a, &b| candidate.near[a].total_cmp(&candidate.near[b]).then(b.cmp(&a)))
        .map(|index| (reading.jobs[index].title.as_str(), reading.jobs[index].company.as_str()));
    Judgements {
        judge: JudgeVersion { engine: Engine::BuiltIn, version: ENGINE_VERSION.to_owned(), model: None, prompt: None },
        criteria: rubric
            .criteria
            .iter()
            .zip(&findings)
            .map(|(criterion, finding)| judgement(criterion, finding, &reading, rubric))
            .collect(),
        career: Some(Career { nearness: candidate.core }),
        opening: words::experience(rubric.language, candidate.relevant_years, nearest),
        dimensions: BTreeMap::from([(Dimension::CareerStability.to_string(), 100.0 * judge::stability(&candidate))]),
        flags: flags::of(&candidate, resume.hidden_text),
        limits: gates::judge(&candidate, resume.profile, &target.gates, &musts),
    }
}

fn judgement(criterion: &Criterion, finding: &Finding, reading: &Reading<'_>, rubric: &Rubric) -> Judgement {
    let verdict = finding.verdict();
    let quote = finding.place.and_then(|(line, at)| quotation(reading, line, at));
    let question =
        (verdict != Verdict::Met).then(|| words::question(rubric.language, &criterion.text, quote.is_some()));
    Judgement {
        criterion_id: criterion.id.clone(),
        verdict,
        strength: Some(finding.strength()),
        quotations: quote.map(ToOwned::to_owned).into_iter().collect(),
        confidence: finding.confidence(),
        missing: None,
        question,
        years: None,
    }
}

/// A slice of the resume's text: the line, or of a long one the sentence around a byte.
fn quotation<'a>(reading: &Reading<'a>, line: usize, at: usize) -> Option<&'a str> {
    const MOST: usize = 180;
    let span = reading.lines.get(line)?;
    let whole = reading.text.get(span.start..span.end)?;
    if whole.chars().count() <= MOST {
        return Some(whole.trim()).filter(|quote| !quote.is_empty());
    }
    let at = at.clamp(span.start, span.end) - span.start;
    let at = (0..=at).rev().find(|&at| whole.is_char_boundary(at)).unwrap_or(0);
    let stop = |c: char| matches!(c, '。' | '；' | ';' | '，' | ',' | '、');
    let from = whole[..at]
        .char_indices()
        .rev()
        .take(MOST / 2)
        .filter(|&(index, c)| matches!(c, '。' | '；' | ';') || whole[..index + c.len_utf8()].ends_with(". "))
        .map(|(index, c)| index + c.len_utf8())
        .next()
        .or_else(|| {
            whole[..at]
                .char_indices()
                .rev()
                .take(MOST / 2)
                .filter(|(_, c)| c.is_whitespace() || stop(*c))
                .map(|(index, c)| index + c.len_utf8())
                .last()
        })
        .unwrap_or(at);
    let tail = &whole[from..];
    let end = tail.char_indices().nth(MOST).map_or(tail.len(), |(index, _)| index);
    let end = tail[..end]
        .rfind(|c: char| c.is_whitespace() || stop(c))
        .filter(|cut| *cut > end / 2 && end < tail.len())
        .unwrap_or(end);
    Some(tail[..end].trim()).filter(|quote| !quote.is_empty())
}
