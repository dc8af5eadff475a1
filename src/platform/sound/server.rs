//! The sound output of Linux: a stream of the sound server.

use pulseaudio::protocol::{
    self, ChannelMap, ChannelVolume, PlaybackStreamParams, SampleFormat, SampleSpec,
    stream::{BufferAttr, StreamFlags},
};
use pulseaudio::{AsPlaybackSource as _, Client, PlaybackStream};

use super::LATENCY;
use crate::platform::error::Error;

/// Samples a second; the server makes of them what the device needs.
const RATE: u32 = 48_000;
/// The bytes of a sample.
const SAMPLE: usize = size_of::<f32>();

/// The stream, and the connection that it lives on.
pub struct Stream {
    _stream: PlaybackStream,
    _client: Client,
}

/// Opens a stream.
pub fn open(mut fill: impl FnMut(&mut [f32], u32) + Send + 'static) -> Result<Stream, Error> {
    let none = |error| Error::new(format!("there is no sound server: {error}"));
    let client = Client::from_env(c"Rushes").map_err(none)?;
    let bytes = (f64::from(RATE) * LATENCY) as u32 * SAMPLE as u32;
    let params = PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::Float32Le, channels: 1, sample_rate: RATE },
        channel_map: ChannelMap::mono(),
        cvolume: Some(ChannelVolume::norm(1)),
        sink_name: Some(protocol::DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr {
            target_length: bytes,
            minimum_request_length: bytes / 4,
            ..Default::default()
        },
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        ..PlaybackStreamParams::default()
    };
    let mut samples = Vec::new();
    let source = move |bytes: &mut [u8]| {
        samples.clear();
        samples.resize(bytes.len() / SAMPLE, 0.0);
        fill(&mut samples, RATE);
        let (whole, rest) = bytes.as_chunks_mut::<SAMPLE>();
        for (bytes, sample) in whole.iter_mut().zip(&samples) {
            *bytes = sample.to_le_bytes();
        }
        rest.fill(0);
        bytes.len()
    };
    let created = client.create_playback_stream(params, source.as_playback_source());
    let stream = pollster::block_on(created);
    let stream =
        stream.map_err(|error| Error::new(format!("the sound server refuses: {error}")))?;
    Ok(Stream { _stream: stream, _client: client })
}
