//! Launching: the one place where kernels are called. Limits are checked before, and the last
//! launches are kept for the error that comes later.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::fmt;

use bytemuck::Pod;

use crate::device::{Device, DeviceInfo};
use crate::driver::{LaunchAttribute, LaunchConfig};
use crate::error::CudaError;
use crate::stream::Stream;
use crate::trace;

/// Launches that an error lists.
const REMEMBERED: usize = 16;
/// Largest grid in y and z; x goes to 2^31 - 1.
const GRID_YZ_MAX: usize = 65_535;
const GRID_X_MAX: usize = 0x7fff_ffff;
/// Shared memory that needs no consent.
pub(crate) const SHARED_DEFAULT_MAX: u32 = 48 << 10;

/// Blocks in x, y and z, threads of a block, the dynamic shared memory of one in bytes, and the
/// blocks of a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub blocks: [usize; 3],
    pub threads: u32,
    pub shared_bytes: u32,
    pub cluster: u32,
}

impl Grid {
    /// Blocks of `threads` for `items`, of which a kernel takes more than one a thread where there
    /// are too many.
    pub fn over(items: usize, threads: u32, device: &DeviceInfo) -> Self {
        let enough = device.multiprocessors.max(1) as usize * 16;
        Self::new([items.div_ceil(threads.max(1) as usize).min(enough), 1, 1], threads)
    }

    /// A grid without dynamic shared memory.
    pub fn new(blocks: [usize; 3], threads: u32) -> Self {
        Self { blocks, threads, shared_bytes: 0, cluster: 1 }
    }

    /// The same with dynamic shared memory.
    pub fn shared(self, shared_bytes: u32) -> Self {
        Self { shared_bytes, ..self }
    }

    /// The same in clusters of so many neighbours in x.
    pub fn clusters(self, cluster: u32) -> Self {
        Self { cluster, ..self }
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.blocks.contains(&0)
    }

    fn check(&self, op: &'static str, device: &DeviceInfo) -> Result<(), CudaError> {
        let [x, y, z] = self.blocks;
        if x > GRID_X_MAX || y > GRID_YZ_MAX || z > GRID_YZ_MAX {
            return Err(CudaError::bad(op, format!("a grid of {x} x {y} x {z} blocks")));
        }
        if self.threads == 0 || self.threads > device.block_threads_max {
            let what = format!("{} threads of at most {}", self.threads, device.block_threads_max);
            return Err(CudaError::bad(op, what));
        }
        if self.cluster == 0 || !x.is_multiple_of(self.cluster as usize) {
            let what = format!("{x} blocks in clusters of {}", self.cluster);
            return Err(CudaError::bad(op, what));
        }
        if self.shared_bytes > device.shared_bytes_max {
            let (want, have) = (self.shared_bytes, device.shared_bytes_max);
            let what = format!("{want} bytes of shared memory of at most {have}");
            return Err(CudaError::bad(op, what));
        }
        Ok(())
    }
}

/// One launch, for the log: the op, the kernel, and the extents that decide what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    pub op: &'static str,
    pub shape: [usize; 4],
}

/// Work that a line of the log describes.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    Kernel(&'static str, Grid),
    /// A graph of so many nodes.
    Graph(usize),
}

/// The last launches of a device, and the last kernels that go into a graph now: those were not
/// launched, and a graph has so many that they would push the launches out.
pub(crate) struct Ring {
    launches: Lines,
    captured: Lines,
}

/// The last lines of a log, numbered.
struct Lines {
    last: VecDeque<(u64, Launch, Work)>,
    count: u64,
}

impl Lines {
    fn new() -> Self {
        Self { last: VecDeque::with_capacity(REMEMBERED), count: 0 }
    }

    fn push(&mut self, launch: Launch, work: Work) {
        if self.last.len() == REMEMBERED {
            self.last.pop_front();
        }
        self.count += 1;
        self.last.push_back((self.count, launch, work));
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, head: &str) -> fmt::Result {
        if self.last.is_empty() {
            return Ok(());
        }
        write!(f, "\n{head}, oldest first:")?;
        for (number, Launch { op, shape }, work) in &self.last {
            match work {
                Work::Graph(nodes) => {
                    write!(f, "\n  {number}: {op} {shape:?}, a graph of {nodes} nodes")?;
                }
                Work::Kernel(kernel, Grid { blocks: [x, y, z], threads, shared_bytes, .. }) => {
                    write!(
                        f,
                        "\n  {number}: {op} {kernel} {shape:?}, {x} x {y} x {z} blocks of {threads}"
                    )?;
                    if *shared_bytes > 0 {
                        write!(f, ", {shared_bytes} bytes")?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Ring {
    pub fn new() -> Self {
        Self { launches: Lines::new(), captured: Lines::new() }
    }

    /// Notes a launch.
    pub fn push(&mut self, launch: Launch, work: Work) {
        self.launches.push(launch, work);
    }

    /// Launches noted so far.
    pub fn launches(&self) -> u64 {
        self.launches.count
    }

    /// Notes work of a capture.
    pub fn note_captured(&mut self, launch: Launch, work: Work) {
        self.captured.push(launch, work);
    }

    /// Forgets what was captured: its capture is over.
    pub fn forget_captured(&mut self) {
        self.captured = Lines::new();
    }
}

impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.launches.write(f, "the last launches")?;
        self.captured.write(f, "captured into a graph and not launched")
    }
}

/// A launch whose arguments were checked and that has not been made.
#[derive(Clone)]
pub(crate) struct Prepared<P> {
    pub kernel: Kernel,
    pub launch: Launch,
    pub grid: Grid,
    pub params: P,
}

impl<P: Pod> Prepared<P> {
    /// # Errors
    /// As [`Kernel::launch`].
    pub fn run(&self, stream: &Stream) -> Result<(), CudaError> {
        self.kernel.launch(stream, self.launch, self.grid, &self.params)
    }
}

/// A kernel of a device.
#[derive(Clone)]
pub struct Kernel {
    device: Device,
    function: usize,
    name: &'static str,
    param_bytes: usize,
}

impl Kernel {
    pub(crate) fn new(
        device: &Device,
        function: usize,
        name: &'static str,
        param_bytes: usize,
    ) -> Self {
        Self { device: device.clone(), function, name, param_bytes }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Launches with one parameter, the struct that the kernel's source declares. A grid without
    /// blocks launches nothing. On a stream that is captured the launch goes into the graph.
    ///
    /// # Errors
    /// A grid over the device's limits, parameters of another size, a stream of another device, or
    /// errors of the driver; under `debug_sync` also what the kernel did wrong.
    pub(crate) fn launch<P: Pod>(
        &self,
        stream: &Stream,
        launch: Launch,
        grid: Grid,
        params: &P,
    ) -> Result<(), CudaError> {
        grid.check(launch.op, self.device.info())?;
        if std::mem::size_of::<P>() != self.param_bytes {
            let what = format!("{} takes {} bytes of parameters", self.name, self.param_bytes);
            return Err(CudaError::bad(launch.op, what));
        }
        if stream.device().info().ordinal != self.device.info().ordinal {
            return Err(CudaError::bad(launch.op, "a stream of another device"));
        }
        let Grid { blocks, threads, shared_bytes, cluster } = grid;
        let work = (self.function, blocks, threads, shared_bytes, bytemuck::bytes_of(params));
        if grid.is_empty() || trace::note(work) {
            return Ok(());
        }
        let driver = self.device.current()?;
        let (captured, work) = (stream.is_capturing(), Work::Kernel(self.name, grid));
        match captured {
            true => self.device.ring().note_captured(launch, work),
            false => self.device.ring().push(launch, work),
        }
        let mut pointers = [std::ptr::from_ref(params).cast_mut().cast::<c_void>()];
        let attributes = [LaunchAttribute::OVERLAP, LaunchAttribute::cluster(cluster)];
        let config = LaunchConfig {
            grid: blocks.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            block: [threads, 1, 1],
            shared_bytes,
            stream: stream.handle(),
            attributes: attributes.as_ptr(),
            attribute_count: if cluster > 1 { 2 } else { 1 },
        };
        let (function, params) = (self.function as *mut _, pointers.as_mut_ptr());
        let status = (driver.launch_kernel)(&config, function, params, std::ptr::null_mut());
        self.device.check("cuLaunchKernelEx", status)?;
        if self.device.options().debug_sync && !captured {
            stream.synchronize()?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "launch_tests.rs"]
mod tests;
