//! The Excel workbook: a sheet of facts, then a sheet with a chart per table. Numbers, shares and dates are typed
//! values; text is never interpreted as a formula.

use rust_xlsxwriter::{
    Chart, ChartType, ColNum, DocProperties, ExcelDateTime, Format, FormatAlign, RowNum, Workbook, Worksheet, XlsxError,
};
use time::{Date, OffsetDateTime};

use crate::tables::{Cell, Chart as Drawn, Table, candidate_heads, candidate_row, facts, last_day, tables};
use crate::words::Words;
use crate::{Report, ReportError};

/// Column widths, in characters.
const NARROWEST: usize = 10;
const WIDEST: usize = 60;
/// The width up to which a column is as wide as its title.
const WIDE_HEAD: usize = 18;
/// The most rows in a chart.
const MAX_CHARTED: usize = 20;

struct Formats {
    head: Format,
    text: Format,
    /// Text that could be mistaken for a formula, marked as text.
    quoted: Format,
    count: Format,
    share: Format,
    days: Format,
    date: Format,
    time: Format,
}

pub(crate) fn write(report: &Report<'_>) -> Result<Vec<u8>, ReportError> {
    let words = Words::of(report.language);
    let formats = Formats {
        head: Format::new().set_bold().set_background_color("E8F1EE").set_text_wrap(),
        text: Format::new().set_text_wrap().set_align(FormatAlign::Top),
        quoted: Format::new().set_text_wrap().set_align(FormatAlign::Top).set_quote_prefix(),
        count: Format::new().set_num_format("#,##0").set_align(FormatAlign::Top),
        share: Format::new().set_num_format("0.0%").set_align(FormatAlign::Top),
        days: Format::new().set_num_format("#,##0.0").set_align(FormatAlign::Top),
        date: Format::new().set_num_format("yyyy-mm-dd").set_align(FormatAlign::Top),
        time: Format::new().set_num_format("yyyy-mm-dd hh:mm").set_align(FormatAlign::Top),
    };
    let mut workbook = Workbook::new();
    workbook.set_properties(&DocProperties::new().set_title(words.title).set_author(report.created_by));
    overview(workbook.add_worksheet(), report, words, &formats)?;
    for table in tables(report) {
        sheet(workbook.add_worksheet(), &table, words, &formats)?;
    }
    if !report.candidates.is_empty() {
        candidates(workbook.add_worksheet(), report, words, &formats)?;
    }
    Ok(workbook.save_to_buffer()?)
}

fn overview(sheet: &mut Worksheet, report: &Report<'_>, words: &Words, formats: &Formats) -> Result<(), XlsxError> {
    sheet.set_name(words.overview)?;
    sheet.write_string_with_format(0, 0, words.title, &formats.head)?;
    let facts = facts(report);
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(characters).max().unwrap_or_default();
    set_width(sheet, 0, widest(&mut facts.iter().map(|(name, _)| *name)))?;
    set_width(sheet, 1, widest(&mut facts.iter().map(|(_, value)| value.as_str())))?;
    for (row, (name, value)) in (1..).zip(facts) {
        sheet.write_string(row, 0, name)?;
        write_text(sheet, row, 1, &value, formats)?;
    }
    // Period and time again as dates, for calculations.
    sheet.write_datetime_with_format(2, 1, day(report.zone.local(report.dashboard.from).date())?, &formats.date)?;
    sheet.write_datetime_with_format(2, 2, day(last_day(report.zone.local(report.dashboard.to)))?, &formats.date)?;
    sheet.write_datetime_with_format(5, 1, moment(report.zone.local(report.created_at))?, &formats.time)?;
    sheet.set_column_width(2, 12)?;
    Ok(())
}

fn sheet(sheet: &mut Worksheet, table: &Table, words: &Words, formats: &Formats) -> Result<(), XlsxError> {
    sheet.set_name(table.title)?;
    sheet.set_freeze_panes(1, 0)?;
    for (column, head) in columns().zip(&table.heads) {
        sheet.write_string_with_format(0, column, *head, &formats.head)?;
        let cells = table.rows.iter().filter_map(|row| row.get(usize::from(column)));
        set_width(sheet, column, width(head, cells))?;
    }
    if table.rows.is_empty() {
        sheet.write_string(1, 0, words.nothing)?;
        return Ok(());
    }
    for (row, cells) in (1..).zip(&table.rows) {
        write_row(sheet, row, cells, formats)?;
    }
    draw(sheet, table)
}

/// The table's chart.
fn draw(sheet: &mut Worksheet, table: &Table) -> Result<(), XlsxError> {
    if table.chart == Drawn::None || table.largest() <= 0.0 {
        return Ok(());
    }
    let is_line = table.chart == Drawn::Lines;
    let shown = if is_line { table.rows.len() } else { table.rows.len().min(MAX_CHARTED) };
    let last = RowNum::try_from(shown).unwrap_or(RowNum::MAX);
    let mut chart = Chart::new(if is_line { ChartType::Line } else { ChartType::Bar });
    for (column, head) in columns().zip(&table.heads).skip(1).take(if is_line { usize::MAX } else { 1 }) {
        let series = chart.add_series();
        series.set_categories((table.title, 1, 0, last, 0)).set_values((table.title, 1, column, last, column));
        series.set_name(*head);
    }
    chart.title().set_name(table.title);
    if !is_line {
        chart.legend().set_hidden();
        // The first row on top, as in the table.
        chart.y_axis().set_reverse();
    }
    let beside = ColNum::try_from(table.heads.len() + 1).unwrap_or(ColNum::MAX);
    sheet.insert_chart(1, beside, &chart)?;
    Ok(())
}

/// All applicants, one per row, sortable and filterable.
fn candidates(
    sheet: &mut Worksheet,
    report: &Report<'_>,
    words: &'static Words,
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.set_name(words.candidates)?;
    sheet.set_freeze_panes(1, 0)?;
    let rows: Vec<_> = report.candidates.iter().map(|candidate| candidate_row(candidate, words, report.zone)).collect();
    for (column, head) in columns().zip(candidate_heads(words)) {
        sheet.write_string_with_format(0, column, head, &formats.head)?;
        set_width(sheet, column, width(head, rows.iter().filter_map(|row| row.get(usize::from(column)))))?;
    }
    for (row, cells) in (1..).zip(&rows) {
        write_row(sheet, row, cells, formats)?;
    }
    let last = RowNum::try_from(report.candidates.len()).unwrap_or(RowNum::MAX);
    sheet.autofilter(0, 0, last, 7)?;
    Ok(())
}

fn write_row(sheet: &mut Worksheet, row: RowNum, cells: &[Cell], formats: &Formats) -> Result<(), XlsxError> {
    for (column, cell) in columns().zip(cells) {
        match cell {
            Cell::Text(text) => write_text(sheet, row, column, text, formats)?,
            #[expect(clippy::cast_precision_loss, reason = "counts of rows stay far below 2^52")]
            Cell::Count(count) => {
                sheet.write_number_with_format(row, column, *count as f64, &formats.count)?;
            }
            Cell::Share(share) => {
                sheet.write_number_with_format(row, column, *share, &formats.share)?;
            }
            Cell::Days(days) => {
                sheet.write_number_with_format(row, column, *days, &formats.days)?;
            }
            Cell::Day(date) => {
                sheet.write_datetime_with_format(row, column, day(*date)?, &formats.date)?;
            }
            Cell::Moment(at) => {
                sheet.write_datetime_with_format(row, column, moment(*at)?, &formats.time)?;
            }
            Cell::Nothing => {}
        }
    }
    Ok(())
}

/// The characters that a column needs: its longest text, and its title up to a length at which that wraps.
fn width<'a>(head: &str, cells: impl Iterator<Item = &'a Cell>) -> usize {
    let needed = cells.map(|cell| match cell {
        Cell::Text(text) => text.lines().map(characters).max().unwrap_or_default(),
        Cell::Moment(_) => 16,
        _ => NARROWEST,
    });
    needed.chain([characters(head).min(WIDE_HEAD)]).max().unwrap_or_default()
}

/// The width of a text in characters, of which Chinese ones count twice.
fn characters(text: &str) -> usize {
    text.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum()
}

/// Text wider than the widest column wraps.
fn set_width(sheet: &mut Worksheet, column: ColNum, characters: usize) -> Result<(), XlsxError> {
    let padded = u32::try_from(characters.clamp(NARROWEST, WIDEST) + 2).unwrap_or(u32::MAX);
    sheet.set_column_width(column, f64::from(padded))?;
    Ok(())
}

fn columns() -> std::ops::RangeFrom<ColNum> {
    0..
}

/// Writes text; text starting like a formula is marked, so that other programs do not evaluate it.
fn write_text(
    sheet: &mut Worksheet,
    row: RowNum,
    column: ColNum,
    text: &str,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let format = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { &formats.quoted } else { &formats.text };
    // The maximum length of a cell.
    let text: String = text.chars().take(32_000).collect();
    sheet.write_string_with_format(row, column, text, format)?;
    Ok(())
}

fn day(date: Date) -> Result<ExcelDateTime, XlsxError> {
    ExcelDateTime::from_ymd(u16::try_from(date.year()).unwrap_or(1900), date.month().into(), date.day())
}

fn moment(at: OffsetDateTime) -> Result<ExcelDateTime, XlsxError> {
    day(at.date())?.and_hms(at.hour().into(), at.minute(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_longest_text() {
        let text = |text: &str| Cell::Text(text.to_owned());
        let texts = [text("Akuntan Senior"), text("高级后端工程师（分布式存储）"), Cell::Nothing];
        assert_eq!(width("Job", texts.iter()), 28);
        assert_eq!(width("Job", [].iter()), 3);
        assert_eq!(width("90th percentile of the time to hire", [Cell::Count(3)].iter()), WIDE_HEAD);
        assert_eq!(width("Starts", [Cell::Count(3)].iter()), NARROWEST);
    }
}
