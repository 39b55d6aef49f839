//! Indexes of the word lists.

use std::collections::HashMap;
use std::sync::LazyLock;

use bole_domain::profile::DegreeLevel;

use super::words::Words;
use super::{chinese, cities, education, english, fields, headings, indonesian, labels, own_headings, places, trades};
use crate::profile::labels::Field;
use crate::profile::sections::Section;

type Set = LazyLock<Words>;

pub(crate) static ZH_LEGAL: Set = LazyLock::new(|| Words::new(&[chinese::LEGAL]));
pub(crate) static ZH_INSTITUTIONS: Set =
    LazyLock::new(|| Words::new(&[chinese::INSTITUTIONS, trades::CHINESE_INSTITUTIONS]));
pub(crate) static ZH_TRADES: Set = LazyLock::new(|| Words::new(&[chinese::TRADES, trades::CHINESE_TRADES]));
pub(crate) static ZH_TITLES: Set = LazyLock::new(|| Words::new(&[chinese::TITLES, trades::CHINESE_TITLES]));
pub(crate) static ZH_VERBS: Set = LazyLock::new(|| Words::new(&[chinese::VERBS]));
pub(crate) static EN_LEGAL: Set = LazyLock::new(|| Words::new(&[english::LEGAL]));
pub(crate) static EN_INSTITUTIONS: Set =
    LazyLock::new(|| Words::new(&[english::INSTITUTIONS, trades::ENGLISH_INSTITUTIONS]));
pub(crate) static EN_TRADES: Set = LazyLock::new(|| Words::new(&[trades::ENGLISH_TRADES]));
pub(crate) static EN_TITLES: Set = LazyLock::new(|| Words::new(&[english::TITLES, trades::ENGLISH_TITLES]));
pub(crate) static LATIN_VERBS: Set = LazyLock::new(|| Words::new(&[english::VERBS, indonesian::VERBS]));
pub(crate) static FIELDS: Set = LazyLock::new(|| Words::new(&[english::FIELDS, fields::LATIN_FIELDS]));
pub(crate) static ID_TITLES: Set = LazyLock::new(|| Words::new(&[indonesian::TITLES, trades::INDONESIAN_TITLES]));
pub(crate) static ID_INSTITUTIONS: Set =
    LazyLock::new(|| Words::new(&[indonesian::INSTITUTIONS, trades::INDONESIAN_INSTITUTIONS]));
pub(crate) static NOTES: Set = LazyLock::new(|| Words::new(&[english::NOTES]));
pub(crate) static PLACES: Set = LazyLock::new(|| Words::new(&[places::PLACES, cities::CITIES]));
pub(crate) static LATIN_SCHOOLS: Set = LazyLock::new(|| Words::new(&[education::LATIN_SCHOOLS]));

/// Labels and their meaning.
pub(crate) static LABELS: LazyLock<HashMap<&'static str, Field>> = LazyLock::new(|| {
    // The first of duplicate entries wins.
    labels::LABELS.iter().rev().copied().collect()
});

/// Degrees and their level, by their letters.
pub(crate) static LATIN_DEGREES: LazyLock<HashMap<String, DegreeLevel>> = LazyLock::new(|| {
    education::LATIN_DEGREES.iter().rev().map(|&(name, level)| (name.replace('-', ""), level)).collect()
});

pub(crate) static HEADINGS: LazyLock<HashMap<&'static str, Section>> =
    LazyLock::new(|| own_headings::OWN_HEADINGS.iter().chain(headings::HEADINGS.iter().rev()).copied().collect());

/// [`HEADINGS`] by their letters only, for letter-spaced headings.
pub(crate) static SPACED_HEADINGS: LazyLock<HashMap<String, Section>> = LazyLock::new(|| {
    headings::HEADINGS.iter().rev().map(|&(name, section)| (name.replace(' ', ""), section)).collect()
});
