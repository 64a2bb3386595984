//! `atlas replay`: recorded requests run again through the same engine, compared bit for bit.

use crate::answers::server_config;
use crate::cli::{LoadFormatChoice, ModelArgs, ReplayArgs};
use crate::launch;
use crate::observer::Silent;
use crate::print::say;
use crate::recorded_setup::RecordedSetup;
use anyhow::{Context, Result, anyhow, bail};
use atlas_core::{TokenEngine, TokenId};
use atlas_server::recording::{self, Difference, Recording};
use atlas_server::{AppState, Metrics};
use atlas_text::Tokenizer;
use axum::Router;
use std::path::Path;
use std::sync::Arc;
use tokio::runtime::Runtime;

/// Replays a recording or a folder of them.
///
/// # Errors
/// There is none, a model cannot be loaded, or an answer differs.
pub fn run(args: &ReplayArgs) -> Result<()> {
    let paths = recording::find(&args.path).with_context(|| args.path.display().to_string())?;
    if paths.is_empty() {
        bail!("{}: no recordings (*{}) there", args.path.display(), recording::FILE_SUFFIX);
    }
    let runtime = Runtime::new().context("starting the runtime")?;
    // Recordings of one server follow one another; its model is loaded once.
    let mut engine: Option<ReplayEngine> = None;
    let mut bad = 0;
    for path in &paths {
        let result = replay(args, path, &runtime, &mut engine);
        bad += usize::from(!print(path, result));
    }
    say!("{} of {} recordings are the same to the last bit", paths.len() - bad, paths.len());
    if bad > 0 {
        bail!("{bad} of {} recordings are not", paths.len());
    }
    Ok(())
}

/// A recording and what differs from it.
struct Replayed {
    recording: Arc<Recording>,
    differences: Vec<Difference>,
}

fn replay(
    args: &ReplayArgs,
    path: &Path,
    runtime: &Runtime,
    engine: &mut Option<ReplayEngine>,
) -> Result<Replayed> {
    let recording = Arc::new(recording::read(path)?);
    let setup = recording.setup.get();
    if engine.as_ref().is_none_or(|s| s.setup != setup) {
        // The engine before it gives its memory back first.
        *engine = None;
        *engine = Some(ReplayEngine::new(args, setup)?);
    }
    let engine = engine.as_ref().context("there is an engine now")?;
    let now = runtime
        .block_on(recording::replay(&engine.state, &engine.router, &recording))
        .map_err(|reason| anyhow!(reason))?;
    let differences = recording::compare(&recording, &now, &|token| engine.spell(token));
    Ok(Replayed { recording, differences })
}

/// An engine as a recording's was.
struct ReplayEngine {
    setup: String,
    state: AppState,
    router: Router,
    tokenizer: Option<Arc<Tokenizer>>,
    engine: atlas_engine::EngineHandle,
}

impl ReplayEngine {
    fn new(args: &ReplayArgs, setup: &str) -> Result<Self> {
        let recorded: RecordedSetup =
            serde_json::from_str(setup).context("its setup is of another version of Atlas")?;
        let model = model_args(args, &recorded)?;
        let loaded = launch::load(&model, true).context("loading the recorded model")?;
        let now = RecordedSetup::new(&model, &recorded.answers, &loaded)?;
        for change in now.changes_since(&recorded) {
            say!("note  {change}");
        }
        let (config, _) = server_config(&recorded.answers, &loaded)?;
        let launched = launch::start(loaded, Arc::new(Silent))?;
        let engine: Arc<dyn TokenEngine> = Arc::new(launched.engine.clone());
        let metrics = Arc::new(Metrics::new(config.model_name()));
        let state = AppState::new(engine, launched.text.clone(), config, metrics);
        Ok(Self {
            setup: setup.to_owned(),
            router: atlas_server::router(state.clone()),
            tokenizer: state.tokenizer().cloned(),
            state,
            engine: launched.engine,
        })
    }

    /// Text of a token, for messages.
    fn spell(&self, token: TokenId) -> String {
        let text = self.tokenizer.as_ref().map(|t| t.decode(&[token], false));
        text.unwrap_or_default()
    }
}

impl Drop for ReplayEngine {
    fn drop(&mut self) {
        self.engine.shutdown();
    }
}

fn model_args(args: &ReplayArgs, recorded: &RecordedSetup) -> Result<ModelArgs> {
    let mut model = recorded.model_args()?;
    if let Some(other) = &args.model {
        model.model = Some(other.clone());
        model.revision = "main".to_owned();
        model.config = None;
        model.load_format = LoadFormatChoice::Auto;
    }
    if let Some(dtype) = args.dtype {
        model.dtype = dtype;
    }
    if let Some(isa) = &args.isa {
        model.isa.clone_from(isa);
    }
    model.threads = args.threads;
    Ok(model)
}

/// Says what became of a recording; whether it is the same.
fn print(path: &Path, result: Result<Replayed>) -> bool {
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
    match result {
        Err(e) => {
            say!("FAIL  {name}: {e:#}");
            false
        }
        Ok(Replayed { recording, differences }) => {
            let same = differences.is_empty();
            let tokens: usize = recording.choices.iter().map(|c| c.tokens.len()).sum();
            say!(
                "{}  {name}: POST {}, {}, {} choices, {tokens} tokens, {} events",
                if same { "ok  " } else { "DIFF" },
                recording.route,
                format!("{:?}", recording.outcome).to_lowercase(),
                recording.choices.len(),
                recording.events.len(),
            );
            for difference in differences {
                say!("        {difference}");
            }
            same
        }
    }
}
