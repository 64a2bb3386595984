//! HTTP, SSE and JSON shapes of the served APIs.
