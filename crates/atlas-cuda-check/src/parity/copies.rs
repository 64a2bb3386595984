//! Copies between device memory and the host on a stream of their own.

use std::sync::Arc;

use atlas_cuda::{Cuda, Options};
use atlas_tensor::device::Part;
use atlas_tensor::{Backend, Compute, DeviceMemory};

/// Bytes of each memory, of no round length; together they hold more than all chunks of pinned
/// memory.
const BYTES: usize = 10_000_007;
/// A chunk of pinned memory.
const CHUNK: usize = 8 << 20;

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// Parts of `bytes` bytes in all, at random places of `memories` that do not overlap.
fn parts(
    memories: &[Arc<dyn DeviceMemory>],
    bytes: usize,
    random: &mut fastrand::Rng,
) -> Vec<Part> {
    let (mut left, mut parts) = (bytes, Vec::new());
    let mut at = vec![0; memories.len()];
    while left > 0 {
        let which = random.usize(..memories.len());
        let start = at[which] + random.usize(..9);
        let most = left.min(memories[which].bytes().saturating_sub(start));
        let longest = 1 << random.u32(1..24);
        let len = most.min(random.usize(1..=longest));
        if len == 0 {
            continue;
        }
        parts.push(Part { memory: memories[which].clone(), range: start..start + len });
        (at[which], left) = (start + len, left - len);
    }
    parts
}

/// Parts of all lengths there and back, each behind what the device was given before; every byte,
/// and those between.
pub fn there_and_back(seed: u64) -> Result<String, String> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let cuda = Cuda::open(0, Compute::F32, true, Options::default()).map_err(text)?;
    let mut queue = cuda.copy_queue().map_err(text)?.ok_or("no queue of copies")?;
    let memories: Vec<_> =
        (0..3).map(|_| cuda.allocate(BYTES)).collect::<Result<_, _>>().map_err(text)?;
    let mut lens = vec![0, 1, 31, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5];
    random.shuffle(&mut lens);
    for &bytes in &lens {
        let parts = parts(&memories, bytes, random);
        let data: Vec<u8> = (0..bytes).map(|_| random.u8(..)).collect();
        let poison = random.u8(..);
        // The copies come after this, though it is queued on another stream.
        memories.iter().for_each(|memory| memory.fill(0..BYTES, poison));
        queue.after(&cuda.mark().map_err(text)?).map_err(text)?;
        queue.write(&parts, &data).map_err(text)?;
        queue.finish().map_err(text)?;
        let mut expected = vec![vec![poison; BYTES]; memories.len()];
        let mut done = 0;
        for part in &parts {
            let which = memories.iter().position(|m| m.address() == part.memory.address());
            let (to, len) = (&mut expected[which.ok_or("a memory")?], part.range.len());
            to[part.range.clone()].copy_from_slice(&data[done..done + len]);
            done += len;
        }
        for (memory, expected) in memories.iter().zip(&expected) {
            let mut found = vec![!poison; BYTES];
            memory.read(0, &mut found);
            if let Some(at) = found.iter().zip(expected).position(|(a, b)| a != b) {
                return Err(format!("byte {at} after {bytes} bytes were written"));
            }
        }
        let mut back = vec![!poison; bytes];
        queue.after(&cuda.mark().map_err(text)?).map_err(text)?;
        queue.read(&parts, &mut back).map_err(text)?;
        if back != data {
            return Err(format!("{bytes} bytes come back as others"));
        }
    }
    if queue.read(&[Part { memory: memories[0].clone(), range: 5..BYTES + 1 }], &mut [0; 9]).is_ok()
    {
        return Err("a part outside of its memory is read".into());
    }
    Ok(format!("{} lengths, the same bytes", lens.len()))
}
