//! Loading: from files to a model.

use std::collections::BTreeMap;
use std::sync::Arc;

use atlas_core::plain_json;
use atlas_tensor::{BindError, Binder, Bound, Device, Fetched, Place, WeightFormat};
use serde_json::{Map, Value};

use crate::checkpoint::{
    Access, CheckpointSource, DummyFill, Plainer, Progress, TensorTable, WeightOrigin, WeightStore,
    Weights, Widen, read,
};
use crate::config::{
    ConfigProblems, ConfigReader, LoadFacts, QuantRecipe, QuantizationError, ResolvedConfig,
};
use crate::error::LoadError;
use crate::families::{FAMILIES, Family};
use crate::kv_formats::KvRequest;
use crate::layers::Decoder;
use crate::model::Model;

const CONFIG_FILE: &str = "config.json";
/// Name in `architectures` of the config of a drafter that serves nothing by itself.
pub(crate) const DRAFTER: &str = "DFlashDraftModel";
/// Keys of `config.json` that [`QuantRecipe`] reads.
pub(crate) const QUANTISATION_KEYS: &[&str] = &["quantization_config", "compression_config"];

/// Source of the weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadFormat {
    /// The checkpoint's files.
    #[default]
    Auto,
    /// Random values from the seed; `config.json` is the only file read.
    Dummy { seed: u64 },
    /// Sizes and settings only: tensors are checked where there are files, and take no memory. The
    /// model must not be run.
    Shape,
}

impl LoadFormat {
    fn reads_files(self) -> bool {
        !matches!(self, Self::Dummy { .. })
    }
}

/// Options of [`load`].
#[derive(Default)]
pub struct LoadOptions {
    /// Config keys (plain or dotted) that may be unknown to the family.
    pub allow_config_keys: Vec<String>,
    pub load_format: LoadFormat,
    /// Longest sequence in tokens that will be served; None: the model's own length. Scalings that
    /// change with the length are fixed for this one.
    pub served_len: Option<u32>,
    /// Makes dummy weights on the host and uploads them even where the device makes them itself,
    /// for comparing the two.
    pub dummies_on_host: bool,
    /// Parts whose quantised matrices are widened to bf16.
    pub widen: Widen,
    /// Formats of the KV cache.
    pub kv: KvRequest,
    /// Whether every selection of an indexer is checked, logged at debug level and, if a rule is
    /// broken, an error of the step. On a device its steps are no graphs then.
    pub debug_index: bool,
    /// Called from time to time while weights are read.
    pub progress: Option<Box<dyn Fn(Progress)>>,
}

/// A loaded model and the findings of loading it.
pub struct LoadedModel {
    pub model: Box<dyn Model>,
    /// Every effective setting with its source.
    pub config: ResolvedConfig,
    /// Tensors skipped on purpose, by published name.
    pub skipped: Vec<String>,
    /// Format of every matrix in memory, by the canonical name of its elements' tensor.
    pub formats: BTreeMap<String, WeightFormat>,
    /// Quantised matrices whose elements are held in a wider format than they are stored in, since
    /// no kernel takes them.
    pub plainer: Vec<Plainer>,
    /// The kernels that layers were bound to.
    pub bound: Vec<Bound>,
    /// Bytes of dummy weights that the device made itself; all others came from the host.
    pub drawn_bytes: u64,
    /// Reads of weight files by the device; none where weights are used in place.
    pub fetched: Option<Fetched>,
}

/// Loads the checkpoint that `source` holds.
///
/// # Errors
/// A config, a file or a tensor that does not fit. All problems of one kind are reported together.
pub fn load(
    source: &dyn CheckpointSource,
    dev: &Device,
    options: &LoadOptions,
) -> Result<LoadedModel, LoadError> {
    let root = read_config(source)?;
    refuse(source, &root)?;
    let recipe = read_recipe(source, &root, &options.allow_config_keys)?.map(Arc::new);
    let (family, text) = find_family(&root)?;
    let has_files =
        source.gguf().is_some() || source.list().iter().any(|file| file.ends_with(".safetensors"));
    let has_head = (text.is_some() && has_files && options.load_format.reads_files())
        .then(|| TensorTable::open(source, true, Access::Map).ok())
        .flatten()
        .map(|table| table.tensors.contains_key("lm_head.weight"));
    let facts = LoadFacts { served_len: options.served_len, has_head };
    let reader = ConfigReader::new(family.model_type, &root, text, &options.allow_config_keys);
    let mut reader = reader.with_facts(facts);
    reader.chose_family(&["model_type", "architectures"]);
    let settings = recipe.as_ref().map_or(&[][..], |recipe| recipe.settings());
    reader.read_elsewhere(QUANTISATION_KEYS, settings);
    let mut spec = (family.describe)(&mut reader);
    if options.debug_index {
        spec.check_indexers();
    }
    let config = with_origins(reader.finish(), source)?;
    let kv = options.kv.resolve(&spec.layers, dev.compute()).map_err(LoadError::KvFormat)?;
    let make = |weights: &Weights<'_>, binder: &mut Binder| {
        Decoder::load(weights, family.model_type, (&spec, &kv), binder)
    };
    let files = Files { source, has_weights: has_files, multimodal: text.is_some() };
    let Built { model: mut decoder, sizes: [bytes, parameters], found } =
        read_weights(&files, dev, options, recipe, &make)?;
    decoder.set_weight_sizes(parameters, bytes);
    let Found { skipped, formats, plainer, bound, drawn_bytes, fetched } = found;
    let model = Box::new(decoder);
    Ok(LoadedModel { model, config, skipped, formats, plainer, bound, drawn_bytes, fetched })
}

/// The files of a checkpoint.
pub(crate) struct Files<'a> {
    pub source: &'a dyn CheckpointSource,
    /// Whether there are weights among them.
    pub has_weights: bool,
    pub multimodal: bool,
}

/// Reads or makes the weights of a model that `make` builds, and binds its kernels.
///
/// # Errors
/// Files, tensors and kernels that do not fit.
pub(crate) fn read_weights<M>(
    files: &Files<'_>,
    dev: &Device,
    options: &LoadOptions,
    recipe: Option<Arc<QuantRecipe>>,
    make: &Make<'_, M>,
) -> Result<Built<M>, LoadError> {
    let progress = |done: u64, total: u64| {
        if let Some(report) = &options.progress {
            report(Progress { done_bytes: done, total_bytes: total });
        }
    };
    let stated = || (recipe.clone(), options.widen.clone());
    let zeros = || WeightOrigin::Dummy(DummyFill::zeros());
    let shape_only = || WeightStore::new(zeros(), false, None).quantised_by(stated());
    let built = match options.load_format {
        LoadFormat::Shape if !files.has_weights => build(make, dev, &shape_only(), &|_| ())?,
        LoadFormat::Dummy { seed } => {
            let shape = shape_only();
            build(make, dev, &shape, &|_| ())?;
            let total = shape.bytes();
            let report = |done: u64| progress(done, total);
            let fill = DummyFill::new(seed, dev.threads());
            let on_host = dev.place() == Place::Host || options.dummies_on_host;
            let fill = if on_host { fill } else { fill.deferred() };
            let store = WeightStore::new(WeightOrigin::Dummy(fill), true, Some(&report))
                .quantised_by(stated());
            build(make, dev, &store, &|_| ())?
        }
        LoadFormat::Auto | LoadFormat::Shape => {
            let run = options.load_format == LoadFormat::Auto;
            let access = if run && dev.cpu().is_none() { Access::Read } else { Access::Map };
            let table = TensorTable::open(files.source, files.multimodal, access)?;
            let store =
                WeightStore::new(WeightOrigin::Files(table), run, None).quantised_by(stated());
            let store = store.with_threads(dev.threads());
            let total = store.file_bytes();
            let built = build(make, dev, &store, &|done| progress(done, total))?;
            if run && dev.cpu().is_some() {
                store.touch_pages(&progress);
            }
            built
        }
    };
    // The device has only queued the making of its weights.
    dev.check()?;
    Ok(built)
}

/// The resolved config or its problems, which name keys of a GGUF checkpoint's metadata.
pub(crate) fn with_origins(
    config: Result<ResolvedConfig, ConfigProblems>,
    source: &dyn CheckpointSource,
) -> Result<ResolvedConfig, LoadError> {
    match (config, source.gguf()) {
        (Ok(config), None) => Ok(config),
        (Ok(config), Some(model)) => Ok(model.with_origins(config)),
        (Err(problems), None) => Err(LoadError::Config { file: CONFIG_FILE.to_owned(), problems }),
        (Err(problems), Some(model)) => {
            let file = model.gguf().name().to_owned();
            Err(LoadError::Config { file, problems: model.with_keys(problems) })
        }
    }
}

/// The `model_type` of every supported family, and of the multimodal checkpoints around some.
pub fn supported_families() -> String {
    let name = |f: &Family| match f.wrapper {
        Some(wrapper) => format!("{} (also in {wrapper})", f.model_type),
        None => f.model_type.to_owned(),
    };
    FAMILIES.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Reads a model's weights and binds its kernels.
pub(crate) type Make<'a, M> = dyn Fn(&Weights<'_>, &mut Binder) -> Result<M, BindError> + 'a;

/// A built model, the bytes and the elements of its weights, and findings.
pub(crate) struct Built<M> {
    pub model: M,
    pub sizes: [u64; 2],
    pub found: Found,
}

/// Findings of reading weights, as in [`LoadedModel`].
pub(crate) struct Found {
    bound: Vec<Bound>,
    skipped: Vec<String>,
    formats: BTreeMap<String, WeightFormat>,
    plainer: Vec<Plainer>,
    drawn_bytes: u64,
    fetched: Option<Fetched>,
}

/// Builds the model. One error lists every problem of its tensors. `progress` gets the bytes that a
/// device has read from files.
fn build<M>(
    make: &Make<'_, M>,
    dev: &Device,
    store: &WeightStore<'_>,
    progress: &dyn Fn(u64),
) -> Result<Built<M>, LoadError> {
    let mut binder = Binder::new(dev).collecting();
    if !store.is_resident() {
        binder = binder.without_weights();
    }
    let model = match make(&Weights::root(store), &mut binder) {
        // Tensors behind it were not read, so the list of problems would be wrong.
        Err(error) if error.memory.is_some() => return Err(error.into()),
        model => {
            if let Some(error) = store.unread() {
                return Err(error.into());
            }
            store.finish().map_err(LoadError::Tensors)?;
            model?
        }
    };
    let missing = binder.missing();
    if !missing.is_empty() {
        return Err(LoadError::Kernels(missing));
    }
    let fetched = binder.finish(progress)?;
    let found = Found {
        bound: binder.bound().to_vec(),
        skipped: store.skipped().to_vec(),
        formats: store.formats(),
        plainer: store.plainer(),
        drawn_bytes: binder.drawn_bytes(),
        fetched,
    };
    Ok(Built { model, sizes: [store.bytes(), store.parameters()], found })
}

pub(crate) fn read_config(source: &dyn CheckpointSource) -> Result<Object, LoadError> {
    let Some(bytes) = read(source, CONFIG_FILE)? else {
        // For a folder of GGUF or adapter files that is the better error.
        return match TensorTable::open(source, false, Access::Map) {
            Err(error @ LoadError::NoWeights { .. }) if !source.list().is_empty() => Err(error),
            _ => Err(LoadError::NoConfig { place: source.describe() }),
        };
    };
    let bad = |problem: String| LoadError::ConfigJson { problem };
    match serde_json::from_slice(&plain_json(&bytes)).map_err(|e| bad(e.to_string()))? {
        Value::Object(root) => Ok(root),
        other => Err(bad(format!("it holds {other}, expected an object"))),
    }
}

/// Refuses checkpoints that would load as another model than intended.
fn refuse(source: &dyn CheckpointSource, root: &Object) -> Result<(), LoadError> {
    let text = root.get("text_config").and_then(Value::as_object);
    if text.is_none() && root.get("vision_config").is_some_and(|v| !v.is_null()) {
        return Err(LoadError::Refused {
            what: "a vision model without a text_config".into(),
            hint: "only the text part of a multimodal checkpoint can be served".into(),
        });
    }
    let names = root.get("architectures").and_then(Value::as_array);
    if names.is_some_and(|names| names.iter().any(|name| name == DRAFTER)) {
        return Err(LoadError::Refused {
            what: "a DFlash drafter by itself".into(),
            hint: "serve its target, with --speculate dflash:PATH of this checkpoint".into(),
        });
    }
    let files = source.list();
    let has = |name: &str| files.iter().any(|f| f.starts_with(name));
    if has("adapter_config.json") && !has("model") {
        return Err(LoadError::Refused {
            what: "a LoRA adapter (adapter_config.json)".into(),
            hint: "merge it into its base model and load the result".into(),
        });
    }
    Ok(())
}

/// The formats that the checkpoint's config states, if it is quantised.
pub(crate) fn read_recipe(
    source: &dyn CheckpointSource,
    root: &Object,
    allowed: &[String],
) -> Result<Option<QuantRecipe>, LoadError> {
    let mut beside = None;
    for file in QuantRecipe::FILES {
        let bad = |problem: String| LoadError::OtherJson { file, problem };
        let Some(bytes) = read(source, file)? else { continue };
        match serde_json::from_slice(&bytes).map_err(|e| bad(e.to_string()))? {
            Value::Object(object) => beside = Some((file, object)),
            other => return Err(bad(format!("it holds {other}, expected an object"))),
        }
        break;
    }
    let beside = beside.as_ref().map(|(file, object)| (*file, object));
    QuantRecipe::read(root, beside, allowed).map_err(|error| match error {
        QuantizationError::Refused { what, hint } => LoadError::Refused { what, hint },
        QuantizationError::Keys(problems) => {
            LoadError::Config { file: CONFIG_FILE.to_owned(), problems }
        }
    })
}

pub(crate) type Object = Map<String, Value>;

/// Family of a config, and its `text_config` if the config is multimodal.
pub(crate) fn find_family(root: &Object) -> Result<(&'static Family, Option<&Object>), LoadError> {
    let unknown = |what: String| LoadError::UnknownFamily { what, supported: supported_families() };
    let word =
        |object: &Object| object.get("model_type").and_then(Value::as_str).map(str::to_owned);
    let root_type = word(root).ok_or_else(|| unknown("a config without model_type".into()))?;
    let text = root.get("text_config").and_then(Value::as_object);
    let is_wrapper = FAMILIES.iter().any(|f| f.wrapper == Some(root_type.as_str()));
    let (family, text) = match text {
        Some(text) if is_wrapper => {
            let of_wrapper = FAMILIES.iter().filter(|f| f.wrapper == Some(root_type.as_str()));
            let text_type = word(text);
            let mut matching =
                of_wrapper.filter(|f| text_type.as_deref().is_none_or(|t| t == f.model_type));
            let text_type = text_type.as_deref().unwrap_or("(absent)");
            let what = format!("model_type {root_type} around text_config.model_type {text_type}");
            (matching.next().ok_or_else(|| unknown(what))?, Some(text))
        }
        _ => {
            let family = FAMILIES.iter().find(|f| f.model_type == root_type);
            (family.ok_or_else(|| unknown(format!("model_type {root_type}")))?, None)
        }
    };
    check_architecture(root, family).map_err(unknown)?;
    Ok((family, text))
}

/// Checks that `architectures`, if present, names a class whose weights the family reads.
fn check_architecture(root: &Object, family: &Family) -> Result<(), String> {
    let Some(value) = root.get("architectures").filter(|v| !v.is_null()) else { return Ok(()) };
    let names = value.as_array().map(|list| list.iter().filter_map(Value::as_str));
    let known = names.is_some_and(|mut names| names.any(|n| family.architectures.contains(&n)));
    if known { Ok(()) } else { Err(format!("architectures {value} for {}", family.model_type)) }
}
