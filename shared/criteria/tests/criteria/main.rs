//! Reading of criteria.

mod protected;
