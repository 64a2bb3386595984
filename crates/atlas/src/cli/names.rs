//! Names of flags outside the command line, and names that are meant by others.

use clap::Arg;

/// Similarity from which a name is offered for a misspelled one.
const SIMILAR: f64 = 0.7;

/// The name of a flag in the environment and in a config file: its long name, or `model` and `url`
/// for the arguments of that meaning.
pub fn key_of(arg: &Arg) -> Option<String> {
    match arg.get_long() {
        Some("help" | "version") => None,
        Some(long) => Some(long.to_owned()),
        None => {
            let named = ["model", "url"].into_iter().find(|name| arg.get_id() == name);
            named.map(str::to_owned)
        }
    }
}

/// The name among `known` that `given` most likely stands for.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.into_iter().map(|name| (strsim::jaro(given, name), name));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= SIMILAR).then_some(best.1)
}
