//! The served model: its engine, its text side and the settings that every route shares.

use crate::config::ServerConfig;
use crate::facts::ServerFacts;
use crate::generation::recent::RecentAnswers;
use crate::health::Health;
use crate::http::body_budget::BodyBudget;
use crate::http::errors::ApiError;
use crate::metrics::Metrics;
use crate::recording::Recorder;
use crate::work;
use atlas_core::{TokenEngine, TokenId};
use atlas_text::grammar::{Compiler, GrammarError};
use atlas_text::{Dialect, TextModel, Tokenizer};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::Semaphore;

/// Default of `dry_sequence_breakers`: tokens that contain one of these strings end a repetition.
const DEFAULT_BREAKERS: [&str; 4] = ["\n", ":", "\"", "*"];

/// Most characters of an ignored field's name that are logged.
const FIELD_NAME_CHARS_LOGGED: usize = 48;

/// Engine, text and settings behind the routes. Cheap to clone.
#[derive(Clone)]
pub struct ServedModel(Arc<Shared>);

struct Shared {
    engine: Arc<dyn TokenEngine>,
    text: Option<Arc<TextModel>>,
    config: ServerConfig,
    metrics: Arc<Metrics>,
    health: Health,
    default_breakers: OnceLock<Vec<TokenId>>,
    /// Special tokens that mark reasoning or calls, by dialect; `None` is reasoning alone.
    marks: Mutex<HashMap<Option<Dialect>, Arc<[TokenId]>>>,
    compiler: OnceLock<Result<Arc<Compiler>, GrammarError>>,
    heavy: Arc<Semaphore>,
    bodies: BodyBudget,
    recent: RecentAnswers,
    sessions: tokio::sync::Mutex<()>,
    recorder: OnceLock<Recorder>,
    facts: OnceLock<ServerFacts>,
}

impl ServedModel {
    /// `text` is `None` for a model without a tokenizer, which serves prompts of token ids.
    pub fn new(
        engine: Arc<dyn TokenEngine>,
        text: Option<Arc<TextModel>>,
        config: ServerConfig,
        metrics: Arc<Metrics>,
    ) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // One body of the largest size always fits.
        let bodies = BodyBudget::new(config.bodies_bytes_max.max(config.body_bytes_max));
        Self(Arc::new(Shared {
            engine,
            text,
            config,
            metrics,
            health: Health::default(),
            default_breakers: OnceLock::new(),
            marks: Mutex::default(),
            compiler: OnceLock::new(),
            heavy: Arc::new(Semaphore::new(cores)),
            bodies,
            recent: RecentAnswers::default(),
            sessions: tokio::sync::Mutex::default(),
            recorder: OnceLock::new(),
            facts: OnceLock::new(),
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

    /// Memory for the bodies of requests.
    pub(crate) fn body_budget(&self) -> &BodyBudget {
        &self.0.bodies
    }

    /// The state that `/health` reports; the binary marks draining and death here.
    pub fn health(&self) -> &Health {
        &self.0.health
    }

    /// The engine's requests of recent answers.
    pub(crate) fn recent_answers(&self) -> &RecentAnswers {
        &self.0.recent
    }

    /// The right to write or remove sessions, which one request has at a time.
    pub(crate) async fn session_turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.sessions.lock().await
    }

    /// Records every request that the engine accepts from now on. A second call has no effect.
    pub fn record_with(&self, recorder: Recorder) {
        // The first recorder stays.
        let _ = self.0.recorder.set(recorder);
    }

    /// The recorder, if requests are recorded.
    pub fn recorder(&self) -> Option<&Recorder> {
        self.0.recorder.get()
    }

    /// Sets what is told of the server's start. A second call has no effect.
    pub fn set_facts(&self, facts: ServerFacts) {
        // The first stay.
        let _ = self.0.facts.set(facts);
    }

    /// Facts of the server's start.
    pub fn facts(&self) -> &ServerFacts {
        self.0.facts.get_or_init(ServerFacts::default)
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
            let message =
                "this model has no tokenizer (tokenizer.json); send token ids to /v1/completions";
            ApiError::param(param, message)
        })
    }

    /// Whether the chat template reads the variable `name`.
    pub fn template_reads(&self, name: &str) -> bool {
        let template = self.0.text.as_ref().and_then(|text| text.template());
        template.is_some_and(|template| template.reads_variable(name))
    }

    /// Runs `work` away from the network threads, at most one task per core: parsed JSON takes a
    /// multiple of its text.
    ///
    /// # Errors
    /// Those of `work`; 500 if it panics.
    pub async fn run_heavy<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        // The semaphore is never closed. If it were, the work would only run without a bound.
        let permit = self.0.heavy.clone().acquire_owned().await.ok();
        work::run(permit, work).await
    }

    /// Counts a part of a request that is ignored; logs its name the first time.
    pub(crate) fn count_ignored(&self, name: &str) {
        let (model, name) = (self.clone(), name.to_owned());
        work::once(move || {
            if model.metrics().ignored_field(&name) {
                let field: String = name.chars().take(FIELD_NAME_CHARS_LOGGED).collect();
                tracing::warn!(field = %field.escape_debug(), "ignoring a part of a request");
            }
        });
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

    /// The sequence breakers of a request that names none.
    pub fn default_breakers(&self) -> Vec<TokenId> {
        self.0.default_breakers.get_or_init(|| self.tokens_containing(&DEFAULT_BREAKERS)).clone()
    }

    /// Special tokens that mark the reasoning or the calls of `dialect`, ascending.
    pub fn output_marks(&self, dialect: Option<Dialect>) -> Arc<[TokenId]> {
        // A panic while the lock was held cannot have left the map half changed.
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

    /// The grammar compiler, made at the first call. Making it takes long, so the binary
    /// calls this before a request does.
    ///
    /// # Errors
    /// The model has no tokenizer, or its vocabulary cannot be used.
    pub fn compiler(&self) -> Result<&Arc<Compiler>, GrammarError> {
        let make = || match self.tokenizer() {
            Some(tokenizer) => {
                let tags = self.config().output.reasoning.as_ref();
                let marks = tags.map(|tags| [tags.open.as_str(), tags.close.as_str()]);
                let marks = marks.as_ref().map_or(&[][..], |marks| &marks[..]);
                let limits = self.config().compile;
                Compiler::with_markup(tokenizer.clone(), marks, limits).map(Arc::new)
            }
            None => Err(GrammarError::Internal { reason: "the model has no tokenizer".to_owned() }),
        };
        self.0.compiler.get_or_init(make).as_ref().map_err(Clone::clone)
    }
}
