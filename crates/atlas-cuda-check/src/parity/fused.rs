//! Kernels that are no op of their own: fused ones, picking rows, the most likely token.

use atlas_core::{KvFormat, KvFormats};
use atlas_cuda::ops::elementwise::embed::Embed;
use atlas_cuda::ops::norm::NormWeight;
use atlas_cuda::ops::rope::kv_store::CacheMut;
use atlas_cuda::ops::rope::qk_norm_rope::Rope;
use atlas_cuda::ops::rope::qkv_store::{QkvStore, QkvStoreArgs};
use atlas_cuda::ops::sampling::arg_max::ArgMax;
use atlas_cuda::upload::{self, Uploads};
use atlas_cuda::{CudaError, DeviceBuffer};
use atlas_tensor::ops::{KvStore, KvStoreArgs, QkNormRope, QkNormRopeArgs};
use atlas_tensor::testkit::{Noise, Output, OwnedSpan, Tolerance, all_rows};
use atlas_tensor::{Compute, DType, KvCache, Op, RopeTable};

use crate::parity::check::{Tally, distance, same, tolerance};
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};
use crate::parity::{copies, file_fetch};

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    rig.aligned.set(true);
    if tally.wants("arg_max") && rig.dtype == DType::F32 {
        for (rows, width) in [(1, 1), (3, 255), (5, 257), (2, 248_320), (65_539, 3)] {
            if !rig.runs_rows(rows) {
                continue;
            }
            let name = format!("arg_max {rows} x {width}");
            tally.case(&name, || arg_max(rig, rows, width, seed));
        }
    }
    if tally.wants("upload") && rig.dtype == DType::F32 {
        for bytes in [1, upload::CHUNK - 1, upload::CHUNK + 1, 4 * upload::CHUNK + 5] {
            tally.case(&format!("upload {bytes} bytes, twice"), || uploaded(rig, bytes, seed));
        }
    }
    if tally.wants("fetch") && rig.dtype == DType::F32 {
        tally.case("fetch from files, parts in any order", || file_fetch::in_any_order(seed));
        tally.case("fetch from a file that was shortened", || file_fetch::shortened(seed));
    }
    if tally.wants("copies") && rig.dtype == DType::F32 {
        tally.case("copies beside the work, there and back", || copies::there_and_back(seed));
    }
    if tally.wants("pick_rows") {
        tally.case(&format!("pick_rows {:?}", rig.dtype).to_lowercase(), || pick_rows(rig, seed));
    }
    if tally.wants("qkv_store") {
        for cache in [DType::F32, DType::Bf16] {
            if rig.dtype == DType::Bf16 && cache == DType::F32 {
                continue;
            }
            let name = format!("qkv_store {:?} {cache:?}", rig.dtype).to_lowercase();
            tally.case(&name, || qkv_store(rig, cache, seed));
        }
    }
}

fn text(error: CudaError) -> String {
    error.to_string()
}

/// Two uploads, one behind the other, to addresses off any boundary: what is read back, and the
/// bytes around them.
fn uploaded(rig: &Rig, bytes: usize, seed: u64) -> Result<String, String> {
    const ROOM: usize = 7;
    let data: Vec<u8> =
        (0..bytes as u64).map(|i| ((i ^ seed).wrapping_mul(0x9e37) >> 7) as u8).collect();
    let other: Vec<u8> = data.iter().map(|byte| !byte).collect();
    let run = || {
        let mut uploads = Uploads::new(&rig.device)?;
        let mut memory = DeviceBuffer::new(&rig.device, 2 * bytes + 3 * ROOM)?;
        memory.fill(&rig.stream, 0x5a)?;
        let second = ROOM + bytes + ROOM;
        for (at, data) in [(ROOM, &other), (second, &data), (ROOM, &data), (second, &other)] {
            // SAFETY: inside of `memory`, which outlives the read below.
            unsafe { uploads.write(&rig.stream, memory.ptr() + at as u64, data) }?;
        }
        let mut back = vec![0u8; memory.bytes()];
        memory.read(&rig.stream, 0, &mut back)?;
        let poison = [0x5a; ROOM];
        let expected = [&poison[..], &data, &poison, &other, &poison].concat();
        Ok(back == expected)
    };
    match run().map_err(text)? {
        true => Ok("the same bytes".into()),
        false => Err("other bytes".into()),
    }
}

/// Ties, broken rows and rows of minus infinity against a plain search.
fn arg_max(rig: &Rig, rows: usize, width: usize, seed: u64) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ 21);
    let mut values = noise.fill(rows * width, 3.0);
    for t in 0..rows {
        let row = &mut values[t * width..][..width];
        match t % 5 {
            1 => row.iter_mut().for_each(|x| *x = x.round()),
            2 => row[noise.below(width)] = f32::NAN,
            3 => row[noise.below(width)] = f32::INFINITY,
            4 => row.fill(f32::NEG_INFINITY),
            _ => {}
        }
    }
    let logits = rig.tensor(matrix(&values, [rows, 1, width])).map_err(text)?;
    let mut ids = rig.slice(&vec![7u32; rows]).map_err(text)?;
    let mut best = rig.slice(&vec![0f32; rows]).map_err(text)?;
    let mut run = || {
        let (ids, best) = (ids.get_mut().slice_mut(0, rows)?, best.get_mut().slice_mut(0, rows)?);
        ArgMax::bind(&rig.device)?.run(&rig.stream, logits.view()?, ids, best)
    };
    run().map_err(text)?;
    let ids: Vec<u32> = rig.values(&ids, 0, rows).map_err(text)?;
    let best: Vec<f32> = rig.values(&best, 0, rows).map_err(text)?;
    for t in 0..rows {
        let row = &values[t * width..][..width];
        let broken = row.iter().any(|x| x.is_nan() || *x == f32::INFINITY);
        let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let id = row.iter().position(|&x| x == top).map_or(0, |i| i as u32);
        let right = match broken {
            true => ids[t] == u32::MAX && best[t].is_nan(),
            false => ids[t] == id && best[t] == top,
        };
        if !right {
            return Err(format!("row {t}: id {} of {}, expected {id} of {top}", ids[t], best[t]));
        }
    }
    Ok("equal".into())
}

/// Rows of activations by index.
fn pick_rows(rig: &Rig, seed: u64) -> Result<String, String> {
    let (rows, width, picked) = (70, 33, [69u32, 0, 3, 3, 68]);
    let values = Noise::new(seed ^ 22).fill(rows * width, 1.0);
    let bytes: Vec<u8> = match rig.dtype {
        DType::F32 => bytemuck::cast_slice(&values).to_vec(),
        _ => values.iter().flat_map(|&x| half::bf16::from_f32(x).to_le_bytes()).collect(),
    };
    let table = rig.slice(&bytes).map_err(text)?;
    let ids = rig.slice(&picked).map_err(text)?;
    let mut result = vec![f32::NAN; picked.len() * width];
    let shape = [picked.len(), 1, width];
    let mut out = rig.tensor(matrix(&result, shape)).map_err(text)?;
    let mut run = || {
        let table = table.get().view(rig.dtype, 0, [rows, 1, width], [width, width])?;
        let op = Embed::bind(&rig.device, rig.dtype, rig.dtype)?;
        op.run(&rig.stream, Some(ids.get().slice(0, picked.len())?), table, out.view_mut()?)
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut matrix_mut(&mut result, shape))?;
    let expected: Vec<f32> =
        picked.iter().flat_map(|&r| values[r as usize * width..][..width].to_vec()).collect();
    same(&[("out", expected)], &[("out", result)])?;
    Ok("equal".into())
}

/// The fused kernel against the references one after the other.
fn qkv_store(rig: &Rig, dtype: DType, seed: u64) -> Result<String, String> {
    // Long: one random case, its reference and its launch side by side.
    let (heads, kv_heads, width, tokens) = (6, 2, 72, 16);
    let mut noise = Noise::new(seed ^ 23);
    let spans = OwnedSpan::scatter(&[(15, 3), (0, 17), (31, 1)], tokens, &mut noise);
    let rows: usize = spans.iter().map(|span| span.len).sum();
    let blocks = spans.iter().map(|span| span.blocks.len()).sum();
    let q = noise.fill(rows * heads * width, 1.0);
    let k = noise.fill(rows * kv_heads * width, 1.0);
    let v = noise.fill(rows * kv_heads * width, 1.0);
    let norms = [noise.fill(width, 1.0), noise.fill(width, 1.0)];
    let rope = RopeTable { attention_factor: 1.25, ..RopeTable::plain(10_000.0, 40) };
    let (q_shape, k_shape) = ([rows, heads, width], [rows, kv_heads, width]);
    let formats = KvFormats::both(if dtype == DType::F32 { KvFormat::F32 } else { KvFormat::Bf16 });
    let new =
        || KvCache::new(blocks, tokens, kv_heads, width, formats, 3).map_err(|e| e.to_string());
    let spans = OwnedSpan::clip(&spans, &(0..rows));
    let positions: Vec<u32> =
        spans.iter().flat_map(|span| span.start..span.start + span.len as u32).collect();

    let (mut q_ref, mut k_ref, mut cache_ref) = (q.clone(), k.clone(), new()?);
    for (values, shape, norm) in
        [(&mut q_ref, q_shape, &norms[0]), (&mut k_ref, k_shape, &norms[1])]
    {
        let args = QkNormRopeArgs {
            heads: matrix_mut(values, shape),
            norm: Some(norm.into()),
            eps: 1e-6,
            offset: 1.0,
            rope: Some(rope.view()),
            positions: (&positions).into(),
        };
        QkNormRope::reference(args, Compute::F32);
    }
    let (k_new, v_new) = (matrix(&k_ref, k_shape), matrix(&v, k_shape));
    let args = KvStoreArgs { k: k_new, v: v_new, spans: (&spans).into(), cache: &mut cache_ref };
    KvStore::reference(args, Compute::F32);

    let mut cache = new()?;
    let (mut memory, shape) = rig.cache(&cache).map_err(text)?;
    let mut q_dev = rig.tensor(matrix(&q, q_shape)).map_err(text)?;
    let k_dev = rig.tensor(matrix(&k, k_shape)).map_err(text)?;
    let v_dev = rig.tensor(matrix(&v, k_shape)).map_err(text)?;
    let weights = [rig.slice(&norms[0]).map_err(text)?, rig.slice(&norms[1]).map_err(text)?];
    let frequencies = rig.slice(&rope.inv_freq).map_err(text)?;
    let mut run = || {
        let norm = |i: usize| -> Result<Option<NormWeight<'_>>, CudaError> {
            let weight = weights[i].get().slice(0, width)?;
            Ok(Some(NormWeight { weight, eps: 1e-6, offset: 1.0 }))
        };
        let inv_freq = frequencies.get().slice(0, rope.inv_freq.len())?;
        let bytes = cache.bytes();
        let args = QkvStoreArgs {
            q: q_dev.view_mut()?,
            k: k_dev.view()?,
            v: v_dev.view()?,
            q_norm: norm(0)?,
            k_norm: norm(1)?,
            rope: Some(Rope { inv_freq, attention_factor: rope.attention_factor }),
            cache: CacheMut { memory: memory.get_mut().slice_mut(0, bytes)?, shape },
        };
        let step = rig.step(rows, &spans, Some(&shape))?;
        QkvStore::bind(&rig.device, rig.dtype, cache.formats)?.run(&rig.stream, &step, args)?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    let mut q_got = q;
    rig.fetch(&q_dev, &mut matrix_mut(&mut q_got, q_shape))?;
    rig.fetch_cache(&memory, &mut cache).map_err(text)?;
    let expected: [Output; 2] = [("q", q_ref), ("cache", all_rows(&cache_ref))];
    let got: [Output; 2] = [("q", q_got), ("cache", all_rows(&cache))];
    // A cache of bf16 may round to the other side: two roundings lie up to a unit of its last place
    // apart.
    let limit = match dtype {
        DType::Bf16 => Tolerance { abs: 3e-6, rel: 1.0 / 128.0 },
        _ => tolerance("qkv_store", Tolerance { abs: 3e-6, rel: 1e-5 }, rig.dtype),
    };
    let error = distance(&expected, &got, limit)?;
    Ok(format!("max error {:.1e}, norm {:.1e}", error.max, error.norm))
}
