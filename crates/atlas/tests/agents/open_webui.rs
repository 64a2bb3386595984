//! The files of `docs/clients/open-webui`: with the address, key and model of each, the
//! requests that Open WebUI 0.12.4 made are answered, over OpenAI's API and over Ollama's.

use crate::configs::Connection;
use crate::guides::{Page, example};
use crate::support::{Served, events};
use crate::{Recorded, recorded, wire};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};

const ANSWER_TOKENS: u64 = 32;

/// Variables of a file, as Docker and a shell read it.
fn variables(name: &str) -> BTreeMap<String, String> {
    let text = example(&format!("open-webui/{name}"));
    let pair = |line: &str| {
        // `env $(cat FILE)` splits at white space, and Docker ends a value at ` #`.
        assert!(!line.contains([' ', '\'', '$']), "{line}");
        let (name, value) = line.split_once('=').unwrap();
        (name.to_owned(), value.to_owned())
    };
    text.lines().map(pair).collect()
}

fn requests(path: &str) -> Vec<Recorded> {
    let all = recorded("open-webui").into_iter().filter(|r| r.path == path);
    all.collect()
}

/// The server of the page, which containers ask under another name than its address.
fn serve(connection: &Connection) -> Served {
    let served = Page::read("open-webui").serve();
    let (endpoint, key) = (format!("{}/api/version", connection.path), &connection.key);
    let head = format!(
        "GET {endpoint} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {key}\r\n\
         connection: close\r\n\r\n",
        connection.authority
    );
    let mut stream = std::net::TcpStream::connect(&served.address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(!answer.starts_with("HTTP/1.1 403"), "{answer}");
    served
}

#[test]
fn the_file_of_open_webui_leads_to_the_server_of_its_page() {
    let file = variables("open-webui.env");
    let addresses: Vec<&str> = file["OPENAI_API_BASE_URLS"].split(';').collect();
    let keys: Vec<&str> = file["OPENAI_API_KEYS"].split(';').collect();
    assert_eq!(addresses.len(), keys.len());
    assert_eq!(file["ENABLE_OLLAMA_API"], "false");
    let models = vec![file["DEFAULT_MODELS"].clone()];
    let connection = Connection::new(addresses[0], keys[0], models);
    let served = serve(&connection);
    connection.lists_models(&served, "/models");

    let (mut streams, mut wholes) = (0, 0);
    for mut request in requests("/v1/chat/completions") {
        request.body["model"] = json!(connection.models[0]);
        request.body["max_tokens"] = json!(ANSWER_TOKENS);
        let endpoint = request.path.strip_prefix(&connection.path).unwrap();
        if request.body["stream"] == false {
            let (status, answer) =
                connection.post(&served, endpoint, &connection.key, &request.body);
            assert_eq!(status, 200, "{}: {answer}", request.task);
            assert!(answer["choices"][0]["message"]["content"].is_string(), "{answer}");
            assert!(answer["usage"]["total_tokens"].is_u64(), "{answer}");
            wholes += 1;
            continue;
        }
        let stream = |body: &Value| {
            let call = ("POST", endpoint);
            let (status, text) = connection.send(&served, call, &connection.key, &body.to_string());
            assert_eq!(status, 200, "{}: {text}", request.task);
            text
        };
        let text = stream(&request.body);
        let events = events(&text);
        assert!(events.iter().all(|e| e["usage"].is_null() && e["choices"][0].is_object()));
        // As sent for a model whose capability `usage` is on.
        request.body["stream_options"] = json!({"include_usage": true});
        wire::read(&request.path, &stream(&request.body));
        streams += 1;
    }
    assert_eq!((streams, wholes), (2, 3));
    connection.refuses(&served, "/chat/completions", &requests("/v1/chat/completions")[0].body);
}

#[test]
fn the_file_for_ollamas_api_leads_to_the_server_of_its_page() {
    let file = variables("ollama.env");
    let configs: Value = serde_json::from_str(&file["OLLAMA_API_CONFIGS"]).unwrap();
    assert_eq!(file["ENABLE_OPENAI_API"], "false");
    let models = vec![file["DEFAULT_MODELS"].clone()];
    let key = configs["0"]["key"].as_str().unwrap();
    let connection = Connection::new(&file["OLLAMA_BASE_URLS"], key, models);
    let served = serve(&connection);
    let model = &connection.models[0];
    let get = |endpoint: &str, key: &str| {
        let (status, text) = connection.send(&served, ("GET", endpoint), key, "");
        (status, serde_json::from_str::<Value>(&text).unwrap())
    };
    assert!(get("/api/version", key).1["version"].is_string());
    for endpoint in ["/api/tags", "/api/ps"] {
        let (status, list) = get(endpoint, key);
        assert_eq!((status, &list["models"][0]["model"]), (200, &json!(model)));
        let (status, error) = get(endpoint, "another");
        assert_eq!((status, error["error"].is_string()), (401, true), "{error}");
    }
    let (status, shown) = connection.post(&served, "/api/show", key, &json!({"model": model}));
    assert_eq!((status, shown["template"].is_string()), (200, true));

    let requests = requests("/api/chat");
    assert_eq!(requests.len(), 2);
    for mut request in requests {
        request.body["model"] = json!(model);
        request.body["options"]["num_predict"] = json!(ANSWER_TOKENS);
        let call = ("POST", request.path.as_str());
        let (status, text) = connection.send(&served, call, key, &request.body.to_string());
        assert_eq!(status, 200, "{}: {text}", request.task);
        let lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(lines.len() > 1, request.body["stream"] == true, "{text}");
        assert!(lines.iter().all(|l| l["message"]["content"].is_string()), "{text}");
        assert!(lines.last().unwrap()["eval_count"].is_u64(), "{text}");
        request.body["model"] = json!("another");
        let (status, error) = connection.post(&served, "/api/chat", key, &request.body);
        assert_eq!((status, error["error"].is_string()), (404, true), "{error}");
        let (status, error) = connection.post(&served, "/api/chat", "another", &request.body);
        assert_eq!((status, error["error"].is_string()), (401, true), "{error}");
    }
}

#[test]
fn the_container_reads_the_file_and_reaches_the_host() {
    let text = example("open-webui/compose.yaml");
    let has = |line: &str| text.lines().any(|l| l.trim() == line);
    assert!(has("env_file: open-webui.env"));
    // The name of the address in the file; Docker on Linux knows it by this entry alone.
    assert!(has("- \"host.docker.internal:host-gateway\""));
    for file in ["open-webui.env", "ollama.env"] {
        assert!(example(&format!("open-webui/{file}")).contains("//host.docker.internal:8888"));
    }
    // Without accounts it is for this machine alone.
    assert!(has("- \"127.0.0.1:3000:8080\""));
}
