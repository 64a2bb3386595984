//! The ops in folders by operation: arguments, checks, meaning. `docs/contracts/ops.md` is their
//! contract.

pub(crate) mod checks;
pub(crate) mod scalar;

pub(crate) mod attention;
mod elementwise;
mod fused;
mod gated_delta;
mod gemm;
mod latent;
mod mamba2;
mod moe;
mod norm;
mod rope;

pub use attention::{
    Attention, AttentionArgs, AttentionNeed, KvPart, KvStore, KvStoreArgs, KvStoreNeed,
    RotateHeads, RotateHeadsArgs, RotateHeadsNeed, Taken,
};
pub use elementwise::{
    Embed, EmbedArgs, EmbedNeed, PickRows, PickRowsArgs, ReluSquared, ReluSquaredArgs, SigmoidMul,
    SigmoidMulArgs, SwiGlu, SwiGluArgs,
};
pub use fused::{
    AddNormLinears, AddNormLinearsArgs, AddNormLinearsNeed, ConvGatedDelta, ConvGatedDeltaArgs,
    ConvScan, ConvScanArgs, FusedOp, GateInputs, LatentHeads, LatentHeadsArgs, LatentHeadsNeed,
    LatentRopeWrite, LatentRopeWriteArgs, LatentRopeWriteNeed, LinearOutput, QkvRopeWrite,
    QkvRopeWriteArgs, RoutedExperts, RoutedExpertsArgs, RoutedExpertsNeed, ScanGateInputs,
    SharedExpert, SwiGluLinear, SwiGluLinearArgs,
};
pub(crate) use gated_delta::gdn_gates_row;
pub use gated_delta::{
    Conv1dSilu, Conv1dSiluArgs, GatedDelta, GatedDeltaArgs, GatedDeltaNeed, GdnGates, GdnGatesArgs,
};
pub use gemm::{
    INT8_GROUP, Linear, LinearArgs, LinearNeed, QuantisedActivations, ScaleGroup,
    quantise_activations, round_to_int8, rounded_to_int8,
};
pub use latent::{
    AbsorbQueries, AbsorbQueriesArgs, CERTIFICATE_WORDS, HeadMapNeed, IndexCertificate, IndexTopk,
    IndexTopkArgs, IndexTopkNeed, LatentAttention, LatentAttentionArgs, LatentAttentionNeed,
    LatentStore, LatentStoreArgs, LatentStoreNeed, LatentValues, LatentValuesArgs,
    QueryTemperature, QueryTemperatureArgs, Selection,
};
pub(crate) use latent::{query_temperature_at, rank};
pub(crate) use mamba2::mamba2_gates_row;
pub use mamba2::{
    Mamba2Gates, Mamba2GatesArgs, SelectiveScan, SelectiveScanArgs, SelectiveScanNeed,
};
pub(crate) use moe::check_rule;
pub use moe::{
    Expert, ExpertActivation, ExpertFormats, Experts, MoeExperts, MoeExpertsArgs, MoeExpertsNeed,
    ROUTER_SUM_EPS, RouteTopk, RouteTopkArgs, RouterRule, RouterScoring, SharedExpertAdd,
    SharedExpertAddArgs,
};
pub use norm::{
    AddRmsNorm, AddRmsNormArgs, GatedRmsNorm, GatedRmsNormArgs, GroupGatedRmsNorm,
    GroupGatedRmsNormArgs, LayerNorm, LayerNormArgs, RmsNorm, RmsNormArgs,
};
pub use rope::{QkNormRope, QkNormRopeArgs, Rope, RopeTable};

/// Calls the macro `$then!` with every op, in the contract's order.
macro_rules! for_every_op {
    ($then:ident!($($with:tt)*)) => {
        $then!($($with)*; Embed, PickRows, RmsNorm, AddRmsNorm, Linear, QkNormRope, KvStore,
            RotateHeads, Attention, SwiGlu, ReluSquared, SigmoidMul, RouteTopk, MoeExperts,
            SharedExpertAdd, Conv1dSilu, GdnGates, GatedDelta, GatedRmsNorm, Mamba2Gates,
            SelectiveScan, GroupGatedRmsNorm, QueryTemperature, AbsorbQueries, LatentStore,
            LatentAttention, LatentValues, LayerNorm, IndexTopk)
    };
}
pub(crate) use for_every_op;

/// Calls the macro `$then!` with every fused op, in the contract's order.
#[cfg(feature = "testkit")]
macro_rules! for_every_fused_op {
    ($then:ident!($($with:tt)*)) => {
        $then!($($with)*; AddNormLinears, QkvRopeWrite, SwiGluLinear, RoutedExperts,
            ConvGatedDelta, ConvScan, LatentHeads, LatentRopeWrite)
    };
}
#[cfg(feature = "testkit")]
pub(crate) use for_every_fused_op;
