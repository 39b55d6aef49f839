//! Judges one criterion against one resume: a verdict with its passages, and what is missing. Met requires a sentence
//! of an employment or project that shows the requirement itself, and every required number; otherwise it may stay
//! unknown.

use std::collections::BTreeSet;

use bole_domain::evaluation::{Verdict, YearsClaim};
use bole_domain::profile::Profile;

use super::education;
use super::evidence::{employments_with_evidence, weight_of};
use super::experience::{OTHER, Scope, role, years};
use super::facet::Facet;
use super::group::Group;
use super::lexicon::{Id, LEXICON, Sort};
use super::licences;
use super::resume::{LineKind, Section};
use super::resume_match::ResumeMatch;
use super::skills::{counted, duty_of, led, literal, reach, skills};
use super::spoken_languages::{self, SpokenLanguage};
use super::tenure;
use super::text::{normalise, terms, unit};

/// A line of the resume, and the byte to quote around.
pub type Place = (usize, usize);

/// The subject of a criterion, which determines the interview question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Subject {
    /// Something a resume cannot prove.
    #[default]
    Trait,
    /// Years of some work.
    Years,
    Degree,
    Language,
    /// A licence or certificate.
    Paper,
    /// A skill, tool or industry.
    Skill,
    /// A duty described in sentences.
    Duty,
    People,
    Results,
    Tenure,
}

/// Why a criterion is partly or not met.
#[derive(Debug, Clone, PartialEq)]
pub enum Missing {
    /// Not shown, in the criterion's words.
    Named(String),
    /// Only listed or claimed.
    Listed(String),
    /// At beginner level, as an assistant, or with a reservation.
    Begun(String),
    /// Others' work, or denied.
    Denied(String),
    Years(f64),
    /// The work is undated.
    Dates,
    /// The years are of the right kind, but a narrowing part is not shown.
    Scope(String),
    /// Fewer people than required, or no number.
    People(Option<f64>, f64),
    /// A number that is not reached or not stated.
    Quantity(String),
    /// A degree in another subject.
    Major,
    /// A lower degree.
    Level,
    /// An unfinished degree.
    Unfinished,
    /// A language below the level.
    Fluency,
    /// The average length of employments, in years.
    Tenure(f64),
    /// A gap, in months.
    Gap(i32),
}

/// The result for a criterion or a part of it.
#[derive(Debug, Clone)]
pub struct Finding {
    pub verdict: Verdict,
    /// How much is shown within the verdict, 0–1; for unknown, the likelihood from the career.
    pub weight: f64,
    /// The passages, best first.
    pub places: Vec<Place>,
    /// All lines that show it.
    pub lines: BTreeSet<usize>,
    /// What is missing.
    pub missing: Vec<Missing>,
    /// The employments that count towards required years.
    pub years: Option<YearsClaim>,
    pub subject: Subject,
    /// Whether other parts of a criterion cannot compensate for it.
    pub hard: bool,
}

impl Default for Finding {
    fn default() -> Self {
        Self {
            verdict: Verdict::Unknown,
            weight: 0.0,
            places: Vec::new(),
            lines: BTreeSet::new(),
            missing: Vec::new(),
            years: None,
            subject: Subject::Trait,
            hard: false,
        }
    }
}

impl Finding {
    /// Nothing decides it; its likelihood comes from the career.
    pub fn unknown(subject: Subject, likely: f64) -> Self {
        Self { verdict: Verdict::Unknown, weight: unit(likely), subject, ..Self::default() }
    }

    /// The strength within the verdict, 0–1; the less is shown, the more the career counts.
    pub fn strength(&self, nearness: f64) -> f64 {
        let of_career = match self.verdict {
            Verdict::Met | Verdict::Not => 0.3,
            Verdict::Partly => 0.6,
            Verdict::Unknown => 0.8,
        };
        unit((1.0 - of_career) * self.weight + of_career * nearness)
    }

    /// The confidence: higher if more is shown, or if it is stated explicitly.
    pub fn confidence(&self) -> f64 {
        let sure = match self.verdict {
            Verdict::Met => 0.8 + 0.18 * unit(self.weight),
            Verdict::Partly => 0.7,
            Verdict::Not => 0.9,
            Verdict::Unknown => 0.3,
        };
        (sure * 100.0).round() / 100.0
    }
}

pub fn criterion(candidate: &ResumeMatch<'_, '_>, profile: &Profile, facets: &[Facet], text: &str) -> Finding {
    let asked = |facet: &&Facet| !matches!(facet, Facet::Quantity(_) | Facet::Lesser(_));
    let parts: Vec<Finding> =
        facets.iter().filter(asked).flat_map(|facet| judge(candidate, profile, facet, text)).collect();
    let mut whole = together(parts);
    if !matches!(whole.verdict, Verdict::Met | Verdict::Not) && facets.iter().any(is_shown_in_sentences) {
        let worded = literal(candidate, &candidate.target.without_title(terms(&normalise(text))), text);
        if worded.verdict == Verdict::Met || (worded.verdict == Verdict::Partly && whole.verdict == Verdict::Unknown) {
            whole = Finding { subject: whole.subject, ..worded };
        }
    }
    if whole.verdict != Verdict::Met
        && facets.iter().any(|facet| matches!(facet, Facet::Cert(_)))
        && let Some(worded) = licences::worded(candidate, text)
    {
        whole = worded;
    }
    if whole.verdict == Verdict::Unknown && facets.iter().all(is_worded) {
        let things = facets.iter().find_map(|facet| match facet {
            Facet::Quantity(quantity) if quantity.counts_things() => Some(quantity),
            _ => None,
        });
        if let Some(counted) = things.and_then(|quantity| counted(candidate, quantity)) {
            whole = counted;
        }
    }
    for facet in facets {
        if let Facet::Quantity(quantity) = facet
            && matches!(whole.verdict, Verdict::Met | Verdict::Partly)
        {
            reach(candidate, &mut whole, quantity);
        }
    }
    if whole.verdict != Verdict::Met {
        let lesser =
            facets.iter().filter_map(|facet| if let Facet::Lesser(lesser) = facet { Some(lesser) } else { None });
        let shown = lesser.flatten().map(|facet| together(judge(candidate, profile, facet, text)));
        if let Some(shown) =
            shown.filter(|shown| shown.verdict == Verdict::Met).max_by(|a, b| a.weight.total_cmp(&b.weight))
        {
            whole.verdict = Verdict::Partly;
            whole.places = shown.places;
            whole.weight = shown.weight;
            whole.missing = vec![Missing::Named(crate::summary::shortened(text))];
        }
    }
    whole.places.dedup();
    whole.places.truncate(MAX_PLACES);
    whole
}

/// Whether a facet contains no known concept.
fn is_worded(facet: &Facet) -> bool {
    match facet {
        Facet::Concepts { groups, .. } => groups.is_empty(),
        Facet::Quantity(_) | Facet::Soft => true,
        _ => false,
    }
}

/// Whether a requirement is shown in sentences, which may use the criterion's words.
fn is_shown_in_sentences(facet: &Facet) -> bool {
    match facet {
        Facet::Concepts { groups, .. } => {
            let is_other = |group: &Group| {
                let is_domain = |id: &Id| LEXICON.concept(*id).sort == Sort::Domain;
                group.is_proper || group.is_abbreviated || group.any.iter().all(is_domain)
            };
            groups.is_empty() || !groups.iter().all(is_other)
        }
        Facet::Duty { .. } | Facet::AnyOf(_) => true,
        _ => false,
    }
}

/// The most passages quoted.
pub const MAX_PLACES: usize = 3;

/// Combines the parts of a criterion: met if all parts are.
fn together(mut parts: Vec<Finding>) -> Finding {
    if parts.iter().any(|part| part.subject != Subject::Trait) {
        parts.retain(|part| part.subject != Subject::Trait);
    }
    // With a duty, names next to it are context; they prove nothing without it.
    let is_duty = |part: &Finding| matches!(part.subject, Subject::Duty | Subject::People);
    if parts.iter().any(is_duty)
        && parts.iter().filter(|part| is_duty(part)).all(|part| part.verdict == Verdict::Unknown)
    {
        parts.retain(is_duty);
    }
    parts.sort_by_key(|part| !is_duty(part));
    let Some(count) = u32::try_from(parts.len()).ok().filter(|count| *count > 0) else { return Finding::default() };
    let has = |verdict: Verdict| parts.iter().any(|part| part.verdict == verdict);
    let all = |verdict: Verdict| parts.iter().all(|part| part.verdict == verdict);
    let verdict = if parts.iter().any(|part| part.hard && part.verdict == Verdict::Not) || all(Verdict::Not) {
        Verdict::Not
    } else if all(Verdict::Met) {
        Verdict::Met
    } else if has(Verdict::Met) || has(Verdict::Partly) {
        Verdict::Partly
    } else if has(Verdict::Not) {
        Verdict::Not
    } else {
        Verdict::Unknown
    };
    let reached = |part: &Finding| match part.verdict {
        Verdict::Met => 0.5 + 0.5 * part.weight,
        Verdict::Partly => 0.3 * part.weight,
        Verdict::Unknown => 0.2 * part.weight,
        Verdict::Not => 0.0,
    };
    let weight = if all(parts[0].verdict) {
        parts.iter().map(|part| part.weight).sum::<f64>() / f64::from(count)
    } else {
        parts.iter().map(reached).sum::<f64>() / f64::from(count)
    };
    // Passages that support the verdict come first; a line that shows several parts is quoted once.
    let mut order: Vec<&Finding> = parts.iter().filter(|part| !part.places.is_empty()).collect();
    let rank = |part: &Finding| match (verdict, part.verdict) {
        (Verdict::Not, Verdict::Not) => 0,
        (_, Verdict::Met) => 1,
        (_, Verdict::Partly) => 2,
        _ => 3,
    };
    order.sort_by_key(|part| rank(part));
    let mut places: Vec<Place> = Vec::new();
    for round in 0..MAX_PLACES {
        for part in &order {
            let place = if part.subject == Subject::Years {
                part.places.get(round)
            } else {
                part.places.get(round).filter(|_| round == 0 || order.len() == 1)
            };
            if let Some(place) = place.filter(|place| !places.iter().any(|known| known.0 == place.0)) {
                places.push(*place);
            }
        }
    }
    if verdict != Verdict::Not {
        places.retain(|place| parts.iter().any(|part| part.verdict != Verdict::Not && part.places.contains(place)));
    }
    let mut missing: Vec<Missing> = Vec::new();
    for part in parts.iter().filter(|part| part.verdict != Verdict::Met) {
        missing.extend(part.missing.iter().filter(|one| !missing.contains(one)).cloned().collect::<Vec<_>>());
    }
    let open = parts.iter().find(|part| part.verdict != Verdict::Met).unwrap_or(&parts[0]);
    Finding {
        verdict,
        weight,
        places,
        lines: parts.iter().flat_map(|part| part.lines.iter().copied()).collect(),
        missing,
        years: parts.iter().find_map(|part| part.years.clone()),
        subject: open.subject,
        hard: parts.iter().any(|part| part.hard),
    }
}

fn judge(candidate: &ResumeMatch<'_, '_>, profile: &Profile, facet: &Facet, text: &str) -> Vec<Finding> {
    let finding = match facet {
        Facet::Concepts { groups, words, label, .. } if !groups.is_empty() => {
            // Words of the job's title describe the workplace, not an additional requirement.
            let own = |group: &&Group| group.names.iter().all(|name| candidate.target.says_in_title(name));
            let telling: Vec<Group> = groups.iter().filter(|group| !own(group)).cloned().collect();
            return skills(candidate, if telling.is_empty() { groups } else { &telling }, words, label);
        }
        Facet::Concepts { words, label, .. } => literal(candidate, words, label),
        Facet::Duty { duty, any, label } => duty_of(candidate, *duty, any, label),
        Facet::AnyOf(any) => {
            let rank = |finding: &Finding| match finding.verdict {
                Verdict::Met => 3,
                Verdict::Partly => 2,
                Verdict::Unknown => 1,
                Verdict::Not => 0,
            };
            let found = any.iter().map(|facet| together(judge(candidate, profile, facet, text)));
            let best = found.max_by(|a, b| rank(a).cmp(&rank(b)).then(a.weight.total_cmp(&b.weight)));
            best.unwrap_or_default()
        }
        Facet::Role | Facet::Experience => role(candidate),
        Facet::Years { min, scope, leading, places, words, groups } => {
            let told = groups.iter().map(|group| employments_with_evidence(candidate, group)).collect();
            years(candidate, *min, &Scope { names: scope, groups, told, leading: *leading, places: *places, words })
        }
        Facet::Degree { level, majors, words } => education::judge(candidate, profile, *level, majors, words),
        Facet::Language { spoken, level } => language_finding(candidate, *spoken, *level),
        Facet::Cert(any) => licences::certified(candidate, any, text),
        Facet::Admitted { places, part } => licences::admitted(candidate, *places, part.as_deref()),
        Facet::Leading(people) => led(candidate, *people),
        Facet::Results => results(candidate),
        Facet::Stability => tenure::judge(candidate),
        Facet::Soft | Facet::Quantity(_) | Facet::Lesser(_) => {
            Finding::unknown(Subject::Trait, 0.4 + 0.5 * candidate.fit)
        }
    };
    vec![finding]
}

pub fn start_of(candidate: &ResumeMatch<'_, '_>, line: usize) -> Place {
    (line, candidate.reading.lines.get(line).map_or(0, |line| line.start))
}

fn language_finding(candidate: &ResumeMatch<'_, '_>, spoken: SpokenLanguage, level: u8) -> Finding {
    let written = spoken_languages::written(candidate.language);
    let mut told: Option<(u8, Place)> = None;
    for (index, line) in candidate.reading.lines.iter().enumerate() {
        let text = candidate.reading.line(index);
        let of_studies = line.section == Section::Education && written == spoken;
        if line.kind == LineKind::Bare
            || line.kind == LineKind::Entry
            || of_studies
            || !spoken_languages::named_in(text)
        {
            continue;
        }
        let lower = text.to_lowercase();
        let found = spoken_languages::stated_level(&lower, spoken);
        if let Some(found) = found.filter(|found| told.is_none_or(|(known, _)| *found > known)) {
            told = Some((found, (index, line.start)));
        }
    }
    let Some((found, place)) = told else {
        return Finding::unknown(Subject::Language, if written == spoken { 1.0 } else { 0.2 });
    };
    let verdict = match (found, level) {
        (0, _) => Verdict::Not,
        _ if found >= level => Verdict::Met,
        _ => Verdict::Partly,
    };
    let missing = if verdict == Verdict::Met { None } else { Some(Missing::Fluency) };
    Finding {
        verdict,
        weight: unit(0.4 + 0.2 * (f64::from(found) - f64::from(level)) + 0.2 * f64::from(u8::from(written == spoken))),
        places: vec![place],
        missing: missing.into_iter().collect(),
        subject: Subject::Language,
        ..Finding::default()
    }
}

/// Achievements: relevant lines with numbers. Two of them are enough.
fn results(candidate: &ResumeMatch<'_, '_>) -> Finding {
    let reading = candidate.reading;
    let mut told: Vec<(f64, usize)> = Vec::new();
    for (index, line) in reading.lines.iter().enumerate().filter(|(_, line)| line.kind == LineKind::Work) {
        let near = line.job.and_then(|job| candidate.near.get(job)).copied().unwrap_or(0.0);
        let text = reading.line(index);
        let measured = text.contains(['%', '％', '万', '亿', '$', '¥', '€']) || text.contains("Rp");
        if near >= OTHER && measured && text.contains(|c: char| c.is_ascii_digit()) && !line.is_doubtful {
            told.push((near, index));
        }
    }
    told.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let lines: BTreeSet<usize> = told.iter().map(|(_, line)| *line).collect();
    let mut finding = Finding::unknown(Subject::Results, 0.3 + 0.3 * candidate.core);
    if told.is_empty() {
        return finding;
    }
    finding.verdict = if told.len() >= 2 { Verdict::Met } else { Verdict::Partly };
    finding.places = told.iter().take(MAX_PLACES).map(|(_, line)| start_of(candidate, *line)).collect();
    finding.weight = weight_of(candidate, &lines);
    finding.lines = lines;
    finding
}
