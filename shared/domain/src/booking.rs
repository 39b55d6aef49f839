//! Interviewer availability: weekly hours in a time zone, with a buffer around interviews and a minimum notice.

use serde::{Deserialize, Serialize};
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime, Time};
use utoipa::ToSchema;

use crate::stage::{Move, Placement, Stage, State, SubStatus};

/// Lifetime of a booking link.
pub const LINK_LIFE: Duration = Duration::days(60);
/// How many days ahead candidates can book.
pub const HORIZON_DAYS: i32 = 28;
/// The most ranges in a week.
pub const MAX_RANGES: usize = 42;
/// The most holidays.
pub const MAX_HOLIDAYS: usize = 200;

/// A range of hours on a weekday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WeeklyRange {
    /// 1 is Monday, 7 is Sunday.
    #[schema(minimum = 1, maximum = 7)]
    pub weekday: u8,
    /// Start, as HH:MM.
    #[schema(example = "09:00")]
    pub from: String,
    /// End, as HH:MM; 24:00 is midnight.
    #[schema(example = "18:00")]
    pub to: String,
}

impl WeeklyRange {
    /// Start and end in minutes since midnight, if both are valid.
    #[must_use]
    pub fn minutes(&self) -> Option<(i32, i32)> {
        let (from, to) = (minute_of(&self.from)?, minute_of(&self.to)?);
        ((1..=7).contains(&self.weekday) && from < to).then_some((from, to))
    }
}

/// Minutes since midnight of HH:MM.
fn minute_of(text: &str) -> Option<i32> {
    if text == "24:00" {
        return Some(24 * 60);
    }
    let time = Time::parse(text, format_description!("[hour]:[minute]")).ok()?;
    Some(i32::from(time.hour()) * 60 + i32::from(time.minute()))
}

time::serde::format_description!(day, Date, "[year]-[month]-[day]");

/// A day without bookable hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(transparent))]
#[serde(transparent)]
#[schema(value_type = String, format = Date)]
pub struct Holiday(#[serde(with = "day")] pub Date);

/// A member's bookable hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct InterviewHours {
    /// An IANA time zone, such as `Asia/Jakarta`.
    pub time_zone: String,
    /// The weekly hours; a weekday may have several ranges.
    pub weekly: Vec<WeeklyRange>,
    /// Dates without bookable hours.
    #[serde(default)]
    pub holidays: Vec<Holiday>,
    /// Length of an interview, in minutes.
    #[schema(minimum = 10, maximum = 480)]
    pub slot_minutes: i32,
    /// Free time before and after each interview, in minutes.
    #[schema(minimum = 0, maximum = 240)]
    pub buffer_minutes: i32,
    /// Minimum notice, in hours.
    #[schema(minimum = 0, maximum = 336)]
    pub notice_hours: i32,
    /// Where interviews take place; shown to candidates who book.
    #[serde(default)]
    pub location: String,
    /// The meeting link; shown to candidates who book.
    #[serde(default)]
    pub meeting_link: String,
}

impl InterviewHours {
    /// Monday to Friday, 9:00 to 18:00.
    #[must_use]
    pub fn usual(time_zone: String) -> Self {
        let day = |weekday| WeeklyRange { weekday, from: "09:00".to_owned(), to: "18:00".to_owned() };
        Self {
            time_zone,
            weekly: (1..=5).map(day).collect(),
            holidays: Vec::new(),
            slot_minutes: 45,
            buffer_minutes: 15,
            notice_hours: 12,
            location: String::new(),
            meeting_link: String::new(),
        }
    }
}

impl InterviewHours {
    /// The start times at which an interview with its buffer overlaps no busy time. `busy` must be sorted and free of
    /// overlaps, as [`merge_busy`] returns it.
    #[must_use]
    pub fn free_of(&self, mut begins: Vec<OffsetDateTime>, busy: &[BusyTime]) -> Vec<OffsetDateTime> {
        let (length, buffer) =
            (Duration::minutes(self.slot_minutes.into()), Duration::minutes(self.buffer_minutes.into()));
        begins.retain(|begin| {
            let (from, to) = (*begin - buffer, *begin + length + buffer);
            let next = busy.partition_point(|busy| busy.end <= from);
            busy.get(next).is_none_or(|busy| busy.start >= to)
        });
        begins
    }
}

/// An interval in which an interviewer cannot be booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BusyTime {
    /// Start, inclusive.
    pub start: OffsetDateTime,
    /// End, exclusive.
    pub end: OffsetDateTime,
}

/// The busy times between two moments, sorted; those that overlap or touch are merged.
#[must_use]
pub fn merge_busy(mut times: Vec<BusyTime>, from: OffsetDateTime, to: OffsetDateTime) -> Vec<BusyTime> {
    times.sort_unstable();
    let mut merged: Vec<BusyTime> = Vec::new();
    for BusyTime { start, end } in times {
        let (start, end) = (start.max(from), end.min(to));
        match merged.last_mut() {
            _ if start >= end => {}
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => merged.push(BusyTime { start, end }),
        }
    }
    merged
}

/// Whether an interview can be booked in this state.
#[must_use]
pub const fn is_bookable(stage: Stage, sub_status: SubStatus) -> bool {
    matches!(stage, Stage::OnlineInterview | Stage::OnsiteInterview)
        && !matches!(sub_status, SubStatus::InterviewCompleted | SubStatus::OfferIntentPending)
}

/// Whether cancelling an interview that was just booked leads back to this state: afterwards, a candidate counts as
/// invited.
#[must_use]
pub fn is_restored_by_cancelling(state: State) -> bool {
    let booked = Move::Book.apply(Placement::open(state));
    let cancelled = booked.and_then(|booked| Move::CancelBooking.apply(booked.to));
    cancelled.is_ok_and(|cancelled| cancelled.to.state == state)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    const DAY: OffsetDateTime = datetime!(2026-03-02 0:00 UTC);

    fn at(minute: i64) -> OffsetDateTime {
        DAY + Duration::minutes(minute)
    }

    fn busy(times: &[(i64, i64)]) -> Vec<BusyTime> {
        times.iter().map(|(start, end)| BusyTime { start: at(*start), end: at(*end) }).collect()
    }

    #[test]
    fn adjacent_busy_times_merge_within_the_range() {
        let times = busy(&[(60, 90), (0, 30), (30, 40), (85, 200), (300, 300), (-20, -10)]);
        assert_eq!(merge_busy(times, DAY, at(120)), busy(&[(0, 40), (60, 120)]));
    }

    #[test]
    fn busy_times_and_interviews_keep_the_buffer() {
        let hours = InterviewHours { slot_minutes: 30, buffer_minutes: 15, ..InterviewHours::usual("UTC".to_owned()) };
        let begins = vec![at(0), at(45), at(90), at(135), at(180)];
        assert_eq!(hours.free_of(begins.clone(), &busy(&[(90, 100)])), [at(0), at(45), at(135), at(180)]);
        assert_eq!(hours.free_of(begins.clone(), &busy(&[(89, 121)])), [at(0), at(180)]);
        assert_eq!(hours.free_of(begins.clone(), &[]), begins);
    }

    proptest! {
        /// Merging neither loses nor adds busy minutes, whatever the order.
        #[test]
        fn merging_preserves_every_minute(times in proptest::collection::vec((-50_i64..250, 0_i64..60), 0..30)) {
            let times: Vec<(i64, i64)> = times.into_iter().map(|(start, length)| (start, start + length)).collect();
            let merged = merge_busy(busy(&times), DAY, at(200));
            prop_assert!(merged.windows(2).all(|two| two[0].end < two[1].start));
            for minute in -60..260 {
                let is_busy = (0..200).contains(&minute) && times.iter().any(|(start, end)| (*start..*end).contains(&minute));
                prop_assert_eq!(merged.iter().any(|one| (one.start..one.end).contains(&at(minute))), is_busy);
            }
        }

        /// A start time remains exactly if the interview with its buffer overlaps no busy time.
        #[test]
        fn remaining_times_are_free(
            times in proptest::collection::vec((0_i64..600, 1_i64..90), 0..12),
            slot_minutes in 10_i32..120,
            buffer_minutes in 0_i32..60,
        ) {
            let times: Vec<(i64, i64)> = times.into_iter().map(|(start, length)| (start, start + length)).collect();
            let hours = InterviewHours { slot_minutes, buffer_minutes, ..InterviewHours::usual("UTC".to_owned()) };
            let begins: Vec<OffsetDateTime> = (0..600).step_by(5).map(at).collect();
            let free = hours.free_of(begins.clone(), &merge_busy(busy(&times), DAY, at(2_000)));
            for begin in begins {
                let (from, to) = (begin - Duration::minutes(buffer_minutes.into()), begin + Duration::minutes((slot_minutes + buffer_minutes).into()));
                let meets = busy(&times).iter().any(|busy| busy.start < to && from < busy.end);
                prop_assert_eq!(free.contains(&begin), !meets);
            }
        }
    }

    #[test]
    fn cancelling_restores_those_who_were_invited() {
        let states = Stage::ALL.iter().flat_map(|stage| {
            stage.sub_statuses().iter().filter_map(move |sub_status| State::new(*stage, *sub_status))
        });
        let restored: Vec<_> =
            states.filter(|state| is_restored_by_cancelling(*state)).map(State::sub_status).collect();
        assert_eq!(restored, [SubStatus::OnlineInvitationSent, SubStatus::OnsiteInvitationSent]);
    }

    fn range(weekday: u8, from: &str, to: &str) -> Option<(i32, i32)> {
        WeeklyRange { weekday, from: from.to_owned(), to: to.to_owned() }.minutes()
    }

    #[test]
    fn range_is_on_one_day_and_ends_after_its_start() {
        assert_eq!(range(1, "09:30", "18:00"), Some((570, 1080)));
        assert_eq!(range(7, "00:00", "24:00"), Some((0, 1440)));
        for (weekday, from, to) in [
            (0, "09:00", "10:00"),
            (8, "09:00", "10:00"),
            (1, "10:00", "10:00"),
            (1, "9", "10:00"),
            (1, "24:01", "25:00"),
        ] {
            assert_eq!(range(weekday, from, to), None, "{weekday} {from} {to}");
        }
    }

    #[test]
    fn default_hours_are_valid() {
        let usual = InterviewHours::usual("Asia/Shanghai".to_owned());
        assert_eq!(usual.weekly.len(), 5);
        assert!(usual.weekly.iter().all(|range| range.minutes() == Some((540, 1080))));
    }
}
