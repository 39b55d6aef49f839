mod data;
mod protected;
pub use protected::{Attribute, Protected, clause, protected, without_protected};
