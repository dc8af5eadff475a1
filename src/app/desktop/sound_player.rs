//! The player of the sound beside a take: it has the sound open that is wanted, tells the mixer what is to be
//! heard, and opens the device only while something is.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::app::desktop::sound_mixer::{AudioCue, Mixer};
use crate::app::{ShownSound, SoundRequest, State};
use crate::files::reference_video::SoundTrack;
use crate::platform::{SOUND_LATENCY, SoundOutput};

/// The device is given back when nothing was heard for so long.
const IDLE: Duration = Duration::from_secs(5);

/// Has the sound open that is wanted, and none while none is.
pub struct SoundPlayer {
    open: Option<(PathBuf, Arc<SoundTrack>)>,
    cue: Arc<Mutex<SharedCue>>,
    /// The thread that has the device; it ends with this sender, or by itself.
    device: Option<(Sender<()>, Receiver<String>)>,
    /// Whether nobody is to be told again that there is no device.
    is_mute: bool,
    /// The file whose sound cannot be read, once that was reported.
    reported: Option<PathBuf>,
    /// The time that was wanted last, where nothing played, and how many grains there were.
    last: Option<f64>,
    grains: u64,
    wake: Arc<dyn Fn() + Send + Sync>,
}

/// What the thread of the device fills in.
struct SharedCue {
    cue: AudioCue,
    /// When that was said.
    at: Instant,
    track: Option<Arc<SoundTrack>>,
}

impl SoundPlayer {
    /// A player that calls `wake` when more of a sound has come.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            open: None,
            cue: Arc::new(Mutex::new(SharedCue {
                cue: AudioCue::Nothing,
                at: Instant::now(),
                track: None,
            })),
            device: None,
            is_mute: false,
            reported: None,
            last: None,
            grains: 0,
            wake: Arc::new(wake),
        }
    }

    /// Plays what belongs to the moment that shows. Never waits.
    pub fn update(&mut self, state: &mut State, now: Instant) {
        let wanted = state.wanted_sound();
        let file = wanted.as_ref().map(|wanted| &wanted.file);
        if self.open.as_ref().map(|(file, _)| file) != file {
            self.last = None;
            self.open = file.map(|file| {
                let wake = self.wake.clone();
                let track = SoundTrack::open(file.clone(), move || wake());
                (file.clone(), Arc::new(track))
            });
        }
        let cue = self.cue(wanted.as_ref(), now);
        {
            let mut to_hear = self.cue.lock().unwrap_or_else(PoisonError::into_inner);
            if to_hear.cue != cue {
                (to_hear.cue, to_hear.at) = (cue, now);
            }
            to_hear.track = self.open.as_ref().map(|(_, track)| track.clone());
        }
        self.push_notices(state);
        if cue != AudioCue::Nothing && !self.is_mute && self.device.is_none() {
            self.open_device();
        }
        let shown = self.open.as_ref().and_then(|(_, track)| {
            let (peaks, start) = track.peaks();
            (!peaks.is_empty()).then_some(ShownSound { peaks, start })
        });
        state.show_sound(shown);
    }

    fn cue(&mut self, wanted: Option<&SoundRequest>, now: Instant) -> AudioCue {
        let before = self.last.take();
        let paused = wanted.filter(|wanted| wanted.is_paused);
        self.last = paused.map(|wanted| wanted.time);
        let Some(wanted) = wanted.filter(|wanted| !wanted.is_muted) else {
            return AudioCue::Nothing;
        };
        let time = wanted.time;
        if wanted.plays {
            return AudioCue::Playing { time, at: now };
        }
        if wanted.is_paused && before.is_some_and(|before| before != time) {
            self.grains += 1;
        } else if !wanted.is_paused {
            return AudioCue::Nothing;
        }
        match self.grains {
            0 => AudioCue::Nothing,
            number => AudioCue::Grain { time, number },
        }
    }

    /// Says what went wrong, once.
    fn push_notices(&mut self, state: &mut State) {
        let notices = &mut state.interface.notices;
        if let Some((_, failed)) = &self.device {
            match failed.try_recv() {
                Ok(why) => {
                    self.is_mute = true;
                    notices.push_info(format!("Reference videos are silent: {why}."));
                }
                Err(std::sync::mpsc::TryRecvError::Disconnected) => self.device = None,
                Err(std::sync::mpsc::TryRecvError::Empty) => {}
            }
        }
        if let Some((file, track)) = &self.open
            && self.reported.as_ref() != Some(file)
            && let Some(why) = track.failed()
        {
            self.reported = Some(file.clone());
            notices.push_error(format!("{}: no sound: {why}", file.display()));
        }
    }

    /// Opens the device on a thread, which has it for as long as something is heard.
    fn open_device(&mut self) {
        let (keep, kept) = channel();
        let (report, reported) = channel();
        let (cue, wake) = (self.cue.clone(), self.wake.clone());
        self.device = Some((keep, reported));
        thread::spawn(move || {
            let mut mixer = Mixer::default();
            let to_fill = cue.clone();
            let output = SoundOutput::open(move |out, rate| {
                let to_hear = to_fill.lock().unwrap_or_else(PoisonError::into_inner);
                let (cue, track) = (to_hear.cue, to_hear.track.clone());
                drop(to_hear);
                let at = Instant::now() + Duration::from_secs_f64(SOUND_LATENCY);
                mixer.fill(cue, at, out, rate, |first, samples| match &track {
                    Some(track) => track.read(first, samples),
                    None => samples.fill(0),
                });
            });
            match output {
                Ok(_output) => loop {
                    let over = kept.recv_timeout(IDLE);
                    let to_hear = cue.lock().unwrap_or_else(PoisonError::into_inner);
                    let is_idle = match to_hear.cue {
                        AudioCue::Playing { at, .. } => at.elapsed() > IDLE,
                        _ => to_hear.at.elapsed() > IDLE,
                    };
                    if is_idle || over == Err(RecvTimeoutError::Disconnected) {
                        break;
                    }
                },
                // A player that has ended tells nobody.
                Err(error) => drop(report.send(error.to_string())),
            }
            wake();
        });
    }
}
