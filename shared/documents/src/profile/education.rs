//! Reads schools, degrees, majors and their dates.

use bole_domain::profile::{DegreeLevel, Education};

use super::labels::{self, Field};
use super::lexicon::education::{CHINESE_DEGREES, CHINESE_SCHOOLS, LATIN_DEGREES, LATIN_SCHOOLS};
use super::text::{Row, is_chinese, is_han};
use super::{classify, dates, segments};

/// A degree in a piece: its words as written, its level, and where it stands.
struct Degree {
    text: String,
    level: DegreeLevel,
    from: usize,
    to: usize,
}

/// Whether the text names a degree and a school, and no employment.
pub(super) fn is_schooling(text: &str) -> bool {
    is_schooling_from(text, DegreeLevel::Associate)
}

/// Like [`is_schooling`], secondary schools included.
pub(super) fn is_any_schooling(text: &str) -> bool {
    is_schooling_from(text, DegreeLevel::HighSchool)
}

fn is_schooling_from(text: &str, lowest: DegreeLevel) -> bool {
    if text.chars().count() > 160 {
        return false;
    }
    let school = segments::strong(text).iter().any(|piece| is_school(piece));
    let pieces = || segments::strong(text).into_iter().flat_map(|piece| segments::weak(&piece));
    let titled = pieces().any(|piece| classify::evidence(&piece).title == 3 && degree(&piece).is_none());
    let named = degree(text).map(|degree| degree.level).or(school_level(text)).is_some_and(|level| level >= lowest)
        || text.contains("专业");
    school && named && !titled
}

/// Rows outside any education section that name a school or a degree, each with the dates below it.
pub(super) fn stray_rows(rows: &[Row]) -> Vec<Row> {
    let names = |row: &Row| {
        let text = row.text.as_str();
        text.chars().count() <= 90
            && !classify::is_prose(text)
            && classify::evidence(text).title < 3
            && labels::read(text).is_empty()
            && !text.contains('@')
            && (segments::strong(text).iter().any(|piece| is_school(piece)) || degree(text).is_some())
    };
    let mut kept = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let dated = at > 0
            && names(&rows[at - 1])
            && dates::find(&row.text).iter().any(|span| span.is_range() && span.at.len() + 4 >= row.text.len());
        let continues = row.text.starts_with(char::is_lowercase)
            && kept.len() > 0
            && names(&rows[at - 1])
            && row.text.chars().count() < 40;
        if names(row) || dated || continues {
            kept.push(row.clone());
        }
    }
    kept
}

/// Reads the rows of an education section.
pub(super) fn read(rows: &[Row]) -> Vec<Education> {
    let mut entries: Vec<Education> = Vec::new();
    let mut entry = Education::default();
    // Majors without a sign of their own are taken from what is left of an entry's first lines.
    for row in &unwrapped(rows) {
        if row.text.chars().count() > 240 {
            continue;
        }
        if is_aside(&row.text) && labels::read(&row.text).iter().all(|label| label.field == Field::Ignored) {
            continue;
        }
        read_row(&row.text, &mut entry, &mut entries);
    }
    finish(&mut entry, &mut entries);
    entries.retain(|entry| entry.school.is_some() || entry.level.is_some());
    entries.sort_by(|a, b| b.level.cmp(&a.level));
    entries
}

/// Joins a line that a narrow column broke inside a name: "École de Commerce", "de Lyon".
fn unwrapped(rows: &[Row]) -> Vec<Row> {
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        match joined.last_mut() {
            Some(last)
                if row.text.starts_with(|c: char| c.is_ascii_lowercase())
                    && !row.bullet
                    && row.text.split(' ').count() <= 4
                    && last.text.chars().count() < 60
                    && dates::find(&last.text).is_empty() =>
            {
                last.text.push(' ');
                last.text.push_str(&row.text);
            }
            _ => joined.push(row.clone()),
        }
    }
    joined
}

fn finish(entry: &mut Education, entries: &mut Vec<Education>) {
    let done = std::mem::take(entry);
    if done != Education::default() {
        entries.push(done);
    }
}

fn read_row(text: &str, entry: &mut Education, entries: &mut Vec<Education>) {
    let labelled = labels::read(text);
    let useful = labelled.iter().any(|label| {
        matches!(
            label.field,
            Field::School
                | Field::Degree
                | Field::Level
                | Field::Major
                | Field::Period
                | Field::StartDate
                | Field::EndDate
        )
    });
    if useful {
        let first = labelled.first().map_or(0, |label| text.find(label.value).unwrap_or(0));
        let lead = text
            .get(..first)
            .and_then(|head| head.trim_end_matches(':').rfind(['\t', ' ', '|', ',']).map(|at| &head[..at]));
        if let Some(lead) = lead.filter(|lead| labels::field_of(lead).is_none() && !lead.contains(':')) {
            read_free(lead, entry, entries);
        }
        for label in labelled {
            match label.field {
                Field::School => {
                    if entry.school.is_some() {
                        finish(entry, entries);
                    }
                    read_free(label.value, entry, entries);
                    if entry.school.is_none() {
                        entry.school = some(segments::clean(label.value));
                    }
                }
                Field::Degree | Field::Level => {
                    if let Some(degree) = degree(label.value) {
                        if entry.level.is_some() && entry.level != Some(degree.level) {
                            finish(entry, entries);
                        }
                        let major = major_around(label.value, &degree);
                        entry.level = Some(degree.level);
                        entry.degree.get_or_insert(degree.text);
                        entry.major = entry.major.take().or(major);
                    }
                }
                Field::Major => {
                    if entry.major.is_some() {
                        finish(entry, entries);
                    }
                    entry.major = some(tidy_major(label.value));
                }
                Field::Period => take_dates(label.value, entry),
                Field::StartDate => {
                    entry.start_date = dates::find(label.value).first().and_then(|span| span.bounds().0);
                }
                Field::EndDate => {
                    entry.end_date = dates::find(label.value).first().and_then(|span| span.bounds().1);
                }
                _ => {}
            }
        }
        return;
    }
    let value =
        match labelled.iter().find(|label| matches!(label.field, Field::Education | Field::Ignored | Field::Skip)) {
            Some(label) if label.field == Field::Education => label.value,
            // "东海大学 本科 GPA：3.8": what follows the label is of no use.
            Some(label) => {
                let at = text.find(label.value).unwrap_or(text.len());
                let head = text[..at].trim_end_matches([':', ' ']);
                head.rfind([' ', '\t', ',', '|', '(', ';']).map_or("", |cut| &head[..cut])
            }
            None => text,
        };
    read_free(value, entry, entries);
}

fn take_dates(text: &str, entry: &mut Education) {
    let spans = dates::find(text);
    let Some(span) = spans.iter().find(|span| span.is_range()).or(spans.first()) else { return };
    let (start, end, current) = span.bounds();
    if span.is_range() {
        entry.start_date = start;
        entry.end_date = if current { None } else { end };
    } else {
        entry.end_date = end.or(start);
    }
}

fn read_free(text: &str, entry: &mut Education, entries: &mut Vec<Education>) {
    let spans = dates::find(text);
    let mut rest = text.to_owned();
    let chosen = spans.iter().find(|span| span.is_range()).or(spans.first());
    let dated = chosen.is_some();
    if let Some(span) = chosen {
        rest = format!("{}\t{}", &text[..span.at.start], &text[span.at.end..]);
    }
    let pieces = pieces(&rest);
    let school_at = pieces.iter().position(|piece| is_school(piece));
    let degree_found = pieces.iter().enumerate().find_map(|(at, piece)| {
        let found = degree(piece)?;
        let only_school = Some(at) == school_at && found.level == DegreeLevel::HighSchool;
        (!only_school).then_some((at, found))
    });
    let new_school = school_at.is_some() && entry.school.is_some();
    // "SMA IPA" under the name of the school is its degree, not another school.
    let completes = entry.school.is_some() && entry.degree.is_none() && !dated && high_school_degree(&rest).is_some();
    if completes {
        let major = high_school_degree(&rest).flatten();
        entry.degree = pieces.first().and_then(|piece| piece.split(' ').next()).map(str::to_owned);
        entry.level = entry.level.or(Some(DegreeLevel::HighSchool));
        entry.major = entry.major.take().or(major);
        return;
    }
    let new_degree = degree_found.as_ref().is_some_and(|(_, found)| {
        entry.level.is_some_and(|level| entry.degree.is_some() || level != found.level)
            && (entry.school.is_some() || dated)
    });
    let new_dates = dated
        && (entry.start_date.is_some() || entry.end_date.is_some())
        && (entry.school.is_some() || entry.level.is_some());
    if new_school || new_degree || new_dates {
        finish(entry, entries);
    }
    if dated {
        take_dates(text, entry);
    }
    if let Some(at) = school_at {
        let piece = &pieces[at];
        let (school, left) = cut_school(piece);
        if entry.level.is_none() && degree_found.is_none() {
            entry.level = school_level(&school);
        }
        let mut school = school;
        if entry.level == Some(DegreeLevel::HighSchool)
            && let Some((head, field)) = school.clone().rsplit_once(' ')
            && HIGH_SCHOOL_FIELDS.contains(&field.trim_matches(['(', ')']))
        {
            entry.major = Some(field.trim_matches(['(', ')']).to_owned());
            let head = head.trim_end_matches(" Jurusan").trim_end_matches(" jurusan").trim_end_matches(" Program");
            school = segments::clean(head);
        }
        entry.school = some(school);
        if entry.level == Some(DegreeLevel::HighSchool) && entry.major.is_none() {
            entry.major = pieces.iter().skip(at + 1).find_map(|piece| high_school_degree(piece).flatten());
        }
        if entry.major.is_none() && degree_found.as_ref().is_none_or(|(degree_at, _)| *degree_at != at) {
            entry.major = left.as_deref().and_then(plain_major);
        }
    }
    if let Some((at, degree)) = degree_found {
        let piece = &pieces[at];
        entry.level = Some(degree.level);
        let around = major_around(piece, &degree).filter(|major| !is_school(major));
        entry.degree = Some(degree.text);
        if entry.major.is_none() {
            entry.major = around;
        }
    }
    if entry.major.is_none() {
        let signed = pieces.iter().find_map(|piece| signed_major(piece));
        let known = entry.school.is_some() || entry.level.is_some();
        entry.major = signed.or_else(|| {
            (known && rest.chars().count() < 120)
                .then(|| {
                    pieces
                        .iter()
                        .enumerate()
                        .filter(|(at, piece)| Some(*at) != school_at && degree(piece).is_none())
                        .find_map(|(_, piece)| plain_major(piece))
                })
                .flatten()
        });
    }
}

/// Pieces at strong marks and at commas; Chinese ones also at spaces.
fn pieces(text: &str) -> Vec<String> {
    segments::strong(text)
        .into_iter()
        .flat_map(|piece| segments::commas(&piece))
        .flat_map(|piece| {
            if is_chinese(&piece) && !piece.chars().any(|c| c.is_ascii_alphabetic()) {
                piece.split(' ').map(str::to_owned).collect()
            } else {
                vec![piece]
            }
        })
        .flat_map(|piece| parenthesised(&piece))
        .map(|piece| segments::clean(&piece))
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// "计算机科学(本科)" is two pieces.
fn parenthesised(piece: &str) -> Vec<String> {
    if let (Some(open), true) = (piece.find('('), piece.ends_with(')')) {
        let inner = &piece[open + 1..piece.len() - 1];
        if open > 0
            && !inner.contains('(')
            && (degree(inner).is_some() || is_aside(inner))
            && degree(&piece[..open]).is_none()
        {
            return vec![piece[..open].to_owned(), inner.to_owned()];
        }
    }
    vec![piece.to_owned()]
}

fn is_school(piece: &str) -> bool {
    if piece.chars().count() > 90 {
        return false;
    }
    let han = piece.chars().any(is_han);
    if han {
        return CHINESE_SCHOOLS.iter().any(|word| piece.find(word).is_some_and(|at| at > 0))
            && !piece.starts_with("大学");
    }
    let words = classify::words(piece);
    words.iter().enumerate().any(|(at, word)| {
        let lone = words.len() == 1;
        let generic = matches!(word.as_str(), "school" | "college")
            && words.get(at.wrapping_sub(1)).is_some_and(|before| before == "high" && at == 1 && words.len() == 2);
        let ambiguous = matches!(
            word.as_str(),
            "man"
                | "its"
                | "ui"
                | "ub"
                | "aa"
                | "stan"
                | "sma"
                | "smk"
                | "stm"
                | "smu"
                | "mit"
                | "eth"
                | "telkom"
                | "stt"
        );
        let capital = piece.split(|c: char| !c.is_alphanumeric()).any(|written| {
            written.to_lowercase() == *word && written.chars().all(char::is_uppercase) || written == "Telkom"
        });
        LATIN_SCHOOLS.contains(&word.as_str())
            && !generic
            && (!ambiguous || capital && (!lone || !matches!(word.as_str(), "sma" | "smk" | "stm" | "smu" | "man")))
    })
}

/// "SMA IPA", "SMK Teknik Mesin", "SMA": a kind of school and a field, the field absent where none is named.
fn high_school_degree(text: &str) -> Option<Option<String>> {
    let text = text.trim();
    let (kind, field) = text.split_once(' ').unwrap_or((text, ""));
    let field = field.trim().trim_start_matches(['-', '(', '/', '|']).trim_end_matches(')').trim();
    let named = matches!(
        kind.trim_end_matches(['/', ',']),
        "SMA" | "SMK" | "MA" | "SMU" | "STM" | "SLTA" | "SMA/SMK" | "SMA/sederajat"
    );
    let plain = !field.chars().any(|c| c.is_ascii_digit()) && !field.to_lowercase().contains("negeri");
    (named && plain).then(|| (!field.is_empty()).then(|| tidy_major(field)))
}

const HIGH_SCHOOL_FIELDS: &[&str] = &["IPA", "IPS", "MIPA", "Bahasa", "MIA", "IIS"];

fn school_level(school: &str) -> Option<DegreeLevel> {
    let words = classify::words(school);
    let high = words
        .iter()
        .any(|word| matches!(word.as_str(), "sma" | "sman" | "smk" | "smkn" | "smu" | "man" | "stm" | "smea"))
        || school.to_lowercase().contains("high school")
        || ["中学", "高中", "一中", "二中", "技校", "职校"].iter().any(|end| school.ends_with(end));
    high.then_some(DegreeLevel::HighSchool)
}

/// The school in a piece, and what stands beside it.
fn cut_school(piece: &str) -> (String, Option<String>) {
    if piece.chars().any(is_han) {
        let end = CHINESE_SCHOOLS.iter().filter_map(|word| piece.find(word).map(|at| at + word.len())).max();
        let Some(mut end) = end else { return (piece.to_owned(), None) };
        if piece[end..].starts_with('(')
            && let Some(close) = piece[end..].find(')')
        {
            end += close + 1;
        }
        let head = piece[..end].rsplit([' ', ',']).next().unwrap_or(&piece[..end]);
        return (segments::clean(head), some(segments::clean(&piece[end..])));
    }
    for joint in [" - ", " from ", " at ", " dari ", " di "] {
        if let Some((before, after)) = piece.split_once(joint)
            && is_school(after)
            && !is_school(before)
        {
            return (segments::clean(after), some(segments::clean(before)));
        }
    }
    if let Some(found) = degree(piece) {
        let tail = segments::clean(&piece[found.to..]);
        let head = segments::clean(&piece[..found.from]);
        if is_school(&head) {
            return (head, None);
        }
        // "S1 Akuntansi Universitas Rekaan": the school begins at its first word.
        if let Some((at, _)) = tail
            .match_indices(' ')
            .map(|(at, _)| (at + 1, ()))
            .chain([(0, ())])
            .find(|&(at, ())| begins_school(&tail[at..]))
        {
            return (segments::clean(&tail[at..]), None);
        }
    }
    (segments::clean(classify::without_notes(piece).as_str()), None)
}

fn begins_school(text: &str) -> bool {
    let word = text.split(' ').next().unwrap_or_default().to_lowercase();
    matches!(
        word.as_str(),
        "universitas"
            | "university"
            | "institut"
            | "institute"
            | "politeknik"
            | "sekolah"
            | "akademi"
            | "stie"
            | "stmik"
            | "stikes"
            | "poltekkes"
            | "universiti"
            | "univ"
            | "univ."
    )
}

/// The first degree in the piece.
fn degree(piece: &str) -> Option<Degree> {
    if piece.chars().any(is_han) {
        let (text, level, at) = CHINESE_DEGREES
            .iter()
            .filter_map(|&(name, level)| piece.find(name).map(|at| (name, level, at)))
            .find(|&(name, level, at)| {
                !(level == DegreeLevel::HighSchool && (CHINESE_SCHOOLS.contains(&name) || piece[at..].contains("学校")))
                    || piece.chars().count() <= 4
            })?;
        return Some(Degree { text: text.to_owned(), level, from: at, to: at + text.len() });
    }
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for word in piece.split_inclusive([' ', '\t', '(', ')', '/', ',']) {
        let trimmed = word.trim_end_matches([' ', '\t', '(', ')', '/', ',']);
        if !trimmed.is_empty() {
            starts.push((at, at + trimmed.len()));
        }
        at += word.len();
    }
    let key = |from: usize, to: usize| {
        piece[from..to]
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '\'' || *c == '-')
            .collect::<String>()
            .to_lowercase()
    };
    for (index, &(from, to)) in starts.iter().enumerate() {
        let pair_end = starts.get(index + 1).map(|&(_, to)| to);
        let pair = pair_end.map(|end| key(from, end)).filter(|pair| {
            matches!(
                pair.as_str(),
                "strata1"
                    | "strata2"
                    | "strata3"
                    | "diploma3"
                    | "diplomaiii"
                    | "diplomatiga"
                    | "diploma4"
                    | "diplomaiv"
                    | "highschool"
                    | "stratasatu"
                    | "phd"
                    | "d3"
                    | "s1"
                    | "juris"
            )
        });
        let single = key(from, to);
        let dotted = piece[from..to].contains('.');
        let found = pair.clone().or(Some(single.clone())).and_then(|key| {
            LATIN_DEGREES
                .iter()
                .find(|(name, _)| *name == key || name.replace('-', "") == key.replace('-', ""))
                .map(|&(_, level)| level)
        });
        let Some(level) = found else { continue };
        // Short ones are words too: MA, MS, Ed, man, di.
        let upper = piece[from..to].chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
        let first_capital = piece[from..to].starts_with(char::is_uppercase);
        let short = single.len() <= 3 && pair.is_none();
        if short
            && !(upper
                || dotted
                || matches!(single.as_str(), "msc" | "bsc" | "mba" | "phd" | "mtech" | "bed" | "med") && first_capital)
        {
            continue;
        }
        if matches!(single.as_str(), "associate" | "doctor" | "master")
            && starts.len() > 1
            && piece.to_lowercase().contains("engineer at")
        {
            continue;
        }
        if matches!(single.as_str(), "sma" | "smk" | "man" | "sman" | "smkn" | "smu" | "stm")
            && starts.len() > 1
            && index == 0
            && is_school(piece)
        {
            return None;
        }
        let mut end = pair.and(pair_end).unwrap_or(to);
        // "Bachelor of Science", "Master of Business Administration"
        if let Some(extended) = of_phrase(piece, end) {
            end = extended;
        }
        return Some(Degree { text: segments::clean(&piece[from..end]), level, from, to: end });
    }
    None
}

/// What completes a degree's name; the field comes after it.
#[rustfmt::skip]
const OF: &[&str] = &[
    " of science", " of arts", " of engineering", " of applied science", " of technology", " of philosophy", " degree", "'s degree",
    " of applied arts", " of business administration", " of commerce", " of education", " of laws", " of nursing",
    " of fine arts", " of social sciences", " of social science", " of applied sciences", " of sciences",
];

fn of_phrase(piece: &str, end: usize) -> Option<usize> {
    let rest = piece.get(end..)?;
    let lower = rest.to_ascii_lowercase();
    OF.iter().find(|of| lower.starts_with(**of)).map(|of| end + of.len())
}

/// The field of study beside the degree: "B.S. in Computer Science", "S1 Akuntansi", "会计学本科".
fn major_around(piece: &str, degree: &Degree) -> Option<String> {
    let after = piece.get(degree.to..).unwrap_or_default();
    let before = piece.get(..degree.from).unwrap_or_default();
    let trimmed = after.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ')' | ',' | '-' | ':' | '/' | '.' | '·' | '|' | '–')
    });
    let lower = trimmed.to_lowercase();
    let mut rest = trimmed;
    for joint in [
        "degree in ",
        "honours in ",
        "(hons) in ",
        "(hons) ",
        "(honours) ",
        "hons in ",
        "in ",
        "of ",
        "majoring in ",
        "- ",
        "jurusan ",
        "program studi ",
        "prodi ",
        "bidang ",
        "terapan ",
        "teknik terapan ",
    ] {
        if lower.starts_with(joint) && lower.len() == trimmed.len() {
            rest = &trimmed[joint.len()..];
            break;
        }
    }
    let cut = begins_at(rest).map_or(rest, |at| &rest[..at]);
    let field = [" at ", " from ", " di ", " with "]
        .iter()
        .find_map(|joint| cut.split_once(joint).map(|(field, _)| field))
        .unwrap_or(cut);
    let candidate = tidy_major(field);
    if !candidate.is_empty() && !is_aside(&candidate) && !is_school(&candidate) && degree_only(&candidate).is_none() {
        return Some(candidate);
    }
    // 会计学本科, 计算机 硕士
    let head = tidy_major(before);
    if is_school(&head) {
        return cut_school(before).1.and_then(|left| plain_major(&left));
    }
    (!head.is_empty() && !is_aside(&head) && !matches!(head.as_str(), "Profesi" | "Program" | "Lulusan"))
        .then_some(head)
}

fn begins_at(text: &str) -> Option<usize> {
    std::iter::once(0)
        .chain(text.match_indices(' ').map(|(at, _)| at + 1))
        .filter(|&at| at < text.len())
        .find(|&at| begins_school(&text[at..]))
}

fn degree_only(text: &str) -> Option<DegreeLevel> {
    degree(text).filter(|degree| degree.text.len() + 2 >= text.len()).map(|degree| degree.level)
}

/// A major that says it is one: 会计学专业, Jurusan Akuntansi, Major in Finance.
fn signed_major(piece: &str) -> Option<String> {
    if let Some(at) = piece.find("专业") {
        let head = &piece[..at];
        let head = if is_school(head) { cut_school(head).1? } else { head.to_owned() };
        return some(tidy_major(&head)).filter(|major| major.chars().count() >= 2);
    }
    let lower = piece.to_lowercase();
    for sign in [
        "jurusan ",
        "program studi ",
        "prodi ",
        "major in ",
        "majoring in ",
        "majored in ",
        "concentration in ",
        "specialization in ",
        "major ",
    ] {
        if lower.starts_with(sign) && lower.len() == piece.len() {
            let rest = &piece[sign.len()..];
            return some(tidy_major(begins_at(rest).map_or(rest, |at| &rest[..at])));
        }
    }
    None
}

/// A piece that is nothing else, and so may be the field of study.
fn plain_major(piece: &str) -> Option<String> {
    let bare = tidy_major(piece);
    let count = bare.chars().count();
    let words = bare.split_whitespace().count();
    let fits = (2..=50).contains(&count)
        && words <= 7
        && !is_school(&bare)
        && !is_aside(&bare)
        && !classify::is_place(&bare)
        && !bare.chars().any(|c| c.is_ascii_digit())
        && bare.chars().next().is_some_and(|c| is_han(c) || c.is_uppercase())
        && !bare.contains([':', '%', '。']);
    fits.then_some(bare)
}

/// GPA, honours, courses, theses: beside an education and no part of it.
fn is_aside(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    [
        "gpa",
        "ipk",
        "cgpa",
        "绩点",
        "排名",
        "奖学金",
        "主修课程",
        "课程",
        "论文",
        "cum laude",
        "magna",
        "summa",
        "honours",
        "honors",
        "first class",
        "thesis",
        "skripsi",
        "dean",
        "coursework",
        "courses",
        "minor",
        "predikat",
        "dengan pujian",
        "全日制",
        "统招",
        "非全日制",
        "在职",
        "自考",
        "函授",
        "成人教育",
        "985",
        "211",
        "lulus",
        "graduated",
        "upper second",
        "distinction",
        "荣誉",
        "优秀",
        "双一流",
        "成绩",
        "专业前",
        "class of",
        "scholarship",
        "beasiswa",
        "lulusan",
        "tesis",
        "full-time",
        "part-time",
        "nilai",
        "expected",
        "学制",
        "毕业",
        "grade",
        "second class",
    ]
    .iter()
    .any(|word| lower.starts_with(word))
        || lower.contains("certificate")
        || lower.contains("sertifikat")
}

fn tidy_major(text: &str) -> String {
    let mut bare = segments::clean(&classify::without_notes(text));
    for sign in ["专业", "系"] {
        if let Some(head) = bare.strip_suffix(sign)
            && head.chars().count() >= 2
            && !bare.ends_with("关系")
            && !bare.ends_with("体系")
        {
            bare = head.trim().to_owned();
        }
    }
    for sign in ["Jurusan ", "Program Studi ", "Prodi ", "Major in ", "Fakultas "] {
        if let Some(rest) = bare.strip_prefix(sign) {
            bare = rest.trim().to_owned();
        }
    }
    segments::clean(&bare)
}

fn some(text: String) -> Option<String> {
    (!text.trim().is_empty()).then_some(text)
}

/// Whether the row carries a label of an education: 毕业院校：, Jurusan:.
pub(super) fn is_labelled(text: &str) -> bool {
    text.chars().count() < 200
        && labels::read(text).iter().any(|label| {
            matches!(label.field, Field::School | Field::Level | Field::Degree | Field::Major | Field::Education)
        })
}
