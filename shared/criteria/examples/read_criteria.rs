//! Measures the reading of criteria: `cargo run -p bole-criteria --example read_criteria`; `-v` prints the errors, `-a` the
//! readings in full.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bole_criteria::{PartRole, Reading, Source, read};
use bole_domain::evaluation::CriterionKind;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    description: String,
    criteria: String,
    items: Vec<Expected>,
    thresholds: Option<ExpectedThresholds>,
}

#[derive(Deserialize)]
struct Expected {
    text: String,
    kind: CriterionKind,
    weight: Option<f64>,
}

#[derive(Deserialize)]
struct ExpectedThresholds {
    strong: Option<f64>,
    recommend: Option<f64>,
    maybe: Option<f64>,
}

#[derive(Default)]
struct Score {
    items: usize,
    right: usize,
    missing: usize,
    of_other_kind: usize,
    of_other_weight: usize,
    invented: usize,
    thresholds: usize,
    right_thresholds: usize,
    lost: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    for set in ["tuning", "heldout"] {
        let mut paths: Vec<_> = fs::read_dir(Path::new("testdata/criteria").join(set))?.collect::<Result<_, _>>()?;
        paths.sort_by_key(fs::DirEntry::path);
        let mut score = Score::default();
        for path in paths {
            let case: Case = serde_json::from_str(&fs::read_to_string(path.path())?)?;
            let (text, source) = match case.criteria.trim() {
                "" => (&case.description, Source::Description),
                _ => (&case.criteria, Source::Criteria),
            };
            let reading = read(text, source);
            let wrong = compare(&case, &reading, &mut score);
            score.lost += lost_lines(text, &reading);
            if has("-a") || (has("-v") && !wrong.is_empty()) {
                println!("{}\n    {}", case.id, wrong.join("\n    "));
            }
            if has("-a") {
                for part in &reading.parts {
                    println!(
                        "  {:9} {:?} {}",
                        part.role.as_str(),
                        part.item,
                        text.get(part.range.clone()).unwrap_or("")
                    );
                }
                for item in &reading.items {
                    println!("  {} {:?} {:?} {}", item.kind, item.points, item.cap, item.text);
                }
                println!("  {:?}", reading.thresholds);
            }
        }
        println!(
            "criteria {set}: {:.3} of {} items right ({} missing, {} of another kind, {} of another weight), {} not expected, {} of {} thresholds right, {} lines lost",
            score.right as f64 / score.items.max(1) as f64,
            score.items,
            score.missing,
            score.of_other_kind,
            score.of_other_weight,
            score.invented,
            score.right_thresholds,
            score.thresholds,
            score.lost
        );
    }
    Ok(())
}

/// Lines with a letter that is in no part.
fn lost_lines(text: &str, reading: &Reading) -> usize {
    let is_covered = |at: usize| reading.parts.iter().any(|part| part.range.contains(&at));
    let mut start = 0;
    let mut lost = 0;
    for line in text.split_inclusive('\n') {
        let is_whole = line.char_indices().filter(|(_, c)| !c.is_whitespace()).all(|(at, _)| is_covered(start + at));
        lost += usize::from(!is_whole);
        start += line.len();
    }
    debug_assert!(reading.parts.iter().all(|part| part.role != PartRole::Item || part.item.is_some()));
    lost
}

fn compare(case: &Case, reading: &Reading, score: &mut Score) -> Vec<String> {
    const ALIKE: f64 = 0.75;
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (at, item) in case.items.iter().enumerate() {
        for (other, found) in reading.items.iter().enumerate() {
            pairs.push((likeness(&item.text, &found.text), at, other));
        }
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut of_item, mut of_found) = (BTreeMap::new(), BTreeMap::new());
    for (likeness, item, found) in pairs {
        if likeness >= ALIKE && !of_item.contains_key(&item) && !of_found.contains_key(&found) {
            of_item.insert(item, found);
            of_found.insert(found, item);
        }
    }
    let weights = reading.weights();
    let unstated: f64 =
        of_item.iter().filter(|(item, _)| case.items[**item].weight.is_none()).map(|(_, at)| weights[*at]).sum();
    let mut wrong = Vec::new();
    score.items += case.items.len();
    for (at, expected) in case.items.iter().enumerate() {
        let Some(&place) = of_item.get(&at) else {
            score.missing += 1;
            wrong.push(format!("missing: {}", expected.text));
            continue;
        };
        let found = &reading.items[place];
        let share = 100.0 * weights[place] / (100.0 - unstated).max(0.1);
        // What may not be asked has no weight.
        let weight = expected.weight.filter(|_| !found.is_protected);
        if expected.kind != found.kind {
            score.of_other_kind += 1;
            wrong.push(format!("{} instead of {}: {}", found.kind, expected.kind, expected.text));
        } else if let Some(weight) = weight.filter(|weight| (weight - share).abs() > 1.0) {
            score.of_other_weight += 1;
            wrong.push(format!("{share:.1} instead of {weight}: {}", expected.text));
        } else {
            score.right += 1;
        }
    }
    for (at, item) in reading.items.iter().enumerate().filter(|(at, _)| !of_found.contains_key(at)) {
        score.invented += 1;
        wrong.push(format!("not expected: {} {}", weights[at], item.text));
    }
    if let Some(expected) = &case.thresholds {
        let found = reading.thresholds.unwrap_or_default();
        let pairs = [
            (expected.strong, found.strongly_recommend),
            (expected.recommend, found.recommend),
            (expected.maybe, found.average),
        ];
        for (expected, found) in pairs {
            let Some(expected) = expected else { continue };
            score.thresholds += 1;
            if (expected - found).abs() < 0.5 {
                score.right_thresholds += 1;
            } else {
                wrong.push(format!("threshold {found} instead of {expected}"));
            }
        }
    }
    wrong
}

/// The similarity of two texts by pairs of letters: 0 to 1.
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
