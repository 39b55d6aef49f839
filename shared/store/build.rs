//! Compiles the crate again when a migration is added: the macro that embeds them sees only changes to known files.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
