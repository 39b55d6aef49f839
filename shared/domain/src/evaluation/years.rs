//! Years of experience, computed from employment periods.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::judgement::YearsClaim;
use crate::period::{Period, YearMonth};

/// How the years required by a criterion were counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct YearsSum {
    /// Periods without overlap, latest first.
    pub spans: Vec<YearsSpan>,
    /// Total years.
    pub total: f64,
    /// The required years.
    pub required: f64,
}

/// One counted period.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct YearsSpan {
    /// First month.
    pub from: YearMonth,
    /// Last month; absent if ongoing.
    pub to: Option<YearMonth>,
    /// Its length, one decimal.
    pub years: f64,
}

impl YearsSum {
    /// Adds up the periods; overlapping months count once.
    #[must_use]
    pub fn of(claim: &YearsClaim) -> Self {
        let spans: Vec<YearsSpan> = merged(&claim.periods)
            .into_iter()
            .rev()
            .map(|period| YearsSpan {
                from: period.start,
                to: (period.end < claim.today).then_some(period.end),
                years: f64::from(tenths(period)) / 10.0,
            })
            .collect();
        let total = merged(&claim.periods).into_iter().map(tenths).sum::<i32>();
        Self { spans, total: f64::from(total) / 10.0, required: claim.required }
    }

    /// Whether the total reaches the required years.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.total + 1e-9 >= self.required
    }
}

/// Years in employments that met, wholly or partly, a criterion asking for years; `None` if there are none. Months
/// that count for several criteria count once.
#[must_use]
pub fn relevant_years<'a>(fulfilled: impl IntoIterator<Item = &'a YearsSum>) -> Option<f64> {
    let periods: Vec<Period> = fulfilled.into_iter().flat_map(|sum| &sum.spans).filter_map(YearsSpan::period).collect();
    let total = merged(&periods).into_iter().map(tenths).sum::<i32>();
    (total > 0).then(|| f64::from(total) / 10.0)
}

impl YearsSpan {
    /// The months of the span. An ongoing one ends as many months after its start as it was long.
    fn period(&self) -> Option<Period> {
        let end = match self.to {
            Some(end) => end,
            None => self.from.after((self.years * 12.0).round() as i32 - 1)?,
        };
        Period::new(self.from, end)
    }
}

/// Years in tenths, rounded.
fn tenths(period: Period) -> i32 {
    let months = period.end.index() - period.start.index() + 1;
    (months * 10 + 6) / 12
}

/// The union of the periods, sorted. Adjacent ones stay separate, so that each employment remains visible.
fn merged(periods: &[Period]) -> Vec<Period> {
    let mut sorted = periods.to_vec();
    sorted.sort_by_key(|period| (period.start, period.end));
    let mut merged: Vec<Period> = Vec::new();
    for period in sorted {
        match merged.last_mut() {
            Some(last) if period.start <= last.end => last.end = last.end.max(period.end),
            _ => merged.push(period),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn month(index: i32) -> YearMonth {
        YearMonth::new(index / 12, u8::try_from(index % 12 + 1).unwrap()).unwrap()
    }

    fn claim(periods: &[(i32, i32)], required: f64) -> YearsClaim {
        let periods = periods.iter().map(|&(from, months)| Period::new(month(from), month(from + months)).unwrap());
        YearsClaim { required, periods: periods.collect(), today: month(2026 * 12 + 10) }
    }

    #[test]
    fn overlapping_employments_count_once() {
        let start = 2016 * 12;
        let sum = YearsSum::of(&claim(&[(start + 24, 23), (start, 23), (start + 12, 17)], 4.0));
        assert_eq!((sum.spans.len(), sum.total, sum.is_enough()), (1, 4.0, true));
        assert!(!YearsSum::of(&claim(&[(start, 22)], 2.0)).is_enough());
    }

    #[test]
    fn ongoing_employments_have_no_end() {
        let sum = YearsSum::of(&claim(&[(2024 * 12, 34), (2020 * 12, 11)], 3.0));
        assert_eq!(sum.spans.iter().map(|span| span.to).collect::<Vec<_>>(), [None, Some(month(2020 * 12 + 11))]);
    }

    #[test]
    fn relevant_month_counts_once_for_any_number_of_criteria() {
        let start = 2016 * 12;
        let java = YearsSum::of(&claim(&[(start, 23), (start + 24, 35)], 3.0));
        let payments = YearsSum::of(&claim(&[(start + 12, 11)], 1.0));
        assert_eq!(relevant_years([&java, &payments]), Some(5.0));
        assert_eq!(relevant_years([]), None);
    }

    #[test]
    fn ongoing_employment_counts_until_the_evaluation() {
        // Ongoing since March 2022, judged in November 2026.
        let lasting = YearsSum::of(&claim(&[(2022 * 12 + 2, 56)], 3.0));
        assert_eq!((lasting.spans[0].to, relevant_years([&lasting])), (None, Some(lasting.total)));
    }

    proptest! {
        #[test]
        fn total_is_the_sum_of_spans_within_the_whole_time(
            periods in prop::collection::vec((23_000i32..24_300, 0i32..200), 0..6)
        ) {
            let sum = YearsSum::of(&claim(&periods, 3.0));
            let added: f64 = sum.spans.iter().map(|span| span.years).sum();
            prop_assert!((added - sum.total).abs() < 1e-6);
            let first = periods.iter().map(|period| period.0).min().unwrap_or(0);
            let last = periods.iter().map(|period| period.0 + period.1).max().unwrap_or(-1);
            prop_assert!(sum.total <= f64::from(last - first + 1) / 12.0 + 0.05 * sum.spans.len() as f64 + 1e-9);
        }
    }
}
