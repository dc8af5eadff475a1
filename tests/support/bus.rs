//! A session bus for a test, with nobody else on it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use zbus::blocking::Connection;
use zbus::blocking::connection::Builder;

use super::{environment, tools};

/// A bus that lives as long as the test.
pub struct Bus {
    daemon: Child,
    pub address: String,
}

impl Bus {
    /// Starts a bus. `None` where a test has to be skipped for want of dbus-daemon.
    pub fn start() -> Option<Self> {
        Self::start_as(&mut environment::command("dbus-daemon"))
    }

    /// As [`Self::start`], in an environment of its own: that of the programs that it starts.
    pub fn start_as(daemon: &mut Command) -> Option<Self> {
        if !tools::has("dbus-daemon", "dbus-daemon") {
            return None;
        }
        let mut daemon = daemon
            .args(["--session", "--nofork", "--print-address"])
            .stdout(Stdio::piped())
            // It tells of each service that it starts.
            .stderr(Stdio::null())
            .spawn()
            .expect("dbus-daemon starts");
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().expect("a pipe"))
            .read_line(&mut address)
            .expect("an address");
        let address = address.trim().to_string();
        Some(Self { daemon, address })
    }

    /// The variable by which programs find it.
    pub fn environment(&self) -> (&'static str, &str) {
        ("DBUS_SESSION_BUS_ADDRESS", &self.address)
    }

    /// A connection that is not set up yet.
    pub fn builder(&self) -> Builder<'_> {
        Builder::address(self.address.as_str()).expect("an address")
    }

    /// A connection.
    pub fn connect(&self) -> Connection {
        self.builder().build().expect("a bus")
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}
