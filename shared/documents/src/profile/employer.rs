//! Decides which pieces of an entry's header are the employer and the title.

use super::classify::{self, evidence};
use super::lines::Line;
use super::segments;

/// In which order the entries so far name employer and title.
#[derive(Debug, Default)]
pub(super) struct Order {
    company_first: usize,
    title_first: usize,
}

/// The pieces of one header and what is known of them.
#[derive(Debug, Default)]
pub(super) struct Names {
    company: Option<String>,
    title: Option<String>,
    pieces: Vec<String>,
}

impl Names {
    pub(super) fn take(&mut self, line: &Line) {
        self.company = self.company.take().or_else(|| line.company.clone());
        self.title = self.title.take().or_else(|| line.title.clone());
        if line.says_nothing() {
            return;
        }
        let pieces = segments::strong(&line.residual);
        self.pieces.extend(
            pieces.into_iter().map(|piece| classify::without_place(&piece)).filter(|piece| {
                !classify::is_place(piece) && !classify::is_note(piece) && !classify::is_duration(piece)
            }),
        );
    }

    pub(super) fn judged(&self) -> (bool, bool) {
        let mut company = self.company.is_some();
        let mut title = self.title.is_some();
        for piece in self.pieces.iter().flat_map(|piece| segments::weak(piece)) {
            let e = evidence(&piece);
            company |= e.company >= 2 && e.title < 3;
            title |= e.title >= 3 && e.company < 4;
        }
        (company, title)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.company.is_none() && self.title.is_none() && self.pieces.is_empty()
    }

    pub(super) fn parts(&self) -> usize {
        self.pieces
            .iter()
            .filter(|piece| !classify::is_department(piece))
            .map(|piece| segments::weak(piece).len())
            .sum::<usize>()
            + usize::from(self.company.is_some())
            + usize::from(self.title.is_some())
    }

    pub(super) fn is_complete(&self) -> bool {
        let (company, title) = self.judged();
        company && title || self.parts() >= 2 && (company || title)
    }

    pub(super) fn lone_company(&self) -> bool {
        let (company, title) = self.judged();
        !title && (company || self.parts() == 1)
    }

    pub(super) fn evident(&self) -> bool {
        let (company, title) = self.judged();
        (company && title) || ((company || title) && self.parts() >= 2)
    }

    /// Whether the line can give what is missing.
    pub(super) fn wants(&self, line: &Line) -> bool {
        if line.is_labelled() {
            return true;
        }
        let (company, title) = self.judged();
        let (line_company, line_title) = evidence_of(&line.residual);
        match (company, title) {
            (true, false) => line_title >= 2 || line_company < 3,
            (false, true) => line_company >= 2 || line_title < 3,
            _ => true,
        }
    }

    /// Which piece is the company and which the title: by their words, else by the order the other entries showed.
    pub(super) fn assign(mut self, order: &mut Order, strict: bool) -> (Option<String>, Option<String>) {
        let (company_known, title_known) = {
            let judged: Vec<_> = self.pieces.iter().map(|piece| evidence(piece)).collect();
            (judged.iter().any(|e| e.company >= 3 && e.title < 3), judged.iter().any(|e| e.title == 3 && e.company < 3))
        };
        if !(company_known && title_known) || self.pieces.len() == 1 {
            self.pieces = self.pieces.iter().flat_map(|piece| segments::weak(piece)).collect();
            self.pieces.retain(|piece| !classify::is_place(piece) && !classify::is_note(piece) && !piece.is_empty());
        }
        let judged: Vec<_> = self.pieces.iter().map(|piece| evidence(piece)).collect();
        let best = |score: &dyn Fn(usize) -> u8| {
            (0..judged.len()).rev().max_by_key(|&at| score(at)).filter(|&at| score(at) > 0)
        };
        let mut company_at = None;
        if self.company.is_none() {
            company_at = best(&|at: usize| {
                let e = judged[at];
                if e.title == 3 && e.company < 4
                    || e.company < 2
                    || classify::is_department(&self.pieces[at]) && e.company < 4
                {
                    0
                } else {
                    e.company
                }
            });
        }
        let mut title_at = None;
        if self.title.is_none() {
            title_at =
                best(&|at: usize| if Some(at) == company_at || judged[at].company == 4 { 0 } else { judged[at].title });
        }
        if let (Some(company), Some(title)) = (company_at, title_at) {
            if company < title { order.company_first += 1 } else { order.title_first += 1 }
        }
        let free = |taken: &[Option<usize>]| {
            (0..self.pieces.len())
                .filter(|at| !taken.contains(&Some(*at)))
                .find(|&at| !classify::is_department(&self.pieces[at]) && self.pieces[at].chars().count() <= 80)
        };
        if company_at.is_none() && title_at.is_none() && self.company.is_none() && self.title.is_none() && !strict {
            let first = free(&[]);
            let second = free(&[first]);
            (company_at, title_at) = if order.title_first > order.company_first && second.is_some() {
                (second, first)
            } else {
                (first, second)
            };
        } else if company_at.is_none() && self.company.is_none() {
            company_at = free(&[title_at]);
        } else if title_at.is_none() && self.title.is_none() {
            title_at = free(&[company_at]).or_else(|| (0..self.pieces.len()).find(|at| Some(*at) != company_at));
        }
        let piece = |at: Option<usize>| at.map(|at| self.pieces[at].clone());
        let company = self.company.clone().or_else(|| piece(company_at)).map(|name| tidy_company(&name));
        let title = self.title.clone().or_else(|| piece(title_at)).map(|name| tidy_title(&name));
        (company.filter(|name| !name.is_empty()), title.filter(|name| !name.is_empty()))
    }
}

/// Without the place behind a comma, a note in parentheses or a department behind a company.
fn tidy_company(name: &str) -> String {
    // 科技（上海） is a name; "Acme (Jakarta)" a name and a place.
    let part_of_name = name.ends_with(')') && name.rfind('(').is_some_and(|open| !name[..open].ends_with(' '));
    let bare = if part_of_name { name.to_owned() } else { classify::without_notes(name) };
    let bare = ["就职于", "任职于", "供职于", "在", "于"]
        .iter()
        .find_map(|lead| {
            bare.strip_prefix(lead).filter(|rest| evidence(rest).company >= 3).map(|rest| rest.trim().to_owned())
        })
        .unwrap_or(bare);
    let parts = segments::commas(&bare);
    let named = parts.iter().find(|part| evidence(part).company >= 3).or(parts.first());
    segments::clean(named.map_or(bare.as_str(), String::as_str))
}

fn tidy_title(name: &str) -> String {
    let bare = classify::without_notes(name);
    let bare =
        ["Sebagai ", "As a ", "As an ", "As ", "担任"].iter().find_map(|lead| bare.strip_prefix(lead)).unwrap_or(&bare);
    let mut parts = segments::commas(bare);
    while parts.len() > 1
        && parts
            .last()
            .is_some_and(|last| classify::is_place(last) || last.len() == 2 && last.chars().all(char::is_uppercase))
    {
        parts.pop();
    }
    segments::clean(&parts.join(", "))
}

pub(super) fn evidence_of(residual: &str) -> (u8, u8) {
    let pieces = segments::strong(residual);
    let judged = pieces.iter().flat_map(|piece| segments::weak(piece)).map(|piece| evidence(&piece));
    judged.fold((0, 0), |(company, title), e| (company.max(e.company), title.max(e.title)))
}
