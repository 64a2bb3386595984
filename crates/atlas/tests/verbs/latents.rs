//! `atlas explain` on models of latent attention.

use crate::support::{atlas, stderr, stdout};
use atlas_core::KvFormat;
use std::path::Path;

/// The scale with its switch, the temperature of queries, and the format of the cache; formats that
/// latents are not kept in are refused with the reason, whatever their names.
#[test]
fn latents_are_explained_and_their_formats_refused_with_the_reason() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas-model/tests/fixtures");
    for (case, says) in [
        ("deepseek_v3", &["softmax_scale", "YaRN's magnitude squared"][..]),
        ("mistral4", &["mla_scale_mscale2 is true", "query_temperature", "attention_factor"]),
    ] {
        let folder = fixtures.join(case);
        let explain = |more: &[&str]| {
            let model = folder.to_str().unwrap();
            atlas(
                &[&["explain", "--wide", model, "--device", "cpu", "--dtype", "bf16"], more]
                    .concat(),
            )
        };
        let plain = explain(&[]);
        assert!(plain.status.success(), "{}", stderr(&plain));
        for part in says.iter().chain(&["bf16 in "]) {
            assert!(stdout(&plain).contains(part), "{case}, {part}: {}", stdout(&plain));
        }
        for format in KvFormat::ALL {
            let output = explain(&["--kv-cache-dtype", format.name()]);
            let says = stdout(&output) + &stderr(&output);
            match format {
                KvFormat::Bf16 | KvFormat::Fp8 | KvFormat::F32 => {
                    assert!(output.status.success(), "{case} in {format}: {says}");
                    let line = format!("{format}, {} bytes a token", format.row_bytes(40));
                    assert!(says.contains(&line), "{case}: {says} lacks {line}");
                }
                _ => {
                    assert!(!output.status.success(), "{case} in {format}: {says}");
                    let line = format!("cannot keep its KV cache in {format}: ");
                    assert!(says.contains(&line), "{case}: {says} lacks {line}");
                    assert!(says.contains("use bf16 or fp8"), "{case}: {says}");
                }
            }
        }
    }
}
