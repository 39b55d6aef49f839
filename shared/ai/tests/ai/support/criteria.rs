//! Compares criteria readings with those of authors who had not seen the code.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bole_ai::{BuiltIn, JobBrief, Judge};
use bole_domain::evaluation::{Criterion, CriterionKind, Rubric};
use serde::Deserialize;

/// A job's texts with their expected reading.
#[derive(Debug, Deserialize)]
pub struct Case {
    id: String,
    title: String,
    description: String,
    criteria: String,
    items: Vec<Expected>,
    thresholds: Option<ExpectedThresholds>,
}

impl Case {
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What may not be asked is not read; the other items share its weight.
    fn drop_protected(&mut self) {
        self.items.retain(|item| bole_criteria::without_protected(&item.text).is_some());
        for item in &mut self.items {
            item.text = bole_criteria::without_protected(&item.text).unwrap_or_default();
        }
        let sum: f64 = self.items.iter().filter_map(|item| item.weight).sum();
        if (90.0..100.0).contains(&sum) {
            self.items.iter_mut().filter_map(|item| item.weight.as_mut()).for_each(|weight| *weight *= 100.0 / sum);
        }
    }
}

#[derive(Debug, Deserialize)]
struct Expected {
    text: String,
    kind: CriterionKind,
    /// Share of the points, in percent.
    weight: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct ExpectedThresholds {
    strong: Option<f64>,
    recommend: Option<f64>,
    maybe: Option<f64>,
}

/// Counts of correct results.
#[derive(Debug, Default, Clone, Copy)]
pub struct Score {
    /// Expected items.
    pub items: usize,
    /// Items with the right text, kind and weight.
    pub right: usize,
    /// Missing items, and those with a wrong kind or weight.
    pub missing: usize,
    pub of_other_kind: usize,
    pub of_other_weight: usize,
    /// Extracted criteria that are not expected.
    pub invented: usize,
    /// Thresholds expected, and those read correctly.
    pub thresholds: (usize, usize),
}

impl Score {
    /// The share of correct items.
    pub fn share(&self) -> f64 {
        self.right as f64 / self.items.max(1) as f64
    }

    fn add(&mut self, other: Self) {
        self.items += other.items;
        self.right += other.right;
        self.missing += other.missing;
        self.of_other_kind += other.of_other_kind;
        self.of_other_weight += other.of_other_weight;
        self.invented += other.invented;
        self.thresholds.0 += other.thresholds.0;
        self.thresholds.1 += other.thresholds.1;
    }
}

/// Reads every case of a folder. `tell` receives the errors of each.
pub async fn score(folder: &Path, mut tell: impl FnMut(&Case, &Rubric, &[String])) -> Score {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut total = Score::default();
    for path in paths {
        let mut case: Case = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        case.drop_protected();
        let brief = JobBrief {
            title: case.title.clone(),
            core_requirement: String::new(),
            jd: case.description.clone(),
            ai_evaluation_criteria: case.criteria.clone(),
        };
        let rubric = BuiltIn.rubric(&brief).await.unwrap();
        let (score, wrong) = compare(&case, &rubric);
        tell(&case, &rubric, &wrong);
        total.add(score);
    }
    total
}

fn compare(case: &Case, rubric: &Rubric) -> (Score, Vec<String>) {
    const ALIKE: f64 = 0.75;
    let mut wrong = Vec::new();
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (at, item) in case.items.iter().enumerate() {
        for (other, criterion) in rubric.criteria.iter().enumerate() {
            pairs.push((likeness(&item.text, &criterion.text), at, other));
        }
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut of_item, mut of_criterion) = (BTreeMap::new(), BTreeMap::new());
    for (likeness, item, criterion) in pairs {
        if likeness >= ALIKE && !of_item.contains_key(&item) && !of_criterion.contains_key(&criterion) {
            of_item.insert(item, criterion);
            of_criterion.insert(criterion, item);
        }
    }
    let unstated = of_item.iter().filter(|(item, _)| case.items[**item].weight.is_none());
    let stated = 100.0 - unstated.map(|(_, at)| rubric.criteria[*at].weight).sum::<f64>();
    let mut score = Score { items: case.items.len(), ..Score::default() };
    for (at, item) in case.items.iter().enumerate() {
        let Some(criterion) = of_item.get(&at).map(|at| &rubric.criteria[*at]) else {
            score.missing += 1;
            wrong.push(format!("missing: {}", item.text));
            continue;
        };
        let share = 100.0 * criterion.weight / stated.max(0.1);
        if item.kind != criterion.kind {
            score.of_other_kind += 1;
            wrong.push(format!("{} instead of {}: {}", criterion.kind, item.kind, item.text));
        } else if let Some(weight) = item.weight.filter(|weight| (weight - share).abs() > 1.0) {
            score.of_other_weight += 1;
            wrong.push(format!("{share:.1} instead of {weight}: {}", item.text));
        } else {
            score.right += 1;
        }
    }
    let invented: Vec<&Criterion> = rubric
        .criteria
        .iter()
        .enumerate()
        .filter(|(at, _)| !of_criterion.contains_key(at))
        .map(|(_, one)| one)
        .collect();
    wrong.extend(invented.iter().map(|criterion| format!("invented: {}", criterion.text)));
    let found = rubric.thresholds;
    let expected = case.thresholds.as_ref();
    let thresholds: Vec<bool> = expected
        .map(|expected| {
            let pairs = [
                (expected.strong, found.strongly_recommend),
                (expected.recommend, found.recommend),
                (expected.maybe, found.average),
            ];
            pairs.iter().filter_map(|(expected, found)| expected.map(|value| (value - found).abs() < 0.5)).collect()
        })
        .unwrap_or_default();
    if thresholds.contains(&false) {
        wrong.push(format!("thresholds: {found:?} instead of {expected:?}"));
    }
    score.invented = invented.len();
    score.thresholds = (thresholds.len(), thresholds.iter().filter(|right| **right).count());
    (score, wrong)
}

/// The similarity of two texts by character pairs, ignoring spaces and punctuation: 0 to 1.
fn likeness(one: &str, other: &str) -> f64 {
    let pairs = |text: &str| {
        let letters: Vec<char> = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let mut found: BTreeMap<(char, char), usize> = BTreeMap::new();
        for pair in letters.windows(2) {
            *found.entry((pair[0], pair[1])).or_insert(0) += 1;
        }
        found
    };
    let (a, b) = (pairs(one), pairs(other));
    let shared: usize = a.iter().map(|(pair, count)| (*count).min(b.get(pair).copied().unwrap_or(0))).sum();
    2.0 * shared as f64 / (a.values().sum::<usize>() + b.values().sum::<usize>()).max(1) as f64
}
