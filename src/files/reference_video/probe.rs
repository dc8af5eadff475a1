//! What a reference video is, as ffprobe tells: size, times of its frames, and how ffmpeg is asked for its pictures.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::VideoSource;
use super::sequence::{Sequence, is_image};
use crate::files::ffmpeg::{Media, probe};
use crate::fs;

/// Pictures are decoded as wide and as high as this at the most, in pixels.
const MAX_SIDE: f64 = 960.0;

/// What is known of a video once it was looked into. Times are in seconds from its first frame.
#[derive(Clone, Debug, PartialEq)]
pub struct VideoFacts {
    /// Width and height of its decoded pictures, in pixels.
    pub size: [usize; 2],
    /// When each frame begins to show, in the order of time; never empty.
    pub times: Vec<f64>,
    /// When the last frame has shown.
    pub end: f64,
    /// How exactly the times are known, in seconds: half a tick of the file's clock.
    pub precision: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimePlace {
    Before,
    Inside,
    After,
}

impl VideoFacts {
    /// The frame that shows at a time, the last one that has begun by then; the first or last one outside of the video.
    pub fn frame_at(&self, time: f64) -> usize {
        self.times.partition_point(|&begins| begins <= time + self.precision).saturating_sub(1)
    }

    pub fn place_of(&self, time: f64) -> TimePlace {
        let first = self.times.first().copied().unwrap_or_default();
        if time < first - self.precision {
            TimePlace::Before
        } else if time >= self.end + self.precision {
            TimePlace::After
        } else {
            TimePlace::Inside
        }
    }

    /// When a frame shows: from its beginning to that of the next one.
    pub fn span_of(&self, frame: usize) -> [f64; 2] {
        let begins = |frame: usize| self.times.get(frame).copied().unwrap_or(self.end);
        [begins(frame), begins(frame + 1)]
    }

    pub fn rate(&self) -> f64 {
        self.times.len() as f64 / (self.end - self.times.first().copied().unwrap_or_default())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Probed {
    pub facts: VideoFacts,
    pub input: Input,
    /// Whether ffmpeg is too old to know `-fps_mode`.
    pub is_old: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    Stream {
        file: PathBuf,
        stream: u64,
        /// The time stamp of each frame, in ticks, in their order.
        ticks: Vec<i64>,
        /// Seconds of a tick.
        tick: f64,
        /// When the file begins, in seconds by its own clock.
        start: f64,
    },
    /// One file a frame.
    Sequence {
        files: Sequence,
        /// Frames a second.
        rate: f64,
    },
}

/// Looks into a video. Fails where it is none, or ffmpeg is missing: for people, without the name of the file.
pub fn look_into(source: &VideoSource) -> Result<Probed, String> {
    let file = fs::absolute(&source.file).unwrap_or_else(|_| source.file.clone());
    if fs::is_dir(&file) || is_image(&file) {
        of_sequence(Sequence::of(&file)?, source.rate)
    } else {
        of_file(file)
    }
}

fn of_file(file: PathBuf) -> Result<Probed, String> {
    let probed = streams(&file, Media::Film)?;
    let stream = first_stream(&probed, "video").ok_or("there is no video in it")?;
    let index = stream["index"].as_u64().unwrap_or(0);
    let size = size_of(stream).ok_or("its pictures have no size")?;
    let tick = ratio(&stream["time_base"]).ok_or("its frames have no time stamps")?;
    let frame_rate = ratio(&stream["avg_frame_rate"]).unwrap_or(0.0);
    let Stamps { ticks, last_for, .. } = stamps(&file, index)?;
    if ticks.is_empty() {
        return Err("it has no frames".into());
    }
    let seconds = |ticks: i64| ticks as f64 * tick;
    let times: Vec<f64> = ticks.iter().map(|&own| seconds(own - ticks[0])).collect();
    let last = times.last().copied().unwrap_or_default();
    let lasts = match (last_for, times.len()) {
        (Some(ticks), _) if ticks > 0 => seconds(ticks),
        (_, count) if count > 1 => last / (count - 1) as f64,
        _ if frame_rate > 0.0 => 1.0 / frame_rate,
        _ => 1.0,
    };
    let precision = (tick * 0.5).clamp(1e-6, 1e-3);
    let start = number(&probed["format"]["start_time"]).unwrap_or(0.0);
    Ok(Probed {
        facts: VideoFacts { size, end: last + lasts, times, precision },
        is_old: is_old(&probed),
        input: Input::Stream { file, stream: index, ticks, tick, start },
    })
}

fn of_sequence(files: Sequence, rate: f64) -> Result<Probed, String> {
    if !(rate.is_finite() && rate > 0.0) {
        return Err("it has no frame rate".into());
    }
    let first = *files.numbers.first().ok_or("there is no such file")?;
    let probed = streams(&files.file(first), Media::Picture)?;
    let size = size_of(&probed["streams"][0]).ok_or("its pictures have no size")?;
    if files.pattern().is_none() {
        return Err("the name of its folder is not Unicode: rename it".into());
    }
    let time = |number: u32| f64::from(number - first) / rate;
    let times: Vec<f64> = files.numbers.iter().map(|&number| time(number)).collect();
    let end = times.last().copied().unwrap_or_default() + 1.0 / rate;
    Ok(Probed {
        facts: VideoFacts { size, end, times, precision: 1e-6 },
        is_old: is_old(&probed),
        input: Input::Sequence { files, rate },
    })
}

fn streams(file: &Path, media: Media) -> Result<Value, String> {
    let entries = "program_version=version:format=start_time:stream=index,codec_type,width,height,\
                   sample_aspect_ratio,time_base,avg_frame_rate:stream_tags=rotate:\
                   stream_side_data=rotation:stream_disposition=attached_pic";
    probe_json(file, media, &["-show_program_version", "-show_entries", entries])
}

pub fn probe_json(file: &Path, media: Media, options: &[&str]) -> Result<Value, String> {
    let output = probe(file, media, &[options, &["-of", "json"]].concat())?;
    serde_json::from_slice(&output).map_err(|_| "ffprobe did not say what it is".to_string())
}

/// The first stream of a kind; the cover of a song is no video.
pub fn first_stream<'a>(probed: &'a Value, kind: &str) -> Option<&'a Value> {
    let mut streams = probed["streams"].as_array().into_iter().flatten();
    streams
        .find(|stream| stream["codec_type"] == kind && stream["disposition"]["attached_pic"] != 1)
}

struct Stamps {
    /// In their order.
    ticks: Vec<i64>,
    /// How many ticks the last frame lasts, where the file says so.
    last_for: Option<i64>,
    /// Whether none of them says when it shows, but only when it is decoded.
    is_of_decoding: bool,
}

fn stamps(file: &Path, stream: u64) -> Result<Stamps, String> {
    let stream = stream.to_string();
    let probe_entries = |options: &[&str], entries: &str| {
        let entries = ["-show_entries", entries, "-of", "compact=p=0"];
        let output = probe(file, Media::Film, &[options, &entries].concat())?;
        Ok::<_, String>(String::from_utf8_lossy(&output).into_owned())
    };
    let of_packets = probe_entries(&["-select_streams", &stream], "packet=pts,dts,duration,flags")?;
    let mut stamps = stamps_of(&of_packets);
    if let (true, Some(&first)) = (stamps.is_of_decoding, stamps.ticks.first()) {
        // The pictures of AVI come by as much later as the decoder waits for frames that refer to later ones.
        let first_frames = ["-select_streams", &stream, "-read_intervals", "%+#32"];
        let output = probe_entries(&first_frames, "frame=best_effort_timestamp")?;
        let mut fields = output.split(['|', '\n']).filter_map(|field| field.split_once('='));
        let shows = fields.find_map(|(_, text)| text.trim().parse::<i64>().ok());
        let later = shows.map_or(0, |shows| shows.saturating_sub(first));
        stamps.ticks.iter_mut().for_each(|own| *own = own.saturating_add(later));
    }
    Ok(stamps)
}

fn stamps_of(output: &str) -> Stamps {
    let mut frames: Vec<(i64, Option<i64>)> = Vec::new();
    let mut is_of_decoding = true;
    for line in output.lines() {
        let fields = || line.split('|').filter_map(|field| field.split_once('='));
        let of = |key: &str| fields().find(|(own, _)| *own == key).map(|(_, text)| text);
        // What is cut away by the file's own edit list is never shown.
        if of("flags").is_some_and(|flags| flags.contains('D')) {
            continue;
        }
        let ticks = |key: &str| of(key).and_then(|text| text.parse::<i64>().ok());
        is_of_decoding &= ticks("pts").is_none();
        if let Some(stamp) = ticks("pts").or_else(|| ticks("dts")) {
            frames.push((stamp, ticks("duration")));
        }
    }
    frames.sort_unstable();
    frames.dedup_by_key(|(stamp, _)| *stamp);
    Stamps {
        is_of_decoding,
        last_for: frames.last().and_then(|(_, lasts)| *lasts),
        ticks: frames.into_iter().map(|(stamp, _)| stamp).collect(),
    }
}

/// The size of decoded pictures: upright, with square pixels, and no larger than they are shown.
fn size_of(stream: &Value) -> Option<[usize; 2]> {
    let [width, height] = ["width", "height"].map(|side| stream[side].as_f64());
    let (mut width, mut height) = (width?, height?);
    let is_size = |side: f64| (1.0..=65_536.0).contains(&side);
    if !(is_size(width) && is_size(height)) {
        return None;
    }
    width *= ratio(&stream["sample_aspect_ratio"]).unwrap_or(1.0).clamp(0.1, 10.0);
    let side_data = stream["side_data_list"].as_array().into_iter().flatten();
    let rotation = side_data.filter_map(|data| number(&data["rotation"])).next();
    let rotation = rotation.or_else(|| number(&stream["tags"]["rotate"])).unwrap_or(0.0);
    if (rotation / 90.0).round().rem_euclid(2.0) == 1.0 {
        std::mem::swap(&mut width, &mut height);
    }
    let scale = (MAX_SIDE / width.max(height)).min(1.0);
    Some([width, height].map(|side| ((side * scale).round() as usize).max(1)))
}

/// A ratio such as `30000/1001` or `4:3`.
fn ratio(value: &Value) -> Option<f64> {
    let (over, under) = value.as_str()?.split_once(['/', ':'])?;
    let [over, under] = [over, under].map(|text| text.parse::<f64>().ok());
    let ratio = over? / under?;
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}

fn number(value: &Value) -> Option<f64> {
    let number = value.as_f64().or_else(|| value.as_str()?.parse().ok());
    number.filter(|number| number.is_finite())
}

/// Whether ffmpeg is older than 5.1. One that was built from its source tree says no number.
fn is_old(probed: &Value) -> bool {
    let version = probed["program_version"]["version"].as_str().unwrap_or("");
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    let mut number = || numbers.next().and_then(|text| text.parse::<u32>().ok());
    let (Some(major), minor) = (number(), number()) else { return false };
    (major, minor.unwrap_or(0)) < (5, 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn time_stamps_are_sorted_and_what_is_cut_away_is_left_out() {
        let output = "pts=0|dts=-2|duration=1|flags=K_\npts=3|dts=-1|duration=1|flags=__\n\n\
                    pts=1|dts=0|duration=1|flags=__|\npts=-1|dts=-3|duration=1|flags=KD\n\
                    pts=N/A|dts=7|duration=N/A|flags=__\n";
        let stamps = stamps_of(output);
        assert_eq!(stamps.ticks, [0, 1, 3, 7]);
        assert_eq!(stamps.last_for, None);
        assert!(!stamps.is_of_decoding);
        let of_avi = stamps_of("pts=N/A|dts=0|flags=K_\npts=N/A|dts=1|flags=__\n");
        assert!(of_avi.is_of_decoding && of_avi.ticks == [0, 1]);
        assert!(stamps_of("").ticks.is_empty());
    }

    #[test]
    fn pictures_are_upright_with_square_pixels_and_not_too_large() {
        for (stream, size) in [
            (json!({"width": 1920, "height": 1080}), Some([960, 540])),
            (
                json!({"width": 1920, "height": 1080, "side_data_list": [{"rotation": -90}]}),
                Some([540, 960]),
            ),
            (json!({"width": 640, "height": 480, "tags": {"rotate": "180"}}), Some([640, 480])),
            (
                json!({"width": 720, "height": 576, "sample_aspect_ratio": "16:15"}),
                Some([768, 576]),
            ),
            (json!({"width": 320, "height": 240, "sample_aspect_ratio": "0:1"}), Some([320, 240])),
            (json!({"width": 0, "height": 240}), None),
            (json!({}), None),
        ] {
            assert_eq!(size_of(&stream), size, "{stream}");
        }
    }

    #[test]
    fn versions_of_ffmpeg_are_told_apart() {
        for (version, old) in [
            ("4.4.2-0ubuntu0.22.04.1", true),
            ("5.0", true),
            ("5.1.9-0+deb12u1", false),
            ("7.1", false),
            ("N-118448-g43be8d0728", false),
        ] {
            assert_eq!(is_old(&json!({"program_version": {"version": version}})), old, "{version}");
        }
    }

    #[test]
    fn the_frame_of_a_time_is_the_last_that_has_begun() {
        // Matroska knows milliseconds alone: a thirtieth is 33 or 67 of them.
        let facts = VideoFacts {
            size: [2, 2],
            times: vec![0.0, 0.033, 0.067, 0.1, 0.2],
            end: 0.233,
            precision: 0.0005,
        };
        for (time, frame) in [(-1.0, 0), (0.0, 0), (0.032, 0), (1.0 / 30.0, 1), (0.05, 1)] {
            assert_eq!(facts.frame_at(time), frame, "{time}");
        }
        assert_eq!(facts.frame_at(2.0 / 30.0), 2, "0.0667 is 0.067");
        assert_eq!(facts.frame_at(0.19), 3, "it shows until the next one comes");
        assert_eq!(facts.frame_at(9.0), 4);
        assert_eq!(facts.span_of(3), [0.1, 0.2]);
        assert_eq!(facts.span_of(4), [0.2, 0.233]);
        let places = [-0.1, 0.0, 0.23, 0.24].map(|time| facts.place_of(time));
        assert_eq!(
            places,
            [TimePlace::Before, TimePlace::Inside, TimePlace::Inside, TimePlace::After]
        );
    }
}
