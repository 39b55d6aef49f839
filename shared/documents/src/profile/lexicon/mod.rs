//! Word lists by subject and language.

pub(super) mod chinese;
pub(super) mod cities;
pub(super) mod contact;
pub(super) mod education;
pub(super) mod english;
pub(super) mod fields;
pub(super) mod headings;
pub(super) mod indonesian;
pub(super) mod labels;
pub(super) mod names;
pub(super) mod narrative;
pub(super) mod own_headings;
pub(super) mod places;
pub(super) mod sets;
pub(super) mod time;
pub(super) mod topics;
pub(super) mod trades;
pub(super) mod words;
