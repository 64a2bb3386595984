//! JSON Schema as clients send it, brought into the plain form that grammars and parsers read.
//!
//! In the plain form a schema is `true`, `false`, a `$ref` into `$defs`, an `enum`, an `anyOf` of
//! such schemas, or a schema of one `type` with the keywords of that type alone. Patterns match the
//! whole text (`^(?:...)$`); further ones stand in an `allOf`.

mod contains;
mod documents;
mod empty;
mod equal;
mod error;
mod expand;
mod facts;
mod formats;
pub mod keywords;
mod literals;
mod negate;
mod node;
mod normal;
mod object;
mod one_of;
mod pattern;
mod plain;
mod pointer;
mod references;
mod unevaluated;
mod unique;

pub(crate) use error::SchemaError;
pub(crate) use normal::{Root, Strictness, normalize};
pub(crate) use pattern::{BEFORE, full_patterns};
pub(crate) use plain::{objects, properties, resolve, with_definitions};
pub(crate) use pointer::escaped;
