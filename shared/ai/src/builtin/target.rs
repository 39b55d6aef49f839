//! The job as a whole: the concepts of its title and texts, and how close an employment is to them.

use std::collections::BTreeMap;
use std::iter;

use bole_criteria::{Reading, Source};
use bole_domain::evaluation::{CriterionKind, Rubric};

use super::copied_text::Advertisement;
use super::cues::cued;
use super::facet::{self, Facet};
use super::lexicon::{Id, LEXICON, Mention, Senses, Sort};
use super::resume::Employment;
use super::senses::{self, FoundSense};
use super::text::{Term, coverage, normalise, terms, unit};
use crate::contract::JobBrief;

/// The job's concepts and requirements.
pub struct Target {
    /// Occupations in the title.
    title_roles: Vec<Id>,
    /// Skills and industries in the title.
    title_skills: Vec<Id>,
    title_terms: BTreeMap<Term, f64>,
    title_keys: Vec<Term>,
    pub title_senses: Vec<FoundSense>,
    /// All concepts of the job, by how central they are.
    concepts: BTreeMap<Id, f64>,
    terms: BTreeMap<Term, f64>,
    /// For every concept, how relevant it is to the job.
    about: Vec<f64>,
    /// For every concept, whether it satisfies any of the job's.
    related: Vec<bool>,
    /// The fields of work of the job's concepts, as shares.
    fields: BTreeMap<u8, f64>,
    /// Whether its title is a junior or assistant one.
    junior: bool,
    /// The years it requires, or a usual number.
    pub years: f64,
    /// The requirements of each criterion, in the rubric's order.
    pub facets: Vec<Vec<Facet>>,
    /// Its texts, for detecting copies.
    pub advertisement: Advertisement,
}

/// What a job's texts ask for and what they say the work is.
fn said_in(brief: &JobBrief) -> Vec<String> {
    let JobBrief { title: _, core_requirement, jd, ai_evaluation_criteria } = brief;
    let texts =
        [(ai_evaluation_criteria, Source::Criteria), (core_requirement, Source::Criteria), (jd, Source::Description)];
    let said = |(text, source): (&String, Source)| {
        let Reading { items, duties, .. } = bole_criteria::read(text, source);
        let duties = duties.into_iter().filter_map(|range| text.get(range)).map(str::to_owned);
        items.into_iter().map(|item| item.text).chain(duties).take(MOST_SAID).collect::<Vec<_>>()
    };
    texts.into_iter().flat_map(said).collect()
}

/// The most that is read of a text.
const MOST_SAID: usize = 300;

/// The closeness of an unknown title.
const UNKNOWN_TITLE: f64 = 0.34;
/// The years of experience assumed for a job that states none.
const USUAL_YEARS: f64 = 3.0;

impl Target {
    /// Reads a job with its rubric.
    pub fn of(brief: &JobBrief, rubric: &Rubric) -> Self {
        let title = normalise(&brief.title);
        let mut concepts: BTreeMap<Id, f64> = BTreeMap::new();
        let mut words_of: BTreeMap<Term, f64> = BTreeMap::new();
        let whole: Vec<String> = iter::once(brief.title.as_str())
            .chain(rubric.criteria.iter().map(|criterion| criterion.text.as_str()))
            .map(normalise)
            .collect();
        let spoken: Vec<Mention> = whole.iter().flat_map(|text| LEXICON.mentions(text)).collect();
        let senses = Senses::of(spoken.iter());
        let rivalled = |mention: &Mention| mention.rivalled;
        let fits = |mention: &Mention| senses.fits(mention.concept);
        let mut take = |text: &str, weight: f64| {
            for mention in LEXICON.mentions(text) {
                if rivalled(&mention) && !fits(&mention) {
                    continue;
                }
                if !matches!(LEXICON.concept(mention.concept).sort, Sort::Soft | Sort::Major) {
                    let slot = concepts.entry(mention.concept).or_insert(0.0);
                    *slot = slot.max(weight);
                }
            }
            for (term, value) in terms(text) {
                let slot = words_of.entry(term).or_insert(0.0);
                *slot = slot.max(value * weight);
            }
        };
        take(&title, 3.0);
        for criterion in &rubric.criteria {
            take(&normalise(&criterion.text), if criterion.kind == CriterionKind::Must { 2.0 } else { 1.0 });
        }
        // What else the texts ask for, and the duties, characterize the job.
        for said in said_in(brief) {
            take(&normalise(&said), 0.5);
        }
        let named = LEXICON.mentions(&title);
        let of = |keep: fn(Sort) -> bool| {
            let meant = named.iter().filter(|mention| !mention.rivalled || senses.fits(mention.concept));
            meant.map(|mention| mention.concept).filter(|id| keep(LEXICON.concept(*id).sort)).collect::<Vec<_>>()
        };
        let title_terms = terms(&title);
        // A criterion equal to the title requires experience in the role.
        let is_role = |text: &str| !text.is_empty() && text == brief.title.trim();
        let facets = rubric.criteria.iter().map(|criterion| match criterion.text.trim() {
            text if is_role(text) => vec![Facet::Role],
            text => facet::to_judge(text, |words| terms(words).keys().all(|term| title_terms.contains_key(term))),
        });
        let strange = spoken.iter().filter(|mention| mention.rivalled && !senses.fits(mention.concept));
        let strange: Vec<Id> = strange.map(|mention| mention.concept).collect();
        let mut facets: Vec<Vec<Facet>> = facets.collect();
        facets.iter_mut().flatten().for_each(|facet| facet.leave_out(&strange));
        let asked = facets.iter().flatten().filter_map(|facet| match facet {
            Facet::Years { min, .. } => Some(*min),
            _ => None,
        });
        let years = asked.reduce(f64::max).unwrap_or(USUAL_YEARS);
        let fields = fields(concepts.iter().map(|(id, weight)| (*id, *weight)));
        Self {
            title_roles: of(|sort| sort == Sort::Role),
            title_skills: of(|sort| matches!(sort, Sort::Skill | Sort::Domain)),
            title_senses: senses::named_in(&title),
            title_keys: title_terms.keys().copied().collect(),
            title_terms,
            about: about(&concepts, &fields),
            related: related(&concepts),
            fields,
            concepts,
            terms: words_of,
            junior: cued("title.junior", &title.to_lowercase()),
            years,
            advertisement: Advertisement::of(brief),
            facets,
        }
    }

    /// Words of a criterion without those of the title, which occur in nearly every line of such work.
    pub fn without_title(&self, mut words: BTreeMap<Term, f64>) -> BTreeMap<Term, f64> {
        words.retain(|term, _| !self.title_terms.contains_key(term));
        words
    }

    /// Whether a word occurs in the title.
    pub fn is_of_title(&self, term: &Term) -> bool {
        self.title_terms.contains_key(term)
    }

    /// Whether the title names any of some concepts, or one that satisfies them.
    pub fn names_in_title(&self, any: &[Id]) -> bool {
        any.iter().any(|id| self.title_skills.iter().any(|own| own == id || LEXICON.answers(*own, *id) >= 0.9))
    }

    /// Whether the title already contains some words of a criterion.
    pub fn says_in_title(&self, words: &str) -> bool {
        let own = terms(words);
        !own.is_empty() && own.keys().all(|term| self.title_terms.contains_key(term))
    }

    /// Whether a title names an occupation other than the job's.
    pub fn is_other_occupation(&self, job: &Employment) -> bool {
        const RELATED: f64 = 0.3;
        let mut given =
            job.title_concepts.iter().copied().filter(|id| LEXICON.concept(*id).sort == Sort::Role).peekable();
        let known = given.peek().is_some() && !self.title_roles.is_empty();
        let given: Vec<Id> = given.collect();
        known && self.title_roles.iter().all(|needed| LEXICON.best(*needed, given.iter().copied()) < RELATED)
    }

    /// How close an employment is to the job, 0–1: by title, by work, and by field.
    pub fn nearness(&self, job: &Employment) -> f64 {
        let content = self.content(job);
        // An unknown title says less than the work itself.
        let near = match self.title_nearness(job) {
            Some((title, true)) => (0.6 * title + 0.4 * content).max(0.85 * content * title.max(0.35)),
            Some((title, false)) => 0.4 * title + 0.6 * content,
            None => 0.8 * content,
        };
        unit(near * (0.42 + 0.58 * self.field_share(job)) * self.rank(job))
    }

    /// An assistant manager is not a manager yet.
    fn rank(&self, job: &Employment) -> f64 {
        let junior = |title: &str| cued("title.junior", &title.to_lowercase());
        if junior(&job.title) && !self.junior { 0.75 } else { 1.0 }
    }

    /// How close two titles are, and whether both contain known occupations; `None` without a title.
    fn title_nearness(&self, job: &Employment) -> Option<(f64, bool)> {
        if job.title.trim().is_empty() {
            return None;
        }
        let own = terms(&job.title);
        let literal = if own.is_empty() {
            0.0
        } else {
            let forward = coverage(&self.title_terms, &own.keys().copied().collect::<Vec<_>>());
            let backward = coverage(&own, &self.title_keys);
            (forward * backward).sqrt()
        };
        let roles = job.title_concepts.iter().copied().filter(|id| LEXICON.concept(*id).sort == Sort::Role);
        let given: Vec<Id> = roles.collect();
        let named =
            self.title_roles.iter().map(|needed| LEXICON.best(*needed, given.iter().copied())).fold(0.0, f64::max);
        let known_both = !self.title_roles.is_empty() && !given.is_empty();
        // Different occupations may share characters, so known concepts weigh more.
        let title = if known_both {
            named.max(0.5 * literal)
        } else {
            // An unknown title does not count against a candidate.
            let unknown = if given.is_empty() { UNKNOWN_TITLE } else { 0.0 };
            (0.9 * literal).max(0.75 * self.topic(job)).max(unknown)
        };
        if self.title_skills.is_empty() || !known_both {
            return Some((title, known_both));
        }
        let skill = self
            .title_skills
            .iter()
            .map(|needed| LEXICON.best(*needed, job.concepts.iter().copied()))
            .fold(0.0, f64::max);
        Some((title * (0.5 + 0.5 * skill.powf(1.5)), true))
    }

    /// How relevant a title's other concepts are to the job: "Koordinator Distribusi" for a logistics job.
    fn topic(&self, job: &Employment) -> f64 {
        let topics =
            job.title_concepts.iter().filter(|id| !matches!(LEXICON.concept(**id).sort, Sort::Soft | Sort::Major));
        topics.map(|given| self.aboutness(*given)).fold(0.0, f64::max)
    }

    /// How much of the job's concepts the employment shows, and how relevant the employment's concepts are.
    fn content(&self, job: &Employment) -> f64 {
        let total: f64 = self.concepts.values().sum();
        // Most concepts of unrelated work satisfy none of the job's.
        let related = |id: &Id| self.related.get(usize::from(*id)).copied().unwrap_or(false);
        let given: Vec<Id> = job.concepts.iter().copied().filter(related).collect();
        let best = |needed: &Id| LEXICON.best(*needed, given.iter().copied());
        let shown: f64 = self.concepts.iter().map(|(needed, weight)| weight * best(needed)).sum();
        let recall = if total > 0.0 { 1.0 - (-shown / total / 0.18).exp() } else { 0.0 };
        let telling: Vec<f64> = job.concepts.iter().map(|given| self.aboutness(*given)).collect();
        let precision = if telling.is_empty() { 0.5 } else { telling.iter().sum::<f64>() / telling.len() as f64 };
        let named = recall * (0.45 + 0.55 * precision);
        let literal = 1.0 - (-coverage(&self.terms, &job.terms) / 0.15).exp();
        let known = unit(self.concepts.len() as f64 / 6.0);
        known * (0.75 * named + 0.25 * literal) + (1.0 - known) * (0.3 * named + 0.7 * literal)
    }

    fn aboutness(&self, given: Id) -> f64 {
        self.about.get(usize::from(given)).copied().unwrap_or(0.0)
    }

    /// The share of an employment's vocabulary in the job's fields; 1 if either has too little.
    fn field_share(&self, job: &Employment) -> f64 {
        let own = fields(job.concepts.iter().map(|id| (*id, 1.0)));
        if own.is_empty() || self.fields.is_empty() || job.concepts.len() < 2 || self.concepts.len() < 3 {
            return 0.8;
        }
        let (mut dot, mut a, mut b) = (0.0, 0.0, 0.0);
        for (field, share) in &self.fields {
            dot += share * own.get(field).copied().unwrap_or(0.0);
            a += share * share;
        }
        for share in own.values() {
            b += share * share;
        }
        unit(dot / (a * b).sqrt() * 1.2)
    }
}

/// The relevance of every concept to a job: by name, or at least by field of work.
fn about(concepts: &BTreeMap<Id, f64>, fields: &BTreeMap<u8, f64>) -> Vec<f64> {
    let of = |given: Id| {
        let named = concepts.keys().map(|needed| LEXICON.answers(*needed, given)).fold(0.0, f64::max);
        let field = fields.get(&LEXICON.concept(given).field).copied().unwrap_or(0.0);
        named.max(unit(field * 1.5) * 0.7)
    };
    (0..LEXICON.len()).filter_map(|id| Id::try_from(id).ok()).map(of).collect()
}

/// Which concepts satisfy any of a job's.
fn related(concepts: &BTreeMap<Id, f64>) -> Vec<bool> {
    let ids = (0..LEXICON.len()).filter_map(|id| Id::try_from(id).ok());
    ids.map(|given| concepts.keys().any(|needed| LEXICON.answers(*needed, given) > 0.0)).collect()
}

fn fields(concepts: impl Iterator<Item = (Id, f64)>) -> BTreeMap<u8, f64> {
    let mut shares: BTreeMap<u8, f64> = BTreeMap::new();
    for (id, weight) in concepts {
        *shares.entry(LEXICON.concept(id).field).or_insert(0.0) += weight;
    }
    let total: f64 = shares.values().sum();
    shares.values_mut().for_each(|share| *share /= total);
    shares
}
