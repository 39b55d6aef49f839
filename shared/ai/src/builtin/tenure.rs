//! Job stability: the average length of employments, and the gaps between them.

use bole_domain::evaluation::Verdict;
use bole_domain::period::{Period, Timeline, longest_pause};

use super::judge::{Finding, Missing, Subject};
use super::resume_match::ResumeMatch;
use super::text::unit;

/// The average in months considered stable, unless a job states a number.
const USUAL: f64 = 18.0;
/// A longer pause between employments asks for an explanation.
const LONG_PAUSE: i32 = 12;

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
    let continuity = unit(1.0 - (f64::from(longest_pause(&periods)) - 3.0).max(0.0) / 24.0);
    unit(unit(0.2 + 0.8 * average / 30.0) * (0.5 + 0.5 * continuity))
}

/// Judges job stability by the dates of employments, whose lines are the evidence.
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
    let pause = longest_pause(&periods);
    let reached = average / USUAL;
    finding.places = longest.line.map(|line| (line, candidate.reading.lines[line].start)).into_iter().collect();
    finding.verdict = match () {
        () if reached >= 1.0 && pause <= LONG_PAUSE => Verdict::Met,
        () if reached >= 0.6 => Verdict::Partly,
        () => Verdict::Not,
    };
    if finding.verdict != Verdict::Met {
        finding.missing.push(if reached < 1.0 { Missing::Tenure(average / 12.0) } else { Missing::Gap(pause) });
    }
    finding
}
