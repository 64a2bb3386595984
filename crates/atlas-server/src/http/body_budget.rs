//! Memory for request bodies.

use axum::body::Bytes;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of each body that are not counted, so that small requests are served beside large ones.
pub const FREE_BYTES: usize = 16 << 10;
/// Bytes of one permit of the budget.
const UNIT_BYTES: usize = 16 << 10;

/// Memory for the bodies of all requests together. A body holds its share until it is dropped.
#[derive(Clone, Debug)]
pub struct BodyBudget(Arc<Semaphore>);

impl BodyBudget {
    /// A budget of `bytes`.
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new((bytes / UNIT_BYTES).clamp(1, Semaphore::MAX_PERMITS))))
    }

    /// Extends `share` to a body of `bytes`; false if there is no room.
    pub fn extend(&self, share: &mut Option<OwnedSemaphorePermit>, bytes: usize) -> bool {
        let units = bytes.saturating_sub(FREE_BYTES).div_ceil(UNIT_BYTES);
        let held = share.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let Ok(more) = u32::try_from(units.saturating_sub(held)) else { return false };
        if more == 0 {
            return true;
        }
        let Ok(more) = self.0.clone().try_acquire_many_owned(more) else { return false };
        match share {
            Some(share) => share.merge(more),
            None => *share = Some(more),
        }
        true
    }
}

/// A body with its share of the budget.
pub struct Counted {
    bytes: Bytes,
    _share: OwnedSemaphorePermit,
}

impl Counted {
    pub fn new(bytes: Bytes, share: OwnedSemaphorePermit) -> Self {
        Self { bytes, _share: share }
    }
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_grows_with_its_body_and_comes_back() {
        let budget = BodyBudget::new(10 * UNIT_BYTES);
        let (mut large, mut small) = (None, None);
        assert!(budget.extend(&mut large, FREE_BYTES) && large.is_none());
        assert!(budget.extend(&mut large, FREE_BYTES + 9 * UNIT_BYTES));
        assert!(budget.extend(&mut small, FREE_BYTES + 1));
        assert!(!budget.extend(&mut large, FREE_BYTES + 9 * UNIT_BYTES + 1));
        assert!(budget.extend(&mut None, FREE_BYTES));
        drop(small);
        assert!(budget.extend(&mut large, FREE_BYTES + 10 * UNIT_BYTES));
        drop(large);
        assert!(budget.extend(&mut None, FREE_BYTES + 10 * UNIT_BYTES));
    }
}
