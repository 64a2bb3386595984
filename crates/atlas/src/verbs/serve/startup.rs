//! The lines that a user sees while a server starts: what runs, where, with which bounds.

use crate::cli::LogFormat;
use crate::launch::{self, Launched, Loaded, memory_plan};
use crate::log::tell;
use crate::print::{count, mib};
use atlas_server::AppState;
use std::io::Write;

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
    let (tokens, sequences) = (loaded.limits.seq_len_max, loaded.limits.slot_count);
    let text = format!("{tokens} tokens a sequence, {sequences} sequences at once");
    tell(format, "context", &text);
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
