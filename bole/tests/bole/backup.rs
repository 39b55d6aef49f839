//! `bole admin backup` and `restore` as commands: a running installation is backed up and started elsewhere.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bole_testkit::S3Server;
use rustix::process::Signal;
use sqlx::{Connection, Executor, PgConnection};

use crate::up::Up;

/// The output of a command, and whether it succeeded.
pub fn admin(arguments: &[&str], folders: &[&Path]) -> (bool, String) {
    admin_with(arguments, folders, &[])
}

/// [`admin`] with these variables.
fn admin_with(arguments: &[&str], folders: &[&Path], variables: &[(&str, &str)]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bole"));
    command.arg("admin").args(arguments).args(folders).env_remove("DATABASE_URL").env_remove("BOLE_SERVER_KEY");
    command.envs(variables.iter().copied());
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

fn back_up(data: &Path, backup: &Path) -> (bool, String) {
    admin(&["backup", "--data-dir"], &[data, backup])
}

fn restore(data: &Path, backup: &Path) -> (bool, String) {
    admin(&["restore", "--data-dir"], &[data, backup])
}

/// A connection to the database of a running installation.
pub async fn connect(data: &Path) -> PgConnection {
    PgConnection::connect(&url(data, "bole")).await.unwrap()
}

/// The URL of a database of a running installation.
fn url(data: &Path, database: &str) -> String {
    let postgres = data.join("postgres");
    let password = std::fs::read_to_string(postgres.join("password")).unwrap();
    let pid_file = std::fs::read_to_string(postgres.join("data/postmaster.pid")).unwrap();
    let socket = pid_file.lines().nth(4).unwrap();
    format!("postgres://postgres:{}@localhost/{database}?host={socket}", password.trim())
}

async fn names(data: &Path) -> Vec<String> {
    sqlx::query_scalar("SELECT name FROM organizations ORDER BY 1").fetch_all(&mut connect(data).await).await.unwrap()
}

/// A file of the backup with the name's end.
fn part(backup: &Path, end: &str) -> PathBuf {
    let mut folders = vec![backup.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(end) {
                return path;
            }
        }
    }
    panic!("the backup has no {end}");
}

#[tokio::test]
async fn running_installation_is_backed_up_and_started_elsewhere() {
    let place = tempfile::tempdir().unwrap();
    let [data, backup, elsewhere] = ["data", "backup", "elsewhere"].map(|name| place.path().join(name));
    std::fs::create_dir(&data).unwrap();
    std::fs::create_dir(&elsewhere).unwrap();
    let up = Up::start(&data);
    let insert = "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
                  VALUES (gen_random_uuid(), E'Line\\nbreak\\t\\\\ 伯乐', 'bole', 'free', 1, 1)";
    connect(&data).await.execute(insert).await.unwrap();
    let stored = "files/organizations/1/files/ab/resume";
    std::fs::create_dir_all(data.join(stored).parent().unwrap()).unwrap();
    std::fs::write(data.join(stored), "a resume").unwrap();
    std::fs::write(data.join("files/incoming/half"), "unfinished").unwrap();

    let (is_done, said) = back_up(&data, &backup);
    assert!(is_done && said.contains("1 stored files (8 bytes)"), "{said}");
    let (is_done, said) = back_up(&data, &backup);
    assert!(!is_done && said.contains("is not empty"), "{said}");
    assert!(backup.join("manifest.json").exists(), "the first backup is kept");
    assert!(!backup.join("files/incoming").exists());
    assert!(up.stop(Signal::INT).0);

    let (is_done, said) = restore(&data, &backup);
    assert!(!is_done && said.contains("already has tables"), "{said}");
    let (is_done, said) = restore(&elsewhere, &backup);
    assert!(is_done && said.contains("Restored 1 stored files"), "{said}");
    assert_eq!(std::fs::read_to_string(elsewhere.join(stored)).unwrap(), "a resume");
    let key = |folder: &Path| std::fs::read_to_string(folder.join("server.key")).unwrap();
    assert_eq!(key(&elsewhere), key(&data));
    let again = Up::start(&elsewhere);
    assert_eq!(again.get("/readyz"), 200);
    assert_eq!(names(&elsewhere).await, ["Line\nbreak\t\\ 伯乐"]);
    assert!(again.stop(Signal::INT).0);

    // Also of one that is stopped.
    let second = place.path().join("second");
    let (is_done, said) = back_up(&elsewhere, &second);
    assert!(is_done, "{said}");

    let other_key = place.path().join("other key");
    std::fs::create_dir(&other_key).unwrap();
    std::fs::write(other_key.join("server.key"), "another").unwrap();
    let (is_done, said) = restore(&other_key, &second);
    assert!(!is_done && said.contains("the server key of this installation is not the backup's"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn installation_moves_into_a_fleet_with_a_bucket_which_is_backed_up_without_its_files() {
    let place = tempfile::tempdir().unwrap();
    let [data, backup, of_fleet] = ["data", "backup", "fleet"].map(|name| place.path().join(name));
    std::fs::create_dir(&data).unwrap();
    let up = Up::start(&data);
    let insert = "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
                  VALUES (gen_random_uuid(), 'Bole', 'bole', 'free', 1, 1)";
    connect(&data).await.execute(insert).await.unwrap();
    let key = "organizations/1/files/ab/resume";
    std::fs::create_dir_all(data.join("files").join(key).parent().unwrap()).unwrap();
    std::fs::write(data.join("files").join(key), "a resume").unwrap();
    let (is_done, said) = back_up(&data, &backup);
    assert!(is_done && said.contains("1 stored files"), "{said}");

    let server = S3Server::start().await.unwrap();
    for database in ["fleet", "again"] {
        let create = format!("CREATE DATABASE {database}");
        connect(&data).await.execute(sqlx::AssertSqlSafe(create)).await.unwrap();
    }
    let (fleet, again) = (url(&data, "fleet"), url(&data, "again"));
    let server_key = std::fs::read_to_string(data.join("server.key")).unwrap();
    let variables = |database| {
        [
            ("DATABASE_URL", database),
            ("BOLE_SERVER_KEY", server_key.trim()),
            ("BOLE_S3_BUCKET", S3Server::BUCKET),
            ("BOLE_S3_ENDPOINT", server.endpoint()),
            ("BOLE_S3_ACCESS_KEY_ID", S3Server::ACCESS_KEY_ID),
            ("BOLE_S3_SECRET_ACCESS_KEY", S3Server::SECRET_ACCESS_KEY),
        ]
    };
    let (is_done, said) = admin_with(&["restore"], &[&backup], &variables(fleet.as_str()));
    assert!(is_done && said.contains("Restored 1 stored files"), "{said}");
    let objects = server.objects();
    assert!(objects.len() == 1 && objects[0].ends_with(key), "{objects:?}");
    assert_eq!(std::fs::read_to_string(&objects[0]).unwrap(), "a resume");

    let (is_done, said) = admin_with(&["backup"], &[&of_fleet], &variables(fleet.as_str()));
    assert!(is_done && said.contains("The bucket resumes is not part of it"), "{said}");
    assert!(!of_fleet.join("files").exists());
    let (is_done, said) = admin_with(&["restore"], &[&of_fleet], &variables(again.as_str()));
    assert!(is_done && said.contains("The stored files are in the bucket resumes"), "{said}");
    let mut restored = PgConnection::connect(&again).await.unwrap();
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM organizations").fetch_all(&mut restored).await.unwrap();
    assert_eq!(names, ["Bole"]);
    assert_eq!(server.objects().len(), 1, "a bucket is left as it is");
    drop(restored);
    server.stop().await;
    assert!(up.stop(Signal::INT).0);
}

#[test]
fn damaged_or_incomplete_backup_is_refused_before_anything_is_written() {
    let place = tempfile::tempdir().unwrap();
    let [data, backup, elsewhere] = ["data", "backup", "elsewhere"].map(|name| place.path().join(name));
    let (is_done, said) = back_up(&data, &backup);
    assert!(!is_done && said.contains("there is no installation in"), "{said}");
    assert!(!backup.exists());
    std::fs::create_dir(&data).unwrap();
    assert!(Up::start(&data).stop(Signal::INT).0);
    std::fs::create_dir_all(data.join("files/organizations")).unwrap();
    std::fs::write(data.join("files/organizations/logo.png"), "a logo").unwrap();
    let (is_done, said) = back_up(&data, &backup);
    assert!(is_done, "{said}");

    for end in ["database/stages.copy.gz", "logo.png", "files.sha256", "server.key"] {
        let path = part(&backup, end);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[1..]).unwrap();
        let (is_done, said) = restore(&elsewhere, &backup);
        assert!(!is_done && said.contains("is damaged"), "{end}: {said}");
        std::fs::remove_file(&path).unwrap();
        let (is_done, said) = restore(&elsewhere, &backup);
        assert!(!is_done && said.contains("cannot read"), "{end}: {said}");
        std::fs::write(&path, &whole).unwrap();
    }
    let manifest = part(&backup, "manifest.json");
    std::fs::rename(&manifest, place.path().join("manifest.json")).unwrap();
    let (is_done, said) = restore(&elsewhere, &backup);
    assert!(!is_done && said.contains("no complete backup"), "{said}");
    assert!(!elsewhere.exists());
}

#[test]
fn another_server_key_is_noticed_until_it_is_accepted() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path();
    let up = Up::start(data);
    let fits = || admin(&["server-key", "--data-dir"], &[data]);
    assert!(fits().0, "{}", fits().1);
    assert!(up.stop(Signal::INT).0);

    std::fs::remove_file(data.join("server.key")).unwrap();
    let up = Up::start(data);
    let said = fits().1;
    assert!(said.contains("the server key is not the one that the organizations' secrets were sealed with"), "{said}");
    let (is_done, said) = back_up(data, &data.join("backup"));
    assert!(!is_done && said.contains("the server key is not the one"), "{said}");
    let (is_done, said) = admin(&["server-key", "--accept", "--data-dir"], &[data]);
    assert!(is_done && fits().0, "{said}");
    assert!(up.stop(Signal::INT).0);
    let log = std::fs::read_to_string(data.join("log")).unwrap();
    assert_eq!(log.matches("the server key is not the one").count(), 1, "{log}");
}
