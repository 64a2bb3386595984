//! What every handler shares.

use crate::api::admin::prefix::Answers;
use crate::api::responses::ResponseStore;
use crate::api::responses::background::Background;
use crate::config::ServerConfig;
use crate::health::Health;
use crate::http::errors::ApiError;
use crate::http::rate_limits::Accounts;
use crate::metrics::Metrics;
use crate::recording::Recorder;
use crate::request::form;
use crate::request::settings::Settings;
use atlas_core::{TokenEngine, TokenId};
use atlas_text::grammar::{Compiler, Form, Grammar, GrammarError, ReasoningFrame};
use atlas_text::{Dialect, ReasoningTags, TextModel, Tokenizer};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::Semaphore;

/// Strings whose tokens end a repetition unless a request names others.
const DEFAULT_BREAKERS: [&str; 4] = ["\n", ":", "\"", "*"];

/// Engine, text and settings behind the routes. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

struct Shared {
    engine: Arc<dyn TokenEngine>,
    text: Option<Arc<TextModel>>,
    config: ServerConfig,
    metrics: Arc<Metrics>,
    health: Health,
    default_breakers: OnceLock<Vec<TokenId>>,
    /// Special tokens that are marks, by dialect; `None` is reasoning alone.
    marks: Mutex<HashMap<Option<Dialect>, Arc<[TokenId]>>>,
    compiler: OnceLock<Result<Arc<Compiler>, GrammarError>>,
    heavy: Arc<Semaphore>,
    responses: ResponseStore,
    background: Background,
    accounts: Accounts,
    answers: Answers,
    recorder: OnceLock<Recorder>,
}

impl AppState {
    /// `text` is `None` for a model without a tokenizer, which serves prompts of token ids.
    pub fn new(
        engine: Arc<dyn TokenEngine>,
        text: Option<Arc<TextModel>>,
        config: ServerConfig,
        metrics: Arc<Metrics>,
    ) -> Self {
        let default_breakers = OnceLock::new();
        let health = Health::default();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let heavy = Arc::new(Semaphore::new(cores));
        let marks = Mutex::default();
        let responses = ResponseStore::new(config.responses_max, config.responses_bytes_max);
        let accounts = Accounts::new(config.rate_limits, config.api_keys.len());
        Self(Arc::new(Shared {
            engine,
            text,
            config,
            metrics,
            health,
            default_breakers,
            marks,
            compiler: OnceLock::new(),
            heavy,
            responses,
            background: Background::default(),
            accounts,
            answers: Answers::default(),
            recorder: OnceLock::new(),
        }))
    }

    pub fn engine(&self) -> &dyn TokenEngine {
        &*self.0.engine
    }

    pub fn config(&self) -> &ServerConfig {
        &self.0.config
    }

    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.0.metrics
    }

    /// What `/health` says; the binary marks draining and death here.
    pub fn health(&self) -> &Health {
        &self.0.health
    }

    /// Responses kept for later requests.
    pub fn responses(&self) -> &ResponseStore {
        &self.0.responses
    }

    /// Responses that are generated while nobody waits.
    pub fn background(&self) -> &Background {
        &self.0.background
    }

    /// What callers have left of the rate limits.
    pub fn accounts(&self) -> &Accounts {
        &self.0.accounts
    }

    /// The engine's requests of the last answers.
    pub(crate) fn answers(&self) -> &Answers {
        &self.0.answers
    }

    /// From now on every request that the engine takes is recorded. A second call has no effect.
    pub fn record_with(&self, recorder: Recorder) {
        // The first recorder stays.
        let _ = self.0.recorder.set(recorder);
    }

    /// What takes recordings, if anything does.
    pub fn recorder(&self) -> Option<&Recorder> {
        self.0.recorder.get()
    }

    /// The tokenizer, if the model has one.
    pub fn tokenizer(&self) -> Option<&Arc<Tokenizer>> {
        self.0.text.as_ref().map(|t| t.tokenizer())
    }

    /// The text side of the model.
    ///
    /// # Errors
    /// 400 naming `param` if the model has none.
    pub fn text(&self, param: &str) -> Result<&Arc<TextModel>, ApiError> {
        self.0.text.as_ref().ok_or_else(|| {
            let message = "this model has no tokenizer; send token ids to /v1/completions";
            ApiError::param(param, message)
        })
    }

    /// Runs `work` away from the network threads, as many at once as there are cores: parsed JSON
    /// takes a multiple of its text.
    ///
    /// # Errors
    /// 500 if `work` panics.
    pub async fn run_heavy<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        // The semaphore is never closed; without a permit the work would only run less bounded.
        let permit = self.0.heavy.clone().acquire_owned().await.ok();
        let task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        task.await.unwrap_or_else(|_| Err(ApiError::internal("the server failed on this request")))
    }

    /// Ids of all tokens whose text contains one of `strings`, ascending.
    pub fn tokens_containing<S: AsRef<str>>(&self, strings: &[S]) -> Vec<TokenId> {
        let Some(tokenizer) = self.tokenizer() else { return Vec::new() };
        let contains = |token: &[u8]| {
            let found = |s: &S| {
                let needle = s.as_ref().as_bytes();
                !needle.is_empty() && token.windows(needle.len()).any(|w| w == needle)
            };
            strings.iter().any(found)
        };
        let ids = 0..tokenizer.vocab_size() as TokenId;
        ids.filter(|id| tokenizer.token_bytes(*id).is_some_and(contains)).collect()
    }

    /// Special tokens that are marks of the reasoning or of `dialect`, ascending.
    pub fn output_marks(&self, dialect: Option<Dialect>) -> Arc<[TokenId]> {
        // A panic while the map was held cannot have left it half changed.
        let mut known = self.0.marks.lock().unwrap_or_else(PoisonError::into_inner);
        let find = || {
            let Some(tokenizer) = self.tokenizer() else { return Arc::default() };
            let mut texts = dialect.map(Dialect::texts).unwrap_or_default();
            if let Some(tags) = &self.0.config.output.reasoning {
                texts.extend([tags.open.as_str(), tags.close.as_str()]);
            }
            tokenizer.special_within(&texts).into()
        };
        known.entry(dialect).or_insert_with(find).clone()
    }

    /// The compiler of answers' forms, made at the first call: the binary calls this before it
    /// takes requests.
    ///
    /// # Errors
    /// The vocabulary cannot be used, or there is none.
    pub fn compiler(&self) -> Result<&Arc<Compiler>, GrammarError> {
        let make = || match self.tokenizer() {
            Some(tokenizer) => {
                let tags = self.config().output.reasoning.as_ref();
                let marks = tags.map(|tags| [tags.open.as_str(), tags.close.as_str()]);
                let marks = marks.as_ref().map_or(&[][..], |marks| &marks[..]);
                Compiler::with_markup(tokenizer.clone(), marks).map(Arc::new)
            }
            None => Err(GrammarError::Internal { reason: "the model has no tokenizer".to_owned() }),
        };
        self.0.compiler.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// Compiles a form; `reasoning` comes before it.
    ///
    /// # Errors
    /// 400 naming the field among those that `settings` were read from.
    pub fn grammar(
        &self,
        form: &Form,
        reasoning: Option<&ReasoningTags>,
        settings: &Settings,
    ) -> Result<Grammar, ApiError> {
        let frame = reasoning.map(|tags| ReasoningFrame {
            open: tags.open.clone(),
            close: tags.close.clone(),
            starts_open: tags.starts_open,
        });
        let compiled = self.compiler().and_then(|c| c.compile(form, frame.as_ref()));
        compiled
            .map_err(|e| form::refused(e, &settings.prescribed.place, settings.max_tokens_field))
    }

    /// The breakers of a request that names none.
    pub fn default_breakers(&self) -> Vec<TokenId> {
        self.0.default_breakers.get_or_init(|| self.tokens_containing(&DEFAULT_BREAKERS)).clone()
    }
}
