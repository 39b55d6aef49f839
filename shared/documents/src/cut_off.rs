//! Repairs truncated ZIPs: the directory at the end is lost, but it can be rebuilt from the local headers of the
//! intact entries.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

const LOCAL_HEADER: [u8; 4] = *b"PK\x03\x04";
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";
const CENTRAL_HEADER: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const LOCAL_LENGTH: usize = 30;
/// General purpose bit 3: sizes follow the data.
const STREAMED: u16 = 0x8;
/// Larger archives are ZIP64, which is not repaired.
const MAX_OFFSET: u64 = 0xffff_fffe;
const BUFFER: usize = 64 * 1024;

/// An archive's bytes.
pub enum Source {
    /// Unchanged.
    Whole(Arc<File>),
    /// With a rebuilt directory.
    Mended(Mended),
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Whole(file) => file.read(buffer),
            Self::Mended(mended) => mended.read(buffer),
        }
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::Whole(file) => file.seek(to),
            Self::Mended(mended) => mended.seek(to),
        }
    }
}

/// The rest of a truncated archive.
pub struct CutOff {
    /// Readable as an archive of the intact entries.
    pub archive: Mended,
    /// What followed is lost; nothing did if the directory has begun.
    pub lost: Option<Lost>,
}

/// The lost rest of an archive; how many entries it had was in the directory.
pub struct Lost {
    /// The name of its first entry, if the cut is not before it.
    pub name: Vec<u8>,
}

/// The intact entries of a file, followed by a directory.
pub struct Mended {
    file: Arc<File>,
    /// The length kept of the file; the directory follows.
    kept: u64,
    directory: Vec<u8>,
    position: u64,
}

impl CutOff {
    /// `None` if not even the first entry is intact.
    pub fn of(file: Arc<File>, max_entries: u32) -> io::Result<Option<Self>> {
        let length = file.metadata()?.len().min(MAX_OFFSET);
        let mut reader = BufReader::with_capacity(BUFFER, file);
        let (mut at, mut directory, mut entries) = (0, Vec::new(), 0_u16);
        let mut lost = None;
        while let Some(header) = Header::read(&mut reader, at, length)? {
            let Some(data) = header.data(&mut reader, at, length)? else {
                lost = Some(Lost { name: header.name });
                break;
            };
            if u32::from(entries) > max_entries || entries == u16::MAX - 1 {
                break;
            }
            header.describe(at, &data, &mut directory);
            entries += 1;
            at = data.next;
        }
        if entries == 0 {
            return Ok(None);
        }
        if lost.is_none() && !has_directory(&mut reader, at, length)? {
            lost = Some(Lost { name: Vec::new() });
        }
        let size = u32::try_from(directory.len()).unwrap_or(u32::MAX);
        directory.extend(END);
        directory.extend([0; 4]);
        directory.extend(entries.to_le_bytes());
        directory.extend(entries.to_le_bytes());
        directory.extend(size.to_le_bytes());
        directory.extend(u32::try_from(at).unwrap_or(u32::MAX).to_le_bytes());
        directory.extend([0; 2]);
        let archive = Mended { file: reader.into_inner(), kept: at, directory, position: 0 };
        Ok(Some(Self { archive, lost }))
    }
}

/// A local header.
struct Header {
    /// Version, flags, method, time and date, the same in both kinds of headers.
    fields: [u8; 10],
    crc: [u8; 4],
    compressed: u32,
    size: u32,
    name: Vec<u8>,
    extra_length: u16,
}

/// The end and length of an entry's data.
struct Data {
    crc: [u8; 4],
    compressed: u32,
    size: u32,
    next: u64,
}

fn two(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn four(bytes: &[u8], at: usize) -> [u8; 4] {
    [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
}

impl Header {
    /// Reads the header at this position; `None` if it is missing or incomplete.
    fn read(reader: &mut BufReader<Arc<File>>, at: u64, length: u64) -> io::Result<Option<Self>> {
        if at + LOCAL_LENGTH as u64 > length {
            return Ok(None);
        }
        reader.seek(SeekFrom::Start(at))?;
        let mut fixed = [0; LOCAL_LENGTH];
        reader.read_exact(&mut fixed)?;
        if fixed[..4] != LOCAL_HEADER {
            return Ok(None);
        }
        let (name_length, extra_length) = (two(&fixed, 26), two(&fixed, 28));
        if at + LOCAL_LENGTH as u64 + u64::from(name_length) > length {
            return Ok(None);
        }
        let mut name = vec![0; usize::from(name_length)];
        reader.read_exact(&mut name)?;
        let mut fields = [0; 10];
        fields.copy_from_slice(&fixed[4..14]);
        Ok(Some(Self {
            fields,
            crc: four(&fixed, 14),
            compressed: u32::from_le_bytes(four(&fixed, 18)),
            size: u32::from_le_bytes(four(&fixed, 22)),
            name,
            extra_length,
        }))
    }

    /// The data after the header at this position; `None` if it is truncated.
    fn data(&self, reader: &mut BufReader<Arc<File>>, at: u64, length: u64) -> io::Result<Option<Data>> {
        let begin = at + LOCAL_LENGTH as u64 + self.name.len() as u64 + u64::from(self.extra_length);
        if two(&self.fields, 2) & STREAMED == 0 {
            let next = begin + u64::from(self.compressed);
            let data = Data { crc: self.crc, compressed: self.compressed, size: self.size, next };
            return Ok((next <= length).then_some(data));
        }
        descriptor(reader, begin, length)
    }

    /// Adds the entry to a directory.
    fn describe(&self, at: u64, data: &Data, directory: &mut Vec<u8>) {
        directory.extend(CENTRAL_HEADER);
        directory.extend(&self.fields[..2]);
        directory.extend(self.fields);
        directory.extend(data.crc);
        directory.extend(data.compressed.to_le_bytes());
        directory.extend(data.size.to_le_bytes());
        directory.extend(u16::try_from(self.name.len()).unwrap_or(u16::MAX).to_le_bytes());
        // No extra field, comment, disk or attributes.
        directory.extend([0; 12]);
        directory.extend(u32::try_from(at).unwrap_or(u32::MAX).to_le_bytes());
        directory.extend(&self.name);
    }
}

/// Whether the directory begins at this position, maybe cut within its first signature.
fn has_directory(reader: &mut BufReader<Arc<File>>, at: u64, length: u64) -> io::Result<bool> {
    /// The first two bytes begin every signature.
    const TELLING: u64 = 3;
    let rest = length.saturating_sub(at).min(4);
    if rest < TELLING {
        return Ok(false);
    }
    reader.seek(SeekFrom::Start(at))?;
    let mut start = Vec::with_capacity(4);
    reader.take(rest).read_to_end(&mut start)?;
    Ok(CENTRAL_HEADER.starts_with(&start))
}

/// The first data descriptor after `begin` that matches the length of the data before it.
fn descriptor(reader: &mut BufReader<Arc<File>>, begin: u64, length: u64) -> io::Result<Option<Data>> {
    if begin >= length {
        return Ok(None);
    }
    reader.seek(SeekFrom::Start(begin))?;
    let mut window = [0; 16];
    let mut filled = 0;
    let mut end = begin;
    for byte in reader.take(length - begin).bytes() {
        window.rotate_left(1);
        window[15] = byte?;
        filled += 1;
        end += 1;
        let is_descriptor = filled >= 16 && window[..4] == DESCRIPTOR;
        let compressed = u32::from_le_bytes(four(&window, 8));
        if is_descriptor && u64::from(compressed) == end - 16 - begin {
            let size = u32::from_le_bytes(four(&window, 12));
            return Ok(Some(Data { crc: four(&window, 4), compressed, size, next: end }));
        }
    }
    Ok(None)
}

impl Read for Mended {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = if let Some(left) = self.kept.checked_sub(self.position).filter(|left| *left > 0) {
            let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
            self.file.seek(SeekFrom::Start(self.position))?;
            self.file.read(&mut buffer[..most])?
        } else {
            let from = usize::try_from(self.position - self.kept).unwrap_or(usize::MAX).min(self.directory.len());
            let most = buffer.len().min(self.directory.len() - from);
            buffer[..most].copy_from_slice(&self.directory[from..from + most]);
            most
        };
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for Mended {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = self.kept + self.directory.len() as u64;
        let target = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => length.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position = target.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}
