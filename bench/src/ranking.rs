//! Ranking quality of the built-in engine on the labelled resumes, and accuracy of their profiles: from the files,
//! and from the source texts, which shows the loss by extraction. Profiles are also measured on resumes without a
//! job.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use bole_ai::{BuiltIn, JobContext, Judge};
use bole_documents::{Limits, extract_bytes, profile};
use bole_domain::profile::Profile;
use bole_testkit::accuracy::{Expected, Score};
use bole_testkit::pairwise_accuracy;

use crate::labelled::{self, Job};

#[derive(clap::Args)]
pub struct Arguments {
    /// The set the engine was developed with.
    #[arg(long, default_value = "testdata/labelled")]
    labelled: PathBuf,
    /// Resumes without a job, for profiles only; skipped if missing.
    #[arg(long, default_value = "testdata/profiles")]
    profiles: PathBuf,
    /// The held-out set, not used for tuning; skipped if missing.
    #[arg(long, default_value = "testdata/holdout")]
    holdout: PathBuf,
    /// Lists the fields that were read incorrectly from the files.
    #[arg(long)]
    misses: bool,
}

/// The source of a resume's text.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Files,
    Truth,
}

/// The results of one or several jobs.
#[derive(Default)]
struct Measured {
    /// Accuracy per job; the total is their mean, because it concerns the order within a job.
    accuracies: Vec<f64>,
    fields: Score,
    resumes: u32,
    /// Files without text, ranked last.
    unread: u32,
    extraction: Duration,
    profile: Duration,
    evaluation: Duration,
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { labelled, profiles, holdout, misses } = arguments;
    anyhow::ensure!(set("labelled", &labelled, misses).await?, "there is no labelled set in {}", labelled.display());
    if !set("held out", &holdout, misses).await? {
        println!("There is no held-out set in {}.\n", holdout.display());
    }
    profile_sets(&profiles, misses)
}

/// Prints the profile accuracy of each set of texts.
fn profile_sets(root: &Path, misses: bool) -> anyhow::Result<()> {
    let sets = labelled::read_profiles(root)?;
    if sets.is_empty() {
        println!("There are no profiles in {}.\n", root.display());
        return Ok(());
    }
    println!("| profiles | resumes | fields, from text | ms a resume |\n|---|---|---|---|");
    let mut all = Measured::default();
    for set in sets {
        let mut measured = Measured::default();
        for (name, text, expected) in &set.resumes {
            measured.profile(name, text, expected)?;
        }
        profile_row(&set.name, &measured);
        all.add(measured);
    }
    profile_row("**all**", &all);
    println!();
    if misses {
        all.fields.misses.iter().for_each(|miss| println!("- {miss}"));
        println!();
    }
    Ok(())
}

fn profile_row(name: &str, measured: &Measured) {
    let each = measured.profile.as_secs_f64() * 1000.0 / f64::from(measured.resumes.max(1));
    println!("| {name} | {} | {:.3} | {each:.2} |", measured.resumes, measured.fields.share());
}

/// Prints one set; returns whether it exists.
async fn set(title: &str, root: &Path, misses: bool) -> anyhow::Result<bool> {
    let jobs = labelled::read(root)?;
    if jobs.is_empty() {
        return Ok(false);
    }
    println!(
        "| {title} | resumes | ranking, from files | from text | fields, from files | from text | ms a resume: extraction \
         | profile | evaluation |\n|---|---|---|---|---|---|---|---|---|"
    );
    let (mut files, mut truth) = (Measured::default(), Measured::default());
    for job in &jobs {
        let (of_files, of_truth) = (measure(job, Source::Files).await?, measure(job, Source::Truth).await?);
        row(&job.name, &of_files, &of_truth);
        files.add(of_files);
        truth.add(of_truth);
    }
    row("**all**", &files, &truth);
    println!();
    if misses {
        files.fields.misses.iter().for_each(|miss| println!("- {miss}"));
        println!();
    }
    Ok(true)
}

fn row(name: &str, files: &Measured, truth: &Measured) {
    let each = |time: Duration| time.as_secs_f64() * 1000.0 / f64::from(files.resumes.max(1));
    let unread = if files.unread > 0 { format!(" ({} unread)", files.unread) } else { String::new() };
    println!(
        "| {name} | {}{unread} | {:.3} | {:.3} | {:.3} | {:.3} | {:.2} | {:.2} | {:.2} |",
        files.resumes,
        files.accuracy(),
        truth.accuracy(),
        files.fields.share(),
        truth.fields.share(),
        each(files.extraction),
        each(files.profile),
        each(files.evaluation),
    );
}

async fn measure(job: &Job, source: Source) -> anyhow::Result<Measured> {
    let rubric = Arc::new(BuiltIn.rubric(&job.brief).await?);
    let context = JobContext::new(job.brief.clone(), rubric);
    let mut measured = Measured::default();
    let mut graded = Vec::with_capacity(job.resumes.len());
    for resume in &job.resumes {
        graded.push((measured.resume(&context, resume, source).await?, resume.grade));
    }
    measured.accuracies.push(pairwise_accuracy(&graded).context("all resumes of a job have the same grade")?);
    Ok(measured)
}

impl Measured {
    /// Reads and judges one resume; returns its score.
    async fn resume(&mut self, context: &JobContext, resume: &labelled::Resume, source: Source) -> anyhow::Result<f64> {
        let today = labelled::today()?;
        let name = resume.file.file_name().unwrap_or_default().to_string_lossy();
        let (text, hidden_text) = if source == Source::Files {
            let bytes =
                std::fs::read(&resume.file).with_context(|| format!("cannot read {}", resume.file.display()))?;
            let began = Instant::now();
            let extraction = extract_bytes(&bytes, &name, &Limits::default());
            self.extraction += began.elapsed();
            match extraction {
                Ok(extraction) => (extraction.text, extraction.hidden_text),
                Err(failure) => {
                    eprintln!("{name}: {failure}");
                    self.unread += 1;
                    (String::new(), Vec::new())
                }
            }
        } else {
            (resume.truth.clone(), Vec::new())
        };
        let profile = self.profile(&name, &text, &resume.expected)?;
        let began = Instant::now();
        let input = bole_ai::Resume { text: &text, profile: &profile, hidden_text: &hidden_text, today };
        let evaluation = bole_ai::evaluate(&BuiltIn, context, &input).await?;
        self.evaluation += began.elapsed();
        Ok(if text.is_empty() { 0.0 } else { evaluation.overall_score })
    }

    /// Reads a profile and compares it with the expected one.
    fn profile(&mut self, name: &str, text: &str, expected: &Expected) -> anyhow::Result<Profile> {
        self.resumes += 1;
        let began = Instant::now();
        let profile = profile::read(text, labelled::today()?);
        self.profile += began.elapsed();
        let mut score = Score::default();
        expected.judge(&profile, &mut score);
        self.fields.add(&score);
        self.fields.misses.extend(score.misses.into_iter().map(|miss| format!("{name}: {miss}")));
        Ok(profile)
    }

    fn accuracy(&self) -> f64 {
        self.accuracies.iter().sum::<f64>() / self.accuracies.len().max(1) as f64
    }

    fn add(&mut self, other: Self) {
        let Self { accuracies, fields, resumes, unread, extraction, profile, evaluation } = other;
        self.accuracies.extend(accuracies);
        self.fields.add(&fields);
        self.fields.misses.extend(fields.misses);
        self.resumes += resumes;
        self.unread += unread;
        self.extraction += extraction;
        self.profile += profile;
        self.evaluation += evaluation;
    }
}
