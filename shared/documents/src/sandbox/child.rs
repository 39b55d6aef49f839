//! The child's side: take the limits, give up what is not needed, then work until the parent hangs up.
//!
//! A child that reads documents can open nothing: documents come in and text goes out through its pipes, and its limit
//! on file descriptors is what it already has. So even a reader taken over by a file could reach neither disk nor network.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::protocol::{Hello, Reply, Request, UnpackEvent, Work, read, read_json, write_json};
use crate::{Limits, archive, extract_bytes};

/// The first frame holds limits and two paths.
const MAX_HELLO_BYTES: u64 = 64 * 1024;
/// Unpacking is bounded by bytes; this only stops a loop nobody foresaw.
const UNPACK_CPU: Duration = Duration::from_secs(3_600);

/// Set by the panic hook: after a panic inside a reader this process is not trusted with another file.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// What `bole extract` runs: serves the parent at the other end of stdin and stdout until it hangs up.
#[must_use]
pub fn child_main() -> ExitCode {
    // A panic's message can quote the document, so only its place is told.
    std::panic::set_hook(Box::new(|panic| {
        PANICKED.store(true, Ordering::Relaxed);
        if let Some(place) = panic.location() {
            let _ = writeln!(io::stderr(), "panicked at {place}");
        }
    }));
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> io::Result<()> {
    let Some(Hello { limits, work }) = read_json(&mut stdin().lock(), MAX_HELLO_BYTES)? else { return Ok(()) };
    #[cfg(target_os = "linux")]
    rustix::thread::set_no_new_privs(true)?;
    limit(Resource::Core, 0)?;
    limit(Resource::As, limits.memory)?;
    match work {
        Work::Extract => extract(&limits),
        Work::Unpack { zip, into } => unpack(&zip, &into, &limits),
    }
}

fn extract(limits: &Limits) -> io::Result<()> {
    let memory = MemoryGauge::open();
    limit(Resource::Fsize, 0)?;
    limit(Resource::Nproc, 0)?;
    limit(Resource::Nofile, 0)?;
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let cap = limits.frame_bytes();
    while let Some(Request { file_name }) = read_json(&mut input, cap)? {
        let Some(bytes) = read(&mut input, cap)? else { return Ok(()) };
        limit_cpu(limits.time)?;
        let result = extract_bytes(&bytes, &file_name, limits);
        let crowded = memory.used().is_some_and(|used| used > limits.memory / 2);
        let retires = PANICKED.load(Ordering::Relaxed) || crowded;
        write_json(&mut output, &Reply { result, retires })?;
        if retires {
            return Ok(());
        }
    }
    Ok(())
}

fn unpack(zip: &Path, into: &Path, limits: &Limits) -> io::Result<()> {
    limit(Resource::Fsize, limits.archive_bytes)?;
    limit_cpu(UNPACK_CPU)?;
    let mut output = stdout().lock();
    let too_large = fs::metadata(zip)?.len() > limits.archive_bytes;
    let result = if too_large {
        Err(crate::DocumentFailure::new(bole_domain::batch::FailureReason::TooLarge, "the archive is too large"))
    } else {
        archive::unpack(zip, into, limits, &mut |entry| write_json(&mut output, &UnpackEvent::Entry(entry)))
    };
    write_json(&mut output, &UnpackEvent::End(result))
}

/// Lowers a limit for good, never above what the system already set.
fn limit(resource: Resource, value: u64) -> io::Result<()> {
    let hard = rustix::process::getrlimit(resource).maximum;
    let value = hard.map_or(value, |hard| hard.min(value));
    Ok(setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) })?)
}

/// Allows this much more processor time; past it the kernel ends the process with `SIGXCPU`.
fn limit_cpu(time: Duration) -> io::Result<()> {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    let until = u64::try_from(used.tv_sec).unwrap_or(0) + time.as_secs() + 1;
    let maximum = rustix::process::getrlimit(Resource::Cpu).maximum;
    let current = maximum.map_or(until, |maximum| maximum.min(until));
    Ok(setrlimit(Resource::Cpu, Rlimit { current: Some(current), maximum })?)
}

/// How much address space this process uses, through a file opened while files could still be opened.
struct MemoryGauge(Option<File>);

impl MemoryGauge {
    fn open() -> Self {
        Self(File::open("/proc/self/statm").ok())
    }

    fn used(&self) -> Option<u64> {
        let mut file = self.0.as_ref()?;
        let mut line = [0; 128];
        file.seek(SeekFrom::Start(0)).ok()?;
        let read = file.read(&mut line).ok()?;
        let pages: u64 = std::str::from_utf8(&line[..read]).ok()?.split(' ').next()?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
    }
}
