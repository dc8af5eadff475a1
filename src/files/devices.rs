//! The names that Windows has for devices, which no file there can have.

/// What Windows takes for devices, whatever extension follows; `COM` and `LPT` with a digit as well.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Whether Windows takes the name of a file for a device.
pub fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default();
    let stem = stem.trim_end().to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let port: Vec<char> = port.unwrap_or_default().chars().collect();
    let is_port = matches!(port[..], ['1'..='9' | '¹' | '²' | '³']);
    is_port || DEVICES.contains(&stem.as_str())
}
