//! Checks of the queries of the routes for operators.

use super::types::PrefixQuery;
use crate::http::errors::ApiError;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;

/// The id of the answer that `/debug/prefix` is asked about.
///
/// # Errors
/// 400 for a query that cannot be read or has no id.
pub fn request_id(query: Result<Query<PrefixQuery>, QueryRejection>) -> Result<String, ApiError> {
    let query = query.map_err(|e| ApiError::bad_request(e.body_text()))?.0;
    let id = query.request.filter(|id| !id.is_empty());
    let wanted = "`request` must be the id of an answer";
    id.ok_or_else(|| ApiError::param("request", wanted))
}
