//! Reads the text of a resume once: lines, values, concepts, entries and the person, each with its range in the text.
//!
//! Everybody who needs to know what stands in a resume reads it from the [`Reading`]: the profile is a view of it, the
//! judge computes from its entries and spans and proves by its lines and mentions, blind mode hides its identifying
//! ranges, highlighting and numbered lines are its ranges.
//!
//! `page` makes the normal form and its lines and knows no word; `sections` places the lines under headings; `units`
//! joins broken lines and takes dates and labels out; `layout` decides the headers of all entries together; `entries`,
//! `study`, `person`, `contacts` find who did what; `assembly` puts the reading together in ranges of the given text.

mod assembly;
mod contacts;
mod dates;
mod entries;
mod guard;
mod labels;
mod layout;
pub mod lexicon;
mod names;
mod narrative;
mod offsets;
mod page;
mod person;
mod profile;
pub mod reading;
mod roles;
mod schools;
mod sections;
mod skills;
mod spans;
mod study;
mod tones;
mod units;
mod words;

pub use assembly::read;
pub use dates::{is_broken_range, is_dated};
pub use offsets::At;
pub use person::without_titles;
pub use reading::{
    Entry, EntryKind, Line, LineKind, Mention, Owner, Period, Person, Reading, Section, Span, Tone, Unit, Value,
};
pub use sections::is_heading;
pub use words::is_own_account_alone;
