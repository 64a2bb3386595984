//! Rows of the embedding table.

use crate::cpu::CpuDevice;
use crate::ops::EmbedArgs;

pub fn embed(dev: &CpuDevice, mut args: EmbedArgs<'_>) {
    let (ids, table, width) = (args.ids.host(), args.table, args.table.k());
    let out = args.out.share();
    dev.parallel(ids.len(), width, &|rows| {
        for t in rows {
            // SAFETY: row `t` is this part's own.
            table.row_f32(ids[t] as usize, unsafe { out.row(t, 0..width) });
        }
    });
}
