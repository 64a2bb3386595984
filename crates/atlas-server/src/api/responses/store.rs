//! Stored responses: in memory, bounded by count and bytes, the oldest dropped first.
//!
//! A conversation is a chain of segments, each the input or the output of one response. Responses
//! of one conversation share the segments before them. A segment lives as long as any response of
//! its conversation, and its bytes count once.

use super::types::items::Item;
use crate::http::auth::KeyIndex;
use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The items of one input or one output.
#[derive(Debug)]
pub struct Segment {
    pub items: Vec<Item>,
    _charge: Charge,
}

/// The segments of a conversation, shared between responses.
pub type History = Vec<Arc<Segment>>;

/// The input of a response: the conversation before the request, then the request's own items.
pub type ResponseInput = (History, Vec<Item>);

/// Bytes that count towards the limit until this value is dropped.
#[derive(Debug)]
struct Charge {
    bytes: usize,
    total: Arc<AtomicUsize>,
}

impl Charge {
    fn new(bytes: usize, total: &Arc<AtomicUsize>) -> Self {
        total.fetch_add(bytes, Ordering::Relaxed);
        Self { bytes, total: total.clone() }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.total.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The owner of a response: the key of the request that created it, or the default owner on a
/// server without keys. For other owners the response does not exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Owner(Option<KeyIndex>);

impl<S: Sync> FromRequestParts<S> for Owner {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get().copied()))
    }
}

#[derive(Debug)]
struct Entry {
    id: String,
    owner: Owner,
    body: Bytes,
    /// The conversation before the request, then its input.
    input: History,
    output: Arc<Segment>,
    _charge: Charge,
}

/// A response to be stored.
#[derive(Debug)]
pub struct Finished {
    pub id: String,
    /// The response object as JSON.
    pub body: Bytes,
    pub history: History,
    pub input: Vec<Item>,
    pub output: Vec<Item>,
}

#[derive(Debug, Default)]
struct Entries {
    by_age: BTreeMap<u64, Entry>,
    ages: HashMap<String, u64>,
    next: u64,
}

/// All stored responses.
#[derive(Debug)]
pub struct ResponseStore {
    count_max: usize,
    bytes_max: usize,
    bytes: Arc<AtomicUsize>,
    entries: Mutex<Entries>,
}

impl ResponseStore {
    /// Stores at most `count_max` responses of about `bytes_max` bytes together.
    pub fn new(count_max: usize, bytes_max: usize) -> Self {
        Self { count_max, bytes_max, bytes: Arc::default(), entries: Mutex::default() }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // Nothing that runs under the lock can leave the maps half changed.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn segment(&self, items: Vec<Item>) -> Arc<Segment> {
        let bytes = items.iter().map(Item::bytes).sum::<usize>() + size_of::<Segment>();
        Arc::new(Segment { items, _charge: Charge::new(bytes, &self.bytes) })
    }

    /// The responses of one owner.
    pub fn of(&self, owner: Owner) -> OwnedResponses<'_> {
        OwnedResponses { store: self, owner }
    }

    fn insert(&self, finished: Finished, owner: Owner) {
        let Finished { id, body, mut history, input, output } = finished;
        history.push(self.segment(input));
        let output = self.segment(output);
        let pointers = history.len() * size_of::<Arc<Segment>>();
        let bytes = body.len() + 2 * id.len() + pointers + size_of::<Entry>();
        let charge = Charge::new(bytes, &self.bytes);
        let mut entries = self.entries();
        let age = entries.next;
        entries.next += 1;
        entries.ages.insert(id.clone(), age);
        let entry = Entry { id, owner, body, input: history, output, _charge: charge };
        entries.by_age.insert(age, entry);
        while entries.by_age.len() > self.count_max
            || self.bytes.load(Ordering::Relaxed) > self.bytes_max
        {
            let Some((_, oldest)) = entries.by_age.pop_first() else { break };
            entries.ages.remove(&oldest.id);
        }
    }

    /// The number of bytes that count at present.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The number of stored responses.
    pub fn len(&self) -> usize {
        self.entries().by_age.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The stored responses of one owner.
#[derive(Clone, Copy, Debug)]
pub struct OwnedResponses<'a> {
    store: &'a ResponseStore,
    owner: Owner,
}

impl OwnedResponses<'_> {
    /// Stores a response. While a limit is exceeded, the oldest responses of all owners are
    /// dropped, possibly this one.
    pub fn insert(&self, finished: Finished) {
        self.store.insert(finished, self.owner);
    }

    fn with<T>(&self, id: &str, read: impl FnOnce(&Entry) -> T) -> Option<T> {
        let entries = self.store.entries();
        let age = entries.ages.get(id)?;
        entries.by_age.get(age).filter(|entry| entry.owner == self.owner).map(read)
    }

    /// The response object.
    pub fn body(&self, id: &str) -> Option<Bytes> {
        self.with(id, |entry| entry.body.clone())
    }

    /// The input of a response, earlier conversation included.
    pub fn input(&self, id: &str) -> Option<History> {
        self.with(id, |entry| entry.input.clone())
    }

    /// The conversation up to the end of the response.
    pub fn conversation(&self, id: &str) -> Option<History> {
        self.with(id, |entry| {
            let mut history = entry.input.clone();
            history.push(entry.output.clone());
            history
        })
    }

    /// Removes a response; returns whether it existed.
    pub fn remove(&self, id: &str) -> bool {
        let mut entries = self.store.entries();
        let own = |entry: &Entry| entry.owner == self.owner;
        let age = entries.ages.get(id).copied();
        let Some(age) = age.filter(|age| entries.by_age.get(age).is_some_and(own)) else {
            return false;
        };
        entries.ages.remove(id);
        entries.by_age.remove(&age).is_some()
    }

    /// The items among `ids` in inputs and outputs of stored responses.
    pub fn items(&self, ids: &HashSet<&str>) -> HashMap<String, Item> {
        let mut found = HashMap::new();
        let entries = self.store.entries();
        // Newest first: a conversation refers to its latest answers.
        for entry in entries.by_age.values().rev().filter(|e| e.owner == self.owner) {
            let own = entry.input.last().into_iter().chain([&entry.output]);
            for item in own.flat_map(|s| &s.items).filter(|item| ids.contains(item.id())) {
                found.entry(item.id().to_owned()).or_insert_with(|| item.clone());
            }
            if found.len() == ids.len() {
                break;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(id: &str, history: History, text_bytes: usize) -> Finished {
        let mut item = Item::message(&super::super::types::items::ItemIds::default());
        if let Item::Message { content, .. } = &mut item {
            content.push(super::super::types::items::ContentPart::output("x".repeat(text_bytes)));
        }
        let body = Bytes::from_static(b"{}");
        Finished { id: id.to_owned(), body, history, input: Vec::new(), output: vec![item] }
    }

    #[test]
    fn the_oldest_response_is_dropped_first() {
        let store = ResponseStore::new(2, 1 << 20);
        for id in ["a", "b", "c"] {
            store.of(Owner::default()).insert(finished(id, Vec::new(), 10));
        }
        assert_eq!((store.of(Owner::default()).body("a"), store.len()), (None, 2));
        assert!(
            store.of(Owner::default()).body("b").is_some()
                && store.of(Owner::default()).body("c").is_some()
        );
        assert!(store.of(Owner::default()).remove("b") && !store.of(Owner::default()).remove("b"));
        store.of(Owner::default()).insert(finished("d", Vec::new(), 10));
        assert!(
            store.of(Owner::default()).body("c").is_some()
                && store.of(Owner::default()).body("d").is_some()
        );
    }

    #[test]
    fn bytes_are_bounded_and_return_to_zero() {
        let store = ResponseStore::new(100, 10_000);
        for i in 0..50 {
            store.of(Owner::default()).insert(finished(&i.to_string(), Vec::new(), 1000));
            assert!(store.bytes() <= 10_000, "{}", store.bytes());
        }
        assert!((3..=10).contains(&store.len()), "{}", store.len());
        assert!(store.of(Owner::default()).body("49").is_some());
        // A response above the limit by itself displaces all others and is not stored.
        store.of(Owner::default()).insert(finished("big", Vec::new(), 20_000));
        assert_eq!((store.len(), store.bytes()), (0, 0));
    }

    #[test]
    fn a_conversation_outlives_its_earlier_responses() {
        let store = ResponseStore::new(1, 1 << 20);
        store.of(Owner::default()).insert(finished("a", Vec::new(), 500));
        let history = store.of(Owner::default()).conversation("a").expect("stored");
        store.of(Owner::default()).insert(finished("b", history, 10));
        assert_eq!(store.of(Owner::default()).body("a"), None);
        let whole = store.of(Owner::default()).conversation("b").expect("stored");
        assert_eq!(whole.iter().map(|s| s.items.len()).sum::<usize>(), 2);
        assert!(store.bytes() > 500, "shared segments still count");
        drop(whole);
        store.of(Owner::default()).remove("b");
        assert_eq!(store.bytes(), 0);
    }
}
