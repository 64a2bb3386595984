//! The embedded kernels, without a device: every kernel the program names is in every target's
//! machine code and takes the parameters that the program passes.
#![cfg(feature = "cuda")]

use std::collections::BTreeMap;

use atlas_cuda::module::MODULES;
use atlas_cuda::ops::families;

fn number(bytes: &[u8], at: usize, len: usize) -> usize {
    bytes[at..at + len].iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte))
}

/// Names of the sections of a 64-bit ELF file, and their bytes.
fn sections(elf: &[u8]) -> BTreeMap<String, &[u8]> {
    assert_eq!(elf[..5], *b"\x7fELF\x02");
    let (table, size) = (number(elf, 0x28, 8), number(elf, 0x3a, 2));
    let (count, names) = (number(elf, 0x3c, 2), number(elf, 0x3e, 2));
    let header = |i: usize| &elf[table + i * size..][..size];
    let bytes = |i: usize| {
        let no_bytes = number(header(i), 4, 4) == 8;
        let len = if no_bytes { 0 } else { number(header(i), 0x20, 8) };
        &elf[number(header(i), 0x18, 8)..][..len]
    };
    let name = |i: usize| {
        let text = &bytes(names)[number(header(i), 0, 4)..];
        let end = text.iter().position(|&b| b == 0).unwrap();
        String::from_utf8(text[..end].to_vec()).unwrap()
    };
    (0..count).map(|i| (name(i), bytes(i))).collect()
}

/// Parameters of a kernel, and their bytes in all, from its `.nv.info` section: a list of (form,
/// attribute, 2 bytes), after which form 4 has as many bytes as those two say. A parameter's third
/// word has its size from bit 18 on; room before one on a boundary does not count.
fn parameters(info: &[u8]) -> (usize, usize) {
    const LIST: u8 = 4;
    const PARAMETER: u8 = 0x17;
    let (mut at, mut count, mut bytes) = (0, 0, 0);
    while at + 4 <= info.len() {
        let value = number(info, at + 2, 2);
        if info[at + 1] == PARAMETER {
            count += 1;
            bytes += number(info, at + 12, 4) >> 18;
        }
        at += 4 + if info[at] == LIST { value } else { 0 };
    }
    (count, bytes)
}

#[test]
fn every_kernel_is_in_every_target_with_the_parameters_of_the_program() {
    let mut targets: Vec<_> = MODULES.iter().map(|m| m.target).collect();
    targets.sort_unstable();
    targets.dedup();
    // A build that is tried may be for some of them.
    let some = option_env!("ATLAS_CUDA_TARGETS").unwrap_or("100a,121a,90a");
    let mut wanted: Vec<_> = some.split(',').map(|target| format!("sm_{target}")).collect();
    wanted.sort_unstable();
    assert_eq!(targets, wanted);
    let mut checked = 0;
    for target in targets {
        for family in families().filter(|family| family.is_for(target)) {
            let module = MODULES.iter().find(|m| m.name == family.module && m.target == target);
            let cubin = module.unwrap_or_else(|| panic!("{} for {target}", family.module));
            let cubin = cubin.cubin().unwrap();
            let sections = sections(&cubin);
            for name in family.kernels {
                let info = sections.get(&format!(".nv.info.{name}"));
                let info = info.unwrap_or_else(|| panic!("{name} for {target}"));
                assert_eq!(parameters(info), (1, family.param_bytes), "{name} for {target}");
                assert!(!sections[&format!(".text.{name}")].is_empty(), "{name} for {target}");
                checked += 1;
            }
        }
    }
    println!("{checked} kernels");
}

#[test]
fn no_kernel_is_compiled_for_nothing() {
    for module in MODULES {
        let cubin = module.cubin().unwrap();
        for name in sections(&cubin).keys().filter_map(|name| name.strip_prefix(".text.")) {
            let known = families().any(|f| f.module == module.name && f.kernels.contains(&name));
            assert!(known, "{name} of {} is in no table", module.name);
        }
    }
}

/// Launches overlap: a kernel that does not begin by waiting for those before reads what is not
/// there yet.
#[test]
fn every_kernel_begins_by_waiting() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let mut kernels = 0;
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for found in text.split("__global__").skip(1) {
                let body = found.split_once('{').map_or("", |(_, body)| body);
                let mut calls = body.split(';').map(|call| call.trim_matches([' ', '\n', '\\']));
                // Weights may come ahead, what follows from the step's tables, and what was written
                // two kernels before.
                let ahead = |call: &str| {
                    let call = call.trim_start_matches("const auto row = ");
                    call.trim_start_matches("const auto weights = ").starts_with("ahead_")
                };
                let first = calls.by_ref().find(|call| !ahead(call));
                let name = found.lines().next().unwrap_or_default();
                assert_eq!(first, Some("begin()"), "{}: {name}", path.display());
                kernels += 1;
            }
        }
    }
    assert!(kernels > 50, "{kernels} kernels");
}
