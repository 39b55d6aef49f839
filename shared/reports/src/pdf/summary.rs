//! The first page of a report: key figures and charts, to be read alone.

use bole_domain::dashboard::insights::FindingLevel;
use bole_domain::dashboard::{StagePace, TrendPoint};

use super::layout::{BOTTOM, Colour, FOOT, GREEN, INK, LINE, Layout, MARGIN, Mark, SOFT, WIDTH, grouped};
use crate::Report;
use crate::narrative::{narrate, nothing_found};
use crate::tables::{decimal_text, facts, last_day, moment_text, paces, ratio};
use crate::words::Words;

const GAP: f32 = 28.0;
/// Two charts stand side by side.
const HALF: f32 = (WIDTH - GAP) / 2.0;
const RIGHT: f32 = MARGIN + HALF + GAP;
const TEXT: f32 = 8.5;
const LEADING: f32 = 11.0;
const SMALL: f32 = 7.5;
const BAR: f32 = 7.0;
/// The height of the columns over time.
const COLUMNS: f32 = 54.0;
const COLUMN_TEXT: f32 = 7.0;
/// The least value of a full column, so that single candidates do not look like many.
const MIN_FULL: i64 = 4;
const PALE: Colour = Colour(190, 217, 208);

/// A chart's place.
#[derive(Debug, Clone, Copy)]
struct Panel {
    x: f32,
    width: f32,
}

const LEFT_PANEL: Panel = Panel { x: MARGIN, width: HALF };
const RIGHT_PANEL: Panel = Panel { x: RIGHT, width: HALF };

/// A figure of a step of the trend.
type Count = fn(&TrendPoint) -> i64;

/// A horizontal bar: a pale length behind a dark one, and the mark of the previous period. Lengths are shares of the
/// width.
struct Bar {
    name: String,
    value: String,
    pale: f64,
    dark: f64,
    before: Option<f64>,
}

impl Layout<'_> {
    pub(super) fn summary(&mut self, report: &Report<'_>, words: &'static Words) {
        self.masthead(report, words);
        self.key_figures(report, words);
        let top = self.y;
        self.cohort(report, words);
        let left = std::mem::replace(&mut self.y, top);
        self.sources(report, words);
        self.y = self.y.max(left) + 14.0;
        self.trends(report, words);
        let top = self.y;
        self.paces(report, words);
        self.y = top;
        self.attention(report, words);
        self.imprint(report, words);
    }

    fn masthead(&mut self, report: &Report<'_>, words: &Words) {
        self.y += 16.0;
        self.text(MARGIN, 20.0, INK, words.title.to_owned());
        self.y += 18.0;
        let days = (report.zone.local(report.dashboard.from).date(), last_day(report.zone.local(report.dashboard.to)));
        let job = report.job_title.unwrap_or(words.all_jobs);
        self.lines(MARGIN, WIDTH, 10.0, SOFT, &format!("{} · {job} · {} – {}", report.organization, days.0, days.1));
        self.y += 2.0;
        self.rule();
        self.y += 20.0;
    }

    /// The figures of the period beside those of the period before.
    fn key_figures(&mut self, report: &Report<'_>, words: &Words) {
        let (now, before) = (&report.dashboard.trend.total, &report.dashboard.trend.total_before);
        let hire = report.dashboard.time_to_hire;
        let days = |pace: StagePace| decimal_text(pace.median_days, words);
        let counts = [
            (words.applied, now.applied, before.applied),
            (words.interviewed, now.interviewed, before.interviewed),
            (words.offered, now.offered, before.offered),
            (words.hired, now.hired, before.hired),
        ];
        let counts = counts.map(|(name, now, before)| {
            let change = if before > 0 { format!(" ({})", change(now, before)) } else { String::new() };
            (name.to_owned(), grouped(now), format!("{}{}{}{change}", words.before, words.colon, grouped(before)))
        });
        let none = || "—".to_owned();
        let to_hire = (
            words.median_to_hire.to_owned(),
            hire.now.map_or_else(none, days),
            format!("{}{}{}", words.before, words.colon, hire.before.map_or_else(none, days)),
        );
        let figures: Vec<_> = counts.into_iter().chain([to_hire]).collect();
        #[expect(clippy::cast_precision_loss, reason = "five figures")]
        let step = WIDTH / figures.len() as f32;
        let mut x = MARGIN;
        let (top, mut bottom) = (self.y, self.y);
        let names = figures.iter().map(|(name, ..)| self.typeface.lines(name, SMALL, step - 10.0).len()).max();
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let below_names = top + names.unwrap_or(1) as f32 * LEADING + 13.0;
        for (name, value, before) in figures {
            self.y = top;
            self.lines(x, step - 10.0, SMALL, SOFT, &name);
            self.y = below_names;
            self.text(x, 21.0, INK, value);
            self.y += 14.0;
            self.lines(x, step - 10.0, SMALL, SOFT, &before);
            bottom = bottom.max(self.y);
            x += step;
        }
        self.y = bottom + 16.0;
    }

    fn cohort(&mut self, report: &Report<'_>, words: &Words) {
        let cohort = &report.dashboard.cohort;
        self.chart_title(LEFT_PANEL, words.cohort, &[(GREEN, words.of_applicants), (INK, words.before)]);
        let share = |part: i64, whole: i64| if whole > 0 { ratio(part, whole) } else { 0.0 };
        let bars = cohort.stages.iter().enumerate().map(|(at, stage)| {
            let dark = share(stage.reached, cohort.applied);
            let name = if at == 0 { words.applied } else { words.stage(stage.status) };
            Bar {
                name: name.to_owned(),
                value: format!("{} · {:.0}%", grouped(stage.reached), dark * 100.0),
                pale: 0.0,
                dark,
                before: (cohort.applied_before > 0).then(|| share(stage.reached_before, cohort.applied_before)),
            }
        });
        let bars = if cohort.applied + cohort.applied_before > 0 { bars.collect() } else { Vec::new() };
        self.bars(LEFT_PANEL, &bars, words);
        if cohort.open > 0 {
            let note = words.in_progress.replace("{count}", &grouped(cohort.open));
            self.lines(MARGIN, HALF, SMALL, SOFT, &note);
        }
    }

    fn sources(&mut self, report: &Report<'_>, words: &Words) {
        self.chart_title(RIGHT_PANEL, words.sources, &[(PALE, words.applied), (GREEN, words.advanced)]);
        let sources = &report.dashboard.sources;
        let most = sources.iter().map(|source| source.applied).max().unwrap_or_default();
        let bars = sources.iter().filter(|source| source.applied > 0).map(|source| Bar {
            name: words.source(source.source).to_owned(),
            value: format!("{} · {}", grouped(source.applied), grouped(source.advanced)),
            pale: ratio(source.applied, most),
            dark: ratio(source.advanced, most),
            before: None,
        });
        self.bars(RIGHT_PANEL, &bars.collect::<Vec<_>>(), words);
    }

    fn paces(&mut self, report: &Report<'_>, words: &'static Words) {
        self.chart_title(LEFT_PANEL, words.time, &[(GREEN, words.median), (PALE, words.p90)]);
        let paces = paces(report, words);
        let longest = paces.iter().map(|(_, pace, _)| pace.p90_days).fold(0.0, f64::max);
        let share = |days: f64| if longest > 0.0 { days / longest } else { 0.0 };
        let bars = paces.iter().map(|(name, pace, _)| Bar {
            name: (*name).to_owned(),
            value: format!("{} · {}", decimal_text(pace.median_days, words), decimal_text(pace.p90_days, words)),
            pale: share(pace.p90_days),
            dark: share(pace.median_days),
            before: None,
        });
        self.bars(LEFT_PANEL, &bars.collect::<Vec<_>>(), words);
    }

    /// The findings that call for action, as many as fit.
    fn attention(&mut self, report: &Report<'_>, words: &Words) {
        self.chart_title(RIGHT_PANEL, words.attention, &[]);
        let said = narrate(report.findings, report.language);
        let urgent = report.findings.iter().zip(said).filter(|(finding, _)| finding.level == FindingLevel::Attention);
        let mut is_empty = true;
        for (_, said) in urgent {
            let lines = |text: &str| self.typeface.lines(text, TEXT, HALF).len();
            let count = lines(&said.text) + said.cause.as_deref().map_or(0, lines);
            #[expect(clippy::cast_precision_loss, reason = "a few lines")]
            if self.y + count as f32 * LEADING > BOTTOM - LEADING {
                break;
            }
            self.lines(RIGHT, HALF, TEXT, INK, &said.text);
            if let Some(cause) = &said.cause {
                self.lines(RIGHT, HALF, TEXT, SOFT, cause);
            }
            self.y += 6.0;
            is_empty = false;
        }
        if is_empty {
            self.lines(RIGHT, HALF, TEXT, SOFT, nothing_found(report.language));
        }
    }

    /// Who exported it and when, at the foot of the page.
    fn imprint(&mut self, report: &Report<'_>, words: &Words) {
        let at = moment_text(report.zone.local(report.created_at));
        let zone = facts(report).pop().map(|(_, zone)| zone).unwrap_or_default();
        let text = format!("{}{}{} · {at} · {zone}", words.created_by, words.colon, report.created_by);
        let lines = self.typeface.lines(&text, 8.0, WIDTH - 90.0);
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let above = (lines.len() - 1) as f32 * 10.0;
        self.y = FOOT - above;
        self.lines(MARGIN, WIDTH - 90.0, 8.0, SOFT, &text);
    }

    /// Lines of text from here downwards.
    fn lines(&mut self, x: f32, width: f32, size: f32, colour: Colour, text: &str) {
        for line in self.typeface.lines(text, size, width) {
            self.text(x, size, colour, line);
            self.y += size + 2.5;
        }
    }

    fn chart_title(&mut self, panel: Panel, title: &str, legend: &[(Colour, &str)]) {
        self.text(panel.x, 11.5, INK, title.to_owned());
        self.y += 14.0;
        let (mut x, right) = (panel.x, panel.x + panel.width);
        for (colour, name) in legend {
            let width = 10.0 + self.typeface.width(name, SMALL);
            if x > panel.x && x + width > right {
                x = panel.x;
                self.y += 10.0;
            }
            self.key(x, *colour);
            self.text(x + 10.0, SMALL, SOFT, (*name).to_owned());
            x += width + 12.0;
        }
        self.y += if legend.is_empty() { 2.0 } else { 14.0 };
    }

    /// The legend's sign of a colour: a square, or a stroke for the previous period.
    fn key(&mut self, x: f32, colour: Colour) {
        let is_stroke = colour == INK;
        let (x, width) = if is_stroke { (x + 3.0, 1.4) } else { (x, 6.5) };
        self.bar(x, self.y - 6.0, width, 6.5, colour);
    }

    fn bars(&mut self, panel: Panel, bars: &[Bar], words: &Words) {
        if bars.is_empty() {
            self.lines(panel.x, panel.width, TEXT, SOFT, words.nothing);
            return;
        }
        for bar in bars {
            let value = self.typeface.width(&bar.value, TEXT);
            self.text(panel.x + panel.width - value, TEXT, INK, bar.value.clone());
            self.lines(panel.x, panel.width - value - 8.0, TEXT, INK, &bar.name);
            self.y -= LEADING - 4.0;
            let y = self.y;
            self.bar(panel.x, y, panel.width, BAR, LINE);
            for (share, colour) in [(bar.pale, PALE), (bar.dark, GREEN)] {
                self.bar(panel.x, y, panel.width * length(share), BAR, colour);
            }
            if let Some(before) = bar.before {
                self.bar(panel.x + (panel.width - 1.4) * length(before), y - 2.0, 1.4, BAR + 4.0, INK);
            }
            self.y += BAR + 13.0;
        }
    }

    /// Each series in columns of its own scale, so that small numbers stay readable beside large ones.
    fn trends(&mut self, report: &Report<'_>, words: &Words) {
        let trend = &report.dashboard.trend;
        self.text(MARGIN, 11.5, INK, words.trend.to_owned());
        self.y += 16.0;
        let series: [(&str, Count); 4] = [
            (words.applied, |point| point.applied),
            (words.interviewed, |point| point.interviewed),
            (words.offered, |point| point.offered),
            (words.hired, |point| point.hired),
        ];
        let starts: Vec<_> = trend.points.iter().map(|point| report.zone.local(point.start).date()).collect();
        let ends = [starts.first(), starts.last()].map(|day| day.map(ToString::to_string).unwrap_or_default());
        for row in series.chunks(2) {
            let top = self.y;
            for ((name, of), panel) in row.iter().zip([LEFT_PANEL, RIGHT_PANEL]) {
                self.y = top;
                let values: Vec<i64> = trend.points.iter().map(of).collect();
                self.columns(panel, name, &values, &ends);
            }
            self.y += 12.0;
        }
        self.y += 8.0;
    }

    fn columns(&mut self, panel: Panel, name: &str, values: &[i64], [first, last]: &[String; 2]) {
        self.text(panel.x, TEXT, SOFT, name.to_owned());
        let base = self.y + 12.0 + COLUMNS;
        let most = values.iter().copied().max().unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "a column per day, week or month")]
        let step = panel.width / values.len().max(1) as f32;
        let width = (step * 0.72).min(26.0);
        let mut x = panel.x;
        let do_all_fit = values.iter().all(|value| self.typeface.width(&grouped(*value), COLUMN_TEXT) < step);
        let largest = values.iter().position(|value| *value == most);
        for (at, &value) in values.iter().enumerate() {
            let height = (COLUMNS - 9.0) * length(ratio(value, most.max(MIN_FULL)));
            self.bar(x, base - height, width, height, GREEN);
            if value > 0 && (do_all_fit || largest == Some(at)) {
                let centred = x + (width - self.typeface.width(&grouped(value), COLUMN_TEXT)) / 2.0;
                self.y = base - height - 2.5;
                self.text(centred.max(panel.x), COLUMN_TEXT, INK, grouped(value));
            }
            x += step;
        }
        self.bar(panel.x, base, panel.width, 0.5, LINE);
        self.y = base + 10.0;
        self.text(panel.x, COLUMN_TEXT, SOFT, first.clone());
        if first != last {
            self.text_ending_at(panel.x + panel.width, COLUMN_TEXT, SOFT, last.clone());
        }
        self.y += 8.0;
    }

    fn bar(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        if width > 0.0 && height > 0.0 {
            self.draw(Mark::Bar { x, y, width, height, colour });
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 1")]
fn length(share: f64) -> f32 {
    share.clamp(0.0, 1.0) as f32
}

/// The change in percent, with its sign.
fn change(now: i64, before: i64) -> String {
    let percent = ((ratio(now, before) - 1.0) * 100.0).round();
    if percent == 0.0 { "0%".to_owned() } else { format!("{percent:+.0}%") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_has_a_sign() {
        assert_eq!([change(12, 10), change(5, 10), change(10, 10)], ["+20%", "-50%", "0%"]);
    }
}
