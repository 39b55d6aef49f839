//! Degrees: level and subject, from the lines that mention them.

use std::collections::BTreeMap;

use bole_domain::evaluation::Verdict;
use bole_domain::profile::{DegreeLevel, Profile};

use super::cues::cued;
use super::degree;
use super::judge::{Finding, Missing, Subject};
use super::lexicon::{Id, LEXICON, Sort};
use super::resume::{LineKind, Section};
use super::resume_match::ResumeMatch;
use super::text::{Term, coverage};

/// How close a degree's subject is to a required one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subjects {
    Other,
    Untold,
    Neighbouring,
    Own,
}

struct Degree {
    line: usize,
    level: Option<DegreeLevel>,
    subject: Subjects,
    finished: bool,
}

/// Judges a degree of at least a level, in one of some subjects.
pub fn judge(
    candidate: &ResumeMatch<'_, '_>,
    profile: &Profile,
    level: Option<DegreeLevel>,
    majors: &[Id],
    words: &BTreeMap<Term, f64>,
) -> Finding {
    let asks_subject = !majors.is_empty() || words.values().any(|weight| *weight >= 1.0);
    let degrees = degrees(candidate, profile, majors, words, asks_subject);
    let high = |degree: &Degree| level.is_none_or(|level| degree.level.is_some_and(|told| told >= level));
    let rank = |degree: &Degree| {
        (high(degree) && degree.finished, degree.subject, degree.finished, high(degree), degree.level)
    };
    let mut finding = Finding { hard: level.is_some(), ..Finding::unknown(Subject::Degree, 0.2) };
    let Some(best) = degrees.iter().max_by_key(|degree| rank(degree)) else { return finding };
    let above =
        f64::from(best.level.zip(level).map_or(0, |(told, level)| rank_of(told).saturating_sub(rank_of(level))));
    finding.places = vec![(best.line, candidate.reading.lines[best.line].start)];
    finding.lines.insert(best.line);
    finding.weight = (0.6 + 0.2 * above).min(1.0);
    let subject = if asks_subject { best.subject } else { Subjects::Own };
    let lower = |degree: &&Degree| degree.subject == Subjects::Own && degree.finished;
    (finding.verdict, finding.missing) = match (high(best), best.finished, subject) {
        (true, true, Subjects::Own) => (Verdict::Met, Vec::new()),
        (true, true, Subjects::Neighbouring | Subjects::Untold) => (Verdict::Partly, vec![Missing::Major]),
        (true, true, Subjects::Other) if asks_subject && degrees.iter().any(|degree| lower(&degree)) => {
            (Verdict::Partly, vec![Missing::Level])
        }
        (true, true, Subjects::Other) => (Verdict::Not, vec![Missing::Major]),
        (true, false, _) => (Verdict::Not, vec![Missing::Unfinished]),
        (false, ..) => (Verdict::Not, vec![Missing::Level]),
    };
    finding
}

fn rank_of(level: DegreeLevel) -> u8 {
    DegreeLevel::ALL.iter().position(|known| *known == level).and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}

/// All degrees in the resume. School and degree may be on separate lines.
fn degrees(
    candidate: &ResumeMatch<'_, '_>,
    profile: &Profile,
    majors: &[Id],
    words: &BTreeMap<Term, f64>,
    asks_subject: bool,
) -> Vec<Degree> {
    let reading = candidate.reading;
    let any_section = reading.lines.iter().any(|line| line.section == Section::Education);
    let mut found: Vec<Degree> = Vec::new();
    for (index, line) in reading.lines.iter().enumerate() {
        let text = reading.line(index);
        let of_education = line.section == Section::Education || (!any_section && line.job.is_none());
        if line.kind == LineKind::Bare || !(of_education || is_school(text) && line.kind != LineKind::Work) {
            continue;
        }
        let Some(told) = degree::levels_in(text).into_iter().max() else { continue };
        let beside = |other: usize| {
            reading
                .lines
                .get(other)
                .filter(|_| degree::levels_in(reading.line(other)).is_empty() && of_education)
                .map(|_| other)
        };
        let mut near = vec![index];
        near.extend([index.checked_sub(1).and_then(beside), beside(index + 1)].into_iter().flatten());
        let own = |line: &usize| subject_in(candidate, *line, majors, words);
        let subject = if asks_subject {
            match own(&index) {
                Subjects::Untold => near.iter().map(own).max().unwrap_or(Subjects::Untold),
                told => told,
            }
        } else {
            Subjects::Own
        };
        let lower = text.to_lowercase();
        let years = lower.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse::<i32>().ok());
        let ends = years.filter(|year| (1950..2100).contains(year)).max();
        let later = ends.is_some_and(|year| year > reading.today.year());
        let finished = !cued("degree.unfinished", &lower) && !later;
        found.push(Degree { line: index, level: Some(told), subject, finished });
    }
    if found.is_empty() {
        // The profile may contain a degree whose line names no level.
        for education in &profile.education {
            let named = |name: &Option<String>| {
                let name = name.as_deref().filter(|name| name.chars().count() > 1)?;
                (0..reading.lines.len()).find(|line| reading.line(*line).contains(name))
            };
            let line = named(&education.school).or_else(|| named(&education.major));
            if let Some(line) = line.filter(|line| reading.lines[*line].kind != LineKind::Bare) {
                let subject = if asks_subject { subject_in(candidate, line, majors, words) } else { Subjects::Own };
                if education.level.is_some() {
                    let finished = !cued("degree.unfinished", &reading.line(line).to_lowercase());
                    found.push(Degree { line, level: education.level, subject, finished });
                }
            }
        }
    }
    found
}

fn is_school(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["大学", "学院", "university", "universitas", "college", "politeknik", "institut", "sekolah tinggi", "自学考试"]
        .iter()
        .any(|word| lower.contains(word))
}

fn subject_in(candidate: &ResumeMatch<'_, '_>, line: usize, majors: &[Id], words: &BTreeMap<Term, f64>) -> Subjects {
    let named: Vec<Id> = LEXICON
        .mentions(candidate.reading.line(line))
        .iter()
        .map(|mention| mention.concept)
        .filter(|id| matches!(LEXICON.concept(*id).sort, Sort::Major | Sort::Skill | Sort::Role))
        .collect();
    let best = majors.iter().map(|needed| LEXICON.best(*needed, named.iter().copied())).fold(0.0, f64::max);
    let worded = candidate.reading.line_terms.get(line).map_or(0.0, |own| coverage(words, own));
    if best >= 0.9 || worded >= 0.5 {
        Subjects::Own
    } else if best >= 0.4 || worded >= 0.25 {
        Subjects::Neighbouring
    } else if named.iter().any(|id| LEXICON.concept(*id).sort == Sort::Major) {
        Subjects::Other
    } else {
        Subjects::Untold
    }
}
