//! Lists the bundled checkpoint's files so that they can be compiled into the binary.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The files that serving reads; the card and its pictures stay out of the binary.
const FILES: &[&str] = &[
    "config.json",
    "generation_config.json",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
    "chat_template.jinja",
];

fn main() {
    // Asked at run time: a shared target folder may keep the script of another checkout.
    let root = std::env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo");
    let folder = Path::new(&root).join("../../models/atlas-mini");
    println!("cargo:rerun-if-changed=build.rs");
    let mut code = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for name in FILES {
        let path = folder.join(name);
        println!("cargo:rerun-if-changed={}", path.display());
        let path = path.canonicalize().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        // The payload of a safetensors file must lie as aligned in memory as in the file.
        writeln!(code, "    ({name:?}, &Aligned(*include_bytes!({path:?})).0),").expect("a String");
    }
    code.push_str("];\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("set by cargo")).join("bundled.rs");
    std::fs::write(&out, code).unwrap_or_else(|e| panic!("{}: {e}", out.display()));
}
