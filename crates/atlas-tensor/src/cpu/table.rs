//! Every kernel, by op, fastest first.

use super::Isa;
use super::linear::{self, Format};
use super::linear_q8::{self, Dot, linear_q8};
use super::simd::{self, Simd};
use super::{attention, conv, delta, elementwise, lookup, moe, norm};
use crate::binder::{Op, Row, RowInfo, RunsOn};
use crate::ops::*;
use crate::tensor::DType;
use crate::weight::WeightFormat;

const fn info<O: Op>(name: &'static str, isa: Isa) -> RowInfo {
    RowInfo { op: O::NAME, name, runs_on: RunsOn::Cpu(isa), width_invariant: true }
}

fn only(need: WeightFormat, serves: WeightFormat) -> Result<(), String> {
    if need == serves { Ok(()) } else { Err(format!("serves {serves:?} weights only")) }
}

const fn linear_bf16<M: Format>(name: &'static str) -> Row<Linear> {
    let meets = |need: &LinearNeed, _| only(need.format, WeightFormat::Bf16);
    Row { info: info::<Linear>(name, M::S::ISA), meets, run: linear::linear::<M> }
}

const fn linear_f16<M: Format>(name: &'static str) -> Row<Linear> {
    let meets = |need: &LinearNeed, _| only(need.format, WeightFormat::F16);
    Row { info: info::<Linear>(name, M::S::ISA), meets, run: linear::linear::<M> }
}

const fn linear_f32<M: Format>(name: &'static str) -> Row<Linear> {
    let meets = |need: &LinearNeed, _| only(need.format, WeightFormat::F32);
    Row { info: info::<Linear>(name, M::S::ISA), meets, run: linear::linear::<M> }
}

pub(crate) static LINEAR: &[Row<Linear>] = &[
    #[cfg(target_arch = "x86_64")]
    Row {
        info: info::<Linear>("bf16_dot_avx512bf16", Isa::Avx512Bf16),
        meets: |need, compute| match compute {
            Compute::Bf16 => only(need.format, WeightFormat::Bf16),
            Compute::F32 => Err("rounds inputs to bf16, the device computes in f32".into()),
        },
        run: linear::linear::<linear::Bf16Dot>,
    },
    #[cfg(target_arch = "x86_64")]
    linear_bf16::<linear::Bf16<simd::Avx512>>("bf16_avx512"),
    #[cfg(target_arch = "x86_64")]
    linear_f16::<linear::F16<simd::Avx512>>("f16_avx512"),
    #[cfg(target_arch = "x86_64")]
    linear_f32::<linear::F32<simd::Avx512>>("f32_avx512"),
    #[cfg(target_arch = "x86_64")]
    linear_bf16::<linear::Bf16<simd::Avx2>>("bf16_avx2"),
    #[cfg(target_arch = "x86_64")]
    linear_f16::<linear::F16<simd::Avx2>>("f16_avx2"),
    #[cfg(target_arch = "x86_64")]
    linear_f32::<linear::F32<simd::Avx2>>("f32_avx2"),
    linear_bf16::<linear::Bf16<simd::Portable>>("bf16_portable"),
    linear_f16::<linear::F16<simd::Portable>>("f16_portable"),
    linear_f32::<linear::F32<simd::Portable>>("f32_portable"),
];

const fn linear_q8_row<D: Dot>(name: &'static str) -> Row<LinearQ8> {
    Row { info: info::<LinearQ8>(name, D::ISA), meets: |_, _| Ok(()), run: linear_q8::<D> }
}

pub(crate) static LINEAR_Q8: &[Row<LinearQ8>] = &[
    #[cfg(target_arch = "x86_64")]
    linear_q8_row::<linear_q8::Vnni>("q8_avx512vnni"),
    #[cfg(target_arch = "x86_64")]
    linear_q8_row::<simd::Avx512>("q8_avx512"),
    #[cfg(target_arch = "x86_64")]
    linear_q8_row::<simd::Avx2>("q8_avx2"),
    linear_q8_row::<simd::Portable>("q8_portable"),
];

const fn moe_row<M: Format>(
    name: &'static str,
    meets: fn(&MoeExpertsNeed, Compute) -> Result<(), String>,
) -> Row<MoeExperts> {
    Row { info: info::<MoeExperts>(name, M::S::ISA), meets, run: moe::moe_experts::<M> }
}

const fn attention_row<S: attention::Transpose, E: attention::Element>(
    name: &'static str,
    meets: fn(&AttentionNeed, Compute) -> Result<(), String>,
) -> Row<Attention> {
    Row { info: info::<Attention>(name, S::ISA), meets, run: attention::attention::<S, E> }
}

fn of_cache(need: &AttentionNeed, serves: DType) -> Result<(), String> {
    if need.cache == serves { Ok(()) } else { Err(format!("serves {serves:?} caches only")) }
}

pub(crate) static MOE_EXPERTS: &[Row<MoeExperts>] = &[
    #[cfg(target_arch = "x86_64")]
    moe_row::<linear::Bf16Dot>("bf16_dot_avx512bf16", |need, compute| match compute {
        Compute::Bf16 => only(need.format, WeightFormat::Bf16),
        Compute::F32 => Err("rounds inputs to bf16, the device computes in f32".into()),
    }),
    #[cfg(target_arch = "x86_64")]
    moe_row::<linear::Bf16<simd::Avx512>>("bf16_avx512", |need, _| {
        only(need.format, WeightFormat::Bf16)
    }),
    #[cfg(target_arch = "x86_64")]
    moe_row::<linear::F16<simd::Avx512>>("f16_avx512", |need, _| {
        only(need.format, WeightFormat::F16)
    }),
    #[cfg(target_arch = "x86_64")]
    moe_row::<linear::F32<simd::Avx512>>("f32_avx512", |need, _| {
        only(need.format, WeightFormat::F32)
    }),
    #[cfg(target_arch = "x86_64")]
    moe_row::<linear::Bf16<simd::Avx2>>("bf16_avx2", |need, _| {
        only(need.format, WeightFormat::Bf16)
    }),
    #[cfg(target_arch = "x86_64")]
    moe_row::<linear::F16<simd::Avx2>>("f16_avx2", |need, _| only(need.format, WeightFormat::F16)),
    #[cfg(target_arch = "x86_64")]
    moe_row::<linear::F32<simd::Avx2>>("f32_avx2", |need, _| only(need.format, WeightFormat::F32)),
    moe_row::<linear::Bf16<simd::Portable>>("bf16_portable", |need, _| {
        only(need.format, WeightFormat::Bf16)
    }),
    moe_row::<linear::F16<simd::Portable>>("f16_portable", |need, _| {
        only(need.format, WeightFormat::F16)
    }),
    moe_row::<linear::F32<simd::Portable>>("f32_portable", |need, _| {
        only(need.format, WeightFormat::F32)
    }),
];

pub(crate) static ATTENTION: &[Row<Attention>] = &[
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx512, attention::CacheBf16>("bf16_avx512", |need, _| {
        of_cache(need, DType::Bf16)
    }),
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx512, attention::CacheF32>("f32_avx512", |need, _| {
        of_cache(need, DType::F32)
    }),
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx2, attention::CacheBf16>("bf16_avx2", |need, _| {
        of_cache(need, DType::Bf16)
    }),
    #[cfg(target_arch = "x86_64")]
    attention_row::<simd::Avx2, attention::CacheF32>("f32_avx2", |need, _| {
        of_cache(need, DType::F32)
    }),
    attention_row::<simd::Portable, attention::CacheBf16>("bf16_portable", |need, _| {
        of_cache(need, DType::Bf16)
    }),
    attention_row::<simd::Portable, attention::CacheF32>("f32_portable", |need, _| {
        of_cache(need, DType::F32)
    }),
];

/// The rows of a kernel that serves every need, one an instruction set.
macro_rules! every_isa {
    ($($table:ident: $op:ident = $module:ident::$kernel:ident;)*) => {$(
        pub(crate) static $table: &[Row<$op>] = &[
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
    QK_NORM_ROPE: QkNormRope = norm::qk_norm_rope;
    GATED_RMS_NORM: GatedRmsNorm = norm::gated_rms_norm;
    SWIGLU: SwiGlu = elementwise::swiglu;
    SIGMOID_MUL: SigmoidMul = elementwise::sigmoid_mul;
    SHARED_EXPERT_ADD: SharedExpertAdd = elementwise::shared_expert_add;
    KV_STORE: KvStore = lookup::kv_store;
    ROUTE_TOPK: RouteTopk = lookup::route_topk;
    CONV1D_SILU: Conv1dSilu = conv::conv1d_silu;
    GATED_DELTA: GatedDelta = delta::gated_delta;
}

pub(crate) static PICK_ROWS: &[Row<PickRows>] = &[Row {
    info: info::<PickRows>("portable", Isa::Portable),
    meets: |(), _| Ok(()),
    run: lookup::pick_rows,
}];

pub(crate) static EMBED: &[Row<Embed>] = &[Row {
    info: info::<Embed>("portable", Isa::Portable),
    meets: |_, _| Ok(()),
    run: lookup::embed,
}];

pub(crate) static GDN_GATES: &[Row<GdnGates>] = &[Row {
    info: info::<GdnGates>("portable", Isa::Portable),
    meets: |_, _| Ok(()),
    run: lookup::gdn_gates,
}];
