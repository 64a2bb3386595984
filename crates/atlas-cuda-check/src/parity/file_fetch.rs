//! Bytes of files in device memory, as weights come there.

use std::fs::OpenOptions;
use std::sync::Arc;

use atlas_cuda::{Cuda, Options};
use atlas_tensor::{Backend, Compute, DeviceMemory, FetchError, Piece, StoredBytes, StoredFile};
use tempfile::TempDir;

/// Longer than some blocks, and of no round length.
const BYTES: [usize; 3] = [40_000_003, 9_000_001, 4_097];

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// Files of random bytes beside the program, which is on a disk where temporary files may not be.
fn files(random: &mut fastrand::Rng) -> Result<(TempDir, Vec<Arc<StoredFile>>), String> {
    let program = std::env::current_exe().map_err(text)?;
    let folder = TempDir::new_in(program.parent().ok_or("no folder")?).map_err(text)?;
    let mut files = Vec::new();
    for (i, bytes) in BYTES.iter().enumerate() {
        let path = folder.path().join(format!("{i}.safetensors"));
        let content: Vec<u8> = (0..*bytes).map(|_| random.u8(..)).collect();
        std::fs::write(&path, content).map_err(text)?;
        let file = StoredFile::open(format!("{i}.safetensors"), path).map_err(text)?;
        // Written and forgotten, so that it is read from the disk.
        file.file().sync_all().map_err(text)?;
        forget(&file);
        files.push(Arc::new(file));
    }
    Ok((folder, files))
}

#[cfg(target_os = "linux")]
fn forget(file: &StoredFile) {
    // One that stays in the cache is read from there.
    let _ = rustix::fs::fadvise(file.file(), 0, None, rustix::fs::Advice::DontNeed);
}

#[cfg(not(target_os = "linux"))]
fn forget(_: &StoredFile) {}

fn open() -> Result<Cuda, String> {
    Cuda::open(0, Compute::F32, true, Options::default()).map_err(text)
}

/// Parts of all lengths from all files to odd places of two memories; every byte, and those
/// between.
pub fn in_any_order(seed: u64) -> Result<String, String> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let (_folder, files) = files(random)?;
    let cuda = open()?;
    let memories = [30_000_007, 1_000_001].map(|bytes| cuda.allocate(bytes));
    let mut expected = Vec::new();
    let mut pieces = Vec::new();
    for memory in memories {
        let to: Arc<dyn DeviceMemory> = memory.map_err(text)?;
        let (mut at, mut bytes) = (random.usize(..9), vec![0u8; to.bytes()]);
        while at < to.bytes() {
            let file = &files[random.usize(..files.len())];
            let all = StoredBytes::new(file.clone(), "t", 0..file.bytes()).ok_or("a range")?;
            let parts: Vec<_> = (0..random.usize(1..4))
                .map(|_| {
                    let start = random.u64(..file.bytes());
                    let most = 1 << random.u32(1..25);
                    start..start + random.u64(..most)
                })
                .collect();
            let from = all.pick(parts);
            let ends = from.len().min(to.bytes() - at);
            let mut left = ends as u64;
            let cut = from.ranges().iter().map(|r| {
                let len = left.min(r.end - r.start);
                left -= len;
                r.start..r.start + len
            });
            let from = all.pick(cut.collect::<Vec<_>>());
            bytes[at..at + ends].copy_from_slice(&from.read().map_err(text)?);
            pieces.push(Piece { from, to: to.clone(), at });
            at += ends + random.usize(..5);
        }
        expected.push((to, bytes));
    }
    random.shuffle(&mut pieces);
    files.iter().for_each(|file| forget(file));
    let mut fetch = cuda.fetcher();
    while !pieces.is_empty() {
        let rest = pieces.split_off(random.usize(1..=pieces.len()));
        fetch.fetch(std::mem::replace(&mut pieces, rest));
    }
    let done = fetch.finish(&|_| ()).map_err(text)?;
    for (memory, expected) in expected {
        let mut found = vec![0u8; memory.bytes()];
        memory.read(0, &mut found);
        if let Some(at) = found.iter().zip(&expected).position(|(a, b)| a != b) {
            return Err(format!("byte {at} of {}", expected.len()));
        }
    }
    cuda.check().map_err(text)?;
    let way = done.refused.map_or("past the cache", |_| "without O_DIRECT");
    Ok(format!("the same bytes; {} of {} read {way}", done.direct, done.bytes))
}

/// The error names the file and the tensor, and the device goes on.
pub fn shortened(seed: u64) -> Result<String, String> {
    let (_folder, files) = files(&mut fastrand::Rng::with_seed(seed))?;
    let cuda = open()?;
    let memory = cuda.allocate(BYTES[0]).map_err(text)?;
    let all = 0..files[0].bytes();
    let from = StoredBytes::new(files[0].clone(), "layers.1.weight", all).ok_or("a range")?;
    let cut = OpenOptions::new().write(true).open(files[0].path()).map_err(text)?;
    cut.set_len(20_000_001).map_err(text)?;
    let mut fetch = cuda.fetcher();
    fetch.fetch(vec![Piece { from, to: memory, at: 0 }]);
    let says = match fetch.finish(&|_| ()) {
        Err(FetchError::Read(error)) => error.to_string(),
        other => return Err(format!("{other:?}")),
    };
    cuda.check().map_err(text)?;
    match says.starts_with("0.safetensors: tensor layers.1.weight: the file ends too early") {
        true => Ok("an error that says so".into()),
        false => Err(says),
    }
}
