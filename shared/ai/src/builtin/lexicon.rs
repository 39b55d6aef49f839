//! The lexicon: concepts with their names in three languages, and how far one satisfies the requirement of another.
//!
//! The tables are in `lexicon/*.txt`, one file per field of work. A line is `name: alias, alias, … < parent parent …
//! ~ near near*0.7 …`. A child satisfies its parent; siblings and parents do in part; `~` lists further related
//! concepts. An alias written `=Go` is case-sensitive. Sections give the kind of concept: `[role]`, `[skill]`,
//! `[domain]`, `[cert]`, `[major]`, `[soft]`, and `[ignore]` for phrases in which a name means something else.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::text::is_cjk;

/// The tables, parsed once.
pub static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(SOURCES));

const SOURCES: &[(&str, &str)] = &[
    ("software", include_str!("../../lexicon/software.txt")),
    ("product", include_str!("../../lexicon/product.txt")),
    ("design", include_str!("../../lexicon/design.txt")),
    ("marketing", include_str!("../../lexicon/marketing.txt")),
    ("sales", include_str!("../../lexicon/sales.txt")),
    ("service", include_str!("../../lexicon/service.txt")),
    ("finance", include_str!("../../lexicon/finance.txt")),
    ("people", include_str!("../../lexicon/people.txt")),
    ("supply", include_str!("../../lexicon/supply.txt")),
    ("manufacturing", include_str!("../../lexicon/manufacturing.txt")),
    ("construction", include_str!("../../lexicon/construction.txt")),
    ("health", include_str!("../../lexicon/health.txt")),
    ("education", include_str!("../../lexicon/education.txt")),
    ("law", include_str!("../../lexicon/law.txt")),
    ("general", include_str!("../../lexicon/general.txt")),
];

/// A concept's number, stable within a build.
pub type Id = u16;

/// The kind of a concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    Role,
    /// A skill, tool, method or body of knowledge.
    Skill,
    /// An industry or kind of business.
    Domain,
    /// A licence or certificate.
    Cert,
    Major,
    Soft,
    /// A phrase that hides the names in it.
    Ignore,
}

#[derive(Debug, Clone)]
pub struct Concept {
    /// The field of work: the index of its table.
    pub field: u8,
    pub sort: Sort,
    /// The number of its names: few for a single thing, many for a field of work with parts.
    pub names: usize,
    /// The lower-case names of the whole: the first of each script, and those contained in its other names.
    pub heads: Vec<String>,
}

/// A concept named in a text, by byte offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention {
    pub concept: Id,
    /// Start byte.
    pub start: usize,
    /// End byte, exclusive.
    pub end: usize,
    /// Whether the same words also name something in another field of work.
    pub rivalled: bool,
}

/// The fields of work of a text, by names that belong to one field only; they disambiguate names of several fields. A
/// 结构工程师 among moulds and tolerances is not a civil engineer.
#[derive(Debug, Clone, Default)]
pub struct Senses([u16; FIELDS]);

const FIELDS: usize = SOURCES.len();

impl Senses {
    /// Counts the mentions of a text.
    pub fn of<'a>(mentions: impl Iterator<Item = &'a Mention>) -> Self {
        let mut counts = [0; FIELDS];
        for mention in mentions.filter(|mention| !mention.rivalled) {
            let concept = LEXICON.concept(mention.concept);
            if matches!(concept.sort, Sort::Skill | Sort::Role | Sort::Domain | Sort::Major) {
                counts[usize::from(concept.field)] += 1;
            }
        }
        Self(counts)
    }

    /// Whether a concept's field occurs in the text; always true if no field does.
    pub fn fits(&self, concept: Id) -> bool {
        let most = self.0.iter().copied().max().unwrap_or(0);
        most == 0 || self.0[usize::from(LEXICON.concept(concept).field)] * 3 >= most
    }
}

/// The concept graph and the automaton that finds its names.
pub struct Lexicon {
    concepts: Vec<Concept>,
    automaton: Option<AhoCorasick>,
    patterns: Vec<Pattern>,
    /// For each pair of concepts, required first: an index into `values`.
    answers: Vec<u16>,
    values: Vec<f64>,
}

struct Pattern {
    text: String,
    exact: bool,
    cjk_start: bool,
    cjk_end: bool,
    concepts: Vec<Id>,
}

#[derive(Default)]
struct Links {
    parents: Vec<(&'static str, f64)>,
    near: Vec<(&'static str, f64)>,
}

/// How far a parent or sibling satisfies a concept, by their kinds.
const PARENT: f64 = 0.5;

impl Lexicon {
    fn read(sources: &[(&'static str, &'static str)]) -> Self {
        let mut concepts: Vec<Concept> = Vec::new();
        let mut links: Vec<Links> = Vec::new();
        let mut ids: BTreeMap<&'static str, Id> = BTreeMap::new();
        let mut aliases: BTreeMap<(String, bool), Vec<Id>> = BTreeMap::new();
        for (field, (_, source)) in sources.iter().enumerate() {
            let mut sort = Sort::Skill;
            for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# ")) {
                if let Some(section) = line.strip_prefix('[') {
                    sort = sort_of(section.trim_end_matches(']'));
                    continue;
                }
                let Some((name, rest)) = line.split_once(": ") else { continue };
                let (rest, near) = rest.split_once(" ~ ").unwrap_or((rest, ""));
                let (names, parents) = rest.split_once(" < ").unwrap_or((rest, ""));
                let id = *ids.entry(name).or_insert_with(|| {
                    let field = u8::try_from(field).unwrap_or(u8::MAX);
                    concepts.push(Concept { field, sort, names: 0, heads: Vec::new() });
                    links.push(Links::default());
                    Id::try_from(concepts.len() - 1).unwrap_or(Id::MAX)
                });
                concepts[usize::from(id)].heads.extend(heads(names));
                for alias in names.split(',').map(str::trim).filter(|alias| !alias.is_empty()) {
                    let (text, exact) = match alias.strip_prefix('=') {
                        Some(text) => (text.to_owned(), true),
                        None => (alias.to_lowercase(), false),
                    };
                    for form in spaced(text) {
                        let owners = aliases.entry((form, exact)).or_default();
                        if !owners.contains(&id) {
                            owners.push(id);
                        }
                    }
                    concepts[usize::from(id)].names += 1;
                }
                links[usize::from(id)].parents.extend(weighted(parents, 1.0));
                links[usize::from(id)].near.extend(weighted(near, 0.5));
            }
        }
        let (answers, values) = table(concepts.len(), &answers(&concepts, &links, &ids));
        let patterns: Vec<Pattern> = aliases
            .into_iter()
            .map(|((text, exact), concepts)| Pattern {
                cjk_start: text.chars().next().is_some_and(is_cjk),
                cjk_end: text.chars().next_back().is_some_and(is_cjk),
                text,
                exact,
                concepts,
            })
            .collect();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .ascii_case_insensitive(true)
            .build(patterns.iter().map(|pattern| &pattern.text))
            .ok();
        Self { concepts, automaton, patterns, answers, values }
    }

    /// The concept behind a number.
    pub fn concept(&self, id: Id) -> &Concept {
        &self.concepts[usize::from(id)]
    }

    /// The concepts named in a text, in order; the longest names win.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let mut hits: Vec<(usize, usize, usize)> = automaton
            .find_overlapping_iter(text)
            .filter_map(|hit| {
                let pattern = &self.patterns[hit.pattern().as_usize()];
                let end = stands_alone(text, hit.start(), hit.end(), pattern)?;
                Some((hit.start(), end, hit.pattern().as_usize()))
            })
            .collect();
        hits.sort_by_key(|&(start, end, pattern)| (start, std::cmp::Reverse(end), pattern));
        // The furthest end so far: a name that ends no later is contained in an earlier one.
        let mut covered = 0;
        let mut covered_next = 0;
        let mut stretch = (0, 0);
        let mut found: Vec<Mention> = Vec::new();
        for (start, end, pattern) in hits {
            if (start, end) != stretch {
                covered = covered_next;
                stretch = (start, end);
            }
            // A name within a longer one is part of it; names that only overlap (初中英语教师, 教师资格证) are both kept.
            if end <= covered {
                continue;
            }
            let named = &self.patterns[pattern].concepts;
            // A field of study does not hide the industry it is named after: 餐饮管理有限公司 is a company of 餐饮.
            if named.iter().any(|id| self.concept(*id).sort != Sort::Major) {
                covered_next = covered_next.max(end);
            }
            let kept = || named.iter().filter(|id| self.concept(**id).sort != Sort::Ignore);
            let field = |id: &Id| self.concept(*id).field;
            let rivalled = kept().any(|id| kept().any(|other| field(id) != field(other)));
            found.extend(kept().map(|&concept| Mention { concept, start, end, rivalled }));
        }
        found.sort_by_key(|mention| (mention.start, mention.end, mention.concept));
        found.dedup();
        found
    }

    /// How far `given` satisfies `needed`, from 0 to 1.
    pub fn answers(&self, needed: Id, given: Id) -> f64 {
        let at = usize::from(needed) * self.concepts.len() + usize::from(given);
        self.answers.get(at).and_then(|value| self.values.get(usize::from(*value))).copied().unwrap_or(0.0)
    }

    /// Whether two concepts are different kinds of employers of one family.
    pub fn rivals(&self, one: Id, other: Id) -> bool {
        let kind = |id: Id| self.concept(id).sort == Sort::Domain;
        let likeness = self.answers(one, other);
        kind(one) && kind(other) && likeness > 0.0 && likeness < 0.5
    }

    /// The number of concepts.
    pub fn len(&self) -> usize {
        self.concepts.len()
    }

    /// The best that any of `given` satisfies `needed`.
    pub fn best(&self, needed: Id, given: impl IntoIterator<Item = Id>) -> f64 {
        given.into_iter().map(|id| self.answers(needed, id)).fold(0.0, f64::max)
    }
}

/// The names of the whole among a concept's names: 招聘 of 校园招聘 and 招聘渠道, "recruitment" of "campus recruitment".
fn heads(names: &str) -> Vec<String> {
    let names: Vec<String> = names.split(',').map(|name| name.trim().trim_start_matches('=').to_lowercase()).collect();
    let is_first = |at: usize| {
        let chinese = |name: &String| name.chars().any(is_cjk);
        names[..at].iter().all(|before| chinese(before) != chinese(&names[at]))
    };
    let is_held = |name: &String| {
        name.chars().count() > 1 && names.iter().any(|other| other.len() > name.len() && holds_word(other, name))
    };
    (0..names.len()).filter(|&at| is_first(at) || is_held(&names[at])).map(|at| names[at].clone()).collect()
}

fn holds_word(text: &str, word: &str) -> bool {
    if word.chars().any(is_cjk) {
        return text.contains(word);
    }
    format!(" {text} ").contains(&format!(" {word} "))
}

/// An alias of mixed scripts, also with a space between them: Java工程师, Java 工程师.
fn spaced(alias: String) -> Vec<String> {
    let mut apart = String::with_capacity(alias.len() + 2);
    let mut previous: Option<char> = None;
    for c in alias.chars() {
        if previous.is_some_and(|before| before != ' ' && c != ' ' && is_cjk(before) != is_cjk(c)) {
            apart.push(' ');
        }
        apart.push(c);
        previous = Some(c);
    }
    if apart == alias { vec![alias] } else { vec![alias, apart] }
}

fn sort_of(section: &str) -> Sort {
    match section {
        "role" => Sort::Role,
        "domain" => Sort::Domain,
        "cert" => Sort::Cert,
        "major" => Sort::Major,
        "soft" => Sort::Soft,
        "ignore" => Sort::Ignore,
        _ => Sort::Skill,
    }
}

fn weighted(names: &'static str, default: f64) -> Vec<(&'static str, f64)> {
    names
        .split_whitespace()
        .map(|entry| match entry.split_once('*') {
            Some((name, weight)) => (name, weight.parse().unwrap_or(default)),
            None => (entry, default),
        })
        .collect()
}

/// The end of a hit if it is a whole word, including an English plural's s.
fn stands_alone(text: &str, start: usize, end: usize, pattern: &Pattern) -> Option<usize> {
    if pattern.exact && text.get(start..end) != Some(pattern.text.as_str()) {
        return None;
    }
    let joins = |c: char| c.is_alphanumeric() && !is_cjk(c);
    if !pattern.cjk_start && text.get(..start)?.chars().next_back().is_some_and(joins) {
        return None;
    }
    let rest = text.get(end..)?;
    if pattern.cjk_end {
        return Some(end);
    }
    let mut after = rest.chars();
    // SLOs, SKUs, VMs: capitals with a lower-case s are plurals of abbreviations.
    let abbreviated =
        text.get(start..end).is_some_and(|hit| hit.len() >= 2 && hit.bytes().all(|b| b.is_ascii_uppercase()));
    match after.next() {
        Some('s') if (pattern.text.len() >= 4 || abbreviated) && !after.next().is_some_and(joins) => Some(end + 1),
        // C is neither C++ nor C#.
        Some('+' | '#') if pattern.text.len() <= 2 => None,
        Some(c) if joins(c) => None,
        _ => Some(end),
    }
}

/// The pairs as a dense table whose cells index a few distinct values.
fn table(concepts: usize, pairs: &BTreeMap<(Id, Id), f64>) -> (Vec<u16>, Vec<f64>) {
    let mut values = vec![0.0, 1.0];
    let mut cells = vec![0_u16; concepts * concepts];
    for id in 0..concepts {
        cells[id * concepts + id] = 1;
    }
    for (&(needed, given), &value) in pairs {
        let at = values.iter().position(|known| *known == value).unwrap_or_else(|| {
            values.push(value);
            values.len() - 1
        });
        cells[usize::from(needed) * concepts + usize::from(given)] = u16::try_from(at).unwrap_or(0);
    }
    (cells, values)
}

/// All pairs where one concept satisfies another, from the tables' links.
fn answers(concepts: &[Concept], links: &[Links], ids: &BTreeMap<&'static str, Id>) -> BTreeMap<(Id, Id), f64> {
    let mut pairs: BTreeMap<(Id, Id), f64> = BTreeMap::new();
    let mut put = |needed: Id, given: Id, value: f64| {
        if needed != given {
            let slot = pairs.entry((needed, given)).or_insert(0.0);
            *slot = slot.max(value);
        }
    };
    let id_of = |index: usize| Id::try_from(index).unwrap_or(Id::MAX);
    let mut children: BTreeMap<Id, Vec<(Id, f64)>> = BTreeMap::new();
    for (index, link) in links.iter().enumerate() {
        let child = id_of(index);
        for &(name, weight) in &link.parents {
            let Some(&parent) = ids.get(name) else { continue };
            children.entry(parent).or_default().push((child, weight));
            put(parent, child, weight);
            put(child, parent, PARENT * weight);
            for &(grandparent, further) in &links[usize::from(parent)].parents {
                let Some(&grandparent) = ids.get(grandparent) else { continue };
                put(grandparent, child, weight * further * 0.9);
                put(child, grandparent, 0.2);
            }
        }
        for &(name, weight) in &link.near {
            let Some(&near) = ids.get(name) else { continue };
            put(child, near, weight);
            put(near, child, weight);
        }
    }
    for siblings in children.values() {
        for &(one, weight) in siblings {
            for &(other, other_weight) in siblings {
                let likeness = match (concepts[usize::from(one)].sort, concepts[usize::from(other)].sort) {
                    (Sort::Skill, Sort::Skill) => 0.45,
                    (Sort::Role, Sort::Role) => 0.4,
                    (Sort::Major, Sort::Major) => 0.6,
                    (Sort::Domain, Sort::Domain) => 0.3,
                    _ => 0.0,
                };
                if likeness > 0.0 {
                    put(one, other, likeness * weight.min(other_weight));
                }
            }
        }
    }
    pairs
}
