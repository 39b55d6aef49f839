//! The words by which resumes are read: concepts and their relations, and classes of words, from the files in `lexicon/`.
//!
//! `concepts.tsv` holds a concept a line: sort, field of work, name, forms. `relations.tsv` says what a concept is part
//! of or close to. All other files hold classes: class, value, forms. A form is in lower case unless it begins with `=`.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::page::is_han;

/// The lexicon, read once.
pub static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

const CONCEPTS: &str = include_str!("../lexicon/concepts.tsv");
const RELATIONS: &str = include_str!("../lexicon/relations.tsv");
const CLASSES: &[&str] = &[
    include_str!("../lexicon/attacks.tsv"),
    include_str!("../lexicon/contacts.tsv"),
    include_str!("../lexicon/employers.tsv"),
    include_str!("../lexicon/entries.tsv"),
    include_str!("../lexicon/headings.tsv"),
    include_str!("../lexicon/labels.tsv"),
    include_str!("../lexicon/names.tsv"),
    include_str!("../lexicon/places.tsv"),
    include_str!("../lexicon/script.tsv"),
    include_str!("../lexicon/studies.tsv"),
    include_str!("../lexicon/time.tsv"),
    include_str!("../lexicon/titles.tsv"),
    include_str!("../lexicon/tones.tsv"),
    include_str!("../lexicon/verbs.tsv"),
    include_str!("../lexicon/weights.tsv"),
    include_str!("../lexicon/words.tsv"),
];

/// The longest form of a class in characters that is looked for at the start or end of a text.
const LONGEST: usize = 16;

/// A concept's number, stable within a build; serialized as its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptId(u16);

/// The kind of a concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    Language,
    /// A country.
    Place,
    /// A phrase that hides the names in it.
    Ignore,
}

/// A thing that jobs and resumes name.
#[derive(Debug)]
pub struct Concept {
    pub name: &'static str,
    pub sort: Sort,
    /// The field of work.
    pub field: &'static str,
    /// Its forms as written in the file.
    pub forms: Vec<&'static str>,
}

/// A form found in a text, by bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    pub start: usize,
    pub end: usize,
    form: u32,
}

/// The classes of words, concepts, relations, and the automaton that finds forms.
#[derive(Debug)]
pub struct Lexicon {
    classes: Map<&'static str, u8>,
    forms: Map<Box<str>, Vec<(u8, &'static str)>>,
    /// The first (`false`) and last characters of the forms of a class.
    edges: Map<(u8, char, bool), ()>,
    /// The forms of a class in the order of its file.
    lists: Vec<Vec<(&'static str, &'static str)>>,
    concepts: Vec<Concept>,
    names: HashMap<&'static str, ConceptId>,
    related: Map<(u16, u16), f32>,
    patterns: Vec<Pattern>,
    automaton: Option<AhoCorasick>,
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Fnv>>;

/// Forms are short and the file is ours: a simple hash is enough.
#[derive(Default)]
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
}

#[derive(Debug)]
struct Pattern {
    text: Box<str>,
    exact: bool,
    concepts: Vec<ConceptId>,
    /// The tones of which it is a cue: class and value.
    cues: Vec<(&'static str, &'static str)>,
}

impl Lexicon {
    fn read() -> Self {
        let mut lexicon = Self {
            classes: Map::default(),
            forms: Map::default(),
            edges: Map::default(),
            lists: Vec::new(),
            concepts: Vec::new(),
            names: HashMap::new(),
            related: Map::default(),
            patterns: Vec::new(),
            automaton: None,
        };
        let mut patterns: HashMap<(Box<str>, bool), usize> = HashMap::new();
        for row in CLASSES.iter().flat_map(|file| rows(file)) {
            let (Some(&class), Some(&value)) = (row.first(), row.get(1)) else { continue };
            let id = lexicon.class_of(class);
            for &form in row.get(2..).unwrap_or_default() {
                let lower: Box<str> = form.to_lowercase().into();
                lexicon.lists[usize::from(id)].push((form, value));
                let edges = [(lower.chars().next(), false), (lower.chars().next_back(), true)];
                lexicon.edges.extend(edges.into_iter().filter_map(|(c, last)| Some(((id, c?, last), ()))));
                let held = lexicon.forms.entry(lower).or_default();
                if !held.iter().any(|(class, _)| *class == id) {
                    held.push((id, value));
                }
                if class.starts_with("tone_") {
                    let at = pattern(&mut lexicon.patterns, &mut patterns, &form.replace('_', " "), false);
                    lexicon.patterns[at].cues.push((class, value));
                }
            }
        }
        for row in rows(CONCEPTS) {
            let [sort, field, name, forms @ ..] = row.as_slice() else { continue };
            let id = ConceptId(u16::try_from(lexicon.concepts.len()).unwrap_or(u16::MAX));
            let id = *lexicon.names.entry(name).or_insert(id);
            if usize::from(id.0) == lexicon.concepts.len() {
                lexicon.concepts.push(Concept { name, sort: sort_of(sort), field, forms: Vec::new() });
            }
            lexicon.concepts[usize::from(id.0)].forms.extend(forms);
            for form in forms {
                let (text, exact) = form.strip_prefix('=').map_or((*form, false), |text| (text, true));
                for written in spaced(text) {
                    let at = pattern(&mut lexicon.patterns, &mut patterns, &written, exact);
                    let concepts = &mut lexicon.patterns[at].concepts;
                    if !concepts.contains(&id) {
                        concepts.push(id);
                    }
                }
            }
        }
        lexicon.relate();
        let texts = lexicon.patterns.iter().map(|pattern| &*pattern.text);
        lexicon.automaton =
            AhoCorasick::builder().match_kind(MatchKind::Standard).ascii_case_insensitive(true).build(texts).ok();
        lexicon
    }

    fn class_of(&mut self, class: &'static str) -> u8 {
        let next = u8::try_from(self.classes.len()).unwrap_or(u8::MAX);
        let id = *self.classes.entry(class).or_insert(next);
        if usize::from(id) == self.lists.len() {
            self.lists.push(Vec::new());
        }
        id
    }

    /// How far concepts stand for each other: parts wholly for their whole, wholes and siblings in part.
    fn relate(&mut self) {
        let mut children: HashMap<ConceptId, Vec<(ConceptId, f32)>> = HashMap::new();
        let mut parents: HashMap<ConceptId, Vec<(ConceptId, f32)>> = HashMap::new();
        for row in rows(RELATIONS) {
            let [one, kind, other, weight] = row.as_slice() else { continue };
            let (Some(one), Some(other), Ok(weight)) = (self.id(one), self.id(other), weight.parse::<f32>()) else {
                continue;
            };
            if *kind == "in" {
                children.entry(other).or_default().push((one, weight));
                parents.entry(one).or_default().push((other, weight));
                self.put(other, one, weight);
                self.put(one, other, 0.5 * weight);
            } else {
                self.put(one, other, weight);
                self.put(other, one, weight);
            }
        }
        for (&child, above) in &parents {
            for &(parent, weight) in above {
                for &(grandparent, further) in parents.get(&parent).into_iter().flatten() {
                    self.put(grandparent, child, weight * further * 0.9);
                    self.put(child, grandparent, 0.2);
                }
            }
        }
        for siblings in children.values() {
            for &(one, weight) in siblings {
                for &(other, also) in siblings.iter().filter(|(other, _)| *other != one) {
                    let likeness = match (self.concept(one).sort, self.concept(other).sort) {
                        (Sort::Skill, Sort::Skill) => 0.45,
                        (Sort::Role, Sort::Role) => 0.4,
                        (Sort::Major, Sort::Major) => 0.6,
                        (Sort::Domain, Sort::Domain) => 0.3,
                        _ => continue,
                    };
                    self.put(one, other, likeness * weight.min(also));
                }
            }
        }
    }

    fn put(&mut self, needed: ConceptId, given: ConceptId, value: f32) {
        if needed != given {
            let slot = self.related.entry((needed.0, given.0)).or_insert(0.0);
            *slot = slot.max(value);
        }
    }

    /// The concept with this name.
    #[must_use]
    pub fn id(&self, name: &str) -> Option<ConceptId> {
        self.names.get(name).copied()
    }

    /// The concept behind a number.
    #[must_use]
    pub fn concept(&self, id: ConceptId) -> &Concept {
        &self.concepts[usize::from(id.0)]
    }

    /// All concepts.
    pub fn concepts(&self) -> impl Iterator<Item = (ConceptId, &Concept)> {
        self.concepts.iter().zip(0..).map(|(concept, id)| (ConceptId(id), concept))
    }

    /// How far `given` satisfies `needed`, from 0 to 1.
    #[must_use]
    pub fn answers(&self, needed: ConceptId, given: ConceptId) -> f32 {
        if needed == given { 1.0 } else { self.related.get(&(needed.0, given.0)).copied().unwrap_or(0.0) }
    }

    /// The value of a form in a class.
    pub(crate) fn get(&self, class: &str, form: &str) -> Option<&'static str> {
        let class = *self.classes.get(class)?;
        self.value(class, form)
    }

    fn value(&self, class: u8, form: &str) -> Option<&'static str> {
        self.forms.get(form)?.iter().find(|(of, _)| *of == class).map(|&(_, value)| value)
    }

    pub(crate) fn has(&self, class: &str, form: &str) -> bool {
        self.get(class, form).is_some()
    }

    /// The longest form of the class with which the text ends: its length and value.
    pub(crate) fn ends(&self, class: &str, text: &str) -> Option<(usize, &'static str)> {
        let class = *self.classes.get(class)?;
        if !self.edges.contains_key(&(class, text.chars().next_back()?, true)) {
            return None;
        }
        let mut starts = [0; LONGEST];
        let mut count = 0;
        for (at, _) in text.char_indices().rev().take(LONGEST) {
            starts[count] = at;
            count += 1;
        }
        starts[..count]
            .iter()
            .rev()
            .find_map(|&at| self.value(class, &text[at..]).map(|value| (text.len() - at, value)))
    }

    /// The longest form of the class with which the text begins.
    pub(crate) fn begins(&self, class: &str, text: &str) -> Option<(usize, &'static str)> {
        let class = *self.classes.get(class)?;
        if !self.edges.contains_key(&(class, text.chars().next()?, false)) {
            return None;
        }
        let mut ends = [0; LONGEST];
        let mut count = 0;
        for (at, c) in text.char_indices().take(LONGEST) {
            ends[count] = at + c.len_utf8();
            count += 1;
        }
        ends[..count].iter().rev().find_map(|&at| self.value(class, &text[..at]).map(|value| (at, value)))
    }

    /// The first place where the text holds a form of the class, of at least `least` characters.
    pub(crate) fn within(&self, class: &str, text: &str, least: usize) -> Option<(usize, usize, &'static str)> {
        text.char_indices().find_map(|(at, _)| {
            let (len, value) = self.begins(class, &text[at..])?;
            (text[at..at + len].chars().nth(least.max(1) - 1).is_some()).then_some((at, at + len, value))
        })
    }

    /// The forms of a class with their values, in the order of the file.
    pub(crate) fn list(&self, class: &str) -> &[(&'static str, &'static str)] {
        self.classes.get(class).map_or(&[], |&id| &self.lists[usize::from(id)])
    }

    /// The forms of concepts and tones in a text, by their start; the longer first.
    pub(crate) fn hits(&self, text: &str) -> Vec<Hit> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let mut hits: Vec<Hit> = automaton
            .find_overlapping_iter(text)
            .filter_map(|found| {
                let form = found.pattern().as_u32();
                let end = self.patterns[form as usize].end(text, found.start(), found.end())?;
                Some(Hit { start: found.start(), end, form })
            })
            .collect();
        hits.sort_unstable_by_key(|hit| (hit.start, std::cmp::Reverse(hit.end), hit.form));
        hits
    }

    /// The concepts that a hit names.
    pub(crate) fn named(&self, hit: &Hit) -> &[ConceptId] {
        &self.patterns[hit.form as usize].concepts
    }

    /// The classes and values of a cue.
    pub(crate) fn cues(&self, hit: &Hit) -> &[(&'static str, &'static str)] {
        &self.patterns[hit.form as usize].cues
    }
}

/// The rows of a file without empty lines and comments.
fn rows(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).map(|line| line.split('\t').collect())
}

fn pattern(
    patterns: &mut Vec<Pattern>,
    known: &mut HashMap<(Box<str>, bool), usize>,
    text: &str,
    exact: bool,
) -> usize {
    let text: Box<str> = if exact { text.into() } else { text.to_lowercase().into() };
    *known.entry((text.clone(), exact)).or_insert_with(|| {
        patterns.push(Pattern { text, exact, concepts: Vec::new(), cues: Vec::new() });
        patterns.len() - 1
    })
}

/// A form of mixed scripts, also with a blank between them: Java工程师, Java 工程师.
fn spaced(form: &str) -> Vec<String> {
    let mut apart = String::with_capacity(form.len() + 2);
    let mut before: Option<char> = None;
    for c in form.chars() {
        if before.is_some_and(|before| before != ' ' && c != ' ' && is_han(before) != is_han(c)) {
            apart.push(' ');
        }
        apart.push(c);
        before = Some(c);
    }
    if apart == form { vec![apart] } else { vec![form.to_owned(), apart] }
}

fn sort_of(name: &str) -> Sort {
    match name {
        "role" => Sort::Role,
        "domain" => Sort::Domain,
        "cert" => Sort::Cert,
        "major" => Sort::Major,
        "soft" => Sort::Soft,
        "language" => Sort::Language,
        "place" => Sort::Place,
        "ignore" => Sort::Ignore,
        _ => Sort::Skill,
    }
}

impl Pattern {
    /// The end of a hit if it is a whole word, with the s of an English plural.
    fn end(&self, text: &str, start: usize, end: usize) -> Option<usize> {
        if self.exact && text.get(start..end)? != &*self.text {
            return None;
        }
        let joins = |c: char| c.is_alphanumeric() && !is_han(c);
        if self.text.starts_with(joins) && text[..start].chars().next_back().is_some_and(joins) {
            return None;
        }
        if !self.cues.is_empty() && self.concepts.is_empty() {
            return Some(end);
        }
        if !self.text.ends_with(joins) {
            return Some(end);
        }
        let capitals = end - start >= 2 && text.as_bytes()[start..end].iter().all(u8::is_ascii_uppercase);
        let mut after = text[end..].chars();
        match after.next() {
            Some('s') if (self.text.len() >= 4 || capitals) && !after.next().is_some_and(joins) => Some(end + 1),
            // C is neither C++ nor C#.
            Some('+' | '#') if self.text.len() <= 2 => None,
            Some(c) if joins(c) => None,
            _ => Some(end),
        }
    }
}

impl Serialize for ConceptId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(LEXICON.concept(*self).name)
    }
}

impl<'de> Deserialize<'de> for ConceptId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        LEXICON.id(&name).ok_or_else(|| de::Error::custom(format_args!("no concept is called {name}")))
    }
}
