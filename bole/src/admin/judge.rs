//! `bole admin judge`: measures an organization's judge on the labelled sample, as a task of the queue, and prints the
//! figures.

use std::io::{BufRead, IsTerminal, Write};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use bole_ai::labelled_sample as sample;
use bole_ai::provider::Usage;
use bole_domain::batch::TaskStatus;
use bole_domain::ids::{MeasurementId, OrganizationId, TaskId};
use bole_domain::measurement::{JudgeFigures, JudgeIdentity};
use bole_providers::Prices;
use bole_queue::TaskKind;
use bole_queue::kinds::MeasureJudge;
use bole_store::ai_settings::{self, AiSettings};
use bole_store::judge_measurements as measurements;
use bole_store::ledger::{self, TaskView};
use bole_store::{Actor, Db, operations};
use clap::Args;

/// How often the task is looked at.
const POLL: Duration = Duration::from_millis(500);

/// The options of `bole admin judge`.
#[derive(Debug, Args)]
pub struct JudgeOptions {
    /// The organization's identifier, as in its settings; not needed where there is only one.
    #[arg(long, value_name = "SLUG")]
    organization: Option<String>,
    /// Starts without asking, although it may cost money.
    #[arg(long)]
    yes: bool,
}

/// Measures the judge and prints the figures.
pub async fn run(db: &Db, JudgeOptions { organization, yes }: JudgeOptions) -> anyhow::Result<()> {
    let slug = match organization {
        Some(slug) => slug,
        None => only_organization(db).await?,
    };
    let id = operations::organization_by_slug(db, &slug).await?;
    let id = id.with_context(|| format!("there is no organization {slug}"))?;
    ensure!(!operations::workers(db).await?.is_empty(), "no worker is running: start Bole, then measure its judge");
    println!("{}", expectation(db, id).await?);
    if !yes && !is_confirmed()? {
        println!("Nothing was measured");
        return Ok(());
    }
    let measurement_id = MeasurementId::new();
    let mut tx = db.tenant(&Actor::clock(id)).await?;
    measurements::insert(&mut tx, measurement_id, sample::SAMPLE_VERSION).await?;
    let task = MeasureJudge { measurement_id }.enqueue(&mut tx, None).await?;
    tx.commit().await?;
    ledger::notify(db).await?;
    let figures = follow(db, id, task.id).await?;
    let mut tx = db.tenant(&Actor::clock(id)).await?;
    let finished = measurements::latest(&mut tx, 20).await?;
    tx.release();
    let finished = finished.into_iter().find(|measurement| measurement.id == measurement_id);
    let finished = finished.context("the measurement was deleted")?;
    print!("{}", report(&finished.judge, &figures, finished.cost_micros));
    Ok(())
}

async fn only_organization(db: &Db) -> anyhow::Result<String> {
    let mut slugs = operations::organization_slugs(db, 2).await?;
    match (slugs.pop(), slugs.pop()) {
        (Some(slug), None) => Ok(slug),
        (None, _) => bail!("there is no organization"),
        _ => bail!("there are several organizations: name one with --organization"),
    }
}

/// What a measurement is expected to cost.
async fn expectation(db: &Db, id: OrganizationId) -> anyhow::Result<String> {
    let mut tx = db.tenant(&Actor::clock(id)).await?;
    let settings = ai_settings::find(&mut tx).await?;
    tx.release();
    let resumes = sample::resume_count();
    let (prompt_tokens, completion_tokens) = sample::expected_tokens();
    let used = format!("{resumes} resumes, about {prompt_tokens} prompt and {completion_tokens} completion tokens");
    let Some(settings) = settings.filter(AiSettings::has_own_model) else {
        return Ok(format!(
            "Measures the server's model, or the built-in engine, which costs nothing: {used}. A model that reasons uses more"
        ));
    };
    let model = &settings.model_name;
    let usage = Usage { prompt_tokens, completion_tokens, ..Usage::default() };
    let cost = if Prices::are_known(model, Some(&settings)) {
        format!("about {}", dollars(Prices::of(model, Some(&settings)).cost(&usage)))
    } else {
        "its price is unknown".to_owned()
    };
    Ok(format!("Measures {model}: {used}, {cost}. A model that reasons uses more"))
}

fn is_confirmed() -> anyhow::Result<bool> {
    let input = std::io::stdin();
    ensure!(input.is_terminal(), "confirm with --yes");
    print!("Measure now? [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    input.lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Prints the task's progress until it is over; its figures.
async fn follow(db: &Db, id: OrganizationId, task: TaskId) -> anyhow::Result<JudgeFigures> {
    let mut shown = 0;
    let mut waits = None;
    loop {
        let mut tx = db.tenant(&Actor::clock(id)).await?;
        let TaskView { status, progress, result, error, .. } = ledger::get(&mut tx, task).await?;
        tx.release();
        if progress.done > shown {
            shown = progress.done;
            println!("{} of {} resumes", progress.done, progress.total);
        }
        if status == TaskStatus::Retry && waits != Some(progress.done) {
            waits = Some(progress.done);
            let reason = error.as_ref().map_or_else(|| status.to_string(), |error| error.reason.to_string());
            println!("waits to try again: {reason}");
        }
        match status {
            TaskStatus::Completed => return Ok(serde_json::from_value(result.unwrap_or_default())?),
            TaskStatus::Failed => {
                let reason = error.map_or_else(|| status.to_string(), |error| error.reason.to_string());
                bail!("the measurement failed: {reason}");
            }
            _ => tokio::time::sleep(POLL).await,
        }
    }
}

fn report(judge: &JudgeIdentity, figures: &JudgeFigures, cost_micros: i64) -> String {
    let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{share:.3}"));
    let name = judge.model.as_deref().unwrap_or("the built-in engine");
    let rows = [
        ("judge", format!("{name}, version {}", judge.version)),
        ("precision", share(figures.precision)),
        ("recall", share(figures.recall)),
        ("proof", share(figures.proof)),
        ("false comfort", share(figures.false_comfort)),
        ("known order", share(figures.known_order)),
        ("equal pairs", share(figures.equal_pairs)),
        ("cost", dollars(cost_micros)),
        ("seconds per resume", figures.seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.1}"))),
    ];
    rows.iter().map(|(name, value)| format!("{name:<20}{value}\n")).collect()
}

#[expect(clippy::cast_precision_loss, reason = "an amount is exact up to nine billion dollars")]
fn dollars(micros: i64) -> String {
    format!("${:.4}", micros as f64 / 1_000_000.0)
}

#[cfg(test)]
mod tests {
    use bole_domain::evaluation::Engine;

    use super::*;

    #[test]
    fn report_has_every_figure() {
        let judge = JudgeIdentity { engine: Engine::Model, model: Some("m".to_owned()), version: "5".to_owned() };
        let figures = JudgeFigures { precision: Some(0.98), seconds: Some(2.25), ..JudgeFigures::default() };
        let report = report(&judge, &figures, 123_400);
        assert!(report.contains("precision           0.980\n"), "{report}");
        assert!(report.contains("recall              -\n"), "{report}");
        assert!(report.contains("$0.1234") && report.contains("m, version 5"), "{report}");
        assert_eq!(report.lines().count(), 9);
    }
}
