//! Dialects in which models write tool calls.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A way of writing tool calls. Names are those of [`Dialect::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `<tool_call><function=NAME><parameter=KEY>value</parameter></function></tool_call>`
    Qwen3Coder,
    /// `<tool_call>{"name": …, "arguments": {…}}</tool_call>`
    Hermes,
    /// `{"name": …, "arguments": {…}}` in the text, or in a code fence
    BareJson,
    /// `[TOOL_CALLS]NAME[ARGS]{…}` or `[TOOL_CALLS][{"name": …, "arguments": {…}}]`
    Mistral,
    /// `<minimax:tool_call><invoke name="…"><parameter name="…">…</parameter></invoke>…`
    MinimaxXml,
    /// `{"name": …, "parameters": {…}}`, `<|python_tag|>` before it, or `<function=NAME>{…}`
    Llama,
    /// `<｜DSML｜tool_calls><｜DSML｜invoke name="…">…`
    DeepseekDsml,
    /// `<|tool_call>call:NAME{key:<|"|>text<|"|>}<tool_call|>`
    Gemma,
    /// `<｜tool▁call▁begin｜>NAME<｜tool▁sep｜>{…}<｜tool▁call▁end｜>`, or `function` for the name
    /// and after the separator the name and a code fence of JSON
    DeepseekV3,
}

/// The marks of [`Dialect::DeepseekV3`], each a special token of its models.
pub(crate) const DEEPSEEK_CALLS: &str = "<｜tool▁calls▁begin｜>";
pub(crate) const DEEPSEEK_CALL: &str = "<｜tool▁call▁begin｜>";
pub(crate) const DEEPSEEK_SEPARATOR: &str = "<｜tool▁sep｜>";
pub(crate) const DEEPSEEK_CALL_CLOSE: &str = "<｜tool▁call▁end｜>";
pub(crate) const DEEPSEEK_CALLS_CLOSE: &str = "<｜tool▁calls▁end｜>";

/// A name that is no dialect's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown tool-call dialect `{name}`; known are {}", Dialect::list())]
pub struct UnknownDialect {
    pub name: String,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 9] = [
        Self::Qwen3Coder,
        Self::Hermes,
        Self::BareJson,
        Self::Mistral,
        Self::MinimaxXml,
        Self::Llama,
        Self::DeepseekDsml,
        Self::Gemma,
        Self::DeepseekV3,
    ];

    /// The name in settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Qwen3Coder => "qwen3_coder",
            Self::Hermes => "hermes",
            Self::BareJson => "bare_json",
            Self::Mistral => "mistral",
            Self::MinimaxXml => "minimax_xml",
            Self::Llama => "llama",
            Self::DeepseekDsml => "deepseek_dsml",
            Self::Gemma => "gemma",
            Self::DeepseekV3 => "deepseek_v3",
        }
    }

    fn list() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// The dialect that a chat template teaches: known by the markup it writes around calls.
    /// `None`: the template has no tools, or writes them in a way that is not known here.
    pub fn of_template(template: &str) -> Option<Self> {
        let has = |text: &str| template.contains(text);
        Some(match () {
            () if has("｜DSML｜") => Self::DeepseekDsml,
            () if has(DEEPSEEK_CALL) => Self::DeepseekV3,
            () if has("<minimax:tool_call>") => Self::MinimaxXml,
            () if has("<start_function_call>") || has("<|tool_call>") => Self::Gemma,
            () if has("[TOOL_CALLS]") => Self::Mistral,
            () if has("<tool_call>") && has("<function=") => Self::Qwen3Coder,
            () if has("<tool_call>") => Self::Hermes,
            () if has("<|python_tag|>") || (has("\"name\"") && has("\"parameters\"")) => {
                Self::Llama
            }
            () => return None,
        })
    }

    /// Literal texts of the markup. A special token whose text is part of one must be shown to the
    /// parser.
    pub fn texts(self) -> Vec<&'static str> {
        match self {
            Self::Qwen3Coder | Self::MinimaxXml | Self::DeepseekDsml => {
                let form = self.xml().into_iter();
                form.flat_map(|f| {
                    let lists = [f.wrappers, f.calls, f.params];
                    let closes = [f.wrapper_closes, f.call_closes, f.param_closes];
                    lists.into_iter().chain(closes).flatten().copied()
                })
                .collect()
            }
            Self::Hermes => vec!["<tool_call>", "</tool_call>"],
            Self::BareJson => Vec::new(),
            Self::Mistral => vec!["[TOOL_CALLS]", "[ARGS]", "[CALL_ID]"],
            Self::Llama => vec!["<|python_tag|>", "<function=", "</function>"],
            Self::Gemma => vec![
                "<|tool_call>",
                "<tool_call|>",
                "<|\"|>",
                "<start_function_call>",
                "<end_function_call>",
                "<escape>",
            ],
            Self::DeepseekV3 => vec![
                DEEPSEEK_CALLS,
                DEEPSEEK_CALL,
                DEEPSEEK_SEPARATOR,
                DEEPSEEK_CALL_CLOSE,
                DEEPSEEK_CALLS_CLOSE,
            ],
        }
    }

    /// Whether a call may be a JSON object with no mark before it.
    pub(crate) fn is_bare(self) -> bool {
        matches!(self, Self::BareJson | Self::Llama)
    }

    /// Whether calls are JSON objects with a name.
    pub(crate) fn is_json(self) -> bool {
        matches!(self, Self::Hermes | Self::BareJson | Self::Mistral | Self::Llama)
    }

    /// The markup inside a call, for the dialects that have such.
    pub(crate) fn xml(self) -> Option<&'static XmlForm> {
        match self {
            Self::Qwen3Coder => Some(&QWEN),
            Self::MinimaxXml => Some(&MINIMAX),
            Self::DeepseekDsml => Some(&DSML),
            _ => None,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        let known = Self::ALL.into_iter().find(|dialect| dialect.name() == name);
        known.ok_or_else(|| UnknownDialect { name: name.to_owned() })
    }
}

/// Newlines at the edges of a parameter's text that are markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edges {
    /// One after the opening tag and one before the closing tag.
    Each,
    /// Both or none: the last one only if there was a first.
    Pair,
    /// None.
    Exact,
}

/// The tags of a call with one tag per parameter. A tag ends with `>` where its text below does
/// not.
#[derive(Debug)]
pub(crate) struct XmlForm {
    pub wrappers: &'static [&'static str],
    pub wrapper_closes: &'static [&'static str],
    pub calls: &'static [&'static str],
    pub call_closes: &'static [&'static str],
    pub params: &'static [&'static str],
    pub param_closes: &'static [&'static str],
    pub edges: Edges,
}

static QWEN: XmlForm = XmlForm {
    wrappers: &["<tool_call>"],
    wrapper_closes: &["</tool_call>"],
    calls: &["<function="],
    call_closes: &["</function>"],
    params: &["<parameter="],
    param_closes: &["</parameter>"],
    edges: Edges::Each,
};

static MINIMAX: XmlForm = XmlForm {
    wrappers: &["<minimax:tool_call>"],
    wrapper_closes: &["</minimax:tool_call>"],
    calls: &["<invoke name="],
    call_closes: &["</invoke>"],
    params: &["<parameter name="],
    param_closes: &["</parameter>"],
    edges: Edges::Pair,
};

/// The forms without the reserved mark are what is left when special tokens are not shown.
static DSML: XmlForm = XmlForm {
    wrappers: &[
        "<｜DSML｜tool_calls>",
        "<｜DSML｜function_calls>",
        "<tool_calls>",
        "<function_calls>",
    ],
    wrapper_closes: &[
        "</｜DSML｜tool_calls>",
        "</｜DSML｜function_calls>",
        "</tool_calls>",
        "</function_calls>",
    ],
    calls: &["<｜DSML｜invoke name=", "<invoke name="],
    call_closes: &["</｜DSML｜invoke>", "</invoke>"],
    params: &["<｜DSML｜parameter name=", "<parameter name="],
    param_closes: &["</｜DSML｜parameter>", "</parameter>"],
    edges: Edges::Exact,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_teaches_the_form_it_writes() {
        let known = |template| Dialect::of_template(template);
        let v3 =
            "{{'<｜tool▁call▁begin｜>' + tool['type'] + '<｜tool▁sep｜>' + name + '\\n```json'}}";
        assert_eq!(known(v3), Some(Dialect::DeepseekV3));
        let v31 =
            "{{'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>' + name + '<｜tool▁sep｜>' + args}}";
        assert_eq!(known(v31), Some(Dialect::DeepseekV3));
        assert_eq!(known("<｜DSML｜tool_calls>"), Some(Dialect::DeepseekDsml));
        let nemotron = "'<tool_call>\\n<function=' ~ name ~ '>\\n' … '<tool_response>\\n'";
        assert_eq!(known(nemotron), Some(Dialect::Qwen3Coder));
        let mistral = "{{ '[TOOL_CALLS]' + name + '[ARGS]' + args }}[TOOL_RESULTS]";
        assert_eq!(known(mistral), Some(Dialect::Mistral));
        assert_eq!(known("<｜User｜>{{ content }}<｜Assistant｜>"), None);
    }
}
