//! Moves on a real database: results per item, the history, and no lost updates.

use bole_domain::access::Access;
use bole_domain::email::StageEmail;
use bole_domain::history::EventActor;
use bole_domain::ids::{ApplicationId, EmailId, OrganizationId, PersonId, UserId};
use bole_domain::organization::Role;
use bole_domain::stage::{ArchiveReason, Move, MoveKind, Placement, Stage, State, SubStatus};
use bole_store::applications::{self, ApplicationEvent};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest, Placed, Refusal};
use bole_store::{Actor, Db};
use bole_testkit::{Seed, TestDatabase};
use uuid::Uuid;

struct World {
    database: TestDatabase,
    db: Db,
    seed: Seed,
}

impl World {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let (db, seed) = (database.store(), Seed::new(&database).await);
        Self { database, db, seed }
    }

    /// Applications of different people, all in this state.
    async fn applications(&self, count: usize, state: State) -> Vec<ApplicationId> {
        let ids: Vec<Uuid> = std::iter::repeat_with(Uuid::now_v7).take(count).collect();
        let mut connection = self.database.connection().await;
        for sql in [
            "INSERT INTO people (id, organization_id) SELECT unnest($3::uuid[]), $1 WHERE $2 = $2 AND $4 = $4 AND $5 = $5",
            "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
             SELECT id, $1, $2, id, $4, $5 FROM unnest($3::uuid[]) AS id",
            "INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind)
             SELECT id, $1, id, $4, $5, 'ai' FROM unnest($3::uuid[]) AS id WHERE $2 = $2",
        ] {
            sqlx::query(sql)
                .bind(self.seed.organization.0)
                .bind(self.seed.job.0)
                .bind(&ids)
                .bind(state.stage().as_str())
                .bind(state.sub_status().as_str())
                .execute(&mut connection)
                .await
                .unwrap();
        }
        ids.into_iter().map(ApplicationId).collect()
    }

    async fn admin(&self, name: &str) -> UserId {
        let id = UserId::new();
        let mut connection = self.database.connection().await;
        sqlx::query("INSERT INTO users (id, email, full_name) VALUES ($1, $2, $3)")
            .bind(id.0)
            .bind(format!("{id}@example.com"))
            .bind(name)
            .execute(&mut connection)
            .await
            .unwrap();
        sqlx::query(
            "INSERT INTO organization_members (id, organization_id, user_id, role) VALUES ($1, $2, $1, 'admin')",
        )
        .bind(id.0)
        .bind(self.seed.organization.0)
        .execute(&mut connection)
        .await
        .unwrap();
        id
    }

    async fn apply(&self, actor: Actor, request: MoveRequest<'_>) -> Vec<MoveOutcome> {
        let mut tx = self.db.tenant(&actor).await.unwrap();
        let outcomes = moves::apply(&mut tx, &request).await.unwrap();
        tx.commit().await.unwrap();
        outcomes
    }

    async fn history(&self, id: ApplicationId) -> Vec<ApplicationEvent> {
        let mut tx = self.db.tenant(&self.seed.actor()).await.unwrap();
        applications::events(&mut tx, id).await.unwrap()
    }
}

fn state(stage: Stage, sub_status: SubStatus) -> State {
    State::new(stage, sub_status).unwrap()
}

fn request(what: Move, items: &[MoveItem]) -> MoveRequest<'_> {
    MoveRequest { what, items, reason: None, authority: Authority::System }
}

fn refusals(outcomes: &[MoveOutcome]) -> Vec<Option<Refusal>> {
    let refusal = |outcome: &MoveOutcome| match outcome {
        MoveOutcome::Moved(_) => None,
        MoveOutcome::Refused(refusal, _) => Some(*refusal),
    };
    outcomes.iter().map(refusal).collect()
}

#[tokio::test]
async fn each_item_is_checked_separately() {
    let world = World::new().await;
    let online = world.applications(2, state(Stage::OnlineInterview, SubStatus::InterviewCompleted)).await;
    let offer = world.applications(1, state(Stage::Offer, SubStatus::OfferSent)).await;
    let items = [
        MoveItem::seen(online[0], 1),
        MoveItem::seen(online[1], 7),
        MoveItem::current(offer[0]),
        MoveItem::current(ApplicationId::new()),
    ];
    let outcomes = world.apply(world.seed.actor(), request(Move::MarkPassed, &items)).await;
    let expected = [None, Some(Refusal::Stale), Some(Refusal::NotAllowed), Some(Refusal::NotFound)];
    assert_eq!(refusals(&outcomes), expected);

    let moved = outcomes[0].moved().unwrap();
    assert_eq!(moved.placement(), Some(Placement::open(state(Stage::OnsiteInterview, SubStatus::OfferIntentPending))));
    assert_eq!((moved.version, moved.person_id), (2, PersonId(online[0].0)));
    let MoveOutcome::Refused(_, Some(current)) = &outcomes[1] else { panic!("stale without the row") };
    assert_eq!((current.id, current.version), (online[1], 1));
    assert_eq!(world.history(online[1]).await.len(), 1);

    let history = world.history(online[0]).await;
    let event = &history[1];
    assert_eq!((event.kind, event.version), (Some(MoveKind::MarkPassed), 2));
    assert_eq!(event.from, Some(state(Stage::OnlineInterview, SubStatus::InterviewCompleted)));
    assert_eq!((event.actor.kind, event.actor.user_id), (EventActor::Person, Some(world.seed.owner)));
}

#[tokio::test]
async fn member_moves_only_with_permission() {
    let world = World::new().await;
    let review = world.applications(1, state(Stage::AiReview, SubStatus::RecommendReject)).await;
    let onsite = world.applications(1, state(Stage::OnsiteInterview, SubStatus::NoShow)).await;
    let offer = world.applications(1, state(Stage::Offer, SubStatus::OfferDeclined)).await;
    let items = [review[0], onsite[0], offer[0]].map(MoveItem::current);
    let recruiter = Access::new(Role::Recruiter, None, []);
    let outcomes = world
        .apply(
            world.seed.actor(),
            MoveRequest { authority: Authority::Member(&recruiter), ..request(Move::Eliminate, &items) },
        )
        .await;
    assert_eq!(refusals(&outcomes), [None, None, Some(Refusal::PermissionDenied)]);
}

#[tokio::test]
async fn overriding_the_ai_requires_a_recorded_reason() {
    let world = World::new().await;
    let [id] = world.applications(1, state(Stage::AiReview, SubStatus::RecommendContact)).await[..] else { panic!() };
    let items = [MoveItem::current(id)];
    for reason in [None, Some("  ")] {
        let refused = world.apply(world.seed.actor(), MoveRequest { reason, ..request(Move::Eliminate, &items) }).await;
        assert_eq!(refusals(&refused), [Some(Refusal::ReasonRequired)]);
    }
    let reason = Some("Withdrew by phone");
    let moved = world.apply(world.seed.actor(), MoveRequest { reason, ..request(Move::Eliminate, &items) }).await;
    assert_eq!(moved[0].moved().unwrap().archive_reason, Some(ArchiveReason::Eliminated));
    let event = world.history(id).await.pop().unwrap();
    assert_eq!((event.reason.as_deref(), event.letter_sent), (Some("Withdrew by phone"), Some(false)));
}

#[tokio::test]
async fn archived_person_stays_in_the_pool_and_restoring_returns_the_state() {
    let world = World::new().await;
    let from = state(Stage::OnlineInterview, SubStatus::OnlineScheduled);
    let [id] = world.applications(1, from).await[..] else { panic!() };
    let archive = Move::Archive(ArchiveReason::SkillMismatch);
    let archived = world.apply(world.seed.actor(), request(archive, &[MoveItem::seen(id, 1)])).await;
    let archived = archived[0].moved().unwrap().clone();
    assert_eq!(archived.placement(), Some(Placement { state: from, archived: Some(ArchiveReason::SkillMismatch) }));
    assert!(archived.archived_at.is_some());
    let pooled: bool = sqlx::query_scalar("SELECT is_in_talent_pool FROM people WHERE id = $1")
        .bind(id.0)
        .fetch_one(&mut world.database.connection().await)
        .await
        .unwrap();
    assert!(pooled);
    let event = world.history(id).await.pop().unwrap();
    assert_eq!((event.from, event.to, event.reason.as_deref()), (Some(from), from, Some("skill_mismatch")));

    let restored = world.apply(world.seed.actor(), request(Move::Restore, &[MoveItem::seen(id, 2)])).await;
    let placed = restored[0].moved().unwrap().clone();
    let placement = placed.placement().unwrap();
    let Placed { archived_at, sub_status_since, version, .. } = placed;
    assert_eq!((placement, archived_at, version), (Placement::open(from), None, 3));
    assert_eq!(sub_status_since, archived.sub_status_since, "the days in the sub-status go on");
}

#[tokio::test]
async fn email_and_its_actor_are_in_the_history() {
    let world = World::new().await;
    let [id] = world.applications(1, state(Stage::OnlineInterview, SubStatus::NoShow)).await[..] else { panic!() };
    let email_id = EmailId::new();
    let items = [MoveItem { email_id: Some(email_id), ..MoveItem::current(id) }];
    let worker = Actor::worker_for(world.seed.organization, world.seed.owner);
    world.apply(worker, request(Move::Send(StageEmail::Rejection), &items)).await;
    let event = world.history(id).await.pop().unwrap();
    assert_eq!((event.email_id, event.letter_sent), (Some(email_id), Some(true)));
    assert_eq!((event.actor.kind, event.actor.user_id), (EventActor::Person, Some(world.seed.owner)));
    let again = world.apply(worker, request(Move::Recall, &[MoveItem::current(id)])).await;
    assert_eq!(refusals(&again), [Some(Refusal::NotAllowed)], "eliminated is final");
}

#[tokio::test]
async fn system_and_candidates_are_recorded_as_actors() {
    let world = World::new().await;
    let [id] = world.applications(1, state(Stage::OnlineInterview, SubStatus::OnlineInvitationSent)).await[..] else {
        panic!()
    };
    let organization = world.seed.organization;
    world.apply(Actor::clock(organization), request(Move::TimeOut, &[MoveItem::current(id)])).await;
    world.apply(Actor::candidate(organization), request(Move::Book, &[MoveItem::current(id)])).await;
    let actors: Vec<_> = world.history(id).await.iter().map(|event| event.actor.kind).collect();
    assert_eq!(actors, [EventActor::Ai, EventActor::Clock, EventActor::Candidate]);
}

#[tokio::test]
async fn application_of_another_organization_is_not_found() {
    let world = World::new().await;
    let other = Seed::new(&world.database).await;
    let [id] = world.applications(1, state(Stage::OnlineInterview, SubStatus::NoShow)).await[..] else { panic!() };
    let outcomes = world.apply(other.actor(), request(Move::Drag, &[MoveItem::current(id)])).await;
    assert_eq!(outcomes, [MoveOutcome::Refused(Refusal::NotFound, None)]);
}

#[tokio::test]
async fn one_call_moves_a_thousand_and_ignores_duplicates() {
    let world = World::new().await;
    let ids = world.applications(1000, state(Stage::OnlineInterview, SubStatus::InterviewCompleted)).await;
    let mut items: Vec<_> = ids.iter().map(|id| MoveItem::seen(*id, 1)).collect();
    items.push(items[0]);
    let outcomes = world.apply(world.seed.actor(), request(Move::Drag, &items)).await;
    assert_eq!(outcomes.len(), 1001);
    assert!(outcomes.iter().all(|outcome| outcome.moved().is_some_and(|placed| placed.version == 2)));
    assert_eq!(world.history(ids[0]).await.len(), 2);
}

/// A deterministic pseudo-random generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

fn moves_to_try() -> Vec<Move> {
    use Move as M;
    let mut moves = vec![
        M::Drag,
        M::MarkPassed,
        M::Restore,
        M::Recall,
        M::SendRejectionAndKeep,
        M::TimeOut,
        M::Book,
        M::CancelBooking,
        M::CompleteInterview,
        M::MarkNoShow,
        M::PrepareOffer,
        M::ViewOffer,
        M::AcceptOffer,
        M::DeclineOffer,
        M::WithdrawOffer,
        M::BeginOnboarding,
        M::Onboard,
        M::Archive(ArchiveReason::Other),
    ];
    moves.extend([StageEmail::OnlineInvitation, StageEmail::OfferIntent, StageEmail::OfferSent].map(M::Send));
    moves.extend(State::all().map(M::SetByHand));
    moves
}

const APPLICATIONS: usize = 25;
const CALLS: usize = 100;

/// Moves applications at the versions last seen; returns how many moves were reported successful.
async fn act(db: Db, actor: Actor, ids: Vec<ApplicationId>, seed: u64) -> usize {
    let mut random = Random(seed);
    let moves_to_try = moves_to_try();
    let mut seen: Vec<i32> = vec![1; ids.len()];
    let mut moved = 0;
    for _ in 0..CALLS {
        let what = match random.below(200) {
            0 => Move::Eliminate,
            _ => moves_to_try[random.below(moves_to_try.len())],
        };
        let items: Vec<_> = ids.iter().zip(&seen).map(|(id, version)| MoveItem::seen(*id, *version)).collect();
        let mut tx = db.tenant(&actor).await.unwrap();
        let asked = MoveRequest { reason: Some("because"), ..request(what, &items) };
        let outcomes = moves::apply(&mut tx, &asked).await.unwrap();
        tx.commit().await.unwrap();
        for (version, outcome) in seen.iter_mut().zip(&outcomes) {
            match outcome {
                MoveOutcome::Moved(placed) => {
                    assert_eq!(placed.version, *version + 1, "somebody else's change was overwritten");
                    moved += 1;
                    *version = placed.version;
                }
                MoveOutcome::Refused(_, Some(current)) => *version = current.version,
                MoveOutcome::Refused(refusal, None) => panic!("{refusal:?}"),
            }
        }
    }
    moved
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ten_thousand_concurrent_moves_lose_nothing() {
    let world = World::new().await;
    let ids = world.applications(APPLICATIONS, state(Stage::AiReview, SubStatus::RecommendContact)).await;
    let organization: OrganizationId = world.seed.organization;
    let (lin, budi) = (world.admin("Lin").await, world.admin("Budi").await);
    let actors = [
        world.seed.actor(),
        Actor::owner(organization, lin),
        Actor::owner(organization, budi),
        Actor::clock(organization),
    ];
    let acting: Vec<_> =
        (1..).zip(actors).map(|(seed, actor)| tokio::spawn(act(world.db.clone(), actor, ids.clone(), seed))).collect();
    let mut moved = 0;
    for acting in acting {
        moved += acting.await.unwrap();
    }

    let mut recorded = 0;
    for id in &ids {
        let history = world.history(*id).await;
        recorded += history.len() - 1;
        let mut at = history[0].to;
        let mut is_final = false;
        for (version, event) in (2..).zip(&history[1..]) {
            assert_eq!((event.version, event.from), (version, Some(at)), "a change is missing");
            assert!(!is_final, "the eliminated moved");
            let by_person = event.actor.user_id.is_some_and(|user| [world.seed.owner, lin, budi].contains(&user));
            assert_eq!(event.actor.kind, if by_person { EventActor::Person } else { EventActor::Clock });
            assert_eq!(event.reason.as_deref(), Some("because"));
            at = event.to;
            is_final = event.kind == Some(MoveKind::Eliminate);
        }
        let (status, sub_status, version): (String, String, i32) =
            sqlx::query_as("SELECT status, sub_status, version FROM applications WHERE id = $1")
                .bind(id.0)
                .fetch_one(&mut world.database.connection().await)
                .await
                .unwrap();
        assert_eq!((status.as_str(), sub_status.as_str()), (at.stage().as_str(), at.sub_status().as_str()));
        assert_eq!(usize::try_from(version).unwrap(), history.len());
    }
    assert_eq!(recorded, moved, "each change that was confirmed is in a history");
    assert!(moved > APPLICATIONS * 4, "hardly anything moved: {moved}");
}
