//! Steps as graphs: what is launched again is what was captured, for its owner and shape, while its
//! memory is there; a step that would queue something else is found.

use atlas_cuda::{Cuda, Options, ReplayCounts};
use atlas_tensor::device::{Backend, DeviceMemory, Staged, StepInputs};
use atlas_tensor::{Compute, DType, SpanRows};

use crate::parity::check::Tally;
use crate::parity::rig::Rig;

pub fn check(rig: &Rig, tally: &mut Tally) {
    if rig.dtype == DType::Bf16 && tally.wants("replay") {
        let ordinal = rig.device.info().ordinal;
        tally.case("replay: steps as graphs", || replayed(ordinal));
        tally.case("replay: other work is found", || found(ordinal));
        tally.case("replay: graphs ahead of steps", || ahead(ordinal));
    }
}

const BYTES: usize = 256;

/// A step of one row at position `start`.
fn stage(dev: &Cuda, start: u32) -> Result<Box<dyn Staged>, String> {
    let spans = [SpanRows { slot: 0, row: 0, len: 1, start, drafts: 0, blocks: &[] }];
    let (tokens, positions, logit_rows, blocks) = (&[1][..], &[start][..], &[0][..], None);
    let inputs = StepInputs { tokens, fed: None, positions, spans: &spans, logit_rows, blocks };
    dev.stage(&inputs).map_err(|error| error.to_string())
}

/// A step of one row that fills `memory`, and what came of it.
fn step(
    dev: &Cuda,
    memory: &dyn DeviceMemory,
    owner: u64,
    start: u32,
    byte: u8,
) -> Result<(), String> {
    memory.fill(0..BYTES, 0xaa);
    let staged = stage(dev, start)?;
    dev.replay(&[owner], &*staged, &mut || memory.fill(0..BYTES, byte));
    let mut values = [0; BYTES];
    memory.read(0, &mut values);
    dev.check().map_err(|error| error.to_string())?;
    match values.iter().all(|&value| value == byte) {
        true => Ok(()),
        false => Err(format!("filled with {}, not {byte}", values[0])),
    }
}

fn open(ordinal: u32) -> Result<Cuda, String> {
    let options = Options { check_graphs: true, ..Options::default() };
    let dev = Cuda::open(ordinal, Compute::Bf16, false, options).map_err(|e| e.to_string())?;
    dev.reserve_workspace(1 << 20).map_err(|e| e.to_string())?;
    Ok(dev)
}

/// Counts captured, replayed and eager steps between its calls.
fn counter() -> impl FnMut() -> [u64; 3] {
    let mut before = ReplayCounts::now();
    move || {
        let now = ReplayCounts::now();
        let counts = [
            now.captured - before.captured,
            now.replayed - before.replayed,
            now.eager - before.eager,
        ];
        before = now;
        counts
    }
}

fn expect(what: &str, got: [u64; 3], wanted: [u64; 3]) -> Result<(), String> {
    match got == wanted {
        true => Ok(()),
        false => Err(format!("{what}: {got:?} steps captured, replayed and eager, not {wanted:?}")),
    }
}

fn replayed(ordinal: u32) -> Result<String, String> {
    let dev = open(ordinal)?;
    let memory = dev.allocate(BYTES).map_err(|e| e.to_string())?;
    let other = dev.allocate(BYTES).map_err(|e| e.to_string())?;
    let mut since = counter();
    (0..4).try_for_each(|_| step(&dev, &*memory, 1, 5, 3))?;
    expect("four alike", since(), [1, 3, 1])?;
    (0..2).try_for_each(|_| step(&dev, &*other, 2, 5, 4))?;
    step(&dev, &*memory, 1, 200, 3)?;
    expect("another owner, and a later position", since(), [1, 2, 1])?;
    step(&dev, &*memory, 1, 256, 3)?;
    expect("more positions than were provided for", since(), [0, 0, 1])?;
    drop(other);
    (0..2).try_for_each(|_| step(&dev, &*memory, 1, 5, 6))?;
    expect("memory was freed", since(), [1, 1, 1])?;
    Ok("right".into())
}

fn found(ordinal: u32) -> Result<String, String> {
    let dev = open(ordinal)?;
    let memory = dev.allocate(BYTES).map_err(|e| e.to_string())?;
    (0..3).try_for_each(|_| step(&dev, &*memory, 1, 5, 3))?;
    match step(&dev, &*memory, 1, 5, 4) {
        Err(error) if error.contains("other work") => Ok("found".into()),
        other => Err(format!("a step of other work: {other:?}")),
    }
}

/// Has a step that fills `memory` captured and not done.
fn capture(
    dev: &Cuda,
    memory: &dyn DeviceMemory,
    start: u32,
    mut work: impl FnMut(),
) -> Result<bool, String> {
    memory.fill(0..BYTES, 0xaa);
    let staged = stage(dev, start)?;
    let captured = dev.capture_graph(&[1], &*staged, &mut work);
    let mut values = [0; BYTES];
    memory.read(0, &mut values);
    dev.check().map_err(|error| error.to_string())?;
    match values.iter().all(|&value| value == 0xaa) {
        true => captured.map_err(|error| error.to_string()),
        false => Err(format!("the capture filled with {}", values[0])),
    }
}

fn ahead(ordinal: u32) -> Result<String, String> {
    let dev = open(ordinal)?;
    let memory = dev.allocate(BYTES).map_err(|e| e.to_string())?;
    let mut since = counter();
    let fill = |byte| {
        let memory = memory.clone();
        move || memory.fill(0..BYTES, byte)
    };
    if !capture(&dev, &*memory, 5, fill(3))? || capture(&dev, &*memory, 5, fill(3))? {
        return Err("a shape is not captured once".into());
    }
    expect("captured ahead", since(), [1, 0, 0])?;
    (0..2).try_for_each(|_| step(&dev, &*memory, 1, 7, 3))?;
    expect("the steps of it", since(), [0, 2, 0])?;
    step(&dev, &*memory, 1, 300, 3)?;
    expect("more positions than it provides for", since(), [0, 0, 1])?;
    // Reading waits, which a capture refuses: the device is as it was.
    let (reading, mut values) = (memory.clone(), [0; BYTES]);
    match capture(&dev, &*memory, 2_000, move || reading.read(0, &mut values)) {
        Err(error) if error.contains("not allowed in the capture") => {}
        other => return Err(format!("a capture that waits: {other:?}")),
    }
    step(&dev, &*memory, 1, 2_000, 5)?;
    expect("a step that could not be captured", since(), [0, 0, 1])?;
    // A captured graph is compared with the step that it is launched for.
    if !capture(&dev, &*memory, 600, fill(3))? {
        return Err("another shape is not captured".into());
    }
    match step(&dev, &*memory, 1, 600, 4) {
        Err(error) if error.contains("other work") => Ok("right".into()),
        other => Err(format!("a step of other work than captured ahead: {other:?}")),
    }
}
