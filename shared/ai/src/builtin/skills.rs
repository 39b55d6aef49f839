//! Skills, duties and quantities: matched by names, verbs, or the criterion's own words.

use std::collections::{BTreeMap, BTreeSet};

use bole_domain::evaluation::Verdict;

use super::cues::cued;
use super::duties;
use super::evidence::{
    Grade, Hit, SIMILAR, finding_of, graded, hits, is_certificate, is_in_a_companys_name, weight_of,
};
use super::experience::LIKE;
use super::facet;
use super::group::Group;
use super::judge::{Finding, Missing, Subject, start_of};
use super::leadership;
use super::lexicon::{Id, LEXICON};
use super::numbers::spelled_numbers;
use super::quantity::{Quantity, Reached};
use super::resume::{LineKind, Tone};
use super::resume_match::ResumeMatch;
use super::senses::RequiredSenses;
use super::text::{Term, coverage, language, normalise, terms, unit};

/// Counted objects: the relevant line of work with enough of them.
pub fn counted(candidate: &ResumeMatch<'_, '_>, quantity: &Quantity) -> Option<Finding> {
    let reading = candidate.reading;
    let near = |line: usize| reading.lines[line].job.and_then(|job| candidate.near.get(job)).copied().unwrap_or(0.0);
    let at_work = |line: &usize| {
        let known = &reading.lines[*line];
        known.kind == LineKind::Work && !known.is_doubtful && near(*line) >= LIKE && !candidate.is_copied(*line)
    };
    let told = |line: &usize| quantity.reached_in(&reading.line(*line).to_lowercase());
    let line = (0..reading.lines.len()).filter(at_work).find(|line| told(line) == Reached::Enough)?;
    let lines = BTreeSet::from([line]);
    Some(Finding {
        verdict: Verdict::Met,
        weight: weight_of(candidate, &lines),
        places: vec![start_of(candidate, line)],
        lines,
        subject: Subject::Results,
        ..Finding::default()
    })
}

/// Checks evidence against a required number.
pub fn reach(candidate: &ResumeMatch<'_, '_>, whole: &mut Finding, quantity: &Quantity) {
    let told = |line: &usize| quantity.reached_in(&candidate.reading.line(*line).to_lowercase());
    if let Some(line) = whole.lines.iter().copied().find(|line| told(line) == Reached::Enough) {
        whole.places.retain(|place| place.0 != line);
        whole.places.insert(0, (line, candidate.reading.lines[line].start));
        return;
    }
    if whole.verdict == Verdict::Partly {
        return;
    }
    whole.verdict = Verdict::Partly;
    whole.missing.push(Missing::Quantity(quantity.label.clone()));
}

/// Skills, industries, tasks: each group of alternatives, then the clause's other words.
pub fn skills(
    candidate: &ResumeMatch<'_, '_>,
    groups: &[Group],
    words: &BTreeMap<Term, f64>,
    label: &str,
) -> Vec<Finding> {
    let asked = RequiredSenses::of(
        &normalise(label),
        |term| candidate.target.is_of_title(term),
        &candidate.target.title_senses,
    );
    let mut parts: Vec<Finding> = groups
        .iter()
        .map(|group| {
            let likely = group.any.iter().map(|id| candidate.evidence(*id).0.strength).fold(0.0, f64::max);
            let likely = 0.5 * likely + 0.5 * candidate.core;
            // Concepts that the tables do not distinguish are matched literally.
            let alike = groups.iter().filter(|other| other.any.iter().any(|id| group.any.contains(id))).count() > 1;
            finding_of(candidate, hits(candidate, group, alike), Subject::Skill, &group.label, likely, words, &asked)
        })
        .collect();
    // A listed skill is credible next to related work.
    let shown: Vec<usize> = (0..parts.len()).filter(|&at| parts[at].verdict == Verdict::Met).collect();
    for at in 0..parts.len() {
        let goes_with = |other: &usize| {
            if groups[*other].any.iter().any(|id| groups[at].any.contains(id)) {
                return false;
            }
            let pairs = groups[*other].any.iter().flat_map(|one| groups[at].any.iter().map(move |id| (*one, *id)));
            pairs
                .into_iter()
                .any(|(one, id)| LEXICON.answers(id, one) >= SIMILAR || LEXICON.answers(one, id) >= SIMILAR)
        };
        let listed = parts[at].missing.iter().any(|missing| matches!(missing, Missing::Listed(_)));
        if listed && parts[at].verdict == Verdict::Partly && shown.iter().any(goes_with) {
            parts[at] = Finding { verdict: Verdict::Met, missing: Vec::new(), places: Vec::new(), ..parts[at].clone() };
        }
    }
    // If the clause says much more than the names, a line with a name has to share some of its other words.
    let telling: f64 = words.values().filter(|weight| **weight >= 1.0).sum();
    if telling >= MUCH && comparable(candidate, label) {
        let lines: BTreeSet<usize> = parts
            .iter()
            .filter(|part| part.verdict == Verdict::Met)
            .flat_map(|part| part.lines.iter().copied())
            .collect();
        let covered =
            lines.iter().map(|line| coverage(words, &candidate.reading.line_terms[*line])).fold(0.0, f64::max);
        if !lines.is_empty() && covered < TOUCHED {
            for part in parts.iter_mut().filter(|part| part.verdict == Verdict::Met) {
                part.verdict = Verdict::Partly;
                part.missing = vec![Missing::Named(crate::summary::shortened(label))];
            }
        }
    }
    parts
}

/// From this weight of significant words on, a clause says more than its names.
pub const MUCH: f64 = 3.0;
/// The share of a clause's other words that a line has to contain.
pub const TOUCHED: f64 = 0.1;

/// Whether a text and the resume are in languages whose words can be compared.
pub fn comparable(candidate: &ResumeMatch<'_, '_>, text: &str) -> bool {
    candidate.reads_like(text) && language(text) == candidate.language
}

/// The criterion's own words: shown by a line of work that contains most of them.
pub fn literal(candidate: &ResumeMatch<'_, '_>, words: &BTreeMap<Term, f64>, label: &str) -> Finding {
    const MOST: f64 = 0.5;
    const SOME: f64 = 0.34;
    const MEANT: f64 = 0.66;
    const MEANT_ALL: f64 = 0.5;
    const MEANT_SOME: f64 = 0.45;
    let papers = cued("asks.paper", &label.to_lowercase());
    let reading = candidate.reading;
    let likely = 0.45 * spoken_of(candidate, words) + 0.1 + 0.45 * candidate.core;
    // With known names, an alternative is found by them.
    let mut wanted = if LEXICON.mentions(label).is_empty() { alternatives(label) } else { Vec::new() };
    wanted.push(words.clone());
    wanted.retain(|words| words.values().any(|weight| *weight >= 1.0));
    let asked = asked_of(candidate, label);
    let mut best: Option<(bool, f64, usize)> = None;
    for (index, own) in reading.line_terms.iter().enumerate() {
        let known = &reading.lines[index];
        let at_work =
            matches!(known.kind, LineKind::Work | LineKind::ListAtWork) || (papers && is_certificate(candidate, index));
        if !at_work || candidate.is_copied(index) {
            continue;
        }
        let covered = wanted
            .iter()
            .filter(|words| {
                let telling = words.iter().filter(|(_, weight)| **weight >= 1.0);
                let held = telling.clone().filter(|(term, _)| own.binary_search(term).is_ok()).count();
                held >= 2 || held == telling.count()
            })
            .map(|words| coverage(words, own))
            .fold(0.0, f64::max);
        let shares = asked.iter().map(|asked| asked.share_of(&reading.line_senses[index], own));
        let share = shares
            .filter(|share| share.is_all || share.telling >= 2)
            .max_by(|one, other| one.is_all.cmp(&other.is_all).then(one.of_weight.total_cmp(&other.of_weight)));
        let at = share.and_then(|share| share.at).unwrap_or(0);
        if share.is_some() && is_in_a_companys_name(candidate, index, known.start + at) {
            continue;
        }
        let meant = share.map_or(0.0, |share| share.of_weight);
        let enough = share.is_some_and(|share| meant >= if share.is_all { MEANT_ALL } else { MEANT });
        let text = reading.line(index);
        let tone = known.hints.tone(text, at, text.ceil_char_boundary(at + 1));
        let grade = graded(candidate, index, known.start + at, if share.is_some() { tone } else { Tone::Plain }, false);
        let Some(grade) = grade.map(|hit| hit.grade).filter(|grade| papers || *grade > Grade::Denied) else { continue };
        let met = (covered >= MOST || enough) && (grade == Grade::Shown || papers) && !known.is_doubtful;
        let some = covered >= SOME || enough || meant >= MEANT_SOME;
        let value = covered.max(meant);
        if some && best.is_none_or(|(is_met, most, _)| (met, value) > (is_met, most)) {
            best = Some((met, value, index));
        }
    }
    let Some((met, covered, line)) = best else {
        let mut finding = Finding::unknown(Subject::Skill, likely);
        finding.missing.push(Missing::Named(crate::summary::shortened(label)));
        return finding;
    };
    let lines = BTreeSet::from([line]);
    Finding {
        verdict: if met { Verdict::Met } else { Verdict::Partly },
        weight: weight_of(candidate, &lines) * covered,
        places: vec![start_of(candidate, line)],
        lines,
        missing: if met { Vec::new() } else { vec![Missing::Named(crate::summary::shortened(label))] },
        subject: Subject::Skill,
        ..Finding::default()
    }
}

/// A clause and each of its alternatives, word by word, without words of the job's title.
fn asked_of(candidate: &ResumeMatch<'_, '_>, clause: &str) -> Vec<RequiredSenses> {
    let whole = normalise(clause);
    let mut pieces = vec![whole.as_str()];
    // With known names, an alternative is found by them.
    for or in [" or ", " atau ", "或", "/"].iter().filter(|_| LEXICON.mentions(&whole).is_empty()) {
        pieces = pieces.into_iter().flat_map(|piece| piece.split(or)).collect();
    }
    if pieces.len() > 1 {
        pieces.push(&whole);
    }
    let of = |piece: &str| {
        RequiredSenses::of(piece, |term| candidate.target.is_of_title(term), &candidate.target.title_senses)
    };
    pieces.into_iter().map(of).filter(RequiredSenses::is_telling).collect()
}

/// The largest share of some words found in one employment, or in the rest of the resume, 0–1.
pub fn spoken_of(candidate: &ResumeMatch<'_, '_>, words: &BTreeMap<Term, f64>) -> f64 {
    let reading = candidate.reading;
    let of_jobs = reading.employments.iter().enumerate().map(|(at, job)| {
        coverage(words, &job.terms) * (0.3 + 0.7 * unit(candidate.near[at] * 1.4)) * candidate.recency(at)
    });
    let beside = 0.5 * coverage(words, &reading.other_terms);
    1.0 - (-of_jobs.fold(beside, f64::max) / 0.32).exp()
}

/// The words of each alternative in a clause.
pub fn alternatives(clause: &str) -> Vec<BTreeMap<Term, f64>> {
    let lower = normalise(clause).to_lowercase();
    let mut pieces = vec![lower.as_str()];
    for or in [" or ", " atau ", "或", "/"] {
        pieces = pieces.into_iter().flat_map(|piece| piece.split(or)).collect();
    }
    if pieces.len() < 2 { Vec::new() } else { pieces.into_iter().map(terms).collect() }
}

/// The lines that show a duty.
pub fn duty_hits(candidate: &ResumeMatch<'_, '_>, duty: duties::DutyId) -> Vec<Hit> {
    let mut found = Vec::new();
    for (index, line) in candidate.reading.lines.iter().enumerate() {
        if matches!(line.kind, LineKind::Bare | LineKind::Entry) {
            continue;
        }
        let text = candidate.reading.line(index);
        let lower = spelled_numbers(&text.to_lowercase());
        let Some((start, end)) = duties::shown_in(&lower, duty) else { continue };
        let exact = lower.len() == text.len();
        let (start, end) = if exact { (start, end) } else { (0, text.len()) };
        let tone = line.hints.tone(text, start, end);
        found.extend(graded(candidate, index, line.start + start, tone, false));
    }
    found
}

pub fn duty_of(candidate: &ResumeMatch<'_, '_>, duty: duties::DutyId, any: &[Id], label: &str) -> Finding {
    let likely = 0.2 + 0.5 * candidate.core;
    let mut told = duty_hits(candidate, duty);
    if !told.iter().any(|hit| hit.grade == Grade::Shown) && !any.is_empty() {
        let group = Group {
            any: any.to_vec(),
            similar: false,
            label: label.to_owned(),
            names: Vec::new(),
            asked: Vec::new(),
            is_whole: false,
            is_abbreviated: false,
            is_proper: false,
            is_paper: false,
        };
        told.extend(hits(candidate, &group, false));
    }
    finding_of(candidate, told, Subject::Duty, label, likely, &BTreeMap::new(), &RequiredSenses::default())
}

/// Leading people, by the lines that mention it and the number.
pub fn led(candidate: &ResumeMatch<'_, '_>, people: Option<f64>) -> Finding {
    let Some(duty) = duties::leading() else { return Finding::default() };
    let titled = candidate.reading.employments.iter().any(|job| leadership::title(&job.title));
    let likely = 0.2 + 0.3 * candidate.core + if titled { 0.3 } else { 0.0 };
    let hits = duty_hits(candidate, duty);
    let count = |hit: &Hit| facet::people_in(&candidate.reading.line(hit.place.0).to_lowercase());
    let Some(needed) = people else {
        return finding_of(candidate, hits, Subject::People, "", likely, &BTreeMap::new(), &RequiredSenses::default());
    };
    let (enough, fewer): (Vec<Hit>, Vec<Hit>) =
        hits.into_iter().partition(|hit| count(hit).is_some_and(|count| count >= needed));
    if enough.iter().any(|hit| hit.grade == Grade::Shown) {
        return finding_of(
            candidate,
            enough,
            Subject::People,
            "",
            likely,
            &BTreeMap::new(),
            &RequiredSenses::default(),
        );
    }
    let told = fewer.iter().filter(|hit| hit.grade >= Grade::Begun).filter_map(count).reduce(f64::max);
    let mut finding = finding_of(
        candidate,
        fewer.into_iter().chain(enough).collect(),
        Subject::People,
        "",
        likely,
        &BTreeMap::new(),
        &RequiredSenses::default(),
    );
    if finding.verdict == Verdict::Met {
        finding.verdict = Verdict::Partly;
        finding.missing = vec![Missing::People(told, needed)];
    }
    finding
}
