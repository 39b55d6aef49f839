//! Recognises schools, degrees and fields of study in a piece of a line.

use bole_domain::profile::DegreeLevel;

use super::lexicon::education::{CHINESE_DEGREES, CHINESE_DISCIPLINES, CHINESE_SCHOOLS};
use super::lexicon::sets;
use super::text::is_han;
use super::{classify, segments};

/// A degree in a piece: its words as written, its level, and where it stands.
pub(super) struct Degree {
    pub(super) text: String,
    pub(super) level: DegreeLevel,
    pub(super) from: usize,
    pub(super) to: usize,
}

pub(super) fn is_school(piece: &str) -> bool {
    if piece.chars().count() > 130 {
        return false;
    }
    let han = piece.chars().any(is_han);
    if han {
        return CHINESE_SCHOOLS.iter().any(|word| piece.find(word).is_some_and(|at| at > 0))
            && !piece.starts_with("大学");
    }
    let words = classify::words(piece);
    // "SMK jurusan Akuntansi" names no school of its own.
    let kind = words.first().is_some_and(|first| matches!(first.as_str(), "sma" | "smk" | "stm" | "smu"));
    if kind
        && words.get(1).is_some_and(|next| matches!(next.as_str(), "jurusan" | "dalam" | "program" | "bidang" | "jur"))
    {
        return false;
    }
    words.iter().enumerate().any(|(at, word)| {
        let lone = words.len() == 1;
        // "High School Diploma" is a degree, "Willow Creek High School" a school.
        let generic = word == "school"
            && at == 1
            && matches!(words[0].as_str(), "high" | "higher")
            && words.get(2).is_none_or(|next| matches!(next.as_str(), "diploma" | "graduate" | "certificate"));
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
        sets::LATIN_SCHOOLS.contains(word)
            && !generic
            && (!ambiguous || capital && (!lone || !matches!(word.as_str(), "sma" | "smk" | "stm" | "smu" | "man")))
    })
}

/// "SMA IPA", "SMK Teknik Mesin", "SMA": a kind of school and a field, the field absent where none is named.
pub(super) fn high_school_degree(text: &str) -> Option<Option<String>> {
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

/// Fields of secondary schools that follow their names.
pub(super) const HIGH_SCHOOL_FIELDS: &[&str] = &["IPA", "IPS", "MIPA", "Bahasa", "MIA", "IIS"];

pub(super) fn school_level(school: &str) -> Option<DegreeLevel> {
    let words = classify::words(school);
    let high = words
        .iter()
        .any(|word| matches!(word.as_str(), "sma" | "sman" | "smk" | "smkn" | "smu" | "man" | "stm" | "smea"))
        || school.to_lowercase().contains("high school")
        || ["中学", "高中", "一中", "二中", "技校", "职校"].iter().any(|end| school.ends_with(end));
    high.then_some(DegreeLevel::HighSchool)
}

/// The school in a piece, and what stands beside it.
pub(super) fn cut_school(piece: &str) -> (String, Option<String>) {
    if piece.chars().any(is_han) {
        let end = CHINESE_SCHOOLS.iter().filter_map(|word| piece.find(word).map(|at| at + word.len())).max();
        let Some(end) = end else { return (piece.to_owned(), None) };
        // 北方学院（威海校区）, but not 东海学院（二本）.
        if piece[end..].starts_with('(')
            && let Some(close) = piece[end..].find(')')
        {
            let inner = &piece[end + 1..end + close];
            let own = classify::is_place(inner) || inner.ends_with(['区', '校', '部']);
            let till = if own { end + close + 1 } else { end };
            let head = piece[..till].rsplit([' ', ',']).next().unwrap_or(&piece[..till]);
            return (segments::clean(head), some(segments::clean(&piece[end + close + 1..])));
        }
        let head = piece[..end].rsplit([' ', ',']).next().unwrap_or(&piece[..end]);
        return (segments::clean(head), some(segments::clean(&piece[end..])));
    }
    for joint in [" - ", " from ", " at ", " dari ", " di "] {
        if let Some((before, after)) = piece.split_once(joint)
            && is_school(after)
            && !is_school(before)
        {
            return (without_tail(&segments::clean(after)), some(segments::clean(before)));
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
    (without_tail(&segments::clean(classify::without_notes(piece).as_str())), None)
}

/// Without what half a sentence leaves behind a school: "… Institute of Technology in", "Universitas Contoh lulus tahun".
fn without_tail(school: &str) -> String {
    let mut words: Vec<&str> = school.split(' ').collect();
    while words.len() > 2
        && words.last().is_some_and(|word| {
            matches!(
                word.to_lowercase().as_str(),
                "in" | "year"
                    | "lulus"
                    | "tahun"
                    | "tamat"
                    | "from"
                    | "graduated"
                    | "angkatan"
                    | "on"
                    | "with"
                    | "finished"
                    | "pada"
                    | "dengan"
                    | "class"
            )
        })
    {
        words.pop();
    }
    words.join(" ")
}

pub(super) fn begins_school(text: &str) -> bool {
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

/// Longer pieces are prose.
const MAX_DEGREE: usize = 240;

/// The first degree in the piece.
pub(super) fn degree(piece: &str) -> Option<Degree> {
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
    if piece.len() > MAX_DEGREE {
        return None;
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
                    | "higherschool"
                    | "paketc"
                    | "stratasatu"
                    | "phd"
                    | "d3"
                    | "s1"
                    | "juris"
            )
        });
        let single = key(from, to);
        let dotted = piece[from..to].contains('.');
        let found = pair.as_deref().unwrap_or(&single);
        let found = sets::LATIN_DEGREES.get(found.replace('-', "").as_str()).copied();
        // "S.Farm.", "A.Md.Kep", "B.Pharm", "M.Hum.": what the letter before the dot says of any field.
        let found = found.or_else(|| lettered(&piece[from..to]));
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

fn lettered(word: &str) -> Option<DegreeLevel> {
    let (letter, field) = word.split_once('.')?;
    let field = field.trim_end_matches('.');
    let named = (1..=12).contains(&field.len())
        && field.starts_with(|c: char| c.is_ascii_uppercase())
        && field.chars().all(|c| c.is_ascii_alphabetic() || c == '.');
    if !named {
        return None;
    }
    match letter {
        "S" | "B" => Some(DegreeLevel::Bachelor),
        "M" => Some(DegreeLevel::Master),
        "A" if field.starts_with("Md") => Some(DegreeLevel::Associate),
        _ => None,
    }
}

/// What completes a degree's name; the field comes after it.
#[rustfmt::skip]
const OF: &[&str] = &[
    " of science", " of arts", " of engineering", " of applied science", " of technology", " of philosophy", " degree", "'s degree",
    " of applied arts", " of business administration", " of commerce", " of education", " of laws", " of nursing",
    " of fine arts", " of social sciences", " of social science", " of applied sciences", " of sciences",
];

pub(super) fn of_phrase(piece: &str, end: usize) -> Option<usize> {
    let rest = piece.get(end..)?;
    let lower = rest.to_ascii_lowercase();
    OF.iter().find(|of| lower.starts_with(**of)).map(|of| end + of.len())
}

/// The field of study beside the degree: "B.S. in Computer Science", "S1 Akuntansi", "会计学本科".
pub(super) fn major_around(piece: &str, degree: &Degree) -> Option<String> {
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
        "dalam ",
        "bidang ",
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
    // "Bachelor of Commerce in Marketing"
    let field = field.split_once(" in ").filter(|_| lower.starts_with("of ")).map_or(field, |(_, narrow)| narrow);
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

pub(super) fn begins_at(text: &str) -> Option<usize> {
    std::iter::once(0)
        .chain(text.match_indices(' ').map(|(at, _)| at + 1))
        .filter(|&at| at < text.len())
        .find(|&at| begins_school(&text[at..]))
}

pub(super) fn degree_only(text: &str) -> Option<DegreeLevel> {
    degree(text).filter(|degree| degree.text.len() + 2 >= text.len()).map(|degree| degree.level)
}

/// A major that says it is one: 会计学专业, Jurusan Akuntansi, Major in Finance.
pub(super) fn signed_major(piece: &str) -> Option<String> {
    // 中等专业学校 is a kind of school.
    if let Some(at) = piece.find("专业").filter(|&at| !piece[at..].starts_with("专业学校")) {
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
        "sma jurusan ",
        "smk jurusan ",
        "stm jurusan ",
        "smk dalam ",
        "stm dalam ",
        "bidang ",
        "concentration: ",
        "major ",
    ] {
        if lower.starts_with(sign) && lower.len() == piece.len() {
            let rest = &piece[sign.len()..];
            return some(tidy_major(begins_at(rest).map_or(rest, |at| &rest[..at])));
        }
    }
    None
}

/// Whether the words are the discipline of a degree: 工学学士 tells less than a field of study.
pub(super) fn is_discipline(field: &str) -> bool {
    CHINESE_DISCIPLINES.contains(&field)
}

/// A piece that is nothing else, and so may be the field of study.
pub(super) fn plain_major(piece: &str) -> Option<String> {
    let bare = tidy_major(piece);
    let count = bare.chars().count();
    let words = bare.split_whitespace().count();
    let labelled = super::labels::field_of(&bare).is_some() || super::sections::heading(&bare).is_some();
    let fits = !labelled
        && (2..=50).contains(&count)
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
pub(super) fn is_aside(text: &str) -> bool {
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
        "finished",
        "completed",
        "tamat",
        "tahun",
        "alamat",
        "first",
        "辅修",
        "class",
        "导师",
        "排名",
        "二级甲等",
        "一级",
        "学分",
        "in-service",
        "major gpa",
        "年级",
        "应届",
        "学信网",
        "peringkat",
        "terakreditasi",
        "akreditasi",
        "jawa ",
        "research",
        "advisor",
        "supervisor",
        "belum ",
        "not yet",
    ]
    .iter()
    .any(|word| lower.starts_with(word))
        || lower.contains("certificate")
        || lower.contains("sertifikat")
}

/// "Management (Human Resource Management)": what stands in parentheses is the field itself, unless it is a degree, a
/// grade or the same field again.
fn narrower<'a>(field: &'a str, inner: &'a str) -> &'a str {
    let inner = inner.trim();
    let named = inner.strip_suffix(" major").or_else(|| inner.strip_prefix("major in ")).unwrap_or(inner).trim();
    let word = named.chars().count() > 3
        && named.starts_with(char::is_uppercase)
        && named.chars().skip(1).any(char::is_lowercase)
        && !named.chars().any(|c| c.is_ascii_digit() || c == ',');
    if word && !is_aside(named) && degree(named).is_none() && !is_school(named) { named } else { field }
}

pub(super) fn tidy_major(text: &str) -> String {
    let mut bare = segments::clean(&classify::without_notes(text));
    if let Some((head, aside)) = bare.split_once('(')
        && ["辅修", "minor", "双学位", "第二"].iter().any(|word| aside.to_lowercase().starts_with(word))
    {
        bare = head.trim().to_owned();
    }
    if let Some((head, inner)) = bare.strip_suffix(')').and_then(|open| open.split_once('('))
        && !head.ends_with(is_han)
    {
        bare = narrower(head.trim(), inner).to_owned();
    }
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
