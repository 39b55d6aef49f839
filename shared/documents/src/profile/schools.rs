//! Recognises schools in a piece of a line.

use bole_domain::profile::DegreeLevel;

use super::degrees::degree;
use super::lexicon::education::{CHINESE_SCHOOLS, SCHOOL_ENDINGS};
use super::lexicon::sets;
use super::majors::clean_major;
use super::text::is_chinese;
use super::{classify, places, segments};

pub(super) fn is_school(piece: &str) -> bool {
    if piece.chars().count() > 130 {
        return false;
    }
    if is_chinese(piece) {
        return CHINESE_SCHOOLS.iter().any(|word| piece.find(word).is_some_and(|at| at > 0))
            && !piece.starts_with("大学");
    }
    let words = classify::words(piece);
    // "SMK jurusan Akuntansi" does not name a school.
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
        let known = sets::LATIN_SCHOOLS.contains(word) || SCHOOL_ENDINGS.iter().any(|end| word.ends_with(end));
        known
            && !generic
            && (!ambiguous || capital && (!lone || !matches!(word.as_str(), "sma" | "smk" | "stm" | "smu" | "man")))
    })
}

/// "SMA IPA", "SMK Teknik Mesin", "SMA": a type of school and a field, if any.
pub(super) fn high_school_degree(text: &str) -> Option<Option<String>> {
    let text = text.trim();
    let (kind, field) = text.split_once(' ').unwrap_or((text, ""));
    let field = field.trim().trim_start_matches(['-', '(', '/', '|']).trim_end_matches(')').trim();
    let named = matches!(
        kind.trim_end_matches(['/', ',']),
        "SMA" | "SMK" | "MA" | "SMU" | "STM" | "SLTA" | "SMA/SMK" | "SMA/sederajat"
    );
    let plain = !field.chars().any(|c| c.is_ascii_digit()) && !field.to_lowercase().contains("negeri");
    (named && plain).then(|| (!field.is_empty()).then(|| clean_major(field)))
}

/// Fields of secondary schools that follow their names.
pub(super) const HIGH_SCHOOL_FIELDS: &[&str] = &["IPA", "IPS", "MIPA", "Bahasa", "MIA", "IIS"];

pub(super) fn school_level(school: &str) -> Option<DegreeLevel> {
    let words = classify::words(school);
    let high = words.iter().any(|word| {
        matches!(
            word.as_str(),
            "sma"
                | "sman"
                | "smk"
                | "smkn"
                | "smu"
                | "man"
                | "stm"
                | "smea"
                | "smak"
                | "smas"
                | "smks"
                | "smf"
                | "smait"
        )
    }) || ["high school", "secondary school", "grammar school", "lycée", "gymnasium"]
        .iter()
        .any(|kind| school.to_lowercase().contains(kind))
        || ["中学", "高中", "一中", "二中", "技校", "职校"].iter().any(|end| school.ends_with(end));
    high.then_some(DegreeLevel::HighSchool)
}

/// The school in a piece, and the rest.
pub(super) fn cut_school(piece: &str) -> (String, Option<String>) {
    // "Saya lulusan SMK Contoh"
    let lead = [
        "Saya lulusan ",
        "saya lulusan ",
        "Lulusan ",
        "lulusan ",
        "Lulus dari ",
        "lulus dari ",
        "Alumni ",
        "Graduate of ",
        "graduated from ",
        "Graduated from ",
        "Tamatan ",
        "tamatan ",
        "Saya sekolah di ",
        "Saya kuliah di ",
    ];
    let piece = ["the ", "at the ", "at ", "from the ", "from "]
        .iter()
        .find_map(|lead| piece.strip_prefix(lead))
        .unwrap_or(piece);
    let piece = lead.iter().find_map(|lead| piece.strip_prefix(lead)).filter(|rest| is_school(rest)).unwrap_or(piece);
    if is_chinese(piece) {
        let end = CHINESE_SCHOOLS.iter().filter_map(|word| piece.find(word).map(|at| at + word.len())).max();
        let Some(end) = end else { return (piece.to_owned(), None) };
        // 北方学院（威海校区）, but not 东海学院（二本）.
        if piece[end..].starts_with('(')
            && let Some(close) = piece[end..].find(')')
        {
            let inner = &piece[end + 1..end + close];
            let own = places::is_place(inner) || inner.ends_with(['区', '校', '部']);
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
            let after = after.strip_prefix("the ").unwrap_or(after);
            return (without_tail(&segments::clean(after)), some(segments::clean(before)));
        }
    }
    if let Some(found) = degree(piece) {
        let tail = segments::clean(&piece[found.to..]);
        let head = segments::clean(&piece[..found.from]);
        if is_school(&head) {
            return (head, None);
        }
        // "S1 Akuntansi Universitas Rekaan": the school starts at its first word.
        if let Some((at, _)) = tail
            .match_indices(' ')
            .map(|(at, _)| (at + 1, ()))
            .chain([(0, ())])
            .find(|&(at, ())| begins_school(&tail[at..]))
        {
            return (without_tail(&segments::clean(&tail[at..])), None);
        }
    }
    // "SMK Contoh jurusan Teknik Mesin"
    for sign in
        [" jurusan ", " Jurusan ", " program studi ", " Program Studi ", " prodi ", " Prodi ", " program keahlian "]
    {
        if let Some((school, field)) = piece.split_once(sign).filter(|(school, _)| is_school(school)) {
            return (without_tail(&segments::clean(school)), some(segments::clean(field)));
        }
    }
    let school = without_tail(&segments::clean(classify::without_notes(piece).as_str()));
    // "SMK Taruna (Teknik Mesin)", but not "Institut Teknologi Bandung (ITB)" or "University of Newcastle (Australia)".
    if let Some((head, inner)) = school.strip_suffix(')').and_then(|open| open.rsplit_once('('))
        && inner.contains(char::is_lowercase)
        && !places::is_place(inner)
        && is_school(head)
    {
        return (segments::clean(head), Some(segments::clean(inner)));
    }
    (school, None)
}

/// Removes incomplete phrases after a school: "… Institute of Technology in", "Universitas Contoh lulus tahun".
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
                    | "between"
                    | "until"
                    | "since"
                    | "dari"
                    | "sejak"
            )
        })
    {
        words.pop();
    }
    words.join(" ")
}

pub(super) fn begins_school(text: &str) -> bool {
    let word = text.split(' ').next().unwrap_or_default().to_lowercase();
    SCHOOLS_FIRST.contains(&word.trim_end_matches('.'))
}

/// First words of schools' names, lower case.
#[rustfmt::skip]
const SCHOOLS_FIRST: &[&str] = &[
    "universitas", "university", "institut", "institute", "politeknik", "sekolah", "akademi", "stie", "stmik", "stikes",
    "poltekkes", "universiti", "univ", "universidade", "universidad", "université", "università", "universitat", "universität",
    "universiteit", "uniwersytet", "univerzita", "faculdade", "facultad", "école", "ecole", "escuela", "escola", "instituto", "istituto",
    "hochschule", "fachhochschule", "technische", "politecnico", "politécnico", "stkip", "stikom", "stipram", "stp", "akpar", "akper",
    "akbid", "iain", "uin", "ikip", "poltek", "polytechnic", "lycée", "liceo", "collège", "colegio", "gymnasium",
];

pub(super) fn begins_at(text: &str) -> Option<usize> {
    std::iter::once(0)
        .chain(text.match_indices(' ').map(|(at, _)| at + 1))
        .filter(|&at| at < text.len())
        .find(|&at| begins_school(&text[at..]))
}

fn some(text: String) -> Option<String> {
    (!text.trim().is_empty()).then_some(text)
}
