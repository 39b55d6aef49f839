//! The tables of a report, the same in every kind of file.

use bole_domain::stage::Stage;
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
    Days(f64),
    Nothing,
}

/// One table: the first column names the row, the second is what a chart shows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table {
    pub(crate) title: &'static str,
    pub(crate) heads: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// What a chart shows of a row.
    pub(crate) fn value(row: &[Cell]) -> f64 {
        match row.get(1) {
            #[expect(clippy::cast_precision_loss, reason = "counts of rows stay far below 2^52")]
            Some(Cell::Count(count)) => *count as f64,
            Some(Cell::Days(days)) => *days,
            _ => 0.0,
        }
    }

    /// The largest of these.
    pub(crate) fn largest(&self) -> f64 {
        self.rows.iter().map(|row| Self::value(row)).fold(0.0, f64::max)
    }
}

/// The last day of a period that ends before this moment.
pub(crate) fn last_day(to: OffsetDateTime) -> Date {
    (to - Duration::NANOSECOND).date()
}

/// What a report says of itself: a name and a value each.
pub(crate) fn facts(report: &Report<'_>) -> Vec<(&'static str, String)> {
    let words = Words::of(report.language);
    let at = report.created_at;
    vec![
        (words.organization, report.organization.to_owned()),
        (words.period, format!("{} – {}", report.dashboard.from.date(), last_day(report.dashboard.to))),
        (words.job, report.job_title.unwrap_or(words.all_jobs).to_owned()),
        (words.created_by, report.created_by.to_owned()),
        (words.created_at, format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute())),
    ]
}

/// Every table of the report.
pub(crate) fn tables(report: &Report<'_>) -> Vec<Table> {
    let (words, dashboard) = (Words::of(report.language), report.dashboard);
    let first = dashboard.funnel.iter().find(|stage| stage.status == Stage::AiReview).map_or(0, |stage| stage.entered);
    let text = |text: &str| Cell::Text(text.to_owned());
    let funnel = dashboard.funnel.iter().map(|stage| {
        let share = if first > 0 && stage.status != Stage::Archived {
            Cell::Share(ratio(stage.entered, first))
        } else {
            Cell::Nothing
        };
        let (entered, before) = (Cell::Count(stage.entered), Cell::Count(stage.entered_before));
        vec![text(words.stage(stage.status)), entered, before, share, Cell::Count(stage.current)]
    });
    let times = dashboard.stages.iter().map(|stage| {
        let (median, p90) = (Cell::Days(stage.median_days), Cell::Days(stage.p90_days));
        vec![text(words.stage(stage.status)), median, p90, Cell::Count(stage.count)]
    });
    let jobs = dashboard.jobs.iter().map(|job| {
        let counts = [job.applied, job.in_review, job.in_interviews, job.in_offer, job.hired];
        [text(&job.title)].into_iter().chain(counts.map(Cell::Count)).collect()
    });
    let levels =
        dashboard.scores.levels.iter().map(|level| vec![text(words.level(level.level)), Cell::Count(level.count)]);
    let scores = dashboard.scores.histogram.iter().enumerate().map(|(class, count)| {
        let last = if class == 9 { 100 } else { class * 10 + 9 };
        vec![Cell::Text(format!("{}–{last}", class * 10)), Cell::Count(*count)]
    });
    let sources = dashboard.sources.iter().map(|source| {
        vec![text(words.source(&source.source)), Cell::Count(source.applied), Cell::Count(source.advanced)]
    });
    let timeouts = [
        (words.timeouts_online, dashboard.timeouts.online),
        (words.timeouts_onsite, dashboard.timeouts.onsite),
        (words.timeouts_now, dashboard.timeouts.current),
    ];
    let members = dashboard.members.iter().map(|member| vec![text(&member.name), Cell::Count(member.moves)]);
    let table = |title, heads: &[&'static str], rows: Vec<Vec<Cell>>| Table { title, heads: heads.to_vec(), rows };
    vec![
        table(words.funnel, &[words.stage, words.entered, words.before, words.conversion, words.now], funnel.collect()),
        table(words.time, &[words.stage, words.median, words.p90, words.candidates], times.collect()),
        table(
            words.jobs,
            &[words.job, words.applied, words.review, words.interviews, words.offer, words.hired],
            jobs.collect(),
        ),
        table(words.levels, &[words.level, words.candidates], levels.collect()),
        table(words.scores, &[words.score, words.candidates], scores.collect()),
        table(words.sources, &[words.source, words.applied, words.advanced], sources.collect()),
        table(
            words.timeouts,
            &[words.timeouts, words.count],
            timeouts.map(|(name, count)| vec![text(name), Cell::Count(count)]).into(),
        ),
        table(words.members, &[words.member, words.moves], members.collect()),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows stay far below 2^52")]
fn ratio(part: i64, whole: i64) -> f64 {
    part as f64 / whole as f64
}
