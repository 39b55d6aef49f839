//! Reads the employments of a work section: an entry stands around each range of dates.

use bole_domain::profile::WorkExperience;

use super::classify::{self, evidence};
use super::dates::{self, Span};
use super::labels::{self, Field};
use super::text::Row;
use super::{education, segments};

/// Longer rows carry no labels worth reading.
const MAX_HEADER: usize = 200;
/// Rows of an entry's header before or after its dates.
const MAX_LEAD: usize = 3;

/// What a work section holds: employments, and rows that turn out to be schooling.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) entries: Vec<WorkExperience>,
    pub(super) schooling: Vec<Row>,
}

#[derive(Debug)]
struct Line {
    text: String,
    bullet: bool,
    span: Option<Span>,
    /// The text without its dates and labels.
    residual: String,
    company: Option<String>,
    title: Option<String>,
    /// A label of the entry that says nothing about company, title or dates.
    aside: bool,
    prose: bool,
}

impl Line {
    fn new(row: &Row) -> Self {
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
            if self.span.is_none() {
                if let Some(span) = best_span(&residual) {
                    residual = without(&residual, &span);
                    self.span = Some(span);
                }
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

    fn is_labelled(&self) -> bool {
        self.company.is_some() || self.title.is_some()
    }

    /// Whether the line may be part of an entry's header.
    fn is_header(&self) -> bool {
        if self.is_labelled() {
            return true;
        }
        let plain = !self.prose && !self.aside && !self.text.is_empty();
        // "1. PT Maju Jaya": employers may be numbered.
        plain && (!self.bullet || evidence(&self.residual).company >= 3)
    }

    fn says_nothing(&self) -> bool {
        classify::is_place(&self.residual) || classify::is_duration(&self.residual) || classify::is_note(&self.residual)
    }
}

/// Reads the rows of one work section. `strict` asks every entry for evidence, where no heading vouches for it.
pub(super) fn read(rows: &[Row], strict: bool) -> Found {
    let rows = join_label_values(rows);
    let lines: Vec<Line> = rows.iter().map(Line::new).collect();
    let mut found = Found::default();
    let anchors = anchors(&lines, &rows, strict, &mut found.schooling);
    if anchors.is_empty() {
        found.entries = undated_entries(&lines, strict);
        return found;
    }
    let lead = lead(&lines, anchors[0]);
    let mut builder =
        Builder { lines: &lines, lead, strict, previous_end: 0, inherited: None, order: Order::default() };
    let headers: Vec<Header> =
        anchors.iter().enumerate().map(|(at, &anchor)| builder.header(anchor, anchors.get(at + 1).copied())).collect();
    for (at, header) in headers.iter().enumerate() {
        if header.group || (strict && !header.evident) {
            continue;
        }
        let end = headers.get(at + 1).map_or(lines.len(), |next| next.from);
        let description = lines[header.to.min(end)..end]
            .iter()
            .filter(|line| !line.says_nothing())
            .map(|line| line.text.as_str())
            .collect::<Vec<_>>()
            .join("\n");
        let (start_date, end_date, is_current) =
            lines[header.anchor].span.as_ref().map_or((None, None, false), Span::bounds);
        found.entries.push(WorkExperience {
            company_name: header.company.clone(),
            position_title: header.title.clone(),
            start_date,
            end_date,
            is_current,
            description,
        });
    }
    found
}

/// A label alone on its row is joined with the value below it; a row of column names is dropped.
fn join_label_values(rows: &[Row]) -> Vec<Row> {
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

/// Lines whose range of dates heads an entry.
fn anchors(lines: &[Line], rows: &[Row], strict: bool, schooling: &mut Vec<Row>) -> Vec<usize> {
    let plain = |line: &Line| {
        line.span.as_ref().is_some_and(Span::is_range)
            && (line.is_labelled() || !line.prose)
            && !is_project(&line.residual)
    };
    let mut found: Vec<usize> = (0..lines.len()).filter(|&at| plain(&lines[at]) && !lines[at].bullet).collect();
    if found.is_empty() {
        found = (0..lines.len()).filter(|&at| plain(&lines[at])).collect();
    }
    if found.is_empty() && !strict {
        found = (0..lines.len())
            .filter(|&at| {
                let line = &lines[at];
                let edge =
                    line.span.as_ref().is_some_and(|span| span.at.start <= 2 || line.text.len() - span.at.end <= 2);
                edge && !line.bullet && !line.prose && !is_project(&line.residual)
            })
            .collect();
    }
    found.retain(|&at| {
        let line = &lines[at];
        let own =
            if strict { education::is_any_schooling(&line.residual) } else { education::is_schooling(&line.residual) };
        let beside = strict
            && evidence_of(&line.residual).1 < 3
            && [at.checked_sub(1), at.checked_add(1)].into_iter().flatten().any(|near| {
                lines.get(near).is_some_and(|near| {
                    near.span.is_none() && near.text.chars().count() < 100 && education::is_schooling(&near.text)
                })
            });
        if own || beside {
            let near = if beside { at.saturating_sub(1)..(at + 2).min(rows.len()) } else { at..at + 1 };
            schooling.extend(rows[near].iter().cloned());
        }
        !own && !beside
    });
    found
}

/// Projects inside an employment, and pauses between employments, are dated too.
fn is_project(residual: &str) -> bool {
    let lower = residual.trim_start().to_lowercase();
    if BREAKS.iter().any(|word| lower.starts_with(word)) {
        return true;
    }
    ["项目", "project", "proyek", "课题"].iter().any(|word| lower.starts_with(word)) && evidence(residual).title < 3
}

const BREAKS: &[&str] = &[
    "career break",
    "break",
    "gap",
    "parental leave",
    "maternity leave",
    "sabbatical",
    "family leave",
    "cuti",
    "jeda kari",
    "rehat",
    "待业",
    "空窗",
    "离职",
    "家庭原因",
    "脱产",
    "休养",
    "备考",
    "career gap",
    "personal leave",
    "medical leave",
    "travel",
];

fn evidence_of(residual: &str) -> (u8, u8) {
    let pieces = segments::strong(residual);
    let judged = pieces.iter().flat_map(|piece| segments::weak(piece)).map(|piece| evidence(&piece));
    judged.fold((0, 0), |(company, title), e| (company.max(e.company), title.max(e.title)))
}

/// How many header lines stand between the section's beginning and its first dates.
fn lead(lines: &[Line], first: usize) -> usize {
    (0..first).rev().take(MAX_LEAD).take_while(|&at| lines[at].is_header()).count()
}

#[derive(Debug, Default)]
struct Order {
    company_first: usize,
    title_first: usize,
}

#[derive(Debug)]
struct Header {
    anchor: usize,
    /// First line of the header.
    from: usize,
    /// First line of the description.
    to: usize,
    company: Option<String>,
    title: Option<String>,
    /// A company over several titles, each with its own dates.
    group: bool,
    /// Whether a word of it speaks for an employment.
    evident: bool,
}

struct Builder<'a> {
    lines: &'a [Line],
    lead: usize,
    strict: bool,
    previous_end: usize,
    /// The employer of titles that follow under one heading.
    inherited: Option<String>,
    order: Order,
}

impl Builder<'_> {
    fn header(&mut self, anchor: usize, next: Option<usize>) -> Header {
        let line = &self.lines[anchor];
        let (own_company, own_title) = evidence_of(&line.residual);
        let complete = (own_company >= 3 || line.company.is_some()) && (own_title == 3 || line.title.is_some());
        let from = if complete { anchor } else { self.before(anchor, own_company) };
        let mut names = Names::default();
        for at in from..anchor {
            names.take(&self.lines[at]);
        }
        names.take(line);
        let limit = next.unwrap_or(self.lines.len());
        let mut to = anchor + 1;
        while to < limit && to <= anchor + MAX_LEAD && !names.is_complete() {
            let after = &self.lines[to];
            let header = after.is_header() && after.span.is_none();
            // Lines that lead to the next dates are the next entry's, unless this one has nothing else.
            let reserved = next
                .is_some_and(|next| self.lead > 0 && to + self.lead > next && to + self.lead >= next + 1)
                && !names.is_empty()
                && !after.is_labelled();
            if !header || reserved || !(names.wants(after) || after.says_nothing()) {
                break;
            }
            names.take(after);
            to += 1;
        }
        let group = next == Some(anchor + 1)
            && names.lone_company()
            && self.lines[anchor + 1].span.as_ref().is_some_and(|inner| contains(line.span.as_ref(), inner))
            && evidence_of(&self.lines[anchor + 1].residual).1 == 3
            && evidence_of(&self.lines[anchor + 1].residual).0 < 3;
        let evident = names.evident();
        let (mut company, title) = names.assign(&mut self.order, self.strict);
        if company.is_none() && title.is_some() {
            company = self.inherited.clone();
        }
        self.inherited = company.clone().or(self.inherited.take());
        self.previous_end = to;
        Header { anchor, from, to, company, title, group, evident }
    }

    /// The first line of the header before the dates.
    fn before(&self, anchor: usize, own_company: u8) -> usize {
        let mut from = anchor;
        while from > self.previous_end && anchor - from < self.lead.max(1) {
            let line = &self.lines[from - 1];
            let fits = line.is_header() && (line.span.is_none() || line.is_labelled());
            if !fits {
                break;
            }
            let (company, title) = evidence_of(&line.residual);
            let wanted = self.lead > 0 || (own_company < 3 && company >= 3 && title < 3);
            let proven = !self.strict
                || company >= 2
                || title >= 2
                || line.is_labelled()
                || line.says_nothing()
                || from == anchor;
            if !wanted || !proven {
                break;
            }
            from -= 1;
        }
        from
    }
}

fn contains(outer: Option<&Span>, inner: &Span) -> bool {
    let Some(outer) = outer else { return false };
    let (outer_start, outer_end, _) = outer.bounds();
    let (inner_start, inner_end, _) = inner.bounds();
    outer_start <= inner_start
        && (outer_end.is_none() || inner_end.is_some_and(|end| outer_end.is_some_and(|outer| end <= outer)))
}

/// The pieces of one header and what is known of them.
#[derive(Debug, Default)]
struct Names {
    company: Option<String>,
    title: Option<String>,
    pieces: Vec<String>,
}

impl Names {
    fn take(&mut self, line: &Line) {
        self.company = self.company.take().or_else(|| line.company.clone());
        self.title = self.title.take().or_else(|| line.title.clone());
        if line.says_nothing() {
            return;
        }
        let pieces = segments::strong(&line.residual);
        self.pieces.extend(
            pieces.into_iter().map(|piece| classify::without_place(&piece)).filter(|piece| {
                !classify::is_place(piece) && !classify::is_note(piece) && !classify::is_duration(piece)
            }),
        );
    }

    fn judged(&self) -> (bool, bool) {
        let mut company = self.company.is_some();
        let mut title = self.title.is_some();
        for piece in self.pieces.iter().flat_map(|piece| segments::weak(piece)) {
            let e = evidence(&piece);
            company |= e.company >= 2 && e.title < 3;
            title |= e.title >= 3 && e.company < 4;
        }
        (company, title)
    }

    fn is_empty(&self) -> bool {
        self.company.is_none() && self.title.is_none() && self.pieces.is_empty()
    }

    fn parts(&self) -> usize {
        self.pieces
            .iter()
            .filter(|piece| !classify::is_department(piece))
            .map(|piece| segments::weak(piece).len())
            .sum::<usize>()
            + usize::from(self.company.is_some())
            + usize::from(self.title.is_some())
    }

    fn is_complete(&self) -> bool {
        let (company, title) = self.judged();
        company && title || self.parts() >= 2 && (company || title)
    }

    fn lone_company(&self) -> bool {
        let (company, title) = self.judged();
        !title && (company || self.parts() == 1)
    }

    fn evident(&self) -> bool {
        let (company, title) = self.judged();
        company && title || title && self.parts() >= 2 || company && self.parts() >= 2
    }

    /// Whether the line can give what is missing.
    fn wants(&self, line: &Line) -> bool {
        if line.is_labelled() {
            return true;
        }
        let (company, title) = self.judged();
        let (line_company, line_title) = evidence_of(&line.residual);
        match (company, title) {
            (true, false) => line_title >= 2 || line_company < 3,
            (false, true) => line_company >= 2 || line_title < 3,
            _ => true,
        }
    }

    /// Which piece is the company and which the title: by their words, else by the order the other entries showed.
    fn assign(mut self, order: &mut Order, strict: bool) -> (Option<String>, Option<String>) {
        let (company_known, title_known) = {
            let judged: Vec<_> = self.pieces.iter().map(|piece| evidence(piece)).collect();
            (judged.iter().any(|e| e.company >= 3 && e.title < 3), judged.iter().any(|e| e.title == 3 && e.company < 3))
        };
        if !(company_known && title_known) || self.pieces.len() == 1 {
            self.pieces = self.pieces.iter().flat_map(|piece| segments::weak(piece)).collect();
            self.pieces.retain(|piece| !classify::is_place(piece) && !classify::is_note(piece) && !piece.is_empty());
        }
        let judged: Vec<_> = self.pieces.iter().map(|piece| evidence(piece)).collect();
        let best = |score: &dyn Fn(usize) -> u8| {
            (0..judged.len()).rev().max_by_key(|&at| score(at)).filter(|&at| score(at) > 0)
        };
        let mut company_at = None;
        if self.company.is_none() {
            company_at = best(&|at: usize| {
                let e = judged[at];
                if e.title == 3 && e.company < 4
                    || e.company < 2
                    || classify::is_department(&self.pieces[at]) && e.company < 4
                {
                    0
                } else {
                    e.company
                }
            });
        }
        let mut title_at = None;
        if self.title.is_none() {
            title_at =
                best(&|at: usize| if Some(at) == company_at || judged[at].company == 4 { 0 } else { judged[at].title });
        }
        if let (Some(company), Some(title)) = (company_at, title_at) {
            if company < title { order.company_first += 1 } else { order.title_first += 1 }
        }
        let free = |taken: &[Option<usize>]| {
            (0..self.pieces.len())
                .filter(|at| !taken.contains(&Some(*at)))
                .find(|&at| !classify::is_department(&self.pieces[at]) && self.pieces[at].chars().count() <= 80)
        };
        if company_at.is_none() && title_at.is_none() && self.company.is_none() && self.title.is_none() && !strict {
            let first = free(&[]);
            let second = free(&[first]);
            (company_at, title_at) = if order.title_first > order.company_first && second.is_some() {
                (second, first)
            } else {
                (first, second)
            };
        } else if company_at.is_none() && self.company.is_none() {
            company_at = free(&[title_at]);
        } else if title_at.is_none() && self.title.is_none() {
            title_at = free(&[company_at]).or_else(|| (0..self.pieces.len()).find(|at| Some(*at) != company_at));
        }
        let piece = |at: Option<usize>| at.map(|at| self.pieces[at].clone());
        let company = self.company.clone().or_else(|| piece(company_at)).map(|name| tidy_company(&name));
        let title = self.title.clone().or_else(|| piece(title_at)).map(|name| tidy_title(&name));
        (company.filter(|name| !name.is_empty()), title.filter(|name| !name.is_empty()))
    }
}

/// Without the place behind a comma, a note in parentheses or a department behind a company.
fn tidy_company(name: &str) -> String {
    // 科技（上海） is a name; "Acme (Jakarta)" a name and a place.
    let part_of_name = name.ends_with(')') && name.rfind('(').is_some_and(|open| !name[..open].ends_with(' '));
    let bare = if part_of_name { name.to_owned() } else { classify::without_notes(name) };
    let bare = ["就职于", "任职于", "供职于", "在", "于"]
        .iter()
        .find_map(|lead| {
            bare.strip_prefix(lead).filter(|rest| evidence(rest).company >= 3).map(|rest| rest.trim().to_owned())
        })
        .unwrap_or(bare);
    let parts = segments::commas(&bare);
    let named = parts.iter().find(|part| evidence(part).company >= 3).or(parts.first());
    segments::clean(named.map_or(bare.as_str(), String::as_str))
}

fn tidy_title(name: &str) -> String {
    let bare = classify::without_notes(name);
    let bare =
        ["Sebagai ", "As a ", "As an ", "As ", "担任"].iter().find_map(|lead| bare.strip_prefix(lead)).unwrap_or(&bare);
    let mut parts = segments::commas(bare);
    while parts.len() > 1
        && parts
            .last()
            .is_some_and(|last| classify::is_place(last) || last.len() == 2 && last.chars().all(char::is_uppercase))
    {
        parts.pop();
    }
    segments::clean(&parts.join(", "))
}

/// Employments without any date: lines that name company and title, alone or in pairs.
fn undated_entries(lines: &[Line], strict: bool) -> Vec<WorkExperience> {
    let mut entries: Vec<WorkExperience> = Vec::new();
    if strict {
        return entries;
    }
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        if line.is_header() && !line.says_nothing() {
            let mut names = Names::default();
            names.take(line);
            if let Some(next) = lines.get(at).filter(|next| !names.is_complete() && next.is_header()) {
                let mut both = Names::default();
                both.take(line);
                both.take(next);
                if both.judged() == (true, true) {
                    names = both;
                    at += 1;
                }
            }
            if names.judged() == (true, true) {
                let (company_name, position_title) = names.assign(&mut Order::default(), false);
                entries.push(WorkExperience { company_name, position_title, ..WorkExperience::default() });
                continue;
            }
        }
        if let Some(entry) = entries.last_mut() {
            if !entry.description.is_empty() {
                entry.description.push('\n');
            }
            entry.description.push_str(&line.text);
        }
    }
    entries
}
