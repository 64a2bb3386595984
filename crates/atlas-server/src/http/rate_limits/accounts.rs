//! Accounts: the remaining rate limits of every caller.

use super::bucket::Bucket;
use super::limits::{LimitKind, LimitReached, RateLimits};
use crate::http::auth::Tenant;
use crate::http::client_address;
use atlas_core::ClientId;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Most addresses with an account of their own.
const ADDRESSES_MAX: usize = 4096;
/// Shortest time between two sweeps that drop accounts with full buckets.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct Buckets {
    requests: Option<Bucket>,
    tokens: Option<Bucket>,
}

/// The buckets of one caller.
#[derive(Debug)]
struct Account(Mutex<Buckets>);

impl Account {
    fn new(limits: RateLimits) -> Self {
        let now = Instant::now();
        let bucket = |per_minute: std::num::NonZeroU32| Bucket::new(per_minute.get(), now);
        let (requests, tokens) = (limits.requests.map(bucket), limits.tokens.map(bucket));
        Self(Mutex::new(Buckets { requests, tokens }))
    }

    fn lock(&self) -> MutexGuard<'_, Buckets> {
        // Nothing under the lock can leave a bucket half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_full(&self, now: Instant) -> bool {
        let mut buckets = self.lock();
        let Buckets { requests, tokens } = &mut *buckets;
        [requests, tokens].into_iter().flatten().all(|b| b.full_in(now).is_zero())
    }
}

#[derive(Debug)]
struct Addresses {
    known: HashMap<IpAddr, Arc<Account>>,
    swept_at: Instant,
}

/// The accounts of all callers.
#[derive(Debug)]
pub struct Accounts {
    limits: RateLimits,
    keys: Vec<Arc<Account>>,
    addresses: Mutex<Addresses>,
    /// Shared by requests without an address and by addresses beyond [`ADDRESSES_MAX`].
    shared: Arc<Account>,
}

impl Accounts {
    /// Opens one account for each of `keys` keys. An address gets its account with its first
    /// request.
    pub fn new(limits: RateLimits, keys: usize) -> Self {
        Self {
            limits,
            keys: (0..keys).map(|_| Arc::new(Account::new(limits))).collect(),
            addresses: Mutex::new(Addresses { known: HashMap::new(), swept_at: Instant::now() }),
            shared: Arc::new(Account::new(limits)),
        }
    }

    /// The caller with the key of this index.
    pub fn of_key(&self, index: usize) -> Caller {
        self.caller(self.keys.get(index).unwrap_or(&self.shared).clone())
    }

    /// The caller at an address.
    pub fn of_address(&self, address: Option<IpAddr>) -> Caller {
        if self.limits.is_unlimited() {
            return Caller::default();
        }
        let Some(address) = address else { return self.caller(self.shared.clone()) };
        let network = client_address::network(address);
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = addresses.known.get(&network) {
            return self.caller(account.clone());
        }
        let now = Instant::now();
        if addresses.known.len() >= ADDRESSES_MAX
            && now.duration_since(addresses.swept_at) > SWEEP_INTERVAL
        {
            addresses.swept_at = now;
            // An unused account with full buckets equals a new one.
            let used = |account: &Arc<Account>| Arc::strong_count(account) > 1;
            addresses.known.retain(|_, account| used(account) || !account.is_full(now));
        }
        if addresses.known.len() >= ADDRESSES_MAX {
            return self.caller(self.shared.clone());
        }
        let account = Arc::new(Account::new(self.limits));
        addresses.known.insert(network, account.clone());
        self.caller(account)
    }

    fn caller(&self, account: Arc<Account>) -> Caller {
        let account = (!self.limits.is_unlimited()).then_some(account);
        Caller { account, ..Caller::default() }
    }
}

/// A client's account and tenant; without rate limits there is no account.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    account: Option<Arc<Account>>,
    tenant: Tenant,
    client: ClientId,
}

/// The status of one limit of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitStatus {
    pub kind: LimitKind,
    pub per_minute: u32,
    pub remaining: u32,
    /// Time until the bucket is full.
    pub full_in: Duration,
}

impl Caller {
    /// Returns the caller with its tenant and client set.
    pub fn with_sender(self, tenant: Tenant, client: ClientId) -> Self {
        Self { tenant, client, ..self }
    }

    /// The client that the engine shares its slots and rows among.
    pub fn client(&self) -> ClientId {
        self.client
    }

    /// The tenant whose cached prefixes the caller shares.
    pub fn tenant(&self) -> Tenant {
        self.tenant
    }

    /// Takes one request from the bucket.
    ///
    /// # Errors
    /// The limit, if no request is left.
    pub fn take_request(&self) -> Result<(), LimitReached> {
        self.take(LimitKind::Requests, 1)
    }

    /// Reserves `tokens` for prompts and answers.
    ///
    /// # Errors
    /// The limit, if fewer are left.
    pub fn reserve(&self, tokens: u64) -> Result<Reservation, LimitReached> {
        self.take(LimitKind::Tokens, tokens)?;
        Ok(Reservation { caller: self.clone(), tokens })
    }

    fn take(&self, kind: LimitKind, amount: u64) -> Result<(), LimitReached> {
        self.with(kind, |bucket, now| {
            let per_minute = bucket.per_minute();
            bucket.take(amount, now).map_err(|wait| LimitReached { kind, per_minute, wait })
        })
        .unwrap_or(Ok(()))
    }

    fn with<T>(&self, kind: LimitKind, act: impl FnOnce(&mut Bucket, Instant) -> T) -> Option<T> {
        let mut buckets = self.account.as_ref()?.lock();
        let bucket = match kind {
            LimitKind::Requests => &mut buckets.requests,
            LimitKind::Tokens => &mut buckets.tokens,
        };
        bucket.as_mut().map(|bucket| act(bucket, Instant::now()))
    }

    /// The status of each limit that is set.
    pub fn limit_statuses(&self) -> impl Iterator<Item = LimitStatus> + '_ {
        [LimitKind::Requests, LimitKind::Tokens].into_iter().filter_map(|kind| {
            self.with(kind, |bucket, now| LimitStatus {
                kind,
                per_minute: bucket.per_minute(),
                remaining: bucket.remaining(now),
                full_in: bucket.full_in(now),
            })
        })
    }
}

/// Reserved tokens. Dropping it returns the unused ones to the bucket.
#[derive(Debug)]
pub struct Reservation {
    caller: Caller,
    tokens: u64,
}

impl Reservation {
    /// Moves `tokens` of the reservation to the meter of one choice.
    pub fn meter(&mut self, tokens: u64) -> Meter {
        let tokens = tokens.min(self.tokens);
        self.tokens -= tokens;
        Meter(Reservation { caller: self.caller.clone(), tokens })
    }

    /// Keeps the remaining tokens: the engine has accepted the prompts.
    pub fn spend(mut self) {
        self.tokens = 0;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if self.tokens > 0 {
            self.caller.with(LimitKind::Tokens, |bucket, now| bucket.refund(self.tokens, now));
        }
    }
}

/// Charges the tokens of one choice to its reservation, and beyond that to the bucket.
#[derive(Debug)]
pub struct Meter(Reservation);

impl Meter {
    /// Charges one generated token.
    pub fn count(&mut self) {
        match self.0.tokens.checked_sub(1) {
            Some(left) => self.0.tokens = left,
            None => {
                self.0.caller.with(LimitKind::Tokens, |bucket, now| bucket.charge(1, now));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;

    fn accounts(requests: u32, tokens: u32) -> Accounts {
        let limits =
            RateLimits { requests: NonZeroU32::new(requests), tokens: NonZeroU32::new(tokens) };
        Accounts::new(limits, 2)
    }

    fn remaining(caller: &Caller) -> Vec<u32> {
        caller.limit_statuses().map(|s| s.remaining).collect()
    }

    #[test]
    fn unused_reservations_return_to_the_bucket() {
        let accounts = accounts(0, 1000);
        let caller = accounts.of_key(0);
        let mut reservation = caller.reserve(300).expect("there are 1000");
        let mut meters = [reservation.meter(100), reservation.meter(100)];
        assert_eq!(remaining(&caller), [700]);
        for _ in 0..40 {
            meters[0].count();
        }
        for _ in 0..130 {
            meters[1].count();
        }
        assert_eq!(remaining(&caller), [670], "30 beyond the reservation");
        let [first, second] = meters;
        drop(first);
        assert_eq!(remaining(&caller), [730], "60 of 100 are returned");
        drop(second);
        assert_eq!(remaining(&caller), [730]);
        drop(reservation);
        assert_eq!(remaining(&caller), [830], "the engine refused the prompt");
        caller.reserve(100).expect("there are 830").spend();
        assert_eq!(remaining(&caller), [730]);
        assert_eq!(remaining(&accounts.of_key(1)), [1000], "keys have accounts of their own");
    }

    #[test]
    fn excess_addresses_share_one_account() {
        let accounts = accounts(2, 0);
        let v4 = |i: u32| Some(IpAddr::V4(Ipv4Addr::from_bits(i)));
        for i in 0..2 * ADDRESSES_MAX as u32 {
            let _ = accounts.of_address(v4(i)).take_request();
        }
        assert!(accounts.addresses.lock().expect("lock").known.len() <= ADDRESSES_MAX);
        // Excess addresses share one account, which is empty by now.
        assert!(accounts.of_address(v4(u32::MAX)).take_request().is_err());
        assert!(accounts.of_address(v4(0)).take_request().is_ok());
        assert!(accounts.of_address(v4(0)).take_request().is_err());
    }

    #[test]
    fn an_ipv6_network_is_one_caller() {
        let accounts = accounts(3, 0);
        let at = |text: &str| accounts.of_address(text.parse().ok());
        at("2001:db8::1").take_request().expect("the first");
        assert_eq!(remaining(&at("2001:db8::ffff:2")), [2]);
        assert_eq!(remaining(&at("2001:db8:0:1::1")), [3]);
        at("::ffff:10.0.0.1").take_request().expect("the first");
        assert_eq!(remaining(&at("10.0.0.1")), [2]);
    }
}
