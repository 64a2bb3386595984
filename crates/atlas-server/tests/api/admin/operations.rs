//! Health, metrics, models, tokens, the document, request ids.

use crate::support::client::{Server, config};
use crate::support::fake::{self, FakeEngine};
use atlas_server::api::anthropic::fields::MESSAGES;
use atlas_server::api::fields::{COMMON, Rule};
use atlas_server::api::foreign::{FOREIGN, FOREIGN_TO_MESSAGES, FOREIGN_TO_OPENAI};
use atlas_server::api::openai::fields as openai;
use atlas_server::api::responses::fields::RESPONSES;
use atlas_server::request::limits;
use atlas_server::{Readiness, Startup};
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

#[tokio::test]
async fn health_follows_the_server() {
    let server = Server::new(FakeEngine::says("x"));
    assert_eq!(server.get("/health").await.ok(), json!({"status": "ok"}));
    server.state.health().advance(Readiness::Draining);
    let answer = server.get("/health").await;
    assert_eq!((answer.status.as_u16(), answer.json()), (503, json!({"status": "draining"})));
    // No new work while draining.
    let refused = server.complete(&json!({"prompt": "a"})).await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.json()["error"]["type"], "server_error");
    server.state.health().advance(Readiness::Dead);
    assert_eq!(server.get("/health").await.status, 503);
    assert_eq!(server.get("/health/live").await.status, 200);
}

#[tokio::test]
async fn an_engine_that_shuts_down_is_noticed() {
    let server = Server::new(FakeEngine::says("x"));
    server.engine.set(|k| k.shut_down = true);
    assert_eq!(server.complete(&json!({"prompt": "a"})).await.status, 503);
    assert_eq!(server.get("/health").await.status, 503);
}

#[tokio::test]
async fn before_the_model_is_loaded() {
    let startup = Startup::new();
    let router = startup.router();
    let get = |path: &'static str| {
        let request = Request::get(path).body(Body::empty()).expect("request");
        let router = router.clone();
        async move {
            let response = router.oneshot(request).await.expect("infallible");
            let status = response.status().as_u16();
            let body = response.into_body().collect().await.expect("body").to_bytes();
            (status, serde_json::from_slice::<Value>(&body).expect("JSON"))
        }
    };
    assert_eq!(get("/health").await, (503, json!({"status": "starting"})));
    assert_eq!(get("/health/live").await.0, 200);
    let (status, body) = get("/v1/models").await;
    assert_eq!((status, body["error"]["code"].as_str()), (503, Some("unavailable")));
    startup.open(Server::new(FakeEngine::says("x")).router());
    assert_eq!(get("/health").await.0, 200);
    assert_eq!(get("/v1/models").await.1["data"][0]["id"], "tiny");
}

#[tokio::test]
async fn models() {
    let server = Server::new(FakeEngine::says("x"));
    let list = server.get("/v1/models").await.ok();
    let model = json!({"id": "tiny", "object": "model", "created": 1_700_000_000,
                       "owned_by": "atlas", "max_model_len": fake::SEQ_LEN_MAX});
    assert_eq!(list["object"], "list");
    assert_eq!(list["data"][0], model);
    assert_eq!(server.get("/v1/models/tiny").await.ok(), model);
    // Names with slashes, plain and escaped.
    for path in ["/v1/models/org/tiny-alias", "/v1/models/org%2Ftiny-alias"] {
        assert_eq!(server.get(path).await.ok()["id"], "org/tiny-alias");
    }
    let error = server.get("/v1/models/nope").await.json()["error"].clone();
    assert_eq!(
        (error["code"].as_str(), error["param"].as_str()),
        (Some("model_not_found"), Some("model"))
    );
}

#[tokio::test]
async fn tokens_and_back() {
    let server = Server::new(FakeEngine::says("x"));
    let text = "hello <|im_start|> w\u{f6}rld";
    let body = json!({"prompt": text, "return_token_strs": true});
    let answer = server.post("/tokenize", &body).await.ok();
    let tokens = answer["tokens"].as_array().expect("tokens");
    assert_eq!(tokens[0], 259);
    assert!(tokens.contains(&json!(fake::IM_START)));
    assert_eq!(answer["count"], tokens.len());
    assert_eq!(answer["max_model_len"], fake::SEQ_LEN_MAX);
    assert_eq!(answer["token_strs"][0], "hello");
    let back = server.post("/detokenize", &json!({"tokens": tokens})).await.ok();
    assert_eq!(back, json!({"prompt": text}));
    let skipped = json!({"tokens": tokens, "skip_special_tokens": true});
    assert_eq!(server.post("/detokenize", &skipped).await.ok()["prompt"], "hello  w\u{f6}rld");
    // A conversation has the tokens that a chat completion would use.
    let messages = json!([{"role": "user", "content": "hi"}]);
    let answer = server.post("/tokenize", &json!({"messages": messages})).await.ok();
    server.chat(&json!({"messages": messages})).await.ok();
    assert_eq!(answer["tokens"], json!(server.engine.last_request().prompt));
}

#[tokio::test]
async fn request_ids_are_kept_or_made() {
    let server = Server::new(FakeEngine::says("x"));
    let id = |given: &'static str| {
        let request = Request::get("/health").header("x-request-id", given);
        let answer = server.send(request.body(Body::empty()).expect("request"));
        async { answer.await.headers["x-request-id"].to_str().expect("text").to_owned() }
    };
    assert_eq!(id("my-id-7").await, "my-id-7");
    let made = id("with space").await;
    assert_eq!(made.len(), 32);
    assert_ne!(id("").await, made);
    let first = server.get("/health").await.headers["x-request-id"].clone();
    assert_ne!(first, server.get("/health").await.headers["x-request-id"]);
}

#[tokio::test]
async fn metrics_count_what_happened() {
    let server = Server::new(FakeEngine::says("abc"));
    server.complete(&json!({"prompt": "a"})).await.ok();
    server.complete(&json!({"prompt": "a", "max_tokens": 1})).await.ok();
    server.complete(&json!({"prompt": "a", "n": 0})).await;
    server.settle().await;
    let answer = server.get("/metrics").await;
    assert_eq!(answer.status, 200);
    let plain = answer.headers["content-type"].to_str().expect("text").to_owned();
    assert_eq!(plain, "text/plain; version=0.0.4; charset=utf-8");
    let accept = "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;q=0.3";
    let request = Request::get("/metrics").header("accept", accept).body(Body::empty());
    let open = server.send(request.expect("request")).await;
    let kind = open.headers["content-type"].to_str().expect("text").to_owned();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    assert!(open.text().ends_with("# EOF\n") && !answer.text().contains("# EOF"));
    for line in [
        "atlas_requests_running 0.0",
        "atlas_slots 8.0",
        "atlas_generated_tokens_total 5",
        "atlas_requests_finished_total{finished_reason=\"stop\"} 1",
        "atlas_requests_finished_total{finished_reason=\"length\"} 1",
        "vllm:num_requests_waiting{model_name=\"tiny\",engine=\"0\"} 0.0",
        "atlas_http_requests_total{method=\"POST\",route=\"/v1/completions\",status=\"200\"} 2",
        "atlas_http_requests_total{method=\"POST\",route=\"/v1/completions\",status=\"400\"} 1",
        "http_requests_total{handler=\"/v1/completions\",method=\"POST\",status=\"2xx\"} 2",
        "http_requests_total{handler=\"/v1/completions\",method=\"POST\",status=\"4xx\"} 1",
        "http_request_duration_seconds_count{handler=\"/v1/completions\",method=\"POST\"} 3",
    ] {
        assert!(answer.text().lines().any(|l| l == line), "{line}\n{}", answer.text());
    }
    assert!(answer.text().contains("vllm:cache_config_info{"));
    assert!(answer.text().contains("vllm:request_success_total{"));
    assert!(!answer.text().contains("handler=\"/metrics\""), "{}", answer.text());
}

/// The page of dashboards says which metrics fill their panels: each has a value from the start.
#[tokio::test]
async fn panels_of_dashboards_have_series_before_the_first_request() {
    let page = include_str!("../../../../../docs/reference/dashboards.md");
    let answer = Server::new(FakeEngine::says("x")).get("/metrics").await;
    let text = answer.text();
    let samples: Vec<&str> = text.lines().filter(|l| !l.starts_with('#')).collect();
    let mut panels = 0;
    for row in page.lines().filter(|row| row.starts_with("| ") && !row.ends_with("| no |")) {
        // The names stand in backticks; `up` is of Prometheus itself.
        for name in row.split('`').skip(1).step_by(2).filter(|name| *name != "up") {
            let starts = [format!("{name}{{"), format!("{name} "), format!("{name}_count{{")];
            let found = samples.iter().any(|l| starts.iter().any(|s| l.starts_with(s)));
            assert!(found, "{name} of {row}");
        }
        panels += usize::from(row.ends_with("| yes |"));
    }
    assert!(panels > 100, "{panels}");
    // The targets that a dashboard offers have to be bounds.
    for (name, targets) in [
        ("time_to_first_token", ["0.1", "0.25", "0.5", "0.75", "1.0", "2.5", "5.0", "10.0"]),
        (
            "request_time_per_output_token",
            ["0.025", "0.05", "0.075", "0.1", "0.15", "0.2", "0.3", "0.5"],
        ),
    ] {
        for target in targets {
            let start = format!("vllm:{name}_seconds_bucket{{");
            let bound = format!("le=\"{target}\"");
            let found = samples.iter().any(|l| l.starts_with(&start) && l.contains(&bound));
            assert!(found, "{start} {bound}");
        }
    }
    for label in [
        "reason=\"capacity\"",
        "reason=\"deferred\"",
        "sleep_state=\"awake\"",
        "sleep_state=\"discard_all\"",
        "source=\"local_compute\"",
        "source=\"local_cache_hit\"",
        "source=\"external_kv_transfer\"",
        "source=\"device\"",
        "source=\"host\"",
        "finished_reason=\"error\"",
        "status=\"2xx\"",
    ] {
        assert!(samples.iter().any(|l| l.contains(label)), "{label}");
    }
}

/// Every documented operation exists, and every route that exists is documented.
/// The names of a schema's properties, those of a composed one's parts too.
fn properties_of(schemas: &Value, name: &str) -> Vec<String> {
    let parts = [&schemas[name], &schemas[name]["allOf"][0], &schemas[name]["allOf"][1]];
    let objects = parts.iter().filter_map(|part| part["properties"].as_object());
    let properties: Vec<_> = objects.flat_map(|o| o.keys().cloned()).collect();
    assert!(!properties.is_empty(), "{name}");
    properties
}

#[tokio::test]
async fn the_document_describes_every_route() {
    // Long: the table of all routes.
    let server = Server::with_config(FakeEngine::says("x"), config());
    let document = server.get("/openapi.json").await.ok();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    let mut documented: Vec<String> = Vec::new();
    for (path, operations) in paths {
        for method in operations.as_object().expect("operations").keys() {
            let uri = path.replace("{id}", "tiny");
            let request = Request::builder().method(method.to_uppercase().as_str()).uri(uri);
            let answer = server.send(request.body(Body::empty()).expect("request")).await;
            assert_ne!(answer.status, 405, "{method} {path}");
            // There is no response of that id, but there is the route.
            let missing = answer.status == 404 && answer.json()["error"]["code"] == "unknown_url";
            assert!(!missing, "{method} {path}");
            for (status, response) in
                operations[method]["responses"].as_object().expect("responses")
            {
                let words = response["description"].as_str().unwrap_or_default();
                assert!(!words.is_empty(), "{method} {path} {status}");
            }
            documented.push(format!("{method} {path}"));
        }
    }
    documented.sort();
    assert_eq!(
        documented,
        [
            "delete /v1/responses/{id}",
            "delete /v1/sessions/{id}",
            "get /api/ps",
            "get /api/tags",
            "get /api/version",
            "get /debug/engine",
            "get /debug/model",
            "get /debug/prefix",
            "get /health",
            "get /health/live",
            "get /metrics",
            "get /tokenizer_info",
            "get /v1/models",
            "get /v1/models/{id}",
            "get /v1/responses/{id}",
            "get /v1/responses/{id}/input_items",
            "get /v1/sessions",
            "get /v1/sessions/{id}",
            "get /version",
            "post /api/chat",
            "post /api/generate",
            "post /api/show",
            "post /detokenize",
            "post /tokenize",
            "post /v1/chat/completions",
            "post /v1/completions",
            "post /v1/embeddings",
            "post /v1/messages",
            "post /v1/messages/count_tokens",
            "post /v1/responses",
            "post /v1/responses/compact",
            "post /v1/responses/input_tokens",
            "post /v1/responses/{id}/cancel",
            "post /v1/sessions",
            "post /v1/sessions/{id}/restore",
        ]
    );
    // Every field of the tables that is read is a property of the request's schema.
    let schemas = &document["components"]["schemas"];
    let known = |names: &[&str]| -> Vec<String> {
        names.iter().flat_map(|name| properties_of(schemas, name)).collect()
    };
    let common = COMMON;
    let foreign = [FOREIGN, FOREIGN_TO_OPENAI, FOREIGN_TO_MESSAGES];
    let messages = MESSAGES;
    for (tables, names) in [
        ([common, openai::CHAT], ["CommonFields", "FormFields", "ChatFields", "ChatPromptFields"]),
        (
            [common, openai::COMPLETIONS],
            ["CommonFields", "FormFields", "CompletionFields", "CompletionFields"],
        ),
        ([common, RESPONSES], ["CommonFields", "ResponseFields", "FormFields", "FormFields"]),
        ([messages, &[]], ["AnthropicMessagesRequest"; 4]),
    ] {
        let known = known(&names);
        for field in tables.iter().flat_map(|t| t.iter()) {
            if field.rule == Rule::Used {
                assert!(known.iter().any(|k| k == field.name), "{} is not documented", field.name);
            }
        }
        for name in known {
            assert!(
                tables.iter().chain(&foreign).flat_map(|t| t.iter()).any(|f| f.name == name),
                "{name} is not in the table"
            );
        }
    }
}

#[tokio::test]
async fn embeddings_are_refused_in_the_form_clients_know() {
    let server = Server::new(FakeEngine::says("x"));
    let embed = async |body: Value| {
        let answer = server.post("/v1/embeddings", &body).await;
        (answer.status.as_u16(), answer.json()["error"].clone())
    };
    for body in [
        json!({"model": "tiny", "input": "a text"}),
        json!({"model": "org/tiny-alias", "input": [1, 2], "encoding_format": "base64"}),
        json!({}),
    ] {
        let (status, error) = embed(body).await;
        let name = error["message"].as_str().expect("message").contains("tiny");
        assert_eq!((status, name), (400, true), "{error}");
        assert_eq!(error["type"], "invalid_request_error");
        assert_eq!(
            (&error["param"], &error["code"]),
            (&json!("model"), &json!("unsupported_model"))
        );
    }
    let (status, error) = embed(json!({"model": "other", "input": "a"})).await;
    assert_eq!((status, &error["code"]), (404, &json!("model_not_found")));
    let (status, error) = embed(json!({"model": 7, "input": "a"})).await;
    assert_eq!((status, &error["param"]), (400, &json!("model")));
    let answer = server.post_bytes("/v1/embeddings", "{").await;
    assert_eq!(answer.json()["error"]["code"], "invalid_json");
    assert_eq!(server.engine.seen.lock().expect("lock").len(), 0);
}

#[tokio::test]
async fn version() {
    let server = Server::new(FakeEngine::says("x"));
    let info = server.get("/tokenizer_info").await.ok();
    assert_eq!(info["eos_token"], "<|im_end|>");
    assert!(info["chat_template"].as_str().is_some_and(|t| t.contains("im_start")), "{info}");
    assert_eq!(server.get("/version").await.ok()["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_guide_to_messages_is_complete() {
    let guide = include_str!("../../../../../docs/guide/anthropic.md");
    for field in MESSAGES {
        assert!(guide.contains(&format!("`{}`", field.name)), "{} is missing", field.name);
    }
}

/// The guide names every field of the tables and the limits as they are.
#[test]
fn the_guide_is_complete() {
    let guide = include_str!("../../../../../docs/guide/api.md");
    for field in [COMMON, openai::CHAT, openai::COMPLETIONS].concat() {
        assert!(guide.contains(&format!("`{}`", field.name)), "{} is missing", field.name);
    }
    let page = include_str!("../../../../../docs/guide/responses.md");
    for field in RESPONSES {
        assert!(page.contains(&format!("`{}`", field.name)), "{} is missing", field.name);
    }
    let defaults = atlas_server::ServerConfig::new("m", 1, 1);
    let kept = format!(
        "{} responses and {} MiB",
        defaults.responses_max,
        defaults.responses_bytes_max >> 20
    );
    assert!(page.contains(&kept), "{kept}");
    for (text, limit) in [
        ("choices per prompt; choice i uses `seed + i` | 1 to ", limits::CHOICES_MAX as usize),
        ("prompts times `n` at most ", limits::PROMPTS_MAX),
        ("the first one that appears | up to ", limits::STOP_STRINGS_MAX),
        ("up to 64 of up to ", limits::STOP_STRING_BYTES_MAX),
        ("beside the model's own | up to ", limits::STOP_TOKENS_MAX),
        ("-100 to 100, up to ", limits::LOGIT_BIAS_MAX),
        ("ends a repetition | up to ", limits::DRY_BREAKERS_MAX),
        ("not in streams | 0 to ", limits::TOP_LOGPROBS_MAX as usize),
    ] {
        assert!(guide.contains(&format!("{text}{limit}")), "{text}{limit}");
    }
}
