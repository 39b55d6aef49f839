//! The cases in `tests/profile_cases`.

use std::path::Path;

use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
pub use bole_testkit::accuracy::{Expected, Score};

/// The month all cases are read in.
pub fn today() -> YearMonth {
    YearMonth::new(2025, 6).unwrap()
}

/// A resume and its expected profile.
#[derive(Debug)]
pub struct Case {
    pub name: String,
    pub text: String,
    pub expected: Expected,
}

/// All cases, by name.
pub fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/profile_cases");
    let mut cases: Vec<Case> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| Case {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            text: std::fs::read_to_string(&path).unwrap(),
            expected: serde_json::from_str(&std::fs::read_to_string(path.with_extension("json")).unwrap())
                .unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        })
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

impl Case {
    /// Compares field by field; an additional employment or school is one wrong field.
    pub fn judge(&self, profile: &Profile, score: &mut Score) {
        self.expected.judge(profile, score);
    }
}
