//! Checks of the queries of the routes for operators.

use super::types::PrefixQuery;
use crate::http::errors::ApiError;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;

/// The id of the answer that `/debug/prefix` is asked about, if it is asked about one.
///
/// # Errors
/// 400 for a query that cannot be read or whose id is empty.
pub fn request_id(
    query: Result<Query<PrefixQuery>, QueryRejection>,
) -> Result<Option<String>, ApiError> {
    let query = query.map_err(|e| ApiError::bad_request(e.body_text()))?.0;
    if query.request.as_ref().is_some_and(String::is_empty) {
        return Err(ApiError::param("request", "`request` must be the id of an answer"));
    }
    Ok(query.request)
}
