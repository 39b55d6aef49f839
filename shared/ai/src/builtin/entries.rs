//! Assigns lines to employments by name instead of position, for resumes with a table of employments and the work
//! described elsewhere.

use super::lexicon::{LEXICON, Mention, Sort};
use super::resume::{ParsedResume, Section};
use super::text::amount;

impl ParsedResume<'_> {
    /// Assigns lines starting with an employer or position, "Acme: built …", to that employment.
    pub(super) fn follow_names(&mut self) {
        let anchors: Vec<usize> = self.employments.iter().filter_map(|job| job.line).collect();
        for (index, line) in self.lines.iter_mut().enumerate() {
            let text = &self.text[line.start..line.end];
            let Some((name, _)) = text.split_once([':', '：']).filter(|_| !anchors.contains(&index)) else { continue };
            let bare = name.trim_matches(|c: char| !c.is_alphanumeric()).trim_end_matches("期间");
            if line.section == Section::Education || bare.chars().count() > 40 || amount(bare) < 6 {
                continue;
            }
            let of = |whole: &str| !whole.is_empty() && (whole.contains(bare) || bare.contains(whole));
            let named = self.employments.iter().position(|job| of(&job.company));
            if let Some(job) = named.or_else(|| self.employments.iter().position(|job| of(&job.title))) {
                line.job = Some(job);
            }
        }
        self.follow_headings(&anchors);
    }

    /// Assigns the lines under a heading with an employer's name, "What was done at Acme" or "Acme (Jakarta)", to
    /// that employment, until the next name or the end of the section.
    fn follow_headings(&mut self, anchors: &[usize]) {
        const LONGEST: usize = 64;
        let mut current: Option<(usize, Section)> = None;
        for index in 0..self.lines.len() {
            let section = self.lines[index].section;
            if current.is_some_and(|(_, opened)| opened != section) || anchors.contains(&index) {
                current = None;
            }
            if matches!(section, Section::Education | Section::Skills | Section::Certificates)
                || anchors.contains(&index)
            {
                continue;
            }
            let whole = self.line(index).trim();
            let bare = whole.split(['(', '（', ':', '：']).next().unwrap_or(whole);
            let bare = bare.trim_matches(|c: char| !c.is_alphanumeric());
            let of = |company: &str| {
                !company.is_empty()
                    && (bare.starts_with(company)
                        || bare.ends_with(company)
                        || (amount(bare) >= 6 && company.contains(bare)))
            };
            let heading = amount(whole) <= LONGEST && !whole.ends_with(['.', '。', ',', '，', ';', '；']);
            if let Some(job) = self.employments.iter().position(|job| of(&job.company)).filter(|_| heading) {
                let same = |at: Option<usize>| {
                    at.and_then(|at| self.employments.get(at))
                        .is_some_and(|known| known.company == self.employments[job].company)
                };
                // With several positions at one employer, a position keeps its own lines.
                current = if same(self.lines[index].job) { None } else { Some((job, section)) };
            }
            if let Some((job, _)) = current {
                self.lines[index].job = Some(job);
            }
        }
    }
}

/// Whether the rest of a dated line is a job title: short, and containing an occupation.
pub(super) fn names_position(title: &str) -> bool {
    const LONGEST: usize = 48;
    let role = |mention: &Mention| LEXICON.concept(mention.concept).sort == Sort::Role;
    amount(title) <= LONGEST && LEXICON.mentions(title).iter().any(role)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_needs_a_short_line_with_an_occupation() {
        assert!(names_position("Senior Accountant, Acme"));
        assert!(!names_position("Relaunch of the storage jars"));
    }
}
