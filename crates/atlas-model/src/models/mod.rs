//! The model families: which configs they answer to and how they are put together.

mod llama;
mod mistral;
mod qwen2;
mod qwen3;
mod qwen3_5;
mod qwen3_moe;
mod qwen3_next;

use std::sync::Arc;

use atlas_tensor::{BindError, Binder, Compute, RopeTable};

use crate::checkpoint::Weights;
use crate::config::{ConfigReader, RopeConfig};
use crate::layers::Decoder;

/// A family's config, read and checked.
pub trait Architecture {
    /// Reads every tensor and binds every kernel.
    fn build(&self, weights: &Weights<'_>, build: &mut Build<'_>) -> Result<Decoder, BindError>;
}

/// What building needs beside the weights.
pub struct Build<'a> {
    pub binder: &'a mut Binder,
    pub compute: Compute,
    /// Bytes of the multi-token-prediction module, once it was read.
    pub mtp_bytes: u64,
}

/// One model family.
pub struct Family {
    /// `model_type` of the text model.
    pub model_type: &'static str,
    /// `model_type` of the multimodal checkpoint whose `text_config` is this family's.
    pub wrapper: Option<&'static str>,
    /// What `architectures` may say.
    pub architectures: &'static [&'static str],
    pub read: fn(&mut ConfigReader<'_>) -> Box<dyn Architecture>,
}

/// Every supported family.
pub static FAMILIES: &[Family] = &[
    Family {
        model_type: llama::NAME,
        wrapper: None,
        architectures: &["LlamaForCausalLM"],
        read: |reader| Box::new(llama::Config::read(reader)),
    },
    Family {
        model_type: mistral::NAME,
        wrapper: Some("mistral3"),
        architectures: &["MistralForCausalLM", "Mistral3ForConditionalGeneration"],
        read: |reader| Box::new(mistral::Config::read(reader)),
    },
    Family {
        model_type: qwen2::NAME,
        wrapper: None,
        architectures: &["Qwen2ForCausalLM"],
        read: |reader| Box::new(qwen2::Config::read(reader)),
    },
    Family {
        model_type: qwen3::NAME,
        wrapper: None,
        architectures: &["Qwen3ForCausalLM"],
        read: |reader| Box::new(qwen3::Config::read(reader)),
    },
    Family {
        model_type: qwen3_moe::NAME,
        wrapper: None,
        architectures: &["Qwen3MoeForCausalLM"],
        read: |reader| Box::new(qwen3_moe::Config::read(reader)),
    },
    Family {
        model_type: qwen3_next::NAME,
        wrapper: None,
        architectures: &["Qwen3NextForCausalLM"],
        read: |reader| Box::new(qwen3_next::Config::read(reader)),
    },
    Family {
        model_type: qwen3_5::DENSE_NAME,
        wrapper: Some("qwen3_5"),
        architectures: &["Qwen3_5ForCausalLM", "Qwen3_5ForConditionalGeneration"],
        read: |reader| Box::new(qwen3_5::Config::read_dense(reader)),
    },
    Family {
        model_type: qwen3_5::MOE_NAME,
        wrapper: Some("qwen3_5_moe"),
        architectures: &["Qwen3_5MoeForCausalLM", "Qwen3_5MoeForConditionalGeneration"],
        read: |reader| Box::new(qwen3_5::Config::read_moe(reader)),
    },
];

/// The table that attention layers rotate by.
fn rope_table(rope: &RopeConfig) -> Arc<RopeTable> {
    Arc::new(RopeTable {
        inv_freq: rope.inv_freq(),
        attention_factor: rope.attention_factor(),
        rotary_dim: rope.rotary_dim,
    })
}

/// Implements the half of `DecoderLayer` that follows from the parts of a pre-norm layer with
/// fields `index`, `input_norm`, `mixer`, `post_norm` and `mlp`.
macro_rules! pre_norm_layer_sizes {
    () => {
        fn state_spec(&self) -> atlas_core::StateSpec {
            self.mixer.state_spec()
        }

        fn scratch_bytes(&self, rows: usize) -> usize {
            self.mixer.scratch_bytes(rows).max(self.mlp.scratch_bytes(rows))
        }

        fn workspace_bytes(&self, bounds: &atlas_tensor::StepBounds) -> usize {
            self.mixer.workspace_bytes(bounds).max(self.mlp.workspace_bytes(bounds))
        }
    };
}
pub(crate) use pre_norm_layer_sizes;
