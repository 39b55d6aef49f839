//! Items with points and graded partial points ("ladders"): what earns full points is the requirement.

use super::super::cues::cued;
use super::super::layout::{Marker, joined};
use super::super::points::{self, Points};
use super::super::sections::Section;
use super::super::sentences::{clauses, sentences};
use super::super::text::{amount, is_cjk};
use super::super::{facet, sentence_kinds, words};
use super::sentence_parts::trimmed;
use super::{Item, Reader, plain_name};

/// Partial points of a criterion.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ladder {
    /// The steps below full points, highest first.
    pub rungs: Vec<Rung>,
    /// Whether fewer years earn a proportional share: "不足 5 年按比例".
    pub is_pro_rata: bool,
}

/// One step of a ladder.
#[derive(Debug, Clone, PartialEq)]
pub struct Rung {
    /// The condition, as written.
    pub text: String,
    /// Its share of the points.
    pub share: f64,
}

impl Ladder {
    /// Reads the ladder in a criterion's phrase.
    fn of(phrase: &str, points: Option<f64>) -> Self {
        let ends = |c: char| matches!(c, '；' | ';' | '，' | ',' | '。' | '\n' | '(' | ')' | '（' | '）' | '：');
        let mut told: Vec<(String, f64)> = Vec::new();
        for clause in phrase.split(ends).map(|clause| clause.trim().trim_end_matches('.')) {
            let earned = points::earned(clause).or_else(|| points::bare(clause).filter(|_| points::is_rung(clause)));
            let words =
                |end: usize| trimmed(clause.get(..end).unwrap_or_default().trim_end_matches(['=', ':'])).to_owned();
            told.extend(earned.map(|(value, end)| (words(end), value)).filter(|(words, _)| amount(words) >= 2));
        }
        let most = points.unwrap_or_else(|| told.iter().map(|(_, value)| *value).fold(0.0, f64::max));
        told.retain(|(_, value)| *value < most);
        told.sort_by(|one, other| other.1.total_cmp(&one.1));
        Self {
            rungs: told.into_iter().map(|(text, value)| Rung { text, share: value / most }).collect(),
            is_pro_rata: cued("pro.rata", &phrase.to_lowercase()),
        }
    }
}

/// Details are added to an item up to this length.
const LONGEST: usize = 260;

impl<'a> Reader<'a> {
    /// Merges items that are steps of the item above: "5 年以上 20 分" followed by "3-5 年 10 分".
    pub(super) fn fold_ladders(&mut self) {
        for at in 0..self.reading.sides.len() {
            let side = self.reading.sides[at].clone();
            let rungs: Vec<usize> =
                (0..self.reading.items.len()).filter(|&item| self.reading.items[item].side == Some(at)).collect();
            let told = |item: &Item| {
                item.points
                    .or_else(|| points::earned(&item.text).or_else(|| points::bare(&item.text)).map(|(value, _)| value))
            };
            let points: Vec<f64> = rungs.iter().filter_map(|&item| told(&self.reading.items[item])).collect();
            let falls =
                points.len() >= 2 && points.len() == rungs.len() && points.windows(2).all(|pair| pair[0] > pair[1]);
            let (Some(&first), Some(&last)) = (rungs.first(), rungs.last()) else { continue };
            if !falls || (points[0] - side.points).abs() > 0.5 {
                continue;
            }
            let end = self.reading.items[last].source.end;
            let item = &mut self.reading.items[first];
            if let Some((_, cut)) =
                points::earned(&item.text).or_else(|| points::bare(&item.text)).filter(|_| item.points.is_none())
            {
                item.text = trimmed(&item.text[..cut]).to_owned();
            }
            item.points = Some(side.points);
            let named = facet::years_in(&side.name.to_lowercase()).is_some()
                || facet::years_in(&item.text.to_lowercase()).is_none();
            let colon = if side.name.chars().any(is_cjk) { "：" } else { ": " };
            item.text = if named { side.name.clone() } else { format!("{}{colon}{}", side.name, item.text) };
            item.source.end = end;
            item.side = None;
            self.reading.items.retain(|item| item.side != Some(at));
        }
    }

    /// Reads the ladders in the items' source phrases.
    pub(super) fn read_ladders(&mut self) {
        let units: Vec<u16> = self.text.encode_utf16().collect();
        for item in &mut self.reading.items {
            let (from, to) = (item.source.start as usize, item.source.end as usize);
            item.ladder = Ladder::of(&String::from_utf16_lossy(units.get(from..to).unwrap_or_default()), item.points);
        }
    }

    /// Applies a ladder below an item: its top step is the requirement.
    pub(super) fn climb(&mut self, ladder: &str) {
        let top = ladder.split([';', '；', ',', '，', '。']).next().unwrap_or_default();
        let end = points::earned(top).or_else(|| points::bare(top)).map_or(top.len(), |(_, end)| end);
        let top = joined(top[..end].trim_end_matches(['=', ' ', ':', '：']));
        let end = self.offsets.at(self.range(ladder).end);
        if let Some(item) = self.reading.items.last_mut() {
            item.source.end = end;
        }
        if let Some(item) = self.reading.items.last_mut()
            && facet::years_in(&item.text.to_lowercase()).is_none()
        {
            let colon = if top.chars().any(is_cjk) { "：" } else { ": " };
            item.text = format!("{}{colon}{top}", item.text);
        }
    }

    /// An item written as a ladder only, "SQL, 5 or more years = 25, 3-4 years = 15": its points are those of the top
    /// step.
    pub(super) fn laddered(&mut self, part: &'a str, stated: Option<&Points>, section: Option<Section>) -> bool {
        if stated.is_some_and(|points| part[points.at.clone()].ends_with([')', '）', ']', '】'])) {
            return false;
        }
        let found = clauses(part);
        let earned: Vec<(usize, f64, usize)> = found
            .iter()
            .enumerate()
            .filter_map(|(at, clause)| points::earned(clause).map(|(value, end)| (at, value, end)))
            .collect();
        let falls = earned.len() >= 2 && earned.windows(2).all(|pair| pair[0].1 > pair[1].1);
        let Some(&(at, value, end)) = earned.first().filter(|(at, _, end)| {
            falls && (*at > 0 || amount(&found[*at][..*end]) >= 6) && found.len() - at == earned.len()
        }) else {
            return false;
        };
        let head = found[..at].join("，");
        let top = found[at][..end].trim();
        let text = if head.is_empty() {
            top.to_owned()
        } else if facet::years_in(&head.to_lowercase()).is_some() {
            head.clone()
        } else {
            format!("{head}，{top}")
        };
        let text = if text.chars().any(is_cjk) { text } else { text.replace('，', ", ") };
        self.add(joined(&text), part, self.kind(section, &head), Some(value));
        true
    }

    /// An item with its own points, without partial points and remarks on scoring.
    pub(super) fn weighed(&mut self, part: &'a str, points: &Points, section: Option<Section>) {
        let before =
            part[..points.at.start].trim_end_matches(|c: char| c.is_whitespace() || ":：-–—,，=→|·".contains(c));
        // "经验占50%（要有3年以上）": brackets after points state the condition.
        let behind = part[points.at.end..].trim_start();
        let behind =
            behind.strip_prefix(['（', '(']).and_then(|inner| inner.strip_suffix(['）', ')'])).unwrap_or(behind);
        let behind = behind.trim_start_matches(|c: char| c.is_whitespace() || ":：-–—,，。.；;→|".contains(c));
        let told = if amount(before) == 0 { behind } else { before };
        let rest = if amount(before) == 0 { "" } else { behind };
        // "30% - four years as a chef. 4 years full marks": further sentences belong to the first.
        let told = sentences(told);
        let (head, more) = told.split_first().map_or(("", &[][..]), |(head, more)| (*head, more));
        for sentence in sentences(rest) {
            self.sets_bar(sentence);
        }
        let note = part.get(points.note.clone()).unwrap_or_default();
        let name = head.split([':', '：']).next().unwrap_or(head).trim();
        let is_ladder = points::is_ladder(rest)
            && clauses(rest).first().and_then(|top| points::bare(top)).is_some_and(|(value, _)| value >= points.value);
        let inner: Vec<(&str, f64)> = clauses(rest)
            .into_iter()
            .filter_map(|clause| {
                let (value, at) = points::earned(clause).or_else(|| points::bare(clause).filter(|_| is_ladder))?;
                Some((clause[..at].trim_end_matches([' ', '，', ',', ':', '：', '-', '—']), value))
            })
            .collect();
        let falls = inner.windows(2).all(|pair| pair[0].1 > pair[1].1)
            && inner.first().is_some_and(|first| first.1 >= points.value);
        let sum: f64 = inner.iter().map(|(_, value)| value).sum();
        if inner.len() >= 2 && !falls && (sum - points.value).abs() < 0.5 {
            self.open_side(plain_name(head), points.value, Marker::None);
            for (text, value) in inner {
                self.add(joined(text), text, self.kind(section, text), Some(value));
            }
            self.side = None;
            return;
        }
        let told = more.iter().copied().chain([rest, note]);
        let details: Vec<&str> = match inner.first().filter(|_| is_ladder) {
            Some((top, _)) => vec![*top],
            None => told.flat_map(|text| self.details(text, points.value)).collect(),
        };
        let is_generic = words::names_a_side(name) && !sentence_kinds::is_provable(name) && head.len() == name.len();
        if is_generic
            && details
                .iter()
                .filter(|detail| sentence_kinds::is_provable(detail) || sentence_kinds::is_trait(detail))
                .count()
                > 0
        {
            self.open_side(plain_name(name), points.value, Marker::None);
            for detail in details.iter().flat_map(|detail| enumerated(detail)) {
                self.add(joined(detail), detail, self.kind(section, detail), None);
            }
            self.side = None;
            return;
        }
        let mut text = self.kept(head);
        for detail in details {
            let sign = if text.chars().any(is_cjk) { "，" } else { ", " };
            let first = !text.contains([':', '：']);
            let colon = if text.ends_with(['?', '？']) {
                " "
            } else if text.chars().any(is_cjk) {
                "："
            } else {
                ": "
            };
            if amount(&text) + amount(detail) <= LONGEST {
                text = format!("{text}{}{}", if first { colon } else { sign }, joined(detail));
            }
        }
        self.add(text, part, self.kind(section, head), Some(points.value));
    }

    /// The text after points: the condition for full points, and text without points.
    fn details(&self, text: &'a str, points: f64) -> Vec<&'a str> {
        let mut kept = Vec::new();
        let mut is_ladder = false;
        for clause in sentences(text).into_iter().flat_map(|sentence| clauses(sentence)) {
            let lower = clause.to_lowercase();
            if let Some((value, at)) = points::earned(clause) {
                is_ladder = true;
                if value >= points {
                    kept.push(clause[..at].trim_end_matches(|c: char| c.is_whitespace() || "，,—-:：".contains(c)));
                }
            } else if cued("earns.all", &lower) {
                is_ladder = true;
                kept.extend(whole_years(clause));
            } else if sentence_kinds::is_rule(clause)
                || cued("earns.none", &lower)
                || (is_ladder && facet::years_in(&lower).is_some())
            {
                is_ladder = true;
            } else {
                kept.push(clause);
            }
        }
        // A ladder's top step repeats the item.
        kept.retain(|clause| amount(clause) >= 4 && (!is_ladder || amount(clause) >= 6));
        kept
    }
}

/// The parts of a detail that lists several things: "Java、Spring Boot、MySQL".
fn enumerated(detail: &str) -> Vec<&str> {
    let either = ["或", "之一", " or ", " atau "].iter().any(|cue| detail.contains(cue));
    if either {
        return vec![detail];
    }
    let parts: Vec<&str> = detail.split('、').map(str::trim).filter(|part| amount(part) >= 2).collect();
    if parts.len() >= 3 { parts } else { vec![detail] }
}

/// The years for full points: "Penuh bila 5 tahun atau lebih", "满3年为合格".
fn whole_years(clause: &str) -> Option<&str> {
    facet::years_in(&clause.to_lowercase())?;
    let from = clause.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    Some(clause[from..].trim_end_matches("penuh").trim())
}
