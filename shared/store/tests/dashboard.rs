//! The dashboard's figures against the board and the history, after random moves.

#![expect(clippy::unwrap_used, reason = "a test that cannot be arranged fails")]

use std::collections::{BTreeMap, BTreeSet};

use bole_domain::email::EmailType;
use bole_domain::ids::{ApplicationId, JobId};
use bole_domain::stage::{ArchiveReason, Move, Stage, State, SubStatus};
use bole_store::dashboard::{self, DashboardFilter};
use bole_store::moves::{self, Authority, MoveItem, MoveRequest};
use bole_store::{applications, board};
use bole_testkit::{Seed, TestDatabase};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Random enough, and the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// A second job, and applications of both at AI review.
async fn arrange(database: &TestDatabase, seed: &Seed, count: usize) -> (Vec<JobId>, Vec<ApplicationId>) {
    let jobs = vec![seed.job, JobId::new()];
    let mut connection = database.connection().await;
    sqlx::query("INSERT INTO jobs (id, organization_id, title, jd) VALUES ($1, $2, 'Second', 'Description')")
        .bind(jobs[1].0)
        .bind(seed.organization.0)
        .execute(&mut connection)
        .await
        .unwrap();
    let ids: Vec<Uuid> = std::iter::repeat_with(Uuid::now_v7).take(count).collect();
    let of: Vec<Uuid> = (0..count).map(|at| jobs[at % 2].0).collect();
    for sql in [
        "INSERT INTO people (id, organization_id) SELECT a.id, $1 FROM unnest($2::uuid[], $3::uuid[]) AS a (id, job)",
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
         SELECT a.id, $1, a.job, a.id, 'AI评审', 'AI推荐建联' FROM unnest($2::uuid[], $3::uuid[]) AS a (id, job)",
        "INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind)
         SELECT a.id, $1, a.id, 'AI评审', 'AI推荐建联', 'ai' FROM unnest($2::uuid[], $3::uuid[]) AS a (id, job)",
    ] {
        sqlx::query(sql).bind(seed.organization.0).bind(&ids).bind(&of).execute(&mut connection).await.unwrap();
    }
    (jobs, ids.into_iter().map(ApplicationId).collect())
}

/// One of the moves there are; from where an application stands it may be none.
fn step(dice: &mut Dice) -> Move {
    let all: Vec<Move> = Stage::ALL
        .iter()
        .flat_map(|stage| stage.sub_statuses().iter().filter_map(|sub| State::new(*stage, *sub)))
        .map(Move::SetByHand)
        .chain([
            Move::Drag,
            Move::MarkPassed,
            Move::Eliminate,
            Move::Archive(ArchiveReason::TalentPool),
            Move::Restore,
            Move::Recall,
            Move::TimeOut,
            Move::Book,
            Move::CancelBooking,
            Move::CompleteInterview,
            Move::MarkNoShow,
            Move::PrepareOffer,
            Move::ViewOffer,
            Move::AcceptOffer,
            Move::DeclineOffer,
            Move::BeginOnboarding,
            Move::Onboard,
        ])
        .chain(EmailType::ALL.iter().copied().map(Move::Send))
        .collect();
    *dice.one_of(&all)
}

#[tokio::test]
async fn figures_add_up_to_the_board_after_any_history() {
    let database = TestDatabase::new().await;
    let db = database.store();
    for start in 1..=4_u64 {
        let seed = Seed::new(&database).await;
        let (jobs, ids) = arrange(&database, &seed, 24).await;
        let mut dice = Dice(start.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..60 {
            let items: Vec<MoveItem> = (0..6).map(|_| MoveItem::current(*dice.one_of(&ids))).collect();
            let request = MoveRequest {
                what: step(&mut dice),
                items: &items,
                reason: Some("random"),
                authority: Authority::System,
            };
            let mut tx = db.tenant(&seed.actor()).await.unwrap();
            moves::apply(&mut tx, &request).await.unwrap();
            tx.commit().await.unwrap();
        }

        let now = OffsetDateTime::now_utc();
        let filter = DashboardFilter { from: now - Duration::days(1), to: now + Duration::days(1), job_id: None };
        let mut tx = db.tenant(&seed.actor()).await.unwrap();
        let figures = dashboard::read(&mut tx, filter).await.unwrap();

        // The board, job by job, against the whole dashboard and the job's own.
        let mut on_board: BTreeMap<(Stage, SubStatus), i64> = BTreeMap::new();
        for job in &jobs {
            let lanes = board::lanes(&mut tx, *job, None).await.unwrap();
            let own = dashboard::read(&mut tx, DashboardFilter { job_id: Some(*job), ..filter }).await.unwrap();
            let row = own.jobs.iter().find(|row| row.job_id == *job).unwrap();
            let of = |stages: &[Stage]| -> i64 {
                lanes.iter().filter(|lane| stages.contains(&lane.state.stage())).map(|lane| lane.count).sum()
            };
            assert_eq!(row.in_review, of(&[Stage::AiReview]), "seed {start}");
            assert_eq!(row.in_interviews, of(&[Stage::OnlineInterview, Stage::OnsiteInterview]), "seed {start}");
            assert_eq!(row.in_offer, of(&[Stage::Offer]), "seed {start}");
            for lane in lanes {
                *on_board.entry((lane.state.stage(), lane.state.sub_status())).or_default() += lane.count;
            }
        }
        for stage in figures.funnel.iter().filter(|stage| stage.status != Stage::Archived) {
            for count in &stage.sub_statuses {
                let expected = on_board.get(&(stage.status, count.sub_status)).copied().unwrap_or_default();
                assert_eq!(count.current, expected, "seed {start}: {} {}", stage.status, count.sub_status);
            }
            assert_eq!(stage.current, stage.sub_statuses.iter().map(|count| count.current).sum::<i64>());
        }

        // Who entered a stage, against the histories read one by one; how many left it, against its stays.
        let (mut entered, mut left): (BTreeMap<Stage, BTreeSet<_>>, BTreeMap<Stage, i64>) = Default::default();
        for id in &ids {
            for event in applications::events(&mut tx, *id).await.unwrap() {
                let from = event.from.map(State::stage);
                if from != Some(event.to.stage()) {
                    entered.entry(event.to.stage()).or_default().insert(*id);
                    if let Some(from) = from {
                        *left.entry(from).or_default() += 1;
                    }
                }
            }
        }
        for stage in &figures.funnel {
            let expected = entered.get(&stage.status).map_or(0, BTreeSet::len);
            assert_eq!(stage.entered, i64::try_from(expected).unwrap(), "seed {start}: {}", stage.status);
        }
        for stage in Stage::ALL {
            let stays = figures.stages.iter().find(|row| row.status == *stage).map_or(0, |row| row.count);
            assert_eq!(stays, left.get(stage).copied().unwrap_or_default(), "seed {start}: {stage}");
        }
        assert_eq!(figures.jobs.iter().map(|job| job.applied).sum::<i64>(), 24);
        assert_eq!(figures.sources.iter().map(|source| source.applied).sum::<i64>(), 24);
        assert_eq!(figures.scores.levels.iter().map(|level| level.count).sum::<i64>(), 24);
        tx.rollback().await.unwrap();
    }
}
