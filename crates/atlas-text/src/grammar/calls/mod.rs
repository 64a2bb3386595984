//! Grammars of tool calls, in the wire format of each dialect.

pub(crate) mod call_grammar;
pub(crate) mod gemma;
pub(crate) mod text_params;
pub(crate) mod wire;
