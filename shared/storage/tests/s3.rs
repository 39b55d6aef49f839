//! Object storage on a real S3 server: the same guarantees as local disk, and distinct errors.

#![expect(clippy::unwrap_used, reason = "a test that cannot be arranged fails")]

use bole_domain::ids::{BatchId, OrganizationId};
use bole_storage::{Key, S3Config, Storage, StorageError};
use bole_testkit::S3Server;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};

fn connect(server: &S3Server, secret: &str) -> Storage {
    Storage::s3(S3Config {
        bucket: S3Server::BUCKET.to_owned(),
        region: "us-east-1".to_owned(),
        endpoint: Some(server.endpoint().to_owned()),
        access_key_id: S3Server::ACCESS_KEY_ID.to_owned(),
        secret_access_key: secret.to_owned(),
    })
    .unwrap()
}

fn upload() -> Key {
    Key::batch_upload(OrganizationId::new(), BatchId::new())
}

fn chunks(size: usize, count: usize) -> impl Stream<Item = Result<Bytes, std::io::Error>> + Unpin + Send {
    stream::iter((0..count).map(move |at| Ok(Bytes::from(vec![u8::try_from(at % 251).unwrap(); size]))))
}

async fn read(storage: &Storage, key: &Key) -> Result<Vec<u8>, StorageError> {
    let (size, mut stream) = storage.get(key).await?;
    let mut all = Vec::new();
    while let Some(chunk) = stream.next().await {
        all.extend_from_slice(&chunk?);
    }
    assert_eq!(all.len() as u64, size);
    Ok(all)
}

#[tokio::test]
async fn multipart_file_is_read_back_unchanged() {
    let server = S3Server::start().await.unwrap();
    let (storage, key) = (connect(&server, S3Server::SECRET_ACCESS_KEY), upload());
    // More than two parts of an S3 upload, the last one short.
    let stored = storage.put_stream(&key, chunks(1_000_003, 13), 1 << 30).await.unwrap();
    assert_eq!(stored.size, 13_000_039);
    let all = read(&storage, &key).await.unwrap();
    assert!(all.chunks(1_000_003).enumerate().all(|(at, part)| part.iter().all(|byte| usize::from(*byte) == at)));

    let copy = storage.local_copy(&key).await.unwrap();
    assert_eq!(std::fs::read(copy.path()).unwrap(), all);
    let path = copy.path().to_owned();
    drop(copy);
    assert!(!path.exists(), "the download goes with its value");
    server.stop().await;
}

#[tokio::test]
async fn broken_or_oversized_stream_leaves_no_file() {
    let server = S3Server::start().await.unwrap();
    let (storage, key) = (connect(&server, S3Server::SECRET_ACCESS_KEY), upload());
    let over = storage.put_stream(&key, chunks(6_000_000, 3), 13_000_000).await;
    assert!(matches!(over, Err(StorageError::TooLarge { limit: 13_000_000 })));
    let breaks = chunks(6_000_000, 2).chain(stream::iter([Err(std::io::Error::other("gone"))]));
    assert!(matches!(storage.put_stream(&key, breaks, 1 << 30).await, Err(StorageError::Source(_))));
    assert!(matches!(read(&storage, &key).await, Err(StorageError::Missing)));
    assert!(!server.objects().iter().any(|path| path.ends_with(key.as_str())));
    server.stop().await;
}

#[tokio::test]
async fn resumes_are_stored_once_and_removed() {
    let server = S3Server::start().await.unwrap();
    let (storage, organization) = (connect(&server, S3Server::SECRET_ACCESS_KEY), OrganizationId::new());
    let outside = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..20)
        .map(|n| {
            let source = outside.path().join(n.to_string());
            std::fs::write(&source, format!("伯乐 {n}")).unwrap();
            (Key::file(organization, &format!("{n:02x}").repeat(32)).unwrap(), source)
        })
        .collect();
    storage.store_files(&files).await.unwrap();
    storage.store_files(&files[..2]).await.unwrap();
    for (n, (key, _)) in files.iter().enumerate() {
        assert_eq!(read(&storage, key).await.unwrap(), format!("伯乐 {n}").as_bytes());
    }
    let key = &files[0].0;
    storage.delete(key).await.unwrap();
    storage.delete(key).await.unwrap();
    assert!(matches!(storage.local_copy(key).await, Err(StorageError::Missing)));
    server.stop().await;
}

#[tokio::test]
async fn purging_an_organization_removes_only_its_files() {
    let server = S3Server::start().await.unwrap();
    let storage = connect(&server, S3Server::SECRET_ACCESS_KEY);
    let (gone, stays) = (OrganizationId::new(), OrganizationId::new());
    for organization in [gone, gone, stays] {
        storage.put_stream(&Key::batch_upload(organization, BatchId::new()), chunks(10, 1), 100).await.unwrap();
    }
    assert_eq!(server.objects().len(), 3);
    storage.delete_all(gone).await.unwrap();
    assert_eq!(server.objects().len(), 1);
    storage.delete_all(gone).await.unwrap();
    storage.delete_all(stays).await.unwrap();
    assert!(server.objects().is_empty());
    server.stop().await;
}

#[tokio::test]
async fn wrong_key_and_unreachable_server_are_errors_and_not_missing_files() {
    let server = S3Server::start().await.unwrap();
    let (storage, key) = (connect(&server, S3Server::SECRET_ACCESS_KEY), upload());
    storage.put_stream(&key, chunks(10, 1), 100).await.unwrap();
    let refused = read(&connect(&server, "another"), &key).await.unwrap_err();
    assert!(matches!(refused, StorageError::Backend(_)), "{refused}");
    server.stop().await;
    let silent = read(&storage, &key).await.unwrap_err();
    assert!(matches!(silent, StorageError::Backend(_)), "{silent}");
}
