//! Which KV block lies in which frame of the caches' memory.
//!
//! The scheduler, the prefix cache and block tables name blocks of a pool that is larger than the
//! memory of the caches. A frame is the memory of one block in all caches; a block without one is
//! on the disk, or has never been written.

/// No frame, or no block.
pub(crate) const NONE: u32 = u32::MAX;

/// Frames and their blocks. As long as there has been a frame for every block, a block has the
/// frame of its own number, so that tables of blocks are tables of frames.
#[derive(Debug)]
pub(crate) struct Frames {
    /// By block.
    frame_of: Vec<u32>,
    /// By frame.
    block_at: Vec<u32>,
    free: Vec<u32>,
    /// By frame: its place among the free ones.
    free_at: Vec<u32>,
    moved: bool,
}

impl Frames {
    /// `frames` free frames for `blocks` blocks.
    pub fn new(blocks: u32, frames: u32) -> Self {
        Self {
            frame_of: vec![NONE; blocks as usize],
            block_at: vec![NONE; frames as usize],
            free: (0..frames).collect(),
            free_at: (0..frames).collect(),
            moved: false,
        }
    }

    /// The frame of a block.
    pub fn of(&self, block: u32) -> Option<u32> {
        self.frame_of.get(block as usize).copied().filter(|&frame| frame != NONE)
    }

    /// Frames without a block.
    pub fn free(&self) -> u32 {
        self.free.len() as u32
    }

    /// Frames in all.
    pub fn count(&self) -> u32 {
        self.block_at.len() as u32
    }

    /// Whether some block has another frame than that of its number, or lacked one.
    pub fn have_moved(&self) -> bool {
        self.moved
    }

    /// Notes that blocks are complete without a frame.
    pub fn note_absent(&mut self) {
        self.moved = true;
    }

    /// Gives a block a free frame; `None` if none is free. Panics on a block that has one.
    pub fn take(&mut self, block: u32) -> Option<u32> {
        assert_eq!(self.frame_of[block as usize], NONE, "a block with two frames");
        let own = self.free_at.get(block as usize).copied().filter(|&at| at != NONE);
        let at = own.or_else(|| (self.free.len() as u32).checked_sub(1))?;
        let frame = self.free.swap_remove(at as usize);
        if let Some(&last) = self.free.get(at as usize) {
            self.free_at[last as usize] = at;
        }
        self.free_at[frame as usize] = NONE;
        self.moved |= frame != block;
        self.frame_of[block as usize] = frame;
        self.block_at[frame as usize] = block;
        Some(frame)
    }

    /// Takes a block's frame away from it.
    pub fn release(&mut self, block: u32) {
        let frame = std::mem::replace(&mut self.frame_of[block as usize], NONE);
        if frame != NONE {
            self.moved = true;
            self.block_at[frame as usize] = NONE;
            self.free_at[frame as usize] = self.free.len() as u32;
            self.free.push(frame);
        }
    }

    /// Blocks that have a frame.
    pub fn blocks(&self) -> impl Iterator<Item = u32> {
        self.block_at.iter().copied().filter(|&block| block != NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_one_block_and_a_block_one_frame() {
        let mut rng = fastrand::Rng::new();
        for _ in 0..200 {
            let (blocks, count) = (rng.u32(1..20), rng.u32(1..12));
            let mut frames = Frames::new(blocks, count);
            for _ in 0..60 {
                let block = rng.u32(..blocks);
                match frames.of(block) {
                    Some(_) if rng.bool() => frames.release(block),
                    Some(_) => {}
                    None => {
                        let had = frames.free();
                        assert_eq!(frames.take(block).is_some(), had > 0);
                    }
                }
                let held: Vec<u32> = frames.blocks().collect();
                assert_eq!(held.len() as u32 + frames.free(), count);
                assert!(held.iter().all(|&block| {
                    frames.of(block).is_some_and(|at| frames.block_at[at as usize] == block)
                }));
                let places = frames.free.iter().enumerate();
                assert!(places.into_iter().all(|(at, &f)| frames.free_at[f as usize] == at as u32));
            }
        }
        assert_eq!(Frames::new(5, 2).of(99), None);
    }

    #[test]
    fn blocks_keep_their_numbers_until_there_are_too_few_frames() {
        let mut frames = Frames::new(6, 3);
        assert_eq!([1, 0, 2].map(|block| frames.take(block)), [Some(1), Some(0), Some(2)]);
        assert!(!frames.have_moved() && frames.take(4).is_none());
        frames.release(0);
        assert!(frames.have_moved());
        assert_eq!((frames.take(4), frames.of(4)), (Some(0), Some(0)));
    }
}
