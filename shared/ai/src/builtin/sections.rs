//! Headings in a job's text: which sections contain requirements, and how binding they are.

use std::sync::LazyLock;

use regex::Regex;

use super::cues::cued;
use super::facet;
use super::layout::Marker;
use super::lexicon::LEXICON;
use super::text::amount;

/// The section of a job's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Must,
    Nice,
    Duty,
    /// Scoring, interview and evaluation instructions; no requirements.
    Rules,
    /// The employer and its offer.
    Offer,
}

/// A heading at the start of a segment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heading {
    /// The section it opens; none if it only names a scored section.
    pub section: Option<Section>,
    /// Where the content starts in the segment; its length if there is none.
    pub rest: usize,
}

const MUST: &str = r"(?:must(?:[- ]haves?)?|required|mandatory|essential|minimum|basic|core|key|hard)(?: (?:qualifications?|skills?|experience|criteria|requirements?|points?|items?|conditions?))?|must be|qualifications?|requirements?|essentials?|needs?|needed|we need|you need|hard requirements?|minimum|knock-?outs?|non-negotiables?|dealbreakers?|wajib|harus|syarat(?: (?:wajib|utama|mutlak|minimal|umum|khusus))?|kualifikasi(?: (?:wajib|utama|minimal))?|persyaratan(?: (?:wajib|utama|umum))?|kriteria(?: (?:wajib|utama))?|(?:硬性|刚需|必备|必须|必需|必要|基本|基础|任职|岗位|职位|招聘|核心|主要|门槛|准入|刚性|否决|一票否决)+(?:条件|要求|资格|项目?|门槛|标准)*|要求|硬条件|硬要求|条件";
const NICE: &str = r"(?:nice(?:[- ]to[- ]haves?)?|preferred|desired|desirables?|desirable|bonus|additional|optional|good[- ]to[- ]haves?|should[- ]haves?|could[- ]haves?|pluses|plus points?|tie-?breakers?)(?: (?:qualifications?|skills?|experience|criteria|requirements?|points?|items?|extras?))?(?: for)?|preferences?|bonus points? for|plus|a plus|ideally|it helps if you(?: have)?|helpful|extras?|extra credit|extra points?|would be nice|we'd love|nilai (?:tambah|plus|lebih)(?:an)?|poin (?:plus|tambahan)|kualifikasi tambahan|akan lebih baik(?: jika)?|diutamakan|lebih disukai|opsional|syarat tambahan|kriteria tambahan|tambahan|(?:加分|优先|附加|额外|可选|优选|更好|有更好|更佳|锦上添花|非必[须需备])+(?:条件|要求|项目?|因素|考虑)*|最好有?|如有";

fn anchored(words: &str) -> Option<Regex> {
    Regex::new(&format!(r"(?i)^(?:{words})$")).ok()
}

static MUST_HEAD: LazyLock<Option<Regex>> = LazyLock::new(|| anchored(MUST));
static NICE_HEAD: LazyLock<Option<Regex>> = LazyLock::new(|| anchored(NICE));
static SCORING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:scor(?:e|ed|ing|ecard)|grading|rating|rubric|evaluat|assess|criteria|weights?|checklist|panduan|penilaian|skor|kriteria|daftar periksa|urutan|评分|打分|评估|考核|权重|评价|筛选|看人|look for)").ok()
});
static WITHIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"(?i)(?P<name>{NICE}|{MUST})\s*(?P<bracket>[（(][^（()）]{{1,24}}[)）])?\s*(?P<colon>[:：])?"))
        .ok()
});
static BRACKET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[（(\[【][^（()）\]】]*[)）\]】]").ok());
static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\s*[（(]?\d{1,2}[.、)）]").ok());

/// The heading at the start of a segment. `opens_list` if a list of other items follows.
pub fn heading(segment: &str, marker: Marker, opens_list: bool) -> Option<Heading> {
    const LONGEST: usize = 60;
    let marked = marker == Marker::Heading || segment.starts_with(['【', '［']);
    let (head, rest) = split(segment);
    let name = plain(head);
    let lower = name.to_lowercase();
    let alone = segment[rest..].trim().is_empty();
    if name.is_empty() || amount(&name) > LONGEST {
        return None;
    }
    let found = |section| Some(Heading { section: Some(section), rest: if alone { segment.len() } else { rest } });
    if let Some(section) = strict(&lower).filter(|_| alone || head.len() < segment.len()) {
        return found(section);
    }
    if let Some(section) =
        silent(&lower).filter(|_| amount(&name) <= 36 && (marked || head.len() < segment.len() || alone && opens_list))
    {
        return found(section);
    }
    let is_scoring = SCORING.as_ref().is_some_and(|scoring| scoring.is_match(&name));
    if alone && is_scoring && marker == Marker::None && LEXICON.mentions(&name).is_empty() {
        return Some(Heading { section: None, rest: segment.len() });
    }
    let ends = segment.trim_end().ends_with([':', '：', '】']);
    let asks = facet::years_in(&lower).is_none() && LEXICON.mentions(&name).is_empty();
    if alone && (marked || ends || (opens_list && marker == Marker::None && asks)) {
        return Some(Heading { section: loose(&lower), rest: segment.len() });
    }
    // "What we are looking for: …" introduces requirements.
    let leads = !alone && amount(&name) <= 40 && !super::words::names_a_side(&name) && asks;
    if let Some(section) = loose(&lower).filter(|section| leads && matches!(section, Section::Must | Section::Nice)) {
        return found(section);
    }
    if marked && !alone {
        return Some(Heading { section: loose(&lower), rest });
    }
    None
}

/// Whether a heading covers the whole scoring, so that its points are the total.
pub fn is_of_the_whole(heading: &str) -> bool {
    SCORING.as_ref().is_some_and(|scoring| scoring.is_match(heading.trim_start_matches(['【', '［', '*', '#', ' '])))
}

/// A segment's head, and where the rest starts.
fn split(segment: &str) -> (&str, usize) {
    let opened = segment.strip_prefix(['【', '［']).and_then(|inner| Some((inner, inner.find(['】', '］'])?)));
    if let Some((inner, at)) = opened {
        let mut rest = segment.len() - inner.len() + at + '】'.len_utf8();
        let behind = &segment[rest..];
        if let Some(bracket) = BRACKET
            .as_ref()
            .and_then(|bracket| bracket.find(behind))
            .filter(|found| behind[..found.start()].trim().is_empty())
        {
            rest += bracket.end();
        }
        rest = segment.len() - segment[rest..].trim_start_matches([':', '：', ' ']).len();
        return (&inner[..at], rest);
    }
    match segment.char_indices().find(|(_, c)| matches!(c, ':' | '：')) {
        Some((at, c)) => (&segment[..at], at + c.len_utf8()),
        None => (segment, segment.len()),
    }
}

/// A head without brackets, points and marks.
fn plain(head: &str) -> String {
    let head = BRACKET.as_ref().map_or_else(|| head.into(), |bracket| bracket.replace_all(head, ""));
    let head = head.replace(['*', '#', '【', '】', '_'], "");
    let head = head.trim();
    let bare = head.trim_end_matches(['%', '分']).trim_end_matches(|c: char| c.is_ascii_digit());
    // "加分" does not end in points.
    let counted = head.trim_end_matches(['%', '分']).ends_with(|c: char| c.is_ascii_digit());
    let head = if counted { bare.trim_end_matches(['-', '–', '—', ' ']) } else { head };
    head.trim_end_matches("bobot").trim().to_owned()
}

fn strict(name: &str) -> Option<Section> {
    let is = |pattern: &LazyLock<Option<Regex>>| pattern.as_ref().is_some_and(|pattern| pattern.is_match(name));
    if is(&NICE_HEAD) {
        Some(Section::Nice)
    } else if is(&MUST_HEAD) {
        Some(Section::Must)
    } else if [
        "not",
        "no",
        "avoid",
        "do not",
        "don't",
        "don't care about",
        "not needed",
        "not required",
        "exclude",
        "不要",
        "不需要",
        "不考虑",
        "jangan",
        "tidak",
        "bukan",
        "tidak perlu",
    ]
    .contains(&name)
    {
        Some(Section::Rules)
    } else {
        None
    }
}

/// Headings of sections without requirements.
fn silent(name: &str) -> Option<Section> {
    if cued("head.rules", name) {
        Some(Section::Rules)
    } else if cued("head.skip", name) {
        Some(Section::Offer)
    } else {
        None
    }
}

fn loose(name: &str) -> Option<Section> {
    if cued("head.nice", name) {
        Some(Section::Nice)
    } else if cued("head.duty", name) {
        Some(Section::Duty)
    } else if let Some(section) = silent(name) {
        Some(section)
    } else if cued("head.must", name) || ["you", "anda", "你"].contains(&name) {
        Some(Section::Must)
    } else {
        None
    }
}

/// A tag for importance, "[must]", "（加分）", and its position.
pub fn tag(text: &str) -> Option<(Section, std::ops::Range<usize>)> {
    let found = BRACKET.as_ref()?.find_iter(text);
    let mut told = found.filter_map(|found| {
        let inner = found.as_str().trim_matches(|c| "（()）[]【】 ".contains(c));
        Some((strict(&inner.to_lowercase())?, found.range()))
    });
    told.next()
}

/// A text without its tag.
pub fn untagged(text: &str) -> String {
    match tag(text) {
        Some((_, at)) => format!("{} {}", text[..at.start].trim_end(), text[at.end..].trim_start()).trim().to_owned(),
        None => text.to_owned(),
    }
}

/// Where headings start within a line: "… (20) Preferred (30 points): 4. …", "…；加分：…".
pub fn headings_within(line: &str) -> Vec<usize> {
    let mut found: Vec<usize> = line.match_indices('【').map(|(at, _)| at).filter(|at| *at > 0).collect();
    let Some(pattern) = WITHIN.as_ref() else { return found };
    for hit in pattern.captures_iter(line) {
        let Some(whole) = hit.get(0) else { continue };
        let before = &line[..whole.start()];
        let Some(last) = before.trim_end().chars().next_back() else { continue };
        let closed = "。；;.!！?？)）】".contains(last);
        let spaced = before.ends_with(char::is_whitespace) && hit.name("bracket").is_some();
        let numbered = NUMBERED.as_ref().is_some_and(|numbered| numbered.is_match(&line[whole.end()..]));
        let boundary = before.ends_with(|c: char| !c.is_alphanumeric()) || before.ends_with(super::text::is_cjk);
        if (closed || spaced)
            && boundary
            && (hit.name("colon").is_some() || (numbered && hit.name("bracket").is_some()))
        {
            found.push(whole.start());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(segment: &str) -> Option<Option<Section>> {
        heading(segment, Marker::None, false).map(|heading| heading.section)
    }

    #[test]
    fn headings_are_recognized_in_three_languages() {
        for (head, expected) in [
            ("【必备条件】（70 分）", Section::Must),
            ("硬性条件（60 分）", Section::Must),
            ("加分条件（40 分）", Section::Nice),
            ("Required (70 points):", Section::Must),
            ("Preferred (30 points):", Section::Nice),
            ("Syarat wajib (bobot 70):", Section::Must),
            ("Nilai tambah (bobot 30):", Section::Nice),
            ("NILAI PLUS:", Section::Nice),
            ("Recruiter notes: ask about weekends", Section::Rules),
            ("说明：先看年限", Section::Rules),
            ("What we offer:", Section::Offer),
            ("Yang ditawarkan: gaji", Section::Offer),
        ] {
            assert_eq!(section(head), Some(Some(expected)), "{head}");
        }
    }

    #[test]
    fn list_items_are_not_headings() {
        for item in [
            "food cost control: under 32%",
            "持有有效的护士执业证书",
            "Technical skills: SQL",
            "P&L responsibility",
            "Must have a driving licence",
        ] {
            assert_eq!(section(item), None, "{item}");
        }
    }

    #[test]
    fn headings_within_a_line_are_found() {
        let line = "Required (70 points): 1. Team of ten (20) Preferred (30 points): 2. Retail";
        assert_eq!(headings_within(line), [line.find("Preferred").unwrap_or_default()]);
        assert!(headings_within("Fashion retail preferred: no").is_empty());
    }
}
