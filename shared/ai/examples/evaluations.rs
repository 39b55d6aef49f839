//! Prints the evaluations of labelled resumes in readable form.
//!
//! `cargo run -p bole-ai --example evaluations -- testdata/labelled/en-growth-analyst [--text] [NAME…]`: resumes
//! whose file name contains one of the names, or all. The files are extracted; `--text` prints what was read before
//! each evaluation.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_documents::{Limits, extract_bytes};
use bole_domain::evaluation::AiEval;
use bole_domain::period::YearMonth;
use serde_json::Value;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut names = arguments.iter().filter(|argument| !argument.starts_with("--"));
    let folder = Path::new(names.next().context("a folder of one job")?);
    let wanted: Vec<&String> = names.collect();
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
    let context = JobContext::new(brief, rubric);
    let mut files: Vec<_> = fs::read_dir(folder.join("resumes"))?.filter_map(Result::ok).map(|e| e.path()).collect();
    files.sort();
    let mut evaluations = Vec::new();
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let extraction = extract_bytes(&fs::read(&file)?, &name, &Limits::default())
            .map_err(|failure| anyhow::anyhow!("{name}: {failure}"))?;
        let profile = bole_documents::profile::read(&extraction.text, today);
        let hidden_text = &extraction.hidden_text;
        let resume = Resume { text: &extraction.text, profile: &profile, hidden_text, today };
        let evaluation = bole_ai::evaluate(&BuiltIn, &context, &resume).await?;
        evaluations.push((name, extraction.text, evaluation));
    }
    evaluations.sort_by(|(.., one), (.., other)| other.overall_score.total_cmp(&one.overall_score));
    for (name, text, evaluation) in &evaluations {
        if arguments.iter().any(|argument| argument == "--text") {
            println!("{text}");
        }
        print(name, evaluation);
    }
    Ok(())
}

fn print(name: &str, evaluation: &AiEval) {
    println!("\n=== {:5.1} {} {name}", evaluation.overall_score, evaluation.recommendation_level);
    println!("{}", evaluation.summary);
    for (result, part) in evaluation.criteria.iter().zip(&evaluation.score_parts) {
        println!(
            "  {:7} {:4} {:.2}×{:5.1} {}",
            result.verdict.as_str(),
            result.kind.as_str(),
            part.credit,
            part.weight,
            result.criterion
        );
        for quote in result.quote.iter().chain(&result.more_quotes) {
            println!("          > {quote}");
        }
        if let Some(years) = &result.years {
            let spans: Vec<String> = years
                .spans
                .iter()
                .map(|span| {
                    format!("{}–{} {}", span.from, span.to.map_or("now".into(), |to| to.to_string()), span.years)
                })
                .collect();
            println!("          = {} = {:.1} of {}", spans.join(" + "), years.total, years.required);
        }
        for line in result.missing.iter().map(|line| ("−", line)).chain(result.question.iter().map(|line| ("?", line)))
        {
            println!("          {} {}", line.0, line.1);
        }
    }
    if let Some(career) = evaluation.score_parts.get(evaluation.criteria.len()) {
        println!("  career {:.2}×{:.1}; {:?}", career.credit, career.weight, evaluation.scores);
    }
    for adjustment in &evaluation.adjustments {
        println!("  {:+.1} {}", adjustment.points, adjustment.reason);
    }
    for flag in &evaluation.flags {
        println!("  ! {} {}", flag.kind.as_str(), flag.quote.as_deref().unwrap_or(""));
    }
}
