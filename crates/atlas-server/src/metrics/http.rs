//! Counts of HTTP requests: by route and status, and as the API server of vLLM has them.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::borrow::Cow;

/// Paths that probes and scrapes ask for all the time: they would hide what clients see.
const PROBES: [&str; 4] = ["/health", "/health/live", "/metrics", "/version"];

const SECONDS_BUCKETS: [f64; 7] = [0.1, 0.5, 1.0, 5.0, 30.0, 120.0, 600.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    method: Cow<'static, str>,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ClassLabels {
    handler: String,
    method: Cow<'static, str>,
    status: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct HandlerLabels {
    handler: String,
    method: Cow<'static, str>,
}

/// Counts of HTTP requests.
#[derive(Debug)]
pub struct HttpCounts {
    routes: Family<RouteLabels, Counter>,
    classes: Family<ClassLabels, Counter>,
    seconds: Family<HandlerLabels, Histogram, fn() -> Histogram>,
}

impl Default for HttpCounts {
    fn default() -> Self {
        Self {
            routes: Family::default(),
            classes: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS_BUCKETS)),
        }
    }
}

impl HttpCounts {
    /// Gives a route its series before its first request, so that rates include that one.
    pub fn route(&self, method: &'static str, route: &str) {
        if !PROBES.contains(&route) {
            drop(self.classes.get_or_create(&class_labels(method, route, 200)));
            drop(self.seconds.get_or_create(&handler_labels(method, route)));
        }
    }

    /// Counts a request when its answer begins.
    pub fn began(&self, method: &'static str, route: &str, status: u16) {
        let labels = RouteLabels { method: method.into(), route: route.to_owned(), status };
        self.routes.get_or_create(&labels).inc();
        if !PROBES.contains(&route) {
            self.classes.get_or_create(&class_labels(method, route, status)).inc();
        }
    }

    /// Counts the seconds from a request to the end of its answer.
    pub fn ended(&self, method: &'static str, route: &str, seconds: f64) {
        if !PROBES.contains(&route) {
            self.seconds.get_or_create(&handler_labels(method, route)).observe(seconds);
        }
    }

    pub(super) fn register(&self, r: &mut Registry) {
        r.register("atlas_http_requests", "HTTP requests by route and status", self.routes.clone());
        r.register(
            "http_requests",
            "HTTP requests by route and class of status, without probes",
            self.classes.clone(),
        );
        r.register(
            "http_request_duration_seconds",
            "Seconds from an HTTP request to the end of its answer, without probes",
            self.seconds.clone(),
        );
    }
}

fn class_labels(method: &'static str, route: &str, status: u16) -> ClassLabels {
    let status = format!("{}xx", status / 100);
    ClassLabels { handler: route.to_owned(), method: method.into(), status }
}

fn handler_labels(method: &'static str, route: &str) -> HandlerLabels {
    HandlerLabels { handler: route.to_owned(), method: method.into() }
}
