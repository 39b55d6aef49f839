//! Leaves the symbols out of the release binary on Linux. `strip` in the profile is ignored beside levels by package
//! (Cargo 1.95).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
}
