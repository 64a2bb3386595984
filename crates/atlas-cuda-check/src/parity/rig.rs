//! From the host's arguments to the device's and back, through memory full of canaries.

use atlas_cuda::ops::kv_shape::KvShape;
use atlas_cuda::ops::step::StepTables;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use atlas_cuda::quantised::{QuantisedView, ScaleGrid};
use atlas_cuda::{CudaError, Device, DeviceBuffer, Options, Stream, View, ViewMut};
use atlas_tensor::testkit::{RowCuts, Testable};
use atlas_tensor::{DType, KvCache, Scales, SpanRows, Tensor, TensorMut, Weight, WeightFormat};
use half::bf16;

/// A NaN, as bf16 and as half of an f32.
const CANARY: u16 = 0x7fca;
/// Bytes before and after the elements.
const GUARD: usize = 1024;

/// A device, a stream, and memory that is used again.
pub struct Rig {
    pub device: Device,
    pub stream: Stream,
    /// Type of activations.
    pub dtype: DType,
    /// Whether tall cases are left out, and most cuts of the others.
    short: bool,
    /// Whether rows lie on 16-byte boundaries.
    pub aligned: Cell<bool>,
    pool: Rc<RefCell<Vec<DeviceBuffer>>>,
}

/// A buffer that goes back to its pool.
pub struct Pooled {
    buffer: Option<DeviceBuffer>,
    pool: Rc<RefCell<Vec<DeviceBuffer>>>,
}

impl Drop for Pooled {
    fn drop(&mut self) {
        self.pool.borrow_mut().extend(self.buffer.take());
    }
}

impl Pooled {
    pub fn get(&self) -> &DeviceBuffer {
        self.buffer.as_ref().unwrap_or_else(|| unreachable!("taken only by drop"))
    }

    pub fn get_mut(&mut self) -> &mut DeviceBuffer {
        self.buffer.as_mut().unwrap_or_else(|| unreachable!("taken only by drop"))
    }
}

/// A tensor on the device amid canaries, and the image it was uploaded from.
pub struct Matrix {
    memory: Pooled,
    image: Vec<u8>,
    dtype: DType,
    offset: usize,
    shape: [usize; 3],
    strides: [usize; 2],
}

/// A quantised weight on the device.
pub struct Quantised {
    format: WeightFormat,
    shape: [usize; 2],
    codes: Pooled,
    blocks: Option<Pooled>,
    /// With their number, and the rows that a row of them serves.
    scales: Option<(Pooled, usize, usize)>,
}

impl Quantised {
    pub fn view(&self) -> Result<QuantisedView<'_>, CudaError> {
        let (format, [n, k]) = (self.format, self.shape);
        let codes = self.codes.get().slice(0, n * format.row_bytes(k))?;
        let blocks = self.blocks.as_ref();
        let blocks =
            blocks.map(|b| b.get().slice(0, n * format.block_scale_bytes(k))).transpose()?;
        let scales = match &self.scales {
            Some((memory, count, rows_per_scale)) => Some(ScaleGrid {
                values: memory.get().slice(0, *count)?,
                rows_per_scale: *rows_per_scale,
            }),
            None => None,
        };
        QuantisedView::new(format, self.shape, codes, blocks, scales)
    }
}

impl Rig {
    pub fn new(ordinal: u32, dtype: DType, options: Options) -> Result<Self, CudaError> {
        let device = Device::open(ordinal, options)?;
        let stream = device.stream()?;
        Ok(Self {
            device,
            stream,
            dtype,
            short: false,
            aligned: Cell::new(true),
            pool: Rc::default(),
        })
    }

    /// The same without tall cases, with few cuts of the others.
    pub fn short(self, short: bool) -> Self {
        Self { short, ..self }
    }

    /// The cases with more than 65,535 rows that are to be run.
    pub fn tall_cases<O: Testable>(&self) -> Vec<O::Case> {
        if self.short { Vec::new() } else { O::tall_cases() }
    }

    /// Cuts of a case that its rows are compared on.
    pub fn row_cuts(&self) -> RowCuts {
        if self.short { RowCuts::Few } else { RowCuts::All }
    }

    /// Whether cases of so many rows are run.
    pub fn runs_rows(&self, rows: usize) -> bool {
        !self.short || rows <= usize::from(u16::MAX)
    }

    /// At least `bytes` of memory with whatever was there before.
    pub fn memory(&self, bytes: usize) -> Result<Pooled, CudaError> {
        let mut pool = self.pool.borrow_mut();
        let fits = |b: &DeviceBuffer| b.bytes() >= bytes && b.bytes() <= 4 * bytes.max(1 << 16);
        let buffer = match pool.iter().position(fits) {
            Some(at) => pool.swap_remove(at),
            None => DeviceBuffer::new(&self.device, bytes.next_power_of_two().max(4096))?,
        };
        Ok(Pooled { buffer: Some(buffer), pool: Rc::clone(&self.pool) })
    }

    /// Elements of any plain type.
    pub fn slice<T: bytemuck::Pod>(&self, data: &[T]) -> Result<Pooled, CudaError> {
        let mut memory = self.memory(std::mem::size_of_val(data))?;
        memory.get_mut().write(&self.stream, 0, data)?;
        Ok(memory)
    }

    /// A weight as it is stored, `[n, 1, k]`.
    pub fn weight(&self, weight: &Weight) -> Result<Matrix, CudaError> {
        let (n, k) = (weight.n(), weight.k());
        let dtype = dtype_of(weight.format())?;
        let image = weight.bytes().to_vec();
        let memory = self.slice(&image)?;
        Ok(Matrix { memory, image, dtype, offset: 0, shape: [n, 1, k], strides: [k, k] })
    }

    /// Quantised weights of one format and width, one after the other.
    pub fn quantised(&self, weights: &[&Weight]) -> Result<Quantised, CudaError> {
        let Some(first) = weights.first() else {
            return Err(CudaError::bad("weight", "no weight"));
        };
        let (n, k) = (weights.iter().map(|w| w.n()).sum(), first.k());
        let joined = |of: fn(&Weight) -> &[u8]| -> Vec<u8> {
            weights.iter().map(|weight| of(weight)).collect::<Vec<_>>().concat()
        };
        let codes = self.slice(&joined(Weight::bytes))?;
        let blocks = joined(|weight| weight.block_scales().map_or(&[][..], |plane| plane.bytes()));
        let blocks = (!blocks.is_empty()).then(|| self.slice(&blocks)).transpose()?;
        let grids: Vec<_> = weights.iter().filter_map(|w| Some((w.scales()?, 0..w.n()))).collect();
        let scales = match Scales::join(&grids) {
            Some(grid) => {
                Some((self.slice(grid.host())?, grid.host().len(), grid.rows_per_scale()))
            }
            None => None,
        };
        Ok(Quantised { format: first.format(), shape: [n, k], codes, blocks, scales })
    }

    /// A tensor of one to three dimensions in the rig's type, rows and heads apart by canaries.
    pub fn tensor(&self, tensor: Tensor<'_>) -> Result<Matrix, CudaError> {
        self.tensor_as(tensor, self.dtype)
    }

    /// As [`Self::tensor`] in a given type.
    pub fn tensor_as(&self, tensor: Tensor<'_>, dtype: DType) -> Result<Matrix, CudaError> {
        let shape = match *tensor.shape() {
            [rows] => [rows, 1, 1],
            [rows, width] => [rows, 1, width],
            [rows, heads, width] => [rows, heads, width],
            _ => return Err(CudaError::NotBuilt),
        };
        let [rows, heads, width] = shape;
        let pad = |n: usize| if self.aligned.get() { n.next_multiple_of(8) + 8 } else { n | 1 };
        let head = if heads > 1 { pad(width) } else { width };
        let row = pad(heads * head);
        let skew = if self.aligned.get() { 0 } else { dtype.bytes() };
        let offset = GUARD + skew;
        let bytes = offset + rows * row * dtype.bytes() + GUARD;
        let mut image = bytemuck::cast_slice(&vec![CANARY; bytes.div_ceil(2)]).to_vec();
        let values = tensor.to_vec();
        for (i, value) in values.iter().enumerate() {
            let (t, j, c) = (i / width / heads, i / width % heads, i % width);
            put(&mut image, offset + (t * row + j * head + c) * dtype.bytes(), dtype, *value);
        }
        let memory = self.slice(&image)?;
        Ok(Matrix { memory, image, dtype, offset, shape, strides: [row, head] })
    }

    /// Reads a result back and checks that nothing around it was written.
    pub fn fetch(&self, matrix: &Matrix, to: &mut TensorMut<'_>) -> Result<(), String> {
        let mut now = vec![0u8; matrix.image.len()];
        let read = matrix.memory.get().read(&self.stream, 0, &mut now);
        read.map_err(|e| e.to_string())?;
        let ([rows, heads, width], size) = (matrix.shape, matrix.dtype.bytes());
        let mut image = matrix.image.clone();
        let at = |t: usize, j: usize| {
            matrix.offset + (t * matrix.strides[0] + j * matrix.strides[1]) * size
        };
        let is_matrix = to.shape().len() == 2;
        for (t, j) in (0..rows).flat_map(|t| (0..heads).map(move |j| (t, j))) {
            let at = at(t, j);
            let out = if is_matrix { to.row_f32_mut(t) } else { to.head_f32_mut(t, j) };
            for (c, out) in out.iter_mut().enumerate().take(width) {
                *out = get(&now, at + c * size, matrix.dtype);
            }
            image[at..at + width * size].copy_from_slice(&now[at..at + width * size]);
        }
        if image == now { Ok(()) } else { Err("memory around an output was written".into()) }
    }

    /// A step's tables.
    pub fn step(
        &self,
        rows: usize,
        spans: &[SpanRows<'_>],
        cache: Option<&KvShape>,
    ) -> Result<StepTables, CudaError> {
        StepTables::new(&self.stream, rows, spans, cache)
    }

    /// A cache with a canary behind it.
    pub fn cache(&self, cache: &KvCache) -> Result<(Pooled, KvShape), CudaError> {
        let shape = KvShape {
            formats: cache.formats,
            scales: cache.scales(),
            block_count: cache.block_count,
            block_tokens: cache.block_tokens,
            kv_heads: cache.kv_heads,
            head_dim: cache.head_dim,
            is_latent: cache.is_latent,
            index_dim: cache.index_dim,
        };
        let blocks = 0..cache.block_count as u32;
        let bytes = blocks.map(|block| cache.block(block)).collect::<Vec<_>>().concat();
        Ok((self.slice(&bytes)?, shape))
    }

    /// A cache's elements back to the host.
    pub fn fetch_cache(&self, memory: &Pooled, cache: &mut KvCache) -> Result<(), CudaError> {
        let bytes: Vec<u8> = self.values(memory, 0, cache.bytes())?;
        for (block, bytes) in bytes.chunks_exact(cache.block_len().max(1)).enumerate() {
            cache.write_block(block as u32, bytes);
        }
        Ok(())
    }

    /// `count` elements from byte `offset` on.
    pub fn values<T: bytemuck::Pod>(
        &self,
        memory: &Pooled,
        offset: usize,
        count: usize,
    ) -> Result<Vec<T>, CudaError> {
        let mut out = vec![T::zeroed(); count];
        memory.get().read(&self.stream, offset, &mut out)?;
        Ok(out)
    }
}

impl Matrix {
    pub fn view(&self) -> Result<View<'_>, CudaError> {
        self.memory.get().view(self.dtype, self.offset, self.shape, self.strides)
    }

    /// As experts' weights: `[experts, heads, width]` of the same memory.
    pub fn reshaped(&self, shape: [usize; 3]) -> Result<View<'_>, CudaError> {
        let strides = [shape[1] * shape[2], shape[2]];
        self.memory.get().view(self.dtype, self.offset, shape, strides)
    }

    pub fn view_mut(&mut self) -> Result<ViewMut<'_>, CudaError> {
        let (offset, shape, strides) = (self.offset, self.shape, self.strides);
        self.memory.get_mut().view_mut(self.dtype, offset, shape, strides)
    }
}

/// Type of a weight's elements; an error for codes.
pub fn dtype_of(format: WeightFormat) -> Result<DType, CudaError> {
    format.dtype().ok_or_else(|| CudaError::bad("weight", format!("{format} elements are codes")))
}

fn put(image: &mut [u8], at: usize, dtype: DType, value: f32) {
    match dtype {
        DType::F32 => image[at..at + 4].copy_from_slice(&value.to_le_bytes()),
        _ => image[at..at + 2].copy_from_slice(&bf16::from_f32(value).to_le_bytes()),
    }
}

fn get(image: &[u8], at: usize, dtype: DType) -> f32 {
    match dtype {
        DType::F32 => f32::from_le_bytes([image[at], image[at + 1], image[at + 2], image[at + 3]]),
        _ => bf16::from_le_bytes([image[at], image[at + 1]]).to_f32(),
    }
}
