//! Ids in paths and parameters in queries.

use crate::client::Client;
use crate::fields;
use crate::support::Served;
use serde_json::json;

const VALUES: [&str; 14] = [
    "",
    "x",
    "0",
    "-1",
    "1.5",
    "99999999999999999999",
    "NaN",
    "true",
    "%00",
    "%ff%fe",
    "%F0%9F%98%80",
    "..%2f..",
    "a%20b",
    "%zz",
];

/// Every path of the document with an id, and the parameters of its queries.
pub fn all(served: &Served) {
    let mut client = Client::new(&served.address);
    let kept = json!({"input": "Hi", "max_output_tokens": 1}).to_string();
    let answer = client.send("POST", "/v1/responses", kept.as_bytes()).expect("an answer");
    let body: serde_json::Value = serde_json::from_str(&answer.body).expect("JSON");
    let id = body["id"].as_str().expect("an id").to_owned();

    let long = "n".repeat(8000);
    let values: Vec<&str> = VALUES.iter().copied().chain([long.as_str()]).collect();
    let mut refused = 0;
    let mut check = |method: &str, path: &str, field: &str| {
        let answer = client.send(method, path, b"").unwrap_or_else(|e| panic!("{path}: {e}"));
        match answer.status {
            200 => {}
            400 | 404 | 405 => {
                refused += 1;
                if let Err(e) = fields::names(path, &answer.body, field) {
                    panic!("{method} {path}: {e}: {}", answer.body);
                }
            }
            status => panic!("{method} {path}: {status} {}", answer.body),
        }
    };
    for value in values {
        check("GET", &format!("/v1/models/{value}"), "");
        check("GET", &format!("/v1/responses/{value}"), "");
        check("DELETE", &format!("/v1/responses/{value}"), "");
        check("POST", &format!("/v1/responses/{value}/cancel"), "");
        check("GET", &format!("/v1/responses/{value}/input_items"), "");
        for name in ["limit", "order", "after", "include", "no_such_parameter"] {
            let path = format!("/v1/responses/{id}/input_items?{name}={value}");
            check("GET", &path, name);
            check("GET", &format!("{path}&{name}={value}"), "");
        }
        check("GET", &format!("/v1/responses/{id}?stream={value}"), "stream");
    }
    assert!(refused > 50, "{refused} refused");
}
