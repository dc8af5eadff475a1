//! A BonesPro animation export as a take, together with the structure that it belongs to.

use glam::{Quat, Vec3};

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::word::quoted;
use super::export::{Kind, UNITS, kind};
use super::frames::{bone_frames, channels, mesh_frames, mesh_frames_in_bones};
use super::settings::{Mode, Settings};
use super::skin;
use super::structure::Structure;
use super::words::Words;
use crate::take::{
    Angle, Body, Detail, DetailKind, FileNumbers, FormatId, Mesh, Motion, NodeId, SkeletonBuilder,
    Take, WarningCode, counted,
};

pub(super) fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut words = Words::new(source);
    let settings = Settings::read(&mut words)?;
    let structure = StructureFile::find(source, &settings, &mut words)?;
    let angle = if settings.matrix { Angle::Radians } else { settings.angle };
    let mut animation = AnimationReader {
        words,
        settings,
        build: SkeletonBuilder::new(angle),
        nodes: Vec::new(),
        structure: structure.as_ref(),
    };
    if let Some(file) = &structure {
        animation.nodes = file.structure.build(&mut animation.build, &file.source)?;
    }
    let contents = match animation.settings.mode {
        Mode::Bones => animation.bones()?,
        Mode::Mesh | Mode::MeshInBones => animation.mesh()?,
    };
    let AnimationReader { words: Words { mut reader, damage, .. }, settings, build, .. } =
        animation;
    let lost = damage.finish(contents.frames, &mut reader.warnings);
    let mut details = vec![Detail::new(DetailKind::EXPORT, settings.describe())];
    if let Some(file) = &structure {
        details.push(Detail::new(DetailKind::STRUCTURE, file.source.name()));
    }
    let skeleton = build.finish();
    let Contents { frames, values, meshes } = contents;
    let motion = Motion::new(settings.frame_time, frames, skeleton.columns(), values);
    Ok(Take {
        details,
        meshes,
        lost,
        numbers: Some(FileNumbers::Even(settings.numbers)),
        read_with: structure.iter().map(|file| file.source.file.to_string()).collect(),
        missing: structure.is_none().then_some("its structure export"),
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FormatId::BonesPro, skeleton, motion, UNITS)
    })
}

struct StructureFile<'a> {
    structure: Structure,
    source: Source<'a>,
    /// Whether it has as many vertices as the animation.
    is_of_the_mesh: bool,
}

impl<'a> StructureFile<'a> {
    /// The first companion that is a structure of as many bones.
    fn find(
        source: &Source<'a>,
        settings: &Settings,
        words: &mut Words<'_>,
    ) -> Result<Option<Self>, LoadError> {
        let warnings = &mut words.reader.warnings;
        let (mut found, mut other) = (None, None);
        for companion in source.companions {
            let file = source.companion(companion);
            if let Some(Kind::Structure { bones }) = kind(file.bytes) {
                if bones == settings.bones {
                    found = Some(file);
                    break;
                }
                other.get_or_insert((file.name(), bones));
            }
        }
        let Some(source) = found else {
            if let Some((name, bones)) = other {
                let (theirs, ours) = (counted(bones as usize, "bone"), settings.bones);
                let message = format!(
                    "{name} is not used: it is the structure of {theirs}, and the animation has {ours}"
                );
                warnings.add(WarningCode::CompanionUnused, message);
            }
            return Ok(None);
        };
        let mut own = Words::new(&source);
        let structure = Structure::read(&mut own)?;
        let name = source.name();
        // Their places are in that file, which is not the take's own.
        for warning in own.reader.warnings.finish() {
            warnings.add(warning.code, format!("{name}: {warning}"));
        }
        let count = structure.vertices.len();
        let is_of_the_mesh = count == settings.vertices as usize;
        if !is_of_the_mesh {
            let (theirs, ours) = (counted(count, "vertex"), settings.vertices);
            let message = format!(
                "{name} is the structure of {theirs}, and the animation has {ours}: only its bones are used"
            );
            warnings.add(WarningCode::CompanionUnused, message);
        }
        Ok(Some(Self { structure, source, is_of_the_mesh }))
    }
}

struct Contents {
    frames: usize,
    values: Vec<f32>,
    meshes: Vec<Mesh>,
}

struct AnimationReader<'a> {
    words: Words<'a>,
    settings: Settings,
    build: SkeletonBuilder,
    /// The nodes of the bones, in the order of the files.
    nodes: Vec<NodeId>,
    structure: Option<&'a StructureFile<'a>>,
}

impl AnimationReader<'_> {
    /// The frames of mode `Bones`, and the mesh that the bones move.
    fn bones(&mut self) -> Result<Contents, LoadError> {
        let structure = self.structure.map(|file| &file.structure);
        let indices: Vec<usize> = self.nodes.iter().map(|id| id.index()).collect();
        let name = |bone: usize| match structure {
            Some(structure) => quoted(structure.bones[bone].name.as_bytes()),
            None => format!("bone {}", bone + 1),
        };
        let values = bone_frames(&mut self.words, &self.settings, &indices, name)?;
        let channels = channels(&self.settings);
        let frames = values.len() / (self.settings.bones as usize).saturating_mul(channels.len());
        self.need_frames(frames)?;
        let relative = self.settings.relative;
        if structure.is_none() {
            self.add_nameless_bones()?;
            for (&id, row) in self.nodes.iter().zip(values.chunks_exact(channels.len())) {
                let size = Some(Vec3::from_slice(&row[6..9]));
                self.build.node_mut(id).body = Some(Box::new(Body { size, ..Body::default() }));
            }
            if relative {
                let message = "each bone is relative to its parent, which only the structure export names: \
                               bones are shown as if they had none";
                self.words.reader.warnings.add(WarningCode::CompanionMissing, message);
            }
        }
        // Without frames the bones keep the pose of the structure.
        if frames > 0 {
            for (number, &id) in self.nodes.iter().enumerate() {
                let node = self.build.node_mut(id);
                node.channels.clone_from(&channels);
                node.is_world_space = !relative;
                node.pre = Quat::IDENTITY;
                if relative && let Some(structure) = structure {
                    node.offset = structure.rest_in_parent(number).translation.as_vec3();
                }
            }
        }
        let meshes = match self.structure {
            Some(file) if file.is_of_the_mesh => {
                skin::bound_mesh(&file.structure, &self.nodes, &mut self.words.reader.warnings)
            }
            _ => Vec::new(),
        };
        Ok(Contents { frames, values, meshes })
    }

    /// Frames of the mesh, which do not say where bones are: those rest as in the structure, or at the origin.
    fn mesh(&mut self) -> Result<Contents, LoadError> {
        let is_in_bones = self.settings.mode == Mode::MeshInBones;
        let read = if is_in_bones { mesh_frames_in_bones } else { mesh_frames };
        let frames = read(&mut self.words, &self.settings)?;
        let count = frames.count;
        self.need_frames(count)?;
        if is_in_bones {
            if self.structure.is_none() {
                self.add_nameless_bones()?;
            }
            let message = "the bones move and the file does not say how: each frame is shown on bones at rest";
            self.words.reader.warnings.add(WarningCode::ValueAssumed, message);
        }
        let mut meshes = Vec::new();
        if count > 0 && is_in_bones {
            let (vertices, nodes) = (self.settings.vertices, &self.nodes);
            let structure = self.structure.filter(|file| file.is_of_the_mesh);
            let structure = structure.map(|file| &file.structure);
            let warnings = &mut self.words.reader.warnings;
            meshes.push(skin::mesh_in_bones(frames, vertices, nodes, structure, warnings));
        } else if count > 0 {
            meshes.push(skin::baked_mesh(frames));
        }
        Ok(Contents { frames: count, values: Vec::new(), meshes })
    }

    /// What has neither a whole frame nor a structure shows nothing.
    fn need_frames(&mut self, count: usize) -> Result<(), LoadError> {
        if count > 0 {
            return Ok(());
        }
        if self.structure.is_none() {
            let kind = ErrorKind::Contradiction("there is no whole frame in the file".into());
            return Err(self.words.reader.scan.error_at(self.settings.frames_at, kind));
        }
        let message = "no frames are in the file: the skeleton shows its rest pose";
        self.words.reader.warnings.add(WarningCode::PartMissing, message);
        Ok(())
    }

    /// Bones without names and parents. The frames that were read have held as many as announced.
    fn add_nameless_bones(&mut self) -> Result<(), LoadError> {
        self.build.reserve(self.settings.bones as usize);
        self.nodes.reserve_exact(self.settings.bones as usize);
        for number in 1..=self.settings.bones {
            let id = self.build.node(format!("bone {number}"), None);
            let id = id.map_err(|_| self.words.reader.scan.error_at(0, ErrorKind::TooDeep))?;
            self.build.node_mut(id).is_world_space = true;
            self.nodes.push(id);
        }
        Ok(())
    }
}
