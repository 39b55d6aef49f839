//! The labelled sets: jobs with graded resumes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use bole_ai::JobBrief;
use bole_domain::period::YearMonth;
use bole_testkit::accuracy::Expected;
use serde::Deserialize;
use serde_json::Value;

/// The month the sets were labelled.
const LABELLED_IN: (i32, u8) = (2026, 11);

/// A job with its graded resumes.
pub struct Job {
    /// Its folder's name.
    pub name: String,
    /// The job as passed to evaluators.
    pub brief: JobBrief,
    /// In the order of the labels.
    pub resumes: Vec<Resume>,
}

pub struct Resume {
    pub file: PathBuf,
    /// Its source text.
    pub truth: String,
    /// From 0, not suitable, to 3, excellent.
    pub grade: u8,
    pub expected: Expected,
}

#[derive(Deserialize)]
struct JobFile {
    title: String,
    core_requirement: String,
    jd: String,
    ai_evaluation_criteria: String,
}

#[derive(Deserialize)]
struct Label {
    file: PathBuf,
    grade: u8,
    profile: Value,
}

/// A set of resumes without a job: extracted texts with expected profiles.
pub struct Profiles {
    /// Its folder's name.
    pub name: String,
    /// Name, text and profile of each.
    pub resumes: Vec<(String, String, Expected)>,
}

/// The month used for "present".
pub fn today() -> anyhow::Result<YearMonth> {
    YearMonth::new(LABELLED_IN.0, LABELLED_IN.1).context("no such month")
}

/// The jobs under `root` by name; none if the folder does not exist.
pub fn read(root: &Path) -> anyhow::Result<Vec<Job>> {
    let folders = folders(root)?;
    folders.iter().map(|folder| job(folder).with_context(|| format!("cannot read {}", folder.display()))).collect()
}

/// The sets of profiles under `root` by name; none if the folder does not exist.
pub fn read_profiles(root: &Path) -> anyhow::Result<Vec<Profiles>> {
    let folders = folders(root)?;
    folders.iter().map(|folder| profiles(folder).with_context(|| format!("cannot read {}", folder.display()))).collect()
}

fn folders(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !root.is_dir() {
        return Ok(Vec::new());
    }
    let mut folders = Vec::new();
    for entry in fs::read_dir(root)? {
        let folder = entry?.path();
        if folder.join("labels.json").is_file() {
            folders.push(folder);
        }
    }
    folders.sort();
    Ok(folders)
}

fn profiles(folder: &Path) -> anyhow::Result<Profiles> {
    #[derive(Deserialize)]
    struct Label {
        file: PathBuf,
        profile: Value,
    }
    let labels: Vec<Label> = serde_json::from_str(&fs::read_to_string(folder.join("labels.json"))?)?;
    let resumes = labels.into_iter().map(|Label { file, profile }| {
        let text = fs::read_to_string(folder.join(&file)).with_context(|| format!("cannot read {}", file.display()))?;
        Ok((file.display().to_string(), text, Expected::of_label(&profile)))
    });
    Ok(Profiles { name: name(folder), resumes: resumes.collect::<anyhow::Result<_>>()? })
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn job(folder: &Path) -> anyhow::Result<Job> {
    let JobFile { title, core_requirement, jd, ai_evaluation_criteria } =
        serde_json::from_str(&fs::read_to_string(folder.join("job.json"))?)?;
    let labels: Vec<Label> = serde_json::from_str(&fs::read_to_string(folder.join("labels.json"))?)?;
    let resumes = labels.into_iter().map(|label| {
        let Label { file, grade, profile } = label;
        let name = Path::new(file.file_stem().context("a label without a file")?).with_extension("txt");
        let truth = folder.join("text").join(name);
        let truth = fs::read_to_string(&truth).with_context(|| format!("cannot read {}", truth.display()))?;
        Ok(Resume { file: folder.join(file), truth, grade, expected: Expected::of_label(&profile) })
    });
    Ok(Job {
        name: name(folder),
        brief: JobBrief { title, core_requirement, jd, ai_evaluation_criteria },
        resumes: resumes.collect::<anyhow::Result<_>>()?,
    })
}
