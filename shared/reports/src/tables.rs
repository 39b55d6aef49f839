//! The tables of a report, shared by all file formats.

use bole_domain::dashboard::{FigureCandidate, StagePace, StageTime, TimeToHire, TrendStep};
use bole_domain::stage::Stage;
use bole_domain::zone::Zone;
use time::{Date, Duration, OffsetDateTime};

use crate::Report;
use crate::words::Words;

/// One value of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Text(String),
    Count(i64),
    /// 0 to 1.
    Share(f64),
    /// A number with one decimal.
    Days(f64),
    /// A day.
    Day(Date),
    /// A local time.
    Moment(OffsetDateTime),
    Nothing,
}

/// The chart of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chart {
    /// A bar for each row.
    Bars,
    /// A line for each column of counts, over the rows.
    Lines,
    None,
}

/// A table: the first column names the row, the second is charted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table {
    pub(crate) chart: Chart,
    pub(crate) title: &'static str,
    pub(crate) heads: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// The charted value of a row.
    pub(crate) fn value(row: &[Cell]) -> f64 {
        match row.get(1) {
            #[expect(clippy::cast_precision_loss, reason = "counts of rows stay far below 2^52")]
            Some(Cell::Count(count)) => *count as f64,
            Some(Cell::Days(days)) => *days,
            _ => 0.0,
        }
    }

    /// The largest charted value.
    pub(crate) fn largest(&self) -> f64 {
        self.rows.iter().map(|row| Self::value(row)).fold(0.0, f64::max)
    }
}

/// The last day of a period that ends before this local moment.
pub(crate) fn last_day(to: OffsetDateTime) -> Date {
    (to - Duration::NANOSECOND).date()
}

/// A local time to the minute.
pub(crate) fn moment_text(at: OffsetDateTime) -> String {
    format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute())
}

/// A number with one decimal, as its language writes it.
pub(crate) fn decimal_text(number: f64, words: &Words) -> String {
    format!("{number:.1}").replace('.', &words.decimal_point.to_string())
}

/// The report's metadata as name and value.
pub(crate) fn facts(report: &Report<'_>) -> Vec<(&'static str, String)> {
    let words = Words::of(report.language);
    let at = report.zone.local(report.created_at);
    let (from, to) = (report.zone.local(report.dashboard.from), report.zone.local(report.dashboard.to));
    vec![
        (words.organization, report.organization.to_owned()),
        (words.period, format!("{} – {}", from.date(), last_day(to))),
        (words.job, report.job_title.unwrap_or(words.all_jobs).to_owned()),
        (words.created_by, report.created_by.to_owned()),
        (words.created_at, moment_text(at)),
        (words.time_zone, report.zone.name().to_owned()),
    ]
}

/// All tables of metrics.
pub(crate) fn tables(report: &Report<'_>) -> Vec<Table> {
    let (words, dashboard) = (Words::of(report.language), report.dashboard);
    let jobs = dashboard.jobs.iter().map(|job| {
        let counts = [
            job.applied,
            job.applied_before,
            job.in_review,
            job.in_interviews,
            job.in_offer,
            job.hired,
            job.hired_before,
        ];
        named(&job.title, counts)
    });
    let (scores, timeouts) = (&dashboard.scores, &dashboard.timeouts);
    let levels = scores.levels.iter().map(|level| named(words.level(level.level), [level.count, level.count_before]));
    let classes = scores.histogram.iter().zip(&scores.histogram_before).enumerate().map(|(class, (now, before))| {
        let last = if class == 9 { 100 } else { class * 10 + 9 };
        named(&format!("{}–{last}", class * 10), [*now, *before])
    });
    let sources = dashboard.sources.iter().map(|source| {
        let counts = [source.applied, source.applied_before, source.advanced, source.advanced_before];
        named(words.source(source.source), counts)
    });
    let expired = vec![
        named(words.timeouts_online, [timeouts.online, timeouts.online_before]),
        named(words.timeouts_onsite, [timeouts.onsite, timeouts.onsite_before]),
        vec![text(words.timeouts_now), Cell::Count(timeouts.current), Cell::Nothing],
    ];
    let members = dashboard.members.iter().map(|member| named(&member.name, [member.moves, member.moves_before]));
    let workload =
        dashboard.workload.iter().map(|desk| named(&desk.name, [desk.open, desk.waiting, desk.jobs, desk.interviews]));
    let bars = |title, heads: &[&'static str], rows: Vec<Vec<Cell>>| Table {
        title,
        heads: heads.to_vec(),
        rows,
        chart: Chart::Bars,
    };
    vec![
        totals(report, words),
        trend(report, words),
        cohort(report, words),
        funnel(report, words),
        times(report, words),
        bars(
            words.jobs,
            &[
                words.job,
                words.applied,
                words.before,
                words.review,
                words.interviews,
                words.offer,
                words.hired,
                words.hired_before,
            ],
            jobs.collect(),
        ),
        bars(words.levels, &[words.level, words.candidates, words.before], levels.collect()),
        bars(words.scores, &[words.score, words.candidates, words.before], classes.collect()),
        bars(
            words.sources,
            &[words.source, words.applied, words.before, words.advanced, words.advanced_before],
            sources.collect(),
        ),
        bars(words.timeouts, &[words.timeouts, words.count, words.before], expired),
        bars(words.members, &[words.member, words.moves, words.before], members.collect()),
        bars(
            words.workload,
            &[words.member, words.open, words.waiting_long, words.assigned, words.interviews],
            workload.collect(),
        ),
        waiting(report, words),
        upcoming(report, words),
    ]
}

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// A named row of counts.
fn named<const N: usize>(name: &str, counts: [i64; N]) -> Vec<Cell> {
    [text(name)].into_iter().chain(counts.map(Cell::Count)).collect()
}

fn totals(report: &Report<'_>, words: &Words) -> Table {
    let (now, before) = (&report.dashboard.trend.total, &report.dashboard.trend.total_before);
    let rows = vec![
        named(words.applied, [now.applied, before.applied]),
        named(words.interviewed, [now.interviewed, before.interviewed]),
        named(words.offered, [now.offered, before.offered]),
        named(words.hired, [now.hired, before.hired]),
    ];
    Table { title: words.totals, heads: vec![words.totals, words.count, words.before], rows, chart: Chart::Bars }
}

fn trend(report: &Report<'_>, words: &Words) -> Table {
    let trend = &report.dashboard.trend;
    let step = match trend.step {
        TrendStep::Day => words.step_day,
        TrendStep::Week => words.step_week,
        TrendStep::Month => words.step_month,
    };
    let row = |start: Cell, counts: [i64; 4]| [start].into_iter().chain(counts.map(Cell::Count)).collect();
    let rows = trend.points.iter().map(|point| {
        row(
            Cell::Day(report.zone.local(point.start).date()),
            [point.applied, point.interviewed, point.offered, point.hired],
        )
    });
    let heads = vec![step, words.applied, words.interviewed, words.offered, words.hired];
    Table { title: words.trend, heads, rows: rows.collect(), chart: Chart::Lines }
}

/// How far those who applied within the period got.
fn cohort(report: &Report<'_>, words: &Words) -> Table {
    let cohort = &report.dashboard.cohort;
    let share = |part: i64, whole: i64| if whole > 0 { Cell::Share(ratio(part, whole)) } else { Cell::Nothing };
    let rows = cohort.stages.iter().enumerate().map(|(at, stage)| {
        let previous = at.checked_sub(1).and_then(|at| cohort.stages.get(at)).map_or(0, |stage| stage.reached);
        vec![
            text(words.stage(stage.status)),
            Cell::Count(stage.reached),
            Cell::Count(stage.reached_before),
            share(stage.reached, cohort.applied),
            share(stage.reached_before, cohort.applied_before),
            share(stage.reached, previous),
        ]
    });
    let heads = vec![
        words.stage,
        words.reached,
        words.before,
        words.of_applicants,
        words.of_applicants_before,
        words.of_stage_before,
    ];
    Table { title: words.cohort, heads, rows: rows.collect(), chart: Chart::Bars }
}

fn funnel(report: &Report<'_>, words: &Words) -> Table {
    let rows = report
        .dashboard
        .funnel
        .iter()
        .map(|stage| named(words.stage(stage.status), [stage.entered, stage.entered_before, stage.current]));
    let heads = vec![words.stage, words.entered, words.before, words.now];
    Table { title: words.funnel, heads, rows: rows.collect(), chart: Chart::Bars }
}

/// The time in each stage, and from applying to being hired.
pub(crate) fn paces(report: &Report<'_>, words: &'static Words) -> Vec<(&'static str, StagePace, Option<StagePace>)> {
    let stages = report.dashboard.stages.iter().map(|stage| {
        let StageTime { status, count, median_days, p90_days, before } = *stage;
        (words.stage(status), StagePace { count, median_days, p90_days }, before)
    });
    let TimeToHire { now, before } = report.dashboard.time_to_hire;
    stages.chain(now.map(|now| (words.time_to_hire, now, before))).collect()
}

fn times(report: &Report<'_>, words: &'static Words) -> Table {
    let rows = paces(report, words).into_iter().map(|(name, now, before)| {
        let before = before.map_or(Cell::Nothing, |pace| Cell::Days(pace.median_days));
        let (median, p90) = (Cell::Days(now.median_days), Cell::Days(now.p90_days));
        vec![text(name), median, before, p90, Cell::Count(now.count)]
    });
    let heads = vec![words.stage, words.median, words.median_before, words.p90, words.candidates];
    Table { title: words.time, heads, rows: rows.collect(), chart: Chart::Bars }
}

/// The longest-waiting candidates; without names, by job only.
fn waiting(report: &Report<'_>, words: &Words) -> Table {
    let rows = report.dashboard.waiting.candidates.iter().map(|candidate| {
        let days = (report.created_at - candidate.since).whole_days();
        vec![
            candidate.name.as_deref().map_or(Cell::Nothing, text),
            Cell::Count(days),
            text(&candidate.job_title),
            text(words.stage(candidate.status)),
            Cell::Day(report.zone.local(candidate.since).date()),
        ]
    });
    let heads = vec![words.candidate, words.waiting_days, words.job, words.stage, words.since];
    Table { title: words.waiting, heads, rows: rows.collect(), chart: Chart::None }
}

fn upcoming(report: &Report<'_>, words: &Words) -> Table {
    let rows = report.dashboard.interviews.next.iter().map(|interview| {
        vec![
            interview.name.as_deref().map_or(Cell::Nothing, text),
            Cell::Moment(report.zone.local(interview.start_time)),
            interview.job_title.as_deref().map_or(Cell::Nothing, text),
            Cell::Count(interview.round.into()),
            text(&interview.interviewer_name),
        ]
    });
    let heads = vec![words.candidate, words.starts, words.job, words.round, words.interviewer];
    Table { title: words.upcoming, heads, rows: rows.collect(), chart: Chart::None }
}

/// The column titles of the candidates sheet.
pub(crate) fn candidate_heads(words: &Words) -> [&'static str; 8] {
    let Words { candidate, job, stage, level, score, source, applied_on, since, .. } = words;
    [candidate, job, stage, level, score, source, applied_on, since]
}

/// A candidate's row.
pub(crate) fn candidate_row(candidate: &FigureCandidate, words: &'static Words, zone: Zone) -> [Cell; 8] {
    [
        candidate.name.as_deref().map_or(Cell::Nothing, text),
        text(&candidate.job_title),
        text(words.stage(if candidate.is_archived { Stage::Archived } else { candidate.status })),
        candidate.level.map_or(Cell::Nothing, |level| text(words.level(level))),
        candidate.score.map_or(Cell::Nothing, Cell::Days),
        text(words.source(candidate.source)),
        Cell::Day(zone.local(candidate.applied_at).date()),
        Cell::Day(zone.local(candidate.since).date()),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows stay far below 2^52")]
pub(crate) fn ratio(part: i64, whole: i64) -> f64 {
    part as f64 / whole as f64
}
