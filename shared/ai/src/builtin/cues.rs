//! Cue phrases for reading jobs and resumes, from `lexicon/cues.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

use super::resume::Tone;
use super::text::{ascii_bounds, is_cjk};

static CUES: LazyLock<BTreeMap<&'static str, Vec<String>>> =
    LazyLock::new(|| read(include_str!("../../lexicon/cues.txt")));

fn read(source: &'static str) -> BTreeMap<&'static str, Vec<String>> {
    let mut lists: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let mut name = "";
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(opened) => name = opened,
            None => lists.entry(name).or_default().extend(phrases(line)),
        }
    }
    lists
}

fn phrases(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split(',').map(str::trim).filter(|phrase| !phrase.is_empty()).map(|phrase| phrase.replace('_', " "))
}

/// The list of this name; empty if there is none.
pub fn cues(name: &str) -> &'static [String] {
    CUES.get(name).map_or(&[], Vec::as_slice)
}

/// Whether a lower-case text contains any phrase of a list.
pub fn cued(name: &str, lower: &str) -> bool {
    cues(name).iter().any(|cue| lower.contains(cue.as_str()))
}

/// Negations, weakenings and others' work in a line, found once per line.
#[derive(Debug, Default, Clone)]
pub struct Hints {
    said: Vec<(usize, usize, u8)>,
    others: Vec<(usize, usize)>,
}

/// The effect of a phrase on a nearby name, as bits, because a phrase may be in several lists.
const DENIED: u8 = 1;
const WEAK: u8 = 2;
const WEAK_AFTER: u8 = 4;
const NOT_DENIED: u8 = 8;
const NOT_WEAK: u8 = 16;
const ANSWERED: u8 = 32;
/// Only denies what directly follows.
const DENIED_CLOSE: u8 = 64;
const DENIED_AFTER: u8 = 128;

/// How many characters before a name a phrase may still refer to it.
const LOOK_BACK: usize = 80;

struct Finder {
    automaton: Option<AhoCorasick>,
    says: Vec<u8>,
}

static FINDER: LazyLock<Finder> = LazyLock::new(|| {
    let mut phrases: BTreeMap<String, u8> = BTreeMap::new();
    let lists = [
        ("denied", DENIED),
        ("denied.close", DENIED_CLOSE),
        ("denied.after", DENIED_AFTER),
        ("denied.not", NOT_DENIED),
        ("weak", WEAK),
        ("weak.after", WEAK_AFTER),
        ("weak.not", NOT_WEAK),
        ("answered.no", ANSWERED),
    ];
    for (list, bit) in lists {
        for phrase in cues(list) {
            *phrases.entry(phrase.clone()).or_insert(0) |= bit;
        }
    }
    let automaton = AhoCorasick::builder().ascii_case_insensitive(true).build(phrases.keys()).ok();
    Finder { automaton, says: phrases.into_values().collect() }
});

/// Sentences in which somebody else does the work.
static OTHERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let patterns = [
        r"由[^，,。；;\d我本]{1,18}?(?:负责|完成|处理|承担|维护|执行|开发|部署|发布|操作|上机|管理|审核|编制|统一|关账|结账|记账|申报|实施|提供|制作|谈|做)",
        r"(?:归|属于)[^，,。；;]{1,10}(?:部|团队|组|同事|科|中心)(?:负责|管)?",
        r"(?:交给|外包给|委托)[^，,。；;]{1,10}(?:部|团队|组|同事|公司|外包|供应商|事务所|代理)",
        r"(?:本人|我)(?:不|没有|无|未)",
        r"\b(?:done|handled|owned|run|managed|performed|prepared|maintained|closed|deployed|operated|carried out|led|written|built|posted|signed off|administered|produced|drafted|designed|executed|set up|set|kept|made|negotiated)\s+(?:entirely |mostly |only |centrally |solely )?by\s+(?:an?other|the|our|a|an|my|their|his|her|clients?|head office|group|external|outside|corporate|vendors?|it|hr|consultants?|contractors?|agency|platform|central|separate|specialist|senior)\b",
        r"\b(?:another|a different|a separate|separate|other|the platform|the central) (?:team|department|group|colleague|person|squad)s? (?:does|do|did|handles?|handled|owns?|owned|runs?|ran|manages?|managed|is|was|are|were|performs?|posts?|closes?|takes?|took|keeps?)\b",
        r"\bthe (?:[\w&'’]+ ){0,3}(?:team|department|consultancy|agency|vendor|provider|colleagues?)s? (?:who |which |that )?(?:builds?|owns?|closes?|closed|does|did|handles?|runs?|ran|prepares?|posts?|manages?|leads?|led|decides?|negotiates?|deploys?|maintains?|operates?|operated|writes?|reviews?|performs?)\b",
        r", who (?:owns?|owned|does|did|handles?|handled|runs?|ran|closes?|closed|leads?|led|manages?|managed|prepares?|signs?|signed|decides?)\b",
        r"\b(?:belongs?|belonged|left|outsourced) to (?:another|the|a|an|our|external)[^.;]{0,24}(?:team|department|vendor|agency|group|office|accountants?|engineers?)",
        r"\b(?:dikerjakan|ditangani|dipegang|dilakukan|diurus|dikelola|disusun|dijalankan|dibuat|dihitung|dilaporkan|diinput|dioperasikan|dipimpin|diketuai|ditutup|dinegosiasikan)\s+(?:sepenuhnya |langsung |semua )?(?:oleh )?(?:tim|bagian|divisi|departemen|pihak|kantor|orang|rekan|vendor|konsultan|pusat|staf|supervisor|atasan|manajer|kolega|senior|head)\b",
        r"\bmenjadi (?:tanggung jawab|tugas|wewenang) (?:tim|bagian|divisi|departemen|kantor|pusat|atasan|manajer|supervisor)",
        r"\boleh (?:tim|bagian|divisi|pihak|orang) lain",
    ];
    Regex::new(&ascii_bounds(&format!("(?i){}", patterns.join("|")))).ok()
});

impl Hints {
    /// Scans a line.
    pub fn of(text: &str) -> Self {
        let Finder { automaton, says } = &*FINDER;
        let said = automaton.as_ref().map_or_else(Vec::new, |automaton| {
            automaton
                .find_overlapping_iter(text)
                .map(|hit| (hit.start(), hit.end(), says[hit.pattern().as_usize()]))
                .collect()
        });
        let others = OTHERS
            .as_ref()
            .map_or_else(Vec::new, |others| others.find_iter(text).map(|hit| (hit.start(), hit.end())).collect());
        Self { said, others }
    }

    fn any(&self, bit: u8, from: usize, to: usize, holds: impl Fn(usize) -> bool) -> bool {
        // Sorted by end.
        let first = self.said.partition_point(|&(_, end, _)| end <= from);
        let past = self.said.partition_point(|&(_, end, _)| end <= to);
        let within = self.said.get(first..past).unwrap_or_default();
        within.iter().any(|&(start, _, says)| says & bit != 0 && start >= from && holds(start))
    }

    /// The tone of a name at this byte range, from the phrases in its clause.
    pub fn tone(&self, text: &str, start: usize, end: usize) -> Tone {
        if self.said.is_empty() && self.others.is_empty() {
            return Tone::Plain;
        }
        let (from, to) = clause(text, start, end);
        let first = self.others.partition_point(|&(_, last)| last <= from);
        if self.others.get(first).is_some_and(|&(others, _)| others < to) {
            return Tone::Denied;
        }
        let before = &text[..start];
        let back = |most: usize| before.char_indices().rev().take(most).last().map_or(start, |(at, _)| at).max(from);
        let on_edge = |at: usize| text[at..].starts_with(is_cjk) || !text[..at].ends_with(char::is_alphanumeric);
        let behind = |most: usize| text[end..].char_indices().nth(most).map_or(text.len(), |(at, _)| end + at).min(to);
        let near = back(LOOK_BACK);
        let denied = (self.any(DENIED, near, start, on_edge)
            || self.any(DENIED_CLOSE, back(14), start, on_edge)
            || self.any(DENIED_AFTER, end, behind(26), |_| true))
            && !self.any(NOT_DENIED, from, to, |_| true);
        if denied || self.any(ANSWERED, end, behind(16), |at| at == end) {
            return Tone::Denied;
        }
        let close = back(22);
        let begun = self.any(WEAK, close, start, on_edge) && !self.any(NOT_WEAK, close, start, |_| true);
        if begun || self.any(WEAK_AFTER, end, behind(16), |_| true) { Tone::Weak } else { Tone::Plain }
    }

    /// Whether any clause of the line contains a negation or others' work, so that the line does not fully prove
    /// anything.
    pub fn doubts(&self, text: &str) -> bool {
        let on_edge = |at: usize| text[at..].starts_with(is_cjk) || !text[..at].ends_with(char::is_alphanumeric);
        !self.others.is_empty()
            || (self.any(DENIED, 0, text.len(), on_edge) && !self.any(NOT_DENIED, 0, text.len(), |_| true))
    }
}

/// The maximum extent of a clause around a name.
const CLAUSE: usize = 160;

/// The clause around a name. Commas end a clause in Chinese, but join lists in the other languages.
fn clause(text: &str, start: usize, end: usize) -> (usize, usize) {
    let stops = |at: usize, c: char| match c {
        '。' | '；' | ';' | '！' | '!' | '，' | '\n' => true,
        ',' => text[..at].ends_with(is_cjk) || text[at + 1..].starts_with(is_cjk),
        '.' => text[at + 1..].starts_with(' '),
        _ => false,
    };
    let turns = [" but ", " however", " while ", " though ", " tetapi ", " tapi ", " namun ", " sedangkan ", "但"];
    let furthest = text[..start].char_indices().rev().nth(CLAUSE).map_or(0, |(at, _)| at);
    let last = text[end..].char_indices().nth(CLAUSE).map_or(text.len(), |(at, _)| end + at);
    let mut from = text[furthest..start]
        .char_indices()
        .rev()
        .find(|&(at, c)| stops(furthest + at, c))
        .map_or(furthest, |(at, c)| furthest + at + c.len_utf8());
    let mut to = text[end..last].char_indices().find(|&(at, c)| stops(end + at, c)).map_or(last, |(at, _)| end + at);
    for turn in turns {
        from = text[from..start].rfind(turn).map_or(from, |at| from + at + 1);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        to = text[end..to].find(turn).map_or(to, |at| end + at);
    }
    (from.min(start), to.max(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn context_negates_or_weakens_a_skill() {
        for (line, name, tone) in [
            ("没有使用过 Kafka", "Kafka", Tone::Denied),
            ("没有缺勤，使用 Kafka", "Kafka", Tone::Plain),
            ("No experience with Kafka yet", "Kafka", Tone::Denied),
            ("Piano and Kafka", "Kafka", Tone::Plain),
            ("Not only Java but Kafka", "Kafka", Tone::Plain),
            ("Sedang belajar Kafka", "Kafka", Tone::Weak),
            ("Kafka（在学）", "Kafka", Tone::Weak),
            ("基础设施与 Kafka", "Kafka", Tone::Plain),
            ("驾照：无", "驾照", Tone::Denied),
            ("Kafka 没用过，主要写 Java", "Kafka", Tone::Denied),
            ("Kafka 没用过，主要写 Java", "Java", Tone::Plain),
            ("容器平台（Kubernetes）由基础架构部统一部署和维护", "Kubernetes", Tone::Denied),
            ("month-end is closed by the clients' finance teams", "month-end", Tone::Denied),
            ("SPT Tahunan dikerjakan oleh konsultan pajak", "SPT Tahunan", Tone::Denied),
            ("did not use Kafka, only RabbitMQ", "Kafka", Tone::Denied),
            ("协助财务经理完成 SAP 月结", "SAP", Tone::Weak),
            ("Never missed a month-end close", "month-end", Tone::Plain),
            ("Wrote Java, but never Kafka", "Java", Tone::Plain),
        ] {
            let start = line.find(name).unwrap_or_default();
            assert_eq!(Hints::of(line).tone(line, start, start + name.len()), tone, "{line}");
        }
    }
}
