//! Graphs: the work of a stream, captured once and launched whole.

use crate::capture;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Launch, Work};
use crate::stream::{Stream, release};

/// `CU_STREAM_CAPTURE_MODE_THREAD_LOCAL`: other threads may allocate and wait meanwhile.
const THREAD_LOCAL: i32 = 1;

/// A graph that can be launched, destroyed on drop. Launches of it that are under way come to their
/// end.
///
/// Made by [`Stream::capture`], which says what must outlive it.
pub struct Graph {
    device: Device,
    exec: usize,
    nodes: usize,
    label: Launch,
}

impl Stream {
    /// Captures what `work` queues on this stream into a graph; nothing of it is done now. `label`
    /// names the graph in errors and in the list of the last launches.
    ///
    /// Parameters of kernels, addresses and sizes are those of the capture. What lies in memory
    /// is read at each launch, also the pinned source of a copy.
    ///
    /// Captured are launches, and asynchronous copies and fills. Refused are, on this thread,
    /// waiting for a stream or an event, copies that are waited for, allocating, another capture
    /// and the launch of a graph; on this stream also events, so that a graph has one stream. The
    /// first refusal is the error of the capture even if `work` goes on. What is dropped in
    /// `work` is released when the capture is over. `Options::debug_sync` waits after a launch of
    /// the graph, not for the kernels in it.
    ///
    /// However `work` ends, also by a panic, the capture ends with it and the stream works as
    /// before.
    ///
    /// # Errors
    /// Errors of `work`, a call of it that is refused, a capture in which nothing was queued
    /// (its work went elsewhere), a stream or a thread that captures already, or what the driver
    /// says.
    ///
    /// # Safety
    /// The graph keeps addresses, not buffers:
    /// - All memory that the captured calls name, on the device and pinned, stays allocated until
    ///   the graph is dropped and every stream has come past its last launch.
    /// - From each launch until its stream has come past it, nothing else writes what the captured
    ///   calls read, nor reads or writes what they write: neither the host in pinned memory nor
    ///   other streams in device memory. Views that were borrowed for the capture end with it and
    ///   do not see to that.
    /// - No other thread queues work on this stream meanwhile. It would go into the graph.
    pub unsafe fn capture(
        &self,
        label: Launch,
        work: impl FnOnce(&Stream) -> Result<(), CudaError>,
    ) -> Result<Graph, CudaError> {
        let mut open = GraphCapture::begin(self, label.op)?;
        let told = work(self);
        let (refused, ended) = open.end();
        // A refusal comes first: what the closure and the driver say follows from it.
        match refused {
            Some(refused) => Err(refused),
            None => told.and(ended)?.instantiate(label),
        }
    }
}

impl Graph {
    /// Launches all of it, in the stream's order.
    ///
    /// Exclusive, since the driver lets one thread at a time use a graph. Launches of one graph do
    /// not overlap, on any streams.
    ///
    /// # Errors
    /// A stream of another device, or one that is captured, a thread that captures, or what the
    /// driver says; under `debug_sync` also what the graph did wrong.
    pub fn launch(&mut self, stream: &Stream) -> Result<(), CudaError> {
        if stream.device().info().ordinal != self.device.info().ordinal {
            return Err(CudaError::bad(self.label.op, "a stream of another device"));
        }
        let what = "the launch of a graph";
        capture::refuse(what)?;
        stream.not_captured(what)?;
        let driver = self.device.current()?;
        self.device.ring().push(self.label, Work::Graph(self.nodes));
        let status = (driver.graph_launch)(self.exec as *mut _, stream.handle());
        self.device.check("cuGraphLaunch", status)?;
        if self.device.options().debug_sync {
            stream.synchronize()?;
        }
        Ok(())
    }

    /// Kernels, copies and fills in it.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Name of the graph.
    pub fn label(&self) -> Launch {
        self.label
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        let exec = self.exec;
        release(&self.device, move |driver| {
            (driver.graph_exec_destroy)(exec as *mut _);
        });
    }
}

/// A capture under way. It ends here, however the closure does.
struct GraphCapture<'a> {
    stream: &'a Stream,
    over: bool,
}

impl<'a> GraphCapture<'a> {
    fn begin(stream: &'a Stream, label: &'static str) -> Result<Self, CudaError> {
        capture::begin(label)?;
        if stream.set_capturing(true) {
            capture::end();
            return Err(CudaError::bad(label, "another thread captures the stream"));
        }
        let device = stream.device();
        let begun = device.current().and_then(|driver| {
            let status = (driver.stream_begin_capture)(stream.handle(), THREAD_LOCAL);
            device.check("cuStreamBeginCapture_v2", status)
        });
        let mut open = Self { stream, over: false };
        match begun {
            Ok(()) => Ok(open),
            // There is nothing that the driver could end.
            Err(error) => {
                open.forget();
                Err(error)
            }
        }
    }

    /// The first call that was refused, and what the driver captured.
    fn end(&mut self) -> (Option<CudaError>, Result<CapturedGraph, CudaError>) {
        let device = self.stream.device();
        let mut graph = std::ptr::null_mut();
        let ended = device.current().and_then(|driver| {
            let status = (driver.stream_end_capture)(self.stream.handle(), &mut graph);
            device.check("cuStreamEndCapture", status)
        });
        let captured = CapturedGraph { device: device.clone(), graph: graph as usize };
        (self.forget(), ended.map(|()| captured))
    }

    /// Leaves the state of a capture.
    fn forget(&mut self) -> Option<CudaError> {
        self.over = true;
        self.stream.device().ring().forget_captured();
        self.stream.set_capturing(false);
        capture::end()
    }
}

impl Drop for GraphCapture<'_> {
    fn drop(&mut self) {
        if !self.over {
            // The closure panicked; what it captured is of no use.
            let _ = self.end();
        }
    }
}

/// Graph of a capture, destroyed on drop.
struct CapturedGraph {
    device: Device,
    graph: usize,
}

impl CapturedGraph {
    fn instantiate(self, label: Launch) -> Result<Graph, CudaError> {
        let driver = self.device.current()?;
        let graph = self.graph as *mut _;
        let mut nodes = 0;
        let status = (driver.graph_get_nodes)(graph, std::ptr::null_mut(), &mut nodes);
        self.device.check("cuGraphGetNodes", status)?;
        if nodes == 0 {
            return Err(CudaError::bad(
                label.op,
                "the capture of a graph in which nothing was queued",
            ));
        }
        let mut exec = std::ptr::null_mut();
        let status = (driver.graph_instantiate)(&mut exec, graph, 0);
        self.device.check("cuGraphInstantiateWithFlags", status)?;
        Ok(Graph { device: self.device.clone(), exec: exec as usize, nodes, label })
    }
}

impl Drop for CapturedGraph {
    fn drop(&mut self) {
        let graph = self.graph;
        if graph != 0 {
            release(&self.device, move |driver| {
                (driver.graph_destroy)(graph as *mut _);
            });
        }
    }
}

#[cfg(test)]
#[path = "graph_tests.rs"]
mod tests;
