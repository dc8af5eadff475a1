//! Takes that have come: beside the others, in the place of one, or as a newer reading of one.

use super::{OpenTake, State};

impl State {
    /// Puts a take beside the others, in its place among those that it came with.
    pub(super) fn let_in(&mut self, request: u64, place: usize, fresh: OpenTake) {
        // The built-in take is a greeting: it leaves when someone brings their own.
        let greeting = self.takes.iter().any(|open| open.path.is_none());
        if greeting {
            self.takes.retain(|open| open.path.is_some());
            self.active = 0;
        }
        let pushed = self.add(fresh);
        let id = self.takes[pushed].id;
        let Some(pending) = self.pending_mut(request) else {
            return;
        };
        let is_first = pending.came.is_empty();
        let after = pending.came.iter().filter(|(other, _)| *other > place);
        let after: Vec<u64> = after.map(|(_, id)| *id).collect();
        pending.came.push((place, id));
        let before = self.takes.iter().position(|open| after.contains(&open.id));
        if let Some(index) = before {
            let moved = self.takes.remove(pushed);
            self.takes.insert(index, moved);
            self.active += usize::from(index <= self.active);
        }
        let index = before.unwrap_or(pushed);
        if is_first && self.takes.len() == 1 {
            self.begin_with(index);
        } else if is_first {
            // What was being looked at stays as it is, the new one beside it.
            self.activate(index);
        } else {
            self.retime();
        }
        if self.takes.len() > 1 && self.at_home() {
            self.go_home();
        }
    }

    /// Puts a newer reading of the same file in the place of an older one. The moment stays.
    pub(super) fn renew(&mut self, index: usize, mut fresh: OpenTake) {
        fresh.take_over(&mut self.takes[index]);
        self.takes[index] = fresh;
        self.retime();
    }

    /// Puts another take in the place of one. The camera stays where it is, unless the take would not
    /// be seen from there.
    pub(super) fn replace(&mut self, index: usize, mut fresh: OpenTake) {
        let older = &self.takes[index];
        fresh.colour = older.colour;
        fresh.shows = older.shows;
        self.recall(&mut fresh);
        self.takes[index] = fresh;
        let seen_from = (!self.at_home()).then(|| self.followed_camera());
        if index == self.active {
            self.begin_with(index);
        } else {
            self.retime();
        }
        if let Some(camera) = seen_from {
            self.look_from_before(camera);
        }
    }
}
