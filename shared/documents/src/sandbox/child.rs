//! The child process: applies limits, drops privileges, then serves the parent until it disconnects.
//!
//! A child that reads documents cannot open files: documents arrive and text leaves through its pipes, and its file
//! descriptor limit is already reached. It is also confined if the kernel supports it; see
//! [`confine`](super::confine).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bole_domain::period::YearMonth;
use bole_ocr::{MODEL_FILES, ModelBytes, Models};
use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::confine::{self, Confinement};
use super::protocol::{Answer, Hello, Reply, Request, UnpackEvent, Work, read, read_json, write_json, write_reply};
use super::{Calls, Reading};
use crate::extract::extract;
use crate::{DocumentFailure, Limits, archive, profile};

/// The first frame contains limits and two paths.
const MAX_HELLO_BYTES: u64 = 64 * 1024;
/// Unpacking is bounded by bytes; this only stops unforeseen loops.
const UNPACK_CPU: Duration = Duration::from_secs(3_600);

/// Set by the panic hook: after a panic in a reader, this process is not reused.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// The body of `bole extract`: serves the parent over stdin and stdout until it disconnects.
#[must_use]
pub fn child_main(calls: Calls) -> ExitCode {
    // Panic messages may quote the document, so only the location is reported.
    std::panic::set_hook(Box::new(|panic| {
        PANICKED.store(true, Ordering::Relaxed);
        if let Some(place) = panic.location() {
            let _ = writeln!(io::stderr(), "panicked at {place}");
        }
    }));
    match serve(calls) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(calls: Calls) -> io::Result<()> {
    let Some(Hello { limits, work, models }) = read_json(&mut stdin().lock(), MAX_HELLO_BYTES)? else { return Ok(()) };
    match work {
        Work::Serve => serve_requests(&limits, calls, models.as_deref()),
        Work::Unpack { zip, into } => unpack(&zip, &into, &limits),
    }
}

/// Limits for every child.
fn take_limits(limits: &Limits) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::thread::set_no_new_privs(true)?;
    limit(Resource::Core, 0)?;
    limit(Resource::As, limits.memory)
}

fn serve_requests(limits: &Limits, calls: Calls, models: Option<&Path>) -> io::Result<()> {
    take_limits(limits)?;
    // Before files become inaccessible.
    let models = models.map(read_models).transpose()?;
    let memory = MemoryGauge::open();
    confine::drop_root(None)?;
    // Before descriptors are used up, because landlock needs one.
    let confinement = confine::reader()?;
    limit(Resource::Fsize, 0)?;
    limit(Resource::Nproc, 0)?;
    limit(Resource::Nofile, 0)?;
    // After threads have become impossible: one started before would not be confined.
    let models = models.map(load_models).transpose()?;
    let models = models.as_ref();
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let cap = limits.frame_bytes();
    while let Some(request) = read_json(&mut input, cap)? {
        let Some(bytes) = read(&mut input, cap)? else { return Ok(()) };
        limit_cpu(limits.time)?;
        let (result, called) = match request {
            Request::Extract { file_name } => (extract(&bytes, &file_name, limits, models).map(Answer::Text), None),
            Request::Read { file_name, today } => {
                let reading = read_document(&bytes, &file_name, today, limits, models);
                (reading.map(|reading| Answer::Reading(Box::new(reading))), None)
            }
            Request::Call => with_answer((calls.on_bytes)(&bytes), Answer::Called),
            Request::ReadAndCall { file_name, today } => {
                let Some(question) = read(&mut input, cap)? else { return Ok(()) };
                match read_document(&bytes, &file_name, today, limits, models) {
                    Ok(reading) => {
                        limit_cpu(limits.time)?;
                        let answer = (calls.on_reading)(&question, &reading, today);
                        with_answer(answer, Answer::ReadAndCalled(Box::new(reading)))
                    }
                    Err(failure) => (Err(failure), None),
                }
            }
        };
        let crowded = memory.used().is_some_and(|used| used > limits.memory / 2);
        let retires = PANICKED.load(Ordering::Relaxed) || crowded;
        write_reply(&mut output, &Reply { result, retires, confinement }, called.as_deref())?;
        if retires {
            return Ok(());
        }
    }
    Ok(())
}

fn read_models(folder: &Path) -> io::Result<ModelBytes> {
    let [detection, orientation, recognition, characters] = MODEL_FILES.map(|file| std::fs::read(folder.join(file)));
    Ok([detection?, orientation?, recognition?, characters?])
}

fn load_models(models: ModelBytes) -> io::Result<Models> {
    bole_ocr::use_one_thread();
    Models::load(models).map_err(io::Error::other)
}

fn read_document(
    bytes: &[u8],
    name: &str,
    today: YearMonth,
    limits: &Limits,
    models: Option<&Models>,
) -> Result<Reading, DocumentFailure> {
    let extraction = extract(bytes, name, limits, models)?;
    let profile = profile::read(&extraction.text, today);
    Ok(Reading { extraction, profile })
}

/// The result of a call, with the frame that follows it.
fn with_answer(
    answer: Result<Vec<u8>, DocumentFailure>,
    done: Answer,
) -> (Result<Answer, DocumentFailure>, Option<Vec<u8>>) {
    match answer {
        Ok(answer) => (Ok(done), Some(answer)),
        Err(failure) => (Err(failure), None),
    }
}

/// Becomes an unpacking child with access to the archive and the target folder only.
///
/// # Errors
/// When the archive cannot be opened, or privileges cannot be dropped.
pub fn become_unpacker(zip: &Path, into: &Path, limits: &Limits) -> io::Result<(File, Confinement)> {
    take_limits(limits)?;
    // Opened first, because the child's account may not enter the parent folders.
    let archive = File::open(zip)?;
    std::env::set_current_dir(into)?;
    confine::drop_root(Some(Path::new(".")))?;
    // Unpacked files are private to the server's account.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    limit(Resource::Fsize, limits.archive_bytes)?;
    limit_cpu(UNPACK_CPU)?;
    let confinement = confine::unpacker(Path::new("."))?;
    Ok((archive, confinement))
}

fn unpack(zip: &Path, into: &Path, limits: &Limits) -> io::Result<()> {
    let (archive, _) = become_unpacker(zip, into, limits)?;
    let mut output = stdout().lock();
    let too_large = archive.metadata()?.len() > limits.archive_bytes;
    let result = if too_large {
        Err(DocumentFailure::new(bole_domain::failure::DocumentReason::TooLarge, "the archive is too large"))
    } else {
        archive::unpack(archive, Path::new("."), limits, &mut |entry| {
            write_json(&mut output, &UnpackEvent::Entry(entry.in_directory(into)))
        })
    };
    write_json(&mut output, &UnpackEvent::End(result))
}

/// Permanently lowers a limit, never above the existing one.
fn limit(resource: Resource, value: u64) -> io::Result<()> {
    let hard = rustix::process::getrlimit(resource).maximum;
    let value = hard.map_or(value, |hard| hard.min(value));
    Ok(setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) })?)
}

/// Limits further CPU time; beyond it the kernel ends the process with `SIGXCPU`.
fn limit_cpu(time: Duration) -> io::Result<()> {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    let until = u64::try_from(used.tv_sec).unwrap_or(0) + time.as_secs() + 1;
    let maximum = rustix::process::getrlimit(Resource::Cpu).maximum;
    let current = maximum.map_or(until, |maximum| maximum.min(until));
    Ok(setrlimit(Resource::Cpu, Rlimit { current: Some(current), maximum })?)
}

/// Measures this process's address space through a file opened before files became inaccessible.
struct MemoryGauge {
    statm: Option<File>,
    // Read once, because a confined child may not ask the kernel.
    page_size: u64,
}

impl MemoryGauge {
    fn open() -> Self {
        Self { statm: File::open("/proc/self/statm").ok(), page_size: rustix::param::page_size() as u64 }
    }

    fn used(&self) -> Option<u64> {
        let mut file = self.statm.as_ref()?;
        let mut line = [0; 128];
        file.seek(SeekFrom::Start(0)).ok()?;
        let read = file.read(&mut line).ok()?;
        let pages: u64 = std::str::from_utf8(&line[..read]).ok()?.split(' ').next()?.parse().ok()?;
        Some(pages * self.page_size)
    }
}
