//! Reads the text of a resume once: lines, values, concepts, entries and the person, each with its range in the text.
//!
//! Everybody who needs to know what stands in a resume reads it from the [`Reading`]: the profile is a view of it, the
//! judge computes from its entries and spans and proves by its lines and mentions, blind mode hides its identifying
//! ranges, highlighting and numbered lines are its ranges.

pub mod lexicon;
pub mod reading;

pub use reading::{
    At, Entry, EntryKind, Line, LineKind, Mention, Owner, Period, Person, Reading, Section, Span, Tone, Unit, Value,
};
