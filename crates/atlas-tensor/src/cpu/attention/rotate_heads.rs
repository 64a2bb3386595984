//! Rotations of heads.

use crate::cpu::CpuDevice;
use crate::ops::RotateHeadsArgs;
use crate::state::rotation::{rotate, rotate_back};

pub fn rotate_heads(dev: &CpuDevice, mut args: RotateHeadsArgs<'_>) {
    let (heads, width) = (args.heads.dim(1), args.heads.dim(2));
    let turn = if args.back { rotate_back } else { rotate };
    let (rows, work) = (args.heads.dim(0), heads * width * 8);
    let to = args.heads.share();
    dev.parallel(rows, work, &|range| {
        for (t, head) in range.flat_map(|t| (0..heads).map(move |head| (t, head))) {
            // SAFETY: row `t` is this part's own.
            turn(unsafe { to.head(t, head) });
        }
    });
}
