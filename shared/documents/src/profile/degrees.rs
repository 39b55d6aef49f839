//! Recognises degrees in a piece of a line.

use bole_domain::profile::DegreeLevel;

use super::lexicon::education::{CHINESE_DEGREES, CHINESE_SCHOOLS};
use super::lexicon::sets;
use super::schools::is_school;
use super::segments;
use super::text::is_han;

/// A degree in a piece: as written, its level, and its position.
pub(super) struct Degree {
    pub(super) text: String,
    pub(super) level: DegreeLevel,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Longer pieces are prose.
const MAX_DEGREE: usize = 240;

/// The first degree in the piece.
pub(super) fn degree(piece: &str) -> Option<Degree> {
    if piece.chars().any(is_han) {
        let found = CHINESE_DEGREES
            .iter()
            .filter_map(|&(name, level)| piece.find(name).map(|at| (name, level, at)))
            // 某某高等专科学校 is a school.
            .filter(|&(name, _, at)| !piece[at + name.len()..].starts_with("学校"))
            .find(|&(name, level, at)| {
                !(level == DegreeLevel::HighSchool && (CHINESE_SCHOOLS.contains(&name) || piece[at..].contains("学校")))
                    || piece.chars().count() <= 4
            });
        if let Some((text, level, at)) = found {
            return Some(Degree { text: text.to_owned(), level, from: at, to: at + text.len() });
        }
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
        // "S.Farm.", "A.Md.Kep", "B.Pharm", "M.Hum.": the letter before the dot gives the level for any field.
        let found = found.or_else(|| lettered(&piece[from..to])).or_else(|| german(&single, piece));
        let Some(level) = found else { continue };
        // Short ones are also words: MA, MS, Ed, man, di.
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

/// "Diplom-Betriebswirtin (FH)", "Dipl.-Ing."
fn german(word: &str, piece: &str) -> Option<DegreeLevel> {
    let named = ["diplom-", "dipl-"].iter().any(|lead| word.starts_with(lead) && word.len() > lead.len());
    let applied = piece.contains("(FH)") || piece.contains("(BA)") || piece.contains("(DH)");
    named.then_some(if applied { DegreeLevel::Bachelor } else { DegreeLevel::Master })
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

/// Words that complete a degree's name; the field follows.
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

pub(super) fn degree_only(text: &str) -> Option<DegreeLevel> {
    degree(text).filter(|degree| degree.text.len() + 2 >= text.len()).map(|degree| degree.level)
}
