//! The dashboard's metrics compared with the pipeline and the history, after random moves.

use std::collections::{BTreeMap, BTreeSet};

use bole_domain::dashboard::{Dashboard, Figure, TrendPoint, TrendTotal};
use bole_domain::email::StageEmail;
use bole_domain::ids::{ApplicationId, JobId};
use bole_domain::stage::{ArchiveReason, Move, Stage, State, SubStatus};
use bole_domain::zone::Zone;
use bole_store::applications::{self, ApplicationEvent};
use bole_store::board;
use bole_store::dashboard::{self, DashboardFilter, candidates};
use bole_store::moves::{self, Authority, MoveItem, MoveRequest};
use bole_testkit::{Seed, TestDatabase};
use time::{Date, Duration, OffsetDateTime, Time};
use uuid::Uuid;

/// A deterministic pseudo-random generator.
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

/// Creates a second job, and applications for both in AI review.
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
        "UPDATE applications a SET overall_score = n * 100.0 / 24, recommendation_level = CASE WHEN n > 12 THEN '推荐' END,
                source = CASE WHEN n % 3 = 0 THEN 'email' ELSE 'batch' END
         FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS b (id, job, n)
         WHERE a.organization_id = $1 AND a.id = b.id",
    ] {
        sqlx::query(sql).bind(seed.organization.0).bind(&ids).bind(&of).execute(&mut connection).await.unwrap();
    }
    (jobs, ids.into_iter().map(ApplicationId).collect())
}

/// A random move, not necessarily allowed from the application's state.
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
        .chain(StageEmail::ALL.iter().copied().map(Move::Send))
        .collect();
    *dice.one_of(&all)
}

#[tokio::test]
async fn dashboard_figures_match_the_board_after_any_history() {
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

        sqlx::query("UPDATE applications SET sub_status_since = now() - interval '8 days' WHERE id = ANY ($1)")
            .bind(ids.iter().step_by(3).map(|id| id.0).collect::<Vec<Uuid>>())
            .execute(&mut database.connection().await)
            .await
            .unwrap();
        assign_and_plan(&database, &seed, &ids).await;
        let now = OffsetDateTime::now_utc();
        let zone = Zone::named(ZONES[dice.below(ZONES.len())]).unwrap();
        let filter = DashboardFilter { from: now - Duration::days(1), to: now + Duration::days(1), job_id: None, zone };
        let mut tx = db.tenant(&seed.actor()).await.unwrap();
        let figures = dashboard::read(&mut tx, filter).await.unwrap();

        // The pipeline, job by job, compared with the dashboards of all jobs and of the job.
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

        // Entries into each stage compared with the individual histories; exits compared with the stays.
        let (mut entered, mut left): (BTreeMap<Stage, BTreeSet<_>>, BTreeMap<Stage, i64>) = Default::default();
        let mut advanced = BTreeSet::new();
        for id in &ids {
            for event in applications::events(&mut tx, *id).await.unwrap() {
                let from = event.from.map(State::stage);
                match event.to.stage() {
                    Stage::Archived => {}
                    Stage::AiReview => drop(advanced.remove(id)),
                    _ => drop(advanced.insert(*id)),
                }
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
        let counted = figures.sources.iter().map(|source| source.advanced).sum::<i64>();
        assert_eq!(counted, i64::try_from(advanced.len()).unwrap(), "seed {start}: beyond review, archived or not");
        assert_eq!(figures.scores.levels.iter().map(|level| level.count).sum::<i64>(), 24);

        let [desk] = figures.workload.as_slice() else { panic!("seed {start}: {:?}", figures.workload) };
        let own = figures.jobs.iter().find(|job| job.job_id == seed.job).unwrap();
        assert_eq!((desk.user_id, desk.jobs), (seed.owner, 1), "seed {start}");
        assert_eq!(desk.open, own.in_review + own.in_interviews + own.in_offer, "seed {start}");

        // Each metric has as many candidates as it counts, and entries match the histories.
        for (figure, expected) in all_figures(&figures) {
            let page = candidates::list(&mut tx, &figure, filter, 200, 0).await.unwrap();
            assert_eq!(page.figure, expected, "seed {start}: {figure:?}");
            assert_eq!(page.total, i64::try_from(page.items.len()).unwrap(), "seed {start}: {figure:?}");
            if figure.counts_events() {
                assert_eq!(page.items.iter().map(|item| item.times).sum::<i64>(), expected, "seed {start}: {figure:?}");
            }
            if let Figure::Entered(stage) = figure {
                let listed: BTreeSet<_> = page.items.iter().map(|item| item.application_id).collect();
                assert_eq!(listed, entered.remove(&stage).unwrap_or_default(), "seed {start}: {stage}");
            }
        }
        for (at, point) in figures.trend.points.iter().enumerate() {
            let until = figures.trend.points.get(at + 1).map_or(filter.to, |next| next.start);
            let step = DashboardFilter { from: point.start.max(filter.from), to: until, job_id: None, zone };
            for (figure, expected) in [
                (Figure::Arrived, point.applied),
                (Figure::CameToInterviews, point.interviewed),
                (Figure::Entered(Stage::Offer), point.offered),
                (Figure::Entered(Stage::Onboarding), point.hired),
            ] {
                let page = candidates::list(&mut tx, &figure, step, 200, 0).await.unwrap();
                assert_eq!((page.figure, page.total), (expected, expected), "seed {start}: {figure:?} {step:?}");
            }
        }
        let figure = Figure::Current(Stage::AiReview);
        let whole = candidates::list(&mut tx, &figure, filter, 200, 0).await.unwrap();
        let mut paged = Vec::new();
        for offset in (0..whole.total).step_by(2) {
            paged.extend(candidates::list(&mut tx, &figure, filter, 2, offset).await.unwrap().items);
        }
        assert_eq!(paged, whole.items, "seed {start}");
        let beyond = candidates::list(&mut tx, &figure, filter, 2, 1_000).await.unwrap();
        assert_eq!((beyond.items.len(), beyond.total), (0, whole.total), "seed {start}");
        let of_job = DashboardFilter { job_id: Some(jobs[1]), ..filter };
        assert_eq!(candidates::list(&mut tx, &Figure::Applied, of_job, 200, 0).await.unwrap().total, 12);
        tx.rollback().await.unwrap();
    }
}

/// Assigns the first job to the owner, and schedules interviews with some candidates, archived or not.
async fn assign_and_plan(database: &TestDatabase, seed: &Seed, ids: &[ApplicationId]) {
    let mut connection = database.connection().await;
    sqlx::query(
        "INSERT INTO member_jobs (organization_id, member_id, job_id)
         SELECT organization_id, id, $3 FROM organization_members WHERE organization_id = $1 AND user_id = $2",
    )
    .bind(seed.organization.0)
    .bind(seed.owner.0)
    .bind(seed.job.0)
    .execute(&mut connection)
    .await
    .unwrap();
    sqlx::query(
        "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round, interviewer_id,
                                          interviewer_name)
         SELECT gen_random_uuid(), $1, a.id, now() + interval '1 hour' * a.n, now() + interval '1 hour' * a.n
                    + interval '30 minutes', 1, $2, 'Owner'
         FROM unnest($3::uuid[]) WITH ORDINALITY AS a (id, n)",
    )
    .bind(seed.organization.0)
    .bind(seed.owner.0)
    // Some of them twice.
    .bind(ids.iter().step_by(2).chain(ids.iter().step_by(6)).map(|id| id.0).collect::<Vec<Uuid>>())
    .execute(&mut connection)
    .await
    .unwrap();
}

/// Spreads the organization's events: seven hours between two of an application, with different start times.
async fn spread(database: &TestDatabase, seed: &Seed) {
    let mut connection = database.connection().await;
    for sql in [
        "CREATE TEMP TABLE IF NOT EXISTS spread AS TABLE application_events WITH NO DATA",
        "TRUNCATE spread",
        "INSERT INTO spread SELECT * FROM application_events WHERE organization_id = $1",
        "DELETE FROM application_events WHERE organization_id = $1",
        "UPDATE spread SET created_at = date_trunc('day', now()) - interval '50 days'
             + interval '7 hours' * (version + abs(hashtext(application_id::text)) % 40) WHERE organization_id = $1",
        "INSERT INTO application_events SELECT * FROM spread WHERE organization_id = $1 ORDER BY application_id, version",
    ] {
        let query = sqlx::query(sql);
        let query = if sql.contains("$1") { query.bind(seed.organization.0) } else { query };
        query.execute(&mut connection).await.unwrap();
    }
}

/// East and west of Greenwich, with and without summer time.
const ZONES: [&str; 4] = ["Asia/Shanghai", "America/New_York", "UTC", "Pacific/Auckland"];

/// Who applied on each local day of the period.
fn applied_by_day(
    histories: &[(ApplicationId, Vec<ApplicationEvent>)],
    DashboardFilter { from, to, zone, .. }: DashboardFilter,
) -> BTreeMap<Date, i64> {
    let days = std::iter::successors(Some(zone.local(from).date()), |day| day.next_day());
    let last = zone.local(to - Duration::NANOSECOND).date();
    let mut applied: BTreeMap<Date, i64> = days.take_while(|day| *day <= last).map(|day| (day, 0)).collect();
    for event in histories.iter().flat_map(|(_, events)| events) {
        if event.from.is_none() && event.at >= from && event.at < to {
            *applied.entry(zone.local(event.at).date()).or_default() += 1;
        }
    }
    applied
}

/// The metrics of a period, computed from the individual histories.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    entered: BTreeMap<Stage, BTreeSet<ApplicationId>>,
    came_to_interviews: BTreeSet<ApplicationId>,
    arrived: i64,
    stays: BTreeMap<Stage, Vec<i64>>,
}

impl Told {
    fn of(histories: &[(ApplicationId, Vec<ApplicationEvent>)], filter: DashboardFilter) -> Self {
        let mut told = Self::default();
        let is_interview = |stage| matches!(stage, Stage::OnlineInterview | Stage::OnsiteInterview);
        for (id, events) in histories {
            let mut since = None;
            for event in events {
                let (from, to) = (event.from.map(State::stage), event.to.stage());
                if from == Some(to) {
                    continue;
                }
                let stay = since.replace(event.at).map(|since| event.at - since);
                if event.at < filter.from || event.at >= filter.to {
                    continue;
                }
                told.entered.entry(to).or_default().insert(*id);
                match from {
                    None => told.arrived += 1,
                    Some(from) => {
                        told.stays.entry(from).or_default().push(stay.unwrap().whole_seconds());
                        if is_interview(to) && !is_interview(from) {
                            told.came_to_interviews.insert(*id);
                        }
                    }
                }
            }
        }
        told.stays.values_mut().for_each(|stays| stays.sort_unstable());
        told
    }

    fn entered(&self, stage: Stage) -> i64 {
        self.entered.get(&stage).map_or(0, |ids| i64::try_from(ids.len()).unwrap())
    }

    fn total(&self) -> TrendTotal {
        TrendTotal {
            applied: self.arrived,
            interviewed: i64::try_from(self.came_to_interviews.len()).unwrap(),
            offered: self.entered(Stage::Offer),
            hired: self.entered(Stage::Onboarding),
        }
    }

    /// The percentile of the stays, in days, interpolated.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small numbers"
    )]
    fn percentile(&self, stage: Stage, percent: f64) -> Option<f64> {
        let stays = self.stays.get(&stage)?;
        let place = (stays.len() - 1) as f64 * percent / 100.0;
        let (low, high) = (stays[place.floor() as usize] as f64, stays[place.ceil() as usize] as f64);
        Some((low + (high - low) * place.fract()) / 86_400.0)
    }
}

#[tokio::test]
async fn period_figures_match_individually_computed_histories() {
    let database = TestDatabase::new().await;
    let db = database.store();
    for start in 1..=3_u64 {
        let seed = Seed::new(&database).await;
        let (_, ids) = arrange(&database, &seed, 24).await;
        let mut dice = Dice(start.wrapping_mul(0xd134_2543_de82_ef95));
        for _ in 0..60 {
            let items: Vec<MoveItem> = (0..6).map(|_| MoveItem::current(*dice.one_of(&ids))).collect();
            let what = step(&mut dice);
            let request = MoveRequest { what, items: &items, reason: Some("random"), authority: Authority::System };
            let mut tx = db.tenant(&seed.actor()).await.unwrap();
            moves::apply(&mut tx, &request).await.unwrap();
            tx.commit().await.unwrap();
        }
        spread(&database, &seed).await;

        let mut tx = db.tenant(&seed.actor()).await.unwrap();
        let mut histories = Vec::new();
        for id in &ids {
            histories.push((*id, applications::events(&mut tx, *id).await.unwrap()));
        }
        let midnight = OffsetDateTime::now_utc().replace_time(Time::MIDNIGHT) - Duration::days(50);
        let mut changes = 0;
        // Days, weeks and months, each starting mid-step.
        for ((after, days), zone) in [(3, 5), (5, 4), (8, 40), (2, 130)].into_iter().zip(ZONES) {
            let zone = Zone::named(zone).unwrap();
            let from = midnight + Duration::days(after) + Duration::hours(5);
            let filter = DashboardFilter { from, to: from + Duration::days(days), job_id: None, zone };
            let figures = dashboard::read(&mut tx, filter).await.unwrap();
            if days < 32 {
                let counted: BTreeMap<Date, i64> =
                    figures.trend.points.iter().map(|point| (zone.local(point.start).date(), point.applied)).collect();
                assert_eq!(counted, applied_by_day(&histories, filter), "seed {start}, {days} days in {}", zone.name());
            }
            let (now, before) = (Told::of(&histories, filter), Told::of(&histories, filter.before()));
            let place = format!("seed {start}, {days} days from {from}");
            for stage in &figures.funnel {
                let expected = (now.entered(stage.status), before.entered(stage.status));
                assert_eq!((stage.entered, stage.entered_before), expected, "{place}: {}", stage.status);
            }
            assert_eq!((figures.trend.total, figures.trend.total_before), (now.total(), before.total()), "{place}");
            for (at, point) in figures.trend.points.iter().enumerate() {
                let to = figures.trend.points.get(at + 1).map_or(filter.to, |next| next.start);
                let step = Told::of(&histories, DashboardFilter { from: point.start.max(from), to, ..filter });
                let TrendPoint { start: _, applied, interviewed, offered, hired } = *point;
                assert_eq!(TrendTotal { applied, interviewed, offered, hired }, step.total(), "{place}: {at}");
            }
            for stage in Stage::ALL {
                let time = figures.stages.iter().find(|time| time.status == *stage);
                assert_eq!(time.is_some(), now.stays.contains_key(stage), "{place}: {stage}");
                let Some(time) = time else { continue };
                let near = |a: f64, b: Option<f64>| b.is_some_and(|b| (a - b).abs() < 1e-6);
                assert!(near(time.median_days, now.percentile(*stage, 50.0)), "{place}: {time:?} {now:?}");
                assert!(near(time.p90_days, now.percentile(*stage, 90.0)), "{place}: {time:?} {now:?}");
                assert_eq!(time.before.is_some(), before.stays.contains_key(stage), "{place}: {stage}");
                if let Some(pace) = time.before {
                    assert!(near(pace.median_days, before.percentile(*stage, 50.0)), "{place}: {pace:?} {before:?}");
                    assert_eq!(pace.count, i64::try_from(before.stays[stage].len()).unwrap(), "{place}");
                }
            }
            // The values of the period before match that period's own dashboard.
            let earlier = dashboard::read(&mut tx, filter.before()).await.unwrap();
            let moves = |figures: &Dashboard| figures.members.iter().map(|member| member.moves).sum::<i64>();
            let moves_before = figures.members.iter().map(|member| member.moves_before).sum::<i64>();
            assert!(moves_before <= moves(&earlier), "{place}");
            assert_eq!(
                (figures.timeouts.online_before, figures.timeouts.onsite_before),
                (earlier.timeouts.online, earlier.timeouts.onsite),
                "{place}"
            );
            assert_eq!(figures.scores.histogram_before, earlier.scores.histogram, "{place}");
            for job in &figures.jobs {
                let same = earlier.jobs.iter().find(|other| other.job_id == job.job_id).unwrap();
                assert_eq!((job.applied_before, job.hired_before), (same.applied, same.hired), "{place}");
            }
            changes += now.total().interviewed + before.total().interviewed;
        }
        assert!(changes > 0, "seed {start}: nobody came to interviews, and nothing was tried");
        tx.rollback().await.unwrap();
    }
}

/// Every metric with a candidate list, and its value on the dashboard.
fn all_figures(figures: &Dashboard) -> Vec<(Figure, i64)> {
    let mut all = Vec::new();
    for stage in &figures.funnel {
        all.push((Figure::Entered(stage.status), stage.entered));
        all.push((Figure::Current(stage.status), stage.current));
    }
    for stage in &figures.cohort.stages {
        all.push((Figure::Reached(stage.status), stage.reached));
    }
    for stage in Stage::ALL {
        let stays = figures.stages.iter().find(|row| row.status == *stage).map_or(0, |row| row.count);
        all.push((Figure::Left(*stage), stays));
    }
    let of_jobs = |count: fn(&bole_domain::dashboard::JobSummary) -> i64| figures.jobs.iter().map(count).sum();
    all.push((Figure::Applied, of_jobs(|job| job.applied)));
    all.push((Figure::InInterviews, of_jobs(|job| job.in_interviews)));
    all.push((Figure::Entered(Stage::Onboarding), of_jobs(|job| job.hired)));
    all.push((Figure::TimedOut(Some(Stage::OnlineInterview)), figures.timeouts.online));
    all.push((Figure::TimedOut(Some(Stage::OnsiteInterview)), figures.timeouts.onsite));
    all.push((Figure::TimedOut(None), figures.timeouts.online + figures.timeouts.onsite));
    all.push((Figure::TimedOutNow, figures.timeouts.current));
    all.push((Figure::Waiting(None), figures.waiting.long));
    for level in &figures.scores.levels {
        all.push((Figure::Level(level.level), level.count));
    }
    for (class, count) in (0..).zip(figures.scores.histogram) {
        all.push((Figure::ScoreClass(class), count));
    }
    for source in &figures.sources {
        all.push((Figure::Source(source.source), source.applied));
        all.push((Figure::Advanced(source.source), source.advanced));
    }
    for member in &figures.members {
        all.push((Figure::Moved(member.user_id), member.moves));
    }
    for desk in &figures.workload {
        all.push((Figure::Workload(desk.user_id), desk.open));
        all.push((Figure::WorkloadWaiting(desk.user_id), desk.waiting));
        all.push((Figure::Interviewing(Some(desk.user_id)), desk.interviews));
    }
    all.push((Figure::Interviewing(None), figures.interviews.linked));
    all
}
