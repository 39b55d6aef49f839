//! How long somebody stays: the average length of the employments, and the gaps between them.

use bole_domain::evaluation::Verdict;
use bole_domain::period::{Period, Timeline};

use super::judge::{Finding, Missing, Subject};
use super::resume_match::ResumeMatch;
use super::text::unit;

/// Months on average from which nobody is said to move often, where a job names no number.
const USUAL: f64 = 18.0;
/// A gap of so many months asks for an explanation.
const LONG_GAP: i32 = 12;

fn periods(candidate: &ResumeMatch<'_, '_>) -> Vec<Period> {
    candidate.reading.employments.iter().filter(|job| !job.intern).filter_map(|job| job.period).collect()
}

/// Length and continuity of employments, 0–1.
pub fn stability(candidate: &ResumeMatch<'_, '_>) -> f64 {
    let periods = periods(candidate);
    if periods.is_empty() {
        return 0.5;
    }
    let timeline = Timeline::of(&periods);
    let average = f64::from(timeline.total_months) / periods.len() as f64;
    let longest_gap = timeline.gaps.iter().map(|gap| gap.months).max().unwrap_or(0);
    let gaps = unit(1.0 - (f64::from(longest_gap) - 3.0).max(0.0) / 24.0);
    unit(unit(0.2 + 0.8 * average / 30.0) * (0.5 + 0.5 * gaps))
}

/// Staying in jobs, by the dates of the employments: their lines are the evidence.
pub fn judge(candidate: &ResumeMatch<'_, '_>) -> Finding {
    let mut finding = Finding::unknown(Subject::Tenure, stability(candidate));
    let periods = periods(candidate);
    let Some(longest) = candidate
        .reading
        .employments
        .iter()
        .filter(|job| job.period.is_some() && job.line.is_some())
        .max_by_key(|job| job.months())
    else {
        return finding;
    };
    let timeline = Timeline::of(&periods);
    let average = f64::from(timeline.total_months) / periods.len().max(1) as f64;
    let gap = timeline.gaps.iter().map(|gap| gap.months).max().unwrap_or(0);
    let reached = average / USUAL;
    finding.places = longest.line.map(|line| (line, candidate.reading.lines[line].start)).into_iter().collect();
    finding.verdict = match () {
        () if reached >= 1.0 && gap <= LONG_GAP => Verdict::Met,
        () if reached >= 0.6 => Verdict::Partly,
        () => Verdict::Not,
    };
    if finding.verdict != Verdict::Met {
        finding.missing.push(if reached < 1.0 { Missing::Tenure(average / 12.0) } else { Missing::Gap(gap) });
    }
    finding
}
