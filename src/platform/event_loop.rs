//! How the event loop is built on a display, and how it is run.

use winit::application::ApplicationHandler;
use winit::event_loop::EventLoop;

use super::display;
#[cfg(target_os = "linux")]
use super::display_lost;
use super::error::Error;

/// An event loop with a display to open windows on.
///
/// # Errors
/// [`Error`] where there is no display, or libraries are missing that its windows need.
pub fn build<E>() -> Result<EventLoop<E>, Error> {
    let mut builder = EventLoop::with_user_event();
    display::choose(&mut builder)?;
    #[cfg(windows)]
    winit::platform::windows::EventLoopBuilderExtWindows::with_msg_hook(
        &mut builder,
        super::drops::take_message,
    );
    let event_loop = builder.build().map_err(|error| {
        let why = reason(&error.to_string()).to_string();
        Error::new(format!(
            "no window can be opened here ({why}); 'rushes render' makes pictures without one"
        ))
    })?;
    #[cfg(target_os = "linux")]
    display_lost::end_with(&event_loop);
    Ok(event_loop)
}

/// Runs the program until its event loop ends.
///
/// # Errors
/// [`Error`] where the display was taken away.
pub fn run<E>(event_loop: EventLoop<E>, app: &mut impl ApplicationHandler<E>) -> Result<(), Error> {
    event_loop.run_app(app).map_err(|error| {
        let error = error.to_string();
        #[cfg(target_os = "linux")]
        let error = display_lost::describe(error);
        Error::new(error)
    })
}

/// What an error of winit says, without the place in its source: `os error at <file>:<line>: <what>`.
fn reason(error: &str) -> &str {
    let place = error.strip_prefix("os error at ");
    let what = place.and_then(|place| place.split_once(": "));
    what.map_or(error, |(_, what)| what)
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
