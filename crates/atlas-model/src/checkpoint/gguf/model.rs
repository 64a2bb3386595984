//! A GGUF checkpoint as a model: its config, and its tensors under the names that families read.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use atlas_tensor::WeightBytes;
use atlas_tensor::weights::ggml::{GgmlType, dequantise};

use super::architecture::Architecture;
use super::config::{self, Sizes};
use super::error::{GgufError, GgufProblem};
use super::file::Gguf;
use super::header::GgufTensor;
use super::keys::GgufConfig;
use super::names::{Place, place};
use super::rope::is_rope_tensor;

/// Order of the rows or columns of a tensor in a GGUF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    AsStored,
    /// Row `i` is stored at `order[i]`. Elements of a vector are rows.
    Rows(Arc<[usize]>),
    /// Element `i` of a row is stored at `order[i]`. Runs of the width of a head stay together, but
    /// a block of 256 elements may hold parts of several.
    Columns(Arc<[usize]>),
}

/// Change of the values of a tensor in a GGUF file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    None,
    /// 1 was added to the weight of a zero-centred norm.
    OneAdded,
    /// The decay rate is stored as `-exp(A_log)`.
    DecayRate,
}

/// A tensor of the model, or an expert's part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedTensor {
    /// Shape as the families read it, the slowest first.
    pub shape: Vec<usize>,
    pub ty: GgmlType,
    /// Name in the file.
    pub stored: String,
    /// Index of the file among the parts of the checkpoint.
    pub part: usize,
    /// Its bytes, counted from the start of its file: whole rows.
    pub bytes: Range<usize>,
    pub order: Order,
    pub change: Change,
}

/// A checkpoint with its config and places.
pub struct GgufModel {
    gguf: Gguf,
    config: GgufConfig,
    tensors: BTreeMap<String, PlacedTensor>,
}

impl GgufModel {
    /// Finds config and tensors of an opened checkpoint. `allowed`: unknown metadata keys to be
    /// passed over.
    ///
    /// # Errors
    /// A file that is no model of a supported architecture, metadata that does not describe one, a
    /// tensor with an unknown name or with rows that the metadata contradicts.
    pub fn new(gguf: Gguf, allowed: &[String]) -> Result<Self, GgufError> {
        match Self::read(&gguf, allowed) {
            Ok((config, tensors)) => Ok(Self { gguf, config, tensors }),
            Err(problem) => Err(problem.of(gguf.name())),
        }
    }

    fn read(
        gguf: &Gguf,
        allowed: &[String],
    ) -> Result<(GgufConfig, BTreeMap<String, PlacedTensor>), GgufProblem> {
        let architecture = Architecture::of(gguf)?;
        let (config, sizes) = config::read(gguf, architecture, allowed)?;
        let mut places = Places::new(architecture, &sizes);
        let mut unused = vec![];
        for tensor in gguf.tensors().filter(|tensor| !is_rope_tensor(&tensor.name)) {
            let attends = |layer: usize| sizes.attends.get(layer).copied().unwrap_or(true);
            match place(&tensor.name, sizes.layers, attends) {
                Some(place) => places.add(tensor, place)?,
                None => unused.push(tensor.name.clone()),
            }
        }
        match unused.is_empty() {
            true => Ok((config, places.tensors)),
            false => Err(GgufProblem::Unused(unused)),
        }
    }

    pub fn gguf(&self) -> &Gguf {
        &self.gguf
    }

    /// The settings as those of a `config.json`.
    pub fn config(&self) -> &GgufConfig {
        &self.config
    }

    /// Every tensor by the name that families read.
    pub fn tensors(&self) -> &BTreeMap<String, PlacedTensor> {
        &self.tensors
    }

    /// The mapped bytes of a tensor of this checkpoint; `None` for one of another.
    pub fn bytes(&self, tensor: &PlacedTensor) -> Option<WeightBytes> {
        self.gguf.part_bytes(tensor.part, tensor.bytes.clone())
    }

    /// The values of a tensor in its shape, in order and without its change: the reference of what
    /// is read from the file; `None` for a tensor of another checkpoint.
    pub fn values(&self, tensor: &PlacedTensor) -> Option<Vec<f32>> {
        let bytes = self.bytes(tensor)?;
        let mut stored = vec![0.0; tensor.shape.iter().product()];
        dequantise(tensor.ty, bytes.as_slice(), &mut stored).ok()?;
        let row = tensor.shape[1..].iter().product::<usize>();
        let mut values = match &tensor.order {
            Order::AsStored => stored,
            Order::Rows(rows) => {
                rows.iter().flat_map(|&i| stored[i * row..][..row].iter().copied()).collect()
            }
            Order::Columns(columns) => {
                let in_order = |row: &[f32]| columns.iter().map(|&i| row[i]).collect::<Vec<_>>();
                stored.chunks_exact(columns.len()).flat_map(in_order).collect()
            }
        };
        match tensor.change {
            Change::None => {}
            Change::OneAdded => values.iter_mut().for_each(|v| *v -= 1.0),
            Change::DecayRate => values.iter_mut().for_each(|v| *v = (-*v).ln()),
        }
        Some(values)
    }
}

/// Puts tensors in their places.
struct Places<'a> {
    architecture: &'a Architecture,
    sizes: &'a Sizes,
    tensors: BTreeMap<String, PlacedTensor>,
    /// Orders by name of the part that has them, shared by all layers.
    orders: BTreeMap<&'static str, Arc<[usize]>>,
}

/// Rows in groups `[outer][inner]` of `width`, of which the file has `[inner][outer]`, behind
/// `first` rows that stay.
struct Transposed {
    first: usize,
    outer: usize,
    inner: usize,
    width: usize,
}

impl Transposed {
    /// Rows in all, if they can be counted.
    fn rows(&self) -> Option<usize> {
        let groups = self.outer.checked_mul(self.inner)?.checked_mul(self.width)?;
        groups.checked_add(self.first)
    }

    fn order(&self) -> Arc<[usize]> {
        let mut order: Vec<usize> = (0..self.first).collect();
        for o in 0..self.outer {
            for i in 0..self.inner {
                let group = self.first + (i * self.outer + o) * self.width;
                order.extend(group..group + self.width);
            }
        }
        order.into()
    }
}

impl<'a> Places<'a> {
    fn new(architecture: &'a Architecture, sizes: &'a Sizes) -> Self {
        Self { architecture, sizes, tensors: BTreeMap::new(), orders: BTreeMap::new() }
    }

    /// Adds a tensor of the file.
    fn add(&mut self, tensor: &GgufTensor, place: Place) -> Result<(), GgufProblem> {
        let row_bytes = tensor.bytes.len() / tensor.rows();
        match place {
            Place::One(name) => {
                let shape = shape(tensor, &name);
                self.insert(name, tensor, shape, tensor.bytes.clone())
            }
            Place::Qkv { before, after } => {
                let Sizes { heads, kv_heads, head_dim, .. } = *self.sizes;
                let gates = if self.architecture.is_hybrid { 2 } else { 1 };
                let is_vector = tensor.dims.len() == 1;
                let found = if is_vector { tensor.elements() } else { tensor.rows() };
                let counts = [heads.saturating_mul(gates), kv_heads, kv_heads];
                let counts = counts.map(|heads| heads.saturating_mul(head_dim));
                let all = counts.iter().fold(0, |sum: usize, &n| sum.saturating_add(n));
                if found != all || (is_vector && tensor.ty.is_quantised()) {
                    let problem = format!("it has {found} rows, and q, k and v have {all}");
                    return Err(bad(tensor, problem));
                }
                let row_bytes = if is_vector { tensor.ty.block_bytes() } else { row_bytes };
                let mut start = tensor.bytes.start;
                for (part, rows) in ["q", "k", "v"].into_iter().zip(counts) {
                    let bytes = start..start + rows * row_bytes;
                    start = bytes.end;
                    let shape = if is_vector { vec![rows] } else { vec![rows, tensor.row()] };
                    self.insert(format!("{before}{part}{after}"), tensor, shape, bytes)?;
                }
                Ok(())
            }
            Place::Experts { before, after } => {
                self.add_experts(tensor, &before, &[after], row_bytes)
            }
            Place::GateUpExperts { before } => {
                self.add_experts(tensor, &before, &["gate_proj", "up_proj"], row_bytes)
            }
        }
    }

    /// Adds each expert's matrices of a stack, in which the parts `after` follow each other.
    fn add_experts(
        &mut self,
        tensor: &GgufTensor,
        before: &str,
        after: &[&str],
        row_bytes: usize,
    ) -> Result<(), GgufProblem> {
        let &[k, n, experts] = tensor.dims.as_slice() else {
            let problem = format!("it is {:?} and no stack of matrices", tensor.dims);
            return Err(bad(tensor, problem));
        };
        if experts != self.sizes.experts || !n.is_multiple_of(after.len()) {
            let problem = format!("it has {experts} experts of {n} rows");
            let expected = self.sizes.experts;
            return Err(bad(tensor, format!("{problem}, and expert_count is {expected}")));
        }
        let rows = n / after.len();
        let mut start = tensor.bytes.start;
        for expert in 0..experts {
            for part in after {
                let bytes = start..start + rows * row_bytes;
                start = bytes.end;
                let name = format!("{before}{expert}.{part}.weight");
                self.insert(name, tensor, vec![rows, k], bytes)?;
            }
        }
        Ok(())
    }

    fn insert(
        &mut self,
        name: String,
        tensor: &GgufTensor,
        shape: Vec<usize>,
        bytes: Range<usize>,
    ) -> Result<(), GgufProblem> {
        if let Some(first) = self.tensors.get(&name) {
            let problem = format!("it is {name}, and so is {:?}", first.stored);
            return Err(bad(tensor, problem));
        }
        let order = self.order(&name, tensor, &shape)?;
        let is_zero_centred = self.architecture.is_hybrid && !name.contains(".linear_attn.");
        let change = match () {
            _ if name.ends_with(".A_log") => Change::DecayRate,
            _ if is_zero_centred && is_norm(&name) => Change::OneAdded,
            _ => Change::None,
        };
        let (ty, part, stored) = (tensor.ty, tensor.part, tensor.name.clone());
        let placed = PlacedTensor { shape, ty, stored, part, bytes, order, change };
        self.tensors.insert(name, placed);
        Ok(())
    }

    /// The order of a tensor's rows or columns.
    fn order(
        &mut self,
        name: &str,
        tensor: &GgufTensor,
        shape: &[usize],
    ) -> Result<Order, GgufProblem> {
        let Sizes { heads, kv_heads, head_dim, .. } = *self.sizes;
        let part = |known: &[&'static str]| {
            known.iter().copied().find(|part| name.contains(&format!(".{part}")))
        };
        let (part, transposed) = if self.architecture.interleaved_rope {
            let Some(part) = part(&["self_attn.q_proj", "self_attn.k_proj"]) else {
                return Ok(Order::AsStored);
            };
            let heads = if part.ends_with("q_proj") { heads } else { kv_heads };
            return self.interleaved(part, tensor, shape, heads, head_dim);
        } else if self.architecture.tiled_values {
            let Sizes { linear_key_heads, linear_value_heads, .. } = *self.sizes;
            let Sizes { linear_key_dim, linear_value_dim, .. } = *self.sizes;
            let per_head = ["in_proj_a", "in_proj_b", "A_log", "dt_bias"];
            let known = ["in_proj_qkv", "in_proj_z", "conv1d", "out_proj"];
            let known = [&per_head[..], &known[..]].concat();
            let in_layer = name.contains(".linear_attn.");
            let Some(part) = part(&known).filter(|_| in_layer) else {
                return Ok(Order::AsStored);
            };
            let is_mixed = ["in_proj_qkv", "conv1d"].contains(&part);
            let keys = linear_key_heads.saturating_mul(linear_key_dim).saturating_mul(2);
            let transposed = Transposed {
                first: if is_mixed { keys } else { 0 },
                outer: linear_key_heads,
                inner: linear_value_heads / linear_key_heads,
                width: if per_head.contains(&part) { 1 } else { linear_value_dim },
            };
            (part, transposed)
        } else {
            return Ok(Order::AsStored);
        };
        let of_columns = part == "out_proj";
        let found = if of_columns { shape.get(1).copied().unwrap_or(0) } else { shape[0] };
        if transposed.rows() != Some(found) {
            return Err(bad(tensor, format!("it is {shape:?}, which the heads do not divide")));
        }
        if transposed.inner == 1 || transposed.outer == 1 {
            return Ok(Order::AsStored);
        }
        let order = self.orders.entry(part).or_insert_with(|| transposed.order()).clone();
        Ok(if of_columns { Order::Columns(order) } else { Order::Rows(order) })
    }

    /// The order of rows of heads whose halves are interleaved.
    fn interleaved(
        &mut self,
        part: &'static str,
        tensor: &GgufTensor,
        shape: &[usize],
        heads: usize,
        head_dim: usize,
    ) -> Result<Order, GgufProblem> {
        let rows = heads.checked_mul(head_dim);
        if rows != Some(shape[0]) || !head_dim.is_multiple_of(2) {
            let problem = format!("it is {shape:?}, and {heads} heads have {head_dim} rows each");
            return Err(bad(tensor, problem));
        }
        let order = self.orders.entry(part).or_insert_with(|| {
            let head = Transposed { first: 0, outer: 2, inner: head_dim / 2, width: 1 }.order();
            (0..heads).flat_map(|h| head.iter().map(move |row| h * head_dim + row)).collect()
        });
        Ok(Order::Rows(order.clone()))
    }
}

fn bad(tensor: &GgufTensor, problem: String) -> GgufProblem {
    GgufProblem::Tensor { tensor: tensor.name.clone(), problem }
}

/// Whether a tensor is the weight of a norm.
fn is_norm(name: &str) -> bool {
    let Some(part) = name.strip_suffix(".weight").and_then(|n| n.rsplit('.').next()) else {
        return false;
    };
    part.ends_with("norm") || part.starts_with("pre_fc_norm_")
}

/// The shape of a tensor under its name: the sizes of the file in the other order, with the sizes
/// of 1 that files leave out.
fn shape(tensor: &GgufTensor, name: &str) -> Vec<usize> {
    let mut shape: Vec<usize> = tensor.dims.iter().rev().copied().collect();
    if name.ends_with("conv1d.weight") && shape.len() == 2 {
        shape.insert(1, 1);
    } else if name.ends_with("shared_expert_gate.weight") && shape.len() == 1 {
        shape.insert(0, 1);
    }
    shape
}
