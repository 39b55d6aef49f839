//! Splits a resume into sections by headings.

use super::classify::evidence;
use super::dates;
use super::labels::{self, Field};
use super::lexicon::headings::{EXPERIENCE, NOT_EMPLOYMENT};
use super::lexicon::sets::{HEADINGS, SPACED_HEADINGS};
use super::lexicon::time::PRESENT;
use super::lexicon::topics;
use super::text::{self, Row};

/// A section of the resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// Before the first heading.
    Header,
    /// 个人简历, Curriculum Vitae: the document's title, not a section.
    Title,
    Personal,
    Summary,
    Work,
    Internship,
    Project,
    Education,
    Skills,
    Organization,
    Certificates,
    Training,
    Other,
}

/// Rows under one heading.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) section: Section,
    pub(super) rows: Vec<Row>,
}

/// Splits the rows at headings.
pub(super) fn split(rows: Vec<Row>) -> Vec<Block> {
    let mut blocks = vec![Block { section: Section::Header, rows: Vec::new() }];
    let rows: Vec<Row> = rows.into_iter().flat_map(explode).collect();
    let mut opened_by_colon = false;
    let mut before: Option<String> = None;
    for (at, row) in rows.iter().enumerate() {
        let row = row.clone();
        let current = blocks.last().map_or(Section::Header, |block| block.section);
        let headed = heading(&row.text).or_else(|| small(&row.text, before.as_deref()));
        before = Some(row.text.clone());
        let headed =
            headed.filter(|&found| found != Section::Internship || current != Section::Work || !is_between(&rows, at));
        // 学历 within schooling, its value below.
        if current == Section::Education && headed == Some(current) && labels::field_of(&row.text).is_some() {
            push(&mut blocks, row);
            continue;
        }
        if current == Section::Work
            && headed.is_some_and(|found| is_subheading(found, &row.text, opened_by_colon, &rows))
        {
            push(&mut blocks, row);
            continue;
        }
        opened_by_colon = if headed.is_some() { row.text.ends_with(':') } else { opened_by_colon };
        let (section, rest, standalone) = match headed {
            Some(section) => (section, None, true),
            None => match inline_heading(&row.text) {
                Some((section, rest)) => (section, Some(rest), false),
                None => {
                    push(&mut blocks, row);
                    continue;
                }
            },
        };
        if section == Section::Title {
            if current == Section::Header
                && let Some(rest) = rest
            {
                push(&mut blocks, Row { text: rest, bullet: false });
            }
            continue;
        }
        let within_entry =
            matches!(current, Section::Work | Section::Internship | Section::Project | Section::Education);
        let opens_entries =
            matches!(section, Section::Work | Section::Education | Section::Internship | Section::Project);
        if !standalone && within_entry && !opens_entries {
            // "Skills: …" inside an employment belongs to it.
            let rows = vec![Row { text: rest.unwrap_or_default(), bullet: row.bullet }];
            blocks.push(Block { section, rows });
            blocks.push(Block { section: current, rows: Vec::new() });
            continue;
        }
        let rows = rest.map(|text| Row { text, bullet: row.bullet }).into_iter().collect();
        blocks.push(Block { section, rows });
    }
    merge_interrupted(blocks)
}

/// "Magang" between an employer and dates is a title.
fn is_between(rows: &[Row], at: usize) -> bool {
    let above = at.checked_sub(1).is_some_and(|above| evidence(&rows[above].text).company >= 2);
    let below = rows.get(at + 1).is_some_and(|below| {
        dates::find(&below.text).first().is_some_and(|span| span.is_range() && span.at.start == 0)
    });
    above && below
}

/// Whether a heading is inside an employment: it repeats under another one, or only it ends in a colon.
fn is_subheading(section: Section, text: &str, opened_by_colon: bool, rows: &[Row]) -> bool {
    // 历任: the positions at the employer above.
    let posts = ["历任", "曾任", "先后担任", "先后任"].contains(&text.trim_end_matches(':'));
    posts
        || matches!(
            section,
            Section::Project | Section::Summary | Section::Skills | Section::Certificates | Section::Training
        ) && (text.ends_with(':') && !opened_by_colon || rows.iter().filter(|row| row.text == text).count() >= 2)
}

fn push(blocks: &mut [Block], row: Row) {
    if let Some(block) = blocks.last_mut() {
        block.rows.push(row);
    }
}

/// Merges sections interrupted by one line.
fn merge_interrupted(blocks: Vec<Block>) -> Vec<Block> {
    let mut merged: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let joins = merged.len() >= 2
            && merged[merged.len() - 2].section == block.section
            && matches!(block.section, Section::Work | Section::Education)
            && merged[merged.len() - 1].rows.len() == 1
            && !matches!(merged[merged.len() - 1].section, Section::Work | Section::Education);
        if joins {
            let at = merged.len() - 2;
            merged[at].rows.extend(block.rows);
        } else {
            merged.push(block);
        }
    }
    merged
}

/// Splits cells that are headings or paragraphs into separate rows.
fn explode(row: Row) -> Vec<Row> {
    let by_tab: Vec<&str> = row.text.split('\t').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    // Column names may look like headings.
    if super::tables::is_header(&row.text) {
        return vec![row];
    }
    // 学历  本科  专业  会计: a row of a form.
    let form = labels::read(&row.text);
    if form.len() >= 2 && form[0].at == 0 && !row.text.contains(':') {
        return vec![row];
    }
    // The names of columns, of which one may be made of words of headings: 称谓  姓名  工作单位及职务.
    let labels = by_tab.iter().filter(|cell| labels::field_of(cell).is_some()).count();
    let short = |most: usize| by_tab.iter().all(|cell| cell.chars().count() <= most);
    if by_tab.len() >= 3 && (labels >= 1 && short(12) || labels >= 2 && short(40)) {
        return vec![row];
    }
    let long = |cell: &&str| cell.chars().count() > 60 || cell.chars().filter(|&c| text::is_han(c)).count() > 24;
    // 2021.01  现在: the end of a period.
    let opens = |cell: &&str| heading(cell).is_some() && !PRESENT.contains(&cell.to_lowercase().as_str());
    let marked = |cell: &&str| text::strip_bullet(cell).is_some() && cell.chars().count() > 12;
    if by_tab.len() > 1 && by_tab.iter().any(|cell| opens(cell) || long(cell) || marked(cell)) {
        return by_tab.into_iter().map(|cell| into_row(cell, row.bullet)).collect();
    }
    let cells: Vec<&str> =
        row.text.split('\t').flat_map(|cell| cell.split("  ")).map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let spaced = cells.iter().all(|cell| cell.chars().count() == 1);
    if cells.len() > 1
        && !spaced
        && heading(&row.text).is_none()
        && cells
            .first()
            .is_some_and(|first| heading(first).is_some() && labels::field_of(first) != Some(Field::Ignored))
    {
        let first = into_row(cells[0], row.bullet);
        let at = row.text.find(cells[0]).map_or(0, |at| at + cells[0].len());
        let rest = row.text.get(at..).unwrap_or_default().trim();
        return vec![first, into_row(rest, false)];
    }
    vec![row]
}

fn into_row(cell: &str, bullet: bool) -> Row {
    let stripped = text::strip_bullet(cell);
    Row { text: stripped.unwrap_or(cell).to_owned(), bullet: bullet || stripped.is_some() }
}

/// A known heading in lower case that does not continue a wrapped line.
fn small(line: &str, before: Option<&str>) -> Option<Section> {
    let short = before.is_none_or(|before| before.chars().count() < 50 || before.ends_with('.'));
    (short && line.bytes().all(|b| b.is_ascii_lowercase() || b == b' ')).then(|| lookup(line)).flatten()
}

/// The section opened by a line that is only a heading.
pub(super) fn heading(line: &str) -> Option<Section> {
    if line.chars().count() > 60 {
        return None;
    }
    let bare = undecorated(line);
    // The last word of a wrapped sentence is not a heading: "… for executive / presentations."
    let wrapped = bare.starts_with(|c: char| c.is_ascii_lowercase()) || line.ends_with(['.', ',', ';', '。']);
    if bare.is_empty() || wrapped {
        return None;
    }
    let bracketed = line.strip_prefix('【').and_then(|rest| rest.strip_suffix('】'));
    let joined = text::unspace(bare);
    let lower = joined.to_lowercase();
    if let Some(section) = lookup(&lower) {
        return Some(section);
    }
    let letters: String = lower.chars().filter(|c| !c.is_whitespace()).collect();
    if joined != bare
        && let Some(section) = SPACED_HEADINGS.get(&letters).copied()
    {
        return Some(section);
    }
    // "PENDIDIKAN (1)", "Pengalaman (4 tahun 1 bulan)"
    if let Some((head, aside)) = lower.split_once('(')
        && aside.bytes().any(|b| b.is_ascii_digit())
        && (aside.len() <= 4 || super::classify::is_duration(aside.trim_end_matches(')')))
    {
        return lookup(head.trim());
    }
    if lower.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    // "Riwayat Pekerjaan (ringkas)"
    if let Some((head, aside)) = lower.split_once('(')
        && aside.ends_with(')')
        && bare.chars().count() <= 60
        && let Some(section) =
            lookup(head.trim()).or_else(|| composed(head.trim(), bare)).or_else(|| experience(head.trim(), bare))
    {
        return Some(section);
    }
    bilingual(&lower)
        .or_else(|| compound(&lower))
        .or_else(|| experience(&lower, bare))
        .or_else(|| composed(&lower, bare))
        .or_else(|| {
            bracketed.filter(|inner| inner.chars().count() <= 10 && !inner.contains(':')).map(|_| Section::Other)
        })
}

/// An unlisted heading made only of heading words: "我的职场历程", "Where I have worked so far".
fn composed(lower: &str, written: &str) -> Option<Section> {
    if let Some(found) = capitals(lower, written) {
        return Some(found);
    }
    // 在样例集团的二十年
    if let Some((place, time)) = lower.strip_prefix('在').and_then(|rest| rest.split_once('的'))
        && (2..=10).contains(&place.chars().count())
        && ["年", "日子", "岁月", "时光"].iter().any(|end| time.ends_with(end))
        && time.chars().count() <= 5
    {
        return Some(Section::Work);
    }
    let topics = if lower.chars().all(text::is_han) { chinese_topics(lower)? } else { latin_topics(lower, written)? };
    let order = [
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
    order.into_iter().find(|section| topics.contains(section))
}

/// Words that start headings of any length.
const OPENS: &[&str] = &["riwayat", "pengalaman", "work", "employment", "career", "education", "pendidikan"];

/// "CAREER CONTOUR": a short line in capitals with a heading word.
fn capitals(lower: &str, written: &str) -> Option<Section> {
    let words: Vec<&str> = lower.split_whitespace().collect();
    let plain = |c: char| c.is_uppercase() || c.is_whitespace() || matches!(c, '&' | '/' | '-');
    let opens = words.first().is_some_and(|first| OPENS.contains(first));
    if !(2..=if opens { 6 } else { 3 }).contains(&words.len()) || !written.chars().all(plain) || !written.is_ascii() {
        return None;
    }
    let topic = |word: &&str| topics::LATIN.iter().find(|(topic, _)| topic == word).map(|&(_, section)| section);
    let found: Vec<Section> = words.iter().filter_map(topic).collect();
    let titled = super::classify::evidence(lower).title > 0;
    match found.as_slice() {
        [section] if !titled => Some(*section),
        [section, ..] if opens && !titled => Some(*section),
        [] if !titled && words.iter().any(|word| topics::EXPERIENCE.contains(word)) => Some(Section::Work),
        _ => None,
    }
}

/// Splits into heading words, longest first; none if a part is unknown.
fn chinese_topics(text: &str) -> Option<Vec<Section>> {
    if !(4..=12).contains(&text.chars().count()) {
        return None;
    }
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let topic = topics::CHINESE.iter().find(|(word, _)| rest.starts_with(word));
        let filler =
            topics::CHINESE_FILLERS.iter().filter(|word| rest.starts_with(**word)).max_by_key(|word| word.len());
        let taken = match (topic, filler) {
            (Some((word, section)), _) => {
                found.push(*section);
                word.len()
            }
            (None, Some(word)) => word.len(),
            (None, None) => return None,
        };
        rest = &rest[taken..];
    }
    Some(found)
}

fn latin_topics(lower: &str, written: &str) -> Option<Vec<Section>> {
    let words: Vec<&str> = lower.split_whitespace().collect();
    if !(2..=7).contains(&words.len()) || !written.starts_with(char::is_uppercase) {
        return None;
    }
    if matches!(words.last(), Some(&("and" | "&" | "dan" | "of" | "the" | "to"))) {
        return None;
    }
    let mut found = Vec::new();
    let mut experience = false;
    for word in words {
        if let Some((_, section)) = topics::LATIN.iter().find(|(topic, _)| *topic == word) {
            found.push(*section);
        } else if topics::EXPERIENCE.contains(&word) {
            experience = true;
        } else if !topics::LATIN_FILLERS.contains(&word) {
            return None;
        }
    }
    if found.is_empty() && experience {
        found.push(Section::Work);
    }
    (!found.is_empty()).then_some(found)
}

/// "教育背景：华东大学 本科", "Skills: Rust, Go": a heading with content on the same line.
fn inline_heading(line: &str) -> Option<(Section, String)> {
    if let Some((head, rest)) = line.strip_prefix('【').and_then(|rest| rest.split_once('】'))
        && !rest.trim().is_empty()
        && head.chars().count() <= 10
        && labels::field_of(head).is_none()
        && (heading(head).is_some() || !is_post(head, rest))
    {
        let section = heading(head).unwrap_or(Section::Other);
        return Some((section, rest.trim_start_matches([':', ' ', '\t']).to_owned()));
    }
    let (head, rest) = line.split_once(':')?;
    let rest = rest.trim();
    if head.chars().count() > 30 || rest.is_empty() {
        return None;
    }
    let bare = undecorated(head);
    let section = lookup(&text::unspace(bare).to_lowercase()).or_else(|| bilingual(&bare.to_lowercase()))?;
    let labelled = labels::field_of(bare).is_some();
    let numeric = rest.trim_start_matches(['约', '共', '>', '~', ' ']).starts_with(|c: char| c.is_ascii_digit())
        && dates::find(rest).is_empty();
    let weak = matches!(
        section,
        Section::Personal
            | Section::Training
            | Section::Organization
            | Section::Project
            | Section::Internship
            | Section::Title
    ) || matches!(
        bare,
        "工作" | "学历" | "项目" | "Work" | "Tools" | "Technologies" | "Pekerjaan" | "Highlights" | "Key Achievements"
    );
    (!labelled && !numeric && !weak).then(|| (section, rest.to_owned()))
}

/// 【运营组长】宁波某某有限公司(2023/05-现在): brackets around parts of an employment, not a heading.
fn is_post(head: &str, rest: &str) -> bool {
    let names = evidence(head);
    let short = rest.chars().count() <= 30 && !rest.contains([',', '。', ';', '、']);
    !dates::find(head).is_empty()
        || names.is_title() && short && evidence(rest).company >= 3
        || (names.title == 3 || names.company >= 3) && dates::find(rest).iter().any(dates::Span::is_range)
}

fn lookup(lower: &str) -> Option<Section> {
    HEADINGS.get(lower).copied()
}

/// "工作经历 Work Experience", "Education (教育背景)", "Pengalaman Kerja / Work Experience".
fn bilingual(lower: &str) -> Option<Section> {
    let han: String = lower.chars().filter(|&c| text::is_han(c)).collect();
    let latin: String =
        lower.chars().map(|c| if c.is_ascii_alphabetic() || matches!(c, '&' | '\'') { c } else { ' ' }).collect();
    let latin = latin.split_whitespace().collect::<Vec<_>>().join(" ");
    if han.is_empty() || latin.is_empty() {
        return None;
    }
    let section = lookup(&han).or_else(|| composed(&han, &han))?;
    (lookup(&latin).is_some() || latin.split(' ').count() <= 4 && section != Section::Title && han.chars().count() >= 2)
        .then_some(section)
}

/// "Skills & Interests", "Pendidikan dan Pelatihan": each part is a heading.
fn compound(lower: &str) -> Option<Section> {
    if !lower.contains([' ', '/', '|', '与', '及', '和', '、', ',', '(', ')', '+']) {
        return None;
    }
    let unified = [" and ", " dan ", " & ", "/", "|", "与", "及", "和", "、", " - ", ",", "(", ")", "+"]
        .iter()
        .fold(lower.to_owned(), |line, joint| line.replace(joint, "\n"));
    let parts: Vec<&str> = unified.lines().map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() < 2 || parts.len() > 4 {
        return None;
    }
    let found: Vec<Section> = parts.iter().filter_map(|part| lookup(part)).collect();
    if found.len() != parts.len() {
        return None;
    }
    let opens = |wanted| found.iter().find(move |&&section| section == wanted);
    opens(Section::Work).or_else(|| opens(Section::Education)).or(found.first()).copied()
}

/// "Teaching Experience", "Pengalaman Kerja Profesional", "银行从业经历".
fn experience(lower: &str, written: &str) -> Option<Section> {
    if lower.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    let words: Vec<&str> =
        lower.split(|c: char| !(c.is_alphabetic() || c == '\'')).filter(|word| !word.is_empty()).collect();
    let capital = written.chars().next().is_some_and(char::is_uppercase);
    let other = || words.iter().find_map(|word| NOT_EMPLOYMENT.iter().find(|(not, _)| not == word).map(|&(_, s)| s));
    let ends = words.last().is_some_and(|last| EXPERIENCE.contains(last));
    let begins = words.first().is_some_and(|first| *first == "pengalaman" || *first == "experience");
    let punctuated = lower.contains(['.', ',', ';']) || words.iter().any(|word| matches!(*word, "for" | "application"));
    if (2..=5).contains(&words.len()) && capital && !punctuated && (ends || begins && words.len() <= 3) {
        return match other() {
            Some(Section::Summary) => None,
            Some(section) => Some(section),
            None => Some(Section::Work),
        };
    }
    let count = lower.chars().count();
    if (4..=10).contains(&count)
        && lower.chars().all(text::is_han)
        && (lower.ends_with("经历") || lower.ends_with("履历"))
    {
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        if has(&["工作", "职业", "任职", "从业", "就业"]) && !has(&["学生", "校园", "社团"]) {
            return Some(Section::Work);
        }
        if has(&["项目", "科研", "研究"]) {
            return Some(Section::Project);
        }
        if has(&["实习"]) {
            return Some(Section::Internship);
        }
        if has(&["教育", "学习", "求学"]) {
            return Some(Section::Education);
        }
        if has(&["校", "社团", "学生", "志愿", "社会"]) {
            return Some(Section::Organization);
        }
    }
    None
}

/// The line without surrounding brackets, rules, numbering and colons.
fn undecorated(line: &str) -> &str {
    let mut bare = line.trim();
    if let Some(rest) = text::strip_bullet(bare) {
        bare = rest;
    }
    bare = bare.trim_matches(|c: char| !c.is_alphanumeric() && c != ')' && c != '(' || matches!(c, 'ㅣ'));
    for numeral in ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"] {
        if let Some(rest) = bare.strip_prefix(numeral) {
            let rest = rest.trim_start();
            if rest.starts_with(['、', '.', ')', ',', ' ']) {
                bare = rest.trim_start_matches(['、', '.', ')', ',', ' ']);
            }
        }
    }
    for numeral in ["VIII", "VII", "III", "IV", "VI", "IX", "II", "V", "X", "I", "A", "B", "C", "D", "E", "F", "G", "H"]
    {
        if let Some(rest) = bare.strip_prefix(numeral)
            && rest.starts_with(['.', ')'])
        {
            bare = rest.trim_start_matches(['.', ')', ' ']);
            break;
        }
    }
    bare.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')'))
        .trim_start_matches('(')
        .trim_end_matches(|c: char| c == ')' && !bare.contains('('))
        .trim()
}
