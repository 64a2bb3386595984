//! The architectures of GGUF files that Atlas serves.

use super::error::GgufProblem;
use super::file::Gguf;

const ARCHITECTURE: &str = "general.architecture";
const TYPE: &str = "general.type";
const QUANTIZATION: &str = "general.quantization_version";
/// Version of the block formats (`GGML_QNT_VERSION`).
const QUANTIZATION_VERSION: u64 = 2;

/// An architecture, and in what its files differ from the Hugging Face layout.
#[derive(Debug)]
pub struct Architecture {
    /// Value of `general.architecture`, and prefix of its keys.
    pub name: &'static str,
    /// `model_type` of the `config.json` of the same model.
    pub model_type: &'static str,
    /// Its entry of `architectures`.
    pub class: &'static str,
    /// The two halves of a head of q and k are interleaved: pairs of the rotation are neighbours.
    pub interleaved_rope: bool,
    /// Layers are mixtures of experts.
    pub has_experts: bool,
    /// Most layers are Gated DeltaNet; norms are zero-centred and stored with 1 added.
    pub is_hybrid: bool,
    /// Value heads of linear layers are stored by their number within a key head first.
    pub tiled_values: bool,
}

const PLAIN: Architecture = Architecture {
    name: "",
    model_type: "",
    class: "",
    interleaved_rope: false,
    has_experts: false,
    is_hybrid: false,
    tiled_values: false,
};

/// Every supported architecture.
static ARCHITECTURES: [Architecture; 8] = [
    Architecture {
        name: "llama",
        model_type: "llama",
        class: "LlamaForCausalLM",
        interleaved_rope: true,
        ..PLAIN
    },
    Architecture {
        name: "mistral3",
        model_type: "mistral",
        class: "MistralForCausalLM",
        interleaved_rope: true,
        ..PLAIN
    },
    Architecture { name: "qwen2", model_type: "qwen2", class: "Qwen2ForCausalLM", ..PLAIN },
    Architecture { name: "qwen3", model_type: "qwen3", class: "Qwen3ForCausalLM", ..PLAIN },
    Architecture {
        name: "qwen3moe",
        model_type: "qwen3_moe",
        class: "Qwen3MoeForCausalLM",
        has_experts: true,
        ..PLAIN
    },
    Architecture {
        name: "qwen3next",
        model_type: "qwen3_next",
        class: "Qwen3NextForCausalLM",
        has_experts: true,
        is_hybrid: true,
        ..PLAIN
    },
    Architecture {
        name: "qwen35",
        model_type: "qwen3_5_text",
        class: "Qwen3_5ForCausalLM",
        is_hybrid: true,
        tiled_values: true,
        ..PLAIN
    },
    Architecture {
        name: "qwen35moe",
        model_type: "qwen3_5_moe_text",
        class: "Qwen3_5MoeForCausalLM",
        has_experts: true,
        is_hybrid: true,
        tiled_values: true,
        ..PLAIN
    },
];

impl Architecture {
    /// The architecture of a checkpoint.
    ///
    /// # Errors
    /// A file that is no model, or one of an architecture that is not supported.
    pub fn of(gguf: &Gguf) -> Result<&'static Self, GgufProblem> {
        let metadata = gguf.metadata();
        let refused = |what: String, hint: &str| GgufProblem::Refused { what, hint: hint.into() };
        let name = metadata.text(ARCHITECTURE)?.unwrap_or("");
        let adapter = metadata.get("adapter.type").is_some();
        match metadata.text(TYPE)?.unwrap_or("model") {
            "adapter" => return Err(lora()),
            _ if adapter => return Err(lora()),
            "mmproj" => return Err(projector()),
            _ if name == "clip" => return Err(projector()),
            "model" => {}
            other => {
                let hint = "load the model itself, whose general.type is \"model\"";
                return Err(refused(format!("a file of type {other:?}"), hint));
            }
        }
        if let Some(version) = metadata.integer(QUANTIZATION)?
            && version != QUANTIZATION_VERSION
            && gguf.tensors().any(|tensor| tensor.ty.is_quantised())
        {
            let hint = "only version 2 is supported; quantise the original model again";
            return Err(refused(format!("version {version} of ggml's formats"), hint));
        }
        ARCHITECTURES.iter().find(|a| a.name == name).ok_or_else(|| {
            let names = ARCHITECTURES.iter().map(|a| a.name).collect::<Vec<_>>().join(", ");
            let what = match name {
                "" => format!("a file without {ARCHITECTURE}"),
                name => format!("architecture {name:?}"),
            };
            refused(what, &format!("supported architectures are {names}"))
        })
    }
}

fn lora() -> GgufProblem {
    GgufProblem::Refused {
        what: "a LoRA adapter".into(),
        hint: "merge it into its base model (llama-export-lora) and load the result".into(),
    }
}

fn projector() -> GgufProblem {
    GgufProblem::Refused {
        what: "a multimodal projector".into(),
        hint: "load the language model beside it; only text is served".into(),
    }
}
