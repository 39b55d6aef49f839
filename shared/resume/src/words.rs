//! What the words of a short text say of it: employer, title, place, note, duration, prose.

use crate::dates;
use crate::lexicon::LEXICON;
use crate::page::{is_chinese, is_han, words};

/// Longer pieces are prose.
const MAX_PIECE: usize = 120;

/// Evidence from the words of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Evidence {
    /// 0 none, 1 a word anywhere, 2 a trade or a word not at the head, 3 an institution, 4 a legal form.
    pub(crate) company: u8,
    /// 0 none, 2 a title's word anywhere, 3 at the head.
    pub(crate) title: u8,
}

impl Evidence {
    /// Whether it is a title without an institution.
    pub(crate) const fn is_title(self) -> bool {
        self.title == 3 && self.company < 3
    }

    pub(crate) fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

pub(crate) fn evidence(piece: &str) -> Evidence {
    if piece.len() > MAX_PIECE && piece.chars().count() > MAX_PIECE {
        return Evidence::default();
    }
    let bare = without_notes(piece);
    if is_amount(bare) {
        return Evidence::default();
    }
    let lower = bare.to_lowercase();
    let words = words(&lower);
    let latin = latin_title(&words, &lower);
    let mut title = chinese_title(&lower).max(latin);
    if bare.starts_with(char::is_lowercase) && bare.contains(|c: char| c.is_ascii_digit()) {
        title = 0;
    }
    let small = bare.rsplit(' ').next().is_some_and(|last| last.starts_with(char::is_lowercase));
    let company = match latin_company(&words, latin) {
        // "Acme Bank", but "SME lending": names are capitalized to the end.
        2 | 3 if small && !words.first().is_some_and(|first| LEXICON.has("institution_first", first)) => 1,
        company => company,
    };
    let company = if LEXICON.begins("verb_at_once", bare).is_some() { 0 } else { company.max(chinese_company(&lower)) };
    Evidence { company, title }
}

fn chinese_company(lower: &str) -> u8 {
    if !lower.contains(is_han) {
        return 0;
    }
    let piece = without_aside(lower);
    let count = piece.chars().count();
    let legal = LEXICON.ends("legal", piece).is_some_and(|(len, _)| !piece[piece.len() - len..].is_ascii());
    if legal
        || piece.contains("有限公司")
        || piece.contains("有限责任公司")
        || LEXICON.ends("legal", lower).is_some_and(|(len, _)| lower.ends_with(')') && len < lower.len())
    {
        return 4;
    }
    if count >= 3
        && LEXICON
            .ends("institution", piece)
            .is_some_and(|(len, _)| len < piece.len() && !piece[piece.len() - len..].is_ascii())
    {
        return 3;
    }
    if LEXICON.within("legal", piece, 2).is_some_and(|(from, to, _)| !piece[from..to].is_ascii()) {
        return 3;
    }
    if (3..=16).contains(&count)
        && LEXICON.ends("trade", piece).is_some_and(|(len, _)| !piece[piece.len() - len..].is_ascii())
    {
        return 2;
    }
    u8::from(
        count >= 5 && LEXICON.within("institution", piece, 2).is_some_and(|(from, to, _)| !piece[from..to].is_ascii()),
    )
}

fn chinese_title(lower: &str) -> u8 {
    if !lower.contains(is_han) {
        return 0;
    }
    let bare = without_aside(
        lower.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, 'i' | 'v' | '+' | ' ' | '岗' | '级')),
    );
    let count = bare.chars().count();
    if count > 24 {
        return 0;
    }
    let generic = LEXICON.ends("generic_end", bare).is_some()
        && (2..=14).contains(&count)
        && LEXICON.ends("no_generic", bare).is_none();
    let short = match bare.chars().next_back() {
        Some('长') => count <= 8,
        Some('工') => count <= 6,
        _ => true,
    };
    if LEXICON.ends("title", bare).is_some_and(|(len, _)| whole_word(bare, bare.len() - len)) || generic && short {
        return 3;
    }
    if LEXICON.within("title", bare, 2).is_some_and(|(from, to, _)| !bare[from..to].is_ascii()) { 2 } else { 0 }
}

/// Whether a Latin form at the end of a text begins a word.
fn whole_word(text: &str, at: usize) -> bool {
    !text[at..].is_ascii() || text[..at].chars().next_back().is_none_or(|c| !c.is_ascii_alphanumeric())
}

fn is_level(word: &str) -> bool {
    LEXICON.has("level_word", word) || LEXICON.has("note", word)
}

fn latin_title(words: &[&str], lower: &str) -> u8 {
    if words.is_empty() || words.len() > 12 {
        return 0;
    }
    let title = |word: &str| LEXICON.has("title", word);
    let head = |word: &str| title(word) || LEXICON.has("title_first", word);
    let last = words.iter().rev().find(|word| !is_level(word)).or(words.last());
    let begins = LEXICON.has("legal_prefix", words[0]);
    let ends = words.last().is_some_and(|word| LEXICON.has("legal", word));
    if !begins && !ends {
        let named =
            last.is_some_and(|word| title(word)) || words.len() > 1 && words.last().is_some_and(|word| title(word));
        // "Acme HR": a field of work may end an unknown employer's name.
        let acronym = words.len() == 2 && LEXICON.has("acronym_title", words[1]);
        let other = words.iter().any(|word| head(word) && !LEXICON.has("acronym_title", word));
        let rank = |word: &str| LEXICON.has("rank", word);
        if named && (!acronym || other || rank(words[0])) {
            return 3;
        }
        let first = words.iter().find(|word| !rank(word) || words.len() == 1);
        if first.is_some_and(|word| LEXICON.has("title_first", word)) && (head(words[0]) || rank(words[0])) {
            return 3;
        }
        if let [_, "senior"] = words {
            return 3;
        }
        let before_joint = words
            .windows(2)
            .any(|pair| title(pair[0]) && matches!(pair[1], "of" | "for" | "in" | "to" | "-" | "&" | "and"));
        let before_mark = [" - ", ", ", " (", "/", " – ", ": "].iter().any(|mark| {
            lower
                .split_once(mark)
                .is_some_and(|(part, _)| part.split_whitespace().rev().find(|word| !is_level(word)).is_some_and(title))
        });
        let phrase =
            (2..=words.len().min(4)).any(|count| LEXICON.has("title_phrase", &words[words.len() - count..].join(" ")));
        if before_joint || before_mark || phrase || words.len() == 1 && LEXICON.has("title_phrase", words[0]) {
            return 3;
        }
    }
    let plain = |word: &str| matches!(word, "support" | "staff" | "head" | "lead" | "home");
    let phrase = || words.windows(2).any(|pair| LEXICON.has("title_phrase", &pair.join(" ")));
    if words.iter().any(|word| head(word) && !plain(word)) || phrase() { 2 } else { 0 }
}

fn latin_company(words: &[&str], title: u8) -> u8 {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return 0 };
    if words.len() > 14 {
        return 0;
    }
    let bare = |word: &str| word.replace('.', "");
    if words.len() >= 2 && (LEXICON.has("legal_prefix", &bare(first)) || LEXICON.has("legal", &bare(last))) {
        return 4;
    }
    if words.len() >= 3
        && words[1..]
            .iter()
            .any(|word| matches!(bare(word).as_str(), "inc" | "ltd" | "llc" | "gmbh" | "pte" | "tbk" | "plc"))
    {
        return 4;
    }
    let institution = |word: &str| LEXICON.has("institution", word);
    if title == 3 && words.len() <= 6 {
        return u8::from(words.len() >= 3 && institution(last));
    }
    let before_of = words.windows(2).any(|pair| institution(pair[0]) && matches!(pair[1], "of" | "for" | "&" | "and"));
    let leading = |word: &str| LEXICON.has("institution_first", word);
    if words.len() >= 2 && (institution(last) || leading(first) || before_of) {
        return 3;
    }
    if words.len() >= 2 && (words.iter().any(|word| institution(word) || leading(word)) || LEXICON.has("trade", last)) {
        return 2;
    }
    0
}

/// The text before the parenthesis that ends it.
pub(crate) fn without_aside(text: &str) -> &str {
    match (text.ends_with(')'), text.rfind('(')) {
        (true, Some(open)) if text[..open].chars().count() >= 2 => text[..open].trim_end(),
        _ => text,
    }
}

/// The piece without notes on the engagement, places and durations in parentheses at its end, and without separators.
pub(crate) fn without_notes(piece: &str) -> &str {
    let mark = |c: char| c.is_whitespace() || matches!(c, ',' | '|' | '-' | '–' | '—' | '·' | ';' | ':' | '、');
    let mut bare = piece.trim();
    loop {
        let before = bare.len();
        if bare.ends_with([')', ']'])
            && let Some(open) = bare.rfind(['(', '['])
        {
            let inner = bare[open + 1..bare.len() - 1].trim();
            let all = inner.split([',', '、']).all(|part| is_note(part.trim()));
            if inner.is_empty()
                || all
                || is_note(inner)
                || is_own_account_alone(inner)
                || is_place(inner)
                || is_duration(inner)
            {
                bare = &bare[..open];
            }
        }
        bare = bare.trim_end_matches(mark).trim_start_matches(|c| mark(c) || c == ')');
        if bare.len() == before {
            return bare;
        }
    }
}

/// 年销售额约80亿元的开发商, "310 staff", 4名主管: quantities, which are not names.
pub(crate) fn is_amount(piece: &str) -> bool {
    let piece = without_aside(piece);
    if !piece.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '.' | '±' | '~'));
    let digits = piece.len() - rest.len();
    let counted = (1..=5).contains(&digits)
        && (rest.starts_with(['名', '人', '位', '个', '余', '多'])
            || rest.starts_with(' ') && rest.trim_start().starts_with(char::is_lowercase));
    let many = piece.strip_suffix(['人', '名']).is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
    counted || many || LEXICON.within("amount_unit", piece, 1).is_some()
}

/// Full-time, kontrak, 全职 …
pub(crate) fn is_note(piece: &str) -> bool {
    let lower = piece.trim().to_lowercase();
    !lower.is_empty()
        && lower.split([',', '/', '|', '·']).all(|part| LEXICON.has("note", part.trim()) || is_place(part))
}

/// "5 years 2 months", "3年2个月", "2 tahun".
pub(crate) fn is_duration(piece: &str) -> bool {
    let lower = piece.trim().trim_matches(['(', ')', '[', ']']).to_lowercase();
    if lower.chars().count() > 28 || !lower.contains(|c: char| c.is_ascii_digit()) || dates::best(&lower).is_some() {
        return false;
    }
    let mut units = 0;
    let mut rest = lower.as_str();
    while let Some(c) = rest.chars().next() {
        if !c.is_alphabetic() {
            rest = &rest[c.len_utf8()..];
        } else if let Some((len, _)) = LEXICON.begins("duration", rest) {
            units += 1;
            rest = &rest[len..];
        } else if let Some((len, _)) = LEXICON.begins("duration_word", rest) {
            rest = &rest[len..];
        } else {
            return false;
        }
    }
    units > 0
}

/// 研发部, Finance Department, Divisi Operasional.
pub(crate) fn is_department(piece: &str) -> bool {
    let lower = without_aside(piece.trim()).to_lowercase();
    if lower.contains(is_han) {
        let institution = LEXICON.within("unit_institution", &lower, 2).is_some_and(|(from, _, _)| from > 0);
        return lower.chars().count() <= 14 && !institution && LEXICON.ends("department", &lower).is_some();
    }
    let words = words(&lower);
    let named = words.last().is_some_and(|last| LEXICON.has("department", last))
        || words.first().is_some_and(|first| LEXICON.has("department_first", first));
    words.len() <= 6 && named
}

/// A city, a state, a country, or several.
pub(crate) fn is_place(piece: &str) -> bool {
    let piece = piece.trim().trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | '|'));
    if piece.is_empty() || piece.chars().count() > 60 {
        return false;
    }
    let piece = piece
        .strip_suffix(" Area")
        .filter(|area| area.starts_with("Greater ") || area.contains(", "))
        .map_or(piece, |area| area.trim_start_matches("Greater "));
    let state = |part: &str| {
        LEXICON.list("state").iter().any(|(state, _)| *state == part.split_whitespace().next().unwrap_or_default())
    };
    if piece.rsplit_once(' ').is_some_and(|(city, end)| {
        end.len() >= 2
            && end.bytes().all(|b| b.is_ascii_uppercase())
            && state(end)
            && is_proper(city)
            && !city.trim_end_matches(',').contains(['-', ','])
    }) {
        return true;
    }
    let one = |part: &str| {
        let lower = part.to_lowercase();
        LEXICON.has("place", &lower) || LEXICON.begins("place_prefix", &lower).is_some()
    };
    let parts: Vec<&str> = piece.split([',', '/', '·', '-']).map(str::trim).filter(|part| !part.is_empty()).collect();
    !parts.is_empty()
        && parts.iter().enumerate().all(|(at, part)| {
            one(part)
                || at > 0 && state(part)
                || at == 0
                    && parts.len() == 2
                    && is_proper(part)
                    && (state(parts[1]) || one(parts[1]) && !part.contains(' '))
        })
}

/// A few capitalized words without evidence.
pub(crate) fn is_proper(part: &str) -> bool {
    let count = part.split_whitespace().count();
    (1..=3).contains(&count)
        && part.split_whitespace().all(|word| word.starts_with(char::is_uppercase))
        && evidence(part).is_nothing()
}

/// Whether a name is "Freelance", 自由职业, "Self-employed", and nothing else.
#[must_use]
pub fn is_own_account_alone(name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    let mut words = lower.split(['(', ')', '/', ' ', ',', '-']).filter(|word| !word.is_empty()).peekable();
    let own = |word: &str| LEXICON.has("own_account", word) || LEXICON.has("own_word", word);
    LEXICON.has("own_alone", &lower)
        || LEXICON.has("own_account", &lower)
        || words.peek().is_some() && is_own_account(&lower) && words.all(own)
}

/// Whether a title means self-employment, which needs no employer.
pub(crate) fn is_own_account(title: &str) -> bool {
    let lower = title.to_lowercase();
    LEXICON.within("own_account", &lower, 1).is_some() || lower.contains("自由") && !lower.contains("自由贸")
}

/// The number of small words, particles of names aside.
pub(crate) fn plain_words(text: &str) -> usize {
    text.split(' ').filter(|word| word.len() > 3 && word.chars().all(char::is_lowercase)).count()
}

/// Whether a line is a description, not names.
pub(crate) fn is_prose(line: &str) -> bool {
    let line = line.trim();
    let count: usize = line.split_whitespace().map(|word| word.chars().count() + 1).sum();
    if is_chinese(line) {
        let stop = line.contains(['。', '；', ';']) || line.ends_with(['.', ',', '、', '，']);
        let verb = || {
            let names = evidence(line);
            LEXICON.begins("verb", line).is_some() && names.company < 3 && (names.title < 3 || count > 9)
        };
        return count > 48
            || LEXICON.within("prose_mark", line, 1).is_some()
            || line.ends_with(':')
            || stop && count > 8
            || line.contains('%')
            || line.contains(',') && count > 26
            || line.matches(',').count() >= 2
            || verb();
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    if count > 130 || words.len() > 18 {
        return true;
    }
    let last = words.last().map_or("", |last| last);
    let abbreviated = LEXICON.has("abbreviation", &last.to_lowercase()) || last.matches('.').count() >= 2;
    if line.ends_with(['.', ';', ':']) && !abbreviated && words.len() >= 2 {
        return true;
    }
    let first =
        words.first().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()).unwrap_or_default();
    let joint = |word: &str| {
        LEXICON.has("joint", &word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&').to_lowercase())
    };
    let small = words.iter().filter(|word| word.starts_with(char::is_lowercase) && !joint(word)).count();
    let lettered = words.iter().filter(|word| word.contains(char::is_alphabetic)).count().max(1);
    let men = first.len() >= 6
        && (first.starts_with("me")
            && ["men", "mem", "mel", "mer", "mew"].iter().any(|start| first.starts_with(start)))
        && !LEXICON.has("no_men", &first);
    let verb = LEXICON.has("verb", &first)
        || first.len() > 4 && first.ends_with("ed") && !LEXICON.has("no_verb", &first)
        || men;
    let lower_first = words.first().is_some_and(|word| word.starts_with(char::is_lowercase));
    verb && words.len() >= 3 && small >= 1 || small * 2 > lettered || small >= 4 || lower_first && words.len() >= 4
}
