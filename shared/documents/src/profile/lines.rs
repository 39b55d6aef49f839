//! Lines of a work section with their dates, labels and what is left of them.

use super::classify::{self, evidence};
use super::dates::{self, Span};
use super::labels::{self, Field};
use super::segments;
use super::text::Row;

/// Longer rows carry no labels worth reading.
const MAX_HEADER: usize = 200;

#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) bullet: bool,
    pub(super) span: Option<Span>,
    /// The text without its dates and labels.
    pub(super) residual: String,
    pub(super) company: Option<String>,
    pub(super) title: Option<String>,
    /// A label of the entry that says nothing about company, title or dates.
    pub(super) aside: bool,
    pub(super) prose: bool,
}

impl Line {
    pub(super) fn new(row: &Row) -> Self {
        let mut line = Self {
            text: row.text.clone(),
            bullet: row.bullet,
            span: None,
            residual: row.text.clone(),
            company: None,
            title: None,
            aside: false,
            prose: false,
        };
        if row.text.chars().count() > MAX_HEADER {
            line.prose = true;
            return line;
        }
        let labelled = labels::read(&row.text);
        if !labelled.is_empty() {
            line.take_labels(&labelled);
        } else if let Some(span) = best_span(&row.text) {
            line.residual = without(&row.text, &span);
            line.span = Some(span);
        }
        line.prose = classify::is_prose(&line.residual) && !line.says_nothing();
        line
    }

    fn take_labels(&mut self, labelled: &[labels::Labelled<'_>]) {
        let value_start = |value: &str| self.text.find(value).unwrap_or(0);
        let mut residual = String::new();
        if let Some(first) = labelled.first() {
            // What stands before the first label belongs to the header: "星河科技 职位：工程师".
            let head = &self.text[..value_start(first.value)];
            if let Some(colon) = head.rfind(':') {
                let before = head[..colon].trim_end();
                let cut = before.rfind([' ', '\t', '|', ';', ',']).map_or("", |at| &before[..at]);
                residual.push_str(cut);
            }
        }
        let mut known = false;
        let (mut from, mut to) = (None, None);
        for label in labelled {
            match label.field {
                Field::Company => {
                    let (text, span) = undated(label.value);
                    self.span = self.span.take().or(span);
                    self.company = Some(text).filter(|text| !text.is_empty());
                    known = true;
                }
                Field::Title => {
                    let (text, span) = undated(label.value);
                    self.span = self.span.take().or(span);
                    self.title = Some(text).filter(|text| !text.is_empty());
                    known = true;
                }
                Field::Period => {
                    self.span = best_span(label.value).or(self.span.take());
                    known |= self.span.is_some();
                }
                Field::StartDate => from = Some(label.value),
                Field::EndDate => to = Some(label.value),
                Field::Ignored | Field::Department | Field::Location | Field::Skip => self.aside = true,
                _ => {}
            }
        }
        if let (Some(from), Some(to)) = (from, to) {
            let joined = format!("{from} - {to}");
            self.span = best_span(&joined).filter(Span::is_range).or(self.span.take());
            known |= self.span.is_some();
        }
        if known {
            if self.span.is_none()
                && let Some(span) = best_span(&residual)
            {
                residual = without(&residual, &span);
                self.span = Some(span);
            }
            self.residual = residual;
            self.aside = false;
        } else if !self.aside
            && let Some(span) = best_span(&self.text)
        {
            self.residual = without(&self.text, &span);
            self.span = Some(span);
        }
    }

    pub(super) fn is_labelled(&self) -> bool {
        self.company.is_some() || self.title.is_some()
    }

    /// Whether the line may be part of an entry's header.
    pub(super) fn is_header(&self) -> bool {
        if self.is_labelled() {
            return true;
        }
        let plain = !self.prose && !self.aside && !self.text.is_empty();
        // "1. PT Maju Jaya": employers may be numbered.
        plain && (!self.bullet || evidence(&self.residual).company >= 3)
    }

    pub(super) fn says_nothing(&self) -> bool {
        classify::is_place(&self.residual) || classify::is_duration(&self.residual) || classify::is_note(&self.residual)
    }
}

/// A label alone on its row is joined with the value below it; a row of column names is dropped.
pub(super) fn join_label_values(rows: &[Row]) -> Vec<Row> {
    let column = |text: &str| {
        matches!(
            labels::field_of(text),
            Some(
                Field::Company
                    | Field::Title
                    | Field::Period
                    | Field::StartDate
                    | Field::EndDate
                    | Field::Department
                    | Field::Ignored
                    | Field::Location
            )
        )
    };
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        at += 1;
        let cells: Vec<&str> = row
            .text
            .split(['\t', '|'])
            .flat_map(|cell| cell.split("  "))
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect();
        let words: Vec<&str> = row.text.split_whitespace().collect();
        let names = |cells: &[&str]| cells.len() >= 2 && cells.iter().all(|cell| column(cell));
        if !row.text.contains(':') && (names(&cells) || names(&words)) {
            continue;
        }
        if column(&row.text) {
            let run = rows[at..].iter().take_while(|next| column(&next.text)).count();
            if run >= 1 && !row.text.ends_with(':') {
                at += run;
                continue;
            }
            if let Some(next) = rows.get(at).filter(|next| labels::read(&next.text).is_empty() && !next.bullet) {
                let value = labels::field_of(&row.text) != Some(Field::Ignored);
                if value {
                    joined.push(Row {
                        text: format!("{}: {}", row.text.trim_end_matches(':').trim(), next.text),
                        bullet: false,
                    });
                    at += 1;
                    continue;
                }
            }
        }
        let next_ends = rows.get(at).is_some_and(|next| single_label(&next.text, Field::EndDate));
        if next_ends && single_label(&row.text, Field::StartDate) {
            joined.push(Row { text: format!("{} {}", row.text, rows[at].text), bullet: row.bullet });
            at += 1;
            continue;
        }
        joined.push(row.clone());
    }
    joined
}

fn single_label(text: &str, field: Field) -> bool {
    text.chars().count() < 60 && labels::read(text).iter().any(|label| label.field == field)
}

/// The first range of the line, else its first date.
fn best_span(text: &str) -> Option<Span> {
    let spans = dates::find(text);
    spans.iter().find(|span| span.is_range()).or(spans.first()).cloned()
}

fn undated(value: &str) -> (String, Option<Span>) {
    match best_span(value).filter(Span::is_range) {
        Some(span) => (segments::clean(&without(value, &span)), Some(span)),
        None => (segments::clean(value), None),
    }
}

/// The text around the dates; a tab marks where they stood.
fn without(text: &str, span: &Span) -> String {
    let before = text[..span.at.start].trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, '(' | '[' | ',' | '-' | '–' | '—' | '|' | ':' | '/' | '·' | '【' | '从')
    });
    let after = text[span.at.end..].trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ')' | ']' | ',' | '-' | '–' | '—' | '|' | ':' | '/' | '·' | '】' | '.')
    });
    let after = strip_leading_duration(after);
    match (before.is_empty(), after.is_empty()) {
        (_, true) => before.to_owned(),
        (true, false) => after.to_owned(),
        _ => format!("{before}\t{after}"),
    }
}

/// "(5 yrs 2 mos) Engineer": how long it lasted follows the dates and is no part of the header.
fn strip_leading_duration(text: &str) -> &str {
    if let Some(rest) = text.strip_prefix('(')
        && let Some((inner, rest)) = rest.split_once(')')
        && classify::is_duration(inner)
    {
        return rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '|' | '·'));
    }
    text
}
