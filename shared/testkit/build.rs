//! Recompiles when a migration is added: the template database is keyed by all of them.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
