//! The browser page: who gets it, with which headers, and that it is built from its sources.

use crate::support::client::{Answer, Server};
use crate::support::fake::FakeEngine;
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The `Accept` of a browser for a page.
const BROWSER: &str = "text/html,application/xhtml+xml,*/*;q=0.8";

async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = Request::get(path).header("accept", BROWSER);
    let request = headers.iter().fold(request, |all, (name, value)| all.header(*name, *value));
    server.send(request.body(Body::empty()).expect("request")).await
}

#[tokio::test]
async fn the_root_answers_browsers_with_the_page_and_clients_with_json() {
    let server = Server::new(FakeEngine::says("x"));
    let object = server.get("/").await;
    assert_eq!(object.headers["cache-control"], "no-store");
    assert_eq!(object.headers["vary"], "accept");
    let object = object.ok();
    assert_eq!((&object["name"], &object["model"]), (&json!("atlas"), &json!("tiny")));
    let document = server.get("/openapi.json").await.ok();
    for path in object["endpoints"].as_object().expect("endpoints").keys() {
        let known = path == "/openapi.json" || document["paths"][path].is_object();
        assert!(known, "{path} is no route");
    }
    let page = get(&server, "/", &[]).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    assert_eq!(page.headers["vary"], "accept");
    assert!(page.text().starts_with("<!doctype html>"), "{}", page.text());
    assert_eq!(server.post_bytes("/", "{}").await.status, 405);
}

#[tokio::test]
async fn the_page_runs_no_script_but_its_own() {
    let server = Server::new(FakeEngine::says("x"));
    let page = get(&server, "/", &[]).await;
    let policy = page.headers["content-security-policy"].to_str().expect("text");
    let directives: BTreeSet<&str> = policy.split("; ").collect();
    for directive in [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ] {
        assert!(directives.contains(directive), "{directive} is missing in {policy}");
    }
    assert_eq!(directives.len(), 10, "{policy}");
    let text = page.text();
    // A script or style without an address is inline; one of another server is refused.
    for (tag, addresses) in
        [("<script", vec!["src=\"/page/"]), ("<link", vec!["href=\"/page/", "href=\"data:"])]
    {
        for part in text.split(tag).skip(1) {
            let head = part.split('>').next().unwrap_or_default();
            assert!(addresses.iter().any(|address| head.contains(address)), "{tag}{head}");
        }
    }
    assert!(!text.contains("<style") && !text.contains(" style="), "{text}");
}

#[tokio::test]
async fn a_browser_that_has_a_file_is_told_so() {
    let server = Server::new(FakeEngine::says("x"));
    let mut bytes = 0;
    for (path, content_type) in [
        ("/", "text/html; charset=utf-8"),
        ("/page/app.js", "text/javascript; charset=utf-8"),
        ("/page/app.css", "text/css; charset=utf-8"),
    ] {
        let first = get(&server, path, &[]).await;
        assert_eq!(
            (first.status.as_u16(), &first.headers["content-type"]),
            (200, &content_type.parse().expect("header"))
        );
        assert_eq!(first.headers["cache-control"], "no-cache");
        assert_eq!(first.headers["x-content-type-options"], "nosniff");
        bytes += first.text().len();
        let tag = first.headers["etag"].to_str().expect("text");
        for known in [tag.to_owned(), format!("\"old\", W/{tag}"), "*".to_owned()] {
            let again = get(&server, path, &[("if-none-match", &known)]).await;
            assert_eq!((again.status.as_u16(), again.text().len()), (304, 0), "{path} {known}");
            assert_eq!(again.headers["etag"], tag);
        }
        let old = get(&server, path, &[("if-none-match", "\"old\"")]).await;
        assert_eq!(old.status, 200, "{path}");
    }
    assert!(bytes < 300_000, "{bytes} bytes of page");
    assert_eq!(get(&server, "/page/other.js", &[]).await.status, 404);
}

/// The list that the build of the page leaves: `HASH  PATH` lines, paths from the repository.
#[test]
fn the_page_is_built_from_its_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = include_str!("../../../assets/page/sources.sha256");
    let lines = list.lines().map(|line| line.split_once("  ").expect("a hash and a path"));
    let listed: Vec<(&str, &str)> = lines.collect();
    let advice = "the page is stale: run `npm ci && npm run build` in web/ and commit the result";
    for (hash, path) in &listed {
        let bytes = fs::read(root.join(path)).unwrap_or_else(|e| panic!("{path}: {e}; {advice}"));
        let found: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(&found, hash, "{path} was changed; {advice}");
    }
    let listed: BTreeSet<PathBuf> = listed.iter().map(|(_, path)| root.join(path)).collect();
    let mut sources = Vec::new();
    files(&root.join("web/src"), &mut sources);
    files(&root.join("crates/atlas-server/assets/page"), &mut sources);
    assert!(sources.len() > 20, "{} sources", sources.len());
    for path in sources.iter().filter(|path| !path.ends_with("sources.sha256")) {
        assert!(listed.contains(path), "{} is new; {advice}", path.display());
    }
}

/// All files below a folder.
fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push(path);
        }
    }
}
