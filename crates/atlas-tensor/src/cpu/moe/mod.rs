//! Mixture of experts: routing, the experts, and the shared expert.

mod experts;
mod route_topk;
mod shared_expert_add;

pub use experts::moe_experts;
pub(crate) use route_topk::buffer_len as route_buffer_len;
pub use route_topk::route_topk;
pub use shared_expert_add::shared_expert_add;
