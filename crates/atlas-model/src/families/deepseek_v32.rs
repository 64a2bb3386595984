//! DeepSeek-V3.2 (arXiv 2512.02556): DeepSeek-V3 whose rows attend to the positions that an indexer
//! selects.

use super::deepseek_v3::Config;
use super::family::Family;
use crate::config::read_indexer;

pub const FAMILY: Family = Family {
    model_type: "deepseek_v32",
    wrapper: None,
    architectures: &["DeepseekV32ForCausalLM"],
    describe: |reader| {
        let mut config = Config::read(reader);
        config.attention.indexer = Some(read_indexer(reader, &config.attention));
        config.layers()
    },
};
