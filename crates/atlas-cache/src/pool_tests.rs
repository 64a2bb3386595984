//! Handles return their ids when they drop, and the check finds contradictions.

use super::*;

const KIND: &str = "block";

fn check(
    pool: &BlockPool,
    exclusive: &[BlockId],
    shared: &[BlockId],
    cached: &[BlockId],
) -> Result<(), PoolError> {
    let [exclusive, shared, cached] = [exclusive, shared, cached].map(|ids| ids.to_vec());
    pool.check(Holders { exclusive, shared, cached })
}

#[test]
fn dropping_gives_back_in_any_state() {
    let pool = BlockPool::new(2);
    let a = pool.take().unwrap();
    let b = pool.take().unwrap().complete();
    assert!(pool.take().is_none());
    assert_ne!(a.id(), b.id());
    assert_eq!(check(&pool, &[a.id(), b.id()], &[], &[]), Ok(()));
    drop(b);
    assert_eq!((pool.free(), pool.used()), (1, 1));
    drop(a);
    assert_eq!(check(&pool, &[], &[], &[]), Ok(()));
}

#[test]
fn a_shared_block_lives_until_its_last_user_and_the_index_drop_it() {
    let pool = BlockPool::new(1);
    let mut mine = pool.none();
    mine.append(pool.take().unwrap().complete().share());
    let id = mine.ids().next().unwrap();
    let cached = mine.cache(0).unwrap();
    assert!(mine.cache(0).is_none(), "the index holds a block once");
    let yours = cached.share();
    assert_eq!(check(&pool, &[], &[id, id], &[id]), Ok(()));
    assert_eq!(
        check(&pool, &[], &[id], &[id]),
        Err(PoolError::Users { kind: KIND, id: 0, counted: 2, users: 1 })
    );
    drop(mine);
    assert!(cached.is_used());
    assert_eq!((pool.free(), pool.idle(), pool.available()), (0, 0, 0));
    drop(yours);
    assert_eq!((pool.free(), pool.idle(), pool.available()), (0, 1, 1));
    assert_eq!(check(&pool, &[], &[], &[id]), Ok(()));
    let again = cached.share();
    assert_eq!(pool.idle(), 0);
    drop(cached);
    assert_eq!((pool.free(), pool.idle()), (0, 0));
    drop(again);
    assert_eq!(check(&pool, &[], &[], &[]), Ok(()));
    assert_eq!(pool.free(), 1);
}

#[test]
fn a_lost_block_shows_in_the_counts() {
    let pool = BlockPool::new(3);
    std::mem::forget(pool.take());
    assert_eq!(check(&pool, &[], &[], &[]), Err(PoolError::Leak { kind: KIND, used: 1, owned: 0 }));
}

#[test]
fn a_double_free_is_found() {
    let pool = BlockPool::new(3);
    pool.inject_double_free(1);
    let block = pool.take().unwrap();
    let id = block.id().0;
    drop(block);
    assert_eq!(check(&pool, &[], &[], &[]), Err(PoolError::FreedTwice { kind: KIND, id }));
    let first = pool.take().unwrap();
    assert_eq!(
        check(&pool, &[first.id()], &[], &[]),
        Err(PoolError::FreeAndUsed { kind: KIND, id })
    );
    let second = pool.take().unwrap();
    let owners = [first.id(), second.id()];
    assert_eq!(check(&pool, &owners, &[], &[]), Err(PoolError::TwoOwners { kind: KIND, id }));
}
