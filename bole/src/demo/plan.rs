//! The applications of the demo's jobs and their history: a past year, and current candidates in every state. Every
//! step is a move of the product's table.

use bole_domain::application::ApplicationSource;
use bole_domain::email::StageEmail;
use bole_domain::stage::{ArchiveReason, Move};
use time::{Duration, OffsetDateTime, Time, UtcOffset, Weekday};

use super::dice::Dice;
use super::people::Fit;

/// The course of one application.
#[derive(Debug)]
pub struct Plan {
    /// The job's index.
    pub job: usize,
    pub fit: Fit,
    pub source: ApplicationSource,
    pub arrived_at: OffsetDateTime,
    pub steps: Vec<(OffsetDateTime, Move)>,
    /// Whether it is still open or about to start work.
    pub is_present: bool,
}

const INVITE: Move = Move::Send(StageEmail::OnlineInvitation);
const INVITE_ONSITE: Move = Move::Send(StageEmail::OnsiteInvitation);
const SEND_OFFER: Move = Move::Send(StageEmail::OfferSent);
const REJECT: Move = Move::Send(StageEmail::Rejection);
const INTERVIEWED: [Move; 3] = [INVITE, Move::Book, Move::CompleteInterview];
const INTERVIEWED_TWICE: [Move; 6] =
    [INVITE, Move::Book, Move::CompleteInterview, INVITE_ONSITE, Move::Book, Move::CompleteInterview];
const OFFERED: [Move; 4] = [Move::MarkPassed, Move::PrepareOffer, SEND_OFFER, Move::ViewOffer];

/// The outcomes of past applications, the career's fit, and their frequency out of twenty.
const ENDS: [(&[&[Move]], Fit, usize); 10] = [
    (&[&[REJECT]], Fit::Not, 6),
    (&[&[Move::Archive(ArchiveReason::InsufficientExperience)]], Fit::Not, 1),
    (&[&[Move::Archive(ArchiveReason::TalentPool)]], Fit::Somewhat, 2),
    (&[&[INVITE, Move::TimeOut, Move::Archive(ArchiveReason::FutureOpportunity)]], Fit::Somewhat, 1),
    (&[&INTERVIEWED, &[REJECT]], Fit::Somewhat, 3),
    (&[&[INVITE, Move::Book, Move::MarkNoShow, REJECT]], Fit::Well, 1),
    (&[&INTERVIEWED_TWICE, &[Move::SendRejectionAndKeep]], Fit::Well, 2),
    (
        &[&INTERVIEWED_TWICE, &OFFERED, &[Move::DeclineOffer, Move::Archive(ArchiveReason::HighSalaryExpectation)]],
        Fit::Well,
        1,
    ),
    (&[&INTERVIEWED, &OFFERED, &[Move::AcceptOffer, Move::BeginOnboarding, Move::Onboard]], Fit::Well, 1),
    (&[&INTERVIEWED_TWICE, &OFFERED, &[Move::AcceptOffer, Move::BeginOnboarding, Move::Onboard]], Fit::Well, 2),
];

/// The moves of current candidates, and for how many days they have been in their state.
const STANDINGS: [(&[&[Move]], Fit, i64); 20] = [
    (&[], Fit::Well, 1),
    (&[], Fit::Somewhat, 4),
    (&[], Fit::Not, 2),
    (&[&[INVITE]], Fit::Well, 1),
    (&[&[INVITE]], Fit::Somewhat, 3),
    (&[&[INVITE, Move::TimeOut]], Fit::Somewhat, 2),
    (&[&[INVITE, Move::Book]], Fit::Well, 1),
    (&[&[INVITE, Move::Book]], Fit::Somewhat, 2),
    (&[&INTERVIEWED], Fit::Well, 1),
    (&[&INTERVIEWED], Fit::Somewhat, 9),
    (&[&[INVITE, Move::Book, Move::MarkNoShow]], Fit::Somewhat, 3),
    (&[&INTERVIEWED, &[INVITE_ONSITE]], Fit::Well, 2),
    (&[&INTERVIEWED, &[INVITE_ONSITE, Move::Book]], Fit::Well, 1),
    (&[&INTERVIEWED_TWICE], Fit::Well, 6),
    (&[&INTERVIEWED_TWICE, &[Move::MarkPassed]], Fit::Well, 2),
    (&[&INTERVIEWED_TWICE, &[Move::MarkPassed, Move::PrepareOffer]], Fit::Well, 1),
    (&[&INTERVIEWED_TWICE, &[Move::MarkPassed, Move::PrepareOffer, SEND_OFFER]], Fit::Well, 1),
    (&[&INTERVIEWED_TWICE, &OFFERED], Fit::Well, 1),
    (&[&INTERVIEWED_TWICE, &OFFERED, &[Move::AcceptOffer]], Fit::Well, 1),
    (&[&INTERVIEWED_TWICE, &OFFERED, &[Move::AcceptOffer, Move::BeginOnboarding]], Fit::Well, 3),
];
/// Which of these the second and third job have; the first has all.
const ELSEWHERE: [&[usize]; 2] = [&[0, 2, 3, 6, 8, 10, 12, 13, 17], &[0, 1, 4, 5, 7, 9, 11, 13, 15]];

/// Most are uploaded; the others come from other sources.
const SOURCES: [ApplicationSource; 6] = [
    ApplicationSource::Batch,
    ApplicationSource::Batch,
    ApplicationSource::Careers,
    ApplicationSource::Batch,
    ApplicationSource::Email,
    ApplicationSource::Manual,
];

/// All applications, unsorted.
pub fn plans(dice: &mut Dice, now: OffsetDateTime) -> Vec<Plan> {
    let mut plans = Vec::new();
    let ends: Vec<_> =
        ENDS.iter().flat_map(|(moves, fit, times)| std::iter::repeat_n((*moves, *fit), *times)).collect();
    for (number, day) in (40..365).rev().step_by(2).enumerate() {
        // Seven and twenty are coprime, so every outcome is used in turn.
        let (moves, fit) = ends[number * 7 % ends.len()];
        let arrived_at = office_hours(dice, now - Duration::days(day));
        let steps = steps(dice, arrived_at, &moves.concat(), now);
        let source = SOURCES[number % SOURCES.len()];
        // Half of them for the first job.
        let job = [0, 1, 0, 2][number % 4];
        plans.push(Plan { job, fit, source, arrived_at, steps, is_present: false });
    }
    for job in 0..3 {
        for (place, (moves, fit, days)) in STANDINGS.iter().enumerate() {
            if job > 0 && !ELSEWHERE[job - 1].contains(&place) {
                continue;
            }
            let arrived_at = office_hours(dice, now - Duration::days(60));
            let steps = steps(dice, arrived_at, &moves.concat(), now);
            // By whole days, to stay within office hours.
            let last = steps.last().map_or(arrived_at, |(at, _)| *at);
            let days = (now - Duration::days(*days) - Duration::minutes(10) - last).whole_days();
            let later = Duration::days(days);
            let steps = steps.into_iter().map(|(at, what)| (at + later, what)).collect();
            let source = SOURCES[place % SOURCES.len()];
            plans.push(Plan { job, fit: *fit, source, arrived_at: arrived_at + later, steps, is_present: true });
        }
    }
    plans
}

fn steps(
    dice: &mut Dice,
    arrived_at: OffsetDateTime,
    moves: &[Move],
    now: OffsetDateTime,
) -> Vec<(OffsetDateTime, Move)> {
    let mut at = arrived_at;
    let mut steps = Vec::with_capacity(moves.len());
    for what in moves {
        at = match what {
            // An invitation expires after five days.
            Move::TimeOut => at + Duration::hours(121),
            Move::Book | Move::ViewOffer => at + Duration::hours(dice.between(2, 26)),
            Move::Onboard => {
                let wait = Duration::days(dice.between(14, 30));
                office_hours(dice, at + wait)
            }
            _ => {
                let wait = Duration::hours(dice.between(20, 90));
                office_hours(dice, at + wait)
            }
        };
        steps.push((at.min(now - Duration::minutes(10)), *what));
    }
    steps
}

/// The time zone of the demo's offices.
const OFFICE: UtcOffset = match UtcOffset::from_hms(8, 0, 0) {
    Ok(offset) => offset,
    Err(_) => UtcOffset::UTC,
};

/// A time in office hours on or after the given time, on the same or the next working day.
fn office_hours(dice: &mut Dice, at: OffsetDateTime) -> OffsetDateTime {
    let day = at.to_offset(OFFICE).replace_time(Time::MIDNIGHT);
    let minutes = Duration::minutes(dice.between(9 * 60, 18 * 60));
    let mut chosen = workday(day) + minutes;
    if chosen < at {
        chosen = workday(day + Duration::DAY) + minutes;
    }
    chosen.to_offset(UtcOffset::UTC)
}

/// The day, or the following Monday.
fn workday(day: OffsetDateTime) -> OffsetDateTime {
    match day.weekday() {
        Weekday::Saturday => day + Duration::days(2),
        Weekday::Sunday => day + Duration::DAY,
        _ => day,
    }
}

/// The next interview times: today's, then four per working day.
pub fn slots(now: OffsetDateTime) -> impl Iterator<Item = OffsetDateTime> {
    let today = now.to_offset(OFFICE).replace_time(Time::MIDNIGHT);
    (0..28)
        .map(move |days| today + Duration::days(days))
        .filter(|day| workday(*day) == *day)
        .flat_map(|day| [9 * 60 + 30, 11 * 60, 14 * 60, 15 * 60 + 30].map(|minute| day + Duration::minutes(minute)))
        .map(|slot| slot.to_offset(UtcOffset::UTC))
        .filter(move |slot| *slot > now + Duration::HOUR)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bole_domain::stage::{Placement, Stage, State, SubStatus};
    use time::macros::datetime;

    use super::*;

    #[test]
    fn every_stage_has_candidates_and_every_month_a_hire() {
        for now in [datetime!(2026-06-01 12:00 UTC), datetime!(2027-01-03 23:59 UTC), datetime!(2028-02-29 00:00 UTC)] {
            let mut lanes = BTreeMap::new();
            let mut hired = BTreeMap::new();
            for plan in plans(&mut Dice::new(), now) {
                // All initial states the evaluation may give lead to the same outcome.
                let mut placement = Placement::open(State::new(Stage::AiReview, SubStatus::RecommendContact).unwrap());
                let mut last = plan.arrived_at;
                for (at, what) in &plan.steps {
                    placement = what.apply(placement).unwrap().to;
                    assert!(*at >= last && *at < now, "{plan:?}");
                    last = *at;
                    if *what == Move::AcceptOffer {
                        *hired.entry((at.year(), u8::from(at.month()))).or_insert(0) += 1;
                    }
                }
                if placement.archived.is_none() {
                    *lanes.entry((plan.job, placement.state.stage())).or_insert(0) += 1;
                }
            }
            assert!(hired.len() >= 10, "{hired:?}");
            for stage in [Stage::AiReview, Stage::OnlineInterview, Stage::OnsiteInterview] {
                for job in 0..3 {
                    assert!(lanes.get(&(job, stage)).is_some_and(|count| *count >= 2), "{job} {stage}: {lanes:?}");
                }
            }
            for stage in [Stage::Offer, Stage::Onboarding] {
                assert!(lanes.contains_key(&(0, stage)), "{stage}: {lanes:?}");
            }
        }
    }

    #[test]
    fn interviews_are_planned_on_working_days() {
        let now = datetime!(2026-06-05 09:00 UTC);
        let slots: Vec<_> = slots(now).take(5).collect();
        assert_eq!(slots[0], datetime!(2026-06-08 01:30 UTC), "Friday is over, so Monday it is");
        assert!(slots.is_sorted());
    }
}
