//! Mixture of experts: routing, the experts, and the shared expert.

mod moe_experts;
mod route_topk;
mod shared_expert_add;

pub use moe_experts::{
    Expert, ExpertActivation, ExpertFormats, Experts, MoeExperts, MoeExpertsArgs, MoeExpertsNeed,
};
pub(crate) use route_topk::check_rule;
pub use route_topk::{ROUTER_SUM_EPS, RouteTopk, RouteTopkArgs, RouterRule, RouterScoring};
pub use shared_expert_add::{SharedExpertAdd, SharedExpertAddArgs};
