//! Turning batch entries into people and applications: one person, one application per job, however often it is
//! requested.

use std::collections::BTreeMap;

use bole_domain::batch::{BatchSource, TaskStatus};
use bole_domain::evaluation::{AiEval, Engine, EvaluationDifference, EvaluationVersions, RecommendationLevel};
use bole_domain::failure::EntryReason;
use bole_domain::history::EventActor;
use bole_domain::ids::{BatchId, BatchTaskId, FileId, TaskId};
use bole_domain::profile::{Profile, WorkExperience};
use bole_domain::stage::{Stage, State, SubStatus};
use bole_store::applications::page::{ApplicationFilter, ApplicationSort, PageRequest, count};
use bole_store::applications::{self, Promotion, PromotionScope};
use bole_store::batch_tasks::{self, BatchTask, BatchTaskFilter, NewEntry, NewEntryOutcome};
use bole_store::batches::{self, BatchFilter, NewBatch, NewZip};
use bole_store::evaluations::{self, Evaluated};
use bole_store::files::{self, NewFile};
use bole_store::{Actor, Db, ListPage, people};
use bole_testkit::{Seed, TestDatabase};

/// A database with one organization, and a batch to fill.
pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) db: Db,
    pub(crate) seed: Seed,
    batch: BatchId,
}

impl World {
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::new().await;
        let (db, seed) = (database.store(), Seed::new(&database).await);
        let mut world = Self { database, db, seed, batch: BatchId::new() };
        world.batch = world.new_batch().await;
        world
    }

    /// A ledger task as left by a worker that finished it.
    async fn finished_task(&self, state: &str) -> TaskId {
        let id = TaskId::new();
        let mut connection = self.database.connection().await;
        sqlx::query(
            "INSERT INTO tasks (id, organization_id, lane, kind, payload, state) VALUES ($1, $2, 0, 'test', '{}', $3)",
        )
        .bind(id.0)
        .bind(self.seed.organization.0)
        .bind(state)
        .execute(&mut connection)
        .await
        .unwrap();
        id
    }

    async fn new_batch(&self) -> BatchId {
        let id = BatchId::new();
        let unpack_task_id = self.finished_task("completed").await;
        let mut tx = self.db.tenant(&self.seed.actor()).await.unwrap();
        let new = NewBatch {
            id,
            job_id: self.seed.job,
            file_name: "resumes.zip".into(),
            source: BatchSource::Upload,
            zip: Some(NewZip { size: 10, storage_key: format!("{id}.zip") }),
            unpack_task_id: Some(unpack_task_id),
        };
        batches::create(&mut tx, new).await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// A batch entry with an evaluated resume.
    pub(crate) async fn evaluated(&self, position: i32, content: u8, profile: Profile, score: f64) -> BatchTask {
        let task_id = self.finished_task("completed").await;
        let mut tx = self.db.tenant(&self.seed.actor()).await.unwrap();
        let file = NewFile {
            sha256: format!("{content:02x}").repeat(32),
            size: 1,
            media_type: "application/pdf".into(),
            storage_key: format!("files/{content}"),
        };
        let file_id: FileId = files::record(&mut tx, &[file]).await.unwrap()[0];
        let id = BatchTaskId::new();
        let outcome = NewEntryOutcome::Queued { file_id, task_id };
        let entry = NewEntry { id, position, file_name: format!("{position}.pdf"), outcome };
        batch_tasks::record(&mut tx, self.batch, self.seed.job, &[entry]).await.unwrap();
        let evaluated = Evaluated {
            entry: id,
            file_id,
            job_id: self.seed.job,
            application_id: None,
            rubric_hash: b"rubric",
            eval: &eval(score),
            profile: &profile,
        };
        evaluations::keep(&mut tx, &[evaluated]).await.unwrap();
        let task = batch_tasks::find(&mut tx, id).await.unwrap();
        tx.commit().await.unwrap();
        task
    }

    pub(crate) async fn promote(&self, tasks: &[BatchTask]) -> Promotion {
        self.promote_by(&self.seed.actor(), tasks, PromotionScope::All).await
    }

    async fn promote_by(&self, actor: &Actor, tasks: &[BatchTask], scope: PromotionScope) -> Promotion {
        let mut tx = self.db.tenant(actor).await.unwrap();
        let promotion = applications::promote(&mut tx, self.seed.job, tasks, scope).await.unwrap();
        tx.commit().await.unwrap();
        promotion
    }
}

pub(crate) fn eval(score: f64) -> AiEval {
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

const TEN: PageRequest = PageRequest { sort: ApplicationSort::Score, after: None, limit: 10, offset: 0 };

fn state(sub_status: SubStatus) -> State {
    State::new(Stage::AiReview, sub_status).unwrap()
}

pub(crate) fn person(name: &str, email: Option<&str>, phone: Option<&str>) -> Profile {
    Profile {
        name: Some(name.into()),
        email: email.map(Into::into),
        phone: phone.map(Into::into),
        work_experiences: vec![WorkExperience {
            company_name: Some("星河数据".into()),
            start_date: "2019-07".parse().ok(),
            is_current: true,
            ..WorkExperience::default()
        }],
        ..Profile::default()
    }
}

#[tokio::test]
async fn promoted_resume_becomes_an_application_in_ai_review() {
    let world = World::new().await;
    let good = world.evaluated(1, 1, person("林晓雨", Some("lin@example.com"), None), 86.0).await;
    let poor = world.evaluated(2, 2, person("Budi", Some("budi@example.com"), None), 45.0).await;
    assert_eq!(world.promote(&[good, poor]).await, Promotion { created: 2, existing: 0, skipped: 0 });

    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    let filter = ApplicationFilter { job_id: Some(world.seed.job), ..ApplicationFilter::default() };
    let (list, next) = applications::list(&mut tx, &filter, TEN).await.unwrap();
    assert_eq!((list.len(), next), (2, None));
    assert_eq!(count(&mut tx, &filter, 10).await.unwrap(), 2);
    assert_eq!(list[0].person.name.as_deref(), Some("林晓雨"));
    assert_eq!(list[0].state, state(SubStatus::RecommendContact));
    assert_eq!(list[1].state, state(SubStatus::RecommendReject));
    let tiers = [&list[0], &list[1]].map(|found| found.recommendation_level.map(RecommendationLevel::tier));
    assert_eq!(tiers, [Some(1), Some(3)]);
    let history = applications::events(&mut tx, list[0].id).await.unwrap();
    assert_eq!(history.len(), 1);
    assert_eq!((history[0].actor.kind, history[0].actor.user_id), (EventActor::Person, Some(world.seed.owner)));
    let work = people::work_experiences(&mut tx, list[0].resume_id.unwrap()).await.unwrap();
    assert_eq!(work[0].company_name.as_deref(), Some("星河数据"));
    let searched = |text: &str| ApplicationFilter { search: Some(text.into()), ..ApplicationFilter::default() };
    assert_eq!(count(&mut tx, &searched("晓雨"), 10).await.unwrap(), 1);
    assert_eq!(count(&mut tx, &searched("%"), 10).await.unwrap(), 0);
}

#[tokio::test]
async fn same_person_is_matched_by_email_phone_or_file() {
    let world = World::new().await;
    let phone = Some("+8613800001234");
    let first = world.evaluated(1, 1, person("林晓雨", Some("lin@example.com"), phone), 86.0).await;
    let same_email = world.evaluated(2, 2, person("Lin Xiaoyu", Some("lin@example.com"), None), 70.0).await;
    let same_phone = world.evaluated(3, 3, person("林晓雨", Some("other@example.com"), phone), 70.0).await;
    let same_file = world.evaluated(4, 1, person("林 晓 雨", None, None), 86.0).await;
    assert_eq!(same_email.duplicate_of, Some(first.id));
    assert_eq!(same_phone.duplicate_of, Some(first.id));
    assert_eq!(same_file.duplicate_of, Some(first.id));
    assert_eq!(first.duplicate_of, None);

    let promotion = world.promote(&[first.clone(), same_email, same_phone, same_file]).await;
    assert_eq!(promotion, Promotion { created: 1, existing: 3, skipped: 0 });
    assert_eq!(world.promote(&[first]).await, Promotion { created: 0, existing: 1, skipped: 0 });
}

#[tokio::test]
async fn people_who_share_an_agencys_address_stay_apart() {
    let world = World::new().await;
    let (email, phone) = (Some("jobs@agency.example"), Some("+8613800001234"));
    let ann = world.evaluated(1, 1, person("Ann Tan", email, phone), 86.0).await;
    let ben = world.evaluated(2, 2, person("Ben Lee", email, phone), 70.0).await;
    let chen = world.evaluated(3, 3, person("陈晨", email, None), 70.0).await;
    let cai = world.evaluated(4, 4, person("蔡英", email, None), 70.0).await;
    for entry in [&ben, &chen, &cai] {
        assert_eq!(entry.duplicate_of, None, "another person's entry is no duplicate");
    }
    assert_eq!(world.promote(&[ann, ben.clone()]).await, Promotion { created: 2, existing: 0, skipped: 0 });
    assert_eq!(world.promote(&[chen, cai]).await, Promotion { created: 2, existing: 0, skipped: 0 });
    let mut connection = world.database.connection().await;
    let people: Vec<(String, Option<String>)> =
        sqlx::query_as("SELECT name, email FROM people WHERE name IN ('Ann Tan', 'Ben Lee') ORDER BY name")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let with = |name: &str| (name.to_owned(), email.map(str::to_owned));
    assert_eq!(people, [with("Ann Tan"), with("Ben Lee")]);

    // Each is recognized again, however the name is written.
    let again = world.evaluated(5, 5, person("LEE Ben", email, phone), 70.0).await;
    assert_eq!(again.duplicate_of, Some(ben.id));
    assert_eq!(world.promote(&[again]).await, Promotion { created: 0, existing: 1, skipped: 0 });
    assert_eq!(world.promote(&[ben]).await, Promotion { created: 0, existing: 1, skipped: 0 });
}

#[tokio::test]
async fn contact_data_is_only_filled_in_from_a_resume_with_the_same_name_and_contact() {
    let phone = Some("+8613800001234");
    let known = person("Lin Xiaoyu", None, phone);
    let stranger = person("Mallory", Some("mallory@example.com"), phone);
    let own = person("lin  xiaoyu", Some("lin@example.com"), phone);
    let email = async |world: &World| -> Option<String> {
        let mut connection = world.database.connection().await;
        sqlx::query_scalar("SELECT email FROM people WHERE name ILIKE 'lin%'").fetch_one(&mut connection).await.unwrap()
    };
    let world = World::new().await;
    let known_entry = world.evaluated(1, 1, known.clone(), 86.0).await;
    world.promote(&[known_entry]).await;
    let stranger_entry = world.evaluated(2, 2, stranger.clone(), 86.0).await;
    world.promote(&[stranger_entry]).await;
    assert_eq!(email(&world).await, None);
    let own_entry = world.evaluated(3, 3, own, 86.0).await;
    world.promote(&[own_entry]).await;
    assert_eq!(email(&world).await.as_deref(), Some("lin@example.com"));

    let world = World::new().await;
    let together = [world.evaluated(1, 1, known, 86.0).await, world.evaluated(2, 2, stranger, 86.0).await];
    world.promote(&together).await;
    assert_eq!(email(&world).await, None, "nor from one promoted with it");
}

#[tokio::test]
async fn unevaluated_entries_are_not_promoted() {
    let world = World::new().await;
    let mut waiting = world.evaluated(1, 1, person("A", None, None), 86.0).await;
    waiting.status = TaskStatus::Failed;
    let mut unjudged = world.evaluated(2, 2, person("B", None, None), 86.0).await;
    unjudged.recommendation = Some(RecommendationLevel::ToBeEvaluated);
    assert_eq!(world.promote(&[waiting, unjudged]).await, Promotion { created: 0, existing: 0, skipped: 2 });
}

#[tokio::test]
async fn only_a_person_chooses_somebody_without_an_evaluation() {
    let world = World::new().await;
    let mut unjudged = world.evaluated(1, 1, person("B", None, None), 30.0).await;
    unjudged.recommendation = Some(RecommendationLevel::ToBeEvaluated);
    let entries = [unjudged];
    let worker = Actor::worker(world.seed.organization);
    let by_worker = world.promote_by(&worker, &entries, PromotionScope::Chosen).await;
    assert_eq!(by_worker, Promotion { created: 0, existing: 0, skipped: 1 });
    let by_person = world.promote_by(&world.seed.actor(), &entries, PromotionScope::Chosen).await;
    assert_eq!(by_person, Promotion { created: 1, existing: 0, skipped: 0 });

    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    let filter = ApplicationFilter { job_id: Some(world.seed.job), ..ApplicationFilter::default() };
    let (list, _) = applications::list(&mut tx, &filter, TEN).await.unwrap();
    assert_eq!(list[0].state, state(SubStatus::RecommendContact), "nobody is rejected without an evaluation");
    assert_eq!(list[0].recommendation_level, Some(RecommendationLevel::ToBeEvaluated));
    let history = applications::events(&mut tx, list[0].id).await.unwrap();
    assert_eq!(
        (history[0].actor.user_id, history[0].level),
        (Some(world.seed.owner), Some(RecommendationLevel::ToBeEvaluated))
    );
}

#[tokio::test]
async fn evaluations_by_an_older_rubric_differ_from_the_latest() {
    let world = World::new().await;
    let old = world.evaluated(1, 1, person("A", None, None), 86.0).await;
    let latest = world.evaluated(2, 2, person("B", None, None), 86.0).await;
    world.promote(&[old.clone(), latest.clone()]).await;
    let mut connection = world.database.connection().await;
    sqlx::query("UPDATE evaluations SET rubric_hash = 'older!' WHERE id = $1")
        .bind(old.evaluation_id.unwrap().0)
        .execute(&mut connection)
        .await
        .unwrap();
    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    let entries = batch_tasks::find_many(&mut tx, &[old.id, latest.id]).await.unwrap();
    assert_eq!(entries[0].differences, [EvaluationDifference::Rubric]);
    assert_eq!(entries[1].differences, []);
    let filter = ApplicationFilter { job_id: Some(world.seed.job), ..ApplicationFilter::default() };
    let (list, _) = applications::list(&mut tx, &filter, TEN).await.unwrap();
    let mut differences: Vec<_> = list.iter().map(|one| (one.person.name.clone(), one.differences.len())).collect();
    differences.sort();
    assert_eq!(differences, [(Some("A".to_owned()), 1), (Some("B".to_owned()), 0)]);
}

#[tokio::test]
async fn concurrent_promotions_create_one_person() {
    let world = World::new().await;
    let task = world.evaluated(1, 1, person("林晓雨", None, Some("+8613800001234")), 86.0).await;
    let again = world.evaluated(2, 2, person("林晓雨", None, Some("+8613800001234")), 80.0).await;
    let (one, two) = ([task], [again]);
    let (one, two) = tokio::join!(world.promote(&one), world.promote(&two));
    assert_eq!(one.created + two.created, 1);
    assert_eq!(one.existing + two.existing, 1);
}

#[tokio::test]
async fn batch_counts_and_status_follow_its_entries() {
    let world = World::new().await;
    let entry = |position, outcome| NewEntry { id: BatchTaskId::new(), position, file_name: "x".into(), outcome };
    world.evaluated(0, 1, person("A", None, None), 86.0).await;
    let queued = world.finished_task("queued").await;
    let mut connection = world.database.connection().await;
    sqlx::query(
        "INSERT INTO queue (id, organization_id, lane, kind, priority, attempts) VALUES ($1, $2, 0, 'test', 0, 0)",
    )
    .bind(queued.0)
    .bind(world.seed.organization.0)
    .execute(&mut connection)
    .await
    .unwrap();
    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    let file = NewFile { sha256: "ab".repeat(32), size: 1, media_type: "x".into(), storage_key: "x".into() };
    let file_id = files::record(&mut tx, &[file]).await.unwrap()[0];
    let entries = [
        entry(1, NewEntryOutcome::Queued { file_id, task_id: queued }),
        entry(2, NewEntryOutcome::Skipped(EntryReason::NotAResume.into())),
        entry(3, NewEntryOutcome::Failed(EntryReason::Encrypted.into())),
    ];
    batch_tasks::record(&mut tx, world.batch, world.seed.job, &entries).await.unwrap();
    let batch = batches::find(&mut tx, world.batch).await.unwrap();
    let counts = batch.counts;
    assert_eq!((counts.pending, counts.completed, counts.skipped, counts.failed), (1, 1, 1, 1));
    assert_eq!(batch.status, TaskStatus::Processing);
    assert_eq!((batch.promotable, batch.promoted), (1, 0));
    let active = BatchFilter { active: Some(true), ..BatchFilter::default() };
    assert_eq!(batches::list(&mut tx, active, ListPage::first(5)).await.unwrap().1, 1);

    let failed = BatchTaskFilter { status: Some(TaskStatus::Failed), ..BatchTaskFilter::default() };
    let (failed, ..) = batch_tasks::list(&mut tx, world.batch, failed, ListPage::first(9)).await.unwrap();
    assert_eq!(failed[0].failure_reason, Some(EntryReason::Encrypted.into()));
    let removed = batch_tasks::delete(&mut tx, &[entries[0].id]).await.unwrap();
    assert_eq!(removed, [queued]);
    tx.commit().await.unwrap();
    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    sqlx::query("DELETE FROM queue").execute(&mut connection).await.unwrap();
    let batch = batches::find(&mut tx, world.batch).await.unwrap();
    assert_eq!(batch.status, TaskStatus::Completed);
}
