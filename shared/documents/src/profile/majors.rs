//! Recognises fields of study in a piece of a line.

use super::degrees::{Degree, degree, degree_only};
use super::lexicon::education::CHINESE_DISCIPLINES;
use super::schools::{begins_at, cut_school, is_school};
use super::text::is_han;
use super::{classify, places, segments};

/// The field of study next to the degree: "B.S. in Computer Science", "S1 Akuntansi", "会计学本科".
pub(super) fn major_around(piece: &str, degree: &Degree) -> Option<String> {
    let after = piece.get(degree.to..).unwrap_or_default();
    let before = piece.get(..degree.from).unwrap_or_default();
    let trimmed = after.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ')' | ',' | '-' | ':' | '/' | '.' | '·' | '|' | '–')
    });
    // "B.Com (Hons), Accounting"
    let trimmed = ["(Hons)", "(Hons.)", "(Honours)", "(Honors)", "(FH)", "(BA)", "(Ed)"]
        .iter()
        .find_map(|hons| {
            trimmed
                .strip_prefix(hons)
                .filter(|rest| rest.starts_with([',', ' ', ')', '-']) && !rest.trim().starts_with("in "))
        })
        .map_or(trimmed, |rest| rest.trim_start_matches([',', ' ', '-']));
    // "Sarjana (S1) di Manajemen"
    let trimmed = trimmed
        .strip_prefix('(')
        .and_then(|open| open.split_once(')'))
        .filter(|(inner, _)| degree_only(inner).is_some())
        .map_or(trimmed, |(_, rest)| rest.trim_start_matches([' ', ',', '-']));
    let lower = trimmed.to_lowercase();
    let mut rest = trimmed;
    for joint in [
        "degree in ",
        "eng. in ",
        "eng in ",
        "(eng.) in ",
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
        "di ",
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
    let candidate = clean_major(field);
    if candidate.chars().count() >= 2
        && !is_aside(&candidate)
        && !is_school(&candidate)
        && degree_only(&candidate).is_none()
    {
        return Some(candidate);
    }
    // 会计学本科, 计算机 硕士
    let head = clean_major(before);
    if is_school(&head) {
        return cut_school(before).1.and_then(|left| plain_major(&left));
    }
    (!head.is_empty() && !is_aside(&head) && !NO_FIELDS.contains(&head.as_str())).then_some(head)
}

/// Words before a degree that are not fields.
const NO_FIELDS: &[&str] = &[
    "Profesi",
    "Program",
    "Lulusan",
    "Executive",
    "Joint",
    "Dual",
    "Double",
    "Honours",
    "Honors",
    "Advanced",
    "Higher",
    "Professional",
    "Postgraduate",
    "National",
    "Part-time",
    "Full-time",
    "Online",
    "Graduate",
    "Undergraduate",
    "Second",
];

/// A major with a marker: 会计学专业, Jurusan Akuntansi, Major in Finance.
pub(super) fn signed_major(piece: &str) -> Option<String> {
    // 中等专业学校 is a kind of school.
    if let Some(at) = piece.find("专业").filter(|&at| !piece[at..].starts_with("专业学校")) {
        let head = &piece[..at];
        let head = if is_school(head) { cut_school(head).1? } else { head.to_owned() };
        return some(clean_major(&head)).filter(|major| major.chars().count() >= 2);
    }
    for sign in ["学的是", "读的是", "主修", "攻读"] {
        if let Some(at) = piece.find(sign) {
            let field = piece[at + sign.len()..].split([',', ';', ' ', '(', '。', '、']).next().unwrap_or_default();
            return some(clean_major(field)).filter(|major| major.chars().count() >= 2 && !is_aside(major));
        }
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
        "konsentrasi ",
        "peminatan ",
        "spesialisasi ",
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
            return some(clean_major(begins_at(rest).map_or(rest, |at| &rest[..at])));
        }
    }
    None
}

/// Whether the words are the discipline of a degree, which is less specific than a field: 工学学士.
pub(super) fn is_discipline(field: &str) -> bool {
    CHINESE_DISCIPLINES.contains(&field) || PROFESSIONAL.contains(&field)
}

/// Words in the names of professional degrees: 教育硕士.
const PROFESSIONAL: [&str; 12] =
    ["教育", "工程", "法律", "艺术", "农业", "体育", "专业", "全日制", "在职", "公共卫生", "应用", "职业"];

/// A piece without other meaning, which may be the field of study.
pub(super) fn plain_major(piece: &str) -> Option<String> {
    let bare = clean_major(piece);
    let count = bare.chars().count();
    let words = bare.split_whitespace().count();
    let kind = matches!(
        bare.to_lowercase().as_str(),
        "tertiary"
            | "secondary"
            | "primary"
            | "elementary"
            | "senior high"
            | "junior high"
            | "eng"
            | "eng."
            | "hons"
            | "hon"
            | "part-time"
            | "学生"
            | "学员"
    );
    let labelled = kind || super::labels::field_of(&bare).is_some() || super::sections::heading(&bare).is_some();
    let fits = !labelled
        && (2..=50).contains(&count)
        && bare.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && words <= 7
        && !is_school(&bare)
        && !is_aside(&bare)
        && !places::is_place(&bare)
        && !bare.chars().any(|c| c.is_ascii_digit())
        && bare.chars().next().is_some_and(|c| is_han(c) || c.is_uppercase())
        && !bare.contains([':', '%', '。']);
    fits.then_some(bare)
}

/// GPA, honours, courses and theses, which are not part of the degree.
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
        "referensi",
        "references",
        "available",
        "not yet",
        "hons",
        "second upper",
        "second lower",
        "third class",
        "merit",
        "预计",
        "在读",
        "保研",
        "推免",
        "双学位",
        "肄业",
        "结业",
        "一本",
        "二本",
        "kelas ",
        "sederajat",
        "with honours",
        "with honors",
    ]
    .iter()
    .any(|word| lower.starts_with(word))
        || lower.contains("certificate")
        || lower.contains("sertifikat")
}

/// "Management (Human Resource Management)": the field is in the parentheses, unless they contain a degree, a grade
/// or the same field.
fn narrower<'a>(field: &'a str, inner: &'a str) -> &'a str {
    let inner = inner.trim();
    let named = inner.strip_suffix(" major").or_else(|| inner.strip_prefix("major in ")).unwrap_or(inner).trim();
    let word = named.chars().count() > 3
        && named.starts_with(char::is_uppercase)
        && named.chars().skip(1).any(char::is_lowercase)
        && !named.chars().any(|c| c.is_ascii_digit() || c == ',');
    if word && !is_aside(named) && degree(named).is_none() && !is_school(named) { named } else { field }
}

pub(super) fn clean_major(text: &str) -> String {
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
    for end in [" tahun", " lulus", " angkatan", " in", " year", " at", " pada"] {
        if let Some(head) = bare.strip_suffix(end) {
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
