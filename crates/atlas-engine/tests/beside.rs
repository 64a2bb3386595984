//! On a device with a queue the events of a step are sent while the next step runs; they never wait
//! for a step that does not come.

use atlas_core::{
    EngineError, FinishDetail, GenerateRequest, Limits, SamplingParams, StateSpec, TokenEngine,
    TokenEvent, TokenStream,
};
use atlas_engine::testing::{QueuedDevice, Reads, small_limits};
use atlas_engine::{Engine, EngineConfig, EngineHandle, NoObserver};
use atlas_model::{Batch, Cx, ForwardError, Model, ModelInfo};
use atlas_tensor::{
    Compute, CpuDevice, Device, DeviceFault, Isa, LayerState, StepBounds, TensorMut,
};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// Called at the launch of each step with its number, from 1.
type AtLaunch = dyn Fn(u64) -> Result<(), ForwardError> + Send + Sync;

/// A model that computes nothing and reports its launches; its logits are zeros.
struct Launches {
    info: ModelInfo,
    at: Box<AtLaunch>,
    count: AtomicU64,
}

impl Launches {
    fn new(at: impl Fn(u64) -> Result<(), ForwardError> + Send + Sync + 'static) -> Box<Self> {
        let info =
            ModelInfo { family: "fake", vocab_size: 8, layer_count: 1, ..ModelInfo::default() };
        Box::new(Self { info, at: Box::new(at), count: AtomicU64::new(0) })
    }
}

impl Model for Launches {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn state_specs(&self) -> &[StateSpec] {
        &[StateSpec::Stateless]
    }

    fn scratch_bytes(&self, _rows: usize, _logit_rows: usize) -> usize {
        0
    }

    fn workspace_bytes(&self, _bounds: &StepBounds) -> usize {
        0
    }

    fn forward(
        &self,
        cx: &mut Cx<'_>,
        _batch: &Batch<'_>,
        _states: &mut [LayerState],
        mut logits: TensorMut<'_>,
    ) -> Result<(), ForwardError> {
        if cx.dev.cpu().is_some() {
            logits.f32_mut().fill(0.0);
        }
        (self.at)(self.count.fetch_add(1, Ordering::SeqCst) + 1)
    }
}

fn request(max_tokens: u32) -> GenerateRequest {
    GenerateRequest::new(vec![1, 2, 3], SamplingParams::greedy(max_tokens))
}

fn start(model: Box<Launches>, dev: Device, limits: Limits) -> EngineHandle {
    Engine::start(model, dev, EngineConfig::new(limits), Arc::new(NoObserver)).expect("small pools")
}

/// An engine on a device with a queue, and the permits of its results.
fn queued(model: Box<Launches>) -> (EngineHandle, Arc<Reads>) {
    let (dev, reads) = QueuedDevice::new();
    (start(model, dev, small_limits()), reads)
}

fn cpu() -> Device {
    CpuDevice::new(1, Isa::Portable, Compute::F32).expect("one thread").into()
}

/// An event that has arrived already.
fn poll(stream: &mut TokenStream) -> Option<TokenEvent> {
    match pin!(stream.next()).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(event) => event,
        Poll::Pending => None,
    }
}

/// An event that arrives without another permit.
fn soon(stream: &mut TokenStream) -> TokenEvent {
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        if let Some(event) = poll(stream) {
            return event;
        }
        assert!(Instant::now() < deadline, "no event arrives");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn is_token(event: &TokenEvent) -> bool {
    matches!(event, TokenEvent::Token { .. })
}

/// Number of events that had arrived at the launch of each step.
fn seen_at_launch(dev: Device, reads: Option<&Reads>) -> Vec<usize> {
    let stream = Arc::new(Mutex::new(None::<TokenStream>));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (reader, counts) = (stream.clone(), seen.clone());
    let engine = start(
        Launches::new(move |_| {
            // The lock is held from before the request is submitted until the stream is stored.
            let mut stream = reader.lock().expect("no panic");
            let stream = stream.as_mut().expect("submitted");
            let events = std::iter::from_fn(|| poll(stream)).count();
            counts.lock().expect("no panic").push(events);
            Ok(())
        }),
        dev,
        small_limits(),
    );
    let mut held = stream.lock().expect("no panic");
    *held = Some(engine.submit(request(4)).expect("room"));
    drop(held);
    if let Some(reads) = reads {
        reads.allow(4);
    }
    engine.drain();
    assert!(engine.join());
    seen.lock().expect("no panic").clone()
}

/// At the launch of step n, the events up to step n - 2 have arrived on a queue, and those up to
/// step n - 1 on the CPU.
#[test]
fn only_a_queue_launches_a_step_before_events_are_sent() {
    let (dev, reads) = QueuedDevice::new();
    assert_eq!(seen_at_launch(dev, Some(&reads)), [0, 0, 1, 1]);
    assert_eq!(seen_at_launch(cpu(), None), [0, 1, 1, 1]);
}

#[test]
fn events_are_sent_before_the_next_step_is_read() {
    let (engine, reads) = queued(Launches::new(|_| Ok(())));
    let mut stream = engine.submit(request(3)).expect("room");
    for step in 1..3 {
        reads.allow(1);
        assert!(is_token(&soon(&mut stream)));
        assert_eq!(reads.done(), step, "the next step is not read yet");
    }
    reads.allow(1);
    assert!(is_token(&soon(&mut stream)));
    assert!(matches!(soon(&mut stream), TokenEvent::Done(_)));
    assert_eq!(reads.done(), 3);
}

#[test]
fn events_do_not_wait_for_a_step_that_does_not_come() {
    let (engine, reads) = queued(Launches::new(|_| Ok(())));
    for _ in 0..3 {
        let mut stream = engine.submit(request(1)).expect("room");
        reads.allow(1);
        assert!(is_token(&soon(&mut stream)));
        assert!(matches!(soon(&mut stream), TokenEvent::Done(_)));
        let stats = engine.stats();
        assert_eq!([stats.running, stats.slots_used, stats.waiting], [0; 3]);
    }
}

/// The next step of the other request may take any time.
#[test]
fn a_terminal_item_comes_with_the_counts_without_its_request() {
    let (engine, reads) = queued(Launches::new(|_| Ok(())));
    let mut long = engine.submit(request(50)).expect("room");
    let mut short = engine.submit(request(2)).expect("room");
    let mut steps = 0;
    loop {
        reads.allow(1);
        steps += 1;
        assert!(is_token(&soon(&mut long)));
        match poll(&mut short) {
            Some(TokenEvent::Done(_)) => break,
            Some(event)
                if is_token(&event) && matches!(poll(&mut short), Some(TokenEvent::Done(_))) =>
            {
                break;
            }
            _ => assert!(steps < 20, "the short answer ends"),
        }
    }
    assert_eq!(engine.stats().running, 1);
    reads.allow(100);
    let rest = std::iter::from_fn(|| Some(soon(&mut long)).filter(is_token)).count();
    assert_eq!(rest, 50 - steps);
}

#[test]
fn a_shutdown_after_a_step_delivers_its_events() {
    let (launched, at) = std::sync::mpsc::channel();
    let (engine, reads) = queued(Launches::new(move |step| {
        launched.send(step).expect("the test receives");
        Ok(())
    }));
    let mut stream = engine.submit(request(9)).expect("room");
    at.recv().expect("a step");
    engine.shutdown();
    reads.allow(1);
    assert!(is_token(&soon(&mut stream)));
    match soon(&mut stream) {
        TokenEvent::Done(done) => assert_eq!(done.detail, FinishDetail::Cancelled),
        other => panic!("{other:?}"),
    }
    assert!(engine.join());
}

#[test]
fn a_broken_launch_delivers_the_events_before_it() {
    type Break = fn() -> Result<(), ForwardError>;
    let fails: Break = || {
        let (device, what) = ("a device".into(), "out of order".into());
        Err(DeviceFault { device, what }.into())
    };
    for (break_it, words) in
        [(fails, "out of order"), (|| panic!("a planted panic"), "a planted panic")]
    {
        let (engine, reads) =
            queued(Launches::new(move |step| if step == 2 { break_it() } else { Ok(()) }));
        let mut stream = engine.submit(request(9)).expect("room");
        reads.allow(1);
        assert!(is_token(&soon(&mut stream)));
        match soon(&mut stream) {
            TokenEvent::Failed(EngineError::Internal(why)) => assert!(why.contains(words), "{why}"),
            other => panic!("{other:?}"),
        }
        assert!(!engine.join());
    }
}

/// An engine on a device with a queue, whose steps run ahead.
fn ahead(model: Box<Launches>) -> (EngineHandle, Arc<Reads>) {
    let (dev, reads) = QueuedDevice::new();
    let config = EngineConfig { depth: 2, ..EngineConfig::new(small_limits()) };
    let engine = Engine::start(model, dev, config, Arc::new(NoObserver)).expect("small pools");
    (engine, reads)
}

/// A model, and the channel on which it reports each launch.
fn counted() -> (Box<Launches>, Receiver<u64>) {
    let (launched, at) = std::sync::mpsc::channel();
    let model = Launches::new(move |step| {
        let _ = launched.send(step);
        Ok(())
    });
    (model, at)
}

fn launches(at: &Receiver<u64>, step: u64) {
    while at.recv_timeout(Duration::from_secs(10)).expect("a launch") < step {}
}

fn none_more(at: &Receiver<u64>) {
    let late = at.recv_timeout(Duration::from_millis(50));
    assert!(late.is_err(), "{late:?}");
}

/// Two steps are queued while the first runs, never three.
#[test]
fn a_step_is_launched_before_the_one_before_it_is_read() {
    let (model, at) = counted();
    let (engine, reads) = ahead(model);
    let mut stream = engine.submit(request(5)).expect("room");
    launches(&at, 2);
    none_more(&at);
    assert_eq!(reads.done(), 0);
    for step in 1..=3 {
        reads.allow(1);
        assert!(is_token(&soon(&mut stream)));
        launches(&at, step + 2);
        none_more(&at);
        assert_eq!(reads.done(), step);
    }
    // The end is known in advance, so no step is launched after it.
    reads.allow(9);
    assert_eq!(std::iter::from_fn(|| Some(soon(&mut stream)).filter(is_token)).count(), 2);
    engine.drain();
    assert!(engine.join());
    assert_eq!((reads.done(), engine.stats().surplus_rows), (5, 0));
}

/// If an answer ends at a stop token or its stream is dropped, one row was launched too many. The
/// row is dropped and counted, and no event waits for it.
#[test]
fn the_row_after_an_end_is_dropped_and_counted() {
    let (model, at) = counted();
    let (engine, reads) = ahead(model);
    let stops = GenerateRequest { eos_token_ids: vec![0], ..request(50) };
    let mut stream = engine.submit(stops).expect("room");
    launches(&at, 2);
    reads.allow(1);
    assert!(is_token(&soon(&mut stream)));
    match soon(&mut stream) {
        TokenEvent::Done(done) => assert_eq!(done.detail, FinishDetail::StopToken(0)),
        other => panic!("{other:?}"),
    }
    assert_eq!((reads.done(), engine.stats().running), (1, 0));
    // Its slot and blocks serve another request at once, queued after that row.
    let mut next = engine.submit(request(3)).expect("room");
    reads.allow(1);
    launches(&at, 3);
    reads.allow(3);
    assert_eq!(std::iter::from_fn(|| Some(soon(&mut next)).filter(is_token)).count(), 3);
    let left = engine.submit(request(50)).expect("room");
    reads.allow(2);
    launches(&at, 8);
    drop(left);
    reads.allow(9);
    engine.drain();
    assert!(engine.join());
    assert_eq!(engine.stats().surplus_rows, 2);
}

/// A step whose picks depend on the newest token is launched after that token is read.
#[test]
fn picks_that_depend_on_the_newest_token_wait_for_it() {
    let (model, at) = counted();
    let (engine, reads) = ahead(model);
    let mut counting = request(4);
    counting.sampling.presence_penalty = 0.5;
    let mut stream = engine.submit(counting).expect("room");
    let mut beside = None;
    for step in 1..=4 {
        launches(&at, step);
        none_more(&at);
        if step == 2 {
            beside = Some(engine.submit(request(2)).expect("room"));
        }
        reads.allow(1);
        assert!(is_token(&soon(&mut stream)));
        assert_eq!(reads.done(), step);
    }
    reads.allow(9);
    let mut beside = beside.expect("submitted");
    assert_eq!(std::iter::from_fn(|| Some(soon(&mut beside)).filter(is_token)).count(), 2);
    assert!(matches!(soon(&mut stream), TokenEvent::Done(_)));
    engine.drain();
    assert!(engine.join());
    assert_eq!(engine.stats().surplus_rows, 0);
}

/// A chunk of a prompt is not queued behind a running step: requests that arrive meanwhile share
/// its step.
#[test]
fn prompts_are_not_planned_ahead() {
    let (model, at) = counted();
    let (engine, reads) = ahead(model);
    let long = engine.submit(request(50)).expect("room");
    launches(&at, 2);
    let others: Vec<_> = (0..2).map(|_| engine.submit(request(50)).expect("room")).collect();
    // The queued step is read before the step of the new requests is planned.
    reads.allow(1);
    none_more(&at);
    reads.allow(1);
    launches(&at, 3);
    drop((long, others));
    reads.allow(99);
    engine.drain();
    assert!(engine.join());
}
