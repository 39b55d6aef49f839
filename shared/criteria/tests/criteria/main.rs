//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod drafts;
mod job;
mod lines;
mod properties;
mod protected;
mod reading;

use bole_criteria::{Reading, Source, read};
use bole_domain::evaluation::CriterionKind::{self, Must, Nice};

fn criteria(text: &str) -> Reading {
    read(text, Source::Criteria)
}

/// Text, kind and points of the items.
fn items(text: &str) -> Vec<(String, CriterionKind, Option<f64>)> {
    criteria(text).items.into_iter().map(|item| (item.text, item.kind, item.points)).collect()
}

fn must(text: &str, points: impl Into<Option<f64>>) -> (String, CriterionKind, Option<f64>) {
    (text.to_owned(), Must, points.into())
}

fn nice(text: &str, points: impl Into<Option<f64>>) -> (String, CriterionKind, Option<f64>) {
    (text.to_owned(), Nice, points.into())
}
