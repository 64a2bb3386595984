//! `latent_attention` on plain arithmetic, for any type and width.

use atlas_tensor::{DType, KvFormat};
use bytemuck::{Pod, Zeroable};

use super::{LatentArgs, check};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::kv_part::PartParams;
use crate::ops::kv_shape::KvLayout;
use crate::ops::step::StepTables;
use crate::ops::{Family, activation};
use crate::stream::Stream;

/// Positions of a split, heads of a block, the widest vector, as in the kernel's source.
const SPLIT: usize = 256;
const HEADS: usize = 4;
pub(crate) const WIDTH_MAX: usize = 1024;
const THREADS: u32 = 128;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct LatentParams {
    q: u64,
    cache: u64,
    out: u64,
    partial: u64,
    positions: u64,
    row_span: u64,
    block_base: u64,
    blocks: u64,
    taken: u64,
    counts: u64,
    k: i64,
    q_row: i64,
    q_head: i64,
    out_row: i64,
    out_head: i64,
    rows: i64,
    heads: i64,
    width: i64,
    latent: i64,
    block_tokens: i64,
    splits: i64,
    scale: f32,
    unused: f32,
    layout: KvLayout,
    part: PartParams,
}
pub(crate) const LATENT_SIMT: Family = Family::of::<LatentParams>(
    "latent/simt",
    &[
        "latent_simt_walk_f32_f32",
        "latent_simt_walk_f32_bf16",
        "latent_simt_walk_f32_fp8",
        "latent_simt_walk_bf16_f32",
        "latent_simt_walk_bf16_bf16",
        "latent_simt_walk_bf16_fp8",
        "latent_simt_split_f32_f32",
        "latent_simt_split_f32_bf16",
        "latent_simt_split_f32_fp8",
        "latent_simt_split_bf16_f32",
        "latent_simt_split_bf16_bf16",
        "latent_simt_split_bf16_fp8",
        "latent_simt_selected_f32_f32",
        "latent_simt_selected_f32_bf16",
        "latent_simt_selected_f32_fp8",
        "latent_simt_selected_bf16_f32",
        "latent_simt_selected_bf16_bf16",
        "latent_simt_selected_bf16_fp8",
        "latent_simt_merge_f32",
        "latent_simt_merge_bf16",
    ],
);

/// The part of a kernel's name that says a format, or an error where no kernel reads it.
pub(super) fn expect_format(op: &'static str, format: KvFormat) -> Result<&'static str, CudaError> {
    match format {
        KvFormat::F32 => Ok("f32"),
        KvFormat::Bf16 => Ok("bf16"),
        KvFormat::Fp8 => Ok("fp8"),
        _ => Err(CudaError::bad(op, format!("latents in {format}, not f32, bf16 or fp8"))),
    }
}

/// Causal attention of all heads to one vector a token.
pub struct SimtLatentAttention {
    walk: Kernel,
    split: Kernel,
    selected: Kernel,
    merge: Kernel,
    dtype: DType,
    format: KvFormat,
}

impl SimtLatentAttention {
    /// For activations of `dtype` and a cache of f32, bf16 or `fp8`.
    ///
    /// # Errors
    /// No kernel has this type or this format.
    pub fn bind(device: &Device, dtype: DType, format: KvFormat) -> Result<Self, CudaError> {
        let op = "latent_attention";
        let (t, c) = (activation(op, dtype)?, expect_format(op, format)?);
        let kernel = |name: String| device.kernel(&format!("latent_simt_{name}"));
        Ok(Self {
            walk: kernel(format!("walk_{t}_{c}"))?,
            split: kernel(format!("split_{t}_{c}"))?,
            selected: kernel(format!("selected_{t}_{c}"))?,
            merge: kernel(format!("merge_{t}"))?,
            dtype,
            format,
        })
    }

    /// f32 that the splits of a step take, for rows of `heads` heads whose values have `latent`
    /// elements.
    pub fn partial_len(step: &StepTables, heads: usize, latent: usize) -> usize {
        step.rows * heads * step.end_max.div_ceil(SPLIT) * (latent + 2)
    }

    /// `q[T, H, W]` of every span against its blocks to `out[T, H, R]`. Rows outside all spans are
    /// left alone. With less than [`Self::partial_len`] a block walks all splits of its row: the
    /// same bits, in more time. Over selected positions, or a part, it always does.
    ///
    /// # Errors
    /// Shapes that disagree, vectors wider than 1,024, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: LatentArgs<'_>,
    ) -> Result<(), CudaError> {
        let (op, out, shape) = ("latent_attention", args.out.view(), &args.cache.shape);
        check(op, step, &args, self.dtype, self.format)?;
        let [rows, heads, latent] = out.shape;
        if shape.head_dim > WIDTH_MAX {
            return Err(CudaError::bad(op, format!("vectors of {}", shape.head_dim)));
        }
        if rows == 0 || heads == 0 || latent == 0 || step.end_max == 0 {
            return Ok(());
        }
        let splits = step.end_max.div_ceil(SPLIT);
        let needed = Self::partial_len(step, heads, latent);
        let selection = args.selection;
        let apart = selection.is_none() && args.part.is_none() && splits > 1;
        let partial = args.partial.filter(|partial| apart && partial.len >= needed);
        let params = LatentParams {
            q: args.q.ptr,
            cache: args.cache.memory.ptr,
            out: out.ptr,
            partial: partial.as_ref().map_or(0, |partial| partial.ptr),
            positions: step.positions(),
            row_span: step.row_span(),
            block_base: step.block_base(),
            blocks: step.block_table(),
            taken: selection.map_or(0, |of| of.positions.ptr),
            counts: selection.map_or(0, |of| of.counts.ptr),
            k: selection.map_or(0, |of| of.k) as i64,
            q_row: args.q.strides[0] as i64,
            q_head: args.q.strides[1] as i64,
            out_row: out.strides[0] as i64,
            out_head: out.strides[1] as i64,
            rows: rows as i64,
            heads: heads as i64,
            width: shape.head_dim as i64,
            latent: latent as i64,
            block_tokens: shape.block_tokens as i64,
            splits: splits as i64,
            scale: args.scale,
            unused: 0.0,
            layout: shape.layout(),
            part: PartParams::of(args.part.as_ref()),
        };
        let groups = heads.div_ceil(HEADS);
        let launch = Launch { op, shape: [rows, heads, shape.head_dim, step.end_max] };
        if partial.is_none() {
            let grid = Grid::new([rows, groups, 1], THREADS);
            let kernel = if selection.is_some() { &self.selected } else { &self.walk };
            return kernel.launch(stream, launch, grid, &params);
        }
        self.split.launch(stream, launch, Grid::new([rows, groups, splits], THREADS), &params)?;
        self.merge.launch(stream, launch, Grid::new([rows, heads, 1], THREADS), &params)
    }
}
