//! A resume in relation to one job: the closeness of each employment, and the value of a mention by its position. A
//! word counts through the work around it; a list counts no more than the experience around it.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use bole_domain::evaluation::Language;

use super::lexicon::{Id, LEXICON};
use super::resume::{Employment, FoundConcept, Line, ParsedResume, Section, Tone};
use super::target::Target;
use super::text::{self, unit};

/// A resume in relation to a job.
pub struct ResumeMatch<'r, 'a> {
    pub reading: &'r ParsedResume<'a>,
    pub target: &'r Target,
    /// For each employment, the closeness to the job, 0–1.
    pub near: Vec<f64>,
    /// Years of work like the job's.
    pub relevant_years: f64,
    /// How well the career as a whole fits this job, 0–1.
    pub fit: f64,
    /// How far its years reach the required ones, times the fit, 0–1: someone who has done a job long enough can be
    /// assumed to know its everyday parts.
    pub core: f64,
    /// The years required by the job.
    pub asked_years: f64,
    /// For each employment, the line about leading people, computed on first use.
    pub leading: OnceCell<Vec<Option<(usize, f64)>>>,
    pub language: Language,
    /// For each line outside employments, whether it is copied from the job's advertisement.
    copied: Vec<bool>,
    by_concept: BTreeMap<Id, Vec<usize>>,
}

/// The best evidence for a concept.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evidence {
    /// Strength, 0–1.
    pub strength: f64,
    /// Its line and byte.
    pub place: Option<(usize, usize)>,
}

impl Evidence {
    fn or_better(self, other: Self) -> Self {
        if other.strength > self.strength { other } else { self }
    }
}

impl<'r, 'a> ResumeMatch<'r, 'a> {
    /// Relates a resume to a job.
    pub fn of(reading: &'r ParsedResume<'a>, target: &'r Target) -> Self {
        let near: Vec<f64> = reading.employments.iter().map(|job| target.nearness(job)).collect();
        let mut by_concept: BTreeMap<Id, Vec<usize>> = BTreeMap::new();
        for (index, found) in reading.found.iter().enumerate() {
            by_concept.entry(found.concept).or_default().push(index);
        }
        let mut candidate = Self {
            reading,
            target,
            near,
            relevant_years: 0.0,
            fit: 0.0,
            core: 0.0,
            asked_years: target.years,
            leading: OnceCell::new(),
            language: text::language(reading.text),
            copied: copied(reading, target),
            by_concept,
        };
        candidate.relevant_years = candidate.years(|index, _| candidate.near[index]);
        let best = (0..reading.employments.len())
            .map(|index| candidate.near[index] * candidate.length(index) * candidate.recency(index))
            .fold(0.0, f64::max);
        candidate.fit = unit(0.65 * best + 0.35 * unit(candidate.relevant_years / 3.0) * unit(best * 1.6));
        let reached = unit(candidate.relevant_years / target.years.max(1.0));
        candidate.core = unit(candidate.fit * 1.25) * (0.35 + 0.65 * reached);
        candidate
    }

    /// Years of experience, each month weighted by the closest employment: below a sixth it is other work, from a
    /// half on it is the job's.
    pub fn years(&self, nearness: impl Fn(usize, &Employment) -> f64) -> f64 {
        let periods = || self.reading.employments.iter().filter_map(|job| job.period);
        let first = periods().map(|period| period.start.index()).min().unwrap_or(0);
        let last = periods().map(|period| period.end.index()).max().unwrap_or(first - 1);
        let mut months = vec![0.0_f64; usize::try_from(last - first + 1).unwrap_or(0)];
        let mut undated = 0.0;
        for (index, job) in self.reading.employments.iter().enumerate() {
            let counted = unit((nearness(index, job) - 0.16) / 0.34) * if job.intern { 0.5 } else { 1.0 };
            match job.period {
                Some(period) => {
                    let at = |month: i32| usize::try_from(month - first).unwrap_or(0);
                    let spent = months.get_mut(at(period.start.index())..=at(period.end.index()));
                    for month in spent.unwrap_or_default() {
                        *month = month.max(counted);
                    }
                }
                None => undated += counted * self.undated_years(),
            }
        }
        months.iter().sum::<f64>() / 12.0 + undated
    }

    /// Without dates, the claimed years are divided among the employments; else a year each.
    fn undated_years(&self) -> f64 {
        let employments = &self.reading.employments;
        match self.reading.claimed_years {
            Some(claimed) if employments.iter().all(|job| job.period.is_none()) => {
                0.8 * claimed / employments.len().max(1) as f64
            }
            _ => 1.0,
        }
    }

    /// The weight of an employment's length.
    fn length(&self, index: usize) -> f64 {
        let job = &self.reading.employments[index];
        let months = f64::from(job.months()) * if job.intern { 0.6 } else { 1.0 };
        unit(0.45 + 0.55 * months / 18.0)
    }

    /// Recency: full for five years, then fading to two thirds.
    pub fn recency(&self, index: usize) -> f64 {
        let ago =
            self.reading.employments[index].period.map_or(0, |period| self.reading.today.index() - period.end.index());
        (1.0 - (f64::from(ago) / 12.0 - 5.0).max(0.0) * 0.04).max(0.65)
    }

    /// The value of a mention by its position.
    pub fn worth(&self, line: usize, tone: Tone) -> f64 {
        let Some(place) = self.reading.lines.get(line) else { return 0.0 };
        if self.is_copied(line) {
            return 0.0;
        }
        let lived = match (place.job, place.section) {
            (Some(job), _) if job < self.near.len() => {
                let lived = (0.3 + 0.7 * unit(self.near[job] * 1.4)) * self.length(job) * self.recency(job);
                if place.list { lived * 0.7 } else { lived }
            }
            (_, Section::Projects) => 0.25 + 0.5 * unit(self.fit * 1.4),
            (_, Section::Work) => 0.2 + 0.6 * unit(self.fit * 1.4),
            (_, Section::Education | Section::Certificates) => 0.2 + 0.4 * unit(self.fit * 1.4),
            _ => 0.08 + 0.62 * unit(self.fit * 1.4),
        };
        match tone {
            Tone::Plain => lived,
            Tone::Weak => lived * 0.5,
            Tone::Denied => 0.0,
        }
    }

    /// The best evidence for a concept, and whether the person denies it.
    pub fn evidence(&self, needed: Id) -> (Evidence, bool) {
        let mut best = Evidence::default();
        let mut denied = false;
        for (given, mentions) in &self.by_concept {
            let answer = LEXICON.answers(needed, *given);
            if answer <= 0.0 {
                continue;
            }
            for found in mentions.iter().map(|&index| &self.reading.found[index]) {
                denied |= found.tone == Tone::Denied && *given == needed;
                let strength = answer * self.worth(found.line, found.tone);
                best = best.or_better(Evidence { strength, place: Some((found.line, found.at)) });
            }
        }
        for (index, job) in self.reading.employments.iter().enumerate() {
            let named = LEXICON.best(needed, job.concepts.iter().copied());
            let lived = (0.3 + 0.7 * unit(self.near[index] * 1.4)) * self.length(index) * self.recency(index);
            let place = job.line.map(|line| (line, self.reading.lines[line].start));
            best = best.or_better(Evidence { strength: named * lived, place: best.place.or(place) });
        }
        (best, denied && best.strength < 0.25)
    }

    /// Whether a line is copied from the job's advertisement.
    pub fn is_copied(&self, line: usize) -> bool {
        self.copied.get(line).is_some_and(|copied| *copied)
    }

    /// Whether a text is in the resume's script, so that words can be compared.
    pub fn reads_like(&self, text: &str) -> bool {
        text.chars().any(text::is_cjk) == (self.language == Language::Zh)
    }

    /// How close the career is to the job, 0–1; more years than required still make a difference.
    pub fn nearness(&self) -> f64 {
        let times = self.relevant_years / self.asked_years.max(1.0);
        unit(self.core * (0.74 + 0.26 * (1.0 - (-times / 1.6).exp())))
    }

    /// The mentions of a concept or of one that fully satisfies it.
    pub fn mentions_of(&self, needed: Id) -> impl Iterator<Item = &FoundConcept> {
        self.by_concept
            .iter()
            .filter(move |(given, _)| LEXICON.answers(needed, **given) >= 0.9)
            .flat_map(|(_, mentions)| mentions.iter().map(|&index| &self.reading.found[index]))
    }
}

/// Lines outside employments, and lists, that are copied from the advertisement.
fn copied(reading: &ParsedResume<'_>, target: &Target) -> Vec<bool> {
    let line = |(index, line): (usize, &Line)| {
        (line.job.is_none() || line.list) && target.advertisement.holds(reading.line(index))
    };
    reading.lines.iter().enumerate().map(line).collect()
}
