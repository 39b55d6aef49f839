//! Reads schools, degrees, majors and their dates.

mod pieces;
mod sentences;
mod transposed;

use bole_domain::profile::{DegreeLevel, Education};

use super::degrees::degree;
use super::label_pairs::join_label_values;
use super::labels::{self, Field};
use super::lexicon::education::EXCHANGES;
use super::majors::{clean_major, is_aside, is_discipline, major_around, plain_major, signed_major};
use super::schools::{HIGH_SCHOOL_FIELDS, cut_school, high_school_degree, is_school, school_level};
use super::text::Row;
use super::{classify, dates, prose, segments, tables};
use pieces::pieces;
pub(super) use sentences::from_text;

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
    let strong = segments::strong(text);
    if !strong.iter().any(|piece| is_school(piece) || is_school_of_sentence(piece)) {
        return false;
    }
    let named = degree(text).map(|degree| degree.level).or(school_level(text)).is_some_and(|level| level >= lowest)
        || text.contains("专业");
    let mut pieces = strong.into_iter().flat_map(|piece| segments::weak(&piece));
    named && !pieces.any(|piece| classify::evidence(&piece).title == 3 && degree(&piece).is_none())
}

/// 在某某大学某某专业学习.
fn is_school_of_sentence(piece: &str) -> bool {
    let bare = pieces::within_sentence(piece);
    bare.len() < piece.len() && is_school(&cut_school(bare).0)
}

/// Rows outside education sections with a school or a degree, each with the dates below it.
pub(super) fn stray_rows(rows: &[Row]) -> Vec<Row> {
    let names = |row: &Row| {
        let text = row.text.as_str();
        text.chars().count() <= 90
            && !prose::is_prose(text)
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
            && !kept.is_empty()
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
    // Majors without a marker are taken from the rest of an entry's first lines.
    for row in &unwrapped(&join_label_values(&tables::flatten(&transposed::upright(rows)))) {
        if is_remark(row, &entry) || row.text.chars().count() > 240 || is_elsewhere(&row.text) {
            continue;
        }
        if is_aside(&row.text)
            && !pieces(&row.text).iter().any(|piece| is_school(piece))
            && labels::read(&row.text).iter().all(|label| label.field == Field::Ignored)
        {
            continue;
        }
        for part in parts(&row.text) {
            read_row(part, &mut entry, &mut entries);
        }
    }
    finish(&mut entry, &mut entries);
    entries.retain(|entry| {
        entry.school.is_some() || entry.level.is_some() && !entry.degree.as_deref().is_some_and(is_word)
    });
    // Education before secondary school is not listed.
    entries.retain(|entry| entry.level.is_some() || !entry.school.as_deref().is_some_and(is_elementary));
    // Three to six years at a university without a degree count as a bachelor's.
    for entry in entries.iter_mut().filter(|entry| entry.level.is_none() && entry.major.is_some()) {
        let years = entry.start_date.zip(entry.end_date).map(|(start, end)| end.year() - start.year());
        if years.is_some_and(|years| (3..=6).contains(&years)) && entry.school.as_deref().is_some_and(is_university) {
            entry.level = Some(DegreeLevel::Bachelor);
        }
    }
    entries.sort_by_key(|entry| std::cmp::Reverse(rank(entry)));
    entries
}

/// Whether a bullet below a school and its degree describes the studies: 研究方向：…，硕士论文《…》.
fn is_remark(row: &Row, entry: &Education) -> bool {
    row.bullet
        && entry.school.is_some()
        && entry.level.is_some()
        && (row.text.contains(':') || prose::is_prose(&row.text))
        && !pieces(&row.text).iter().any(|piece| is_school(piece))
        && labels::read(&row.text).iter().all(|label| label.field == Field::Ignored)
}

/// Splits a row with several schools at semicolons.
fn parts(text: &str) -> Vec<&str> {
    let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() >= 2 && parts.iter().all(|part| is_school(part)) { parts } else { vec![text] }
}

/// The level of an education; a university without a degree counts as a bachelor's.
pub(super) fn rank(entry: &Education) -> Option<DegreeLevel> {
    entry
        .level
        .or_else(|| entry.school.as_deref().filter(|school| is_university(school)).map(|_| DegreeLevel::Bachelor))
}

fn is_university(school: &str) -> bool {
    let lower = school.to_lowercase();
    ["universit", "univ", "大学", "institut"].iter().any(|word| lower.contains(word))
}

fn is_profession(piece: &str) -> bool {
    ["Profesi ", "Pendidikan Profesi ", "Spesialis", "Sp-1 ", "Sp.1 "].iter().any(|lead| piece.starts_with(lead))
}

/// Degrees that are also plain words, and only count with a school.
fn is_word(degree: &str) -> bool {
    let lower = degree.to_lowercase();
    ["intermediate", "foundation", "associate", "diploma", "master", "doctor", "grado", "profesi", "spesialis"]
        .contains(&lower.as_str())
}

/// A stay at another school, or membership in a professional institute, which is not education.
fn is_elsewhere(text: &str) -> bool {
    let lower = text.to_lowercase();
    let first = lower.split([',', ':', '-', '–']).next().unwrap_or_default().trim();
    let member = matches!(first, "member" | "membership" | "fellow" | "fellowship" | "associate" | "associate member")
        && ["institute", "association", "society", "college of", "board", "council"]
            .iter()
            .any(|word| lower.contains(word));
    member || EXCHANGES.iter().any(|word| lower.contains(word)) && degree(text).is_none()
}

/// Joins a line broken inside a name by a narrow column: "École de Commerce", "de Lyon".
fn unwrapped(rows: &[Row]) -> Vec<Row> {
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        match joined.last_mut() {
            Some(last)
                if row.text.starts_with(|c: char| c.is_ascii_lowercase())
                    && !row.bullet
                    && row.text.split(' ').count() <= 4
                    && last.text.chars().count() < 60
                    && dates::find(&last.text).is_empty()
                    || breaks_off(&last.text) && !row.bullet && row.text.chars().count() < 60 =>
            {
                last.text.push(' ');
                last.text.push_str(&row.text);
            }
            _ => joined.push(row.clone()),
        }
    }
    joined
}

/// Whether a line ends inside a name: "Bachelor of Science in", "Sample Institute of".
fn breaks_off(line: &str) -> bool {
    [" of", " in", " and", " of the", " dan", " &", " di", " dalam"].iter().any(|end| line.ends_with(end))
        && line.chars().count() < 60
}

fn is_elementary(school: &str) -> bool {
    let first = school.split(' ').next().unwrap_or_default().to_lowercase();
    matches!(
        first.as_str(),
        "sd" | "sdn"
            | "sdk"
            | "sdit"
            | "smp"
            | "smpn"
            | "smpk"
            | "smpit"
            | "sltp"
            | "mts"
            | "mtsn"
            | "mi"
            | "tk"
            | "paud"
    ) || school.ends_with("小学")
        || school.ends_with("初中")
        || school.to_lowercase().contains("elementary school")
        || school.to_lowercase().contains("primary school")
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
        // A row with another school starts a new entry.
        if entry.school.is_some() && labelled.iter().any(|label| label.field == Field::School) {
            finish(entry, entries);
        }
        for label in labelled {
            match label.field {
                Field::School => {
                    if entry.school.is_some() {
                        finish(entry, entries);
                    }
                    // "University of Example, Legon": in a form, the place follows the school's comma.
                    let parts = segments::commas(label.value);
                    let named = parts.iter().find(|part| is_school(part) && label.value.is_ascii());
                    let alone = named.filter(|_| parts.len() == 2 && degree(label.value).is_none());
                    if let Some(school) = alone {
                        entry.school = Some(school.clone());
                    } else if pieces(label.value).iter().any(|piece| is_school(piece)) {
                        read_free(label.value, entry, entries);
                    }
                    if entry.school.is_none() {
                        entry.school = some(segments::clean(label.value));
                    }
                }
                // 学历：某某大学 法学硕士
                Field::Degree | Field::Level if pieces(label.value).iter().any(|piece| is_school(piece)) => {
                    read_free(label.value, entry, entries);
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
                    entry.major = some(clean_major(label.value));
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
            // "东海大学 本科 GPA：3.8": the text after the label is ignored.
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
    // "Profesi Apoteker", "Spesialis-1 Ilmu Bedah": programmes after a degree without a level.
    let profession = pieces.iter().find(|piece| is_profession(piece)).cloned();
    let degree_found = degree_found.filter(|(at, _)| profession.as_ref() != pieces.get(*at));
    // "金融 硕士 金融学院" below its university: a faculty.
    let faculty = entry.school.is_some()
        && !dated
        && degree_found.as_ref().zip(school_at).is_some_and(|((degree, _), school)| {
            *degree < school && pieces[school].ends_with("学院") || pieces[school].ends_with("系")
        });
    let school_at = school_at.filter(|_| !faculty);
    let new_school = school_at.is_some() && entry.school.is_some();
    // "SMA IPA" below the school's name is its degree, not another school.
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
            || entry.degree.as_deref().is_some_and(is_profession) && entry.school.is_some()
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
    let degreed = degree_found.is_some() || profession.is_some();
    if let Some(profession) = profession.filter(|_| degree_found.is_none()) {
        entry.major =
            profession.split_once(' ').filter(|(kind, _)| kind.starts_with("Sp")).map(|(_, field)| field.to_owned());
        let specialist = profession.starts_with("Sp");
        entry.level = entry.level.or((!specialist).then_some(DegreeLevel::Bachelor));
        entry.degree = Some(profession);
        return;
    }
    if let Some((at, degree)) = degree_found {
        let piece = &pieces[at];
        let secondary = degree.level == DegreeLevel::Associate
            && entry.school.as_deref().is_some_and(|school| school_level(school).is_some());
        entry.level = Some(if secondary { DegreeLevel::HighSchool } else { degree.level });
        let around = major_around(piece, &degree).filter(|major| !is_school(major));
        let degree_end = degree.to;
        entry.degree = Some(degree.text);
        if entry.major.is_none() {
            let signed = pieces.iter().find_map(|piece| signed_major(piece));
            // 工学学士 next to the field itself.
            let formal =
                is_formal(entry.degree.as_deref(), around.as_deref()) || piece[degree_end..].starts_with(" of ");
            let discipline = formal || around.as_deref().is_some_and(is_discipline);
            let field = || discipline.then(|| other_field(&pieces)).flatten();
            entry.major = signed.or_else(field).or(around);
        }
    }
    if entry.major.is_none() {
        let signed = pieces.iter().find_map(|piece| signed_major(piece));
        // "Forklift, CDL class A, OSHA 30" below a school is a list of certificates.
        let list = school_at.is_none() && !dated && !degreed && pieces.len() >= 3;
        let known = (entry.school.is_some() || entry.level.is_some()) && !list;
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

/// "Sarjana Teknik", "Magister Hukum": degree names that are followed by the field of study.
fn is_formal(degree: Option<&str>, field: Option<&str>) -> bool {
    let named = degree.is_some_and(|degree| matches!(degree, "Sarjana" | "Magister" | "SARJANA" | "MAGISTER"));
    let lower = field.map(str::to_lowercase).unwrap_or_default();
    named && DEGREE_FIELDS.contains(&lower.as_str())
}

/// Words in the names of Indonesian degrees, lower case.
const DEGREE_FIELDS: &[&str] = &[
    "ekonomi",
    "hukum",
    "teknik",
    "pendidikan",
    "komputer",
    "manajemen",
    "sains",
    "sosial",
    "ilmu sosial",
    "ilmu komunikasi",
    "ilmu komputer",
    "pertanian",
    "peternakan",
    "kehutanan",
    "sastra",
    "humaniora",
    "kesehatan",
    "kesehatan masyarakat",
    "akuntansi",
    "administrasi",
    "administrasi publik",
    "administrasi bisnis",
    "seni",
    "agama",
    "desain",
    "perikanan",
    "kedokteran",
];

/// A piece that is only a field of study, and not the discipline of a degree.
fn other_field(pieces: &[String]) -> Option<String> {
    let field = |piece: &&String| !is_school(piece) && degree(piece).is_none();
    pieces.iter().filter(field).find_map(|piece| plain_major(piece)).filter(|major| !is_discipline(major))
}

fn some(text: String) -> Option<String> {
    (!text.trim().is_empty()).then_some(text)
}

/// Whether the row has an education label: 毕业院校：, Jurusan:.
pub(super) fn is_labelled(text: &str) -> bool {
    text.chars().count() < 200
        && !["Subject:", "SUBJECT:", "Re:"].iter().any(|lead| text.starts_with(lead))
        && labels::read(text).iter().any(|label| {
            matches!(label.field, Field::School | Field::Level | Field::Degree | Field::Major | Field::Education)
        })
}
