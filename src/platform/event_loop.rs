//! How the event loop is built on a display, and how it is run.

use winit::application::ApplicationHandler;
use winit::event_loop::EventLoop;

use super::Error;
#[cfg(target_os = "linux")]
use super::display;

/// An event loop with a display for windows. An error where there is none, or libraries are missing.
pub fn build<E>() -> Result<EventLoop<E>, Error> {
    let mut builder = EventLoop::with_user_event();
    #[cfg(target_os = "linux")]
    display::choose(&mut builder)?;
    #[cfg(windows)]
    winit::platform::windows::EventLoopBuilderExtWindows::with_msg_hook(
        &mut builder,
        super::drops::take_message,
    );
    let event_loop = builder.build().map_err(|error| {
        Error::new(format!(
            "no window can be opened here ({}); 'rushes render' makes pictures without one",
            reason(&error.to_string())
        ))
    })?;
    #[cfg(target_os = "linux")]
    display::exit_when_lost(&event_loop);
    Ok(event_loop)
}

/// Runs the program until its event loop ends. An error where the display was taken away.
pub fn run<E>(event_loop: EventLoop<E>, app: &mut impl ApplicationHandler<E>) -> Result<(), Error> {
    event_loop.run_app(app).map_err(|error| {
        let error = error.to_string();
        #[cfg(target_os = "linux")]
        let error = display::describe_error(error);
        Error::new(error)
    })
}

/// What an error of winit says, without the place in its source: `os error at <file>:<line>: <what>`.
fn reason(error: &str) -> &str {
    let located = error.strip_prefix("os error at ").and_then(|rest| rest.split_once(": "));
    located.map_or(error, |(_, reason)| reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_winit_are_told_without_a_place_in_its_source() {
        let error = "os error at /home/me/winit/src/event_loop/mod.rs:89: no compositor: none";
        assert_eq!(reason(error), "no compositor: none");
        assert_eq!(reason("no display"), "no display");
    }
}
