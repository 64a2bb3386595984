//! The keywords of JSON Schema, and what becomes of each.

/// Treatment of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Every answer keeps it.
    Enforced,
    /// Enforced where its value allows it, else refused in `response_format` and left open in the
    /// schemas of tools.
    Partly,
    /// It says nothing of values.
    Ignored,
}

impl Kept {
    /// The word of the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Partly => "enforced in part",
            Self::Ignored => "says nothing",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    pub name: &'static str,
    pub kept: Kept,
    pub note: &'static str,
}

const fn row(name: &'static str, kept: Kept, note: &'static str) -> Keyword {
    Keyword { name, kept, note }
}

use Kept::{Enforced, Ignored, Partly};

/// All keywords that are read. Others say nothing.
pub const KEYWORDS: &[Keyword] = &[
    row("type", Enforced, "`integer` is written without a fraction and never as `-0`"),
    row("enum", Partly, "numbers of at most 15 digits"),
    row("const", Partly, "numbers of at most 15 digits"),
    row(
        "$ref",
        Partly,
        "into the schema itself, by pointer, `$anchor` or URI, and to the metaschemas of drafts 7 \
        and 2020-12; keywords beside it count; other documents are not fetched",
    ),
    row("$defs", Enforced, "as `definitions`"),
    row("definitions", Enforced, "the older name of `$defs`"),
    row(
        "$id",
        Enforced,
        "the base of the references in it; relative ones count from the `$id` around",
    ),
    row("$anchor", Enforced, ""),
    row("$dynamicRef", Partly, "as `$ref`, along the dynamic scope; up to 64 dynamic anchors"),
    row("$dynamicAnchor", Enforced, "as `$anchor` for `$ref`"),
    row("$recursiveRef", Partly, "as `$dynamicRef`"),
    row("$recursiveAnchor", Enforced, "with `$recursiveRef`"),
    row("allOf", Enforced, "merged keyword by keyword"),
    row("anyOf", Enforced, ""),
    row(
        "oneOf",
        Partly,
        "as far as the opposite of an alternative can be said (see `not`) and the schema stays \
        small; else as `anyOf`: a value that fits two alternatives may come",
    ),
    row(
        "not",
        Partly,
        "of types, values, bounds, lengths, counts, `required`, `properties`, \
        `prefixItems`, `items` and `contains` among the first 8, references, \
        `additionalProperties: false` beside 3 names and combinations of these; a number that is \
        no `integer` is near a bound or zero",
    ),
    row("if", Partly, "with what `not` takes; `then` and `else` go with it"),
    row("then", Partly, "with `if`"),
    row("else", Partly, "with `if`"),
    row("dependentRequired", Enforced, ""),
    row("dependentSchemas", Enforced, ""),
    row("dependencies", Enforced, "the older name of both"),
    row("nullable", Enforced, "OpenAPI's, beside `type`"),
    row(
        "minimum",
        Partly,
        "18 digits and 9 decimal places; larger bounds are narrowed, those of a \
        64-bit float say nothing",
    ),
    row("maximum", Partly, "as `minimum`"),
    row("exclusiveMinimum", Partly, "as `minimum`; draft 4's boolean too"),
    row("exclusiveMaximum", Partly, "as `minimum`; draft 4's boolean too"),
    row("multipleOf", Partly, "9 decimal places, below 2^32"),
    row("minLength", Partly, "up to 2^20"),
    row("maxLength", Enforced, "above 2^24 it says nothing: no answer is that long"),
    row(
        "pattern",
        Partly,
        "searched for in the text; look-ahead after `^` alone, a negative one of \
        fixed texts or of characters alone; no look-behind, back-references, word boundaries",
    ),
    row(
        "format",
        Enforced,
        "`date-time`, `date`, `time`, `duration`, `email`, `hostname`, `ipv4`, \
        `ipv6`, `uuid`, `uri`; others say nothing",
    ),
    row("prefixItems", Enforced, "the list form of `items` too"),
    row("items", Enforced, ""),
    row("additionalItems", Enforced, "beside a list of `items`"),
    row("minItems", Partly, "up to 2^20"),
    row("maxItems", Enforced, "above 2^24 it says nothing"),
    row(
        "uniqueItems",
        Partly,
        "of a few items, of listed values (5 in any order) or of different types",
    ),
    row("contains", Partly, "among the first 8 items"),
    row("minContains", Partly, "up to 8"),
    row("maxContains", Partly, "all of them among the first 8 items"),
    row(
        "unevaluatedItems",
        Enforced,
        "what several schemas of one `anyOf` evaluate counts together, up \
        to 256 alternatives",
    ),
    row(
        "properties",
        Enforced,
        "in the order of the schema; a member of `false` or `{\"not\": {}}` \
        may not come",
    ),
    row("required", Enforced, "draft 3's boolean on a member too"),
    row(
        "additionalProperties",
        Enforced,
        "a tool that names members and says nothing of others has \
        no others",
    ),
    row(
        "patternProperties",
        Partly,
        "up to 6 patterns that names fit several of, with small automata; any number of others",
    ),
    row("propertyNames", Partly, "one pattern, bounds of length or listed names"),
    row(
        "minProperties",
        Partly,
        "one more than the required ones; any number of named ones, if \
        there are few",
    ),
    row("maxProperties", Partly, "with named members alone or others alone"),
    row("unevaluatedProperties", Enforced, "as `unevaluatedItems`"),
    row("title", Ignored, "as all annotations"),
    row("description", Ignored, ""),
    row("default", Ignored, ""),
    row("examples", Ignored, ""),
    row("deprecated", Ignored, ""),
    row("readOnly", Ignored, ""),
    row("writeOnly", Ignored, ""),
    row("$schema", Ignored, "drafts are not told apart"),
    row("$vocabulary", Ignored, ""),
    row("$comment", Ignored, ""),
    row("contentEncoding", Ignored, ""),
    row("contentMediaType", Ignored, ""),
    row("contentSchema", Ignored, ""),
];

/// Keywords that combine schemas for one value, in the order they are read.
pub(super) const APPLICATORS: &[&str] = &[
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
];

/// Treatment of a keyword; `None`: it is unknown and says nothing.
pub fn kept(name: &str) -> Option<Kept> {
    KEYWORDS.iter().find(|row| row.name == name).map(|row| row.kept)
}
