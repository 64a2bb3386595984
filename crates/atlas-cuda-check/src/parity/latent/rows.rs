//! The kernel rows of multi-head latent attention.

use atlas_core::KvFormat;
use atlas_cuda::CudaError;
use atlas_cuda::ops::attention::Cache;
use atlas_cuda::ops::gemm::dispatch::GemmDispatch;
use atlas_cuda::ops::latent::head_maps::{HeadMap, HeadMapArgs, PlainHeadMap};
use atlas_cuda::ops::latent::head_maps_mma::MmaHeadMap;
use atlas_cuda::ops::latent::index_topk::{IndexArgs, IndexTopk as Indexer};
use atlas_cuda::ops::latent::mma::{MmaLatentAttention, WIDTHS};
use atlas_cuda::ops::latent::simt::SimtLatentAttention;
use atlas_cuda::ops::latent::{LatentArgs, Selected, expand, latent_store, query_temperature};
use atlas_cuda::ops::rope::kv_store::CacheMut;
use atlas_tensor::ops::*;
use atlas_tensor::{DType, KvHalf, Op, SliceMut, Tensor, TensorMut, Weight, WeightFormat};

use crate::parity::attention::rows::ROUNDED_WEIGHTS;
use crate::parity::rig::{Pooled, Rig, dtype_of};
use crate::parity::rows::{DeviceRow, OnDevice, Outcome, any, only, row, text};

impl OnDevice for QueryTemperature {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        only::<Self>(query_temperature)
    }
}

impl OnDevice for LatentStore {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        only::<Self>(store).into_iter().map(exact).collect()
    }
}

impl OnDevice for IndexTopk {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        // All rows at once, and one part after another.
        let rows = [
            row::<Self>("index_topk", None, any, |rig, args| index_topk(rig, args, usize::MAX)),
            row::<Self>("in_parts", None, any, |rig, args| index_topk(rig, args, 2)),
        ];
        rows.into_iter().map(exact).collect()
    }
}

impl OnDevice for LatentAttention {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        vec![
            row::<Self>("simt_walk", None, any, |rig, args| attend(rig, args, (false, 0))),
            row::<Self>("simt_split", None, any, |rig, args| attend(rig, args, (false, ROOM))),
            on_tiles("mma", |rig, args| attend(rig, args, (true, ROOM))),
            on_tiles("mma_whole", |rig, args| attend(rig, args, (true, 0))),
        ]
    }
}

impl OnDevice for AbsorbQueries {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        let run: [fn(&Rig, AbsorbQueriesArgs<'_>) -> Outcome; 2] = [
            |rig, mut args| {
                let map = (HeadMap::AbsorbQueries, false);
                head_map(rig, map, (args.q, args.weight), &mut args.out)
            },
            |rig, mut args| {
                let map = (HeadMap::AbsorbQueries, true);
                head_map(rig, map, (args.q, args.weight), &mut args.out)
            },
        ];
        map_rows::<Self>(run)
    }
}

impl OnDevice for LatentValues {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        let run: [fn(&Rig, LatentValuesArgs<'_>) -> Outcome; 2] = [
            |rig, mut args| {
                let map = (HeadMap::LatentValues, false);
                head_map(rig, map, (args.x, args.weight), &mut args.out)
            },
            |rig, mut args| {
                let map = (HeadMap::LatentValues, true);
                head_map(rig, map, (args.x, args.weight), &mut args.out)
            },
        ];
        map_rows::<Self>(run)
    }
}

impl OnDevice for LatentHeads {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        let meets: fn(&LatentHeadsNeed) -> Outcome = |need| {
            let widths = [need.latent, need.nope, need.rope, need.value];
            match need.cache {
                KvFormat::Bf16 if widths.iter().all(|width| width.is_multiple_of(8)) => Ok(()),
                _ => Err("a bf16 cache and widths in multiples of 8 only".to_owned()),
            }
        };
        let row = |name, run| DeviceRow {
            aligned: true,
            kept_to: 0,
            limit: Some(ROUNDED_WEIGHTS),
            ..row::<Self>(name, Some(DType::Bf16), meets, run)
        };
        vec![
            row("expanded", |rig, args| expanded_heads(rig, args, false)),
            row("expanded_in_parts", |rig, args| expanded_heads(rig, args, true)),
        ]
    }
}

/// A map on plain arithmetic, and on tensor cores.
fn map_rows<O>(run: [fn(&Rig, O::Args<'_>) -> Outcome; 2]) -> Vec<DeviceRow<O>>
where
    O: OnDevice + Op<Need = HeadMapNeed>,
{
    let meets: fn(&HeadMapNeed) -> Outcome = |need| match need.format {
        WeightFormat::Bf16 => Ok(()),
        _ => Err("bf16 weights only".to_owned()),
    };
    let on_tiles = row::<O>("mma", Some(DType::Bf16), meets, run[1]);
    vec![row::<O>("plain", None, any, run[0]), DeviceRow { aligned: true, ..on_tiles }]
}

/// f32 in which the parts of a row may meet.
const ROOM: usize = 64 << 20;

fn on_tiles(
    name: &'static str,
    run: fn(&Rig, LatentAttentionArgs<'_>) -> Outcome,
) -> DeviceRow<LatentAttention> {
    let meets: fn(&LatentAttentionNeed) -> Outcome = |need| match need.format {
        KvFormat::Bf16 if WIDTHS.contains(&[need.width, need.latent]) && !need.selected => Ok(()),
        _ => Err("a bf16 cache, vectors of certain widths and all positions only".to_owned()),
    };
    let limit = Some(ROUNDED_WEIGHTS);
    let row = row::<LatentAttention>(name, Some(DType::Bf16), meets, run);
    DeviceRow { aligned: true, kept_to: 0, limit, ..row }
}

/// Codes are stored, and positions selected, to the bit, whatever the type of activations.
fn exact<O: OnDevice>(row: DeviceRow<O>) -> DeviceRow<O> {
    DeviceRow { limit: Some(atlas_tensor::testkit::Tolerance::EXACT), ..row }
}

fn query_temperature(rig: &Rig, mut args: QueryTemperatureArgs<'_>) -> Outcome {
    let positions = rig.slice(&args.positions).map_err(text)?;
    let mut x = rig.tensor(args.x.as_ref()).map_err(text)?;
    let mut run = || {
        let op = query_temperature::QueryTemperature::bind(&rig.device, rig.dtype)?;
        let positions = positions.get().slice(0, args.positions.len())?;
        op.run(&rig.stream, x.view_mut()?, positions, (args.beta, args.period))
    };
    run().map_err(text)?;
    rig.fetch(&x, &mut args.x)
}

fn store(rig: &Rig, args: LatentStoreArgs<'_>) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let (mut memory, shape) = rig.cache(args.cache).map_err(text)?;
    let mut run = || {
        let step = rig.step(args.x.rows(), &args.spans, Some(&shape))?;
        let memory = memory.get_mut().slice_mut(0, args.cache.bytes())?;
        let format = args.cache.formats.key;
        let op = latent_store::LatentStore::bind(&rig.device, rig.dtype, format)?;
        let rows = (x.view()?, args.half == KvHalf::Index);
        op.run(&rig.stream, &step, rows, CacheMut { memory, shape })
    };
    run().map_err(text)?;
    rig.fetch_cache(&memory, args.cache).map_err(text)
}

/// All words of an output on the device.
fn words(
    of: &mut Option<(Pooled, usize)>,
) -> Result<atlas_cuda::view::SliceMut<'_, u32>, CudaError> {
    match of {
        Some((memory, len)) => memory.get_mut().slice_mut(0, *len),
        None => Err(CudaError::NotBuilt),
    }
}

/// With room for the scores of so many rows.
fn index_topk(rig: &Rig, mut args: IndexTopkArgs<'_>, rows: usize) -> Outcome {
    let q = rig.tensor(args.q).map_err(text)?;
    let weights = rig.tensor_as(args.weights, DType::F32).map_err(text)?;
    let (memory, shape) = rig.cache(args.cache).map_err(text)?;
    let mut outs = [Some(&mut args.positions), Some(&mut args.counts), args.certificate.as_mut()];
    let mut run = || {
        let upload = |out: &Option<&mut SliceMut<'_, u32>>| {
            out.as_ref().map(|out| Ok((rig.slice::<u32>(out)?, out.len()))).transpose()
        };
        let [mut positions, mut counts, mut certificate] =
            [upload(&outs[0])?, upload(&outs[1])?, upload(&outs[2])?];
        let step = rig.step(args.q.rows(), &args.spans, Some(&shape))?;
        let len = Indexer::row_len(&step) * rows.min(args.q.rows());
        let mut scores = rig.memory(4 * len)?;
        scores.get_mut().fill(&rig.stream, 0xff)?;
        let sizes = [args.q.dim(1), args.q.dim(2)];
        let op = Indexer::bind(&rig.device, rig.dtype, shape.formats.value, sizes)?;
        let all = IndexArgs {
            q: q.view()?,
            weights: weights.view()?,
            cache: Cache { memory: memory.get().slice(0, args.cache.bytes())?, shape },
            scale: args.scale,
            k: args.k,
            positions: words(&mut positions)?,
            counts: words(&mut counts)?,
            certificate: words(&mut certificate).ok(),
            scores: scores.get_mut().slice_mut(0, len)?,
        };
        op.run(&rig.stream, &step, &all)?;
        for (out, from) in outs.iter_mut().zip([&positions, &counts, &certificate]) {
            let (Some(out), Some((memory, len))) = (out, from) else { continue };
            out.copy_from_slice(&rig.values::<u32>(memory, 0, *len)?);
        }
        Ok(())
    };
    run().map_err(text)
}

/// On tensor cores or on plain arithmetic, with so much room for parts of a row.
fn attend(
    rig: &Rig,
    mut args: LatentAttentionArgs<'_>,
    (on_tiles, room): (bool, usize),
) -> Outcome {
    let q = rig.tensor(args.q).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let (memory, shape) = rig.cache(args.cache).map_err(text)?;
    let words = |words: &[u32]| rig.slice(words).map_err(text);
    let selection = match &args.selection {
        Some(of) => Some((words(&of.positions)?, words(&of.counts)?, of.k)),
        None => None,
    };
    let mut run = || {
        let step = rig.step(args.q.rows(), &args.spans, Some(&shape))?;
        let (heads, latent) = (args.q.dim(1), args.out.dim(2));
        let tiles = match on_tiles {
            true => Some(MmaLatentAttention::bind(&rig.device, [args.q.dim(2), latent])?),
            false => None,
        };
        let len = match &tiles {
            Some(tiles) => tiles.partial_len(&step, heads, room, None),
            None => SimtLatentAttention::partial_len(&step, heads, latent).min(room),
        };
        let mut partial = rig.memory(4 * len)?;
        partial.get_mut().fill(&rig.stream, 0xff)?;
        let partial = if len > 0 { Some(partial.get_mut().slice_mut(0, len)?) } else { None };
        let memory = memory.get().slice(0, args.cache.bytes())?;
        let rows = args.q.rows();
        let selection = match &selection {
            Some((positions, counts, k)) => Some(Selected {
                positions: positions.get().slice(0, rows * k)?,
                counts: counts.get().slice(0, rows)?,
                k: *k,
            }),
            None => None,
        };
        let args = LatentArgs {
            q: q.view()?,
            cache: Cache { memory, shape },
            scale: args.scale,
            selection,
            part: None,
            out: out.view_mut()?,
            partial,
        };
        match tiles {
            Some(tiles) => tiles.run(&rig.stream, &step, args)?,
            None => SimtLatentAttention::bind(&rig.device, rig.dtype, shape.formats.key)?.run(
                &rig.stream,
                &step,
                args,
            )?,
        }
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn head_map(
    rig: &Rig,
    (map, on_tiles): (HeadMap, bool),
    (x, weight): (Tensor<'_>, &Weight),
    to: &mut TensorMut<'_>,
) -> Outcome {
    let (x, dtype) = (rig.tensor(x).map_err(text)?, dtype_of(weight.format()).map_err(text)?);
    let weight = rig.weight(weight).map_err(text)?;
    let mut out = rig.tensor(to.as_ref()).map_err(text)?;
    let mut run = || {
        let args = HeadMapArgs { x: x.view()?, weight: weight.view()?, out: out.view_mut()? };
        // Rows of any number of elements meet either kernel.
        if on_tiles && MmaHeadMap::takes(&args) {
            return MmaHeadMap::bind(&rig.device, map)?.run(&rig.stream, &args);
        }
        PlainHeadMap::bind(&rig.device, map, rig.dtype, dtype)?.run(&rig.stream, &args)
    };
    run().map_err(text)?;
    rig.fetch(&out, to)
}

/// By keys and values made of the latents, of all heads at once or in a workspace for one alone.
fn expanded_heads(rig: &Rig, mut args: LatentHeadsArgs<'_>, in_parts: bool) -> Outcome {
    let q = rig.tensor(args.q).map_err(text)?;
    let weight = rig.weight(args.weight).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let (memory, shape) = rig.cache(args.cache).map_err(text)?;
    let (heads, latent) = (args.q.dim(1), args.weight.k());
    let rope = args.cache.head_dim - latent;
    let (nope, value) = (args.q.dim(2) - rope, args.out.dim(2));
    let of_heads = expand::LatentHeadShape { heads, latent, nope, rope, value };
    let mut run = || {
        let step = rig.step(args.q.rows(), &args.spans, Some(&shape))?;
        let kernel = expand::ExpandedHeads::bind(&rig.device, of_heads)?;
        let all = kernel.workspace_bytes(&step, shape.block_tokens, usize::MAX).unwrap_or(0);
        let least = (1..64).map(|part| all * part / 64);
        let bytes = |room| kernel.workspace_bytes(&step, shape.block_tokens, room);
        let least = least.filter_map(bytes).min().unwrap_or(all);
        let mut workspace = rig.memory(if in_parts { least } else { all })?;
        workspace.get_mut().fill(&rig.stream, 0xff)?;
        let call = expand::LatentHeadsArgs {
            q: q.view()?,
            weight: weight.view()?,
            cache: Cache { memory: memory.get().slice(0, args.cache.bytes())?, shape },
            scale: args.scale,
            out: out.view_mut()?,
        };
        let linears = GemmDispatch::bind(&rig.device)?;
        kernel.run(&rig.stream, &step, &linears, call, workspace.get_mut())?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}
