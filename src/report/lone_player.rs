//! The player of one take as a frame of somebody else's page, such as a notebook: it loads nothing.

use super::player::Motion;
use super::section::player_html;
use super::text::{Escaped, filled};
use super::{PLAYER_BYTES, allowed, colours};
use crate::scene::{Stage, ThemeColours};
use crate::take::Take;

/// An `iframe` with the player in itself; `None` where the take has too many points for one.
pub fn player_frame(take: &Take, stage: &Stage) -> Option<String> {
    let motion = Motion::new(take, stage, &[], PLAYER_BYTES[1])?;
    let name = Escaped(&take.name);
    let script = include_str!("../../assets/report/player.js");
    let style = filled!(
        "player-style.html",
        light = colours(&ThemeColours::LIGHT),
        dark = colours(&ThemeColours::DARK),
        style = include_str!("../../assets/report/page.css"),
    );
    let page = filled!(
        "player-page.html",
        script_allowed = allowed(&[script]),
        style_allowed = allowed(&[&style]),
        style,
        player = player_html("player", &take.name, take, &motion),
        script,
    );
    Some(filled!("player-frame.html", page = Escaped(&page), name))
}
