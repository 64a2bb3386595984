//! The verbs that look and do not serve: plan, explain, kernels, verify, doctor.

use crate::cli::{DoctorArgs, ExplainArgs, KernelsArgs, PlanArgs, ServeArgs, VerifyArgs};
use crate::edge::Edge;
use crate::launch::{self, Loaded};
use crate::say::say;
use crate::settings::{self, Setting, cores};
use anyhow::{Context, Result, bail};
use atlas_engine::MemoryPlan;
use atlas_tensor::Isa;
use atlas_tensor::measure::measure_read_bandwidth;
use comfy_table::{Table, presets};
use serde_json::json;

/// What a server will take, and what there is.
struct Needs {
    plan: MemoryPlan,
    weights: u64,
    machine: u64,
    /// Free on the GPU, if there is one: the verbs that ask load nothing there.
    free: Option<u64>,
}

impl Needs {
    fn of(loaded: &Loaded) -> Result<Self> {
        Ok(Self {
            plan: launch::memory_plan(loaded),
            weights: loaded.model.model.info().weight_bytes,
            machine: settings::machine_memory_bytes()?,
            free: loaded.device.free_bytes(),
        })
    }

    fn total(&self) -> u64 {
        self.plan.total_bytes().saturating_add(self.weights)
    }

    fn on_gpu(&self) -> u64 {
        self.total() - self.plan.host_bytes()
    }

    /// What is needed of each memory; fails where it is more than there is.
    fn fit(&self) -> Result<String> {
        let on_machine = match self.free {
            Some(_) => self.plan.host_bytes(),
            None => self.total(),
        };
        let gpu = self.free.map(|free| ("the GPU has free", self.on_gpu(), free));
        let mut said = Vec::new();
        for (place, needed, have) in
            gpu.into_iter().chain([("this machine has", on_machine, self.machine)])
        {
            if needed > have {
                bail!(
                    "the plan needs {} MiB and {place} {} MiB; lower --max-seq-len, \
                     --max-batch-size or --kv-cache-memory-gb",
                    mib(needed),
                    mib(have)
                );
            }
            said.push(format!("{} MiB; {place} {} MiB", mib(needed), mib(have)));
        }
        Ok(said.join(", "))
    }
}

/// `atlas plan`: every pool to the byte; fails if they exceed the memory that they lie in.
pub fn plan(args: &PlanArgs) -> Result<()> {
    let loaded = launch::load(&args.model, false)?;
    let needs = Needs::of(&loaded)?;
    if args.json {
        let pools: Vec<_> =
            needs.plan.pools.iter().map(|p| json!({"name": p.name, "bytes": p.bytes})).collect();
        let mut all = json!({"pools": pools, "weights_bytes": needs.weights,
            "total_bytes": needs.total(), "machine_bytes": needs.machine,
            "settings": loaded.settings});
        if let Some(free) = needs.free {
            all["device_bytes"] = needs.on_gpu().into();
            all["device_free_bytes"] = free.into();
        }
        say!("{all}");
    } else {
        let mut table = table(["pool", "bytes", "MiB"]);
        let mut row = |name: &str, bytes: u64| {
            table.add_row([name.to_owned(), bytes.to_string(), mib(bytes)]);
        };
        match needs.free {
            Some(_) => row("weights", needs.weights),
            None => row("weights (mapped from the checkpoint)", needs.weights),
        }
        for pool in &needs.plan.pools {
            row(pool.name, pool.bytes);
        }
        row("total", needs.total());
        if let Some(free) = needs.free {
            row("of it on the GPU", needs.on_gpu());
            row("free on the GPU", free);
        }
        row("this machine", needs.machine);
        say!("{table}");
        print_settings(&loaded.settings);
    }
    needs.fit().map(drop)
}

/// Settings of a verb that serves, the model's own config included.
fn all_settings(args: &ServeArgs, loaded: &Loaded) -> Result<Vec<Setting>> {
    let mut list = loaded.settings.clone();
    let default = |flag: &str, is_default: bool| {
        if is_default { "default".to_owned() } else { flag.to_owned() }
    };
    list.push(Setting::new(
        "host",
        args.host,
        default("--host", args.host.to_string() == "127.0.0.1"),
    ));
    list.push(Setting::new("port", args.port, default("--port", args.port == 8888)));
    let (names, names_source) = if args.answers.served_model_name.is_empty() {
        (loaded.source.name(), "the model's source")
    } else {
        (args.answers.served_model_name.join(","), "--served-model-name")
    };
    list.push(Setting::new("served_model_name", names, names_source));
    list.push(Setting::new(
        "max_body_mb",
        args.answers.max_body_mb,
        default("--max-body-mb", args.answers.max_body_mb == 32),
    ));
    list.push(Setting::new(
        "strict_requests",
        args.answers.strict_requests,
        default("--strict-requests", !args.answers.strict_requests),
    ));
    let keys = match args.api_key.len() {
        0 => Setting::new("api_keys", "none needed", "default"),
        n => Setting::new("api_keys", n, "--api-key or ATLAS_API_KEYS"),
    };
    list.push(keys);
    crate::serve::api_keys(args)?;
    list.push(match args.api_tenant.len() {
        0 => Setting::new("api_tenants", "each key its own", "default"),
        _ => Setting::new(
            "api_tenants",
            args.api_tenant.join(","),
            "--api-tenant or ATLAS_API_TENANTS",
        ),
    });
    Edge::new(&args.edge)?;
    list.extend(crate::edge::settings(&args.edge));
    list.push(match &args.record {
        Some(folder) => Setting::new("record", folder.display(), "--record or ATLAS_RECORD"),
        None => Setting::new("record", "off", "default"),
    });
    list.push(Setting::new(
        "record_max_mb",
        args.record_max_mb,
        default("--record-max-mb", args.record_max_mb == 1024),
    ));
    list.extend(crate::output::resolve(&args.answers, loaded)?.1);
    let (file, profile) = crate::profile::of(loaded)?;
    list.extend(crate::output::limits(&file, &profile)?);
    let file = format!("{file}: {}", profile.source);
    for (phase, s) in [
        ("sampling", profile.plain()),
        ("sampling_thinking", profile.thinking()),
        ("sampling_tools", profile.tools()),
    ] {
        let value = format!(
            "temperature {}, top_p {}, top_k {}, min_p {}, presence_penalty {}, repetition_penalty {}",
            s.temperature, s.top_p, s.top_k, s.min_p, s.presence_penalty, s.repetition_penalty
        );
        list.push(Setting::new(phase, value, file.clone()));
    }
    if let Some(text) = &loaded.text {
        for stop in text.stops().iter() {
            let source =
                stop.sources.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            list.push(Setting::new("stop_token", format!("{} {:?}", stop.id, stop.token), source));
        }
        let origin = text.template().map_or("none", |t| t.origin());
        list.push(Setting::new("chat_template.file", origin, "the checkpoint or --chat-template"));
    } else {
        let source = "eos_token_id of config.json or generation_config.json";
        list.extend(loaded.stop_ids.iter().map(|id| Setting::new("stop_token", id, source)));
    }
    for s in &loaded.model.config.settings {
        list.push(Setting::new(&format!("config.{}", s.name), &s.value, s.origin.to_string()));
    }
    Ok(list)
}

/// `atlas explain`: every effective setting and its source.
pub fn explain(args: &ExplainArgs, log: &str, log_json: bool) -> Result<()> {
    let loaded = launch::load(&args.serve.model, false)?;
    let mut list = all_settings(&args.serve, &loaded)?;
    let log_source = match std::env::var("ATLAS_LOG") {
        Ok(value) if value == log => "ATLAS_LOG",
        _ if log == "info" => "default",
        _ => "--log",
    };
    list.push(Setting::new("log", log, log_source));
    list.push(Setting::new("log_json", log_json, if log_json { "--log-json" } else { "default" }));
    if args.json {
        say!("{}", serde_json::to_string_pretty(&list)?);
    } else {
        print_settings(&list);
        for skipped in &loaded.model.skipped {
            say!("skipped: {skipped}");
        }
    }
    Ok(())
}

/// `atlas kernels`: the rows of this build, or what a model binds.
pub fn kernels(args: &KernelsArgs) -> Result<()> {
    if args.explain {
        let loaded = launch::load(&args.model, false)?;
        let mut table = table(["op", "need", "row", "row contract", "layers", "passed over"]);
        for b in &loaded.model.bound {
            let (name, contract) = match (b.parts, b.row.width_invariant) {
                ([], true) => (b.row.name.to_owned(), "kept"),
                ([], false) => (b.row.name.to_owned(), "not kept"),
                (parts, _) => (format!("{} of {}", b.row.name, parts.join(", ")), "of its parts"),
            };
            let layers = b.count.to_string();
            let passed: Vec<_> =
                b.rejected.iter().map(|(row, why)| format!("{}: {why}", row.name)).collect();
            let passed = passed.join("\n");
            table.add_row([b.row.op, b.need.as_str(), &name, contract, &layers, &passed]);
        }
        say!("{table}");
        return Ok(());
    }
    let mut table = table(["op", "row", "isa", "here"]);
    for row in atlas_tensor::cpu::all_rows() {
        let here = if row.runs_on.isa().is_some_and(Isa::is_available) {
            "yes"
        } else {
            "no: this CPU lacks it"
        };
        table.add_row([row.op, row.name, row.runs_on.name(), here]);
    }
    say!("{table}");
    Ok(())
}

/// `atlas verify --taps FILE`: where the forward pass leaves its reference.
pub fn verify(args: &VerifyArgs) -> Result<()> {
    let loaded = launch::load(&args.model, true)?;
    let report = atlas_model::verify::compare(&*loaded.model.model, &loaded.device, &args.taps)
        .with_context(|| args.taps.display().to_string())?;
    let mut table = table(["tap", "relative error", "cosine", ""]);
    for tap in &report.taps {
        table.add_row([
            tap.name.clone(),
            format!("{:.2e}", tap.relative_error),
            format!("{:.7}", tap.cosine),
            if tap.within { String::new() } else { "beyond the bound".into() },
        ]);
    }
    say!("{table}");
    match report.first_divergence() {
        None => say!("all {} taps are within their bound", report.taps.len()),
        Some(tap) => bail!("the first tap beyond its bound is {}", tap.name),
    }
    Ok(())
}

/// `atlas doctor`: what would stop or slow a server here. Fails if serving would.
pub fn doctor(args: &DoctorArgs) -> Result<()> {
    let mut bad = 0;
    let mut check = |name: &str, result: Result<String>| match result {
        Ok(text) => say!("ok    {name}: {text}"),
        Err(e) => {
            bad += 1;
            say!("FAIL  {name}: {e:#}");
        }
    };
    let names: Vec<_> = Isa::available().iter().map(|i| i.name()).collect();
    check("cpu", Ok(format!("{} threads; kernels: {}", cores(), names.join(", "))));
    check("memory", settings::machine_memory_bytes().map(|b| format!("{} MiB", mib(b))));
    let (threads, _) = settings::thread_count(args.serve.model.threads, cores());
    let read = measure_read_bandwidth(threads) / 1e9;
    check("read bandwidth", Ok(format!("{read:.1} GB/s on {threads} threads")));
    let address = std::net::SocketAddr::new(args.serve.host, args.serve.port);
    let listen = std::net::TcpListener::bind(address).map(|_| address.to_string());
    check("edge", Edge::new(&args.serve.edge).map(|e| edge_text(&e)));
    check("address", listen.with_context(|| format!("{address} cannot be listened on")));
    match launch::load(&args.serve.model, false) {
        Err(e) => check("model", Err(e)),
        Ok(loaded) => {
            let info = loaded.model.model.info();
            check(
                "model",
                Ok(format!(
                    "{} ({}), {} layers",
                    loaded.source.name(),
                    info.family,
                    info.layer_count
                )),
            );
            check("plan", Needs::of(&loaded).and_then(|needs| needs.fit()));
            let text = match &loaded.text {
                None => "no tokenizer: token-id prompts only".to_owned(),
                Some(t) if t.template().is_none() => {
                    "no chat template: /v1/completions only".into()
                }
                Some(t) if t.stops().is_empty() => "no stop token: answers end by length".into(),
                Some(t) => {
                    format!("tokenizer, chat template, {} stop tokens", t.stops().ids().len())
                }
            };
            check("text", Ok(text));
        }
    }
    if bad > 0 {
        bail!("{bad} checks failed");
    }
    Ok(())
}

fn edge_text(edge: &Edge) -> String {
    let tls = if edge.tls.is_some() { "HTTPS" } else { "plain HTTP" };
    let limits = if edge.rate_limits.is_unlimited() { "no rate limits" } else { "rate limits" };
    format!("{tls}, {limits}")
}

fn mib(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 20))
}

fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table
}

fn print_settings(list: &[Setting]) {
    let mut table = table(["setting", "value", "source"]);
    for s in list {
        table.add_row([&s.name, &s.value, &s.source]);
    }
    say!("{table}");
}
