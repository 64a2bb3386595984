//! Proposers of drafts for a loaded model.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use atlas_cache::StateLayout;
use atlas_core::{Limits, StateSpec, TokenId};
use atlas_engine::{Ngram, Proposer};
use atlas_model::Model;
use atlas_text::TextModel;

use crate::cli::{DraftDtype, KvCacheDtype, ModelArgs, Speculate};

/// Names the flag in failures to load another model.
pub const LOADING: &str = "--speculate draft";
/// Names the flag in failures to load a drafter.
pub const LOADING_BLOCKS: &str = "--speculate dflash";

/// The arguments by which another model that drafts is loaded: as the served one, with a KV cache
/// in the format of its activations.
pub fn model_args(args: &ModelArgs, path: &str) -> ModelArgs {
    let mut other = args.clone();
    other.model = Some(path.to_owned());
    "main".clone_into(&mut other.revision);
    (other.config, other.profile, other.chat_template) = (None, None, None);
    other.dequantize.0.clear();
    other.widens_all = args.draft_dtype == DraftDtype::Bf16;
    other.limits.kv_cache_dtype = KvCacheDtype::default();
    other.limits.kv_high_precision_layers.0 = Default::default();
    other
}

/// The proposer of the engine, unless it is read from other files.
///
/// # Errors
/// The checkpoint has no multi-token-prediction module; a model of one layer.
pub fn proposer(speculate: &Speculate, model: &dyn Model) -> Result<Option<Proposer>> {
    Ok(match speculate {
        Speculate::Off | Speculate::Auto => None,
        Speculate::Model { .. } | Speculate::Blocks { .. } => None,
        Speculate::Mtp(_) => {
            model.draft_spec().with_context(|| {
                format!(
                    "--speculate {speculate}: the checkpoint has no multi-token-prediction module; \
                     ngram drafts without one"
                )
            })?;
            Some(Proposer::Mtp)
        }
        Speculate::Ngram(_) => Some(Proposer::Tokens(Arc::new(Ngram::default()))),
        Speculate::Layers(_) => match model.info().layer_count as usize / 2 {
            0 => bail!("--speculate {speculate}: a model of one layer has no half of them"),
            layers => Some(Proposer::Layers(layers)),
        },
    })
}

/// A model with its text side, if it has one.
pub type Side<'a> = (&'a dyn Model, Option<&'a TextModel>);

/// Checks that the drafts of another model are tokens of this one.
///
/// # Errors
/// The vocabularies differ, and where.
pub fn check_tokens((model, text): Side<'_>, (other, other_text): Side<'_>) -> Result<()> {
    let sizes = [model, other].map(|model| model.info().vocab_size);
    if sizes[0] != sizes[1] {
        bail!(
            "its vocabulary has {} entries and that of the served model {}; a model that drafts \
             shares the vocabulary",
            sizes[1],
            sizes[0]
        );
    }
    let (Some(text), Some(other_text)) = (text, other_text) else {
        tracing::warn!("no tokenizer to compare with that of the model that drafts");
        return Ok(());
    };
    let (ours, theirs) = (text.tokenizer(), other_text.tokenizer());
    let differs = |&id: &TokenId| ours.token_bytes(id) != theirs.token_bytes(id);
    if let Some(id) = (0..sizes[0]).find(differs) {
        let spelt = |bytes: Option<&[u8]>| {
            bytes.map_or_else(|| "no token".into(), |b| format!("{:?}", String::from_utf8_lossy(b)))
        };
        bail!(
            "token {id} is {} there and {} in the served model; a model that drafts shares the \
             tokenizer",
            spelt(theirs.token_bytes(id)),
            spelt(ours.token_bytes(id))
        );
    }
    Ok(())
}

/// The state of every slot and block: that of the model, and that of what drafts for it.
pub fn state_specs(model: &dyn Model, proposer: Option<&Proposer>) -> Vec<StateSpec> {
    let mut specs = model.state_specs().to_vec();
    match proposer {
        Some(Proposer::Model(other)) => specs.extend(other.state_specs()),
        Some(proposer) => specs.extend(proposer.state_specs(model)),
        None => {}
    }
    specs
}

/// Bytes of weights that only draft.
pub fn weight_bytes(proposer: Option<&Proposer>) -> u64 {
    match proposer {
        Some(Proposer::Model(other)) => other.info().weight_bytes,
        Some(Proposer::Blocks(drafter)) => drafter.weight_bytes(),
        _ => 0,
    }
}

/// Checks another model against the limits that the served one is given.
///
/// # Errors
/// It does not reach as far, or the served one gives up blocks that it still reads.
pub fn check_limits(model: &dyn Model, proposer: Option<&Proposer>, limits: &Limits) -> Result<()> {
    let (what, reach) = match proposer {
        Some(Proposer::Model(other)) => (LOADING, other.info().position_limit),
        Some(Proposer::Blocks(drafter)) => {
            (LOADING_BLOCKS, drafter.spec().decoder.config.position_limit as u32)
        }
        _ => return Ok(()),
    };
    if limits.seq_len_max > reach {
        bail!(
            "{what}: it has {reach} positions and sequences {}; lower --max-seq-len",
            limits.seq_len_max
        );
    }
    if StateLayout::new(model.state_specs(), limits).window().is_some() {
        bail!(
            "{what}: the served model has a window in every layer and gives up the KV blocks \
             behind it, which another model shares; ngram and self draft for it"
        );
    }
    Ok(())
}
