//! Ranks labelled resumes with the built-in engine and prints the pairwise accuracy of each job.
//!
//! `cargo run -p bole-ai --example rank -- [testdata/labelled] [-v | --json] [--labels | --no-profile]`: the profile
//! is read from the text, or with `--labels` taken from the labels, or with `--no-profile` left empty. `--json`
//! prints each evaluation in full without times, so that two builds can be compared.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use bole_testkit::pairwise_accuracy;
use serde_json::Value;

#[derive(Clone, Copy, PartialEq)]
enum Profiles {
    Read,
    Labels,
    Empty,
}

#[derive(Clone, Copy, PartialEq)]
enum Output {
    Short,
    Verbose,
    Json,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let profiles = match (has("--no-profile"), has("--labels")) {
        (true, _) => Profiles::Empty,
        (_, true) => Profiles::Labels,
        _ => Profiles::Read,
    };
    let output = match (has("-v"), has("--json")) {
        (true, _) => Output::Verbose,
        (_, true) => Output::Json,
        _ => Output::Short,
    };
    let root = arguments.iter().find(|argument| !argument.starts_with('-')).map_or("testdata/labelled", String::as_str);
    let mut jobs: Vec<_> = fs::read_dir(root)
        .context("reading the labelled sets")?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .collect();
    jobs.retain(|path| path.join("labels.json").is_file());
    jobs.sort();
    let mut accuracies = Vec::new();
    for job in &jobs {
        if let Some(accuracy) = rank(job, profiles, output).await? {
            accuracies.push(accuracy);
        }
    }
    println!(
        "mean {:.3} over {} jobs",
        accuracies.iter().sum::<f64>() / accuracies.len().max(1) as f64,
        accuracies.len()
    );
    Ok(())
}

async fn rank(folder: &Path, profiles: Profiles, output: Output) -> anyhow::Result<Option<f64>> {
    let job: Value = serde_json::from_str(&fs::read_to_string(folder.join("job.json"))?)?;
    let text = |name: &str| job[name].as_str().unwrap_or_default().to_owned();
    let brief = JobBrief {
        title: text("title"),
        core_requirement: text("core_requirement"),
        jd: text("jd"),
        ai_evaluation_criteria: text("ai_evaluation_criteria"),
    };
    let today = YearMonth::new(2026, 11).context("a month")?;
    let rubric = Arc::new(BuiltIn.rubric(&brief).await?);
    let context = JobContext::new(brief, Arc::clone(&rubric));
    let labels: Vec<Value> = serde_json::from_str(&fs::read_to_string(folder.join("labels.json"))?)?;
    let mut rows = Vec::new();
    let mut spent = Duration::ZERO;
    for label in &labels {
        let file = label["file"].as_str().context("a file")?;
        let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str()).context("a name")?;
        let resume_text = fs::read_to_string(folder.join("text").join(format!("{stem}.txt")))?;
        let profile = match profiles {
            Profiles::Read => bole_documents::profile::read(&resume_text, today),
            Profiles::Labels => labelled_profile(&label["profile"]),
            Profiles::Empty => Profile::default(),
        };
        let resume = Resume { text: &resume_text, profile: &profile, hidden_text: &[], today };
        let began = Instant::now();
        let result = bole_ai::evaluate(&BuiltIn, &context, &resume).await?;
        spent += began.elapsed();
        let grade = u8::try_from(label["grade"].as_u64().context("a grade")?)?;
        rows.push((result.overall_score, grade, stem.to_owned(), result));
    }
    let graded: Vec<(f64, u8)> = rows.iter().map(|(score, grade, ..)| (*score, *grade)).collect();
    let accuracy = pairwise_accuracy(&graded);
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let each = spent.as_secs_f64() * 1000.0 / rows.len().max(1) as f64;
    if output == Output::Json {
        println!("{}", serde_json::to_string(&*rubric)?);
        for (.., stem, result) in &rows {
            println!("{name}/{stem} {}", serde_json::to_string(result)?);
        }
        return Ok(accuracy);
    }
    println!("{name}: {:.3} ({each:.3} ms each)", accuracy.unwrap_or(f64::NAN));
    if output == Output::Verbose {
        for criterion in &rubric.criteria {
            println!(
                "    {:4} {:4} {:5.1} [{}] {}",
                criterion.id, criterion.kind, criterion.weight, criterion.dimension, criterion.text
            );
        }
        rows.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (score, grade, stem, result) in &rows {
            let verdicts: Vec<String> =
                result.criteria.iter().map(|c| c.verdict.as_str().chars().next().unwrap_or(' ').to_string()).collect();
            let flags: Vec<&str> = result.flags.iter().map(|flag| flag.kind.as_str()).collect();
            println!("  {score:5.1} {grade} {stem} {} {} {flags:?}", verdicts.concat(), result.recommendation_level);
            println!("        {}", result.summary);
        }
    }
    Ok(accuracy)
}

/// The labelled profile; any field may be missing.
fn labelled_profile(label: &Value) -> Profile {
    let list = |name: &str| label[name].as_array().cloned().unwrap_or_default();
    let string = |value: &Value, name: &str| value[name].as_str().map(ToOwned::to_owned);
    let month = |value: &Value, name: &str| value[name].as_str().and_then(|text| text.parse().ok());
    Profile {
        education: list("education")
            .iter()
            .map(|value| bole_domain::profile::Education {
                school: string(value, "school"),
                degree: string(value, "degree"),
                level: value["level"].as_str().and_then(|level| level.parse().ok()),
                major: string(value, "major"),
                ..Default::default()
            })
            .collect(),
        work_experiences: list("work_experiences")
            .iter()
            .map(|value| bole_domain::profile::WorkExperience {
                company_name: string(value, "company_name"),
                position_title: string(value, "position_title"),
                start_date: month(value, "start_date"),
                end_date: month(value, "end_date"),
                is_current: value["is_current"].as_bool().unwrap_or_default(),
                description: String::new(),
            })
            .collect(),
        total_years_of_experience: label["total_years_of_experience"].as_f64(),
        ..Profile::default()
    }
}
