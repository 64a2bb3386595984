//! Weights that the device makes itself against those that the host makes: the same bytes.

use atlas_cuda::CudaError;
use atlas_cuda::ops::elementwise::dummy_weights::DummyWeights;
use atlas_model::checkpoint::{DummyFill, Role};
use atlas_tensor::testkit::Noise;
use atlas_tensor::{DType, Draws, Runs, Values};

use crate::parity::check::Tally;
use crate::parity::rig::Rig;

const ROLES: [Role; 6] =
    [Role::Matrix, Role::Norm, Role::ZeroCentredNorm, Role::Bias, Role::DecayLog, Role::StepOffset];
/// Elements: none, parts of a 16-byte piece, more than all threads of a small device take at once.
const LENGTHS: [usize; 10] = [0, 1, 7, 8, 9, 15, 16, 4097, 65_537, 1_000_003];
/// Written before and found again around what is filled.
const CANARY: u16 = 0x7fca;
const GUARD: usize = 24;

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::F32 || !tally.wants("fill") {
        return;
    }
    let mut noise = Noise::new(seed ^ 41);
    for role in ROLES {
        tally.case(&format!("fill {role:?}").to_lowercase(), || dummies(rig, role, &mut noise));
    }
    tally.case("fill parts", || parts(rig, &mut noise));
    tally.case("fill refusals", || refusals(rig));
}

fn text(error: CudaError) -> String {
    error.to_string()
}

/// Whole weights as the loader asks for them, of random seeds and names.
fn dummies(rig: &Rig, role: Role, noise: &mut Noise) -> Result<String, String> {
    for len in LENGTHS {
        let (seed, name) =
            (noise.next_u64(), format!("model.layers.{}.{:x}", len, noise.next_u64()));
        let made = DummyFill::new(seed, 2).weight(&name, 1, len, role).ok_or("no memory")?;
        let left = DummyFill::new(seed, 2).deferred().weight(&name, 1, len, role);
        let left = left.ok_or("a weight that was refused")?;
        let runs = left.runs().ok_or("a weight that was made")?;
        let got = filled(rig, runs.draws(), 0, len, 0)?;
        if bytemuck::cast_slice::<u16, u8>(&got) != made.bytes() {
            return Err(format!("{len} elements of {name}, seed {seed} differ"));
        }
    }
    Ok(format!("{} lengths up to {}, the same bytes", LENGTHS.len(), LENGTHS[LENGTHS.len() - 1]))
}

/// Parts of streams that begin anywhere, put anywhere, over values that are all different.
fn parts(rig: &Rig, noise: &mut Noise) -> Result<String, String> {
    let values = std::sync::Arc::new(Values::from_fn(|i| i as u16));
    let mut count = 0;
    for round in 0..4 {
        // The last stream's counter runs over the end of 64 bits.
        let key = if round == 3 { u64::MAX - 2 } else { noise.next_u64() };
        let draws = Draws::new(key, values.clone());
        for place in 0..8 {
            for len in [1, 2, 3, 5, 8, 13, 29, 2051] {
                let first = match noise.below(3) {
                    0 => noise.below(9) as u64,
                    1 => noise.below(1 << 20) as u64,
                    // Past what 32 bits count.
                    _ => (1 << 40) + noise.below(1 << 20) as u64,
                };
                let got = filled(rig, &draws, first, len, place)?;
                if got != Runs::new(draws.clone(), first..first + len as u64).make() {
                    return Err(format!("{len} elements from {first} on at {place} differ"));
                }
                count += 1;
            }
        }
    }
    Ok(format!("{count} parts, the same bytes"))
}

/// Values that the device writes `place` elements past a boundary of 16 bytes, between canaries.
fn filled(
    rig: &Rig,
    draws: &Draws,
    first: u64,
    len: usize,
    place: usize,
) -> Result<Vec<u16>, String> {
    let before = GUARD + place;
    let mut image = vec![CANARY; before + len + GUARD];
    let mut run = || {
        let values = rig.slice(draws.values().bits())?;
        let mut out = rig.slice(&image)?;
        let values = values.get().slice(0, draws.values().bits().len())?;
        let to = out.get_mut().slice_mut(2 * before, len)?;
        DummyWeights::bind(&rig.device)?.run(&rig.stream, values, draws.key(), first, to)?;
        out.get().read(&rig.stream, 0, &mut image[..])
    };
    run().map_err(text)?;
    let end = image.len() - GUARD;
    if image[..before].iter().chain(&image[end..]).any(|&x| x != CANARY) {
        return Err(format!("memory around {len} elements at {place} was written"));
    }
    Ok(image[before..end].to_vec())
}

/// A fill that is not possible is refused before any launch.
fn refusals(rig: &Rig) -> Result<String, String> {
    let memory = rig.slice(&vec![CANARY; 1 << 16]).map_err(text)?;
    let mut out = rig.slice(&[CANARY; 8]).map_err(text)?;
    let fill = DummyWeights::bind(&rig.device).map_err(text)?;
    for (values, first) in [((1 << 16) - 1, 0), (1 << 16, u64::MAX - 3), (1 << 16, 1 << 63)] {
        let values = memory.get().slice(0, values).map_err(text)?;
        let to = out.get_mut().slice_mut(0, 8).map_err(text)?;
        if fill.run(&rig.stream, values, 1, first, to).is_ok() {
            return Err(format!("elements from {first} on were filled"));
        }
    }
    let now: Vec<u16> = rig.values(&out, 0, 8).map_err(text)?;
    if now == [CANARY; 8] { Ok("refused".into()) } else { Err("refused and written".into()) }
}
