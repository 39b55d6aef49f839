//! `bole admin judge` as a command beside a running installation.

use sqlx::Executor;

use crate::backup::{admin, connect};
use crate::up::Up;

#[tokio::test]
async fn judge_of_a_running_installation_is_measured() {
    let place = tempfile::tempdir().unwrap();
    let up = Up::start(place.path());
    let judge = |more: &[&str]| admin(&[&["judge"], more, &["--data-dir"]].concat(), &[place.path()]);
    let (is_done, said) = judge(&["--yes"]);
    assert!(!is_done && said.contains("there is no organization"), "{said}");
    let insert = "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
                  VALUES (gen_random_uuid(), 'Acme', 'acme', 'free', 1, 1)";
    connect(place.path()).await.execute(insert).await.unwrap();

    let (is_done, said) = judge(&[]);
    assert!(!is_done && said.contains("24 resumes") && said.contains("--yes"), "the cost is said before: {said}");
    let (is_done, said) = judge(&["--yes", "--organization", "acme"]);
    assert!(is_done && said.contains("24 of 24 resumes"), "{said}");
    for row in ["precision", "recall", "proof", "false comfort", "known order", "equal pairs", "cost", "seconds"] {
        assert!(said.lines().any(|line| line.starts_with(row)), "{row}: {said}");
    }
    assert!(said.contains("the built-in engine") && said.contains("$0.0000"), "{said}");
    let (is_done, said) = judge(&["--yes", "--organization", "others"]);
    assert!(!is_done && said.contains("there is no organization others"), "{said}");
    drop(up);
}
