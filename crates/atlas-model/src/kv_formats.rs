//! The formats of the KV cache, one explicit pair for each layer that keeps one.

use std::collections::BTreeSet;

use atlas_core::{KvFormat, KvFormats};
use atlas_tensor::Compute;

use crate::layers::{LayerSpec, MixerSpec};

/// A user's wishes for the KV cache's formats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KvRequest {
    /// Formats of all layers; none: that of the activations.
    pub formats: Option<KvFormats>,
    pub high_precision: HighPrecision,
}

/// Layers that keep keys and values in bf16 whatever the others do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HighPrecision {
    /// So many of the first and of the last layers that keep keys and values.
    Edges(usize),
    /// All of them.
    All,
    /// Layers by their numbers in the model.
    Layers(BTreeSet<usize>),
}

impl Default for HighPrecision {
    fn default() -> Self {
        Self::Edges(0)
    }
}

/// Formats of each layer of a model; none for a layer without a KV cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerKvFormats {
    pub layers: Vec<Option<KvFormats>>,
    /// Of the multi-token-prediction layer.
    pub mtp: KvFormats,
}

impl KvRequest {
    /// One entry for each layer: that of the request, or bf16.
    ///
    /// # Errors
    /// A format that cannot hold a layer's heads, with the layer and the reason; a list of layers
    /// of which the model lacks one, or none of which keeps a KV cache.
    pub fn resolve(
        &self,
        layers: &[LayerSpec],
        compute: Compute,
    ) -> Result<LayerKvFormats, String> {
        let own = KvFormats::both(match compute {
            Compute::F32 => KvFormat::F32,
            Compute::Bf16 => KvFormat::Bf16,
        });
        let base = self.formats.unwrap_or(own);
        let paged: Vec<usize> =
            (0..layers.len()).filter(|&i| width(&layers[i]).is_some()).collect();
        let high = self.high_precision.of(&paged, layers.len())?;
        let mut formats = Vec::with_capacity(layers.len());
        for (index, layer) in layers.iter().enumerate() {
            let Some(head_dim) = width(layer) else {
                formats.push(None);
                continue;
            };
            // Nothing to raise where all layers hold at least as much.
            let raised = high.contains(&index) && base.is_quantised();
            let chosen = if raised { KvFormats::both(KvFormat::Bf16) } else { base };
            let refused = match &layer.mixer {
                Some(MixerSpec::Latent(_)) => refuses_latents(chosen),
                _ => chosen.refuses(head_dim),
            };
            if let Some(reason) = refused {
                return Err(format!(
                    "layer {index} cannot keep its KV cache in {chosen}: {reason}"
                ));
            }
            formats.push(Some(chosen));
        }
        Ok(LayerKvFormats { layers: formats, mtp: own })
    }
}

impl HighPrecision {
    /// The layers meant, of those in `paged`.
    fn of(&self, paged: &[usize], layer_count: usize) -> Result<BTreeSet<usize>, String> {
        let edges = |count: usize| {
            let last = paged.len().saturating_sub(count);
            paged.iter().take(count).chain(&paged[last..]).copied().collect()
        };
        match self {
            Self::Edges(count) => Ok(edges(*count)),
            Self::All => Ok(edges(paged.len())),
            Self::Layers(list) => {
                if let Some(layer) = list.iter().find(|layer| **layer >= layer_count) {
                    return Err(format!(
                        "there is no layer {layer}; the model has {layer_count}, from 0 on"
                    ));
                }
                if !list.is_empty() && !list.iter().any(|layer| paged.contains(layer)) {
                    return Err(format!(
                        "none of these layers keeps a KV cache; those that do are {paged:?}"
                    ));
                }
                Ok(list.clone())
            }
        }
    }
}

/// Width of the heads of a layer that keeps keys and values.
fn width(layer: &LayerSpec) -> Option<usize> {
    match layer.mixer.as_ref()? {
        MixerSpec::Attention(spec) => Some(spec.heads.head_dim),
        MixerSpec::Latent(spec) => Some(spec.latent + spec.rope),
        MixerSpec::GatedDelta(_) | MixerSpec::Mamba2(_) => None,
    }
}

/// The reason for which latents are not kept in these formats, if so: a latent is key and value of
/// all heads at once, so that its errors reach every score and every result.
fn refuses_latents(formats: KvFormats) -> Option<String> {
    let reason = match formats.key {
        _ if formats.key != formats.value => {
            "a latent is key and value in one vector, which has one format".to_owned()
        }
        KvFormat::F32 | KvFormat::Bf16 | KvFormat::Fp8 => return None,
        rotated if rotated.is_rotated() => format!(
            "{rotated} rotates whole heads, and the value of a latent is a part of its vector"
        ),
        lower => {
            format!("latents are key and value of all heads at once and lose too much in {lower}")
        }
    };
    Some(format!("{reason}: use bf16 or fp8"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Heads;
    use crate::layers::{AttentionSpec, FeedForwardSpec};
    use atlas_tensor::RopeTable;
    use std::sync::Arc;

    fn layers(widths: &[usize]) -> Vec<LayerSpec> {
        let layer = |&head_dim: &usize| {
            let heads = Heads { heads: 2, kv_heads: 1, head_dim };
            let rope = Arc::new(RopeTable::plain(10_000.0, 16));
            let attention = MixerSpec::Attention(AttentionSpec::plain(heads, 1.0, rope));
            LayerSpec::of(attention, FeedForwardSpec::dense(4))
        };
        widths.iter().map(layer).collect()
    }

    fn names(request: &KvRequest, count: usize) -> Vec<String> {
        let resolved = request.resolve(&layers(&vec![64; count]), Compute::Bf16).unwrap();
        resolved.layers.into_iter().map(|formats| formats.unwrap().to_string()).collect()
    }

    #[test]
    fn every_layer_has_an_entry_for_every_base_and_choice() {
        for base in KvFormat::ALL {
            let formats = Some(KvFormats::both(base));
            for high_precision in
                [HighPrecision::Edges(0), HighPrecision::Edges(2), HighPrecision::All]
            {
                let request = KvRequest { formats, high_precision: high_precision.clone() };
                let names = names(&request, 6);
                let raised = |i: usize| match high_precision {
                    HighPrecision::Edges(n) => i < n || i + n >= 6,
                    _ => true,
                };
                for (i, name) in names.iter().enumerate() {
                    let raised = raised(i) && base.is_quantised();
                    assert_eq!(name, if raised { "bf16" } else { base.name() }, "{request:?} {i}");
                }
            }
        }
        assert_eq!(names(&KvRequest::default(), 2), ["bf16", "bf16"]);
    }

    #[test]
    fn lists_and_more_edges_than_layers() {
        let formats = Some(KvFormats { key: KvFormat::Fp8, value: KvFormat::Turbo3 });
        let of = |high_precision| names(&KvRequest { formats, high_precision }, 3);
        assert_eq!(
            of(HighPrecision::Layers([1].into())),
            ["k=fp8,v=turbo3", "bf16", "k=fp8,v=turbo3"]
        );
        assert_eq!(of(HighPrecision::Edges(9)), ["bf16"; 3]);
        let high_precision = HighPrecision::Layers([7].into());
        let error = KvRequest { formats, high_precision }.resolve(&layers(&[64]), Compute::F32);
        assert!(error.unwrap_err().contains("no layer 7"));
    }

    #[test]
    fn formats_that_heads_cannot_be_kept_in_are_refused_unless_raised() {
        let formats = Some(KvFormats::both(KvFormat::Turbo4));
        let odd = layers(&[96, 64, 64]);
        let request = KvRequest { formats, high_precision: HighPrecision::Edges(0) };
        let error = request.resolve(&odd, Compute::Bf16).unwrap_err();
        assert!(error.contains("layer 0") && error.contains("power of two"), "{error}");
        let request = KvRequest { formats, high_precision: HighPrecision::Edges(1) };
        assert!(request.resolve(&odd, Compute::Bf16).is_ok());
    }
}
