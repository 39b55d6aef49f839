//! The Excel workbook: a sheet of facts, then a sheet with a chart per table. Numbers, shares and dates are typed
//! values; text is never interpreted as a formula.

use bole_domain::evaluation::Language;
use rust_xlsxwriter::{
    Chart, ChartType, ColNum, DocProperties, ExcelDateTime, Format, RowNum, Workbook, Worksheet, XlsxError,
};
use time::{Date, OffsetDateTime};

use crate::tables::{Cell, Chart as Drawn, Table, candidate_heads, candidate_row, facts, last_day, tables};
use crate::words::Words;
use crate::{Report, ReportError};

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
        text: Format::new(),
        quoted: Format::new().set_quote_prefix(),
        count: Format::new().set_num_format("#,##0"),
        share: Format::new().set_num_format("0.0%"),
        days: Format::new().set_num_format("#,##0.0"),
        date: Format::new().set_num_format("yyyy-mm-dd"),
        time: Format::new().set_num_format("yyyy-mm-dd hh:mm"),
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
    sheet.set_column_width(0, 26)?;
    sheet.set_column_width(1, if report.language == Language::Zh { 30 } else { 36 })?;
    sheet.write_string_with_format(0, 0, words.title, &formats.head)?;
    for (row, (name, value)) in (1..).zip(facts(report)) {
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
    sheet.set_column_width(0, 34)?;
    sheet.set_freeze_panes(1, 0)?;
    for (column, head) in columns().zip(&table.heads) {
        sheet.write_string_with_format(0, column, *head, &formats.head)?;
        if column > 0 {
            sheet.set_column_width(column, 16)?;
        }
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
    for (column, head) in columns().zip(candidate_heads(words)) {
        sheet.write_string_with_format(0, column, head, &formats.head)?;
        sheet.set_column_width(column, if column < 2 { 30 } else { 16 })?;
    }
    for (row, candidate) in (1..).zip(report.candidates) {
        write_row(sheet, row, &candidate_row(candidate, words, report.zone), formats)?;
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
