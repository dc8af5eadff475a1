//! How objects that were read reach the bones that they are for.

use std::path::Path;
use std::sync::Arc;

use crate::app::colours::command::FigureCommand;
use crate::app::effect::Effect;
use crate::app::ids::TakeId;
use crate::app::state::State;
use crate::loader::LoadError;
use crate::take::{NodeId, Object};

impl State {
    /// Takes over an object for a bone of a take, or without a bone for the objects of the take that wait
    /// for its file. What cannot be read is told.
    #[must_use = "nobody else carries the effects out"]
    pub fn object_read(
        &mut self,
        take: TakeId,
        node: Option<NodeId>,
        file: &Path,
        read: Result<Arc<Object>, LoadError>,
    ) -> Vec<Effect> {
        let wrong = match (node, read) {
            (Some(node), Ok(object)) => {
                let file = file.to_path_buf();
                return self.apply(FigureCommand::AttachObject { take, node, file, object });
            }
            (Some(_), Err(error)) => Some(error.to_string()),
            (None, read) => {
                let open = self.session.takes.find_mut(take);
                open.and_then(|open| open.object_read(file, &read))
            }
        };
        if let Some(wrong) = wrong {
            self.interface.notices.push_error(wrong);
        }
        self.revision += 1;
        Vec::new()
    }
}
