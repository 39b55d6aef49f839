//! A job's texts as items: one requirement or duty each, with what the text says about how binding it is, what it
//! weighs and which side of the candidate it belongs to. Benefits, marketing and scoring rules are left out.

use std::sync::LazyLock;

use bole_domain::evaluation::{CriterionKind, Thresholds};
use regex::Regex;

use super::ceiling;
use super::cues::{cued, cues};
use super::facet::{self, Facet};
use super::lexicon::{Id, LEXICON};
use super::shares::{split_weighted, weight_in, with_shares, without_weight};
use super::text::{amount, is_cjk, normalise};
use crate::contract::JobBrief;

/// One requirement or duty in the job's words.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its words, without bullet, number and weight.
    pub text: String,
    /// Must or nice.
    pub kind: CriterionKind,
    /// A duty of the job rather than a requirement of the person.
    pub duty: bool,
    /// Share the text states for it alone.
    pub weight: Option<f64>,
    /// Index into [`Reading::groups`] of the stated side it stands under.
    pub group: Option<usize>,
}

/// A side of the candidate that the criteria name, with its stated share.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Its name as stated.
    pub name: String,
    /// Its stated share.
    pub weight: Option<f64>,
}

/// A job, read.
#[derive(Debug, Default)]
pub struct Reading {
    /// Requirements and duties, in order.
    pub items: Vec<Item>,
    /// Sides the criteria name.
    pub groups: Vec<Group>,
    /// Level thresholds, where stated.
    pub thresholds: Thresholds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Context {
    Duty,
    Must,
    Nice,
    Skip,
    /// Before any heading of a description: each sentence is looked at by itself.
    Open,
}

static BULLET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:\[[ xX✓√]?\]|[-*•·●■◆▪○–—>☐□☑✓✔√]+|\(?\d{1,2}\s*[.、)）]|[（(]\d{1,2}[)）]|[（(]?[一二三四五六七八九十]{1,2}[、)）.]|[（(]?[a-hA-H][.)）]|[①②③④⑤⑥⑦⑧⑨⑩])\s*").ok()
});
static INLINE_NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[\s；;。，,.:：])(?:\d{1,2}\s*[、)）]|\d{1,2}\.\s*[^\d\s]|[①②③④⑤⑥⑦⑧⑨⑩])").ok());
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\d{2,3}").ok());

/// Reads a job's texts.
pub fn read(brief: &JobBrief) -> Reading {
    let mut reading = Reading::default();
    let (core, jd) = (normalise(&brief.core_requirement), normalise(&brief.jd));
    let mut criteria = with_shares(&normalise(&brief.ai_evaluation_criteria));
    if asks_enough(&core, &jd) {
        criteria = criteria.lines().filter(|line| !is_prose(line)).collect::<Vec<_>>().join("\n");
    }
    read_text(&criteria, Context::Must, true, &mut reading);
    drop_rungs(&mut reading);
    let stated = std::mem::take(&mut reading.items);
    read_text(&core, Context::Must, false, &mut reading);
    reading.items.extend(stated);
    read_text(&jd, Context::Open, false, &mut reading);
    reading
}

/// Whether a job's own texts ask for as much as a rubric needs.
fn asks_enough(core: &str, jd: &str) -> bool {
    const ENOUGH: usize = 3;
    let mut reading = Reading::default();
    read_text(core, Context::Must, false, &mut reading);
    read_text(jd, Context::Open, false, &mut reading);
    let asks = |item: &&Item| {
        !item.duty && facet::read(&item.text).iter().any(|facet| !matches!(facet, Facet::Soft | Facet::Stability))
    };
    reading.items.iter().filter(asks).take(ENOUGH).count() == ENOUGH
}

/// A paragraph in which somebody tells how they judge: what it asks for the job's own texts ask for as well, and the rest
/// is advice, which [`super::gates`] reads.
fn is_prose(line: &str) -> bool {
    const FEWEST: usize = 3;
    const SHORTEST: usize = 200;
    let bulleted = BULLET.as_ref().is_some_and(|bullet| bullet.is_match(line));
    !bulleted && split_weighted(line).len() < 2 && amount(line) >= SHORTEST && sentences(line).len() >= FEWEST
}

/// "Certificate (15): CPA 15, two papers of it 8": where one item earns a side's whole share, those that earn less are
/// rungs of a ladder to it and no requirements of their own.
fn drop_rungs(reading: &mut Reading) {
    let Reading { items, groups, .. } = reading;
    for (index, group) in groups.iter().enumerate() {
        let Some(share) = group.weight else { continue };
        let of_group = |item: &Item| item.group == Some(index);
        if items.iter().any(|item| of_group(item) && item.weight.is_some_and(|weight| weight >= share)) {
            items.retain(|item| !of_group(item) || item.weight.is_none_or(|weight| weight >= share));
        }
    }
}

fn read_text(text: &str, start: Context, criteria: bool, reading: &mut Reading) {
    // What stands before the first heading of a text with headings tells of the employer.
    let headed = text.lines().any(|line| {
        let bare = strip_marks(line);
        let head = bare.trim_matches(|c: char| "【】[]<>《》:： ".contains(c));
        is_heading(head) && matches!(context_of(head), Some(Context::Duty | Context::Must))
    });
    let mut context = if start == Context::Open && headed { Context::Skip } else { start };
    let mut group: Option<usize> = None;
    for raw in text.lines() {
        for line in
            split_numbered(raw).iter().flat_map(|line| if criteria { split_weighted(line) } else { vec![line.clone()] })
        {
            let bare = strip_marks(&line);
            if bare.is_empty() || read_threshold(&bare, reading) {
                continue;
            }
            // What ends in a colon announces what follows and asks for nothing itself.
            let announces = bare.ends_with([':', '：']);
            let marked = raw.trim_start().starts_with('#') || raw.trim().starts_with("**");
            let bulleted = BULLET.as_ref().is_some_and(|bullet| bullet.is_match(&line));
            let bare = bracketed_head(bare);
            let (head, rest) = match bare.split_once([':', '：']) {
                Some((head, rest)) if amount(head) <= 60 => (head.trim(), rest.trim()),
                _ if marked || (!bulleted && amount(&bare) <= 36) => (bare.as_str(), ""),
                _ => ("", bare.as_str()),
            };
            if !head.is_empty() {
                if criteria && let Some(found) = stated_group(head, rest, reading) {
                    group = Some(found);
                    if amount(rest) > 0 {
                        add(rest, Context::Must, group, criteria, reading);
                    }
                    continue;
                }
                if let Some(opened) =
                    context_of(head).filter(|_| marked || rest.is_empty() || !bulleted || amount(head) <= 24)
                {
                    if rest.is_empty() && (marked || is_heading(head)) {
                        context = opened;
                        group = None;
                        continue;
                    }
                    if !rest.is_empty() {
                        // "加分项：…" speaks for its line; an unbulleted one opens a list too.
                        if !bulleted {
                            context = opened;
                            group = None;
                        }
                        add(rest, opened, None, criteria, reading);
                        continue;
                    }
                }
                if marked && rest.is_empty() {
                    context = if start == Context::Open { Context::Duty } else { start };
                    continue;
                }
            }
            if !announces {
                add(&bare, context, group, criteria, reading);
            }
        }
    }
}

/// One line that holds "1、… 2、…" is several.
fn split_numbered(line: &str) -> Vec<String> {
    let Some(number) = INLINE_NUMBER.as_ref() else { return vec![line.to_owned()] };
    let starts: Vec<usize> = number
        .find_iter(line)
        .map(|found| {
            found.start()
                + line[found.start()..]
                    .chars()
                    .next()
                    .filter(|c| !c.is_ascii_digit() && !('①'..='⑩').contains(c))
                    .map_or(0, char::len_utf8)
        })
        .collect();
    if starts.len() < 2 {
        return vec![line.to_owned()];
    }
    let mut pieces = vec![line[..starts[0]].to_owned()];
    for (index, &from) in starts.iter().enumerate() {
        pieces.push(line[from..starts.get(index + 1).copied().unwrap_or(line.len())].to_owned());
    }
    pieces
}

fn strip_marks(line: &str) -> String {
    let line = line.trim().trim_start_matches('#').replace("**", "").replace("__", "");
    let line = line.trim();
    let bare = BULLET.as_ref().map_or_else(|| line.into(), |bullet| bullet.replace(line, ""));
    bare.trim().trim_end_matches([';', '；', '。', ',', '，']).trim().to_owned()
}

/// "【加分】带过人；…" is a heading with its line behind it, as if a colon stood between them.
fn bracketed_head(bare: String) -> String {
    let parts = bare.strip_prefix(['【', '［']).and_then(|inner| inner.split_once(['】', '］']));
    match parts.map(|(head, rest)| (head.trim(), rest.trim_start_matches([':', '：', ' ']))) {
        Some((head, rest)) if !rest.is_empty() && context_of(head).is_some() => format!("{head}：{rest}"),
        _ => bare,
    }
}

fn is_heading(head: &str) -> bool {
    amount(head) <= 45 && facet::years_in(&head.to_lowercase()).is_none() && LEXICON.mentions(head).is_empty()
}

fn context_of(head: &str) -> Option<Context> {
    let lower = head.to_lowercase();
    if cued("head.nice", &lower) || ["nice", "plus", "bonus", "加分", "更好"].contains(&lower.trim()) {
        Some(Context::Nice)
    } else if ["you", "anda", "你"].contains(&lower.trim()) {
        Some(Context::Must)
    } else if cued("head.duty", &lower) {
        Some(Context::Duty)
    } else if cued("head.skip", &lower) {
        Some(Context::Skip)
    } else if cued("head.must", &lower) {
        Some(Context::Must)
    } else {
        None
    }
}

/// "技能匹配（40%）：…" and "Experience - 30%" open a stated side; "熟悉 Go（30 分）" is an item with its own share.
fn stated_group(head: &str, rest: &str, reading: &mut Reading) -> Option<usize> {
    let weighted = weight_in(head).or_else(|| weight_in(rest).filter(|_| amount(rest) <= 12));
    let (weight, _) = weighted?;
    let name = without_weight(head);
    let specific = facet::read(&name).iter().any(|facet| !matches!(facet, Facet::Soft | Facet::Stability));
    if name.is_empty() || (specific && (rest.is_empty() || weight_in(head).is_none())) {
        return None;
    }
    reading.groups.push(Group { name, weight: Some(weight) });
    Some(reading.groups.len() - 1)
}

/// "85分以上强烈推荐，70–84推荐": the line sets thresholds and is no requirement.
fn read_threshold(line: &str, reading: &mut Reading) -> bool {
    let lower = line.to_lowercase();
    let names = ["推荐", "recommend", "rekomendasi", "direkomendasikan", "不推荐"];
    if !names.iter().any(|name| lower.contains(name)) || !NUMBER.as_ref().is_some_and(|number| number.is_match(&lower))
    {
        return false;
    }
    let mut seen = false;
    for clause in lower.split(['，', ',', '；', ';', '、', '。', '|']) {
        let Some(value) = NUMBER.as_ref().and_then(|number| number.find(clause)?.as_str().parse::<f64>().ok()) else {
            continue;
        };
        if !(10.0..=100.0).contains(&value) {
            continue;
        }
        let has = |words: &[&str]| words.iter().any(|word| clause.contains(word));
        if has(&["不推荐", "not recommend", "tidak direkomendasikan", "do not", "reject", "淘汰"]) {
            seen = true;
        } else if has(&["强烈推荐", "strongly", "sangat direkomendasikan", "highly recommend"]) {
            reading.thresholds.strongly_recommend = value;
            seen = true;
        } else if has(&["一般", "average", "fair", "cukup", "待定", "备选", "dipertimbangkan"]) {
            reading.thresholds.average = value;
            seen = true;
        } else if has(&["推荐", "recommend", "direkomendasikan", "rekomendasi"]) {
            reading.thresholds.recommend = value;
            seen = true;
        }
    }
    let Thresholds { strongly_recommend, recommend, average } = &mut reading.thresholds;
    *recommend = recommend.min(*strongly_recommend);
    *average = average.min(*recommend);
    seen
}

fn add(text: &str, opened: Context, group: Option<usize>, weighs: bool, reading: &mut Reading) {
    let mut context = opened;
    for sentence in sentences(text) {
        // "必须：…。加分：…" within one line.
        let headed = sentence.split_once([':', '：']).filter(|(head, _)| amount(head) <= 24);
        let (own, sentence) = match headed.and_then(|(head, rest)| Some((context_of(head)?, rest.trim().to_owned()))) {
            Some(headed) => headed,
            None => (context, sentence),
        };
        context = own;
        let lower = sentence.to_lowercase();
        if context == Context::Skip && (opened != Context::Skip || facet::years_in(&lower).is_none()) {
            continue;
        }
        if context == Context::Skip {
            context = Context::Open;
        }
        if advises(&sentence, &lower, weighs) {
            continue;
        }
        if amount(&sentence) < 4
            || (cued("skip", &lower) && !cued("work.with", &lower) && facet::years_in(&lower).is_none())
        {
            continue;
        }
        let weight = weight_in(&sentence).map(|(weight, _)| weight).filter(|_| weighs);
        let sentence = if weight.is_some() { without_weight(&sentence) } else { sentence };
        for piece in pieces(&sentence) {
            let lower = piece.to_lowercase();
            let nice = cued("nice", &lower);
            let asks = cued("must", &lower);
            let duty = match context {
                Context::Duty => !nice && facet::years_in(&lower).is_none(),
                Context::Open => !nice && !asks,
                _ => false,
            };
            let kind = if nice || duty || context == Context::Nice { CriterionKind::Nice } else { CriterionKind::Must };
            let weight = weight.filter(|_| sentence == piece);
            reading.items.push(Item { text: piece, kind, duty, weight, group });
        }
    }
}

/// Whether a sentence of the criteria advises whoever scores instead of asking something of the person: by its words,
/// or by its length, since a requirement is short.
fn advises(sentence: &str, lower: &str, criteria: bool) -> bool {
    const MOST: usize = 220;
    // "A licence in any state (ours by the start date is fine)": brackets advise beside what is asked.
    let outside = match (lower.find(['(', '（']), lower.rfind([')', '）'])) {
        (Some(from), Some(to)) if from > 0 && from < to => format!("{}{}", &lower[..from], &lower[to..]),
        _ => lower.to_owned(),
    };
    cued("guidance", &outside) && facet::years_in(lower).is_none_or(|_| criteria)
        || criteria
            && (cued("excluded", lower)
                || cued("about.judging", lower)
                || cued("gate.out", lower)
                || amount(sentence) > MOST
                || ceiling::of(&ceiling::plain(sentence)).is_some_and(|_| weight_in(sentence).is_none()))
}

/// The concepts that a job says it does not count: what its texts name before "… is not enough", "…不计".
pub fn excluded(brief: &JobBrief) -> Vec<Id> {
    let mut found: Vec<Id> = [&brief.core_requirement, &brief.jd, &brief.ai_evaluation_criteria]
        .into_iter()
        .flat_map(|text| excluded_in(text))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The concepts that one text says are not counted.
pub fn excluded_in(text: &str) -> Vec<Id> {
    let mut found = Vec::new();
    for sentence in normalise(text).lines().flat_map(sentences) {
        let clauses: Vec<&str> = if sentence.chars().any(is_cjk) {
            sentence.split([',', '，', '(', '（', ')', '）', ':', '：']).collect()
        } else {
            vec![&sentence]
        };
        for clause in clauses {
            let lower = clause.to_lowercase();
            if cued("excluded.telling", &lower) {
                continue;
            }
            // "Only X: at most 8 points" says that X is not it; "X: at most 8 points" caps one side of the judgement.
            let capped = if cued("only", &lower) { cues("excluded.only") } else { &[] };
            let end = cues("excluded").iter().chain(capped).filter_map(|cue| lower.find(cue.as_str())).max();
            let before = end.and_then(|end| lower.get(..end)).unwrap_or("");
            let start =
                cues("excluded.after").iter().filter_map(|cue| Some(lower.find(cue.as_str())? + cue.len())).min();
            let after = start.and_then(|start| lower.get(start..)).unwrap_or("");
            // What the rejected lack is what the job wants: "managers without product ownership".
            let after = ["without", "没有", "无", "tanpa"]
                .iter()
                .fold(after, |left, cue| left.split(cue).next().unwrap_or(left));
            found.extend(LEXICON.mentions(after).iter().map(|mention| mention.concept));
            found.extend(LEXICON.mentions(before).iter().map(|mention| mention.concept));
        }
    }
    found
}

/// Words that a full stop shortens rather than closes.
const ABBREVIATED: &[&str] = &[
    "min", "max", "maks", "thn", "kab", "kec", "kel", "prov", "dll", "dsb", "dst", "dgn", "spt", "mis", "etc", "incl",
    "approx", "dept", "yrs", "mos", "univ", "ltd", "inc", "corp", "vol", "est",
];

/// The sentences of a text; what stands in brackets closes none.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut open = 0_usize;
    let last_closing = text.rfind([')', '）']).unwrap_or(0);
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (index, &(at, c)) in chars.iter().enumerate() {
        match c {
            '(' | '（' if at < last_closing => open += 1,
            ')' | '）' => open = open.saturating_sub(1),
            _ => {}
        }
        let stop = match c {
            _ if open > 0 => false,
            '。' | '；' | ';' | '！' | '？' | '?' => true,
            '.' => {
                let from = text[start..at].rfind(|c: char| !c.is_alphanumeric()).map_or(start, |end| start + end + 1);
                let word = text.get(from..at).unwrap_or("");
                let short = ABBREVIATED.iter().any(|known| word.eq_ignore_ascii_case(known));
                let closes = chars.get(index + 1).is_none_or(|(_, next)| next.is_whitespace());
                // "… at most 40. Without a licence …": a number ends a sentence before a capital.
                let capital = chars.get(index + 2).is_some_and(|(_, next)| next.is_uppercase());
                let counted =
                    index > 2 && word.chars().count() == 2 && capital && word.chars().all(|c| c.is_ascii_digit());
                closes && (counted || (word.chars().count() > 2 && !short))
            }
            _ => false,
        };
        if stop {
            let end = if matches!(c, '?' | '？') { at + c.len_utf8() } else { at };
            found.push(text[start..end].trim().to_owned());
            start = at + c.len_utf8();
        }
    }
    found.push(text[start..].trim().to_owned());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// A sentence that asks for several kinds of things, or for one thing and prefers another, is several criteria.
fn pieces(sentence: &str) -> Vec<String> {
    let lower = sentence.to_lowercase();
    let clauses = facet::clauses(sentence);
    let hard = |text: &str| facet::read(text).iter().filter(|facet| !matches!(facet, Facet::Soft)).count();
    let mixed = cued("nice", &lower);
    let mut found: Vec<String> = Vec::new();
    if mixed && sentence.chars().any(is_cjk) {
        // In Chinese the preference closes its own clause.
        for piece in sentence.split_inclusive(['，', ',']) {
            let nice = cued("nice", &piece.to_lowercase());
            match found.last_mut() {
                Some(last) if !nice && !cued("nice", &last.to_lowercase()) => last.push_str(piece),
                _ => found.push(piece.to_owned()),
            }
        }
    } else if clauses.len() > 1 && clauses.iter().filter(|clause| hard(clause) > 0).count() > 1 {
        found = clauses;
    } else {
        found.push(sentence.to_owned());
    }
    found
        .iter()
        .map(|piece| piece.trim().trim_end_matches(['，', ',', '；', ';']).trim().to_owned())
        .filter(|piece| amount(piece) >= 4)
        .collect()
}
