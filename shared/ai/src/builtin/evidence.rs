//! Evidence for a concept in a resume: the passages a verdict relies on, and their strength.

use std::collections::{BTreeMap, BTreeSet};

use bole_domain::evaluation::Verdict;

use super::cues::{cued, cues};
use super::experience::LIKE;
use super::group::Group;
use super::judge::{Finding, MAX_PLACES, Missing, Place, Subject};
use super::lexicon::{Id, LEXICON, Sort};
use super::resume::{self, LineKind, Section, Tone};
use super::resume_match::ResumeMatch;
use super::senses::RequiredSenses;
use super::text::{Term, coverage, unit};

/// How strongly a line shows a concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Denied, or others' work.
    Denied,
    /// In a list of skills or a self-description.
    Listed,
    /// Another part of the same field.
    Related,
    /// Beginner level, assisting, or next to a denial.
    Begun,
    /// Actual work.
    Shown,
}

#[derive(Debug, Clone, Copy)]
pub struct Hit {
    pub grade: Grade,
    pub place: Place,
    /// Whether it is the line of an employer of the required kind.
    pub of_employer: bool,
    /// Whether it uses the criterion's words.
    pub named: bool,
    /// Whether its concept is a whole field of work.
    pub wide: bool,
    /// Whether it is less specific than required.
    pub lesser: bool,
}

pub fn graded(candidate: &ResumeMatch<'_, '_>, line: usize, at: usize, tone: Tone, of_employer: bool) -> Option<Hit> {
    let known = candidate.reading.lines.get(line)?;
    if candidate.is_copied(line) {
        return None;
    }
    let grade = match (tone, known.kind) {
        (_, LineKind::Bare) => return None,
        (Tone::Denied, _) => Grade::Denied,
        (_, LineKind::Entry) if !of_employer => return None,
        (_, LineKind::Claim | LineKind::Paper) => Grade::Listed,
        (Tone::Weak, _) => Grade::Begun,
        _ if known.job.and_then(|job| candidate.reading.employments.get(job)).is_some_and(|job| job.intern) => {
            Grade::Begun
        }
        (Tone::Plain, _) if known.is_doubtful => Grade::Begun,
        (Tone::Plain, _) => Grade::Shown,
    };
    Some(Hit {
        grade,
        place: (line, at),
        of_employer: known.kind == LineKind::Entry,
        named: false,
        wide: false,
        lesser: false,
    })
}

/// From this value on, a concept proves another.
pub const PROVES: f64 = 0.9;
/// The same if similar concepts are accepted.
pub const SIMILAR: f64 = 0.4;

pub fn hits(candidate: &ResumeMatch<'_, '_>, group: &Group, only_named: bool) -> Vec<Hit> {
    let reading = candidate.reading;
    let enough = if group.similar { SIMILAR } else { PROVES };
    let mut hits: Vec<Hit> = Vec::new();
    let mut other_words: BTreeSet<String> = BTreeSet::new();
    let mut known: BTreeMap<(usize, String), Tone> = BTreeMap::new();
    for found in &reading.found {
        let concept = LEXICON.concept(found.concept);
        let proves = group.any.iter().any(|needed| {
            let answer = LEXICON.answers(*needed, found.concept);
            answer >= PROVES || (answer >= enough && LEXICON.concept(*needed).sort == concept.sort)
        });
        let name = &reading.text[found.at..found.end];
        let named = group.is_named(name);
        if !proves || (only_named && !named) {
            continue;
        }
        // A repeated name in the same line adds nothing.
        if known.insert((found.line, name.to_lowercase()), found.tone) == Some(found.tone) {
            continue;
        }
        let of_employer = matches!(concept.sort, Sort::Role | Sort::Domain);
        if !of_employer && is_in_a_companys_name(candidate, found.line, found.at) {
            continue;
        }
        let Some(mut hit) = graded(candidate, found.line, found.at, found.tone, of_employer) else { continue };
        hit.named = named;
        if group.is_paper
            && is_certificate(candidate, hit.place.0)
            && hit.grade == Grade::Listed
            && found.tone == Tone::Plain
        {
            hit.grade = Grade::Shown;
        }
        // A concept with many names is a field of work: one part does not prove another.
        hit.lesser = group.says_more_than(name);
        let parts = concept.names > NAMES_OF_ONE_THING
            && concept.sort != Sort::Domain
            && (!group.is_whole || group.is_abbreviated);
        hit.wide = !named
            && (parts
                || group.says_more_than(name)
                || group.is_other_abbreviation(name)
                || group.is_other_than_named(name));
        if hit.wide && hit.grade >= Grade::Begun {
            other_words.insert(name.to_lowercase());
        }
        hits.push(hit);
    }
    let is_domain = group.any.iter().all(|id| LEXICON.concept(*id).sort == Sort::Domain);
    let told: BTreeSet<usize> = hits.iter().filter(|hit| !hit.wide).map(|hit| hit.place.0).collect();
    for (line, known) in reading.lines.iter().enumerate().filter(|(_, line)| line.kind >= LineKind::Claim) {
        if told.contains(&line) {
            continue;
        }
        let text = reading.line(line).to_lowercase();
        let named = group.found_at(&text).filter(|(start, end)| reading.line(line).get(*start..*end).is_some());
        // Unrelated work may involve an industry's products.
        let is_near = known.job.is_none_or(|job| candidate.near.get(job).is_some_and(|near| *near >= LIKE));
        let meant = || {
            let at = group
                .meant_at(&reading.line_senses[line], &reading.line_terms[line])
                .filter(|_| is_near || !is_domain)?;
            Some((at, reading.line(line)[at..].chars().next().map_or(at, |c| at + c.len_utf8())))
        };
        if let Some((start, end)) = named.or_else(meant) {
            let tone = known.hints.tone(reading.line(line), start, end);
            let of_employer = group.any.iter().any(|id| matches!(LEXICON.concept(*id).sort, Sort::Role | Sort::Domain));
            if !of_employer && is_in_a_companys_name(candidate, line, known.start + start) {
                continue;
            }
            let proven = group.is_paper && is_certificate(candidate, line) && tone == Tone::Plain;
            let grade = |hit: &Hit| if proven { Grade::Shown } else { hit.grade };
            hits.extend(graded(candidate, line, known.start + start, tone, of_employer).map(|hit| Hit {
                named: true,
                grade: grade(&hit),
                ..hit
            }));
        }
    }
    // Customers in an industry do not make the employer part of it.
    let of_customers = |hit: &Hit| {
        let (line, at) = hit.place;
        let start = reading.lines[line].start;
        let before = |cue: &String| {
            reading.line(line).get(..at.saturating_sub(start)).is_some_and(|text| text.to_lowercase().contains(cue))
        };
        reading.lines[line].kind == LineKind::Work && cues("of.customers").iter().any(before)
    };
    for hit in hits.iter_mut().filter(|hit| is_domain && hit.grade == Grade::Shown) {
        if of_customers(hit) {
            hit.grade = Grade::Begun;
        }
        let text = reading.line(hit.place.0);
        hit.of_employer |= reading.employments.iter().any(|job| !job.company.is_empty() && text.contains(&job.company));
    }
    if hits.iter().any(|hit| hit.named && hit.grade == Grade::Shown) {
        hits.retain(|hit| !hit.wide);
    }
    let parts = if candidate.reads_like(&group.label) { PARTS_OF_A_FIELD } else { PARTS_OF_A_FIELD - 1 };
    let is_role = |id: &Id| LEXICON.concept(*id).sort == Sort::Role;
    let exact = group.is_proper || group.any.iter().all(is_role);
    for hit in hits.iter_mut().filter(|hit| hit.wide && hit.grade == Grade::Shown) {
        if exact || other_words.len() < parts {
            hit.grade = Grade::Related;
        }
    }
    // One part of a field alone does not prove another.
    if other_words.len() + 1 < parts && !group.is_part_of(&other_words) {
        hits.retain(|hit| !hit.wide || hit.grade == Grade::Denied);
    }
    hits
}

/// Whether a byte is within an employer's name, which does not describe the work.
pub fn is_in_a_companys_name(candidate: &ResumeMatch<'_, '_>, line: usize, at: usize) -> bool {
    let text = candidate.reading.line(line);
    let Some(within) = candidate.reading.lines.get(line).and_then(|line| at.checked_sub(line.start)) else {
        return false;
    };
    let before = text.get(..within).unwrap_or_default();
    let named = ["PT ", "CV "].iter().filter_map(|kind| before.rfind(kind)).max();
    if let Some(from) = named
        && before[from..].split([' ', '.']).all(|word| word.is_empty() || word.starts_with(char::is_uppercase))
    {
        return true;
    }
    let company = candidate.reading.lines[line].job.map(|job| candidate.reading.employments[job].company.as_str());
    company.filter(|company| !company.is_empty()).is_some_and(|company| {
        text.match_indices(company).any(|(start, name)| (start..start + name.len()).contains(&within))
    })
}

pub fn is_certificate(candidate: &ResumeMatch<'_, '_>, line: usize) -> bool {
    candidate.reading.lines.get(line).is_some_and(|line| {
        line.section == Section::Certificates
            || (line.kind >= LineKind::Claim
                && cued("asks.paper", &candidate.reading.text[line.start..line.end].to_lowercase()))
    })
}

/// A line covering this share of the required words counts like one that names the concept.
const MAX_OF_IT: f64 = 0.6;
/// Concepts with more names than this are fields of work, shown by their parts.
pub const NAMES_OF_ONE_THING: usize = 14;
/// This many different parts show a field.
pub const PARTS_OF_A_FIELD: usize = 3;

/// The weight of lines: duration, recency, repetition and closeness to the job.
pub fn weight_of(candidate: &ResumeMatch<'_, '_>, lines: &BTreeSet<usize>) -> f64 {
    let reading = candidate.reading;
    let employments: BTreeSet<usize> = lines.iter().filter_map(|line| reading.lines.get(*line)?.job).collect();
    let months: i32 =
        employments.iter().filter_map(|job| reading.employments.get(*job)).map(resume::Employment::months).sum();
    let near = employments.iter().filter_map(|job| candidate.near.get(*job)).copied().fold(0.0, f64::max);
    let lately = employments.iter().map(|job| candidate.recency(*job)).fold(0.0, f64::max);
    let often = 1.0 - (-(lines.len() as f64) / 2.0).exp();
    let told = 0.55 * (1.0 - (-f64::from(months) / 40.0).exp()) + 0.28 * often + 0.17 * lately;
    unit(told * (0.3 + 0.7 * unit(near * 1.4)))
}

/// The finding for several lines, based on the strongest.
pub fn finding_of(
    candidate: &ResumeMatch<'_, '_>,
    mut hits: Vec<Hit>,
    subject: Subject,
    label: &str,
    likely: f64,
    words: &BTreeMap<Term, f64>,
    asked: &RequiredSenses,
) -> Finding {
    let covered = |line: usize| {
        let (Some(own), Some(told)) = (candidate.reading.line_terms.get(line), candidate.reading.line_senses.get(line))
        else {
            return 0.0;
        };
        coverage(words, own).max(asked.share_of(told, own).of_weight)
    };
    let kind = |line: usize| candidate.reading.lines.get(line).map_or(LineKind::Bare, |line| line.kind);
    let near = |line: usize| {
        let job = candidate.reading.lines.get(line).and_then(|line| line.job);
        job.map_or(0.0, |job| candidate.near.get(job).copied().unwrap_or(0.0) * candidate.recency(job))
    };
    hits.sort_by(|a, b| {
        let key = |hit: &Hit| (hit.grade, hit.of_employer, kind(hit.place.0));
        let (ca, cb) = (covered(a.place.0), covered(b.place.0));
        let named = |hit: &Hit| (hit.grade, hit.of_employer, hit.named || covered(hit.place.0) >= MAX_OF_IT);
        named(b)
            .cmp(&named(a))
            .then(key(b).cmp(&key(a)))
            .then(cb.total_cmp(&ca))
            .then(near(b.place.0).total_cmp(&near(a.place.0)))
            .then(a.place.cmp(&b.place))
    });
    let Some(best) = hits.first().copied() else {
        let mut finding = Finding::unknown(subject, likely);
        finding.missing.push(Missing::Named(label.to_owned()));
        return finding;
    };
    let of = |grade: Grade| hits.iter().filter(move |hit| hit.grade == grade);
    let lines: BTreeSet<usize> = of(best.grade).map(|hit| hit.place.0).collect();
    let mut places: Vec<Place> = Vec::new();
    for hit in of(best.grade) {
        if places.len() == MAX_PLACES {
            break;
        }
        if !places.iter().any(|known| known.0 == hit.place.0) {
            places.push(hit.place);
        }
    }
    let denied = of(Grade::Denied).find(|hit| !hit.wide).map(|hit| hit.place);
    let (verdict, missing) = match best.grade {
        // Who denies it in one place hasn't shown it in another: that line is about something similar, or others' work.
        Grade::Shown if denied.is_some() => (Verdict::Not, Some(Missing::Denied(label.to_owned()))),
        Grade::Shown => (Verdict::Met, None),
        Grade::Begun => (Verdict::Partly, Some(Missing::Begun(label.to_owned()))),
        Grade::Related => (Verdict::Partly, Some(Missing::Named(label.to_owned()))),
        // A denial outweighs a listed skill.
        Grade::Listed if denied.is_some() => (Verdict::Not, Some(Missing::Denied(label.to_owned()))),
        Grade::Listed if candidate.core >= CREDIBLE => (Verdict::Partly, Some(Missing::Listed(label.to_owned()))),
        Grade::Listed => (Verdict::Unknown, Some(Missing::Listed(label.to_owned()))),
        Grade::Denied => (Verdict::Not, Some(Missing::Denied(label.to_owned()))),
    };
    if verdict == Verdict::Not {
        places = denied.into_iter().collect();
    }
    let weight = match verdict {
        Verdict::Met => weight_of(candidate, &lines),
        Verdict::Partly => 0.6 * weight_of(candidate, &lines) + 0.4 * candidate.core,
        _ => likely,
    };
    Finding { verdict, weight, places, lines, missing: missing.into_iter().collect(), subject, ..Finding::default() }
}

/// From this closeness of the career on, a listed skill is credible.
pub const CREDIBLE: f64 = 0.3;

/// The employments whose lines contain any of some names.
pub fn employments_with_evidence(candidate: &ResumeMatch<'_, '_>, group: &Group) -> BTreeSet<usize> {
    let mut told: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut plain = BTreeSet::new();
    let shown = hits(candidate, group, false).into_iter().filter(|hit| hit.grade >= Grade::Related && !hit.lesser);
    for hit in shown {
        let Some(job) = candidate.reading.lines[hit.place.0].job else { continue };
        told.entry(job).or_default().insert(hit.place.0);
        if !hit.wide && hit.grade == Grade::Shown {
            plain.insert(job);
        }
    }
    // One part of a field in one sentence is not enough for years in it.
    told.retain(|job, lines| plain.contains(job) || (lines.len() >= 2 && !group.is_abbreviated));
    let mut employments: BTreeSet<usize> = told.into_keys().collect();
    if group.any.iter().all(|id| LEXICON.concept(*id).sort == Sort::Domain) {
        employments
            .extend((0..candidate.reading.employments.len()).filter(|&job| is_employer_of(candidate, group, job)));
    }
    employments
}

/// Whether the line that names an employer states the kind of employer; it may belong to several employments.
fn is_employer_of(candidate: &ResumeMatch<'_, '_>, group: &Group, job: usize) -> bool {
    let reading = candidate.reading;
    let company = reading.employments[job].company.as_str();
    let line = (0..reading.lines.len()).find(|&line| !company.is_empty() && reading.line(line).contains(company));
    line.is_some_and(|line| {
        let lower = reading.line(line).to_lowercase();
        let known = reading.found_in(line).iter().any(|found| {
            group.any.iter().any(|needed| LEXICON.answers(*needed, found.concept) >= PROVES)
                && found.tone == Tone::Plain
        });
        known
            || group.found_at(&lower).is_some()
            || group.meant_at(&reading.line_senses[line], &reading.line_terms[line]).is_some()
    })
}
