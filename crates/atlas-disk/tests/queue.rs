//! Queues of both ways against a plain picture of the file in memory.

use atlas_disk::{ALIGN_BYTES, Fault};
use atlas_disk::{Arena, DataFile, DiskError, Done, Faults, Job, Op, Queue, QueueOptions, Way};
use crossbeam_channel::{Receiver, unbounded};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PIECE: usize = 64 * ALIGN_BYTES;

/// A file, memory and a queue of one way.
struct Bench {
    _folder: tempfile::TempDir,
    file: Arc<DataFile>,
    arena: Arc<Arena>,
    queue: Queue,
}

/// Both ways, or threads alone where `io_uring` is refused, which is printed.
fn ways(options: &QueueOptions, pieces: u32, pages: u64, test: impl Fn(Bench)) {
    for way in [Way::Uring, Way::Threads] {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let file = DataFile::open(&folder.path().join("kv"), pages * ALIGN_BYTES as u64).unwrap();
        let arena = Arena::new(PIECE, pieces).unwrap();
        let options = QueueOptions { way, ..options.clone() };
        match Queue::new(&options, std::slice::from_ref(&arena)) {
            Ok(queue) => test(Bench { _folder: folder, file: Arc::new(file), arena, queue }),
            Err(DiskError::NoUring(why)) if way == Way::Uring => println!("without a ring: {why}"),
            Err(error) => panic!("{error}"),
        }
    }
}

fn ended(done: &Receiver<Done>) -> Done {
    done.recv_timeout(Duration::from_secs(60)).expect("a job that ends")
}

/// A stretch of pages that is being read or written, so that no other job touches it.
struct Busy {
    pages: std::ops::Range<u64>,
    at: usize,
    /// The bytes that a read is to find.
    expected: Option<Vec<u8>>,
}

#[test]
fn random_reads_find_what_random_writes_left() {
    let pages = 1021;
    for depth in [1, 3, 32] {
        let options = QueueOptions { depth, ..QueueOptions::default() };
        ways(&options, 17, pages, |bench| {
            let (mut rng, (send, done)) = (fastrand::Rng::new(), unbounded());
            let mut picture = vec![0u8; pages as usize * ALIGN_BYTES];
            let mut busy: HashMap<u64, Busy> = HashMap::new();
            let (mut checked, mut tag) = (0, 0);
            while checked < 150 || !busy.is_empty() {
                let piece = (checked < 150).then(|| bench.arena.try_take()).flatten();
                let count = [1, 2, 3, 7, 31, 64][rng.usize(..6)];
                let first = rng.u64(..pages - count + 1);
                let stretch = first..first + count;
                let apart = |b: &Busy| b.pages.end <= stretch.start || stretch.end <= b.pages.start;
                if let (Some(mut piece), true) = (piece, busy.values().all(apart)) {
                    tag += 1;
                    let bytes = count as usize * ALIGN_BYTES;
                    let at = rng.usize(..=64 - count as usize) * ALIGN_BYTES;
                    let offset = first * ALIGN_BYTES as u64;
                    let held = &mut picture[offset as usize..][..bytes];
                    let write = rng.bool();
                    piece.bytes_mut().fill(0xA5);
                    let expected = if write {
                        held.iter_mut().for_each(|byte| *byte = rng.u8(..));
                        piece.bytes_mut()[at..at + bytes].copy_from_slice(held);
                        None
                    } else {
                        Some(held.to_vec())
                    };
                    let job = if write { Job::write } else { Job::read };
                    bench.queue.submit(job(&bench.file, offset, piece, at..at + bytes, tag), &send);
                    busy.insert(tag, Busy { pages: stretch, at, expected });
                    continue;
                }
                if busy.is_empty() {
                    continue;
                }
                let end = ended(&done);
                end.result.unwrap();
                let (job, piece) = (busy.remove(&end.tag).unwrap(), end.piece.unwrap());
                let Some(expected) = job.expected else { continue };
                assert!(piece.bytes()[job.at..][..expected.len()] == expected, "job {}", end.tag);
                // A read fills its range and nothing else.
                let rest = piece.bytes()[..job.at].iter();
                let rest = rest.chain(&piece.bytes()[job.at + expected.len()..]);
                assert!(rest.copied().all(|byte| byte == 0xA5));
                checked += 1;
            }
            bench.queue.submit(Job::sync(&bench.file, 0), &send);
            ended(&done).result.unwrap();
            let on_disk = std::fs::read(bench.file.path()).unwrap();
            assert!(on_disk == picture);
            assert_eq!(bench.arena.free(), 17);
        });
    }
}

#[test]
fn jobs_without_sense_end_at_once_with_their_memory() {
    ways(&QueueOptions::default(), 1, 8, |bench| {
        let (send, done) = unbounded();
        for (offset, range) in [
            (1, 0..ALIGN_BYTES),
            (0, 1..ALIGN_BYTES + 1),
            (0, 0..100),
            (0, 0..0),
            (8 * ALIGN_BYTES as u64, 0..ALIGN_BYTES),
            (0, 0..PIECE + ALIGN_BYTES),
        ] {
            let piece = bench.arena.take();
            bench.queue.submit(Job::read(&bench.file, offset, piece, range, 5), &send);
            let end = ended(&done);
            assert!(matches!(end.result, Err(DiskError::Unaligned { .. })), "{:?}", end.result);
            assert!(end.tag == 5 && end.piece.is_some());
        }
        assert_eq!(bench.arena.free(), 1);
    });
}

#[test]
fn a_queue_that_goes_ends_every_job_once_and_gives_all_memory_back() {
    let options = QueueOptions { depth: 2, threads: 2, ..QueueOptions::default() };
    ways(&options, 40, 64, |bench| {
        let (send, done) = unbounded();
        for tag in 0..40 {
            let piece = bench.arena.take();
            bench.queue.submit(Job::write(&bench.file, 0, piece, 0..PIECE, tag), &send);
        }
        drop(bench.queue);
        let mut tags: Vec<u64> = std::iter::from_fn(|| done.try_recv().ok())
            .map(|end| {
                let stopped = matches!(end.result, Err(DiskError::Stopped(_)));
                assert!(end.result.is_ok() || stopped, "{:?}", end.result);
                end.tag
            })
            .collect();
        tags.sort_unstable();
        assert_eq!(tags, (0..40).collect::<Vec<u64>>());
        assert_eq!(bench.arena.free(), 40);
    });
}

#[test]
fn jobs_whose_reader_has_left_give_their_memory_back() {
    ways(&QueueOptions::default(), 4, 64, |bench| {
        let (send, done) = unbounded();
        drop(done);
        for tag in 0..4 {
            let piece = bench.arena.take();
            bench.queue.submit(Job::read(&bench.file, 0, piece, 0..PIECE, tag), &send);
        }
        // Each can be had again once its job has ended.
        let again: Vec<_> = (0..4).map(|_| bench.arena.take()).collect();
        assert_eq!(again.len(), 4);
    });
}

#[test]
fn threads_share_a_queue() {
    ways(&QueueOptions::default(), 8, 8 * 64, |bench| {
        std::thread::scope(|scope| {
            for thread in 0..8u8 {
                let bench = &bench;
                scope.spawn(move || {
                    let (send, done) = unbounded();
                    let offset = u64::from(thread) * PIECE as u64;
                    for round in 0..20u8 {
                        let mut piece = bench.arena.take();
                        piece.bytes_mut().fill(thread ^ round);
                        let job = Job::write(&bench.file, offset, piece, 0..PIECE, 1);
                        bench.queue.submit(job, &send);
                        let mut piece = ended(&done).piece.unwrap();
                        piece.bytes_mut().fill(0xA5);
                        let job = Job::read(&bench.file, offset, piece, 0..PIECE, 2);
                        bench.queue.submit(job, &send);
                        let end = ended(&done);
                        end.result.unwrap();
                        let piece = end.piece.unwrap();
                        assert!(piece.bytes().iter().all(|&byte| byte == thread ^ round));
                    }
                });
            }
        });
    });
}

#[test]
fn errors_of_the_disk_name_the_job_and_leave_the_queue_in_use() {
    for (code, words) in [(28, "No space left on device"), (5, "Input/output error")] {
        let faults = Faults::planted(move |job| (job.tag() == 1).then_some(Fault::Fails(code)));
        let options = QueueOptions { faults, ..QueueOptions::default() };
        ways(&options, 2, 64, |bench| {
            let (send, done) = unbounded();
            for tag in [1, 2] {
                let piece = bench.arena.take();
                bench.queue.submit(Job::write(&bench.file, 0, piece, 0..PIECE, tag), &send);
            }
            let mut ends = [ended(&done), ended(&done)];
            ends.sort_by_key(|end| end.tag);
            let error = ends[0].result.clone().unwrap_err().to_string();
            assert!(error.starts_with("writing of 262144 bytes at 0: ") && error.contains(words));
            assert!(ends[1].result.is_ok() && ends[0].piece.is_some());
        });
    }
}

#[test]
fn a_slow_job_holds_up_no_other() {
    let slow = Duration::from_secs(4);
    let faults = Faults::planted(move |job| {
        (job.op() == Op::Read && job.tag() == 0).then_some(Fault::Slow(slow))
    });
    let options = QueueOptions { faults, ..QueueOptions::default() };
    ways(&options, 8, 64, |bench| {
        let ((send, done), begun) = (unbounded(), Instant::now());
        for tag in 0..8 {
            let piece = bench.arena.take();
            bench.queue.submit(Job::read(&bench.file, 0, piece, 0..ALIGN_BYTES, tag), &send);
        }
        let tags: Vec<u64> = (0..8).map(|_| ended(&done).tag).collect();
        assert_eq!(tags[7], 0, "{tags:?}");
        assert!(begun.elapsed() >= slow);
    });
}

#[test]
fn a_torn_write_leaves_what_was_behind_it() {
    let faults = Faults::planted(|job| {
        (job.op() == Op::Write && job.tag() == 9).then_some(Fault::Torn(3 * ALIGN_BYTES + 1))
    });
    let options = QueueOptions { faults, ..QueueOptions::default() };
    ways(&options, 1, 64, |bench| {
        let (send, done) = unbounded();
        let mut piece = bench.arena.take();
        for (tag, value) in [(8, 1), (9, 2)] {
            piece.bytes_mut().fill(value);
            bench.queue.submit(Job::write(&bench.file, 0, piece, 0..PIECE, tag), &send);
            let end = ended(&done);
            end.result.unwrap();
            piece = end.piece.unwrap();
        }
        bench.queue.submit(Job::read(&bench.file, 0, piece, 0..PIECE, 0), &send);
        let piece = ended(&done).piece.unwrap();
        let (new, old) = piece.bytes().split_at(3 * ALIGN_BYTES);
        assert!(new.iter().all(|&byte| byte == 2) && old.iter().all(|&byte| byte == 1));
    });
}

#[test]
fn automatic_is_a_ring_where_that_is_allowed_and_else_says_why() {
    let arena = Arena::new(PIECE, 2).unwrap();
    let queue = Queue::new(&QueueOptions::default(), &[arena]).unwrap();
    let told = queue.ways();
    assert_ne!(told.way, Way::Auto);
    let first = told.way == Way::Uring && told.registered;
    assert_eq!(told.why.is_none(), first, "{told}");
    println!("{told}");
}
