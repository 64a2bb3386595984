//! Copies of chosen rows.

use crate::cpu::CpuDevice;
use crate::ops::PickRowsArgs;

pub fn pick_rows(dev: &CpuDevice, mut args: PickRowsArgs<'_>) {
    let (x, rows, width) = (args.x, args.rows.host(), args.x.dim(1));
    let out = args.out.share();
    dev.parallel(rows.len(), width, &|range| {
        for i in range {
            // SAFETY: row `i` is this part's own.
            let to = unsafe { out.row(i, 0..width) };
            to.copy_from_slice(x.row_f32(rows[i] as usize));
        }
    });
}
