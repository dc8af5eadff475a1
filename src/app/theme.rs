//! The look of the interface: colours, type, spacing.

use std::sync::Arc;

use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke,
    TextStyle, Visuals,
};

use crate::fonts::SystemFonts;
use crate::scene::Theme;

/// The colours of panels and controls.
///
/// Every text has a contrast of 4.5 : 1 or more to what is behind it, also in the view's corners:
/// `tests/headless/accessible.rs` holds them to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colours {
    /// Behind everything that is not the view.
    pub panel: Color32,
    /// Buttons, tags, the row under the pointer.
    pub raised: Color32,
    /// Text fields.
    pub field: Color32,
    /// Lines between panels.
    pub line: Color32,
    /// Lines around fields: 3 : 1 or more to panels and to what fields are filled with.
    pub edge: Color32,
    /// The row of a menu that is pointed at: 3 : 1 or more to the menu.
    pub highlight: Color32,
    /// Text and signs on the highlight.
    pub on_highlight: Color32,
    pub text: Color32,
    /// Labels, and what is of less weight.
    pub dim: Color32,
    /// What is on, playing, or in the range.
    pub accent: Color32,
    /// Text and signs on the accent.
    pub on_accent: Color32,
    /// Warnings and errors.
    pub finding: Color32,
    /// The flags of events: purple, as they are in lists for editors.
    pub event: Color32,
    pub star: Color32,
    /// What is as it should be.
    pub good: Color32,
    /// What is behind the view's own text, to be read over figures.
    pub bubble: Color32,
}

const DARK: Colours = Colours {
    panel: Color32::from_rgb(0x1e, 0x20, 0x24),
    raised: Color32::from_rgb(0x25, 0x28, 0x2d),
    field: Color32::from_rgb(0x15, 0x16, 0x1a),
    line: Color32::from_rgb(0x30, 0x33, 0x39),
    edge: Color32::from_rgb(0x6d, 0x72, 0x7b),
    highlight: Color32::from_rgb(0x2f, 0x6f, 0xb8),
    on_highlight: Color32::WHITE,
    text: Color32::from_rgb(0xd9, 0xdb, 0xe0),
    dim: Color32::from_rgb(0x94, 0x99, 0xa2),
    accent: Color32::from_rgb(0x5a, 0xa9, 0xff),
    on_accent: Color32::from_rgb(0x15, 0x16, 0x1a),
    finding: Color32::from_rgb(0xff, 0x9a, 0x3d),
    event: Color32::from_rgb(0xb3, 0x8c, 0xff),
    star: Color32::from_rgb(0xff, 0xc8, 0x57),
    good: Color32::from_rgb(0x4f, 0xbf, 0x7f),
    bubble: Color32::from_rgb(0x1b, 0x1d, 0x21),
};

const LIGHT: Colours = Colours {
    panel: Color32::from_rgb(0xf7, 0xf8, 0xfa),
    raised: Color32::from_rgb(0xe9, 0xeb, 0xef),
    field: Color32::from_rgb(0xff, 0xff, 0xff),
    line: Color32::from_rgb(0xd5, 0xd8, 0xde),
    edge: Color32::from_rgb(0x7f, 0x85, 0x8f),
    highlight: Color32::from_rgb(0x1f, 0x6f, 0xd1),
    on_highlight: Color32::WHITE,
    text: Color32::from_rgb(0x24, 0x27, 0x2c),
    dim: Color32::from_rgb(0x52, 0x58, 0x61),
    accent: Color32::from_rgb(0x1f, 0x6f, 0xd1),
    on_accent: Color32::WHITE,
    finding: Color32::from_rgb(0xb3, 0x59, 0x00),
    event: Color32::from_rgb(0x7a, 0x45, 0xd6),
    star: Color32::from_rgb(0xa8, 0x74, 0x00),
    good: Color32::from_rgb(0x1b, 0x7f, 0x47),
    bubble: Color32::from_rgb(0xff, 0xff, 0xff),
};

impl Theme {
    pub fn colours(self) -> &'static Colours {
        match self {
            Self::Dark => &DARK,
            Self::Light => &LIGHT,
        }
    }
}

/// How well a colour is told from the one behind it, from 1 to 21, as the Web Content Accessibility
/// Guidelines (WCAG 2.2) define it.
pub fn contrast(a: Color32, b: Color32) -> f64 {
    let luminance = |colour: Color32| {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array().map(f64::from);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SEMIBOLD.into()))
}

pub fn regular(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// The face in which every character is as wide as every other: for lines of a file.
pub fn monospace(size: f32) -> FontId {
    FontId::new(size, FontFamily::Monospace)
}

const SEMIBOLD: &str = "semibold";

/// Space between the view's edge and what lies over it.
pub const INSET: f32 = 16.0;

/// Space between a panel's edge and what is in it, in points.
pub const GUTTER: f32 = 16.0;
/// The height of a row in a list, in points.
pub const ROW: f32 = 24.0;
/// The height of buttons and fields, in points.
pub const CONTROL: f32 = 28.0;
/// The corner radius of buttons and fields, in points.
pub const CORNER: f32 = 6.0;

/// Inter with figures of equal width, so that running numbers stand still; JetBrains Mono for lines
/// of a file.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let faces: [(&str, &[u8]); 3] = [
        ("regular", include_bytes!("../../assets/fonts/Inter-Regular-tnum.otf")),
        (SEMIBOLD, include_bytes!("../../assets/fonts/Inter-SemiBold-tnum.otf")),
        ("mono", include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf")),
    ];
    for (name, bytes) in faces {
        fonts.font_data.insert(name.into(), Arc::new(FontData::from_static(bytes)));
    }
    let regular = vec!["regular".to_string(), SEMIBOLD.to_string()];
    let mono = vec!["mono".to_string(), "regular".to_string()];
    let bold = vec![SEMIBOLD.to_string(), "regular".to_string()];
    fonts.families.insert(FontFamily::Proportional, regular.clone());
    fonts.families.insert(FontFamily::Monospace, mono);
    fonts.families.insert(FontFamily::Name(SEMIBOLD.into()), bold);
    fonts
}

/// Gives a context the fonts; once.
pub fn set_fonts(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    ctx.add_font_provider(Arc::new(SystemFonts));
    ctx.add_glyph_rasterizer(crate::app::glyphs::copy_sign());
    #[cfg(page)]
    ctx.add_glyph_rasterizer(crate::app::page::glyphs::of_the_browser());
    ctx.add_glyph_rasterizer(crate::app::glyphs::missing());
}

/// Gives a context the colours and measures of a theme.
pub fn set_theme(ctx: &egui::Context, theme: Theme) {
    let c = theme.colours();
    let (egui_theme, mut visuals) = match theme {
        Theme::Dark => (egui::Theme::Dark, Visuals::dark()),
        Theme::Light => (egui::Theme::Light, Visuals::light()),
    };
    let corner = CornerRadius::from(CORNER);
    visuals.panel_fill = c.panel;
    visuals.window_fill = c.panel;
    visuals.window_stroke = Stroke::new(1.0, c.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = c.field;
    visuals.text_edit_bg_color = Some(c.field);
    visuals.faint_bg_color = c.raised;
    visuals.code_bg_color = c.field;
    visuals.hyperlink_color = c.accent;
    visuals.warn_fg_color = c.finding;
    visuals.error_fg_color = c.finding;
    visuals.weak_text_color = Some(c.dim);
    visuals.selection.bg_fill = c.accent.gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.0, c.text);
    visuals.popup_shadow =
        egui::Shadow { offset: [0, 5], blur: 18, spread: 0, color: Color32::from_black_alpha(60) };
    visuals.window_shadow = visuals.popup_shadow;
    let hover = c.raised.lerp_to_gamma(c.text, 0.08);
    for (widget, fill, edge) in [
        (&mut visuals.widgets.noninteractive, c.panel, c.line),
        (&mut visuals.widgets.inactive, c.raised, c.line),
        (&mut visuals.widgets.hovered, hover, c.line),
        (&mut visuals.widgets.active, hover, c.accent),
        (&mut visuals.widgets.open, hover, c.line),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, edge);
        widget.fg_stroke = Stroke::new(1.0, c.text);
        widget.corner_radius = corner;
        widget.expansion = 0.0;
    }
    ctx.set_theme(egui_theme);
    let mut style = (*ctx.global_style()).clone();
    style.visuals = visuals;
    style.text_styles = [
        (TextStyle::Small, regular(11.0)),
        (TextStyle::Body, regular(13.0)),
        (TextStyle::Button, regular(13.0)),
        (TextStyle::Monospace, monospace(12.5)),
        (TextStyle::Heading, semibold(15.0)),
    ]
    .into();
    style.spacing.item_spacing = egui::vec2(8.0, 0.0);
    style.spacing.button_padding = egui::vec2(10.0, 4.0);
    style.spacing.interact_size = egui::vec2(CONTROL, CONTROL);
    style.spacing.menu_margin = Margin::same(6);
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.35;
    ctx.set_style_of(egui_theme, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of the first glyph of a text in the atlas, in pixels.
    fn glyph(ctx: &egui::Context, text: &str) -> [u16; 2] {
        ctx.fonts_mut(|fonts| {
            let galley = fonts.layout_no_wrap(text.into(), regular(13.0), Color32::WHITE);
            let place = galley.rows[0].row.glyphs[0].uv_rect;
            [0, 1].map(|i| place.max[i] - place.min[i])
        })
    }

    #[test]
    fn what_the_fonts_lack_is_of_the_system_or_a_box_and_never_nothing() {
        let ctx = egui::Context::default();
        set_fonts(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |_| {});
        output.textures_delta.clear();
        // Nobody has this letter.
        let missing = glyph(&ctx, "\u{f8fe}");
        assert!(missing[0] > 3 && missing[1] > 5, "{missing:?}");
        for text in ["左", "كتف", "ไ", "어"] {
            let is_installed = crate::fonts::font_for(text).is_some();
            assert_eq!(glyph(&ctx, text) != missing, is_installed, "{text}");
        }
    }
}
