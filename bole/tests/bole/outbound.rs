//! The list of code that may open connections: the AI client, calendars, SMTP, IMAP, and operator-configured services
//! (database, Redis, bucket). New outbound code must be added here, and reach hosts that organizations configure by
//! `bole-outbound`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Libraries that open connections, and the crates that may depend on them.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("async-imap", &["shared/mail"]),
    // Only used as a server.
    ("hyper", &["api"]),
    ("hyper-util", &["api"]),
    ("lettre", &["shared/mail"]),
    ("object_store", &["shared/storage"]),
    ("redis", &["bole", "shared/providers", "shared/queue"]),
    ("reqwest", &["shared/ai", "shared/calendar", "shared/outbound"]),
    // Chooses the cryptography of the others.
    ("rustls", &["shared/outbound"]),
    // In domain only behind a feature, which says how its ids and enums are stored.
    ("sqlx", &["shared/domain", "shared/store"]),
    ("sqlx-core", &["shared/store"]),
    ("tokio-rustls", &["shared/mail"]),
];

/// Networking libraries that are not needed.
const STRANGERS: &[&str] = &[
    "async-std",
    "attohttpc",
    "awc",
    "curl",
    "hickory-resolver",
    "isahc",
    "mongodb",
    "native-tls",
    "opentelemetry-otlp",
    "quinn",
    "sentry",
    "smol",
    "surf",
    "tokio-native-tls",
    "tokio-tungstenite",
    "tonic",
    "tungstenite",
    "ureq",
];

/// Calls that open connections or resolve names, and the files that may use them.
const WAYS_OUT: &[(&str, &[&str])] = &[
    ("AsyncSmtpConnection::connect", &["shared/mail/src/delivery.rs"]),
    ("AsyncSmtpTransport", &[]),
    ("SmtpTransport", &[]),
    ("AmazonS3Builder::new", &["shared/storage/src/storage.rs"]),
    ("Client::builder", &["shared/outbound/src/http.rs"]),
    ("Client::new(", &["shared/mail/src/receive.rs"]),
    ("PgConnection::connect", &["shared/store/src/ledger/connection.rs", "shared/store/src/migrate.rs"]),
    ("PgListener::connect", &["shared/store/src/listener.rs"]),
    ("PgPoolOptions::new", &["shared/store/src/db.rs", "shared/store/src/listener.rs"]),
    ("TcpSocket", &[]),
    // The first is in the sandbox's test, where it must fail.
    ("TcpStream::connect", &["shared/documents/src/bin/bole-extract.rs", "shared/mail/src/receive.rs"]),
    ("ToSocketAddrs", &[]),
    ("UdpSocket", &["shared/documents/src/bin/bole-extract.rs"]),
    ("hyper_util::client", &[]),
    ("lookup_host", &["shared/outbound/src/resolve.rs"]),
    ("redis::Client::open", &["bole/src/parts.rs", "shared/queue/src/signals.rs"]),
    ("reqwest::get", &[]),
    ("reqwest::Client", &[]),
    ("to_socket_addrs", &[]),
];

/// Files that connect to hosts which organizations configure, without HTTP.
const GUARDED: &[&str] = &["shared/mail/src/delivery.rs", "shared/mail/src/receive.rs"];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The folders of the production crates.
fn crates() -> Vec<String> {
    let shared = fs::read_dir(workspace().join("shared")).unwrap();
    let shared = shared.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut crates: Vec<String> =
        shared.filter(|name| name != "testkit").map(|name| format!("shared/{name}")).collect();
    crates.retain(|name| workspace().join(name).join("Cargo.toml").is_file());
    crates.extend(
        ["api", "api/admin", "api/core", "api/hiring", "api/interviews", "bole", "scheduler", "worker"]
            .map(str::to_owned),
    );
    crates
}

/// A crate's production dependencies.
fn dependencies(of: &str) -> BTreeSet<String> {
    let manifest = fs::read_to_string(workspace().join(of).join("Cargo.toml")).unwrap();
    let mut section = String::new();
    let mut found = BTreeSet::new();
    for line in manifest.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            name.trim_end_matches(']').clone_into(&mut section);
        } else if section.ends_with("dependencies") && !section.ends_with("dev-dependencies") {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            found.extend((!name.is_empty()).then(|| name.to_owned()));
        }
    }
    found
}

/// A crate's production source files, without tests.
fn sources(of: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![workspace().join(of).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let shipped = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned();
                let name = path.strip_prefix(workspace()).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(name, shipped);
            }
        }
    }
    found
}

#[test]
fn only_listed_crates_depend_on_network_libraries() {
    let mut wrong = Vec::new();
    for name in crates() {
        for dependency in dependencies(&name) {
            let known = LIBRARIES.iter().find(|(library, _)| *library == dependency);
            let is_wrong = match known {
                Some((_, users)) => !users.contains(&name.as_str()),
                None => STRANGERS.contains(&dependency.as_str()),
            };
            wrong.extend(is_wrong.then(|| format!("{name} depends on {dependency}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (library, users) in LIBRARIES {
        for user in *users {
            assert!(dependencies(user).contains(*library), "{user} needs {library} no more: take it off the list");
        }
    }
}

#[test]
fn only_listed_files_open_connections_or_resolve_names() {
    let sources: BTreeMap<String, String> = crates().iter().flat_map(|name| sources(name)).collect();
    assert!(sources.len() > 300, "only {} files were found", sources.len());
    let mut wrong = Vec::new();
    for (way, files) in WAYS_OUT {
        let found: BTreeSet<&str> =
            sources.iter().filter(|(_, text)| text.contains(way)).map(|(name, _)| name.as_str()).collect();
        let allowed: BTreeSet<&str> = files.iter().copied().collect();
        wrong.extend(found.symmetric_difference(&allowed).map(|file| format!("{way}: {file}")));
    }
    assert!(wrong.is_empty(), "new, or on the list in vain: {wrong:#?}");
}

#[test]
fn organization_supplied_hosts_are_checked_before_connecting() {
    for file in GUARDED {
        let text = fs::read_to_string(workspace().join(file)).unwrap();
        assert!(text.contains("use bole_outbound::{Reach, ResolveError, resolve};"), "{file}");
    }
}

#[test]
fn ring_is_the_only_cryptography_of_tls() {
    let lock = fs::read_to_string(workspace().join("Cargo.lock")).unwrap();
    for other in ["aws-lc-rs", "native-tls", "openssl"] {
        assert!(!lock.contains(&format!("name = \"{other}\"\n")), "{other} is built beside ring");
    }
}
