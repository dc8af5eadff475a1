//! What a worker gives up on Linux before it reads a byte of a file: files, the net, other programs. What it still may do
//! is to compute, in threads, and to read and write what it has open: its input and its output.
//!
//! Landlock (from Linux 5.13 on) keeps it from all paths, and seccomp from all system calls but these. A kernel that has
//! neither is no reason not to open a take.

use std::collections::BTreeMap;

use landlock::{ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetError};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter,
};

pub(super) fn enter() {
    // Nobody waits for it once the window is gone; and no dump of what it was working on is left anywhere.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    let _ = leave_files();
    let _ = leave_system();
}

/// No path can be opened, and no connection made, from here on.
fn leave_files() -> Result<(), RulesetError> {
    let abi = ABI::V5;
    let rules = Ruleset::default().handle_access(AccessFs::from_all(abi))?;
    rules.handle_access(AccessNet::from_all(abi))?.create()?.restrict_self()?;
    Ok(())
}

/// All other system calls fail from here on, as if they were not permitted.
fn leave_system() -> Result<(), seccompiler::Error> {
    let is_argument = |number, op, value| {
        SeccompCondition::new(number, SeccompCmpArgLen::Dword, op, value)
            .and_then(|condition| SeccompRule::new(vec![condition]))
    };
    let mut allowed: BTreeMap<_, _> = CALLS.iter().map(|&call| (call, Vec::new())).collect();
    // Threads, and no process with namespaces of its own, in which it could do more.
    let namespaces = SeccompCmpOp::MaskedEq(NAMESPACES);
    allowed.insert(libc::SYS_clone, vec![is_argument(0, namespaces, 0)?]);
    // Signals for itself.
    let own = u64::from(std::process::id());
    allowed.insert(libc::SYS_tgkill, vec![is_argument(0, SeccompCmpOp::Eq, own)?]);
    // The other call for threads hides what it asks for: who is told that there is none takes the first one.
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    apply(SeccompFilter::new(
        BTreeMap::from([(libc::SYS_clone3, Vec::new())]),
        SeccompAction::Allow,
        unknown,
        std::env::consts::ARCH.try_into()?,
    )?)?;
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    apply(SeccompFilter::new(
        allowed,
        refused,
        SeccompAction::Allow,
        std::env::consts::ARCH.try_into()?,
    )?)
}

fn apply(filter: SeccompFilter) -> Result<(), seccompiler::Error> {
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program)
}

/// What makes namespaces.
const NAMESPACES: u64 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32 as u64;

/// What computing in threads takes.
const CALLS: &[libc::c_long] = &[
    // Memory.
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    // Threads, beside those calls whose arguments count.
    libc::SYS_clone3,
    libc::SYS_futex,
    libc::SYS_membarrier,
    libc::SYS_rseq,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_gettid,
    // Time and chance.
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_getrandom,
    libc::SYS_nanosleep,
    // What is open.
    libc::SYS_close,
    libc::SYS_fcntl,
    libc::SYS_fstat,
    libc::SYS_lseek,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    libc::SYS_ppoll,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    // Signals, and the end.
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_getpid,
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
];

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::ErrorKind::PermissionDenied;
    use std::net::{TcpListener, UdpSocket};
    use std::process::Command;

    #[test]
    fn a_worker_can_compute_and_nothing_else() {
        let program = std::env::current_exe().expect("this test");
        let name = "files::worker::sandbox::tests::one_that_has_given_all_up";
        let tested = Command::new(program)
            .args(["--exact", "--ignored", "--nocapture", "--test-threads=1", name])
            .output()
            .expect("this test runs");
        let said = String::from_utf8_lossy(&tested.stdout).into_owned();
        assert!(
            said.contains("all was given up"),
            "{said}{}",
            String::from_utf8_lossy(&tested.stderr)
        );
    }

    #[test]
    #[ignore = "is run by another test, in a process of its own"]
    fn one_that_has_given_all_up() {
        super::leave_files().expect("rules");
        super::leave_system().expect("a filter");
        let is_refused =
            |error: Option<std::io::Error>| error.is_some_and(|e| e.kind() == PermissionDenied);
        assert!(is_refused(File::open("/etc/hostname").err()));
        assert!(is_refused(File::create("/tmp/left-behind").err()));
        assert!(is_refused(std::fs::remove_file("/tmp/left-behind").err()));
        assert!(is_refused(TcpListener::bind("127.0.0.1:0").err()));
        assert!(is_refused(UdpSocket::bind("127.0.0.1:0").err()));
        assert!(Command::new("/bin/true").spawn().is_err());
        let sum = std::thread::spawn(|| vec![1_u64; 1 << 22].into_iter().sum::<u64>());
        assert_eq!(sum.join().ok(), Some(1 << 22));
        println!("all was given up");
    }
}
