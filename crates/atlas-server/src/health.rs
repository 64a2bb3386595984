//! Readiness of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// States of a started server, in their only possible order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readiness {
    Ready = 0,
    /// New requests are refused; running ones finish.
    Draining = 1,
    /// The engine has died.
    Dead = 2,
}

impl Readiness {
    /// The word in the body of `/health`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ok",
            Self::Draining => "draining",
            Self::Dead => "engine is dead",
        }
    }
}

/// A shared readiness.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<AtomicU8>);

impl Health {
    pub fn readiness(&self) -> Readiness {
        match self.0.load(Ordering::Acquire) {
            0 => Readiness::Ready,
            1 => Readiness::Draining,
            _ => Readiness::Dead,
        }
    }

    /// Advances to `to`; never back.
    pub fn advance(&self, to: Readiness) {
        self.0.fetch_max(to as u8, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readiness_never_goes_back() {
        let health = Health::default();
        assert_eq!(health.readiness(), Readiness::Ready);
        health.advance(Readiness::Dead);
        health.advance(Readiness::Draining);
        assert_eq!(health.readiness(), Readiness::Dead);
    }
}
