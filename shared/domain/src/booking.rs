//! When an interviewer can be booked: weekly hours in a zone, with a buffer around interviews and a minimum notice.

use serde::{Deserialize, Serialize};
use time::macros::format_description;
use time::{Date, Time};
use utoipa::ToSchema;

/// Candidates book at most so many days ahead.
pub const HORIZON_DAYS: i32 = 28;
/// The most ranges of a week, and the most holidays.
pub const MAX_RANGES: usize = 42;
/// See [`MAX_RANGES`].
pub const MAX_HOLIDAYS: usize = 200;

/// A range of hours on a weekday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WeeklyRange {
    /// 1 is Monday, 7 is Sunday.
    #[schema(minimum = 1, maximum = 7)]
    pub weekday: u8,
    /// Begin, as HH:MM.
    #[schema(example = "09:00")]
    pub from: String,
    /// End, as HH:MM; 24:00 is midnight.
    #[schema(example = "18:00")]
    pub to: String,
}

impl WeeklyRange {
    /// The range in minutes since midnight, where it is one.
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

/// An interviewer's bookable hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterviewHours {
    /// An IANA zone.
    pub time_zone: String,
    /// The hours of each week.
    pub weekly: Vec<WeeklyRange>,
    /// Days without any.
    pub holidays: Vec<Date>,
    /// How long an interview is.
    pub slot_minutes: i32,
    /// Free before and after each.
    pub buffer_minutes: i32,
    /// Not bookable sooner than in so many hours.
    pub notice_hours: i32,
    /// Where interviews are.
    pub location: String,
    /// The link to join them.
    pub meeting_link: String,
}

impl InterviewHours {
    /// Monday to Friday from nine to six.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn range(weekday: u8, from: &str, to: &str) -> Option<(i32, i32)> {
        WeeklyRange { weekday, from: from.to_owned(), to: to.to_owned() }.minutes()
    }

    #[test]
    fn a_range_lies_on_a_day_and_ends_after_it_begins() {
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
    fn the_usual_hours_are_valid() {
        let usual = InterviewHours::usual("Asia/Shanghai".to_owned());
        assert_eq!(usual.weekly.len(), 5);
        assert!(usual.weekly.iter().all(|range| range.minutes() == Some((540, 1080))));
    }
}
