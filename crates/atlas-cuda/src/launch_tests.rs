//! Handles and launches on a driver of stubs.

use std::cell::Cell;
use std::ffi::{c_int, c_uint, c_void};
use std::thread::LocalKey;

use super::*;
use crate::device::Options;
use crate::driver::{Driver, LaunchConfig};
use crate::memory::{DeviceBuffer, PinnedBuffer};

// Tests run beside each other, each in a thread of its own, and so does what the stubs count.
thread_local! {
    static ALIVE: Cell<i64> = const { Cell::new(0) };
    static LAUNCHES: Cell<i64> = const { Cell::new(0) };
}

fn add(count: &'static LocalKey<Cell<i64>>, change: i64) {
    count.set(count.get() + change);
}

extern "C" fn one(count: &mut c_int) -> c_int {
    *count = 1;
    0
}
extern "C" fn attribute(value: &mut c_int, which: c_int, _: c_int) -> c_int {
    *value = match which {
        1 => 1024,
        16 => 2,
        97 => 100 << 10,
        _ => 9,
    };
    0
}
extern "C" fn alloc(ptr: &mut u64, bytes: usize) -> c_int {
    if bytes > 1 << 20 {
        return 2;
    }
    add(&ALIVE, 1);
    *ptr = 0x1000;
    0
}
extern "C" fn free(_: u64) -> c_int {
    add(&ALIVE, -1);
    0
}
extern "C" fn alloc_host(ptr: &mut *mut c_void, bytes: usize) -> c_int {
    add(&ALIVE, 1);
    *ptr = Box::leak(vec![1u8; bytes].into_boxed_slice()).as_mut_ptr().cast();
    0
}
extern "C" fn free_host(_: *mut c_void) -> c_int {
    add(&ALIVE, -1);
    0
}
extern "C" fn create(handle: &mut *mut c_void, _: c_uint) -> c_int {
    add(&ALIVE, 1);
    *handle = 8 as *mut c_void;
    0
}
extern "C" fn destroy(_: *mut c_void) -> c_int {
    add(&ALIVE, -1);
    0
}
extern "C" fn memory(free: &mut usize, total: &mut usize) -> c_int {
    (*free, *total) = (77, 99);
    0
}
extern "C" fn launch(
    _: &LaunchConfig,
    _: *mut c_void,
    params: *mut *mut c_void,
    _: *mut *mut c_void,
) -> c_int {
    add(&LAUNCHES, 1);
    // SAFETY: the tests pass one u64.
    if unsafe { *(*params).cast::<u64>() } == 13 { 719 } else { 0 }
}
extern "C" fn failing_synchronize(_: *mut c_void) -> c_int {
    700
}

fn device(change: impl FnOnce(&mut Driver), options: Options) -> Device {
    let mut driver = Driver::fake();
    driver.device_get_count = one;
    driver.device_get_attribute = attribute;
    driver.mem_alloc = alloc;
    driver.mem_free = free;
    driver.mem_alloc_host = alloc_host;
    driver.mem_free_host = free_host;
    driver.stream_create = create;
    driver.stream_destroy = destroy;
    driver.event_create = create;
    driver.event_destroy = destroy;
    driver.mem_get_info = memory;
    driver.launch_kernel = launch;
    change(&mut driver);
    Device::with_driver(Box::leak(Box::new(driver)), 0, options).unwrap()
}

fn kernel(device: &Device) -> Kernel {
    Kernel::new(device, 1, "test_kernel", 8)
}

const SHAPE: Launch = Launch { op: "test_op", shape: [3, 5, 0, 0] };

#[test]
fn taken_places_are_given_back() {
    {
        let device = device(|_| (), Options::default());
        let stream = device.stream().unwrap();
        let _event = stream.record().unwrap();
        let _buffer = DeviceBuffer::new(&device, 64).unwrap();
        let _empty = DeviceBuffer::new(&device, 0).unwrap();
        let mut pinned = PinnedBuffer::new(&device, 16).unwrap();
        assert_eq!(pinned.as_mut_slice(), [0; 16]);
        assert_eq!(ALIVE.get(), 4);
    }
    assert_eq!(ALIVE.get(), 0);
}

#[test]
fn memory_that_is_not_there_is_an_error_with_what_is() {
    let device = device(|_| (), Options::default());
    let error = DeviceBuffer::new(&device, 2 << 20).err().unwrap();
    let CudaError::OutOfMemory { bytes, free, total } = error else { panic!("{error}") };
    assert_eq!((bytes, free, total), (2 << 20, 77, 99));
}

#[test]
fn a_gpu_that_is_not_there_is_an_error_with_their_number() {
    let mut driver = Driver::fake();
    driver.device_get_count = one;
    let error = Device::with_driver(Box::leak(Box::new(driver)), 1, Options::default());
    assert!(matches!(error.err().unwrap(), CudaError::NoDevice { ordinal: 1, count: 1 }));
}

#[test]
fn launches_over_the_limits_are_refused_before_the_driver_sees_them() {
    let device = device(|_| (), Options::default());
    let (stream, kernel) = (device.stream().unwrap(), kernel(&device));
    let bad = [
        Grid::new([1 << 31, 1, 1], 32),
        Grid::new([1, 1 << 16, 1], 32),
        Grid::new([1, 1, 1 << 16], 32),
        Grid::new([1, 1, 1], 1025),
        Grid::new([1, 1, 1], 0),
        Grid::new([1, 1, 1], 32).shared((100 << 10) + 1),
    ];
    for grid in bad {
        let error = kernel.launch(&stream, SHAPE, grid, &0u64).unwrap_err();
        assert!(matches!(error, CudaError::BadLaunch { op: "test_op", .. }), "{grid:?}: {error}");
    }
    let error = kernel.launch(&stream, SHAPE, Grid::new([1, 1, 1], 32), &0u32).unwrap_err();
    assert!(error.to_string().contains("8 bytes of parameters"), "{error}");
    kernel.launch(&stream, SHAPE, Grid::new([0, 1, 1], 32), &0u64).unwrap();
    assert_eq!(LAUNCHES.get(), 0);
    kernel.launch(&stream, SHAPE, Grid::new([1 << 20, 65_535, 1], 1024), &0u64).unwrap();
    assert_eq!(LAUNCHES.get(), 1);
}

#[test]
fn an_error_lists_the_last_launches() {
    let device = device(|_| (), Options::default());
    let (stream, kernel) = (device.stream().unwrap(), kernel(&device));
    let grid = Grid::new([7, 2, 1], 64).shared(96);
    for _ in 0..40 {
        kernel.launch(&stream, SHAPE, grid, &0u64).unwrap();
    }
    let text = kernel.launch(&stream, SHAPE, grid, &13u64).unwrap_err().to_string();
    assert!(text.contains("cuLaunchKernelEx failed (719"), "{text}");
    let line = "41: test_op test_kernel [3, 5, 0, 0], 7 x 2 x 1 blocks of 64, 96 bytes";
    assert!(text.contains(line) && !text.contains(" 25: "), "{text}");
    assert_eq!(text.lines().count(), 2 + REMEMBERED);
}

#[test]
fn debug_sync_finds_the_error_at_its_launch() {
    for debug_sync in [false, true] {
        let device = device(
            |d| d.stream_synchronize = failing_synchronize,
            Options { debug_sync, ..Options::default() },
        );
        let (stream, kernel) = (device.stream().unwrap(), kernel(&device));
        let got = kernel.launch(&stream, SHAPE, Grid::new([1, 1, 1], 32), &0u64);
        assert_eq!(got.is_err(), debug_sync);
        let text = stream.synchronize().unwrap_err().to_string();
        assert!(text.contains("cuStreamSynchronize failed (700") && text.contains("test_op"));
    }
}

#[test]
fn views_and_copies_stay_inside_their_buffer() {
    use atlas_tensor::DType::{Bf16, F32};
    let device = device(|_| (), Options::default());
    let stream = device.stream().unwrap();
    let mut buffer = DeviceBuffer::new(&device, 400).unwrap();
    assert!(buffer.view(F32, 0, [5, 2, 10], [20, 10]).is_ok());
    assert!(buffer.view(F32, 4, [5, 2, 10], [20, 10]).is_err());
    assert!(buffer.view(F32, 2, [1, 1, 1], [1, 1]).is_err());
    assert!(buffer.view(F32, 0, [usize::MAX, 2, 10], [20, 10]).is_err());
    assert!(buffer.view(Bf16, 398, [1, 1, 1], [0, 0]).is_ok());
    assert!(buffer.view_mut(F32, 0, [5, 2, 10], [19, 10]).is_err());
    assert!(buffer.view_mut(F32, 0, [5, 2, 10], [20, 9]).is_err());
    assert!(buffer.slice::<u32>(4, 99).is_ok());
    assert!(buffer.slice::<u32>(4, 100).is_err());
    assert!(buffer.slice_mut::<u32>(usize::MAX - 3, 1).is_err());
    assert!(buffer.write(&stream, 0, &[0f32; 100]).is_ok());
    assert!(buffer.write(&stream, 1, &[0f32; 100]).is_err());
    assert!(buffer.read(&stream, 0, &mut [0f32; 101]).is_err());
}
