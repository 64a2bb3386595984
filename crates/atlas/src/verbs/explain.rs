//! `atlas explain`: every effective setting and its source.

use crate::answers;
use crate::checkpoint::Source;
use crate::cli::{ExplainArgs, LogFormat, Origins, ServeArgs};
use crate::connections;
use crate::launch::{self, Loaded};
use crate::network::{self, Network, api_keys};
use crate::print::{self, say};
use crate::settings::EffectiveSetting;
use anyhow::Result;
use serde_json::Value;

/// Prints the settings that a server with these flags would have.
///
/// # Errors
/// The model cannot be loaded, or flags contradict each other.
pub fn run(args: &ExplainArgs, log: [EffectiveSetting; 2], origins: &Origins) -> Result<()> {
    let loaded = launch::load(&args.serve.model, false)?;
    let mut list = all_settings(&args.serve, &loaded)?;
    list.extend(log);
    resolve(&mut list, origins);
    if args.json {
        say!("{}", serde_json::to_string_pretty(&list)?);
    } else {
        print::settings(&list, args.wide);
        for skipped in &loaded.model.skipped {
            say!("skipped: {skipped}");
        }
        for plainer in &loaded.model.plainer {
            say!("held in f32: {}: {}", plainer.name, plainer.why);
        }
    }
    Ok(())
}

/// The settings of a server, as JSON.
///
/// # Errors
/// Flags contradict each other.
pub fn report(args: &ServeArgs, loaded: &Loaded, origins: &Origins) -> Result<Value> {
    let mut list = all_settings(args, loaded)?;
    resolve(&mut list, origins);
    Ok(serde_json::to_value(list)?)
}

/// Names where each value comes from.
fn resolve(list: &mut [EffectiveSetting], origins: &Origins) {
    for setting in list {
        setting.source = origins.resolve(&setting.source);
    }
}

/// The settings of the log.
pub fn log_settings(
    filter: Option<String>,
    verbose: u8,
    format: LogFormat,
) -> [EffectiveSetting; 2] {
    let log = match (filter, verbose) {
        (Some(filter), _) => EffectiveSetting::new("log", filter, "--log"),
        (None, 0) => EffectiveSetting::new("log", "warn", "default"),
        (None, 1) => EffectiveSetting::new("log", "info", "--verbose"),
        (None, 2) => EffectiveSetting::new("log", "debug", "--verbose"),
        (None, _) => EffectiveSetting::new("log", "trace", "--verbose"),
    };
    let (name, source) = match format {
        LogFormat::Text => ("text", "default"),
        LogFormat::Json => ("json", "--log-format"),
    };
    [log, EffectiveSetting::new("log_format", name, source)]
}

/// Settings of a verb that serves, the model's own config included.
fn all_settings(args: &ServeArgs, loaded: &Loaded) -> Result<Vec<EffectiveSetting>> {
    let mut list = loaded.settings.clone();
    list.extend(request_settings(args, loaded));
    list.extend(network_settings(args)?);
    list.extend(recording_settings(args));
    list.extend(session_settings(args));
    list.extend(answers::parsers(&args.answers, loaded)?.1);
    let (file, profile) = loaded.profile()?;
    list.extend(answers::limits(&file, &profile)?);
    let file = format!("{file}: {}", profile.source);
    for (name, s) in [
        ("sampling", profile.plain()),
        ("sampling_thinking", profile.thinking()),
        ("sampling_tools", profile.tools()),
    ] {
        let value = format!(
            "temperature {}, top_p {}, top_k {}, min_p {}, presence_penalty {}, \
             repetition_penalty {}",
            s.temperature, s.top_p, s.top_k, s.min_p, s.presence_penalty, s.repetition_penalty
        );
        list.push(EffectiveSetting::new(name, value, file.clone()));
    }
    list.extend(text_settings(loaded));
    let formats = launch::formats_by_module(&loaded.model);
    list.extend(formats.into_iter().map(|(module, format)| {
        EffectiveSetting::new(&format!("format.{module}"), format, "the tensors")
    }));
    let config = &loaded.model.config.settings;
    list.extend(config.iter().map(|s| {
        EffectiveSetting::new(&format!("config.{}", s.name), &s.value, s.origin.to_string())
    }));
    Ok(list)
}

/// The source of a flag's value.
fn flag_or_default(flag: &str, is_default: bool) -> String {
    if is_default { "default".to_owned() } else { flag.to_owned() }
}

/// The address, the model's names and the limits of requests.
fn request_settings(args: &ServeArgs, loaded: &Loaded) -> [EffectiveSetting; 6] {
    let (names, names_source) = if args.answers.served_model_name.is_empty() {
        (loaded.source.name(), "the model's source")
    } else {
        (args.answers.served_model_name.join(","), "--served-model-name")
    };
    let host_is_default = args.host.name == "127.0.0.1";
    let (max_body_mb, strict) = (args.answers.max_body_mb, args.answers.strict_requests);
    [
        EffectiveSetting::new(
            "host",
            args.host.address,
            flag_or_default("--host", host_is_default),
        ),
        EffectiveSetting::new("port", args.port, flag_or_default("--port", args.port == 8888)),
        EffectiveSetting::new("served_model_name", names, names_source),
        EffectiveSetting::new(
            "max_body_mb",
            max_body_mb,
            flag_or_default("--max-body-mb", max_body_mb == 32),
        ),
        EffectiveSetting::new(
            "strict_requests",
            strict,
            flag_or_default("--strict-requests", !strict),
        ),
        match args.drain_timeout {
            Some(seconds) => EffectiveSetting::new("drain_timeout", seconds, "--drain-timeout"),
            None => EffectiveSetting::new("drain_timeout", "none", "default"),
        },
    ]
}

/// API keys, rate limits, origins and TLS.
///
/// # Errors
/// See [`api_keys`] and [`Network::new`].
fn network_settings(args: &ServeArgs) -> Result<Vec<EffectiveSetting>> {
    api_keys(args)?;
    let keys = match args.api_key.len() {
        0 => EffectiveSetting::new("api_keys", "none needed", "default"),
        n => EffectiveSetting::new("api_keys", n, "--api-key"),
    };
    let tenants = match args.api_tenant.len() {
        0 => EffectiveSetting::new("api_tenants", "each key its own", "default"),
        _ => EffectiveSetting::new("api_tenants", args.api_tenant.join(","), "--api-tenant"),
    };
    Network::new(&args.edge)?;
    let mut list = vec![keys, tenants];
    list.extend(network::settings(&args.edge));
    list.extend(connections::settings(&args.edge.connections)?);
    Ok(list)
}

fn session_settings(args: &ServeArgs) -> [EffectiveSetting; 2] {
    let folder = match &args.session_dir {
        Some(folder) => EffectiveSetting::new("session_dir", folder.display(), "--session-dir"),
        None => EffectiveSetting::new("session_dir", "off", "default"),
    };
    let source = flag_or_default("--session-gb", args.session_gb == 64.0);
    [folder, EffectiveSetting::new("session_gb", args.session_gb, source)]
}

fn recording_settings(args: &ServeArgs) -> [EffectiveSetting; 2] {
    let record = match &args.record {
        Some(folder) => EffectiveSetting::new("record", folder.display(), "--record"),
        None => EffectiveSetting::new("record", "off", "default"),
    };
    let source = flag_or_default("--record-max-mb", args.record_max_mb == 1024);
    [record, EffectiveSetting::new("record_max_mb", args.record_max_mb, source)]
}

/// Stop tokens and the file of the chat template.
fn text_settings(loaded: &Loaded) -> Vec<EffectiveSetting> {
    let Some(text) = &loaded.text else {
        let source = match loaded.source {
            Source::Gguf(_) => "tokenizer.ggml.eos_token_id",
            _ => "eos_token_id of config.json or generation_config.json",
        };
        let ids = loaded.stop_ids.iter();
        return ids.map(|id| EffectiveSetting::new("stop_token", id, source)).collect();
    };
    let mut list = Vec::new();
    for stop in text.stops().iter() {
        let source = stop.sources.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let token = format!("{} {:?}", stop.id, stop.token);
        list.push(EffectiveSetting::new("stop_token", token, source));
    }
    let origin = text.template().map_or("none", |t| t.origin());
    let source = "the checkpoint or --chat-template";
    list.push(EffectiveSetting::new("chat_template.file", origin, source));
    list
}
