//! Mixture of experts: routing, the experts, and the shared expert.

mod moe_experts;
mod route_topk;
mod shared_expert_add;

pub use moe_experts::{Expert, ExpertFormats, Experts, MoeExperts, MoeExpertsArgs, MoeExpertsNeed};
pub use route_topk::{RouteTopk, RouteTopkArgs};
pub use shared_expert_add::{SharedExpertAdd, SharedExpertAddArgs};
