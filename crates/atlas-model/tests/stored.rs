//! Checkpoints whose files a device reads: every tensor there is the one of the mapped files, bit
//! for bit, and what cannot be read is an error that names file and tensor.

mod common;
#[path = "stored/gguf.rs"]
mod gguf;
#[path = "stored/integers.rs"]
mod integers;
#[path = "stored/quantise.rs"]
mod quantise;

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use atlas_core::StateSpec;
use atlas_model::checkpoint::{CheckpointSource, TensorProblem};
use atlas_model::{DirSource, LoadError, LoadOptions, LoadedModel};
use atlas_tensor::ops::*;
use atlas_tensor::{
    Backend, Compute, Device, DeviceFault, DeviceMemory, DeviceRow, Op, Picker, RowInfo, RunsOn,
    SampleLimits, Slice, Staged, StepInputs, StepSizes, StoredFile, Tensor, WeightBytes,
};
use common::{CASES, Checkpoint, QUANTISED, StoredTensor, read_tensors};

/// Memory of the host that plays a device's.
struct HostMemory(Mutex<Vec<u8>>);

impl DeviceMemory for HostMemory {
    fn address(&self) -> u64 {
        self.0.lock().unwrap().as_ptr() as u64
    }
    fn bytes(&self) -> usize {
        self.0.lock().unwrap().len()
    }
    fn write(&self, at: usize, data: &[u8]) {
        self.0.lock().unwrap()[at..][..data.len()].copy_from_slice(data);
    }
    fn read(&self, at: usize, out: &mut [u8]) {
        out.copy_from_slice(&self.0.lock().unwrap()[at..][..out.len()]);
    }
    fn fill(&self, range: Range<usize>, byte: u8) {
        self.0.lock().unwrap()[range].fill(byte);
    }
    fn copy(&self, _: usize, _: &dyn DeviceMemory, _: usize, _: usize) {
        panic!("nothing is copied here");
    }
}

/// A device that holds weights and computes nothing.
#[derive(Default)]
struct Holder {
    rows: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
    memories: Mutex<Vec<Arc<HostMemory>>>,
}

fn nothing<O: Op>(_: O::Args<'_>) {}

impl Holder {
    fn new() -> Arc<Self> {
        let mut this = Self::default();
        this.add::<AbsorbQueries>();
        this.add::<AddRmsNorm>();
        this.add::<Attention>();
        this.add::<Conv1dSilu>();
        this.add::<Embed>();
        this.add::<GatedDelta>();
        this.add::<GatedRmsNorm>();
        this.add::<GdnGates>();
        this.add::<GroupGatedRmsNorm>();
        this.add::<KvStore>();
        this.add::<IndexTopk>();
        this.add::<LatentAttention>();
        this.add::<LatentStore>();
        this.add::<LatentValues>();
        this.add::<LayerNorm>();
        this.add::<Linear>();
        this.add::<Mamba2Gates>();
        this.add::<MoeExperts>();
        this.add::<PickRows>();
        this.add::<QkNormRope>();
        this.add::<QueryTemperature>();
        this.add::<ReluSquared>();
        this.add::<RmsNorm>();
        this.add::<RouteTopk>();
        this.add::<SelectiveScan>();
        this.add::<SharedExpertAdd>();
        this.add::<SigmoidMul>();
        this.add::<SwiGlu>();
        Arc::new(this)
    }

    fn add<O: Op>(&mut self) {
        let runs_on = RunsOn::Device("a holder");
        let info = RowInfo { op: O::NAME, name: "nothing", runs_on, width_invariant: true };
        let row = DeviceRow::<O> { info, bind: Box::new(|_| Ok(Arc::new(nothing::<O>))) };
        self.rows.insert(TypeId::of::<O>(), Box::new(vec![row]));
    }

    /// The content of all memory, in the order in which it was asked for.
    fn content(&self) -> Vec<Vec<u8>> {
        self.memories.lock().unwrap().iter().map(|m| m.0.lock().unwrap().clone()).collect()
    }
}

impl Backend for Holder {
    fn describe(&self) -> String {
        "a holder".into()
    }
    fn compute(&self) -> Compute {
        Compute::F32
    }
    fn free_bytes(&self) -> u64 {
        u64::MAX
    }
    fn rows(&self, op: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.rows.get(&op).map(|rows| &**rows)
    }
    fn allocate(&self, bytes: usize) -> io::Result<Arc<dyn DeviceMemory>> {
        let memory = Arc::new(HostMemory(Mutex::new(vec![0x5a; bytes])));
        self.memories.lock().unwrap().push(memory.clone());
        Ok(memory)
    }
    fn draw(&self, _: &dyn DeviceMemory, _: usize, _: u64, _: &dyn DeviceMemory, _: Range<u64>) {}
    fn reserve_workspace(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn reserve_steps(&self, _: StepSizes) -> io::Result<()> {
        Ok(())
    }
    fn step_bytes(&self, _: StepSizes) -> usize {
        0
    }
    fn picker(&self, _: SampleLimits) -> io::Result<Box<dyn Picker>> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn picker_bytes(&self, _: SampleLimits) -> usize {
        0
    }
    fn stage(&self, _: &StepInputs<'_>) -> Result<Box<dyn Staged>, DeviceFault> {
        Err(DeviceFault { device: self.describe(), what: "it stages nothing".into() })
    }
    fn replay(&self, _: &[u64], _: &dyn Staged, work: &mut dyn FnMut()) {
        work();
    }
    fn read(&self, _: &Tensor<'_>) -> Vec<f32> {
        Vec::new()
    }
    fn read_words(&self, _: &Slice<'_, u32>) -> Vec<u32> {
        Vec::new()
    }
    fn check(&self) -> Result<(), DeviceFault> {
        Ok(())
    }
    fn failed(&self) -> Result<(), DeviceFault> {
        Ok(())
    }
}

/// Contents of the device after loading from `source`.
fn load(source: &dyn CheckpointSource) -> Result<(Vec<Vec<u8>>, LoadedModel), LoadError> {
    let holder = Holder::new();
    let loaded =
        atlas_model::load(source, &Device::Backend(holder.clone()), &LoadOptions::default())?;
    Ok((holder.content(), loaded))
}

/// The checkpoint in a folder.
fn written(checkpoint: &Checkpoint) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    let config = ("config.json".to_owned(), checkpoint.config.to_string().into_bytes());
    for (name, bytes) in checkpoint.files.iter().chain([&config]) {
        std::fs::write(folder.path().join(name), bytes).expect("file");
    }
    folder
}

#[test]
fn every_tensor_on_the_device_is_that_of_the_mapped_file() {
    for case in CASES {
        // The second time all tensors are in one file behind a header of any length, so that none
        // is aligned.
        for pad in [None, Some(0), Some(1), Some(3)] {
            let mut checkpoint = Checkpoint::of(case);
            if let Some(pad) = pad {
                checkpoint.edit(|_| ());
                let file = &mut checkpoint.files[0].1;
                let header = u64::from_le_bytes(file[..8].try_into().expect("8 bytes"));
                file.splice(8 + header as usize..8 + header as usize, vec![b' '; pad]);
                file[..8].copy_from_slice(&(header + pad as u64).to_le_bytes());
            }
            let folder = written(&checkpoint);
            let (mapped, model) = load(&checkpoint.source()).expect("from memory");
            assert!(model.fetched.is_none() && !mapped.is_empty(), "{case}");
            let (stored, model) =
                load(&DirSource::new(folder.path()).expect("folder")).expect("from files");
            let fetched = model.fetched.expect("it was read").bytes;
            let all = model.model.info().weight_bytes;
            assert!(fetched > all / 2 && fetched <= all, "{case}: {fetched} of {all}");
            assert!(mapped == stored, "{case}, {pad:?}: other bytes");
        }
    }
}

/// The bytes of the weights, which `atlas plan` prints, are those that a device gives for codes,
/// scales and matrices; norms and other vectors are planned as they are stored and held in f32,
/// beside the frequencies of the rotation.
#[test]
fn the_bytes_of_quantised_weights_are_those_that_are_planned() {
    for case in QUANTISED {
        let checkpoint = Checkpoint::of(case);
        let (content, loaded) = load(&checkpoint.source()).expect("it loads");
        let allocated: usize = content.iter().map(Vec::len).sum();
        let mut widened = 0;
        for (_, file) in checkpoint.files.iter().filter(|(name, _)| name.ends_with("tensors")) {
            for (name, tensor) in read_tensors(file) {
                let elements = tensor.shape.iter().product::<usize>();
                let is_vector = tensor.shape.len() == 1 && tensor.bytes.len() == 2 * elements;
                if (is_vector && !name.contains("scale")) || name.ends_with("conv1d.weight") {
                    widened += 2 * elements;
                }
            }
        }
        let paged = |spec: &&StateSpec| matches!(spec, StateSpec::Paged { .. });
        let attentions = loaded.model.state_specs().iter().filter(paged).count();
        let head_dim = checkpoint.config["head_dim"].as_u64().expect("a head") as f64;
        let rope = &checkpoint.config["rope_parameters"]["partial_rotary_factor"];
        let share = checkpoint.config["partial_rotary_factor"].as_f64().or(rope.as_f64());
        let rotated = (head_dim * share.unwrap_or(1.0)) as usize / 2;
        let frequencies = attentions * rotated * size_of::<f32>();
        let planned = loaded.model.info().weight_bytes as usize;
        assert_eq!(allocated, planned + widened + frequencies, "{case}");
    }
}

#[test]
fn a_head_in_a_file_is_compared_with_the_embedding() {
    for change in [0, 1] {
        let mut tied = Checkpoint::of("qwen3_tied_f32");
        tied.edit(|t| {
            let e = &t["model.embed_tokens.weight"];
            let mut bytes = e.bytes.clone();
            *bytes.last_mut().expect("bytes") ^= change;
            let head = StoredTensor { dtype: e.dtype.clone(), shape: e.shape.clone(), bytes };
            t.insert("lm_head.weight".into(), head);
        });
        let folder = written(&tied);
        match load(&DirSource::new(folder.path()).expect("folder")) {
            Ok(_) => assert_eq!(change, 0),
            Err(LoadError::Tensors(problems)) => {
                assert!(matches!(&problems.0[..], [TensorProblem::Untied { .. }]) && change == 1);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// A folder whose file becomes shorter when `left` tensors are opened.
struct Shrinking {
    folder: DirSource,
    path: std::path::PathBuf,
    left: u64,
}

impl CheckpointSource for Shrinking {
    fn read(&self, name: &str) -> io::Result<Option<Cow<'_, [u8]>>> {
        self.folder.read(name)
    }
    fn map(&self, _: &str) -> io::Result<WeightBytes> {
        panic!("a device's files are not mapped");
    }
    fn open(&self, name: &str) -> io::Result<Option<StoredFile>> {
        let file = self.folder.open(name)?;
        std::fs::OpenOptions::new().write(true).open(&self.path)?.set_len(self.left)?;
        Ok(file)
    }
    fn list(&self) -> Vec<String> {
        self.folder.list()
    }
    fn describe(&self) -> String {
        self.folder.describe()
    }
}

#[test]
fn a_file_that_becomes_shorter_is_an_error_and_no_signal() {
    for case in ["qwen3_5_moe_text", "qwen3_next", "llama_tied_f16"] {
        let mut checkpoint = Checkpoint::of(case);
        checkpoint.edit(|_| ());
        let whole = checkpoint.files[0].1.len() as u64;
        let header =
            8 + u64::from_le_bytes(checkpoint.files[0].1[..8].try_into().expect("8 bytes"));
        for left in [header, header + 1, (header + whole) / 2, whole - 1] {
            let folder = written(&checkpoint);
            let path = folder.path().join("model.safetensors");
            let source = DirSource::new(folder.path()).expect("folder");
            let Err(error) = load(&Shrinking { folder: source, path, left }) else {
                panic!("{case}: it loaded from {left} of {whole} bytes")
            };
            let text = error.to_string();
            assert!(matches!(error, LoadError::Read(_)), "{case}: {text}");
            let says = format!("the file ends too early: it has {left} bytes and had {whole}");
            assert!(
                text.starts_with("model.safetensors: tensor ") && text.contains(&says),
                "{text}"
            );
        }
    }
}
