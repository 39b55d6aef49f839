//! Points and shares stated for an item or a section, in their many wordings: "（20 分）", "(30)", "bobot 70", "30% -
//! …", "… 35分", "x4 …", "Production .... 30", "experience 50, team 30, degree 20".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::text::{amount, is_cjk};

/// The notation of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// In brackets with a unit, or named: "（20 分）", "bobot 70".
    Plain,
    /// A bare number in brackets: "(30)".
    Bare,
    /// Before the item: "30% - …".
    Leading,
    /// Behind the item: "… 35分".
    Trailing,
    /// Behind dots or at the end: "Production .... 30".
    Leader,
    /// A factor: "x4 …", "… ×3".
    Factor,
    /// For each item of the list below: "每项 5 分", "5 points each".
    Each,
}

/// Points stated in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    pub value: f64,
    /// Their byte range, including brackets and signs.
    pub at: Range<usize>,
    /// The text in the same brackets: "满 2 年给 15 分".
    pub note: Range<usize>,
    pub form: Form,
}

const UNIT: &str = r"(?:%|分(?:值)?|points?|pts?\b|poin|marks?|per ?cent|persen|pct)";
const NAME: &str = r"(?:权重|占比|比重|占|分值|分数|满分|最高|最多|共|合计|weight(?:ing|age)?|bobot(?:nya)?|worth|max(?:imum)?\.?|maks(?:imal)?\.?|up to|nilai|skor|score|points?|pts|poin)";
const EACH: &str = r"(?:每[项条个]|各|各占|each|per item|apiece|masing-masing|tiap butir|per poin|@)";

fn pattern(text: &str) -> Option<Regex> {
    let text = text.replace("UNIT", UNIT).replace("NAME", NAME).replace("EACH", EACH).replace(r"\b", r"(?-u:\b)");
    Regex::new(&format!("(?i){text}")).ok()
}

static BRACKETED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"[（(\[【]\s*(?P<name>NAME)?\s*[:：=]?\s*(?:0\s*[-–~～至到]\s*)?\+?(?P<value>\d{1,3}(?:\.\d+)?)\s*(?P<unit>UNIT|/\s*100)?(?:\s*(?:权重|weight|bobot|max|满分))?\s*(?:[,，;；:：、/]\s*(?P<note>[^)）\]】]*))?[)）\]】]",
    )
});
static NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?:[-–—,，:：;；|。.]|\s|^)\s*(?:(?:权重|占比|比重|占|分值|weight(?:ing|age)?|bobot(?:nya)?|worth)\s*[:：=]?|(?:分数|满分|points?|pts|poin|skor|score|nilai)\s*[:：=])\s*(?P<value>\d{1,3}(?:\.\d+)?)\s*UNIT?",
    )
});
static LEADING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:[（(\[]?\+?(?P<value>\d{1,3}(?:\.\d+)?)\s*UNIT[)）\]]?\s*(?:[-–—:：|]+|(?:for|untuk)\s|\s)\s*|(?:[（(\[](?P<bare>\d{1,3})[)）\]]|\+(?P<plus>\d{1,3}))\s*[-–—:：|]?\s*)",
    )
});
static FACTOR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:[x×*]\s?(?P<value>\d{1,2})|(?P<other>\d{1,2})\s?[x×])\s+[-–—:：]?\s*|\s*[（(\[]?[x×]\s?(?P<last>\d{1,2})[)）\]]?\s*$",
    )
});
static TRAILING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"[\s\-–—:：=→|,，]*(?:\+|max(?:imum)?\.? |up to |maks(?:imal)?\.? |满分|最高|最多|占|0\s?[-–~～至到]\s?)?\s*(?P<value>\d{1,3}(?:\.\d+)?)\s*UNIT",
    )
});
static LEADER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"\s*(?:\.{3,}|…+|·{3,}|_{3,}|-{2,}|\t+|\s{3,}|[=:：→|]|\s[-–—]|[_\s]+/)\s*(?:0\s?[-–~～]\s?)?(?P<value>\d{1,3}(?:\.\d+)?)\s*UNIT?\s*$",
    )
});
static EACH_OF: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"[（(\[]?\s*(?:EACH\s*(?:计|得|为|占|加|bernilai|worth)?\s*(?P<value>\d{1,3}(?:\.\d+)?)\s*UNIT?|(?P<other>\d{1,3}(?:\.\d+)?)\s*UNIT\s*(?:each|apiece|per item|masing-masing|每项))\s*[)）\]]?",
    )
});

/// All readings of points in a text, by position.
fn candidates(text: &str) -> Vec<Points> {
    let mut found = Vec::new();
    let mut add = |pattern: &LazyLock<Option<Regex>>, form: Form| {
        let Some(pattern) = pattern.as_ref() else { return };
        for hit in pattern.captures_iter(text) {
            let Some(whole) = hit.get(0) else { continue };
            let value = ["value", "other", "bare", "plus", "last"].into_iter().find_map(|name| hit.name(name));
            let Some(value) = value.and_then(|value| value.as_str().parse::<f64>().ok()) else { continue };
            let note = hit.name("note").map_or(0..0, |note| note.range());
            let has = |name: &str| hit.name(name).is_some();
            let form = if form == Form::Plain && pattern.as_str().contains("note") && !has("unit") && !has("name") {
                Form::Bare
            } else {
                form
            };
            let fits = match form {
                Form::Bare => note.is_empty() && !text[..whole.start()].trim().is_empty(),
                Form::Trailing => ends(&text[whole.end()..]) && !is_range(&text[..whole.start()], whole.as_str()),
                _ => true,
            };
            if fits && (0.0..=100.0).contains(&value) && value > 0.0 {
                found.push(Points { value, at: whole.range(), note, form });
            }
        }
    };
    add(&EACH_OF, Form::Each);
    add(&BRACKETED, Form::Plain);
    add(&NAMED, Form::Plain);
    add(&LEADING, Form::Leading);
    add(&FACTOR, Form::Factor);
    add(&LEADER, Form::Leader);
    add(&TRAILING, Form::Trailing);
    found.sort_by_key(|points| points.at.start);
    found
}

/// Whether a number's unit ends the phrase: in "85 分以上" and "20% of sales" it does not.
fn ends(rest: &str) -> bool {
    rest.trim_start().chars().next().is_none_or(|c| "，,。.；;:：—–-|、）)→（(".contains(c))
}

/// Whether a number is part of a range, a decimal or a change: "70–84 分", "6.5 分", "给 15 分".
fn is_range(before: &str, whole: &str) -> bool {
    let joined = whole.trim_start();
    let digits = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '%');
    let is_number = digits.len() < before.len() && !digits.ends_with(|c: char| c.is_ascii_alphabetic());
    let dash = whole.starts_with(['-', '–', '—', '~', '～']) && joined.len() == whole.len() && is_number;
    let last = before.trim_end();
    let given = [
        "给", "得", "扣", "于", "到", "至", "超", "近", "约", "达", "足", "满", "前", "低", "高", "升", "降", "by",
        "to", "than", "from", "under", "over", "above", "below", "about", "least", "most", "di", "atas", "bawah",
        "sekitar", "minimal", "dapat",
    ];
    let is_given = given.iter().any(|word| last.ends_with(word));
    dash || before.ends_with(['.', '~', '～', '≥', '>', '<', '≤']) || is_given
}

/// The notations used by a text: ambiguous ones only count if repeated.
#[derive(Debug, Clone, Default)]
pub struct Style(Vec<Form>);

impl Style {
    /// Determined from a text's segments.
    pub fn of<'a>(segments: impl Iterator<Item = &'a str>) -> Self {
        let mut counts: Vec<(Form, usize, f64)> = Vec::new();
        let mut total = 0;
        for segment in segments {
            total += 1;
            let mut seen: Vec<Form> = Vec::new();
            for points in candidates(segment) {
                if seen.contains(&points.form) {
                    continue;
                }
                seen.push(points.form);
                match counts.iter_mut().find(|(form, ..)| *form == points.form) {
                    Some((_, count, sum)) => (*count, *sum) = (*count + 1, *sum + points.value),
                    None => counts.push((points.form, 1, points.value)),
                }
            }
        }
        counts.sort_by_key(|&(form, count, _)| (form != Form::Plain && form != Form::Bare, std::cmp::Reverse(count)));
        let holds = |&(form, count, sum): &(Form, usize, f64)| match form {
            Form::Plain => count >= 1,
            Form::Each => false,
            Form::Leader => count >= 3 && ((90.0..=110.0).contains(&sum) || count * 10 >= total * 6),
            _ => count >= 2,
        };
        Self(counts.iter().filter(|count| holds(count)).map(|&(form, ..)| form).collect())
    }

    /// The points that a heading gives to each item below it.
    pub fn each(heading: &str) -> Option<f64> {
        candidates(heading).into_iter().find(|points| points.form == Form::Each).map(|points| points.value)
    }

    /// Whether a sentence states points in brackets.
    pub fn bracketed(&self, sentence: &str) -> bool {
        let points = self.points(sentence);
        points.is_some_and(|points| {
            sentence[points.at.clone()].ends_with([')', '）', ']', '】'])
                && !sentence[..points.at.start].trim().is_empty()
        })
    }

    /// Whether the text states points at all.
    pub fn is_used(&self) -> bool {
        self.0.iter().any(|form| *form != Form::Plain)
    }

    pub fn points(&self, segment: &str) -> Option<Points> {
        let found = candidates(segment);
        let of = |form: &Form| found.iter().find(|points| points.form == *form).cloned();
        self.0.iter().find_map(of)
    }
}

/// Where items end within a line: after points in brackets followed by a new item, "… (10) Interview from 75".
pub fn ends_of_items(line: &str, cuts: &[usize]) -> Vec<usize> {
    let found = candidates(line);
    let bare = found.iter().filter(|points| points.form == Form::Bare).count();
    let closes = |points: &&Points| match points.form {
        Form::Plain => line[points.at.clone()].ends_with([')', '）', ']', '】']),
        Form::Bare => bare >= 2,
        _ => false,
    };
    let ends =
        found.iter().filter(closes).filter(|points| !cuts.contains(&points.at.start)).map(|points| points.at.end);
    ends.filter(|&end| {
        let rest = &line[end..];
        let next = rest.trim_start();
        let apart = rest.len() > next.len();
        next.chars().next().is_some_and(|c| {
            if apart { c.is_uppercase() || c.is_ascii_digit() || is_cjk(c) } else { c.is_ascii_digit() }
        })
    })
    .collect()
}

pub fn ends_with_points(text: &str) -> bool {
    candidates(text).iter().any(|points| points.at.end == text.trim_end().len())
}

/// A line as one part.
pub fn whole(line: &str) -> Vec<Range<usize>> {
    std::iter::once(0..line.len()).collect()
}

/// Splits a line with several shares, "Skills (40%): … Experience (30%): …" or "experience 50, team 30".
pub fn parts(line: &str) -> Vec<Range<usize>> {
    if let Some(parts) = listed(line) {
        return parts;
    }
    let mut shares = candidates(line);
    shares.retain(|points| matches!(points.form, Form::Plain | Form::Bare | Form::Trailing) && points.note.is_empty());
    let bracketed =
        |points: &Points| points.form != Form::Trailing && line[points.at.clone()].ends_with([')', '）', ']', '】']);
    if shares.iter().any(bracketed) {
        shares.retain(bracketed);
    }
    let opens = |points: &Points| line[points.at.end..].trim_start().starts_with([':', '：']);
    if shares.iter().any(opens) {
        shares.retain(opens);
    }
    // Shares after the first may be steps of its ladder.
    let sum: f64 = shares.iter().map(|points| points.value).sum();
    if shares.len() < 2 || (!shares.iter().all(bracketed) && !(90.0..=110.0).contains(&sum)) {
        return whole(line);
    }
    let mut found = Vec::new();
    let mut from = 0;
    for (index, points) in shares.iter().enumerate().skip(1) {
        let after = shares[index - 1].at.end;
        let between = &line[after..points.at.start];
        // The full stop in "Node.js" ends nothing.
        let stop = |at: usize, c: char| {
            matches!(c, '。' | '；' | ';' | '，' | ',' | '、' | '\t')
                || (c == '.' && between[at + 1..].starts_with(' '))
        };
        let stopped = between.char_indices().rfind(|&(at, c)| stop(at, c)).map(|(at, c)| at + c.len_utf8());
        let joined = [" and ", " dan ", "以及"].iter().find_map(|joint| between.find(joint).map(|at| at + joint.len()));
        if let Some(cut) = stopped.or(joined).map(|cut| after + cut) {
            found.push(from..cut);
            from = cut;
        }
    }
    found.push(from..line.len());
    found
}

/// "experience 50, team 30, degree 20": names with bare numbers that add up to a hundred.
fn listed(line: &str) -> Option<Vec<Range<usize>>> {
    let from = line.find([':', '：']).map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
    let to = line[from..].find(['.', '。']).map_or(line.len(), |at| from + at);
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut start = from;
    for (at, c) in line[from..to].char_indices().filter(|(_, c)| matches!(c, ',' | '，' | '、' | ';' | '；')) {
        parts.push(start..from + at);
        start = from + at + c.len_utf8();
    }
    parts.push(start..to);
    let told = |part: &Range<usize>| {
        let text = line[part.clone()].trim();
        let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
        (amount(name) >= 3 && name.len() < text.len()).then(|| text[name.len()..].parse::<u32>().ok()).flatten()
    };
    let numbers: Option<Vec<u32>> = parts.iter().map(told).collect();
    numbers.filter(|numbers| numbers.len() >= 3 && numbers.iter().sum::<u32>() == 100).map(|_| parts)
}

/// The bare number at the end of a part of such a list.
pub fn listed_points(part: &str) -> Option<Points> {
    let text = part.trim_end();
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let value: f64 = text[name.len()..].parse().ok()?;
    Some(Points { value, at: name.len()..text.len(), note: 0..0, form: Form::Leader })
}

/// Whether a text states points.
pub fn stated(text: &str) -> bool {
    let closes = |points: &Points| text[points.at.end..].trim().is_empty();
    candidates(text).iter().any(|points| points.form == Form::Plain || (points.form != Form::Bare && closes(points)))
}

static RUNG: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?:给|得|记|扣|mendapat|dapat|sekitar|earns?|gets?|scores?|nilai|=|→|->)\s*(?:满|约|up to|about)?\s*(?P<value>\d{1,3})\s*UNIT?\s*$|^(?P<first>\d{1,3})\s*(?:UNIT)?\s*(?:bila|jika|kalau|untuk|if|for|when)\b|^(?:full|all|penuh)\b.{0,20}\d|^\d{1,3}\s*(?:UNIT)?\s*[=＝]",
    )
});

/// Whether a text is only a ladder, from the top down.
pub fn is_ladder(text: &str) -> bool {
    let parts: Vec<&str> = text
        .split([';', '；', ',', '，', '。'])
        .map(|part| part.trim().trim_end_matches('.'))
        .filter(|part| !part.is_empty())
        .collect();
    let values: Vec<f64> =
        parts.iter().filter_map(|part| earned(part).or_else(|| bare(part)).map(|(value, _)| value)).collect();
    values.len() >= 2 && values.len() == parts.len() && values.windows(2).all(|pair| pair[0] > pair[1])
}

/// The bare number at the end of a step: "满3年15".
pub fn bare(clause: &str) -> Option<(f64, usize)> {
    let text = clause.trim_end();
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let value = text.get(name.len()..).and_then(|digits| digits.parse().ok())?;
    (amount(name) >= 2 && !name.ends_with(['.', '-', '–', '/'])).then_some((value, name.len()))
}

/// Whether a clause states what earns some points.
pub fn is_rung(clause: &str) -> bool {
    RUNG.as_ref().is_some_and(|rung| rung.is_match(clause.trim()))
}

/// The points that a clause says something earns, and where that phrase starts.
pub fn earned(clause: &str) -> Option<(f64, usize)> {
    let rung = RUNG.as_ref().and_then(|rung| rung.captures(clause));
    if let Some(found) = rung
        && let (Some(whole), Some(value)) = (found.get(0), found.name("value"))
    {
        return Some((value.as_str().parse().ok()?, whole.start()));
    }
    let last = candidates(clause).into_iter().rfind(|points| matches!(points.form, Form::Trailing | Form::Plain))?;
    clause[last.at.end..].trim().is_empty().then_some((last.value, last.at.start))
}
