//! The requirements in a criterion's text: years, a degree, a language, a licence, skills, people led. Derived from
//! the words alone, so that it works on edited rubrics as well.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bole_domain::profile::DegreeLevel;
use regex::Regex;

use super::cues::{cued, cues};
use super::degree;
use super::duties::{self, DutyId};
use super::group::{Group, groups, without_roles};
use super::lexicon::{Id, LEXICON, Mention, Sort};
use super::numbers::{number, spelled_numbers};
use super::places::{self, Places};
use super::quantity::{self, Quantity};
use super::spoken_languages::{self, SpokenLanguage};
use super::text::{Term, amount, normalise, terms};

#[derive(Debug, Clone, PartialEq)]
pub enum Facet {
    /// Experience in the role of the job's title.
    Role,
    /// Years of experience, of the kind the clause names, or of the job's kind.
    Years {
        min: f64,
        /// Concepts that narrow the experience.
        scope: Vec<Id>,
        /// Whether years of leading people are meant.
        leading: bool,
        /// The required countries; empty for any.
        places: Places,
        /// The remaining significant words.
        words: BTreeMap<Term, f64>,
        /// The narrowing names, as alternatives.
        groups: Vec<Group>,
    },
    /// A degree of at least a level, in one of some fields of study.
    Degree {
        /// Absent if only the field is required.
        level: Option<DegreeLevel>,
        /// Known fields of study.
        majors: Vec<Id>,
        /// Words of the clause, for unknown fields of study.
        words: BTreeMap<Term, f64>,
    },
    /// A language at a level.
    Language {
        spoken: SpokenLanguage,
        /// 1 basic, 2 working, 3 fluent.
        level: u8,
    },
    /// One of some licences or certificates.
    Cert(Vec<Id>),
    /// A licence valid in one of some countries.
    Admitted {
        places: Places,
        /// The part of a country, if only that is named.
        part: Option<String>,
    },
    /// Skills, industries, tasks.
    Concepts {
        needed: Vec<Id>,
        /// Whether one of them is enough.
        any: bool,
        /// The remaining significant words.
        words: BTreeMap<Term, f64>,
        /// The same names as groups of alternatives, each of which is required.
        groups: Vec<Group>,
        /// The clause as written.
        label: String,
    },
    /// A duty described in sentences.
    Duty {
        duty: DutyId,
        /// Names for it.
        any: Vec<Id>,
        /// Its words in the criterion.
        label: String,
    },
    /// A number that the work has to reach.
    Quantity(Quantity),
    /// Alternatives: "has mentored or reviewed code".
    AnyOf(Vec<Self>),
    /// What counts in part if the rest is not shown.
    Lesser(Vec<Self>),
    /// Length and level of relevant experience, without a number.
    Experience,
    /// Achievements in relevant work.
    Results,
    /// Leading people, optionally a minimum number.
    Leading(Option<f64>),
    Stability,
    /// Soft skills and other traits that a resume does not prove.
    Soft,
}

impl Facet {
    /// Removes concepts that the job does not count.
    pub fn leave_out(&mut self, excluded: &[Id]) {
        if let Self::Years { scope: concepts, .. } | Self::Concepts { needed: concepts, .. } = self {
            concepts.retain(|id| !excluded.contains(id));
        }
        if let Self::Concepts { groups, .. } | Self::Years { groups, .. } = self {
            groups.iter_mut().for_each(|group| group.any.retain(|id| !excluded.contains(id)));
            groups.retain(|group| !group.any.is_empty());
        }
        if let Self::Cert(any) = self {
            any.retain(|id| !excluded.contains(id));
            if any.is_empty() {
                *self = Self::Soft;
            }
        }
    }
}

static YEARS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(\d{1,2}(?:\.\d)?|[一二两三四五六七八九十]{1,3})\s*(?:\+|-|–|—|~|～|至|到|to|sampai|hingga)?\s*(?:\d{1,2}|[一二三四五六七八九十]{1,3})?\s*(?:多|余)?\s*\+?\s*(?:or more|and more|or over|keatas|ke atas|atau lebih)?\s*(?:年|years?(?-u:\b)|yrs?(?-u:\b)|tahun(?-u:\b)|thn(?-u:\b)|th(?-u:\b))").ok()
});
static PEOPLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(\d{1,4}|[一二两三四五六七八九十]{1,3})\s*\+?\s*(?:余|多)?\s*(?:个?人|名|位|个(?:前端|后端|测试|工程师|下属|开发|员工|徒弟)|junior|other|mid-level|direct|data|product|marketing|software|people|persons?|engineers?|staff|operators?|drivers?|employees|members|reports|nurses|teachers|pharmacists|agents|technicians|personel|orang|karyawan|staf|anggota)").ok()
});

const LEADING: &[&str] = &[
    "团队管理",
    "管理团队",
    "团队规模",
    "梯队",
    "team size",
    "ukuran tim",
    "带领团队",
    "带团队",
    "团队领导",
    "人员管理",
    "管理经验",
    "带队",
    "team management",
    "people management",
    "manage a team",
    "managing a team",
    "lead a team",
    "leading a team",
    "leadership experience",
    "managing teams",
    "leading teams",
    "team lead",
    "supervisory",
    "supervising",
    "line management",
    "direct reports",
    "memimpin tim",
    "mengelola tim",
    "memimpin regu",
    "memimpin karyawan",
    "kepemimpinan tim",
    "manajemen tim",
    "membawahi",
];
const STABILITY: &[&str] = &[
    "稳定性",
    "稳定",
    "跳槽",
    "在职时长",
    "在职时间",
    "空窗",
    "pindah kerja",
    "pindah pekerjaan",
    "berpindah-pindah",
    "masa kerja rata-rata",
    "average tenure",
    "employment gap",
    "short stints",
    "job hopping",
    "job-hopping",
    "stability",
    "tenure",
    "stabilitas",
    "kutu loncat",
    "sering pindah",
];
const EITHER: &[&str] = &[
    "或",
    "之一",
    "任一",
    "至少一",
    "任意",
    "其中",
    "如：",
    "例如",
    "如",
    "等",
    " or ",
    "/",
    "one of",
    "any of",
    "either",
    "such as",
    "e.g",
    "for example",
    "like ",
    " atau ",
    "salah satu",
    "seperti",
    "misalnya",
];
const YEARS_OF: &[&str] = &[
    "minimal",
    "minimum",
    "at least",
    " di ",
    "pada ",
    "bidang",
    "经验",
    "经历",
    "从业",
    "工作",
    "任职",
    "以上",
    "experience",
    "experienced",
    "working",
    "in ",
    "of ",
    "as ",
    "pengalaman",
    "berpengalaman",
    "sebagai",
    "kerja",
];

/// The maximum length of a criterion that is read.
const MAX_CHARACTERS: usize = 600;

/// The requirements in a criterion. Never empty.
pub fn read(criterion: &str) -> Vec<Facet> {
    let text: String = normalise(criterion).chars().take(MAX_CHARACTERS).collect();
    let (text, lesser) = without_remarks(&text);
    let mut facets = read_clauses(&text);
    facets.extend(quantity::asked_in(&spelled_numbers(&text.to_lowercase())).map(Facet::Quantity));
    let lesser: Vec<Facet> =
        lesser.iter().flat_map(|text| read_clauses(text)).filter(|facet| *facet != Facet::Soft).collect();
    if !lesser.is_empty() {
        facets.push(Facet::Lesser(lesser));
    }
    facets
}

/// The requirements for judging: unknown words are searched literally.
pub fn to_judge(criterion: &str, is_of_the_title: impl Fn(&str) -> bool) -> Vec<Facet> {
    let facets = read(criterion);
    let lower = normalise(criterion).to_lowercase();
    let beside = |facet: &Facet| match facet {
        Facet::Soft => !cued("trait", &lower),
        Facet::Experience => true,
        _ => false,
    };
    if !facets.iter().all(beside) {
        return facets;
    }
    let mut own = lower;
    if facets.contains(&Facet::Experience) {
        let lists = ["asks.experience", "asks.experience.alone", "experience.general"];
        for cue in lists.iter().flat_map(|list| cues(list)) {
            own = own.replace(cue.as_str(), " ");
        }
        if is_of_the_title(&own) {
            return facets;
        }
    }
    let words = terms(&own);
    if !words.values().any(|weight| *weight >= 1.0) {
        return facets;
    }
    let label = criterion.trim().to_owned();
    vec![Facet::Concepts { needed: Vec::new(), any: false, words, groups: Vec::new(), label }]
}

fn read_clauses(text: &str) -> Vec<Facet> {
    let mut facets: Vec<Facet> = Vec::new();
    for clause in clauses(text) {
        for facet in read_clause(&clause) {
            merge(&mut facets, facet);
        }
    }
    if facets.iter().any(|facet| !matches!(facet, Facet::Soft)) {
        facets.retain(|facet| !matches!(facet, Facet::Soft));
    }
    if facets.is_empty() {
        facets.push(Facet::Soft);
    }
    facets
}

/// The text without parenthesized remarks on what counts in part or not at all, and what counts in part.
fn without_remarks(text: &str) -> (String, Vec<String>) {
    let mut kept = String::with_capacity(text.len());
    let mut lesser = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find(['(', '（']) {
        let width = rest[open..].chars().next().map_or(1, char::len_utf8);
        let Some(close) = rest[open..].find([')', '）']).map(|at| open + at) else { break };
        let inner = &rest[open + width..close];
        let lower = inner.to_lowercase();
        let after = close + rest[close..].chars().next().map_or(1, char::len_utf8);
        if cued("counts.partly", &lower) {
            lesser.push(inner.to_owned());
            kept.push_str(&rest[..open]);
        } else if cued("counts.not", &lower) {
            kept.push_str(&rest[..open]);
        } else {
            kept.push_str(&rest[..after]);
        }
        rest = &rest[after..];
    }
    kept.push_str(rest);
    (kept, lesser)
}

/// Splits a sentence into statements. Lists stay whole, because not every comma ends a clause.
pub fn clauses(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for piece in text.split_inclusive(['，', '；', ';', '。', '！', ',', '\n']) {
        // Text in brackets is not a clause of its own.
        if let Some(last) = found.last_mut().filter(|last| is_open(last) && text.contains([')', '）'])) {
            last.push_str(piece);
            continue;
        }
        let after_degree = found.last().is_some_and(|last| degree::level_in(&last.to_lowercase()).is_some());
        // "An advocate, solicitor or barrister" are names of one licence.
        let licences = |text: &str| {
            let named = LEXICON.mentions(text).into_iter().map(|mention| mention.concept);
            named.filter(|id| LEXICON.concept(*id).sort == Sort::Cert).collect::<Vec<Id>>()
        };
        let own_licences = licences(piece);
        let listed = !own_licences.is_empty()
            && found.last().is_some_and(|last| own_licences.iter().all(|id| licences(last).contains(id)));
        let own = (has_own_cue(piece) && !listed) || (after_degree && names_skills(piece));
        match found.last_mut() {
            Some(last) if !own && !last.ends_with(['；', ';', '。', '！', '\n']) => last.push_str(piece),
            _ => found.push(piece.to_owned()),
        }
    }
    found
}

fn is_open(text: &str) -> bool {
    let last = |signs: [char; 2]| text.rfind(signs);
    last(['(', '（']).is_some_and(|opened| last([')', '）']).is_none_or(|closed| closed < opened))
}

fn names_skills(piece: &str) -> bool {
    LEXICON.mentions(piece).iter().any(|mention| LEXICON.concept(mention.concept).sort == Sort::Skill)
}

/// Whether a part of a sentence is a requirement by itself.
fn has_own_cue(piece: &str) -> bool {
    let lower = piece.to_lowercase();
    years_in(&lower).is_some()
        || degree::level_in(&lower).is_some()
        || spoken_languages::asked_in(&lower).is_some()
        || LEADING.iter().any(|cue| lower.contains(cue))
        || LEXICON.mentions(piece).iter().any(|mention| LEXICON.concept(mention.concept).sort == Sort::Cert)
}

fn read_clause(clause: &str) -> Vec<Facet> {
    let lower = spelled_numbers(&clause.to_lowercase());
    let mentions = LEXICON.mentions(clause);
    let of = |sorts: &[Sort]| {
        let mut ids: Vec<Id> = Vec::new();
        for mention in &mentions {
            if sorts.contains(&LEXICON.concept(mention.concept).sort) && !ids.contains(&mention.concept) {
                ids.push(mention.concept);
            }
        }
        ids
    };
    let mut facets = Vec::new();
    if STABILITY.iter().any(|cue| lower.contains(cue)) && of(&[Sort::Skill, Sort::Role]).is_empty() {
        return vec![Facet::Stability];
    }
    let certs = of(&[Sort::Cert]);
    let beside_certs: Vec<Mention> =
        mentions.iter().filter(|found| LEXICON.concept(found.concept).sort == Sort::Cert).copied().collect();
    let level = degree::level_in(&without(clause, &beside_certs).to_lowercase());
    let majors = of(&[Sort::Major]);
    let mentions_study = level.is_some()
        || ["专业", "major", "degree", "jurusan", "lulusan", "field of study", "program studi"]
            .iter()
            .any(|cue| lower.contains(cue))
            && !majors.is_empty();
    let asked_language = spoken_languages::asked_in(&lower);
    let counted = people_in(&lower).is_some() && cued("leading.line", &lower);
    let leading = counted || LEADING.iter().any(|cue| lower.contains(cue));
    let duties =
        if certs.is_empty() && level.is_none() { duties::asked_in(&clause.to_lowercase()) } else { Vec::new() };
    let years = years_in(&lower);
    let (places, part) = places::asked_in(clause);
    if mentions_study && years.is_none() {
        // "S1 semua jurusan" requires no field of study.
        let any_field = cued("degree.any", &lower);
        let words = if any_field { BTreeMap::new() } else { terms(&degree::without_level_words(&lower)) };
        let majors = if any_field { Vec::new() } else { majors };
        facets.push(Facet::Degree { level, majors, words });
    } else {
        let mut needed = of(&[Sort::Skill, Sort::Domain, Sort::Role]);
        // Names within a duty or a licence belong to it.
        let covered = |found: &Mention| {
            years.is_none() && duties.iter().any(|&(_, start, end)| found.start < end && found.end > start)
                || beside_certs.iter().any(|cert| found.start < cert.end && found.end > cert.start)
        };
        needed.retain(|id| !mentions.iter().filter(|found| found.concept == *id).all(covered));
        if !certs.is_empty() && years.is_none() {
            // "Class 1 cost engineer (civil or installation)": the brackets specify the licence.
            let bracket = clause.find(['(', '（']).unwrap_or(clause.len());
            let behind =
                |id: &Id| mentions.iter().filter(|found| found.concept == *id).all(|found| found.start > bracket);
            needed.retain(|id| !behind(id));
        }
        if let Some(min) = years {
            let places = if places::is_where(clause) { places } else { Places::default() };
            let words = terms(&without(&years_cut(clause), &LEXICON.mentions(&years_cut(clause))));
            let groups = groups(clause, &mentions, &needed);
            facets.push(Facet::Years { min, scope: needed.clone(), leading, places, words, groups });
            if level.is_some() {
                facets.push(Facet::Degree { level, majors, words: BTreeMap::new() });
            }
        } else if asked_language.is_none() || !needed.is_empty() {
            let words = terms(&without(clause, &mentions));
            let telling: f64 = words.values().filter(|weight| **weight >= 1.0).sum();
            let soft = !of(&[Sort::Soft]).is_empty();
            let told = !leading && duties.is_empty();
            if !needed.is_empty() || (telling >= 2.0 && !soft && certs.is_empty() && told) {
                let mut groups = groups(clause, &mentions, &needed);
                without_roles(&mut groups, leading || !duties.is_empty());
                let label = clause.trim_matches(|c: char| !c.is_alphanumeric() && !")）%+".contains(c)).to_owned();
                facets.push(Facet::Concepts { needed, any: either(&lower), words, groups, label });
            }
        }
        let led = leading || duties.iter().any(|&(id, ..)| Some(id) == duties::leading());
        if led && years.is_none() {
            facets.push(Facet::Leading(people_in(&lower)));
        }
        if years.is_none() {
            let mut told: Vec<(usize, usize, Facet)> = Vec::new();
            for &(duty, start, end) in duties.iter().filter(|&&(id, ..)| Some(id) != duties::leading()) {
                let within = |found: &&Mention| found.start < end && found.end > start;
                let any = mentions.iter().filter(within).map(|found| found.concept).collect();
                let label = clause.get(start..end).map_or_else(|| clause.to_owned(), |_| piece_at(clause, start, end));
                told.push((start, end, Facet::Duty { duty, any, label }));
            }
            told.sort_by_key(|(start, ..)| *start);
            let apart = told.windows(2).all(|pair| {
                lower
                    .get(pair[0].1..pair[1].0)
                    .is_some_and(|between| [" or ", "或", " atau ", "/"].iter().any(|or| between.contains(or)))
            });
            let told_duties: Vec<Facet> = told.into_iter().map(|(.., facet)| facet).collect();
            if apart && told_duties.len() > 1 {
                facets.push(Facet::AnyOf(told_duties));
            } else {
                facets.extend(told_duties);
            }
        }
    }
    if !places.is_empty() && (!certs.is_empty() || cued("paper", &lower) || cued("admitted", &lower)) {
        facets.push(Facet::Admitted { places, part });
    }
    if !certs.is_empty() {
        facets.push(Facet::Cert(certs));
    }
    if years.is_none() && level.is_none() && amount(clause) <= HEADING {
        let alone = of(&[Sort::Skill, Sort::Domain, Sort::Role]).is_empty() && amount(clause) <= HEADING / 2;
        if cued("asks.experience", &lower) || (alone && cued("asks.experience.alone", &lower)) {
            facets.push(Facet::Experience);
        }
        if cued("asks.results", &lower) {
            facets.push(Facet::Results);
        }
    }
    if let Some((spoken, level)) = asked_language {
        facets.push(Facet::Language { spoken, level });
    }
    if facets.is_empty() {
        facets.push(Facet::Soft);
    }
    facets
}

/// A clause up to this length may be a heading instead of a full requirement.
const HEADING: usize = 60;

fn merge(facets: &mut Vec<Facet>, facet: Facet) {
    if let Facet::Concepts { needed, any, words, groups, label } = &facet
        && let Some(Facet::Concepts {
            needed: known,
            any: known_any,
            words: known_words,
            groups: known_groups,
            label: known_label,
        }) = facets.iter_mut().find(|known| matches!(known, Facet::Concepts { .. }))
    {
        known_groups.extend(groups.iter().cloned());
        known_label.push_str("; ");
        known_label.push_str(label);
        for id in needed {
            if !known.contains(id) {
                known.push(*id);
            }
        }
        known_words.extend(words.clone());
        *known_any |= any;
        return;
    }
    if !facets.contains(&facet) {
        facets.push(facet);
    }
}

/// A clause without its number of years.
fn years_cut(clause: &str) -> String {
    YEARS.as_ref().map_or_else(|| clause.to_owned(), |years| years.replace_all(clause, " ").into_owned())
}

/// The list item that contains a range.
fn piece_at(clause: &str, start: usize, end: usize) -> String {
    let stops = |c: char| matches!(c, ',' | '，' | '、' | ';' | '；' | '。' | ':' | '：' | '与' | '和' | '及');
    let from = clause[..start].char_indices().rev().find(|&(_, c)| stops(c)).map_or(0, |(at, c)| at + c.len_utf8());
    let to = clause[end..].find(stops).map_or(clause.len(), |at| end + at);
    clause[from..to].trim().trim_end_matches('.').to_owned()
}

fn either(lower: &str) -> bool {
    EITHER.iter().any(|cue| lower.contains(cue))
}

fn without(text: &str, mentions: &[Mention]) -> String {
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for mention in mentions {
        if mention.start >= from {
            left.push_str(&text[from..mention.start]);
            left.push(' ');
            from = mention.end;
        }
    }
    left.push_str(&text[from..]);
    left
}

/// The minimum years in a clause about experience, not age or contract length.
pub fn years_in(lower: &str) -> Option<f64> {
    let spelled = spelled_numbers(lower);
    if ["岁", "周岁", "years old", "usia", "umur", "age "].iter().any(|cue| spelled.contains(cue)) {
        return None;
    }
    if ["last ", "past ", "within ", "terakhir", "近", "内"].iter().any(|cue| spelled.contains(cue))
        && !spelled.contains('+')
        && !["以上", "minimal", "minimum", "at least"].iter().any(|cue| spelled.contains(cue))
    {
        return None;
    }
    // A short clause is only about experience.
    if amount(&spelled) > HEADING && !YEARS_OF.iter().any(|cue| spelled.contains(cue)) {
        return None;
    }
    let found = YEARS.as_ref()?.captures(&spelled)?;
    number(found.get(1)?.as_str()).filter(|years| *years > 0.0 && *years <= 30.0)
}

/// The number of people in a clause.
pub fn people_in(lower: &str) -> Option<f64> {
    let spelled = spelled_numbers(lower);
    PEOPLE.as_ref()?.captures_iter(&spelled).filter_map(|found| number(found.get(1)?.as_str())).reduce(f64::max)
}

/// Whether a text is about leading people.
pub fn speaks_of_leading(lower: &str) -> bool {
    LEADING.iter().any(|cue| lower.contains(cue))
}
