//! Reads a job's text into parts: what is asked for, headings, rules about the score, and what was not read. No line is lost.

use std::ops::Range;

use bole_domain::evaluation::{CriterionKind, Thresholds};
use bole_domain::wire_enum;

use crate::headings::{self, Heading, Section};
use crate::lines::{Line, lines};
use crate::points::{self, Stripped, Style};
use crate::protected::{Protected, Ranges, protected, without_protected};
use crate::score_rules::{self, Band};
use crate::table::{Table, table};
use crate::{units, words};

wire_enum! {
    /// What a part of a job's text is.
    pub enum PartRole {
        /// A criterion.
        Item => "item",
        /// A heading or an introduction.
        Heading => "heading",
        /// Scores that lead to a level.
        Threshold => "threshold",
        /// The highest score without something.
        Cap => "cap",
        /// Nothing that resumes are judged by.
        NotRead => "not_read",
    }
}

/// Which text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Criteria: what is not said to be something else is asked for.
    Criteria,
    /// A description: only what stands under requirements or is worded as one is asked for.
    Description,
}

/// A part of the text. The parts cover all of it except white space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// In bytes.
    pub range: Range<usize>,
    pub role: PartRole,
    /// Which item it belongs to.
    pub item: Option<usize>,
}

/// Something that the job asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// In the job's words, without list sign and points, and without what may not be asked.
    pub text: String,
    pub kind: CriterionKind,
    /// Points as stated, for itself or for its section.
    pub points: Option<f64>,
    /// The name of its section, if the section has points.
    pub section: Option<String>,
    /// The highest score without it, as a proposal.
    pub cap: Option<f64>,
    /// In bytes.
    pub range: Range<usize>,
    /// Whether it asks for nothing but what the law forbids: it has no weight.
    pub is_protected: bool,
}

/// The reading of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    pub items: Vec<Item>,
    pub parts: Vec<Part>,
    /// What may not be asked.
    pub protected: Vec<Protected>,
    /// The levels, if stated.
    pub thresholds: Option<Thresholds>,
    /// What the work is, which asks for nothing. In bytes.
    pub duties: Vec<Range<usize>>,
}

impl Reading {
    /// The weights of the items, which sum to 100 if there are any: by points, else twice for a must-have.
    #[must_use]
    pub fn weights(&self) -> Vec<f64> {
        weights(self.items.iter())
    }
}

/// The weights of items, which sum to 100 if there are any.
pub fn weights<'a>(items: impl Iterator<Item = &'a Item> + Clone) -> Vec<f64> {
    let is_stated = items.clone().any(|item| item.points.is_some());
    let share = |item: &Item| match (item.is_protected, is_stated) {
        (true, _) => 0.0,
        (_, true) => item.points.unwrap_or(UNSTATED),
        (_, false) => part(item.kind),
    };
    hundred(&items.map(share).collect::<Vec<_>>())
}

/// How much a criterion of a kind weighs where nothing else is stated.
const fn part(kind: CriterionKind) -> f64 {
    match kind {
        CriterionKind::Must => 2.0,
        CriterionKind::Nice => 1.0,
    }
}

/// Divides points among the items that have none.
fn divide(points: f64, items: &mut [Item]) {
    let is_open = |item: &Item| item.points.is_none() && !item.is_protected;
    let given: f64 = items.iter().filter_map(|item| item.points).sum();
    let parts: f64 = items.iter().filter(|item| is_open(item)).map(|item| part(item.kind)).sum();
    if given < points {
        for item in items.iter_mut().filter(|item| is_open(item)) {
            item.points = Some((points - given) * part(item.kind) / parts);
        }
    }
}

/// The points of an item without any, among items with points.
const UNSTATED: f64 = 1.0;

/// Shares of 100 with one decimal; the largest takes up the rounding.
fn hundred(shares: &[f64]) -> Vec<f64> {
    let total: f64 = shares.iter().sum();
    if total <= 0.0 {
        return shares.to_vec();
    }
    let mut weights: Vec<f64> = shares.iter().map(|share| (share / total * 1000.0).round() / 10.0).collect();
    let missing = 100.0 - weights.iter().sum::<f64>();
    if let Some(largest) = weights.iter_mut().max_by(|a, b| a.total_cmp(b)) {
        *largest = ((*largest + missing) * 10.0).round() / 10.0;
    }
    weights
}

/// Reads a text.
#[must_use]
pub fn read(text: &str, source: Source) -> Reading {
    let lines = lines(text);
    let is_running = lines.len() <= 2;
    let protected = protected(text);
    let mut reader = Reader {
        marked: protected.iter().map(|one| one.range.clone()).collect(),
        text,
        style: Style::of(text),
        source,
        is_running,
        is_list: lines.iter().all(|line| line.sign.is_some()),
        section: None,
        shared: None,
        each: None,
        scale: None,
        bands: Vec::new(),
        caps: Vec::new(),
        weights: Vec::new(),
        is_labelled: false,
        own_kind: None,
        former: None,
        before_line: 0,
        unheaded: Vec::new(),
        reading: Reading { protected, ..Reading::default() },
    };
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rows = table(text, &lines[at..]);
        at += match rows {
            Some(table) => {
                reader.read_table(&table);
                table.rows.len()
            }
            None => {
                reader.read_line(line, lines.get(at + 1));
                1
            }
        };
    }
    reader.finish()
}

/// The most caps that are given to items.
const MOST_CAPS: usize = 20;
/// The most sections whose points a line names.
const MOST_SECTIONS: usize = 20;

/// The section that shares its points among its items.
struct Shared {
    name: String,
    points: f64,
    from: usize,
}

struct Reader<'a> {
    text: &'a str,
    style: Style,
    source: Source,
    is_running: bool,
    /// Whether the text is nothing but a list.
    is_list: bool,
    section: Option<Section>,
    shared: Option<Shared>,
    each: Option<f64>,
    scale: Option<f64>,
    bands: Vec<Band>,
    /// Caps and what they are for.
    caps: Vec<(f64, String)>,
    /// The points of sections that follow, by name.
    weights: Vec<(String, f64)>,
    /// Whether the text read follows a known label in its line.
    is_labelled: bool,
    /// The kind that the label of a list's line gives it.
    own_kind: Option<CriterionKind>,
    /// Where something is asked that may not be.
    marked: Ranges,
    /// The line before.
    former: Option<Line>,
    /// How many items were read before the line.
    before_line: usize,
    /// What stands under no heading and asks for nothing.
    unheaded: Vec<Range<usize>>,
    reading: Reading,
}

impl Reader<'_> {
    fn read_line(&mut self, line: &Line, next: Option<&Line>) {
        if self.continues(line) {
            return;
        }
        let whole = line.range.clone();
        if self.is_rung(line) {
            return self.part(whole, PartRole::NotRead);
        }
        let has_points =
            line.sign.is_some() && points::strip(&self.text[line.body..whole.end], self.style).points.is_some();
        if !has_points && self.read_rule(whole) {
            return;
        }
        let heading = headings::heading(self.text, self.former.as_ref(), line, next)
            .filter(|heading| !self.has_rungs(heading, line, next));
        self.former = Some(line.clone());
        let Some(heading) = heading else {
            return self.read_content(line.range.start, line.body..line.range.end, line, self.section);
        };
        let content = heading.range.end..line.range.end;
        let has_content = says_something(&self.text[content.clone()]);
        let is_of_line = has_content
            && (line.sign.is_some_and(|sign| sign != '一' && sign != '#') || heading.section.asks_nothing());
        if !heading.is_exact && matches!(heading.section, Section::Asked(_)) && has_content {
            // The label says how much something counts, and stays part of it.
            let section = Some(heading.section);
            return self.read_content(line.range.start, line.body..line.range.end, line, section);
        }
        if !is_of_line {
            self.open(&heading);
        }
        if heading.range.start < heading.range.end {
            self.part(heading.range.clone(), PartRole::Heading);
        }
        if heading.section == Section::Weights {
            self.read_weights(content.clone());
        }
        if has_content {
            self.is_labelled = heading.is_exact;
            self.own_kind = match heading.section {
                Section::Asked(kind) if is_of_line => Some(kind),
                _ => None,
            };
            self.read_content(content.start, content, line, Some(heading.section));
            self.is_labelled = false;
            self.own_kind = None;
        }
    }

    /// Begins a section.
    fn open(&mut self, heading: &Heading) {
        self.close();
        self.section = Some(heading.section);
        self.each = heading.each;
        let named = || {
            let weight = self.weights.iter().find(|(name, _)| heading.core.contains(name.as_str()));
            weight.map(|(_, points)| *points)
        };
        if heading.each.is_none() {
            let (name, from) = (heading.name.clone(), self.reading.items.len());
            self.shared = heading.points.or_else(named).map(|points| Shared { name, points, from });
        }
    }

    /// Reads the points of sections that follow: "Weights: skills 50%, experience 30%".
    fn read_weights(&mut self, range: Range<usize>) {
        let told = &self.text[range];
        let read = units::clauses(told).into_iter().filter_map(|clause| {
            let Stripped { text, points, .. } =
                points::strip(&told[clause].replace(['%', '％'], ""), Style { bare: true, ..Style::default() });
            let percent = text.trim_end_matches(|c: char| !c.is_alphabetic());
            Some((percent.to_ascii_lowercase(), points?)).filter(|(name, _)| !name.is_empty())
        });
        self.weights.extend(read.take(MOST_SECTIONS));
    }

    /// Shares a section's points among its items that have none.
    fn close(&mut self) {
        let Some(Shared { name, points, from }) = self.shared.take() else { return };
        let items = &mut self.reading.items[from..];
        divide(points, items);
        for item in items {
            item.section.get_or_insert_with(|| name.clone());
        }
    }

    /// Joins a line to the point of a list that it continues.
    fn continues(&mut self, line: &Line) -> bool {
        let Some(former) = &self.former else { return false };
        let before = self.text[former.range.clone()].trim_end();
        let is_open = !before.ends_with(['.', '。', '；', ';', ':', '：', '!', '！']);
        let body = &self.text[line.range.clone()];
        let is_lower = body.starts_with(|c: char| c.is_lowercase() && c.is_ascii());
        let is_new =
            points::strip(body, Style::default()).points.is_some() && !points::ends_with_points(body, self.style);
        let is_wrapped = line.sign.is_none() && !is_new && is_open && is_lower && before.chars().count() > 40;
        let last = self.reading.items.len().checked_sub(1);
        let is_last = self.reading.parts.last().is_some_and(|part| part.item.is_some() && part.item == last);
        let (Some(item), true, true) = (self.reading.items.last_mut(), is_wrapped, is_last) else { return false };
        let stripped = points::strip(body, self.style);
        item.text.push(' ');
        item.text.push_str(&stripped.text);
        item.points = item.points.or(stripped.points);
        item.range.end = line.range.end;
        self.reading.parts.push(Part { range: line.range.clone(), role: PartRole::Item, item: last });
        self.former = Some(line.clone());
        true
    }

    /// Whether the lines below a line say what less of it is worth.
    fn has_rungs(&self, heading: &Heading, line: &Line, next: Option<&Line>) -> bool {
        let (Some(points), Some(next)) = (heading.points, next) else { return false };
        let child = points::strip(&self.text[next.body..next.range.end], Style { bare: true, ..Style::default() });
        line.sign.is_some() && child.points.is_some_and(|child| child >= points)
    }

    /// Whether a line says what less of the item above is worth.
    fn is_rung(&self, line: &Line) -> bool {
        let (Some(former), Some(item)) = (&self.former, self.reading.items.last()) else { return false };
        let is_below = line.indent > former.indent && line.sign.is_some() && line.sign != former.sign;
        let own = points::strip(&self.text[line.body..line.range.end], Style { bare: true, ..Style::default() }).points;
        let is_last =
            self.reading.parts.last().is_some_and(|part| part.item.is_some() || part.role == PartRole::NotRead);
        is_below && is_last && item.points.is_some_and(|points| own.is_some_and(|own| own <= points))
    }

    /// Reads a rule about the whole score.
    fn read_rule(&mut self, range: Range<usize>) -> bool {
        let told = &self.text[range.clone()];
        if let Some((points, condition)) = score_rules::cap(told) {
            self.caps.push((points, condition));
            self.part(range, PartRole::Cap);
            return true;
        }
        let bands = score_rules::bands(told);
        let scale = score_rules::scale(told);
        if self.scale.is_none() {
            self.scale = scale;
        }
        let is_rule =
            !bands.is_empty() || (scale.is_some() && told.chars().filter(|c| c.is_alphabetic()).count() <= 16);
        if is_rule && units::sentences(told).len() <= bands.len().max(1) + 1 {
            self.bands.extend(bands);
            self.part(range, PartRole::Threshold);
            return true;
        }
        false
    }

    /// Reads the text of a line. `start` is where its list sign stands.
    fn read_content(&mut self, start: usize, content: Range<usize>, line: &Line, section: Option<Section>) {
        let text = self.text;
        let is_listed = line.sign.is_some();
        let body = &text[content.clone()];
        self.before_line = self.reading.items.len();
        let mut first = Some(start);
        let mut from = |at: usize| first.take().unwrap_or(at);
        let ladder = self.ladder(body);
        for sentence in if ladder.is_some() { units::whole(body) } else { self.sentences(body, is_listed) } {
            let told = &body[sentence.clone()];
            let range = content.start + sentence.start..content.start + sentence.end;
            if !is_listed && self.read_rule(from(range.start)..range.end) {
                continue;
            }
            for unit in match ladder {
                Some(_) => units::whole(told),
                None => self.clauses(told, is_listed),
            } {
                let range = range.start + unit.start..range.start + unit.end;
                self.read_unit(from(range.start)..range.end, range.start, is_listed, section, ladder);
            }
        }
        self.share_labels(content.start);
    }

    /// Shares the points of labels with what follows them, which they name: "Skills (40%): Rust, Kafka preferred".
    fn share_labels(&mut self, start: usize) {
        let (text, mut left) = (self.text, &mut self.reading.items[self.before_line..]);
        while let Some(first) = left.first_mut() {
            let label =
                text[first.range.start.max(start)..first.range.end].split_once([':', '：']).map(|(label, _)| label);
            let label = label.filter(|label| points::ends_with_points(label, self.style));
            let points = first.points.filter(|_| label.is_some());
            let without = left.iter().skip(1).take_while(|item| item.points.is_none()).count();
            let (group, others) = left.split_at_mut(without + 1);
            if let (Some(points), Some(label)) = (points, label) {
                group[0].points = None;
                divide(points, group);
                let name = headings::name(&points::strip(label, self.style).text);
                group.iter_mut().for_each(|item| item.section = Some(name.clone()));
            }
            left = others;
        }
    }

    /// Sentences of a line; a point of a list with one number of points at its end is one.
    fn sentences(&self, body: &str, is_listed: bool) -> Vec<Range<usize>> {
        let sentences = units::sentences(body);
        let with_points =
            sentences.iter().filter(|part| points::strip(&body[(*part).clone()], self.style).points.is_some());
        let is_one = is_listed && with_points.count() == 1 && points::ends_with_points(body, self.style);
        let is_draft = is_one && points::strip(body, self.style).rungs.is_empty();
        if sentences.is_empty() || is_draft { units::whole(body) } else { sentences }
    }

    /// Where the rungs of a ladder begin: "满3年20分，满2年15分".
    fn ladder(&self, body: &str) -> Option<usize> {
        let clauses = units::clauses(body);
        let skeleton = |clause: &Range<usize>| {
            let clause = &body[clause.clone()];
            let clause = clause.rsplit([':', '：']).next().unwrap_or(clause);
            let letters: String = clause.chars().filter(|c| c.is_alphabetic()).collect();
            points::ends_with_points(clause, Style { bare: true, ..Style::default() }).then_some(letters)
        };
        let shapes: Vec<_> = clauses.iter().map(skeleton).collect();
        let first = shapes.first()?.as_ref()?;
        let alike = shapes.iter().skip(1).take_while(|shape| shape.as_ref() == Some(first)).count();
        (alike > 0 && alike + 1 == shapes.len() && !first.is_empty()).then(|| clauses[1].start)
    }

    /// The clauses of a sentence that are units of their own.
    fn clauses(&self, sentence: &str, is_listed: bool) -> Vec<Range<usize>> {
        let clauses = units::clauses(sentence);
        let told = |clause: &Range<usize>| &sentence[clause.clone()];
        let with_points = clauses.iter().filter(|clause| points::ends_with_points(told(clause), self.style)).count();
        if clauses.len() < 2 {
            return units::whole(sentence);
        }
        if with_points > 1 {
            return clauses;
        }
        let fewest = if sentence.is_ascii() { 5 } else { 3 };
        let is_list = self.is_running && clauses.len() >= fewest || self.is_labelled && clauses.len() >= 3;
        if is_list && !is_listed {
            return clauses;
        }
        // A clause that is preferred, excluded or tells what less is worth stands on its own.
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut is_own = false;
        for clause in clauses {
            let said = told(&clause);
            let role = |role| words::has(role, said);
            let is_preferred = with_points == 0 && words::says_more("cue.nice", said);
            let is_next = is_preferred || role("cue.exclude") || role("cue.rule");
            match parts.last_mut() {
                Some(last) if !is_next && !is_own => last.end = clause.end,
                _ => parts.push(clause),
            }
            is_own = is_next && !is_preferred;
        }
        parts
    }

    /// Reads one unit. `body` is where its text begins.
    fn read_unit(
        &mut self,
        range: Range<usize>,
        body: usize,
        is_listed: bool,
        section: Option<Section>,
        ladder: Option<usize>,
    ) {
        let told = &self.text[body..range.end];
        let end = ladder.map_or(range.end, |ladder| body + ladder);
        let stripped = points::strip(&self.text[body..end], self.style);
        if !says_something(&stripped.text) {
            return self.part(range, PartRole::Heading);
        }
        let is_plain = stripped.points.is_none();
        let is_told = section.is_some_and(Section::asks_nothing);
        let is_first = is_listed && range.start < body;
        let is_lesser = if is_plain {
            (!is_first && points::is_rung(told)) || (self.follows_points() && points::speaks_of_points(told))
        } else {
            self.is_given_out()
        };
        let is_rule = is_lesser || words::has("cue.rule", &units::outside_brackets(told));
        let is_talk = || is_plain && !is_listed && ["cue.offer", "cue.talk"].iter().any(|role| words::has(role, told));
        let is_unasked =
            self.source == Source::Description && section.is_none() && !self.is_list && !words::has("ask", told);
        let is_excluded = is_plain && words::has("cue.exclude", told);
        if is_told || is_rule || is_excluded || is_talk() || is_unasked {
            if section == Some(Section::Duty) {
                self.reading.duties.push(body..range.end);
            } else if is_unasked {
                self.unheaded.push(body..range.end);
            }
            return self.part(range, PartRole::NotRead);
        }
        let kind = if let Some(kind) = self.own_kind {
            kind
        } else if words::has("cue.nice", told) {
            CriterionKind::Nice
        } else if words::has("cue.must", told) {
            CriterionKind::Must
        } else {
            match section {
                Some(Section::Asked(kind)) => kind,
                _ => CriterionKind::Must,
            }
        };
        let item = self.reading.items.len();
        let mut rungs: Vec<Range<usize>> =
            stripped.rungs.iter().map(|rung| body + rung.start..body + rung.end).collect();
        rungs.extend(ladder.map(|ladder| body + ladder..range.end));
        let mut at = range.start;
        for rung in rungs {
            self.reading.parts.push(Part { range: at..rung.start, role: PartRole::Item, item: Some(item) });
            self.part(rung.clone(), PartRole::NotRead);
            at = rung.end;
        }
        if says_something(&self.text[at..range.end]) || at == range.start {
            self.reading.parts.push(Part { range: at..range.end, role: PartRole::Item, item: Some(item) });
        }
        let points = stripped.points.or(self.each);
        self.item(stripped.text, kind, points, range);
    }

    /// Whether something in the line has points, so that other points are what less of it is worth.
    fn follows_points(&self) -> bool {
        self.reading.items[self.before_line..].iter().any(|item| item.points.is_some())
    }

    /// Whether one thing in the line of a heading has all its points: "Licence (15): pharmacist 15; two exams passed 8".
    fn is_given_out(&self) -> bool {
        let Some(Shared { points, from, .. }) = &self.shared else { return false };
        let first = self.reading.items.get(*from).and_then(|item| item.points);
        *from == self.before_line && first.is_some_and(|first| first >= *points)
    }

    fn item(&mut self, text: String, kind: CriterionKind, points: Option<f64>, range: Range<usize>) {
        let allowed = if self.marked.overlaps(&range) { without_protected(&text) } else { Some(text.clone()) };
        let is_protected = allowed.is_none();
        let points = points.filter(|_| !is_protected);
        let text = allowed.unwrap_or(text);
        self.reading.items.push(Item { text, kind, points, section: None, cap: None, range, is_protected });
    }

    fn read_table(&mut self, table: &Table) {
        self.former = None;
        let text = self.text;
        for (number, row) in table.rows.iter().enumerate() {
            let (Some(first), Some(last)) = (row.first(), row.last()) else { continue };
            let range = first.start..last.end;
            let cell = |at: usize| row.get(at).map_or("", |cell| text[cell.clone()].trim());
            let points =
                points::strip(&format!("x {}", cell(table.points)), Style { bare: true, ..Style::default() }).points;
            let said = cell(table.text);
            let is_head = (number == 0 && table.has_head) || !says_something(said);
            let is_total = row.iter().any(|cell| words::is("total", text[cell.clone()].trim()));
            if is_head || is_total {
                self.part(range, PartRole::Heading);
                continue;
            }
            let whole = &text[range.clone()];
            let section = match self.section {
                Some(Section::Asked(kind)) => kind,
                _ => CriterionKind::Must,
            };
            let kind = if words::has("cue.nice", whole)
                || row.iter().any(|cell| words::is("heading.nice", text[cell.clone()].trim()))
            {
                CriterionKind::Nice
            } else {
                section
            };
            let item = self.reading.items.len();
            self.reading.parts.push(Part { range: range.clone(), role: PartRole::Item, item: Some(item) });
            // "年龄" in another column says what "25-50 周岁" is about.
            let is_protected = without_protected(whole).is_none() || protected(whole).len() > protected(said).len();
            let asked: Vec<&str> = self
                .clauses(said, false)
                .into_iter()
                .map(|clause| &said[clause])
                .filter(|clause| !words::has("cue.exclude", clause))
                .collect();
            let asked =
                if asked.is_empty() { said.to_owned() } else { points::strip(&asked.concat(), Style::default()).text };
            self.item(asked, kind, points, range);
            if let Some(item) = self.reading.items.last_mut().filter(|_| is_protected) {
                item.is_protected = true;
                item.points = None;
            }
        }
    }

    fn part(&mut self, range: Range<usize>, role: PartRole) {
        self.reading.parts.push(Part { range, role, item: None });
    }

    fn finish(mut self) -> Reading {
        self.close();
        if self.section.is_none() {
            self.reading.duties.append(&mut self.unheaded);
        }
        let scale = self.scale.filter(|scale| *scale < 100.0).unwrap_or(100.0);
        let scale = if self.bands.iter().any(|band| band.score > scale) { 100.0 } else { scale };
        self.reading.thresholds = score_rules::thresholds(&self.bands, scale);
        for (points, condition) in std::mem::take(&mut self.caps).into_iter().take(MOST_CAPS) {
            let likeness = |item: &Item| shared_pairs(&item.text, &condition);
            let best =
                self.reading.items.iter_mut().filter(|item| !item.is_protected).max_by_key(|item| likeness(item));
            if let Some(item) = best.filter(|item| likeness(item) > 0) {
                item.cap = Some(points);
            }
        }
        self.reading.parts = covering(self.text, std::mem::take(&mut self.reading.parts));
        self.reading
    }
}

/// How many pairs of letters two texts share.
fn shared_pairs(one: &str, other: &str) -> usize {
    let pairs = |text: &str| {
        let letters: Vec<char> = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        letters.windows(2).map(|pair| [pair[0], pair[1]]).collect::<std::collections::BTreeSet<_>>()
    };
    pairs(one).intersection(&pairs(other)).count()
}

/// The parts without white space at their ends, and the text between them: punctuation goes to the part before, words
/// that no part has were not read.
fn covering(text: &str, parts: Vec<Part>) -> Vec<Part> {
    let mut covering: Vec<Part> = Vec::with_capacity(parts.len());
    let mut at = 0;
    for Part { range, role, item } in parts {
        let start = range.start.max(at);
        uncovered(text, at..start, &mut covering);
        if start < range.end {
            covering.push(Part { range: start..range.end, role, item });
            at = range.end;
        }
    }
    uncovered(text, at..text.len(), &mut covering);
    for part in &mut covering {
        let said = &text[part.range.clone()];
        part.range.start += said.len() - said.trim_start().len();
        part.range.end = part.range.start + said.trim().len();
    }
    covering.retain(|part| !part.range.is_empty());
    covering
}

fn uncovered(text: &str, gap: Range<usize>, covering: &mut Vec<Part>) {
    let said = &text[gap.clone()];
    if said.trim().is_empty() {
        return;
    }
    match covering.last_mut() {
        Some(last) if !says_something(said) => last.range.end = gap.end,
        _ => covering.push(Part { range: gap, role: PartRole::NotRead, item: None }),
    }
}

fn says_something(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}
