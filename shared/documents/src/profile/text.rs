//! Converts extracted text to rows: normalized, with broken date ranges joined and cells separated.

use unicode_normalization::UnicodeNormalization;

use super::dates;

/// The maximum length that is read.
const MAX_CHARS: usize = 120_000;
/// The maximum number of rows.
const MAX_ROWS: usize = 6_000;

/// One line of the resume.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The trimmed line without its bullet.
    pub(super) text: String,
    /// Whether it had a bullet or a number.
    pub(super) bullet: bool,
}

/// The non-empty rows of a normalized text.
pub(super) fn rows(normal: &str) -> Vec<Row> {
    let lines = normal
        .split(['\n', '\r', '\u{b}', '\u{c}', '\u{2028}', '\u{2029}', '\u{85}'])
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty() && !is_page_mark(line))
        .take(MAX_ROWS)
        .collect::<Vec<_>>();
    unwrapped(mend(beside_dates(lines)).into_iter().filter_map(|line| row(&line)).collect())
}

/// The width in characters; Chinese ones count as two.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(|c| 1 + usize::from(is_han(c))).sum()
}

/// Narrower lines are not wrapped.
const MIN_WRAP: usize = 56;

/// Narrower lines only continue in lower case.
const FULL_WRAP: usize = 76;

/// Joins wrapped list items: a full-width line followed by one that continues the sentence.
fn unwrapped(rows: Vec<Row>) -> Vec<Row> {
    let widest = rows.iter().filter(|row| row.bullet).map(|row| width(&row.text)).filter(|&width| width < 160).max();
    let full = widest.unwrap_or(0).max(MIN_WRAP) * 17 / 20;
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    // The width of the previous line.
    let mut above = 0;
    for row in rows {
        let wide = width(&row.text);
        let continued = above >= full && joined.last().is_some_and(|last| last.bullet && goes_on(&last.text, &row));
        above = if row.bullet || continued { wide } else { 0 };
        match joined.last_mut() {
            Some(last) if continued => {
                if !(last.text.ends_with(is_han) && row.text.starts_with(is_han)) {
                    last.text.push(' ');
                }
                last.text.push_str(&row.text);
            }
            _ => joined.push(row),
        }
    }
    joined
}

fn goes_on(item: &str, next: &Row) -> bool {
    let ended = item.ends_with(['.', '。', ';', '!', '?', ':'])
        || dates::find(item).last().is_some_and(|span| span.at.end + 2 >= item.len());
    let whole = next.text.ends_with(['.', '。', ';']) && width(item) >= FULL_WRAP;
    let sentence = whole || next.text.starts_with(char::is_lowercase);
    // "… since 2021." is the start of something.
    let told = |span: &dates::Span| matches!(span.extent, dates::Extent::Open(_)) && next.text.ends_with('.');
    let dated = dates::find(&next.text).iter().any(|span| span.is_range() && !told(span));
    !ended && !next.bullet && sentence && !dated && !next.text.contains("  ") && !next.text.contains('\t')
}

/// "Page 1 of 3", 第1页 共2页, "1 / 2", "hal. 1 dari 2".
fn is_page_mark(line: &str) -> bool {
    let count = line.chars().count();
    if count > 24 || !line.bytes().any(|b| b.is_ascii_digit()) {
        return false;
    }
    let words: Vec<String> = line
        .split(|c: char| !c.is_alphanumeric())
        .flat_map(|part| part.split_inclusive(['第', '页', '共']))
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty())
        .collect();
    let number = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    let plain = |word: &str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if word.len() - rest.len() > 3 {
            return false;
        }
        let word = rest;
        word.is_empty() || matches!(word, "page" | "of" | "hal" | "halaman" | "dari" | "p" | "第" | "页" | "共" | "/")
    };
    let named = words.iter().any(|word| !number(word));
    let numbers = words.iter().filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).count();
    words.iter().all(|word| plain(word)) && (1..=2).contains(&numbers) && (named || numbers == 2 && line.contains('/'))
}

/// [`normalise_characters`], with doubled spaces reduced if the extractor doubled all of them.
pub(super) fn normalise(text: &str) -> String {
    let normal = normalise_characters(text);
    if is_spaced_out(&normal) { normal.lines().map(collapse_spaces).collect::<Vec<_>>().join("\n") } else { normal }
}

/// NFKC without invisible characters; white space other than tab and line end becomes a space.
fn normalise_characters(text: &str) -> String {
    text.chars()
        .take(MAX_CHARS)
        // An ideographic space separates cells, but NFKC would make it an ordinary space.
        .flat_map(|c| match c {
            '\u{3000}' => [Some(' '), Some(' ')],
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'
            | '\u{feff}'
            | '\u{202a}'..='\u{202e}'
            | '\u{fffd}'
            | '\0' => [None, None],
            c => [Some(c), None],
        })
        .flatten()
        .nfkc()
        .map(|c| match c {
            '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' | '\u{85}' => c,
            '│' | '┃' | '¦' | '∣' => '|',
            c if c.is_whitespace() || c.is_control() => ' ',
            c => c,
        })
        .collect()
}

/// Whether the extractor doubled every space, so that two spaces separate nothing. Spaces next to ideographs are
/// ignored.
fn is_spaced_out(text: &str) -> bool {
    let (mut wide, mut narrow) = (0usize, 0usize);
    for line in text.lines() {
        let mut run = 0usize;
        let mut last = ' ';
        for c in line.trim().chars() {
            if c == ' ' {
                run += 1;
                continue;
            }
            let before = std::mem::replace(&mut last, c);
            match run {
                _ if is_han(before) || is_han(c) => {}
                0 => {}
                1 => narrow += 1,
                _ => wide += 1,
            }
            run = 0;
        }
    }
    wide >= 20 && wide > narrow * 2
}

fn collapse_spaces(line: &str) -> String {
    line.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Joins a range broken over the rows of a left column: "Mei 2020     Kasir", "s.d. kini     Toko Maju".
fn beside_dates(lines: Vec<String>) -> Vec<String> {
    let mut mended: Vec<String> = lines;
    for at in 1..mended.len() {
        let (Some((first, names)), Some((second, below))) = (first_cells(&mended[at - 1]), first_cells(&mended[at]))
        else {
            continue;
        };
        let whole = dates::find(&mended[at - 1]).first().is_some_and(|span| span.is_range() && span.at.start == 0);
        let opens = !whole && dates::is_single(first) || dates::ends_open(first);
        if !opens || second.len() > 24 || first.len() > 24 {
            continue;
        }
        let range = |text: &str| matches!(dates::find(text).as_slice(), [span] if span.is_range() && span.at.len() + 3 >= text.len());
        let joined = format!("{first} {second}");
        // "s.d. Januari" / "2020"
        let year = mended.get(at + 1).and_then(|line| first_cells(line).or(Some((line.as_str(), ""))));
        let year = year.filter(|(cell, _)| cell.len() == 4 && cell.bytes().all(|b| b.is_ascii_digit()));
        let longer = year.map(|(year, _)| format!("{joined} {year}")).filter(|joined| range(joined));
        let begins = dates::begins_as_end(second) || longer.is_some();
        let whole = longer.clone().unwrap_or(joined);
        if !begins || !range(&whole) {
            continue;
        }
        let (names, below) = (names.to_owned(), below.to_owned());
        if longer.is_some() {
            let rest = first_cells(&mended[at + 1]).map(|(_, rest)| rest.to_owned()).unwrap_or_default();
            mended[at + 1] = rest;
        }
        mended[at - 1] = format!("{whole}  {names}");
        mended[at] = below;
    }
    mended.retain(|line| !line.is_empty());
    mended
}

/// The text before and after the first wide gap.
fn first_cells(line: &str) -> Option<(&str, &str)> {
    let gap = [line.find("  "), line.find('\t')].into_iter().flatten().min()?;
    let (first, rest) = (line[..gap].trim(), line[gap..].trim());
    (!first.is_empty() && !rest.is_empty()).then_some((first, rest))
}

/// Joins a range broken over two or three lines: "2019.07 -", "2024.06".
fn mend(lines: Vec<String>) -> Vec<String> {
    let mut mended: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        if let Some(last) = mended.last_mut() {
            let continues = line.len() < 160 && last.len() < 200;
            let bare_connector = line.len() <= 24 && dates::is_connector(&line) && dates::is_single(last);
            let open = continues && dates::ends_open(last) && dates::begins_as_end(&line);
            let late_connector =
                continues && dates::is_single(last) && line.starts_with(dates::is_dash) && dates::begins_as_end(&line);
            if bare_connector || open || late_connector {
                last.push(' ');
                last.push_str(&line);
                continue;
            }
        }
        mended.push(line);
    }
    mended
}

fn row(line: &str) -> Option<Row> {
    let joined = joined_cells(line);
    let trimmed = joined.as_deref().unwrap_or(line).trim();
    let unmarked = strip_bullet(trimmed);
    let text = unmarked.unwrap_or(trimmed).trim().to_owned();
    (!text.is_empty() && text.chars().any(char::is_alphanumeric)).then_some(Row { text, bullet: unmarked.is_some() })
}

/// A form's cells with letter-spaced Chinese labels joined: "姓  名\t白如雪\t性  别\t女".
fn joined_cells(line: &str) -> Option<String> {
    let spaced = |cell: &str| {
        let parts: Vec<&str> = cell.split_whitespace().collect();
        (2..=4).contains(&parts.len()) && parts.iter().all(|part| part.chars().count() == 1 && part.starts_with(is_han))
    };
    let cells: Vec<&str> = line.split('\t').collect();
    (cells.len() > 1 && cells.iter().any(|cell| spaced(cell))).then(|| {
        let joined =
            cells.iter().map(|cell| if spaced(cell) { cell.split_whitespace().collect() } else { (*cell).to_owned() });
        joined.collect::<Vec<String>>().join("\t")
    })
}

/// The text after a bullet, a number or a letter.
pub(super) fn strip_bullet(text: &str) -> Option<&str> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    let is_sign = bole_domain::text::is_list_sign(first)
        || matches!(first, '▍' | '▎' | '▌' | '▏' | '★' | '☆' | '※' | '+' | 'Ø' | '¤');
    if is_sign && (rest.starts_with(' ') || !first.is_ascii() && first != 'Ø') {
        return Some(rest.trim_start());
    }
    if matches!(first, '\u{e000}'..='\u{f8ff}') {
        return Some(rest.trim_start());
    }
    if dates::is_dash(first) && first != '一' && rest.starts_with(' ') {
        return Some(rest.trim_start());
    }
    // (一)
    let numeral = |c: char| matches!(c, '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '十');
    if let Some(inner) = text.strip_prefix('(')
        && let Some((_, rest)) =
            inner.split_once(')').filter(|(inner, _)| !inner.is_empty() && inner.chars().all(numeral))
    {
        return Some(rest.trim_start());
    }
    // a. b)
    let mut marked = text.chars();
    if let (Some('a'..='h'), Some('.' | ')'), Some(' ')) = (marked.next(), marked.next(), marked.next()) {
        return Some(marked.as_str().trim_start());
    }
    let opened = text.strip_prefix(['(', '[']).unwrap_or(text);
    let digits = opened.len() - opened.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if (1..=2).contains(&digits) {
        let after = &opened[digits..];
        let mut tail = after.chars();
        if matches!(tail.next(), Some('.' | '、' | ')' | ']' | ',')) {
            let rest = tail.as_str();
            // "7.2019" and "12.5%" are not list numbers.
            if !rest.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(rest.trim_start());
            }
        }
    }
    None
}

/// Whether the character is a Chinese ideograph.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Whether much of the text is ideographs.
pub(super) fn is_chinese(text: &str) -> bool {
    let (mut han, mut letters) = (0usize, 0usize);
    for c in text.chars() {
        if is_han(c) {
            han += 1;
        } else if c.is_alphabetic() {
            letters += 1;
        }
    }
    han > 0 && han * 3 >= letters
}

/// Joins letter-spaced words: "E D U C A T I O N", "工 作 经 历", "林 晓 雨".
pub(super) fn unspace(text: &str) -> String {
    let parts: Vec<&str> = text.split_whitespace().collect();
    if parts.len() >= 2 && parts.iter().all(|part| part.chars().count() == 1 && part.chars().all(is_han)) {
        return parts.concat();
    }
    let single = parts.iter().filter(|part| part.chars().count() == 1).count();
    if parts.len() >= 4 && single == parts.len() {
        // Words of a spaced heading are further apart than its letters.
        return text
            .split("  ")
            .map(|word| word.split_whitespace().collect::<String>())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
    }
    text.to_owned()
}
