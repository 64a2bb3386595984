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
    /// Tokens of the reasoning, its marks included.
    reasoning_tokens: u64,
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
            reasoning_tokens: 0,
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
            let parser = OutputParser::new(output.spec.clone());
            let parser = if output.calls_alone { parser.calls_alone() } else { parser };
            self.parser = Some(Box::new(parser));
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
        self.reasoning_tokens += u64::from(self.is_reasoning());
        let forced = self.watches.thinking.as_mut().is_some_and(|watch| watch.push(token));
        let mut text = self.detok.as_mut().map(|detok| detok.push(token)).unwrap_or_default();
        if forced && self.parser.is_some() && !self.is_reasoning() {
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
        let state = AnswerState {
            reasoning: self.is_reasoning(),
            place: self.parser.as_deref().map_or(OutputPlace::Text, OutputParser::place),
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
        Some(self.close(parts, &tail, Ending::of("length", fired.guard.name())))
    }

    /// Reads text of the answer and returns the parts that are certain.
    fn text(&mut self, text: &str) -> Option<ChoiceEvent> {
        self.chars += text.chars().count() as u64;
        let parts = self.read(text, false);
        if let Some(ending) = self.ended_by_output() {
            // Dropping the stream aborts the request. Tokens already in the stream are not billed.
            self.stream = None;
            return Some(self.close(parts, "", ending));
        }
        // A model without a tokenizer answers in ids alone: each is shown when it is there.
        let shown = !parts.is_empty() || self.detok.is_none();
        shown.then(|| ChoiceEvent::Delta(self.delta(parts)))
    }

    /// The end of an answer whose output so far ends it: a stop string, or its last call.
    fn ended_by_output(&self) -> Option<Ending> {
        if let Some(string) = self.stop.matched() {
            let stopped_by = Some(StoppedBy::Text(string.to_owned()));
            return Some(Ending { stopped_by, ..Ending::of("stop", "stop_string") });
        }
        self.has_all_calls().then(|| Ending::of("stop", "calls_max"))
    }

    /// Parses text of the answer; `last` if no more follows.
    fn read(&mut self, text: &str, last: bool) -> Vec<OutputEvent> {
        let mut read = Vec::new();
        self.begin();
        let was_reasoning = self.is_reasoning();
        match &mut self.parser {
            Some(parser) => {
                parser.push(text, &mut read);
                if last {
                    parser.finish(&mut read);
                }
            }
            None if text.is_empty() => {}
            None => read.push(OutputEvent::Text(text.to_owned())),
        }
        if !was_reasoning && self.is_reasoning() {
            // Reasoning opens at the start of an answer, so its mark is all that came before.
            self.reasoning_tokens = self.tokens;
        }
        let mut parts = Vec::with_capacity(read.len());
        for part in read {
            self.keep(part, &mut parts);
        }
        if last {
            self.show_held(&mut parts);
        }
        parts
    }

    fn is_reasoning(&self) -> bool {
        self.parser.as_deref().is_some_and(OutputParser::is_reasoning)
    }

    /// Adds a part that the parser read to the parts of the answer. Stop strings count in the text
    /// alone: reasoning and the markup of calls never contain one.
    fn keep(&mut self, part: OutputEvent, parts: &mut Vec<OutputEvent>) {
        if self.stop.matched().is_some() || self.has_all_calls() {
            return;
        }
        match &part {
            OutputEvent::Text(text) => {
                let shown = if self.tokens <= u64::from(self.rules.min_tokens) {
                    self.stop.push_unchecked(text)
                } else {
                    self.stop.push(text).text
                };
                if !shown.is_empty() {
                    parts.push(OutputEvent::Text(shown));
                }
                return;
            }
            OutputEvent::Note(note) => {
                self.notes.push(Note::Output(note.clone()));
                return;
            }
            OutputEvent::Reasoning(_) => {}
            OutputEvent::CallBegin { name, .. } => self.ledger.begin(name),
            OutputEvent::CallArguments { json, .. } => self.ledger.arguments(json),
            OutputEvent::CallEnd { .. } => {
                self.calls += 1;
                self.ledger.end();
            }
            OutputEvent::CallCut { .. } => self.call_cut = true,
        }
        self.show_held(parts);
        parts.push(part);
    }

    /// Shows text that was held back for a stop string, which cannot go on after another part.
    fn show_held(&mut self, parts: &mut Vec<OutputEvent>) {
        let held = self.stop.finish();
        if !held.is_empty() {
            parts.push(OutputEvent::Text(held));
        }
    }

    /// Whether the answer has all the calls it may have; later parts are dropped.
    fn has_all_calls(&self) -> bool {
        self.rules.calls_max.is_some_and(|max| self.calls >= max)
    }

    fn delta(&mut self, parts: Vec<OutputEvent>) -> Delta {
        Delta { parts, tokens: std::mem::take(&mut self.pending) }
    }

    /// Returns the last parts, those of `tail` included, and queues the end; without parts returns
    /// the end.
    fn close(&mut self, mut parts: Vec<OutputEvent>, tail: &str, ending: Ending) -> ChoiceEvent {
        parts.extend(self.read(tail, true));
        // Text that was held back to the end may hold a stop string.
        let matched = self.stop.matched().and_then(|_| self.ended_by_output());
        let Ending { reason, detail, stopped_by } = matched.unwrap_or(ending);
        self.count_end(if reason == "length" { FinishLabel::Length } else { FinishLabel::Stop });
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
            reasoning_tokens: self.reasoning_tokens,
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
        let (detail, stopped_by) = match finished.detail {
            FinishDetail::StopToken(id) => {
                let asked = self.rules.stop_tokens.contains(&id);
                ("stop_token", asked.then_some(StoppedBy::Token(id)))
            }
            FinishDetail::ConstraintComplete => ("constraint_complete", None),
            FinishDetail::MaxTokens => ("max_tokens", None),
            FinishDetail::SeqLen => ("seq_len", None),
            FinishDetail::Deadline => ("deadline", None),
            FinishDetail::Cancelled => ("cancelled", None),
        };
        let reason = if finished.reason == FinishReason::Stop { "stop" } else { "length" };
        self.stream = None;
        // Text that the detokenizer held back may complete a stop string or the last call.
        let tail = self.detok.as_mut().map(Detok::finish).unwrap_or_default();
        self.chars += tail.chars().count() as u64;
        let parts = self.read(&tail, false);
        let ending = self.ended_by_output().unwrap_or(Ending { reason, detail, stopped_by });
        self.close(parts, "", ending)
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

/// Reason for the end of an answer.
struct Ending {
    reason: &'static str,
    detail: &'static str,
    stopped_by: Option<StoppedBy>,
}

impl Ending {
    fn of(reason: &'static str, detail: &'static str) -> Self {
        Self { reason, detail, stopped_by: None }
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
