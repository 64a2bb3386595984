//! From flags to the limits of connections, within the file descriptors that the system allows.

use crate::cli::{AutoNumber, ConnectionArgs};
use crate::settings::EffectiveSetting;
use anyhow::{Result, bail};
use atlas_server::ConnectionLimits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::time::Duration;

/// Most connections unless a number is given.
const CONNECTIONS_AUTO_MAX: u64 = 4096;
/// File descriptors that are never for connections: of the runtime, files, the log and refusals.
const OTHER_FILES: u64 = 96;

/// Raises the process's limit of open files as far as the system allows it, and returns it; `None`
/// is no limit.
pub fn raise_open_files() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
    getrlimit(Resource::Nofile).current
}

/// The number of connections, and where it comes from.
fn connections_max(wish: AutoNumber, files: Option<u64>) -> Result<(u64, String)> {
    match (wish, files) {
        (AutoNumber::Number(n), Some(files)) if u64::from(n) + OTHER_FILES > files => bail!(
            "--max-connections {n}: this process may open {files} files, of which {OTHER_FILES} \
             are for other things: raise the limit (ulimit -Hn) or give at most {}",
            files.saturating_sub(OTHER_FILES)
        ),
        (AutoNumber::Number(n), _) => Ok((u64::from(n), "--max-connections".to_owned())),
        (AutoNumber::Auto, Some(files)) if files / 4 * 3 < CONNECTIONS_AUTO_MAX => {
            // Both, so that many descriptors leave a share and few leave what is needed.
            let most = (files / 4 * 3).min(files.saturating_sub(OTHER_FILES)).max(1);
            Ok((most, format!("default: a share of {files} open files")))
        }
        (AutoNumber::Auto, _) => Ok((CONNECTIONS_AUTO_MAX, "default".to_owned())),
    }
}

/// The limits of connections.
///
/// # Errors
/// More connections than files may be open.
pub fn limits(args: &ConnectionArgs, files: Option<u64>) -> Result<ConnectionLimits> {
    let (connections_max, _) = connections_max(args.max_connections, files)?;
    let seconds = |s: u32| Duration::from_secs(u64::from(s));
    let connections_max = connections_max as usize;
    let default = ConnectionLimits::default();
    Ok(ConnectionLimits {
        connections_max,
        // Handshakes leave half of the places to connections that have had theirs.
        handshakes_max: default.handshakes_max.min(connections_max.div_ceil(2)),
        head_max: seconds(args.head_timeout_s),
        idle_max: seconds(args.idle_timeout_s),
        handshake_max: seconds(args.handshake_timeout_s),
        ..default
    })
}

/// Every limit of connections and bodies, for `atlas explain`.
///
/// # Errors
/// See [`limits`].
pub fn settings(args: &ConnectionArgs) -> Result<Vec<EffectiveSetting>> {
    let (most, source) = connections_max(args.max_connections, raise_open_files())?;
    let mut list = vec![EffectiveSetting::new("max_connections", most, source)];
    for (name, value, default) in [
        ("head_timeout_s", args.head_timeout_s, 15),
        ("body_timeout_s", args.body_timeout_s, 30),
        ("idle_timeout_s", args.idle_timeout_s, 75),
        ("handshake_timeout_s", args.handshake_timeout_s, 10),
        ("max_bodies_mb", args.max_bodies_mb, 256),
    ] {
        let source = match value == default {
            true => "default".to_owned(),
            false => {
                format!("--{} or ATLAS_{}", name.replace('_', "-"), name.to_uppercase())
            }
        };
        list.push(EffectiveSetting::new(name, value, source));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_rest() {
        let most = |wish, files| connections_max(wish, files).map(|(n, _)| n).ok();
        assert_eq!(most(AutoNumber::Auto, None), Some(4096));
        assert_eq!(most(AutoNumber::Auto, Some(1 << 20)), Some(4096));
        assert_eq!(most(AutoNumber::Auto, Some(1024)), Some(768));
        assert_eq!(most(AutoNumber::Auto, Some(300)), Some(204));
        assert_eq!(most(AutoNumber::Auto, Some(50)), Some(1));
        assert_eq!(most(AutoNumber::Number(900), Some(1024)), Some(900));
        assert_eq!(most(AutoNumber::Number(1000), Some(1024)), None);
    }
}
