//! Index of the cached prefixes: the longest one of a prompt, and where a sequence can resume.
//!
//! A radix tree over whole blocks of tokens. Tokens are compared one by one; nothing is found by a
//! hash. A node holds a run of consecutive blocks, and snapshots of the state that cannot be cut at
//! a token, each attached at the position up to which it has consumed. The tokens of one block on a
//! path are an *entry*: its block is in the first tier, on the host, or evicted. See
//! `docs/contracts/cache.md`.

mod cost;
mod found;
mod host;
mod index;
mod namespace;
mod order;
mod outline;
mod promotion;
mod publication;
#[cfg(test)]
mod publish_tests;
mod ranked;
mod resume;
mod rules;
#[cfg(test)]
mod testing;
pub(crate) mod tree;

pub use cost::cost;
pub use found::{Match, Pin, PrefixStats, Short, Stop};
pub use host::{HostBlock, HostSnapshot, Spill, content_of};
pub use index::PrefixIndex;
pub use namespace::Namespace;
pub use promotion::Promotion;
pub use tree::check::TreeError;
