//! Documents that schemas may refer to without bringing them along.

use serde_json::Value;
use std::sync::LazyLock;

/// The metaschemas of drafts 7 and 2020-12, by URI.
static METASCHEMAS: LazyLock<Value> = LazyLock::new(|| {
    let all = serde_json::from_str(include_str!("metaschemas.json"));
    // The file is a part of the program.
    let all: Value = all.expect("metaschemas.json is JSON");
    all["documents"].clone()
});

/// The document at a URI without a fragment, in its normal form.
pub(super) fn known(uri: &str) -> Option<&'static Value> {
    METASCHEMAS.get(uri)
}
