//! What a program takes from whoever starts it, and would take from whoever started the tests: here it gets its own.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// What a terminal hands down of the desktop that the tests are run on, and of how texts look there.
const DESKTOP: [&str; 13] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "WAYLAND_SOCKET",
    "XDG_ACTIVATION_TOKEN",
    "DESKTOP_STARTUP_ID",
    "XMODIFIERS",
    "EGL_PLATFORM",
    "PULSE_SERVER",
    "COLUMNS",
    "LANGUAGE",
    "CLICOLOR_FORCE",
    "NO_COLOR",
    "RUSHES_TRACE",
];

/// Folders of the user: the first one has what is running, the others are where they are in each home.
const FOLDERS: [&str; 4] =
    ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"];

/// A home without anything in it.
static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = std::env::temp_dir().join(format!("rushes-home-{}", std::process::id()));
    // Left by a process of the same number.
    let _ = std::fs::remove_dir_all(&home);
    home
});

/// What drivers and libraries keep for the next run, which changes nothing but how long it takes.
static CACHES: LazyLock<PathBuf> = LazyLock::new(|| {
    let caches = Path::new(env!("CARGO_TARGET_TMPDIR")).join("caches");
    let _ = std::fs::create_dir_all(&caches);
    caches
});

/// Starts a program apart from the desktop that the tests are run on.
pub fn without_desktop(command: &mut Command) {
    for name in DESKTOP {
        command.env_remove(name);
    }
}

/// A program in an environment that is the same on every machine, as any is started that a test uses. What a test sets
/// of it comes behind this.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    without_desktop(&mut command);
    command.env("LIBGL_ALWAYS_SOFTWARE", "1");
    // Windows has its folders from elsewhere, and Wine takes these variables for those of its own system.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        for name in FOLDERS {
            command.env_remove(name);
        }
        command
            .env("HOME", &*HOME)
            .env("XDG_CACHE_HOME", &*CACHES)
            .env("LC_ALL", "C.UTF-8")
            .env("LANG", "C.UTF-8")
            .env("TZ", "UTC")
            // Without a word, a bus is looked for where the user has one.
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/none");
        // SAFETY: it does nothing that is not allowed between fork and exec.
        unsafe {
            command.pre_exec(begin_anew);
        }
    }
    command
}

/// What a process inherits beside its variables, as a login has it. In the background and under `nohup` some signals
/// are passed over.
#[cfg(unix)]
fn begin_anew() -> std::io::Result<()> {
    // SAFETY: all of these may be called between fork and exec. They are handed memory that is large enough, and a set
    // of signals and limits are valid where they are zeros.
    unsafe {
        for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGPIPE] {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
        libc::umask(0o022);
        for (limit, least) in [(libc::RLIMIT_NOFILE, 1024), (libc::RLIMIT_FSIZE, 1 << 30)] {
            let mut own: libc::rlimit = std::mem::zeroed();
            if libc::getrlimit(limit, &mut own) == 0 && own.rlim_cur < least {
                own.rlim_cur = own.rlim_max.min(least);
                libc::setrlimit(limit, &own);
            }
        }
    }
    Ok(())
}
