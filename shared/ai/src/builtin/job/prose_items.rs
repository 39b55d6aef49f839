//! Items without points: sentences of lists, and the requirements in prose.

use std::sync::LazyLock;

use bole_domain::evaluation::{CriterionKind, JobField};
use regex::Regex;

use super::super::cues::cued;
use super::super::layout::{Marker, Segment, joined};
use super::super::sections::{self, Section};
use super::super::sentences::{clauses, sentences};
use super::super::text::{amount, is_cjk};
use super::super::{degree, facet, sentence_kinds};
use super::sentence_parts::{pieces, prefers, sentence_parts, without_lead};
use super::{Reader, silent};

impl<'a> Reader<'a> {
    /// Items without points.
    pub(super) fn prose_items(&mut self, segment: &Segment, part: &'a str, section: Option<Section>) {
        let is_prose = is_prose(segment, part);
        let fewest = if self.field == JobField::CoreRequirement { 3 } else { 4 };
        let listed = if is_prose { None } else { comma_list(segment, part, fewest) };
        let named = matches!(section, Some(Section::Must | Section::Nice))
            && part.len() < segment.of(self.text).len()
            && segment.marker == Marker::None;
        let sentences = listed.unwrap_or_else(|| sentences(part));
        for sentence in sentences {
            if self.sets_bar(sentence) || sentence_kinds::is_empty(sentence) {
                continue;
            }
            // "必须：…。加分：…" within one line.
            let whole = sentence;
            let (section, sentence) = match sections::heading(sentence, Marker::Bullet, false) {
                Some(heading) if heading.rest < sentence.len() && heading.section.is_some() => {
                    (heading.section, sentence[heading.rest..].trim())
                }
                _ => (section, sentence),
            };
            if silent(section) {
                continue;
            }
            let own = matches!(section, Some(Section::Must | Section::Nice)) && (named || sentence.len() < whole.len());
            if let Some(listed) = enumeration(sentence).filter(|_| own && !part.contains([';', '；'])) {
                for part in listed {
                    self.sentence(segment, part, section);
                }
                continue;
            }
            self.is_prose = is_prose;
            if is_prose {
                self.prose(sentence, section)
            } else {
                self.sentence(segment, sentence, section)
            }
            self.is_prose = false;
        }
    }

    /// A sentence of a list.
    fn sentence(&mut self, segment: &Segment, sentence: &'a str, section: Option<Section>) {
        let named = self.field != JobField::Jd;
        if sentence_kinds::is_offer(sentence) || (named && sentence_kinds::deducts(sentence)) {
            return;
        }
        if !named && section.is_none() && !sentence_kinds::is_provable(sentence) {
            return;
        }
        let is_told = section.is_some() || segment.marker != Marker::None || self.style.is_used() || self.is_list;
        for piece in pieces(sentence, section) {
            if clauses(piece).into_iter().filter(|clause| self.rewarded(clause)).count() > 0 {
                continue;
            }
            if !is_told && !clauses(piece).iter().any(|clause| sentence_kinds::asks(clause)) {
                continue;
            }
            let text = self.kept(piece);
            if sentence_kinds::is_empty(&text) || (named && sentence_kinds::is_rule(&text)) || text == self.title {
                continue;
            }
            self.add(text, piece, self.kind(section, piece), None);
        }
    }

    /// A sentence of prose: only its requirements.
    fn prose(&mut self, sentence: &'a str, section: Option<Section>) {
        const LONGEST_SENTENCE: usize = 240;
        if sentence_kinds::is_offer(sentence) || sentence_kinds::deducts(sentence) {
            return;
        }
        if let Some(listed) =
            LISTS.as_ref().and_then(|lists| lists.find(sentence)).and_then(|lead| enumeration(&sentence[lead.end()..]))
        {
            for part in listed {
                self.add(self.kept(part), part, self.kind(section, sentence), None);
            }
            return;
        }
        let chinese = sentence.chars().any(is_cjk);
        let sentence = match sentence.split_once('：') {
            Some((head, rest)) if chinese && !sentence_kinds::asks(head) => rest.trim(),
            _ => sentence,
        };
        let found: Vec<&str> = if chinese { clauses(sentence) } else { sentence_parts(sentence) };
        let mut traits: Vec<&str> = Vec::new();
        for clause in found {
            let whole = clause;
            if self.rewarded(clause) {
                continue;
            }
            let clause = without_lead(clause);
            if sentence_kinds::is_trait(clause) {
                traits.push(clause);
                continue;
            }
            if !sentence_kinds::asks(clause) && !prefers(clause)
                || (sentence_kinds::is_rule(clause) && !prefers(clause))
                || sentence_kinds::is_offer(clause)
                || amount(clause) > LONGEST_SENTENCE
            {
                continue;
            }
            let text = self.kept(clause);
            if !sentence_kinds::is_empty(&text) {
                let likewise = ["demikian pula", "as would", "同样"].iter().any(|cue| sentence.contains(cue));
                self.add(text, clause, self.kind(section, if likewise { sentence } else { whole }), None);
            }
        }
        if let (Some(first), Some(last)) = (traits.first(), traits.last()) {
            let range = self.range(first).start..self.range(last).end;
            let whole = self.text.get(range).unwrap_or(first);
            self.add(joined(whole), whole, self.kind(section, whole), None);
        }
    }

    /// "有商务接待用车经验的加10分": bonus points mean nice to have.
    fn rewarded(&mut self, clause: &'a str) -> bool {
        let found = REWARDED.as_ref().and_then(|pattern| pattern.captures(clause));
        let prose_items = found
            .and_then(|found| Some((found.get(1).or_else(|| found.get(4))?, found.get(2).or_else(|| found.get(3))?)));
        let Some((text, value)) =
            prose_items.and_then(|(text, value)| Some((text.as_str(), value.as_str().parse::<f64>().ok()?)))
        else {
            return false;
        };
        self.add(joined(text), text, CriterionKind::Nice, Some(value));
        true
    }
}

/// Prose instead of an item: several sentences, or a long one, without a marker.
fn is_prose(segment: &Segment, part: &str) -> bool {
    const LONG: usize = 150;
    let marked = !matches!(segment.marker, Marker::None);
    let semicolons = part.matches(['；', ';']).count();
    let stops = sentences(part).len();
    !marked
        && semicolons < 2
        && (stops >= 3 || (stops == 2 && amount(part) > LONG / 2) || amount(part) > LONG)
        && comma_list(segment, part, 4).is_none()
}

/// A line of comma-separated requirements.
fn comma_list<'a>(segment: &Segment, part: &'a str, fewest: usize) -> Option<Vec<&'a str>> {
    if segment.marker != Marker::None || sentences(part).len() > 1 {
        return None;
    }
    let found = clauses(part);
    let asks = |clause: &&&str| {
        let lower = clause.to_lowercase();
        cued("asks", &lower)
            || sentence_kinds::is_trait(clause)
            || facet::years_in(&lower).is_some()
            || prefers(clause)
            || degree::level_in(&lower).is_some()
    };
    (found.len() >= fewest && found.iter().filter(asks).count() * 2 > found.len()).then_some(found)
}

/// A comma-separated list after a heading: "Must have: a licence, two years on wards, BLS".
fn enumeration(sentence: &str) -> Option<Vec<&str>> {
    let found = clauses(sentence);
    let joins = |part: &str| {
        ["or ", "atau ", "或"].iter().any(|word| part.starts_with(word)) || part.split_whitespace().count() > 12
    };
    let is_list = found.len() >= 3 || (found.len() == 2 && found.iter().all(|part| sentence_kinds::asks(part)));
    (is_list && !found.iter().any(|part| joins(part)))
        .then(|| found.iter().map(|part| part.trim_start_matches("and ").trim_start_matches("dan ")).collect())
}

static LISTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:utamakan|prioritaskan|nilai tambah (?:untuk|bagi)|nilai plus (?:untuk|bagi)|look for|prioriti[sz]e|bonus (?:points )?for|extra credit for|preference for|优先看|主要看|重点看)\s*[:：]?\s*").ok()
});

static REWARDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(.{2,60}?)的?[，,:：]?\s*(?:额外|另)?加\s*(\d{1,2})\s*分$|^\+\s?(\d{1,2})\s*(?:points?|poin)?\s*(?:if|for|jika|bila|untuk)\s+(.{3,100})$").ok()
});
