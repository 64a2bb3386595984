//! Random pieces of files, read by threads into memory of a driver of stubs.

use std::cell::RefCell;
use std::ffi::{c_int, c_uint, c_void};
use std::fs::OpenOptions;
use std::ops::Range;
use std::sync::atomic::{AtomicI64, Ordering};

use atlas_tensor::{DeviceMemory, Fetch, PlainFetch, StoredBytes};
use tempfile::TempDir;

use super::*;
use crate::device::Options;
use crate::driver::Driver;

/// Allocations of the stubs that are not yet freed; tests that read it run one at a time.
static ALIVE: AtomicI64 = AtomicI64::new(0);
static ALONE: Mutex<()> = Mutex::new(());

thread_local! {
    /// Copies of a thread that are not made yet: to, from, bytes.
    static LATE: RefCell<Vec<(u64, usize, usize)>> = const { RefCell::new(Vec::new()) };
}

extern "C" fn one(count: &mut c_int) -> c_int {
    *count = 1;
    0
}
extern "C" fn attribute(value: &mut c_int, _: c_int, _: c_int) -> c_int {
    *value = 9;
    0
}
extern "C" fn alloc_host(ptr: &mut *mut c_void, bytes: usize) -> c_int {
    ALIVE.fetch_add(1, Ordering::SeqCst);
    // Off any boundary.
    let memory = Box::leak(vec![1u8; bytes + 24].into_boxed_slice());
    *ptr = memory[24..].as_mut_ptr().cast();
    0
}
extern "C" fn free_host(_: *mut c_void) -> c_int {
    ALIVE.fetch_sub(1, Ordering::SeqCst);
    0
}
extern "C" fn create(handle: &mut *mut c_void, _: c_uint) -> c_int {
    ALIVE.fetch_add(1, Ordering::SeqCst);
    *handle = 8 as *mut c_void;
    0
}
extern "C" fn destroy(_: *mut c_void) -> c_int {
    ALIVE.fetch_sub(1, Ordering::SeqCst);
    0
}
/// Copies are made as late as may be, when their thread waits.
extern "C" fn copy(to: u64, from: *const c_void, bytes: usize, _: *mut c_void) -> c_int {
    LATE.with_borrow_mut(|late| late.push((to, from as usize, bytes)));
    0
}
extern "C" fn wait(_: *mut c_void) -> c_int {
    for (to, from, bytes) in LATE.take() {
        // SAFETY: the tests' memory is the host's and never freed where copies read it; they stay
        // inside of it or the test is red.
        unsafe { std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes) };
    }
    0
}
extern "C" fn failing_copy(_: u64, _: *const c_void, _: usize, _: *mut c_void) -> c_int {
    700
}

fn device(change: impl FnOnce(&mut Driver)) -> Device {
    let mut driver = Driver::fake();
    driver.device_get_count = one;
    driver.device_get_attribute = attribute;
    driver.mem_alloc_host = alloc_host;
    driver.mem_free_host = free_host;
    driver.stream_create = create;
    driver.stream_destroy = destroy;
    driver.event_create = create;
    driver.event_destroy = destroy;
    driver.memcpy_to_device = copy;
    driver.event_synchronize = wait;
    driver.stream_synchronize = wait;
    change(&mut driver);
    Device::with_driver(Box::leak(Box::new(driver)), 0, Options::default()).unwrap()
}

/// Memory of the host under another name.
struct Played(Mutex<Vec<u8>>);

impl Played {
    fn new(bytes: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(vec![0x5a; bytes])))
    }

    fn content(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl DeviceMemory for Played {
    fn address(&self) -> u64 {
        self.0.lock().unwrap().as_ptr() as u64
    }
    fn bytes(&self) -> usize {
        self.0.lock().unwrap().len()
    }
    fn write(&self, at: usize, data: &[u8]) {
        self.0.lock().unwrap()[at..][..data.len()].copy_from_slice(data);
    }
    fn read(&self, at: usize, out: &mut [u8]) {
        out.copy_from_slice(&self.0.lock().unwrap()[at..][..out.len()]);
    }
    fn fill(&self, range: Range<usize>, byte: u8) {
        self.0.lock().unwrap()[range].fill(byte);
    }
    fn copy(&self, _: usize, _: &dyn DeviceMemory, _: usize, _: usize) {
        panic!("no test copies here");
    }
}

/// Files of random bytes of odd lengths, in a folder of the build, which is on a disk.
fn files(random: &mut fastrand::Rng, lengths: &[usize]) -> (TempDir, Vec<Arc<StoredFile>>) {
    let build = std::env::current_exe().unwrap();
    let folder = TempDir::new_in(build.parent().unwrap()).unwrap();
    let file = |(i, len): (usize, &usize)| {
        let name = format!("{i}.safetensors");
        let path = folder.path().join(&name);
        let bytes: Vec<u8> = (0..*len).map(|_| random.u8(..)).collect();
        std::fs::write(&path, bytes).unwrap();
        Arc::new(StoredFile::open(name, path).unwrap())
    };
    let files = lengths.iter().enumerate().map(file).collect();
    (folder, files)
}

/// Pieces that fill `memories` with parts of `files` in random order, with ranges of odd lengths at
/// odd places.
fn pieces(
    random: &mut fastrand::Rng,
    files: &[Arc<StoredFile>],
    memories: &[Arc<Played>],
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (m, to) in memories.iter().enumerate() {
        let mut at = random.usize(..9);
        while at < to.bytes() {
            let file = &files[random.usize(..files.len())];
            let tensor = format!("tensor {m} {}", pieces.len());
            let all = StoredBytes::new(file.clone(), &tensor, 0..file.bytes()).unwrap();
            let parts = (0..random.usize(1..4)).map(|_| {
                let start = random.u64(..file.bytes());
                let most = file.bytes().min(1 << random.u32(1..19));
                start..(start + random.u64(..most)).min(file.bytes())
            });
            let from = all.pick(parts.collect::<Vec<_>>());
            let from = from.pick(std::iter::once(0..(to.bytes() - at) as u64));
            let len = from.len();
            pieces.push(Piece { from, to: to.clone(), at });
            at += len + random.usize(..5);
        }
    }
    random.shuffle(&mut pieces);
    pieces
}

fn again(pieces: &[Piece], other: impl Fn(u64) -> Arc<dyn DeviceMemory>) -> Vec<Piece> {
    let piece = |p: &Piece| Piece { from: p.from.clone(), to: other(p.to.address()), at: p.at };
    pieces.iter().map(piece).collect()
}

fn settings(past: CachePolicy) -> Settings {
    Settings { threads: 3, chunk: 16 * ALIGN, past }
}

#[test]
fn threads_bring_the_bytes_that_a_plain_loop_brings() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let random = &mut fastrand::Rng::with_seed(7);
    for (round, past) in [CachePolicy::Always, CachePolicy::Never, CachePolicy::WhereUncached]
        .repeat(3)
        .iter()
        .enumerate()
    {
        let (_folder, files) = files(random, &[1, 4096, 700_001, 65_536, 1_234_567]);
        let memories = [Played::new(800_003), Played::new(1), Played::new(2_000_000)];
        let pieces = pieces(random, &files, &memories);
        let expected: Vec<_> = memories.iter().map(|m| Played::new(m.bytes())).collect();
        let twin = |address: u64| -> Arc<dyn DeviceMemory> {
            expected[memories.iter().position(|m| m.address() == address).unwrap()].clone()
        };
        let mut plain = Box::new(PlainFetch::default());
        plain.fetch(again(&pieces, twin));
        let plain = plain.finish(&|_| ()).unwrap();
        let device = device(|_| ());
        {
            let stream = device.stream().unwrap();
            let mut fetcher = Fetcher::with(&device, settings(*past));
            let mut rest = &*pieces;
            while !rest.is_empty() {
                let (now, later) = rest.split_at(random.usize(1..=rest.len()));
                fetcher.ask(&stream, now).unwrap();
                rest = later;
            }
            let seen = std::cell::Cell::new(0);
            let done = fetcher.finish(&|bytes| seen.set(bytes)).unwrap();
            assert_eq!((done.bytes, seen.get()), (plain.bytes, plain.bytes), "round {round}");
            let refused = done.refused.is_some();
            match past {
                CachePolicy::Always => assert!(done.direct >= done.bytes || refused, "{done:?}"),
                CachePolicy::Never => assert_eq!(done.direct, 0),
                CachePolicy::WhereUncached => {}
            }
        }
        for (i, (memory, expected)) in memories.iter().zip(&expected).enumerate() {
            assert!(memory.content() == expected.content(), "round {round} {past:?}: memory {i}");
        }
        assert_eq!(ALIVE.load(Ordering::SeqCst), 0);
    }
}

#[test]
fn blocks_are_aligned_and_hold_what_lies_together_once() {
    let random = &mut fastrand::Rng::with_seed(8);
    let (_folder, files) = files(random, &[900_000, 300_000]);
    let of = |file: usize, range: Range<u64>, to: &Arc<Played>, at: usize| {
        let from = StoredBytes::new(files[file].clone(), "t", range).unwrap();
        Piece { from, to: to.clone(), at }
    };
    let (a, b) = (Played::new(900_000), Played::new(900_000));
    // Pairs that alternate in the file and lie apart in memory, as do experts that are stored one
    // by one.
    let halves: Vec<Piece> = (0..200u64)
        .map(|i| {
            let range = 5_000 + i * 100..5_000 + (i + 1) * 100;
            of(0, range, [&a, &b][i as usize % 2], i as usize / 2 * 100)
        })
        .rev()
        .collect();
    let found = plan::blocks(&halves, 16 * ALIGN).unwrap();
    assert_eq!((found.len(), found[0].at, found[0].len), (1, 4096, 20_904));
    assert_eq!(found[0].copies.len(), 200);
    // Neighbours in both are one copy; what is long is cut where blocks end.
    let found =
        plan::blocks(&[of(0, 9..70_000, &a, 7), of(0, 70_000..150_001, &a, 69_998)], 65_536);
    let found = found.unwrap();
    let parts: Vec<_> = found
        .iter()
        .map(|b| (b.at, b.len, b.copies.len(), b.copies[0].from, b.copies[0].at))
        .collect();
    assert_eq!(
        parts,
        [(0, 65_536, 1, 9, 7), (65_536, 65_536, 1, 0, 65_534), (131_072, 18_929, 1, 0, 131_070)]
    );
    // Far apart, in another file: blocks of their own.
    let found = plan::blocks(
        &[of(0, 0..10, &a, 0), of(0, 800_000..800_010, &a, 10), of(1, 10..20, &a, 20)],
        65_536,
    );
    assert_eq!(found.unwrap().len(), 3);
    assert!(plan::blocks(&[of(0, 0..10, &a, 899_991)], 65_536).is_err());
}

/// A fetch that fails for `cut` bytes of the file that are left, or by the device; the error, and
/// nothing stays.
fn failure(past: CachePolicy, cut: Option<u64>, device: &Device) -> Failure {
    let random = &mut fastrand::Rng::with_seed(9);
    let (folder, files) = files(random, &[600_000]);
    let memory = Played::new(600_000);
    let tensor = |name: &str, range: Range<u64>| {
        let from = StoredBytes::new(files[0].clone(), name, range.clone()).unwrap();
        Piece { from, to: memory.clone(), at: range.start as usize }
    };
    let pieces = [tensor("first", 0..299_990), tensor("second", 299_990..600_000)];
    if let Some(bytes) = cut {
        let path = folder.path().join("0.safetensors");
        OpenOptions::new().write(true).open(path).unwrap().set_len(bytes).unwrap();
    }
    let stream = device.stream().unwrap();
    let mut fetcher = Fetcher::with(device, settings(past));
    fetcher.ask(&stream, &pieces).unwrap();
    let failed = fetcher.finish(&|_| ()).unwrap_err();
    // The threads have let go of the memory.
    drop(pieces);
    assert_eq!(Arc::strong_count(&memory), 1);
    failed
}

#[test]
fn a_file_that_becomes_shorter_is_an_error_that_names_it_and_the_tensor() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for past in [CachePolicy::Always, CachePolicy::Never] {
        for (cut, tensor) in
            [(0, "first"), (12_345, "first"), (299_990, "second"), (599_999, "second")]
        {
            let device = device(|_| ());
            let Failure::Read(error) = failure(past, Some(cut), &device) else {
                panic!("the file's")
            };
            let text = error.to_string();
            // Which of the blocks fails first is open, but not which are there.
            let named = text.contains(tensor) || (tensor == "first" && text.contains("second"));
            assert!(text.starts_with("0.safetensors: tensor ") && named, "{cut}: {text}");
            assert!(text.contains(&format!("it has {cut} bytes and had 600000")), "{text}");
        }
    }
    assert_eq!(ALIVE.load(Ordering::SeqCst), 0);
}

#[test]
fn a_device_that_fails_ends_the_threads() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let device = device(|driver| driver.memcpy_to_device = failing_copy);
    let Failure::Cuda(error) = failure(CachePolicy::Never, None, &device) else {
        panic!("the device's")
    };
    assert!(error.to_string().contains("cuMemcpyHtoDAsync"), "{error}");
    assert_eq!(ALIVE.load(Ordering::SeqCst), 0);
}

#[test]
fn abandoned_choices_leave_nothing() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let random = &mut fastrand::Rng::with_seed(10);
    let (_folder, files) = files(random, &[3_000_000]);
    let device = device(|_| ());
    for asked in [0, 1, 40] {
        let memory = Played::new(2_000_000);
        let stream = device.stream().unwrap();
        let mut fetcher = Fetcher::with(&device, settings(CachePolicy::WhereUncached));
        for _ in 0..asked {
            fetcher.ask(&stream, &pieces(random, &files, std::slice::from_ref(&memory))).unwrap();
        }
        drop(fetcher);
        assert_eq!(Arc::strong_count(&memory), 1);
    }
    assert_eq!(ALIVE.load(Ordering::SeqCst), 0);
}

#[test]
fn reads_that_the_file_system_refuses_go_through_the_cache() {
    let random = &mut fastrand::Rng::with_seed(11);
    let (_folder, files) = files(random, &[50_001]);
    let (source, refused) = Source::open(files[0].clone(), CachePolicy::Always);
    let whole = StoredBytes::new(files[0].clone(), "t", 0..50_001).unwrap().read().unwrap();
    let mut memory = vec![0u8; 60_000];
    // Off every boundary, which O_DIRECT takes nowhere.
    let at = memory.as_ptr().align_offset(ALIGN) + 1;
    let out = &mut memory[at..];
    for _ in 0..2 {
        let how = source.read(7, 40_000, out).unwrap();
        assert!(
            matches!(how, ReadPath::Refused(_) | ReadPath::Cached) || refused.is_some(),
            "{how:?}"
        );
        assert!(out[..40_000] == whole[7..40_007]);
    }
    assert_eq!(source.read(7, 40_000, out).unwrap(), ReadPath::Cached);
    // A file that is gone and replaced is not opened again, but read as it was.
    std::fs::remove_file(files[0].path()).unwrap();
    std::fs::write(files[0].path(), vec![0; 50_001]).unwrap();
    let (source, refused) = Source::open(files[0].clone(), CachePolicy::Always);
    assert!(refused.unwrap().contains("another file"));
    source.read(4096, 45_905, out).unwrap();
    assert!(out[..45_905] == whole[4096..]);
}
