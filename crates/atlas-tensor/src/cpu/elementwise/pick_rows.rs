//! Copies of chosen rows.

use crate::cpu::CpuDevice;
use crate::ops::PickRowsArgs;

pub fn pick_rows(dev: &CpuDevice, mut args: PickRowsArgs<'_>) {
    let (x, rows, width) = (args.x, args.rows.map(|rows| rows.host()), args.x.dim(1));
    let count = args.out.rows();
    let out = args.out.share();
    dev.parallel(count, width, &|range| {
        for i in range {
            // SAFETY: row `i` is this part's own.
            let to = unsafe { out.row(i, 0..width) };
            to.copy_from_slice(x.row_f32(rows.map_or(i, |rows| rows[i] as usize)));
        }
    });
}
