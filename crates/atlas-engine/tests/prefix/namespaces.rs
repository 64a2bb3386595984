//! Prefixes of one tenant or adapter are never used for another, and `explain` says what was used.

use atlas_core::{
    CacheExplanation, CacheHints, CacheLimit, CacheParting, RequestId, Tier, TokenEngine,
    TokenEvent, TokenId,
};
use atlas_tensor::Compute;

use crate::harness::{Server, Setup, folder};

/// Equal prompts of two tenants, or under two adapters, share nothing.
#[test]
fn namespaces_share_nothing() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: false, fault: None };
    let server = Server::start(&setup);
    let prompt: Vec<TokenId> = (0..100).map(|i| i * 7 % server.vocab_size).collect();
    let cached = |salt: &[u8], adapter: u32| {
        let cache = CacheHints { salt: salt.into(), adapter, ..CacheHints::default() };
        let mut stream = server.submit_as(&prompt, 2, cache);
        loop {
            match stream.blocking_next() {
                Some(TokenEvent::Done(done)) => break done.usage.cached_tokens,
                Some(_) => {}
                None => panic!("the stream ended"),
            }
        }
    };
    let names: [(&[u8], u32); 5] = [(b"", 0), (b"a", 0), (b"b", 0), (b"a", 1), (b"aa", 0)];
    for (salt, adapter) in names {
        assert_eq!(cached(salt, adapter), 0, "{salt:?} {adapter}");
        assert_eq!(cached(salt, adapter), 96, "its own state");
    }
    server.engine.drain();
    server.engine.join();
}

/// Neither do they in the host tier. An explanation names the tier of a hit.
#[test]
fn namespaces_share_nothing_on_the_host() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: false, fault: None };
    let mut server = Server::start(&setup);
    let vocab_size = server.vocab_size;
    let prompt: Vec<TokenId> = (0..100).map(|i| i * 7 % vocab_size).collect();
    let mut ask = |salt: &[u8], prompt: &[TokenId]| {
        let cache = CacheHints { salt: salt.into(), ..CacheHints::default() };
        let stream = server.submit_as(prompt, 2, cache);
        let id = stream.id();
        let answer = server.collect(stream);
        let explained = server.engine.explain(id).unwrap();
        (answer, explained.usable_tokens, explained.tier)
    };
    let (first, ..) = ask(b"a", &prompt);
    // More than the device tier holds.
    for talk in 1..=6 {
        let other: Vec<TokenId> = (0..100).map(|i| (i * 11 + talk) % vocab_size).collect();
        ask(b"c", &other);
    }
    let (theirs, usable, tier) = ask(b"b", &prompt);
    assert_eq!((&theirs, usable, tier), (&first, 0, None), "no state is cached for b");
    let (again, usable, tier) = ask(b"a", &prompt);
    assert_eq!((usable, tier), (96, Some(Tier::Host)), "the state of a comes back");
    assert_eq!(again.tokens, first.tokens);
    assert!(first.rows.ends_with(&again.rows) && !again.rows.is_empty());
    assert_eq!(ask(b"a", &prompt).2, Some(Tier::Device), "and stays on the device");
    server.engine.drain();
    server.engine.join();
}

/// `explain` returns what was cached for a request, and why not more.
#[test]
fn explain_names_the_limit_of_a_hit() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: false, fault: None };
    let mut server = Server::start(&setup);
    let prompt: Vec<TokenId> = (0..100).map(|i| i * 7 % server.vocab_size).collect();
    let mut explained = |prompt: &[TokenId]| {
        let stream = server.submit(prompt, 2);
        let id = stream.id();
        server.collect(stream);
        server.engine.explain(id).unwrap()
    };
    let figures = |e: &CacheExplanation| {
        assert_eq!(e.tier, (e.usable_tokens > 0).then_some(Tier::Device));
        (e.matched_tokens, e.usable_tokens, e.why)
    };
    let first = explained(&prompt);
    assert_eq!(figures(&first), (0, 0, CacheLimit::End));
    // Blocks of 16 tokens: the block of the prompt's last token is computed again.
    let again = explained(&prompt);
    assert_eq!(figures(&again), (96, 96, CacheLimit::LastToken));
    let mut other = prompt.clone();
    other[50] += 1;
    let parted = explained(&other);
    assert_eq!(figures(&parted), (48, 0, CacheLimit::NoSnapshot));
    let expected = CacheParting {
        position: 50,
        before: prompt[34..50].to_vec(),
        cached: prompt[50..58].to_vec(),
        asked: other[50..58].to_vec(),
    };
    assert_eq!(parted.parting, Some(expected));
    // A snapshot was taken at the point of divergence.
    other[51] += 1;
    assert_eq!(figures(&explained(&other)), (48, 48, CacheLimit::Parted));
    assert!(server.engine.explain(RequestId(u64::MAX)).is_none());
    server.engine.drain();
    server.engine.join();
}
