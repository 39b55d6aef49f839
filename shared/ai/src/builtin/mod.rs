//! The built-in engine.
mod lexicon;
mod text;
