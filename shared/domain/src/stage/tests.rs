use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::email::StageEmail;

#[test]
fn every_sub_status_belongs_to_a_stage() {
    for sub_status in SubStatus::ALL {
        assert!(Stage::ALL.iter().any(|stage| stage.allows(*sub_status)), "{sub_status} is an orphan");
    }
}

#[test]
fn only_listed_sub_statuses_belong_to_two_stages() {
    let shared: Vec<_> = SubStatus::ALL
        .iter()
        .filter(|sub_status| Stage::ALL.iter().filter(|stage| stage.allows(**sub_status)).count() > 1)
        .collect();
    assert_eq!(shared, [&SubStatus::InterviewCompleted, &SubStatus::NoShow, &SubStatus::OfferIntentPending]);
}

/// The pairs as the database has them.
#[test]
fn stage_pairs_match_the_database() {
    let migration = include_str!("../../../../migrations/0001_foundation.sql");
    let (_, rest) = migration.split_once("INSERT INTO stages (status, sub_status) VALUES").unwrap();
    let (values, _) = rest.split_once(';').unwrap();
    let mut stored: Vec<_> =
        values.split(['(', ')']).filter(|part| part.contains('\'')).map(|pair| pair.replace(['\'', ' '], "")).collect();
    let mut here: Vec<_> = State::all().map(|state| format!("{},{}", state.stage(), state.sub_status())).collect();
    stored.sort();
    here.sort();
    assert_eq!(here, stored);
}

fn state(stage: Stage, sub_status: SubStatus) -> State {
    State::new(stage, sub_status).unwrap()
}

fn open(stage: Stage, sub_status: SubStatus) -> Placement {
    Placement::open(state(stage, sub_status))
}

fn every_move() -> Vec<Move> {
    use Move as M;
    let mut moves = vec![
        M::Drag,
        M::MarkPassed,
        M::Eliminate,
        M::Restore,
        M::Recall,
        M::Blacklist,
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
        M::GiveUpOnboarding,
    ];
    moves.extend(StageEmail::ALL.iter().map(|email| M::Send(*email)));
    moves.extend(ArchiveReason::ALL.iter().map(|reason| M::Archive(*reason)));
    moves.extend(State::all().map(M::SetByHand));
    moves.extend(State::all().map(M::TakeBack));
    moves
}

fn every_placement() -> Vec<Placement> {
    let reasons = || ArchiveReason::ALL.iter().map(|reason| Some(*reason)).chain([None]);
    let all = State::all().flat_map(|state| reasons().map(move |archived| Placement { state, archived }));
    all.filter(|at| at.state.stage() != Stage::Archived || at.archived.is_some()).collect()
}

#[test]
fn every_move_kind_is_reachable_and_named() {
    let possible: HashSet<_> = table().iter().map(|row| row.kind).collect();
    assert_eq!(possible.len(), MoveKind::ALL.len());
    let named: HashSet<_> = every_move().iter().map(|what| what.kind()).collect();
    assert_eq!(named.len(), MoveKind::ALL.len());
}

#[test]
fn every_move_ends_in_a_valid_pair_and_matches_the_exported_table() {
    let exported = table();
    for what in every_move() {
        for from in every_placement() {
            let Ok(transition) = what.apply(from) else { continue };
            let Placement { state, archived } = transition.to;
            assert!(state.stage().allows(state.sub_status()), "{what:?} from {from:?}");
            assert!(state.stage() != Stage::Archived || archived.is_some(), "{what:?} from {from:?}");
            let row = exported.iter().find(|row| {
                row.kind == what.kind()
                    && (row.from, row.to) == (from.state, state)
                    && row.from_archived == from.archived.is_some()
            });
            let row = row.unwrap_or_else(|| panic!("{what:?} from {from:?} is not exported"));
            assert_eq!((row.permission, row.overrules_ai), (transition.permission, transition.overrules_ai));
        }
    }
}

#[test]
fn dragging_leads_from_online_states_to_the_onsite_invitation_only() {
    for from in State::all() {
        let moved = Move::Drag.apply(Placement::open(from)).ok().map(|transition| transition.to.state);
        let expected = (from.stage() == Stage::OnlineInterview)
            .then(|| state(Stage::OnsiteInterview, SubStatus::OnsiteInvitationPending));
        assert_eq!(moved, expected, "{from:?}");
    }
}

#[test]
fn passing_a_completed_interview_leads_to_offer_intent() {
    for from in State::all() {
        let moved = Move::MarkPassed.apply(Placement::open(from)).ok().map(|transition| transition.to.state);
        let expected = (from.sub_status() == SubStatus::InterviewCompleted)
            .then(|| state(Stage::OnsiteInterview, SubStatus::OfferIntentPending));
        assert_eq!(moved, expected, "{from:?}");
    }
}

#[test]
fn offer_is_prepared_only_without_an_accepted_one() {
    use SubStatus as S;
    let ready = [S::OfferIntentPending, S::OfferSent, S::OfferViewed, S::OfferDeclined];
    for from in State::all() {
        let prepared = Move::PrepareOffer.apply(Placement::open(from)).ok().map(|transition| transition.to.state);
        let expected = ready.contains(&from.sub_status()).then(|| state(Stage::Offer, SubStatus::OfferPreparing));
        assert_eq!(prepared, expected, "{from:?}");
    }
}

#[test]
fn drag_and_pass_can_be_undone() {
    for from in State::all() {
        for what in [Move::Drag, Move::MarkPassed] {
            let Ok(moved) = what.apply(Placement::open(from)) else { continue };
            let back = Move::TakeBack(from).apply(moved.to).unwrap();
            assert_eq!((back.to, back.overrules_ai), (Placement::open(from), false), "{what:?} from {from:?}");
        }
    }
    let elsewhere = open(Stage::Offer, SubStatus::OfferSent);
    assert_eq!(Move::TakeBack(state(Stage::Offer, SubStatus::OfferPreparing)).apply(elsewhere), Err(MoveNotAllowed));
}

#[test]
fn manual_moves_are_limited_to_those_the_screens_offer() {
    use SubStatus as S;
    let online = [S::OnlineInvitationPending, S::OnlineScheduled, S::InterviewCompleted, S::NoShow];
    let onsite = [S::OnsiteInvitationPending, S::OnsiteScheduled, S::InterviewCompleted, S::NoShow];
    for from in State::all() {
        for to in State::all().filter(|to| *to != from) {
            let is_allowed = match (from.stage(), to.stage()) {
                (Stage::AiReview, Stage::OnlineInterview) => to.sub_status() == S::OnlineInvitationPending,
                (Stage::OnlineInterview, Stage::OnlineInterview) => online.contains(&to.sub_status()),
                (Stage::OnsiteInterview, Stage::OnsiteInterview) => onsite.contains(&to.sub_status()),
                _ => false,
            };
            assert_eq!(Move::SetByHand(to).apply(Placement::open(from)).is_ok(), is_allowed, "{from:?} {to:?}");
        }
    }
}

#[test]
fn each_email_is_sendable_only_from_its_states() {
    use Stage as T;
    use StageEmail as E;
    use SubStatus as S;
    for from in State::all() {
        let (stage, sub_status) = (from.stage(), from.sub_status());
        let completed = sub_status == S::InterviewCompleted;
        let intent = sub_status == S::OfferIntentPending;
        let expected = [
            (E::OnlineInvitation, matches!(stage, T::AiReview | T::OnlineInterview)),
            (
                E::OnsiteInvitation,
                (stage == T::OnlineInterview && completed) || (stage == T::OnsiteInterview && !intent),
            ),
            (E::OfferIntent, completed || intent),
            (E::OfferSent, sub_status == S::OfferPreparing),
            (E::Rejection, stage != T::Archived),
        ];
        for (email, is_allowed) in expected {
            assert_eq!(Move::Send(email).apply(Placement::open(from)).is_ok(), is_allowed, "{email} from {from:?}");
        }
    }
}

#[test]
fn emails_lead_to_the_documented_states() {
    use SubStatus as S;
    let sent = |email, stage, sub_status| Move::Send(email).apply(open(stage, sub_status)).unwrap().to;
    let intent = sent(StageEmail::OfferIntent, Stage::OnlineInterview, S::InterviewCompleted);
    assert_eq!(intent, open(Stage::OnsiteInterview, S::OfferIntentPending));
    let kept = sent(StageEmail::OfferIntent, Stage::Offer, S::OfferIntentPending);
    assert_eq!(kept, open(Stage::Offer, S::OfferIntentPending));
    let rejected = sent(StageEmail::Rejection, Stage::OnlineInterview, S::NoShow);
    assert_eq!(rejected.state, state(Stage::Archived, S::RejectionSent));
    assert!(rejected.is_eliminated());
}

#[test]
fn suggested_next_steps_are_allowed() {
    let exported = table();
    for from in State::all().filter(|from| from.stage() != Stage::Archived) {
        let Some(next) = from.sub_status().next_step() else { continue };
        assert!(exported.iter().any(|row| (row.kind, row.from) == (next, from)), "{next} from {from:?}");
    }
}

#[test]
fn overriding_the_ai_requires_a_reason() {
    use SubStatus as S;
    let overrules = |what: Move, sub_status| what.apply(open(Stage::AiReview, sub_status)).unwrap().overrules_ai;
    let invite = Move::Send(StageEmail::OnlineInvitation);
    for reject in [Move::Eliminate, Move::Send(StageEmail::Rejection)] {
        assert!(overrules(reject, S::RecommendContact) && !overrules(reject, S::RecommendReject), "{reject:?}");
    }
    let pending = Move::SetByHand(state(Stage::OnlineInterview, S::OnlineInvitationPending));
    for accept in [invite, pending] {
        assert!(overrules(accept, S::RecommendReject) && !overrules(accept, S::RecommendContact), "{accept:?}");
    }
}

#[test]
fn archiving_keeps_the_state_and_restoring_returns_it() {
    for from in State::all().filter(|state| state.stage() != Stage::Archived).map(Placement::open) {
        let archived = Move::Archive(ArchiveReason::SkillMismatch).apply(from).unwrap();
        assert_eq!(archived.to, Placement { archived: Some(ArchiveReason::SkillMismatch), ..from });
        assert!(!archived.restarts_clock);
        assert_eq!(Move::Restore.apply(archived.to).unwrap().to, from);
        let recalled = Move::Recall.apply(archived.to).unwrap().to;
        assert_eq!(recalled, open(Stage::OnlineInterview, SubStatus::OnlineInvitationPending));
    }
    let anywhere = open(Stage::AiReview, SubStatus::RecommendContact);
    assert_eq!(Move::Archive(ArchiveReason::Eliminated).apply(anywhere), Err(MoveNotAllowed));
}

#[test]
fn rejected_candidate_in_the_pool_is_recalled_and_not_restored() {
    let kept = Move::SendRejectionAndKeep.apply(open(Stage::OnlineInterview, SubStatus::NoShow)).unwrap().to;
    assert_eq!(kept.state, state(Stage::Archived, SubStatus::RejectionSent));
    assert!(!kept.is_eliminated());
    assert_eq!(Move::Restore.apply(kept), Err(MoveNotAllowed));
    assert!(Move::Recall.apply(kept).is_ok());
}

#[test]
fn second_invitation_restarts_the_five_days() {
    let sent = open(Stage::OnlineInterview, SubStatus::OnlineInvitationSent);
    let again = Move::Send(StageEmail::OnlineInvitation).apply(sent).unwrap();
    assert_eq!((again.to, again.restarts_clock), (sent, true));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// 10,000 moves at random, most of them refused: no invalid pair, nothing out of elimination, archived ones stay put.
    #[test]
    fn random_histories_keep_all_invariants(choices in prop::collection::vec(any::<prop::sample::Index>(), 10_000)) {
        let moves = every_move();
        let mut at = open(Stage::AiReview, SubStatus::RecommendContact);
        for choice in choices {
            let what = *choice.get(&moves);
            let Ok(Transition { to, .. }) = what.apply(at) else { continue };
            prop_assert!(!at.is_eliminated(), "{what:?} moved the eliminated");
            prop_assert!(State::new(to.state.stage(), to.state.sub_status()).is_some());
            prop_assert_eq!(to.is_eliminated(), to.archived == Some(ArchiveReason::Eliminated));
            prop_assert!(to.state.stage() != Stage::Archived || to.archived.is_some());
            if at.archived.is_some() {
                let leaves = matches!(
                    what.kind(),
                    MoveKind::Restore | MoveKind::Recall | MoveKind::Blacklist | MoveKind::SendRejection
                );
                prop_assert!(leaves, "{what:?} moved an archived one");
            }
            // Start over, or an early elimination would be the whole history.
            at = if to.is_eliminated() { open(Stage::AiReview, SubStatus::RecommendReject) } else { to };
        }
    }
}
