//! The cases of every op: shapes, data and what an op may write.

mod add_rms_norm;
mod attention;
mod conv1d_silu;
mod embed;
mod gated_delta;
mod gated_rms_norm;
mod gdn_gates;
mod kv_store;
mod linear;
mod linear_q8;
mod moe_experts;
mod pick_rows;
mod qk_norm_rope;
mod rms_norm;
mod route_topk;
mod shared_expert_add;
mod sigmoid_mul;
mod swiglu;
