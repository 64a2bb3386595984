//! Who may use how much, and has used how much.

use super::bucket::Bucket;
use super::{LimitKind, LimitReached, RateLimits};
use crate::http::auth::Tenant;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Most addresses with an account of their own.
const ADDRESSES_MAX: usize = 4096;
/// How often addresses that are back at their full allowance are forgotten, at most.
const FORGET_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct Buckets {
    requests: Option<Bucket>,
    tokens: Option<Bucket>,
}

/// What one caller has left.
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
    forgotten_at: Instant,
}

/// The accounts of all callers.
#[derive(Debug)]
pub struct Accounts {
    limits: RateLimits,
    keys: Vec<Arc<Account>>,
    addresses: Mutex<Addresses>,
    /// For addresses that are unknown, or too many.
    others: Arc<Account>,
}

impl Accounts {
    /// One for each of `keys` keys; addresses get theirs when they are first seen.
    pub fn new(limits: RateLimits, keys: usize) -> Self {
        Self {
            limits,
            keys: (0..keys).map(|_| Arc::new(Account::new(limits))).collect(),
            addresses: Mutex::new(Addresses {
                known: HashMap::new(),
                forgotten_at: Instant::now(),
            }),
            others: Arc::new(Account::new(limits)),
        }
    }

    /// The caller with the key of this index.
    pub fn of_key(&self, index: usize) -> Caller {
        self.caller(self.keys.get(index).unwrap_or(&self.others).clone())
    }

    /// The caller at an address. An IPv6 network of 64 bits is one caller: its hosts choose their
    /// addresses in it as they like.
    pub fn of_address(&self, address: Option<IpAddr>) -> Caller {
        if self.limits.is_unlimited() {
            return Caller::default();
        }
        let Some(address) = address else { return self.caller(self.others.clone()) };
        let network = match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
            v4 => v4,
        };
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = addresses.known.get(&network) {
            return self.caller(account.clone());
        }
        let now = Instant::now();
        if addresses.known.len() >= ADDRESSES_MAX
            && now.duration_since(addresses.forgotten_at) > FORGET_INTERVAL
        {
            addresses.forgotten_at = now;
            // A full account that nobody holds is as good as none.
            let used = |account: &Arc<Account>| Arc::strong_count(account) > 1;
            addresses.known.retain(|_, account| used(account) || !account.is_full(now));
        }
        if addresses.known.len() >= ADDRESSES_MAX {
            return self.caller(self.others.clone());
        }
        let account = Arc::new(Account::new(self.limits));
        addresses.known.insert(network, account.clone());
        self.caller(account)
    }

    fn caller(&self, account: Arc<Account>) -> Caller {
        let account = (!self.limits.is_unlimited()).then_some(account);
        Caller { account, tenant: Tenant::default() }
    }
}

/// Whoever sent a request, with what is left to them; without limits, nobody in particular.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    account: Option<Arc<Account>>,
    tenant: Tenant,
}

/// One limit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub kind: LimitKind,
    pub per_minute: u32,
    pub remaining: u32,
    /// Until all of it is there again.
    pub full_in: Duration,
}

impl Caller {
    /// The caller as one of a tenant.
    pub fn of(self, tenant: Tenant) -> Self {
        Self { tenant, ..self }
    }

    /// With whom the caller shares cached prefixes.
    pub fn tenant(&self) -> Tenant {
        self.tenant
    }

    /// Takes one request.
    ///
    /// # Errors
    /// The limit, if the caller has none left.
    pub fn take_request(&self) -> Result<(), LimitReached> {
        self.take(LimitKind::Requests, 1)
    }

    /// Sets `tokens` aside for prompts and answers.
    ///
    /// # Errors
    /// The limit, if there are not as many left.
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

    /// Where the caller stands with each limit that there is.
    pub fn standings(&self) -> impl Iterator<Item = Standing> + '_ {
        [LimitKind::Requests, LimitKind::Tokens].into_iter().filter_map(|kind| {
            self.with(kind, |bucket, now| Standing {
                kind,
                per_minute: bucket.per_minute(),
                remaining: bucket.remaining(now),
                full_in: bucket.full_in(now),
            })
        })
    }
}

/// Tokens set aside; what is left of them goes back when this is dropped.
#[derive(Debug)]
pub struct Reservation {
    caller: Caller,
    tokens: u64,
}

impl Reservation {
    /// Hands a part over to the choice that will use it.
    pub fn meter(&mut self, tokens: u64) -> Meter {
        let tokens = tokens.min(self.tokens);
        self.tokens -= tokens;
        Meter(Reservation { caller: self.caller.clone(), tokens })
    }

    /// The rest is used: the engine has taken the prompts.
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

/// Counts the tokens of one choice against what is set aside for it, then against the caller.
#[derive(Debug)]
pub struct Meter(Reservation);

impl Meter {
    /// A token was generated.
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
        caller.standings().map(|s| s.remaining).collect()
    }

    #[test]
    fn nothing_that_was_reserved_is_lost() {
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
        assert_eq!(remaining(&caller), [670], "30 beyond what was set aside");
        let [first, second] = meters;
        drop(first);
        assert_eq!(remaining(&caller), [730], "60 of 100 come back");
        drop(second);
        assert_eq!(remaining(&caller), [730]);
        drop(reservation);
        assert_eq!(remaining(&caller), [830], "a prompt that the engine refused");
        caller.reserve(100).expect("there are 830").spend();
        assert_eq!(remaining(&caller), [730]);
        assert_eq!(remaining(&accounts.of_key(1)), [1000], "keys have accounts of their own");
    }

    #[test]
    fn addresses_are_bounded_and_none_escapes_by_it() {
        let accounts = accounts(2, 0);
        let v4 = |i: u32| Some(IpAddr::V4(Ipv4Addr::from_bits(i)));
        for i in 0..2 * ADDRESSES_MAX as u32 {
            let _ = accounts.of_address(v4(i)).take_request();
        }
        assert!(accounts.addresses.lock().expect("lock").known.len() <= ADDRESSES_MAX);
        // Those that were too many share an account, which is empty by now.
        assert!(accounts.of_address(v4(u32::MAX)).take_request().is_err());
        assert!(accounts.of_address(v4(0)).take_request().is_ok());
        assert!(accounts.of_address(v4(0)).take_request().is_err());
    }

    #[test]
    fn one_network_is_one_caller() {
        let accounts = accounts(3, 0);
        let at = |text: &str| accounts.of_address(text.parse().ok());
        at("2001:db8::1").take_request().expect("the first");
        assert_eq!(remaining(&at("2001:db8::ffff:2")), [2]);
        assert_eq!(remaining(&at("2001:db8:0:1::1")), [3]);
        at("::ffff:10.0.0.1").take_request().expect("the first");
        assert_eq!(remaining(&at("10.0.0.1")), [2]);
    }
}
