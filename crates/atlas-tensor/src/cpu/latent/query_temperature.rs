//! Queries scaled by their position.

use crate::cpu::CpuDevice;
use crate::ops::{QueryTemperatureArgs, query_temperature_at};

pub fn query_temperature(dev: &CpuDevice, mut args: QueryTemperatureArgs<'_>) {
    let (rows, heads, width) = (args.x.dim(0), args.x.dim(1), args.x.dim(2));
    let (positions, beta, period) = (args.positions.host(), args.beta, args.period);
    let x = args.x.share();
    dev.parallel(rows, heads * width, &|range| {
        for t in range {
            let factor = query_temperature_at(positions[t], beta, period);
            for j in 0..heads {
                // SAFETY: row `t` is this part's own.
                let x = unsafe { x.head(t, j) };
                x.iter_mut().for_each(|x| *x *= factor);
            }
        }
    });
}
