//! Reads a person's profile from the text of their resume, in Chinese, English and Indonesian.
//!
//! Text is made into rows (`text`), rows into sections by their headings (`sections`); each section is read by its
//! own rules (`work`, `education`, `skills`), names and contacts from the top of the page (`name`, `contact`).
//! `classify` uses the word lists in `lexicon`; `segments` splits lines into pieces. Nothing is guessed: missing
//! values stay absent.

mod cache;
mod classify;
mod columns;
mod contact;
mod dates;
mod degrees;
mod education;
mod fields;
mod grid;
mod header;
mod honorifics;
mod label_pairs;
mod labels;
mod layout;
mod lexicon;
mod lines;
mod majors;
mod name;
mod name_cleanup;
mod narrative;
mod non_employment;
mod parenthesized;
mod places;
mod prose;
mod records;
mod row_details;
mod row_positions;
mod schools;
mod script;
mod sections;
mod segments;
mod skills;
mod stacked_tables;
mod tables;
mod text;
mod title_prefixes;
mod unpaid_roles;
mod work;

use bole_domain::period::{Period, Timeline, YearMonth};
use bole_domain::profile::{Education, Profile, WorkExperience};

pub use header::is_own_account_alone;
pub use honorifics::without_titles;

use sections::{Block, Section};
use text::Row;

/// Reads the profile. `today` ends ongoing employments. Pure and total: any text gives a profile. Text beyond 120,000
/// characters is ignored.
#[must_use]
pub fn read(text: &str, today: YearMonth) -> Profile {
    let original = text::normalise(text);
    match script::simplified(&original) {
        Some(simple) => {
            let mut profile = read_normal(&simple, today);
            script::restore(&mut profile, &simple, &original);
            profile
        }
        None => read_normal(&original, today),
    }
}

/// Whether the text is a section heading.
pub(crate) fn is_heading(text: &str) -> bool {
    sections::heading(text.trim()).is_some()
}

/// Whether a short text contains a date or a year.
pub(crate) fn is_dated(text: &str) -> bool {
    text.chars().count() <= MAX_DATED && !dates::find(text.trim()).is_empty()
}

/// Whether the text is only a date range.
fn is_range(text: &str) -> bool {
    let text = text.trim();
    matches!(dates::find(text).as_slice(), [span] if span.is_range() && span.at.len() + 3 >= text.len())
}

/// Whether two texts are the halves of a broken date range.
pub(crate) fn is_broken_range(first: &str, second: &str) -> bool {
    let year = second.len() == 4 && second.bytes().all(|b| b.is_ascii_digit());
    let open = dates::ends_open(first)
        || second.starts_with(dates::is_dash) && dates::is_single(first)
        || year && is_range(first);
    open && is_range(&format!("{first} {second}"))
}

/// Longer texts are not date cells.
const MAX_DATED: usize = 40;

fn read_normal(normal: &str, today: YearMonth) -> Profile {
    classify::clear();
    dates::clear();
    let email = contact::email(normal);
    let phone = contact::phone(normal);
    let table = grid::joined(normal);
    let blocks = sections::split(columns::unwrapped(text::rows(table.as_deref().unwrap_or(normal))));
    let name = name::read(&blocks, email.as_deref());

    let (mut work_experiences, schooling) = employments(&blocks);
    newest_first(&mut work_experiences);
    let current = work_experiences.first();
    let current_company = current.and_then(|entry| entry.company_name.clone());
    let current_position = current.and_then(|entry| entry.position_title.clone());
    let total_years_of_experience = total_years(&work_experiences, today);
    let education = educations(&blocks, &schooling);

    let mut skills = Vec::new();
    for block in blocks.iter().filter(|block| block.section == Section::Skills) {
        skills::read(&block.rows, &mut skills);
    }
    Profile {
        name,
        email,
        phone,
        current_company,
        current_position,
        education,
        skills,
        work_experiences,
        total_years_of_experience,
    }
}

/// Employments of the work sections; without one, of any rows that name a company and a title.
fn employments(blocks: &[Block]) -> (Vec<WorkExperience>, Vec<Row>) {
    let mut entries = Vec::new();
    let mut schooling = Vec::new();
    let work = |block: &&Block| matches!(block.section, Section::Work | Section::Internship);
    let ranged = blocks
        .iter()
        .filter(work)
        .flat_map(|block| &block.rows)
        .any(|row| row.text.len() < 200 && dates::find(&row.text).iter().any(dates::Span::is_range));
    for block in blocks.iter().filter(work) {
        let found = work::read(&block.rows, false, ranged);
        entries.extend(found.entries);
        schooling.extend(found.schooling);
    }
    let headed = blocks.iter().any(|block| block.section == Section::Work);
    if entries.is_empty() {
        let open = |section| {
            matches!(section, Section::Header | Section::Personal | Section::Summary)
                || headed
                    && !matches!(
                        section,
                        Section::Project
                            | Section::Internship
                            | Section::Organization
                            | Section::Education
                            | Section::Work
                    )
        };
        for block in blocks.iter().filter(|block| open(block.section)) {
            let mut found = work::read(&block.rows, true, true);
            // "Career Summary" may be a summary or a career, which two employments decide.
            if found.entries.len() >= 2 && block.section == Section::Summary {
                found = work::read(&block.rows, false, false);
            }
            let alike = laid_out_alike(block, &found);
            entries.extend(alike.unwrap_or(found.entries));
            schooling.extend(found.schooling);
        }
    } else if let Some(first) = blocks.iter().position(|block| block.section == Section::Work) {
        // The current employment above the first heading, earlier ones below "Before".
        let above = blocks[..first].iter().filter(|block| block.section == Section::Header);
        let known = |entry: &WorkExperience| entries.iter().any(|other| other.start_date == entry.start_date);
        let unheaded: Vec<WorkExperience> = above
            .flat_map(|block| {
                let found = work::read(&block.rows, true, true);
                let told = laid_out_alike(block, &found).or_else(|| by_layout(block, &found.schooling));
                told.unwrap_or(found.entries)
            })
            .filter(|entry| (is_whole(entry) || is_own(entry)) && !known(entry))
            .collect();
        entries.extend(unheaded);
    }
    if complete(&entries) <= 1 || !headed {
        let told = |wanted: fn(Section) -> bool| -> Vec<WorkExperience> {
            blocks.iter().filter(|block| wanted(block.section)).flat_map(|block| narrative::read(&block.rows)).collect()
        };
        let mut in_sentences = told(|section| section == Section::Work);
        if complete(&in_sentences) <= 1 {
            let elsewhere = told(|section| {
                matches!(section, Section::Header | Section::Personal | Section::Summary | Section::Other)
            });
            if in_sentences.is_empty() || complete(&elsewhere) > complete(&in_sentences) + 1 {
                in_sentences = elsewhere;
            }
        }
        let told = |entries: &[WorkExperience]| entries.iter().filter(|entry| is_whole(entry) || is_own(entry)).count();
        let more = in_sentences.len() > entries.len() && told(&in_sentences) > told(&entries);
        if complete(&in_sentences) > complete(&entries) || more && complete(&in_sentences) == complete(&entries) {
            entries = in_sentences;
        }
    }
    if complete(&entries) == 0 && !headed {
        // Under an unknown heading.
        let unknown =
            |section| matches!(section, Section::Other | Section::Certificates | Section::Skills | Section::Training);
        for block in blocks.iter().filter(|block| unknown(block.section)) {
            entries.extend(work::read(&block.rows, true, true).entries);
        }
    }
    if complete(&entries) <= 1 && !headed {
        // Without word evidence, a history is recognized by its layout.
        for block in blocks.iter().filter(|block| {
            matches!(block.section, Section::Header | Section::Other | Section::Summary | Section::Personal)
        }) {
            // A school next to a recognized entry is not an employer.
            let schools = |told: &[WorkExperience]| {
                told.iter().filter_map(|entry| entry.company_name.as_deref()).any(schools::is_school)
            };
            if let Some(told) = by_layout(block, &schooling)
                .filter(|told| told.len() > complete(&entries) && (entries.is_empty() || !schools(told)))
            {
                entries = told;
            }
        }
    }
    entries.retain(|entry| entry.company_name.is_some() || entry.position_title.is_some());
    (entries, schooling)
}

/// Whether employer, title and start are known.
fn is_whole(entry: &WorkExperience) -> bool {
    entry.company_name.is_some() && entry.position_title.is_some() && entry.start_date.is_some()
}

/// Dated self-employment, which needs no employer.
fn is_own(entry: &WorkExperience) -> bool {
    entry.start_date.is_some() && entry.position_title.as_deref().is_some_and(header::is_own_account)
}

fn complete(entries: &[WorkExperience]) -> usize {
    entries.iter().filter(|entry| is_whole(entry)).count()
}

/// The entries of a block without heading in which some were recognized: the others have the same layout.
fn laid_out_alike(block: &Block, found: &work::Found) -> Option<Vec<WorkExperience>> {
    if complete(&found.entries) < 2 {
        return None;
    }
    let alike = without_words(block, &found.schooling);
    let lacking = |entries: &[WorkExperience]| entries.len() - complete(entries);
    (complete(&alike) > complete(&found.entries) && lacking(&alike) <= lacking(&found.entries)).then_some(alike)
}

/// Entries recognized only by layout, at least two.
fn by_layout(block: &Block, schooling: &[Row]) -> Option<Vec<WorkExperience>> {
    let told = without_words(block, schooling);
    (told.len() >= 2 && complete(&told) == told.len()).then_some(told)
}

/// The entries of a block, as if under a work heading.
fn without_words(block: &Block, schooling: &[Row]) -> Vec<WorkExperience> {
    let rows: Vec<Row> =
        block.rows.iter().filter(|row| !schooling.iter().any(|other| other.text == row.text)).cloned().collect();
    work::read(&rows, false, true).entries
}

fn newest_first(entries: &mut [WorkExperience]) {
    entries.sort_by_key(|entry| {
        let end = entry.end_date.map(YearMonth::index);
        let start = entry.start_date.map(YearMonth::index);
        std::cmp::Reverse((entry.is_current, end.or(start).unwrap_or(0), start.unwrap_or(0)))
    });
}

fn total_years(entries: &[WorkExperience], today: YearMonth) -> Option<f64> {
    let periods: Vec<Period> = entries
        .iter()
        .filter_map(|entry| {
            let start = entry.start_date?;
            let end = if entry.is_current { today } else { entry.end_date?.min(today) };
            Period::new(start, end)
        })
        .collect();
    (!periods.is_empty()).then(|| Timeline::of(&periods).total_years())
}

fn educations(blocks: &[Block], schooling: &[Row]) -> Vec<Education> {
    let mut found: Vec<Education> = blocks
        .iter()
        .filter(|block| block.section == Section::Education)
        .flat_map(|block| education::read(&block.rows))
        .collect();
    if found.is_empty() {
        found = education::read(schooling);
    }
    if found.is_empty() {
        // "Training", "Qualifications and certificates" may contain education too.
        let other = |section| matches!(section, Section::Training | Section::Certificates | Section::Other);
        for block in blocks.iter().filter(|block| other(block.section)) {
            let rows: Vec<Row> =
                block.rows.iter().filter(|row| education::is_any_schooling(&row.text)).cloned().collect();
            found.extend(education::read(&rows));
        }
        found.retain(|entry| entry.school.is_some() && entry.level.is_some());
    }
    if found.is_empty() {
        // Sidebar headings may be far from their content.
        let stray = |section| {
            matches!(section, Section::Header | Section::Personal | Section::Summary | Section::Skills | Section::Other)
        };
        for block in blocks.iter().filter(|block| stray(block.section)) {
            found.extend(education::read(&education::stray_rows(&block.rows)));
        }
        found.retain(|entry| entry.school.is_some() && entry.level.is_some());
    }
    if found.is_empty() {
        let open = |section| matches!(section, Section::Header | Section::Personal | Section::Summary);
        let rows: Vec<Row> = blocks
            .iter()
            .filter(|block| open(block.section))
            .flat_map(|block| &block.rows)
            .filter(|row| education::is_any_schooling(&row.text) || education::is_labelled(&row.text))
            .cloned()
            .collect();
        found = education::read(&rows);
    }
    if found.is_empty() {
        let open = |section| matches!(section, Section::Header | Section::Personal | Section::Summary | Section::Other);
        let rows = blocks.iter().filter(|block| open(block.section)).flat_map(|block| &block.rows);
        let told: Vec<&str> = rows.map(|row| row.text.as_str()).collect();
        found = education::from_text(&told.join(""));
    }
    // 最高学历：大专 at the top repeats the education below.
    let told: Vec<_> = found.iter().filter(|entry| entry.school.is_some()).map(|entry| entry.level).collect();
    found.retain(|entry| entry.school.is_some() || !told.contains(&entry.level));
    found.sort_by_key(|entry| std::cmp::Reverse(education::rank(entry)));
    found.dedup();
    found
}
