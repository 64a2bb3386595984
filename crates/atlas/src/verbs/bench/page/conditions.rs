//! Conditions of a run that are the same for every kind of benchmark.

use std::ffi::OsString;

/// Stands for a secret.
const HIDDEN: &str = "***";

/// The command line of this process, quoted for a shell. `secret`, the names in addresses and the
/// path of the program are left out.
pub fn command(secret: Option<&str>) -> String {
    written(std::env::args_os().skip(1), secret)
}

fn written(arguments: impl Iterator<Item = OsString>, secret: Option<&str>) -> String {
    let shown = |argument: OsString| {
        let text = argument.to_string_lossy().into_owned();
        match secret.and_then(|s| text.strip_suffix(s)) {
            Some("") => HIDDEN.to_owned(),
            Some(flag) if flag.ends_with('=') => format!("{flag}{HIDDEN}"),
            _ => quoted(&without_user(&text)),
        }
    };
    std::iter::once("atlas".to_owned()).chain(arguments.map(shown)).collect::<Vec<_>>().join(" ")
}

/// An address without the name and the password before its host; other text as it is.
pub fn without_user(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    let host_end = rest.find('/').unwrap_or(rest.len());
    match rest[..host_end].rfind('@') {
        Some(at) => format!("{scheme}://{HIDDEN}@{}", &rest[at + 1..]),
        None => text.to_owned(),
    }
}

/// An argument as a shell reads it.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-*".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// The time, UTC.
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Name, system and processor of this machine.
pub fn host() -> String {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let name = read("/proc/sys/kernel/hostname").map(|t| t.trim().to_owned());
    let cores = crate::settings::cores();
    let cores = format!("{cores} {}", if cores == 1 { "core" } else { "cores" });
    let processor = read("/proc/cpuinfo").and_then(|t| processor(&t));
    let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    let parts = [name, Some(system), processor, Some(cores)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The processor's name, where the kernel says it.
fn processor(cpuinfo: &str) -> Option<String> {
    let named = cpuinfo.lines().find_map(|l| l.strip_prefix("model name"))?;
    Some(named.trim_start().strip_prefix(':')?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_quoted_and_holds_no_secret() {
        let of = |arguments: &[&str], secret| written(arguments.iter().map(Into::into), secret);
        assert_eq!(
            of(&["bench", "--extra-body", r#"{"a": "it's"}"#, ""], None),
            r#"atlas bench --extra-body '{"a": "it'\''s"}' ''"#
        );
        assert_eq!(
            of(&["--api-key", "sk-1", "--api-key=sk-1", "--url=http://u:p@h/v1"], Some("sk-1")),
            "atlas --api-key *** --api-key=*** '--url=http://***@h/v1'".replace('\'', "")
        );
    }

    #[test]
    fn addresses_lose_their_user_alone() {
        assert_eq!(without_user("http://h:1/a@b"), "http://h:1/a@b");
        assert_eq!(without_user("http://u:p@h:1/a@b"), "http://***@h:1/a@b");
        assert_eq!(without_user("a@b"), "a@b");
    }

    #[test]
    fn the_host_has_a_name_and_a_processor() {
        assert!(host().contains("core"), "{}", host());
        assert_eq!(processor("x\nmodel name\t: EPYC 9\n"), Some("EPYC 9".into()));
        assert_eq!(processor("Processor: 3\n"), None);
    }
}
