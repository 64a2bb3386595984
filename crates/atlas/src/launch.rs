//! From arguments to a loaded model and a running engine, shared by every verb.

use crate::cli::{DtypeChoice, LoadFormatChoice, ModelArgs, Switch};
use crate::device::{self, Chosen, GpuOptions};
use crate::graphs;
use crate::settings::{self, Setting, Shape};
use crate::source::{self, Source};
use anyhow::{Context, Result, bail};
use atlas_core::{Limits, TokenId};
use atlas_engine::{
    Engine, EngineConfig, EngineHandle, EngineObserver, GraphsAtStart, MemoryPlan, StepTaps,
};
use atlas_model::{
    CheckpointSource, DirSource, LoadFormat, LoadOptions, LoadedModel, MemorySource, Progress,
};
use atlas_tensor::{Compute, CpuDevice, Device, Isa};
use atlas_text::{DirFiles, FileSource, MemoryFiles, TemplateSource, TextModel, TextOptions};
use std::sync::Arc;

/// Seed of dummy weights: the same weights on every run.
const DUMMY_SEED: u64 = 1;

/// A model in memory with its device and limits; nothing has been allocated for requests yet.
pub struct Loaded {
    pub source: Source,
    pub model: LoadedModel,
    pub device: Device,
    pub limits: Limits,
    /// Whether the engine caches prefixes.
    pub prefix_cache: bool,
    /// `--verify-hits`
    pub verify_hits: f64,
    /// Steps that are on the device at a time.
    pub run_ahead: u32,
    /// Graphs captured before the engine takes requests.
    pub graphs: GraphsAtStart,
    pub text: Option<Arc<TextModel>>,
    /// The tokens that end an answer.
    pub stop_ids: Vec<TokenId>,
    /// `--profile`
    pub profile_file: Option<std::path::PathBuf>,
    pub settings: Vec<Setting>,
    /// Who listens to steps.
    pub taps: Option<StepTaps>,
}

/// A running engine and what it was made from.
pub struct Launched {
    pub engine: EngineHandle,
    pub text: Option<Arc<TextModel>>,
    pub limits: Limits,
    pub vocab_size: u32,
    pub family: String,
}

/// Loads the model that `args` name. `weights`: false builds the model without reading or making
/// up weights, for verbs that only look at its shape.
pub fn load(args: &ModelArgs, weights: bool) -> Result<Loaded> {
    let profile_file = args.profile.clone();
    if let Some(path) = &profile_file {
        // A file that is no profile stops every verb, not only those that read it.
        crate::profile::from_file(path)?;
    }
    let source = find(args)?;
    let files = checkpoint(&source)?;
    let mut list = settings::model_settings(args, &source.name());
    let device = open_device(args, &*files, &mut list)?;
    let bar = indicatif::ProgressBar::new(0).with_style(
        indicatif::ProgressStyle::with_template(
            "loading {bar:30} {bytes}/{total_bytes} {wide_msg}",
        )
        .context("progress style")?,
    );
    let shown = bar.clone();
    let format = match (weights, args.load_format) {
        (false, _) => LoadFormat::Shape,
        (true, LoadFormatChoice::Dummy) => LoadFormat::Dummy { seed: DUMMY_SEED },
        (true, LoadFormatChoice::Auto) => LoadFormat::Auto,
    };
    let options = LoadOptions {
        allow_config_keys: args.allow_config_key.clone(),
        load_format: format,
        dummies_on_host: false,
        progress: Some(Box::new(move |p: Progress| {
            shown.set_length(p.total_bytes);
            shown.set_position(p.done_bytes);
        })),
    };
    let start = std::time::Instant::now();
    let model = atlas_model::load(&*files, &device, &options)
        .with_context(|| format!("loading {}", files.describe()))?;
    bar.finish_and_clear();
    if let LoadFormat::Dummy { seed } = format {
        let (all, seconds) = (model.model.info().weight_bytes, start.elapsed().as_secs_f64());
        let device_bytes = model.drawn_bytes;
        let (device, host_bytes) = (device.describe(), all.saturating_sub(device_bytes));
        tracing::info!(seed, %device, device_bytes, host_bytes, seconds, "made dummy weights");
    } else if weights {
        // On a CPU they are mapped, and read when they are used.
        let (bytes, seconds) = (model.model.info().weight_bytes, start.elapsed().as_secs_f64());
        let from_disk = model.fetched.as_ref().map(|fetched| fetched.direct);
        tracing::info!(bytes, seconds, from_disk, "loaded weights");
        if let Some((file, why)) = model.fetched.as_ref().and_then(|f| f.refused.as_ref()) {
            tracing::info!(%file, %why, "read through the system's cache: no O_DIRECT here");
        }
    }
    if weights {
        for name in &model.skipped {
            tracing::info!(tensors = %name, "skipped: not part of the text model");
        }
    }
    let (text, stop_ids) = text(args, &source)?;
    let info = model.model.info();
    let shape = Shape {
        state_specs: model.model.state_specs(),
        position_max: info.position_max,
        kv_element_bytes: kv_element_bytes(device.compute()),
        memory_bytes: match device.free_bytes() {
            Some(free) if weights => free,
            Some(free) => free.saturating_sub(info.weight_bytes),
            None => settings::machine_memory_bytes()?,
        },
        host_memory_bytes: settings::machine_memory_bytes()?,
    };
    let (limits, resolved) = settings::limits(&args.limits, &shape)?;
    list.extend(resolved);
    let (run_ahead, setting) = settings::run_ahead(&args.limits, device.cpu().is_none());
    list.push(setting);
    let (graphs, setting) = graphs::at_start(args, device.cpu().is_none(), limits.slot_count);
    list.push(setting);
    Ok(Loaded {
        source,
        model,
        device,
        limits,
        prefix_cache: args.limits.prefix_cache == Switch::On,
        verify_hits: args.limits.verify_hits,
        run_ahead,
        graphs,
        text,
        stop_ids,
        profile_file,
        settings: list,
        taps: None,
    })
}

/// Bytes of one KV element: the cache holds what the compute type rounds to.
pub fn kv_element_bytes(compute: Compute) -> u32 {
    match compute {
        Compute::F32 => 4,
        Compute::Bf16 => 2,
    }
}

/// Allocates every pool, captures graphs and starts the engine thread.
pub fn start(loaded: Loaded, observer: Arc<dyn EngineObserver>) -> Result<Launched> {
    let Loaded { source, model, device, limits, prefix_cache, verify_hits, .. } = loaded;
    let Loaded { run_ahead, graphs, text, taps, .. } = loaded;
    let info = model.model.info();
    let (vocab_size, family) = (info.vocab_size, info.family.to_string());
    // Made-up weights of one configuration are the same every time.
    let named = format!("{} {family} {:?}", fingerprint(&source)?, device.compute());
    let model_id = xxhash_rust::xxh3::xxh3_64(named.as_bytes());
    let config = EngineConfig {
        prefix_cache,
        verify_hits,
        depth: run_ahead,
        model_id,
        taps,
        ..EngineConfig::new(limits.clone())
    };
    let engine = graphs::shown(graphs, |graphs| {
        Engine::start(model.model, device, EngineConfig { graphs, ..config }, observer)
            .context("starting the engine (`atlas plan` shows every pool)")
    })?;
    Ok(Launched { engine, text, limits, vocab_size, family })
}

/// The pools that [`start`] would allocate.
pub fn memory_plan(loaded: &Loaded) -> MemoryPlan {
    MemoryPlan::new(&*loaded.model.model, &loaded.limits, &loaded.device)
}

/// What tells one checkpoint from another: see [`crate::setup::fingerprint`].
pub fn fingerprint(source: &Source) -> Result<String> {
    let files = checkpoint(source)?;
    crate::setup::fingerprint(&*files).with_context(|| files.describe())
}

fn find(args: &ModelArgs) -> Result<Source> {
    match (args.load_format, &args.config) {
        (LoadFormatChoice::Dummy, Some(config)) => {
            if !config.is_file() {
                bail!("--config {}: no such file", config.display());
            }
            Ok(Source::ConfigOnly(config.clone()))
        }
        (LoadFormatChoice::Auto, Some(_)) => bail!("--config goes with --load-format dummy"),
        (_, None) => source::resolve(args.model.as_deref(), &args.revision),
    }
}

fn checkpoint(source: &Source) -> Result<Box<dyn CheckpointSource>> {
    Ok(match source {
        Source::Bundled => Box::new(MemorySource::new(
            "atlas-mini (bundled)",
            crate::bundled::FILES.iter().copied(),
        )),
        Source::ConfigOnly(path) => {
            let text = std::fs::read(path).with_context(|| path.display().to_string())?;
            Box::new(MemorySource::new(path.display().to_string(), [("config.json", text)]))
        }
        Source::Folder(folder) | Source::Hub { folder, .. } => {
            Box::new(DirSource::new(folder).with_context(|| folder.display().to_string())?)
        }
    })
}

fn open_device(
    args: &ModelArgs,
    files: &dyn CheckpointSource,
    list: &mut Vec<Setting>,
) -> Result<Device> {
    let (compute, compute_source) = match args.dtype {
        DtypeChoice::Bf16 => (Compute::Bf16, "--dtype".to_owned()),
        DtypeChoice::F32 => (Compute::F32, "--dtype".to_owned()),
        DtypeChoice::Auto => match stored_dtype(files) {
            Some(d) if d != "bfloat16" => (Compute::F32, format!("config.json dtype {d}")),
            Some(d) => (Compute::Bf16, format!("config.json dtype {d}")),
            None => (Compute::Bf16, "default".into()),
        },
    };
    let (isa, isa_source) = match args.isa.as_str() {
        "auto" => (Isa::detect(), "the widest this CPU has"),
        name => match Isa::parse(name) {
            Some(isa) => (isa, "--isa"),
            None => {
                let names: Vec<_> = Isa::ALL.iter().map(|i| i.name()).collect();
                bail!("--isa {name}: not one of auto, {}", names.join(", "));
            }
        },
    };
    let (threads, threads_source) = settings::thread_count(args.threads, settings::cores());
    let cpu = || CpuDevice::new(threads, isa, compute).context("setting up the CPU");
    let options = GpuOptions {
        debug_sync: args.debug_sync,
        no_graphs: args.no_graphs,
        allow_library_gemm: args.allow_library_gemm,
        batch_invariant: args.batch_invariant,
    };
    let Chosen { device, name, why } = device::open(args.device, compute, options, cpu)?;
    tracing::info!(device = %name, %why, "device");
    list.push(Setting::new("device", name, why));
    list.push(Setting::new("dtype", format!("{compute:?}").to_lowercase(), compute_source));
    list.push(Setting::new("isa", isa.name(), isa_source));
    list.push(Setting::new("threads", threads, threads_source));
    Ok(device)
}

/// `dtype` (or its older name) of config.json, wherever it stands. A file that does not parse is
/// reported by the load itself.
fn stored_dtype(files: &dyn CheckpointSource) -> Option<String> {
    let text = files.read("config.json").ok()??;
    let config: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let places = [Some(&config), config.get("text_config")];
    places
        .into_iter()
        .flatten()
        .find_map(|c| c.get("dtype").or_else(|| c.get("torch_dtype")))
        .and_then(|d| d.as_str().map(str::to_owned))
}

/// The text side, `None` (with a warning) for a checkpoint without a tokenizer, and the tokens
/// that end an answer. A bare config with made-up weights has no such token.
fn text(args: &ModelArgs, source: &Source) -> Result<(Option<Arc<TextModel>>, Vec<TokenId>)> {
    let mut options = TextOptions::default();
    if let Some(path) = &args.chat_template {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("--chat-template {}", path.display()))?;
        options.chat_template = Some(TemplateSource::from_text(text, path.display().to_string()));
    }
    let files: Box<dyn FileSource> = match source {
        Source::Bundled => Box::new(MemoryFiles(crate::bundled::FILES.to_vec())),
        _ => match source.folder() {
            Some(folder) => Box::new(DirFiles::new(folder)),
            None => return Ok((None, vec![])),
        },
    };
    let has_tokenizer = files.read("tokenizer.json").context("tokenizer.json")?.is_some();
    if !has_tokenizer {
        tracing::warn!("no tokenizer.json: prompts must be token ids (/v1/completions)");
        return Ok((None, TextModel::stop_ids_alone(&*files)?));
    }
    let text = TextModel::load(&*files, options)?;
    let stop_ids = text.stops().ids();
    Ok((Some(Arc::new(text)), stop_ids))
}
