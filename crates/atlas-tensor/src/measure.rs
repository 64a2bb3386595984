//! Measured speed of this machine: streaming reads, multiply-adds, our best matrix product.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::binder::Binder;
use crate::buffer::Buffer;
use crate::compute::Compute;
use crate::cpu::simd::{self, Job, Simd};
use crate::cpu::{CpuDevice, Isa};
use crate::ops::{Linear, LinearArgs, LinearNeed};
use crate::tensor::{Tensor, TensorMut};
use crate::weights::{Weight, WeightFormat};

/// Well over any last-level cache we know of.
const STREAM_BYTES: usize = 512 << 20;
const REPEATS: usize = 5;

/// Streaming read bandwidth of `threads` threads in bytes a second: the best of five sweeps over
/// 512 MiB. 0 where the memory or the threads are not to be had.
pub fn measure_read_bandwidth(threads: usize) -> f64 {
    let Ok(dev) = CpuDevice::new(threads.max(1), Isa::detect(), Compute::F32) else { return 0.0 };
    read_bandwidth(&dev, STREAM_BYTES, REPEATS)
}

/// As [`measure_read_bandwidth`] on a device's own threads.
pub(crate) fn read_bandwidth(dev: &CpuDevice, bytes: usize, repeats: usize) -> f64 {
    let Ok(mut buffer) = Buffer::zeroed(bytes) else { return 0.0 };
    buffer.as_f32_mut().fill(1.0);
    let data = buffer.as_f32();
    let sink = AtomicU64::new(0);
    let sweep = || {
        dev.pool().split(data.len(), 4096, &|range| {
            let sum = Sweep(&data[range]).on(dev.isa());
            sink.fetch_add(u64::from(sum.to_bits()), Ordering::Relaxed);
        });
    };
    sweep();
    let seconds = best_of(repeats, sweep);
    black_box(sink.into_inner());
    bytes as f64 / seconds
}

struct Sweep<'a>(&'a [f32]);

impl<S: Simd> Job<S> for Sweep<'_> {
    type Output = f32;

    #[inline(always)]
    fn run(self, s: S) -> f32 {
        let mut acc = [s.splat(0.0); 8];
        let step = 8 * S::LANES;
        for chunk in self.0.chunks_exact(step) {
            for i in 0..8 {
                // SAFETY: the chunk holds 8 vectors.
                let v = unsafe { s.load(chunk.as_ptr().add(i * S::LANES)) };
                acc[i] = s.add(acc[i], v);
            }
            s.prefetch(chunk.as_ptr().wrapping_add(16 * step).cast());
        }
        let mut total = 0.0;
        for v in acc {
            total += s.sum(v);
        }
        total
    }
}

/// f32 multiply-adds on registers by all threads of a device, in FLOP a second.
pub fn measure_peak_fma(dev: &CpuDevice) -> f64 {
    const STEPS: usize = 1 << 21;
    let lanes = match dev.isa() {
        Isa::Avx512 | Isa::Avx512Vnni | Isa::Avx512Bf16 => 16,
        Isa::Avx2 | Isa::Portable => 8,
    };
    let seconds = best_of(REPEATS, || {
        dev.pool().run(&|_| {
            black_box(Fma(STEPS).on(dev.isa()));
        });
    });
    (STEPS * ACCUMULATORS * lanes * 2 * dev.threads()) as f64 / seconds
}

/// Enough to hide the latency of a multiply-add on two ports.
const ACCUMULATORS: usize = 12;

struct Fma(usize);

impl<S: Simd> Job<S> for Fma {
    type Output = f32;

    #[inline(always)]
    fn run(self, s: S) -> f32 {
        let (x, y) = (s.splat(black_box(0.999)), s.splat(black_box(0.001)));
        let mut acc = [s.splat(black_box(1.0)); ACCUMULATORS];
        for i in 0..ACCUMULATORS {
            acc[i] = s.splat(black_box(i as f32));
        }
        for _ in 0..self.0 {
            for i in 0..ACCUMULATORS {
                acc[i] = s.fma(x, y, acc[i]);
            }
        }
        let mut total = 0.0;
        for v in acc {
            total += s.sum(v);
        }
        total
    }
}

/// Our fastest bf16 matrix product on a device, in FLOP a second: 384 rows by a weight of
/// 768 x 1024 that lies in the caches, the best of five. 0 where no kernel can be bound.
pub fn measure_peak_gemm(dev: &CpuDevice) -> f64 {
    const ROWS: usize = 384;
    const N: usize = 768;
    const K: usize = 1024;
    // Small numbers of both signs: a product of zeros or of large numbers may be faster or slower.
    let fill = |count: usize, scale: f32| -> Vec<f32> {
        (0..count).map(|i| scale * ((i * 37 % 101) as f32 - 50.0) / 50.0).collect()
    };
    let weight = Weight::from_f32(WeightFormat::Bf16, N, K, &fill(N * K, 0.03));
    let Ok(kernel) = Binder::new(dev).bind::<Linear>(LinearNeed::of(&weight)) else { return 0.0 };
    let (x, mut out) = (fill(ROWS * K, 1.0), vec![0.0; ROWS * N]);
    let mut run = || {
        let args = LinearArgs {
            x: Tensor::from_f32(&x, &[ROWS, K]),
            weight: &weight,
            bias: None,
            out: TensorMut::from_f32(&mut out, &[ROWS, N]),
        };
        kernel.run(dev, args);
    };
    run();
    let seconds = best_of(REPEATS, run);
    (2 * ROWS * N * K) as f64 / seconds
}

/// A job for any instruction set.
trait AnyJob {
    fn on(self, isa: Isa) -> f32;
}

macro_rules! any_job {
    ($($job:ty),*) => {$(
        impl AnyJob for $job {
            fn on(self, isa: Isa) -> f32 {
                // SAFETY: a device of this instruction set exists, so the CPU has it.
                unsafe {
                    match isa {
                        #[cfg(target_arch = "x86_64")]
                        Isa::Avx512Bf16 | Isa::Avx512Vnni | Isa::Avx512 => {
                            simd::Avx512::assume().vectorise(self)
                        }
                        #[cfg(target_arch = "x86_64")]
                        Isa::Avx2 => simd::Avx2::assume().vectorise(self),
                        _ => simd::Portable::assume().vectorise(self),
                    }
                }
            }
        }
    )*};
}

any_job!(Sweep<'_>, Fma);

fn best_of(repeats: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..repeats {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}
