//! Graphs: the same bits as the calls that were captured, on inputs that change, and a stream that
//! works after captures that fail.

use atlas_cuda::ops::gemm::gemv::Gemv;
use atlas_cuda::ops::gemm::{LinearArgs, LinearTypes};
use atlas_cuda::ops::norm::NormWeight;
use atlas_cuda::ops::norm::rms_norm::RmsNorm;
use std::ffi::{c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use atlas_cuda::{CudaError, DeviceBuffer, Graph, Launch, PinnedBuffer, Stream};
use atlas_tensor::DType;
use atlas_tensor::testkit::Noise;

use crate::parity::check::Tally;
use crate::parity::rig::Rig;

const ROWS: usize = 5;
const WIDTH: usize = 200;
const OUT: usize = 72;
/// Copies, fills and kernels of [`Calls::queue`].
const NODES: usize = 5;
const LABEL: Launch = Launch { op: "norm_linear", shape: [ROWS, WIDTH, OUT, 0] };

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if !tally.wants("graph") {
        return;
    }
    let name = |what: &str| format!("graph {what} {:?}", rig.dtype).to_lowercase();
    tally.case(&name("= eager"), || bits(rig, seed));
    tally.case(&name("capture that fails"), || failures(rig, seed));
    if rig.dtype == DType::F32 {
        tally.case("graph refusals of the driver", || driver(rig));
    }
}

fn text(error: CudaError) -> String {
    error.to_string()
}

/// A norm and a linear layer on inputs from pinned memory, with the memory of all of it.
struct Calls {
    input: PinnedBuffer,
    x: DeviceBuffer,
    normed: DeviceBuffer,
    out: DeviceBuffer,
    /// A fill, and over its first half a copy of `out`.
    copy: DeviceBuffer,
    weight: DeviceBuffer,
    norm_weight: DeviceBuffer,
    norm: RmsNorm,
    linear: Gemv,
    dtype: DType,
}

impl Calls {
    fn new(rig: &Rig, noise: &mut Noise) -> Result<Self, CudaError> {
        let (device, stream, dtype) = (&rig.device, &rig.stream, rig.dtype);
        let [x, out] = [WIDTH, OUT].map(|width| ROWS * width * dtype.bytes());
        let weight = in_bytes(&noise.fill(OUT * WIDTH, 1.0), DType::Bf16);
        let types = LinearTypes { x: dtype, weight: DType::Bf16, out: dtype };
        Ok(Self {
            input: PinnedBuffer::new(device, x)?,
            x: DeviceBuffer::new(device, x)?,
            normed: DeviceBuffer::new(device, x)?,
            out: DeviceBuffer::new(device, out)?,
            copy: DeviceBuffer::new(device, out)?,
            weight: DeviceBuffer::of(stream, &weight)?,
            norm_weight: DeviceBuffer::of(stream, &noise.fill(WIDTH, 1.0))?,
            norm: RmsNorm::bind(device, dtype)?,
            linear: Gemv::bind(device, types)?,
            dtype,
        })
    }

    fn queue(&mut self, stream: &Stream) -> Result<(), CudaError> {
        let ([x, out], dtype) = ([[ROWS, 1, WIDTH], [ROWS, 1, OUT]], self.dtype);
        self.copy.fill(stream, 0x3c)?;
        // SAFETY: callers queue this, or launch a graph of it, and wait before the input changes.
        unsafe { self.x.write_behind(stream, &self.input, self.input.as_slice().len()) }?;
        let norm = NormWeight { weight: self.norm_weight.slice(0, WIDTH)?, eps: 1e-6, offset: 1.0 };
        let strides = [WIDTH, WIDTH];
        let normed = self.normed.view_mut(dtype, 0, x, strides)?;
        self.norm.run(stream, self.x.view(dtype, 0, x, strides)?, norm, normed)?;
        let args = LinearArgs {
            x: self.normed.view(dtype, 0, x, strides)?,
            weight: self.weight.view(DType::Bf16, 0, [OUT, 1, WIDTH], strides)?,
            bias: None,
            out: self.out.view_mut(dtype, 0, out, [OUT, OUT])?,
        };
        self.linear.run(stream, args)?;
        self.copy.copy_from(stream, &self.out, self.out.bytes() / 2)
    }

    fn capture(&mut self, stream: &Stream) -> Result<Graph, CudaError> {
        // SAFETY: the memory is that of `self`, which the callers drop after the graph; they wait
        // for each launch before they touch it again.
        unsafe { stream.capture(LABEL, |stream| self.queue(stream)) }
    }

    /// New inputs, and NaN wherever a result is to come.
    fn prepare(&mut self, stream: &Stream, noise: &mut Noise) -> Result<(), CudaError> {
        let values = in_bytes(&noise.fill(ROWS * WIDTH, 1.0), self.dtype);
        self.input.as_mut_slice().copy_from_slice(&values);
        self.spoil(stream)
    }

    fn spoil(&mut self, stream: &Stream) -> Result<(), CudaError> {
        for buffer in [&mut self.x, &mut self.normed, &mut self.out, &mut self.copy] {
            buffer.fill(stream, 0xff)?;
        }
        stream.synchronize()
    }

    /// Both results, once the stream has come to them.
    fn results(&self, stream: &Stream) -> Result<Vec<u8>, CudaError> {
        let mut all = vec![0; self.out.bytes() + self.copy.bytes()];
        let (out, copy) = all.split_at_mut(self.out.bytes());
        self.out.read(stream, 0, out)?;
        self.copy.read(stream, 0, copy)?;
        Ok(all)
    }

    /// A graph's results on new inputs are those of the calls, on any stream.
    fn compare(
        &mut self,
        graph: &mut Graph,
        stream: &Stream,
        noise: &mut Noise,
    ) -> Result<Vec<u8>, String> {
        self.prepare(stream, noise).map_err(text)?;
        graph.launch(stream).map_err(text)?;
        let got = self.results(stream).map_err(text)?;
        self.spoil(stream).map_err(text)?;
        self.queue(stream).map_err(text)?;
        let expected = self.results(stream).map_err(text)?;
        match got.iter().zip(&expected).position(|(a, b)| a != b) {
            None => Ok(got),
            Some(at) => Err(format!("byte {at} of {} is not that of the calls", got.len())),
        }
    }
}

fn in_bytes(values: &[f32], dtype: DType) -> Vec<u8> {
    match dtype {
        DType::F32 => bytemuck::cast_slice(values).to_vec(),
        _ => values.iter().flat_map(|&x| half::bf16::from_f32(x).to_le_bytes()).collect(),
    }
}

/// Several launches, on two streams, each on inputs of its own.
fn bits(rig: &Rig, seed: u64) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ 31);
    let other = rig.device.stream().map_err(text)?;
    let mut calls = Calls::new(rig, &mut noise).map_err(text)?;
    calls.prepare(&rig.stream, &mut noise).map_err(text)?;
    let mut graph = calls.capture(&rig.stream).map_err(text)?;
    if graph.nodes() != NODES {
        return Err(format!("{} nodes, not {NODES}", graph.nodes()));
    }
    if calls.results(&rig.stream).map_err(text)?.iter().any(|&byte| byte != 0xff) {
        return Err("a capture did what it captured".into());
    }
    let mut before = Vec::new();
    for round in 0..6 {
        let stream = if round % 3 == 2 { &other } else { &rig.stream };
        let got = calls.compare(&mut graph, stream, &mut noise)?;
        if got == before {
            return Err("a launch gave the results of the last one".into());
        }
        before = got;
    }
    Ok("6 launches, the same bits".into())
}

/// Captures that fail in every way, and a graph after each.
fn failures(rig: &Rig, seed: u64) -> Result<String, String> {
    type Wrong<'a> = (&'a str, &'a dyn Fn(&Stream) -> Result<(), CudaError>);
    let mut noise = Noise::new(seed ^ 32);
    let mut calls = Calls::new(rig, &mut noise).map_err(text)?;
    let small = std::cell::RefCell::new(DeviceBuffer::new(&rig.device, 64).map_err(text)?);
    let wrong: [Wrong<'_>; 6] = [
        ("of a buffer of", &|stream| small.borrow_mut().write(stream, 60, &[0u8; 8])),
        ("waiting for a stream is not allowed", &|stream| stream.synchronize()),
        ("allocating device memory is not allowed", &|_| {
            DeviceBuffer::new(&rig.device, 64).map(drop)
        }),
        ("allocating pinned memory is not allowed", &|_| {
            PinnedBuffer::new(&rig.device, 64).map(drop)
        }),
        // Not passed on, and an error all the same.
        ("a copy that is waited for is not allowed", &|stream| {
            let _ = small.borrow_mut().write(stream, 0, &[0u8; 8]);
            Ok(())
        }),
        ("a panic", &|_| resume_unwind(Box::new("a panic"))),
    ];
    for (what, run) in wrong {
        let captured = catch_unwind(AssertUnwindSafe(|| {
            let work = |stream: &Stream| {
                calls.queue(stream)?;
                run(stream)
            };
            // SAFETY: no graph comes of it.
            unsafe { rig.stream.capture(LABEL, work) }
        }));
        let said = match captured {
            Ok(graph) => graph.err().map(text).unwrap_or_default(),
            Err(panic) => {
                panic.downcast::<&str>().map_or_else(|_| String::new(), |s| s.to_string())
            }
        };
        if !said.contains(what) {
            return Err(format!("expected {what}, got {said:?}"));
        }
        rig.stream.synchronize().map_err(text)?;
        let mut graph = calls.capture(&rig.stream).map_err(text)?;
        calls.compare(&mut graph, &rig.stream, &mut noise)?;
    }
    // SAFETY: nothing is captured.
    match unsafe { rig.stream.capture(LABEL, |_| Ok(())) } {
        Err(error) if error.to_string().contains("nothing was queued") => {}
        _ => return Err("an empty graph".into()),
    }
    let mut graph = calls.capture(&rig.stream).map_err(text)?;
    calls.compare(&mut graph, &rig.stream, &mut noise)?;
    Ok(format!("{} captures", wrong.len() + 1))
}

/// Answers of the driver itself to calls that the handles refuse: a status of a capture, then the
/// end of the capture without a graph, then a stream that works.
fn driver(rig: &Rig) -> Result<String, String> {
    const INVALIDATED: c_int = 901;
    type Handle = *mut c_void;
    let failed = |error: libloading::Error| error.to_string();
    // Makes the device current on this thread.
    rig.device.memory().map_err(text)?;
    // SAFETY: the library that the device was opened with, whose initialisers have run.
    let library = unsafe { libloading::Library::new("libcuda.so.1") }.map_err(failed)?;
    macro_rules! call {
        ($name:literal, ($($type:ty),*), $($arg:expr),*) => {{
            // SAFETY: the driver's interface gives the symbol this type; the arguments live for the
            // call.
            let function = unsafe { library.get::<extern "C" fn($($type),*) -> c_int>($name) };
            function.map_err(failed)?($($arg),*)
        }};
    }
    let null = std::ptr::null_mut();
    let (mut stream, mut event): (Handle, Handle) = (null, null);
    let made = [
        call!(b"cuStreamCreate", (&mut Handle, c_uint), &mut stream, 1),
        call!(b"cuEventCreate", (&mut Handle, c_uint), &mut event, 0),
    ];
    let names = ["a wait for the stream", "an allocation", "a wait for an event of the capture"];
    let mut statuses = Vec::new();
    for name in names {
        let begun = call!(b"cuStreamBeginCapture_v2", (Handle, c_int), stream, 1);
        let captured = call!(b"cuEventRecord", (Handle, Handle), event, stream);
        let mut ptr = 0;
        let refused = match name {
            "an allocation" => call!(b"cuMemAlloc_v2", (&mut u64, usize), &mut ptr, 256),
            "a wait for the stream" => call!(b"cuStreamSynchronize", (Handle), stream),
            _ => call!(b"cuEventSynchronize", (Handle), event),
        };
        let mut graph: Handle = null;
        let ended = call!(b"cuStreamEndCapture", (Handle, &mut Handle), stream, &mut graph);
        let after = call!(b"cuStreamSynchronize", (Handle), stream);
        let right = made == [0, 0] && [begun, captured, after] == [0; 3] && graph.is_null();
        if !right || !(900..=908).contains(&refused) || ended != INVALIDATED {
            let what = format!("begin {begun}, call {refused}, end {ended}, then {after}");
            return Err(format!("{name}: {what}"));
        }
        statuses.push(format!("{refused}"));
    }
    let given = [
        call!(b"cuEventDestroy_v2", (Handle), event),
        call!(b"cuStreamDestroy_v2", (Handle), stream),
    ];
    if given != [0, 0] {
        return Err(format!("what was made is not taken back: {given:?}"));
    }
    Ok(format!("{}, then {INVALIDATED}", statuses.join(", ")))
}
