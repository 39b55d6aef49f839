//! Ceilings a job puts on the total score, and whom they apply to: "没有一造，总分不超过70", "retail and mail order: 30 to 45",
//! "kurang satu syarat utama, paling tinggi 75". Read from prose, lists and tables.

use std::collections::{BTreeMap, BTreeSet};

use bole_domain::evaluation::{Limit, LimitKind};
use bole_domain::profile::Profile;

use super::Rule;
use super::ceiling::{self, Ceiling};
use super::cues::cues;
use super::degree;
use super::experience;
use super::facet::{self, Facet};
use super::judge::{self, Finding};
use super::lexicon::{Id, LEXICON, Sort};
use super::points;
use super::resume::Employment;
use super::resume_match::ResumeMatch;
use super::sentences::sentences;
use super::text::{amount, normalise, unit};

/// A ceiling and whom it applies to.
#[derive(Debug, Clone, PartialEq)]
pub struct Gate {
    /// The maximum score or the deduction, out of a hundred.
    pub points: f64,
    /// Whether it is a deduction.
    pub taken: bool,
    /// Whom it applies to.
    pub applies_to: AppliesTo,
    /// The job's sentence.
    pub reason: String,
}

/// The candidates a ceiling applies to.
#[derive(Debug, Clone, PartialEq)]
pub enum AppliesTo {
    /// Those missing this many must-haves.
    Missing(usize),
    /// Those missing a requirement.
    Lacking(Vec<Facet>),
    /// Those with fewer years of something.
    Fewer(f64, Vec<Id>),
    /// Those who have only done the named kinds of work.
    Kind(Vec<Id>),
    /// Those from an unrelated field.
    Outside,
}

impl Gate {
    /// The gate as a rule for a judge that reads it.
    pub fn rule(&self) -> Rule {
        let missing_musts = if let AppliesTo::Missing(count) = self.applies_to { Some(count) } else { None };
        Rule { limit: self.limit(), missing_musts }
    }

    fn limit(&self) -> Limit {
        let kind = if self.taken { LimitKind::Deduct(self.points) } else { LimitKind::AtMost(self.points) };
        Limit { reason: self.reason.clone(), kind }
    }
}

/// The ceiling for candidates that a job rules out without a number.
const OUT: f64 = 45.0;

/// The gates in a job's criteria; `own` are the job's own concepts, `papers` the required licences.
pub fn of(criteria: &str, own: &[Id], papers: &[Facet]) -> Vec<Gate> {
    let job = JobTerms { own, papers };
    let mut gates: Vec<Gate> = Vec::new();
    let mut headed = false;
    let mut asked = String::new();
    for line in normalise(criteria).lines().map(str::trim).filter(|line| !line.is_empty()) {
        let head = line.split_once([':', '：']).map_or(line, |(head, _)| head);
        if amount(head) <= 40 && capless(head) && !points::stated(head) {
            let listed = line.starts_with(['-', '*', '•', '·', '(', '（']);
            headed = cue("gate.total", &head.to_lowercase()).is_some() || (headed && listed);
        }
        // A line with its own points caps only its own part.
        let opening = line.split(['.', '。', ';', '；']).next().unwrap_or(line);
        let share = [head, opening].iter().any(|part| capless(part) && points::stated(part));
        let mut before = String::new();
        for sentence in sentences(line) {
            let plain = ceiling::plain(sentence);
            if plain.ends_with(['?', '？']) {
                asked.clone_from(&plain);
            }
            let mut from = 0;
            let ceilings = ceiling::all(&plain);
            if ceilings.is_empty() && !share {
                gates.extend(job.ruled_out(&plain).filter(|gate| !gates.contains(gate)));
            }
            for found in ceilings {
                let subject = plain.get(from..found.start).unwrap_or("");
                from = found.end;
                let total = headed || !share || cue("gate.total", &plain).is_some();
                let context = Context { subject, sentence: &plain, before: &before, asked: &asked };
                let gate = job.gate(found, &context).filter(|gate| total && !gates.contains(gate));
                gates.extend(gate);
            }
            before = plain;
        }
    }
    gates
}

/// Whether a text states no ceiling.
fn capless(text: &str) -> bool {
    ceiling::of(&ceiling::plain(text)).is_none()
}

/// The position and length of the first phrase of a list, matched as whole words.
fn cue(list: &str, text: &str) -> Option<(usize, usize)> {
    let whole = |phrase: &str, at: usize| {
        let latin = |c: char| c.is_ascii_alphanumeric();
        let before = phrase.starts_with(latin) && text[..at].ends_with(latin);
        let after = phrase.ends_with(latin) && text[at + phrase.len()..].starts_with(latin);
        !before && !after
    };
    let found = |phrase: &String| {
        let at = text.match_indices(phrase.as_str()).map(|(at, _)| at).find(|&at| whole(phrase, at))?;
        Some((at, phrase.len()))
    };
    cues(list).iter().filter_map(found).min_by_key(|&(at, length)| (at, std::cmp::Reverse(length)))
}

/// The context of a ceiling.
struct Context<'a> {
    /// The words before it.
    subject: &'a str,
    sentence: &'a str,
    /// The sentence before, and the last question.
    before: &'a str,
    asked: &'a str,
}

/// The job's terms that a gate may refer to.
struct JobTerms<'a> {
    own: &'a [Id],
    papers: &'a [Facet],
}

impl JobTerms<'_> {
    fn gate(&self, found: Ceiling, context: &Context<'_>) -> Option<Gate> {
        let Context { subject, sentence, before, asked } = context;
        let bare = amount(subject) < 6;
        if (bare && ceiling::invites(sentence)) || ceiling::invites(subject) {
            return None;
        }
        let applies_to = if cue("gate.answer", subject).is_some() {
            // "Is she admitted? If no: at most 50."
            let asked = self.needs(asked);
            (!asked.is_empty()).then_some(AppliesTo::Lacking(asked))
        } else {
            self.applies_to(subject).or_else(|| (bare || !names(subject)).then(|| self.applies_to(before)).flatten())
        }?;
        Some(Gate { points: found.points, taken: found.taken, applies_to, reason: (*sentence).to_owned() })
    }

    /// "SDRs and renewal managers can be great, but not this time"; "GUGUR: ijazah di bawah S1": excluded without a
    /// number.
    fn ruled_out(&self, plain: &str) -> Option<Gate> {
        let (at, length) = cue("gate.out", plain)?;
        let (told, behind) = (plain.get(..at)?, plain.get(at + length..)?);
        let told = if amount(told) < 6 { behind } else { told };
        let applies_to = match self.applies_to(told)? {
            // An exclusion without a number has to name something known.
            applies_to @ (AppliesTo::Kind(_) | AppliesTo::Fewer(..)) => applies_to,
            AppliesTo::Lacking(facets) => {
                let papers =
                    |facet: &Facet| matches!(facet, Facet::Cert(_) | Facet::Degree { .. } | Facet::Admitted { .. });
                AppliesTo::Lacking(
                    Some(facets.into_iter().filter(papers).collect::<Vec<_>>()).filter(|left| !left.is_empty())?,
                )
            }
            _ => return None,
        };
        Some(Gate { points: OUT, taken: false, applies_to, reason: plain.to_owned() })
    }

    /// The requirements in a text that a resume can be seen to lack; an unnamed licence is the one the job requires.
    fn needs(&self, text: &str) -> Vec<Facet> {
        let kept = |facet: &Facet| match facet {
            Facet::Soft | Facet::Stability | Facet::Results | Facet::Experience => false,
            Facet::Concepts { needed, .. } => !needed.is_empty(),
            _ => true,
        };
        let mut found: Vec<Facet> = facet::read(text).into_iter().filter(kept).collect();
        let paper = |facet: &Facet| matches!(facet, Facet::Cert(_) | Facet::Admitted { .. });
        if !found.iter().any(paper) && cue("paper", text).is_some() {
            found.extend(self.papers.iter().cloned());
        }
        // Who lacks a licence is described by the licence alone.
        if found.iter().any(paper) {
            found.retain(paper);
        }
        found
    }

    fn applies_to(&self, subject: &str) -> Option<AppliesTo> {
        if cue("gate.several", subject).is_some() {
            return Some(AppliesTo::Missing(2));
        }
        if cue("gate.any", subject).is_some() {
            return Some(AppliesTo::Missing(1));
        }
        if let Some((at, length)) = cue("gate.fewer", subject)
            && let Some(years) = facet::years_in(&subject[at + length..]).or_else(|| facet::years_in(subject))
        {
            let scope = LEXICON.mentions(subject).iter().map(|mention| mention.concept).collect();
            return Some(AppliesTo::Fewer(years, scope));
        }
        // "Builders who never priced (site managers, supervisors)": the brackets name the occupations.
        let inner = subject.split_once(['(', '（']).map_or("", |(_, inner)| inner);
        let people: Vec<Id> =
            self.kinds(inner).into_iter().filter(|id| LEXICON.concept(*id).sort == Sort::Role).collect();
        if !people.is_empty() {
            return Some(AppliesTo::Kind(people));
        }
        let lacks = cue("gate.lacks", subject);
        let (told, lacked) = lacks.map_or((subject, ""), |(at, length)| (&subject[..at], &subject[at + length..]));
        let only = cue("gate.only", told).is_some();
        // "Callers, renewal managers and marketing people … have not closed": several occupations name the group.
        let roles: Vec<Id> =
            self.kinds(told).into_iter().filter(|id| LEXICON.concept(*id).sort == Sort::Role).collect();
        if roles.len() >= 2 {
            return Some(AppliesTo::Kind(self.kinds(told)));
        }
        // "A degree below bachelor": the required level is the one after "below".
        if let Some((at, length)) = cue("gate.below", subject)
            && let Some(level) = degree::level_in(&subject[at + length..])
        {
            let degree = Facet::Degree { level: Some(level), majors: Vec::new(), words: BTreeMap::new() };
            return Some(AppliesTo::Lacking(vec![degree]));
        }
        if lacks.is_some() && !only {
            // "园长证没有": in Chinese the object may come first.
            let lacking = self.needs(if amount(lacked) < 6 { told } else { lacked });
            if !lacking.is_empty() {
                return Some(AppliesTo::Lacking(lacking));
            }
        }
        let kinds = self.kinds(if only { told } else { subject });
        if !kinds.is_empty() {
            return Some(AppliesTo::Kind(kinds));
        }
        cue("gate.outside", subject).map(|_| AppliesTo::Outside)
    }

    /// The kinds of work in a text other than the job's own.
    fn kinds(&self, text: &str) -> Vec<Id> {
        let foreign = |id: &Id| {
            matches!(LEXICON.concept(*id).sort, Sort::Role | Sort::Domain | Sort::Skill)
                && !self.own.iter().any(|own| LEXICON.answers(*own, *id) >= 0.9)
        };
        LEXICON.mentions(text).iter().map(|mention| mention.concept).filter(foreign).collect()
    }
}

/// Whether a text contains any known concept.
fn names(text: &str) -> bool {
    !LEXICON.mentions(text).is_empty()
}

/// The certainty from which a limit applies.
const SURE: f64 = 0.75;

/// The limits that apply to a candidate.
pub fn judge(candidate: &ResumeMatch<'_, '_>, profile: &Profile, gates: &[Gate], musts: &[&Finding]) -> Vec<Limit> {
    let held = gates.iter().filter(|gate| holds(candidate, profile, &gate.applies_to, musts) >= SURE);
    held.map(Gate::limit).collect()
}

/// How certain it is that a gate applies to this candidate, 0–1.
fn holds(candidate: &ResumeMatch<'_, '_>, profile: &Profile, applies_to: &AppliesTo, musts: &[&Finding]) -> f64 {
    match applies_to {
        AppliesTo::Missing(count) => {
            let mut missing: Vec<f64> = musts
                .iter()
                .map(|finding| if finding.refuted { 1.0 } else { unit((0.2 - finding.credit) / 0.2) })
                .collect();
            missing.sort_by(|one, other| other.total_cmp(one));
            missing.get(count - 1).copied().unwrap_or(0.0)
        }
        AppliesTo::Lacking(facets) => facets.iter().map(|facet| lacking(candidate, profile, facet)).fold(0.0, f64::max),
        AppliesTo::Fewer(years, scope) => {
            let had = experience::years_of(candidate, scope);
            unit((1.0 - had / years) / 0.2)
        }
        AppliesTo::Kind(ids) => of_kind(candidate, ids),
        AppliesTo::Outside => unit((0.3 - candidate.fit) / 0.15),
    }
}

/// How certain it is that something is missing in a career. Occupations are searched in titles and kinds of employers
/// in employments; a skill may be described in other words by someone who does the job's work.
fn lacking(candidate: &ResumeMatch<'_, '_>, profile: &Profile, facet: &Facet) -> f64 {
    let Facet::Concepts { needed, .. } = facet else {
        let finding = judge::one(candidate, profile, facet);
        return if finding.refuted { 1.0 } else { unit((0.5 - finding.credit) / 0.25) };
    };
    let lacks = |id: &Id| {
        let employments = || candidate.reading.employments.iter().filter(|job| !job.intern);
        let shown = |of: fn(&Employment) -> &BTreeSet<Id>| {
            employments().map(|job| LEXICON.best(*id, of(job).iter().copied())).fold(0.0, f64::max)
        };
        match LEXICON.concept(*id).sort {
            Sort::Role => unit((0.75 - shown(|job| &job.title_concepts)) / 0.3),
            // Few resumes state the kind of employer, so only a different one counts as missing.
            Sort::Domain => {
                let kind = |given: &Id| LEXICON.concept(*given).sort == Sort::Domain;
                let silent = !employments().any(|job| job.concepts.iter().any(kind));
                let sure = if silent { 0.3 } else { 1.0 } * (1.0 - 0.7 * candidate.core);
                unit((0.75 - shown(|job| &job.concepts)) / 0.3) * sure
            }
            _ => {
                let (evidence, denied) = candidate.evidence(*id);
                let told = if denied { 0.0 } else { evidence.strength };
                unit((0.5 - told) / 0.25) * (1.0 - 0.8 * candidate.core)
            }
        }
    };
    needed.iter().map(lacks).fold(1.0, f64::min)
}

/// The share of a career in the named kinds of work and not the job's own.
fn of_kind(candidate: &ResumeMatch<'_, '_>, kinds: &[Id]) -> f64 {
    let answers = |id: &Id| kinds.iter().any(|kind| LEXICON.answers(*kind, *id) >= 0.9);
    let (mut own, mut all) = (0.0, 0.0);
    for (index, job) in candidate.reading.employments.iter().enumerate() {
        let months = f64::from(job.months()) * if job.intern { 0.3 } else { 1.0 };
        // A title may name the kind next to the job's own; an employer either is of that kind or not.
        let title = if candidate.near[index] > 0.75 { 0.5 } else { 1.0 };
        let named = if job.employer_concepts.iter().any(answers) {
            1.0
        } else if job.title_concepts.iter().any(answers) {
            title
        } else {
            0.0
        };
        all += months;
        own += months * named;
    }
    if all <= 0.0 { 0.0 } else { unit((own / all - 0.45) / 0.3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(criteria: &str) -> Vec<Gate> {
        let licence = LEXICON.mentions("pharmacist license").iter().map(|mention| mention.concept).collect();
        of(criteria, &[], &[Facet::Cert(licence)])
    }

    fn points(criteria: &str) -> Vec<f64> {
        read(criteria).iter().map(|gate| gate.points).collect()
    }

    #[test]
    fn ceiling_applies_to_the_group_its_sentence_names() {
        let applies_to = |criteria: &str| read(criteria).into_iter().map(|gate| gate.applies_to).next();
        assert!(matches!(applies_to("没有一级建造师，总分不超过70"), Some(AppliesTo::Lacking(_))));
        assert!(
            matches!(applies_to("Nurses, cashiers and translators: 15 or less."), Some(AppliesTo::Kind(kinds)) if kinds.len() >= 2)
        );
        assert!(
            matches!(applies_to("造价工作加起来不到5年，不超过45"), Some(AppliesTo::Fewer(years, _)) if (years - 5.0).abs() < 0.01)
        );
        assert!(matches!(applies_to("Kurang satu syarat utama, paling tinggi 75."), Some(AppliesTo::Missing(1))));
        assert!(matches!(applies_to("People from outside the field sit below 20."), Some(AppliesTo::Outside)));
        assert!(matches!(applies_to("只做过审计、没在企业做过账的封顶50分"), Some(AppliesTo::Kind(_))));
        assert!(matches!(applies_to("不干造价的（施工员、护士），不超过40"), Some(AppliesTo::Kind(_))));
    }

    #[test]
    fn unnamed_licence_means_the_required_one_and_answers_apply_to_their_question() {
        let applies_to = |criteria: &str| read(criteria).into_iter().map(|gate| gate.applies_to).next();
        assert!(
            matches!(applies_to("Good people with no license belong in the 30 to 45."), Some(AppliesTo::Lacking(facets)) if matches!(facets[..], [Facet::Cert(_)]))
        );
        assert!(matches!(applies_to("Has she been a nurse? If no: at most 50."), Some(AppliesTo::Lacking(_))));
    }

    #[test]
    fn criterion_cap_limits_the_total_only_when_stated() {
        assert!(points("总账（30分）：只做过出纳的护士不超过8分").is_empty());
        assert_eq!(points("总账（30分）：只做过出纳的护士，总分不超过50"), [50.0]);
        assert!(points("75分以上约面试，60-74分电话沟通").is_empty());
    }

    #[test]
    fn exclusion_without_a_number_is_recognized() {
        assert_eq!(points("Nurses and cashiers can be great, but not this time"), [OUT]);
        let degree = read("GUGUR: ijazah tertinggi di bawah S1");
        assert!(
            matches!(degree.first().map(|gate| &gate.applies_to), Some(AppliesTo::Lacking(facets)) if matches!(facets[..], [Facet::Degree { .. }]))
        );
        assert!(points("A great team player, but not this time").is_empty());
    }

    #[test]
    fn deductions_accumulate() {
        let gates = read("没有护士执业证，扣 20；没有驾照，扣 10。");
        assert!(gates.len() == 2 && gates.iter().all(|gate| gate.taken));
    }
}
