//! Transactions over the same person lock in one order, so that none of them is refused as deadlocked.

use bole_domain::email::EmailType;
use bole_domain::ids::{ApplicationId, EmailId, InterviewScheduleId, PersonId, TaskId};
use bole_domain::stage::{ArchiveReason, Move};
use bole_domain::task::Lane;
use bole_store::batch_tasks::{self, BatchTask};
use bole_store::evaluations::{self, Evaluated};
use bole_store::interview_schedules::ScheduleChange;
use bole_store::ledger::{self, NewTask};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest};
use bole_store::people::erase::erase;
use bole_store::people::merges;
use bole_store::people::record::{self, PersonChange};
use bole_store::{StoreError, StoreResult, TenantTx, applications, emails, interview_schedules};
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::promotion::{World, eval, person};

/// A candidate, who is merged, blacklisted or deleted while their application moves.
struct Candidate {
    world: World,
    other: PersonId,
    person: PersonId,
    application: ApplicationId,
    email: EmailId,
    /// Entries and applications, the other's first.
    entries: [(BatchTask, ApplicationId); 2],
}

impl Candidate {
    async fn new() -> Self {
        let world = World::new().await;
        let one = world.evaluated(1, 1, person("Ann Tan", Some("ann@example.com"), None), 86.0).await;
        let two = world.evaluated(2, 2, person("Ben Lee", Some("ben@example.com"), None), 86.0).await;
        world.promote(&[one.clone(), two.clone()]).await;
        let mut connection = world.database.connection().await;
        let rows: Vec<(Uuid, Uuid)> =
            sqlx::query_as("SELECT p.id, a.id FROM people p JOIN applications a ON a.person_id = p.id ORDER BY p.name")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        let email = Uuid::now_v7();
        sqlx::query(
            "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                                 language, status)
             SELECT $1, organization_id, id, job_id, person_id, $3, 'a@b.example', '', '', 'en', 'draft'
             FROM applications WHERE id = $2",
        )
        .bind(email)
        .bind(rows[1].1)
        .bind(EmailType::Rejection.as_str())
        .execute(&mut connection)
        .await
        .unwrap();
        Self {
            other: PersonId(rows[0].0),
            person: PersonId(rows[1].0),
            application: ApplicationId(rows[1].1),
            email: EmailId(email),
            entries: [(one, ApplicationId(rows[0].1)), (two, ApplicationId(rows[1].1))],
            world,
        }
    }

    async fn tx(&self) -> TenantTx {
        self.world.db.tenant(&self.world.seed.actor()).await.unwrap()
    }

    async fn archive(&self, tx: &mut TenantTx) -> StoreResult<Vec<MoveOutcome>> {
        let items = [MoveItem::current(self.application)];
        let what = Move::Archive(ArchiveReason::FutureOpportunity);
        moves::apply(tx, &MoveRequest { what, items: &items, reason: Some("r"), authority: Authority::System }).await
    }

    /// An interview of the person.
    async fn interview(&self) -> InterviewScheduleId {
        sqlx::query(
            "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round,
                                              interviewer_name)
             SELECT id, organization_id, id, now(), now() + interval '1 hour', 1, 'Dewi' FROM applications WHERE id = $1",
        )
        .bind(self.application.0)
        .execute(&mut self.world.database.connection().await)
        .await
        .unwrap();
        InterviewScheduleId(self.application.0)
    }

    /// Runs the change until it waits for the locks of `tx`, then archives the application in `tx`; both succeed.
    async fn meets_archiving<T>(&self, mut tx: TenantTx, change: impl AsyncFnOnce(&mut TenantTx) -> StoreResult<T>) {
        let changing = async {
            let mut tx = self.tx().await;
            change(&mut tx).await.unwrap();
            tx.commit().await.unwrap();
        };
        let archiving = async {
            until_waiting(&mut self.world.database.connection().await, 1).await;
            let outcomes = self.archive(&mut tx).await.unwrap();
            assert!(outcomes[0].moved().is_some());
            tx.commit().await.unwrap();
        };
        tokio::join!(changing, archiving);
    }

    /// Deletes the person's entry while a worker holds its task, and then stores an evaluation; both succeed.
    async fn meets_worker(&self, delete: impl AsyncFnOnce(&mut TenantTx) -> StoreResult<Vec<TaskId>>) {
        let entry = self.entries[1].0.id;
        let mut tx = self.tx().await;
        let task = ledger::enqueue(&mut tx, NewTask::new("test", Lane::General, &()).unwrap()).await.unwrap().id;
        batch_tasks::set_tasks(&mut tx, &[(entry, task)]).await.unwrap();
        tx.commit().await.unwrap();
        let mut worker = self.world.database.connection().await;
        let mut worker = worker.begin().await.unwrap();
        let held = sqlx::query("SELECT id FROM queue WHERE id = $1 FOR UPDATE").bind(task.0);
        assert!(held.fetch_optional(&mut *worker).await.unwrap().is_some());
        let deleting = async {
            let mut tx = self.tx().await;
            let tasks = delete(&mut tx).await.unwrap();
            ledger::cancel_many(&mut tx, &tasks).await.unwrap();
            tx.commit().await.unwrap();
        };
        let working = async {
            until_waiting(&mut self.world.database.connection().await, 1).await;
            for (table, id) in [("applications", self.application.0), ("batch_tasks", entry.0)] {
                let sql = format!("SELECT id FROM {table} WHERE id = $1 FOR NO KEY UPDATE");
                let locked = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id);
                assert!(locked.fetch_optional(&mut *worker).await.unwrap().is_some(), "{table}");
            }
            worker.commit().await.unwrap();
        };
        tokio::join!(deleting, working);
    }
}

/// Until so many transactions wait for locks.
async fn until_waiting(connection: &mut PgConnection, count: i64) {
    loop {
        let waiting: i64 = sqlx::query_scalar(
            "SELECT count(DISTINCT l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
             WHERE NOT l.granted AND a.datname = current_database()",
        )
        .fetch_one(&mut *connection)
        .await
        .unwrap();
        if waiting == count {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn merge_waits_for_an_application_that_is_archived() {
    let candidate = Candidate::new().await;
    let mut tx = candidate.tx().await;
    applications::lock(&mut tx, candidate.application).await.unwrap();
    let merge = async |tx: &mut TenantTx| merges::merge(tx, candidate.other, candidate.person).await;
    candidate.meets_archiving(tx, merge).await;
}

#[tokio::test]
async fn undone_merge_waits_for_an_application_that_is_archived() {
    let candidate = Candidate::new().await;
    let mut tx = candidate.tx().await;
    let merge = merges::merge(&mut tx, candidate.other, candidate.person).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = candidate.tx().await;
    applications::lock(&mut tx, candidate.application).await.unwrap();
    let undo = async |tx: &mut TenantTx| merges::undo(tx, candidate.other, merge.id).await;
    candidate.meets_archiving(tx, undo).await;
}

#[tokio::test]
async fn merge_waits_for_an_email_whose_sending_moves_the_application() {
    let candidate = Candidate::new().await;
    let mut tx = candidate.tx().await;
    emails::lock(&mut tx, candidate.email).await.unwrap();
    let merge = async |tx: &mut TenantTx| merges::merge(tx, candidate.other, candidate.person).await;
    candidate.meets_archiving(tx, merge).await;
}

#[tokio::test]
async fn blacklisting_waits_for_an_application_that_is_archived() {
    let candidate = Candidate::new().await;
    let mut tx = candidate.tx().await;
    applications::lock(&mut tx, candidate.application).await.unwrap();
    let change = PersonChange { blacklisted: Some(true), ..PersonChange::default() };
    let blacklist = async |tx: &mut TenantTx| record::change(tx, candidate.person, &change).await;
    candidate.meets_archiving(tx, blacklist).await;
}

#[tokio::test]
async fn deletion_of_a_person_waits_for_an_email_whose_sending_moves_the_application() {
    let candidate = Candidate::new().await;
    let mut tx = candidate.tx().await;
    emails::lock(&mut tx, candidate.email).await.unwrap();
    let erase = async |tx: &mut TenantTx| erase(tx, candidate.person).await;
    candidate.meets_archiving(tx, erase).await;
}

#[tokio::test]
async fn deletions_wait_for_a_worker_that_evaluates_the_entry() {
    let candidate = Candidate::new().await;
    candidate.meets_worker(async |tx: &mut TenantTx| erase(tx, candidate.person).await).await;
    let candidate = Candidate::new().await;
    let entry = candidate.entries[1].0.id;
    candidate.meets_worker(async |tx: &mut TenantTx| batch_tasks::delete(tx, &[entry]).await).await;
}

#[tokio::test]
async fn applications_of_interviews_are_locked_in_the_order_of_moves() {
    let candidate = Candidate::new().await;
    let mut applications = candidate.entries.each_ref().map(|(_, application)| *application);
    applications.sort_by_key(|application| application.0);
    let mut connection = candidate.world.database.connection().await;
    for application in applications {
        sqlx::query(
            "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round,
                                              interviewer_name)
             SELECT id, organization_id, id, now(), now() + interval '1 hour', 1, id::text FROM applications WHERE id = $1",
        )
        .bind(application.0)
        .execute(&mut connection)
        .await
        .unwrap();
    }
    let [first, second] = applications;
    // The interview of the later one comes first.
    let interviews = [second, first].map(|application| InterviewScheduleId(application.0));
    let mut moving = candidate.tx().await;
    applications::lock(&mut moving, first).await.unwrap();
    let handing_over = async {
        let mut tx = candidate.tx().await;
        interview_schedules::lock_applications_of(&mut tx, &interviews).await.unwrap();
        tx.release();
    };
    let moving = async {
        until_waiting(&mut connection, 1).await;
        applications::lock(&mut moving, second).await.unwrap();
        moving.release();
    };
    tokio::join!(handing_over, moving);
}

#[tokio::test]
async fn deletion_of_a_person_waits_for_their_interview_to_be_handed_over() {
    let candidate = Candidate::new().await;
    let interview = candidate.interview().await;
    let mut giving = candidate.tx().await;
    interview_schedules::lock_applications_of(&mut giving, &[interview]).await.unwrap();
    let erasing = async {
        let mut tx = candidate.tx().await;
        erase(&mut tx, candidate.person).await.unwrap();
        tx.commit().await.unwrap();
    };
    let giving = async {
        until_waiting(&mut candidate.world.database.connection().await, 1).await;
        let before = interview_schedules::find(&mut giving, interview).await.unwrap();
        let change = ScheduleChange { interviewer: Some((None, "Sari".to_owned())), ..ScheduleChange::default() };
        interview_schedules::change(&mut giving, interview, before.version, &change).await.unwrap();
        giving.commit().await.unwrap();
    };
    tokio::join!(erasing, giving);
    let mut tx = candidate.tx().await;
    assert!(matches!(interview_schedules::find(&mut tx, interview).await, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn hand_over_of_an_interview_waits_for_the_deletion_of_its_person() {
    let candidate = Candidate::new().await;
    let interview = candidate.interview().await;
    let mut erasing = candidate.tx().await;
    erase(&mut erasing, candidate.person).await.unwrap();
    let giving = async {
        let mut tx = candidate.tx().await;
        interview_schedules::lock_applications_of(&mut tx, &[interview]).await.unwrap();
        assert!(matches!(interview_schedules::find(&mut tx, interview).await, Err(StoreError::NotFound)));
    };
    let erasing = async {
        until_waiting(&mut candidate.world.database.connection().await, 1).await;
        erasing.commit().await.unwrap();
    };
    tokio::join!(giving, erasing);
}

#[tokio::test]
async fn evaluation_of_a_person_who_is_deleted_meanwhile_is_dropped() {
    let candidate = Candidate::new().await;
    // Locked in the order of their ids, the first of which another transaction holds.
    let mut entries = candidate.entries.clone();
    entries.sort_by_key(|(_, application)| application.0);
    let (held, deleted) = (entries[0].1, entries[1].1);
    let gone = if deleted == candidate.application { candidate.person } else { candidate.other };
    let mut holding = candidate.tx().await;
    applications::lock(&mut holding, held).await.unwrap();

    let (eval, profile) = (eval(50.0), person("Ben Lee", None, None));
    let evaluated = entries.each_ref().map(|(entry, application)| Evaluated {
        entry: entry.id,
        file_id: entry.file_id.unwrap(),
        job_id: candidate.world.seed.job,
        application_id: Some(*application),
        rubric_hash: b"rubric",
        eval: &eval,
        profile: &profile,
    });
    let keeping = async {
        let mut tx = candidate.tx().await;
        evaluations::keep(&mut tx, &evaluated).await
    };
    let erasing = async {
        let mut connection = candidate.world.database.connection().await;
        until_waiting(&mut connection, 1).await;
        let mut tx = candidate.tx().await;
        // Waits for nothing, as the evaluation holds nothing of this person yet.
        erase(&mut tx, gone).await.unwrap();
        tx.commit().await.unwrap();
        holding.release();
    };
    let (kept, ()) = tokio::join!(keeping, erasing);
    assert!(matches!(kept, Err(StoreError::NotFound)), "{kept:?}");
}
