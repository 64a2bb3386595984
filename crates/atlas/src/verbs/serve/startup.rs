//! The lines that a user sees while a server starts: what runs, where, with which bounds.

use crate::cli::LogFormat;
use crate::launch::{self, Launched, Loaded, memory_plan};
use crate::log::tell;
use crate::print::{count, mib};
use atlas_server::AppState;
use std::io::Write;
use std::path::Path;

/// The program and its version.
pub fn version(format: LogFormat) {
    tell(format, "Atlas", env!("CARGO_PKG_VERSION"));
}

/// The model, its device, its memory and its bounds.
pub fn model(format: LogFormat, loaded: &Loaded) {
    let info = loaded.model.model.info();
    let parameters = count(info.parameter_count);
    let stored = launch::stored_formats(&loaded.model);
    let name = loaded.source.name();
    tell(format, "model", &format!("{name}: {}, {parameters} parameters, {stored}", info.family));
    let setting = |name: &str| loaded.settings.iter().find(|s| s.name == name);
    if let Some(device) = setting("device") {
        let dtype = setting("dtype").map_or("", |dtype| dtype.value.as_str());
        tell(format, "device", &format!("{} in {dtype} ({})", device.value, device.source));
    }
    let plan = memory_plan(loaded);
    let weights = info.weight_bytes;
    let all = weights.saturating_add(plan.total_bytes());
    let text = format!(
        "{} MiB of weights, {} MiB of state and work space, {} MiB in all",
        mib(weights),
        mib(plan.total_bytes()),
        mib(all)
    );
    tell(format, "memory", &text);
    if let Some(tier) = &loaded.tier {
        let bytes = tier.file_bytes(loaded.slot_bytes());
        let blocks = (loaded.limits.kv_block_count, tier.frames);
        tell(format, "disk", &tier_text(&tier.folder, bytes, blocks));
    }
    let (tokens, sequences) = (loaded.limits.seq_len_max, loaded.limits.slot_count);
    let text = format!("{tokens} tokens a sequence, {sequences} sequences at once");
    tell(format, "context", &text);
}

/// The folder of KV blocks on the disk, the bytes there, and the blocks in all and in memory.
fn tier_text(folder: &Path, bytes: u64, (blocks, frames): (u32, u32)) -> String {
    format!(
        "{} MiB in {}: {blocks} KV blocks, of which memory holds {frames}, those on their way \
         included",
        mib(bytes),
        folder.display()
    )
}

/// The addresses of the APIs.
pub fn endpoints(format: LogFormat, url: &str) {
    let text = format!(
        "{url}/v1 (OpenAI), /v1/messages (Anthropic), /api (Ollama), /metrics, / (browser)"
    );
    tell(format, "endpoints", &text);
}

/// The line a script can wait for: it is printed when requests are answered.
pub fn announce(launched: &Launched, state: &AppState, url: &str) {
    let line = format!(
        "Atlas serves {} ({}) at {url} (chat completions: /v1/chat/completions)",
        state.config().model_name(),
        launched.family,
    );
    // A closed standard output must not end the server.
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_is_told_with_its_folder_size_and_blocks() {
        let text = tier_text(Path::new("/tier"), 3 << 29, (5461, 51));
        let blocks = "5461 KV blocks, of which memory holds 51, those on their way included";
        assert_eq!(text, format!("1536.0 MiB in /tier: {blocks}"));
    }
}
