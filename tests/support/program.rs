//! The program as a process, without a display.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

use super::environment;

/// How a run of the program ended, and what it printed.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The result of a run that must do what it is asked to, without a word on standard error.
    pub fn done(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The errors of a run that must fail so, without a result.
    pub fn failed(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(code), ""), "{}", self.err);
        assert!(self.err.ends_with('\n') && !self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

/// The program in an environment of its own, in which no display is.
pub fn program() -> Command {
    environment::command(env!("CARGO_BIN_EXE_rushes"))
}

/// The program with these arguments, as it runs on a machine without a display.
pub fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = program();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end.
pub fn rushes(arguments: &[impl AsRef<OsStr>]) -> Run {
    end(&mut command(arguments))
}

/// Has a command run on a disk that is full, as far as a program can tell: no file may get larger than so many bytes.
#[cfg(target_os = "linux")]
pub fn on_full_disk(command: &mut Command, most: u64) -> &mut Command {
    use std::os::unix::process::CommandExt as _;
    let limits = move || {
        let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: both may be called between fork and exec; the limit is a valid one.
        unsafe {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit);
        }
        Ok(())
    };
    // SAFETY: what runs between fork and exec are two calls that may.
    unsafe { command.pre_exec(limits) }
}

/// A user whom no file belongs to, whoever runs the tests, with a program that this user may run.
#[cfg(target_os = "linux")]
pub struct OtherUser {
    folder: super::folder::Folder,
}

#[cfg(target_os = "linux")]
impl OtherUser {
    pub fn new() -> Self {
        let folder = super::folder::Folder::new("program");
        // By another program: what this one has open to be written may be open in those that other tests start.
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_rushes")).arg(&folder.0).status();
        assert!(copied.expect("cp").success());
        let everybody = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&folder.0, everybody).expect("a folder");
        Self { folder }
    }

    pub fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        use std::os::unix::process::CommandExt as _;
        let mut command = environment::command(self.folder.0.join("rushes"));
        command.args(arguments).current_dir("/");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Root may read and write everything: then it is nobody's.
        if rustix::process::geteuid().is_root() {
            command.uid(65534).gid(65534);
        }
        command
    }
}

/// Runs a command to its end, which must come.
#[cfg(target_os = "linux")]
pub fn end_in_time(command: &mut Command) -> Run {
    let mut child = command.spawn().expect("the program starts");
    let [mut out, mut err] = [String::new(), String::new()];
    let (mut stdout, mut stderr) =
        child.stdout.take().zip(child.stderr.take()).expect("what it prints is read");
    let code = std::thread::scope(|scope| {
        use std::io::Read as _;
        scope.spawn(|| stdout.read_to_string(&mut out).expect("UTF-8"));
        scope.spawn(|| stderr.read_to_string(&mut err).expect("UTF-8"));
        super::desktop::exit_code(&mut child)
    });
    Run { code, out, err }
}

/// Runs a command to its end.
pub fn end(command: &mut Command) -> Run {
    command.output().expect("the program starts").into()
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("what the program prints is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}
