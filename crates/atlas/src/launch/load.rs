//! From arguments to a loaded model: checkpoint, device, weights, text and limits.

use super::{device, graphs, speculation};
use crate::checkpoint::{self, Source, bundled};
use crate::cli::{DraftDtype, LimitArgs, LoadFormatChoice, ModelArgs, Speculate, Switch};
use crate::profile::{self, Profile};
use crate::settings::{self, EffectiveSetting, ModelSizes};
use anyhow::{Context, Result, anyhow, bail};
use atlas_cache::StateLayout;
use atlas_core::{KvFormat, KvFormats, Limits, StateSpec, TokenId};
use atlas_engine::{GraphsAtStart, MemoryPlan, Proposer, StepTaps, TierConfig, TierSizes};
use atlas_model::checkpoint::Widen;
use atlas_model::layers::Dflash;
use atlas_model::{
    CheckpointSource, KvRequest, LoadFormat, LoadOptions, LoadedModel, Model, Progress,
};
use atlas_tensor::{Compute, Device};
use atlas_text::{DirFiles, FileSource, MemoryFiles, TemplateSource, TextModel, TextOptions};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Seed of dummy weights: the same weights on every run.
const DUMMY_SEED: u64 = 1;

/// A model in memory with its device and limits; nothing has been allocated for requests yet.
pub struct Loaded {
    pub source: Source,
    /// Of the files; none where the weights are not read.
    fingerprint: Option<String>,
    pub model: LoadedModel,
    pub device: Device,
    pub limits: Limits,
    /// Where KV blocks go that have no room in memory (`--kv-tier`).
    pub tier: Option<TierConfig>,
    /// Whether the engine caches prefixes.
    pub prefix_cache: bool,
    /// Whether sessions of answers are kept (`--session-dir`).
    pub sessions: bool,
    /// `--verify-hits`
    pub verify_hits: f64,
    /// Where drafts come from (`--speculate`).
    pub proposer: Option<Proposer>,
    /// Whether the number of drafts follows what they give.
    pub adapts_drafts: bool,
    /// Steps that are on the device at a time.
    pub run_ahead: u32,
    /// Longest time of a step while requests generate, in milliseconds; 0: no limit.
    pub max_step_ms: u32,
    /// Graphs captured before the engine takes requests.
    pub graphs: GraphsAtStart,
    pub text: Option<Arc<TextModel>>,
    /// The tokens that end an answer.
    pub stop_ids: Vec<TokenId>,
    /// `--profile`
    pub profile_file: Option<std::path::PathBuf>,
    pub settings: Vec<EffectiveSetting>,
    /// Observers of the tensors of steps.
    pub taps: Option<StepTaps>,
}

impl Loaded {
    /// The fingerprint of the model's files.
    ///
    /// # Errors
    /// The model was loaded without its weights.
    pub fn fingerprint(&self) -> Result<&str> {
        self.fingerprint.as_deref().context("a model without its weights has no fingerprint")
    }

    /// Bytes of the weights, with those of another model that drafts.
    pub fn weight_bytes(&self) -> u64 {
        self.model.model.info().weight_bytes + speculation::weight_bytes(self.proposer.as_ref())
    }

    /// Bytes of a snapshot of recurrent state.
    pub fn slot_bytes(&self) -> u64 {
        let specs = speculation::state_specs(&*self.model.model, self.proposer.as_ref());
        StateLayout::new(&specs, &self.limits).slot_bytes
    }

    /// The model's profile and the file it stands in: the flag's, else the bundled model's own or
    /// that of the family.
    ///
    /// # Errors
    /// A file that cannot be read or is no profile; a family without one.
    pub fn profile(&self) -> Result<(String, Profile)> {
        profile_of(self.profile_file.as_deref(), &self.source, &*self.model.model)
    }
}

fn profile_of(
    file: Option<&Path>,
    source: &Source,
    model: &dyn Model,
) -> Result<(String, Profile)> {
    if let Some(path) = file {
        return profile::from_file(path);
    }
    let (name, profile) = match source {
        Source::Bundled => profile::find("atlas-mini"),
        _ => profile::find(model.info().family),
    }?;
    Ok((format!("profiles/{name}.toml"), profile))
}

/// Loads the model that `args` name. `weights`: false builds the model without reading or making
/// up weights, for verbs that only look at its sizes.
pub fn load(args: &ModelArgs, weights: bool) -> Result<Loaded> {
    // Long: one source of the result after another, each of which the next ones need.
    let profile_file = args.profile.clone();
    if let Some(path) = &profile_file {
        // A file that is no profile stops every verb, not only those that read it.
        profile::from_file(path)?;
    }
    let source = checkpoint::find(args)?;
    if args.verify_checksums && weights {
        checkpoint::verify_checksums(&source)?;
    }
    let files = checkpoint::open(&source)?;
    let mut list = settings::model_settings(args, &source.name(), source.revision());
    let (device, dtype) = device::open_for(args, &*files, &mut list)?;
    // Before the weights are there, as `plan` sees it, so that both come to the same limits.
    let gpu_free = device.free_bytes();
    // A tokenizer takes as long as some models.
    let (model, text, fingerprint) = std::thread::scope(|scope| {
        let text = scope.spawn(|| text(args, &source, &*files));
        let fingerprint = scope.spawn(|| weights.then(|| checkpoint::fingerprint(&*files)));
        let model = load_model(args, weights, &*files, (&device, dtype));
        let fingerprint = fingerprint.join();
        let fingerprint =
            fingerprint.unwrap_or_else(|_| Some(Err(anyhow!("the fingerprint's reader panicked"))));
        (
            model,
            text.join().unwrap_or_else(|_| bail!("the tokenizer's reader panicked")),
            fingerprint,
        )
    });
    let model = model?;
    let (mut text, mut stop_ids) = text?;
    if let Some(text) = &mut text {
        let (file, profile) = profile_of(profile_file.as_deref(), &source, &*model.model)?;
        text.add_stop_tokens(&profile.output.stop_tokens, &file)?;
        stop_ids = text.stops().ids();
    }
    let text = text.map(Arc::new);
    let fingerprint = fingerprint.transpose()?;
    let mut speculate = args.limits.speculate.resolved(model.model.draft_spec().is_some());
    let adapts_drafts = args.limits.speculate == Speculate::Auto;
    let proposer = match &speculate.clone() {
        Speculate::Model { model: path, .. } => {
            let served = (&*model.model, text.as_deref());
            let other = drafting_model((args, path), weights, (&device, dtype), served);
            Some(Proposer::Model(other.context(speculation::LOADING)?.into()))
        }
        Speculate::Blocks { drafter: path, drafts } => {
            let drafter = drafter((args, path), weights, (&device, dtype), &*model.model);
            let drafter = drafter.context(speculation::LOADING_BLOCKS)?;
            let most = drafter.spec().block_size as u32 - 1;
            let drafts = Some(drafts.unwrap_or(most).min(most));
            speculate = Speculate::Blocks { drafter: path.clone(), drafts };
            Some(Proposer::Blocks(drafter.into()))
        }
        speculate => speculation::proposer(speculate, &*model.model)?,
    };
    let limit_args = &LimitArgs { speculate, ..args.limits.clone() };
    let work_bytes = |limits: &Limits| {
        let plan = MemoryPlan::new(&*model.model, limits, &device, proposer.as_ref());
        let carry = model.model.carry_len().filter(|_| args.limits.kv_tier.is_some());
        let carried = TierSizes::carry_bytes(limits, carry.unwrap_or(0));
        plan.work_bytes().saturating_add(carried)
    };
    let specs = speculation::state_specs(&*model.model, proposer.as_ref());
    let more_weights = speculation::weight_bytes(proposer.as_ref());
    let gpu_free = gpu_free.map(|free| free.saturating_sub(more_weights));
    let sizes = sizes((&model, &specs), gpu_free, &work_bytes)?;
    let (limits, tier, resolved) = settings::limits_with_tier(limit_args, &sizes)?;
    speculation::check_limits(&*model.model, proposer.as_ref(), &limits)?;
    list.extend(resolved);
    let (cached, scales) = (model.model.state_specs(), model.model.kv_scales());
    list.extend(settings::kv_cache(&args.limits, cached, scales));
    let on_gpu = device.cpu().is_none();
    let (run_ahead, setting) = settings::run_ahead(&args.limits, on_gpu);
    list.push(setting);
    let asked = (tier.as_ref(), run_ahead);
    let drafts = proposer.as_ref();
    let (_, sizes) = MemoryPlan::with_tier(&*model.model, &limits, &device, drafts, asked);
    if let Some((tier, sizes)) = tier.as_ref().zip(sizes) {
        sizes.check(tier.frames)?;
    }
    let (max_step_ms, setting) = settings::max_step_ms(&args.limits, on_gpu);
    list.push(setting);
    let (graphs, setting) = graphs::at_start(args, on_gpu, limits.slot_count);
    list.push(setting);
    Ok(Loaded {
        source,
        fingerprint,
        model,
        device,
        limits,
        tier,
        prefix_cache: args.limits.prefix_cache == Switch::On,
        sessions: false,
        verify_hits: args.limits.verify_hits,
        proposer,
        adapts_drafts,
        run_ahead,
        max_step_ms,
        graphs,
        text,
        stop_ids,
        profile_file,
        settings: list,
        taps: None,
    })
}

/// Another model that drafts for `served`, by its path.
fn drafting_model(
    (args, path): (&ModelArgs, &str),
    weights: bool,
    device: (&Device, Compute),
    served: speculation::Side<'_>,
) -> Result<Box<dyn Model>> {
    let args = speculation::model_args(args, path);
    let source = checkpoint::find(&args)?;
    let files = checkpoint::open(&source)?;
    let model = load_model(&args, weights, &*files, device)?.model;
    let (text, _) = text(&args, &source, &*files)?;
    speculation::check_tokens(served, (&*model, text.as_ref()))?;
    Ok(model)
}

/// The drafter at a path for `target`.
fn drafter(
    (args, path): (&ModelArgs, &str),
    weights: bool,
    device: (&Device, Compute),
    target: &dyn Model,
) -> Result<Dflash> {
    if target.ends().is_none() {
        bail!("the served model gives no outputs of its layers");
    }
    let args = speculation::model_args(args, path);
    let source = checkpoint::find(&args)?;
    let files = checkpoint::open(&source)?;
    let options = load_options(&args, weights, device);
    Ok(atlas_model::load_drafter(&*files, device.0, &options, target.info())?.drafter)
}

/// Options by which the flags load a model on `device` with a KV cache of `dtype`.
fn load_options(
    args: &ModelArgs,
    weights: bool,
    (device, dtype): (&Device, Compute),
) -> LoadOptions {
    let load_format = match (weights, args.load_format) {
        (false, _) => LoadFormat::Shape,
        (true, LoadFormatChoice::Dummy) => LoadFormat::Dummy { seed: DUMMY_SEED },
        (true, LoadFormatChoice::Auto) => LoadFormat::Auto,
    };
    // Linears of a CPU may read other activations than the cache holds.
    let own = (device.compute() != dtype).then(|| match dtype {
        Compute::F32 => KvFormats::both(KvFormat::F32),
        Compute::Bf16 => KvFormats::both(KvFormat::Bf16),
    });
    LoadOptions {
        allow_config_keys: args.allow_config_key.clone(),
        load_format,
        served_len: args.limits.max_seq_len.given(),
        dummies_on_host: false,
        widen: Widen {
            layers: args.dequantize.0.clone(),
            module: args.draft_dtype == DraftDtype::Bf16,
            all: args.widens_all,
        },
        kv: KvRequest {
            formats: args.limits.kv_cache_dtype.0.or(own),
            high_precision: args.limits.kv_high_precision_layers.0.clone(),
        },
        debug_index: args.debug_index,
        progress: None,
    }
}

/// Builds the model on `device`, with a KV cache of `dtype` and a progress bar, and logs where its
/// weights came from.
fn load_model(
    args: &ModelArgs,
    weights: bool,
    files: &dyn CheckpointSource,
    (device, dtype): (&Device, Compute),
) -> Result<LoadedModel> {
    let bar = indicatif::ProgressBar::new(0).with_style(
        indicatif::ProgressStyle::with_template(
            "loading {bar:30} {bytes}/{total_bytes} {wide_msg}",
        )
        .context("progress style")?,
    );
    let shown = bar.clone();
    let options = LoadOptions {
        progress: Some(Box::new(move |p: Progress| {
            shown.set_length(p.total_bytes);
            shown.set_position(p.done_bytes);
        })),
        ..load_options(args, weights, (device, dtype))
    };
    let load_format = options.load_format;
    let start = Instant::now();
    let model = atlas_model::load(files, device, &options)
        .with_context(|| format!("loading {}", files.describe()))?;
    bar.finish_and_clear();
    let layers = model.model.info().layer_count as usize;
    if let Some(layer) = args.dequantize.0.iter().find(|layer| **layer >= layers) {
        bail!("--dequantize: there is no layer {layer}; the model has {layers}, from 0 on");
    }
    let selects = |spec: &StateSpec| matches!(spec, StateSpec::Latent { index: 1.., .. });
    if args.debug_index && !model.model.state_specs().iter().any(selects) {
        tracing::warn!("--debug-index: no layer of the model selects positions");
    }
    if weights {
        log_weights(&model, device, load_format, start.elapsed().as_secs_f64());
        let ignored = model.config.ignored();
        if !ignored.is_empty() {
            let keys = ignored.join(", ");
            tracing::warn!("keys of config.json that change nothing are ignored: {keys}");
        }
    }
    Ok(model)
}

/// Logs how many bytes of weights there are, where they came from and which tensors were left out.
fn log_weights(model: &LoadedModel, device: &Device, load_format: LoadFormat, seconds: f64) {
    let bytes = model.model.info().weight_bytes;
    if let LoadFormat::Dummy { seed } = load_format {
        let device_bytes = model.drawn_bytes;
        let (device, host_bytes) = (device.describe(), bytes.saturating_sub(device_bytes));
        tracing::info!(seed, %device, device_bytes, host_bytes, seconds, "made dummy weights");
    } else {
        // On a CPU they are mapped, and read when they are used.
        let from_disk = model.fetched.as_ref().map(|fetched| fetched.direct);
        tracing::info!(bytes, seconds, from_disk, "loaded weights");
        if let Some((file, why)) = model.fetched.as_ref().and_then(|f| f.refused.as_ref()) {
            tracing::info!(%file, %why, "read through the system's cache: no O_DIRECT here");
        }
    }
    if let Some(first) = model.plainer.first() {
        tracing::warn!(
            matrices = model.plainer.len(),
            first = %first.name,
            why = first.why,
            "quantised matrices are held in f32, with more memory: no kernel takes them as they are"
        );
    }
    for name in &model.skipped {
        tracing::info!(tensors = %name, "skipped: not part of the text model");
    }
}

/// Sizes of the model and memory there is for its state. `gpu_free`: bytes that were free on the
/// GPU before the model was there; `work_bytes`: those of a device's pools that hold no state.
fn sizes<'a>(
    (model, state_specs): (&'a LoadedModel, &'a [StateSpec]),
    gpu_free: Option<u64>,
    work_bytes: &'a dyn Fn(&Limits) -> u64,
) -> Result<ModelSizes<'a>> {
    let info = model.model.info();
    Ok(ModelSizes {
        state_specs,
        position_max: info.position_max,
        position_limit: info.position_limit,
        gpu_free_bytes: gpu_free.map(|free| free.saturating_sub(info.weight_bytes)),
        host_memory_bytes: settings::machine_memory_bytes()?,
        cores: settings::cores(),
        work_bytes,
    })
}

/// The small files of a checkpoint for its text side.
struct CheckpointFiles<'a>(&'a dyn CheckpointSource);

impl FileSource for CheckpointFiles<'_> {
    fn read(&self, name: &str) -> std::io::Result<Option<Cow<'_, [u8]>>> {
        self.0.read(name)
    }
}

/// The text side, `None` (with a warning) for a checkpoint without a tokenizer, and the tokens
/// that end an answer. A bare config with made-up weights has no such token.
fn text(
    args: &ModelArgs,
    source: &Source,
    checkpoint: &dyn CheckpointSource,
) -> Result<(Option<TextModel>, Vec<TokenId>)> {
    let mut options = TextOptions::default();
    if let Some(path) = &args.chat_template {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("--chat-template {}", path.display()))?;
        options.chat_template = Some(TemplateSource::from_text(text, path.display().to_string()));
    }
    let files: Box<dyn FileSource + '_> = match source {
        Source::Gguf(_) => Box::new(CheckpointFiles(checkpoint)),
        Source::Bundled => Box::new(MemoryFiles(bundled::FILES.to_vec())),
        _ => match source.folder() {
            Some(folder) => Box::new(DirFiles::new(folder)),
            None => return Ok((None, vec![])),
        },
    };
    let has_tokenizer = files.read("tokenizer.json").context("tokenizer.json")?.is_some();
    if !has_tokenizer {
        let found = checkpoint::other_tokenizers(source);
        let found = match found.as_str() {
            "" => String::new(),
            names => format!(
                " ({names} cannot be read; transformers' \
                 AutoTokenizer.from_pretrained(...).save_pretrained(...) writes tokenizer.json)"
            ),
        };
        let lack = match source {
            Source::Gguf(_) => "no tokenizer in the metadata",
            _ => "no tokenizer.json",
        };
        tracing::warn!("{lack}{found}: prompts must be token ids (/v1/completions)");
        return Ok((None, TextModel::stop_ids_alone(&*files)?));
    }
    let text = TextModel::load(&*files, options)?;
    let stop_ids = text.stops().ids();
    Ok((Some(text), stop_ids))
}
