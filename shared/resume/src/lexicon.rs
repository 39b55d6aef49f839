//! The words by which resumes are read: concepts and their relations, and classes of words, from the files in `lexicon/`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A concept's number, stable within a build; serialized as its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptId(pub u16);

/// The kind of a concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Role,
    /// A skill, tool, method or body of knowledge.
    Skill,
    /// An industry or kind of business.
    Domain,
    /// A licence or certificate.
    Cert,
    Major,
    Soft,
    Language,
    /// A country.
    Place,
}

impl Serialize for ConceptId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.0)
    }
}

impl<'de> Deserialize<'de> for ConceptId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(u16::deserialize(deserializer)?))
    }
}
