//! The profile of a resume: a view of its reading.

use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;

pub use bole_resume::{is_own_account_alone, without_titles};

/// Reads the profile. `today` ends ongoing employments. Pure and total: any text gives a profile. Text beyond 120,000
/// characters is ignored.
#[must_use]
pub fn read(text: &str, today: YearMonth) -> Profile {
    bole_resume::read(text).profile(today)
}
