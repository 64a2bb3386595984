//! Copies between the memory of a script and the host.

use atlas_cache::PrefixIndex;
use atlas_core::{Tier, TierCopy, TierObject};

use crate::world::World;

impl World {
    /// Makes the copies that are booked; some of what is stored is damaged then. Returns which of
    /// those to the first tier found something else than was stored.
    pub fn copy(&mut self) -> Result<Vec<usize>, String> {
        let mut broken = Vec::new();
        for (i, TierCopy { object, to, content }) in
            self.index.take_copies().into_iter().enumerate()
        {
            let damage = self.rng.chance(10);
            let (stored, damaged) = match (object, to) {
                (TierObject::Block { device, host }, Tier::Host) => {
                    let cells = self.cells[device.index()].clone();
                    self.far_blocks[host.index()] = (content, cells, damage);
                    continue;
                }
                (TierObject::Snapshot { device, host }, Tier::Host) => {
                    self.far_kept[host.index()] = (content, self.kept[device.index()], damage);
                    continue;
                }
                (TierObject::Block { device, host }, Tier::Device) => {
                    let (stored, cells, damaged) = self.far_blocks[host.index()].clone();
                    self.cells[device.index()] = cells;
                    if damaged {
                        self.cells[device.index()][0] = Some(1);
                    }
                    (stored, damaged)
                }
                (TierObject::Snapshot { device, host }, Tier::Device) => {
                    let (stored, state, damaged) = self.far_kept[host.index()];
                    self.kept[device.index()] = state ^ u64::from(damaged);
                    (stored, damaged)
                }
                (TierObject::SlotState { .. }, _) => return Err("there are no slots".into()),
            };
            if stored != content && !damaged {
                return Err("a place on the host holds something else".into());
            }
            self.seen.damaged += u64::from(damaged);
            broken.extend(damaged.then_some(i));
        }
        Ok(broken)
    }

    /// Brings back what the host has of a prompt.
    pub fn promote(&mut self) -> Result<(), String> {
        let (namespace, prompt) = self.prompt();
        let found = self.find(&namespace, &prompt)?;
        let kept = found.kept_tokens;
        if kept <= found.usable_tokens {
            return Ok(());
        }
        drop(found);
        let promotion = self.index.promote(&namespace, &prompt, kept);
        let Some(mut promotion) = promotion else { return Err("what was kept is gone".into()) };
        while promotion.lacks_blocks() > 0 {
            let Some(block) = self.take_block() else { return Ok(()) };
            promotion.give_block(block);
        }
        if promotion.lacks_place() {
            if self.snapshots.free() == 0 {
                give_up_snapshot(&mut self.index);
            }
            let Some(place) = self.snapshots.take() else { return self.copy().map(drop) };
            promotion.give_place(place);
        }
        self.copy()?;
        self.index.start_promotion(&mut promotion);
        let broken = self.copy()?;
        self.index.finish_promotion(promotion, |copy| broken.contains(&copy));
        let found = self.find(&namespace, &prompt)?;
        if broken.is_empty() && found.usable_tokens < kept {
            return Err(format!("{kept} tokens came back, {} are usable", found.usable_tokens));
        }
        self.seen.promoted += 1;
        Ok(())
    }
}

/// Gives back up to `count` blocks without a user; they move to the host while it has room.
pub fn give_up_blocks(index: &mut PrefixIndex, count: u32) -> u32 {
    let one = |_| {
        let Some(spill) = index.spill_block(|_, cost| cost > 0) else {
            return index.evict_blocks(1) > 0;
        };
        spill.copy.into_iter().for_each(|copy| index.push_copy(copy));
        true
    };
    (0..count).map(one).take_while(|&given| given).count() as u32
}

/// Gives back a snapshot without a user; it moves to the host if that has room.
pub fn give_up_snapshot(index: &mut PrefixIndex) -> bool {
    let Some(spill) = index.spill_snapshot(|_, _| true) else {
        return index.evict_snapshot();
    };
    spill.copy.into_iter().for_each(|copy| index.push_copy(copy));
    true
}
