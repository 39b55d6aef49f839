//! Bulk reads and writes of evaluations.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use bole_domain::batch::{BatchSource, TaskStatus};
use bole_domain::evaluation::{AiEval, Engine, EvaluationVersions, Language, RecommendationLevel, Rubric};
use bole_domain::ids::{BatchId, BatchTaskId, FileId, TaskId};
use bole_domain::profile::{ModelProfile, Profile};
use bole_domain::task::Lane;
use bole_store::applications::{self, PromotionScope};
use bole_store::batch_tasks::{self, NewEntry, NewEntryOutcome};
use bole_store::batches::{self, NewBatch, NewZip};
use bole_store::evaluations::{self, Evaluated};
use bole_store::files::{self, FileText, NewFile};
use bole_store::ledger::{self, Claim, Cursor, NewTask};
use bole_store::{Actor, Db, StoreError, TenantTx, rubrics, talent_pool};
use bole_testkit::{Seed, TestDatabase};

struct World {
    database: TestDatabase,
    db: Db,
    seed: Seed,
    entries: Vec<BatchTaskId>,
    files: Vec<FileId>,
}

impl World {
    /// A batch with this many entries of different files.
    async fn new(entries: u8) -> Self {
        let database = TestDatabase::new().await;
        let (db, seed) = (database.store(), Seed::new(&database).await);
        let mut tx = db.tenant(&seed.actor()).await.unwrap();
        let batch = BatchId::new();
        let unpack_task_id = task(&mut tx).await;
        let new = NewBatch {
            id: batch,
            job_id: seed.job,
            file_name: "resumes.zip".into(),
            source: BatchSource::Upload,
            zip: Some(NewZip { size: 10, storage_key: format!("{batch}.zip") }),
            unpack_task_id: Some(unpack_task_id),
        };
        batches::create(&mut tx, new).await.unwrap();
        let new_files: Vec<NewFile> = (0..entries).map(file).collect();
        let files = files::record(&mut tx, &new_files).await.unwrap();
        let mut ids = Vec::new();
        for (position, file_id) in (0..).zip(&files) {
            let id = BatchTaskId::new();
            let outcome = NewEntryOutcome::Queued { file_id: *file_id, task_id: task(&mut tx).await };
            let entry = NewEntry { id, position, file_name: format!("{position}.pdf"), outcome };
            batch_tasks::record(&mut tx, batch, seed.job, &[entry]).await.unwrap();
            ids.push(id);
        }
        tx.commit().await.unwrap();
        Self { database, db, seed, entries: ids, files }
    }

    async fn tx(&self) -> TenantTx {
        self.db.tenant(&Actor::worker(self.seed.organization)).await.unwrap()
    }
}

async fn task(tx: &mut TenantTx) -> TaskId {
    ledger::enqueue(tx, NewTask::new("test", Lane::General, &()).unwrap()).await.unwrap().id
}

fn file(n: u8) -> NewFile {
    NewFile {
        sha256: format!("{n:02x}").repeat(32),
        size: 1,
        media_type: "application/pdf".into(),
        storage_key: format!("files/{n}"),
    }
}

fn text(text: &str, extraction_version: &str) -> FileText {
    FileText {
        text: text.into(),
        hidden_text: vec!["hidden".into()],
        profile: profile(text),
        model_profile: None,
        pages: 2,
        unread_pages: Vec::new(),
        recognized_pages: Vec::new(),
        is_recognition_tried: false,
        extraction_version: extraction_version.into(),
    }
}

fn profile(name: &str) -> Profile {
    Profile { name: Some(name.into()), email: Some(format!("{name}@example.com")), ..Profile::default() }
}

fn eval(score: f64) -> AiEval {
    AiEval {
        overall_score: score,
        recommendation_level: RecommendationLevel::of(score, Default::default(), false),
        summary: String::new(),
        scores: BTreeMap::new(),
        criteria: Vec::new(),
        flags: Vec::new(),
        score_parts: Vec::new(),
        adjustments: Vec::new(),
        thresholds: None,
        level_cap: None,
        dropped_quotes: 0,
        engine: Engine::BuiltIn,
        fallback_reason: None,
        spread: None,
        versions: EvaluationVersions {
            engine: "t".into(),
            model: None,
            prompt: None,
            rubric: "t".into(),
            reading: "t".into(),
        },
    }
}

#[tokio::test]
async fn entries_are_found_with_earlier_readings_of_their_files() {
    let world = World::new(3).await;
    let mut tx = world.tx().await;
    let (first, second) = (text("first", "1"), text("second", "1"));
    files::keep_texts(&mut tx, &[(world.files[1], &second), (world.files[0], &first)]).await.unwrap();
    let (gone, other) = (BatchTaskId::new(), world.entries[2]);
    let found = evaluations::find(&mut tx, &[world.entries[0], gone, other, world.entries[1]], "1").await.unwrap();
    let found: BTreeMap<_, _> = found.into_iter().map(|entry| (entry.id, entry)).collect();
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), world.entries);
    let of = |n: usize| &found[&world.entries[n]];
    assert_eq!((&*of(0).file_name, &*of(0).storage_key), ("0.pdf", "files/0"));
    assert_eq!((of(0).job_id, of(0).file_id), (world.seed.job, world.files[0]));
    let kept = of(1).text.as_ref().unwrap();
    assert_eq!((&*kept.text, &kept.profile, kept.pages), ("second", &profile("second"), 2));
    assert!(of(2).text.is_none());
    let found = evaluations::find(&mut tx, &world.entries, "2").await.unwrap();
    assert!(found.iter().all(|entry| entry.text.is_none()), "a text of another version is none");
}

#[tokio::test]
async fn latest_text_of_a_file_is_kept() {
    let world = World::new(1).await;
    let mut tx = world.tx().await;
    let (file, [one, two, three]) = (world.files[0], ["one", "two", "three"].map(|name| text(name, "1")));
    files::keep_texts(&mut tx, &[(file, &one)]).await.unwrap();
    files::keep_texts(&mut tx, &[(file, &two), (file, &three)]).await.unwrap();
    let found = evaluations::find(&mut tx, &world.entries, "1").await.unwrap();
    assert_eq!(found[0].text.as_ref().unwrap().text, "three");
}

#[tokio::test]
async fn profile_read_by_a_model_stays_with_the_same_text() {
    let world = World::new(1).await;
    let mut tx = world.tx().await;
    let file = world.files[0];
    let of_model = ModelProfile { version: "m".into(), profile: profile("model") };
    let by_model = FileText { model_profile: Some(of_model), ..text("one", "1") };
    files::keep_texts(&mut tx, &[(file, &by_model)]).await.unwrap();
    files::keep_texts(&mut tx, &[(file, &text("one", "2"))]).await.unwrap();
    assert_eq!(files::profile(&mut tx, file).await.unwrap(), profile("model"));
    files::keep_texts(&mut tx, &[(file, &text("another", "2"))]).await.unwrap();
    assert_eq!(files::profile(&mut tx, file).await.unwrap(), profile("another"), "the model has not read that");
}

/// The states of entries that share a ledger task, in the order of [`batches::find`]'s counts.
async fn counts(tx: &mut TenantTx, batch: BatchId) -> [i64; 4] {
    let counts = batches::find(tx, batch).await.unwrap().counts;
    [counts.pending, counts.processing, counts.completed, counts.failed]
}

#[tokio::test]
async fn entries_share_a_task_until_evaluated_deleted_or_reassigned() {
    let world = World::new(5).await;
    let (lin, good) = (profile("lin"), eval(91.0));
    let mut tx = world.tx().await;
    let batch = batch_tasks::find(&mut tx, world.entries[0]).await.unwrap().batch_id;
    let shared = task(&mut tx).await;
    assert!(!batch_tasks::is_shared(&mut tx, shared).await.unwrap());
    let all: Vec<_> = world.entries.iter().map(|id| (*id, shared)).collect();
    batch_tasks::set_tasks(&mut tx, &all).await.unwrap();
    assert!(batch_tasks::is_shared(&mut tx, shared).await.unwrap());
    assert_eq!(counts(&mut tx, batch).await, [5, 0, 0, 0]);

    evaluations::keep(&mut tx, &[world.evaluated(0, &good, &lin)]).await.unwrap();
    assert_eq!(counts(&mut tx, batch).await, [4, 0, 1, 0], "what is evaluated does not wait for its task's end");
    assert_eq!(batch_tasks::find(&mut tx, world.entries[0]).await.unwrap().status, TaskStatus::Completed);
    assert_eq!(batch_tasks::unevaluated_of(&mut tx, shared).await.unwrap(), world.entries[1..]);

    ledger::cancel(&mut tx, shared).await.unwrap();
    assert_eq!(counts(&mut tx, batch).await, [0, 0, 1, 4]);
    let failed = batch_tasks::ids_in(&mut tx, batch, TaskStatus::Failed, None).await.unwrap();
    assert_eq!(failed, all[1..].iter().map(|(id, task)| (*id, Some(*task))).collect::<Vec<_>>());
    let other = task(&mut tx).await;
    batch_tasks::set_tasks(&mut tx, &[(world.entries[2], other), (BatchTaskId::new(), other)]).await.unwrap();
    assert_eq!(counts(&mut tx, batch).await, [1, 0, 1, 3]);
    assert_eq!(ledger::retry_many(&mut tx, &[shared, shared, other]).await.unwrap(), HashSet::from([shared]));
    assert_eq!(counts(&mut tx, batch).await, [4, 0, 1, 0]);

    let ids = &world.entries;
    assert_eq!(batch_tasks::delete(&mut tx, &[ids[2]]).await.unwrap(), [other]);
    let cancelled = batch_tasks::delete(&mut tx, &[ids[0], ids[1]]).await.unwrap();
    assert!(cancelled.is_empty(), "two are left with that task");
    assert_eq!(batch_tasks::delete(&mut tx, &[ids[3], ids[4]]).await.unwrap(), [shared]);
}

#[tokio::test]
async fn task_is_locked_only_with_a_valid_lease() {
    let world = World::new(1).await;
    let claim = Claim {
        lane: Lane::General,
        kinds: vec!["test".into()],
        slots: 1,
        lease_for: Duration::from_secs(60),
        per_organization: None,
        share: None,
    };
    let claimed = ledger::claim(&world.db, &mut Cursor::default(), &claim).await.unwrap();
    let [claimed] = &claimed[..] else { panic!("{claimed:?}") };
    let mut tx = world.tx().await;
    ledger::hold_in(&mut tx, &claimed.lease).await.unwrap();
    ledger::cancel(&mut tx, claimed.lease.task).await.unwrap();
    assert!(matches!(ledger::hold_in(&mut tx, &claimed.lease).await, Err(StoreError::Stale)));
}

#[tokio::test]
async fn pool_members_are_listed_by_page_until_in_the_batch() {
    let world = World::new(4).await;
    let (profiles, good) = (["ada", "bo", "cy", "di"].map(profile), eval(91.0));
    let mut tx = world.tx().await;
    let batch = batch_tasks::find(&mut tx, world.entries[0]).await.unwrap().batch_id;
    for (n, profile) in profiles.iter().enumerate() {
        evaluations::keep(&mut tx, &[world.evaluated(n, &good, profile)]).await.unwrap();
        let entry = batch_tasks::find(&mut tx, world.entries[n]).await.unwrap();
        let entry = batch_tasks::BatchTask { status: TaskStatus::Completed, ..entry };
        applications::promote(&mut tx, world.seed.job, &[entry], PromotionScope::All).await.unwrap();
    }
    tx.commit().await.unwrap();
    let ranking = BatchId::new();
    let mut owner = world.database.connection().await;
    let in_pool =
        "UPDATE applications SET is_archived = true, archive_reason = 'future_opportunity', archived_at = now()";
    sqlx::query(in_pool).execute(&mut owner).await.unwrap();

    let mut tx = world.tx().await;
    let mut listed = Vec::new();
    let mut after = None;
    loop {
        let page = talent_pool::other_resumes(&mut tx, ranking, after, 3).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.person_id);
        listed.push(page.len());
    }
    assert_eq!(listed, [3, 1]);
    assert_eq!(talent_pool::count_other_resumes(&mut tx, Some(ranking)).await.unwrap(), 4);
    let found = talent_pool::other_resumes(&mut tx, batch, None, 3).await.unwrap();
    assert!(found.is_empty(), "their resumes are in that batch: {found:?}");
    tx.release();

    for (change, left) in [
        ("UPDATE people SET blacklisted = true WHERE name = 'ada'", 3),
        (
            "UPDATE applications SET status = '归档', sub_status = '已发拒信淘汰', archive_reason = '已发拒信淘汰'
             WHERE person_id IN (SELECT id FROM people WHERE name = 'bo')",
            2,
        ),
        (
            "UPDATE applications SET is_archived = false, archive_reason = NULL, archived_at = NULL
             WHERE person_id IN (SELECT id FROM people WHERE name = 'cy')",
            1,
        ),
    ] {
        sqlx::query(change).execute(&mut owner).await.unwrap();
        let mut tx = world.tx().await;
        assert_eq!(talent_pool::other_resumes(&mut tx, ranking, None, 10).await.unwrap().len(), left, "{change}");
    }
}

impl World {
    fn evaluated<'a>(&self, n: usize, eval: &'a AiEval, profile: &'a Profile) -> Evaluated<'a> {
        Evaluated {
            entry: self.entries[n],
            file_id: self.files[n],
            job_id: self.seed.job,
            application_id: None,
            rubric_hash: b"rubric",
            eval,
            profile,
        }
    }
}

#[tokio::test]
async fn each_entry_keeps_its_evaluation_and_a_missing_one_is_reported() {
    let world = World::new(3).await;
    let mut tx = world.tx().await;
    let profiles = ["ada", "bo", "cy"].map(profile);
    let evals = [91.0, 52.5, 10.0].map(eval);
    let evaluated = |n: usize| world.evaluated(n, &evals[n], &profiles[n]);
    evaluations::keep(&mut tx, &[evaluated(2), evaluated(0), evaluated(1)]).await.unwrap();
    for n in 0..3 {
        let kept = batch_tasks::find(&mut tx, world.entries[n]).await.unwrap();
        assert_eq!(kept.score, Some(evals[n].overall_score));
        assert_eq!(evaluations::ai_eval(&mut tx, kept.evaluation_id.unwrap()).await.unwrap(), evals[n]);
        assert_eq!(kept.recommendation, Some(evals[n].recommendation_level));
        assert_eq!(kept.profile.as_ref(), Some(&profiles[n]));
        assert!(kept.evaluated_at.is_some());
    }
    let gone = Evaluated { entry: BatchTaskId::new(), ..evaluated(0) };
    assert!(matches!(evaluations::keep(&mut tx, &[evaluated(1), gone]).await, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn reevaluated_application_shows_the_new_evaluation_and_keeps_the_old() {
    let world = World::new(2).await;
    let mut tx = world.tx().await;
    let (lin, first, second) = (profile("lin"), eval(91.0), eval(42.0));
    evaluations::keep(&mut tx, &[world.evaluated(0, &first, &lin)]).await.unwrap();
    let found = batch_tasks::find(&mut tx, world.entries[0]).await.unwrap();
    let entry = batch_tasks::BatchTask { status: TaskStatus::Completed, ..found };
    applications::promote(&mut tx, world.seed.job, &[entry], PromotionScope::All).await.unwrap();
    let id = batch_tasks::find(&mut tx, world.entries[0]).await.unwrap().application_id.unwrap();
    let before = applications::find(&mut tx, id).await.unwrap();
    let again = Evaluated { application_id: Some(id), file_id: world.files[0], ..world.evaluated(1, &second, &lin) };
    evaluations::keep(&mut tx, &[again]).await.unwrap();

    let after = applications::find(&mut tx, id).await.unwrap();
    let shown: AiEval = serde_json::from_str(after.ai_eval.as_ref().unwrap().get()).unwrap();
    assert_eq!((shown, after.recommendation_level.map(RecommendationLevel::tier)), (second.clone(), Some(3)));
    assert_eq!((after.state, after.version), (before.state, before.version));
    let (history, total) = evaluations::of_application(&mut tx, id, 10, 0).await.unwrap();
    let history: Vec<(AiEval, bool)> =
        history.iter().map(|past| (serde_json::from_str(past.ai_eval.get()).unwrap(), past.is_current)).collect();
    assert_eq!((history, total), (vec![(second, true), (first, false)], 2));
}

#[tokio::test]
async fn evaluations_are_isolated_by_organization() {
    let world = World::new(1).await;
    let other = Seed::new(&world.database).await;
    let mut tx = world.db.tenant(&Actor::worker(other.organization)).await.unwrap();
    assert!(evaluations::find(&mut tx, &world.entries, "1").await.unwrap().is_empty());
    let (eval, profile) = (eval(1.0), profile("x"));
    assert!(evaluations::keep(&mut tx, &[world.evaluated(0, &eval, &profile)]).await.is_err());
}

#[tokio::test]
async fn each_engine_keeps_its_own_rubric_of_a_job() {
    let world = World::new(0).await;
    let mut tx = world.tx().await;
    let rubric = |version: &str| Rubric {
        language: Language::En,
        criteria: Vec::new(),
        thresholds: Default::default(),
        career_weight: 0.0,
        version: version.into(),
        fallback: None,
        edited_by: None,
        edited_at: None,
    };
    for (engine, version) in [("built-in", "1"), ("model", "m"), ("built-in", "2")] {
        rubrics::keep(&mut tx, world.seed.job, engine, &rubric(version), version.as_bytes()).await.unwrap();
    }
    for (engine, version) in [("built-in", Some("2")), ("model", Some("m")), ("another", None)] {
        let kept = rubrics::source(&mut tx, world.seed.job, engine).await.unwrap().kept;
        assert_eq!(kept, version.map(|version| (rubric(version), version.as_bytes().to_vec())), "{engine}");
    }
}
