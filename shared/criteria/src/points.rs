//! The points of a criterion, by one grammar: "（20 分）", "(25)", "30% - …", "poin 30", "x4", "…… 15".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use crate::words;

const UNIT: &str = r"分|%|％|points?\b|pts?\b|poin\b|marks?\b";
const WORD: &str = r"权重|分值|占比|占|bobot|poin|weighting|weight|worth";

/// Compiled once. Errors are excluded by a test.
macro_rules! pattern {
    ($($part:expr),+) => {
        LazyLock::new(|| Regex::new(&[$($part),+].concat()).ok())
    };
}

static BRACKET: LazyLock<Option<Regex>> = pattern!(r"[（(\[]([^（()）\[\]]{1,160})[)）\]]");
/// The inside of a bracket: perhaps a word, the points, and what follows.
static INSIDE: LazyLock<Option<Regex>> = pattern!(
    r"(?i)^\s*(?:[^\d,，;；]{1,16}[,，;；]\s*)?(?P<word>",
    WORD,
    r"|加|计)?\s*[:：=·]?\s*(?P<value>\d{1,3}(?:[.,]\d+)?)\s*(?P<unit>",
    UNIT,
    r")?(?P<rest>$|\s*[,，;；:：].*$|\s+$)"
);
static HEAD: LazyLock<Option<Regex>> = pattern!(
    r"(?i)^\s*(?:[x×]\s*(?P<times>\d{1,2})\s+|\[(?P<box>\d{1,3})\]\s*|(?P<value>\d{1,3}(?:\.\d+)?)\s*(?:",
    UNIT,
    r")\s*(?:[-–—―:：=|→]+\s*|\s{2,}|\t))"
);
static TAIL: LazyLock<Option<Regex>> = pattern!(
    r"(?i)(?P<gap>\s*(?:[-–—―=:：|→·,，]+|\.{2,}|…+)\s*|\s*)(?P<word>",
    WORD,
    r"|加|计|得|给)?\s*[:：=·]?\s*(?P<value>\d{1,3}(?:\.\d+)?)\s*(?P<unit>",
    UNIT,
    r")?\s*[.。;；,，]?\s*$"
);
static LEADING: LazyLock<Option<Regex>> = pattern!(r"^\s*(?:[-*•·]\s*)?(\d{1,3})\s*[:：]\s*");
static SCORE: LazyLock<Option<Regex>> = pattern!(r"(?i)\d\s*(?:分|points?\b|pts?\b|poin\b)(?:[^钟之]|$)");
static EACH: LazyLock<Option<Regex>> = pattern!(r"(?i)(\d{1,3})\s*(?:", UNIT, r")");

/// A text without its points.
#[derive(Debug, Default, PartialEq)]
pub struct Stripped {
    pub text: String,
    pub points: Option<f64>,
    /// Where it tells what less is worth, which nobody applies.
    pub rungs: Vec<Range<usize>>,
}

/// How a text writes points.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// Bare numbers at the end of lines are points.
    pub bare: bool,
    /// Numbers before a colon at the start of lines are points.
    pub leading: bool,
}

impl Style {
    /// Whether most parts of a text end with a bare number, and these add up to a score.
    pub fn of(text: &str) -> Self {
        let ends: Vec<&str> = text.split(['\n', '；', ';']).filter(|part| !part.trim().is_empty()).collect();
        let bare = |part: &&str| {
            let tail = TAIL.as_ref()?.captures(part)?;
            let is_alone = tail.name("unit").is_none() && tail.name("word").is_none() && !tail.name("gap")?.is_empty();
            let before = part.get(..tail.get(0)?.start())?;
            let is_told = before.chars().any(char::is_alphabetic) && !is_compared(before);
            if is_alone && is_told { number(tail.name("value")?.as_str()) } else { None }
        };
        let found: Vec<f64> = ends.iter().filter_map(bare).collect();
        let sum: f64 = found.iter().sum();
        // "experience 50, leadership 30, degree 20"
        let clauses: Vec<&str> = text.split([',', '，']).filter(|part| !part.trim().is_empty()).collect();
        let shares: Option<f64> = clauses.iter().map(bare).sum();
        let is_shared_out = clauses.len() >= 3 && shares.is_some_and(|sum| (sum - 100.0).abs() < 0.01);
        let leading: Vec<f64> =
            text.lines().filter_map(|line| number(LEADING.as_ref()?.captures(line)?.get(1)?.as_str())).collect();
        let is_score = |sum: f64| (50.0..=210.0).contains(&sum);
        Self {
            bare: is_shared_out || (found.len() >= 3 && found.len() * 2 >= ends.len() && is_score(sum)),
            leading: leading.len() >= 2 && is_score(leading.iter().sum()),
        }
    }
}

/// Separates a criterion from its points.
pub fn strip(text: &str, style: Style) -> Stripped {
    if let Some((range, points, rest)) = bracket(text) {
        let before = text.get(..range.start).unwrap_or_default();
        let after = text.get(range.end..).unwrap_or_default();
        let mut rungs: Vec<Range<usize>> = rest.into_iter().collect();
        let is_more = after.trim_start().starts_with(['→', ',', '，', ';', '；', ':', '：', '.', '。', '-', '—', '=']);
        if is_more && says_something(after) && !states_points(after) {
            // "Skills (40%): Java, Spring" asks for what follows.
            let text = cleaned(&[&[before.trim_end(), after].concat()]);
            return Stripped { text, points: Some(points), rungs };
        }
        if is_more && after.chars().any(char::is_alphanumeric) {
            rungs.push(range.end..text.len());
        }
        let after = if is_more { "" } else { after };
        return Stripped { text: cleaned(&[before, after]), points: Some(points), rungs };
    }
    if let Some(head) = HEAD.as_ref().and_then(|head| head.captures(text)) {
        let value = ["times", "box", "value"].into_iter().find_map(|name| head.name(name));
        let rest = head.get(0).and_then(|whole| text.get(whole.end()..)).unwrap_or_default();
        if let Some(points) = value.and_then(|value| number(value.as_str())).filter(|_| says_something(rest)) {
            return Stripped { text: cleaned(&[rest]), points: Some(points), rungs: Vec::new() };
        }
    }
    if let Some(leading) = LEADING.as_ref().filter(|_| style.leading).and_then(|leading| leading.captures(text)) {
        let rest = leading.get(0).and_then(|whole| text.get(whole.end()..)).unwrap_or_default();
        let points = leading.get(1).and_then(|value| number(value.as_str()));
        if points.is_some() && says_something(rest) {
            return Stripped { text: cleaned(&[rest]), points, rungs: Vec::new() };
        }
    }
    // "25 pts (in training: 10)"
    let trailing = BRACKET.as_ref().and_then(|bracket| bracket.find_iter(text).last());
    let trailing = trailing.filter(|bracket| !says_something(text.get(bracket.end()..).unwrap_or_default()));
    if let Some(trailing) = trailing.filter(|bracket| bracket.as_str().contains(|c: char| c.is_ascii_digit()))
        && let Some((start, points)) = tail(text.get(..trailing.start()).unwrap_or_default(), Style::default())
    {
        let text = cleaned(&[text.get(..start).unwrap_or_default()]);
        return Stripped { text, points: Some(points), rungs: vec![trailing.range()] };
    }
    match tail(text, style) {
        Some((start, points)) => {
            let text = cleaned(&[text.get(..start).unwrap_or_default()]);
            Stripped { text, points: Some(points), rungs: Vec::new() }
        }
        None => Stripped { text: cleaned(&[text]), ..Stripped::default() },
    }
}

/// Whether a text ends with its points.
pub fn ends_with_points(text: &str, style: Style) -> bool {
    let at_end = |range: &Range<usize>| !says_something(text.get(range.end..).unwrap_or_default());
    bracket(text).is_some_and(|(range, ..)| at_end(&range)) || tail(text, style).is_some()
}

/// Whether a text says how many points something is worth, with their unit or as a rung.
fn states_points(text: &str) -> bool {
    let is_worth = |part: &str| is_rung(part) || tail(part, Style { bare: true, ..Style::default() }).is_some();
    text.trim_start().starts_with(['→', '=']) || text.split([',', '，', ';', '；', '、', '/']).any(is_worth)
}

/// Whether a text says what a part is worth: "one year = 20".
pub fn is_rung(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    before.len() < text.len() && before.trim_end().ends_with(['=', '→'])
}

/// Whether a text speaks of a number of points, which is no result of a test.
pub fn speaks_of_points(text: &str) -> bool {
    SCORE.as_ref().is_some_and(|score| score.is_match(text)) && words::find("test", text).is_none()
}

/// The points of each item under a heading: "每条 20 分", "5 points each".
pub fn each(heading: &str) -> Option<f64> {
    words::find("points.each", heading)?;
    number(EACH.as_ref()?.captures(heading)?.get(1)?.as_str())
}

/// The last bracket that states points, with what it says besides.
fn bracket(text: &str) -> Option<(Range<usize>, f64, Option<Range<usize>>)> {
    let hits: Vec<_> = BRACKET.as_ref()?.captures_iter(text).collect();
    let first_letter = text.find(char::is_alphabetic);
    hits.iter().rev().find_map(|hit| {
        let (whole, inner) = (hit.get(0)?, hit.get(1)?);
        let inside = INSIDE.as_ref()?.captures(inner.as_str())?;
        let rest = inside.name("rest")?;
        let is_told = inside.name("unit").is_some() || inside.name("word").is_some();
        let value = number(inside.name("value")?.as_str()).filter(|value| *value <= 100.0)?;
        let is_sign = !is_told && first_letter.is_none_or(|letter| letter >= whole.start());
        if is_sign || !(is_told || rest.as_str().trim().is_empty()) {
            return None;
        }
        let more = rest.as_str().trim_matches(|c: char| !c.is_alphanumeric());
        let is_kind = words::is("cue.nice", more) || words::is("cue.must", more);
        let rung = inner.start() + rest.start()..inner.end();
        Some((whole.range(), value, (!more.is_empty() && !is_kind).then_some(rung)))
    })
}

/// Points at the end, and where they begin.
fn tail(text: &str, style: Style) -> Option<(usize, f64)> {
    let tail = TAIL.as_ref()?.captures(text)?;
    let value = number(tail.name("value")?.as_str()).filter(|value| *value < 100.0)?;
    let before = text.get(..tail.get(0)?.start())?;
    let is_after_number = before.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '≥' | '>' | '<' | '≤'));
    let is_marked = tail.name("gap")?.as_str().chars().any(|c| !c.is_whitespace() && !matches!(c, ',' | '，'));
    let has_word = tail.name("word").is_some_and(|word| !matches!(word.as_str(), "给" | "得"));
    let is_points = match tail.name("unit").map(|unit| unit.as_str()) {
        Some("%" | "％") => is_marked || has_word,
        Some(_) => true,
        None => {
            let is_weight = tail.name("word").is_some_and(|word| words::is("points.word", word.as_str()));
            let gap = tail.name("gap")?.as_str();
            is_weight || gap.contains("..") || (style.bare && !gap.is_empty())
        }
    };
    let is_test = words::find("test", before).is_some_and(|test| test.end + 12 > before.len());
    (is_points && !is_after_number && !is_test && says_something(before) && !is_compared(before))
        .then(|| tail.get(0).map(|whole| (whole.start(), value)))
        .flatten()
}

/// Whether a text ends with a word that compares: the number after it is part of the criterion.
fn is_compared(text: &str) -> bool {
    let text = text.trim_end().to_ascii_lowercase();
    words::forms("compare").iter().any(|form| {
        let is_word = text
            .strip_suffix(form)
            .is_some_and(|before| !form.is_ascii() || !before.ends_with(|c: char| c.is_ascii_alphanumeric()));
        is_word && text.ends_with(form)
    })
}

fn says_something(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// The parts joined, without the punctuation left at their ends.
fn cleaned(parts: &[&str]) -> String {
    let joined = parts.join(" ");
    let joined = joined.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_edge = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | '，'
                    | ';'
                    | '；'
                    | ':'
                    | '：'
                    | '。'
                    | '、'
                    | '-'
                    | '–'
                    | '—'
                    | '―'
                    | '='
                    | '|'
                    | '→'
                    | '·'
                    | '…'
            )
    };
    let text = joined.trim_matches(is_edge);
    // "etc." keeps its full stop; "3 years." does not.
    text.strip_suffix('.').filter(|rest| !rest.ends_with('.')).unwrap_or(text).trim_end_matches(is_edge).to_owned()
}

fn number(text: &str) -> Option<f64> {
    text.nfkc().collect::<String>().replace(',', ".").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        for pattern in [&BRACKET, &INSIDE, &HEAD, &LEADING, &TAIL, &SCORE, &EACH] {
            assert!(pattern.is_some());
        }
    }

    fn read(text: &str) -> (String, Option<f64>) {
        let Stripped { text, points, .. } = strip(text, Style::default());
        (text, points)
    }

    #[test]
    fn points_are_read_in_every_form() {
        let cases = [
            ("护理学大专及以上学历（10 分）", "护理学大专及以上学历", 10.0),
            ("有重症专科护士证 10 分", "有重症专科护士证", 10.0),
            ("8 years of development (50)", "8 years of development", 50.0),
            ("30% - at least 4 years as sous chef", "at least 4 years as sous chef", 30.0),
            ("持叉车证 —— 5%", "持叉车证", 5.0),
            ("S1 Akuntansi (bobot 15)", "S1 Akuntansi", 15.0),
            ("Excel, poin 30", "Excel", 30.0),
            ("Rust（２０分）", "Rust", 20.0),
            ("3年以上 (权重 33%)", "3年以上", 33.0),
            ("x4  Paediatric experience", "Paediatric experience", 4.0),
            ("有零售背景（5分，加分）", "有零售背景", 5.0),
            ("技能匹配（40%）：Java、MySQL，仅罗列不计分；", "技能匹配：Java、MySQL，仅罗列不计分", 40.0),
            (
                "Experience (30%): 5 years in retail, store openings",
                "Experience: 5 years in retail, store openings",
                30.0,
            ),
            ("Keahlian (bobot 25): menguasai Excel dan SAP", "Keahlian: menguasai Excel dan SAP", 25.0),
        ];
        for (text, stripped, points) in cases {
            assert_eq!(read(text), (stripped.to_owned(), Some(points)), "{text}");
        }
    }

    #[test]
    fn numbers_of_the_criterion_are_no_points() {
        let texts = [
            "毛利稳在60%以上",
            "attendance above 98%",
            "IELTS 7 points",
            "雅思7分",
            "Team of 10",
            "Excel (2016)",
            "waste under 5%",
            "管过 10 人",
            "kehadiran minimal 95%",
            "TOEFL 100",
        ];
        for text in texts {
            assert_eq!(read(text).1, None, "{text}");
        }
    }

    #[test]
    fn what_less_is_worth_is_not_part_of_the_text() {
        let text = "ICU 2 年以上（25 分；满 2 年给 25 分，1 年给 15 分）";
        let stripped = strip(text, Style::default());
        assert_eq!((stripped.text.as_str(), stripped.points), ("ICU 2 年以上", Some(25.0)));
        assert!(text[stripped.rungs[0].clone()].contains("1 年给 15 分"));
    }
}
