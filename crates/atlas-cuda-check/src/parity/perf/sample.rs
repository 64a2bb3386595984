//! Sampling at a vocabulary of 248,320: what requests ask for most.

use atlas_cuda::DeviceBuffer;
use atlas_cuda::ops::sampling::sample::{
    Batch, Penalty, Request, Sample, SampleLimits, SampleMemory, SampleResult,
};
use atlas_tensor::DType;
use atlas_tensor::testkit::Noise;

use super::{Bench, Done, VOCAB};

/// Tokens with a penalty.
const SEEN: usize = 2000;
/// Rows of logits that calls take turns with.
const POOL_ROWS: usize = 256;

impl Bench<'_> {
    pub(super) fn sampling(&mut self) -> Done {
        if self.only.is_some_and(|only| !"sample".contains(only)) {
            return Ok(());
        }
        let (stream, device) = (&self.rig.stream, &self.rig.device);
        // A thousandth of the tokens stands out, as after a softmax of a language model.
        let mut noise = Noise::new(37);
        let block: Vec<f32> = (0..4 << 20)
            .map(|i| noise.normal() * 3.0 + if i % 997 == 0 { 9.0 } else { 0.0 })
            .collect();
        let mut logits = DeviceBuffer::new(device, POOL_ROWS * VOCAB * 4)?;
        for at in (0..POOL_ROWS * VOCAB).step_by(block.len()) {
            let left = block.len().min(POOL_ROWS * VOCAB - at);
            logits.write(stream, 4 * at, &block[..left])?;
        }
        let penalties: Vec<_> = (0..SEEN as u32)
            .map(|t| Penalty { token: t * 97, divide: 1.1, subtract: 0.0 })
            .collect();
        let mask: Vec<u32> = (0..VOCAB.div_ceil(32)).map(|_| noise.next_u64() as u32).collect();
        let plain = Request { temperature: 1.0, ..Request::default() };
        let requests = [
            ("greedy", Request::default()),
            ("greedy, 5 logprobs", Request { logprobs: Some(5), ..Request::default() }),
            ("greedy, mask", Request { allowed: Some(&mask), ..Request::default() }),
            ("temperature", plain),
            ("top_k 20, top_p 0.95", Request { top_k: 20, top_p: 0.95, ..plain }),
            ("top_k 2000", Request { top_k: 2000, ..plain }),
            ("top_p 0.9", Request { top_p: 0.9, ..plain }),
            ("top_p 0.9, flat", Request { top_p: 0.9, temperature: 9.0, ..plain }),
            ("min_p 0.05", Request { min_p: 0.05, ..plain }),
            ("2000 penalties, top_k 20", Request { penalties: &penalties, top_k: 20, ..plain }),
        ];
        let op = Sample::bind(device)?;
        for (name, request) in requests {
            for rows in [1, 32, POOL_ROWS] {
                let mut batch = Batch::new(VOCAB);
                for seed in 0..rows as u64 {
                    batch.push(&Request { seed, ..request })?;
                }
                let (edits, masks) = (rows * SEEN, rows);
                let limits = SampleLimits { rows, vocab: VOCAB, edits, masks };
                let mut memory = SampleMemory::new(&self.rig.device, limits)?;
                memory.upload(&self.rig.stream, &batch)?;
                let bytes = rows * size_of::<SampleResult>();
                let mut results = DeviceBuffer::new(&self.rig.device, bytes)?;
                let name = format!("sample {rows} x {VOCAB} {name}");
                self.time(&name, (4 * rows * VOCAB, 0), |bench, i| {
                    let first = i * rows % POOL_ROWS;
                    let at = 4 * VOCAB * if first + rows > POOL_ROWS { 0 } else { first };
                    let logits = logits.view(DType::F32, at, [rows, 1, VOCAB], [VOCAB, VOCAB])?;
                    op.run(&bench.rig.stream, logits, &mut memory, results.slice_mut(0, rows)?)
                })?;
            }
        }
        Ok(())
    }
}
