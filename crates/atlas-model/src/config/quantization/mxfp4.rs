//! MXFP4 as gpt-oss is published: the experts alone are converted.

use super::keys::Keys;
use super::names::NameSet;
use super::recipe::{Activations, KvCacheStated, Rule, Rules, Stated};
use super::scheme::MXFP4_GROUP;

pub(super) fn read(keys: Keys<'_>) -> Option<Rules> {
    keys.value("quant_method");
    // The weights are read as they are either way.
    keys.flag("dequantize");
    let listed = keys.words("modules_to_not_convert").unwrap_or_default();
    let path = keys.path_of("modules_to_not_convert");
    let kept = keys.findings().usable(&path, NameSet::runs_or_pattern(&listed));
    let experts = NameSet::runs_or_pattern(&["experts".to_owned()]);
    let experts = keys.findings().usable(&path, experts);
    keys.finish();
    let stated = Stated::Mxfp4 { group: MXFP4_GROUP, activations: Activations::None };
    Some(Rules {
        scheme: "mxfp4".into(),
        kept,
        rules: vec![Rule::Names(experts, stated)],
        kv_cache: KvCacheStated::Unstated,
        power_of_two_scales: false,
        packed: None,
    })
}
