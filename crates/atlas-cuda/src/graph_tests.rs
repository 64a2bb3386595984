//! Captures and graphs on a driver of stubs that does what the driver's interface says.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::*;
use crate::device::Options;
use crate::driver::{Driver, LaunchConfig};
use crate::launch::{Grid, Kernel};
use crate::memory::{DeviceBuffer, PinnedBuffer};
use crate::stream::Event;

const LABEL: Launch = Launch { op: "decode", shape: [8, 0, 0, 0] };
const SHAPE: Launch = Launch { op: "test_op", shape: [3, 5, 0, 0] };

// Tests run beside each other, each in a thread of its own, and so does what the stubs note.
thread_local! {
    static CALLS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    static CAPTURING: Cell<bool> = const { Cell::new(false) };
    static NODES: Cell<usize> = const { Cell::new(0) };
}

fn note(call: &'static str) -> c_int {
    CALLS.with_borrow_mut(|calls| calls.push(call));
    0
}
/// Calls since the last call of this function.
fn calls() -> Vec<&'static str> {
    CALLS.take()
}

extern "C" fn one(count: &mut c_int) -> c_int {
    *count = 1;
    0
}
extern "C" fn attribute(value: &mut c_int, _: c_int, _: c_int) -> c_int {
    *value = 1024;
    0
}
extern "C" fn create(handle: &mut *mut c_void, _: c_uint) -> c_int {
    *handle = 8 as *mut c_void;
    0
}
extern "C" fn begin(_: *mut c_void, mode: c_int) -> c_int {
    assert_eq!(mode, 1);
    assert!(!CAPTURING.replace(true));
    NODES.set(0);
    note("begin")
}
extern "C" fn end(_: *mut c_void, graph: &mut *mut c_void) -> c_int {
    assert!(CAPTURING.replace(false));
    *graph = 16 as *mut c_void;
    note("end")
}
extern "C" fn nodes(_: *mut c_void, list: *mut *mut c_void, count: &mut usize) -> c_int {
    assert!(list.is_null());
    *count = NODES.get();
    0
}
extern "C" fn instantiate(exec: &mut *mut c_void, graph: *mut c_void, flags: u64) -> c_int {
    assert_eq!((graph as usize, flags), (16, 0));
    *exec = 24 as *mut c_void;
    note("instantiate")
}
extern "C" fn launch_graph(exec: *mut c_void, _: *mut c_void) -> c_int {
    assert_eq!(exec as usize, 24);
    note("launch")
}
extern "C" fn destroy_exec(exec: *mut c_void) -> c_int {
    assert_eq!(exec as usize, 24);
    note("destroy exec")
}
extern "C" fn destroy_graph(graph: *mut c_void) -> c_int {
    assert_eq!(graph as usize, 16);
    note("destroy graph")
}
extern "C" fn alloc(ptr: &mut u64, _: usize) -> c_int {
    *ptr = 0x1000;
    note("alloc")
}
extern "C" fn free(_: u64) -> c_int {
    // The driver refuses it in a capture, and the memory would be lost.
    assert!(!CAPTURING.get());
    note("free")
}
extern "C" fn synchronize(_: *mut c_void) -> c_int {
    assert!(!CAPTURING.get());
    note("synchronize")
}
extern "C" fn fill(_: u64, _: u8, _: usize, _: *mut c_void) -> c_int {
    NODES.set(NODES.get() + 1);
    note("fill")
}
extern "C" fn launch_kernel(
    _: &LaunchConfig,
    _: *mut c_void,
    params: *mut *mut c_void,
    _: *mut *mut c_void,
) -> c_int {
    NODES.set(NODES.get() + 1);
    // SAFETY: the tests pass one u64.
    if unsafe { *(*params).cast::<u64>() } == 13 { 1 } else { 0 }
}
extern "C" fn failing(_: *mut c_void, _: *mut c_void) -> c_int {
    719
}
extern "C" fn failing_begin(_: *mut c_void, _: c_int) -> c_int {
    401
}
extern "C" fn failing_end(_: *mut c_void, _: &mut *mut c_void) -> c_int {
    CAPTURING.set(false);
    901
}
extern "C" fn failing_instantiate(_: &mut *mut c_void, _: *mut c_void, _: u64) -> c_int {
    2
}

fn device(change: impl FnOnce(&mut Driver), options: Options) -> Device {
    let mut driver = Driver::fake();
    driver.device_get_count = one;
    driver.device_get_attribute = attribute;
    driver.mem_alloc = alloc;
    driver.mem_free = free;
    driver.stream_create = create;
    driver.event_create = create;
    driver.stream_synchronize = synchronize;
    driver.memset_u8 = fill;
    driver.launch_kernel = launch_kernel;
    driver.stream_begin_capture = begin;
    driver.stream_end_capture = end;
    driver.graph_get_nodes = nodes;
    driver.graph_instantiate = instantiate;
    driver.graph_launch = launch_graph;
    driver.graph_exec_destroy = destroy_exec;
    driver.graph_destroy = destroy_graph;
    change(&mut driver);
    Device::with_driver(Box::leak(Box::new(driver)), 0, options).unwrap()
}

fn launch(device: &Device, stream: &Stream, param: u64) -> Result<(), CudaError> {
    let kernel = Kernel::new(device, 1, "test_kernel", 8);
    kernel.launch(stream, SHAPE, Grid::new([7, 2, 1], 64), &param)
}

fn capture(
    stream: &Stream,
    work: impl FnOnce(&Stream) -> Result<(), CudaError>,
) -> Result<Graph, CudaError> {
    // SAFETY: the stubs touch no memory.
    unsafe { stream.capture(LABEL, work) }
}

fn is_usable(device: &Device, stream: &Stream) {
    calls();
    assert!(!stream.is_capturing() && !capture::is_on() && !CAPTURING.get());
    stream.synchronize().unwrap();
    let graph = capture(stream, |stream| launch(device, stream, 0)).unwrap();
    drop(graph);
    let all = ["synchronize", "begin", "end", "instantiate", "destroy graph", "destroy exec"];
    assert_eq!(calls(), all);
}

#[test]
fn a_graph_is_captured_launched_and_given_back_once() {
    let device = device(|_| (), Options::default());
    let stream = device.stream().unwrap();
    let mut buffer = DeviceBuffer::new(&device, 64).unwrap();
    calls();
    let graph = capture(&stream, |stream| {
        launch(&device, stream, 0)?;
        buffer.fill(stream, 1)?;
        launch(&device, stream, 0)
    });
    let mut graph = graph.unwrap();
    assert_eq!((graph.nodes(), graph.label()), (3, LABEL));
    assert_eq!(calls(), ["begin", "fill", "end", "instantiate", "destroy graph"]);
    graph.launch(&stream).unwrap();
    graph.launch(&stream).unwrap();
    assert_eq!(calls(), ["launch", "launch"]);
    drop(graph);
    assert_eq!(calls(), ["destroy exec"]);
    is_usable(&device, &stream);
}

#[test]
fn a_closure_that_fails_or_panics_leaves_the_stream_usable() {
    let device = device(|_| (), Options::default());
    let stream = device.stream().unwrap();
    let error = capture(&stream, |stream| {
        launch(&device, stream, 0)?;
        Err(CudaError::bad("test_op", "no such shape"))
    });
    assert_eq!(error.err().unwrap().to_string(), "test_op: no such shape");
    assert_eq!(calls(), ["begin", "end", "destroy graph"]);
    is_usable(&device, &stream);
    let panic = catch_unwind(AssertUnwindSafe(|| {
        capture(&stream, |stream| {
            launch(&device, stream, 0)?;
            resume_unwind(Box::new("a panic"))
        })
    }));
    assert_eq!(*panic.err().unwrap().downcast::<&str>().unwrap(), "a panic");
    assert_eq!(calls(), ["begin", "end", "destroy graph"]);
    is_usable(&device, &stream);
}

#[test]
fn calls_that_a_capture_cannot_hold_are_refused_by_name_even_if_the_closure_goes_on() {
    type Bad<'a> = (&'a str, &'a dyn Fn(&Stream) -> Result<(), CudaError>);
    let device = device(|_| (), Options::default());
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let buffer = RefCell::new(DeviceBuffer::new(&device, 64).unwrap());
    let event: Event = other.record().unwrap();
    let graph = RefCell::new(capture(&stream, |stream| launch(&device, stream, 0)).unwrap());
    let bad: [Bad<'_>; 13] = [
        ("waiting for a stream", &|stream| stream.synchronize()),
        ("waiting for a stream", &|_| other.synchronize()),
        ("waiting for an event", &|_| event.synchronize()),
        ("time between events", &|_| event.seconds_since(&event).map(drop)),
        ("a mark in the stream", &|stream| stream.record().map(drop)),
        ("a mark in the stream", &|stream| stream.record_again(&event)),
        ("mark of another stream", &|stream| stream.wait(&event)),
        ("allocating device memory", &|_| DeviceBuffer::new(&device, 64).map(drop)),
        ("allocating pinned memory", &|_| PinnedBuffer::new(&device, 64).map(drop)),
        ("copy that is waited for", &|stream| buffer.borrow_mut().write(stream, 0, &[1u8])),
        ("copy that is waited for", &|stream| buffer.borrow().read(stream, 0, &mut [1u8])),
        ("another capture", &|_| capture(&other, |_| Ok(())).map(drop)),
        ("launch of a graph", &|stream| graph.borrow_mut().launch(stream)),
    ];
    for (what, run) in bad {
        for goes_on in [false, true] {
            calls();
            let got = capture(&stream, |stream| {
                launch(&device, stream, 0)?;
                let refused = run(stream);
                assert!(refused.is_err(), "{what}");
                if goes_on { Ok(()) } else { refused }
            });
            let text = got.err().unwrap().to_string();
            assert!(text.starts_with("decode: ") && text.contains(what), "{text}");
            // The driver saw nothing that gives the capture up.
            assert_eq!(calls(), ["begin", "end", "destroy graph"], "{what}");
        }
    }
    is_usable(&device, &stream);
}

#[test]
fn objects_dropped_in_a_capture_are_released_after_it() {
    let device = device(|_| (), Options::default());
    let stream = device.stream().unwrap();
    let (buffer, other) = (DeviceBuffer::new(&device, 64).unwrap(), device.stream().unwrap());
    calls();
    let graph = capture(&stream, |stream| {
        drop(buffer);
        drop(other);
        launch(&device, stream, 0)
    });
    let all = ["begin", "end", "free", "synchronize", "instantiate", "destroy graph"];
    assert_eq!(calls(), all);
    drop(graph);
}

#[test]
fn an_empty_capture_is_an_error() {
    let device = device(|_| (), Options::default());
    let stream = device.stream().unwrap();
    let text = capture(&stream, |_| Ok(())).err().unwrap().to_string();
    assert!(text.contains("decode: ") && text.contains("nothing was queued"), "{text}");
    assert_eq!(calls(), ["begin", "end", "destroy graph"]);
    is_usable(&device, &stream);
}

#[test]
fn an_error_of_the_driver_names_the_call() {
    type Change = fn(&mut Driver);
    let cases: [(Change, &str, &[&str]); 3] = [
        (|d| d.stream_begin_capture = failing_begin, "cuStreamBeginCapture_v2 failed (401", &[]),
        (|d| d.stream_end_capture = failing_end, "cuStreamEndCapture failed (901", &["begin"]),
        (
            |d| d.graph_instantiate = failing_instantiate,
            "cuGraphInstantiateWithFlags failed (2",
            &["begin", "end", "destroy graph"],
        ),
    ];
    for (change, what, seen) in cases {
        let device = device(change, Options::default());
        let stream = device.stream().unwrap();
        calls();
        let text = capture(&stream, |stream| launch(&device, stream, 0)).err().unwrap();
        assert!(text.to_string().contains(what), "{text}");
        assert_eq!(calls(), seen);
        assert!(!stream.is_capturing() && !capture::is_on());
    }
}

#[test]
fn a_graph_that_fails_is_in_the_list_of_launches_and_its_captured_work_is_not() {
    let device = device(|d| d.graph_launch = failing, Options::default());
    let stream = device.stream().unwrap();
    launch(&device, &stream, 0).unwrap();
    let captured = capture(&stream, |stream| {
        launch(&device, stream, 0)?;
        launch(&device, stream, 13)
    });
    let text = captured.err().unwrap().to_string();
    let parts =
        ["launches, oldest first:\n  1: test_op", "captured into a graph", "\n  2: test_op"];
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    let graph = capture(&stream, |stream| (0..40).try_for_each(|_| launch(&device, stream, 0)));
    let text = graph.unwrap().launch(&stream).unwrap_err().to_string();
    assert!(text.contains("cuGraphLaunch failed (719"), "{text}");
    assert!(text.contains("\n  1: test_op test_kernel"), "{text}");
    assert!(text.ends_with("\n  2: decode [8, 0, 0, 0], a graph of 40 nodes"), "{text}");
}

#[test]
fn debug_sync_waits_for_a_graph_and_not_for_its_parts() {
    let device = device(|_| (), Options { debug_sync: true, ..Options::default() });
    let stream = device.stream().unwrap();
    let mut graph = capture(&stream, |stream| launch(&device, stream, 0)).unwrap();
    assert_eq!(calls(), ["begin", "end", "instantiate", "destroy graph"]);
    graph.launch(&stream).unwrap();
    assert_eq!(calls(), ["launch", "synchronize"]);
}

#[test]
fn another_thread_is_refused_the_stream_and_harms_no_capture() {
    let device = device(|_| (), Options::default());
    let stream = device.stream().unwrap();
    let graph = capture(&stream, |stream| {
        let refused = |what: &str, got: Result<(), CudaError>| {
            let text = got.unwrap_err().to_string();
            assert!(text.contains(what) && text.contains("another thread captures"), "{text}");
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                refused("waiting for a stream", stream.synchronize());
                refused("a mark in the stream", stream.record().map(drop));
                refused("decode", capture(stream, |_| Ok(())).map(drop));
                // Work that does not concern the stream is allowed.
                DeviceBuffer::new(&device, 64).map(drop)
            });
            other.join().unwrap_or_else(|panic| resume_unwind(panic))
        })?;
        launch(&device, stream, 0)
    });
    assert_eq!(graph.map(|graph| graph.nodes()).unwrap(), 1);
}
