//! The files of `docs/clients`, read as the coding agents read them. With the address, key and
//! models of its file, the requests that a client makes are answered by the server that its page
//! of the guide starts.

use crate::guides::{Page, example};
use crate::support::{Served, exchange};
use crate::{Recorded, recorded_with, wire};
use serde_json::{Value, json};

/// Of each text of a client: the bundled model reads prompts on the CPU.
const TEXT_CHARS_MAX: usize = 60;
/// The model says little that makes sense; the form of the answers is tested.
const ANSWER_TOKENS: u64 = 48;

/// A client's way to its server, as its file states it.
pub struct Connection {
    /// Host and port.
    pub authority: String,
    /// Path below which the client finds the API: `/v1`, or nothing.
    pub path: String,
    pub key: String,
    /// Every name that the client may ask for, the main one first.
    pub models: Vec<String>,
}

impl Connection {
    pub fn new(base_url: &str, key: &str, models: Vec<String>) -> Self {
        let rest = base_url.strip_prefix("http://").unwrap();
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        // The server's default port, which the commands of the guide do not name.
        assert!(authority.ends_with(":8888"), "{base_url}");
        assert!(!key.is_empty() && !models.is_empty());
        Self { authority: authority.to_owned(), path: path.to_owned(), key: key.to_owned(), models }
    }

    /// An exchange with `served` under the client's path.
    pub fn send(
        &self,
        served: &Served,
        call: (&str, &str),
        key: &str,
        body: &str,
    ) -> (u16, String) {
        self.send_with(served, call, key, &[], body)
    }

    fn send_with(
        &self,
        served: &Served,
        (method, endpoint): (&str, &str),
        key: &str,
        headers: &[(String, String)],
        body: &str,
    ) -> (u16, String) {
        let bearer = format!("Bearer {key}");
        let mut all = vec![("authorization", bearer.as_str())];
        all.extend(headers.iter().map(|(k, v)| (k.as_str(), v.as_str())));
        exchange(&served.address, method, &format!("{}{endpoint}", self.path), &all, body)
    }

    /// Status and body of the answer to a JSON body.
    pub fn post(&self, served: &Served, endpoint: &str, key: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.send(served, ("POST", endpoint), key, &body.to_string());
        (status, serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}")))
    }

    /// Every name of the file is one of the server's list, which is at `endpoint`.
    pub fn lists_models(&self, served: &Served, endpoint: &str) {
        let (status, text) = self.send(served, ("GET", endpoint), &self.key, "");
        assert_eq!(status, 200, "{text}");
        let list: Value = serde_json::from_str(&text).unwrap();
        let entries = list["data"].as_array().unwrap();
        for model in &self.models {
            let entry = entries.iter().find(|m| m["id"] == model.as_str());
            assert!(entry.is_some_and(|m| m["max_model_len"].is_u64()), "{model}: {text}");
        }
    }

    /// Every second recorded request of a client, which has all kinds of them, to each of its
    /// models in turn; returns the answers.
    fn replay(&self, served: &Served, client: &str, limit: &str) -> Vec<(Recorded, wire::Answer)> {
        let mut models = self.models.iter().cycle();
        let answer = |mut request: Recorded| {
            request.body["model"] = json!(models.next());
            request.body[limit] = json!(ANSWER_TOKENS);
            let endpoint = request.path.strip_prefix(self.path.as_str()).unwrap();
            let (body, headers) = (request.body.to_string(), &request.headers);
            let (status, text) =
                self.send_with(served, ("POST", endpoint), &self.key, headers, &body);
            assert_eq!(status, 200, "{client}, {}: {text}", request.task);
            let answer = wire::read(&request.path, &text);
            (request, answer)
        };
        recorded_with(client, TEXT_CHARS_MAX).into_iter().step_by(2).map(answer).collect()
    }

    /// Another key than the file's, and another model, are refused in OpenAI's form.
    pub fn refuses(&self, served: &Served, endpoint: &str, body: &Value) {
        for key in ["another", ""] {
            let (status, error) = self.post(served, endpoint, key, body);
            assert_eq!((status, &error["error"]["code"]), (401, &json!("invalid_api_key")));
            assert!(error["error"]["message"].is_string() && error["error"]["type"].is_string());
        }
        let mut body = body.clone();
        body["model"] = json!("another");
        let (status, error) = self.post(served, endpoint, &self.key, &body);
        assert_eq!((status, &error["error"]["code"]), (404, &json!("model_not_found")));
    }
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

fn opencode(page: &Page) -> Connection {
    let file: Value = serde_json::from_str(&example("opencode/opencode.json")).unwrap();
    let model = |field: &str| {
        let (provider, model) = string(&file[field]).split_once('/').unwrap();
        assert_eq!(provider, "atlas");
        let limit = &file["provider"][provider]["models"][model]["limit"];
        assert!(limit["context"].as_u64() > limit["output"].as_u64(), "{model}: {limit}");
        model.to_owned()
    };
    let options = &file["provider"]["atlas"]["options"];
    let key = string(&options["apiKey"]);
    let variable = key.strip_prefix("{env:").and_then(|k| k.strip_suffix('}')).unwrap();
    let models = vec![model("model"), model("small_model")];
    Connection::new(string(&options["baseURL"]), page.exported(variable), models)
}

#[test]
fn the_file_of_opencode_leads_to_the_server_of_its_page() {
    let page = Page::read("opencode");
    let connection = opencode(&page);
    let served = page.serve();
    connection.lists_models(&served, "/models");
    let answers = connection.replay(&served, "opencode", "max_tokens");
    assert!(answers.len() >= 4);
    connection.refuses(&served, "/chat/completions", &answers[0].0.body);
}

#[test]
fn the_file_of_codex_leads_to_the_server_of_its_page() {
    let page = Page::read("codex");
    let file: toml::Table = example("codex/config.toml").parse().unwrap();
    let text = |table: &toml::Table, field: &str| table[field].as_str().unwrap().to_owned();
    let providers = file["model_providers"].as_table().unwrap();
    let provider = providers[&text(&file, "model_provider")].as_table().unwrap();
    assert_eq!(text(provider, "wire_api"), "responses");
    let connection = Connection::new(
        &text(provider, "base_url"),
        page.exported(&text(provider, "env_key")),
        vec![text(&file, "model")],
    );
    let served = page.serve();
    connection.lists_models(&served, "/models");
    let answers = connection.replay(&served, "codex", "max_output_tokens");
    assert!(answers.len() >= 4);
    connection.refuses(&served, "/responses", &answers[0].0.body);
}

#[test]
fn the_file_of_claude_code_leads_to_the_server_of_its_page() {
    let page = Page::read("claude-code");
    let file: Value = serde_json::from_str(&example("claude-code/settings.json")).unwrap();
    let env = file["env"].as_object().unwrap();
    let named = env.iter().filter(|(name, _)| name.ends_with("_MODEL"));
    let connection = Connection::new(
        string(&env["ANTHROPIC_BASE_URL"]),
        string(&env["ANTHROPIC_AUTH_TOKEN"]),
        named.map(|(_, model)| string(model).to_owned()).collect(),
    );
    assert!(connection.models.len() >= 5 && env.contains_key("ANTHROPIC_MODEL"));
    let served = page.serve();
    connection.lists_models(&served, "/v1/models");
    let answers = connection.replay(&served, "claude", "max_tokens");
    let titled = answers.iter().filter(|(r, _)| !r.body["output_config"]["format"].is_null());
    for (_, answer) in titled.clone() {
        let title: Value = serde_json::from_str(&answer.text).unwrap();
        assert!(title["title"].is_string(), "{title}");
    }
    assert_eq!(titled.count(), 1);
    let body = &answers[0].0.body;
    for endpoint in ["/v1/messages?beta=true", "/v1/messages/count_tokens?beta=true"] {
        for key in ["another", ""] {
            let (status, error) = connection.post(&served, endpoint, key, body);
            assert_eq!((status, &error["type"]), (401, &json!("error")));
            assert_eq!(error["error"]["type"], "authentication_error");
            assert!(error["error"]["message"].is_string());
        }
        let mut body = body.clone();
        body["model"] = json!("claude-sonnet-4-5");
        let (status, error) = connection.post(&served, endpoint, &connection.key, &body);
        assert_eq!((status, &error["error"]["type"]), (404, &json!("not_found_error")));
        let message = string(&error["error"]["message"]);
        assert!(message.contains("claude-sonnet-4-5"), "{message}");
    }
}
