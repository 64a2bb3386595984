//! Where flags get their values: the command line, then the environment, then a config file. All
//! three follow from one clap definition.

use super::config_file::{self, ConfigFile};
use super::names::key_of;
use super::{Cli, foreign, headings};
use clap::builder::BoolishValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches};
use std::collections::HashMap;
use std::ffi::OsString;

const PREFIX: &str = "ATLAS_";

/// Edits by which a variable may differ from a known one to count as its misspelling.
const MISSPELLED_EDITS: usize = 2;

/// Origin of a value that is given nowhere.
const DEFAULT: &str = "default";

/// For flags that the command line does not give: the variable or the key of a file that does, or
/// that they have their default.
#[derive(Clone, Debug, Default)]
pub struct Origins(HashMap<String, String>);

impl Origins {
    /// `source` with the name of a flag in it replaced by where its value comes from.
    pub fn resolve(&self, source: &str) -> String {
        let flag = source.split([' ', ',', ':']).find(|word| word.starts_with("--"));
        let name = match flag {
            Some(flag) => flag.trim_start_matches('-'),
            None if source == "argument" => "model",
            None => return source.to_owned(),
        };
        // A sentence that names a flag on its way says where the value comes from by itself.
        let origin = self.0.get(name).filter(|o| *o != DEFAULT || source.starts_with("--"));
        match origin {
            Some(origin) => source.replacen(flag.unwrap_or("argument"), origin, 1),
            None => source.to_owned(),
        }
    }
}

/// The whole command: the definition of the flags, their variables and the groups of their help.
pub fn command() -> Command {
    headings::arrange(with_variables(Cli::command()))
}

fn with_variables(command: Command) -> Command {
    let command = command.mut_args(|arg| match key_of(&arg) {
        Some(key) => {
            let arg = arg.env(variable(&key)).hide_env(true);
            match arg.get_action() {
                ArgAction::SetTrue => arg.value_parser(BoolishValueParser::new()),
                _ => arg,
            }
        }
        None => arg,
    });
    command.mut_subcommands(with_variables)
}

/// The environment's name of a flag.
fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.to_uppercase().replace('-', "_"))
}

/// Reads the command line, the environment and the config file. Ends the process with a message if
/// they cannot be read, and where help is asked for.
pub fn parse() -> (Cli, Origins) {
    let variables = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let read = misspelled(variables).and_then(|()| parse_from(std::env::args_os().collect()));
    read.unwrap_or_else(|error| error.exit())
}

/// # Errors
/// A variable that is a known one but for a slip: a key that nothing reads would leave a server
/// open.
fn misspelled(variables: impl IntoIterator<Item = String>) -> Result<(), clap::Error> {
    let known = config_file::keys(&command());
    for name in variables {
        let Some(rest) = name.strip_prefix(PREFIX) else { continue };
        let key = rest.to_lowercase().replace('_', "-");
        if known.contains(&key) {
            continue;
        }
        let near = known.iter().map(|k| (strsim::damerau_levenshtein(&key, k), k)).min();
        if let Some((edits, meant)) = near
            && edits <= MISSPELLED_EDITS
            && key.len() > 2 * MISSPELLED_EDITS
        {
            let text =
                format!("{name}: no flag has this variable; did you mean {}?\n", variable(meant));
            return Err(clap::Error::raw(ErrorKind::UnknownArgument, text));
        }
    }
    Ok(())
}

/// # Errors
/// Arguments, variables or a file that cannot be read, each by name.
pub fn parse_from(args: Vec<OsString>) -> Result<(Cli, Origins), clap::Error> {
    let first = match command().try_get_matches_from(&args) {
        // The file may give what is missing.
        Err(e) if e.kind() == ErrorKind::MissingRequiredArgument => {
            let seen = command().ignore_errors(true).try_get_matches_from(&args)?;
            match seen.get_one::<std::path::PathBuf>("config_file") {
                Some(_) => seen,
                None => return Err(e),
            }
        }
        other => other.map_err(foreign::advise)?,
    };
    let mut origins = Origins::default();
    let mut matches = first;
    if let Some(path) = matches.get_one::<std::path::PathBuf>("config_file").cloned() {
        let file = ConfigFile::read(&path, &command())?;
        let given = given_keys(&command(), &matches);
        let (tokens, used) = file.tokens(&chain(&command(), &matches), &given);
        let mut all = args;
        let end = all.iter().position(|a| a == "--").unwrap_or(all.len());
        all.splice(end..end, tokens);
        matches = command().try_get_matches_from(all).map_err(|e| from_file(e, file.name()))?;
        for key in used {
            origins.0.insert(key.clone(), format!("{key} in {}", file.name()));
        }
    }
    variables_used(&command(), &matches, &mut origins);
    Ok((Cli::from_arg_matches(&matches)?, origins))
}

/// The commands that the arguments name, the innermost last.
fn chain(command: &Command, matches: &ArgMatches) -> Vec<Command> {
    let mut list = vec![command.clone()];
    let mut matches = matches;
    while let Some((name, inner)) = matches.subcommand() {
        let Some(next) = list.last().and_then(|c| c.find_subcommand(name)).cloned() else { break };
        list.push(next);
        matches = inner;
    }
    list
}

/// Calls `seen` with the keys of all arguments and where each has its value.
fn each_source(command: &Command, matches: &ArgMatches, seen: &mut dyn FnMut(&str, ValueSource)) {
    for arg in command.get_arguments() {
        if let Some(key) = key_of(arg)
            && let Ok(true) = matches.try_contains_id(arg.get_id().as_str())
            && let Some(source) = matches.value_source(arg.get_id().as_str())
        {
            seen(&key, source);
        }
    }
    if let Some((name, inner)) = matches.subcommand()
        && let Some(next) = command.find_subcommand(name)
    {
        each_source(next, inner, seen);
    }
}

/// Keys that the command line or the environment gives.
fn given_keys(command: &Command, matches: &ArgMatches) -> Vec<String> {
    let mut list = Vec::new();
    each_source(command, matches, &mut |key, source| {
        if source != ValueSource::DefaultValue {
            list.push(key.to_owned());
        }
    });
    list
}

fn variables_used(command: &Command, matches: &ArgMatches, origins: &mut Origins) {
    each_source(command, matches, &mut |key, source| {
        let origin = match source {
            ValueSource::EnvVariable => variable(key),
            ValueSource::DefaultValue => DEFAULT.to_owned(),
            _ => return,
        };
        origins.0.insert(key.to_owned(), origin);
    });
}

/// An error about values of a file, with its name and the key.
fn from_file(error: clap::Error, file: &str) -> clap::Error {
    let flag = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) => flag.split([' ', '=']).next().unwrap_or_default(),
        _ => "",
    };
    let key = match flag.strip_prefix("--") {
        Some(key) => format!("{key}: "),
        None => String::new(),
    };
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let text = text.split("\n\nUsage:").next().unwrap_or(text).trim_end();
    let text = text.split("\n\nFor more information").next().unwrap_or(text).trim_end();
    clap::Error::raw(error.kind(), format!("{file}: {key}{text}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Verb;

    fn parse(args: &[&str]) -> Result<(Cli, Origins), String> {
        let args = ["atlas"].iter().chain(args).map(OsString::from).collect();
        parse_from(args).map_err(|e| e.to_string())
    }

    fn file(text: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("atlas.toml");
        std::fs::write(&path, text).unwrap();
        (folder, path.to_str().unwrap().to_owned())
    }

    #[test]
    fn the_definition_holds_together() {
        command().debug_assert();
    }

    #[test]
    fn a_file_gives_what_the_command_line_does_not() {
        let (_folder, path) = file(
            "model = \"acme/mini\"\nport = 9001\nstrict-requests = true\nlog = \"warn\"\n\
             debug-endpoints = false\nserved-model-name = [\"a\", \"b\"]\nmax-seq-len = \"auto\"\n\
             max-batch-size = 4\ngpu-memory-utilization = 0.5\nprompt-len = 9\nverbose = 2\n",
        );
        let (cli, origins) =
            parse(&["--config-file", &path, "serve", "--max-batch-size", "7"]).unwrap();
        assert_eq!((cli.log.as_deref(), cli.verbose), (Some("warn"), 2));
        let Verb::Serve(args) = cli.verb else { panic!() };
        assert_eq!(args.model.model.as_deref(), Some("acme/mini"));
        assert_eq!(args.port, 9001);
        assert!(args.answers.strict_requests && !args.edge.debug_endpoints);
        assert_eq!(args.answers.served_model_name, ["a", "b"]);
        assert_eq!(args.model.limits.max_batch_size.to_string(), "7");
        assert!(origins.resolve("--port").starts_with("port in "), "{origins:?}");
        assert_eq!(origins.resolve("--max-batch-size"), "--max-batch-size");
        assert_eq!(origins.resolve("--load-format"), "default");
        assert_eq!(origins.resolve("as --load-format says"), "as --load-format says");
        // Flags of other verbs are theirs; what a verb requires may stand in the file.
        assert!(parse(&["plan", "--config-file", &path]).is_ok());
        let (_folder, path) = file("tls-cert = \"c.pem\"\n");
        assert!(parse(&["serve", "--config-file", &path, "--tls-key", "k.pem"]).is_ok());
    }

    #[test]
    fn mistakes_in_a_file_name_the_file_the_key_and_the_nearest_flag() {
        for (text, said) in [
            ("prot = 1", "atlas.toml: unknown key `prot`; did you mean `port`?"),
            ("max_seq_len = 5", "unknown key `max_seq_len`; did you mean `max-seq-len`?"),
            ("port = \"9000\"", "atlas.toml: port: expected a number"),
            ("port = true", "atlas.toml: port: expected a number"),
            ("port = 70000", "atlas.toml: port: invalid value '70000'"),
            ("strict-requests = \"yes\"", "strict-requests: expected true or false"),
            ("api-key = 5", "atlas.toml: api-key: expected a string"),
            ("dtype = \"bf61\"", "a similar value exists: 'bf16'"),
            ("host = [\"a\"]", "atlas.toml: host: one value, not a list"),
            ("[serve]\nport = 1", "atlas.toml: serve: a table"),
            ("config-file = \"x\"", "config-file"),
            ("port = ", "atlas.toml"),
            ("tls-cert = \"x\"", "--tls-key"),
        ] {
            let (_folder, path) = file(text);
            let error = parse(&["serve", "--config-file", &path]).unwrap_err();
            assert!(error.contains(said) && error.contains(&path), "{text}: {error}");
        }
        let gone = parse(&["serve", "--config-file", "/nowhere/atlas.toml"]).unwrap_err();
        assert!(gone.contains("/nowhere/atlas.toml"), "{gone}");
    }

    #[test]
    fn every_flag_has_a_variable_and_slips_are_found() {
        let serve = command().find_subcommand("serve").cloned().unwrap();
        let arg = serve.get_arguments().find(|a| a.get_long() == Some("max-seq-len")).unwrap();
        assert_eq!(arg.get_env().unwrap(), "ATLAS_MAX_SEQ_LEN");
        let check = |name: &str| misspelled([name.to_owned()]).map_err(|e| e.to_string());
        for fine in ["ATLAS_API_KEY", "ATLAS_MODEL", "ATLAS_BINARY", "ATLAS_URL", "PATH"] {
            assert!(check(fine).is_ok(), "{fine}");
        }
        let slip = check("ATLAS_API_KEYS").unwrap_err();
        assert!(slip.contains("did you mean ATLAS_API_KEY?"), "{slip}");
    }

    #[test]
    fn slips_in_flags_and_values_get_a_hint() {
        for (args, said) in [
            (&["serve", "--prot", "1"][..], "'--port'"),
            (&["serve", "--max-seq-length", "1"], "'--max-seq-len'"),
            (&["serev"], "'serve'"),
            (&["serve", "--dtype", "bf61"], "'bf16'"),
            (&["serve", "--load-format", "dumy"], "'dummy'"),
            (&["serve", "--device", "cdua"], "`cuda`"),
            (&["serve", "--graphs-at-start", "atuo"], "`auto`"),
            (&["serve", "--max-seq-len", "atuo"], "`auto`"),
        ] {
            let error = parse(args).unwrap_err();
            assert!(error.contains(said), "{args:?}: {error}");
        }
    }
}
