//! `attention` on plain arithmetic, for any type and width.

use atlas_tensor::{DType, KvFormats};
use bytemuck::{Pod, Zeroable};

use super::{AttentionArgs, check};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::kv_part::PartParams;
use crate::ops::kv_shape::{KvLayout, numbers};
use crate::ops::step::StepTables;
use crate::ops::{Family, activation, tag};
use crate::stream::Stream;

/// Positions of a split, as in the kernel's source.
const SPLIT: usize = 256;
const THREADS: u32 = 128;
/// Query heads that go through a block of keys together.
const GROUPS: [usize; 4] = [1, 2, 4, 8];

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct AttentionParams {
    q: u64,
    cache: u64,
    out: u64,
    partial: u64,
    positions: u64,
    row_span: u64,
    block_base: u64,
    blocks: u64,
    q_row: i64,
    q_head: i64,
    out_row: i64,
    out_head: i64,
    rows: i64,
    kv_heads: i64,
    group: i64,
    width: i64,
    block_tokens: i64,
    window: i64,
    splits: i64,
    scale: f32,
    unused: f32,
    layout: KvLayout,
    part: PartParams,
}
pub(crate) const ATTENTION: Family = Family::of::<AttentionParams>(
    "attention/simt",
    &[
        "attention_simt_f32_f32_1",
        "attention_simt_f32_f32_2",
        "attention_simt_f32_f32_4",
        "attention_simt_f32_f32_8",
        "attention_simt_f32_bf16_1",
        "attention_simt_f32_bf16_2",
        "attention_simt_f32_bf16_4",
        "attention_simt_f32_bf16_8",
        "attention_simt_bf16_bf16_1",
        "attention_simt_bf16_bf16_2",
        "attention_simt_bf16_bf16_4",
        "attention_simt_bf16_bf16_8",
        "attention_simt_split_f32_f32_1",
        "attention_simt_split_f32_f32_2",
        "attention_simt_split_f32_f32_4",
        "attention_simt_split_f32_f32_8",
        "attention_simt_split_f32_bf16_1",
        "attention_simt_split_f32_bf16_2",
        "attention_simt_split_f32_bf16_4",
        "attention_simt_split_f32_bf16_8",
        "attention_simt_split_bf16_bf16_1",
        "attention_simt_split_bf16_bf16_2",
        "attention_simt_split_bf16_bf16_4",
        "attention_simt_split_bf16_bf16_8",
        "attention_simt_f32_codes_1",
        "attention_simt_f32_codes_2",
        "attention_simt_f32_codes_4",
        "attention_simt_f32_codes_8",
        "attention_simt_bf16_codes_1",
        "attention_simt_bf16_codes_2",
        "attention_simt_bf16_codes_4",
        "attention_simt_bf16_codes_8",
        "attention_simt_split_f32_codes_1",
        "attention_simt_split_f32_codes_2",
        "attention_simt_split_f32_codes_4",
        "attention_simt_split_f32_codes_8",
        "attention_simt_split_bf16_codes_1",
        "attention_simt_split_bf16_codes_2",
        "attention_simt_split_bf16_codes_4",
        "attention_simt_split_bf16_codes_8",
        "attention_simt_merge_f32",
        "attention_simt_merge_bf16",
    ],
);

/// Causal attention with grouped queries.
pub struct SimtAttention {
    whole: [Kernel; 4],
    split: [Kernel; 4],
    merge: Kernel,
    dtype: DType,
    formats: KvFormats,
}

impl SimtAttention {
    /// For activations of `dtype` and a cache of any formats.
    ///
    /// # Errors
    /// No kernel has these types.
    pub fn bind(device: &Device, dtype: DType, formats: KvFormats) -> Result<Self, CudaError> {
        let (t, c) = (activation("attention", dtype)?, numbers(formats).map_or("codes", tag));
        let all = |name: &str| -> Result<[Kernel; 4], CudaError> {
            let kernel = |heads: usize| device.kernel(&format!("{name}_{t}_{c}_{heads}"));
            Ok([kernel(GROUPS[0])?, kernel(GROUPS[1])?, kernel(GROUPS[2])?, kernel(GROUPS[3])?])
        };
        Ok(Self {
            whole: all("attention_simt")?,
            split: all("attention_simt_split")?,
            merge: device.kernel(&format!("attention_simt_merge_{t}"))?,
            dtype,
            formats,
        })
    }

    /// f32 that the splits of a step take, for rows of `heads` query heads of `width`.
    pub fn partial_len(step: &StepTables, heads: usize, width: usize) -> usize {
        step.rows * heads * step.end_max.div_ceil(SPLIT) * (width + 2)
    }

    /// `q[T, Hq, hd]` of every span against its blocks to `out`. Rows outside all spans are left
    /// alone. The splits of a part are walked, to the bits of a call without one.
    ///
    /// # Errors
    /// Shapes that disagree, heads wider than 256, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: AttentionArgs<'_>,
    ) -> Result<(), CudaError> {
        let (op, out, shape) = ("attention", args.out.view(), &args.cache.shape);
        check(op, step, &args, self.dtype, self.formats)?;
        let [rows, heads, width] = args.q.shape;
        if rows == 0 || heads == 0 || width == 0 || step.end_max == 0 {
            return Ok(());
        }
        let group = heads / shape.kv_heads;
        let splits = step.end_max.div_ceil(SPLIT);
        let needed = Self::partial_len(step, heads, width);
        let apart = splits > 1 && args.part.is_none();
        let partial = args.partial.filter(|partial| apart && partial.len >= needed);
        let params = AttentionParams {
            q: args.q.ptr,
            cache: args.cache.memory.ptr,
            out: out.ptr,
            partial: partial.as_ref().map_or(0, |partial| partial.ptr),
            positions: step.positions(),
            row_span: step.row_span(),
            block_base: step.block_base(),
            blocks: step.block_table(),
            q_row: args.q.strides[0] as i64,
            q_head: args.q.strides[1] as i64,
            out_row: out.strides[0] as i64,
            out_head: out.strides[1] as i64,
            rows: rows as i64,
            kv_heads: shape.kv_heads as i64,
            group: group as i64,
            width: width as i64,
            block_tokens: shape.block_tokens as i64,
            window: args.window.map_or(0, i64::from),
            splits: splits as i64,
            scale: args.scale,
            unused: 0.0,
            layout: shape.layout(),
            part: PartParams::of(args.part.as_ref()),
        };
        let index = GROUPS.iter().position(|&g| g >= group).unwrap_or(GROUPS.len() - 1);
        let blocks = [rows, shape.kv_heads * group.div_ceil(GROUPS[index]), 1];
        let launch = Launch { op, shape: [rows, heads, width, step.end_max] };
        if partial.is_none() {
            let grid = Grid::new(blocks, THREADS);
            return self.whole[index].launch(stream, launch, grid, &params);
        }
        let grid = Grid::new([blocks[0], blocks[1], splits], THREADS);
        self.split[index].launch(stream, launch, grid, &params)?;
        self.merge.launch(stream, launch, Grid::new([rows, heads, 1], THREADS), &params)
    }
}
