//! `atlas serve`: the listener is up at once and says 503 until the model is loaded; the first
//! SIGTERM or Ctrl-C drains, the second aborts.

mod shutdown;
mod startup;

use crate::answers::server_config;
use crate::cli::{LogFormat, Origins, ServeArgs};
use crate::launch::{self, Launched, Loaded};
use crate::log;
use crate::network::{Network, api_keys};
use crate::observer::MetricsObserver;
use crate::recorded_setup::RecordedSetup;
use crate::server_facts;
use crate::settings::{EffectiveSetting, GIB};
use anyhow::{Context, Result, bail};
use atlas_core::TokenEngine;
use atlas_server::http::{connections, cors, hosts};
use atlas_server::recording::{Recorder, RecorderSettings};
use atlas_server::{AppState, EdgeCounts, HostCheck, Metrics, RateLimits, SessionFolder, Startup};
use shutdown::{Signals, Watchdog, supervise};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Longest time for the last recordings to be written.
const RECORDINGS_FLUSH_MAX: Duration = Duration::from_secs(5);

/// Serves until a signal ends it.
pub fn run(args: ServeArgs, origins: Origins, format: LogFormat, counts: EdgeCounts) -> Result<()> {
    startup::version(format);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("atlas-http")
        .build()
        .context("starting the HTTP runtime")?;
    runtime.block_on(serve(args, origins, format, counts))
}

async fn serve(
    args: ServeArgs,
    origins: Origins,
    format: LogFormat,
    counts: EdgeCounts,
) -> Result<()> {
    let begun = Instant::now();
    let network = Network::new(&args.edge)?;
    let address = SocketAddr::new(args.host.address, args.port);
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("listening on {address}; is another server running there?"))?;
    let address = listener.local_addr()?;
    let startup = Startup::new();
    let on_loopback = address.ip().to_canonical().is_loopback();
    let debug_endpoints = args.edge.debug_endpoints || on_loopback;
    let app = cors::over(startup.router(), &network.cors);
    let open = args.api_key.is_empty();
    if open && !on_loopback {
        tracing::warn!(
            %address,
            "other machines can use this server without a key: set --api-key, or listen on \
             127.0.0.1"
        );
    }
    let allowed = network.allowed_hosts;
    let check = HostCheck::new(address.ip(), &args.host.name, allowed, !open, network.cors);
    let app = hosts::over(app, check);
    let (stop, mut stopped) = watch::channel(false);
    let stopping = async move {
        // A sender that is gone means the same as a set flag: stop.
        let _ = stopped.wait_for(|v| *v).await;
    };
    let scheme = if network.tls.is_some() { "https" } else { "http" };
    let (tls, limits) = (network.tls, network.connections);
    let http = connections::serve(listener, tls, app, limits, counts.clone(), stopping);
    let http = tokio::spawn(http);

    let mut signals = Signals::new()?;
    let rate_limits = network.rate_limits;
    let drain_max = args.drain_timeout.map(|s| Duration::from_secs(u64::from(s)));
    let loading = tokio::task::spawn_blocking(move || {
        start(&args, &origins, format, (rate_limits, debug_endpoints), counts)
    });
    let (launched, state) = tokio::select! {
        result = loading => result.context("loading the model")??,
        _ = signals.next() => {
            // The loading thread cannot be interrupted; leaving the process frees everything.
            log::exit(130);
        }
    };
    startup.open(atlas_server::router(state.clone()));
    let stats = launched.engine.stats();
    let (seconds, graphs) = (begun.elapsed().as_secs_f64(), stats.graphs_at_start);
    tracing::info!(seconds, graphs, graphs_seconds = stats.graphs_at_start_seconds, "ready");
    let url = format!("{scheme}://{address}");
    startup::endpoints(format, &url);
    startup::announce(&launched, &state, &url);
    let watchdog = Watchdog::ready();
    let prepared = prepare_vocabulary(&launched, &state);
    let ended = tokio::select! {
        ended = supervise(&launched, &state, &mut signals, drain_max, watchdog) => ended,
        Err(unusable) = prepared => Err(unusable),
    };
    // Ends what an abort left running, so that its streams end too.
    launched.engine.shutdown();
    let _ = stop.send(true);
    // Streams have ended with the engine; what remains are idle keep-alive connections.
    let _ = tokio::time::timeout(Duration::from_secs(2), http).await;
    flush_recordings(&state);
    ended
}

fn flush_recordings(state: &AppState) {
    if let Some(recorder) = state.recorder()
        && !recorder.flush(RECORDINGS_FLUSH_MAX)
    {
        tracing::warn!("some recordings were not written");
    }
}

fn start(
    args: &ServeArgs,
    origins: &Origins,
    format: LogFormat,
    (rate_limits, debug_endpoints): (RateLimits, bool),
    counts: EdgeCounts,
) -> Result<(Launched, AppState)> {
    let mut loaded = launch::load(&args.model, true)?;
    loaded.sessions = args.session_dir.is_some();
    if loaded.sessions && !loaded.prefix_cache {
        bail!("--session-dir: sessions are of the prefix cache; turn --prefix-cache on");
    }
    startup::model(format, &loaded);
    log_settings(&loaded.settings);
    let plan = launch::memory_plan(&loaded);
    for pool in &plan.pools {
        tracing::info!(pool = %pool.name, bytes = pool.bytes, "memory");
    }
    let (mut config, settings) = server_config(&args.answers, &loaded)?;
    log_settings(&settings);
    config.api_keys = api_keys(args)?;
    config.rate_limits = rate_limits;
    config.debug_endpoints = debug_endpoints;
    config.sessions = sessions(args)?;
    let bodies = &args.edge.connections;
    config.body_stall_max = Duration::from_secs(u64::from(bodies.body_timeout_s));
    config.bodies_bytes_max = (bodies.max_bodies_mb as usize) << 20;
    let metrics = Arc::new(Metrics::with_edge(config.model_name(), counts));
    let recorder = recorder(args, &loaded, &metrics)?;
    let observer = Arc::new(MetricsObserver(metrics.clone()));
    let mut facts = server_facts::of(args, origins, &loaded)?;
    let host = loaded.limits.host;
    let launched = launch::start(loaded, observer)?;
    let stats = launched.engine.stats();
    facts.host_bytes = u64::from(host.blocks) * stats.block_bytes
        + u64::from(host.snapshots) * stats.snapshot_bytes;
    let engine: Arc<dyn TokenEngine> = Arc::new(launched.engine.clone());
    let state = AppState::new(engine, launched.text.clone(), config, metrics);
    state.set_facts(facts);
    if let Some(recorder) = recorder {
        state.record_with(recorder);
    }
    Ok((launched, state))
}

/// Prepares the vocabulary for prescribed answers, beside the first requests: those that need it
/// wait. Without a tokenizer there are none.
async fn prepare_vocabulary(launched: &Launched, state: &AppState) -> Result<()> {
    if launched.text.is_none() {
        return Ok(());
    }
    let state = state.clone();
    let prepared = tokio::task::spawn_blocking(move || state.compiler().map(drop)).await;
    let context = "preparing the vocabulary for prescribed answers";
    prepared.context(context)?.context(context)
}

fn log_settings(settings: &[EffectiveSetting]) {
    for s in settings {
        tracing::info!(name = %s.name, value = %s.value, source = %s.source, "setting");
    }
}

/// The folder of sessions, if there is to be one.
fn sessions(args: &ServeArgs) -> Result<Option<SessionFolder>> {
    let Some(folder) = &args.session_dir else { return Ok(None) };
    let bytes_max = (args.session_gb * GIB) as u64;
    let opened = SessionFolder::open(folder.clone(), bytes_max);
    opened.map(Some).with_context(|| format!("--session-dir {}", folder.display()))
}

/// The recorder, if recordings are asked for.
fn recorder(args: &ServeArgs, loaded: &Loaded, metrics: &Arc<Metrics>) -> Result<Option<Recorder>> {
    let Some(folder) = &args.record else { return Ok(None) };
    let settings = RecorderSettings {
        folder: folder.clone(),
        bytes_max: u64::from(args.record_max_mb) << 20,
        setup: RecordedSetup::new(&args.model, &args.answers, loaded)?.json()?,
    };
    let recorder = Recorder::start(settings, metrics.clone())
        .with_context(|| format!("--record {}", folder.display()))?;
    Ok(Some(recorder))
}
