//! Which KV block lies in which frame of the caches' memory.
//!
//! The scheduler, the prefix cache and block tables name blocks of a pool that is larger than the
//! memory of the caches. A frame is the memory of one block in all caches; a block without one is
//! on the disk, or has never been written.

/// No frame, or no block.
pub(crate) const NONE: u32 = u32::MAX;

/// Frames and their blocks.
#[derive(Debug)]
pub(crate) struct Frames {
    /// By block.
    frame_of: Vec<u32>,
    /// By frame.
    block_at: Vec<u32>,
    free: Vec<u32>,
}

impl Frames {
    /// `frames` free frames for `blocks` blocks.
    pub fn new(blocks: u32, frames: u32) -> Self {
        Self {
            frame_of: vec![NONE; blocks as usize],
            block_at: vec![NONE; frames as usize],
            free: (0..frames).rev().collect(),
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

    /// Gives a block a free frame; `None` if none is free. Panics on a block that has one.
    pub fn take(&mut self, block: u32) -> Option<u32> {
        assert_eq!(self.frame_of[block as usize], NONE, "a block with two frames");
        let frame = self.free.pop()?;
        self.frame_of[block as usize] = frame;
        self.block_at[frame as usize] = block;
        Some(frame)
    }

    /// Takes a block's frame away from it.
    pub fn release(&mut self, block: u32) {
        let frame = std::mem::replace(&mut self.frame_of[block as usize], NONE);
        if frame != NONE {
            self.block_at[frame as usize] = NONE;
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
        let mut frames = Frames::new(5, 2);
        assert_eq!((frames.take(4), frames.take(2), frames.take(0)), (Some(0), Some(1), None));
        assert_eq!(
            (frames.of(4), frames.of(2), frames.of(0), frames.free()),
            (Some(0), Some(1), None, 0)
        );
        frames.release(4);
        frames.release(4);
        assert_eq!((frames.of(4), frames.free(), frames.count()), (None, 1, 2));
        assert_eq!(frames.take(0), Some(0));
        assert_eq!(frames.blocks().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(frames.of(99), None);
    }
}
