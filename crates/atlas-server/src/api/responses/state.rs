//! State of the Responses API.

use super::running::RunningResponses;
use super::store::ResponseStore;
use crate::served_model::ServedModel;
use std::sync::Arc;

/// The served model with the stored and the running responses. Cheap to clone.
#[derive(Clone)]
pub struct ResponsesState {
    model: ServedModel,
    store: Arc<ResponseStore>,
    running: Arc<RunningResponses>,
}

impl ResponsesState {
    /// State without responses; the limits are those of the model's configuration.
    pub fn new(model: ServedModel) -> Self {
        let config = model.config();
        let store = ResponseStore::new(config.responses_max, config.responses_bytes_max);
        Self { model, store: Arc::new(store), running: Arc::default() }
    }

    pub fn model(&self) -> &ServedModel {
        &self.model
    }

    /// Responses that are stored for later requests.
    pub fn store(&self) -> &Arc<ResponseStore> {
        &self.store
    }

    /// Responses that are generated in the background.
    pub fn running(&self) -> &Arc<RunningResponses> {
        &self.running
    }
}
