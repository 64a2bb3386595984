//! Parsers of calls, one a wire format.

pub(crate) mod body;
pub(crate) mod call_out;
pub(crate) mod deepseek_head;
pub(crate) mod flow;
pub(crate) mod gemma;
pub(crate) mod head;
pub(crate) mod json_call;
pub(crate) mod named_head;
pub(crate) mod xml;
pub(crate) mod xml_opening;
pub(crate) mod xml_value;
