//! A BonesPro animation export as a take, together with the structure that it belongs to.

use glam::{Quat, Vec3};

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::rate::counted;
use super::super::scanner::quoted;
use super::export::{Kind, NAME, UNITS, kind};
use super::frames::{BoneFrames, MeshFrames, channels};
use super::settings::{Mode, Settings};
use super::skin;
use super::structure::Structure;
use super::words::{self, Words};
use crate::take::{
    Angle, Body, Detail, DetailKind, FileNumbers, Mesh, Motion, NodeId, SkeletonBuilder, Take,
    WarningCode, Warnings,
};

/// Reads the whole file.
pub(super) fn load(source: &Source<'_>, warnings: &mut Warnings) -> Result<Take, LoadError> {
    let mut words = Words::new(source);
    let settings = Settings::read(&mut words, warnings)?;
    let structure = Found::of(source, &settings, warnings)?;
    let angle = if settings.matrix { Angle::Radians } else { settings.angle };
    let mut reader = Reader {
        words,
        settings,
        build: SkeletonBuilder::new(angle),
        nodes: Vec::new(),
        structure: structure.as_ref(),
        warnings,
    };
    if let Some(found) = &structure {
        reader.nodes = found.structure.build(&mut reader.build, &found.source)?;
    }
    let (count, values, meshes) = match reader.settings.mode {
        Mode::Bones => reader.bones()?,
        Mode::Mesh | Mode::MeshInBones => reader.mesh()?,
    };
    let Reader { words, settings, build, warnings, .. } = reader;
    let lost = words.damage.tell(count, warnings);
    let mut details = vec![Detail::new(DetailKind::EXPORT, settings.told())];
    if let Some(found) = &structure {
        details.push(Detail::new(DetailKind::STRUCTURE, found.source.name()));
    }
    let skeleton = build.finish();
    let motion = Motion::new(settings.frame_time, count, skeleton.columns(), values);
    Ok(Take {
        details,
        meshes,
        lost,
        numbers: Some(FileNumbers::Even(settings.numbers)),
        read_with: structure.iter().map(|found| found.source.file.to_string()).collect(),
        missing: structure.is_none().then_some("its structure export"),
        ..Take::new(source.stem(), NAME, skeleton, motion, UNITS)
    })
}

/// The structure that an animation is read with.
struct Found<'a> {
    structure: Structure,
    source: Source<'a>,
    /// Whether it has as many vertices as the animation.
    is_of_the_mesh: bool,
}

impl<'a> Found<'a> {
    /// The first companion that is a structure of as many bones.
    fn of(
        source: &Source<'a>,
        settings: &Settings,
        warnings: &mut Warnings,
    ) -> Result<Option<Self>, LoadError> {
        let mut other = None;
        for companion in source.companions {
            let there = source.companion(companion);
            match kind(there.bytes) {
                Some(Kind::Structure { bones }) if bones == settings.bones => {
                    return Self::read(there, settings, warnings).map(Some);
                }
                Some(Kind::Structure { bones }) => {
                    other.get_or_insert((there.name(), bones));
                }
                _ => {}
            }
        }
        if let Some((name, bones)) = other {
            let message = format!(
                "{name} is not used: it is the structure of {}, and the animation has {}",
                counted(bones.into(), "bone"),
                settings.bones
            );
            warnings.add(WarningCode::CompanionUnused, message);
        }
        Ok(None)
    }

    fn read(
        source: Source<'a>,
        settings: &Settings,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let mut own = Warnings::default();
        let structure = Structure::read(&source, &mut own)?;
        // Their places are in that file, which is not the take's own.
        for warning in own.finish() {
            warnings.add(warning.code, format!("{}: {warning}", source.name()));
        }
        let count = structure.vertices.len();
        let is_of_the_mesh = count == settings.vertices as usize;
        if !is_of_the_mesh {
            let message = format!(
                "{} is the structure of {}, and the animation has {}: only its bones are used",
                source.name(),
                words::vertices(count),
                settings.vertices
            );
            warnings.add(WarningCode::CompanionUnused, message);
        }
        Ok(Self { structure, source, is_of_the_mesh })
    }
}

/// Frames, values of the motion table, meshes.
type Contents = (usize, Vec<f32>, Vec<Mesh>);

struct Reader<'a> {
    words: Words<'a>,
    settings: Settings,
    build: SkeletonBuilder,
    /// The nodes of the bones, in the order of the files.
    nodes: Vec<NodeId>,
    structure: Option<&'a Found<'a>>,
    warnings: &'a mut Warnings,
}

impl Reader<'_> {
    /// The frames of mode `Bones`, and the mesh that the bones move.
    fn bones(&mut self) -> Result<Contents, LoadError> {
        let structure = self.structure.map(|found| &found.structure);
        let places: Vec<usize> = self.nodes.iter().map(|id| id.index()).collect();
        let name = |bone: usize| match structure {
            Some(structure) => quoted(structure.bones[bone].name.as_bytes()),
            None => format!("bone {}", bone + 1),
        };
        let BoneFrames { count, values } =
            BoneFrames::read(&mut self.words, &self.settings, &places, name, self.warnings)?;
        self.need_frames(count)?;
        let channels = channels(&self.settings);
        if structure.is_none() {
            self.nameless()?;
            for (&id, row) in self.nodes.iter().zip(values.chunks_exact(channels.len())) {
                let size = Some(Vec3::from_slice(&row[6..9]));
                let body = Body { size, ..Body::default() };
                self.build.node_mut(id).body = Some(Box::new(body));
            }
            if self.settings.relative {
                let message = "each bone is relative to its parent, which only the structure export names: \
                               bones are shown as if they had none";
                self.warnings.add(WarningCode::CompanionMissing, message);
            }
        }
        // Without frames the bones keep the pose of the structure.
        if count > 0 {
            for (number, &id) in self.nodes.iter().enumerate() {
                let node = self.build.node_mut(id);
                node.channels.clone_from(&channels);
                node.is_world_space = !self.settings.relative;
                node.pre = Quat::IDENTITY;
                if let Some(structure) = structure
                    && self.settings.relative
                {
                    node.offset = structure.rest_in_parent(number).translation.as_vec3();
                }
            }
        }
        let meshes = match self.structure {
            Some(found) if found.is_of_the_mesh => {
                skin::bound(&found.structure, &self.nodes, self.warnings)
            }
            _ => Vec::new(),
        };
        Ok((count, values, meshes))
    }

    /// The frames of both modes that export the mesh. They do not say where the bones are: those rest
    /// as in the structure, or are left at the origin.
    fn mesh(&mut self) -> Result<Contents, LoadError> {
        let (words, settings) = (&mut self.words, &self.settings);
        let in_bones = settings.mode == Mode::MeshInBones;
        let frames = if in_bones {
            MeshFrames::read_in_bones(words, settings, self.warnings)?
        } else {
            MeshFrames::read_absolute(words, settings, self.warnings)?
        };
        let count = frames.count;
        self.need_frames(count)?;
        if in_bones && self.structure.is_none() {
            self.nameless()?;
        }
        if in_bones {
            let message = "the bones move and the file does not say how: each frame is shown on bones at rest";
            self.warnings.add(WarningCode::ValueAssumed, message);
        }
        let structure = self.structure.filter(|found| found.is_of_the_mesh);
        let structure = structure.map(|found| &found.structure);
        let vertices = self.settings.vertices;
        let mesh = match (count, in_bones) {
            (0, _) => return Ok((0, Vec::new(), Vec::new())),
            (_, true) => skin::in_bones(frames, vertices, &self.nodes, structure, self.warnings),
            (_, false) => skin::baked(frames),
        };
        Ok((count, Vec::new(), vec![mesh]))
    }

    /// What has neither a whole frame nor a structure shows nothing.
    fn need_frames(&mut self, count: usize) -> Result<(), LoadError> {
        if count > 0 {
            return Ok(());
        }
        if self.structure.is_none() {
            let what = "there is no whole frame in the file".to_string();
            let kind = ErrorKind::Contradiction(what);
            return Err(self.words.scan.error_at(self.settings.frames_at, kind));
        }
        self.warnings.add(
            WarningCode::PartMissing,
            "no frames are in the file: the skeleton shows its rest pose",
        );
        Ok(())
    }

    /// Bones without names and parents. The frames that were read have held as many as announced.
    fn nameless(&mut self) -> Result<(), LoadError> {
        self.build.reserve(self.settings.bones as usize);
        self.nodes.reserve_exact(self.settings.bones as usize);
        for number in 1..=self.settings.bones {
            let id = self.build.node(format!("bone {number}"), None);
            let id = id.map_err(|_| self.words.scan.error_at(0, ErrorKind::TooDeep))?;
            self.build.node_mut(id).is_world_space = true;
            self.nodes.push(id);
        }
        Ok(())
    }
}
