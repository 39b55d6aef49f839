//! The sandbox's child process, alone: what `bole extract` runs.

fn main() -> std::process::ExitCode {
    bole_documents::child_main()
}
