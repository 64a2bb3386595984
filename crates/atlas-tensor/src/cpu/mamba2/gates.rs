//! Step sizes and decays of Mamba-2.

use crate::cpu::CpuDevice;
use crate::ops::{Mamba2GatesArgs, mamba2_gates_row};

/// A few numbers a token: plain scalar code.
pub fn mamba2_gates(dev: &CpuDevice, mut args: Mamba2GatesArgs<'_>) {
    let (dt, heads, limits) = (args.dt, args.a_log.len(), args.limits);
    let (a_log, dt_bias) = (args.a_log.host(), args.dt_bias.host());
    let (delta_out, g_out) = (args.delta.share(), args.g.share());
    dev.parallel(dt.rows(), heads * 16, &|rows| {
        for t in rows {
            // SAFETY: row `t` of both is this part's own.
            let (delta, g) = unsafe { (delta_out.row(t, 0..heads), g_out.row(t, 0..heads)) };
            mamba2_gates_row(dt.row_f32(t), a_log, dt_bias, limits, delta, g);
        }
    });
}
