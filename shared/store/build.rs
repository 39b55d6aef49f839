//! Recompiles the crate when a migration is added; the embedding macro only tracks known files.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
