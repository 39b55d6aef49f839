//! One criterion against one candidate: a credit, the verdict it stands for, the line that shows it, and what stays open.

use std::collections::BTreeMap;

use bole_domain::evaluation::{CriterionKind, Verdict};
use bole_domain::profile::{DegreeLevel, Profile};

use super::candidate::{Candidate, Evidence};
use super::cues::cued;
use super::degree;
use super::facet::Facet;
use super::leading;
use super::lexicon::{Id, LEXICON, Sort};
use super::papers;
use super::places::{self, Places};
use super::resume::{Section, Tone};
use super::text::{Term, coverage, is_cjk, language, term_set, unit};
use super::tongue::{self, Tongue};

/// What the resume shows for one facet or criterion.
#[derive(Debug, Clone, Default)]
pub struct Finding {
    /// 0–1: how far it is shown.
    pub credit: f64,
    /// Whether the resume settles that it is not so.
    pub refuted: bool,
    /// The line to quote, and the byte to quote around.
    pub place: Option<(usize, usize)>,
    /// Whether it is something every resume of the kind tells, so that silence is an answer.
    pub hard: bool,
}

/// Credit from which a criterion is met, and from which it is met in part.
const MET: f64 = 0.68;
const PARTLY: f64 = 0.34;

impl Finding {
    /// The verdict a credit stands for.
    pub fn verdict(&self) -> Verdict {
        if self.refuted {
            Verdict::Not
        } else if self.credit >= MET {
            Verdict::Met
        } else if self.credit >= PARTLY {
            Verdict::Partly
        } else {
            Verdict::Unknown
        }
    }

    /// How much is shown within the verdict, 0–1.
    pub fn strength(&self) -> f64 {
        let within = |from: f64, to: f64| unit((self.credit - from) / (to - from));
        match self.verdict() {
            Verdict::Met => within(MET, 1.0),
            Verdict::Partly => within(PARTLY, MET),
            Verdict::Unknown => within(0.0, PARTLY),
            Verdict::Not => 0.0,
        }
    }

    /// How sure the verdict is: far from a threshold and with a line to show is surer.
    pub fn confidence(&self) -> f64 {
        let shown = if self.place.is_some() { 0.15 } else { 0.0 };
        let base = match self.verdict() {
            Verdict::Met => 0.6 + 0.25 * (self.credit - MET) / (1.0 - MET),
            Verdict::Partly => 0.5 + shown,
            Verdict::Not => 0.75 + shown,
            Verdict::Unknown => 0.3,
        };
        let sum = if self.verdict() == Verdict::Met { base + shown } else { base };
        (unit(sum) * 100.0).round() / 100.0
    }
}

/// Judges one criterion.
pub fn criterion(candidate: &Candidate<'_, '_>, profile: &Profile, facets: &[Facet], kind: CriterionKind) -> Finding {
    let findings: Vec<(f64, Finding)> =
        facets.iter().map(|facet| (facet.weight(), judge(candidate, profile, facet, kind))).collect();
    let total: f64 = findings.iter().map(|(weight, _)| weight).sum();
    let credit = findings.iter().map(|(weight, finding)| weight * finding.credit).sum::<f64>() / total.max(0.1);
    // A missing licence is not made up for by the rest of its sentence.
    let refuted = findings.iter().any(|(weight, finding)| finding.refuted && (finding.hard || *weight * 2.0 >= total));
    let place = findings
        .iter()
        .filter(|(_, finding)| finding.place.is_some())
        .max_by(|(a, one), (b, other)| (a * one.credit).total_cmp(&(b * other.credit)))
        .and_then(|(_, finding)| finding.place);
    let short = findings.iter().filter(|(_, finding)| finding.hard && finding.credit < 0.5);
    let credit = short.fold(credit, |credit, (_, finding)| credit.min(finding.credit + 0.1));
    let credit = if refuted { credit.min(PARTLY) } else { credit };
    Finding { credit: unit(credit), refuted, place, hard: findings.iter().any(|(_, finding)| finding.hard) }
}

/// Judges one thing asked for by itself.
pub fn one(candidate: &Candidate<'_, '_>, profile: &Profile, facet: &Facet) -> Finding {
    judge(candidate, profile, facet, CriterionKind::Must)
}

fn judge(candidate: &Candidate<'_, '_>, profile: &Profile, facet: &Facet, kind: CriterionKind) -> Finding {
    match facet {
        Facet::Role => role(candidate),
        Facet::Years { min, scope, leading, places } => years(candidate, *min, scope, *leading, *places),
        Facet::Degree { level, majors, words } => degree_of(candidate, profile, *level, majors, words, kind),
        Facet::Language { tongue, level } => spoken(candidate, *tongue, *level),
        Facet::Cert(any) => papers::certified(candidate, any),
        Facet::Admitted { places, part } => papers::admitted(candidate, *places, part.as_deref()),
        Facet::Concepts { needed, any, words } => skills(candidate, needed, *any, words),
        Facet::Leading(people) => led(candidate, *people),
        Facet::Experience => experience(candidate),
        Facet::Results => results(candidate),
        Facet::Stability => Finding { credit: stability(candidate), ..Finding::default() },
        Facet::Soft => soft(candidate),
    }
}

fn job_place(candidate: &Candidate<'_, '_>, index: usize) -> Option<(usize, usize)> {
    let line = candidate.reading.jobs.get(index)?.line?;
    Some((line, candidate.reading.lines.get(line)?.start))
}

fn nearest(candidate: &Candidate<'_, '_>) -> Option<usize> {
    (0..candidate.near.len()).max_by(|&a, &b| candidate.near[a].total_cmp(&candidate.near[b]).then(b.cmp(&a)))
}

fn role(candidate: &Candidate<'_, '_>) -> Finding {
    let credit = unit(candidate.fit * 1.25);
    let place = nearest(candidate).filter(|_| credit > 0.1).and_then(|index| job_place(candidate, index));
    Finding { credit, refuted: credit < 0.2 && !candidate.reading.jobs.is_empty(), place, hard: false }
}

/// Years of work like the job's, of the kind that some names narrow it to.
pub fn years_of(candidate: &Candidate<'_, '_>, scope: &[Id]) -> f64 {
    candidate.years(|index, _| narrowed(candidate, scope, index))
}

/// How near an employment is, where names narrow what is asked for.
fn narrowed(candidate: &Candidate<'_, '_>, scope: &[Id], index: usize) -> f64 {
    let job = &candidate.reading.jobs[index];
    let near = candidate.near[index];
    if scope.is_empty() {
        return near;
    }
    let of = |keep: fn(Sort) -> bool| scope.iter().filter(move |needed| keep(LEXICON.concept(**needed).sort));
    let shown = |needed: &Id| LEXICON.best(*needed, job.concepts.iter().copied());
    let best = |keep: fn(Sort) -> bool| of(keep).map(shown).reduce(f64::max);
    let (skill, employer) =
        (best(|sort| !matches!(sort, Sort::Role | Sort::Domain)), best(|sort| sort == Sort::Domain));
    // A hospital's pharmacist is not a drug store's: an employer of another kind of the same family is none asked for.
    let rival = |needed: &Id| job.employer_concepts.iter().any(|given| LEXICON.rivals(*needed, *given));
    if employer.is_some_and(|shown| shown < 0.5) && of(|sort| sort == Sort::Domain).any(rival) {
        return near * 0.2;
    }
    // An entry too short to name its tools may well be of the kind.
    let silent = if job.concepts.len() < TELLING { 0.6 } else { 0.35 };
    let told = |shown: f64, silent: f64| if shown > 0.0 { 0.5 + 0.5 * shown } else { silent };
    near * match (skill, employer) {
        (None, None) => 1.0,
        (Some(shown), None) | (None, Some(shown)) => told(shown, silent),
        (Some(skill), Some(employer)) => told(skill, 0.6) * told(employer, 0.85),
    }
}

/// What is left of an employment where a job counts only those of some countries: one that names another is none.
fn placed(candidate: &Candidate<'_, '_>, places: Places, index: usize) -> f64 {
    let Some(job) = candidate.reading.jobs.get(index).filter(|_| !places.is_empty()) else { return 1.0 };
    let head = job.line.map_or("", |line| candidate.reading.line(line));
    let named = places::asked_in(&format!("{head} {} {}", job.company, job.title)).0;
    let foreign = !named.is_empty() && !named.meet(places);
    // An employer named in Chinese is not abroad.
    let chinese = job.company.chars().any(is_cjk) && !places.meet(places::asked_in("中国台湾香港新加坡").0);
    if foreign || (chinese && named.is_empty()) { 0.2 } else { 1.0 }
}

fn years(candidate: &Candidate<'_, '_>, min: f64, scope: &[Id], leading: bool, places: Places) -> Finding {
    let reading = candidate.reading;
    let narrowed = |index: usize| narrowed(candidate, scope, index) * placed(candidate, places, index);
    let counted = if leading {
        candidate.years(|index, _| if leading::leads(candidate, index) { 0.25 + candidate.near[index] } else { 0.0 })
    } else {
        candidate.years(|index, _| narrowed(index))
    };
    let ratio = counted / min;
    let credit = if ratio >= 1.0 { unit(0.92 + 0.08 * (ratio - 1.0)) } else { 0.9 * ratio.powf(1.15) };
    let place = (0..reading.jobs.len())
        .max_by(|&a, &b| {
            let value = |index: usize| narrowed(index) * f64::from(reading.jobs[index].months());
            value(a).total_cmp(&value(b)).then(b.cmp(&a))
        })
        .filter(|_| counted > 0.2)
        .and_then(|index| job_place(candidate, index));
    Finding { credit, refuted: ratio < 0.4 && !reading.jobs.is_empty(), place, hard: false }
}

/// From so many names on, an employment that names none of what is asked for is of another kind.
const TELLING: usize = 6;

fn led(candidate: &Candidate<'_, '_>, people: Option<f64>) -> Finding {
    let mut best = Finding::default();
    for index in 0..candidate.reading.jobs.len() {
        let near = 0.35 + 0.65 * unit(candidate.near[index] * 1.4);
        let (credit, place) = match leading::line(candidate, index) {
            Some((line, count)) => {
                let enough = people.map_or(1.0, |needed| unit(0.4 + 0.6 * count / needed));
                (near * enough, Some((line, candidate.reading.lines[line].start)))
            }
            None if leading::title(&candidate.reading.jobs[index].title) => (0.6 * near, job_place(candidate, index)),
            None => continue,
        };
        if credit > best.credit {
            best = Finding { credit, place, ..Finding::default() };
        }
    }
    best
}

fn spoken(candidate: &Candidate<'_, '_>, tongue: Tongue, level: u8) -> Finding {
    let mut told: Option<(u8, (usize, usize))> = None;
    for (index, line) in candidate.reading.lines.iter().enumerate() {
        let text = &candidate.reading.text[line.start..line.end];
        if !tongue::named_in(text) {
            continue;
        }
        let lower = text.to_lowercase();
        if let Some(found) =
            tongue::level_told(&lower, tongue).filter(|found| told.is_none_or(|(known, _)| *found > known))
        {
            told = Some((found, (index, line.start)));
        }
    }
    let written = || tongue::written(language(candidate.reading.text)) == tongue;
    if told.is_none_or(|(known, _)| known < level) && written() {
        let place = told.map(|(_, place)| place);
        return Finding { credit: 0.85, place, ..Finding::default() };
    }
    match told {
        Some((found, place)) => {
            let credit = if found >= level { 1.0 } else { 0.6 - 0.2 * (f64::from(level) - f64::from(found) - 1.0) };
            Finding { credit, refuted: found == 0, place: Some(place), ..Finding::default() }
        }
        None => Finding { credit: 0.1, ..Finding::default() },
    }
}

/// Skills, industries, tasks: each by its best evidence, and the clause's other words by where they are found together.
fn skills(candidate: &Candidate<'_, '_>, needed: &[Id], any: bool, words: &BTreeMap<Term, f64>) -> Finding {
    let each: Vec<(Evidence, bool)> = needed.iter().map(|id| candidate.evidence(*id)).collect();
    let strengths: Vec<f64> = each.iter().map(|(evidence, _)| unit(evidence.strength * 1.1)).collect();
    let best = strengths.iter().copied().fold(0.0, f64::max);
    let mean = if strengths.is_empty() { 0.0 } else { strengths.iter().sum::<f64>() / strengths.len() as f64 };
    let named = if any { 0.7 * best + 0.3 * mean } else { 0.15 * best + 0.85 * mean };
    let telling: f64 = words.values().sum();
    let literal = literal(candidate, words);
    let share = if needed.is_empty() { 1.0 } else { (telling / (telling + 3.0 * needed.len() as f64)).min(0.35) };
    let told = (1.0 - share) * named + share * literal.strength;
    let place = each
        .iter()
        .map(|(evidence, _)| *evidence)
        .chain((needed.is_empty() || named < 0.1).then_some(literal))
        .filter(|evidence| evidence.place.is_some() && evidence.strength > 0.05)
        .max_by(|one, other| one.strength.total_cmp(&other.strength))
        .and_then(|evidence| evidence.place);
    let all_denied = !each.is_empty() && each.iter().all(|(_, denied)| *denied);
    let absent =
        !needed.is_empty() && best < 0.06 && told < 0.12 && candidate.core < 0.3 && candidate.reading.amount > 400;
    // Words that no table knows are found less surely, and prove less by their absence.
    let trust = if needed.is_empty() { 0.35 } else { 0.6 };
    let credit = if all_denied { told } else { trust * told + (1.0 - trust) * candidate.core };
    let credit = if place.is_none() { credit.min(UNSHOWN) } else { credit };
    Finding { credit: unit(credit), refuted: all_denied || absent, place, hard: false }
}

/// The most that what a career suggests is worth without a line that shows it.
const UNSHOWN: f64 = 0.6;

/// Length and level of experience, where the job names no number: the role, and the years the job asks for elsewhere.
fn experience(candidate: &Candidate<'_, '_>) -> Finding {
    let role = role(candidate);
    let reached = unit(candidate.relevant_years / candidate.asked_years.max(1.0));
    Finding { credit: role.credit * (0.3 + 0.7 * reached), ..role }
}

/// What was achieved: lines of work like the job's that tell it in numbers. Three of them are a record.
fn results(candidate: &Candidate<'_, '_>) -> Finding {
    let mut sum = 0.0;
    let mut best = Evidence::default();
    for (index, line) in candidate.reading.lines.iter().enumerate() {
        let Some(near) = line.job.filter(|_| !line.list).and_then(|job| candidate.near.get(job)) else { continue };
        let text = candidate.reading.line(index);
        if candidate.reading.jobs.iter().any(|job| job.line == Some(index)) && !text.contains(['：', ':', '%']) {
            continue;
        }
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).count();
        let percent = text.contains(['%', '％', '万', '亿', '$', '¥', '€']) || text.contains("Rp");
        let told = if numbers == 0 {
            0.0
        } else if percent {
            1.0
        } else {
            0.5
        };
        let strength = told * unit(near * 1.4);
        sum += strength;
        if strength > best.strength {
            best = Evidence { strength, place: Some((index, line.start)) };
        }
    }
    let credit = 0.75 * unit(sum / 3.0) + 0.25 * candidate.core;
    Finding { credit, place: best.place, ..Finding::default() }
}

/// Words the tables do not know: how many of them one employment, or the rest of the resume, holds together.
fn literal(candidate: &Candidate<'_, '_>, words: &BTreeMap<Term, f64>) -> Evidence {
    let mut best = Evidence::default();
    if words.is_empty() {
        return best;
    }
    let reached = |covered: f64| 1.0 - (-covered / 0.32).exp();
    for (index, line) in candidate.reading.lines.iter().enumerate() {
        let covered = candidate.reading.line_terms.get(index).map_or(0.0, |own| coverage(words, own));
        if covered <= 0.0 {
            continue;
        }
        let whole = match line.job.and_then(|job| candidate.reading.jobs.get(job)) {
            Some(job) => coverage(words, &job.terms),
            None => coverage(words, &candidate.reading.other_terms) * 0.8,
        };
        let strength = reached(0.5 * covered + 0.5 * whole) * candidate.worth(index, Tone::Plain);
        if strength > best.strength {
            best = Evidence { strength, place: Some((index, line.start)) };
        }
    }
    best
}

fn degree_of(
    candidate: &Candidate<'_, '_>,
    profile: &Profile,
    level: Option<DegreeLevel>,
    majors: &[Id],
    words: &BTreeMap<Term, f64>,
    kind: CriterionKind,
) -> Finding {
    let mut told: Option<DegreeLevel> = profile.education.iter().filter_map(|education| education.level).max();
    let mut place: Option<(usize, usize)> = None;
    let mut studied = 0.0_f64;
    let any_section = candidate.reading.lines.iter().any(|line| line.section == Section::Education);
    for (index, line) in candidate.reading.lines.iter().enumerate() {
        let text = candidate.reading.line(index);
        let of_education = line.section == Section::Education || (!any_section && line.job.is_none());
        let school = of_education
            || ["大学", "学院", "University", "Universitas", "College", "Politeknik"]
                .iter()
                .any(|word| text.contains(word));
        if !school || line.job.is_some_and(|_| line.section == Section::Work) {
            continue;
        }
        let here = degree::levels_in(text).into_iter().max();
        let graduated = !cued("degree.unfinished", &text.to_lowercase());
        if let Some(here) = here.filter(|_| graduated) {
            if place.is_none() || told.is_none_or(|known| here >= known) {
                place = Some((index, line.start));
            }
            told = Some(told.map_or(here, |known| known.max(here)));
        } else if place.is_none() && of_education && line.end - line.start > 12 {
            place = Some((index, line.start));
        }
        let named = candidate.reading.found_in(index).iter().map(|found| found.concept);
        studied = studied.max(field_of_study(named, &candidate.reading.line_terms[index], majors, words));
    }
    for major in profile.education.iter().filter_map(|education| education.major.as_deref()) {
        let named = LEXICON.mentions(major);
        let named = named.iter().map(|mention| mention.concept);
        studied = studied.max(field_of_study(named, &term_set(&major.to_lowercase()), majors, words));
    }
    let asks_field = !majors.is_empty() || words.values().any(|weight| *weight >= 1.0);
    let field = if asks_field { 0.55 + 0.45 * studied } else { 1.0 };
    let Some(told) = told else {
        let credit = if studied > 0.5 { 0.5 } else { 0.2 };
        return Finding { credit, place, hard: true, ..Finding::default() };
    };
    let Some(level) = level else {
        let credit = if asks_field { 0.15 + 0.85 * studied } else { 0.5 + 0.1 * f64::from(rank(told)) };
        return Finding { credit, place, hard: false, refuted: false };
    };
    let short = i32::from(rank(level)) - i32::from(rank(told));
    let credit = match short {
        ..=0 => field,
        1 => 0.3 * field,
        _ => 0.05,
    };
    Finding { credit, refuted: short > 0 && kind == CriterionKind::Must, place, hard: true }
}

fn rank(level: DegreeLevel) -> u8 {
    DegreeLevel::ALL.iter().position(|known| *known == level).and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}

/// How far a field of study, by the concepts and terms of its words, is one of those asked for.
fn field_of_study(
    named: impl Iterator<Item = Id> + Clone,
    own: &[Term],
    majors: &[Id],
    words: &BTreeMap<Term, f64>,
) -> f64 {
    let known = majors.iter().map(|needed| LEXICON.best(*needed, named.clone())).fold(0.0, f64::max);
    known.max(unit(coverage(words, own) * 1.5))
}

/// Traits: a resume that tells of results and of people shows them better than one that names them.
fn soft(candidate: &Candidate<'_, '_>) -> Finding {
    Finding { credit: 0.35 + 0.15 * unit(candidate.fit), ..Finding::default() }
}

/// Length and continuity of employments, 0–1.
pub fn stability(candidate: &Candidate<'_, '_>) -> f64 {
    let periods: Vec<_> =
        candidate.reading.jobs.iter().filter(|job| !job.intern).filter_map(|job| job.period).collect();
    if periods.is_empty() {
        return 0.5;
    }
    let timeline = bole_domain::period::Timeline::of(&periods);
    let average = f64::from(timeline.total_months) / periods.len() as f64;
    let longest_gap = timeline.gaps.iter().map(|gap| gap.months).max().unwrap_or(0);
    let gaps = unit(1.0 - (f64::from(longest_gap) - 3.0).max(0.0) / 24.0);
    unit(unit(0.2 + 0.8 * average / 30.0) * (0.5 + 0.5 * gaps))
}
