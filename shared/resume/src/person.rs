//! Who the resume is about: the name behind its label, in a signature, in the address, or prominent on the first page.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use crate::dates;
use crate::labels::{self, Field};
use crate::lexicon::LEXICON;
use crate::page::{Page, is_han, one_line, unspace, words as split};
use crate::reading::Section;
use crate::roles;
use crate::sections::{self, Placed};
use crate::words::{self, evidence};

/// The rows from the top in which a name without a label may stand.
const TOP: usize = 14;
/// The rows of a letter.
const MAX_LETTER: usize = 120;
/// The best score of a name.
const BEST: i32 = 14;
/// A Chinese name alone in its row may stand below a sidebar.
const FAR_DOWN: i32 = -12;

/// The name and where it stands.
pub(crate) type Name = (Range<usize>, String);

/// The name as written, without titles and degrees.
pub(crate) fn read(page: &Page, placed: &[Placed], email: Option<&str>) -> Option<Name> {
    // Referees and relatives are other people.
    let rows: Vec<&Placed> = placed.iter().filter(|row| row.section != Section::Referees).collect();
    labelled(page, &rows)
        .or_else(|| signed(page, &rows))
        .or_else(|| addressed(page, &rows, email?, true))
        .or_else(|| addressed(page, &rows, email?, false))
        .or_else(|| prominent(page, &rows, email))
}

/// Behind 姓名, Name, Nama.
fn labelled(page: &Page, rows: &[&Placed]) -> Option<Name> {
    let about = |section| matches!(section, Section::Header | Section::Personal | Section::Summary | Section::Other);
    for (at, row) in rows.iter().enumerate().filter(|(at, row)| *at < TOP || about(row.section)).take(MAX_LETTER) {
        let line = &row.row.at;
        if page.slice(line).chars().count() > 200 {
            continue;
        }
        if labels::field_of(page.slice(line)) == Some(Field::Name)
            && let Some(next) = rows.get(at + 1)
            && let Some(name) = candidate(page, &first_cell(page, &next.row.at), true)
        {
            return Some(name);
        }
        let by_label = labels::read(page, line)
            .into_iter()
            .filter(|label| label.field == Field::Name)
            .find_map(|label| candidate(page, &first_cell(page, &label.value), true));
        let cells = labels::cells(page, line);
        let by_cell = || {
            cells.windows(2).find_map(|pair| {
                (labels::field_of(page.slice(&pair[0])) == Some(Field::Name))
                    .then(|| candidate(page, &first_cell(page, &pair[1]), true))
                    .flatten()
            })
        };
        if let Some(name) = by_label.or_else(by_cell).or_else(|| beside_label(page, line)) {
            return Some(name);
        }
    }
    None
}

/// "Nama Lengkap Rudi Hartono", "姓名 谢文博 出生年月 …", 姓名储国庆性别男: a form without its lines.
fn beside_label(page: &Page, line: &Range<usize>) -> Option<Name> {
    let text = page.slice(line);
    if text.find(':').is_some_and(|colon| text.find(' ').is_none_or(|blank| colon < blank)) {
        return None;
    }
    let ends: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).take(2).collect();
    let label = ends
        .iter()
        .rev()
        .find(|&&end| labels::field_of(&text[..end]) == Some(Field::Name))
        .copied()
        .or_else(|| text.strip_prefix("姓名").map(|_| "姓名".len()))?;
    let rest = page.trim(line.start + label..line.end, char::is_whitespace);
    let value = page.slice(&rest);
    if value.starts_with(is_han) {
        let run: usize = value.chars().take_while(|&c| is_han(c)).map(char::len_utf8).sum();
        let next = (3..run)
            .filter(|&at| value.is_char_boundary(at))
            .find(|&at| LEXICON.begins("label", &value[at..run]).is_some());
        return candidate(page, &(rest.start..rest.start + next.unwrap_or(run)), true)
            .filter(|(_, name)| name.chars().count() >= 2);
    }
    let mut end = 0;
    for word in value.split_inclusive(' ').take(6) {
        let bare = word.trim();
        if !bare.starts_with(char::is_uppercase)
            || labels::field_of(bare).is_some()
            || LEXICON.has("no_name", &bare.to_lowercase())
        {
            break;
        }
        end += word.len();
    }
    candidate(page, &page.trim(rest.start..rest.start + end, char::is_whitespace), false)
}

/// "From: Rani Contoh <rani@example.com>", or the name below "Kind regards,".
fn signed(page: &Page, rows: &[&Placed]) -> Option<Name> {
    let from = rows.iter().take(TOP).find_map(|row| {
        let text = page.slice(&row.row.at);
        let (lead, value) = text
            .split_once(':')
            .filter(|(lead, value)| LEXICON.has("from", &lead.to_lowercase()) && value.contains('@'))?;
        let end = value.find('<').unwrap_or(value.len());
        let start = row.row.at.start + lead.len() + 1;
        candidate(page, &page.trim(start..start + end, |c| c.is_whitespace() || c == '"'), false)
    });
    from.or_else(|| {
        rows[..rows.len().min(MAX_LETTER)]
            .windows(2)
            .find_map(|pair| {
                let end = page.low(&pair[0].row.at).trim_end_matches([',', '!', '.', ' ', '~']);
                LEXICON.has("sign_off", end).then(|| candidate(page, &pair[1].row.at, false)).flatten()
            })
            .map(|signed| {
                // "(A. V. Sample)" below a letter of Anil Vasant Sample.
                let mut head = rows.iter().take(TOP).filter_map(|row| candidate(page, &row.row.at, false));
                head.find(|(_, full)| is_short_for(&signed.1, full)).unwrap_or(signed)
            })
    })
}

/// Whether a name has the words of another, some as initials.
fn is_short_for(short: &str, full: &str) -> bool {
    let initial = |word: &str, of: &str| word.strip_suffix('.').is_some_and(|letter| of.starts_with(letter));
    short.len() < full.len()
        && short.split(' ').count() == full.split(' ').count()
        && short.split(' ').zip(full.split(' ')).all(|(word, of)| word == of || initial(word, of))
}

/// A short row whose words make the address: rohan.wd@ is Rohan Whitcombe-Desai. `wholly` asks for the whole address or
/// two of its words; else one word at its start or end is enough.
fn addressed(page: &Page, rows: &[&Placed], email: &str, wholly: bool) -> Option<Name> {
    let local: String = email.split('@').next()?.chars().filter(char::is_ascii_alphabetic).collect();
    if local.len() < 5 {
        return None;
    }
    let mut seen = (Section::Header, 0);
    rows.iter().enumerate().take(MAX_LETTER * 2).find_map(|(at, row)| {
        seen = if row.section == seen.0 { (seen.0, seen.1 + 1) } else { (row.section, 1) };
        if seen.1 > TOP {
            return None;
        }
        let mut line = row.row.at.clone();
        if at < 3
            && let Some(next) = rows.get(at + 1)
            && over_two_rows(page.slice(&line), page.slice(&next.row.at))
        {
            line.end = next.row.at.end;
        }
        let text = page.slice(&line);
        if text.len() > 48 || text.contains('@') {
            return None;
        }
        let folded: String = text.nfd().filter(char::is_ascii).collect::<String>().to_ascii_lowercase();
        let words: Vec<&str> = folded.split([' ', '-', '.', ',', '\n']).filter(|word| !word.is_empty()).collect();
        let whole = words.iter().filter(|word| word.len() >= 3 && local.contains(**word)).count();
        let mut turned = words.clone();
        turned.rotate_right(usize::from(!words.is_empty()));
        let told = if wholly {
            whole >= 2 || whole == 1 && (is_made_of(&local, &words) || is_made_of(&local, &turned))
        } else {
            words.len() <= 4
                && words.iter().any(|word| word.len() >= 4 && (local.starts_with(word) || local.ends_with(word)))
        };
        (told && (2..=6).contains(&words.len())).then(|| candidate(page, &line, false)).flatten()
    })
}

/// Whether the letters are beginnings of the words in order.
fn is_made_of(letters: &str, words: &[&str]) -> bool {
    let Some((first, rest)) = words.split_first() else { return letters.is_empty() };
    let shared = letters.bytes().zip(first.bytes()).take_while(|(a, b)| a == b).count();
    (0..=shared).rev().any(|taken| is_made_of(&letters[taken..], rest))
}

/// A name broken by a narrow column: "Amelia", "Hartwell".
fn over_two_rows(first: &str, second: &str) -> bool {
    first.split_whitespace().count() == 1
        && is_latin_name(first, false)
        && second.split_whitespace().count() <= 2
        && is_latin_name(second, false)
}

/// The best candidate among the first rows of the sections.
fn prominent(page: &Page, rows: &[&Placed], email: Option<&str>) -> Option<Name> {
    let mut best: Option<(i32, Name)> = None;
    let mut of_section = (Section::Header, 0);
    let mut seen = 0;
    for (at, row) in rows.iter().enumerate() {
        of_section = if row.section == of_section.0 { (of_section.0, of_section.1 + 1) } else { (row.section, 1) };
        let section = || matches!(sections::heading(page.slice(&row.row.at)), Some(sections::Heading::Section(_)));
        if of_section.1 > TOP || row.heading && section() {
            continue;
        }
        let weight = match row.section {
            Section::Header => 0,
            Section::Personal => -1,
            Section::Summary | Section::Other | Section::Skills => -4,
            _ => -6,
        };
        seen += 1;
        if seen <= 4
            && best.is_none()
            && let Some(next) = rows.get(at + 1)
            && over_two_rows(page.slice(&row.row.at), page.slice(&next.row.at))
        {
            let line = row.row.at.start..next.row.at.end;
            if let Some(name) = candidate(page, &line, false) {
                best = Some((7 + weight, name));
                continue;
            }
        }
        if let Some((score, name)) = judge(page, row, email) {
            let score = score + weight - seen / 2;
            if best.as_ref().is_none_or(|(top, _)| score > *top) {
                best = Some((score, name));
            }
        }
        if seen > 120 || best.as_ref().is_some_and(|(score, _)| *score >= BEST - seen / 2) {
            break;
        }
    }
    best.filter(|(score, (_, name))| *score > if name.chars().all(is_han) { FAR_DOWN } else { 0 }).map(|(_, name)| name)
}

/// The best name of a row with its score.
fn judge(page: &Page, row: &Placed, email: Option<&str>) -> Option<(i32, Name)> {
    let line = &row.row.at;
    let text = page.slice(line);
    let count = text.chars().filter(|c| !c.is_whitespace()).count();
    let listed = i32::from(row.row.bullet) * 3;
    if count > 140 || words::is_prose(text) {
        if let Some(name) = greeted(page, line) {
            return Some((6, name));
        }
        if count > 52 {
            // "Simone Achterberg, Chicago, Illinois. …", 陶桂香,女,30岁,…
            let head = text.split_once(',').map(|(head, _)| line.start..line.start + head.len())?;
            let headed = candidate(page, &head, false);
            return headed.filter(|(_, name)| name.contains(' ') || name.contains(is_han)).map(|name| (6, name));
        }
    }
    let bare = without_document(page, line);
    let mut pieces = vec![bare.clone()];
    pieces.extend(roles::strong(page, &bare));
    let text = page.slice(&bare);
    let stop = text.find([',', '/', '(', ':']).unwrap_or(text.len());
    pieces.push(page.trim(bare.start..bare.start + stop, char::is_whitespace));
    // "陶桂香,女,30岁", 我叫苗春雷: the first run of Chinese letters.
    let lead = LEXICON.begins("greeting", text).map_or(0, |(len, _)| if text.is_ascii() { 0 } else { len });
    let run: usize = text[lead..].chars().take_while(|&c| is_han(c)).map(char::len_utf8).sum();
    if let Some(name) = candidate(page, &(bare.start + lead..bare.start + lead + run), false) {
        return Some((8 - listed, name));
    }
    // 欧 阳 晓 蕊, 欧阳 晓蕊: letters and parts of a name set apart.
    let mut best: Option<(i32, Name)> = None;
    for (at, piece) in pieces.iter().enumerate() {
        let Some(name) = candidate(page, piece, false) else { continue };
        let mut score = 8 - i32::from(at > 0) - listed;
        let latin = !name.1.contains(is_han);
        if latin && (name.1.split(' ').count() == 1 || name.1.contains(", ")) {
            score -= 3;
        }
        if let Some(local) = email.and_then(|email| email.split('@').next()) {
            let shared = name
                .1
                .split_whitespace()
                .filter(|word| word.len() >= 3 && local.contains(&word.to_lowercase()))
                .count();
            score += i32::try_from(shared.min(2)).unwrap_or(0) * 3;
        }
        if best.as_ref().is_none_or(|(top, _)| score > *top) {
            best = Some((score, name));
        }
    }
    best
}

/// "Perkenalkan nama saya …", "My name is …", 我叫…: the start of a letter or of a sentence.
fn greeted(page: &Page, line: &Range<usize>) -> Option<Name> {
    let lower = page.low(line);
    let (at, lead) = LEXICON
        .list("greeting")
        .iter()
        .filter_map(|(lead, _)| lower.find(lead).map(|at| (at, lead)))
        .filter(|(at, _)| *at <= 20)
        .min_by_key(|(at, lead)| (*at, std::cmp::Reverse(lead.len())))?;
    let rest = page.trim(line.start + at + lead.len()..line.end, char::is_whitespace);
    let text = page.slice(&rest);
    if text.starts_with(is_han) {
        let stop = text.find([',', '.', '。', ';', ' ']).unwrap_or(text.len());
        return candidate(page, &(rest.start..rest.start + stop), false);
    }
    let mut end = 0;
    for word in text.split_inclusive(' ').take(5) {
        if !word.starts_with(char::is_uppercase) {
            break;
        }
        end += word.len();
        if word.trim_end().ends_with([',', '.']) && word.trim_end().len() > 3 {
            break;
        }
    }
    candidate(page, &page.trim(rest.start..rest.start + end, |c| c.is_whitespace() || c == ',' || c == '.'), false)
        .filter(|(_, name)| name.contains(' '))
}

/// "林晓雨的简历", "Resume of Jordan Whitfield": without the words for a resume.
fn without_document(page: &Page, line: &Range<usize>) -> Range<usize> {
    let lower = page.low(line);
    if let Some((at, word)) =
        LEXICON.list("document").iter().find_map(|(word, _)| lower.find(word).map(|at| (at, word)))
    {
        let (before, after) = (&lower[..at], &lower[at + word.len()..]);
        let bounded = !word.is_ascii()
            || before.chars().next_back().is_none_or(|c| !c.is_alphanumeric())
                && after.chars().next().is_none_or(|c| !c.is_alphanumeric())
            || word.starts_with('\'');
        if bounded {
            let (head, tail) = (
                roles::clean(page, line.start..line.start + at),
                roles::clean(page, line.start + at + word.len()..line.end),
            );
            return if head.is_empty() { tail } else { head };
        }
    }
    roles::clean(page, line.clone())
}

fn first_cell(page: &Page, value: &Range<usize>) -> Range<usize> {
    let text = page.slice(value);
    let mut end = text.find(['\t', '|', ';', '\n']).into_iter().chain(text.find("  ")).min().unwrap_or(text.len());
    if !text.contains(" a/") && !text.contains(" s/") {
        end = text[..end].find('/').unwrap_or(end);
    }
    page.trim(value.start..value.start + end, char::is_whitespace)
}

/// The stretch as a name, if it can be one; `trusted` stands behind a label.
fn candidate(page: &Page, at: &Range<usize>, trusted: bool) -> Option<Name> {
    let mut at = roles::clean(page, at.clone());
    let text = page.slice(&at);
    let untitled = without_titles(text);
    let from = untitled.as_ptr().addr() - text.as_ptr().addr();
    at = roles::clean(page, at.start + from..at.start + from + untitled.len());
    let bare = one_line(&unspace(page.slice(&at)));
    if bare.is_empty()
        || bare.chars().count() > 60
        || bare.contains(|c: char| c.is_ascii_digit() || "@|:%+_".contains(c))
    {
        return None;
    }
    if bare.contains(is_han) && !bare.contains(|c: char| c.is_ascii_alphabetic()) {
        let name = chinese(&bare, trusted)?;
        return Some((at, name));
    }
    let name = latin(&bare, trusted)?;
    Some((at, name))
}

/// A Chinese name without inner blanks: 林 晓 雨, 欧阳 晓蕊, 阿依古丽·买买提.
fn chinese(bare: &str, trusted: bool) -> Option<String> {
    let bare = bare.split('(').next().unwrap_or(bare).trim();
    let parts: Vec<&str> = bare.split_whitespace().collect();
    let surname = |text: &str| LEXICON.has("surname", text);
    let apart = parts.len() > 1;
    let spaced = !apart
        || parts.iter().all(|part| part.chars().count() == 1)
        || surname(parts[0]) && parts[1..].iter().all(|part| part.chars().count() <= 2) && bare.chars().count() <= 6
        || trusted
            && parts.len() == 2
            && labels::field_of(parts[1]).is_none()
            && parts[1].chars().count() <= 2
            && parts[0].chars().count() <= 2;
    let joined = if spaced {
        parts.concat()
    } else if trusted {
        (*parts.first()?).to_owned()
    } else {
        return None;
    };
    let count = joined.chars().count();
    let known = |text: &str| LEXICON.list("no_name").iter().any(|(word, _)| !word.is_ascii() && text.contains(word));
    if joined.contains('·') {
        let parts: Vec<&str> = joined.split('·').collect();
        let fits = parts.len() <= 4
            && parts.iter().all(|part| (1..=7).contains(&part.chars().count()) && part.chars().all(is_han));
        return (fits && !known(&joined)).then_some(joined);
    }
    if !joined.chars().all(is_han) || labels::field_of(&joined).is_some() || sections::heading(&joined).is_some() {
        return None;
    }
    if trusted {
        return (2..=6).contains(&count).then_some(joined);
    }
    let two: String = joined.chars().take(2).collect();
    let one: String = joined.chars().take(1).collect();
    let compound = two.chars().count() == 2 && surname(&two);
    let fits = if compound {
        (3..=4).contains(&count)
    } else {
        surname(&one) && ((2..=3).contains(&count) || count == 4 && parts.len() == 4)
    };
    let names = evidence(&joined);
    (fits && !known(&joined) && names.title == 0 && names.company < 3 && !words::is_place(&joined)).then_some(joined)
}

/// A name in Latin letters, with a second name in parentheses.
fn latin(bare: &str, trusted: bool) -> Option<String> {
    // "Lingyun (Lena) Gu"
    if let Some((given, (nickname, family))) =
        bare.split_once(" (").and_then(|(given, rest)| Some((given, rest.split_once(") ")?)))
        && is_latin_name(&format!("{given} {nickname} {family}"), trusted)
    {
        return Some(bare.to_owned());
    }
    let (main, other) = match (bare.find('('), bare.ends_with(')')) {
        (Some(open), true) => (bare[..open].trim(), Some(&bare[open + 1..bare.len() - 1])),
        _ => (bare, None),
    };
    if !main.is_empty() && main.chars().all(is_han) {
        return chinese(main, trusted);
    }
    if is_family_first(main) {
        return Some(main.to_owned());
    }
    if main.contains(is_han) {
        // "林晓雨 Lin Xiaoyu": the first one is the name.
        let han: String = main.chars().filter(|&c| is_han(c)).collect();
        let rest: String = main.chars().filter(|c| !is_han(*c)).collect();
        let both = chinese(&han, trusted).is_some() && is_latin_name(rest.trim(), trusted);
        return both.then(|| if main.starts_with(is_han) { han } else { rest.trim().to_owned() });
    }
    if !is_latin_name(main, trusted) {
        return None;
    }
    let nickname = other.filter(|other| {
        !other.contains(is_han)
            && other.chars().count() <= 24
            && other.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || c == '.')
            && !LEXICON.has("beside_name", other.to_lowercase().trim_end_matches('.'))
    });
    Some(if nickname.is_some() { bare } else { main }.to_owned())
}

/// "OKONKWO, Chidi", "Tan, Wei Ling".
fn is_family_first(bare: &str) -> bool {
    let Some((family, given)) = bare.split_once(", ").filter(|(_, given)| !given.contains(',')) else { return false };
    let count = |text: &str| text.split_whitespace().count();
    let capitals = !family.contains(char::is_lowercase);
    let led = family.split_whitespace().next().is_some_and(|first| LEXICON.has("particle", &first.to_lowercase()));
    !words::is_place(bare)
        && (count(family) == 1 || (capitals || led) && count(family) <= 3)
        && (1..=3).contains(&count(given))
        && family.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && is_latin_name(&format!("{given} {family}"), false)
}

/// Whether the words are a name.
fn is_latin_name(main: &str, trusted: bool) -> bool {
    let words: Vec<&str> = main.split_whitespace().collect();
    if words.is_empty() || words.len() > 7 || main.chars().filter(|c| c.is_alphabetic()).count() < 2 {
        return false;
    }
    let particle = |word: &str| LEXICON.has("particle", word) || matches!(word, "A/L" | "A/P");
    let letters = |word: &str| {
        word.chars().all(|c| c.is_alphabetic() || "-'’.`\"“”".contains(c))
            && word.contains(char::is_alphabetic)
            && !word.contains(is_han)
    };
    let shaped = words.iter().all(|word| {
        particle(word)
            || letters(word) && (trusted || word.trim_start_matches(['"', '“']).starts_with(char::is_uppercase))
    });
    let initials = words.iter().all(|word| word.chars().filter(|c| c.is_alphabetic()).count() < 2);
    if !shaped || initials || sections::heading(main).is_some() {
        return false;
    }
    if trusted {
        return labels::field_of(main).is_none();
    }
    let known = words
        .iter()
        .any(|word| LEXICON.has("no_name", &word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()));
    let names = evidence(main);
    (names.title == 0 && names.company < 3 || is_worldly(&words))
        && !known
        && labels::field_of(main).is_none()
        && !words::is_place(main)
        && !words::is_note(main)
        && dates::find(main).is_empty()
        && words[0].starts_with(char::is_uppercase)
}

/// "Hannah Baker", "Thomas Law": only the family name is a word of titles or employers.
fn is_worldly(words: &[&str]) -> bool {
    let Some((family, given)) = words.split_last() else { return false };
    let of_work = |word: &str| {
        ["no_given", "rank", "field", "trade", "institution"].iter().any(|class| LEXICON.has(class, word))
            || !evidence(word).is_nothing()
    };
    (1..=3).contains(&given.len())
        && LEXICON.has("worldly", &family.to_lowercase())
        && !given.iter().any(|word| of_work(word) || of_work(&word.to_lowercase()))
}

/// A name without titles and degrees around it: "Dr. Budi Santoso, S.E., M.M.", 林女士.
#[must_use]
pub fn without_titles(name: &str) -> &str {
    let mut bare = name.trim();
    while let Some(rest) = without_address(bare) {
        bare = rest;
    }
    for suffix in ["先生", "女士", "小姐", "同志"] {
        bare = bare.strip_suffix(suffix).map(str::trim).filter(|head| !head.is_empty()).unwrap_or(bare);
    }
    let head = bare.split(',').next().unwrap_or(bare).trim();
    let whole = head.contains([' ', '.']);
    let behind = |part: &str| {
        let capitals = whole && part.len() <= 6 && !part.contains(char::is_lowercase);
        let short = part.split_whitespace().count() <= 3 && part.chars().count() <= 20;
        part.is_empty()
            || is_degree(part)
            || short && (part.contains('.') || capitals || part.split_whitespace().all(is_degree))
    };
    if bare.contains(',') && bare.split(',').skip(1).map(str::trim).all(behind) {
        bare = head;
    }
    while let Some((head, last)) = bare.rsplit_once(' ') {
        let mixed = last.chars().skip(1).any(char::is_uppercase) && last.contains(char::is_lowercase);
        if !(is_degree(last)
            && (last.contains('.')
                || mixed
                || LEXICON.list("post_nominal_capitals").iter().any(|(word, _)| *word == last)))
        {
            break;
        }
        bare = head.trim_end();
    }
    bare.trim_end_matches(',')
}

fn is_degree(word: &str) -> bool {
    let bare: String = word.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    split(word).len() <= 2 && LEXICON.has("post_nominal", &bare)
}

fn without_address(name: &str) -> Option<&str> {
    let end = name.find(['.', ' '])?;
    let dotted = name[end..].starts_with('.');
    let lower = name[..end].to_lowercase();
    let address = LEXICON.has("address", &lower) || dotted && LEXICON.has("address_dotted", &lower);
    let rest = name[end + 1..].trim_start();
    (address && rest.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()).then_some(rest)
}
