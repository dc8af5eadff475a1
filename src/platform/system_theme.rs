//! The system theme, dark or light, on Linux, where winit cannot tell.
//!
//! Desktops publish it in the settings portal of the session bus
//! (`org.freedesktop.appearance`, `color-scheme`: 1 for dark, 2 for light, 0 for neither).

use winit::window::Theme;

/// Calls `on_change` with the desktop's theme, now and whenever it changes, on a thread of its own. A desktop
/// without such a setting never calls it.
#[cfg(target_os = "linux")]
pub fn follow(on_change: impl FnMut(Theme) + Send + 'static) {
    std::thread::spawn(move || {
        let _ = portal::follow(on_change);
    });
}

/// Winit's own events tell it on other systems.
#[cfg(not(target_os = "linux"))]
pub fn follow(_: impl FnMut(Theme) + Send + 'static) {}

#[cfg(target_os = "linux")]
mod portal {
    use zbus::blocking::{Connection, Proxy};
    use zbus::zvariant::{OwnedValue, Value};

    use super::Theme;

    const SETTING: (&str, &str) = ("org.freedesktop.appearance", "color-scheme");

    pub fn follow(mut on_change: impl FnMut(Theme)) -> zbus::Result<()> {
        let bus = Connection::session()?;
        let portal = Proxy::new(
            &bus,
            "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Settings",
        )?;
        // Listened for first, so that no change falls in between.
        let changes = portal.receive_signal("SettingChanged")?;
        // `ReadOne` is newer than `Read`, which wraps its answer twice: `theme` unwraps both.
        let now: OwnedValue = portal.call("Read", &SETTING)?;
        if let Some(theme) = theme(&now) {
            on_change(theme);
        }
        for change in changes {
            let body = change.body();
            let (space, key, value): (String, String, Value<'_>) = body.deserialize()?;
            if (space.as_str(), key.as_str()) == SETTING
                && let Some(theme) = theme(&value)
            {
                on_change(theme);
            }
        }
        Ok(())
    }

    /// The theme that a number stands for, however often it is wrapped.
    pub fn theme(value: &Value<'_>) -> Option<Theme> {
        match value {
            Value::Value(inner) => theme(inner),
            Value::U32(2) => Some(Theme::Light),
            // Who prefers neither gets the darker room that pictures are looked at in.
            Value::U32(_) => Some(Theme::Dark),
            _ => None,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn numbers_stand_for_themes_however_they_are_wrapped() {
            let wrapped = Value::Value(Box::new(Value::U32(2)));
            assert_eq!(theme(&wrapped), Some(Theme::Light));
            assert_eq!(theme(&Value::Value(Box::new(wrapped))), Some(Theme::Light));
            for number in [0, 1, 7] {
                assert_eq!(theme(&Value::U32(number)), Some(Theme::Dark));
            }
            assert_eq!(theme(&Value::from("light")), None);
        }
    }
}
