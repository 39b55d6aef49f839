//! Invalid settings are refused at the start, with a message that says what to set.

use std::process::Command;

/// The output of a command that refuses to start.
fn refusal(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bole"));
    command.args(arguments).env("DATABASE_URL", "postgres://nobody@127.0.0.1:9/none");
    let output = command.envs(environment.iter().copied()).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const MAIL: [(&str, &str); 2] =
    [("BOLE_SMTP_URL", "smtp://127.0.0.1:9"), ("BOLE_MAIL_FROM", "Bole <bole@example.com>")];

#[test]
fn api_and_worker_require_a_mail_server() {
    for arguments in
        [&["api", "--public-url", "http://intranet", "--files-dir", "/tmp"][..], &["worker", "--files-dir", "/tmp"]]
    {
        let said = refusal(arguments, &[]);
        assert!(said.contains("BOLE_SMTP_URL"), "{said}");
    }
    let said = refusal(&["worker", "--files-dir", "/tmp"], &[("BOLE_SMTP_URL", "imap://x"), MAIL[1]]);
    assert!(said.contains("BOLE_SMTP_URL cannot be used"), "{said}");
    let said = refusal(&["worker", "--files-dir", "/tmp"], &[MAIL[0], ("BOLE_MAIL_FROM", "nobody")]);
    assert!(said.contains("BOLE_MAIL_FROM cannot be used"), "{said}");
}

#[test]
fn https_requires_the_proxy_setting() {
    let said = refusal(&["api", "--public-url", "https://hire.example.com", "--files-dir", "/tmp"], &MAIL);
    assert!(said.contains("--behind-proxy"), "{said}");
}

#[test]
fn metrics_of_a_worker_require_a_token() {
    let arguments = ["worker", "--files-dir", "/tmp", "--metrics-listen", "127.0.0.1:0"];
    let said = refusal(&arguments, &MAIL);
    assert!(said.contains("BOLE_METRICS_TOKEN"), "{said}");
}

#[test]
fn missing_scratch_folder_is_refused() {
    let arguments = ["worker", "--files-dir", "/tmp", "--scratch-dir", "/nonexistent/scratch"];
    let said = refusal(&arguments, &MAIL);
    assert!(said.contains("/nonexistent/scratch"), "{said}");
}
