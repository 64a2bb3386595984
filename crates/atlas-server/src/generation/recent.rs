//! The engine's requests of recent answers, for the debug routes.

use crate::http::auth::Tenant;
use atlas_core::RequestId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// Most answers that are remembered; the oldest are dropped first.
const ANSWERS_MAX: usize = 1024;

/// Engine request ids by the id of the answer.
#[derive(Debug, Default)]
pub struct RecentAnswers(Mutex<Answers>);

#[derive(Debug, Default)]
struct Answers {
    by_id: HashMap<String, (Tenant, Vec<RequestId>)>,
    names: HashMap<RequestId, Arc<str>>,
    /// Ids of the answers, the oldest first.
    order: VecDeque<String>,
}

impl RecentAnswers {
    /// Remembers the requests of an answer to `tenant`.
    pub fn insert(&self, id: &str, tenant: Tenant, requests: Vec<RequestId>) {
        // A panic while the lock was held cannot have left the two out of step by more than one.
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.order.len() >= ANSWERS_MAX
            && let Some(oldest) = answers.order.pop_front()
        {
            let (_, requests) = answers.by_id.remove(&oldest).unwrap_or_default();
            requests.iter().for_each(|request| drop(answers.names.remove(request)));
        }
        let name: Arc<str> = id.into();
        answers.names.extend(requests.iter().map(|&request| (request, name.clone())));
        if answers.by_id.insert(id.to_owned(), (tenant, requests)).is_none() {
            answers.order.push_back(id.to_owned());
        }
    }

    /// The id of the answer that a request is of.
    pub fn name_of(&self, request: RequestId) -> Option<String> {
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers.names.get(&request).map(|name| name.as_ref().to_owned())
    }

    /// The requests of an answer, for a caller of the same tenant.
    pub fn get(&self, id: &str, tenant: Tenant) -> Option<Vec<RequestId>> {
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers.by_id.get(id).filter(|(owner, _)| *owner == tenant).map(|(_, ids)| ids.clone())
    }
}
