//! Groups of alternative names in a clause, and where a resume mentions them.

use std::collections::BTreeSet;

use super::cues::{cued, cues};
use super::lexicon::{Id, LEXICON, Mention, Sort};
use super::senses::{FoundSense, RequiredSenses};
use super::text::{Term, is_cjk};

/// Names of which one is enough.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    pub any: Vec<Id>,
    /// Whether something similar is accepted: "or similar".
    pub similar: bool,
    /// Their words in the criterion.
    pub label: String,
    /// The names in lower case.
    pub names: Vec<String>,
    /// The names word by word.
    pub asked: Vec<RequiredSenses>,
    /// Whether a certificate is required, which appears in lists instead of sentences.
    pub is_paper: bool,
    /// Whether all names are abbreviations.
    pub is_abbreviated: bool,
    /// Whether all names are proper names: a product is only proven by its own name or another product's.
    pub is_proper: bool,
    /// Whether a whole field of work is meant, so that any part of it counts.
    pub is_whole: bool,
}

impl Group {
    /// Whether a name in a resume is literally one of these.
    pub fn is_named(&self, name: &str) -> bool {
        let lower = name.to_lowercase();
        self.names.iter().any(|own| lower.contains(own.as_str()))
    }

    /// Whether a name in a resume is less specific than required: 医院 for 三级医院.
    pub fn says_more_than(&self, name: &str) -> bool {
        let lower = name.to_lowercase();
        !self.names.is_empty() && self.names.iter().all(|own| own.len() > lower.len() && own.contains(lower.as_str()))
    }

    /// Whether a name in a resume is a different abbreviation: PFMEA for PPAP.
    pub fn is_other_abbreviation(&self, name: &str) -> bool {
        const LONGEST: usize = 6;
        let short = |text: &str| text.len() <= LONGEST && text.bytes().all(|b| b.is_ascii_alphanumeric());
        let lower = name.to_lowercase();
        let given = short(name)
            && name.bytes().any(|b| b.is_ascii_uppercase())
            && !name.bytes().any(|b| b.is_ascii_lowercase());
        let other = |own: &String| short(own) && !own.contains(lower.as_str()) && !lower.contains(own.as_str());
        given && self.is_abbreviated && self.names.iter().all(other)
    }

    /// Whether proper names are required and a name in a resume is not one: renewals for Gainsight.
    pub fn is_other_than_named(&self, name: &str) -> bool {
        self.is_proper && !is_capital(name) && !name.chars().any(is_cjk)
    }

    /// Whether any of some names in a resume is part of a required name.
    pub fn is_part_of(&self, names: &BTreeSet<String>) -> bool {
        names.iter().any(|name| self.says_more_than(name))
    }

    /// Where a lower-case text contains one of the names, from its first word.
    pub fn found_at(&self, lower: &str) -> Option<(usize, usize)> {
        let name = self.names.iter().find(|name| name.chars().count() > 1 && holds_words(lower, name))?;
        let first = name.split(' ').next().unwrap_or(name);
        let most = if name.chars().any(is_cjk) && !lower.contains(name.as_str()) { 2 } else { 5 };
        let stem = first.char_indices().nth(most).map_or(first, |(at, _)| &first[..at]);
        let start = lower.find(stem)?;
        Some((start, start + stem.len()))
    }

    /// Where a line expresses one of the names in other words, compared by senses.
    pub fn meant_at(&self, told: &[FoundSense], own: &[Term]) -> Option<usize> {
        const MOST: f64 = 0.6;
        let shares = self.asked.iter().map(|asked| asked.share_of(told, own));
        shares.filter(|share| share.is_all && share.in_senses && share.of_weight >= MOST).find_map(|share| share.at)
    }

    /// Whether a text contains all words of one of the names, in any inflection.
    pub fn is_found_in(&self, lower: &str) -> bool {
        self.names.iter().any(|name| holds_words(lower, name))
    }
}

pub fn is_capital(text: &str) -> bool {
    text.bytes().next().is_some_and(|first| first.is_ascii_uppercase())
}

/// Next to a duty, an occupation is only context and proves nothing: the HR in "HR system".
pub fn without_roles(groups: &mut Vec<Group>, any_duty: bool) {
    let is_role = |id: &Id| LEXICON.concept(*id).sort == Sort::Role;
    if any_duty || groups.iter().any(|group| !group.any.iter().all(is_role)) {
        groups.iter_mut().for_each(|group| group.any.retain(|id| !is_role(id)));
        groups.retain(|group| !group.any.is_empty());
    }
}

/// The maximum length of an inflected ending.
pub const ENDING: usize = 3;

/// Whether a text contains all words of a name: Latin words by prefix, Chinese ones by nearby pairs.
pub fn holds_words(lower: &str, name: &str) -> bool {
    if name.chars().any(is_cjk) {
        return lower.contains(name) || holds_pairs(lower, name);
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let root = |word: &str| {
        word.char_indices().nth(word.chars().count().saturating_sub(3).max(5)).map_or(word.len(), |(at, _)| at)
    };
    let mut parts = name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some()
        && parts.all(|part| {
            words.iter().any(|word| {
                if part.len() <= 4 {
                    *word == part
                } else {
                    word.starts_with(&part[..root(part)]) && word.len() <= part.len() + ENDING
                }
            })
        })
}

/// Whether the halves of a Chinese name are close to each other in either order: 考核绩效 for 绩效考核.
pub fn holds_pairs(lower: &str, name: &str) -> bool {
    const APART: usize = 12;
    let characters: Vec<char> = name.chars().collect();
    if characters.len() != 4 || !characters.iter().all(|c| is_cjk(*c)) {
        return false;
    }
    let halves: [String; 2] = [characters[..2].iter().collect(), characters[2..].iter().collect()];
    let at = |half: &String| lower.match_indices(half.as_str()).map(|(at, _)| at).collect::<Vec<_>>();
    let (first, second) = (at(&halves[0]), at(&halves[1]));
    first.iter().any(|one| second.iter().any(|other| one.abs_diff(*other) <= APART * 3))
}

/// Groups the names in a clause: those joined by "or", a slash, brackets or "such as" are alternatives.
pub fn groups(clause: &str, mentions: &[Mention], needed: &[Id]) -> Vec<Group> {
    struct Item {
        ids: Vec<Id>,
        start: usize,
        end: usize,
    }
    let mut items: Vec<Item> = Vec::new();
    for mention in mentions.iter().filter(|mention| needed.contains(&mention.concept)) {
        let item = Item { ids: vec![mention.concept], start: mention.start, end: mention.end };
        match items.last_mut() {
            Some(last) if mention.start < last.end => {
                last.ids.push(mention.concept);
                last.end = last.end.max(mention.end);
            }
            // Of two adjacent names, "Java 后端", the first narrows the second.
            Some(last)
                if clause.get(last.end..mention.start).is_some_and(|between| between.trim().is_empty())
                    && sort(&last.ids) != Sort::Domain
                    && sort(&item.ids) != Sort::Domain =>
            {
                if sort(&last.ids) == Sort::Role {
                    *last = item;
                }
            }
            _ => items.push(item),
        }
    }
    let lower_of = |from: usize, to: usize| clause.get(from..to).unwrap_or("").to_lowercase();
    let joined = |between: &str| {
        let cue = |cue: &String| between.trim_end().ends_with(cue.trim_end()) || between.trim_start().starts_with("等");
        cues("joins.either").iter().any(cue)
            || matches!(between.trim(), "/" | "／" | "or" | "atau" | "或" | "(" | "（")
            || between.trim_end().ends_with(['(', '（'])
    };
    let listed = |between: &str| matches!(between.trim(), "," | "，" | "、");
    // A list with "or" before its last item is a list of alternatives.
    let mut either = vec![false; items.len()];
    for at in (1..items.len()).rev() {
        let between = lower_of(items[at - 1].end, items[at].start);
        let open_list = listed(&between) && at + 1 < items.len() && either[at + 1] && {
            let next = lower_of(items[at].end, items[at + 1].start);
            listed(&next) || joined(&next)
        };
        either[at] = joined(&between) || open_list;
    }
    let is_paper = cued("asks.paper", &clause.to_lowercase());
    let mut groups: Vec<(Group, usize, usize)> = Vec::new();
    for (at, item) in items.into_iter().enumerate() {
        let behind: String = clause.get(item.end..).unwrap_or("").chars().take(24).collect();
        let similar = cued("joins.similar", &behind.to_lowercase());
        let mut names = names_of(clause, item.start, item.end);
        names.extend(alternative_behind(clause, item.end));
        match groups.last_mut().filter(|_| either[at]) {
            Some((group, _, end)) => {
                group.any.extend(item.ids);
                group.similar |= similar;
                group.names.extend(names);
                *end = item.end;
            }
            None => {
                let group = Group {
                    any: item.ids,
                    similar,
                    label: String::new(),
                    names,
                    asked: Vec::new(),
                    is_whole: false,
                    is_abbreviated: false,
                    is_proper: false,
                    is_paper,
                };
                groups.push((group, item.start, item.end));
            }
        }
    }
    let named = |(mut group, start, end): (Group, usize, usize)| {
        group.label = clause.get(start..end).unwrap_or("").trim().to_owned();
        let written = |name: &String| {
            let at = clause.to_lowercase().find(name.as_str());
            at.and_then(|at| clause.get(at..at + name.len())).unwrap_or_default()
        };
        let all = |is: fn(&str) -> bool| group.names.iter().all(|name| is(written(name)));
        group.is_abbreviated =
            all(|own| !own.is_empty() && own.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()));
        group.is_proper = all(is_capital) && start > 0;
        let by_name = |name: &String| Some(RequiredSenses::of(name, |_| false, &[])).filter(RequiredSenses::is_telling);
        group.asked = group.names.iter().filter_map(by_name).collect();
        group.is_whole = group
            .any
            .iter()
            .any(|id| LEXICON.concept(*id).heads.iter().any(|head| group.names.iter().any(|name| name == head)));
        group
    };
    groups.into_iter().map(named).collect()
}

pub fn sort(ids: &[Id]) -> Sort {
    ids.first().map_or(Sort::Skill, |id| LEXICON.concept(*id).sort)
}

/// An unknown alternative after a name: "5S or Kaizen".
pub fn alternative_behind(clause: &str, end: usize) -> Option<String> {
    let rest = clause.get(end..)?.trim_start();
    let after = [" or ", "or ", "atau ", "或"].iter().find_map(|or| rest.strip_prefix(or))?;
    let word = after.split(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '#' | '-' | '.'))).next()?;
    let telling = !is_cjk(word.chars().next()?) && word.chars().count() > 2 && LEXICON.mentions(word).is_empty();
    telling.then(|| word.to_lowercase())
}

/// A lower-case name, also with the words that share its last word: "product, growth or marketing analytics" includes
/// product analytics.
pub fn names_of(clause: &str, start: usize, end: usize) -> Vec<String> {
    let name = clause.get(start..end).unwrap_or("").trim().to_lowercase();
    let mut names = vec![name.clone()];
    let Some((_, last)) = name.rsplit_once(' ') else { return names };
    let before = clause.get(..start).unwrap_or("").to_lowercase();
    let Some(list) = before.trim_end().strip_suffix(" or").or_else(|| before.trim_end().strip_suffix("/")) else {
        return names;
    };
    for word in list.rsplit(',').map(str::trim) {
        let own = word.rsplit(' ').next().unwrap_or(word);
        if own.len() > 2 && own.chars().all(|c| c.is_ascii_alphabetic()) {
            names.push(format!("{own} {last}"));
        }
        if own.len() < word.len() {
            break;
        }
    }
    names
}
