//! Script of a model's answers: rules that look at the conversation in the prompt, check each tool
//! result, and write the next turn as the template of `models/atlas-mini` would have it.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Tasks that the model knows. The first one whose order is in the conversation, and whose tools
/// are in the prompt, decides what is said.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Answer to every other request (titles, summaries, greetings).
    pub default: String,
    /// The reasoning before every turn where the template leaves thinking open.
    #[serde(default)]
    pub thought: String,
    /// Answers in place of `default` where the prompt has a text.
    #[serde(default, rename = "reply")]
    pub replies: Vec<Reply>,
    #[serde(default, rename = "task")]
    pub tasks: Vec<Task>,
}

/// An answer to requests that are no task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    pub holds: String,
    pub say: String,
}

/// An order and the steps that carry it out. The first step begins.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Part of the user's message.
    pub order: String,
    #[serde(rename = "step")]
    pub steps: Vec<ScriptStep>,
}

/// One turn of the assistant. A step without calls is the final answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptStep {
    pub name: String,
    /// Text before the calls, or the answer.
    #[serde(default)]
    pub say: String,
    #[serde(default, rename = "call")]
    pub calls: Vec<Call>,
    /// Where the results lead: the first branch that fits them. Results that fit none are called
    /// wrong, and the task ends.
    #[serde(default, rename = "then")]
    pub branches: Vec<Branch>,
}

/// A tool call.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub tool: String,
    /// Names and values, in the order of the tool's schema: a call is held to that.
    #[serde(default)]
    pub arguments: Vec<(String, Value)>,
}

/// A condition on the results of a step, joined by line ends, and the step that follows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// All of these occur.
    #[serde(default)]
    pub holds: Vec<String>,
    /// None of these occurs.
    #[serde(default)]
    pub lacks: Vec<String>,
    pub go: String,
}

/// A message as the prompt shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    System(String),
    User(String),
    Assistant(String),
    Results(Vec<String>),
}

impl Script {
    /// Reads a script in TOML; `{key}` becomes its value everywhere.
    ///
    /// # Errors
    /// A text that is no script, a branch to a step that does not exist, or one that leads nowhere.
    pub fn parse(text: &str, values: &HashMap<String, String>) -> Result<Self> {
        let mut text = text.to_owned();
        for (key, value) in values {
            text = text.replace(&format!("{{{key}}}"), value);
        }
        let script: Self = toml::from_str(&text).context("reading the script")?;
        for task in &script.tasks {
            let named = |name: &str| task.steps.iter().any(|s| s.name == name);
            for step in &task.steps {
                if let Some(branch) = step.branches.iter().find(|b| !named(&b.go)) {
                    bail!("{:?}, step {}: no step {}", task.order, step.name, branch.go);
                }
                if step.calls.is_empty() != step.branches.is_empty() {
                    bail!("{:?}, step {}: calls and branches go together", task.order, step.name);
                }
            }
            if task.steps.is_empty() {
                bail!("{:?} has no steps", task.order);
            }
        }
        Ok(script)
    }

    /// The next turn of a conversation, after the reasoning.
    pub fn reply(&self, conversation: &[Message]) -> String {
        let system = match conversation.first() {
            Some(Message::System(text)) => text.as_str(),
            _ => "",
        };
        let ordered = |task: &Task| {
            let holds = |m: &Message| matches!(m, Message::User(t) if t.contains(&task.order));
            conversation.iter().rposition(holds)
        };
        // The latest order counts.
        let offered =
            |task: &&Task| task.steps.iter().flat_map(|s| &s.calls).all(|c| c.is_offered(system));
        let tasks = self.tasks.iter().filter(offered);
        let latest = tasks.filter_map(|t| Some((ordered(t)?, t))).max_by_key(|(at, _)| *at);
        match latest {
            Some((at, task)) => task.reply(&conversation[at + 1..]),
            None => self.aside(system).to_owned(),
        }
    }

    fn aside(&self, system: &str) -> &str {
        let reply = self.replies.iter().find(|r| system.contains(&r.holds));
        reply.map_or(&self.default, |r| &r.say)
    }
}

impl Task {
    /// The next turn after an order, given what was said and what came back since.
    fn reply(&self, since: &[Message]) -> String {
        let mut step = &self.steps[0];
        let mut said: Option<&str> = None;
        for message in since {
            match message {
                Message::Assistant(text) => said = Some(text),
                Message::Results(results) => {
                    // The results must belong to the calls of this step.
                    let said = said.take().unwrap_or_default();
                    if !step.is_in(said) {
                        // Quoted marks would be read as a call.
                        let said = said.replace("<tool_call>", "(call)");
                        return format!("MISMATCH: step {} is not this: {said}", step.name);
                    }
                    if results.len() != step.calls.len() {
                        let (n, calls) = (results.len(), step.calls.len());
                        return format!("MISMATCH: {n} results for {calls} calls.");
                    }
                    let text = results.join("\n");
                    let next = step.branches.iter().find(|b| b.fits(&text));
                    let Some(next) = next.and_then(|b| self.steps.iter().find(|s| s.name == b.go))
                    else {
                        return format!("WRONG: step {} got this result: {text}", step.name);
                    };
                    step = next;
                }
                Message::System(_) | Message::User(_) => {}
            }
        }
        step.wire()
    }
}

impl ScriptStep {
    /// Whether this was said: the text and every call. Clients may order the parameters anew and
    /// fill in defaults.
    fn is_in(&self, said: &str) -> bool {
        let calls: Vec<&str> = said.split("<tool_call>").skip(1).collect();
        let same = |(call, said): (&Call, &&str)| {
            said.contains(&format!("<function={}>", call.tool))
                && call.parameters().all(|p| said.contains(&p))
        };
        said.starts_with(&self.say)
            && calls.len() == self.calls.len()
            && self.calls.iter().zip(&calls).all(same)
    }

    /// The turn as tokens would spell it.
    fn wire(&self) -> String {
        let mut text = self.say.clone();
        for call in &self.calls {
            if !text.is_empty() {
                text.push('\n');
            }
            call.write(&mut text);
        }
        text
    }
}

impl Call {
    fn write(&self, out: &mut String) {
        // Writing to a String does not fail.
        let _ = writeln!(out, "<tool_call>\n<function={}>", self.tool);
        self.parameters().for_each(|p| out.push_str(&p));
        out.push_str("</function>\n</tool_call>");
    }

    fn parameters(&self) -> impl Iterator<Item = String> {
        self.arguments.iter().map(|(key, value)| match value {
            Value::String(text) => format!("<parameter={key}>\n{text}\n</parameter>\n"),
            other => format!("<parameter={key}>\n{other}\n</parameter>\n"),
        })
    }

    /// Whether the prompt's list of tools has it.
    fn is_offered(&self, system: &str) -> bool {
        system.contains(&format!("\"name\": \"{}\"", self.tool))
    }
}

impl Branch {
    fn fits(&self, result: &str) -> bool {
        self.holds.iter().all(|t| result.contains(t))
            && !self.lacks.iter().any(|t| result.contains(t))
    }
}

/// Reads the messages out of the pieces of a prompt that begin at `<|im_start|>`, without that
/// mark and without the turn that is being written.
pub fn conversation<'a>(pieces: impl Iterator<Item = &'a str>) -> Vec<Message> {
    pieces.filter_map(message).collect()
}

fn message(piece: &str) -> Option<Message> {
    const OPEN: &str = "<tool_response>\n";
    const CLOSE: &str = "\n</tool_response>";
    let (role, text) = piece.split_once('\n')?;
    let text = text.trim_end_matches('\n').strip_suffix("<|im_end|>").unwrap_or(text);
    Some(match role {
        "assistant" => {
            let after = text.split_once("</think>\n\n").map_or(text, |(_, after)| after);
            Message::Assistant(after.to_owned())
        }
        "user" if text.starts_with(OPEN) => {
            let results = text.split(CLOSE).filter_map(|r| {
                let r = r.strip_prefix('\n').unwrap_or(r);
                r.strip_prefix(OPEN).map(str::to_owned)
            });
            Message::Results(results.collect())
        }
        "user" => Message::User(text.to_owned()),
        _ => Message::System(text.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = r#"
default = "Hello."
reply = [{ holds = "title", say = "A title" }]

[[task]]
order = "make {file}"
[[task.step]]
name = "write"
say = "I write it."
call = [{ tool = "write", arguments = [["path", "{file}"], ["mode", 6]] }]
then = [{ holds = ["saved"], lacks = ["not"], go = "end" }, { holds = ["busy"], go = "write" }]
[[task.step]]
name = "end"
say = "Made."
"#;
    const WROTE: &str = "I write it.\n<tool_call>\n<function=write>\n\
                         <parameter=path>\na.txt\n</parameter>\n\
                         <parameter=mode>\n6\n</parameter>\n</function>\n</tool_call>";

    fn script() -> Script {
        let values = HashMap::from([("file".to_owned(), "a.txt".to_owned())]);
        Script::parse(SCRIPT, &values).unwrap()
    }

    fn reply(rest: &[(&str, &str)]) -> String {
        let tools = "system\n{\"name\": \"write\"}<|im_end|>\n".to_owned();
        let order = "user\nPlease make a.txt now<|im_end|>\n".to_owned();
        let rest = rest.iter().map(|(role, text)| format!("{role}\n{text}<|im_end|>\n"));
        let pieces: Vec<String> = [tools, order].into_iter().chain(rest).collect();
        script().reply(&conversation(pieces.iter().map(String::as_str)))
    }

    fn result(text: &str) -> String {
        format!("<tool_response>\n{text}\n</tool_response>")
    }

    #[test]
    fn results_choose_the_branch() {
        let said = format!("<think>\n\n</think>\n\n{WROTE}");
        assert_eq!(reply(&[]), WROTE);
        assert_eq!(reply(&[("assistant", &said), ("user", &result("saved"))]), "Made.");
        let busy = result("busy");
        let again = [("assistant", said.as_str()), ("user", busy.as_str())];
        assert_eq!(reply(&again), WROTE);
        assert_eq!(reply(&[again, again].concat()), WROTE);
        let bad = reply(&[("assistant", &said), ("user", &result("not saved"))]);
        assert!(bad.starts_with("WRONG: step write"), "{bad}");
    }

    #[test]
    fn a_changed_history_is_noticed() {
        let other = WROTE.replace("a.txt", "b.txt");
        let bad = reply(&[("assistant", &other), ("user", &result("saved"))]);
        assert!(bad.starts_with("MISMATCH"), "{bad}");
        let more = WROTE
            .replace("<parameter=mode>", "<parameter=all>\nfalse\n</parameter>\n<parameter=mode>");
        assert_eq!(reply(&[("assistant", &more), ("user", &result("saved"))]), "Made.");
        let two = format!("{}\n{}", result("saved"), result("saved"));
        let bad = reply(&[("assistant", WROTE), ("user", &two)]);
        assert!(bad.starts_with("MISMATCH: 2 results"), "{bad}");
    }

    #[test]
    fn without_its_tools_a_task_is_not_begun() {
        let order = [Message::User("make a.txt".to_owned())];
        assert_eq!(script().reply(&order), "Hello.");
        let titled = [&[Message::System("Make a title.".to_owned())], &order[..]].concat();
        assert_eq!(script().reply(&titled), "A title");
    }

    #[test]
    fn scripts_are_checked() {
        for (from, to) in [("go = \"end\"", "go = \"no\""), ("say = \"Made.\"", "said = \"Made.\"")]
        {
            assert!(Script::parse(&SCRIPT.replace(from, to), &HashMap::new()).is_err(), "{to}");
        }
    }
}
