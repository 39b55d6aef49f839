//! Headings, and the section of every row.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::dates;
use crate::labels::{self, Field};
use crate::lexicon::LEXICON;
use crate::page::{Page, Row, is_han, list_sign, unspace};
use crate::reading::Section;
use crate::schools;
use crate::words;

/// Longer lines are no headings.
const MAX_HEADING: usize = 60;

/// A row in its section.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    pub(crate) row: Row,
    pub(crate) section: Section,
    /// Whether it is a heading, or the title of the document.
    pub(crate) heading: bool,
    /// Whether it alone belongs to its section: "Skills: …" within an employment.
    pub(crate) inline: bool,
}

/// What a heading opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heading {
    Section(Section),
    /// 个人简历, Curriculum Vitae.
    Title,
}

/// Headings by their letters alone, for those that are spaced.
static UNSPACED: LazyLock<HashMap<String, &'static str>> =
    LazyLock::new(|| LEXICON.list("heading").iter().map(|&(form, value)| (form.replace(' ', ""), value)).collect());

/// The rows with their sections; rows of several cells that open sections are taken apart.
pub(crate) fn place(page: &Page, rows: Vec<Row>) -> Vec<Placed> {
    let rows: Vec<Row> = rows.into_iter().flat_map(|row| explode(page, row)).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for row in &rows {
        *counts.entry(page.slice(&row.at)).or_default() += 1;
    }
    let mut placed: Vec<Placed> = Vec::with_capacity(rows.len());
    let mut current = Section::Header;
    let mut opened_by_colon = false;
    for (at, row) in rows.iter().enumerate() {
        let text = page.slice(&row.at);
        // A form's tables need no headings.
        if let Some(columns) = labels::columns(page, &row.at) {
            let names = |fields: &[Field]| columns.iter().flatten().any(|field| fields.contains(field));
            if names(&[Field::School, Field::Level, Field::Major]) {
                current = Section::Education;
            } else if names(&[Field::Company, Field::Title])
                && !matches!(current, Section::Internship | Section::Organization)
            {
                current = Section::Work;
            }
        }
        // Referees end at a ruled line.
        if row.ruled && current == Section::Referees {
            current = Section::Other;
        }
        let above = at.checked_sub(1).map(|above| page.slice(&rows[above].at));
        let found = if row.continues { None } else { heading(text).or_else(|| small(text, above, row.apart)) };
        let found = found.filter(|&found| {
            !is_subheading(found, current, text, opened_by_colon, counts[text])
                && !is_cell(page, &rows, at, found, current)
        });
        match found {
            Some(Heading::Title) => {
                placed.push(Placed { row: row.clone(), section: current, heading: true, inline: false })
            }
            Some(Heading::Section(section)) => {
                current = section;
                opened_by_colon = text.ends_with(':');
                placed.push(Placed { row: row.clone(), section, heading: true, inline: false });
            }
            None => match inline_heading(page, row) {
                Some((section, rest)) => {
                    let within =
                        matches!(current, Section::Work | Section::Internship | Section::Project | Section::Education);
                    let opens =
                        matches!(section, Section::Work | Section::Education | Section::Internship | Section::Project);
                    if !within || opens {
                        current = section;
                    }
                    let mut row = row.clone();
                    row.at = rest;
                    placed.push(Placed { row, section, heading: false, inline: true });
                }
                None => {
                    let unknown = is_unknown_heading(page, row, rows.get(at + 1))
                        && !matches!(current, Section::Header | Section::Work | Section::Internship | Section::Project);
                    if unknown {
                        current = Section::Other;
                    }
                    placed.push(Placed { row: row.clone(), section: current, heading: unknown, inline: false });
                }
            },
        }
    }
    placed
}

/// A short line set apart above others, of words that say nothing else.
fn is_unknown_heading(page: &Page, row: &Row, next: Option<&Row>) -> bool {
    let text = page.slice(&row.at);
    let count = if text.contains(is_han) { text.chars().count() } else { text.split(' ').count() * 2 };
    row.apart
        && !row.bullet
        && next.is_some_and(|next| !next.apart)
        && (2..=10).contains(&count)
        && text.starts_with(|c: char| c.is_uppercase() || is_han(c))
        && !text.contains(|c: char| c.is_ascii_digit() || "@|,.;:()\t".contains(c))
        && page.cells(&row.at).len() == 1
        && words::evidence(text).is_nothing()
        && !schools::is_school(text)
        && schools::degree(text).is_none()
        && !words::is_place(text)
}

/// A heading within an entry: it repeats under another one, or only it ends with a colon.
fn is_subheading(found: Heading, current: Section, text: &str, opened_by_colon: bool, count: usize) -> bool {
    let Heading::Section(section) = found else { return false };
    // 学历 within schooling, its value below.
    if current == Section::Education && section == current {
        return labels::field_of(text).is_some();
    }
    let aside = matches!(
        section,
        Section::Project
            | Section::Summary
            | Section::Skills
            | Section::Certificates
            | Section::Training
            | Section::Personal
    );
    current == Section::Work && aside && (text.ends_with(':') && !opened_by_colon || count >= 2)
}

/// A word of a heading that stands between an employer and dates is a title: "Magang".
fn is_cell(page: &Page, rows: &[Row], at: usize, found: Heading, current: Section) -> bool {
    found == Heading::Section(Section::Internship)
        && current == Section::Work
        && at.checked_sub(1).is_some_and(|above| words::evidence(page.slice(&rows[above].at)).company >= 2)
        && rows.get(at + 1).is_some_and(|below| {
            dates::find(page.slice(&below.at)).first().is_some_and(|dated| dated.is_period() && dated.at.start == 0)
        })
}

/// Cells that are headings or long stand in rows of their own: a sidebar beside a column.
fn explode(page: &Page, row: Row) -> Vec<Row> {
    let cells = page.cells(&row.at);
    if cells.len() < 2 || row.continues {
        return vec![row];
    }
    let text = |cell: &Range<usize>| page.slice(cell);
    let spaced = cells.iter().all(|cell| text(cell).chars().count() == 1);
    let labelled = cells
        .iter()
        .filter(|cell| labels::field_of(text(cell)).is_some() || labels::column_of(text(cell)).is_some())
        .count();
    if spaced
        || labelled >= 2
        || labelled == 1 && cells.len() >= 3 && cells.iter().all(|cell| text(cell).chars().count() <= 12)
    {
        return vec![row];
    }
    let opens = |cell: &Range<usize>| heading(text(cell)).is_some() && !LEXICON.has("present", page.low(cell));
    let tabbed = page.slice(&row.at).contains('\t');
    let long =
        |cell: &Range<usize>| text(cell).chars().count() > 60 || text(cell).chars().filter(|&c| is_han(c)).count() > 24;
    let marked = |cell: &Range<usize>| list_sign(text(cell)).is_some() && text(cell).chars().count() > 12;
    let split = |cells: &[Range<usize>]| -> Vec<Row> {
        cells
            .iter()
            .enumerate()
            .map(|(at, cell)| {
                let sign = list_sign(text(cell)).unwrap_or(0);
                let at_cell = page.trim(cell.start + sign..cell.end, char::is_whitespace);
                Row {
                    at: at_cell,
                    bullet: sign > 0 || at == 0 && row.bullet,
                    continues: false,
                    apart: row.apart && at == 0,
                    ruled: row.ruled && at == 0,
                }
            })
            .filter(|row| !row.at.is_empty())
            .collect()
    };
    if tabbed && cells.iter().any(|cell| opens(cell) || long(cell) || marked(cell)) {
        return split(&cells);
    }
    if heading(page.slice(&row.at)).is_none() && opens(&cells[0]) && labels::field_of(text(&cells[0])).is_none() {
        return split(&[cells[0].clone(), cells[1].start..row.at.end]);
    }
    vec![row]
}

/// A known heading in small letters that does not go on from a long line.
fn small(line: &str, above: Option<&str>, apart: bool) -> Option<Heading> {
    let short = above.is_none_or(|above| above.chars().count() < 50 || above.ends_with('.'));
    if !line.bytes().all(|b| b.is_ascii_lowercase() || b == b' ') {
        return None;
    }
    let capital = || format!("{}{}", line[..1].to_ascii_uppercase(), &line[1..]);
    lookup(line).filter(|_| short).or_else(|| if apart { heading(&capital()) } else { None })
}

/// Whether the text is a heading.
#[must_use]
pub fn is_heading(text: &str) -> bool {
    heading(text.trim()).is_some()
}

/// What a line opens that is a heading and nothing else.
pub(crate) fn heading(line: &str) -> Option<Heading> {
    if line.chars().count() > MAX_HEADING {
        return None;
    }
    let bare = undecorated(line);
    if bare.is_empty() || bare.starts_with(|c: char| c.is_ascii_lowercase()) || line.ends_with(['.', ',', ';', '。']) {
        return None;
    }
    let joined = unspace(bare);
    let lower = joined.to_lowercase();
    if let Some(found) = lookup(&lower) {
        return Some(found);
    }
    if joined != bare
        && let Some(value) = UNSPACED.get(&lower.chars().filter(|c| !c.is_whitespace()).collect::<String>())
    {
        return heading_of(value);
    }
    // "PENDIDIKAN (1)", "Riwayat Pekerjaan (ringkas)"
    let (head, aside) = match lower.split_once('(') {
        Some((head, aside)) if aside.ends_with(')') && !head.trim().is_empty() => (head.trim(), true),
        _ => (lower.as_str(), false),
    };
    if aside && let Some(found) = lookup(head) {
        return Some(found);
    }
    if head.bytes().any(|b| b.is_ascii_digit()) || words::evidence(bare).title == 3 {
        return None;
    }
    // "RIWAYAT JABATAN DALAM DINAS": capitals that begin as a heading.
    let begun = || {
        let ends = head.match_indices(' ').map(|(blank, _)| blank).filter(|&blank| head[..blank].contains(' '));
        let capitals = !bare.contains(char::is_lowercase) && bare.is_ascii() && head.split(' ').count() <= 5;
        ends.filter(|_| capitals).filter_map(|end| lookup(&head[..end])).next_back()
    };
    bilingual(&lower).or_else(|| compound(head)).or_else(|| composed(head, bare)).or_else(begun).or_else(|| {
        let inner = line.strip_prefix('【')?.strip_suffix('】')?;
        (inner.chars().count() <= 10 && !inner.contains(':')).then_some(Heading::Section(Section::Other))
    })
}

fn lookup(lower: &str) -> Option<Heading> {
    LEXICON.get("heading", lower).and_then(heading_of)
}

fn heading_of(value: &str) -> Option<Heading> {
    if value == "title" { Some(Heading::Title) } else { section_of(value).map(Heading::Section) }
}

fn section_of(value: &str) -> Option<Section> {
    Some(match value {
        "personal" => Section::Personal,
        "summary" => Section::Summary,
        "work" => Section::Work,
        "internship" => Section::Internship,
        "project" => Section::Project,
        "education" => Section::Education,
        "skills" => Section::Skills,
        "organization" => Section::Organization,
        "certificates" => Section::Certificates,
        "training" => Section::Training,
        "referees" => Section::Referees,
        "other" => Section::Other,
        _ => return None,
    })
}

/// "工作经历 Work Experience", "Education (教育背景)".
fn bilingual(lower: &str) -> Option<Heading> {
    let han: String = lower.chars().filter(|&c| is_han(c)).collect();
    let latin: String =
        lower.chars().map(|c| if c.is_ascii_alphabetic() || matches!(c, '&' | '\'') { c } else { ' ' }).collect();
    let latin = latin.split_whitespace().collect::<Vec<_>>().join(" ");
    if han.is_empty() || latin.is_empty() {
        return None;
    }
    let found = lookup(&han).or_else(|| composed(&han, &han))?;
    let short = latin.split(' ').count() <= 4 && found != Heading::Title && han.chars().count() >= 2;
    (lookup(&latin).is_some() || short).then_some(found)
}

/// "Skills & Interests", "Pendidikan dan Pelatihan": each part is a heading.
fn compound(lower: &str) -> Option<Heading> {
    let unified = [" and ", " dan ", " & ", "/", "|", "与", "及", "和", "、", " - ", ",", "+"]
        .iter()
        .fold(lower.to_owned(), |line, joint| line.replace(joint, "\n"));
    let parts: Vec<&str> = unified.lines().map(str::trim).filter(|part| !part.is_empty()).collect();
    if !(2..=4).contains(&parts.len()) {
        return None;
    }
    let found: Vec<Heading> = parts.iter().map_while(|part| lookup(part)).collect();
    let opens = |wanted| found.iter().find(move |found| **found == Heading::Section(wanted));
    (found.len() == parts.len())
        .then(|| opens(Section::Work).or_else(|| opens(Section::Education)).or(found.first()).copied())?
}

/// A heading that is not listed, made of words of headings: "Nursing Experience", 我的职场历程, "Where I have worked so far".
fn composed(lower: &str, written: &str) -> Option<Heading> {
    const ORDER: [Section; 11] = [
        Section::Organization,
        Section::Project,
        Section::Skills,
        Section::Work,
        Section::Education,
        Section::Internship,
        Section::Training,
        Section::Certificates,
        Section::Other,
        Section::Personal,
        Section::Summary,
    ];
    let topics = if lower.chars().all(is_han) { chinese_topics(lower)? } else { latin_topics(lower, written)? };
    ORDER.into_iter().find(|section| topics.contains(section)).map(Heading::Section)
}

fn chinese_topics(text: &str) -> Option<Vec<Section>> {
    if !(4..=12).contains(&text.chars().count()) {
        return None;
    }
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let topic = LEXICON.begins("heading_word", rest);
        let taken = match (topic, LEXICON.begins("heading_filler", rest)) {
            (Some((len, section)), _) => {
                found.extend(section_of(section));
                len
            }
            (None, Some((len, _))) => len,
            (None, None) => return None,
        };
        rest = &rest[taken..];
    }
    Some(found)
}

fn latin_topics(lower: &str, written: &str) -> Option<Vec<Section>> {
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphabetic() || matches!(c, '\'' | '-' | '&')))
        .filter(|word| !word.is_empty())
        .collect();
    if !(2..=7).contains(&words.len()) || !written.starts_with(char::is_uppercase) || lower.contains([':', '.', ';']) {
        return None;
    }
    let (mut found, mut experience, mut unknown) = (Vec::new(), false, 0);
    for word in &words {
        if LEXICON.has("heading_experience", word) {
            experience = true;
        } else if let Some(section) = LEXICON.get("heading_word", word).and_then(section_of) {
            found.push(section);
        } else if !LEXICON.has("heading_filler", word) {
            unknown += 1;
        }
    }
    let last = words.last().is_some_and(|last| LEXICON.has("heading_experience", last));
    let first = words.first().is_some_and(|first| LEXICON.has("heading_experience", first));
    let other = words.iter().find_map(|word| LEXICON.get("heading_other", word));
    if (last || first && words.len() <= 3) && words.len() <= 5 && experience {
        // "Nursing Experience", "Volunteer Experience", "Pengalaman Klinis"
        return Some(vec![other.map_or(Some(Section::Work), section_of)?]);
    }
    let capitals = words.len() <= 6
        && written.is_ascii()
        && !written.contains(|c: char| c.is_lowercase())
        && (words.len() <= 3 || LEXICON.has("heading_open", words[0]));
    if unknown > usize::from(capitals && found.len() == 1) || LEXICON.has("joint", words.last()?) {
        return None;
    }
    if found.is_empty() && experience {
        found.push(Section::Work);
    }
    (!found.is_empty()).then_some(found)
}

/// "教育背景：华东大学 本科", "Skills: Rust, Go": a heading with its content on the line.
fn inline_heading(page: &Page, row: &Row) -> Option<(Section, Range<usize>)> {
    let line = page.slice(&row.at);
    let (head, rest) = match line.strip_prefix('【').and_then(|rest| rest.split_once('】')) {
        Some(parts) => parts,
        None => line.split_once(':')?,
    };
    let content = page.trim(row.at.end - rest.len()..row.at.end, |c| c.is_whitespace() || c == ':');
    if head.chars().count() > 30 || content.is_empty() {
        return None;
    }
    let bare = undecorated(head);
    if labels::field_of(bare).is_some() || LEXICON.has("heading_weak", &bare.to_lowercase()) {
        return None;
    }
    let lower = unspace(bare).to_lowercase();
    let Heading::Section(section) = lookup(&lower).or_else(|| bilingual(&lower))? else { return None };
    let value = page.slice(&content);
    let numeric = value.trim_start_matches(['约', '共', '>', '~', ' ']).starts_with(|c: char| c.is_ascii_digit())
        && dates::find(value).is_empty();
    let weak = matches!(
        section,
        Section::Personal | Section::Training | Section::Organization | Section::Project | Section::Internship
    );
    (!numeric && !weak).then_some((section, content))
}

/// Without numbers, brackets and other decoration: "二、工作经历", "II. EDUCATION", "【技能】".
fn undecorated(line: &str) -> &str {
    let mut bare = line.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')'));
    if let Some(sign) = list_sign(bare) {
        bare = &bare[sign..];
    }
    let numeral = |c: char| "一二三四五六七八九十".contains(c);
    let rest = bare.trim_start_matches(numeral);
    if rest.len() < bare.len() && rest.starts_with(['、', '.', ' ', ':', ')', ',']) {
        bare = rest;
    }
    let rest = bare.trim_start_matches(['I', 'V', 'X']);
    if rest.len() < bare.len() && rest.starts_with(['.', ')']) {
        bare = rest;
    }
    let rest = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < bare.len() && bare.len() - rest.len() <= 2 && rest.starts_with([' ', '.', '/']) {
        bare = rest;
    }
    let mut letter = bare.chars();
    if letter.next().is_some_and(|c| c.is_ascii_uppercase()) && letter.next() == Some('.') {
        bare = letter.as_str();
    }
    let bare = bare.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')')).trim_start_matches('(');
    if bare.contains('(') { bare } else { bare.trim_end_matches(')') }.trim()
}

/// "Page 1 of 3", 第1页 共2页.
pub(crate) fn is_page_mark(page: &Page, line: &Range<usize>) -> bool {
    let lower = page.low(line);
    if lower.chars().count() > 80 {
        return false;
    }
    let mut rest = lower;
    let (mut numbers, mut named) = (0, lower.contains('/'));
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_digit() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            numbers += if digits <= 3 { 1 } else { 9 };
            rest = &rest[digits..];
        } else if let Some((len, _)) = LEXICON.begins("page_word", rest) {
            named = true;
            rest = &rest[len..];
        } else if c.is_alphabetic() {
            return false;
        } else {
            rest = &rest[c.len_utf8()..];
        }
    }
    named && (1..=2).contains(&numbers)
}
