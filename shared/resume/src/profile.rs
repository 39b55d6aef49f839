//! The profile as the product stores it: a view of a reading.

use bole_domain::period::{Period, Timeline, YearMonth};
use bole_domain::profile::{Education, Profile, WorkExperience};

use crate::offsets::At;
use crate::page::one_line;
use crate::reading::{Entry, EntryKind, Reading, Value};
use crate::schools::rank;

impl Reading {
    /// The profile; `today` ends employments that go on.
    #[must_use]
    pub fn profile(&self, today: YearMonth) -> Profile {
        let value = |at: Option<At>| at.map(|at| one_line(self.slice(at))).filter(|text| !text.is_empty());
        let mut work: Vec<WorkExperience> = self
            .entries
            .iter()
            .filter(|entry| entry.kind.is_employment())
            .map(|entry| WorkExperience {
                company_name: value(entry.company),
                position_title: value(entry.title),
                start_date: entry.period.map(|period| period.start),
                end_date: entry.period.and_then(|period| period.end),
                is_current: entry.period.is_some_and(|period| period.end.is_none()),
                description: self.description(entry),
            })
            .collect();
        work.sort_by_key(|entry| {
            let start = entry.start_date.map_or(0, YearMonth::index);
            std::cmp::Reverse((entry.is_current, entry.end_date.map_or(start, YearMonth::index), start))
        });
        let mut studies: Vec<&Entry> = self.entries.iter().filter(|entry| entry.kind == EntryKind::Study).collect();
        studies
            .sort_by_key(|entry| std::cmp::Reverse(rank(entry.level, entry.company.map(|school| self.slice(school)))));
        let mut education: Vec<Education> = studies
            .into_iter()
            .map(|entry| Education {
                school: value(entry.company),
                degree: value(entry.title),
                level: entry.level,
                major: value(entry.major),
                start_date: entry.period.map(|period| period.start),
                end_date: entry.period.and_then(|period| period.end),
            })
            .collect();
        education.dedup();
        let contact = |at: Option<u32>| match self.spans.get(at? as usize).map(|span| &span.value) {
            Some(Value::Email { address }) => Some(address.clone()),
            Some(Value::Phone { number, .. }) => Some(number.clone()),
            _ => None,
        };
        let periods: Vec<Period> = self.employments().filter_map(|entry| entry.period?.months(today)).collect();
        let current = work.first();
        Profile {
            name: self.person.name.clone(),
            email: contact(self.person.email),
            phone: contact(self.person.phone),
            current_company: current.and_then(|entry| entry.company_name.clone()),
            current_position: current.and_then(|entry| entry.position_title.clone()),
            education,
            skills: self.skills.iter().map(|&skill| one_line(self.slice(skill))).collect(),
            total_years_of_experience: (!periods.is_empty()).then(|| Timeline::of(&periods).total_years()),
            work_experiences: work,
        }
    }

    /// The entries that are employments.
    pub fn employments(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.kind.is_employment())
    }

    /// The lines of an entry's body, without signs of lists.
    fn description(&self, entry: &Entry) -> String {
        let mut description = String::new();
        for (_, line) in self.lines_in(entry.body) {
            if !description.is_empty() {
                description.push_str(if line.continues { " " } else { "\n" });
            }
            let blank = |c: char| if c.is_whitespace() && c != '\t' { ' ' } else { c };
            description.extend(self.slice(line.at).chars().map(blank));
        }
        description
    }
}
