//! Tests of the reading of resumes.

mod guard;
mod offsets;
mod people;
mod tones;
