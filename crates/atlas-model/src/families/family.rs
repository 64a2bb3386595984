//! One entry of the table of families.

use crate::config::ConfigReader;
use crate::layers::DecoderSpec;

/// A model family.
pub struct Family {
    /// `model_type` of the text model.
    pub model_type: &'static str,
    /// `model_type` of the multimodal checkpoint whose `text_config` is this family's.
    pub wrapper: Option<&'static str>,
    /// Names in `architectures` whose weights the family reads.
    pub architectures: &'static [&'static str],
    /// Reads the family's config keys and describes the model. Problems stay in the reader; the
    /// description then has stand-in values and is not loaded.
    pub describe: fn(&mut ConfigReader<'_>) -> DecoderSpec,
}
