//! The wire formats of tool calls, as the models' own templates write them.

use crate::parse::Dialect;

impl Dialect {
    /// The text that begins a call, for a grammar that waits for it. `None`: a call begins like any
    /// other text, so it cannot be waited for.
    pub fn trigger(self) -> Option<&'static str> {
        match self {
            Self::Qwen3Coder | Self::Hermes => Some("<tool_call>"),
            Self::Mistral => Some("[TOOL_CALLS]"),
            Self::MinimaxXml => Some("<minimax:tool_call>"),
            Self::DeepseekDsml => Some("<｜DSML｜"),
            Self::Gemma => Some("<|tool_call>"),
            Self::DeepseekV3 => Some("<｜tool▁calls▁begin｜>"),
            Self::BareJson | Self::Llama => None,
        }
    }

    /// All that follows the arguments of a block's last call, if another call begins like it; it
    /// may begin later in this text.
    pub(crate) fn ending(self) -> Option<&'static str> {
        let text = "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>";
        (self == Self::DeepseekV3).then_some(text)
    }

    /// `has_args`: the tokenizer has a token `[ARGS]`.
    pub(crate) fn wire(self, has_args: bool) -> Wire {
        match self {
            Self::Qwen3Coder => Wire::Xml(QWEN),
            Self::MinimaxXml => Wire::Xml(MINIMAX),
            Self::DeepseekDsml => Wire::Xml(DSML),
            Self::Hermes => Wire::Json(&[HERMES]),
            Self::BareJson => Wire::Json(&[BARE]),
            Self::Llama => Wire::Json(&[LLAMA]),
            Self::Mistral if has_args => Wire::Json(&[MISTRAL_ARGS]),
            Self::Mistral => Wire::Json(&[MISTRAL_LIST]),
            Self::Gemma => Wire::Gemma,
            Self::DeepseekV3 => Wire::Json(&[DEEPSEEK, DEEPSEEK_FENCED]),
        }
    }
}

/// Wire format of calls, as far as a grammar depends on it.
pub(crate) enum Wire {
    Xml(XmlWire),
    /// In its variants, which have one separator of blocks.
    Json(&'static [JsonWire]),
    Gemma,
}

impl Wire {
    /// Text between two blocks; `None`: there is one block.
    pub fn separator(&self) -> Option<&'static str> {
        match self {
            Self::Xml(wire) => wire.separator,
            Self::Json(wires) => wires.first().and_then(|wire| wire.separator),
            Self::Gemma => Some(""),
        }
    }
}

/// A call with one tag per parameter.
pub(crate) struct XmlWire {
    /// Opening and closing text of a block, in its variants.
    pub blocks: &'static [(&'static str, &'static str)],
    /// A block may hold several calls.
    pub several: bool,
    pub separator: Option<&'static str>,
    /// The tag of a function by name.
    pub function: fn(&str) -> String,
    pub function_close: &'static str,
    /// The tag of a parameter by key, and whether its value is a text.
    pub param: fn(&str, bool) -> String,
    /// Between a value that is no free text and the closing tag.
    pub before_close: &'static str,
    pub param_close: &'static str,
    pub after_param: &'static str,
}

/// A call whose arguments are one JSON object.
pub(crate) struct JsonWire {
    pub open: &'static str,
    pub before_name: &'static str,
    /// The name stands in a JSON string.
    pub json_name: bool,
    pub after_name: &'static str,
    pub tail: &'static str,
    pub close: &'static str,
    /// Between calls of one block; `None`: a block holds one.
    pub list_separator: Option<&'static str>,
    pub separator: Option<&'static str>,
}

const QWEN: XmlWire = XmlWire {
    blocks: &[("<tool_call>\n", "</tool_call>")],
    several: false,
    separator: Some("\n"),
    function: |name| format!("<function={name}>\n"),
    function_close: "</function>\n",
    param: |key, _| format!("<parameter={key}>\n"),
    before_close: "\n",
    param_close: "</parameter>",
    after_param: "\n",
};

const MINIMAX: XmlWire = XmlWire {
    blocks: &[("<minimax:tool_call>\n", "</minimax:tool_call>")],
    several: true,
    separator: None,
    function: |name| format!("<invoke name=\"{name}\">\n"),
    function_close: "</invoke>\n",
    param: |key, _| format!("<parameter name=\"{key}\">"),
    before_close: "",
    param_close: "</parameter>",
    after_param: "\n",
};

const DSML: XmlWire = XmlWire {
    blocks: &[
        ("<｜DSML｜tool_calls>\n", "</｜DSML｜tool_calls>"),
        ("<｜DSML｜function_calls>\n", "</｜DSML｜function_calls>"),
    ],
    several: true,
    separator: None,
    function: |name| format!("<｜DSML｜invoke name=\"{name}\">\n"),
    function_close: "</｜DSML｜invoke>\n",
    param: |key, text| format!("<｜DSML｜parameter name=\"{key}\" string=\"{text}\">"),
    before_close: "",
    param_close: "</｜DSML｜parameter>",
    after_param: "\n",
};

const HERMES: JsonWire = JsonWire {
    open: "<tool_call>\n",
    before_name: "{\"name\": \"",
    json_name: true,
    after_name: "\", \"arguments\": ",
    tail: "}",
    close: "\n</tool_call>",
    list_separator: None,
    separator: Some("\n"),
};

const BARE: JsonWire = JsonWire { open: "", close: "", ..HERMES };

const LLAMA: JsonWire = JsonWire { after_name: "\", \"parameters\": ", separator: None, ..BARE };

const MISTRAL_ARGS: JsonWire = JsonWire {
    open: "",
    before_name: "[TOOL_CALLS]",
    json_name: false,
    after_name: "[ARGS]",
    tail: "",
    close: "",
    list_separator: None,
    separator: Some(""),
};

const MISTRAL_LIST: JsonWire = JsonWire {
    open: "[TOOL_CALLS] [",
    close: "]",
    list_separator: Some(", "),
    separator: None,
    ..HERMES
};

const DEEPSEEK: JsonWire = JsonWire {
    open: "<｜tool▁calls▁begin｜>",
    before_name: "<｜tool▁call▁begin｜>",
    json_name: false,
    after_name: "<｜tool▁sep｜>",
    tail: "<｜tool▁call▁end｜>",
    close: "<｜tool▁calls▁end｜>",
    list_separator: Some(""),
    separator: None,
};

const DEEPSEEK_FENCED: JsonWire = JsonWire {
    before_name: "<｜tool▁call▁begin｜>function<｜tool▁sep｜>",
    after_name: "\n```json\n",
    tail: "\n```<｜tool▁call▁end｜>",
    list_separator: Some("\n"),
    ..DEEPSEEK
};
