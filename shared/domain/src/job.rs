//! Enums of jobs: drafts, sort orders, interview locations; and the name in a job's address for resumes.

use crate::wire_enum;

wire_enum! {
    /// A text of a job that AI can draft.
    pub enum DraftKind {
        /// The job description.
        Jd => "jd",
        /// The evaluation criteria.
        Criteria => "criteria",
        /// The interview questions.
        Questions => "questions",
    }
}

wire_enum! {
    /// The sort order of a list of jobs.
    pub enum JobSort {
        /// Newest first.
        Newest => "newest",
        /// Latest activity first: an edit, an upload, or a candidate's change.
        Activity => "activity",
        /// By title.
        Title => "title",
        /// Most candidates first.
        Candidates => "candidates",
    }
}

wire_enum! {
    /// Where an interview takes place.
    pub enum LocationType {
        /// Through a booking link.
        Online => "online",
        /// At an address.
        Onsite => "onsite",
    }
}

/// The most characters of a title that an address repeats.
const MAX_NAME: usize = 40;

/// The first ASCII words of a title, such as `senior-accountant`, to name its address for resumes; `job` without any.
#[must_use]
pub fn address_name(title: &str) -> String {
    let mut name = String::new();
    for word in title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let hyphen = if name.is_empty() { "" } else { "-" };
        if name.len() + hyphen.len() + word.len() > MAX_NAME {
            break;
        }
        name.push_str(hyphen);
        name.push_str(&word.to_ascii_lowercase());
    }
    if name.is_empty() { "job".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_named_by_the_ascii_words_of_a_title() {
        assert_eq!(address_name("Senior Accountant (m/f/d)"), "senior-accountant-m-f-d");
        assert_eq!(address_name("  高级 Java 工程师 "), "java");
        assert_eq!(address_name("会计"), "job");
        assert_eq!(address_name(&"accountant ".repeat(20)), "accountant-accountant-accountant");
        assert_eq!(address_name(&"a".repeat(200)), "job");
    }
}
