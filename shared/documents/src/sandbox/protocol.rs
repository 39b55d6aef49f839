//! The protocol between parent and child: length-prefixed frames of JSON or document bytes.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use bole_domain::period::YearMonth;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::Reading;
use super::confine::Confinement;
use crate::archive::Entry;
use crate::{DocumentFailure, Extraction, Limits};

/// Larger messages are parsed on a blocking thread, and larger documents are not copied.
const SMALL_FRAME: usize = 64 * 1024;

/// The first frame to a child: its purpose and limits.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    pub(super) limits: Limits,
    pub(super) work: Work,
    /// The folder of the models for recognising text, if this child does.
    pub(super) models: Option<PathBuf>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Work {
    /// [`Request`]s follow, each with one or two frames of bytes and answered by a [`Reply`].
    Serve,
    /// [`UnpackEvent`]s follow from the child.
    Unpack { zip: PathBuf, into: PathBuf },
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// The bytes are a document.
    Extract { file_name: String },
    /// The bytes are a document; "present" means `today`.
    Read { file_name: String, today: YearMonth },
    /// The bytes are for [`Calls::on_bytes`](super::Calls::on_bytes).
    Call,
    /// The bytes are a document, and those of a second frame a question for
    /// [`Calls::on_reading`](super::Calls::on_reading).
    ReadAndCall { file_name: String, today: YearMonth },
}

impl Request {
    /// How many times the time limit applies.
    pub(super) const fn parts(&self) -> u32 {
        match self {
            Self::Extract { .. } | Self::Read { .. } | Self::Call => 1,
            Self::ReadAndCall { .. } => 2,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reply {
    pub(super) result: Result<Answer, DocumentFailure>,
    /// Whether the child exits after this reply, because a reader panicked or memory stays in use.
    pub(super) retires: bool,
    pub(super) confinement: Confinement,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    Text(Extraction),
    Reading(Box<Reading>),
    /// A frame of bytes follows.
    Called,
    /// The same.
    ReadAndCalled(Box<Reading>),
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum UnpackEvent {
    Entry(Entry),
    /// The last event.
    End(Result<(), DocumentFailure>),
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

fn length(bytes: &[u8]) -> io::Result<[u8; 4]> {
    Ok(u32::try_from(bytes.len()).map_err(invalid)?.to_be_bytes())
}

fn checked_length(header: [u8; 4], cap: u64) -> io::Result<usize> {
    let length = u32::from_be_bytes(header);
    if u64::from(length) > cap {
        return Err(invalid("frame larger than agreed"));
    }
    usize::try_from(length).map_err(invalid)
}

/// Child side: reads a frame; `None` at the end of the conversation.
pub(super) fn read(source: &mut impl Read, cap: u64) -> io::Result<Option<Vec<u8>>> {
    let mut header = [0; 4];
    match source.read_exact(&mut header) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let mut frame = vec![0; checked_length(header, cap)?];
    source.read_exact(&mut frame)?;
    Ok(Some(frame))
}

/// Child side of [`receive`].
pub(super) fn read_json<T: DeserializeOwned>(source: &mut impl Read, cap: u64) -> io::Result<Option<T>> {
    read(source, cap)?.map(|frame| serde_json::from_slice(&frame).map_err(invalid)).transpose()
}

/// Child side of [`send`].
pub(super) fn write_json(target: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    write_reply(target, message, None)
}

/// Child side of [`send`], with the frame of bytes that follows the message, if any; both in one write.
pub(super) fn write_reply(target: &mut impl Write, message: &impl Serialize, bytes: Option<&[u8]>) -> io::Result<()> {
    let message = serde_json::to_vec(message).map_err(invalid)?;
    let mut frames = Vec::with_capacity(2 * size_of::<u32>() + message.len() + bytes.map_or(0, <[u8]>::len));
    for frame in std::iter::once(&*message).chain(bytes) {
        frames.extend_from_slice(&length(frame)?);
        frames.extend_from_slice(frame);
    }
    target.write_all(&frames)?;
    target.flush()
}

/// Parent side: sends one message.
pub(super) async fn send(target: &mut (impl AsyncWrite + Unpin), message: &impl Serialize) -> io::Result<()> {
    let message = serde_json::to_vec(message).map_err(invalid)?;
    target.write_all(&[&length(&message)?[..], &message].concat()).await?;
    target.flush().await
}

/// Parent side: sends a request with its frames of bytes; small ones in one write.
pub(super) async fn send_request(
    target: &mut (impl AsyncWrite + Unpin),
    request: &Request,
    frames: &[&[u8]],
) -> io::Result<()> {
    let request = serde_json::to_vec(request).map_err(invalid)?;
    let mut unsent = Vec::new();
    for frame in std::iter::once(&&*request).chain(frames) {
        unsent.extend_from_slice(&length(frame)?);
        if frame.len() <= SMALL_FRAME {
            unsent.extend_from_slice(frame);
        } else {
            target.write_all(&unsent).await?;
            unsent.clear();
            target.write_all(frame).await?;
        }
    }
    target.write_all(&unsent).await?;
    target.flush().await
}

/// Parent side: receives the child's next message, of at most `cap` bytes.
pub(super) async fn receive<T: DeserializeOwned + Send + 'static>(
    source: &mut (impl AsyncRead + Unpin),
    cap: u64,
) -> io::Result<T> {
    let frame = receive_bytes(source, cap).await?;
    let read = |frame: &[u8]| serde_json::from_slice(frame).map_err(invalid);
    if frame.len() <= SMALL_FRAME {
        return read(&frame);
    }
    tokio::task::spawn_blocking(move || read(&frame)).await.map_err(io::Error::other)?
}

/// Parent side: receives the child's next frame, of at most `cap` bytes.
pub(super) async fn receive_bytes(source: &mut (impl AsyncRead + Unpin), cap: u64) -> io::Result<Vec<u8>> {
    let mut header = [0; 4];
    source.read_exact(&mut header).await?;
    let mut frame = vec![0; checked_length(header, cap)?];
    source.read_exact(&mut frame).await?;
    Ok(frame)
}
