//! Cohort conversion and the time to hire, compared with the candidates behind them and with known histories.

use bole_domain::dashboard::{Dashboard, Figure};
use bole_domain::ids::ApplicationId;
use bole_domain::stage::{ArchiveReason, Move, Stage, State, SubStatus};
use bole_domain::zone::Zone;
use bole_store::dashboard::{self, DashboardFilter, candidates};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest};
use bole_testkit::{Seed, TestDatabase};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Applications in AI review, created this many days ago.
async fn applied(database: &TestDatabase, seed: &Seed, days_ago: i32, count: usize) -> Vec<ApplicationId> {
    let ids: Vec<Uuid> = std::iter::repeat_with(Uuid::now_v7).take(count).collect();
    let mut connection = database.connection().await;
    for sql in [
        "INSERT INTO people (id, organization_id) SELECT a.id, $1 FROM unnest($2::uuid[]) AS a (id)
         WHERE $3::uuid IS NOT NULL AND $4::int IS NOT NULL",
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status, created_at)
         SELECT a.id, $1, $3, a.id, 'AI评审', 'AI推荐建联', now() - make_interval(days => $4)
         FROM unnest($2::uuid[]) AS a (id)",
        "INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind, created_at)
         SELECT a.id, $1, a.id, 'AI评审', 'AI推荐建联', 'ai', now() - make_interval(days => $4)
         FROM unnest($2::uuid[]) AS a (id) WHERE $3::uuid IS NOT NULL",
    ] {
        let query = sqlx::query(sql).bind(seed.organization.0).bind(&ids).bind(seed.job.0).bind(days_ago);
        query.execute(&mut connection).await.unwrap();
    }
    ids.into_iter().map(ApplicationId).collect()
}

async fn moved(database: &TestDatabase, seed: &Seed, id: ApplicationId, what: Move) {
    let request =
        MoveRequest { what, items: &[MoveItem::current(id)], reason: Some("known"), authority: Authority::System };
    let mut tx = database.store().tenant(&seed.actor()).await.unwrap();
    let outcomes = moves::apply(&mut tx, &request).await.unwrap();
    assert!(matches!(outcomes[..], [MoveOutcome::Moved(_)]), "{what:?}: {outcomes:?}");
    tx.commit().await.unwrap();
}

/// Puts an application into any state, with its event.
async fn put(database: &TestDatabase, seed: &Seed, id: ApplicationId, stage: Stage, sub_status: SubStatus) {
    sqlx::query(
        "WITH before AS (SELECT status, sub_status, version FROM applications WHERE organization_id = $1 AND id = $2),
              changed AS (UPDATE applications SET status = $3, sub_status = $4, version = version + 1
                          WHERE organization_id = $1 AND id = $2)
         INSERT INTO application_events (id, organization_id, application_id, move, from_status, from_sub_status, to_status,
                                         to_sub_status, actor_kind, version)
         SELECT gen_random_uuid(), $1, $2, 'set_by_hand', before.status, before.sub_status, $3, $4, 'person',
                before.version + 1
         FROM before",
    )
    .bind(seed.organization.0)
    .bind(id.0)
    .bind(stage.as_str())
    .bind(sub_status.as_str())
    .execute(&mut database.connection().await)
    .await
    .unwrap();
}

/// The dashboard of the last thirty days; each stage has as many candidates as it counts.
async fn read(database: &TestDatabase, seed: &Seed) -> Dashboard {
    let to = OffsetDateTime::now_utc() + Duration::minutes(1);
    let filter = DashboardFilter { from: to - Duration::days(30), to, job_id: None, zone: Zone::UTC };
    let mut tx = database.store().tenant(&seed.actor()).await.unwrap();
    let figures = dashboard::read(&mut tx, filter).await.unwrap();
    for stage in &figures.cohort.stages {
        for (filter, expected) in [(filter, stage.reached), (filter.before(), stage.reached_before)] {
            let page = candidates::list(&mut tx, &Figure::Reached(stage.status), filter, 200, 0).await.unwrap();
            assert_eq!((page.figure, page.total), (expected, expected), "{}", stage.status);
        }
    }
    tx.rollback().await.unwrap();
    figures
}

fn reached(figures: &Dashboard) -> Vec<(i64, i64)> {
    figures.cohort.stages.iter().map(|stage| (stage.reached, stage.reached_before)).collect()
}

#[tokio::test]
async fn cohort_counts_how_far_each_applicant_got() {
    let database = TestDatabase::new().await;
    let seed = Seed::new(&database).await;
    let now = applied(&database, &seed, 3, 5).await;
    let before = applied(&database, &seed, 40, 2).await;
    applied(&database, &seed, 90, 4).await;

    // One is archived after an offer, one skips the online interview, one is taken back by hand.
    put(&database, &seed, now[0], Stage::Offer, SubStatus::OfferSent).await;
    moved(&database, &seed, now[0], Move::Archive(ArchiveReason::TalentPool)).await;
    put(&database, &seed, now[1], Stage::OnsiteInterview, SubStatus::InterviewCompleted).await;
    put(&database, &seed, now[2], Stage::OnlineInterview, SubStatus::OnlineScheduled).await;
    put(&database, &seed, now[2], Stage::AiReview, SubStatus::RecommendContact).await;
    // Those of the period before count with what they reach today.
    put(&database, &seed, before[0], Stage::OnlineInterview, SubStatus::OnlineInvitationSent).await;

    let figures = read(&database, &seed).await;
    assert_eq!(reached(&figures), [(5, 2), (3, 1), (2, 0), (1, 0), (0, 0)]);
    assert_eq!((figures.cohort.applied, figures.cohort.applied_before, figures.cohort.open), (5, 2, 4));
}

#[tokio::test]
async fn undone_moves_reach_no_stage() {
    let database = TestDatabase::new().await;
    let seed = Seed::new(&database).await;
    let ids = applied(&database, &seed, 1, 2).await;
    for id in &ids {
        let invited = State::new(Stage::OnlineInterview, SubStatus::OnlineInvitationPending).unwrap();
        moved(&database, &seed, *id, Move::SetByHand(invited)).await;
        moved(&database, &seed, *id, Move::Drag).await;
    }
    assert_eq!(reached(&read(&database, &seed).await), [(2, 0), (2, 0), (2, 0), (0, 0), (0, 0)]);

    let back = Move::TakeBack(State::new(Stage::OnlineInterview, SubStatus::OnlineInvitationPending).unwrap());
    moved(&database, &seed, ids[0], back).await;
    assert_eq!(reached(&read(&database, &seed).await), [(2, 0), (2, 0), (1, 0), (0, 0), (0, 0)]);
    moved(&database, &seed, ids[0], Move::Drag).await;
    assert_eq!(reached(&read(&database, &seed).await), [(2, 0), (2, 0), (2, 0), (0, 0), (0, 0)]);
}

#[tokio::test]
async fn time_to_hire_runs_from_applying_to_onboarding() {
    let database = TestDatabase::new().await;
    let seed = Seed::new(&database).await;
    assert_eq!(read(&database, &seed).await.time_to_hire.now, None);
    for days in [10, 20, 60] {
        let ids = applied(&database, &seed, days, 1).await;
        put(&database, &seed, ids[0], Stage::Onboarding, SubStatus::OnboardingPending).await;
    }
    let times = read(&database, &seed).await.time_to_hire;
    let now = times.now.unwrap();
    assert_eq!((now.count, now.median_days.round(), now.p90_days.round()), (3, 20.0, 52.0));
    assert_eq!(times.before, None);
}
