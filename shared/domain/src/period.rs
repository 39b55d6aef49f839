//! Months and periods of months: total years, gaps and overlaps of employments.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A month of a year; on the wire `2019-07`. Resumes rarely state the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct YearMonth {
    year: i32,
    month: u8,
}

impl YearMonth {
    /// `None` unless the month is 1–12 and the year 1900–2100.
    #[must_use]
    pub fn new(year: i32, month: u8) -> Option<Self> {
        ((1900..=2100).contains(&year) && (1..=12).contains(&month)).then_some(Self { year, month })
    }

    /// The calendar year.
    #[must_use]
    pub const fn year(self) -> i32 {
        self.year
    }

    /// 1–12.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// Months since year 0, for arithmetic.
    #[must_use]
    pub fn index(self) -> i32 {
        self.year * 12 + i32::from(self.month) - 1
    }

    /// The month this many months later; `None` if it is out of range.
    #[must_use]
    pub fn after(self, months: i32) -> Option<Self> {
        let index = self.index().checked_add(months)?;
        Self::new(index.div_euclid(12), u8::try_from(index.rem_euclid(12) + 1).ok()?)
    }
}

impl fmt::Display for YearMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// A text that is not `YYYY-MM`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a year and month: {0}")]
pub struct InvalidYearMonth(String);

crate::stored_as_text!(YearMonth);

impl FromStr for YearMonth {
    type Err = InvalidYearMonth;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('-').and_then(|(year, month)| Self::new(year.parse().ok()?, month.parse().ok()?));
        parsed.ok_or_else(|| InvalidYearMonth(text.to_owned()))
    }
}

impl Serialize for YearMonth {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for YearMonth {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for YearMonth {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .description(Some("Year and month, `2019-07`"))
            .into()
    }
}

impl utoipa::ToSchema for YearMonth {}

/// A closed range of months: January to January counts as one month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// First month.
    pub start: YearMonth,
    /// Last month, not before the first.
    pub end: YearMonth,
}

impl Period {
    /// `None` if the end is before the start.
    #[must_use]
    pub fn new(start: YearMonth, end: YearMonth) -> Option<Self> {
        (start <= end).then_some(Self { start, end })
    }
}

/// The answer of `analyze-work-experience`, drawn as a timeline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Timeline {
    /// Length of the union of the periods in months, both ends included.
    pub total_months: i32,
    /// Gaps of at least [`GAP_MONTHS`] between employments.
    pub gaps: Vec<Stretch>,
    /// Overlaps of more than [`OVERLAP_MONTHS`] between two employments.
    pub overlaps: Vec<Stretch>,
}

/// A range of months on the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Stretch {
    /// First month.
    pub start: YearMonth,
    /// Last month.
    pub end: YearMonth,
    /// Length, both ends included.
    pub months: i32,
}

/// A shorter pause between employments is no gap. The screens say "more than six months".
pub const GAP_MONTHS: i32 = 7;
/// A handover of a month or two is no overlap: people leave and begin in the same month.
pub const OVERLAP_MONTHS: i32 = 1;

impl Timeline {
    /// Computes gaps, overlaps and the union of any periods, in any order.
    #[must_use]
    pub fn of(periods: &[Period]) -> Self {
        let mut sorted = periods.to_vec();
        sorted.sort_by_key(|period| (period.start, period.end));
        let mut timeline = Self { total_months: 0, gaps: Vec::new(), overlaps: Vec::new() };
        let mut covered_until: Option<YearMonth> = None;
        for period in sorted {
            match covered_until {
                None => timeline.total_months += months(period.start, period.end),
                Some(until) => {
                    let pause = period.start.index() - until.index() - 1;
                    if pause >= GAP_MONTHS {
                        timeline
                            .gaps
                            .push(stretch(from_index(until.index() + 1), from_index(period.start.index() - 1)));
                    }
                    let shared_end = until.min(period.end);
                    if period.start <= shared_end && months(period.start, shared_end) > OVERLAP_MONTHS {
                        timeline.overlaps.push(stretch(period.start, shared_end));
                    }
                    if period.end > until {
                        let from = period.start.index().max(until.index() + 1);
                        timeline.total_months += period.end.index() - from + 1;
                    }
                }
            }
            covered_until = Some(covered_until.map_or(period.end, |until| until.max(period.end)));
        }
        timeline
    }

    /// The total in years, one decimal.
    #[must_use]
    pub fn total_years(&self) -> f64 {
        (f64::from(self.total_months) / 12.0 * 10.0).round() / 10.0
    }
}

/// The longest pause between employments in months, gap or not; 0 where there is none.
#[must_use]
pub fn longest_pause(periods: &[Period]) -> i32 {
    let mut sorted = periods.to_vec();
    sorted.sort_by_key(|period| period.start);
    let mut covered_until: Option<YearMonth> = None;
    let mut longest = 0;
    for period in sorted {
        if let Some(until) = covered_until {
            longest = longest.max(period.start.index() - until.index() - 1);
        }
        covered_until = Some(covered_until.map_or(period.end, |until| until.max(period.end)));
    }
    longest
}

fn months(start: YearMonth, end: YearMonth) -> i32 {
    end.index() - start.index() + 1
}

fn from_index(index: i32) -> YearMonth {
    YearMonth { year: index.div_euclid(12), month: u8::try_from(index.rem_euclid(12)).unwrap_or(0) + 1 }
}

fn stretch(start: YearMonth, end: YearMonth) -> Stretch {
    Stretch { start, end, months: months(start, end) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ym(text: &str) -> YearMonth {
        text.parse().unwrap()
    }

    fn period(start: &str, end: &str) -> Period {
        Period::new(ym(start), ym(end)).unwrap()
    }

    #[test]
    fn years_are_the_union_of_periods() {
        let timeline = Timeline::of(&[period("2019-01", "2020-12"), period("2020-01", "2021-12")]);
        assert_eq!(timeline.total_months, 36);
        assert_eq!(timeline.total_years(), 3.0);
        assert_eq!(timeline.overlaps, vec![stretch(ym("2020-01"), ym("2020-12"))]);
    }

    #[test]
    fn employer_change_within_a_month_is_neither_gap_nor_overlap() {
        let timeline = Timeline::of(&[period("2019-01", "2020-06"), period("2020-06", "2021-12")]);
        assert!(timeline.gaps.is_empty() && timeline.overlaps.is_empty());
        assert_eq!(timeline.total_months, 36);
    }

    #[test]
    fn gap_is_described_by_its_months() {
        let timeline = Timeline::of(&[period("2021-02", "2021-12"), period("2019-01", "2020-06")]);
        assert_eq!(timeline.gaps, vec![stretch(ym("2020-07"), ym("2021-01"))]);
    }

    #[test]
    fn half_a_year_without_employment_is_a_pause_and_not_a_gap() {
        let periods = [period("2021-01", "2021-12"), period("2019-01", "2020-06")];
        assert!(Timeline::of(&periods).gaps.is_empty());
        assert_eq!(longest_pause(&periods), 6);
    }

    #[test]
    fn longest_pause_has_no_other_employment() {
        let side = period("2019-01", "2023-12");
        let jobs = [period("2019-01", "2019-06"), period("2022-01", "2022-06")];
        assert_eq!(longest_pause(&jobs), 30);
        assert_eq!(longest_pause(&[jobs[0], jobs[1], side]), 0);
        assert_eq!(longest_pause(&[]), 0);
    }

    fn any_period() -> impl Strategy<Value = Period> {
        (23_900..24_300i32, 0..60i32)
            .prop_map(|(start, length)| Period { start: from_index(start), end: from_index(start + length) })
    }

    proptest! {
        #[test]
        fn total_counts_distinct_months(periods in prop::collection::vec(any_period(), 0..12)) {
            let distinct: std::collections::HashSet<i32> =
                periods.iter().flat_map(|p| p.start.index()..=p.end.index()).collect();
            prop_assert_eq!(Timeline::of(&periods).total_months, i32::try_from(distinct.len()).unwrap());
        }

        #[test]
        fn no_gap_is_longer_than_the_longest_pause(periods in prop::collection::vec(any_period(), 0..8)) {
            let longest = longest_pause(&periods);
            let gap = Timeline::of(&periods).gaps.iter().map(|gap| gap.months).max();
            prop_assert_eq!(gap, Some(longest).filter(|&months| months >= GAP_MONTHS));
        }

        #[test]
        fn order_does_not_matter(mut periods in prop::collection::vec(any_period(), 0..8)) {
            let forward = Timeline::of(&periods);
            periods.reverse();
            prop_assert_eq!(forward, Timeline::of(&periods));
        }
    }
}
