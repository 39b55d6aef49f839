//! A job as returned by the API.

use std::borrow::Cow;

use bole_domain::evaluation::Language;
use bole_store::jobs;
use serde::Serialize;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// A job, and the language of its title and description.
#[derive(Debug, Serialize)]
pub struct Job {
    #[serde(flatten)]
    job: jobs::Job,
    language: Language,
}

impl From<jobs::Job> for Job {
    fn from(job: jobs::Job) -> Self {
        Self { language: language_of(&job.title, &job.jd), job }
    }
}

// By hand: the derive would document two schemas in place of one.
impl PartialSchema for Job {
    fn schema() -> RefOr<Schema> {
        let mut schema = jobs::Job::schema();
        if let RefOr::T(Schema::Object(job)) = &mut schema {
            job.properties.insert("language".to_owned(), Ref::from_schema_name(Language::name()).into());
            job.required.insert(2, "language".to_owned());
        }
        schema
    }
}

impl ToSchema for Job {
    fn name() -> Cow<'static, str> {
        jobs::Job::name()
    }

    fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
        jobs::Job::schemas(all);
    }
}

/// The bytes of a description that decide its language.
const TELLING: usize = 2_000;

fn language_of(title: &str, jd: &str) -> Language {
    bole_ai::language_of(&format!("{title}\n{}", &jd[..jd.floor_char_boundary(TELLING)]))
}
