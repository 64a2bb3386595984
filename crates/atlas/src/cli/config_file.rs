//! `--config-file`: a TOML file whose keys are the names of flags.

use super::names::{key_of, nearest};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command};
use std::any::TypeId;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// A file whose keys are known and whose values have the types of their flags.
pub struct ConfigFile {
    name: String,
    table: Table,
}

/// Names of all flags of all verbs.
pub fn keys(command: &Command) -> BTreeSet<String> {
    let mut set: BTreeSet<String> = command.get_arguments().filter_map(key_of).collect();
    for verb in command.get_subcommands() {
        set.extend(keys(verb));
    }
    set
}

/// All arguments of a name.
fn arguments<'a>(command: &'a Command, key: &str) -> Vec<&'a Arg> {
    let mut list: Vec<_> =
        command.get_arguments().filter(|a| key_of(a).as_deref() == Some(key)).collect();
    for verb in command.get_subcommands() {
        list.extend(arguments(verb, key));
    }
    list
}

impl ConfigFile {
    /// Reads a file against the flags of `command`.
    ///
    /// # Errors
    /// A file that cannot be read or is no TOML, an unknown key, a value of the wrong type. Each
    /// names the file and the key.
    pub fn read(path: &Path, command: &Command) -> Result<Self, clap::Error> {
        let name = path.display().to_string();
        let fail = |text: String| {
            clap::Error::raw(ErrorKind::ValueValidation, format!("{name}: {}\n", text.trim_end()))
        };
        let text = std::fs::read_to_string(path).map_err(|e| fail(e.to_string()))?;
        let table: Table = text.parse().map_err(|e: toml::de::Error| fail(e.to_string()))?;
        let known = keys(command);
        for (key, value) in &table {
            if value.is_table() {
                return Err(fail(format!("{key}: a table; flags stand at the top of the file")));
            }
            if key == "config-file" || !known.contains(key) {
                let names = known.iter().map(String::as_str).filter(|k| *k != "config-file");
                let hint = nearest(key, names)
                    .map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
                return Err(fail(format!("unknown key `{key}`{hint}")));
            }
            // A flag of several verbs may take other values there; one of them has to fit.
            let wrong: Vec<_> =
                arguments(command, key).into_iter().map(|arg| wrong_type(arg, value)).collect();
            if let Some(Some(text)) = wrong.iter().find(|w| w.is_some())
                && wrong.iter().all(Option::is_some)
            {
                return Err(fail(format!("{key}: {text}")));
            }
        }
        Ok(Self { name, table })
    }

    /// The path as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Arguments for the innermost of `commands` that say the same as the file, without those of
    /// `given`, and their keys.
    pub fn tokens(&self, commands: &[Command], given: &[String]) -> (Vec<OsString>, Vec<String>) {
        let (mut tokens, mut used) = (Vec::new(), Vec::new());
        for (key, value) in self.table.iter().filter(|(key, _)| !given.contains(key)) {
            let mut all = commands.iter().rev().flat_map(Command::get_arguments);
            let found = all.find(|arg| key_of(arg).as_deref() == Some(key));
            let Some(arg) = found else { continue };
            tokens.extend(arg_tokens(arg, key, value).into_iter().map(OsString::from));
            used.push(key.clone());
        }
        (tokens, used)
    }
}

fn arg_tokens(arg: &Arg, key: &str, value: &Value) -> Vec<String> {
    let flag = format!("--{key}");
    match (arg.get_action(), value) {
        (ArgAction::SetTrue, Value::Boolean(true)) => vec![flag],
        (ArgAction::SetTrue, _) => Vec::new(),
        (ArgAction::Count, Value::Integer(n)) => {
            vec![flag; usize::try_from(*n).unwrap_or(0).min(usize::from(u8::MAX))]
        }
        (_, Value::Array(list)) => list.iter().map(|v| format!("{flag}={}", plain(v))).collect(),
        _ if arg.is_positional() => vec![plain(value)],
        _ => vec![format!("{flag}={}", plain(value))],
    }
}

/// A value as it stands on a command line.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Says which type of value a flag has, if `value` is of another one.
fn wrong_type(arg: &Arg, value: &Value) -> Option<String> {
    match (arg.get_action(), value) {
        (ArgAction::SetTrue, Value::Boolean(_)) => return None,
        (ArgAction::SetTrue, _) => return Some("expected true or false".to_owned()),
        (ArgAction::Count, Value::Integer(0..=9)) => return None,
        (ArgAction::Count, _) => return Some("expected a number from 0 to 9".to_owned()),
        (ArgAction::Append, Value::Array(list)) => {
            return list.iter().find_map(|value| wrong_scalar(arg, value));
        }
        (_, Value::Array(_)) => return Some("one value, not a list".to_owned()),
        _ => {}
    }
    wrong_scalar(arg, value)
}

fn wrong_scalar(arg: &Arg, value: &Value) -> Option<String> {
    let parser = arg.get_value_parser().type_id();
    let is = |types: &[TypeId]| types.iter().any(|t| parser == *t);
    let integers = [
        TypeId::of::<u8>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<NonZeroU32>(),
    ];
    let (fits, expected) = if is(&integers) {
        (value.is_integer(), "a number without a fraction")
    } else if is(&[TypeId::of::<f32>(), TypeId::of::<f64>()]) {
        (value.is_integer() || value.is_float(), "a number")
    } else if is(&[TypeId::of::<String>(), TypeId::of::<PathBuf>()]) {
        (value.is_str(), "a string")
    } else {
        (value.is_str() || value.is_integer() || value.is_float(), "a string or a number")
    };
    (!fits).then(|| format!("expected {expected}, but it is {}: {value}", value.type_str()))
}
