//! Extractors of generation handlers: headers, body and sender of a request.

use super::auth::{KeyIndex, Tenant};
use super::body;
use super::client_address::{ClientAddress, client_at};
use super::errors::ApiError;
use super::rate_limits::Caller;
use crate::recording::Trace;
use crate::served_model::ServedModel;
use atlas_core::ClientId;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, FromRef, FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::convert::Infallible;

/// A request with its account and its recording.
#[derive(Debug)]
pub struct Incoming {
    pub headers: HeaderMap,
    pub body: Body,
    pub caller: Caller,
    pub trace: Trace,
}

impl Incoming {
    /// Reads the whole body and notes it in the trace.
    ///
    /// # Errors
    /// Those of [`body::read`].
    pub async fn read(self, model: &ServedModel) -> Result<(Bytes, Caller, Trace), ApiError> {
        let bytes = body::read(&self.headers, self.body, model).await?;
        self.trace.body(&bytes);
        Ok((bytes, self.caller, self.trace))
    }
}

/// The tenant that sent a request, for handlers without a body.
#[derive(Clone, Copy, Debug)]
pub struct SenderTenant(pub Tenant);

impl<S> FromRequestParts<S> for SenderTenant
where
    S: Send + Sync,
    ServedModel: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self(tenant_of(parts, &ServedModel::from_ref(state))))
    }
}

fn tenant_of(parts: &Parts, model: &ServedModel) -> Tenant {
    let key = parts.extensions.get::<KeyIndex>();
    key.map(|KeyIndex(i)| model.config().api_keys.tenant_of(*i)).unwrap_or_default()
}

/// The client of a request: its tenant, or on a server without keys its address.
fn client_of(tenant: Tenant, parts: &Parts) -> ClientId {
    tenant.client().unwrap_or_else(|| {
        let address = parts.extensions.get::<ConnectInfo<ClientAddress>>();
        address.map(|info| client_at(info.0.0.ip())).unwrap_or_default()
    })
}

impl<S> FromRequest<S> for Incoming
where
    S: Send + Sync,
    ServedModel: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        let model = ServedModel::from_ref(state);
        let (mut parts, body) = request.into_parts();
        let caller = parts.extensions.remove::<Caller>().unwrap_or_default();
        let tenant = tenant_of(&parts, &model);
        let caller = caller.with_sender(tenant, client_of(tenant, &parts));
        // A replay inserts its own trace. Clients cannot put anything into the extensions.
        let replayed = parts.extensions.remove::<Trace>();
        let trace = replayed.unwrap_or_else(|| Trace::new(parts.uri.path(), model.recorder()));
        Ok(Self { headers: parts.headers, body, caller, trace })
    }
}
