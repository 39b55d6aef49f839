//! Splits a line about education into school, degree and field of study.

use super::super::degrees::degree;
use super::super::majors::is_aside;
use super::super::schools::is_school;
use super::super::text::{is_chinese, is_han};
use super::super::{places, segments};

/// Splits at strong separators and commas; Chinese pieces also at spaces.
pub(super) fn pieces(text: &str) -> Vec<String> {
    segments::strong(&sentences_apart(text))
        .into_iter()
        .filter(|piece| !places::is_place(piece))
        .flat_map(|piece| segments::commas(&places::without_place(&piece)))
        .flat_map(|piece| between_scripts(&piece))
        .flat_map(|piece| {
            if is_chinese(&piece) && !piece.chars().any(|c| c.is_ascii_alphabetic()) {
                piece.split(' ').map(str::to_owned).collect()
            } else {
                vec![piece]
            }
        })
        .flat_map(|piece| parenthesised(&piece))
        .map(|piece| segments::clean(within_sentence(&piece)))
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// "University of Carraway 金融学" is two pieces.
fn between_scripts(piece: &str) -> Vec<String> {
    let cut = piece.match_indices(' ').map(|(at, _)| at).find(|&at| {
        let (before, after) = (piece[..at].trim_end(), piece[at..].trim_start());
        before.ends_with(|c: char| c.is_ascii_alphabetic() || c == ')')
            && after.starts_with(is_han)
            && is_school(before)
    });
    match cut {
        Some(at) => vec![piece[..at].to_owned(), piece[at..].trim_start().to_owned()],
        None => vec![piece.to_owned()],
    }
}

/// "BSN, Nursing. Alder University. Captain of the team": separates the sentences about education by tabs.
fn sentences_apart(text: &str) -> String {
    let mut sentences: Vec<String> = vec![String::new()];
    for part in text.split_inclusive(". ") {
        let word = part.strip_suffix(". ").map_or("", |head| head.rsplit([' ', '\t']).next().unwrap_or_default());
        let ends = word.len() > 3 && word.chars().all(char::is_alphabetic);
        if let Some(last) = sentences.last_mut() {
            last.push_str(if ends { &part[..part.len() - 2] } else { part });
        }
        if ends {
            sentences.push(String::new());
        }
    }
    if sentences.len() == 1 {
        return text.to_owned();
    }
    let schooling = |sentence: &&String| is_school(sentence) || degree(sentence).is_some();
    let kept: Vec<&str> = sentences.iter().filter(schooling).map(String::as_str).collect();
    if kept.is_empty() { text.to_owned() } else { kept.join("\t") }
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

/// 在某某大学学习, 就读于某某大学: the school in a sentence.
pub(super) fn within_sentence(piece: &str) -> &str {
    let piece = piece.trim();
    let rest = ["就读于", "毕业于", "考入", "在", "从"].iter().find_map(|lead| piece.strip_prefix(lead));
    let Some(rest) = rest.filter(|rest| ["大学", "学院", "学校", "中学"].iter().any(|word| rest.contains(word)))
    else {
        return piece;
    };
    ["学习", "就读", "读书", "求学", "毕业"].iter().find_map(|end| rest.strip_suffix(end)).unwrap_or(rest)
}
