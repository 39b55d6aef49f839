//! The demo that an empty installation begins with: an organization, a job in each language, and a sample batch.
//!
//! It is made once. Cut off half way it is made anew by the next start, with a new password: the account comes first, and
//! everything else is one transaction.

use std::io::{Cursor, Write};

use anyhow::Context;
use bole_api::PasswordCost;
use bole_api::auth::password::Passwords;
use bole_domain::batch::BatchSource;
use bole_domain::ids::{BatchId, JobId, MemberId, OrganizationId, UserId};
use bole_domain::organization::{Plan, Role};
use bole_queue::kinds::UnpackBatch;
use bole_queue::{Signals, TaskKind};
use bole_storage::{Key, Storage};
use bole_store::batches::{self, NewBatch, NewZip};
use bole_store::jobs::{self, NewJob};
use bole_store::users::{self, NewUser};
use bole_store::{Actor, Db, StoreError, TenantTx, members, operations, organizations};
use bytes::Bytes;
use futures_util::stream;
use rust_embed::RustEmbed;
use serde::Deserialize;
use zip::write::SimpleFileOptions;

/// The owner's address; mail to it goes nowhere.
const EMAIL: &str = "demo@bole.example.com";
const SLUG: &str = "demo";
/// The jobs, by their folder in the samples; the batch is evaluated for the first.
const JOBS: [&str; 3] = ["zh-backend-engineer", "en-growth-analyst", "id-warehouse-supervisor"];
/// From the first job's applicants all, from the others' so many: some letters always go to the wrong job.
const STRAYS: usize = 4;

/// Fictional applicants and the jobs they apply for.
#[derive(RustEmbed)]
#[folder = "../testdata/labelled"]
#[include = "*/job.json"]
#[include = "*/resumes/*"]
struct Samples;

/// How to sign in to a demo made just now.
pub struct Account {
    /// The address.
    pub email: &'static str,
    /// Made for this installation, told once.
    pub password: String,
}

#[derive(Deserialize)]
struct SampleJob {
    title: String,
    core_requirement: String,
    jd: String,
    ai_evaluation_criteria: String,
    company_name: String,
}

/// Makes the demo where there is nobody yet. `None` where there is.
pub async fn make(db: &Db, storage: &Storage, signals: &Signals) -> anyhow::Result<Option<Account>> {
    let password = new_password();
    let Some(owner) = owner(db, &password).await? else { return Ok(None) };
    let organization = OrganizationId::new();
    let batch = BatchId::new();
    let key = Key::batch_upload(organization, batch);
    let archive = Bytes::from(archive()?);
    let bytes = stream::iter([Ok::<_, std::convert::Infallible>(archive)]);
    let stored = storage.put_stream(&key, bytes, u64::MAX).await?;

    let mut tx = db.tenant(&Actor::person(organization, owner, Role::Owner)).await?;
    organizations::insert(&mut tx, "Bole Demo 伯乐", SLUG, Plan::Pro, &serde_json::json!({})).await?;
    members::insert(&mut tx, MemberId::new(), owner, Role::Owner).await?;
    let first = add_jobs(&mut tx, owner).await?;
    let unpack = UnpackBatch { batch_id: batch }.enqueue(&mut tx, None).await?;
    let new = NewBatch {
        id: batch,
        job_id: first,
        file_name: "示例简历 sample-resumes.zip".to_owned(),
        source: BatchSource::Upload,
        zip: Some(NewZip { size: i64::try_from(stored.size)?, storage_key: key.as_str().to_owned() }),
        unpack_task_id: Some(unpack.id),
    };
    batches::create(&mut tx, new).await?;
    tx.commit().await?;
    signals.wake();
    Ok(Some(Account { email: EMAIL, password }))
}

/// The demo's owner with this password; `None` where somebody uses this installation already.
async fn owner(db: &Db, password: &str) -> anyhow::Result<Option<UserId>> {
    let mut tx = db.identity().await?;
    let others = users::any_besides(&mut tx, EMAIL).await?;
    let found = match users::by_email(&mut tx, EMAIL).await {
        Ok(found) => Some(found.user.id),
        Err(StoreError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    tx.rollback().await?;
    if others {
        return Ok(None);
    }
    if let Some(id) = found {
        let mut tx = db.user(id).await?;
        let made = !organizations::of_user(&mut tx).await?.is_empty();
        tx.rollback().await?;
        if made {
            return Ok(None);
        }
    }
    let passwords =
        Passwords::new(PasswordCost::default()).map_err(|_| anyhow::anyhow!("passwords cannot be hashed"))?;
    let hash =
        passwords.hash(password.to_owned()).await.map_err(|_| anyhow::anyhow!("the password cannot be hashed"))?;
    let mut tx = db.identity().await?;
    let id = match found {
        Some(id) => users::change(&mut tx, id, None, Some(&hash)).await?.id,
        None => {
            let new = NewUser {
                id: UserId::new(),
                email: EMAIL,
                full_name: "Demo",
                password_hash: &hash,
                language: "zh-CN",
                confirmed: true,
                user_type: users::UserType::TenantOwner,
            };
            users::insert(&mut tx, &new).await?;
            // Whoever starts the demo runs the installation.
            operations::set_operator(&mut tx, EMAIL, true).await?;
            new.id
        }
    };
    tx.commit().await?;
    Ok(Some(id))
}

/// Adds the sample jobs; the first one's id comes back. The last is added first, for lists show the newest on top.
async fn add_jobs(tx: &mut TenantTx, owner: UserId) -> anyhow::Result<JobId> {
    let mut id = JobId::new();
    for folder in JOBS.iter().rev() {
        id = JobId::new();
        let file = Samples::get(&format!("{folder}/job.json")).with_context(|| format!("no sample job {folder}"))?;
        let SampleJob { title, core_requirement, jd, ai_evaluation_criteria, company_name } =
            serde_json::from_slice(&file.data)?;
        let job = NewJob {
            title,
            core_requirement,
            jd,
            ai_evaluation_criteria,
            company_name,
            recruiter_name: "Demo".to_owned(),
            submission_email: format!("{folder}@demo.bole.example.com"),
            is_active: true,
            ..NewJob::default()
        };
        jobs::insert(tx, id, &job, owner).await?;
    }
    Ok(id)
}

/// The sample batch as somebody would send it.
fn archive() -> anyhow::Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (index, folder) in JOBS.iter().enumerate() {
        let prefix = format!("{folder}/resumes/");
        let mut names: Vec<_> = Samples::iter().filter(|name| name.starts_with(&prefix)).collect();
        names.sort();
        let take = if index == 0 { names.len() } else { STRAYS };
        for name in names.iter().take(take) {
            let file = Samples::get(name).with_context(|| format!("no sample {name}"))?;
            zip.start_file(name.trim_start_matches(&prefix), SimpleFileOptions::default())?;
            zip.write_all(&file.data)?;
        }
    }
    Ok(zip.finish()?.into_inner())
}

/// Sixteen letters and digits that cannot be mistaken for each other.
pub fn new_password() -> String {
    const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let letters: Vec<char> = (0..16).map(|_| char::from(ALPHABET[rand::random_range(0..ALPHABET.len())])).collect();
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_batch_is_two_dozen_resumes() {
        let archive = zip::ZipArchive::new(Cursor::new(archive().unwrap())).unwrap();
        assert_eq!(archive.len(), 24);
    }

    #[test]
    fn no_two_installations_share_a_password() {
        assert_ne!(new_password(), new_password());
        assert_eq!(new_password().len(), 19);
    }
}
