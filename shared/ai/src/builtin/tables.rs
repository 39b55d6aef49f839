//! Criteria in tables separated by tabs or bars: which column holds the requirement, and which the points.

use std::ops::Range;
use std::sync::LazyLock;

use bole_domain::evaluation::CriterionKind;
use regex::Regex;

use super::text::amount;

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The requirement's cell.
    pub text: Range<usize>,
    pub points: Option<f64>,
    /// Must-have or nice to have, if a cell says so.
    pub kind: Option<CriterionKind>,
}

/// A table within a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub lines: Range<usize>,
    /// Its rows, without header and total.
    pub rows: Vec<Row>,
}

fn pattern(words: &str) -> Option<Regex> {
    Regex::new(&format!("(?i){words}")).ok()
}

static POINTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(r"分值|分数|分$|权重|占比|比重|得分|满分|^分$|weight|points?|pts|score|share|max|bobot|nilai|poin|skor|%")
});
static TEXT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(r"要求|标准|条件|内容|requirement|criteri|description|what|kriteria|syarat|persyaratan|uraian")
});
static MUST: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"^(?:must(?: have)?|required|m|必须|必备|必要|是|硬性|wajib)$"));
static NICE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"^(?:nice(?: to have)?|preferred|optional|desirable|n|d|加分|优先|否|可选|plus|nilai tambah|opsional|tambahan)$",
    )
});
static SUM: LazyLock<Option<Regex>> = LazyLock::new(|| pattern(r"^(?:合计|总计|总分|小计|total|sum|jumlah)"));

pub fn tables(text: &str) -> Vec<Table> {
    let mut found: Vec<Table> = Vec::new();
    let mut lines: Vec<(Range<usize>, Vec<Range<usize>>)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let cells = cells(line, start);
        if cells.len() >= 2 {
            lines.push((start..start + line.len(), cells));
        } else {
            found.extend(table(text, &std::mem::take(&mut lines)));
        }
        start += line.len();
    }
    found.extend(table(text, &lines));
    found
}

fn cells(line: &str, offset: usize) -> Vec<Range<usize>> {
    let separator = if line.contains('\t') { '\t' } else { '|' };
    if line.matches(separator).count() < 2 && !(separator == '\t' && line.contains(separator)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut start = 0;
    for part in line.split_inclusive(separator) {
        let cell = part.trim_end_matches(separator);
        let trimmed = cell.trim();
        let from = offset + start + (cell.len() - cell.trim_start().len());
        found.push(from..from + trimmed.len());
        start += part.len();
    }
    // Bars are also at the borders.
    if separator == '|' {
        let first = found.first().is_some_and(Range::is_empty);
        let last = found.last().is_some_and(Range::is_empty);
        if first {
            found.remove(0);
        }
        if last {
            found.pop();
        }
    }
    found
}

fn table(text: &str, lines: &[(Range<usize>, Vec<Range<usize>>)]) -> Option<Table> {
    let (head, rest) = lines.split_first()?;
    let last = rest.last()?;
    let words = |cell: &Range<usize>| text.get(cell.clone()).unwrap_or_default();
    let column = |pattern: &LazyLock<Option<Regex>>| {
        let is = |cell: &&Range<usize>| pattern.as_ref().is_some_and(|pattern| pattern.is_match(words(cell)));
        head.1.iter().rposition(|cell| is(&cell))
    };
    let points = column(&POINTS)?;
    let length =
        |at: usize| rest.iter().filter_map(|(_, cells)| cells.get(at)).map(|cell| amount(words(cell))).sum::<usize>();
    let longest = (0..head.1.len()).filter(|at| *at != points).max_by_key(|at| length(*at));
    let told = column(&TEXT).filter(|at| *at != points && length(*at) > 0).or(longest)?;
    let number = |cell: &Range<usize>| {
        let digits: String = words(cell)
            .chars()
            .skip_while(|c| !c.is_ascii_digit())
            .take_while(|c| c.is_ascii_digit() || *c == '.')
            .collect();
        digits.parse::<f64>().ok().filter(|value| *value > 0.0)
    };
    let is = |pattern: &LazyLock<Option<Regex>>, cell: &Range<usize>| {
        pattern.as_ref().is_some_and(|pattern| pattern.is_match(words(cell)))
    };
    let rows = rest.iter().filter(|(_, cells)| !cells.iter().any(|cell| is(&SUM, cell))).filter_map(|(_, cells)| {
        let text = cells.get(told).filter(|cell| amount(words(cell)) >= 2)?.clone();
        let kind = if cells.iter().any(|cell| is(&NICE, cell)) {
            Some(CriterionKind::Nice)
        } else if cells.iter().any(|cell| is(&MUST, cell)) {
            Some(CriterionKind::Must)
        } else {
            None
        };
        Some(Row { text, points: cells.get(points).and_then(number), kind })
    });
    Some(Table { lines: head.0.start..last.0.end, rows: rows.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_yields_requirements_and_points() {
        let text = "Our grid\n| No | Criterion | Weight |\n|---|---|---|\n| 1 | Two years of Rust | 60 |\n| 2 | Nice handwriting | 40 |\n| | Total | 100 |\nThanks";
        let found = tables(text);
        let rows: Vec<(&str, Option<f64>)> =
            found[0].rows.iter().map(|row| (&text[row.text.clone()], row.points)).collect();
        assert_eq!(rows, [("Two years of Rust", Some(60.0)), ("Nice handwriting", Some(40.0))]);
        assert!(text[found[0].lines.end..].starts_with("Thanks"));
    }
}
