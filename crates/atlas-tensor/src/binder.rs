//! Ops, the rows that implement them, and the choice of a row at load.

use std::any::TypeId;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use crate::backend::{Backend, DeviceKernel, DeviceMemory, DeviceRef, DeviceRow};
use crate::cpu::{CpuDevice, Isa};
use crate::draws::{Runs, Values};
use crate::ops::{Compute, Expert, Experts};
use crate::stored::{Fetch, FetchError, Fetched, Piece};
use crate::weight::{Vector, Weight};

/// An operation: what it takes, what it means, and the kernels that do it.
pub trait Op: Sized + 'static {
    /// The name in contracts, tables and error messages.
    const NAME: &'static str;
    /// Borrowed inputs and outputs.
    type Args<'a>;
    /// What a caller knows at load and a kernel may depend on: formats and extents.
    type Need: Clone + Debug + Send + Sync + 'static;

    /// Panics, naming the op, where shapes disagree or an index is out of range. Every kernel
    /// relies on it for memory safety; [`Kernel::run`] calls it first.
    fn check(args: &Self::Args<'_>);

    /// Bytes that must move and floating-point operations that must be done, each input and
    /// output counted once.
    fn cost(args: &Self::Args<'_>) -> Cost;

    /// The meaning, in plain loops.
    fn reference(args: Self::Args<'_>, compute: Compute);

    /// The kernels, fastest first.
    fn table() -> &'static [Row<Self>];
}

/// Work of one call, for rooflines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub bytes: u64,
    pub flops: u64,
}

impl Cost {
    /// `elements` f32 moved, `flops` operations done.
    pub fn of(elements: usize, flops: usize) -> Self {
        Self { bytes: elements as u64 * 4, flops: flops as u64 }
    }

    /// The same with `bytes` bytes of weights or cache on top.
    pub fn and_bytes(self, bytes: usize) -> Self {
        Self { bytes: self.bytes + bytes as u64, ..self }
    }
}

/// What a kernel runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsOn {
    /// A CPU with these instructions.
    Cpu(Isa),
    /// A device of this kind.
    Device(&'static str),
}

impl RunsOn {
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu(isa) => isa.name(),
            Self::Device(kind) => kind,
        }
    }

    /// The instructions, for a kernel of the CPU.
    pub fn isa(self) -> Option<Isa> {
        match self {
            Self::Cpu(isa) => Some(isa),
            Self::Device(_) => None,
        }
    }
}

/// What is known of a kernel without running it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowInfo {
    pub op: &'static str,
    pub name: &'static str,
    pub runs_on: RunsOn,
    /// Holds the row contract of `docs/contracts/ops.md`.
    pub width_invariant: bool,
}

/// A kernel of the CPU in the table of its op.
pub struct Row<O: Op> {
    pub info: RowInfo,
    /// Whether it serves `need` on a device computing in that precision; if not, why.
    pub meets: fn(&O::Need, Compute) -> Result<(), String>,
    /// The kernel. Relies on [`Op::check`] and on the CPU having `info.runs_on`.
    pub(crate) run: for<'a> fn(&CpuDevice, O::Args<'a>),
}

/// A row bound to a need.
pub struct Kernel<O: Op> {
    bound: Callable<O>,
}

enum Callable<O: Op> {
    Cpu(&'static Row<O>),
    Device {
        info: RowInfo,
        run: DeviceKernel<O>,
    },
    /// No row serves the need, which [`Binder::missing`] has; never run.
    Missing,
}

impl<O: Op> Clone for Kernel<O> {
    fn clone(&self) -> Self {
        let bound = match &self.bound {
            Callable::Cpu(row) => Callable::Cpu(row),
            Callable::Device { info, run } => Callable::Device { info: *info, run: run.clone() },
            Callable::Missing => Callable::Missing,
        };
        Self { bound }
    }
}

impl<O: Op> Debug for Kernel<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", O::NAME, self.row().map_or("no kernel", |row| row.name))
    }
}

impl<O: Op> Kernel<O> {
    /// Checks the arguments and computes. Panics where they contradict one another, and on another
    /// kind of device than the kernel was bound for.
    pub fn run<'d>(&self, dev: impl Into<DeviceRef<'d>>, args: O::Args<'_>) {
        O::check(&args);
        match (&self.bound, dev.into()) {
            (Callable::Cpu(row), DeviceRef::Cpu(dev)) => (row.run)(dev, args),
            (Callable::Device { run, .. }, DeviceRef::Backend(_)) => run(args),
            _ => panic!("{self:?} was bound for another device"),
        }
    }

    /// The row behind the kernel; none if it is missing.
    pub fn row(&self) -> Option<&RowInfo> {
        match &self.bound {
            Callable::Cpu(row) => Some(&row.info),
            Callable::Device { info, .. } => Some(info),
            Callable::Missing => None,
        }
    }

    /// A kernel for one row, if the CPU can run it. Tests and benchmarks use it to name rows.
    pub fn of_row(row: &'static Row<O>) -> Option<Self> {
        let available = row.info.runs_on.isa().is_some_and(Isa::is_available);
        available.then_some(Self { bound: Callable::Cpu(row) })
    }
}

/// A kernel chosen at load, for listings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub row: RowInfo,
    pub need: String,
    /// How many times the same need was bound.
    pub count: usize,
    /// The rows before it in the table of the op, and why each was not taken.
    pub rejected: Vec<(RowInfo, String)>,
}

/// No row serves a need, or the device has no memory for a weight.
#[derive(Debug, thiserror::Error)]
pub struct BindError {
    /// The op; empty where memory is missing.
    pub op: &'static str,
    /// What was to be bound or stored.
    pub need: String,
    pub device: String,
    /// Every row of the op and why it was not taken.
    pub rejected: Vec<(RowInfo, String)>,
    /// What the device said where it has no memory.
    pub memory: Option<String>,
}

impl Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.memory {
            let (device, need) = (&self.device, &self.need);
            return write!(
                f,
                "{device} has no memory for {need}: {error}; `--device cpu` computes in the machine's memory"
            );
        }
        write!(f, "no kernel of `{}` serves {} on {}:", self.op, self.need, self.device)?;
        for (row, why) in &self.rejected {
            write!(f, "\n  {}: {why}", row.name)?;
        }
        if self.rejected.is_empty() {
            write!(f, "\n  it has none for this op")?;
        }
        Ok(())
    }
}

/// Chooses rows for one device, brings weights to it, and remembers what it chose.
pub struct Binder {
    on: On,
    compute: Compute,
    bound: Vec<Bound>,
    /// Needs without a row, where they are collected.
    missing: Option<Vec<BindError>>,
    /// Whether weights are read at all; of a model that is only looked at they are not.
    resident: bool,
    /// Values that the device draws elements from, in its memory until the binder is dropped.
    values: Vec<(Arc<Values>, Arc<dyn DeviceMemory>)>,
    drawn_bytes: u64,
    /// Reads weights from files, once there was one to read.
    fetch: Option<Box<dyn Fetch>>,
}

enum On {
    Cpu(Isa),
    Backend(Arc<dyn Backend>),
}

impl Binder {
    pub fn new<'d>(dev: impl Into<DeviceRef<'d>>) -> Self {
        let (on, compute) = match dev.into() {
            DeviceRef::Cpu(dev) => (On::Cpu(dev.isa()), dev.compute()),
            DeviceRef::Backend(dev) => (On::Backend(Arc::clone(dev)), dev.compute()),
        };
        let (bound, values) = (Vec::new(), Vec::new());
        Self {
            on,
            compute,
            bound,
            missing: None,
            resident: true,
            values,
            drawn_bytes: 0,
            fetch: None,
        }
    }

    /// The same, but a need without a row is kept for [`Self::missing`] and gets a kernel that
    /// cannot run, so that one look finds all of them.
    pub fn collecting(self) -> Self {
        Self { missing: Some(Vec::new()), ..self }
    }

    /// The same for a model that is only looked at: weights stay where they are.
    pub fn without_weights(self) -> Self {
        Self { resident: false, ..self }
    }

    /// The first row of the op's table that runs on the device and serves `need`.
    ///
    /// # Errors
    /// Every row with the reason it was rejected; where misses are collected, none.
    pub fn bind<O: Op>(&mut self, need: O::Need) -> Result<Kernel<O>, BindError> {
        let mut rejected = Vec::new();
        let found = match &self.on {
            On::Cpu(isa) => cpu_row(*isa, self.compute, &need, &mut rejected),
            On::Backend(dev) => device_row(&**dev, &need, &mut rejected),
        };
        let need = format!("{need:?}");
        if let Some((kernel, row)) = found {
            self.remember(row, need, rejected);
            return Ok(kernel);
        }
        let device = match &self.on {
            On::Cpu(isa) => format!("cpu ({isa}, {:?} compute)", self.compute),
            On::Backend(dev) => format!("{} ({:?} compute)", dev.describe(), self.compute),
        };
        let error = BindError { op: O::NAME, need, device, rejected, memory: None };
        let Some(missing) = &mut self.missing else { return Err(error) };
        // Nothing will run, so nothing more is brought to the device.
        self.resident = false;
        if !missing.iter().any(|m| (m.op, &m.need) == (error.op, &error.need)) {
            missing.push(error);
        }
        Ok(Kernel { bound: Callable::Missing })
    }

    /// The needs without a row so far, each once, if they are collected.
    pub fn missing(&mut self) -> Vec<BindError> {
        self.missing.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// A weight where the device can read it. One that is not made yet is made there by the device
    /// itself ([`Backend::draw`]) and never lies in host memory; one that is in a file is there
    /// after [`Self::finish`].
    ///
    /// # Errors
    /// The device has no memory for it.
    pub fn weight(&mut self, weight: Weight) -> Result<Weight, BindError> {
        let Some(dev) = self.brings_to() else { return Ok(weight) };
        let place = || format!("a weight of shape [{}, {}]", weight.n(), weight.k());
        let mut pieces = Vec::new();
        let memory = self.bring(&*dev, &[&weight], &mut pieces);
        let memory = memory.map_err(|e| full(&*dev, &place(), &e))?;
        self.fetch(&*dev, pieces);
        Ok(weight.moved_to(memory))
    }

    /// A vector of parameters where the device can read it.
    ///
    /// # Errors
    /// The device has no memory for it.
    pub fn vector(&self, values: Vec<f32>) -> Result<Vector, BindError> {
        let Some(dev) = self.brings_to() else { return Ok(values.into()) };
        let bytes: &[u8] = bytemuck::cast_slice(&values);
        let place = || format!("a vector of {}", values.len());
        let memory = upload(&*dev, bytes).map_err(|e| full(&*dev, &place(), &e))?;
        Ok(Vector::moved_to(values.len(), memory))
    }

    /// The experts of a layer where the device can read them: on a device each one's gate and up
    /// rows together, all experts one after the other, then all down projections. Those that are
    /// not made yet are made there, as by [`Self::weight`].
    ///
    /// # Errors
    /// The device has no memory for them.
    pub fn experts(&mut self, experts: Vec<Expert>) -> Result<Experts, BindError> {
        let Some(dev) = self.brings_to() else { return Ok(experts.into()) };
        let place = || format!("{} experts", experts.len());
        let up: Vec<&Weight> = experts.iter().flat_map(|e| [&e.gate, &e.up]).collect();
        let down: Vec<&Weight> = experts.iter().map(|e| &e.down).collect();
        // Those in files are asked for together: one by one, an expert's gate, up and down lie side
        // by side.
        let mut pieces = Vec::new();
        let mut bring = |parts: &[&Weight]| {
            let memory = self.bring(&*dev, parts, &mut pieces);
            memory.map_err(|e| full(&*dev, &place(), &e))
        };
        let (gate_up, down) = (bring(&up)?, bring(&down)?);
        self.fetch(&*dev, pieces);
        Ok(Experts::moved_to(experts, gate_up, down))
    }

    /// Waits for the weights that come from files; `None` where there are none. `progress` gets the
    /// bytes brought so far, now and then.
    ///
    /// # Errors
    /// The first that could not be read, or the device's failure.
    pub fn finish(&mut self, progress: &dyn Fn(u64)) -> Result<Option<Fetched>, FetchError> {
        self.fetch.take().map(|fetch| fetch.finish(progress)).transpose()
    }

    /// Bytes of weights that the device made itself.
    pub fn drawn_bytes(&self) -> u64 {
        self.drawn_bytes
    }

    /// What was bound, in the order of first use.
    pub fn bound(&self) -> &[Bound] {
        &self.bound
    }

    /// Precision in which the device computes.
    pub fn compute(&self) -> Compute {
        self.compute
    }

    /// Whether layers compute on another device than the CPU.
    pub fn on_device(&self) -> bool {
        matches!(self.on, On::Backend(_))
    }

    /// The device to bring parameters to, if they do not stay on the host.
    fn brings_to(&self) -> Option<Arc<dyn Backend>> {
        match &self.on {
            On::Backend(dev) if self.resident => Some(Arc::clone(dev)),
            _ => None,
        }
    }

    /// Asks for pieces of files.
    fn fetch(&mut self, dev: &dyn Backend, pieces: Vec<Piece>) {
        if !pieces.is_empty() {
            self.fetch.get_or_insert_with(|| dev.fetcher()).fetch(pieces);
        }
    }

    /// The parts one after the other in memory of their own: what is on the host is copied, what is
    /// not made yet the device makes, what is in a file becomes one of `pieces`.
    fn bring(
        &mut self,
        dev: &dyn Backend,
        parts: &[&Weight],
        pieces: &mut Vec<Piece>,
    ) -> std::io::Result<Arc<dyn DeviceMemory>> {
        let memory = dev.allocate(parts.iter().map(|part| part.byte_len()).sum())?;
        let mut at = 0;
        // Parts that go on from one another, as the experts of a layer do, are made at once.
        let mut drawn: Option<(usize, Runs)> = None;
        for part in parts {
            match part.runs() {
                Some(runs) if drawn.as_mut().is_some_and(|(_, before)| before.append(runs)) => {}
                Some(runs) => {
                    let before = drawn.replace((at, runs.clone()));
                    self.draw(dev, &*memory, before)?;
                }
                None => {
                    self.draw(dev, &*memory, drawn.take())?;
                    match part.stored_bytes() {
                        Some(from) => {
                            let (from, to) = (from.clone(), Arc::clone(&memory));
                            pieces.push(Piece { from, to, at });
                        }
                        None => memory.write(at, part.bytes()),
                    }
                }
            }
            at += part.byte_len();
        }
        self.draw(dev, &*memory, drawn)?;
        Ok(memory)
    }

    /// Has the device make elements from a byte of `memory` on.
    fn draw(
        &mut self,
        dev: &dyn Backend,
        memory: &dyn DeviceMemory,
        drawn: Option<(usize, Runs)>,
    ) -> std::io::Result<()> {
        let Some((mut at, runs)) = drawn else { return Ok(()) };
        let values = self.values_on(dev, runs.draws().values())?;
        for run in runs.each() {
            dev.draw(memory, at, runs.draws().key(), &*values, run.clone());
            let bytes = (run.end - run.start) as usize * size_of::<u16>();
            at += bytes;
            self.drawn_bytes += bytes as u64;
        }
        Ok(())
    }

    fn values_on(
        &mut self,
        dev: &dyn Backend,
        values: &Arc<Values>,
    ) -> std::io::Result<Arc<dyn DeviceMemory>> {
        if let Some((_, memory)) = self.values.iter().find(|(of, _)| Arc::ptr_eq(of, values)) {
            return Ok(Arc::clone(memory));
        }
        let memory = upload(dev, bytemuck::cast_slice(values.bits()))?;
        self.values.push((Arc::clone(values), Arc::clone(&memory)));
        Ok(memory)
    }

    fn remember(&mut self, row: RowInfo, need: String, rejected: Rejected) {
        match self.bound.iter_mut().find(|b| b.row == row && b.need == need) {
            Some(bound) => bound.count += 1,
            None => self.bound.push(Bound { row, need, count: 1, rejected }),
        }
    }
}

fn upload(dev: &dyn Backend, bytes: &[u8]) -> std::io::Result<Arc<dyn DeviceMemory>> {
    let memory = dev.allocate(bytes.len())?;
    memory.write(0, bytes);
    Ok(memory)
}

/// The error of a device that has no memory for `what`.
fn full(dev: &dyn Backend, what: &str, error: &std::io::Error) -> BindError {
    BindError {
        op: "",
        need: what.to_owned(),
        device: dev.describe(),
        rejected: Vec::new(),
        memory: Some(error.to_string()),
    }
}

type Rejected = Vec<(RowInfo, String)>;

fn cpu_row<O: Op>(
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
