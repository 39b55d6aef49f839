//! Drops a child's privileges before it reads untrusted data: root, files, network, other processes.
//!
//! Landlock and seccomp are used if the kernel supports them; otherwise the parent logs it. Refused calls fail with a
//! permission error, so that an unexpected call fails instead of killing the process.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The confinement of a child, in addition to its limits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Whether landlock blocks files and addresses.
    pub landlock: bool,
    /// Whether seccomp restricts system calls.
    pub seccomp: bool,
}

/// The account of a root child: nobody.
const NOBODY: u32 = 65_534;

/// Permanently drops root. `directory` is given to the new account.
pub(super) fn drop_root(directory: Option<&Path>) -> io::Result<()> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    if let Some(directory) = directory {
        std::os::unix::fs::chown(directory, Some(NOBODY), Some(NOBODY))?;
    }
    become_nobody()
}

#[cfg(target_os = "linux")]
fn become_nobody() -> io::Result<()> {
    use rustix::process::{Gid, Uid};
    let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    // Affects the calling thread, the child's only one.
    rustix::thread::set_thread_groups(&[])?;
    rustix::thread::set_thread_res_gid(group, group, group)?;
    rustix::thread::set_thread_res_uid(user, user, user)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn become_nobody() -> io::Result<()> {
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn reader() -> io::Result<Confinement> {
    Ok(Confinement::default())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn unpacker(_: &Path) -> io::Result<Confinement> {
    Ok(Confinement::default())
}

#[cfg(target_os = "linux")]
pub(super) use self::linux::{reader, unpacker};

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::io;
    use std::path::Path;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
    };
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    };

    use super::Confinement;

    /// The targeted version; older kernels enforce what they support.
    const LANDLOCK: ABI = ABI::V5;
    /// The same on all platforms; libc lacks it for some.
    const SYS_FCHMODAT2: i64 = 452;
    /// The error of a refused call: EPERM.
    const REFUSED: u32 = libc::EPERM.unsigned_abs();

    /// For a child that only needs its pipes and memory.
    pub(in super::super) fn reader() -> io::Result<Confinement> {
        let landlock = restrict(None)?;
        // Calls needed for reading, allocating, measuring time and exiting. All others are refused.
        let allowed = [
            libc::SYS_read,
            libc::SYS_readv,
            libc::SYS_write,
            libc::SYS_writev,
            libc::SYS_lseek,
            libc::SYS_pread64,
            libc::SYS_close,
            libc::SYS_fstat,
            libc::SYS_mmap,
            libc::SYS_munmap,
            libc::SYS_mremap,
            libc::SYS_mprotect,
            libc::SYS_madvise,
            libc::SYS_brk,
            libc::SYS_futex,
            libc::SYS_sched_yield,
            libc::SYS_sched_getaffinity,
            libc::SYS_getrandom,
            libc::SYS_clock_gettime,
            libc::SYS_clock_nanosleep,
            libc::SYS_nanosleep,
            libc::SYS_gettimeofday,
            libc::SYS_rt_sigaction,
            libc::SYS_rt_sigprocmask,
            libc::SYS_rt_sigreturn,
            libc::SYS_sigaltstack,
            libc::SYS_getpid,
            libc::SYS_gettid,
            libc::SYS_prlimit64,
            libc::SYS_getrlimit,
            libc::SYS_setrlimit,
            libc::SYS_restart_syscall,
            libc::SYS_exit,
            libc::SYS_exit_group,
        ];
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = allowed.iter().map(|call| (*call, Vec::new())).collect();
        // Aborting sends a signal to the process itself.
        let itself = u64::from(std::process::id());
        let to_itself = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, itself);
        let to_itself = to_itself.and_then(|condition| SeccompRule::new(vec![condition])).map_err(io::Error::other)?;
        rules.insert(libc::SYS_tgkill, vec![to_itself]);
        let seccomp = filter(rules, SeccompAction::Errno(REFUSED), SeccompAction::Allow)?;
        Ok(Confinement { landlock, seccomp })
    }

    /// For a child that writes into one folder.
    pub(in super::super) fn unpacker(into: &Path) -> io::Result<Confinement> {
        let landlock = restrict(Some(into))?;
        let refused = [
            libc::SYS_socket,
            libc::SYS_socketpair,
            libc::SYS_connect,
            libc::SYS_bind,
            libc::SYS_execve,
            libc::SYS_execveat,
            libc::SYS_kill,
            libc::SYS_tkill,
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_pidfd_open,
            libc::SYS_pidfd_send_signal,
            libc::SYS_mount,
            libc::SYS_bpf,
            libc::SYS_io_uring_setup,
            libc::SYS_keyctl,
            libc::SYS_unshare,
            libc::SYS_setns,
            // Not covered by landlock.
            #[cfg(target_arch = "x86_64")]
            libc::SYS_chmod,
            libc::SYS_fchmodat,
            SYS_FCHMODAT2,
            libc::SYS_fchownat,
            libc::SYS_setxattr,
            libc::SYS_utimensat,
        ];
        let rules = refused.iter().map(|call| (*call, Vec::new())).collect();
        let seccomp = filter(rules, SeccompAction::Allow, SeccompAction::Errno(REFUSED))?;
        Ok(Confinement { landlock, seccomp })
    }

    /// Whether the kernel now blocks files (except in one folder) and addresses.
    fn restrict(into: Option<&Path>) -> io::Result<bool> {
        let files = AccessFs::from_all(LANDLOCK);
        let ruleset = Ruleset::default().handle_access(files).map_err(io::Error::other)?;
        let ruleset = ruleset.handle_access(AccessNet::from_all(LANDLOCK)).map_err(io::Error::other)?;
        let mut ruleset = ruleset.create().map_err(io::Error::other)?;
        if let Some(into) = into {
            let directory = PathFd::new(into).map_err(io::Error::other)?;
            ruleset = ruleset.add_rule(PathBeneath::new(directory, files)).map_err(io::Error::other)?;
        }
        let status = ruleset.restrict_self().map_err(io::Error::other)?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// Whether the kernel now filters system calls.
    fn filter(
        rules: BTreeMap<i64, Vec<SeccompRule>>,
        otherwise: SeccompAction,
        these: SeccompAction,
    ) -> io::Result<bool> {
        let Ok(architecture) = std::env::consts::ARCH.try_into() else { return Ok(false) };
        let filter = SeccompFilter::new(rules, otherwise, these, architecture).map_err(io::Error::other)?;
        let program: BpfProgram = filter.try_into().map_err(io::Error::other)?;
        match seccompiler::apply_filter(&program) {
            Ok(()) => Ok(true),
            // Not supported by the kernel.
            Err(seccompiler::Error::Seccomp(_) | seccompiler::Error::Prctl(_)) => Ok(false),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
