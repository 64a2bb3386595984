use super::*;
use crate::numbers::{E2M1, E4M3};

struct Check;

impl<S: Simd> Job<S> for Check {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        memory(s);
        sums(s);
        bf16(s);
        codes(s);
        exp_error(s);
    }
}

fn get<S: Simd>(s: S, v: S::V) -> Vec<f32> {
    let mut out = vec![0.0; S::LANES];
    // SAFETY: `out` has LANES elements.
    unsafe { s.store(out.as_mut_ptr(), v) };
    out
}

fn put<S: Simd>(s: S, values: &[f32]) -> S::V {
    assert_eq!(values.len(), S::LANES);
    // SAFETY: `values` has LANES elements.
    unsafe { s.load(values.as_ptr()) }
}

fn noise(n: usize) -> Vec<f32> {
    let mut x = 88172645463325252u64;
    let step = |_| {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        ((x >> 40) as f32 / (1 << 24) as f32 - 0.5) * 3.7
    };
    (0..n).map(step).collect()
}

fn memory<S: Simd>(s: S) {
    let data = noise(2 * S::LANES);
    for n in 0..=S::LANES {
        // SAFETY: `n` is at most LANES, `data` and `out` are longer.
        unsafe {
            let v = s.load_part(data.as_ptr(), n);
            let expect: Vec<f32> =
                (0..S::LANES).map(|i| if i < n { data[i] } else { 0.0 }).collect();
            assert_eq!(get(s, v), expect);
            let mut out = vec![9.0; S::LANES];
            s.store_part(out.as_mut_ptr(), n, s.splat(1.0));
            assert_eq!(out.iter().filter(|&&x| x == 9.0).count(), S::LANES - n);
            assert!(out[n..].iter().all(|&x| x == 9.0));
        }
    }
    let (a, b) = (put(s, &data[..S::LANES]), put(s, &data[S::LANES..]));
    let (even, odd) = s.deinterleave(a, b);
    assert_eq!(get(s, even), data.iter().copied().step_by(2).collect::<Vec<_>>());
    assert_eq!(get(s, odd), data.iter().copied().skip(1).step_by(2).collect::<Vec<_>>());
    assert_eq!(get(s, s.round(s.splat(2.5))), vec![2.0; S::LANES]);
    assert_eq!(get(s, s.round(s.splat(-3.5))), vec![-4.0; S::LANES]);
}

fn sums<S: Simd>(s: S) {
    let data = noise(4 * S::LANES);
    let v: [S::V; 4] = std::array::from_fn(|i| put(s, &data[i * S::LANES..][..S::LANES]));
    let four = s.sum4(v);
    for i in 0..4 {
        let mut lanes = data[i * S::LANES..][..S::LANES].to_vec();
        let max = lanes.iter().copied().fold(f32::MIN, f32::max);
        assert_eq!(s.max_lane(v[i]), max);
        while lanes.len() > 1 {
            let half = lanes.len() / 2;
            lanes = (0..half).map(|i| lanes[i] + lanes[i + half]).collect();
        }
        assert_eq!(s.sum(v[i]).to_bits(), lanes[0].to_bits());
        assert_eq!(four[i].to_bits(), lanes[0].to_bits());
    }
}

fn bf16<S: Simd>(s: S) {
    let mut values = noise(2 * S::LANES);
    values[0] = f32::NAN;
    values[1] = f32::INFINITY;
    values[2] = f32::from_bits(0x3f80_8000);
    values[3] = f32::from_bits(0x3f81_8000);
    values[4] = f32::from_bits(0x7f7f_ffff);
    values[5] = f32::from_bits(0x0000_ffff);
    let bits: Vec<u16> = values.iter().map(|&x| half::bf16::from_f32(x).to_bits()).collect();
    let wide: Vec<u32> = bits.iter().map(|&b| u32::from(b) << 16).collect();
    let as_bits = |v: S::V| get(s, v).iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(as_bits(s.to_bf16(put(s, &values[..S::LANES]))), wide[..S::LANES]);
    let f16s: Vec<u16> = values.iter().map(|&x| half::f16::from_f32(x).to_bits()).collect();
    let f16_wide: Vec<u32> =
        f16s.iter().map(|&b| half::f16::from_bits(b).to_f32().to_bits()).collect();
    // SAFETY: every buffer has 2 * LANES elements.
    unsafe {
        assert_eq!(as_bits(s.load_bf16(bits.as_ptr())), wide[..S::LANES]);
        let even: Vec<u32> = wide.iter().copied().step_by(2).collect();
        let odd: Vec<u32> = wide.iter().copied().skip(1).step_by(2).collect();
        assert_eq!(as_bits(s.load_bf16_even(bits.as_ptr())), even);
        assert_eq!(as_bits(s.load_bf16_odd(bits.as_ptr())), odd);
        assert_eq!(as_bits(s.load_f16(f16s.as_ptr())), f16_wide[..S::LANES]);
    }
}

fn codes<S: Simd>(s: S) {
    let all: Vec<u8> = (0..=255).collect();
    let same = |got: f32, expected: f32| {
        assert!(got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan()));
    };
    for part in all.chunks(S::LANES) {
        // SAFETY: a part has LANES bytes, which divide 256.
        let (wide, low, high) = unsafe {
            let p = part.as_ptr();
            (s.load_e4m3(p), s.load_e2m1(p, false), s.load_e2m1(p, true))
        };
        for (i, code) in part.iter().map(|&code| usize::from(code)).enumerate() {
            same(get(s, wide)[i], E4M3[code]);
            same(get(s, low)[i], E2M1[code & 15]);
            same(get(s, high)[i], E2M1[code >> 4]);
        }
    }
}

fn exp_error<S: Simd>(s: S) {
    let mut worst = 0.0f64;
    let mut x = -87.0f32;
    while x < 88.7 {
        let inputs: Vec<f32> = (0..S::LANES).map(|i| x + i as f32 * 0.000_37).collect();
        for (got, x) in get(s, exp(s, put(s, &inputs))).iter().zip(inputs) {
            let exact = f64::from(x).exp();
            let ulp = f64::from((exact as f32).next_up()) - f64::from(exact as f32);
            worst = worst.max((f64::from(*got) - exact).abs() / ulp);
        }
        x += S::LANES as f32 * 0.000_37;
    }
    println!("exp on {}: {worst:.2} ulp at most", S::ISA);
    assert!(worst <= 2.0, "{worst} ulp");
    let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -200.0, 200.0, -100.0];
    for x in special {
        let (got, exact) = (get(s, exp(s, s.splat(x)))[0], x.exp());
        assert!(got == exact || (got.is_nan() && exact.is_nan()) || (got - exact).abs() < 3e-45);
    }
    assert_eq!(get(s, silu(s, s.splat(-200.0)))[0], 0.0);
    assert_eq!(get(s, sigmoid(s, s.splat(0.0)))[0], 0.5);
}

fn on<S: Simd>() {
    if !S::ISA.is_available() {
        println!("NOT RUN: this CPU has no {}", S::ISA);
        return;
    }
    // SAFETY: just checked.
    unsafe { S::assume() }.vectorise(Check);
}

#[test]
fn every_available_set_agrees_with_scalar_arithmetic() {
    on::<Portable>();
    #[cfg(target_arch = "x86_64")]
    {
        on::<Avx2>();
        on::<Avx512>();
        on::<Avx512Bf16>();
    }
}
