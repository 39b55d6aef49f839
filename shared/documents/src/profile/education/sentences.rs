//! Reads education from sentences.

use bole_domain::profile::Education;

use super::super::degrees::degree;
use super::super::majors::{plain_major, signed_major};
use super::super::schools::{cut_school, is_school, school_level};

/// Education in a sentence: 2018年毕业于北山大学会计专业，本科.
pub(in super::super) fn from_text(text: &str) -> Vec<Education> {
    text.split(['。', '\n']).flat_map(|sentence| sentence.split(';')).filter_map(from_sentence).collect()
}

fn from_sentence(sentence: &str) -> Option<Education> {
    let (at, lead) =
        ["毕业于", "就读于", "考入", "毕业院校是"].iter().find_map(|lead| Some((sentence.find(lead)?, *lead)))?;
    let after = &sentence[at + lead.len()..];
    let name = after.split([',', ';', '(', ' ']).next().unwrap_or_default();
    if !is_school(name) {
        return None;
    }
    let (school, left) = cut_school(name);
    let degree = degree(sentence);
    let major = signed_major(after)
        .or_else(|| left.as_deref().and_then(plain_major))
        .map(|major| major.strip_prefix(school.as_str()).map_or(major.clone(), str::to_owned));
    let level = degree.as_ref().map(|degree| degree.level).or(school_level(&school));
    Some(Education {
        school: Some(school),
        degree: degree.map(|degree| degree.text),
        level,
        major,
        ..Education::default()
    })
}
