//! The pieces of a header's lines, and how well each would do as employer and as title: a linear score of a few features.

use std::ops::Range;
use std::sync::LazyLock;

use crate::lexicon::LEXICON;
use crate::page::{Page, is_chinese, is_dash, is_han};
use crate::words::{self, Evidence, evidence};

/// The least score of a certain name.
pub(crate) const SURE: i32 = 60;

/// The weights of the file, in tenths of a point.
pub(crate) struct Weights {
    company: [i32; 5],
    title: [i32; 4],
    /// What a title's evidence takes from the employer's score, and the reverse.
    company_by_title: [i32; 4],
    title_by_company: [i32; 5],
    department: i32,
    odd: i32,
    own: i32,
}

pub(crate) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let of = |name: &str| weight(name);
    let row = |name: &str, at: usize| of(&format!("{name}_{at}"));
    Weights {
        company: std::array::from_fn(|at| row("company", at)),
        title: std::array::from_fn(|at| row("title", at)),
        company_by_title: std::array::from_fn(|at| row("company_by_title", at)),
        title_by_company: std::array::from_fn(|at| row("title_by_company", at)),
        department: of("department"),
        odd: of("odd"),
        own: of("own"),
    }
});

/// A weight by its name; 0 if the file has none.
pub(crate) fn weight(name: &str) -> i32 {
    LEXICON.get("weight", name).and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// A piece of a header line with its scores.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) at: Range<usize>,
    pub(crate) names: Evidence,
    pub(crate) company: i32,
    pub(crate) title: i32,
    /// A department or the like, which nobody misses.
    pub(crate) silent: bool,
    /// A title without an employer.
    pub(crate) own: bool,
}

impl Piece {
    pub(crate) fn new(page: &Page, at: Range<usize>) -> Self {
        let text = page.slice(&at);
        let weights = &*WEIGHTS;
        let names = evidence(text);
        let silent = words::is_department(text);
        // Titles may have small letters.
        let plain = names.is_title() && text.split(' ').count() <= 4 && !text.contains(" and ");
        let shape = if plain { 0 } else { weights.odd * oddities(words::without_aside(text)) };
        let (c, t) = (usize::from(names.company), usize::from(names.title));
        let mut company = weights.company[c] + shape;
        let mut title = weights.title[t] + shape;
        if c < 4 {
            company += weights.company_by_title[t] + if silent { weights.department } else { 0 };
        }
        if t < 3 || c == 4 {
            title += weights.title_by_company[c];
        }
        if silent && t < 3 {
            title += weights.department * 2 / 3;
        }
        if words::is_own_account_alone(text) {
            company = company.max(weights.own);
        }
        if words::is_amount(text) {
            (company, title) = (company + 4 * weights.odd, title + 4 * weights.odd);
        }
        Self { own: words::is_own_account(text), at, names, company, title, silent }
    }
}

/// How much a text is unlike a name.
fn oddities(text: &str) -> i32 {
    let count = text.chars().count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    i32::from(count > 50)
        + i32::from(count > 80)
        + i32::from(digits >= 3)
        + i32::from(text.starts_with(char::is_lowercase) && text.contains(' '))
        + i32::from(words::plain_words(text) >= 2)
        + 2 * i32::from(text.contains(['%', '。', '、', ':', '《', '“']))
        + 2 * i32::from(words::is_prose(text))
}

/// Signs around a piece that are no part of it.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || is_dash(c) || ",|·;:、/•。*<\"“”'".contains(c)
}

/// The range without separators and unpaired brackets.
pub(crate) fn clean(page: &Page, at: Range<usize>) -> Range<usize> {
    let mut at = page.trim(at, is_mark);
    for (open, close) in [('(', ')'), ('[', ']'), ('【', '】')] {
        let text = page.slice(&at);
        let (opened, closed) = (text.matches(open).count(), text.matches(close).count());
        if opened > closed || closed > opened {
            let extra = if opened > closed { open } else { close };
            at = page.trim(at, |c| c == extra);
        } else if opened == 1 && text.starts_with(open) && text.ends_with(close) {
            at = at.start + open.len_utf8()..at.end - close.len_utf8();
        }
        at = page.trim(at, char::is_whitespace);
    }
    at
}

/// Pieces at certain separators: tabs, wide gaps, bars, dashes between blanks, semicolons.
pub(crate) fn strong(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let (mut pieces, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (i, &(offset, c)) in chars.iter().enumerate() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let before = i.checked_sub(1).map(|i| chars[i].1);
        let after = chars.get(i + 1).map(|&(_, c)| c);
        let blank = |side: Option<char>| side.is_none_or(char::is_whitespace);
        let beside_han = before.is_some_and(is_han) || after.is_some_and(is_han);
        let cut = match c {
            '\t' | '【' | '】' => true,
            ' ' => after == Some(' ') || before == Some(' '),
            '|' | '•' | '●' | '▪' | ';' | '@' | '※' | '◆' | '—' | '―' => depth == 0,
            '·' | '/' | '∙' | '⋅' => depth == 0 && blank(before) && blank(after),
            ',' => depth == 0 && beside_han,
            '.' => depth == 0 && blank(after) && is_stop(&text[start..offset], &text[offset + 1..]),
            c if is_dash(c) => {
                depth == 0
                    && (blank(before)
                        || blank(after)
                        || beside_han && c != '~' && !before.is_some_and(|b| b.is_ascii_alphanumeric()))
            }
            _ => false,
        };
        // "Manager - Demand Planning": a title and its field are one.
        let field = cut
            && (is_dash(c) || c == '/')
            && is_field_of(text[start..offset].trim_end(), text[offset + c.len_utf8()..].trim_start());
        if cut && !field {
            pieces.push(at.start + start..at.start + offset);
            start = offset + c.len_utf8();
        }
    }
    pieces.push(at.start + start..at.end);
    pieces
        .into_iter()
        .map(|piece| clean(page, piece))
        .filter(|piece| page.slice(piece).contains(char::is_alphanumeric))
        .collect()
}

/// Whether a full stop parts two names: no abbreviation before it, a capital behind.
fn is_stop(before: &str, behind: &str) -> bool {
    let last = before.rsplit([' ', ',']).next().unwrap_or_default();
    last.len() > 4
        && !last.contains('.')
        && !LEXICON.has("legal", &last.to_lowercase())
        && behind.trim_start().starts_with(char::is_uppercase)
}

/// Whether a title ends before a separator, and its field of work follows.
fn is_field_of(before: &str, after: &str) -> bool {
    let left = before.rsplit(['\t', '|', ',', ';']).next().unwrap_or_default().trim();
    let right = after.split(['\t', '|', ',', ';', '(', '/', '-', '–', '—']).next().unwrap_or_default();
    let right = right.split("  ").next().unwrap_or_default().trim();
    evidence(left).is_title() && is_field(right)
}

/// Fields of work, school subjects, wards and nothing else.
pub(crate) fn is_field(text: &str) -> bool {
    let lower = text.to_lowercase();
    if lower.contains(is_han) {
        let count = text.chars().count();
        return (2..=8).contains(&count)
            && text.chars().all(is_han)
            && (LEXICON.has("field", text) || LEXICON.ends("field_end", text).is_some())
            && evidence(text).company < 3;
    }
    let words = crate::page::words(&lower);
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, 'i' | 'v' | 'x' | '-'));
    let of_work = |word: &str| LEXICON.has("field", word);
    (1..=5).contains(&words.len())
        && words.iter().any(|word| of_work(word))
        && words.iter().all(|word| of_work(word) || LEXICON.has("joint", word) || number(word))
        && evidence(text).company < 3
        && !words::is_place(text)
}

/// The ranges between commas outside of parentheses.
pub(crate) fn commas(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (offset, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                // "Acme, Inc."
                let next = page.low(&(at.start + offset + 1..at.end)).trim_start();
                let word = next.split([' ', ',']).next().unwrap_or_default().trim_matches('.');
                if !LEXICON.has("legal", word) {
                    parts.push(at.start + start..at.start + offset);
                    start = offset + 1;
                }
            }
            _ => {}
        }
    }
    parts.push(at.start + start..at.end);
    parts.into_iter().map(|part| clean(page, part)).filter(|part| !part.is_empty()).collect()
}

type Cut = fn(&Page, &Range<usize>) -> Vec<Range<usize>>;

/// The parts of a piece that holds an employer and a title; else the piece.
pub(crate) fn weak(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    const CUTS: [(Cut, bool); 5] = [(at_words, true), (titled, true), (scripts, true), (chinese, true), (commas, true)];
    let text = page.slice(at);
    if is_title_with_field(text) {
        return vec![at.clone()];
    }
    let whole = evidence(text);
    for (cut, by_place) in CUTS {
        let parts = cut(page, at);
        if parts.len() < 2 {
            continue;
        }
        let judged: Vec<Evidence> = parts.iter().map(|part| evidence(page.slice(part))).collect();
        let company = judged
            .iter()
            .position(|e| e.company >= 3 && e.title < 3 || e.company == 4 || e.company == 2 && e.title == 0);
        let title = judged.iter().position(|e| e.is_title());
        let aside = |part: &Range<usize>| {
            words::is_department(page.slice(part))
                || words::is_place(page.slice(part))
                || words::is_note(page.slice(part))
        };
        let both = company.is_some() && title.is_some() && company != title;
        let after = company == Some(0) && judged[1..].iter().any(|e| e.title >= 2);
        let alone =
            company.is_some_and(|company| parts.iter().enumerate().all(|(at, part)| at == company || aside(part)));
        let sides = by_place
            && parts.len() == 2
            && judged.iter().any(|e| e.company >= 3 && e.title < 3)
            && judged.iter().any(|e| e.company < 2)
            && parts.iter().all(|part| part.len() > 3);
        // One side is known: "Data Engineer, Northlight", "阿里 产品经理".
        let inferred = by_place && whole.company < 3 && title.is_some() && parts.len() <= 4;
        if both || after || alone || sides || inferred {
            return parts;
        }
    }
    vec![at.clone()]
}

/// "Manager, Demand Planning".
fn is_title_with_field(text: &str) -> bool {
    text.split_once(", ")
        .is_some_and(|(title, field)| evidence(title).is_title() && !field.contains(", ") && is_field(field))
}

/// "Engineer at Northlight", "Staf di PT Maju".
pub(crate) fn at_words(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    for (class, strict) in [("at_word", false), ("at_word_strict", true)] {
        for (joint, _) in LEXICON.list(class) {
            let Some(found) = text.find(joint) else { continue };
            let (title, company) = (&text[..found], &text[found + joint.len()..]);
            if evidence(title).title == 3 && (!strict || evidence(company).company >= 3) && !company.trim().is_empty() {
                return vec![
                    clean(page, at.start..at.start + found),
                    clean(page, at.start + found + joint.len()..at.end),
                ];
            }
        }
    }
    Vec::new()
}

/// "CLINICAL PHARMACIST Hospital de Santa Brites", "Pemilik Toko Cahaya Bone": a title before a name that is written
/// otherwise, or that begins as names of employers do.
fn titled(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    let small = |word: &str| word.contains(char::is_lowercase);
    for (blank, _) in text.match_indices(' ') {
        let (head, rest) = (&text[..blank], text[blank..].trim_start().trim_start_matches('('));
        let word = rest.split(' ').next().unwrap_or_default();
        let lower = word.to_lowercase();
        let capitals = blank >= 6 && !small(head) && small(word) && word.starts_with(char::is_uppercase);
        let words = rest.split(' ').count();
        let named = !head.contains(',')
            && (LEXICON.has("legal_prefix", &lower) && words > 1
                || LEXICON.has("institution_first", &lower) && words > 2);
        if (capitals || named && evidence(head).title == 3) && evidence(head).is_title() {
            return vec![clean(page, at.start..at.start + blank), clean(page, at.start + blank..at.end)];
        }
    }
    Vec::new()
}

/// "Bluebird Retail China 招聘主管": a Latin employer and a Chinese title, or the reverse.
fn scripts(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    let first = text.starts_with(is_han);
    let Some(change) = text
        .match_indices(' ')
        .map(|(blank, _)| blank)
        .find(|&blank| text[blank..].trim_start().starts_with(is_han) != first)
    else {
        return Vec::new();
    };
    let (head, rest) = (&text[..change], &text[change..]);
    let pure = |text: &str, han: bool| text.split_whitespace().all(|word| word.contains(is_han) == han);
    if !(pure(head, first) && pure(rest, !first)) {
        return Vec::new();
    }
    let (latin, chinese) = if first { (rest, head) } else { (head, rest) };
    let (one, other) = (evidence(latin.trim()), evidence(chinese.trim()));
    let employer = one.company >= 2 || latin.split_whitespace().count() >= 3 && one.title == 0;
    if employer && one.title < 3 && other.is_title() {
        vec![clean(page, at.start..at.start + change), clean(page, at.start + change..at.end)]
    } else {
        Vec::new()
    }
}

/// Chinese words between single blanks, and an employer that a title follows without one: 某某科技有限公司产品经理.
fn chinese(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    if !is_chinese(text) {
        return Vec::new();
    }
    let mut ends: Vec<usize> = text.match_indices(' ').map(|(blank, _)| blank).collect();
    if ends.is_empty() {
        let legal = text.rmatch_indices("公司").map(|(found, form)| found + form.len()).next().filter(|&end| end > 6);
        ends.extend(legal.filter(|&end| end < text.len() && !text[end..].starts_with('(')));
        if ends.is_empty() {
            let institution = (0..text.len()).rev().filter(|&end| end > 0 && text.is_char_boundary(end)).find(|&end| {
                LEXICON.ends("institution", &text[..end]).is_some_and(|(len, _)| len >= 6 && len < end)
                    && evidence(&text[end..]).is_title()
            });
            ends.extend(institution);
        }
    }
    if ends.is_empty() || ends.len() > 8 {
        return Vec::new();
    }
    let split = |end: usize| vec![clean(page, at.start..at.start + end), clean(page, at.start + end..at.end)];
    // The longest employer at the start, or at the end behind a title.
    for &end in ends.iter().rev() {
        let (head, rest) = (evidence(&text[..end]), evidence(text[end..].trim_start()));
        if head.company >= 3 && head.title < 3 && rest.company < 3 {
            let rest_at = clean(page, at.start + end..at.end);
            let rest_text = page.slice(&rest_at);
            // A department between them.
            if let Some(blank) = rest_text
                .find(' ')
                .filter(|&blank| words::is_department(&rest_text[..blank]) || words::is_place(&rest_text[..blank]))
            {
                return vec![
                    clean(page, at.start..at.start + end),
                    rest_at.start..rest_at.start + blank,
                    clean(page, rest_at.start + blank..rest_at.end),
                ];
            }
            return split(end);
        }
        if head.is_title() && rest.company >= 3 && rest.title < 3 {
            return split(end);
        }
    }
    let end = ends[0];
    let (head, rest) = (evidence(&text[..end]), evidence(text[end..].trim_start()));
    let rank =
        LEXICON.has("rank", &text[..end]) || text[..end].is_ascii() && text[..end].len() <= 5 && head.company == 0;
    if !rank
        && head.title < 3
        && (rest.is_title() || rest.title >= 2 && (head.company >= 2 || head.is_nothing() && ends.len() == 1))
    {
        split(end)
    } else {
        Vec::new()
    }
}

/// The pieces of a stretch: at certain separators, and split further where a piece may hold employer and title.
pub(crate) fn pieces(page: &Page, at: &Range<usize>) -> (Vec<Piece>, Vec<Piece>) {
    let nothing = |piece: &Range<usize>| {
        let text = page.slice(piece);
        words::is_place(words::without_aside(text))
            || words::is_note(text)
            || words::is_duration(text)
            || text.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let strong: Vec<Range<usize>> = strong(page, at)
        .into_iter()
        .map(|piece| without_place(page, &without_lead(page, &piece)))
        .filter(|piece| !piece.is_empty() && !nothing(piece))
        .collect();
    let mut parts = Vec::new();
    for piece in &strong {
        parts.extend(weak(page, piece).into_iter().filter(|part| !part.is_empty() && !nothing(part)));
    }
    let cut = parts.len() > strong.len();
    let whole: Vec<Piece> = strong.into_iter().map(|piece| Piece::new(page, piece)).collect();
    let parts = if cut || parts.len() < whole.len() || parts.iter().zip(&whole).any(|(part, piece)| *part != piece.at) {
        parts.into_iter().map(|part| Piece::new(page, part)).collect()
    } else {
        whole.clone()
    };
    (whole, parts)
}

/// Without "as a", 担任 and the like before a title.
pub(crate) fn without_lead(page: &Page, at: &Range<usize>) -> Range<usize> {
    let lower = page.low(at);
    let Some((lead, _)) = LEXICON.begins("lead", lower) else { return at.clone() };
    let rest = page.trim(at.start + lead..at.end, char::is_whitespace);
    let spaced = lower[..lead].ends_with(is_han) || lower[lead..].starts_with(' ');
    if spaced && !rest.is_empty() && (evidence(page.slice(&rest)).title == 3 || lower[..lead].is_ascii()) {
        rest
    } else {
        at.clone()
    }
}

/// Without the places behind commas: "Casco Bay Hospital, Portland, ME".
pub(crate) fn without_place(page: &Page, at: &Range<usize>) -> Range<usize> {
    // "Dollar Barn-Memphis, TN"
    let glued = page.slice(at).rfind('-').filter(|&dash| {
        let (name, place) = (&page.slice(at)[..dash], &page.slice(at)[dash + 1..]);
        place.contains(", ") && words::is_place(place) && name.ends_with(char::is_alphanumeric)
    });
    if let Some(dash) = glued {
        return at.start..at.start + dash;
    }
    let parts = commas(page, at);
    let mut kept = parts.len();
    while kept > 1 {
        let last = page.slice(&parts[kept - 1]);
        let state = LEXICON.list("state").iter().any(|(state, _)| *state == last);
        if state {
            kept -= 1;
            if kept > 1 && words::is_proper(page.slice(&parts[kept - 1])) {
                kept -= 1;
            }
        } else if words::is_place(last) {
            kept -= 1;
        } else {
            break;
        }
    }
    if kept == parts.len() || kept == 0 { at.clone() } else { parts[0].start..parts[kept - 1].end }
}
