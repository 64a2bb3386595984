//! Quantisation configs: from the keys of each exporter to the format of every module.
//!
//! [`QuantRecipe::read`] takes `config.json` and, where there is one, the exporter's own file
//! beside it ([`QuantRecipe::FILES`]). Every key is read or known to change nothing; any other is
//! an error.
//!
//! | exporter | modules that it converts | modules that it lists as kept |
//! |---|---|---|
//! | `fp8`, `fbgemm_fp8` | linear ones | components of a name; patterns from its start |
//! | `mxfp4` | experts | the same |
//! | `compressed-tensors` | targets: `Linear`, names, `re:` patterns | names, `re:` patterns |
//! | `gptq`, `awq` | linear ones but the head; `dynamic` | components; `-:` patterns |
//! | `modelopt` | linear ones, or `quantized_layers` | components; wildcards for a whole name |
//!
//! Names are compared with and without the prefixes of multimodal wrappers.

mod compressed_tensors;
mod fp8;
mod integers;
mod keys;
mod modelopt;
mod mxfp4;
mod names;
mod read;
mod recipe;
mod refused;
mod scheme;

pub use recipe::{
    Activations, Fp8Scale, KvCacheStated, PackedLayout, QuantRecipe, QuantizationError, Stated,
    StoredZeros,
};
