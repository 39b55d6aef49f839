//! A job's items as a rubric: 4–14 criteria, must-haves first, weights that sum to 100 and follow what the job states.

use std::collections::BTreeMap;

use bole_domain::evaluation::{CAREER_WEIGHT, Criterion, CriterionKind, Dimension, Language, Rubric};

use super::facet::{self, Facet};
use super::job::{self, Group, Item};
use super::lexicon::LEXICON;
use super::text::{Term, coverage, language, terms};
use super::words;
use crate::contract::JobBrief;

/// More items of a job than this are not looked at.
const MOST_ITEMS: usize = 60;
const MOST: usize = 14;
const FEWEST: usize = 4;
const MOST_DUTIES: usize = 4;

/// A criterion on its way: with a raw weight that is shared out at the end.
struct Draft {
    text: String,
    kind: CriterionKind,
    raw: f64,
    stated: Option<f64>,
    group: Option<usize>,
    side: Dimension,
    duty: bool,
    facets: Vec<Facet>,
}

/// Reads a job once into what every resume is judged by.
pub fn of(brief: &JobBrief, version: &str) -> Rubric {
    let reading = job::read(brief);
    let language = language(&format!(
        "{}\n{}\n{}\n{}",
        brief.title, brief.core_requirement, brief.jd, brief.ai_evaluation_criteria
    ));
    let mut drafts = drafts(brief, &reading.items, language);
    fill(&mut drafts, &reading.groups, brief, language);
    shorten(&mut drafts);
    let criteria = weigh(drafts, &reading.groups);
    Rubric {
        language,
        criteria,
        thresholds: reading.thresholds,
        career_weight: CAREER_WEIGHT,
        version: version.to_owned(),
        edited_by: None,
        edited_at: None,
    }
}

fn drafts(brief: &JobBrief, items: &[Item], language: Language) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    let title = brief.title.trim();
    if !title.is_empty() {
        drafts.push(Draft {
            text: words::role_criterion(language, title),
            kind: CriterionKind::Must,
            raw: 18.0,
            stated: None,
            group: None,
            side: Dimension::ExperienceRelevance,
            duty: false,
            facets: vec![Facet::Role],
        });
    }
    for item in items.iter().take(MOST_ITEMS) {
        let facets = facet::read(&item.text);
        if let Some(known) =
            drafts.iter_mut().skip(1).find(|draft| alike(&draft.text, &item.text) || same(&draft.facets, &facets))
        {
            if item.kind == CriterionKind::Must && !item.duty && known.kind == CriterionKind::Nice {
                known.kind = CriterionKind::Must;
                known.raw *= 1.6;
            }
            known.stated = known.stated.or(item.weight);
            known.group = known.group.or(item.group);
            continue;
        }
        drafts.push(Draft {
            text: item.text.clone(),
            kind: item.kind,
            raw: raw_weight(&facets, item),
            stated: item.weight,
            group: item.group,
            side: if item.duty { Dimension::ExperienceRelevance } else { side(&facets) },
            duty: item.duty,
            facets,
        });
    }
    drafts
}

fn alike(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (a, b) = (terms(one), terms(other));
    let keys = |terms: &BTreeMap<Term, f64>| terms.keys().copied().collect::<Vec<_>>();
    let fewest = a.len().min(b.len());
    if fewest < 3 {
        return false;
    }
    let shared = coverage(&a, &keys(&b)).max(coverage(&b, &keys(&a)));
    let lengths = a.len().max(b.len()) as f64 / fewest as f64;
    shared >= 0.75 && lengths <= 2.5
}

/// Whether two criteria ask for the same: the same years of the same, the same degree, mostly the same skills.
fn same(one: &[Facet], other: &[Facet]) -> bool {
    if one.len() != other.len() || one.is_empty() {
        return false;
    }
    let overlap = |a: &[super::lexicon::Id], b: &[super::lexicon::Id]| {
        let shared = a.iter().filter(|id| b.contains(id)).count();
        let all = a.len() + b.len() - shared;
        if all == 0 { 1.0 } else { shared as f64 / all as f64 }
    };
    one.iter().zip(other).all(|(a, b)| match (a, b) {
        (
            Facet::Years { min: a, scope: one, leading: l, .. },
            Facet::Years { min: b, scope: other, leading: m, .. },
        ) => a == b && l == m && (overlap(one, other) >= 0.5 || one.is_empty() || other.is_empty()),
        (Facet::Degree { level: a, majors: one, .. }, Facet::Degree { level: b, majors: other, .. }) => {
            a == b && (one.is_empty() || other.is_empty() || overlap(one, other) >= 0.5)
        }
        (Facet::Concepts { needed: a, words, .. }, Facet::Concepts { needed: b, words: other, .. }) => {
            !a.is_empty() && overlap(a, b) >= 0.6 && words.len().abs_diff(other.len()) <= 6
        }
        (Facet::Cert(a), Facet::Cert(b)) => a.iter().any(|id| b.contains(id)),
        (Facet::Soft, Facet::Soft) => true,
        (a, b) => a == b,
    })
}

fn raw_weight(facets: &[Facet], item: &Item) -> f64 {
    let strongest = facets
        .iter()
        .map(|facet| match facet {
            Facet::Role => 18.0,
            Facet::Years { .. } | Facet::Experience => 15.0,
            Facet::Results => 9.0,
            Facet::Cert(_) | Facet::Admitted { .. } => 12.0,
            Facet::Degree { .. } => 9.0,
            Facet::Concepts { needed, .. } if needed.is_empty() => 6.0,
            Facet::Concepts { needed, .. } => 9.0 + needed.len().min(5) as f64,
            Facet::Leading(_) => 8.0,
            Facet::Language { .. } => 7.0,
            Facet::Stability => 3.0,
            Facet::Soft => 1.5,
        })
        .fold(0.0, f64::max);
    match (item.duty, item.kind) {
        (true, _) => (strongest * 0.45).min(5.0),
        (false, CriterionKind::Must) => strongest,
        (false, CriterionKind::Nice) => strongest * 0.4,
    }
}

/// The default side a criterion counts into.
fn side(facets: &[Facet]) -> Dimension {
    match facets.first() {
        Some(Facet::Years { .. } | Facet::Role | Facet::Leading(_) | Facet::Experience | Facet::Results) => {
            Dimension::ExperienceRelevance
        }
        Some(Facet::Degree { .. }) => Dimension::Education,
        Some(Facet::Stability) => Dimension::CareerStability,
        Some(Facet::Language { .. } | Facet::Soft) => Dimension::Communication,
        _ => Dimension::SkillsMatch,
    }
}

/// A job that says little is still judged by the sides everybody is judged by.
fn fill(drafts: &mut Vec<Draft>, groups: &[Group], brief: &JobBrief, language: Language) {
    for (index, group) in groups.iter().enumerate() {
        let named = Dimension::ALL.iter().copied().find(|side| words::names_side(&group.name, *side));
        let covered = drafts
            .iter()
            .any(|draft| draft.group == Some(index) || (draft.group.is_none() && Some(draft.side) == named));
        if !covered {
            let side = named.unwrap_or(Dimension::SkillsMatch);
            drafts.push(plain(group.name.clone(), side, Some(index)));
        }
    }
    for (side, text) in words::default_criteria(language, brief.title.trim()) {
        if drafts.len() >= FEWEST {
            break;
        }
        if !drafts.iter().any(|draft| draft.text == text) {
            drafts.push(plain(text, side, None));
        }
    }
}

fn plain(text: String, side: Dimension, group: Option<usize>) -> Draft {
    let raw = if side == Dimension::SkillsMatch { 10.0 } else { 4.0 };
    let facets = facet::read(&text);
    Draft { text, kind: CriterionKind::Nice, raw, stated: None, group, side, duty: false, facets }
}

/// Drops the lightest until the rubric can be read at a glance; what the job weighs itself stays, and so does the last
/// criterion of a side that it weighs.
fn shorten(drafts: &mut Vec<Draft>) {
    let lightest = |drafts: &[Draft], duties: bool| {
        let last = |draft: &Draft| {
            draft.group.is_some() && drafts.iter().filter(|other| other.group == draft.group).count() == 1
        };
        let eligible = drafts
            .iter()
            .enumerate()
            .filter(|(_, draft)| draft.stated.is_none() && (!duties || draft.duty) && !last(draft));
        eligible.min_by(|(a, one), (b, other)| one.raw.total_cmp(&other.raw).then(b.cmp(a))).map(|(index, _)| index)
    };
    while drafts.iter().filter(|draft| draft.duty).count() > MOST_DUTIES {
        let Some(index) = lightest(drafts, true) else { break };
        drafts.remove(index);
    }
    while drafts.len() > MOST {
        let index = lightest(drafts, false).unwrap_or(drafts.len() - 1);
        drafts.remove(index);
    }
}

/// Shares out 100: stated sides and items have what they state, the rest what is left, by their raw weights.
fn weigh(mut drafts: Vec<Draft>, groups: &[Group]) -> Vec<Criterion> {
    let stated_sides: f64 = groups.iter().filter_map(|group| group.weight).sum();
    let sides_alone = drafts.iter().all(|draft| draft.stated.is_none() || draft.group.is_some());
    if stated_sides > 0.0 {
        for draft in drafts.iter_mut().filter(|draft| draft.stated.is_none()) {
            draft.group = draft
                .group
                .or_else(|| group_naming(draft, groups))
                .or_else(|| group_for(draft.side, groups, sides_alone));
        }
    }
    let mut shares: Vec<f64> = vec![0.0; drafts.len()];
    let stated_items: f64 = drafts.iter().filter(|draft| draft.group.is_none()).filter_map(|draft| draft.stated).sum();
    for (index, group) in groups.iter().enumerate() {
        let members: Vec<usize> = (0..drafts.len()).filter(|&at| drafts[at].group == Some(index)).collect();
        let raw = |at: usize| drafts[at].stated.unwrap_or(drafts[at].raw).max(0.1);
        let total: f64 = members.iter().map(|&at| raw(at)).sum();
        for &at in &members {
            shares[at] = group.weight.unwrap_or(0.0) * raw(at) / total;
        }
    }
    let taken = stated_sides + stated_items;
    let free: Vec<usize> = (0..drafts.len()).filter(|&at| drafts[at].group.is_none()).collect();
    let unstated: f64 = free.iter().filter(|&&at| drafts[at].stated.is_none()).map(|&at| drafts[at].raw).sum();
    // What the job leaves unweighed keeps a sixth of the whole, so that it still tells candidates apart.
    let left = if taken > 0.0 { (100.0 - taken).max(taken / 5.0) } else { 100.0 };
    for &at in &free {
        shares[at] = drafts[at].stated.unwrap_or_else(|| left * drafts[at].raw / unstated.max(0.1));
    }
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|&at| drafts[at].kind == CriterionKind::Nice);
    let weights = hundred(&order.iter().map(|&at| shares[at]).collect::<Vec<_>>());
    let dimension = |draft: &Draft| match draft.group.and_then(|group| groups.get(group)) {
        Some(group) => group.name.clone(),
        None => draft.side.to_string(),
    };
    order
        .iter()
        .zip(weights)
        .enumerate()
        .map(|(place, (&at, weight))| Criterion {
            id: format!("c{}", place + 1),
            text: drafts[at].text.clone(),
            kind: drafts[at].kind,
            weight,
            dimension: dimension(&drafts[at]),
            source: None,
        })
        .collect()
}

/// The stated side that names what a criterion asks for: "Kubernetes in production" stands under "Kubernetes and cloud".
fn group_naming(draft: &Draft, groups: &[Group]) -> Option<usize> {
    let asked = LEXICON.mentions(&draft.text);
    let shared = |group: &Group| {
        let named = LEXICON.mentions(&group.name);
        let near = |id| LEXICON.best(id, named.iter().map(|mention| mention.concept));
        asked.iter().map(|mention| near(mention.concept)).fold(0.0, f64::max)
    };
    let each = groups.iter().map(shared).enumerate();
    each.filter(|(_, value)| *value >= 0.7)
        .max_by(|(a, one), (b, other)| one.total_cmp(other).then(b.cmp(a)))
        .map(|(index, _)| index)
}

/// The stated side a default side belongs under: the one named like it, else the heaviest where the job states sides
/// and no single items beside them.
fn group_for(side: Dimension, groups: &[Group], sides_alone: bool) -> Option<usize> {
    let named = groups.iter().position(|group| words::names_side(&group.name, side));
    let heaviest = || {
        let weight = |group: &Group| group.weight.unwrap_or(0.0);
        (0..groups.len()).max_by(|&a, &b| weight(&groups[a]).total_cmp(&weight(&groups[b])).then(b.cmp(&a)))
    };
    if sides_alone { named.or_else(heaviest) } else { named }
}

/// Weights with one decimal whose sum is exactly 100: the rounding goes to the heaviest.
fn hundred(shares: &[f64]) -> Vec<f64> {
    let total: f64 = shares.iter().sum();
    if shares.is_empty() || total <= 0.0 {
        return shares.to_vec();
    }
    let mut tenths: Vec<i32> = shares.iter().map(|share| (share / total * 1000.0).round().max(1.0) as i32).collect();
    let missing = 1000 - tenths.iter().sum::<i32>();
    if let Some(heaviest) = (0..tenths.len()).max_by_key(|&at| (tenths[at], std::cmp::Reverse(at))) {
        tenths[heaviest] += missing;
    }
    tenths.into_iter().map(|weight| f64::from(weight) / 10.0).collect()
}
