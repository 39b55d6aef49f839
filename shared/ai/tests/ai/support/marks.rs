//! Compares verdicts with labels: precision, recall, and whether the quotation is the proving passage.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bole_ai::{JobBrief, JobContext, Judge, Resume, evaluate};
use bole_domain::evaluation::{Criterion, CriterionKind, Dimension, Language, Rubric, Thresholds, Verdict};
use bole_domain::period::YearMonth;
use bole_testkit::pairwise_accuracy;
use serde_json::Value;

/// Counts over some labelled resumes.
#[derive(Debug, Clone, Default)]
pub struct Score {
    /// Verdicts compared.
    pub verdicts: u32,
    pub shown_met: u32,
    /// Of those, met by the label; partly met counts half.
    pub right_met: f64,
    /// Of those, not or unknown by the label.
    pub false_met: u32,
    /// Met by the label.
    pub met: u32,
    /// Of those, shown as met.
    pub found_met: u32,
    /// Shown as met or partly where the label has a passage.
    pub quoted: u32,
    /// Of those, with a quotation that is one of the label's passages.
    pub proven: u32,
    /// Equal to the label.
    pub equal: u32,
    /// Per job, the share of pairs of resumes in the label's order.
    pub ranking: Vec<f64>,
}

impl Score {
    /// Precision of met.
    #[must_use]
    pub fn precision(&self) -> f64 {
        self.right_met / f64::from(self.shown_met.max(1))
    }

    /// Recall of met.
    #[must_use]
    pub fn recall(&self) -> f64 {
        f64::from(self.found_met) / f64::from(self.met.max(1))
    }

    /// The share of quotations that are labelled passages.
    #[must_use]
    pub fn proof(&self) -> f64 {
        f64::from(self.proven) / f64::from(self.quoted.max(1))
    }

    /// The share of verdicts that are met while the label says not or unknown.
    #[must_use]
    pub fn false_positives(&self) -> f64 {
        f64::from(self.false_met) / f64::from(self.verdicts.max(1))
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        let Self { verdicts, shown_met, right_met, false_met, met, found_met, quoted, proven, equal, ranking } = other;
        self.verdicts += verdicts;
        self.shown_met += shown_met;
        self.right_met += right_met;
        self.false_met += false_met;
        self.met += met;
        self.found_met += found_met;
        self.quoted += quoted;
        self.proven += proven;
        self.equal += equal;
        self.ranking.extend(ranking);
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranking = self.ranking.iter().sum::<f64>() / self.ranking.len().max(1) as f64;
        write!(
            f,
            "precision {:.3}, recall {:.3}, proof {:.3}, false positives {:.3}, equal {:.3}, ranking {ranking:.3} ({} verdicts)",
            self.precision(),
            self.recall(),
            self.proof(),
            self.false_positives(),
            f64::from(self.equal) / f64::from(self.verdicts.max(1)),
            self.verdicts
        )
    }
}

/// The labelled jobs of a folder.
///
/// # Errors
/// If the folder cannot be read.
pub fn folders(root: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root)?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.join("labels.json").is_file())
        .collect();
    folders.sort();
    Ok(folders)
}

/// Judges the resumes of one labelled job, or those of them that are named, and returns the differences.
///
/// # Errors
/// If a file is missing or malformed, or the judge fails.
pub async fn score(folder: &Path, judge: &dyn Judge, only: &[String]) -> Result<(Score, Vec<String>), String> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let parse = |name: &str| serde_json::from_str::<Value>(&read(name)?).map_err(|error| format!("{name}: {error}"));
    let (job, labels) = (parse("job.json")?, parse("labels.json")?);
    let text = |name: &str| job[name].as_str().unwrap_or_default().to_owned();
    let brief = JobBrief {
        title: text("title"),
        core_requirement: String::new(),
        jd: text("description"),
        ai_evaluation_criteria: text("criteria_text"),
    };
    let context = JobContext::new(brief, Arc::new(rubric(&job)?));
    let today = YearMonth::new(2026, 11).ok_or("a month")?;
    let (mut score, mut differences, mut scores) = (Score::default(), Vec::new(), Vec::new());
    for (name, label) in labels.as_object().ok_or("labels")?.iter().filter(|(_, label)| label.is_object()) {
        if !only.is_empty() && !only.contains(name) {
            continue;
        }
        let text = read(&format!("{name}.txt"))?;
        let profile = bole_documents::profile::read(&text, today);
        let resume = Resume { text: &text, profile: &profile, hidden_text: &[], today };
        let evaluation = evaluate(judge, &context, &resume).await.map_err(|error| error.to_string())?;
        scores.push((name.clone(), evaluation.overall_score));
        for result in &evaluation.criteria {
            let expected = &label[&result.id];
            let Some(verdict) = expected["verdict"].as_str().and_then(|verdict| verdict.parse::<Verdict>().ok()) else {
                continue;
            };
            let passages: Vec<&str> =
                expected["passages"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let quote = result.quote.as_deref().unwrap_or_default();
            let shown = matches!(result.verdict, Verdict::Met | Verdict::Partly);
            let proven = passages.iter().any(|passage| overlaps(passage, quote));
            score.verdicts += 1;
            score.equal += u32::from(result.verdict == verdict);
            if shown && !passages.is_empty() {
                score.quoted += 1;
                score.proven += u32::from(proven);
            }
            if verdict == Verdict::Met {
                score.met += 1;
                score.found_met += u32::from(result.verdict == Verdict::Met);
            }
            if result.verdict == Verdict::Met {
                score.shown_met += 1;
                match verdict {
                    Verdict::Met => score.right_met += 1.0,
                    Verdict::Partly => score.right_met += 0.5,
                    Verdict::Not | Verdict::Unknown => score.false_met += 1,
                }
            }
            if result.verdict != verdict || (shown && !proven) {
                let years = result.years.as_ref().map_or(String::new(), |sum| format!(" {}", sum.total));
                differences.push(format!(
                    "{name} {} shown {}{years}, is {verdict}{}: {}\n      > {quote}\n      = {}",
                    result.id,
                    result.verdict,
                    expected["years"].as_f64().map_or(String::new(), |years| format!(" {years}")),
                    result.criterion,
                    passages.join(" | ")
                ));
            }
        }
    }
    let order: Vec<&str> = labels["rank"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let graded: Vec<(f64, u8)> = scores
        .iter()
        .filter_map(|(name, score)| {
            let at = order.iter().position(|ranked| ranked == name)?;
            Some((*score, u8::try_from(order.len() - at).ok()?))
        })
        .collect();
    score.ranking.extend(pairwise_accuracy(&graded));
    let mut ranked: Vec<String> = Vec::new();
    scores.sort_by(|one, other| other.1.total_cmp(&one.1));
    ranked.extend(scores.iter().map(|(name, score)| format!("{name} {score:.1}")));
    differences.push(format!("ranked {} for {}", ranked.join(", "), order.join(", ")));
    Ok((score, differences))
}

fn rubric(job: &Value) -> Result<Rubric, String> {
    let criteria = job["criteria"].as_array().ok_or("criteria")?;
    let criterion = |value: &Value| {
        let kind = if value["kind"] == "nice" { CriterionKind::Nice } else { CriterionKind::Must };
        Criterion {
            id: value["id"].as_str().unwrap_or_default().to_owned(),
            text: value["text"].as_str().unwrap_or_default().to_owned(),
            kind,
            weight: if kind == CriterionKind::Must { 2.0 } else { 1.0 },
            dimension: Dimension::SkillsMatch.to_string(),
            cap: None,
            source: None,
        }
    };
    let language = match job["language"].as_str() {
        Some("zh") => Language::Zh,
        Some("id") => Language::Id,
        _ => Language::En,
    };
    Ok(Rubric {
        language,
        criteria: criteria.iter().map(criterion).collect(),
        thresholds: Thresholds::default(),
        career_weight: bole_domain::evaluation::CAREER_WEIGHT,
        version: "labelled".to_owned(),
        fallback: None,
        edited_by: None,
        edited_at: None,
    })
}

/// Whether two passages share most of the shorter one.
fn overlaps(one: &str, other: &str) -> bool {
    let bare =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (a, b) = (bare(one), bare(other));
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return false;
    }
    let size = short.len().min(12);
    let pieces: Vec<&[char]> = short.windows(size).collect();
    let held = pieces.iter().filter(|piece| long.windows(size).any(|window| window == **piece)).count();
    held * 2 >= pieces.len()
}
