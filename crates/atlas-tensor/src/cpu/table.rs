//! Every kernel, by op, fastest first.

use atlas_core::{KvFormat, KvFormats};

use super::Isa;
use super::gemm::{self, Format, Multiplier};
use super::row::{CpuOp, Row};
use super::simd::{self, Simd};
use super::{attention, elementwise, gated_delta, latent, mamba2, moe, norm, rope};
use crate::compute::Compute;
use crate::op::{Op, RowInfo, RunsOn};
use crate::ops::for_every_op;
use crate::ops::*;
use crate::weights::pairs::{
    Activation, ActivationType, DeviceKind, LegalOn, LegalPair, devices, formats,
};
use crate::weights::{FormatType, WeightFormat};

const fn info<O: Op>(name: &'static str, isa: Isa) -> RowInfo {
    RowInfo { op: O::NAME, name, runs_on: RunsOn::Cpu(isa), width_invariant: true }
}

/// Whether a kernel reads weights of a format, on a device of this precision.
fn reads<M: Format>(need: WeightFormat, compute: Compute) -> Result<(), String> {
    if M::Inputs::ACTIVATION != Activation::F32 && compute == Compute::F32 {
        return Err("rounds inputs to bf16, the device computes in f32".into());
    }
    match M::Weights::FORMAT {
        serves if serves == need => Ok(()),
        serves => Err(format!("serves {serves} weights only")),
    }
}

/// A kernel of a legal pair. One that multiplies another pair does not compile as a row.
trait LegalFormat: Format<Weights: LegalOn<devices::Cpu, <Self as Format>::Inputs>> {}

impl<M> LegalFormat for M where M: Format<Weights: LegalOn<devices::Cpu, <M as Format>::Inputs>> {}

const fn linear_row<M: LegalFormat>(name: &'static str) -> Row<Linear> {
    let meets = |need: &LinearNeed, compute| reads::<M>(need.format, compute);
    Row { info: info::<Linear>(name, M::S::ISA), meets, run: gemm::linear::<M> }
}

const fn moe_row<M: LegalFormat>(name: &'static str) -> Row<MoeExperts> {
    let meets = |need: &MoeExpertsNeed, compute| reads::<M>(need.format()?, compute);
    Row { info: info::<MoeExperts>(name, M::S::ISA), meets, run: moe::moe_experts::<M> }
}

/// Whether a kernel of blocks reads weights of these formats with as many inputs each.
fn reads_blocks<M: Multiplier>(
    needs: &[(WeightFormat, usize)],
    compute: Compute,
) -> Result<(), String> {
    let rounds = M::ACTIVATION != Activation::F32;
    let in_parts = needs.iter().all(|(format, k)| format.takes_int8_inputs(*k));
    for (format, _) in needs {
        if !format.is_blocks() || LegalPair::find(*format, M::ACTIVATION, DeviceKind::Cpu).is_none()
        {
            return Err("serves weights of blocks and of integers in groups only".into());
        }
    }
    match (rounds, compute) {
        (true, Compute::F32) => Err("rounds inputs to 8 bits, the device computes in f32".into()),
        (true, Compute::Bf16) if !in_parts => {
            Err("groups and rows are no multiples of 32 elements".into())
        }
        (false, Compute::Bf16) if in_parts => {
            Err("leaves inputs as they are, the device rounds them".into())
        }
        _ => Ok(()),
    }
}

const fn linear_blocks<M: Multiplier>(name: &'static str) -> Row<Linear> {
    let meets = |need: &LinearNeed, compute| reads_blocks::<M>(&[(need.format, need.k)], compute);
    Row { info: info::<Linear>(name, M::S::ISA), meets, run: gemm::linear::<M> }
}

const fn moe_blocks<M: Multiplier>(name: &'static str) -> Row<MoeExperts> {
    let meets = |need: &MoeExpertsNeed, compute| {
        let ExpertFormats { gate, up, down } = need.formats;
        let (wide, tall) = (need.hidden, need.intermediate);
        reads_blocks::<M>(&[(gate.unwrap_or(up), wide), (up, wide), (down, tall)], compute)
    };
    Row { info: info::<MoeExperts>(name, M::S::ISA), meets, run: moe::moe_experts::<M> }
}

/// The rows of products with weights: one a format and instruction set. Quantised weights have none
/// for AVX-512 without the bf16 dot product: the code is long, and the CPUs are few.
macro_rules! every_format {
    ($row:ident, $blocks:ident) => {
        &[
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Bf16Dot>("bf16_dot_avx512bf16"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Fp8Dot<formats::Fp8Block>>("fp8_block_dot_avx512bf16"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Fp8Dot<formats::Fp8Row>>("fp8_row_dot_avx512bf16"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Fp4Dot<formats::Nvfp4>>("nvfp4_dot_avx512bf16"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Fp4Dot<formats::Mxfp4>>("mxfp4_dot_avx512bf16"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Bf16<simd::Avx512>>("bf16_avx512"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::F16<simd::Avx512>>("f16_avx512"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::F32<simd::Avx512>>("f32_avx512"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Bf16<simd::Avx2>>("bf16_avx2"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::F16<simd::Avx2>>("f16_avx2"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::F32<simd::Avx2>>("f32_avx2"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Fp8<simd::Avx2, formats::Fp8Block>>("fp8_block_avx2"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Fp8<simd::Avx2, formats::Fp8Row>>("fp8_row_avx2"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Fp4<simd::Avx2, formats::Nvfp4>>("nvfp4_avx2"),
            #[cfg(target_arch = "x86_64")]
            $row::<gemm::Fp4<simd::Avx2, formats::Mxfp4>>("mxfp4_avx2"),
            $row::<gemm::Bf16<simd::Portable>>("bf16_portable"),
            $row::<gemm::F16<simd::Portable>>("f16_portable"),
            $row::<gemm::F32<simd::Portable>>("f32_portable"),
            $row::<gemm::Fp8<simd::Portable, formats::Fp8Block>>("fp8_block_portable"),
            $row::<gemm::Fp8<simd::Portable, formats::Fp8Row>>("fp8_row_portable"),
            $row::<gemm::Fp4<simd::Portable, formats::Nvfp4>>("nvfp4_portable"),
            $row::<gemm::Fp4<simd::Portable, formats::Mxfp4>>("mxfp4_portable"),
            #[cfg(target_arch = "x86_64")]
            $blocks::<gemm::Blocks<gemm::VnniLanes>>("blocks_int8_avx512vnni"),
            #[cfg(target_arch = "x86_64")]
            $blocks::<gemm::Blocks<gemm::Avx2Lanes>>("blocks_int8_avx2"),
            #[cfg(target_arch = "aarch64")]
            $blocks::<gemm::Blocks<gemm::NeonLanes>>("blocks_int8_neon"),
            $blocks::<gemm::Widened<simd::Portable, true>>("blocks_int8_portable"),
            #[cfg(target_arch = "x86_64")]
            $blocks::<gemm::Widened<simd::Avx512, false>>("blocks_f32_avx512"),
            #[cfg(target_arch = "x86_64")]
            $blocks::<gemm::Widened<simd::Avx2, false>>("blocks_f32_avx2"),
            $blocks::<gemm::Widened<simd::Portable, false>>("blocks_f32_portable"),
        ]
    };
}

static LINEAR: &[Row<Linear>] = every_format!(linear_row, linear_blocks);
static MOE_EXPERTS: &[Row<MoeExperts>] = every_format!(moe_row, moe_blocks);

const fn attention_row<S: attention::Transpose, E: attention::Element>(
    name: &'static str,
    meets: fn(&AttentionNeed, Compute) -> Result<(), String>,
) -> Row<Attention> {
    Row { info: info::<Attention>(name, S::ISA), meets, run: attention::attention::<S, E> }
}

fn of_bf16(need: &AttentionNeed, _: Compute) -> Result<(), String> {
    of_cache(need, KvFormat::Bf16)
}

fn of_f32(need: &AttentionNeed, _: Compute) -> Result<(), String> {
    of_cache(need, KvFormat::F32)
}

fn of_cache(need: &AttentionNeed, serves: KvFormat) -> Result<(), String> {
    let serves = KvFormats::both(serves);
    if need.cache == serves { Ok(()) } else { Err(format!("serves {serves} caches only")) }
}

fn of_any(need: &AttentionNeed, _: Compute) -> Result<(), String> {
    need.cache.refuses(need.head_dim).map_or(Ok(()), Err)
}

static ATTENTION: &[Row<Attention>] = &[
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx512, attention::CacheBf16>("bf16_avx512", of_bf16),
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx512, attention::CacheF32>("f32_avx512", of_f32),
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx512, attention::Decoded>("decoded_avx512", of_any),
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx2, attention::CacheBf16>("bf16_avx2", of_bf16),
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx2, attention::CacheF32>("f32_avx2", of_f32),
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx2, attention::Decoded>("decoded_avx2", of_any),
    attention_row::<simd::Portable, attention::CacheBf16>("bf16_portable", of_bf16),
    attention_row::<simd::Portable, attention::CacheF32>("f32_portable", of_f32),
    attention_row::<simd::Portable, attention::Decoded>("decoded_portable", of_any),
];

const fn latent_row<S: attention::Transpose, E: attention::Element>(
    name: &'static str,
    meets: fn(&LatentAttentionNeed, Compute) -> Result<(), String>,
) -> Row<LatentAttention> {
    let run = attention::latent_attention::<S, E>;
    Row { info: info::<LatentAttention>(name, S::ISA), meets, run }
}

fn of_latents(need: &LatentAttentionNeed, serves: KvFormat) -> Result<(), String> {
    if need.format == serves { Ok(()) } else { Err(format!("serves {serves} caches only")) }
}

fn bf16_latents(need: &LatentAttentionNeed, _: Compute) -> Result<(), String> {
    of_latents(need, KvFormat::Bf16)
}

fn f32_latents(need: &LatentAttentionNeed, _: Compute) -> Result<(), String> {
    of_latents(need, KvFormat::F32)
}

static LATENT_ATTENTION: &[Row<LatentAttention>] = &[
    #[cfg(target_arch = "x86_64")]
    latent_row::<simd::Avx512, attention::CacheBf16>("bf16_avx512", bf16_latents),
    #[cfg(target_arch = "x86_64")]
    latent_row::<simd::Avx512, attention::CacheF32>("f32_avx512", f32_latents),
    #[cfg(target_arch = "x86_64")]
    latent_row::<simd::Avx512, attention::Decoded>("decoded_avx512", |_, _| Ok(())),
    #[cfg(target_arch = "x86_64")]
    latent_row::<simd::Avx2, attention::CacheBf16>("bf16_avx2", bf16_latents),
    #[cfg(target_arch = "x86_64")]
    latent_row::<simd::Avx2, attention::CacheF32>("f32_avx2", f32_latents),
    #[cfg(target_arch = "x86_64")]
    latent_row::<simd::Avx2, attention::Decoded>("decoded_avx2", |_, _| Ok(())),
    latent_row::<simd::Portable, attention::CacheBf16>("bf16_portable", bf16_latents),
    latent_row::<simd::Portable, attention::CacheF32>("f32_portable", f32_latents),
    latent_row::<simd::Portable, attention::Decoded>("decoded_portable", |_, _| Ok(())),
];

const fn absorb_row<S: Simd>(name: &'static str) -> Row<AbsorbQueries> {
    let run = latent::absorb_queries::<S>;
    Row { info: info::<AbsorbQueries>(name, S::ISA), meets: narrow_latents, run }
}

const fn values_row<S: Simd>(name: &'static str) -> Row<LatentValues> {
    let run = latent::latent_values::<S>;
    Row { info: info::<LatentValues>(name, S::ISA), meets: narrow_latents, run }
}

fn narrow_latents(need: &HeadMapNeed, _: Compute) -> Result<(), String> {
    match need.latent {
        ..=latent::LATENT_MAX => Ok(()),
        _ => Err(format!("serves latents up to {} wide", latent::LATENT_MAX)),
    }
}

static ABSORB_QUERIES: &[Row<AbsorbQueries>] = &[
    #[cfg(target_arch = "x86_64")]
    absorb_row::<simd::Avx512>("avx512"),
    #[cfg(target_arch = "x86_64")]
    absorb_row::<simd::Avx2>("avx2"),
    absorb_row::<simd::Portable>("portable"),
];

static LATENT_VALUES: &[Row<LatentValues>] = &[
    #[cfg(target_arch = "x86_64")]
    values_row::<simd::Avx512>("avx512"),
    #[cfg(target_arch = "x86_64")]
    values_row::<simd::Avx2>("avx2"),
    values_row::<simd::Portable>("portable"),
];

/// The rows of a kernel that serves every need, one an instruction set.
macro_rules! every_isa {
    ($($table:ident: $op:ident = $module:ident::$kernel:ident;)*) => {$(
        static $table: &[Row<$op>] = &[
            #[cfg(target_arch = "x86_64")]
            Row {
                info: info::<$op>("avx512", Isa::Avx512),
                meets: |_, _| Ok(()),
                run: $module::$kernel::<simd::Avx512>,
            },
            #[cfg(target_arch = "x86_64")]
            Row {
                info: info::<$op>("avx2", Isa::Avx2),
                meets: |_, _| Ok(()),
                run: $module::$kernel::<simd::Avx2>,
            },
            Row {
                info: info::<$op>("portable", Isa::Portable),
                meets: |_, _| Ok(()),
                run: $module::$kernel::<simd::Portable>,
            },
        ];
    )*};
}

every_isa! {
    RMS_NORM: RmsNorm = norm::rms_norm;
    ADD_RMS_NORM: AddRmsNorm = norm::add_rms_norm;
    LAYER_NORM: LayerNorm = norm::layer_norm;
    QK_NORM_ROPE: QkNormRope = rope::qk_norm_rope;
    GATED_RMS_NORM: GatedRmsNorm = norm::gated_rms_norm;
    GROUP_GATED_RMS_NORM: GroupGatedRmsNorm = norm::group_gated_rms_norm;
    SWIGLU: SwiGlu = elementwise::swiglu;
    RELU_SQUARED: ReluSquared = elementwise::relu_squared;
    SIGMOID_MUL: SigmoidMul = elementwise::sigmoid_mul;
    SHARED_EXPERT_ADD: SharedExpertAdd = moe::shared_expert_add;
    KV_STORE: KvStore = attention::kv_store;
    ROUTE_TOPK: RouteTopk = moe::route_topk;
    CONV1D_SILU: Conv1dSilu = gated_delta::conv1d_silu;
    GATED_DELTA: GatedDelta = gated_delta::gated_delta;
    LATENT_STORE: LatentStore = attention::latent_store;
    SELECTIVE_SCAN: SelectiveScan = mamba2::selective_scan;
}

const fn index_row<S: Simd>(name: &'static str) -> Row<IndexTopk> {
    let meets = |need: &IndexTopkNeed, _| match need.width {
        ..=latent::INDEX_DIM_MAX => Ok(()),
        _ => Err(format!("serves keys up to {} wide", latent::INDEX_DIM_MAX)),
    };
    Row { info: info::<IndexTopk>(name, S::ISA), meets, run: latent::index_topk::<S> }
}

static INDEX_TOPK: &[Row<IndexTopk>] = &[
    #[cfg(target_arch = "x86_64")]
    index_row::<simd::Avx512>("avx512"),
    #[cfg(target_arch = "x86_64")]
    index_row::<simd::Avx2>("avx2"),
    index_row::<simd::Portable>("portable"),
];

static QUERY_TEMPERATURE: &[Row<QueryTemperature>] = &[Row {
    info: info::<QueryTemperature>("portable", Isa::Portable),
    meets: |(), _| Ok(()),
    run: latent::query_temperature,
}];

static PICK_ROWS: &[Row<PickRows>] = &[Row {
    info: info::<PickRows>("portable", Isa::Portable),
    meets: |(), _| Ok(()),
    run: elementwise::pick_rows,
}];

static EMBED: &[Row<Embed>] = &[Row {
    info: info::<Embed>("portable", Isa::Portable),
    meets: |_, _| Ok(()),
    run: elementwise::embed,
}];

static ROTATE_HEADS: &[Row<RotateHeads>] = &[Row {
    info: info::<RotateHeads>("portable", Isa::Portable),
    meets: |_, _| Ok(()),
    run: attention::rotate_heads,
}];

static GDN_GATES: &[Row<GdnGates>] = &[Row {
    info: info::<GdnGates>("portable", Isa::Portable),
    meets: |_, _| Ok(()),
    run: gated_delta::gdn_gates,
}];

static MAMBA2_GATES: &[Row<Mamba2Gates>] = &[Row {
    info: info::<Mamba2Gates>("portable", Isa::Portable),
    meets: |_, _| Ok(()),
    run: mamba2::mamba2_gates,
}];

/// Hands every op its table.
macro_rules! tables {
    ($($op:ident: $table:ident;)*) => {$(
        impl CpuOp for $op {
            fn table() -> &'static [Row<Self>] {
                $table
            }
        }
    )*};
}

tables! {
    Linear: LINEAR;
    MoeExperts: MOE_EXPERTS;
    RotateHeads: ROTATE_HEADS;
    Attention: ATTENTION;
    PickRows: PICK_ROWS;
    Embed: EMBED;
    GdnGates: GDN_GATES;
    RmsNorm: RMS_NORM;
    AddRmsNorm: ADD_RMS_NORM;
    QkNormRope: QK_NORM_ROPE;
    GatedRmsNorm: GATED_RMS_NORM;
    SwiGlu: SWIGLU;
    ReluSquared: RELU_SQUARED;
    SigmoidMul: SIGMOID_MUL;
    SharedExpertAdd: SHARED_EXPERT_ADD;
    KvStore: KV_STORE;
    RouteTopk: ROUTE_TOPK;
    Conv1dSilu: CONV1D_SILU;
    GatedDelta: GATED_DELTA;
    QueryTemperature: QUERY_TEMPERATURE;
    AbsorbQueries: ABSORB_QUERIES;
    LatentStore: LATENT_STORE;
    LatentAttention: LATENT_ATTENTION;
    LatentValues: LATENT_VALUES;
    LayerNorm: LAYER_NORM;
    IndexTopk: INDEX_TOPK;
    Mamba2Gates: MAMBA2_GATES;
    SelectiveScan: SELECTIVE_SCAN;
    GroupGatedRmsNorm: GROUP_GATED_RMS_NORM;
}

/// Rows of every op's table, in the contract's order.
pub fn all_rows() -> Vec<RowInfo> {
    let mut rows = Vec::new();
    macro_rules! push {
        (; $($op:ident),*) => {
            $(rows.extend(<$op as CpuOp>::table().iter().map(|row| row.info));)*
        };
    }
    for_every_op!(push!());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::pairs::LEGAL_PAIRS;

    #[test]
    fn every_legal_pair_of_the_cpu_has_rows_that_serve_it() {
        assert_eq!(LINEAR.len(), MOE_EXPERTS.len());
        let serves = |format, compute, isa: fn(Isa) -> bool| {
            let rounds_inputs = false;
            let linear = LinearNeed { format, n: 1, k: 256, rounds_inputs, reorders_inputs: false };
            let experts = |activation| MoeExpertsNeed {
                formats: ExpertFormats::all(format, activation),
                hidden: 256,
                intermediate: 256,
                rounds_inputs,
            };
            let on = |info: &RowInfo| info.runs_on.isa().is_some_and(isa);
            LINEAR.iter().any(|row| on(&row.info) && (row.meets)(&linear, compute).is_ok())
                && [ExpertActivation::SwiGlu, ExpertActivation::ReluSquared].into_iter().all(
                    |act| {
                        let meets =
                            |row: &Row<MoeExperts>| (row.meets)(&experts(act), compute).is_ok();
                        MOE_EXPERTS.iter().any(|row| on(&row.info) && meets(row))
                    },
                )
        };
        for legal in LEGAL_PAIRS.iter().filter(|legal| legal.device() == DeviceKind::Cpu) {
            let compute = match legal.activation() {
                Activation::F32 => Compute::F32,
                _ => Compute::Bf16,
            };
            assert!(serves(legal.format(), compute, |_| true), "no row for {legal}");
        }
        // Every format has a row for any CPU and either precision.
        for format in WeightFormat::ALL {
            for compute in [Compute::F32, Compute::Bf16] {
                assert!(serves(format, compute, |isa| isa == Isa::Portable), "{format}");
            }
        }
    }

    #[test]
    fn groups_that_are_no_whole_parts_are_multiplied_as_they_are() {
        let need = |group, k| {
            let (format, rounds_inputs) = (WeightFormat::Int4 { group }, false);
            LinearNeed { format, n: 3, k, rounds_inputs, reorders_inputs: false }
        };
        let row = |need| {
            let serves = |row: &&Row<Linear>| {
                let any_cpu = row.info.runs_on.isa() == Some(Isa::Portable);
                any_cpu && (row.meets)(&need, Compute::Bf16).is_ok()
            };
            LINEAR.iter().find(serves).map(|row| row.info.name)
        };
        assert_eq!(row(need(32, 64)), Some("blocks_int8_portable"));
        assert_eq!(row(need(24, 48)), Some("blocks_f32_portable"));
        assert_eq!(row(need(32, 40)), Some("blocks_f32_portable"));
    }
}
