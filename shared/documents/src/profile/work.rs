//! Reads the employments of a work section: an entry stands around each range of dates.

use bole_domain::profile::WorkExperience;

use super::classify::evidence;
use super::dates::Span;
use super::education;
use super::employer::{Names, Order, evidence_of};
use super::lines::{Line, join_label_values};
use super::text::Row;

/// Rows of an entry's header before or after its dates.
const MAX_LEAD: usize = 3;

/// What a work section holds: employments, and rows that turn out to be schooling.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) entries: Vec<WorkExperience>,
    pub(super) schooling: Vec<Row>,
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

/// How many header lines stand between the section's beginning and its first dates.
fn lead(lines: &[Line], first: usize) -> usize {
    (0..first).rev().take(MAX_LEAD).take_while(|&at| lines[at].is_header()).count()
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
            let reserved = next.is_some_and(|next| self.lead > 0 && to + self.lead > next)
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
