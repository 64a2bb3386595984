//! The gates of Gated DeltaNet.

use crate::cpu::CpuDevice;
use crate::ops::{GdnGatesArgs, gdn_gates_row};

/// A few numbers a token: plain scalar code.
pub fn gdn_gates(dev: &CpuDevice, mut args: GdnGatesArgs<'_>) {
    let (a, b, heads) = (args.a, args.b, args.a_log.len());
    let (a_log, dt_bias) = (args.a_log.host(), args.dt_bias.host());
    let (g_out, beta_out) = (args.g.share(), args.beta.share());
    dev.parallel(a.rows(), heads * 16, &|rows| {
        for t in rows {
            // SAFETY: row `t` of both is this part's own.
            let (g, beta) = unsafe { (g_out.row(t, 0..heads), beta_out.row(t, 0..heads)) };
            gdn_gates_row(a.row_f32(t), b.row_f32(t), a_log, dt_bias, g, beta);
        }
    });
}
