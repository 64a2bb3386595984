//! `atlas completions` and `atlas man`, from the definition of the flags.

use crate::cli::command;
use crate::print;
use anyhow::{Context, Result};
use clap_complete::Shell;

/// Prints the completions of a shell.
pub fn completions(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "atlas", &mut script);
    print::write(format_args!("{}", String::from_utf8_lossy(&script)));
}

/// Prints the manual page of the program, or of the verb that `path` leads to.
///
/// # Errors
/// There is no such verb.
pub fn page(path: &[String]) -> Result<()> {
    let mut all = command();
    all.build();
    let mut chosen = &all;
    for name in path {
        let known: Vec<_> =
            chosen.get_subcommands().filter(|c| !c.is_hide_set()).map(|c| c.get_name()).collect();
        chosen = chosen
            .find_subcommand(name)
            .with_context(|| format!("{name}: no such verb; there are {}", known.join(", ")))?;
    }
    let name = ["atlas"].into_iter().chain(path.iter().map(String::as_str));
    let title = name.collect::<Vec<_>>().join("-");
    let mut text = Vec::new();
    clap_mangen::Man::new(chosen.clone().display_name(title.clone()))
        .title(title.to_uppercase())
        .manual("Atlas")
        .render(&mut text)?;
    print::write(format_args!("{}", String::from_utf8_lossy(&text)));
    Ok(())
}
