//! One choice: token events in; text, reasoning and tool calls out. Streaming and not streaming
//! both read from here, so their answers are equal by construction.

use super::guards::{Fired, GuardLimits, Guards, Ledger, Seen};
use crate::http::errors::ApiError;
use crate::http::rate_limits::Meter;
use crate::metrics::{FinishLabel, Metrics};
use crate::recording::Trace;
use atlas_core::{
    FinishDetail, FinishReason, Finished, PositionLogprobs, RequestId, TokenEvent, TokenId,
    TokenStream, Usage,
};
use atlas_text::grammar::{ForcedClose, ThinkingLimit, ThinkingWatch};
use atlas_text::{
    Detok, OutputEvent, OutputNote, OutputParser, OutputPlace, OutputSpec, StopBuffer, StopStrings,
    Tokenizer,
};
use std::sync::Arc;

/// How tokens become text.
#[derive(Clone, Debug)]
pub struct TextRules {
    /// `None`: there is no text, only token ids.
    pub tokenizer: Option<Arc<Tokenizer>>,
    pub stops: Arc<StopStrings>,
    pub include_stop: bool,
    pub skip_special: bool,
    pub min_tokens: u32,
    /// Tokens the request named to end the answer.
    pub stop_tokens: Vec<TokenId>,
    /// The model's own stop tokens, unless they are ignored.
    pub eos_tokens: Vec<TokenId>,
    /// `None`: the answer is text and nothing else.
    pub output: Option<OutputRules>,
    /// The answer ends with this many complete calls.
    pub calls_max: Option<usize>,
    pub guards: GuardLimits,
    /// The form of the answer may be cut by its length: no completion of it is known.
    pub unpromised: bool,
}

/// Something that was done to an answer, or found wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Read by the output machine.
    Output(OutputNote),
    /// The reasoning was closed by force.
    Thinking(ForcedClose),
    /// A guard ended the answer.
    Guard(Fired),
    /// The prescribed form was not certain to be whole within the answer's length.
    Unpromised,
}

impl Note {
    /// Its name in metrics and in lists of interventions.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Output(OutputNote::CallInReasoning { .. }) => "call_in_reasoning",
            Self::Output(OutputNote::IncompleteCallInReasoning { .. }) => {
                "incomplete_call_in_reasoning"
            }
            Self::Output(OutputNote::InvalidCallInReasoning { .. }) => "invalid_call_in_reasoning",
            Self::Output(OutputNote::MissingClose { .. }) => "missing_close",
            Self::Output(OutputNote::KeptAsString { .. }) => "kept_as_string",
            Self::Thinking(forced) => match forced.limit {
                ThinkingLimit::Budget => "thinking_budget",
                ThinkingLimit::Room => "thinking_room",
                ThinkingLimit::Repetition => "thinking_repetition",
            },
            Self::Guard(fired) => fired.guard.name(),
            Self::Unpromised => "unpromised_form",
        }
    }

    /// Every kind.
    pub const KINDS: [&'static str; 16] = [
        "call_in_reasoning",
        "incomplete_call_in_reasoning",
        "invalid_call_in_reasoning",
        "missing_close",
        "kept_as_string",
        "thinking_budget",
        "thinking_room",
        "thinking_repetition",
        "repetition",
        "tool_body",
        "prose_between_calls",
        "post_thinking",
        "held_back",
        "calls",
        "repeated_calls",
        "unpromised_form",
    ];
}

/// How the text of an answer is read.
#[derive(Clone, Debug)]
pub struct OutputRules {
    pub spec: OutputSpec,
    /// Special tokens that are marks of reasoning or calls, ascending.
    pub marks: Arc<[TokenId]>,
}

/// A token on its way to the client.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenOut {
    pub token: TokenId,
    pub logprobs: Option<PositionLogprobs>,
    /// Characters of the answer before this token.
    pub offset_chars: u64,
}

/// New parts of the answer with the tokens consumed since the parts before them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delta {
    /// At least one; never [`OutputEvent::Note`], which [`End::notes`] has.
    pub parts: Vec<OutputEvent>,
    pub tokens: Vec<TokenOut>,
}

impl Delta {
    /// The text parts, for answers that have no others.
    pub fn into_text(self) -> (String, Vec<TokenOut>) {
        let text = self.parts.into_iter().filter_map(|part| match part {
            OutputEvent::Text(text) => Some(text),
            _ => None,
        });
        (text.collect(), self.tokens)
    }
}

/// What the request named that stopped the answer; the model's own stop tokens do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    Token(TokenId),
    Text(String),
}

/// The end of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// `stop`, `length` or `tool_calls`.
    pub reason: &'static str,
    pub detail: &'static str,
    pub stopped_by: Option<StoppedBy>,
    /// Tokens that came with no further text.
    pub tokens: Vec<TokenOut>,
    /// Tokens the client pays for.
    pub completion_tokens: u64,
    pub cached_tokens: u64,
    /// Prompt tokens that were computed and are stored for later requests.
    pub stored_tokens: u64,
    /// Where the server did other than pass on a well-formed answer.
    pub notes: Vec<Note>,
}

/// One item of a choice. [`Self::End`] and [`Self::Failed`] are terminal.
#[derive(Clone, Debug, PartialEq)]
pub enum ChoiceEvent {
    PromptLogprobs(Vec<PositionLogprobs>),
    Delta(Delta),
    End(End),
    Failed(ApiError),
}

/// One choice of a request. Dropping it aborts the generation.
#[derive(Debug)]
pub struct Choice {
    pub index: u32,
    rules: Arc<TextRules>,
    stream: Option<TokenStream>,
    detok: Option<Detok>,
    stop: StopBuffer,
    /// Made at the first token: a choice that waits for its turn takes little memory.
    parser: Option<Box<OutputParser>>,
    notes: Vec<Note>,
    /// Where the reasoning stands, if it is limited.
    thinking: Option<ThinkingWatch>,
    guards: Guards,
    /// Calls that are complete, and whether one stayed incomplete.
    calls: usize,
    ledger: Ledger,
    call_cut: bool,
    pending: Vec<TokenOut>,
    /// Of the text as the model wrote it, marks included.
    chars: u64,
    tokens: u64,
    /// Tokens of the prompt that were reused, and those that were stored.
    prompt: (u64, u64),
    /// Comes after the delta that was just returned.
    end: Option<End>,
    metrics: Arc<Metrics>,
    meter: Meter,
    trace: Trace,
    recorded: bool,
}

impl Choice {
    pub fn new(
        index: u32,
        stream: TokenStream,
        rules: Arc<TextRules>,
        thinking: Option<ThinkingWatch>,
        metrics: Arc<Metrics>,
        meter: Meter,
        trace: Trace,
    ) -> Self {
        let marks = rules.output.as_ref().map(|o| o.marks.clone()).unwrap_or_default();
        let detok = rules.tokenizer.clone().map(|tokenizer| {
            Detok::after_text(tokenizer, rules.skip_special).showing(marks.clone())
        });
        let stop = StopBuffer::new(rules.stops.clone(), rules.include_stop);
        let guards = Guards::new(rules.guards);
        let ledger = Ledger::new(&rules.guards);
        Self {
            index,
            rules,
            stream: Some(stream),
            detok,
            stop,
            parser: None,
            notes: Vec::new(),
            thinking,
            guards,
            calls: 0,
            ledger,
            call_cut: false,
            pending: Vec::new(),
            chars: 0,
            tokens: 0,
            prompt: (0, 0),
            end: None,
            metrics,
            meter,
            trace,
            recorded: false,
        }
    }

    /// The next event; `None` after a terminal one.
    pub async fn next(&mut self) -> Option<ChoiceEvent> {
        if let Some(end) = self.end.take() {
            return Some(ChoiceEvent::End(end));
        }
        loop {
            let stream = self.stream.as_mut()?;
            if self.trace.deadline_was_here(self.index, self.tokens) {
                return Some(self.done(at_deadline()));
            }
            let event = stream.next().await?;
            let counts = stream.prompt_counts();
            self.prompt = (counts.cached_tokens().into(), counts.stored_tokens().into());
            let out = match event {
                TokenEvent::PromptLogprobs(list) => Some(ChoiceEvent::PromptLogprobs(list)),
                TokenEvent::Token { token, logprobs } => self.token(token, logprobs),
                TokenEvent::Done(finished) => Some(self.done(finished)),
                TokenEvent::Failed(e) => Some(self.fail(ApiError::from_engine(&e))),
            };
            if out.is_some() {
                return out;
            }
        }
    }

    /// The engine's id of it, while it runs.
    pub fn request(&self) -> Option<RequestId> {
        self.stream.as_ref().map(TokenStream::id)
    }

    /// Makes what reads the answer, if it is not there yet.
    fn begin(&mut self) {
        if let (None, Some(output)) = (&self.parser, &self.rules.output) {
            self.parser = Some(Box::new(OutputParser::new(output.spec.clone())));
        }
    }

    fn token(&mut self, token: TokenId, logprobs: Option<PositionLogprobs>) -> Option<ChoiceEvent> {
        self.begin();
        self.tokens += 1;
        self.meter.count();
        self.trace.token(self.index, token);
        self.pending.push(TokenOut { token, logprobs, offset_chars: self.chars });
        // A stop token is not text; the engine's terminal item follows it.
        let rules = &self.rules;
        let stops = rules.stop_tokens.contains(&token) || rules.eos_tokens.contains(&token);
        if stops && !rules.include_stop {
            return None;
        }
        let forced = self.thinking.as_mut().is_some_and(|watch| watch.push(token));
        let mut text = self.detok.as_mut().map(|detok| detok.push(token)).unwrap_or_default();
        if forced && self.parser.as_ref().is_some_and(|parser| !parser.is_reasoning()) {
            // A call in the reasoning has ended it already: the mark would be text.
            text.clear();
        }
        let event = self.text(&text);
        if self.stream.is_none() {
            return event;
        }
        self.guard(token, event)
    }

    /// Ends the answer if a guard says so; `event` is what the token brought.
    fn guard(&mut self, token: TokenId, event: Option<ChoiceEvent>) -> Option<ChoiceEvent> {
        let parser = self.parser.as_deref();
        let seen = Seen {
            reasoning: parser.is_some_and(OutputParser::is_reasoning),
            place: parser.map_or(OutputPlace::Text, OutputParser::place),
            calls: self.calls,
            same_calls: self.ledger.same(),
            shown: event.is_some(),
            mends: self.thinking.as_ref().is_some_and(ThinkingWatch::ends_repetition),
        };
        let Some(fired) = self.guards.push(token, seen) else { return event };
        // Tokens that are already on their way are dropped and not billed.
        self.stream = None;
        let mut parts = Vec::new();
        if let Some(ChoiceEvent::Delta(delta)) = event {
            self.pending = delta.tokens;
            parts = delta.parts;
        }
        self.notes.push(Note::Guard(fired));
        let tail = self.detok.as_mut().map(Detok::finish).unwrap_or_default();
        let mut held = self.stop.push_unchecked(&tail);
        held.push_str(&self.stop.finish());
        self.record(FinishLabel::Length);
        Some(self.close(parts, &held, "length", fired.guard.name(), None))
    }

    /// Passes text through the stop buffer and gives out what is certain.
    fn text(&mut self, text: &str) -> Option<ChoiceEvent> {
        self.chars += text.chars().count() as u64;
        let (shown, matched) = if self.tokens <= u64::from(self.rules.min_tokens) {
            (self.stop.push_unchecked(text), None)
        } else {
            let out = self.stop.push(text);
            (out.text, out.matched)
        };
        if let Some(index) = matched {
            // Ends the request; tokens that are already on their way are dropped and not billed.
            self.stream = None;
            let string = self.rules.stops.strings().get(index).cloned().unwrap_or_default();
            self.record(FinishLabel::Stop);
            return Some(self.close(
                Vec::new(),
                &shown,
                "stop",
                "stop_string",
                Some(StoppedBy::Text(string)),
            ));
        }
        let parts = self.read(&shown, false);
        if self.has_all_calls() {
            self.stream = None;
            self.record(FinishLabel::Stop);
            return Some(self.close(parts, "", "stop", "calls_max", None));
        }
        (!parts.is_empty()).then(|| ChoiceEvent::Delta(self.delta(parts)))
    }

    /// What text that is certain means; `last`: nothing follows it.
    fn read(&mut self, text: &str, last: bool) -> Vec<OutputEvent> {
        let mut parts = Vec::new();
        self.begin();
        match &mut self.parser {
            Some(parser) => {
                parser.push(text, &mut parts);
                if last {
                    parser.finish(&mut parts);
                }
            }
            None if text.is_empty() => {}
            None => parts.push(OutputEvent::Text(text.to_owned())),
        }
        parts.retain_mut(|part| match part {
            _ if self.has_all_calls() => false,
            OutputEvent::Note(note) => {
                self.notes.push(Note::Output(note.clone()));
                false
            }
            OutputEvent::CallBegin { name, .. } => {
                self.ledger.begin(name);
                true
            }
            OutputEvent::CallArguments { json, .. } => {
                self.ledger.arguments(json);
                true
            }
            OutputEvent::CallEnd { .. } => {
                self.calls += 1;
                self.ledger.end();
                true
            }
            OutputEvent::CallCut { .. } => {
                self.call_cut = true;
                true
            }
            _ => true,
        });
        parts
    }

    /// Whether there are as many calls as the answer may have; nothing after them counts.
    fn has_all_calls(&self) -> bool {
        self.rules.calls_max.is_some_and(|max| self.calls >= max)
    }

    fn delta(&mut self, parts: Vec<OutputEvent>) -> Delta {
        Delta { parts, tokens: std::mem::take(&mut self.pending) }
    }

    /// `parts` and the last text, then the end; the end alone if there is nothing to show.
    fn close(
        &mut self,
        mut parts: Vec<OutputEvent>,
        text: &str,
        reason: &'static str,
        detail: &'static str,
        stopped_by: Option<StoppedBy>,
    ) -> ChoiceEvent {
        parts.extend(self.read(text, true));
        let forced = self.thinking.as_ref().and_then(ThinkingWatch::forced);
        let unpromised = self.rules.unpromised.then_some(Note::Unpromised);
        let mut notes: Vec<Note> =
            unpromised.into_iter().chain(forced.map(Note::Thinking)).collect();
        notes.append(&mut self.notes);
        notes.iter().for_each(|note| self.metrics.intervention(note.kind()));
        let incomplete = notes
            .iter()
            .any(|n| matches!(n, Note::Output(OutputNote::IncompleteCallInReasoning { .. })));
        let (reason, detail) = match reason {
            // The model ended its turn in the middle of a call it had hidden in its reasoning:
            // whoever runs the tools must not take this for a complete answer.
            "stop" if incomplete => ("length", "incomplete_call"),
            "stop" if self.calls > 0 && !self.call_cut => ("tool_calls", detail),
            other => (other, detail),
        };
        let (cached_tokens, stored_tokens) = self.trace.prompt_counts(self.index, self.prompt);
        let mut end = End {
            reason,
            detail,
            stopped_by,
            tokens: Vec::new(),
            completion_tokens: self.tokens,
            cached_tokens,
            stored_tokens,
            notes,
        };
        self.trace.end(self.index, &end);
        if parts.is_empty() {
            end.tokens = std::mem::take(&mut self.pending);
            return ChoiceEvent::End(end);
        }
        self.end = Some(end);
        ChoiceEvent::Delta(self.delta(parts))
    }

    fn done(&mut self, finished: Finished) -> ChoiceEvent {
        if finished.reason == FinishReason::Abort {
            return self.fail(ApiError::unavailable("the request was aborted by the server"));
        }
        let (label, detail, stopped_by) = match finished.detail {
            FinishDetail::StopToken(id) => {
                let asked = self.rules.stop_tokens.contains(&id);
                (FinishLabel::Stop, "stop_token", asked.then_some(StoppedBy::Token(id)))
            }
            FinishDetail::ConstraintComplete => (FinishLabel::Stop, "constraint_complete", None),
            FinishDetail::MaxTokens => (FinishLabel::Length, "max_tokens", None),
            FinishDetail::SeqLen => (FinishLabel::Length, "seq_len", None),
            FinishDetail::Deadline => (FinishLabel::Length, "deadline", None),
            FinishDetail::Cancelled => (FinishLabel::Length, "cancelled", None),
        };
        let reason = if finished.reason == FinishReason::Stop { "stop" } else { "length" };
        // What the detokenizer held back may complete a stop string.
        let tail = self.detok.as_mut().map(Detok::finish).unwrap_or_default();
        let mut parts = Vec::new();
        if let Some(event) = self.text(&tail) {
            match event {
                ChoiceEvent::Delta(delta) if self.end.is_none() => {
                    self.pending = delta.tokens;
                    parts = delta.parts;
                }
                stopped => return stopped,
            }
        }
        self.stream = None;
        let held = self.stop.finish();
        self.record(label);
        self.close(parts, &held, reason, detail, stopped_by)
    }

    fn fail(&mut self, error: ApiError) -> ChoiceEvent {
        self.stream = None;
        self.record(FinishLabel::Error);
        ChoiceEvent::Failed(error)
    }

    fn record(&mut self, label: FinishLabel) {
        self.recorded = true;
        self.metrics.choice_finished(label);
    }
}

/// What the engine says of a request whose deadline has passed.
fn at_deadline() -> Finished {
    Finished {
        reason: FinishReason::Length,
        detail: FinishDetail::Deadline,
        usage: Usage::default(),
        queue_seconds: 0.0,
    }
}

impl Drop for Choice {
    fn drop(&mut self) {
        if !self.recorded {
            self.metrics.choice_finished(FinishLabel::Abort);
        }
    }
}
