//! Response bodies and stream events.

use crate::api::atlas::AtlasChoice;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// Token counts of a request. The prompt has `input_tokens + cache_read_input_tokens +
/// cache_creation_input_tokens` tokens.
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicUsage)]
pub struct MessageUsage {
    pub input_tokens: u64,
    /// Tokens that were computed and are stored for later requests.
    pub cache_creation_input_tokens: u64,
    /// Tokens that were not computed because their state was stored already.
    pub cache_read_input_tokens: u64,
    pub output_tokens: u64,
}

/// A part of an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = AnthropicContentBlock)]
pub enum ContentBlock {
    Text {
        text: String,
    },
    Thinking {
        thinking: String,
        /// Always empty: reasoning is not signed.
        signature: String,
    },
    ToolUse {
        /// `toolu_...`
        id: String,
        name: String,
        /// The arguments as the model wrote them. Of a call that was cut short, the members that
        /// are complete.
        #[schema(value_type = Object)]
        input: Box<RawValue>,
    },
}

/// Answer of `/v1/messages`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AnthropicMessage)]
pub struct Message {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub role: &'static str,
    pub model: String,
    pub content: Vec<ContentBlock>,
    /// `end_turn`, `max_tokens`, `stop_sequence`, `tool_use` or `model_context_window_exceeded`.
    pub stop_reason: Option<&'static str>,
    /// The stop sequence that ended the answer.
    pub stop_sequence: Option<String>,
    pub usage: MessageUsage,
    /// Atlas's own report, present if `atlas.interventions` asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atlas: Option<AtlasChoice>,
}

/// Answer of `/v1/messages/count_tokens`.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicTokenCount)]
pub struct TokenCount {
    pub input_tokens: u64,
}

/// One event of a stream. The name of the event is its `type`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = AnthropicStreamEvent)]
pub enum StreamEvent {
    MessageStart {
        message: Message,
    },
    ContentBlockStart {
        index: usize,
        content_block: ContentBlock,
    },
    ContentBlockDelta {
        index: usize,
        delta: BlockDelta,
    },
    ContentBlockStop {
        index: usize,
    },
    MessageDelta {
        delta: MessageEnd,
        usage: MessageUsage,
        /// As in the whole message.
        #[serde(skip_serializing_if = "Option::is_none")]
        atlas: Option<AtlasChoice>,
    },
    MessageStop,
    Ping,
    Error {
        error: ErrorObject,
    },
}

impl StreamEvent {
    pub fn name(&self) -> &'static str {
        match self {
            Self::MessageStart { .. } => "message_start",
            Self::ContentBlockStart { .. } => "content_block_start",
            Self::ContentBlockDelta { .. } => "content_block_delta",
            Self::ContentBlockStop { .. } => "content_block_stop",
            Self::MessageDelta { .. } => "message_delta",
            Self::MessageStop => "message_stop",
            Self::Ping => "ping",
            Self::Error { .. } => "error",
        }
    }
}

/// New content of the open block.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = AnthropicBlockDelta)]
pub enum BlockDelta {
    TextDelta {
        text: String,
    },
    ThinkingDelta {
        thinking: String,
    },
    SignatureDelta {
        signature: String,
    },
    /// The pieces of a block joined are the JSON text of its `input`.
    InputJsonDelta {
        partial_json: String,
    },
}

/// End of an answer: its stop reason.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicEnd)]
pub struct MessageEnd {
    pub stop_reason: Option<&'static str>,
    pub stop_sequence: Option<String>,
}

/// The body of every answer that is not a success.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicError)]
pub struct MessageError {
    /// `error`
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub error: ErrorObject,
    /// As in the `request-id` header.
    pub request_id: Option<String>,
}

/// Kind and message of an error.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicErrorObject)]
pub struct ErrorObject {
    /// `invalid_request_error`, `not_found_error`, `request_too_large`, `rate_limit_error`,
    /// `api_error` or `overloaded_error`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Names the field at fault by its path, such as `messages[0].content[1].type`.
    pub message: String,
}
