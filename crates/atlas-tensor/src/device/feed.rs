//! Blocks of a step that are not in the memory of the caches, brought to attention in parts.

use super::step::Spans;
use crate::ops::KvPart;
use crate::state::KvCache;

/// Brings blocks to a cache while a step runs. What it brings is there for one call.
pub trait KvFeed {
    /// Whether some row of the step sees a block that is not in memory.
    fn is_needed(&self) -> bool;

    /// Calls `attend` for parts of the positions that the step's rows see, in ascending order: each
    /// with the spans that see it, whose block tables have its blocks, once these are in `cache`.
    /// `sizes`: rows of the step, query heads, and elements of a value. Layers are asked for in the
    /// order of the model.
    ///
    /// A block that cannot be brought is told when the step has ended; what `attend` computes until
    /// then is not used.
    fn each_part(
        &mut self,
        cache: &mut KvCache,
        sizes: [usize; 3],
        window: Option<u32>,
        attend: &mut dyn FnMut(&KvCache, Spans<'_>, KvPart<'_>),
    );
}
