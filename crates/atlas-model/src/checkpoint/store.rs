//! The weights of a checkpoint, with a record of the tensors read.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use atlas_tensor::{Buffer, ReadError, Weight, WeightBytes, WeightFormat};

use super::dummy::DummyFill;
use super::gguf::{Change, Order};
use super::header::StoredType;
use super::problems::{TensorProblem, TensorProblems};
use super::role::Role;
use super::table::{StoredTensor, TensorBytes, TensorTable};
use crate::config::QuantRecipe;

/// Source of the weights.
pub enum WeightOrigin {
    Files(TensorTable),
    Dummy(DummyFill),
}

/// Progress of loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done_bytes: u64,
    pub total_bytes: u64,
}

/// A quantised matrix whose elements are held in a wider format than it is stored in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plainer {
    /// Name of its elements' tensor in an unquantised checkpoint.
    pub name: String,
    /// The part that no kernel takes.
    pub why: &'static str,
}

/// All weights of one checkpoint, with a record of the reads and their problems.
///
/// A read that fails gives a stand-in of shape `[1, 1]` (or a short vector) and is reported by
/// [`WeightStore::finish`]; a model built from stand-ins is never run.
pub struct WeightStore<'a> {
    origin: WeightOrigin,
    read: RefCell<BTreeSet<String>>,
    problems: RefCell<Vec<TensorProblem>>,
    /// The first tensor that the host could not read.
    unread: RefCell<Option<ReadError>>,
    parameters: Cell<u64>,
    bytes: Cell<u64>,
    /// Format of every matrix read so far.
    formats: RefCell<BTreeMap<String, WeightFormat>>,
    /// Quantised matrices that no kernel takes as they are stored, with the reason.
    plainer: RefCell<Vec<Plainer>>,
    /// The format that the config states for each module, if it states any.
    recipe: Option<Arc<QuantRecipe>>,
    /// Parts whose quantised matrices are widened.
    widen: Widen,
    /// Whether reordered copies hold values. A model built for its shape alone needs none.
    materialise: bool,
    /// Threads that repack a matrix.
    threads: usize,
    /// Called with the bytes read so far.
    progress: Option<&'a dyn Fn(u64)>,
}

/// Parts of a checkpoint whose quantised matrices are widened to bf16.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Widen {
    /// Indices of layers.
    pub layers: BTreeSet<usize>,
    /// The multi-token-prediction module.
    pub module: bool,
    /// Everything.
    pub all: bool,
}

impl Widen {
    fn covers(&self, name: &str) -> bool {
        let layer = name.strip_prefix("model.layers.").and_then(|rest| rest.split('.').next());
        // Heads of it are used in both directions, for which there are no quantised kernels.
        let maps_latents = name.ends_with(".kv_b_proj.weight");
        self.all
            || maps_latents
            || (self.module && name.starts_with("mtp."))
            || layer.and_then(|n| n.parse().ok()).is_some_and(|n| self.layers.contains(&n))
    }
}

impl<'a> WeightStore<'a> {
    pub fn new(origin: WeightOrigin, materialise: bool, progress: Option<&'a dyn Fn(u64)>) -> Self {
        WeightStore {
            origin,
            read: RefCell::default(),
            problems: RefCell::default(),
            unread: RefCell::default(),
            parameters: Cell::default(),
            bytes: Cell::default(),
            formats: RefCell::default(),
            plainer: RefCell::default(),
            recipe: None,
            widen: Widen::default(),
            materialise,
            threads: 1,
            progress,
        }
    }

    /// The same with so many threads that repack a matrix.
    pub fn with_threads(self, threads: usize) -> Self {
        WeightStore { threads, ..self }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// The same with what the config states of formats, and the parts whose quantised matrices are
    /// widened to bf16.
    pub fn quantised_by(self, (recipe, widen): (Option<Arc<QuantRecipe>>, Widen)) -> Self {
        WeightStore { recipe, widen, ..self }
    }

    pub(super) fn recipe(&self) -> Option<&QuantRecipe> {
        self.recipe.as_deref()
    }

    /// Whether a tensor lies in a part whose matrices are widened.
    pub(super) fn widens(&self, name: &str) -> bool {
        self.widen.covers(name)
    }

    /// Whether weights have values, not only shapes.
    pub fn is_resident(&self) -> bool {
        self.materialise
    }

    /// Elements read so far.
    pub fn parameters(&self) -> u64 {
        self.parameters.get()
    }

    /// Bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes.get()
    }

    /// Quantised matrices read so far whose elements are held in a wider format.
    pub fn plainer(&self) -> Vec<Plainer> {
        self.plainer.borrow().clone()
    }

    /// Notes a quantised matrix that no kernel takes as it is stored.
    pub(super) fn holds_plainer(&self, name: &str, why: &'static str) {
        self.plainer.borrow_mut().push(Plainer { name: name.to_owned(), why });
    }

    /// Format of every matrix read so far, by the name of its elements.
    pub fn formats(&self) -> BTreeMap<String, WeightFormat> {
        self.formats.borrow().clone()
    }

    /// Reads one byte of every page of the files' tensors, so that the first request does not wait
    /// for the disk. `report` gets bytes done and in all.
    pub fn touch_pages(&self, report: &dyn Fn(u64, u64)) {
        const PAGE_BYTES: usize = 4096;
        const REPORT_BYTES: usize = 16 << 20;
        let WeightOrigin::Files(table) = &self.origin else { return };
        let total: u64 = table.tensors.values().map(|t| t.bytes.len() as u64).sum();
        let mut done = 0;
        for tensor in table.tensors.values() {
            let TensorBytes::Mapped(bytes) = &tensor.bytes else { continue };
            // Packed along their columns, they were copied in another layout.
            if tensor.published.ends_with(".qweight") {
                continue;
            }
            for part in bytes.as_slice().chunks(REPORT_BYTES) {
                let sum = part.iter().step_by(PAGE_BYTES).fold(0u8, |s, b| s.wrapping_add(*b));
                std::hint::black_box(sum);
                done += part.len() as u64;
                report(done, total);
            }
        }
    }

    /// Bytes of all tensors in files.
    pub fn file_bytes(&self) -> u64 {
        let WeightOrigin::Files(table) = &self.origin else { return 0 };
        table.tensors.values().map(|t| t.bytes.len() as u64).sum()
    }

    /// The first tensor that the host could not read; tensors that a device reads are not among
    /// them.
    pub fn unread(&self) -> Option<ReadError> {
        self.unread.take()
    }

    /// Published names of the tensors skipped on purpose.
    pub fn skipped(&self) -> &[String] {
        match &self.origin {
            WeightOrigin::Files(table) => &table.skipped,
            WeightOrigin::Dummy(_) => &[],
        }
    }

    /// Every problem met, and every tensor that was not read.
    pub fn finish(&self) -> Result<(), TensorProblems> {
        let mut problems = self.problems.take();
        if let WeightOrigin::Files(table) = &self.origin {
            let read = self.read.borrow();
            for (name, tensor) in table.tensors.iter().filter(|(name, _)| !read.contains(*name)) {
                if self.is_empty_bias(table, name, tensor) {
                    continue;
                }
                problems.push(TensorProblem::Unused {
                    name: tensor.published.clone(),
                    file: tensor.file.clone(),
                    shape: tensor.shape.clone(),
                });
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(TensorProblems(problems)) }
    }

    pub(super) fn problem(&self, problem: TensorProblem) {
        self.problems.borrow_mut().push(problem);
    }

    /// The tensors of the files, if weights come from files.
    pub(super) fn table(&self) -> Option<&TensorTable> {
        match &self.origin {
            WeightOrigin::Files(table) => Some(table),
            WeightOrigin::Dummy(_) => None,
        }
    }

    /// The dummy weights, if there are no files.
    pub(super) fn fill(&self) -> Option<&DummyFill> {
        match &self.origin {
            WeightOrigin::Files(_) => None,
            WeightOrigin::Dummy(fill) => Some(fill),
        }
    }

    pub(super) fn mark_read(&self, name: &str) {
        self.read.borrow_mut().insert(name.to_owned());
    }

    pub(super) fn could_not_read(&self, error: ReadError) {
        self.unread.borrow_mut().get_or_insert(error);
    }

    /// Counts a weight in its new form, which took `before` bytes in the one that was counted.
    pub(super) fn recount(&self, name: &str, before: usize, weight: &Weight) {
        if weight.n() > 1 {
            self.formats.borrow_mut().insert(name.to_owned(), weight.format());
        }
        let others = self.bytes.get().saturating_sub(before as u64);
        self.bytes.set(others + weight.byte_len() as u64);
    }

    /// Counts a weight that was read.
    pub(super) fn count_weight(&self, name: &str, weight: &Weight) {
        if weight.n() > 1 {
            self.formats.borrow_mut().insert(name.to_owned(), weight.format());
        }
        self.parameters.set(self.parameters.get() + (weight.n() * weight.k()) as u64);
        self.bytes.set(self.bytes.get() + weight.byte_len() as u64);
        if let Some(progress) = self.progress {
            progress(self.bytes.get());
        }
    }

    /// The stored tensor of that name and shape, or a problem.
    fn stored<'t>(
        &self,
        table: &'t TensorTable,
        name: &str,
        shape: &[usize],
    ) -> Option<(&'t StoredTensor, WeightFormat)> {
        self.mark_read(name);
        let Some(tensor) = table.tensors.get(name) else {
            let name = table.missing_name(name);
            self.problem(TensorProblem::Missing { name, expected: shape.into() });
            return None;
        };
        let published = || tensor.published.clone();
        if tensor.shape != shape {
            self.problem(TensorProblem::Shape {
                name: published(),
                file: tensor.file.clone(),
                expected: shape.into(),
                found: tensor.shape.clone(),
            });
            return None;
        }
        let format = match &tensor.dtype {
            StoredType::Bf16 => WeightFormat::Bf16,
            StoredType::F16 => WeightFormat::F16,
            StoredType::F32 => WeightFormat::F32,
            StoredType::Ggml(ty) => WeightFormat::Ggml(*ty),
            found => {
                self.problem(TensorProblem::Type {
                    name: published(),
                    file: tensor.file.clone(),
                    found: found.to_string(),
                });
                return None;
            }
        };
        Some((tensor, format))
    }

    /// A tensor of `shape`, seen as a matrix `[n, k]` of the same number of elements.
    pub(super) fn fetch(
        &self,
        name: &str,
        shape: &[usize],
        n: usize,
        k: usize,
        role: Role,
    ) -> Option<Weight> {
        let weight = match &self.origin {
            WeightOrigin::Files(table) => {
                let (tensor, format) = self.stored(table, name, shape)?;
                // The header check compared the byte length with the shape.
                match &tensor.bytes {
                    TensorBytes::Mapped(bytes) => aligned(bytes, format.alignment())
                        .and_then(|bytes| Weight::new(format, n, k, bytes).ok()),
                    TensorBytes::Stored(bytes) => Weight::new(format, n, k, bytes.clone()).ok(),
                }
            }
            WeightOrigin::Dummy(fill) => fill.weight(name, n, k, role),
        };
        match &weight {
            Some(weight) => self.count_weight(name, weight),
            None => {
                let bytes = n.saturating_mul(k).saturating_mul(2);
                self.problem(TensorProblem::Memory { name: name.to_owned(), bytes });
            }
        }
        weight
    }

    /// A matrix whose rows and columns are in the model's order, the columns by
    /// [`Weight::input_order`].
    pub(super) fn in_order(&self, name: &str, weight: Weight) -> Option<Weight> {
        let tensor = self.table().and_then(|table| table.tensors.get(name));
        match tensor.map(|tensor| &tensor.order) {
            None | Some(Order::AsStored) => Some(weight),
            Some(Order::Columns(order)) => Some(weight.with_input_order(order)),
            // A model that is not run needs no copy.
            Some(Order::Rows(_)) if !self.materialise && weight.stored_bytes().is_none() => {
                Some(weight)
            }
            Some(Order::Rows(rows)) => match weight.reordered(rows) {
                Ok(weight) => Some(weight),
                Err(_) => {
                    let bytes = weight.byte_len();
                    self.problem(TensorProblem::Memory { name: name.to_owned(), bytes });
                    None
                }
            },
        }
    }

    /// The values of a tensor as the model has them, with rows of `shape[0]`.
    pub(super) fn parameters_of(
        &self,
        name: &str,
        shape: &[usize],
        [n, k]: [usize; 2],
        role: Role,
    ) -> Vec<f32> {
        let mut values = self.values(self.fetch(name, shape, n, k, role));
        let Some(tensor) = self.table().and_then(|table| table.tensors.get(name)) else {
            return values;
        };
        if let Order::Rows(rows) = &tensor.order {
            let row = shape[1..].iter().product::<usize>().max(1);
            if values.len() == rows.len() * row {
                let rows = rows.iter().flat_map(|&i| &values[i * row..][..row]);
                values = rows.copied().collect();
            }
        }
        match tensor.change {
            Change::None => {}
            Change::OneAdded => values.iter_mut().for_each(|v| *v -= 1.0),
            Change::DecayRate => values.iter_mut().for_each(|v| *v = (-*v).ln()),
        }
        values
    }

    /// Elements of a tensor widened to f32, for parameters that the host reads before they go to
    /// the device.
    fn values(&self, weight: Option<Weight>) -> Vec<f32> {
        let Some(weight) = weight else { return Vec::new() };
        let Some(stored) = weight.stored_bytes() else { return weight.to_f32() };
        if !self.materialise {
            return vec![0.0; weight.n() * weight.k()];
        }
        match stored.read() {
            Ok(bytes) => {
                let bytes = WeightBytes::from_vec(bytes);
                let read = Weight::new(weight.format(), weight.n(), weight.k(), bytes);
                read.map_or_else(|_| Vec::new(), |w| w.to_f32())
            }
            Err(error) => {
                self.could_not_read(error);
                vec![0.0; weight.n() * weight.k()]
            }
        }
    }
}

/// The same bytes at an address that is a multiple of `element_bytes`. A file may place a tensor
/// anywhere; an unaligned one is copied. None when there is no memory for the copy.
fn aligned(bytes: &WeightBytes, element_bytes: usize) -> Option<WeightBytes> {
    let slice = bytes.as_slice();
    if (slice.as_ptr() as usize).is_multiple_of(element_bytes) {
        return Some(bytes.clone());
    }
    let mut copy = Buffer::zeroed(slice.len()).ok()?;
    bytemuck::cast_slice_mut::<u16, u8>(copy.as_u16_mut()).copy_from_slice(slice);
    WeightBytes::new(Arc::new(copy), 0..slice.len())
}
