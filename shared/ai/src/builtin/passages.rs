//! Splits a resume's text into sentences and bullets: wrapped lines are joined, and bullet characters removed.

use std::sync::LazyLock;

use bole_domain::text::is_list_sign;
use regex::Regex;

use super::resume;
use super::text::{ascii_bounds, is_cjk};

/// The maximum width of a wrapped line, in Latin characters; wider lines were never wrapped.
const WIDEST: usize = 132;
/// Narrower lines are names, headings and lists.
const NARROWEST: usize = 44;
/// A line is full from this share of the widest lines around it.
const FULL: f64 = 0.84;
/// How many lines before and after show the column's width.
const AROUND: usize = 8;

static OPENING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:[(（]?\d{1,2}[)）、]|\d{1,2}[.．]\s|[①-⑳]|[a-h][)）]\s|第[一二三四五六七八九十]|[一二三四五六七八九十]{1,2}、)").ok()
});
static DATED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&ascii_bounds(r"(?i)(?:19|20)\d\d.{0,12}(?:-|–|—|~|至|to|until|sampai|hingga|s\.?d).{0,12}(?:(?:19|20)\d\d|至今|今|现在|present|now|current|sekarang|kini)")).ok()
});
static LABELLED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^[^\s，。；、,;:：]{1,8}[:：]").ok());

/// Bullet characters, including replacements for missing glyphs.
fn is_bullet(c: char) -> bool {
    is_list_sign(c)
        || matches!(c, '★' | '☆' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}' | '\u{25a0}'..='\u{25ff}' | '\u{2700}'..='\u{27bf}')
}

struct RawLine<'a> {
    text: &'a str,
    bulleted: bool,
    width: usize,
}

impl<'a> RawLine<'a> {
    fn of(line: &'a str) -> Self {
        let trimmed = line.trim();
        let dashed = ["- ", "– ", "— ", "o "].iter().find_map(|dash| trimmed.strip_prefix(dash));
        let bare = dashed.unwrap_or(trimmed).trim_start_matches(|c: char| is_bullet(c) || c.is_whitespace());
        let numbered = OPENING.as_ref().is_some_and(|opening| opening.is_match(bare));
        let bulleted = bare.len() < trimmed.len() || numbered;
        Self { text: bare, bulleted, width: width(bare) + usize::from(bulleted) * 2 }
    }

    fn opens(&self) -> bool {
        self.bulleted
            || self.text.is_empty()
            || OPENING.as_ref().is_some_and(|opening| opening.is_match(self.text))
            || DATED.as_ref().is_some_and(|dated| dated.is_match(self.text))
            || LABELLED.as_ref().is_some_and(|labelled| labelled.is_match(self.text))
            || is_contact(self.text)
            || resume::is_heading(self.text)
    }

    fn ends(&self) -> bool {
        self.text.is_empty()
            || self.text.ends_with(['.', '。', '!', '！', '?', '？', ';', '；', ':', '：'])
            || is_contact(self.text)
            || resume::is_heading(self.text)
    }
}

fn width(text: &str) -> usize {
    text.chars().map(|c| if is_cjk(c) || ('\u{ff00}'..='\u{ff60}').contains(&c) { 2 } else { 1 }).sum()
}

static CONTACT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&ascii_bounds(
        r"(?i)[\w.+-]+@[\w-]+\.[a-z]|\+?\d[\d\s().-]{8,}\d|\b(?:tel|phone|mobile|e-?mail|hp|no\. ?hp|telp|telepon|alamat|address|linkedin|wechat|whatsapp)\s*[:：]|(?:离职原因|电话|手机|邮箱|电子邮箱|微信|现居|住址|地址|出生|籍贯|性别|婚姻|年龄)\s*[:：]",
    ))
    .ok()
});

/// Whether a line contains contact or birth data instead of experience.
pub fn is_contact(line: &str) -> bool {
    let dated = DATED.as_ref().is_some_and(|dated| dated.is_match(line));
    CONTACT.as_ref().is_some_and(|contact| contact.is_match(line)) && !dated && width(line) < 2 * NARROWEST * 2
}

/// The text with one sentence or bullet per line; apart from white space, each line is a slice of it.
pub fn joined(text: &str) -> String {
    let lines: Vec<RawLine<'_>> = text.lines().map(RawLine::of).collect();
    let bullets = lines.iter().any(|line| line.bulleted);
    let mut of_width = [0_usize; WIDEST + 1];
    for line in &lines {
        if let Some(count) = of_width.get_mut(line.width) {
            *count += 1;
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut in_bullet = false;
    for (at, line) in lines.iter().enumerate() {
        let column = lines[at.saturating_sub(AROUND)..(at + AROUND).min(lines.len())].iter().map(|line| line.width);
        let column = column.filter(|width| *width <= WIDEST).max().unwrap_or(0);
        let previous = at.checked_sub(1).and_then(|before| lines.get(before));
        // On a wrapped page, several lines are as wide as the column.
        let broken = of_width[column.saturating_sub(5)..=column].iter().sum::<usize>() >= 3;
        let goes_on = |previous: &&RawLine<'_>| continues(previous, line, column, bullets && in_bullet, broken);
        match previous.filter(goes_on) {
            Some(previous) => {
                let spaced = |c: Option<char>| c.is_some_and(|c| c.is_ascii() && c != '-');
                let hyphen = previous.text.ends_with('-');
                if !hyphen && (spaced(previous.text.chars().next_back()) || spaced(line.text.chars().next())) {
                    out.push(' ');
                }
            }
            None => {
                if at > 0 {
                    out.push('\n');
                }
                in_bullet = line.bulleted;
            }
        }
        out.push_str(line.text);
    }
    out
}

/// Whether a line continues the wrapped previous one.
fn continues(previous: &RawLine<'_>, line: &RawLine<'_>, column: usize, in_bullet: bool, broken: bool) -> bool {
    if line.opens() || previous.ends() || previous.width > WIDEST || previous.width < NARROWEST {
        return false;
    }
    if DATED.as_ref().is_some_and(|dated| dated.is_match(previous.text)) && !in_bullet {
        return false;
    }
    let first = line.text.chars().next();
    let word =
        line.text.split_whitespace().next().map_or(0, |word| if first.is_some_and(is_cjk) { 2 } else { word.len() });
    let full = if first.is_some_and(is_cjk) {
        // Chinese text wraps when no further character fits, except before characters that may not start a line.
        previous.width + word + 2 > column
    } else {
        (previous.width + word) as f64 >= FULL * column as f64
    };
    let open = previous.text.ends_with([',', '，', '、', '-', '/', '(', '（', '&', '+']);
    match first {
        Some(c) if c.is_lowercase() => full || open || in_bullet,
        Some(c) if is_cjk(c) => full && (in_bullet || broken) && (in_bullet || column >= NARROWEST + 12),
        Some(_) => {
            let amid = previous.text.ends_with(|c: char| is_cjk(c) || c.is_ascii_digit());
            full && (in_bullet || open || (broken && amid))
        }
        None => false,
    }
}

/// The widest line that is quoted as a whole.
const LONGEST: usize = 230;

/// The sentence at a byte of a line, or the whole line if it is no longer than a bullet.
pub fn sentence_at(line: &str, at: usize) -> &str {
    let sentences = sentences(line);
    let holds = |sentence: &&&str| at < sentence.as_ptr() as usize - line.as_ptr() as usize + sentence.len();
    sentences.iter().find(holds).or(sentences.last()).map_or("", |sentence| sentence.trim())
}

/// The sentences of a line, or the whole line if it is no longer than a bullet.
fn sentences(line: &str) -> Vec<&str> {
    if width(line) <= LONGEST {
        return vec![line];
    }
    let (mut from, mut sentences) = (0, Vec::new());
    let mut chars = line.char_indices().peekable();
    while let Some((index, c)) = chars.next() {
        let end = index + c.len_utf8();
        let stops = match c {
            '。' | '！' | '？' | '；' | '!' | '?' | ';' => true,
            '.' => chars.peek().is_some_and(|(_, next)| next.is_whitespace()) && index > from + 3,
            _ => false,
        };
        if stops {
            sentences.push(&line[from..end]);
            from = end;
        }
    }
    if from < line.len() {
        sentences.push(&line[from..]);
    }
    sentences
}

/// A text's sentences and bullets, with an empty one for each empty line.
pub fn sentences_of(text: &str) -> Vec<String> {
    joined(text).lines().flat_map(|line| sentences(line).into_iter().map(|one| one.trim().to_owned())).collect()
}

/// The end of the last whole entry of a text within its first bytes: before an employment's dates or a heading, else
/// before a line.
pub fn end_of_entries(text: &str, most: usize) -> usize {
    let starts: Vec<usize> =
        text[..most].match_indices('\n').map(|(at, _)| at + 1).filter(|at| *at > most / 2).collect();
    let line = |start: usize| text[start..].lines().next().unwrap_or_default().trim();
    let opens = |start: &&usize| {
        let line = line(**start);
        DATED.as_ref().is_some_and(|dated| dated.is_match(line)) || resume::is_heading(line)
    };
    let Some(&entry) = starts.iter().rev().find(opens) else {
        return starts.last().copied().unwrap_or(most);
    };
    // An employer's name may stand above the dates, after an empty line.
    let above = starts.iter().rev().filter(|start| **start <= entry).take(LINES_ABOVE_DATES + 1);
    let after_empty = |start: &&usize| text[..**start].trim_end_matches(' ').ends_with("\n\n");
    above.copied().collect::<Vec<_>>().iter().find(after_empty).copied().unwrap_or(entry)
}

/// How many lines of an entry may stand above its dates.
const LINES_ABOVE_DATES: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_end_before_an_entry() {
        let older = "\n\nOlder Ltd, Singapore\nClerk, 2001-02 - 2004-05\nFiled letters";
        let text = format!("Ann Tan\n\nNewer Ltd\nClerk, 2004-06 - 2012-05\n{}{older}", "Filed letters\n".repeat(40));
        let end = end_of_entries(&text, text.len() - 4);
        assert!(text[end..].starts_with("Older Ltd"), "{}", &text[end..]);
        let plain = "Filed letters\n".repeat(40);
        assert_eq!(end_of_entries(&plain, 100) % 14, 0, "before a line");
        assert_eq!(end_of_entries("abcdef", 3), 3);
    }

    #[test]
    fn wrapped_lines_are_joined_into_one_sentence() {
        for (text, lines) in [
            (
                "\u{f0b7} 负责收单与清结算核心系统,日均交易 1,800 万笔,峰值 1.6 万 TPS;基于 Spring Cloud Alibaba 将单\n体拆分为 23 个服务。\n\u{f0b7} 主导订单库、账务库分库分表",
                vec![
                    "负责收单与清结算核心系统,日均交易 1,800 万笔,峰值 1.6 万 TPS;基于 Spring Cloud Alibaba 将单体拆分为 23 个服务。",
                    "主导订单库、账务库分库分表",
                ],
            ),
            (
                "� Measurement plans and GA4 set-ups for seven regional brands; vendor selection, workshops, executive\npresentations.\n� Trained more than 200 marketers",
                vec![
                    "Measurement plans and GA4 set-ups for seven regional brands; vendor selection, workshops, executive presentations.",
                    "Trained more than 200 marketers",
                ],
            ),
            (
                "Senior Engineer\nAcme Limited, Singapore\nBuilt the order service\nMentor four engineers",
                vec!["Senior Engineer", "Acme Limited, Singapore", "Built the order service", "Mentor four engineers"],
            ),
        ] {
            assert_eq!(joined(text).lines().collect::<Vec<_>>(), lines);
        }
    }

    #[test]
    fn contact_lines_are_recognized() {
        for line in ["电话:(+86) 138 0000 0212 | 电子邮箱:zhou@example.com", "Kuala Lumpur | jane@example.com"] {
            assert!(is_contact(line), "{line}");
        }
        for line in ["2020.06-至今 某公司 工程师", "Cut cost from 1,200,000 to 900,000", "日均交易 1,800 万笔"]
        {
            assert!(!is_contact(line), "{line}");
        }
    }

    #[test]
    fn long_line_is_quoted_by_sentence() {
        let line = format!("{}. Led a team of five people. {}", "a word ".repeat(20).trim(), "more of it ".repeat(20));
        let at = line.find("Led").unwrap_or_default();
        assert_eq!(sentence_at(&line, at), "Led a team of five people.");
    }
}
