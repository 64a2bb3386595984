//! Documents that schemas may refer to without bringing them along.

use referencing::meta;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// The metaschemas of all drafts, by URI.
static METASCHEMAS: LazyLock<HashMap<&'static str, &'static Value>> = LazyLock::new(|| {
    let all: [&'static LazyLock<Arc<Value>>; 19] = [
        &meta::DRAFT4,
        &meta::DRAFT6,
        &meta::DRAFT7,
        &meta::DRAFT201909,
        &meta::DRAFT201909_APPLICATOR,
        &meta::DRAFT201909_CONTENT,
        &meta::DRAFT201909_CORE,
        &meta::DRAFT201909_FORMAT,
        &meta::DRAFT201909_META_DATA,
        &meta::DRAFT201909_VALIDATION,
        &meta::DRAFT202012,
        &meta::DRAFT202012_APPLICATOR,
        &meta::DRAFT202012_CONTENT,
        &meta::DRAFT202012_CORE,
        &meta::DRAFT202012_FORMAT_ANNOTATION,
        &meta::DRAFT202012_FORMAT_ASSERTION,
        &meta::DRAFT202012_META_DATA,
        &meta::DRAFT202012_UNEVALUATED,
        &meta::DRAFT202012_VALIDATION,
    ];
    let named = |schema: &'static Value| {
        let id = schema.get("$id").or_else(|| schema.get("id"))?.as_str()?;
        Some((id.trim_end_matches('#'), schema))
    };
    all.into_iter().filter_map(|schema| named(schema)).collect()
});

/// The document at a URI without a fragment, in its normal form.
pub(super) fn known(uri: &str) -> Option<&'static Value> {
    METASCHEMAS.get(uri).copied()
}
