//! Weights from files, as the binder asks for them.

use std::sync::Arc;

use atlas_tensor::{Fetch, FetchError, Fetched, Piece};

use super::Shared;
use crate::fetch::{Failure, Fetcher};

/// Reads on threads of its own and keeps the device's first failure with the device.
pub(super) struct Fetching {
    fetcher: Fetcher,
    shared: Arc<Shared>,
}

impl Fetching {
    pub fn new(shared: &Arc<Shared>) -> Self {
        Self { fetcher: Fetcher::new(&shared.device), shared: Arc::clone(shared) }
    }
}

impl Fetch for Fetching {
    fn fetch(&mut self, pieces: Vec<Piece>) {
        self.shared.queue(|stream| self.fetcher.ask(stream, &pieces));
    }

    fn finish(self: Box<Self>, progress: &dyn Fn(u64)) -> Result<Fetched, FetchError> {
        let Self { fetcher, shared } = *self;
        match fetcher.finish(progress) {
            Ok(fetched) => match shared.fault().clone() {
                Some(fault) => Err(fault.into()),
                None => Ok(fetched),
            },
            Err(Failure::Read(error)) => Err(error.into()),
            Err(Failure::Cuda(error)) => {
                let fault = shared.failed(&error);
                Err(shared.fault().get_or_insert(fault).clone().into())
            }
        }
    }
}
