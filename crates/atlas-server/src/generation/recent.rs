//! The engine's requests of recent answers, for `/debug/prefix`.

use crate::http::auth::Tenant;
use atlas_core::RequestId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// Most answers that are remembered; the oldest are dropped first.
const ANSWERS_MAX: usize = 1024;

/// Engine request ids by the id of the answer.
#[derive(Debug, Default)]
pub struct RecentAnswers(Mutex<Answers>);

#[derive(Debug, Default)]
struct Answers {
    by_id: HashMap<String, (Tenant, Vec<RequestId>)>,
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
            answers.by_id.remove(&oldest);
        }
        if answers.by_id.insert(id.to_owned(), (tenant, requests)).is_none() {
            answers.order.push_back(id.to_owned());
        }
    }

    /// The requests of an answer, for a caller of the same tenant.
    pub fn get(&self, id: &str, tenant: Tenant) -> Option<Vec<RequestId>> {
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers.by_id.get(id).filter(|(owner, _)| *owner == tenant).map(|(_, ids)| ids.clone())
    }
}
