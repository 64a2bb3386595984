//! Objects of a store: what is read is what was written, whatever happens to the file.

use atlas_disk::{
    ALIGN_BYTES, Arena, DataFile, DiskError, Done, Fault, Faults, Found, Job, Op, Piece, Queue,
    QueueOptions, Store, Stored, place_bytes,
};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Odd sizes, so that the last pages of parts are filled up.
const PARTS: [usize; 3] = [ALIGN_BYTES + 17, 1, ALIGN_BYTES];
const PAYLOAD: usize = 2 * ALIGN_BYTES + 18;
/// Set for the process that writes until it is killed.
const WRITER: &str = "ATLAS_DISK_TEST_WRITER";

struct Bench {
    queue: Queue,
    arena: Arc<Arena>,
    ends: (Sender<Done>, Receiver<Done>),
}

impl Bench {
    fn new(faults: Faults) -> Self {
        let arena = Arena::new(place_bytes(&PARTS), 8).unwrap();
        let options = QueueOptions { faults, ..QueueOptions::default() };
        let queue = Queue::new(&options, std::slice::from_ref(&arena)).unwrap();
        Self { queue, arena, ends: unbounded() }
    }

    fn open(&self, path: &Path, places: u64) -> Result<(Arc<Store>, Vec<Found>), DiskError> {
        let bytes = ALIGN_BYTES as u64 + places * place_bytes(&PARTS) as u64;
        Store::open(path, bytes, &PARTS, &[("model", "tiny".to_owned())], &self.queue)
    }

    fn run(&self, job: Job) -> Done {
        self.queue.submit(job, &self.ends.0);
        self.ends.1.recv_timeout(Duration::from_secs(60)).expect("a job that ends")
    }

    fn write(&self, store: &Arc<Store>, key: u64) -> Result<Stored, DiskError> {
        let place = store.take().expect("a free place");
        let mut piece = self.arena.take();
        fill(store, &mut piece, &payload(key));
        let (job, writing) = store.write(place, &key.to_le_bytes(), piece, key)?;
        writing.finish(&self.run(job))
    }

    fn read(&self, store: &Arc<Store>, stored: &Stored, key: u64) -> Result<Vec<u8>, DiskError> {
        let mut piece = self.arena.take();
        piece.bytes_mut().fill(0xA5);
        let (job, reading) = store.read(stored, &key.to_le_bytes(), piece, key);
        let piece = reading.finish(self.run(job))?;
        Ok((0..PARTS.len()).flat_map(|part| piece.bytes()[store.part(part)].to_vec()).collect())
    }

    fn read_part(
        &self,
        store: &Arc<Store>,
        stored: &Stored,
        part: usize,
    ) -> Result<Vec<u8>, DiskError> {
        let mut piece = self.arena.take();
        piece.bytes_mut().fill(0xA5);
        let (job, reading) = store.read_part(stored, part, piece, 0);
        Ok(reading.finish(self.run(job))?.bytes()[..PARTS[part]].to_vec())
    }

    /// Changes a byte of the file past every check.
    fn flip(&self, file: &Arc<DataFile>, at: u64, mask: u8) {
        let (page, within) = (at / ALIGN_BYTES as u64 * ALIGN_BYTES as u64, at as usize);
        let read = self.run(Job::read(file, page, self.arena.take(), 0..ALIGN_BYTES, 0));
        let mut piece = read.piece.unwrap();
        piece.bytes_mut()[within % ALIGN_BYTES] ^= mask;
        self.run(Job::write(file, page, piece, 0..ALIGN_BYTES, 0)).result.unwrap();
    }
}

/// Puts the parts of a payload where the store has them, and poison behind each.
fn fill(store: &Store, piece: &mut Piece, payload: &[u8]) {
    piece.bytes_mut().fill(0x5A);
    let mut rest = payload;
    for part in 0..PARTS.len() {
        let (here, others) = rest.split_at(PARTS[part]);
        piece.bytes_mut()[store.part(part)].copy_from_slice(here);
        rest = others;
    }
}

/// The payload that belongs to a key.
fn payload(key: u64) -> Vec<u8> {
    let mut rng = fastrand::Rng::with_seed(key);
    (0..PAYLOAD).map(|_| rng.u8(..)).collect()
}

fn key_of(found: &Found) -> u64 {
    u64::from_le_bytes(found.key.as_slice().try_into().unwrap())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

#[test]
fn objects_come_back_also_after_the_file_is_opened_again() {
    let (folder, bench) = (folder(), Bench::new(Faults::default()));
    let path = folder.path().join("kv");
    let (store, found) = bench.open(&path, 5).unwrap();
    assert!(found.is_empty() && store.places() == 5);
    let mut stored: Vec<(u64, Stored)> =
        (1..=5).map(|key| (key, bench.write(&store, key).unwrap())).collect();
    assert!(store.take().is_none());
    for (key, stored) in &stored {
        assert!(bench.read(&store, stored, *key).unwrap() == payload(*key));
    }
    // The place of an object that is given up is the next one's.
    let (_, gone) = stored.remove(2);
    let place = gone.place();
    drop(gone);
    let six = bench.write(&store, 6).unwrap();
    assert!(six.place() == place && six.write() == 6);
    drop((store, stored, six));
    let (store, found) = bench.open(&path, 5).unwrap();
    assert_eq!(found.iter().map(key_of).collect::<Vec<_>>(), [1, 2, 4, 5, 6]);
    for one in &found {
        assert!(bench.read(&store, &one.stored, key_of(one)).unwrap() == payload(key_of(one)));
    }
    // Another key than that of the object is no hit.
    let wrong = bench.read(&store, &found[0].stored, 2);
    assert!(matches!(wrong, Err(DiskError::Damaged { .. })), "{wrong:?}");
    // A smaller file has the objects of its places, and a larger one room for more.
    drop((store, found));
    assert_eq!(bench.open(&path, 3).unwrap().1.len(), 3);
    let (store, found) = bench.open(&path, 7).unwrap();
    assert!(found.len() == 3 && store.take().is_some());
}

#[test]
fn files_of_other_state_are_refused_by_name() {
    let (folder, bench) = (folder(), Bench::new(Faults::default()));
    let path = folder.path().join("kv");
    drop(bench.open(&path, 2).unwrap());
    let open = |model: &str, parts: &[usize]| {
        let identity = [("model", model.to_owned())];
        Store::open(&path, 1 << 20, parts, &identity, &bench.queue).unwrap_err().to_string()
    };
    assert!(open("large", &PARTS).ends_with("something else: model tiny there, large here"));
    let sizes = format!("object bytes {PAYLOAD} there, 5 here; object parts 3 (");
    assert!(open("tiny", &[5]).contains(&sizes), "{}", open("tiny", &[5]));
    let turned = open("tiny", &[PARTS[1], PARTS[0], PARTS[2]]);
    assert!(turned.contains("something else: object parts 3 ("), "{turned}");
    // Another file, and a first page with a flipped bit.
    let file = Arc::new(DataFile::open(&path, 1 << 20).unwrap());
    bench.flip(&file, 70, 1);
    drop(file);
    assert!(open("tiny", &PARTS).contains("its first page is damaged: remove it"));
    std::fs::write(&path, [b'x'; 8192]).unwrap();
    assert!(open("tiny", &PARTS).contains("no file of cached state"));
    let small = Store::open(&path, 4096, &PARTS, &[], &bench.queue).unwrap_err().to_string();
    assert!(small.contains("4096 bytes hold no object"), "{small}");
}

#[test]
fn no_flipped_bit_is_read() {
    let (folder, bench) = (folder(), Bench::new(Faults::default()));
    let (store, _) = bench.open(&folder.path().join("kv"), 4).unwrap();
    let stored: Vec<Stored> = (0..4).map(|key| bench.write(&store, key).unwrap()).collect();
    let (mut rng, place) = (fastrand::Rng::new(), place_bytes(&PARTS) as u64);
    let mut refused = 0;
    let flips = 10_000;
    for _ in 0..flips {
        let key = rng.u64(..4);
        let (within, mask) = (rng.u64(..place), 1 << rng.u32(..8));
        let at = ALIGN_BYTES as u64 + u64::from(stored[key as usize].place()) * place + within;
        bench.flip(store.file(), at, mask);
        let pages = [2, 3, 4].map(|end| end * ALIGN_BYTES);
        let part = pages.iter().position(|&end| (within as usize) < end);
        let filling = part.is_some_and(|part| !store.part(part).contains(&(within as usize)));
        if let Some(part) = part {
            let read = bench.read_part(&store, &stored[key as usize], part);
            assert_eq!(read.is_ok(), filling, "byte {within} of part {part}");
        }
        match bench.read(&store, &stored[key as usize], key) {
            Err(DiskError::Damaged { .. }) => {
                assert!(!filling, "byte {within} holds nothing");
                refused += 1;
            }
            other => assert!(filling && other.unwrap() == payload(key), "byte {within}"),
        }
        bench.flip(store.file(), at, mask);
    }
    assert!(refused > flips / 2, "{refused} of {flips}");
    for (key, stored) in (0..4).zip(&stored) {
        assert!(bench.read(&store, stored, key).unwrap() == payload(key));
    }
}

#[test]
fn torn_writes_are_no_objects_now_and_after_a_restart() {
    for pages in 0..5 {
        let torn = Fault::Torn(pages * ALIGN_BYTES);
        let bench = Bench::new(Faults::planted(move |job| {
            (job.op() == Op::Write && job.tag() == 2).then_some(torn)
        }));
        let folder = folder();
        let path = folder.path().join("kv");
        let (store, _) = bench.open(&path, 1).unwrap();
        drop(bench.write(&store, 1).unwrap());
        // The disk says that all of it is there.
        let stored = bench.write(&store, 2).unwrap();
        let read = bench.read(&store, &stored, 2);
        assert!(matches!(read, Err(DiskError::Damaged { .. })), "{pages} pages: {read:?}");
        drop((store, stored));
        let (store, found) = bench.open(&path, 1).unwrap();
        for one in &found {
            // The page at the end is that of the first object, whose payload is there or is not.
            let read = bench.read(&store, &one.stored, key_of(one));
            assert!(key_of(one) == 1 && (pages == 0) == read.is_ok(), "{pages} pages: {read:?}");
        }
    }
}

#[test]
fn a_write_that_fails_frees_its_place_and_nothing_reads_it() {
    let bench = Bench::new(Faults::planted(|job| (job.tag() == 1).then_some(Fault::Fails(28))));
    let folder = folder();
    let (store, _) = bench.open(&folder.path().join("kv"), 1).unwrap();
    let error = bench.write(&store, 1).unwrap_err().to_string();
    assert!(error.contains("No space left"), "{error}");
    let stored = bench.write(&store, 2).unwrap();
    assert!(bench.read(&store, &stored, 2).unwrap() == payload(2));
}

#[test]
fn a_place_is_not_given_away_while_a_job_has_it() {
    let slow = Duration::from_millis(300);
    let bench =
        Bench::new(Faults::planted(move |job| (job.tag() == 1).then_some(Fault::Slow(slow))));
    let folder = folder();
    let (store, _) = bench.open(&folder.path().join("kv"), 1).unwrap();
    let piece = bench.arena.take();
    let (job, writing) = store.write(store.take().unwrap(), b"k", piece, 1).unwrap();
    bench.queue.submit(job, &bench.ends.0);
    drop(writing);
    assert!(store.take().is_none());
    bench.ends.1.recv_timeout(Duration::from_secs(60)).unwrap().result.unwrap();
    assert!(store.take().is_some());
}

/// Not a test of its own: the process that the next one kills.
#[test]
fn writes_until_it_is_killed() {
    let Some(path) = std::env::var_os(WRITER).map(PathBuf::from) else { return };
    let bench = Bench::new(Faults::default());
    let (store, found) = bench.open(&path, 16).unwrap();
    let mut held: Vec<Option<Stored>> = found.into_iter().map(|one| Some(one.stored)).collect();
    let mut rng = fastrand::Rng::new();
    for written in 0.. {
        if written == 20 {
            std::fs::write(path.with_extension("begun"), "").unwrap();
        }
        if held.len() == 16 {
            held.swap_remove(rng.usize(..16));
        }
        held.push(Some(bench.write(&store, rng.u64(..)).unwrap()));
    }
}

#[test]
fn a_process_that_is_killed_in_the_middle_leaves_whole_objects_or_none() {
    let (folder, bench) = (folder(), Bench::new(Faults::default()));
    let path = folder.path().join("kv");
    let (mut whole, mut rng) = (0, fastrand::Rng::new());
    for _ in 0..20 {
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writes_until_it_is_killed"])
            .env(WRITER, &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = path.with_extension("begun");
        let start = Instant::now();
        while !begun.exists() {
            assert!(start.elapsed() < Duration::from_secs(60), "nothing is written");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_micros(rng.u64(..20_000)));
        writer.kill().unwrap();
        writer.wait().unwrap();
        std::fs::remove_file(begun).unwrap();
        let (store, found) = bench.open(&path, 16).unwrap();
        for one in &found {
            match bench.read(&store, &one.stored, key_of(one)) {
                Ok(read) => {
                    assert!(read == payload(key_of(one)), "an object of another key");
                    whole += 1;
                }
                Err(DiskError::Damaged { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(whole > 20, "{whole}");
}
