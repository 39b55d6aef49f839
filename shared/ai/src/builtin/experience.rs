//! Years from the employments that count, and the employment closest to the job.

use std::collections::{BTreeMap, BTreeSet};

use bole_domain::evaluation::{Verdict, YearsClaim, YearsSum};
use bole_domain::period::Period;

use super::evidence::{Grade, PROVES, SIMILAR, hits};
use super::group::Group;
use super::judge::{Finding, MAX_PLACES, Missing, Place, Subject, start_of};
use super::leadership;
use super::lexicon::{Id, LEXICON, Sort};
use super::places::{self, Places};
use super::resume::{Employment, LineKind};
use super::resume_match::ResumeMatch;
use super::text::{Term, coverage, is_cjk, unit};

/// The employment closest to the job.
pub fn nearest(candidate: &ResumeMatch<'_, '_>) -> Option<usize> {
    (0..candidate.near.len()).max_by(|&a, &b| candidate.near[a].total_cmp(&candidate.near[b]).then(b.cmp(&a)))
}

/// Experience in the job's role, by the closest employment.
pub fn role(candidate: &ResumeMatch<'_, '_>) -> Finding {
    let reached = unit(candidate.relevant_years / candidate.asked_years.max(1.0));
    let mut finding = Finding::unknown(Subject::Years, candidate.core);
    let Some(index) = nearest(candidate) else { return finding };
    let near = candidate.near[index];
    finding.verdict = match () {
        () if near >= NEAR && reached >= 1.0 => Verdict::Met,
        () if near >= NEAR => Verdict::Partly,
        () if near < OTHER => Verdict::Not,
        () => Verdict::Unknown,
    };
    if finding.verdict == Verdict::Partly {
        finding.missing.push(Missing::Years(candidate.asked_years - candidate.relevant_years));
    }
    finding.places = passages_of(candidate, index);
    finding.weight = unit(candidate.core * (0.6 + 0.2 * candidate.relevant_years / candidate.asked_years.max(1.0)));
    finding
}

/// From this closeness on, an employment is of the job's kind.
pub const NEAR: f64 = 0.45;
/// The same work as the job's, for which its usual skills are implied.
pub const THE_SAME: f64 = 0.72;
/// So close that a narrowing skill is likely even if not mentioned.
pub const PLAINLY: f64 = 0.6;
/// Close enough if a skill narrows the years.
pub const LIKE: f64 = 0.3;
pub const OTHER: f64 = 0.2;

/// The share of an unknown kind of work's words that an employment has to hold.
const OWN_WORDS: f64 = 0.5;

/// The line that names an employment, and the sentence most typical of the job's work.
pub fn passages_of(candidate: &ResumeMatch<'_, '_>, job: usize) -> Vec<Place> {
    let reading = candidate.reading;
    let Employment { line, period, .. } = &reading.employments[job];
    // The dates may be on a line next to the employer's name.
    let dated = |at: &usize| reading.period_at(*at).is_some_and(|told| Some(told) == *period);
    let entry = line.and_then(|line| {
        let named = Some(line).filter(|line| reading.lines[*line].kind == LineKind::Entry);
        let beside = (line.saturating_sub(2)..(line + 3).min(reading.lines.len())).find(dated);
        Some(line).filter(dated).or(beside).or(named)
    });
    let told =
        reading.lines.iter().enumerate().filter(|(_, line)| line.job == Some(job) && line.kind == LineKind::Work);
    let most = told
        .max_by_key(|(index, line)| (reading.found_in(*index).len(), line.end - line.start))
        .map(|(index, _)| index);
    entry.into_iter().chain(most).map(|line| start_of(candidate, line)).collect()
}

/// What narrows the required years.
pub struct Scope<'s> {
    pub names: &'s [Id],
    pub groups: &'s [Group],
    /// Per group, the employments whose lines show it.
    pub told: Vec<BTreeSet<usize>>,
    pub leading: bool,
    pub places: Places,
    pub words: &'s BTreeMap<Term, f64>,
}

impl Scope<'_> {
    /// Whether an employment counts, and whether all narrowing concepts are shown; `None` if it does not count.
    pub fn counts(&self, candidate: &ResumeMatch<'_, '_>, index: usize) -> Option<bool> {
        let job = &candidate.reading.employments[index];
        if job.intern || !self.placed(candidate, index) {
            return None;
        }
        let near = candidate.near[index];
        let of = |keep: fn(Sort) -> bool| self.names.iter().filter(move |id| keep(LEXICON.concept(**id).sort));
        let shown = |id: &Id, given: &BTreeSet<Id>| LEXICON.best(*id, given.iter().copied());
        if self.leading {
            return (leadership::leads(candidate, index) && near >= OTHER).then_some(true);
        }
        let title = job.title.to_lowercase();
        let titled = |group: &Group| {
            let enough = if group.similar { SIMILAR } else { PROVES };
            group.is_found_in(&title) || group.any.iter().any(|id| shown(id, &job.title_concepts) >= enough)
        };
        let is_role = |group: &&Group| group.any.iter().all(|id| LEXICON.concept(*id).sort == Sort::Role);
        let is_domain = |group: &&Group| group.any.iter().all(|id| LEXICON.concept(*id).sort == Sort::Domain);
        let (roles, rest): (Vec<&Group>, Vec<&Group>) = self.groups.iter().partition(is_role);
        let skills: Vec<&Group> = rest.into_iter().filter(|group| !is_domain(group)).collect();
        let told = |group: &&Group| {
            let at = self.groups.iter().position(|known| known == *group);
            titled(group) || at.and_then(|at| self.told.get(at)).is_some_and(|employments| employments.contains(&index))
        };
        if !roles.is_empty() && !roles.iter().any(|group| titled(group)) && (skills.is_empty() || near < NEAR) {
            return None;
        }
        // "Java 后端": the occupation beside the skill has to match, too.
        let occupations: Vec<&Id> = of(|sort| sort == Sort::Role).collect();
        let nearest = occupations.iter().map(|id| shown(id, &job.title_concepts)).fold(0.0, f64::max);
        let other = job.title_concepts.iter().any(|id| LEXICON.concept(*id).sort == Sort::Role);
        if roles.is_empty() && !occupations.is_empty() && other && nearest < SIMILAR {
            return None;
        }
        let of_skill = skills.is_empty() || skills.iter().any(told);
        // Concepts in the job's own title are not implied.
        let is_named = |group: &&Group| group.is_proper || group.is_abbreviated;
        let of_course = !skills.iter().any(|group| is_named(group) || candidate.target.names_in_title(&group.any));
        if !(of_skill || near >= PLAINLY && of_course) {
            return None;
        }
        if occupations.is_empty()
            && candidate.target.is_other_occupation(job)
            && !skills.iter().any(|group| titled(group))
        {
            return None;
        }
        if roles.is_empty() && near < if skills.is_empty() { NEAR } else { LIKE } {
            return None;
        }
        let domains: Vec<&Id> = of(|sort| sort == Sort::Domain).collect();
        let rival = |needed: &&&Id| job.employer_concepts.iter().any(|given| LEXICON.rivals(***needed, *given));
        let kinds: Vec<&Group> = self.groups.iter().filter(is_domain).collect();
        let of_kind = kinds.is_empty() || kinds.iter().any(told);
        if !of_kind && domains.iter().any(|id| rival(&id)) {
            return None;
        }
        if self.is_worded(candidate) {
            // What no concept names counts where its own words stand, else nobody can tell.
            let words = candidate.target.without_title(self.words.clone());
            return (coverage(&words, &job.terms) >= OWN_WORDS).then_some(true);
        }
        let telling: f64 = self.words.values().filter(|weight| **weight >= 1.0).sum();
        let worded = telling < 2.0 || coverage(self.words, &job.terms) > 0.0;
        let plain = near >= THE_SAME && of_kind && of_course;
        Some(plain || (of_skill && of_kind && worded))
    }

    /// Whether the kind of work is only told in words that no concept names and the job's title does not hold.
    fn is_worded(&self, candidate: &ResumeMatch<'_, '_>) -> bool {
        let beside = candidate.target.without_title(self.words.clone());
        !self.leading && self.groups.is_empty() && beside.values().any(|weight| *weight >= 1.0)
    }

    /// Whether an employment is in one of the required countries, if it names any.
    fn placed(&self, candidate: &ResumeMatch<'_, '_>, index: usize) -> bool {
        if self.places.is_empty() {
            return true;
        }
        let job = &candidate.reading.employments[index];
        let head = job.line.map_or("", |line| candidate.reading.line(line));
        let named = places::asked_in(&format!("{head} {} {}", job.company, job.title)).0;
        let foreign = !named.is_empty() && !named.meet(self.places);
        // An employer named in Chinese is not abroad.
        let chinese = job.company.chars().any(is_cjk) && !self.places.meet(places::asked_in("中国台湾香港新加坡").0);
        !(foreign || chinese && named.is_empty())
    }
}

/// Years from the employments that count, which are the evidence.
pub fn years(candidate: &ResumeMatch<'_, '_>, min: f64, scope: &Scope<'_>) -> Finding {
    let reading = candidate.reading;
    let counted: Vec<(usize, bool)> =
        (0..reading.employments.len()).filter_map(|index| Some((index, scope.counts(candidate, index)?))).collect();
    let periods: Vec<Period> = counted.iter().filter_map(|&(index, _)| reading.employments[index].period).collect();
    let claim = YearsClaim { required: min, periods, today: reading.today };
    let sum = YearsSum::of(&claim);
    let mut finding = Finding::unknown(Subject::Years, 0.4 * unit(candidate.relevant_years / min));
    if counted.is_empty() {
        let dated = reading.employments.iter().filter_map(|job| job.period).count();
        let denied =
            scope.groups.iter().flat_map(|group| hits(candidate, group, false)).find(|hit| hit.grade == Grade::Denied);
        if let Some(denied) = denied {
            finding.verdict = Verdict::Not;
            finding.missing.push(Missing::Years(min));
            finding.places = vec![denied.place];
            return finding;
        }
        let nearly = candidate.near.iter().copied().fold(0.0, f64::max) >= 0.6;
        if dated > 0 && !nearly && !scope.is_worded(candidate) {
            finding.verdict = Verdict::Not;
            finding.missing.push(Missing::Years(min));
            let longest = (0..reading.employments.len())
                .max_by_key(|&index| (reading.employments[index].months(), std::cmp::Reverse(index)));
            finding.places = longest.map(|index| passages_of(candidate, index)).unwrap_or_default();
        }
        return finding;
    }
    let mut order: Vec<usize> = counted.iter().map(|&(index, _)| index).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(reading.employments[index].period.map(|period| period.end)));
    let each: Vec<Vec<Place>> = order.iter().take(MAX_PLACES).map(|&index| passages_of(candidate, index)).collect();
    finding.places =
        (0..2).flat_map(|round| each.iter().filter_map(move |places| places.get(round)).copied()).collect();
    finding.weight = unit(1.0 - (-0.9 * sum.total / min).exp());
    let whole = counted.iter().any(|(_, whole)| *whole);
    finding.verdict = if sum.is_enough() && whole { Verdict::Met } else { Verdict::Partly };
    if claim.periods.is_empty() {
        finding.missing.push(Missing::Dates);
    } else if !sum.is_enough() {
        finding.missing.push(Missing::Years(min - sum.total));
        finding.weight = unit(sum.total / min);
    } else if !whole {
        finding.missing.push(Missing::Scope(String::new()));
    }
    finding.years = Some(claim).filter(|claim| !claim.periods.is_empty());
    finding
}
