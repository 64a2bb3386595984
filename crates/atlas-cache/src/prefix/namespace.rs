//! The identity of a cached prefix: its namespace, and its tokens, which the tree compares one by
//! one. There is no hash of them on the device; `host.rs` has that of the host tier's objects.

use std::sync::Arc;

/// Key that keeps prefixes of equal tokens apart: requests share state only within one namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Namespace {
    /// Chosen for a tenant; compared whole.
    pub salt: Arc<[u8]>,
    /// The adapter that the state was computed with; 0 for none.
    pub adapter: u32,
}
