//! Functions in namespaces, as Codex sends its own tools and those of MCP servers.

use crate::support::responses::{PATH, body, events, server};
use serde_json::{Value, json};

const CALL: &str = "<tool_call>\n<function=mcp__toy__add>\n<parameter=a>\n19\n</parameter>\n</function>\n\
</tool_call>";

fn function(name: &str) -> Value {
    let a = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]});
    json!({"type": "function", "name": name, "description": "d", "parameters": a, "strict": false})
}

fn namespace(name: &str, tools: Value) -> Value {
    json!({"type": "namespace", "name": name, "description": "n", "tools": tools})
}

fn tools() -> Value {
    json!([function("add"), namespace("mcp__toy", json!([function("add")]))])
}

#[tokio::test]
async fn a_call_says_which_namespace_it_is_of() {
    let server = server(CALL);
    let whole =
        server.post(PATH, &body(json!({"tools": tools(), "max_output_tokens": 100}))).await.ok();
    let prompt = server.engine.last_request().prompt;
    let prompt = crate::support::fake::text_model().tokenizer().decode(&prompt, false);
    assert!(prompt.contains("\"add\"") && prompt.contains("\"mcp__toy__add\""), "{prompt}");
    assert_eq!(whole["tools"], tools());
    let call = &whole["output"][0];
    assert_eq!((&call["namespace"], &call["name"]), (&json!("mcp__toy"), &json!("add")));
    assert_eq!(call["arguments"], "{\"a\": 19}");
    let streamed = server
        .post(PATH, &body(json!({"tools": tools(), "stream": true, "max_output_tokens": 100})))
        .await;
    let items = events(&streamed).into_iter().filter(|e| e.get("item").is_some());
    let items: Vec<Value> = items.map(|e| e["item"].clone()).collect();
    assert_eq!(items.len(), 2);
    for item in &items {
        assert_eq!((&item["namespace"], &item["name"]), (&json!("mcp__toy"), &json!("add")));
    }
    // Sent back, the call is the same function's; one outside has no namespace.
    let input = json!([{"role": "user", "content": "hi"}, items[1],
        {"type": "function_call_output", "call_id": items[1]["call_id"], "output": "42"}]);
    server
        .post(PATH, &body(json!({"tools": tools(), "input": input, "max_output_tokens": 10})))
        .await
        .ok();
    let metrics = server.get("/metrics").await;
    assert!(!metrics.text().contains("atlas_ignored_fields_total{"));
    let server = crate::support::responses::server(&CALL.replace("mcp__toy__add", "add"));
    let whole =
        server.post(PATH, &body(json!({"tools": tools(), "max_output_tokens": 100}))).await.ok();
    assert_eq!(whole["output"][0].get("namespace"), None, "{whole}");
}

#[tokio::test]
async fn errors_name_the_place_in_the_namespace() {
    let server = server("x");
    let bad = json!({"type": "function", "name": "f", "parameters": 3});
    for (tools, param) in [
        (json!([namespace("n", json!({}))]), "tools[0].tools"),
        (json!([{"type": "namespace", "tools": []}]), "tools[0].name"),
        (
            json!([function("f"), namespace("n", json!([{"type": "function"}]))]),
            "tools[1].tools[0].name",
        ),
        (json!([namespace("n", json!([function("f"), function("f")]))]), "tools[0].tools[1].name"),
        (
            json!([function("n__f"), namespace("n", json!([function("f")]))]),
            "tools[1].tools[0].name",
        ),
        (
            json!([{"type": "web_search"}, namespace("n", json!([bad]))]),
            "tools[1].tools[0].parameters",
        ),
    ] {
        let choice = if param.ends_with("parameters") {
            json!({"type": "function", "namespace": "n", "name": "f"})
        } else {
            json!("auto")
        };
        let answer = server.post(PATH, &body(json!({"tools": tools, "tool_choice": choice}))).await;
        let answer = (answer.status.as_u16(), answer.json());
        let given = answer.1["error"]["param"].as_str().unwrap_or_default().to_owned();
        assert!(answer.0 == 400 && given.starts_with(param), "{param}: {answer:?}");
    }
}
