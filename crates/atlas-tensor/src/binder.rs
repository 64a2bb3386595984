//! The choice of a kernel for every op of a model, once, at load.

use std::any::TypeId;
use std::sync::Arc;

use crate::bind_error::{BindError, Bound};
use crate::compute::Compute;
use crate::cpu::{CpuOp, Isa};
use crate::device::{Backend, DeviceRef};
use crate::kernel::{Callable, DeviceRow, Kernel};
use crate::op::{Op, RowInfo, RunsOn};
use crate::ops::{Expert, Experts, FusedOp};
use crate::weights::{FetchError, Fetched, Uploader, Vector, Weight, upload};

/// Chooses rows for one device, brings weights to it, and remembers what it chose.
pub struct Binder {
    target: Target,
    compute: Compute,
    bound: Vec<Bound>,
    /// Needs without a row, if they are collected.
    missing: Option<Vec<BindError>>,
    /// Whether weights are brought to the device. A model that is only inspected leaves them.
    resident: bool,
    uploader: Uploader,
}

/// The device that rows are chosen for.
enum Target {
    Cpu(Isa),
    Backend(Arc<dyn Backend>),
}

impl Binder {
    /// A binder for `dev` that fails at the first need without a row.
    pub fn new<'d>(dev: impl Into<DeviceRef<'d>>) -> Self {
        let (target, compute) = match dev.into() {
            DeviceRef::Cpu(dev) => (Target::Cpu(dev.isa()), dev.compute()),
            DeviceRef::Backend(dev) => (Target::Backend(Arc::clone(dev)), dev.compute()),
        };
        let (bound, uploader) = (Vec::new(), Uploader::default());
        Self { target, compute, bound, missing: None, resident: true, uploader }
    }

    /// The same, but a need without a row is kept for [`Self::missing`] and gets a kernel that
    /// cannot run, so that one pass over the model finds all of them.
    pub fn collecting(self) -> Self {
        Self { missing: Some(Vec::new()), ..self }
    }

    /// The same for a model that is only inspected: weights stay where they are.
    pub fn without_weights(self) -> Self {
        Self { resident: false, ..self }
    }

    /// The first row of the op's table that runs on the device and serves `need`.
    ///
    /// # Errors
    /// Every row with the reason it was rejected. If misses are collected, none.
    pub fn bind<O: CpuOp>(&mut self, need: O::Need) -> Result<Kernel<O>, BindError> {
        let mut rejected = Vec::new();
        let found = match &self.target {
            Target::Cpu(isa) => cpu_row(*isa, self.compute, &need, &mut rejected),
            Target::Backend(dev) => device_row(&**dev, &need, &mut rejected),
        };
        let need = format!("{need:?}");
        if let Some((kernel, row)) = found {
            self.remember(row, need, rejected, &[]);
            return Ok(kernel);
        }
        let device = match &self.target {
            Target::Cpu(isa) => format!("cpu ({isa}, {:?} compute)", self.compute),
            Target::Backend(dev) => format!("{} ({:?} compute)", dev.describe(), self.compute),
        };
        let error = BindError { op: O::NAME, need, device, rejected, memory: None };
        let Some(missing) = &mut self.missing else { return Err(error) };
        // The model cannot run, so no more weights are brought to the device.
        self.resident = false;
        if !missing.iter().any(|m| (m.op, &m.need) == (error.op, &error.need)) {
            missing.push(error);
        }
        Ok(Kernel { bound: Callable::Missing })
    }

    /// The first row of the device for a fused op that serves `need`, else a kernel composed of the
    /// kernels of its parts.
    ///
    /// # Errors
    /// As [`Self::bind`] of a part.
    pub fn bind_fused<O: FusedOp>(&mut self, need: O::Need) -> Result<Kernel<O>, BindError> {
        let mut rejected = Vec::new();
        let found = match &self.target {
            // The CPU has kernels of the parts only.
            Target::Cpu(_) => None,
            Target::Backend(dev) => device_row(&**dev, &need, &mut rejected),
        };
        if let Some((kernel, row)) = found {
            self.remember(row, format!("{need:?}"), rejected, &[]);
            return Ok(kernel);
        }
        // Entries of the parts say whether those keep the row contract.
        let (runs_on, width_invariant) = (RunsOn::Parts, true);
        let info = RowInfo { op: O::NAME, name: "composed", runs_on, width_invariant };
        self.remember(info, format!("{need:?}"), rejected, O::PARTS);
        let run = O::compose(&need, self)?;
        Ok(Kernel { bound: Callable::Composed { info, run } })
    }

    /// The needs without a row so far, each once, if they are collected.
    pub fn missing(&mut self) -> Vec<BindError> {
        self.missing.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// A weight where the device can read it. A device draws elements that are not drawn yet
    /// ([`Backend::draw`]); they never lie in host memory. A weight in a file has its bytes only
    /// after [`Self::finish`].
    ///
    /// # Errors
    /// The device has no memory for it.
    pub fn weight(&mut self, weight: Weight) -> Result<Weight, BindError> {
        let Some(dev) = self.upload_target() else { return Ok(weight) };
        let name = || format!("a weight of shape [{}, {}]", weight.n(), weight.k());
        let mut pieces = Vec::new();
        let memory = self.uploader.bring(&*dev, &[&weight], &mut pieces);
        let memory = memory.map_err(|e| no_memory(&*dev, name(), &e))?;
        self.uploader.fetch(&*dev, pieces);
        Ok(weight.moved_to(memory))
    }

    /// A vector of parameters where the device can read it.
    ///
    /// # Errors
    /// The device has no memory for it.
    pub fn vector(&self, values: Vec<f32>) -> Result<Vector, BindError> {
        let Some(dev) = self.upload_target() else { return Ok(values.into()) };
        let bytes: &[u8] = bytemuck::cast_slice(&values);
        let name = || format!("a vector of {}", values.len());
        let memory = upload(&*dev, bytes).map_err(|e| no_memory(&*dev, name(), &e))?;
        Ok(Vector::moved_to(values.len(), memory))
    }

    /// The experts of a layer where the device can read them: on a device each expert's gate and
    /// up rows together, expert after expert, then all down projections. Elements that are not
    /// drawn yet are drawn as by [`Self::weight`].
    ///
    /// # Errors
    /// The device has no memory for them.
    pub fn experts(&mut self, experts: Vec<Expert>) -> Result<Experts, BindError> {
        let Some(dev) = self.upload_target() else { return Ok(experts.into()) };
        let name = || format!("{} experts", experts.len());
        let up: Vec<&Weight> = experts.iter().flat_map(Expert::inputs).collect();
        let down: Vec<&Weight> = experts.iter().map(|e| &e.down).collect();
        // Pieces of files are queued together: in a checkpoint with one tensor an expert, its gate,
        // up and down lie side by side.
        let mut pieces = Vec::new();
        let mut bring = |weights: &[&Weight]| {
            let memory = self.uploader.bring(&*dev, weights, &mut pieces);
            memory.map_err(|e| no_memory(&*dev, name(), &e))
        };
        let (gate_up, down) = (bring(&up)?, bring(&down)?);
        self.uploader.fetch(&*dev, pieces);
        Ok(Experts::moved_to(experts, gate_up, down))
    }

    /// Waits for the weights that come from files; `None` if there are none. `progress` gets the
    /// bytes brought so far, from time to time.
    ///
    /// # Errors
    /// The first read that failed, or the device's failure.
    pub fn finish(&mut self, progress: &dyn Fn(u64)) -> Result<Option<Fetched>, FetchError> {
        self.uploader.finish(progress)
    }

    /// Bytes of weights that the device drew itself.
    pub fn drawn_bytes(&self) -> u64 {
        self.uploader.drawn_bytes()
    }

    /// Kernels bound so far, in order of first use.
    pub fn bound(&self) -> &[Bound] {
        &self.bound
    }

    /// Precision in which the device computes.
    pub fn compute(&self) -> Compute {
        self.compute
    }

    /// Whether layers compute on another device than the CPU.
    pub fn on_device(&self) -> bool {
        matches!(self.target, Target::Backend(_))
    }

    /// The device to bring parameters to, unless they stay on the host.
    fn upload_target(&self) -> Option<Arc<dyn Backend>> {
        match &self.target {
            Target::Backend(dev) if self.resident => Some(Arc::clone(dev)),
            _ => None,
        }
    }

    fn remember(
        &mut self,
        row: RowInfo,
        need: String,
        rejected: Rejected,
        parts: &'static [&'static str],
    ) {
        match self.bound.iter_mut().find(|b| b.row == row && b.need == need) {
            Some(bound) => bound.count += 1,
            None => self.bound.push(Bound { row, need, count: 1, parts, rejected }),
        }
    }
}

/// The error of a device that has no memory for `need`.
fn no_memory(dev: &dyn Backend, need: String, error: &std::io::Error) -> BindError {
    BindError {
        op: "",
        need,
        device: dev.describe(),
        rejected: Vec::new(),
        memory: Some(error.to_string()),
    }
}

type Rejected = Vec<(RowInfo, String)>;

fn cpu_row<O: CpuOp>(
    isa: Isa,
    compute: Compute,
    need: &O::Need,
    rejected: &mut Rejected,
) -> Option<(Kernel<O>, RowInfo)> {
    for row in O::table() {
        let verdict = match row.info.runs_on.isa() {
            Some(needs) if isa.includes(needs) => (row.meets)(need, compute),
            _ => Err(format!("needs {}, the device is set to {isa}", row.info.runs_on.name())),
        };
        match verdict {
            Ok(()) => return Some((Kernel { bound: Callable::Cpu(row) }, row.info)),
            Err(why) => rejected.push((row.info, why)),
        }
    }
    None
}

fn device_row<O: Op>(
    dev: &dyn Backend,
    need: &O::Need,
    rejected: &mut Rejected,
) -> Option<(Kernel<O>, RowInfo)> {
    let rows = dev.rows(TypeId::of::<O>())?;
    for row in rows.downcast_ref::<Vec<DeviceRow<O>>>()? {
        match (row.bind)(need) {
            Ok(run) => {
                let bound = Callable::Device { info: row.info, run };
                return Some((Kernel { bound }, row.info));
            }
            Err(why) => rejected.push((row.info, why)),
        }
    }
    None
}
