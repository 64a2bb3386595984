//! From a form to a grammar, with a bounded cache.

use crate::grammar::blame::{self, Blame};
use crate::grammar::bounds;
use crate::grammar::calls::call_grammar::{CallGrammar, CallLayout, call_grammar, have_open_names};
use crate::grammar::calls::text_params::{Heads, TextParam};
use crate::grammar::compiled::Grammar;
use crate::grammar::constraint::compiled_form::{CompiledForm, FormStart, ReasoningMarks};
use crate::grammar::constraint::form_constraint::{FormConstraint, WITNESS_MAX};
use crate::grammar::constraint::matcher::Matcher;
use crate::grammar::constraint::pattern::Pattern;
use crate::grammar::constraint::witness_search::find;
use crate::grammar::error::{GrammarError, OpenKeyword};
use crate::grammar::form::{Form, ReasoningFrame, ToolChoice, ToolForm};
use crate::grammar::lark::Lark;
use crate::grammar::pool::{Cancel, CompileLimits, CompilePool};
use crate::grammar::schema::library::has_open_names;
use crate::grammar::schema::shaped::shaped_texts;
use crate::grammar::thinking::Thinking;
use crate::grammar::vocabulary::tokens::Vocabulary;
use crate::schema::{Root, Strictness, normalize};
use crate::tokenizer::Tokenizer;
use atlas_core::{Constraint, ConstraintError};
use llguidance::api::TopLevelGrammar;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Bytes that a compiled form takes, roughly: of any, and for each byte of its grammar.
const FORM_BYTES: usize = 1 << 20;
const FORM_BYTES_PER_BYTE: usize = 64;

/// Longest name of a member where any object may come, in characters.
const NAME_CHARS_MAX: usize = 256;

/// Compiles forms for one tokenizer, on threads of its own. Share it in an `Arc`.
#[derive(Debug)]
pub struct Compiler {
    core: Arc<Core>,
    pool: CompilePool,
}

/// All that the threads share.
#[derive(Debug)]
struct Core {
    vocabulary: Arc<Vocabulary>,
    /// Ids of special tokens by spelling, as far as frames name them.
    tokenizer: Option<Arc<Tokenizer>>,
    /// Grammars for requests that ask for the same form again, the most recently used last.
    cache: Mutex<Vec<(FormKey, Grammar)>>,
    cache_bytes_max: usize,
    /// By opening and closing mark; a model has one pair.
    thinking: Mutex<Vec<(String, String, Thinking)>>,
}

/// Cache key: forms with equal keys share a grammar.
#[derive(Clone, Debug, PartialEq)]
struct FormKey {
    lark: String,
    /// The bounds of free texts, which the grammar does not say.
    texts: Vec<TextParam>,
    trigger: Option<(&'static str, bool)>,
    reasoning: Option<ReasoningFrame>,
}

/// A grammar in text with what belongs to it.
struct Draft {
    key: FormKey,
    heads: Heads,
    ending: Option<&'static str>,
    /// The form is a schema or calls.
    structured: bool,
    /// Texts with a pattern.
    shaped: Vec<Value>,
    dropped: Vec<OpenKeyword>,
    /// Makes an error of the library the right one.
    blame: fn(String, String) -> GrammarError,
    place: String,
}

impl Compiler {
    /// Reads the vocabulary; a second or less for 150 000 tokens.
    ///
    /// # Errors
    /// [`GrammarError::Internal`] if the grammar library does not take the vocabulary.
    pub fn new(tokenizer: Arc<Tokenizer>) -> Result<Self, GrammarError> {
        Self::with_markup(tokenizer, &[], CompileLimits::default())
    }

    /// As [`Self::new`], for a model whose reasoning is marked by other special tokens than the
    /// usual ones: they count as the characters they are spelled with.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub fn with_markup(
        tokenizer: Arc<Tokenizer>,
        marks: &[&str],
        limits: CompileLimits,
    ) -> Result<Self, GrammarError> {
        let vocabulary = Vocabulary::new(&tokenizer, marks)?;
        Ok(Self::over(vocabulary, Some(tokenizer), limits))
    }

    fn over(
        vocabulary: Vocabulary,
        tokenizer: Option<Arc<Tokenizer>>,
        limits: CompileLimits,
    ) -> Self {
        let (vocabulary, cache_bytes_max) = (Arc::new(vocabulary), limits.cache_bytes);
        let (cache, thinking) = (Mutex::default(), Mutex::default());
        let core = Arc::new(Core { vocabulary, tokenizer, cache, cache_bytes_max, thinking });
        Self { core, pool: CompilePool::new(limits) }
    }

    /// Returns the limits of reasoning between these marks.
    ///
    /// # Errors
    /// [`GrammarError::Internal`] if the vocabulary cannot spell the closing mark.
    pub fn thinking(&self, open: &str, close: &str) -> Result<Thinking, GrammarError> {
        let mut known = self.core.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., thinking)) = known.iter().find(|(o, c, _)| o == open && c == close) {
            return Ok(thinking.clone());
        }
        let thinking =
            Thinking::new(self.core.vocabulary.clone(), open, close).ok_or_else(|| {
                let reason = format!("no tokens spell the closing mark {close:?}");
                GrammarError::Internal { reason }
            })?;
        known.push((open.to_owned(), close.to_owned(), thinking.clone()));
        Ok(thinking)
    }

    /// For a vocabulary given by the bytes of its tokens; special ones begin with 0xFF.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub fn from_token_bytes(tokens: &[Vec<u8>]) -> Result<Self, GrammarError> {
        Ok(Self::over(Vocabulary::from_words(tokens)?, None, CompileLimits::default()))
    }

    /// Compiles `form`, or finds it. Waits for a thread that does.
    ///
    /// # Errors
    /// See [`GrammarError`].
    pub fn compile(
        &self,
        form: &Form,
        reasoning: Option<&ReasoningFrame>,
    ) -> Result<Grammar, GrammarError> {
        self.compile_for(form, reasoning, &Cancel::default())
    }

    /// As [`Self::compile`], until the caller leaves.
    ///
    /// # Errors
    /// See [`GrammarError`].
    pub fn compile_for(
        &self,
        form: &Form,
        reasoning: Option<&ReasoningFrame>,
        caller: &Cancel,
    ) -> Result<Grammar, GrammarError> {
        let (core, form, reasoning) = (self.core.clone(), form.clone(), reasoning.cloned());
        self.pool.run(caller, move || core.compile(&form, reasoning.as_ref()))
    }

    /// Forms in the cache.
    pub fn cached(&self) -> usize {
        self.core.cache.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Core {
    fn compile(
        &self,
        form: &Form,
        reasoning: Option<&ReasoningFrame>,
    ) -> Result<Grammar, GrammarError> {
        bounds::check(form)?;
        let draft = self.draft(form, reasoning)?;
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let found = {
            let mut cache = cache();
            let at = cache.iter().position(|(key, _)| *key == draft.key);
            at.map(|at| {
                let entry = cache.remove(at);
                cache.push(entry.clone());
                entry.1
            })
        };
        if let Some(grammar) = found {
            return Ok(grammar.with_dropped(draft.dropped));
        }
        let key = draft.key.clone();
        let dropped = draft.dropped.clone();
        let grammar = match self.build(draft) {
            Ok(grammar) => grammar,
            Err(error) => self.without_blamed(form, reasoning, error)?,
        };
        // Known before the answer begins, on a thread where it may take long.
        grammar.needs();
        let mut cache = cache();
        cache.push((key, grammar.clone()));
        let bytes = |(key, _): &(FormKey, Grammar)| {
            FORM_BYTES + key.lark.len().saturating_mul(FORM_BYTES_PER_BYTE)
        };
        let mut held: usize = cache.iter().map(bytes).sum();
        let mut old = 0;
        while held > self.cache_bytes_max && old < cache.len() {
            held -= bytes(&cache[old]);
            old += 1;
        }
        cache.drain(..old);
        drop(cache);
        let grammar = grammar.with_dropped(dropped);
        for OpenKeyword { tool, pointer, reason } in grammar.dropped() {
            tracing::warn!(tool, pointer, reason, "a keyword of a tool's schema is left open");
        }
        Ok(grammar)
    }

    /// A form that was refused, with the parts of tools left open that it was refused for.
    ///
    /// # Errors
    /// `error`, naming the part of a schema, if that does not help.
    fn without_blamed(
        &self,
        form: &Form,
        reasoning: Option<&ReasoningFrame>,
        error: GrammarError,
    ) -> Result<Grammar, GrammarError> {
        // Of forms that are too large no part is to blame.
        if !matches!(error, GrammarError::Schema { .. } | GrammarError::Tools { .. }) {
            return Err(error);
        }
        let compiles = |form: &Form| self.compiles(form);
        let blame = Blame { compiles: &compiles };
        let mut form = form.clone();
        let open = match &mut form {
            Form::Tools(calls) | Form::SchemaOrCalls { calls, .. } => {
                let (opened, open) = blame.opened(calls);
                *calls = opened;
                open
            }
            Form::JsonSchema { schema, .. } => {
                return Err(match error {
                    GrammarError::Schema { path, reason } => {
                        GrammarError::Schema { path: path + &blame.blamed(schema), reason }
                    }
                    error => error,
                });
            }
            _ => Vec::new(),
        };
        if open.is_empty() {
            return Err(error);
        }
        let grammar = self.build(self.draft(&form, reasoning)?)?;
        Ok(Grammar { dropped: Arc::new(open), ..grammar })
    }

    /// Whether a form compiles by itself.
    fn compiles(&self, form: &Form) -> bool {
        self.draft(form, None).and_then(|draft| self.build(draft)).is_ok()
    }

    fn draft(
        &self,
        form: &Form,
        reasoning: Option<&ReasoningFrame>,
    ) -> Result<Draft, GrammarError> {
        let lead = reasoning.is_some();
        let mut shaped = Vec::new();
        let mut schema = |schema: &Value, place: &str| -> Result<String, GrammarError> {
            let one_spelling = has_open_names(schema);
            let plain = plain(schema, place, one_spelling)?;
            shaped_texts(&plain, &mut shaped);
            Ok(start(&Lark::json(&plain, one_spelling), lead))
        };
        let mut place = String::new();
        let mut blame: fn(String, String) -> GrammarError =
            |path, told| GrammarError::Schema { path, reason: blame::reason(&told) };
        let (mut heads, mut dropped, mut trigger) = (Heads::default(), Vec::new(), None);
        let lark = match form {
            Form::JsonSchema { schema: wanted, place: at } => {
                place.clone_from(at);
                schema(wanted, at)?
            }
            Form::SchemaOrCalls { schema: wanted, place: at, calls } => {
                place.clone_from(at);
                let either = self.either(wanted, at, calls, lead)?;
                (heads, dropped) = (either.heads, either.dropped);
                shaped = either.shaped;
                either.lark
            }
            Form::JsonObject => schema(&any_object(), "response_format")?,
            Form::Regex(expression) => {
                blame = |_, reason| GrammarError::Regex { reason };
                let expression = llguidance::regex_to_lark(expression, "");
                start(&format!("/{expression}/"), lead)
            }
            Form::Lark(grammar) => {
                blame = |_, reason| GrammarError::Lark { reason };
                if lead {
                    format!("start: /\\n{{1,2}}/? inner\ninner: %lark {{\n{grammar}\n}}\n")
                } else {
                    grammar.clone()
                }
            }
            Form::Tools(form) => {
                place = "tools".to_owned();
                let calls = self.calls(form, lead, false)?;
                (heads, dropped) = (calls.heads, calls.dropped);
                shaped = calls.shaped;
                if form.choice == ToolChoice::Auto {
                    let text = form.format.trigger();
                    let text = text.ok_or(GrammarError::NoTrigger { format: form.format })?;
                    trigger = Some((text, form.parallel));
                }
                calls.lark
            }
        };
        let texts = heads.params().to_vec();
        let key = FormKey { lark, texts, trigger, reasoning: reasoning.cloned() };
        let structured = !matches!(form, Form::Regex(_) | Form::Lark(_));
        let ending = match form {
            Form::Tools(calls) | Form::SchemaOrCalls { calls, .. } => calls.format.ending(),
            _ => None,
        };
        Ok(Draft { key, heads, ending, structured, shaped, dropped, blame, place })
    }

    fn calls(
        &self,
        form: &ToolForm,
        lead: bool,
        one_spelling: bool,
    ) -> Result<CallGrammar, GrammarError> {
        let has_args = self.token("[ARGS]").is_some();
        let auto = form.choice == ToolChoice::Auto;
        // Waited-for calls are one block at a time; the text between them is free.
        let repeat = form.parallel && !auto;
        let tail = form.parallel && auto;
        let shape = CallLayout { several: form.parallel, repeat, lead: lead && !auto, tail };
        let only = match &form.choice {
            ToolChoice::Named(name) => Some(name.as_str()),
            _ => None,
        };
        let wire = form.format.wire(has_args);
        call_grammar(&wire, &form.tools, only, shape, one_spelling)
    }

    /// The grammar of JSON or calls, whichever the model begins. JSON never looks like a call to
    /// what follows the texts in calls: their heads hold a line break or a quotation mark, which
    /// strings of JSON hold escaped.
    fn either(
        &self,
        schema: &Value,
        place: &str,
        calls: &ToolForm,
        lead: bool,
    ) -> Result<CallGrammar, GrammarError> {
        if calls.format.trigger().is_none() {
            return Err(GrammarError::NoTrigger { format: calls.format });
        }
        let one_spelling = has_open_names(schema) || have_open_names(&calls.tools);
        let plain = plain(schema, place, one_spelling)?;
        let required = ToolForm { choice: ToolChoice::Required, ..calls.clone() };
        let mut either = self.calls(&required, false, one_spelling)?;
        let lead = if lead { "/\\n{1,2}/? " } else { "" };
        let rules = either.lark.trim_start_matches("start:");
        let json = Lark::json(&plain, one_spelling);
        either.lark = format!("start: {lead}(calls | form)\nform: {json}\ncalls:{rules}");
        shaped_texts(&plain, &mut either.shaped);
        Ok(either)
    }

    fn token(&self, spelling: &str) -> Option<atlas_core::TokenId> {
        match &self.tokenizer {
            Some(tokenizer) => tokenizer.token_to_id(spelling),
            None => self.vocabulary.trie().token_id(spelling.as_bytes()),
        }
    }

    /// Whether a witness is found for a text with a pattern, at its start and after a word.
    fn closes(&self, text: &Value) -> bool {
        let form = Form::JsonSchema { schema: text.clone(), place: String::new() };
        let Ok(draft) = self.draft(&form, None) else { return false };
        let Ok(grammar) = self.build(Draft { shaped: Vec::new(), ..draft }) else { return false };
        let found = |at: &mut FormConstraint| matches!(find(at, WITNESS_MAX), Ok(Some(_)));
        let mut at = FormConstraint::in_form(grammar.form.clone());
        let mut word = self.vocabulary.spell(b"\"xq").into_iter();
        found(&mut at) && (word.any(|token| at.accept(token).is_err()) || found(&mut at))
    }

    fn build(&self, draft: Draft) -> Result<Grammar, GrammarError> {
        let Draft { key, heads, ending, structured, shaped, blame, place, .. } = draft;
        let internal = |e: ConstraintError| GrammarError::Internal { reason: e.to_string() };
        let grammar = TopLevelGrammar::from_lark(key.lark);
        let parser = self.vocabulary.parser(grammar);
        let parser = parser.map_err(|reason| blame(place.clone(), reason))?;
        let mut matcher = Matcher::new(parser);
        let begin = match key.trigger {
            None => FormStart::Now,
            Some((text, again)) => {
                let tokens = self.vocabulary.spell(text.as_bytes());
                matcher.accept(&tokens).map_err(internal)?;
                let trigger = Pattern::new(text).followed_by(&self.vocabulary, &matcher);
                FormStart::At { trigger: trigger.map_err(internal)?, again }
            }
        };
        let reasoning = match &key.reasoning {
            None => None,
            Some(frame) => {
                if frame.close.is_empty() {
                    let reason = "reasoning without a closing mark".to_owned();
                    return Err(GrammarError::Internal { reason });
                }
                let mut close = Pattern::new(&frame.close);
                if matches!(begin, FormStart::Now) {
                    close = close.followed_by(&self.vocabulary, &matcher).map_err(internal)?;
                }
                let open = self.token(&frame.open);
                Some(ReasoningMarks { open, close, starts_open: frame.starts_open })
            }
        };
        // The first mask fills the caches that every answer starts with.
        if !matcher.is_complete()
            && let Err(error) = matcher.mask()
        {
            let reason = "nothing but an empty answer fits it".to_owned();
            let empty = matcher.is_dead_end();
            return Err(match error {
                _ if empty => blame(place, reason),
                ConstraintError::Limit(reason) => GrammarError::TooLarge { reason },
                error => internal(error),
            });
        }
        let form = CompiledForm {
            vocabulary: self.vocabulary.clone(),
            reasoning,
            begin,
            start: Mutex::new(matcher),
            heads,
            ending,
            text_masks: Mutex::new(HashMap::new()),
            structured,
            shaped: !shaped.is_empty(),
            closes: shaped.iter().all(|text| self.closes(text)),
            shortest: OnceLock::new(),
        };
        Ok(Grammar { form: Arc::new(form), dropped: Arc::default() })
    }
}

/// Any object, of names that end. A bound on texts would make a mask of each character.
fn any_object() -> Value {
    let value = json!({"$ref": "#/$defs/value"});
    let object = json!({"type": "object", "propertyNames": {"maxLength": NAME_CHARS_MAX},
        "additionalProperties": value});
    json!({"$ref": "#/$defs/object", "$defs": {"object": object, "value": {"anyOf": [
        {"type": ["string", "number", "boolean", "null"]},
        {"type": "array", "items": value},
        {"$ref": "#/$defs/object"},
    ]}}})
}

/// The schema of an answer in the plain form, all of it enforced.
fn plain(schema: &Value, place: &str, one_spelling: bool) -> Result<Value, GrammarError> {
    let normal = normalize(schema, Root::Value, Strictness::Refuse, !one_spelling);
    normal.map(|normal| normal.schema).map_err(|error| GrammarError::Schema {
        path: format!("{place}{}", error.at),
        reason: error.reason,
    })
}

/// A grammar of `body` alone; `lead`: after a line break or two.
fn start(body: &str, lead: bool) -> String {
    let lead = if lead { "/\\n{1,2}/? " } else { "" };
    format!("start: {lead}body\nbody: {body}\n")
}
