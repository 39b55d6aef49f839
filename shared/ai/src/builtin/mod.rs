//! The built-in engine: it reads the job into a rubric, judges each criterion by what the resume shows, and computes
//! the scores. Offline, deterministic, in Chinese, English and Indonesian.
//!
//! `job` and `rubric` read the job; `resume` and `guard` read the resume; `lexicon` knows what words mean; `target`
//! and `candidate` bring the two together; `judge` answers one criterion; this file adds up and `words` tells it.

mod candidate;
mod ceiling;
mod cues;
mod dates;
mod degree;
mod entries;
mod facet;
mod flags;
mod gates;
mod guard;
mod job;
mod judge;
mod leading;
mod lexicon;
mod numbers;
mod papers;
mod pasted;
mod places;
mod resume;
mod rubric;
mod shares;
mod target;
mod text;
mod tongue;
mod words;

use std::collections::BTreeMap;

use async_trait::async_trait;
use bole_domain::evaluation::{
    AiEval, Criterion, CriterionKind, CriterionResult, Dimension, EvaluationVersions, FlagKind, RecommendationLevel,
    Rubric, Verdict,
};

use self::candidate::Candidate;
use self::judge::Finding;
use self::resume::{Reading, Section};
use self::text::unit;
use crate::contract::{AiError, Evaluator, JobBrief, Resume};

/// The engine and the version of its rules: a change that can change a score changes it.
pub const ENGINE_VERSION: &str = "built-in/4";

/// The built-in screening engine.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

#[async_trait]
impl Evaluator for BuiltIn {
    fn engine(&self) -> &str {
        "built-in"
    }

    fn version(&self) -> &str {
        ENGINE_VERSION
    }

    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError> {
        Ok(rubric::of(job, ENGINE_VERSION))
    }

    async fn evaluate(&self, job: &JobBrief, rubric: &Rubric, resume: &Resume<'_>) -> Result<AiEval, AiError> {
        Ok(evaluate(job, rubric, resume))
    }
}

fn evaluate(job: &JobBrief, rubric: &Rubric, resume: &Resume<'_>) -> AiEval {
    let target = target::recent(job, rubric);
    let reading = Reading::of(resume);
    let candidate = Candidate::of(&reading, &target);
    let findings: Vec<Finding> = rubric
        .criteria
        .iter()
        .zip(&target.facets)
        .map(|(criterion, facets)| judge::criterion(&candidate, resume.profile, facets, criterion.kind))
        .collect();
    let criteria: Vec<CriterionResult> = rubric
        .criteria
        .iter()
        .zip(&findings)
        .map(|(criterion, finding)| result(criterion, finding, &reading, rubric))
        .collect();
    let flags = flags::of(&candidate, resume.hidden_text);
    let missed = criteria.iter().any(|result| result.kind == CriterionKind::Must && result.verdict == Verdict::Not);
    let musts: Vec<&Finding> = rubric
        .criteria
        .iter()
        .zip(&findings)
        .filter(|(criterion, _)| criterion.kind == CriterionKind::Must)
        .map(|(_, finding)| finding)
        .collect();
    let gated = gates::judge(&candidate, resume.profile, &target.gates, &musts);
    let overall_score = overall(&candidate, &rubric.criteria, &findings, gated);
    let summary = summary(&candidate, &criteria, rubric, |kind| flags.iter().any(|flag| flag.kind == kind));
    AiEval {
        overall_score,
        recommendation_level: RecommendationLevel::of(overall_score, rubric.thresholds, missed),
        summary,
        scores: scores(&candidate, &rubric.criteria, &findings),
        criteria,
        flags,
        engine: "built-in".to_owned(),
        versions: EvaluationVersions {
            engine: ENGINE_VERSION.to_owned(),
            rubric: rubric.version.clone(),
            extraction: String::new(),
        },
    }
}

fn result(criterion: &Criterion, finding: &Finding, reading: &Reading<'_>, rubric: &Rubric) -> CriterionResult {
    let verdict = finding.verdict();
    let quote = finding.place.and_then(|(line, at)| quotation(reading, line, at));
    let question =
        (verdict != Verdict::Met).then(|| words::question(rubric.language, &criterion.criterion, quote.is_some()));
    CriterionResult {
        criterion: criterion.criterion.clone(),
        kind: criterion.kind,
        weight: criterion.weight,
        dimension: criterion.dimension.clone(),
        verdict,
        confidence: finding.confidence(),
        quote: quote.map(ToOwned::to_owned),
        question,
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

/// The weighted credit of the criteria, by up to half less where the work as a whole is other work or too short; a
/// settled lack of a must-have takes off up to a fifth, and a broken career at most a twentieth. What the job itself takes
/// off for a lack stands in for that where it is more, and no score passes the ceiling that the job puts on its like.
fn overall(
    candidate: &Candidate<'_, '_>,
    criteria: &[Criterion],
    findings: &[Finding],
    (share, most): (f64, f64),
) -> f64 {
    let total: f64 = criteria.iter().map(|criterion| criterion.weight).sum();
    let credit: f64 = criteria.iter().zip(findings).map(|(criterion, finding)| criterion.weight * finding.credit).sum();
    let lacks = criteria
        .iter()
        .zip(findings)
        .filter(|(criterion, finding)| criterion.kind == CriterionKind::Must && finding.refuted);
    let factor = lacks.fold(1.0, |factor: f64, (_, finding)| factor * if finding.hard { 0.8 } else { 0.9 }).max(0.5);
    let steady = 0.95 + 0.05 * judge::stability(candidate);
    let told = 0.75 * unit(credit / total.max(0.1)) + 0.25 * candidate.core;
    let score = told * factor.min(share) * steady * (0.85 + 0.15 * candidate.core) * 100.0;
    // Below a ceiling the order stays.
    tenth(if score > most * 0.9 { most * (0.9 + 0.1 * unit(score / 100.0)) } else { score })
}

fn tenth(value: f64) -> f64 {
    (value.clamp(0.0, 100.0) * 10.0).round() / 10.0
}

/// The score of each side: the weighted credit of its criteria. Where the job names no sides of its own, the two that
/// no criterion covers, stability and communication, are read off the resume; they inform and weigh nothing.
fn scores(candidate: &Candidate<'_, '_>, criteria: &[Criterion], findings: &[Finding]) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for (criterion, finding) in criteria.iter().zip(findings) {
        let sum = sums.entry(criterion.dimension.clone()).or_default();
        sum.0 += criterion.weight * finding.credit;
        sum.1 += criterion.weight;
    }
    let mut scores: BTreeMap<String, f64> =
        sums.into_iter().map(|(side, (credit, weight))| (side, tenth(credit / weight.max(0.001) * 100.0))).collect();
    if scores.keys().all(|side| Dimension::ALL.iter().any(|known| known.as_str() == side)) {
        let stability = tenth(judge::stability(candidate) * 100.0);
        scores.entry(Dimension::CareerStability.to_string()).or_insert(stability);
        let clarity = tenth(clarity(candidate) * 100.0);
        scores.entry(Dimension::Communication.to_string()).or_insert(clarity);
    }
    scores
}

/// How clearly a resume tells its story: dated employments with something told about each, and results in numbers.
fn clarity(candidate: &Candidate<'_, '_>) -> f64 {
    let reading = candidate.reading;
    let jobs = reading.jobs.len().max(1) as f64;
    let dated = reading.jobs.iter().filter(|job| job.period.is_some()).count() as f64 / jobs;
    let told = reading.lines.iter().filter(|line| line.job.is_some() && !line.list);
    let (lines, numbers) = told.fold((0.0, 0.0), |(lines, numbers), line| {
        let text = &reading.text[line.start..line.end];
        (lines + 1.0, numbers + f64::from(u8::from(text.chars().any(|c| c.is_ascii_digit()))))
    });
    unit(0.2 + 0.3 * dated + 0.25 * unit(lines / jobs / 4.0) + 0.25 * unit(numbers / jobs / 3.0))
}

fn summary(
    candidate: &Candidate<'_, '_>,
    criteria: &[CriterionResult],
    rubric: &Rubric,
    flagged: impl Fn(FlagKind) -> bool,
) -> String {
    let of = |keep: &dyn Fn(&CriterionResult) -> bool| {
        let mut chosen: Vec<&CriterionResult> = criteria.iter().filter(|result| keep(result)).collect();
        chosen.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        chosen
    };
    let met = of(&|result| result.verdict == Verdict::Met && result.quote.is_some());
    let names = |chosen: Vec<&CriterionResult>| -> Vec<String> {
        chosen.iter().map(|result| result.criterion.clone()).collect()
    };
    let missed = names(of(&|result| result.kind == CriterionKind::Must && result.verdict == Verdict::Not));
    let open = names(of(&|result| {
        matches!(result.verdict, Verdict::Partly | Verdict::Unknown) && result.kind == CriterionKind::Must
    }));
    let nearest = (0..candidate.near.len())
        .max_by(|&a, &b| candidate.near[a].total_cmp(&candidate.near[b]).then(b.cmp(&a)))
        .map(|index| (candidate.reading.jobs[index].title.as_str(), candidate.reading.jobs[index].company.as_str()));
    let told = words::Told {
        relevant_years: candidate.relevant_years,
        nearest,
        quote: met
            .iter()
            .find(|result| tells_of_work(candidate, result))
            .or(met.first())
            .and_then(|result| result.quote.as_deref()),
        met: met.iter().map(|result| result.criterion.as_str()).collect(),
        missed: missed.iter().map(String::as_str).collect(),
        open: open.iter().map(String::as_str).collect(),
        instructed: flagged(FlagKind::PromptInjection),
        stuffed: flagged(FlagKind::KeywordStuffing),
    };
    words::summary(rubric.language, &told)
}

/// Whether a quotation says what somebody did: degrees and the lines that name employments are true evidence, and dull to
/// read in a summary.
fn tells_of_work(candidate: &Candidate<'_, '_>, result: &CriterionResult) -> bool {
    let (reading, quote) = (candidate.reading, result.quote.as_deref().unwrap_or_default());
    let place = reading.lines.iter().position(|line| reading.text[line.start..line.end].contains(quote));
    place.is_some_and(|at| {
        matches!(reading.lines[at].section, Section::Work | Section::Projects)
            && !reading.jobs.iter().any(|job| job.line == Some(at))
    })
}
