//! Reading of a job's criteria: a text becomes a list that a person confirms, and every line of it is in an item, in a
//! heading, in a rule about the score, or said to be not read.
//!
//! `lines` finds list signs, `headings` sections, `units` sentences and clauses, `points` points; `score_rules` reads levels
//! and caps, `table` tables; `reader` puts them together and `job` reads a job's texts. `protected` finds what may not be asked.

mod data;
mod headings;
mod job;
mod lines;
mod points;
mod protected;
mod reader;
mod score_rules;
mod table;
mod units;
mod words;

pub use job::{JobCriteria, JobPart, JobTexts, ProposedCriterion, ProtectedPhrase, read_job};
pub use protected::{Protected, ProtectedAttribute, clause, protected, without_protected, without_protected_lines};
pub use reader::{Item, Part, PartRole, Reading, Source, read};
