//! `atlas doctor`: problems that would stop or slow a server on this machine.

use crate::cli::DoctorArgs;
use crate::launch;
use crate::memory_needs::MemoryNeeds;
use crate::network::Network;
use crate::print::{mib, say};
use crate::settings::{self, cores};
use anyhow::{Context, Result, bail};
use atlas_tensor::Isa;
use atlas_tensor::measure::measure_read_bandwidth;

/// Prints a line for every check.
///
/// # Errors
/// A check failed, so that serving would fail.
pub fn run(args: &DoctorArgs) -> Result<()> {
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
    let address = std::net::SocketAddr::new(args.serve.host.address, args.serve.port);
    let listen = std::net::TcpListener::bind(address).map(|_| address.to_string());
    check("edge", Network::new(&args.serve.edge).map(|e| network_text(&e)));
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
            check("plan", MemoryNeeds::of(&loaded).and_then(|needs| needs.fit()));
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

fn network_text(network: &Network) -> String {
    let tls = if network.tls.is_some() { "HTTPS" } else { "plain HTTP" };
    let limits = if network.rate_limits.is_unlimited() { "no rate limits" } else { "rate limits" };
    format!("{tls}, {limits}")
}
