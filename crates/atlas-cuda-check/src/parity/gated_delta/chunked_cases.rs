//! The cases of `gated_delta/chunk` and their numbers.

use atlas_tensor::testkit::{Noise, OwnedSpan};
use half::bf16;

/// Decay gates of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gates {
    /// As models have them: some heads forget at once, some hardly.
    Mixed,
    /// Decays near 1, and exactly 1.
    Open,
    /// Decays near 0.
    Shut,
    /// Log decays down to minus infinity amid open gates.
    Strong,
    /// A run of tokens that forget all, then open gates: sums of log decays are large, their
    /// differences small.
    Wiped,
}

/// Write strengths of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beta {
    Between,
    Zero,
    One,
    /// 0 and 1 in turn at random.
    Either,
}

/// A step and what is in it.
pub struct Case {
    /// (start, len) of each span.
    pub spans: Vec<(usize, usize)>,
    /// Key heads, value heads, widths.
    pub shape: [usize; 4],
    pub gates: Gates,
    pub beta: Beta,
    /// Whether keys are nearly alike, which makes the triangle as full as it can be.
    pub alike: bool,
    /// Deviation of the state before.
    pub state: f32,
}

/// Rows of a case and what is in them.
pub struct Data {
    pub rows: usize,
    pub spans: Vec<OwnedSpan>,
    pub q: Vec<f32>,
    pub k: Vec<f32>,
    pub v: Vec<f32>,
    pub g: Vec<f32>,
    pub beta: Vec<f32>,
    /// `[slots, heads, dk, dv]`; slots that no span has hold a canary.
    pub state: Vec<f32>,
    pub slots: usize,
}

/// Every case; without the long ones if `short`.
pub fn cases(short: bool) -> Vec<Case> {
    use Beta::{Between, Either, One, Zero};
    use Gates::{Mixed, Open, Shut, Strong, Wiped};
    let both = [1, 2, 128, 128];
    let small = [1, 1, 64, 64];
    let one = |start: usize, len: usize| vec![(start, len)];
    let case =
        |spans, shape, gates, beta, state| Case { spans, shape, gates, beta, alike: false, state };
    let alike = |case: Case| Case { alike: true, ..case };
    let mut all = vec![
        case(one(0, 64), small, Mixed, Between, 0.0),
        case(one(0, 64), both, Mixed, Between, 0.3),
        case(one(0, 1), small, Mixed, Between, 0.3),
        case(one(63, 1), small, Mixed, Between, 0.3),
        case(one(0, 63), small, Mixed, One, 0.0),
        case(one(0, 65), both, Mixed, Between, 0.0),
        case(one(64, 65), [1, 1, 128, 64], Mixed, Either, 1.0),
        case(one(1, 127), [1, 1, 64, 128], Mixed, Between, 0.3),
        case(one(1, 126), small, Mixed, Between, 0.3),
        case(one(60, 197), [2, 4, 64, 64], Open, Between, 0.3),
        case(one(128, 128), both, Open, One, 1.0),
        case(one(128, 129), both, Shut, Between, 3.0),
        case(one(0, 191), [1, 3, 64, 32], Shut, One, 0.0),
        case(one(0, 192), both, Strong, Between, 0.3),
        case(one(7, 257), [1, 1, 64, 96], Strong, One, 1.0),
        case(one(0, 256), small, Strong, Either, 0.3),
        case(one(0, 128), both, Wiped, Between, 0.3),
        case(one(64, 193), [1, 1, 64, 32], Wiped, One, 0.3),
        case(one(0, 128), small, Mixed, Zero, 0.3),
        case(one(0, 128), small, Open, Zero, 0.0),
        case(one(0, 130), both, Mixed, Either, 0.3),
        alike(case(one(0, 192), both, Open, One, 0.3)),
        alike(case(one(0, 192), small, Mixed, Between, 0.3)),
        alike(case(one(3, 200), small, Strong, Either, 0.3)),
        case(vec![], small, Mixed, Between, 0.3),
        case(vec![(5, 0), (0, 0)], small, Mixed, Between, 0.3),
        case(vec![(0, 64), (0, 0), (70, 1), (64, 130)], both, Mixed, Between, 0.3),
        case(vec![(1, 63), (9, 1), (128, 64), (0, 3), (63, 66)], small, Open, Between, 0.3),
        case(vec![(0, 129), (192, 128), (0, 64)], [2, 2, 64, 64], Strong, Either, 0.3),
        case(vec![(1000, 1031), (17, 1)], [1, 2, 64, 32], Mixed, Between, 0.3),
        case(one(0, 1024), [1, 1, 128, 32], Open, Between, 0.0),
    ];
    if !short {
        all.push(case(one(0, 8192), [1, 1, 128, 32], Mixed, Between, 0.0));
        all.push(case(vec![(64, 8191), (0, 4097)], small, Open, One, 0.3));
    }
    all
}

/// Fresh numbers for a case, salted by its place among all.
pub fn data(case: &Case, index: usize) -> Data {
    let [key_heads, heads, dk, dv] = case.shape;
    let mut noise = Noise::new(60 + index as u64);
    let mut fill = |n: usize| -> Vec<f32> {
        (0..n).map(|_| bf16::from_f32(noise.normal()).to_f32()).collect()
    };
    // A row that no span has before and behind each of them.
    let mut spans = Vec::new();
    let (mut rows, slots) = (1, 2 * case.spans.len() + 1);
    for (i, &(start, len)) in case.spans.iter().enumerate() {
        spans.push(OwnedSpan {
            slot: 2 * i + 1,
            row: rows,
            len,
            drafts: 0,
            start: start as u32,
            blocks: vec![],
        });
        rows += len + 1;
    }
    let (q, mut k, v) =
        (fill(rows * key_heads * dk), fill(rows * key_heads * dk), fill(rows * heads * dv));
    if case.alike {
        let first = k[..key_heads * dk].to_vec();
        for (i, k) in k.iter_mut().enumerate() {
            *k = bf16::from_f32(first[i % first.len()] + 0.02 * *k).to_f32();
        }
    }
    let (draws, fates) = (fill(rows * heads), fill(rows * heads));
    let gate = |(i, (x, fate)): (usize, (&f32, &f32))| match case.gates {
        Gates::Mixed => -x.abs() * [0.01, 0.3, 3.0][i % heads % 3],
        Gates::Open => {
            if *fate > 0.0 {
                0.0
            } else {
                -1e-4 * x.abs()
            }
        }
        Gates::Shut => -8.0 - 3.0 * x.abs(),
        Gates::Strong if *fate > 2.0 => f32::NEG_INFINITY,
        Gates::Strong if *fate > 1.2 => -1e30,
        Gates::Strong if *fate < -1.2 => -90.0 - 900.0 * x.abs(),
        Gates::Wiped if i / heads % 61 < 20 => -1000.0,
        Gates::Strong | Gates::Wiped => -0.01 * x.abs(),
    };
    let g = draws.iter().zip(&fates).enumerate().map(gate).collect();
    let beta = |x: f32| match case.beta {
        Beta::Between => 1.0 / (1.0 + (-2.0 * x).exp()),
        Beta::Zero => 0.0,
        Beta::One => 1.0,
        Beta::Either => f32::from(u8::from(x > 0.0)),
    };
    let beta = fill(rows * heads).into_iter().map(beta).collect();
    let matrices = heads * dk * dv;
    let mut state: Vec<f32> =
        fill(slots * matrices).iter().map(|x| x * case.state * 1.37).collect();
    for slot in (0..slots).step_by(2) {
        state[slot * matrices..][..matrices].fill(f32::from_bits(0x7fca_7fca));
    }
    Data { rows, spans, q, k, v, g, beta, state, slots }
}
