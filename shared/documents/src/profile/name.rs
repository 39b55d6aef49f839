//! Reads the person's name: behind its label, or the first prominent line that can be one.

mod latin;

use unicode_normalization::UnicodeNormalization;

use super::classify::evidence;
use super::honorifics::without_titles;
use super::labels::{self, Field};
use super::lexicon::chinese::{COMPOUND_SURNAMES, NOT_NAMES, SURNAMES};
use super::lexicon::names::NOT_LATIN_NAMES;
use super::sections::{self, Block, Section};
use super::text::{self, Row, is_han};
use super::{places, prose, segments};
use latin::{latin, latin_words};

/// The maximum score of a name.
const MOST: i32 = 14;
/// The maximum number of rows from the top for a name without a label.
const TOP_ROWS: usize = 14;

/// The name as written, without honorifics and degrees.
pub(super) fn read(blocks: &[Block], email: Option<&str>) -> Option<String> {
    labelled(blocks)
        .or_else(|| sent(blocks))
        .or_else(|| vouched(blocks, email, true))
        .or_else(|| vouched(blocks, email, false))
        .or_else(|| prominent(blocks, email))
        .or_else(|| beside_address(blocks, email))
}

/// "From: Rani Contoh <rani@example.com>", or the name below "Kind regards,".
fn sent(blocks: &[Block]) -> Option<String> {
    let rows: Vec<&Row> = blocks.iter().flat_map(|block| &block.rows).take(MAX_LETTER).collect();
    let from = rows.iter().take(TOP_ROWS).find_map(|row| {
        let value = FROM.iter().find_map(|from| row.text.strip_prefix(from))?;
        let name = value.trim_start_matches([':', ' ']).split('<').next().unwrap_or_default();
        candidate(name, false).filter(|_| row.text.contains('@'))
    });
    from.or_else(|| {
        rows.windows(2).find_map(|pair| {
            let end = pair[0].text.to_lowercase();
            let end = end.trim_end_matches([',', '!', '.', ' ', '~']);
            (SIGN_OFFS.contains(&end)).then(|| candidate(&pair[1].text, false)).flatten()
        })
    })
    .map(|name| in_full(&rows, &name).unwrap_or(name))
}

/// The name in full, if a signature abbreviates the given names: A. V. Deshmukh.
fn in_full(rows: &[&Row], name: &str) -> Option<String> {
    let initial = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() == 1;
    let family = name.split(' ').next_back().filter(|_| name.split(' ').any(initial))?;
    rows.iter().take(TOP_ROWS).filter(|row| row.text.ends_with(family)).find_map(|row| {
        let full = candidate(&row.text, false)?;
        (full.contains(' ') && !full.split(' ').any(initial) && full.get(..1) == name.get(..1)).then_some(full)
    })
}

/// The maximum number of rows of a letter.
const MAX_LETTER: usize = 120;

const FROM: &[&str] = &["From:", "FROM:", "Dari:", "Pengirim:", "发件人:", "寄件人:"];

/// Words above the name that ends a letter, lower case.
#[rustfmt::skip]
const SIGN_OFFS: &[&str] = &[
    "regards", "kind regards", "best regards", "warm regards", "with kind regards", "best", "all the best", "sincerely",
    "yours sincerely", "sincerely yours", "yours faithfully", "respectfully", "respectfully yours", "yours truly",
    "thank you", "thanks", "many thanks", "hormat saya", "salam", "salam hormat", "salam hangat", "hormat kami",
    "terima kasih", "wassalam", "敬礼", "此致敬礼", "此致 敬礼", "祝好", "顺祝商祺", "谨上", "此致",
];

/// The name on the email address's row.
fn beside_address(blocks: &[Block], email: Option<&str>) -> Option<String> {
    let email = email?;
    blocks.iter().flat_map(|block| &block.rows).filter(|row| row.text.to_lowercase().contains(email)).find_map(|row| {
        let first = row.text.split(['*', '|', '\t', '·', ',']).next()?.split("  ").next()?;
        candidate(first, false).filter(|name| name.chars().any(is_han) || name.contains(' '))
    })
}

/// A short row whose words form the email address: rohan.wd@ is Rohan Whitcombe-Desai. `wholly` requires the whole
/// address or two of its words; otherwise one word at its start or end is enough: priscilla.vdm@.
fn vouched(blocks: &[Block], email: Option<&str>, wholly: bool) -> Option<String> {
    let local: String = email?.split('@').next()?.chars().filter(char::is_ascii_alphabetic).collect();
    if local.len() < 5 {
        return None;
    }
    let rows = blocks.iter().flat_map(|block| {
        let rows = &block.rows[..block.rows.len().min(TOP_ROWS)];
        rows.iter().enumerate().map(|(at, row)| {
            let below = rows.get(at + 1).filter(|_| email.is_some() && at < 3);
            below.and_then(|below| over_two_rows(&row.text, &below.text)).unwrap_or_else(|| row.text.clone())
        })
    });
    rows.take(MAX_LETTER).filter(|text| text.len() <= 48 && !text.contains('@')).find_map(|text| {
        let folded: String = text.nfd().filter(|c| c.is_ascii()).collect::<String>().to_ascii_lowercase();
        let words: Vec<&str> = folded.split([' ', '-', '.', ',']).filter(|word| !word.is_empty()).collect();
        let whole = words.iter().filter(|word| word.len() >= 3 && local.contains(**word)).count();
        let told = whole >= 2 || whole == 1 && (is_made_of(&local, &words) || is_made_of(&local, &rotated(&words)));
        let word = |word: &&str| word.len() >= 4 && (local.starts_with(*word) || local.ends_with(*word));
        let told = if wholly { told } else { words.len() <= 4 && words.iter().any(word) };
        (told && (2..=6).contains(&words.len())).then(|| candidate(&text, false)).flatten()
    })
}

fn rotated<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut rotated = words.to_vec();
    rotated.rotate_right(1);
    rotated
}

/// Whether the letters are prefixes of the words in order, including at least one whole word.
fn is_made_of(letters: &str, words: &[&str]) -> bool {
    let Some((first, rest)) = words.split_first() else { return letters.is_empty() };
    let shared = letters.bytes().zip(first.bytes()).take_while(|(a, b)| a == b).count();
    (0..=shared).rev().any(|taken| is_made_of(&letters[taken..], rest))
}

fn labelled(blocks: &[Block]) -> Option<String> {
    let about = |section| matches!(section, Section::Header | Section::Personal | Section::Summary | Section::Other);
    // At the top of the page, 个人履历 is the document's title.
    for (_, block) in blocks.iter().enumerate().filter(|(at, block)| *at <= 1 || about(block.section)) {
        for (at, row) in block.rows.iter().enumerate().take(60) {
            if row.text.chars().count() > 200 {
                continue;
            }
            for label in labels::read(&row.text) {
                if label.field == Field::Name
                    && let Some(name) = candidate(first_cell(label.value), true)
                {
                    return Some(name);
                }
            }
            let bare = row.text.split(['\t', '|']).map(str::trim).collect::<Vec<_>>();
            if bare.len() == 1
                && labels::field_of(&row.text) == Some(Field::Name)
                && let Some(name) = block.rows.get(at + 1).and_then(|next| candidate(first_cell(&next.text), true))
            {
                return Some(name);
            }
            // Table cells: 姓名 | 林晓雨 | 性别 | 女
            let cells: Vec<&str> = row
                .text
                .split(['\t', '|'])
                .flat_map(|cell| cell.split("  "))
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect();
            if let Some(name) = cells.windows(2).find_map(|pair| {
                (labels::field_of(pair[0]) == Some(Field::Name)).then(|| candidate(pair[1], true)).flatten()
            }) {
                return Some(name);
            }
            if let Some(name) = beside_label(&row.text) {
                return Some(name);
            }
            if let Some(rest) = row.text.strip_prefix("姓名").or_else(|| row.text.strip_prefix("姓 名"))
                && let Some(name) = candidate(before_label(first_cell(rest.trim_start_matches([':', ' ', '\t']))), true)
            {
                return Some(name);
            }
        }
    }
    None
}

/// "储国庆性别男年龄32" ends at the next label.
fn before_label(value: &str) -> &str {
    let end = ["性别", "年龄", "出生", "民族", "籍贯", "学历", "电话", "手机", "婚姻"]
        .iter()
        .filter_map(|label| value.find(label))
        .min();
    end.filter(|&end| end > 0).map_or(value, |end| &value[..end])
}

/// "Nama Lengkap Rudi Hartono", "姓名 谢文博 出生年月 …": a table row without its lines.
fn beside_label(text: &str) -> Option<String> {
    if text.contains(':') && text.find(':') < text.find(' ') {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let label =
        (1..=2.min(words.len())).rev().find(|&end| labels::field_of(&words[..end].join(" ")) == Some(Field::Name))?;
    let rest = &words[label..];
    if rest.first()?.chars().all(is_han) {
        return candidate(rest[0], true).filter(|name| name.chars().count() >= 2);
    }
    let stop = |word: &&&str| {
        let lower = word.to_lowercase();
        !word.starts_with(char::is_uppercase)
            || labels::field_of(word).is_some()
            || NOT_LATIN_NAMES.contains(&lower.as_str())
    };
    let taken = rest.iter().take_while(|word| !stop(word)).take(6).copied().collect::<Vec<_>>();
    candidate(&taken.join(" "), false)
}

fn first_cell(value: &str) -> &str {
    let cell = value.split(['\t', '|', ';']).next().unwrap_or(value);
    // "Ravindran a/l Subramaniam" is one name.
    // A Chinese name ends with its word.
    if let Some(word) =
        cell.split_whitespace().next().filter(|word| word.chars().all(is_han) && word.chars().count() >= 2)
    {
        return word;
    }
    let cell = if cell.contains(" a/") { cell } else { cell.split('/').next().unwrap_or(cell) };
    cell.split("  ").next().unwrap_or(cell).trim()
}

fn prominent(blocks: &[Block], email: Option<&str>) -> Option<String> {
    let mut best: Option<(i32, String)> = None;
    let mut seen = 0;
    for block in blocks {
        let weight = match block.section {
            Section::Header => 0,
            Section::Personal => -1,
            Section::Summary | Section::Other | Section::Skills => -4,
            _ => -6,
        };
        for (at, row) in block.rows.iter().enumerate().take(TOP_ROWS) {
            seen += 1;
            let next = block.rows.get(at + 1).map(|next| next.text.as_str());
            if let Some(joined) = next.and_then(|next| over_two_rows(&row.text, next))
                && let Some((score, name)) = judge_row(&Row { text: joined, bullet: false }, email)
                && seen <= 4
                && best.is_none()
            {
                best = Some((score + weight, name));
                continue;
            }
            if let Some((score, name)) = judge_row(row, email) {
                let score = score + weight - seen / 2;
                if best.as_ref().is_none_or(|(top, _)| score > *top) {
                    best = Some((score, name));
                }
            }
        }
        // Names further down cannot score higher.
        if seen > 120 || best.as_ref().is_some_and(|(score, _)| *score >= MOST - seen / 2) {
            break;
        }
    }
    best.filter(|(score, name)| *score > if name.chars().all(is_han) { FAR_DOWN } else { 0 }).map(|(_, name)| name)
}

/// A Chinese name alone on its row may also be below a sidebar.
const FAR_DOWN: i32 = -12;

/// A name broken by a narrow column: "Amelia", "Hartwell".
fn over_two_rows(first: &str, second: &str) -> Option<String> {
    let alone = |text: &str| text.split_whitespace().count() == 1 && latin_words(text, false);
    let short = second.split_whitespace().count() <= 2 && latin_words(second, false);
    (alone(first) && short).then(|| format!("{first} {second}"))
}

/// The best name in a row, with its score.
fn judge_row(row: &Row, email: Option<&str>) -> Option<(i32, String)> {
    let count = row.text.chars().filter(|c| !c.is_whitespace()).count();
    let long = count > 140 || prose::is_prose(&row.text) && count > 52;
    if long && !row.text.starts_with(is_han) {
        return greeted(&row.text);
    }
    if long {
        // "陶桂香,女,30岁,贵州遵义人,…"
        let (head, _) = row.text.split_once(',')?;
        let named = head.rsplit_once("我叫").map_or(head, |(_, named)| named);
        return candidate(named.trim(), false).map(|name| (6, name));
    }
    let stripped = strip_document_words(&text::unspace(&row.text));
    let whole = stripped.as_str();
    let mut pieces: Vec<String> = vec![whole.to_owned()];
    pieces.extend(segments::strong(whole));
    pieces.extend(whole.split([',', '/', '(', ':']).take(1).map(str::to_owned));
    // "陶桂香,女,30岁", "聂博 第 1 页", "我叫苗春雷": the first run of Chinese letters.
    let lead = whole.trim_start_matches("我叫").trim_start_matches("本人");
    let first: String = lead.chars().take_while(|&c| is_han(c)).collect();
    if (2..=4).contains(&first.chars().count()) {
        // Other text next to it, such as its English form, is ignored.
        if let Some(name) = candidate(&first, false) {
            return Some((8 - i32::from(row.bullet) * 3, name));
        }
        pieces.push(first);
    }
    let mut best: Option<(i32, String)> = None;
    for (at, piece) in pieces.iter().enumerate() {
        let Some(name) = candidate(piece, false) else { continue };
        let mut score = 8 - i32::from(at > 0) - i32::from(row.bullet) * 3;
        let han = name.chars().any(is_han);
        let words = name.split_whitespace().count();
        if !han && (words == 1 || name.contains(", ")) {
            score -= 3;
        }
        if let Some(email) = email {
            let local = email.split('@').next().unwrap_or_default();
            let matches =
                name.split_whitespace().filter(|word| word.len() >= 3 && local.contains(&word.to_lowercase())).count();
            score += i32::try_from(matches.min(2)).unwrap_or(0) * 3;
        }
        if best.as_ref().is_none_or(|(top, _)| score > *top) {
            best = Some((score, name));
        }
    }
    best
}

/// "Perkenalkan nama saya …": the start of a letter.
fn greeted(text: &str) -> Option<(i32, String)> {
    let head: String = text.chars().take(120).collect();
    let stripped = strip_document_words(&head);
    (stripped.len() < head.trim().len() && stripped.split(' ').count() <= 5)
        .then(|| candidate(stripped.trim_end_matches(','), false))
        .flatten()
        .map(|name| (6, name))
}

/// "林晓雨的简历", "Resume of Jordan Whitfield", "Jordan Whitfield - CV" without the words for resume.
fn strip_document_words(text: &str) -> String {
    let mut bare = text.to_owned();
    for word in ["的个人简历", "的简历", "个人简历", "求职简历", "简历"] {
        bare = bare.replace(word, " ");
    }
    let lower = bare.to_ascii_lowercase();
    for greeting in ["i'm ", "i am ", " im ", "my name is ", "nama saya ", "perkenalkan, saya ", "saya "] {
        if lower.len() == bare.len()
            && let Some(at) = lower.find(greeting).filter(|at| *at <= 20)
        {
            let rest = &bare[at + greeting.len()..];
            let named = rest.split(' ').take_while(|word| word.starts_with(char::is_uppercase)).take(5);
            let ended: Vec<&str> = named.collect();
            let stop = ended.iter().position(|word| word.ends_with(',')).map_or(ended.len(), |at| at + 1);
            if stop >= 2 {
                return segments::clean(&ended[..stop].join(" "));
            }
        }
    }
    if lower.len() == bare.len() {
        for word in [
            "curriculum vitae of",
            "resume of",
            "cv of",
            "curriculum vitae",
            "daftar riwayat hidup",
            "riwayat hidup singkat",
            "'s resume",
            "resume",
            "riwayat hidup",
            "cv",
        ] {
            if let Some(at) = lower.find(word) {
                let end = at + word.len();
                let bounded =
                    lower[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() || word.starts_with('\''))
                        && lower[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
                if bounded {
                    return segments::clean(&format!("{} {}", &bare[..at], &bare[end..]));
                }
            }
        }
    }
    segments::clean(&bare)
}

/// The piece as a name, if it can be one.
fn candidate(piece: &str, trusted: bool) -> Option<String> {
    let bare = segments::clean(&without_titles(piece));
    if bare.is_empty()
        || bare.chars().count() > 60
        || bare.chars().any(|c| c.is_ascii_digit() || matches!(c, '@' | '|' | ':' | '%' | '+' | '_'))
    {
        return None;
    }
    if bare.chars().any(is_han) && !bare.chars().any(|c| c.is_ascii_alphabetic()) {
        return chinese(&bare, trusted);
    }
    latin(&bare, trusted)
}

fn chinese(bare: &str, trusted: bool) -> Option<String> {
    let bare = bare.split('(').next().unwrap_or(bare).trim();
    let joined: String = bare.split_whitespace().collect();
    let count = joined.chars().count();
    // Minority names: 阿依古丽·买买提
    if joined.contains('·') {
        let parts: Vec<&str> = joined.split('·').collect();
        let fits = parts.len() <= 4
            && parts.iter().all(|part| (1..=7).contains(&part.chars().count()) && part.chars().all(is_han));
        return (fits && !NOT_NAMES.iter().any(|word| joined.contains(word))).then_some(joined);
    }
    if !joined.chars().all(is_han) {
        return None;
    }
    // A line of two words is a name and another word, unless its letters are spaced.
    let spaced = bare.contains(' ');
    if spaced && bare.split_whitespace().any(|part| part.chars().count() > 2) {
        return None;
    }
    if trusted {
        let label = labels::field_of(&joined).is_some() || sections::heading(&joined).is_some();
        return ((2..=6).contains(&count) && !label).then_some(joined);
    }
    let compound = COMPOUND_SURNAMES.iter().any(|surname| joined.starts_with(surname));
    let single = joined.chars().next().is_some_and(|first| SURNAMES.contains(first));
    let length = if compound { 3..=4 } else { 2..=3 };
    let fits = length.contains(&count) || count == 4 && single && bare.split_whitespace().count() == 4;
    (fits
        && (compound || single)
        && !NOT_NAMES.iter().any(|word| joined.contains(word))
        && evidence(&joined).title == 0
        && evidence(&joined).company < 3
        && !places::is_place(&joined)
        && labels::field_of(&joined).is_none()
        && sections::heading(&joined).is_none())
    .then_some(joined)
}
