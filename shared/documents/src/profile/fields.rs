//! Titles with their field: "Manager, Demand Planning", "Staff Nurse – ICU", "Driver / Mover", 法务经理-诉讼方向.

use super::classify::{self, Evidence, evidence};
use super::lexicon::fields::{CHINESE_FIELD_ENDS, CHINESE_FIELDS};
use super::lexicon::{english, sets};
use super::places;
use super::text::is_han;

/// Separators, and the placeholders that replace them inside a title.
const JOINTS: [(&str, char); 4] = [(" / ", '\u{1}'), (" - ", '\u{2}'), (" – ", '\u{3}'), (" — ", '\u{4}')];
/// The same in Chinese text, without spaces around.
const CHINESE_JOINTS: [(char, char); 4] = [('-', '\u{5}'), ('–', '\u{6}'), ('—', '\u{7}'), ('·', '\u{8}')];

/// Replaces separators inside a title by placeholders.
pub(super) fn joined(line: &str) -> String {
    let joined =
        JOINTS.iter().fold(
            line.to_owned(),
            |line, (mark, sign)| {
                if line.contains(mark) { join_at(&line, mark, *sign) } else { line }
            },
        );
    if joined.chars().any(is_han) { join_chinese(&joined) } else { joined }
}

/// Restores the separators.
pub(super) fn restored(piece: &str) -> String {
    if !piece.contains(|c| ('\u{1}'..='\u{8}').contains(&c)) {
        return piece.to_owned();
    }
    let latin = JOINTS.iter().fold(piece.to_owned(), |piece, (mark, sign)| piece.replace(*sign, mark));
    CHINESE_JOINTS.iter().fold(latin, |piece, (mark, sign)| piece.replace(*sign, &mark.to_string()))
}

fn join_at(line: &str, mark: &str, sign: char) -> String {
    let halves: Vec<&str> = line.split(mark).collect();
    let mut joined = halves.first().map(|&first| first.to_owned()).unwrap_or_default();
    for half in halves.iter().skip(1) {
        let slash = sign == '\u{1}';
        let left = if slash { cell_end(&joined) } else { last_cell(&joined) };
        let right = first_cell(half);
        let unit = classify::is_department(right) || right.to_lowercase().ends_with(" unit");
        let one = titled(evidence(left))
            && if slash { titled(evidence(right)) || unit } else { is_field(right) }
            && !left.chars().any(is_han);
        if one {
            joined.push(sign);
        } else {
            joined.push_str(mark);
        }
        joined.push_str(half);
    }
    joined
}

fn join_chinese(line: &str) -> String {
    let mut joined = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        let sign = CHINESE_JOINTS.iter().find(|(mark, _)| *mark == c).map(|&(_, sign)| sign);
        let one = sign.filter(|_| {
            let left = joined.rsplit(['\t', '|', ' ', ',', '-', '–', '—', '/']).next().unwrap_or_default();
            let right = line[at + c.len_utf8()..]
                .split(|c: char| matches!(c, '\t' | '|' | ',' | '(' | '/' | '-') || c.is_whitespace())
                .next()
                .unwrap_or_default();
            left.ends_with(is_han) && titled(evidence(left)) && is_chinese_field(right)
        });
        joined.push(one.unwrap_or(c));
    }
    joined
}

fn cell_end(text: &str) -> &str {
    let cell = text.rsplit(['\t', '|']).next().unwrap_or_default();
    cell.rsplit("  ").next().unwrap_or(cell)
}

fn last_cell(text: &str) -> &str {
    cell_end(text).rsplit([',', ';']).next().unwrap_or_default().trim()
}

fn first_cell(text: &str) -> &str {
    let cell = text.split(['\t', '|', ',', ';', '(']).next().unwrap_or_default();
    let cell = cell.split("  ").next().unwrap_or(cell);
    JOINTS.iter().filter_map(|(mark, _)| cell.find(mark)).min().map_or(cell, |end| &cell[..end]).trim()
}

fn titled(names: Evidence) -> bool {
    names.is_title()
}

/// 诉讼方向, 语文, 华东区.
fn is_chinese_field(text: &str) -> bool {
    (2..=8).contains(&text.chars().count())
        && text.chars().all(is_han)
        && (CHINESE_FIELDS.contains(&text) || CHINESE_FIELD_ENDS.iter().any(|end| text.ends_with(end)))
        && evidence(text).company < 3
}

/// Whether the lower-case word is a field of work.
pub(super) fn is_of_work(word: &str) -> bool {
    sets::FIELDS.contains(word)
}

/// Whether all words are fields of work, school subjects, hospital wards or the like.
fn is_field(text: &str) -> bool {
    let words = classify::words(text);
    let filler = |word: &str| matches!(word, "and" | "&" | "of" | "the" | "for" | "dan");
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, 'i' | 'v' | 'x' | '-'));
    (1..=5).contains(&words.len())
        && words.iter().any(|word| is_of_work(word))
        && words.iter().all(|word| is_of_work(word) || filler(word) || number(word))
        && evidence(text).company < 3
        && !places::is_place(text)
}

/// "Manager, Demand Planning": whether the piece is a title, a comma and its field.
pub(super) fn is_title_with_field(piece: &str) -> bool {
    let Some((title, field)) = piece.split_once(", ") else { return false };
    let words = classify::words(field);
    let of_work = |word: &String| english::FIELDS.contains(&word.as_str());
    let filler = |word: &String| matches!(word.as_str(), "and" | "&" | "of" | "the" | "for");
    let beside = words.iter().filter(|word| !of_work(word) && !filler(word)).count();
    titled(evidence(title))
        && (1..=6).contains(&words.len())
        && words.iter().any(of_work)
        && beside == 0
        && { evidence(field) }.company < 4
        && !field.contains(", ")
}
