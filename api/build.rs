//! The web app is embedded from web/embedded; without a web build the folder is empty, and the API still builds.

fn main() {
    let embedded = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/embedded");
    if let Err(error) = std::fs::create_dir_all(&embedded) {
        println!("cargo::error=web/embedded cannot be made: {error}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    // A debug build reads the files when it runs.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../web/embedded");
    }
}
