//! One choice: token events in; text, reasoning and tool calls out. Streamed and whole answers both
//! read from here, so they are equal by construction.

use super::events::{ChoiceEvent, Delta, End, StoppedBy, TokenOut};
use super::guards::{AnswerState, CallLedger, Guards};
use super::note::Note;
use super::rules::TextRules;
use crate::http::errors::ApiError;
use crate::http::rate_limits::Meter;
use crate::metrics::{FinishLabel, Metrics};
use crate::recording::{RecordedEnd, Trace};
use atlas_core::{
    FinishDetail, FinishReason, Finished, PositionLogprobs, RequestId, TokenEvent, TokenId,
    TokenStream, Usage,
};
use atlas_text::grammar::{ForbiddenTokens, ThinkingWatch};
use atlas_text::{Detok, OutputEvent, OutputNote, OutputParser, OutputPlace, StopBuffer};
use std::sync::Arc;

/// Watches over a constrained answer.
#[derive(Debug, Default)]
pub struct Watches {
    /// Follows the reasoning if it is limited.
    pub thinking: Option<ThinkingWatch>,
    /// Tokens that the answer's length has forbidden.
    pub forbidden: ForbiddenTokens,
}

/// One choice of a request. Dropping it aborts the generation.
#[derive(Debug)]
pub struct Choice {
    pub index: u32,
    rules: Arc<TextRules>,
    stream: Option<TokenStream>,
    detok: Option<Detok>,
    stop: StopBuffer,
    /// Made at the first token, so that a queued choice takes little memory.
    parser: Option<Box<OutputParser>>,
    notes: Vec<Note>,
    watches: Watches,
    guards: Guards,
    /// Number of complete calls.
    calls: usize,
    ledger: CallLedger,
    /// Whether a call stayed incomplete.
    call_cut: bool,
    /// Tokens that have produced no parts yet.
    pending: Vec<TokenOut>,
    /// Characters of the text as the model wrote it, marks included.
    chars: u64,
    tokens: u64,
    /// Numbers of prompt tokens that were reused and stored.
    prompt: (u64, u64),
    /// The end, if it follows the delta that was just returned.
    end: Option<End>,
    metrics: Arc<Metrics>,
    meter: Meter,
    trace: Trace,
    /// Whether the metrics have counted the end.
    counted: bool,
}

impl Choice {
    pub fn new(
        index: u32,
        stream: TokenStream,
        rules: Arc<TextRules>,
        watches: Watches,
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
        let ledger = CallLedger::new(&rules.guards);
        Self {
            index,
            rules,
            stream: Some(stream),
            detok,
            stop,
            parser: None,
            notes: Vec::new(),
            watches,
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
            counted: false,
        }
    }

    /// The next event; `None` after a terminal one.
    pub async fn next(&mut self) -> Option<ChoiceEvent> {
        if let Some(end) = self.end.take() {
            return Some(ChoiceEvent::End(end));
        }
        loop {
            let stream = self.stream.as_mut()?;
            if self.trace.deadline_reached(self.index, self.tokens) {
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

    /// The engine's id of the choice while it runs.
    pub fn request_id(&self) -> Option<RequestId> {
        self.stream.as_ref().map(TokenStream::id)
    }

    /// Makes the output parser if it does not exist yet.
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
        // A stop token is not text; the engine's terminal event follows it.
        let rules = &self.rules;
        let stops = rules.stop_tokens.contains(&token) || rules.eos_tokens.contains(&token);
        if stops && !rules.include_stop {
            return None;
        }
        let forced = self.watches.thinking.as_mut().is_some_and(|watch| watch.push(token));
        let mut text = self.detok.as_mut().map(|detok| detok.push(token)).unwrap_or_default();
        if forced && self.parser.as_ref().is_some_and(|parser| !parser.is_reasoning()) {
            // A call in the reasoning has ended it already, so the mark would be text.
            text.clear();
        }
        let event = self.text(&text);
        if self.stream.is_none() {
            return event;
        }
        self.guard(token, event)
    }

    /// Ends the answer if a guard fires. `event` holds the output of the token.
    fn guard(&mut self, token: TokenId, event: Option<ChoiceEvent>) -> Option<ChoiceEvent> {
        let parser = self.parser.as_deref();
        let state = AnswerState {
            reasoning: parser.is_some_and(OutputParser::is_reasoning),
            place: parser.map_or(OutputPlace::Text, OutputParser::place),
            calls: self.calls,
            same_calls: self.ledger.repeats(),
            shown: event.is_some(),
            closes_repetition: self
                .watches
                .thinking
                .as_ref()
                .is_some_and(ThinkingWatch::ends_repetition),
        };
        let Some(fired) = self.guards.push(token, state) else { return event };
        // Dropping the stream aborts the request. Tokens already in the stream are not billed.
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
        self.count_end(FinishLabel::Length);
        Some(self.close(parts, &held, "length", fired.guard.name(), None))
    }

    /// Passes text through the stop buffer, which holds back the start of a possible stop string,
    /// and returns the parts that are certain.
    fn text(&mut self, text: &str) -> Option<ChoiceEvent> {
        self.chars += text.chars().count() as u64;
        let (shown, matched) = if self.tokens <= u64::from(self.rules.min_tokens) {
            (self.stop.push_unchecked(text), None)
        } else {
            let out = self.stop.push(text);
            (out.text, out.matched)
        };
        if let Some(index) = matched {
            // Dropping the stream aborts the request. Tokens already in the stream are not billed.
            self.stream = None;
            let string = self.rules.stops.strings().get(index).cloned().unwrap_or_default();
            self.count_end(FinishLabel::Stop);
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
            self.count_end(FinishLabel::Stop);
            return Some(self.close(parts, "", "stop", "calls_max", None));
        }
        // A model without a tokenizer answers in ids alone: each is shown when it is there.
        let shown = !parts.is_empty() || self.detok.is_none();
        shown.then(|| ChoiceEvent::Delta(self.delta(parts)))
    }

    /// Parses text that is certain; `last` if no more follows.
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

    /// Whether the answer has all the calls it may have; later parts are dropped.
    fn has_all_calls(&self) -> bool {
        self.rules.calls_max.is_some_and(|max| self.calls >= max)
    }

    fn delta(&mut self, parts: Vec<OutputEvent>) -> Delta {
        Delta { parts, tokens: std::mem::take(&mut self.pending) }
    }

    /// Returns the last parts and queues the end; without parts returns the end.
    fn close(
        &mut self,
        mut parts: Vec<OutputEvent>,
        text: &str,
        reason: &'static str,
        detail: &'static str,
        stopped_by: Option<StoppedBy>,
    ) -> ChoiceEvent {
        parts.extend(self.read(text, true));
        let forced = self.watches.thinking.as_ref().and_then(ThinkingWatch::forced);
        let unpromised = self.rules.unpromised.then_some(Note::Unpromised);
        let mut notes: Vec<Note> =
            unpromised.into_iter().chain(forced.map(Note::Thinking)).collect();
        notes.extend(self.watches.forbidden.all().into_iter().map(Note::Forbidden));
        notes.append(&mut self.notes);
        notes.iter().for_each(|note| self.metrics.intervention(note.kind()));
        let incomplete = notes
            .iter()
            .any(|n| matches!(n, Note::Output(OutputNote::IncompleteCallInReasoning { .. })));
        let (reason, detail) = match reason {
            // The model ended its turn inside a call in its reasoning. With `stop`, a client that
            // runs tools would take the answer for complete.
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
        self.trace.end(self.index, || RecordedEnd {
            reason: end.reason.to_owned(),
            detail: end.detail.to_owned(),
            cached_tokens: end.cached_tokens,
            stored_tokens: end.stored_tokens,
        });
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
        // Text that the detokenizer held back may complete a stop string.
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
        self.count_end(label);
        self.close(parts, &held, reason, detail, stopped_by)
    }

    fn fail(&mut self, error: ApiError) -> ChoiceEvent {
        self.stream = None;
        self.count_end(FinishLabel::Error);
        ChoiceEvent::Failed(error)
    }

    fn count_end(&mut self, label: FinishLabel) {
        self.counted = true;
        self.metrics.choice_finished(label);
    }
}

/// The engine's terminal event of a request whose deadline has passed.
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
        if !self.counted {
            self.metrics.choice_finished(FinishLabel::Abort);
        }
    }
}
