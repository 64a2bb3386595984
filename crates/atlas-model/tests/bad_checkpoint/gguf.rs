//! Damaged and lying GGUF files: an error that names the file, never a panic.

use crate::common::device;
use crate::common::gguf::{Raw, RawTensor, file_of};
use crate::common::gguf_fuzz::{check, corpus, damage};
use atlas_model::MemorySource;
use atlas_model::checkpoint::gguf::Gguf;
use atlas_tensor::Compute;
use std::collections::BTreeMap;

const FILE: &str = "model.gguf";

fn open(bytes: &[u8]) -> Result<Gguf, String> {
    let source = MemorySource::new("memory", [(FILE, bytes.to_vec())]);
    Gguf::open(&source, FILE).map_err(|error| error.to_string())
}

/// Checks that opening fails with a text that begins with the file and has all `words`.
fn refused(bytes: &[u8], words: &[&str]) {
    let error = open(bytes).err().unwrap_or_else(|| panic!("it opened: {words:?}"));
    assert!(error.starts_with(FILE), "{error}");
    for word in words {
        assert!(error.contains(word), "{word:?} is not in: {error}");
    }
}

/// A file with values of every type and two tensors.
fn sample() -> Raw {
    let mut raw = Raw::default();
    for (key, ty, bytes) in [
        ("a.u8", 0, vec![7]),
        ("a.i8", 1, vec![0xFF]),
        ("a.u16", 2, vec![1, 2]),
        ("a.i16", 3, vec![1, 0xFF]),
        ("a.u32", 4, vec![1, 2, 3, 4]),
        ("a.i32", 5, vec![1, 2, 3, 0xFF]),
        ("a.f32", 6, 1.5f32.to_le_bytes().to_vec()),
        ("a.bool", 7, vec![1]),
        ("a.u64", 10, vec![1; 8]),
        ("a.i64", 11, vec![0xFE; 8]),
        ("a.f64", 12, 2.5f64.to_le_bytes().to_vec()),
    ] {
        raw.entries.push((key.into(), ty, bytes));
    }
    raw.text("general.architecture", "llama");
    raw.entries.push((
        "a.strings".into(),
        9,
        Raw::array(8, &[Raw::string(b"x"), Raw::string(b"")]),
    ));
    let inner = [Raw::array(2, &[vec![1, 0], vec![2, 0]]), Raw::array(7, &[vec![1]])];
    raw.entries.push(("a.nested".into(), 9, Raw::array(9, &inner)));
    raw.tensors.push(RawTensor { name: "x".into(), dims: vec![32, 3], ty: 8, offset: 0 });
    raw.tensors.push(RawTensor { name: "y".into(), dims: vec![5], ty: 0, offset: 128 });
    raw.data = vec![3; 128 + 20];
    raw
}

#[test]
fn a_whole_gguf_file_is_read_as_it_is() {
    let gguf = open(&sample().bytes()).expect("it opens");
    let metadata = gguf.metadata();
    let value = |key: &str| metadata.get(key).expect(key);
    assert_eq!(value("a.i16").number(), Some(-255.0));
    assert_eq!(value("a.i64").brief(), "-72340172838076674");
    assert_eq!(value("a.u16").integer(), Some(513));
    assert_eq!(value("a.i8").integer(), None);
    assert_eq!(value("a.f64").number(), Some(2.5));
    assert_eq!(value("a.bool").flag(), Some(true));
    assert_eq!(value("a.strings").array().and_then(|a| a.texts()), Some(vec!["x", ""]));
    assert_eq!(value("a.nested").brief(), "an array of 2");
    assert_eq!(metadata.iter().count(), 14);
    let x = gguf.tensor("x").expect("x");
    assert_eq!((x.row(), x.rows(), x.elements(), x.bytes.len()), (32, 3, 96, 102));
    let bytes = gguf.bytes(gguf.tensor("y").expect("y")).expect("bytes");
    assert_eq!(bytes.as_slice(), [3; 20]);
}

#[test]
fn a_gguf_file_cut_at_any_byte_is_an_error() {
    let whole = sample().bytes();
    assert!(open(&whole).is_ok());
    (0..whole.len()).for_each(|len| refused(&whole[..len], &[]));
    refused(&whole[..whole.len() - 1], &["\"y\"", "past the end", "download it again"]);
    refused(&whole[..292], &["it ends inside", "general.architecture", "download it again"]);
    let whole = file_of("qwen3moe");
    let end = open(&whole).expect("whole").tensors().map(|t| t.bytes.end).max().expect("one");
    for len in (0..4096).chain((4096..end).step_by(61)).chain([end - 1]) {
        refused(&whole[..len], &[]);
    }
}

/// Every place of the header overwritten with numbers that lie most: an error or another file, in
/// little time.
#[test]
fn a_gguf_file_with_any_other_number_is_an_error_or_another_file() {
    let whole = sample().bytes();
    let values = [0, 1, 0x7F, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 62, 1 << 63, u64::MAX];
    let mut opened = 0;
    for at in 0..whole.len() - 128 {
        for value in values {
            for width in [1, 4, 8] {
                let mut bytes = whole.clone();
                bytes[at..at + width].copy_from_slice(&value.to_le_bytes()[..width]);
                match open(&bytes) {
                    Err(error) => assert!(error.starts_with(FILE), "{error}"),
                    Ok(gguf) => {
                        opened += 1;
                        for tensor in gguf.tensors() {
                            assert!(tensor.bytes.end <= bytes.len());
                            assert!(gguf.values(tensor).is_some());
                        }
                    }
                }
            }
        }
    }
    assert!(opened > 1000, "{opened}");
}

/// The sample after a change.
fn changed(change: impl FnOnce(&mut Raw)) -> Vec<u8> {
    let mut raw = sample();
    change(&mut raw);
    raw.bytes()
}

#[test]
fn each_lie_of_a_gguf_file_is_named() {
    let entry =
        |key: &str, ty, bytes: Vec<u8>| changed(|raw| raw.entries.push((key.into(), ty, bytes)));
    let tensor = |change: &dyn Fn(&mut RawTensor)| changed(|raw| change(&mut raw.tensors[1]));
    refused(b"", &["it ends inside the magic number"]);
    refused(b"PK\x03\x04 and more", &["not a GGUF file"]);
    refused(b"tjgg\x01\0\0\0 and more", &["before GGUF", "convert"]);
    refused(&changed(|raw| raw.version = 1), &["version 1", "version 3", "convert"]);
    refused(&changed(|raw| raw.version = 2), &["version 2", "convert"]);
    refused(&changed(|raw| raw.version = 4), &["version 4", "newer Atlas"]);
    refused(&changed(|raw| raw.version = 3u32.swap_bytes()), &["big-endian"]);
    refused(&changed(|raw| raw.tensor_count = Some(1 << 40)), &["the tensors", "1099511627776"]);
    refused(&changed(|raw| raw.entry_count = Some(u64::MAX)), &["metadata keys", "only"]);
    let long = [4u32.to_le_bytes().to_vec(), (1u64 << 61).to_le_bytes().to_vec()].concat();
    refused(&entry("b", 9, long), &["the elements of", "\"b\"", "2305843009213693952"]);
    refused(&entry("b", 8, u64::MAX.to_le_bytes().to_vec()), &["it ends inside", "\"b\""]);
    refused(&entry("b", 13, vec![]), &["\"b\"", "type is 13"]);
    refused(&entry("b", 7, vec![2]), &["\"b\"", "a boolean is 2"]);
    refused(&entry("b", 9, Raw::array(7, &[vec![9]])), &["\"b\"", "a boolean is 9"]);
    refused(&entry("b", 8, Raw::string(&[0xFF, 0xFE])), &["\"b\"", "not UTF-8"]);
    refused(&entry("a.u8", 0, vec![1]), &["\"a.u8\"", "twice"]);
    refused(&entry("", 0, vec![1]), &["the name of metadata key 14"]);
    refused(&entry("b\n", 0, vec![1]), &["the name of metadata key 14"]);
    refused(&entry("general.alignment", 4, vec![48, 0, 0, 0]), &["alignment", "48", "power of 2"]);
    refused(&entry("general.alignment", 4, vec![0; 4]), &["alignment", "found 0"]);
    refused(&entry("general.alignment", 8, Raw::string(b"32")), &["alignment", "an integer"]);
    let deep = (0..9).fold(Raw::array(0, &[vec![1]]), |inner, _| Raw::array(9, &[inner]));
    refused(&entry("b", 9, deep), &["\"b\"", "nested deeper than 4"]);

    refused(&tensor(&|t| t.name = "x".into()), &["tensor \"x\"", "twice"]);
    refused(&tensor(&|t| t.name = "n".repeat(65)), &["the name of tensor 1", "64 bytes"]);
    refused(&tensor(&|t| t.dims = vec![]), &["\"y\"", "0 dimensions"]);
    refused(&tensor(&|t| t.dims = vec![1; 5]), &["\"y\"", "5 dimensions"]);
    refused(&tensor(&|t| t.dims = vec![5, 0]), &["\"y\"", "[5, 0]"]);
    refused(&tensor(&|t| t.dims = vec![1 << 33, 1 << 33]), &["\"y\"", "elements large"]);
    refused(&tensor(&|t| t.dims = vec![1 << 61]), &["\"y\""]);
    refused(&tensor(&|t| t.dims = vec![u64::MAX]), &["\"y\""]);
    refused(&tensor(&|t| t.dims = vec![6]), &["\"y\"", "past the end", "download it again"]);
    refused(&tensor(&|t| t.offset = u64::MAX - 31), &["\"y\"", "past the end"]);
    refused(&tensor(&|t| t.offset = 130), &["\"y\"", "130", "alignment 32"]);
    refused(&tensor(&|t| t.offset = 96), &["\"x\" and \"y\" overlap"]);
    refused(&tensor(&|t| t.ty = 8), &["\"y\"", "no whole blocks of 32"]);
    refused(&tensor(&|t| t.ty = 16), &["\"y\"", "IQ2_XXS", "Q4_K"]);
    refused(&tensor(&|t| t.ty = 77), &["\"y\"", "77", "MXFP4"]);
}

/// The parts of a split checkpoint by name.
type Parts = BTreeMap<String, Vec<u8>>;

fn open_parts(parts: &Parts, name: &str) -> Result<Gguf, String> {
    let source = MemorySource::new("memory", parts.clone());
    Gguf::open(&source, name).map_err(|error| error.to_string())
}

fn part(no: u16, count: u16, tensors: u32, name: &str) -> Vec<u8> {
    let mut raw = Raw::default();
    raw.text("general.architecture", "llama");
    raw.entries.push(("split.no".into(), 2, no.to_le_bytes().to_vec()));
    raw.entries.push(("split.count".into(), 2, count.to_le_bytes().to_vec()));
    raw.entries.push(("split.tensors.count".into(), 5, tensors.to_le_bytes().to_vec()));
    raw.tensors.push(RawTensor { name: name.into(), dims: vec![1], ty: 0, offset: 0 });
    raw.data = vec![no as u8; 4];
    raw.bytes()
}

fn split() -> Parts {
    let name = |no| format!("m-{:05}-of-00003.gguf", no + 1);
    (0..3).map(|no| (name(no), part(no, 3, 3, &format!("t{no}")))).collect()
}

#[test]
fn a_split_checkpoint_is_whole_from_any_of_its_parts() {
    let parts = split();
    for name in parts.keys() {
        let gguf = open_parts(&parts, name).expect("it opens");
        assert_eq!(gguf.files().collect::<Vec<_>>(), parts.keys().collect::<Vec<_>>());
        for (no, tensor) in gguf.tensors().enumerate() {
            assert_eq!(tensor.part, no);
            assert_eq!(gguf.bytes(tensor).expect("bytes").as_slice(), [no as u8; 4]);
        }
    }
}

#[test]
fn parts_that_do_not_belong_together_are_named() {
    let [first, second, third] = [1, 2, 3].map(|n| format!("m-{n:05}-of-00003.gguf"));
    let refused = |change: &dyn Fn(&mut Parts), open: &str, file: &str, words: &[&str]| {
        let mut parts = split();
        change(&mut parts);
        let error = open_parts(&parts, open).err().expect("it is refused");
        assert!(error.starts_with(&format!("{file}: ")), "{file}: {error}");
        words.iter().for_each(|word| assert!(error.contains(word), "{word:?}: {error}"));
    };
    let put = |name: &str, file: Vec<u8>| {
        let name = name.to_owned();
        move |parts: &mut Parts| drop(parts.insert(name.clone(), file.clone()))
    };
    let missing = |parts: &mut Parts| drop(parts.remove(&second));
    refused(&missing, &first, &second, &["missing", "one folder"]);
    // A part that is another one again, by a link or by a mistake.
    let again = part(0, 3, 3, "t0");
    refused(&put(&second, again), &first, &second, &["part 1 of 3", "part 2 of 3 is expected"]);
    let four = part(1, 4, 3, "t1");
    refused(&put(&second, four), &first, &second, &["part 2 of 4"]);
    let whole = sample().bytes();
    refused(&put(&third, whole), &first, &third, &["no part of a split model"]);
    refused(&put(&third, part(2, 3, 9, "t2")), &first, &third, &["another model"]);
    refused(&put(&third, part(2, 3, 3, "t1")), &first, &third, &["\"t1\"", &second]);
    refused(&put(&first, part(3, 3, 3, "t0")), &first, &first, &["split.no is 3", "count 3"]);
    refused(&put("x.gguf", part(0, 3, 3, "t0")), "x.gguf", "x.gguf", &["-00001-of-00003.gguf"]);
    refused(&put(&first, sample().bytes()), &first, &first, &["part 1 of 3", "split.count"]);
    let lost = |parts: &mut Parts| {
        for no in 0..3 {
            parts.insert(
                format!("m-{:05}-of-00003.gguf", no + 1),
                part(no, 3, 4, &format!("t{no}")),
            );
        }
    };
    refused(&lost, &third, &first, &["says 4 tensors", "have 3"]);
}

#[test]
fn a_folder_and_a_pointer_are_no_gguf_files() {
    let folder = tempfile::tempdir().expect("folder");
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n";
    std::fs::write(folder.path().join("p.gguf"), pointer).expect("file");
    std::fs::write(folder.path().join("empty.gguf"), "").expect("file");
    std::fs::write(folder.path().join(FILE), file_of("qwen3")).expect("file");
    let source = atlas_model::DirSource::new(folder.path()).expect("folder");
    let error = |name: &str| Gguf::open(&source, name).err().expect(name).to_string();
    assert!(error("p.gguf").contains("LFS"), "{}", error("p.gguf"));
    assert!(error("empty.gguf").starts_with("empty.gguf: it ends inside"));
    assert!(error("../x.gguf").contains("plain file name"));
    assert!(error("absent.gguf").starts_with("absent.gguf: "));
    assert_eq!(Gguf::open(&source, FILE).expect("it opens").name(), FILE);
}

/// A short run of `examples/gguf_fuzz.rs`.
#[test]
fn damaged_gguf_files_are_errors_or_other_models() {
    let (corpus, dev) = (corpus(), device(Compute::F32, 1));
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut opened, mut models) = (0, 0);
    for case in 0..600 {
        let files = damage(&mut rng, &corpus);
        let name = &files[rng.usize(..files.len())].0;
        let count = check(&files, name, &dev).unwrap_or_else(|error| panic!("{case}: {error}"));
        opened += count.opened;
        models += count.models;
    }
    assert!(opened > 60 && models > 6, "{opened} opened, {models} models");
}
