//! Who owns which part of the sequence state, as ids and numbers: nothing here touches memory.
//!
//! [`StateLayout`] says how large every layer's state is, [`BlockPool`] hands out KV blocks and
//! [`Slots`] hands out slots. Blocks and slots are owned by handles that go back to their pool when
//! they are dropped, so that returning one twice does not compile and losing one shows in the counts.

pub mod block;
pub mod layout;
pub mod slot;
pub mod table;

pub use block::{Block, BlockPool, Complete, Mutable, PoolError};
pub use layout::{LayerLayout, StateLayout};
pub use slot::{Slot, Slots};
pub use table::BlockTable;
