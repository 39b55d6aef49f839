//! Resource usage of processes, from Linux's `/proc`.

use std::fs;
use std::time::Duration;

use anyhow::Context;

/// CPU time of a process and its descendants.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// The process's own.
    pub own: Duration,
    /// That of its descendants, running and ended.
    pub descendants: Duration,
}

struct Stat {
    pid: u32,
    parent: u32,
    own: u64,
    ended_children: u64,
}

/// The CPU time of `root` and its descendants so far.
pub fn times(root: u32) -> anyhow::Result<Times> {
    let mut all = Vec::new();
    for entry in fs::read_dir("/proc").context("processor times are read from /proc, which only Linux has")? {
        // Non-numeric entries are not processes, and a process may end in between.
        let Some(pid) = entry?.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        all.extend(stat(pid));
    }
    let of_root = all.iter().find(|stat| stat.pid == root).context("a measured process has ended")?;
    let mut tree = vec![root];
    let (mut at, mut ticks) = (0, of_root.ended_children);
    while let Some(&parent) = tree.get(at) {
        for stat in all.iter().filter(|stat| stat.parent == parent) {
            tree.push(stat.pid);
            ticks += stat.own + stat.ended_children;
        }
        at += 1;
    }
    Ok(Times { own: duration(of_root.own), descendants: duration(ticks) })
}

fn stat(pid: u32) -> Option<Stat> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain anything; the fields follow the last parenthesis, starting with the third.
    let fields: Vec<&str> = line[line.rfind(')')? + 1..].split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        pid,
        parent: u32::try_from(number(1)?).ok()?,
        own: number(11)? + number(12)?,
        ended_children: number(13)? + number(14)?,
    })
}

fn duration(ticks: u64) -> Duration {
    Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// The peak memory of a process, in MiB.
pub fn peak_memory(pid: u32) -> anyhow::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).context("a measured process has ended")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("/proc tells no peak memory")?;
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib / 1024.0)
}

/// How many processors there are.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Describes the machine, its load, and what is measured.
pub fn machine() -> String {
    let model = fs::read_to_string("/proc/cpuinfo").ok().and_then(|info| {
        let line = info.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let load = fs::read_to_string("/proc/loadavg").ok();
    let load = load.as_deref().and_then(|load| load.split(' ').next()).unwrap_or("unknown").to_owned();
    format!("{} cores ({}), load before {load}", cores(), model.as_deref().unwrap_or("unknown"))
}
