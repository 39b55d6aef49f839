//! The demo of an empty installation: an organization with members, a job per language, a year of candidates, and a
//! sample batch for each job.
//!
//! It is created once. If interrupted, the next start creates it with a new password: the account is created first,
//! everything else in one transaction.

mod dice;
mod history;
mod people;
mod plan;
mod team;

use std::borrow::Cow;
use std::io::{Cursor, Write};

use anyhow::Context;
use bole_api::auth::token;
use bole_domain::batch::BatchSource;
use bole_domain::ids::{BatchId, JobId, MemberId, OrganizationId, UserId};
use bole_domain::organization::{Plan, Role};
use bole_queue::kinds::UnpackBatch;
use bole_queue::{Signals, TaskKind};
use bole_storage::{Key, Storage};
use bole_store::batches::{self, NewBatch, NewZip};
use bole_store::jobs::{self, NewJob};
use bole_store::users::{self, OneTimeToken};
use bole_store::{Actor, Db, TenantTx, members, organizations};
use bytes::Bytes;
use futures_util::stream;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use zip::write::SimpleFileOptions;

use self::history::{History, Job};
use self::team::Team;

const SLUG: &str = "demo";
/// The first job's batch also contains this many applicants of each of the others, as misdirected applications.
const STRAYS: usize = 4;
/// The names of the jobs' batches.
const BATCHES: [&str; 3] = ["示例简历 sample-resumes.zip", "sample-resumes.zip", "contoh-cv.zip"];

#[derive(RustEmbed)]
#[folder = "../testdata/labelled/zh-backend-engineer/resumes"]
struct BackendEngineer;

#[derive(RustEmbed)]
#[folder = "../testdata/labelled/en-growth-analyst/resumes"]
struct GrowthAnalyst;

#[derive(RustEmbed)]
#[folder = "../testdata/labelled/id-warehouse-supervisor/resumes"]
struct WarehouseSupervisor;

/// A job with the resumes of its fictional applicants.
struct Sample {
    name: &'static str,
    job: &'static [u8],
    /// The resumes' file names, sorted.
    files: fn() -> Vec<Cow<'static, str>>,
    file: fn(&str) -> Option<EmbeddedFile>,
}

impl Sample {
    const fn of<Resumes: RustEmbed>(name: &'static str, job: &'static [u8]) -> Self {
        let files = || {
            let mut files: Vec<_> = Resumes::iter().collect();
            files.sort();
            files
        };
        Self { name, job, files, file: Resumes::get }
    }
}

const SAMPLES: [Sample; 3] = [
    Sample::of::<BackendEngineer>(
        "zh-backend-engineer",
        include_bytes!("../../testdata/labelled/zh-backend-engineer/job.json"),
    ),
    Sample::of::<GrowthAnalyst>(
        "en-growth-analyst",
        include_bytes!("../../testdata/labelled/en-growth-analyst/job.json"),
    ),
    Sample::of::<WarehouseSupervisor>(
        "id-warehouse-supervisor",
        include_bytes!("../../testdata/labelled/id-warehouse-supervisor/job.json"),
    ),
];

/// The sign-in of a new demo.
pub struct Account {
    pub email: &'static str,
    /// Generated for this installation and shown once.
    pub password: String,
    /// A page that signs in as the owner, once and within [`LINK_LIFE`].
    pub link: String,
}

/// Longer than a first look takes to begin, and short enough for an address that may stay in a terminal's history.
const LINK_LIFE: Duration = Duration::days(1);

/// A job as stored in its file.
#[derive(Deserialize)]
struct SampleJob {
    title: String,
    core_requirement: String,
    jd: String,
    ai_evaluation_criteria: String,
    company_name: String,
}

/// Creates the demo if there are no accounts, else returns `None`.
pub async fn make(db: &Db, storage: &Storage, signals: &Signals, address: &str) -> anyhow::Result<Option<Account>> {
    let password = new_password();
    let Some(team) = team::accounts(db, &password).await? else { return Ok(None) };
    let organization = OrganizationId::new();
    let actor = Actor::owner(organization, team.owner);
    let mut uploads = Vec::with_capacity(SAMPLES.len());
    for job in 0..SAMPLES.len() {
        let id = BatchId::new();
        let key = Key::batch_upload(organization, id);
        let archive = Bytes::from(tokio::task::spawn_blocking(move || archive(job)).await??);
        let bytes = stream::iter([Ok::<_, std::convert::Infallible>(archive)]);
        let size = i64::try_from(storage.put_stream(&key, bytes, u64::MAX).await?.size)?;
        uploads.push((id, NewZip { size, storage_key: key.as_str().to_owned() }));
    }
    let samples = samples()?;
    let runtime = tokio::runtime::Handle::current();
    let jobs = tokio::task::spawn_blocking(move || runtime.block_on(jobs())).await??;
    let history = History::prepare(jobs, &actor, OffsetDateTime::now_utc()).await?;
    history.store(storage, &actor).await?;

    let mut tx = db.tenant(&actor).await?;
    organizations::insert(&mut tx, "Bole Demo 伯乐", SLUG, Plan::Pro, None, &serde_json::json!({})).await?;
    members::insert(&mut tx, MemberId::new(), team.owner, Role::Owner).await?;
    add_jobs(&mut tx, team.owner, &samples, history.jobs()).await?;
    team.join(&mut tx, history.jobs().each_ref().map(|job| job.id)).await?;
    let answers = history.add(&mut tx, &team, address).await?;
    for ((id, zip), (job, file_name)) in uploads.into_iter().zip(history.jobs().iter().zip(BATCHES)) {
        let unpack = UnpackBatch { batch_id: id }.enqueue(&mut tx, None).await?;
        let new = NewBatch {
            id,
            job_id: job.id,
            file_name: file_name.to_owned(),
            source: BatchSource::Upload,
            zip: Some(zip),
            unpack_task_id: Some(unpack.id),
        };
        batches::create(&mut tx, new).await?;
    }
    tx.commit().await?;
    signals.wake();
    answers.give(db, &actor).await?;
    let link = sign_in_link(db, team.owner, address).await?;
    Ok(Some(Account { email: team::OWNER, password, link }))
}

async fn sign_in_link(db: &Db, user: UserId, address: &str) -> anyhow::Result<String> {
    let token = token::one_time();
    let kind = "magiclink";
    let stored = OneTimeToken {
        hash: &token::one_time_hash(&token),
        user,
        kind,
        expires_at: OffsetDateTime::now_utc() + LINK_LIFE,
        full_name: None,
        password_hash: None,
        email: None,
    };
    let mut tx = db.identity().await?;
    users::add_token(&mut tx, &stored).await?;
    tx.commit().await?;
    Ok(format!("{address}/verify?type={kind}&token_hash={token}"))
}

fn samples() -> anyhow::Result<[SampleJob; 3]> {
    let [first, second, third] = SAMPLES.map(|sample| serde_json::from_slice(sample.job));
    Ok([first?, second?, third?])
}

/// The sample jobs with their rubrics and interview questions. Ids are generated in reverse, because lists show the
/// newest first.
async fn jobs() -> anyhow::Result<[Job; 3]> {
    let [first, second, third] = samples()?;
    let (third_id, second_id, first_id) = (JobId::new(), JobId::new(), JobId::new());
    Ok([Job::read(first, first_id).await?, Job::read(second, second_id).await?, Job::read(third, third_id).await?])
}

async fn add_jobs(tx: &mut TenantTx, owner: UserId, samples: &[SampleJob; 3], jobs: &[Job; 3]) -> anyhow::Result<()> {
    for (place, (sample, job)) in samples.iter().zip(jobs).enumerate().rev() {
        let new = NewJob {
            title: sample.title.clone(),
            core_requirement: sample.core_requirement.clone(),
            jd: sample.jd.clone(),
            ai_evaluation_criteria: sample.ai_evaluation_criteria.clone(),
            ai_interview_questions: job.questions.clone(),
            company_name: sample.company_name.clone(),
            recruiter_name: Team::recruiter_name(place).to_owned(),
            submission_email: format!("{}@demo.bole.example.com", SAMPLES[place].name),
            is_active: true,
            ..NewJob::default()
        };
        jobs::insert(tx, job.id, &new, owner).await?;
    }
    Ok(())
}

/// The sample batch of a job as a ZIP.
fn archive(job: usize) -> anyhow::Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (index, sample) in SAMPLES.iter().enumerate() {
        let take = match (index == job, job) {
            (true, _) => usize::MAX,
            (false, 0) => STRAYS,
            (false, _) => 0,
        };
        for name in (sample.files)().iter().take(take) {
            let file = (sample.file)(name).with_context(|| format!("no sample {name}"))?;
            zip.start_file(name.as_ref(), SimpleFileOptions::default())?;
            zip.write_all(&file.data)?;
        }
    }
    Ok(zip.finish()?.into_inner())
}

/// Sixteen unambiguous letters and digits.
pub fn new_password() -> String {
    const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let letters: Vec<char> = (0..16).map(|_| char::from(ALPHABET[rand::random_range(0..ALPHABET.len())])).collect();
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_batches_have_all_applicants_of_their_job() {
        let sizes = [0, 1, 2].map(|job| zip::ZipArchive::new(Cursor::new(archive(job).unwrap())).unwrap().len());
        assert_eq!(sizes, [24, 16, 16]);
    }

    #[test]
    fn demo_passwords_differ_between_installations() {
        assert_ne!(new_password(), new_password());
        assert_eq!(new_password().len(), 19);
    }
}
