//! Builds the rubric from a job's items. HR's criteria take precedence; the job's other texts are used without them.
//! Weights sum to 100 and follow stated points; otherwise a must-have weighs twice a nice to have.

use std::collections::BTreeMap;

use bole_domain::evaluation::{
    CAREER_WEIGHT, Criterion, CriterionKind, Dimension, Language, Phrase, Rubric, Thresholds,
};

use super::facet::{self, Facet};
use super::job::{self, Item, Side, TextReading};
use super::lexicon::Id;
use super::sentence_kinds;
use super::text::{Term, coverage, language, terms};
use crate::allowed::allowed;
use crate::contract::JobBrief;

/// The most criteria.
const MOST: usize = 60;
/// The weight of items without points, if others have points: they only affect the level.
const UNSTATED: f64 = 1.0;
/// The weights of a must-have and a nice to have, if no points are stated.
const MUST: f64 = 2.0;
const NICE: f64 = 1.0;
/// A job with fewer requirements is also judged by its duties.
const FEWEST: usize = 3;

/// A criterion being built.
struct Draft {
    text: String,
    words: Words,
    kind: CriterionKind,
    points: Option<f64>,
    side: Option<usize>,
    facets: Vec<Facet>,
    is_trait: bool,
    source: Phrase,
}

/// Extracts the rubric of a job.
pub fn of(brief: &JobBrief, version: &str) -> Rubric {
    let job::JobReading { criteria, core, description } = job::read(brief);
    let JobBrief { title, core_requirement, jd, ai_evaluation_criteria } = brief;
    let whole = [title, core_requirement, jd, ai_evaluation_criteria].map(String::as_str).join("\n");
    let thresholds = criteria.thresholds.or(core.thresholds).unwrap_or_default();
    let (drafts, sides) = chosen(criteria, core, description);
    allowed(rubric(language(&whole), weighed(drafts, &sides), thresholds, version))
}

fn rubric(language: Language, criteria: Vec<Criterion>, thresholds: Thresholds, version: &str) -> Rubric {
    // Without requirements, only the career is judged.
    let career_weight = if criteria.is_empty() { 100.0 } else { CAREER_WEIGHT };
    Rubric {
        language,
        criteria,
        thresholds,
        career_weight,
        version: version.to_owned(),
        fallback: None,
        edited_by: None,
        edited_at: None,
    }
}

/// The criteria written by HR, else the requirements of the core requirement and the description.
fn chosen(criteria: TextReading, core: TextReading, description: TextReading) -> (Vec<Draft>, Vec<Side>) {
    if criteria.asks() {
        let is_whole = criteria.states_points();
        let sides = criteria.sides;
        // Prose about how to evaluate repeats the core requirement.
        let provable = core.items.iter().filter(|item| !item.duty && sentence_kinds::is_provable(&item.text)).count();
        let is_told = criteria.is_prose && provable >= FEWEST;
        let mut items = criteria.items;
        items.retain(|item| !is_told || item.kind == CriterionKind::Nice);
        let mut drafts = merged(items);
        if !is_whole {
            // The core requirement is written by HR as well, so requirements missing in the criteria are added.
            let left = core.items.into_iter().filter(|item| !item.duty);
            let left: Vec<Item> = left
                .filter(|item| !is_covered(&drafts, item))
                .map(|item| Item { side: None, points: None, ..item })
                .collect();
            drafts.extend(merged(left));
            drafts.truncate(MOST);
        }
        return (drafts, sides);
    }
    let sides = core.sides;
    let mut items = core.items;
    let (duties, asked): (Vec<Item>, Vec<Item>) = description.items.into_iter().partition(|item| item.duty);
    items.extend(asked.into_iter().map(|item| Item { side: None, points: None, ..item }));
    let provable = items.iter().filter(|item| !sentence_kinds::is_trait(&item.text)).count();
    if provable < FEWEST {
        items.extend(duties);
    }
    (merged(items), sides)
}

/// A text's terms, computed once for comparisons.
struct Words {
    weights: BTreeMap<Term, f64>,
    /// In order.
    terms: Vec<Term>,
}

impl Words {
    fn of(text: &str) -> Self {
        let weights = terms(text);
        let terms = weights.keys().copied().collect();
        Self { weights, terms }
    }

    /// Whether both say nearly the same.
    fn is_like(&self, other: &Self) -> bool {
        let fewest = self.terms.len().min(other.terms.len());
        let shared = || coverage(&self.weights, &other.terms).min(coverage(&other.weights, &self.terms));
        fewest >= 3 && shared() >= 0.75
    }
}

/// At most [`MOST`] items without duplicates: the first mention stays, a must-have wins, and points stay with their
/// item.
fn merged(items: Vec<Item>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::with_capacity(items.len().min(MOST));
    for item in items {
        let Item { text, kind, duty: _, points, side, source, ladder: _ } = item;
        let (facets, words) = (facet::read(&text), Words::of(&text));
        let has_room = drafts.len() < MOST;
        let known = drafts.iter_mut().find(|known| {
            let both = (known.points.is_some() || known.side.is_some()) && (points.is_some() || side.is_some());
            !both && (known.text == text || known.words.is_like(&words) || same(&known.facets, &facets))
        });
        match known {
            Some(known) => {
                if kind == CriterionKind::Must {
                    known.kind = kind;
                }
                known.points = known.points.or(points);
                known.side = known.side.or(side);
            }
            None if has_room => {
                let is_trait = sentence_kinds::is_trait(&text);
                drafts.push(Draft { text, words, kind, points, side, facets, is_trait, source });
            }
            None => {}
        }
    }
    drafts
}

/// Whether all requirements of an item are already covered.
fn is_covered(drafts: &[Draft], item: &Item) -> bool {
    let facets = facet::read(&item.text);
    let beside = |facet: &&Facet| matches!(facet, Facet::Soft | Facet::Quantity(_) | Facet::Lesser(_));
    let hard: Vec<&Facet> = facets.iter().filter(|facet| !beside(facet)).collect();
    let known = |facet: &Facet| {
        drafts.iter().any(|draft| {
            draft.facets.iter().any(|other| covers(other, facet)) || same(std::slice::from_ref(facet), &draft.facets)
        })
    };
    let words = Words::of(&item.text);
    drafts.iter().any(|draft| draft.text == item.text || draft.words.is_like(&words))
        || (!hard.is_empty() && hard.iter().all(|facet| known(facet)))
}

/// Whether one facet requires at least as much as another.
fn covers(known: &Facet, facet: &Facet) -> bool {
    match (known, facet) {
        (Facet::Concepts { needed: all, .. }, Facet::Concepts { needed, .. }) => {
            !needed.is_empty() && needed.iter().filter(|id| all.contains(id)).count() * 3 >= needed.len() * 2
        }
        (Facet::Years { min: a, scope: one, .. }, Facet::Years { min: b, scope: other, .. }) => {
            a >= b && (one.is_empty() || other.is_empty() || other.iter().any(|id| one.contains(id)))
        }
        (Facet::Leading(_), Facet::Leading(_)) => true,
        _ => same(std::slice::from_ref(known), std::slice::from_ref(facet)),
    }
}

/// Whether two criteria have the same requirements.
fn same(one: &[Facet], other: &[Facet]) -> bool {
    if one.len() != other.len() || one.is_empty() {
        return false;
    }
    let overlap = |a: &[Id], b: &[Id]| {
        let shared = a.iter().filter(|id| b.contains(id)).count();
        let all = a.len() + b.len() - shared;
        if all == 0 { 1.0 } else { shared as f64 / all as f64 }
    };
    one.iter().zip(other).all(|(a, b)| match (a, b) {
        (
            Facet::Years { min: a, scope: one, leading: l, .. },
            Facet::Years { min: b, scope: other, leading: m, .. },
        ) => a == b && l == m && overlap(one, other) >= 0.5,
        (Facet::Degree { level: a, majors: one, .. }, Facet::Degree { level: b, majors: other, .. }) => {
            a == b && (one.is_empty() || other.is_empty() || overlap(one, other) >= 0.5)
        }
        (Facet::Concepts { needed: a, words, .. }, Facet::Concepts { needed: b, words: other, .. }) => {
            !a.is_empty() && overlap(a, b) >= 0.8 && words.len().abs_diff(other.len()) <= 3
        }
        (Facet::Cert(a), Facet::Cert(b)) => overlap(a, b) >= 0.8,
        (Facet::Language { spoken: a, level: one }, Facet::Language { spoken: b, level: other }) => {
            a == b && one == other
        }
        _ => false,
    })
}

/// The default dimension of a criterion.
fn dimension(facets: &[Facet]) -> Dimension {
    match facets.first() {
        Some(
            Facet::Years { .. }
            | Facet::Role
            | Facet::Leading(_)
            | Facet::Duty { .. }
            | Facet::AnyOf(_)
            | Facet::Experience
            | Facet::Results,
        ) => Dimension::ExperienceRelevance,
        Some(Facet::Degree { .. }) => Dimension::Education,
        Some(Facet::Stability) => Dimension::CareerStability,
        Some(Facet::Language { .. } | Facet::Soft) => Dimension::Communication,
        _ => Dimension::SkillsMatch,
    }
}

/// Distributes 100 points, must-haves first.
fn weighed(drafts: Vec<Draft>, sides: &[Side]) -> Vec<Criterion> {
    let shares = shares(&drafts, sides);
    let mut rows: Vec<(Draft, f64)> = drafts.into_iter().zip(shares).collect();
    rows.sort_by_key(|(draft, _)| draft.kind);
    let weights = hundred(&rows.iter().map(|(_, share)| *share).collect::<Vec<_>>());
    let criteria = rows.into_iter().zip(weights).enumerate().map(|(place, ((draft, _), weight))| Criterion {
        id: format!("c{}", place + 1),
        dimension: match draft.side.and_then(|side| sides.get(side)).filter(|side| !side.name.is_empty()) {
            Some(side) => side.name.clone(),
            None => dimension(&draft.facets).to_string(),
        },
        text: draft.text,
        kind: draft.kind,
        weight,
        cap: None,
        source: Some(draft.source),
    });
    criteria.collect()
}

fn shares(drafts: &[Draft], sides: &[Side]) -> Vec<f64> {
    let members = |side: usize| drafts.iter().filter(move |draft| draft.side == Some(side));
    let are_weighed = |side: usize| members(side).all(|draft| draft.points.is_some());
    let is_stated = |draft: &Draft| draft.points.is_some() || draft.side.is_some();
    let any = drafts.iter().any(is_stated);
    let plain = |draft: &Draft| match draft.kind {
        _ if draft.is_trait => 0.0,
        CriterionKind::Must => MUST,
        CriterionKind::Nice => NICE,
    };
    let stated = |draft: &Draft| match (draft.points, draft.side) {
        (Some(points), Some(side)) if !are_weighed(side) => points.min(sides[side].points),
        (Some(points), _) => points,
        (None, Some(side)) => {
            let given: f64 = members(side).filter_map(|draft| draft.points).sum();
            let open = members(side).filter(|draft| draft.points.is_none()).count();
            (sides[side].points - given).max(UNSTATED) / open.max(1) as f64
        }
        (None, None) if draft.is_trait => 0.0,
        (None, None) => UNSTATED,
    };
    let shares: Vec<f64> = drafts.iter().map(|draft| if any { stated(draft) } else { plain(draft) }).collect();
    if shares.iter().sum::<f64>() > 0.0 { shares } else { vec![1.0; drafts.len()] }
}

/// Weights with one decimal that sum to exactly 100; the heaviest absorbs the rounding.
fn hundred(shares: &[f64]) -> Vec<f64> {
    let total: f64 = shares.iter().sum();
    if shares.is_empty() || total <= 0.0 {
        return shares.to_vec();
    }
    let mut tenths: Vec<i32> = shares.iter().map(|share| (share / total * 1000.0).round() as i32).collect();
    let missing = 1000 - tenths.iter().sum::<i32>();
    if let Some(heaviest) = (0..tenths.len()).max_by_key(|&at| (tenths[at], std::cmp::Reverse(at))) {
        tenths[heaviest] += missing;
    }
    tenths.into_iter().map(|weight| f64::from(weight) / 10.0).collect()
}
