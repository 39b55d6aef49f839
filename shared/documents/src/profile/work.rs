//! Reads the employments of a work section: an entry around each date range.

use bole_domain::profile::WorkExperience;

use super::classify::evidence;
use super::dates::Span;
use super::header::Piece;
use super::label_pairs::join_label_values;
use super::layout::{self, Header};
use super::lines::Line;
use super::text::Row;
use super::{
    education, header, name_cleanup, non_employment, parenthesized, prose, records, row_details, row_positions,
    schools, segments, tables, title_prefixes, unpaid_roles,
};

/// The minimum score of a name next to a single date.
const SURE: i32 = 60;
/// The most entries.
const MAX_ENTRIES: usize = 120;
/// Lines between an employer and the first title there.
const MAX_LEAD: usize = 2;
/// How many lines from an anchor its header may be.
const NEAR: usize = 6;

/// The result: employments, and rows that are education.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) entries: Vec<WorkExperience>,
    pub(super) schooling: Vec<Row>,
}

/// Reads the rows of one work section. `strict` requires evidence for every entry, without a section heading;
/// `ranged` says that entries have start and end.
pub(super) fn read(rows: &[Row], strict: bool, ranged: bool) -> Found {
    let rows = row_details::part(&parenthesized::part(row_positions::part(&tables::flatten(rows))));
    let rows = join_label_values(&title_prefixes::untotalled(title_prefixes::uncounted(title_prefixes::part(&rows))));
    let mut lines = records::merge(unwrapped(rows.iter().map(Line::new).collect()));
    if strict {
        // A school attended is not an employer.
        for line in lines.iter_mut().filter(|line| line.span.is_none() && line.is_short()) {
            line.aside |= education::is_any_schooling(&line.text);
        }
    }
    let mut found = Found::default();
    let mut anchors = anchors(&mut lines, strict, ranged);
    anchors.truncate(MAX_ENTRIES);
    schooling(&lines, &mut anchors, strict, &mut found.schooling);
    if anchors.is_empty() {
        found.entries = undated_entries(&mut lines, strict);
        return found;
    }
    cut_near(&mut lines, &anchors);
    let headers = layout::headers(&lines, &anchors, strict);
    let names: Vec<_> = headers.iter().map(|header| names(&lines, header)).collect();
    let kept: Vec<usize> = (0..headers.len()).filter(|&at| !is_within_entry(&lines, &headers, &names, at)).collect();
    let headers: Vec<&Header> = kept.iter().map(|&at| &headers[at]).collect();
    let mut names: Vec<_> = kept.iter().map(|&at| names[at].clone()).collect();
    let groups = groups(&lines, &headers, &mut names);
    let mut employer: Option<String> = None;
    for (at, header) in headers.iter().enumerate() {
        let (mut company, mut title) = names[at].clone();
        if title.as_deref().is_some_and(|title| non_employment::is_break(&title.to_lowercase())) && company.is_none() {
            continue;
        }
        if company.as_deref().is_some_and(schools::is_school) && title.as_deref().is_some_and(is_learner) {
            continue;
        }
        let told = [&title, &company].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ");
        if unpaid_roles::is_unpaid_role(&told) {
            continue;
        }
        if company.is_none() && !title.as_deref().is_some_and(header::is_own_account) && !on_own_account(&lines, header)
        {
            company = employer.clone();
        } else if company.is_some() {
            employer.clone_from(&company);
        }
        let span = lines[header.anchor].span.as_ref();
        if groups.contains(&at) {
            continue;
        }
        let end = headers.get(at + 1).map_or(lines.len(), |next| next.from);
        let description = lines[header.to.min(end)..end]
            .iter()
            .filter(|line| !line.says_nothing())
            .map(|line| line.text.as_str())
            .collect::<Vec<_>>()
            .join("\n");
        if title.is_none() && company.is_some() {
            title = lines.get(header.to).filter(|_| header.to < end).and_then(|line| leading_title(&line.text));
        }
        // "Freelance designer. Clients: two banks" names no employer.
        let own = title.as_deref().is_some_and(header::is_own_account);
        company = company.filter(|name| !(own && header::is_placeholder(name)));
        let (start_date, end_date, is_current) = span.map_or((None, None, false), Span::bounds);
        found.entries.push(WorkExperience {
            company_name: company,
            position_title: title,
            start_date,
            end_date,
            is_current,
            description,
        });
    }
    found
}

/// Whether a title means being a student at the school.
fn is_learner(title: &str) -> bool {
    let lower = title.to_lowercase();
    [
        "学员",
        "学生",
        "在校生",
        "本科生",
        "研究生",
        "硕士生",
        "博士生",
        "就读",
        "读书",
        "学习",
        "siswa",
        "mahasiswa",
        "pelajar",
        "student",
        "pupil",
        "cadet",
    ]
    .iter()
    .any(|word| lower == *word || !word.is_ascii() && lower.ends_with(word))
}

/// Whether a row of cells says that one studied at the school: 样例中学  高中  学生.
fn learns(text: &str) -> bool {
    let cells = tables::cells(text);
    cells.len() >= 2 && cells.iter().any(|cell| is_learner(cell)) && cells.iter().any(|cell| schools::is_school(cell))
}

/// The title at the start of a line that describes the work: "MEAL Officer, field office. Surveys …".
fn leading_title(text: &str) -> Option<String> {
    let end = text.char_indices().find(|&(at, c)| {
        matches!(c, ',' | ';' | ':' | '(' | '|' | '。') || c == '.' && text[at + 1..].starts_with(' ')
    });
    let head = end.map_or(text, |(at, _)| &text[..at]).trim();
    let names = evidence(head);
    let named = head.split(' ').count() <= 6 && head.chars().count() <= 40 && !prose::is_prose(head);
    (named && names.is_title()).then(|| head.to_owned())
}

type EntryNames = (Option<String>, Option<String>);

/// Headers with an employer and the total period above several titles with their own dates. Text alone next to such
/// dates is a title.
fn groups(lines: &[Line], headers: &[&Header], names: &mut [EntryNames]) -> Vec<usize> {
    let span = |at: usize| lines[headers[at].anchor].span.as_ref();
    let mut groups = Vec::new();
    let mut at = 0;
    while at < headers.len() {
        let head = at;
        at += 1;
        let Some(employer) = employer_above(lines, headers, names, head) else { continue };
        let mut members = 0;
        while at < headers.len() && contains(span(head), span(at)) {
            let (company, title) = &names[at];
            let own = match (company, title) {
                (None, Some(_)) => true,
                (Some(company), _) if *company == employer => title.is_some(),
                // An unknown name alone next to dates.
                (Some(company), None) => evidence(company).company < 3 && span(head) != span(at),
                _ => false,
            };
            let lead = at == head + 1 && headers[at].from > headers[head].to + MAX_LEAD;
            if !own || lead {
                break;
            }
            let (company, title) = std::mem::take(&mut names[at]);
            names[at] = (None, title.or(company));
            members += 1;
            at += 1;
        }
        if members > 0 {
            names[head] = (Some(employer), None);
            groups.push(head);
        }
    }
    groups
}

/// The employer of a header that names nothing else. An unknown name counts if its period contains those of two
/// titles below, one of which ends with it.
fn employer_above(lines: &[Line], headers: &[&Header], names: &[EntryNames], head: usize) -> Option<String> {
    let span = |at: usize| lines[headers[at].anchor].span.as_ref();
    match &names[head] {
        (Some(employer), None) => Some(employer.clone()),
        (None, Some(name)) if evidence(name).title < 2 && !header::is_own_account(name) => {
            let held =
                |at: &usize| contains(span(head), span(*at)) && span(head) != span(*at) && names[*at].1.is_some();
            let members: Vec<usize> = (head + 1..headers.len()).take_while(held).collect();
            let end = |at: usize| span(at).map(|span| (span.bounds().1, span.bounds().2));
            (members.len() >= 2 && end(members[0]) == end(head)).then(|| name_cleanup::clean_company(name))
        }
        _ => None,
    }
}

/// Whether a header is part of the entry above, such as a project: it names no employer, and its dates are within
/// those of an entry with a title.
fn is_within_entry(lines: &[Line], headers: &[Header], names: &[EntryNames], at: usize) -> bool {
    let span = |header: &Header| lines[header.anchor].span.as_ref();
    // Self-employment may overlap other work.
    let own = names[at].1.as_deref().is_some_and(|title| header::is_own_account(title) || header::is_owner(title));
    if own || on_own_account(lines, &headers[at]) {
        return false;
    }
    let within = |above: usize| {
        names[above].1.is_some()
            && span(&headers[above]) != span(&headers[at])
            && contains(span(&headers[above]), span(&headers[at]))
    };
    // Bullets, or dates in parentheses, below an entry without them.
    let aside = |at: usize| lines[headers[at].anchor].is_aside_dated();
    let legal = names[at].0.as_deref().is_some_and(|name| evidence(name).company == 4);
    if aside(at) && !legal && (0..at).rev().any(|above| !aside(above) && within(above)) {
        return true;
    }
    let sure = |at: usize| names[at].0.as_deref().is_some_and(|name| evidence(name).company >= 3);
    let unknown = names[at].0.as_deref().is_some_and(|name| evidence(name).company < 2);
    if names[at].0.is_some() && !unknown {
        return false;
    }
    let above = (0..at).rev().find(|&above| if unknown { sure(above) } else { names[above].0.is_some() });
    above.is_some_and(within)
}

/// Whether a header line says that it is self-employment.
fn on_own_account(lines: &[Line], header: &Header) -> bool {
    lines[header.from..header.to].iter().any(|line| {
        line.company.as_deref().is_some_and(header::is_own_account_alone)
            || line.whole.iter().any(|piece| {
                // "Bricklayer (self-employed)"
                let noted = piece.text.split_once('(').map(|(_, note)| note.trim_end_matches(')'));
                header::is_own_account_alone(&piece.text) || noted.is_some_and(header::is_own_account_alone)
            })
    })
}

fn names(lines: &[Line], header: &Header) -> EntryNames {
    let of: Vec<&Line> = (header.from..header.to).map(|at| &lines[at]).filter(|line| !line.is_silent()).collect();
    header::names(&of, &header.reading)
}

/// Joins wrapped header lines.
fn unwrapped(lines: Vec<Line>) -> Vec<Line> {
    let mut joined: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        if !joined.last_mut().is_some_and(|last| last.continues_in(&line)) {
            joined.push(line);
        }
    }
    joined
}

/// Splits the lines that may belong to headers.
fn cut_near(lines: &mut [Line], anchors: &[usize]) {
    for &anchor in anchors {
        let near = anchor.saturating_sub(NEAR)..(anchor + NEAR + 1).min(lines.len());
        for line in &mut lines[near] {
            if line.is_header() {
                line.cut();
            }
        }
        lines[anchor].cut();
    }
}

/// Lines whose date range may start an entry.
fn anchors(lines: &mut [Line], strict: bool, ranged: bool) -> Vec<usize> {
    for line in lines.iter_mut() {
        line.take_sentence();
    }
    let lines = &*lines;
    let plain = |line: &Line| {
        line.span.as_ref().is_some_and(Span::is_range)
            && (line.is_labelled() || !line.prose)
            && !non_employment::is_project(&line.residual)
    };
    // Bulleted lines that start or end with dates may be entries: "a. Platoon leader    2003 - 2009", "1. Acme - 2003
    // to 2009 - Fitter".
    let named = |line: &Line| {
        let pieces = Piece::of(&line.residual).0;
        (2..=3).contains(&pieces.len()) && pieces.iter().any(|piece| piece.title >= SURE)
    };
    let counted = |line: &Line| line.is_labelled() || line.is_short() && (line.is_at_edge() || named(line));
    let plain_at = |at: usize| plain(&lines[at]) && !is_pause(lines, at);
    let mut found: Vec<usize> =
        (0..lines.len()).filter(|&at| plain_at(at) && (!lines[at].bullet || counted(&lines[at]))).collect();
    if found.is_empty() {
        found = (0..lines.len()).filter(|&at| plain_at(at)).collect();
    }
    if !strict {
        // A sentence-like line is an entry if it has the layout of another entry: "Acme - owner and baker - 2020 -
        // 2022".
        let shapes: Vec<_> = found.iter().filter_map(|&at| shape(&lines[at])).collect();
        let like = |line: &Line| line.prose && shape(line).is_some_and(|own| shapes.contains(&own));
        let more: Vec<usize> = (0..lines.len())
            .filter(|&at| like(&lines[at]) && !non_employment::is_project(&lines[at].residual))
            .collect();
        found.extend(more);
        found.sort_unstable();
    }
    if !found.is_empty() && !strict {
        // "[2018]  Freelance Designer" among entries with ranges.
        let single = |line: &Line| {
            line.span.as_ref().is_some_and(|span| !span.is_range())
                && line.is_at_edge()
                && !line.is_aside_dated()
                && !line.prose
                && !non_employment::is_project(&line.residual)
                && Piece::of(&line.residual).1.iter().any(|piece| piece.company.max(piece.title) >= SURE)
        };
        found.extend((0..lines.len()).filter(|&at| single(&lines[at])));
        found.sort_unstable();
    }
    if found.is_empty() && !strict && !ranged {
        found = (0..lines.len())
            .filter(|&at| {
                let line = &lines[at];
                let edge = line.span.as_ref().map(|span| edges(line, span));
                edge.is_some_and(|(first, last)| first || last)
                    && !line.bullet
                    && !line.prose
                    && !non_employment::is_project(&line.residual)
            })
            .collect();
    }
    found
}

/// Whether the dates start the line, and whether they end it. Dates taken from the line below may be past its end.
fn edges(line: &Line, span: &Span) -> (bool, bool) {
    (span.at.start <= 2, line.text.len().saturating_sub(span.at.end) <= 2)
}

/// The layout of a line with dates and names: position of the dates, number of names, bullet; none for long lines and
/// lines with one name.
fn shape(line: &Line) -> Option<(bool, bool, usize, bool)> {
    let span = line.span.as_ref().filter(|span| span.is_range() && line.is_short() && !line.is_labelled())?;
    let (first, last) = edges(line, span);
    let names = segments::strong(&line.residual).len();
    ((first || last) && names >= 2).then_some((first, last, names, line.bullet))
}

/// Removes anchors that belong to education, with their rows.
fn schooling(lines: &[Line], anchors: &mut Vec<usize>, strict: bool, schooling: &mut Vec<Row>) {
    anchors.retain(|&at| {
        let line = &lines[at];
        let own =
            if strict { education::is_any_schooling(&line.residual) } else { education::is_schooling(&line.residual) }
                || learns(&line.residual);
        let beside = strict
            && header::Piece::of(&line.residual).1.iter().all(|piece| piece.title < 60)
            && [at.checked_sub(1), at.checked_add(1)].into_iter().flatten().any(|near| {
                lines.get(near).is_some_and(|near| {
                    near.span.is_none() && near.text.chars().count() < 100 && education::is_schooling(&near.text)
                })
            });
        if own || beside {
            let near = if beside { at.saturating_sub(1)..(at + 2).min(lines.len()) } else { at..at + 1 };
            schooling.extend(lines[near].iter().map(|line| Row { text: line.text.clone(), bullet: line.bullet }));
        }
        !own && !beside
    });
}

/// Whether a line of dates is above a career break.
fn is_pause(lines: &[Line], at: usize) -> bool {
    let bare = lines[at].residual.trim().is_empty() && !lines[at].is_labelled();
    bare && lines
        .get(at + 1)
        .is_some_and(|next| next.span.is_none() && non_employment::is_break(&next.text.to_lowercase()))
}

fn contains(outer: Option<&Span>, inner: Option<&Span>) -> bool {
    outer.zip(inner).is_some_and(|(outer, inner)| outer.contains(inner))
}

/// Employments without dates: lines with company and title, together or in pairs.
fn undated_entries(lines: &mut [Line], strict: bool) -> Vec<WorkExperience> {
    let mut entries: Vec<WorkExperience> = Vec::new();
    if strict {
        return entries;
    }
    for line in lines.iter_mut().filter(|line| line.is_header()) {
        line.cut();
    }
    let sure = |lines: &[&Line]| {
        let reading = header::read(lines, false, true);
        let (company, title) = header::names(lines, &reading);
        (reading.evident >= 90 && company.is_some() && title.is_some()).then_some((company, title))
    };
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        if line.is_header() && !line.says_nothing() {
            let pair = lines.get(at).filter(|next| next.is_header()).and_then(|next| sure(&[line, next]));
            let alone = sure(&[line]);
            if alone.is_none() && pair.is_some() {
                at += 1;
            }
            if let Some((company_name, position_title)) = alone.or(pair) {
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
