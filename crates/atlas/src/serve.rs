//! `atlas serve`: the listener is up at once and says 503 until the model is loaded; the first
//! SIGTERM or Ctrl-C drains, the second aborts.

use crate::cli::{AnswerArgs, ServeArgs};
use crate::edge::Edge;
use crate::launch::{self, Launched, Loaded};
use crate::listen;
use crate::observer::MetricsObserver;
use crate::settings::Setting;
use crate::setup::Setup;
use anyhow::{Context, Result};
use atlas_core::TokenEngine;
use atlas_server::http::cors;
use atlas_server::recording::{Recorder, RecorderSettings};
use atlas_server::{
    ApiKeys, AppState, Metrics, RateLimits, Readiness, ServerConfig, Startup, TlsListener,
};
use axum::serve::ListenerExt;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How often the engine's health is looked at.
const WATCH_INTERVAL: Duration = Duration::from_millis(200);
/// How long a server without its engine still says so, before the process ends.
const DEAD_FOR: Duration = Duration::from_secs(10);

/// How long the last recordings may take to be written.
const RECORDINGS_FLUSH_MAX: Duration = Duration::from_secs(5);

/// Serves until a signal ends it.
pub fn run(args: ServeArgs) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("atlas-http")
        .build()
        .context("starting the HTTP runtime")?;
    runtime.block_on(serve(args))
}

async fn serve(args: ServeArgs) -> Result<()> {
    let begun = Instant::now();
    let edge = Edge::new(&args.edge)?;
    let address = SocketAddr::new(args.host, args.port);
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("listening on {address}; is another server running there?"))?;
    let address = listener.local_addr()?;
    let startup = Startup::new();
    let app = cors::over(startup.router(), &edge.cors);
    let (stop, mut stopped) = watch::channel(false);
    let stopping = async move {
        // A sender that is gone means the same as a set flag: stop.
        let _ = stopped.wait_for(|v| *v).await;
    };
    let scheme = if edge.tls.is_some() { "https" } else { "http" };
    let http = match edge.tls {
        Some(tls) => tokio::spawn(listen::serve(TlsListener::new(listener, tls), app, stopping)),
        None => {
            // Tokens are small; waiting for company would hold them back. A socket that refuses
            // this is only slower.
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            tokio::spawn(listen::serve(listener, app, stopping))
        }
    };

    let mut signals = Signals::new()?;
    let rate_limits = edge.rate_limits;
    let loading = tokio::task::spawn_blocking(move || start(&args, rate_limits));
    let (launched, state) = tokio::select! {
        result = loading => result.context("loading the model")??,
        _ = signals.next() => {
            // The loading thread cannot be interrupted; leaving the process frees everything.
            std::process::exit(130);
        }
    };
    startup.open(atlas_server::router(state.clone()));
    let stats = launched.engine.stats();
    let (seconds, graphs) = (begun.elapsed().as_secs_f64(), stats.graphs_at_start);
    tracing::info!(seconds, graphs, graphs_seconds = stats.graphs_at_start_seconds, "ready");
    announce(&launched, &state, &format!("{scheme}://{address}"));
    let ended = supervise(&launched, &state, &mut signals).await;
    // Ends what an abort left running, so that its streams end too.
    launched.engine.shutdown();
    let _ = stop.send(true);
    // Streams have ended with the engine; what remains are idle keep-alive connections.
    let _ = tokio::time::timeout(Duration::from_secs(2), http).await;
    if let Some(recorder) = state.recorder()
        && !recorder.flush(RECORDINGS_FLUSH_MAX)
    {
        tracing::warn!("some recordings were not written");
    }
    ended
}

/// The keys and their tenants.
///
/// # Errors
/// Another number of tenants than of keys.
pub fn api_keys(args: &ServeArgs) -> Result<ApiKeys> {
    let keys = ApiKeys::new(args.api_key.clone()).with_tenants(args.api_tenant.clone());
    keys.context("`--api-tenant`")
}

fn start(args: &ServeArgs, rate_limits: RateLimits) -> Result<(Launched, AppState)> {
    let loaded = launch::load(&args.model, true)?;
    for s in &loaded.settings {
        tracing::info!(name = %s.name, value = %s.value, source = %s.source, "setting");
    }
    let plan = launch::memory_plan(&loaded);
    for pool in &plan.pools {
        tracing::info!(pool = %pool.name, bytes = pool.bytes, "memory");
    }
    let (mut config, settings) = server_config(&args.answers, &loaded)?;
    for s in &settings {
        tracing::info!(name = %s.name, value = %s.value, source = %s.source, "setting");
    }
    config.api_keys = api_keys(args)?;
    config.rate_limits = rate_limits;
    let metrics = Arc::new(Metrics::new(config.model_name()));
    let recorder = recorder(args, &loaded, &metrics)?;
    let observer = Arc::new(MetricsObserver(metrics.clone()));
    let launched = launch::start(loaded, observer)?;
    let engine: Arc<dyn TokenEngine> = Arc::new(launched.engine.clone());
    let state = AppState::new(engine, launched.text.clone(), config, metrics);
    if let Some(recorder) = recorder {
        state.record_with(recorder);
    }
    if launched.text.is_some() {
        state.compiler().context("preparing the vocabulary for prescribed answers")?;
    }
    Ok((launched, state))
}

/// What answers a server of `loaded` gives: the settings that a replay needs too.
pub fn server_config(args: &AnswerArgs, loaded: &Loaded) -> Result<(ServerConfig, Vec<Setting>)> {
    let mut config = ServerConfig::new(
        loaded.source.name(),
        loaded.limits.seq_len_max,
        loaded.model.model.info().vocab_size,
    );
    if !args.served_model_name.is_empty() {
        config.served_model_names.clear();
        for name in &args.served_model_name {
            if !config.served_model_names.contains(name) {
                config.served_model_names.push(name.clone());
            }
        }
    }
    config.body_bytes_max = args.max_body_mb as usize * 1024 * 1024;
    config.strict_requests = args.strict_requests;
    let (file, profile) = crate::profile::of(loaded)?;
    config.sampling = profile.plain();
    config.sampling_thinking = profile.thinking();
    config.sampling_tools = profile.tools();
    let (output, mut settings) = crate::output::resolve(args, loaded)?;
    settings.extend(crate::output::limits(&file, &profile)?);
    config.thinking_budget = profile.thinking.budget;
    config.guards = profile.guards()?;
    config.template_kwargs.clone_from(&profile.template.kwargs);
    config.output = output;
    config.eos_token_ids.clone_from(&loaded.stop_ids);
    Ok((config, settings))
}

/// What takes recordings, if they are asked for.
fn recorder(args: &ServeArgs, loaded: &Loaded, metrics: &Arc<Metrics>) -> Result<Option<Recorder>> {
    let Some(folder) = &args.record else { return Ok(None) };
    let settings = RecorderSettings {
        folder: folder.clone(),
        bytes_max: u64::from(args.record_max_mb) << 20,
        setup: Setup::new(&args.model, &args.answers, loaded)?.json()?,
    };
    let recorder = Recorder::start(settings, metrics.clone())
        .with_context(|| format!("--record {}", folder.display()))?;
    Ok(Some(recorder))
}

/// The line a script can wait for: it is printed when requests are answered.
fn announce(launched: &Launched, state: &AppState, url: &str) {
    let line = format!(
        "Atlas serves {} ({}) at {url} (chat completions: /v1/chat/completions)",
        state.config().model_name(),
        launched.family,
    );
    // A closed standard output must not end the server.
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Returns when the server should stop: drained or aborted.
///
/// # Errors
/// The engine died. Clients and probes have had some time to be told.
async fn supervise(launched: &Launched, state: &AppState, signals: &mut Signals) -> Result<()> {
    let engine = &launched.engine;
    let mut watch = tokio::time::interval(WATCH_INTERVAL);
    loop {
        tokio::select! {
            _ = signals.next() => break,
            _ = watch.tick() => if !engine.is_alive() {
                state.health().advance(Readiness::Dead);
                tracing::error!("the engine is dead: the process ends in {DEAD_FOR:?}");
                tokio::select! {
                    _ = signals.next() => {}
                    () = tokio::time::sleep(DEAD_FOR) => {}
                }
                let why = engine.failure().map_or_else(String::new, |e| format!(": {e}"));
                anyhow::bail!("the engine died{why}");
            },
        }
    }
    state.health().advance(Readiness::Draining);
    let stats = engine.stats();
    tracing::info!(
        running = stats.running,
        waiting = stats.waiting,
        "draining; signal again to abort"
    );
    engine.drain();
    loop {
        tokio::select! {
            _ = signals.next() => {
                tracing::warn!("aborting running requests");
                return Ok(());
            }
            _ = watch.tick() => {
                let stats = engine.stats();
                if !engine.is_alive() || (stats.running == 0 && stats.waiting == 0) {
                    return Ok(());
                }
            }
        }
    }
}

/// SIGTERM and Ctrl-C.
struct Signals {
    term: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    fn new() -> Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            term: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.term.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
