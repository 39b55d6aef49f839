//! Headings: words before a colon or on their own line that say what follows.

use std::ops::Range;

use bole_domain::evaluation::CriterionKind;

use crate::lines::Line;
use crate::points::{self, Style};
use crate::words;

/// What stands under a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Asked(CriterionKind),
    /// What must not be: nothing that a resume shows.
    Excluded,
    /// The work itself.
    Duty,
    /// About the employer or to the reader.
    Told,
    /// The weights of dimensions.
    Weights,
}

impl Section {
    /// Whether nothing under it is asked for.
    pub const fn asks_nothing(self) -> bool {
        !matches!(self, Self::Asked(_))
    }
}

/// A heading at the start of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// In bytes, with its colon.
    pub range: Range<usize>,
    pub section: Section,
    /// In small letters, without points and brackets.
    pub core: String,
    /// As written, without points and brackets.
    pub name: String,
    /// The points of its section.
    pub points: Option<f64>,
    /// The points of each item.
    pub each: Option<f64>,
    /// Whether it is one of the known words and nothing else.
    pub is_exact: bool,
}

const ROLES: [(&str, Section); 7] = [
    ("heading.exclude", Section::Excluded),
    ("heading.nice", Section::Asked(CriterionKind::Nice)),
    ("heading.offer", Section::Told),
    ("heading.note", Section::Told),
    ("heading.weights", Section::Weights),
    ("heading.duty", Section::Duty),
    ("heading.must", Section::Asked(CriterionKind::Must)),
];

/// The longest label, in letters.
const LONGEST: usize = 40;

/// The heading that a line begins with or is, between the lines around it.
pub fn heading(text: &str, former: Option<&Line>, line: &Line, next: Option<&Line>) -> Option<Heading> {
    let body = &text[line.body..line.range.end];
    let end = label_end(body);
    let is_whole = end.is_none_or(|end| !says_something(&body[end..]));
    let label = &body[..end.unwrap_or(body.len())];
    let range = line.range.start..line.body + label.len();
    let inner = without_colon(label).replace(['【', '】'], " ");
    let stripped = points::strip(&inner, Style { bare: end.is_some(), ..Style::default() });
    let each = points::each(label);
    let name = name(&stripped.text);
    let core = name.to_ascii_lowercase();
    let letters = core.chars().filter(|c| c.is_alphanumeric()).count();
    if letters == 0 || letters > LONGEST {
        return None;
    }
    let heading = |section, is_exact| Heading {
        range: range.clone(),
        section,
        core: core.clone(),
        name: name.clone(),
        points: stripped.points,
        each,
        is_exact,
    };
    let first = if is_alone(line, next) { core.split([',', '，']).next().unwrap_or(&core) } else { &core };
    if let Some((_, section)) = ROLES.iter().find(|(role, _)| words::is(role, first)) {
        let is_asked = matches!(section, Section::Asked(_)) && next.is_some();
        let is_told = is_asked || end.is_some() || line.sign == Some('#') || is_alone(line, next);
        return (is_told || label.starts_with('【')).then(|| heading(*section, true));
    }
    let is_bracketed = label.starts_with('【');
    let has_end = end.is_some() || is_bracketed;
    let is_in_list = line.sign.is_some() && former.is_some_and(|former| former.sign == line.sign);
    let begins = is_whole && !is_in_list && next.is_some_and(|next| next.sign.is_some() && next.sign != line.sign);
    let is_plain = !core.contains(|c: char| c.is_ascii_digit() || matches!(c, '，' | '。' | ','));
    if has_end || (begins && is_plain) {
        let found = ROLES.iter().find(|(role, section)| {
            let is_kind = !matches!(section, Section::Asked(CriterionKind::Must)) || is_whole;
            is_kind && is_plain && contains(role, &core)
        });
        if let Some((_, section)) = found {
            // "英语要求：六级" is a criterion with a label.
            return Some(heading(*section, is_whole || is_bracketed));
        }
    }
    let must = Section::Asked(CriterionKind::Must);
    let is_short = letters <= if core.is_ascii() { 32 } else { 12 };
    let has_inner_points = || points::ends_with_points(body, Style { bare: true, ..Style::default() });
    match end {
        _ if is_bracketed || line.sign == Some('#') => Some(heading(must, is_whole || is_bracketed)),
        Some(_) if is_whole && next.is_some() => Some(heading(must, true)),
        Some(_) if stripped.points.is_some() && has_inner_points() => Some(heading(must, true)),
        None if begins && is_plain && is_short => Some(heading(must, true)),
        None if next.is_some() && is_title(label) => Some(heading(must, true)),
        _ => None,
    }
}

/// Whether a line stands over another kind of lines, and is not one point of a list.
fn is_alone(line: &Line, next: Option<&Line>) -> bool {
    next.is_some_and(|next| line.sign.is_none() || next.sign != line.sign)
}

/// Written in capitals, in several words.
fn is_title(label: &str) -> bool {
    let outside: String = label.split(['(', '（']).next().unwrap_or_default().to_owned();
    let letters = outside.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 8 && outside.trim().contains(' ') && !outside.chars().any(|c| !c.is_ascii() || c.is_ascii_lowercase())
}

/// Where the label before a colon ends, with the colon.
fn label_end(body: &str) -> Option<usize> {
    if body.starts_with('【') {
        let close = body.find('】')? + '】'.len_utf8();
        let colon = body[close..].chars().next().filter(|c| matches!(c, ':' | '：'));
        return Some(close + colon.map_or(0, char::len_utf8));
    }
    let mut depth = 0_usize;
    for (at, c) in body.char_indices() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            '：' | ':' if depth == 0 => {
                let end = at + c.len_utf8();
                let next = body[end..].chars().next();
                let is_inside = c == ':' && next.is_some_and(|c| c.is_ascii_digit() || c == '/');
                return (!is_inside).then_some(end);
            }
            '。' | '；' | ';' => return None,
            _ => {}
        }
    }
    None
}

fn without_colon(label: &str) -> &str {
    label.trim_end_matches([':', '：', ' '])
}

/// The words of a label, without brackets and what stands in them.
pub fn name(label: &str) -> String {
    let mut name = String::with_capacity(label.len());
    let mut depth = 0_usize;
    for c in label.chars() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            '【' | '】' | '[' | ']' | '「' | '」' | '*' | '#' => {}
            c if depth == 0 => name.push(c),
            _ => {}
        }
    }
    let name =
        name.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '-' | '—' | '·' | '!' | '！' | '.'));
    name.to_owned()
}

/// Whether a label is a little longer than one of a role's words.
fn contains(role: &str, core: &str) -> bool {
    words::forms(role).iter().any(|form| {
        let is_near = if form.is_ascii() {
            core.split_whitespace().count() <= form.split_whitespace().count() + 4
        } else {
            form.chars().count() > 1 && core.chars().count() <= form.chars().count() + 8
        };
        is_near && words::find_form(core, form).is_some()
    })
}

fn says_something(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}
