//! Cases of the ops of `ops/moe`.

mod moe_experts;
mod route_topk;
mod shared_expert_add;
