use atlas_tensor::ops::*;
use atlas_tensor::*;
use std::time::Instant;
fn main() {
    let threads: usize = std::env::args().nth(1).map_or(2, |s| s.parse().unwrap());
    let isa = std::env::args().nth(2).map_or(Isa::detect(), |s| Isa::parse(&s).unwrap());
    let dev = CpuDevice::new(threads, isa, Compute::Bf16).unwrap();
    for (n, k) in
        [(1024, 1024), (3072, 1024), (1024, 3072), (4096, 1024), (4096, 4096), (32768, 1024)]
    {
        for fmt in [WeightFormat::Bf16] {
            let vals: Vec<f32> =
                (0..n * k).map(|i| ((i * 7919 % 1009) as f32 - 500.0) / 500.0).collect();
            let w0 = Weight::from_f32(fmt, n, k, &vals);
            // several copies so that decode streams from memory
            let copies = (256 << 20) / (n * k * 2) + 1;
            let ws: Vec<Weight> = (0..copies).map(|_| Weight::from_f32(fmt, n, k, &vals)).collect();
            let kern = Binder::new(&dev).bind::<Linear>(LinearNeed::of(&w0)).unwrap();
            for t in [1usize, 8, 512] {
                let x: Vec<f32> =
                    (0..t * k).map(|i| ((i * 31 % 97) as f32 - 48.0) / 48.0).collect();
                let mut out = vec![0.0; t * n];
                let run = |w: &Weight, out: &mut [f32]| {
                    kern.run(
                        &dev,
                        LinearArgs {
                            x: Tensor::from_f32(&x, &[t, k]),
                            weight: w,
                            bias: None,
                            out: TensorMut::from_f32(out, &[t, n]),
                        },
                    )
                };
                run(&w0, &mut out);
                let mut best = f64::MAX;
                if t <= 8 {
                    for _ in 0..5 {
                        let s = Instant::now();
                        for w in &ws {
                            run(w, &mut out);
                        }
                        best = best.min(s.elapsed().as_secs_f64() / copies as f64);
                    }
                } else {
                    for _ in 0..5 {
                        let s = Instant::now();
                        run(&w0, &mut out);
                        best = best.min(s.elapsed().as_secs_f64());
                    }
                }
                println!(
                    "{n}x{k} t={t}: {:.1} us  {:.1} GB/s  {:.1} GFLOP/s",
                    best * 1e6,
                    (n * k * 2) as f64 / best / 1e9,
                    (2 * n * k * t) as f64 / best / 1e9
                );
            }
        }
    }
    // streaming read
    let buf = vec![1u64; (512 << 20) / 8];
    let mut best = f64::MAX;
    let sink = std::sync::atomic::AtomicU64::new(0);
    for _ in 0..5 {
        let s = Instant::now();
        dev.pool().split(buf.len(), 4096, &|r| {
            let mut acc = [0u64; 32];
            for c in buf[r].chunks_exact(32) {
                for i in 0..32 {
                    acc[i] = acc[i].wrapping_add(c[i]);
                }
            }
            sink.fetch_add(acc.iter().sum(), std::sync::atomic::Ordering::Relaxed);
        });
        best = best.min(s.elapsed().as_secs_f64());
    }
    println!("read {:.1} GB/s", (512 << 20) as f64 / best / 1e9);
}
