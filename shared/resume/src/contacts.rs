//! Addresses and telephone numbers, whose they are, and what other numbers are not.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::dates;
use crate::lexicon::LEXICON;
use crate::page::{Page, is_han};
use crate::reading::{Owner, Section, Value};
use crate::sections::Placed;

/// The text in characters by which the country is told.
const SAMPLE: usize = 6_000;
/// Personal data is expected within this many characters.
const TOP: usize = 1_500;

static EMAIL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)[a-z0-9][a-z0-9._%+\-]{0,63} ?@ ?[a-z0-9](?:[a-z0-9\-]{0,62}\.)+[a-z]{2,24}").ok()
});
static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\d{3}/\d{3}[-. ]\d{4}|(?:\(?\+ ?|\(|00)?\d[\d \t().\-–‐‑]{5,26}\d").ok());

/// A contact in the normal text.
#[derive(Debug, Clone)]
pub(crate) struct Contact {
    pub(crate) at: Range<usize>,
    /// The address in lower case, or the number in E.164 where the country is known.
    pub(crate) value: String,
    pub(crate) email: bool,
    pub(crate) mobile: bool,
    pub(crate) whose: Owner,
    score: i32,
}

impl Contact {
    pub(crate) fn value(&self) -> Value {
        if self.email {
            Value::Email { address: self.value.clone() }
        } else {
            Value::Phone { number: self.value.clone(), mobile: self.mobile, whose: self.whose }
        }
    }
}

/// All addresses and numbers, and the indexes of the person's own.
pub(crate) fn read(page: &Page, placed: &[Placed]) -> (Vec<Contact>, Option<usize>, Option<usize>) {
    let home = country(page, placed);
    let mut contacts = Vec::new();
    for (position, row) in placed.iter().enumerate() {
        let others = row.section == Section::Referees;
        emails(page, &row.row.at, others, &mut contacts);
        numbers(page, &row.row.at, position, others, home.as_deref(), &mut contacts);
    }
    let own = |contact: &Contact| contact.whose == Owner::Candidate;
    let email = contacts.iter().position(|contact| contact.email && own(contact));
    let phones = contacts.iter().enumerate().filter(|(_, contact)| !contact.email && own(contact));
    let phone = phones.max_by_key(|(at, contact)| (contact.score, std::cmp::Reverse(*at))).map(|(at, _)| at);
    (contacts, email, phone)
}

fn emails(page: &Page, line: &Range<usize>, others: bool, contacts: &mut Vec<Contact>) {
    let text = page.slice(line);
    let Some(pattern) = EMAIL.as_ref().filter(|_| text.contains('@')) else { return };
    for found in pattern.find_iter(text) {
        // Masked: w****j@…
        if text[..found.start()].ends_with(['*', '•', '.', '_']) || found.as_str().contains("**") {
            continue;
        }
        let at = line.start + found.start()..line.start + found.end();
        if contacts.iter().any(|contact| contact.at.start < at.end && at.start < contact.at.end) {
            continue;
        }
        let value = found.as_str().split_whitespace().collect::<String>().to_lowercase();
        let head = before(text, found.start());
        let other = others || LEXICON.list("other_person").iter().any(|(word, _)| head.contains(word));
        contacts.push(Contact {
            at,
            value,
            email: true,
            mobile: false,
            whose: if other { Owner::Other } else { Owner::Candidate },
            score: 0,
        });
    }
}

/// What stands shortly before, behind the last number or break.
fn before(text: &str, at: usize) -> String {
    let lower = text[..at].to_lowercase();
    let near: String = lower.chars().rev().take(18).collect::<Vec<_>>().into_iter().rev().collect();
    near.rsplit([';', '|', '\t']).next().unwrap_or_default().rsplit("  ").next().unwrap_or_default().to_owned()
}

/// The calling code that local numbers probably lack.
fn country(page: &Page, placed: &[Placed]) -> Option<String> {
    let end =
        placed.iter().find(|row| row.section == Section::Referees).map_or(page.text.len(), |row| row.row.at.start);
    let sample: String = page.text[..end].chars().take(SAMPLE).collect();
    let (han, letters) =
        (sample.chars().filter(|&c| is_han(c)).count(), sample.chars().filter(|c| c.is_alphabetic()).count());
    if han * 4 > letters {
        return Some(if sample.contains("香港") { "852" } else { "86" }.to_owned());
    }
    let lower = sample.to_lowercase();
    if LEXICON.list("indonesian").iter().filter(|(word, _)| lower.contains(word)).count() >= 2 {
        return Some("62".to_owned());
    }
    let top: String = sample.chars().take(TOP).collect();
    let whole = |text: &str, word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let glued = word.starts_with(char::is_alphanumeric) && text[..at].ends_with(char::is_alphanumeric);
            !glued && !text[at + word.len()..].starts_with(char::is_alphanumeric)
        })
    };
    let head: String = sample.chars().take(600).collect();
    if LEXICON.list("state").iter().any(|(state, _)| whole(&head, &format!(", {state}"))) {
        return Some("1".to_owned());
    }
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for &(word, code) in LEXICON.list("country") {
        let found = usize::from(whole(&sample, word));
        match counts.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += found,
            None => counts.push((code, found + 2 * usize::from(top.contains(&format!("+{code}"))))),
        }
    }
    counts
        .into_iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .filter(|(_, count)| *count > 0)
        .map(|(code, _)| code.to_owned())
}

fn numbers(
    page: &Page,
    line: &Range<usize>,
    position: usize,
    others: bool,
    home: Option<&str>,
    contacts: &mut Vec<Contact>,
) {
    let text = page.slice(line);
    let Some(pattern) = NUMBER.as_ref().filter(|_| text.bytes().filter(u8::is_ascii_digit).count() >= 7) else {
        return;
    };
    for found in pattern.find_iter(text).take(20) {
        // "TN 38103 (901) 555-0122", and numbers in cells of their own that were found as one.
        let area = found.as_str().find(" (").map(|open| found.start() + open + 1..found.end());
        let mut cells = Vec::new();
        let mut from = found.start();
        for part in found.as_str().split_inclusive("  ") {
            let lead = part.len() - part.trim_start().len();
            cells.push(from + lead..from + lead + part.trim().len());
            from += part.len();
        }
        let tries = std::iter::once(found.range()).chain(area).chain(cells);
        let judged = tries.filter(|at| at.len() >= 7).find_map(|at| judge(text, &at, home).map(|judged| (at, judged)));
        let Some((at, (score, number, mobile, other))) = judged else { continue };
        let whose = if others || other { Owner::Other } else { Owner::Candidate };
        let score = score * 100 - i32::try_from(position.min(90)).unwrap_or(0);
        contacts.push(Contact {
            at: line.start + at.start..line.start + at.end,
            value: number,
            email: false,
            mobile,
            whose,
            score,
        });
    }
}

/// The score of a number, itself, whether it is a mobile one, and whether it is another's.
fn judge(line: &str, at: &Range<usize>, home: Option<&str>) -> Option<(i32, String, bool, bool)> {
    let raw = &line[at.clone()];
    let (head, tail) = (&line[..at.start], &line[at.end..]);
    let joined = |c: char| c.is_ascii_alphanumeric() || "@_#=*".contains(c);
    if head.ends_with(joined) || tail.starts_with(|c: char| c.is_ascii_alphabetic() || "@%_*".contains(c)) {
        return None;
    }
    // Money and measures.
    let unit = |text: &str| LEXICON.begins("currency", &text.trim_start().to_lowercase()).is_some();
    let bare = head.trim_end().to_lowercase();
    if LEXICON.ends("currency", &bare).is_some() || unit(tail) {
        return None;
    }
    let bare = raw.replace("(0)", "");
    let plus = bare.contains('+');
    let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
    let mobile = digits.len() >= 10
        && (digits.starts_with("08")
            || digits.starts_with('1') && !digits.starts_with("19")
            || digits.starts_with("62"));
    if !plus && !mobile && !dates::find(raw).is_empty() {
        return None;
    }
    // "1.500.000.000" is no number of anybody.
    let groups: Vec<usize> = bare.split(|c: char| !c.is_ascii_digit()).map(str::len).filter(|&len| len > 0).collect();
    if !plus && bare.contains('.') && groups.len() >= 3 && groups[1..].iter().all(|&len| len == 3) {
        return None;
    }
    let (mut score, number) = interpret(&bare, &digits, &groups, plus, home)?;
    let near = before(line, at.start);
    // What stands behind another number belongs to that one.
    let label_of = near.rsplit(')').next().unwrap_or_default();
    let has = |class: &str, text: &str| LEXICON.list(class).iter().any(|(word, _)| text.contains(word));
    let behind: String = tail.to_lowercase().chars().take(9).collect();
    let label = behind.trim_start().strip_prefix(['(', '（']).and_then(|open| open.split([')', '）']).next());
    if has("number", label_of) {
        return None;
    }
    if has("phone", label_of) || label.is_some_and(|label| has("phone", label) || label == "m") {
        score += 2;
    }
    let fixed = has("landline", label_of)
        || label.is_some_and(|label| matches!(label, "o" | "h" | "w" | "r") || has("landline", label));
    if fixed {
        score -= 3;
    }
    let other = has("other_person", &near) || label.is_some_and(|label| has("other_person", label));
    (score > 0 || other).then_some((score, number, score >= 8, other))
}

/// The number in E.164 where its country is known, and how sure it is one.
fn interpret(raw: &str, digits: &str, groups: &[usize], plus: bool, home: Option<&str>) -> Option<(i32, String)> {
    let length = digits.len();
    let code_of = |digits: &str| {
        LEXICON
            .list("mobile")
            .iter()
            .filter(|(_, code)| digits.starts_with(code))
            .map(|(_, code)| *code)
            .max_by_key(|code| code.len())
    };
    if plus {
        let code = code_of(digits);
        // +62 0812…: the trunk zero does not follow a country code.
        if let Some(code) = code
            && let Some(rest) = digits[code.len()..].strip_prefix('0')
        {
            return (8..=13).contains(&(rest.len() + 2)).then(|| (9, format!("+{code}{rest}")));
        }
        let mobile = |code: &str| {
            LEXICON.list("mobile").iter().any(|(prefix, of)| *of == code && digits[code.len()..].starts_with(prefix))
        };
        let fixed = code.is_some_and(|code| !mobile(code));
        return (8..=15).contains(&length).then(|| (9 - i32::from(fixed), format!("+{digits}")));
    }
    if let Some(rest) = digits.strip_prefix("00")
        && (10..=15).contains(&rest.len())
        && (code_of(rest).is_some() || rest.starts_with('1'))
    {
        return Some((8, format!("+{rest}")));
    }
    let chinese = |digits: &str| {
        digits.len() == 11
            && digits.starts_with('1')
            && digits.as_bytes().get(1).is_some_and(|b| (b'3'..=b'9').contains(b))
    };
    if groups == [1, 3, 3, 4] && digits.starts_with('1') {
        return Some((6, format!("+{digits}")));
    }
    if chinese(digits) && home != Some("1") {
        return Some((8, format!("+86{digits}")));
    }
    let national = digits.strip_prefix('0').unwrap_or(digits);
    let grouped = raw.contains(['-', ' ', '(', '.', ')']);
    // A national mobile number of the country, or of Indonesia and Britain anywhere.
    let trunk = |code: &str| {
        LEXICON.list("trunk").iter().any(|(prefix, of)| {
            of.split_once(' ').is_some_and(|(of, count)| of == code && count.parse() == Ok(length))
                && digits.starts_with(prefix)
        })
    };
    let area = home == Some("86")
        && raw.contains(['-', ' '])
        && raw.split(['-', ' ']).next().is_some_and(|area| (3..=4).contains(&area.len()))
        && length >= 11;
    if area && digits.starts_with('0') {
        return Some((5, format!("+86{national}")));
    }
    if home == Some("86") && digits.starts_with("09") && length == 10 {
        return Some((8, format!("+886{national}")));
    }
    for code in home.into_iter().chain(["62"]).chain(home.is_none().then_some("44")) {
        if trunk(code) {
            return Some((8, format!("+{code}{national}")));
        }
    }
    if home == Some("91") && national.len() == 10 && national.starts_with(['6', '7', '8', '9']) {
        return Some((8, format!("+91{national}")));
    }
    if let Some(rest) = digits.strip_prefix("86").filter(|rest| chinese(rest)) {
        return Some((8, format!("+86{rest}")));
    }
    if digits.starts_with("628") && (11..=14).contains(&length)
        || home == Some("65") && digits.starts_with("65") && length == 10
    {
        return Some((8, format!("+{digits}")));
    }
    let trunked = |code: &str| {
        LEXICON.list("trunk").iter().any(|(_, of)| of.split_once(' ').is_some_and(|(of, _)| of == code))
            || matches!(code, "86" | "91")
    };
    if digits.starts_with('0') && (9..=12).contains(&length) && grouped {
        return Some((
            5,
            home.filter(|code| trunked(code)).map_or_else(|| digits.to_owned(), |code| format!("+{code}{national}")),
        ));
    }
    if length == 11 && digits.starts_with('1') && grouped {
        return Some((6, format!("+{digits}")));
    }
    if home == Some("62") && digits.starts_with('8') && (10..=12).contains(&length) {
        return Some((5, format!("+62{digits}")));
    }
    if length == 10 && (grouped || home == Some("1")) && digits.starts_with(|c| ('2'..='9').contains(&c)) {
        // (312) 555-0109; numbers of companies in China are grouped so too: 400-…, 800-….
        let service = home == Some("86") && (digits.starts_with("400") || digits.starts_with("800"));
        let american = home == Some("1") || (home.is_none() || home == Some("86")) && groups == [3, 3, 4];
        return (!service).then(|| (5, if american { format!("+1{digits}") } else { digits.to_owned() }));
    }
    for (code, first, mobile) in [("65", "689", "89"), ("852", "23569", "569")] {
        if home == Some(code) && length == 8 && first.contains(&digits[..1]) {
            return Some((4 + i32::from(mobile.contains(&digits[..1])), format!("+{code}{digits}")));
        }
    }
    ((8..=12).contains(&length) && raw.contains('-') && !raw.contains(" - ")).then(|| (1, digits.to_owned()))
}
