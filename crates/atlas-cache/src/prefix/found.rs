//! Results of looking a prompt up, and counts of the index.

use crate::pool::Shared;
use atlas_core::{BlockId, SnapshotId, TokenId};

/// Why the cached path of a prompt ends where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Every whole block of the prompt is cached.
    Prompt,
    /// Nothing is cached that goes on from there.
    End,
    /// The cached path goes on with another token: at `position` it has `cached`.
    Diverged { position: u32, cached: TokenId },
}

/// Why a sequence cannot resume where its cached path ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// The last token of a prompt has to run, since its logits are wanted, and shared blocks are
    /// never written: the block that holds it runs again.
    LastToken,
    /// No snapshot is attached nearer to the end.
    NoSnapshot,
    /// Blocks that rows nearer to the end see are evicted.
    Evicted,
}

/// The references that a match holds, given back on drop: until then none of it is evicted.
#[derive(Debug)]
pub struct Pin {
    /// The blocks of `[0, usable_tokens)` but for the first `released`, which no later row sees.
    pub blocks: Shared<BlockId>,
    pub released: u32,
    /// The snapshot at `usable_tokens`, where the model needs one.
    pub snapshot: Option<Shared<SnapshotId>>,
}

impl Pin {
    /// The snapshot to restore.
    pub fn snapshot_id(&self) -> Option<SnapshotId> {
        self.snapshot.as_ref().and_then(|s| s.ids().next())
    }
}

/// The longest cached prefix of a prompt.
#[derive(Debug)]
pub struct Match {
    /// Tokens whose blocks are cached, in whatever tier, or were and blocks behind them are.
    pub kv_tokens: u32,
    /// Tokens after which every layer can resume; below the length of the prompt.
    pub usable_tokens: u32,
    /// The same if all state on the host were in the first tier: see
    /// [`super::PrefixIndex::promote`].
    pub kept_tokens: u32,
    /// Blocks of the first tier that are lacking for that.
    pub lacks_blocks: u32,
    pub stop: Stop,
    /// Whether the prompt goes on from where an earlier one and its answer ended, or is the
    /// beginning of one: not if it merely begins as others do.
    pub goes_on: bool,
    /// Some tokens of the cached path from [`Stop::Diverged`] on; else empty.
    pub ahead: Vec<TokenId>,
    /// Why `usable_tokens` is less than `kv_tokens`, if it is.
    pub short: Option<Short>,
    pub pin: Pin,
}

impl Match {
    /// Position where a snapshot would help later sequences: the end of the path, if other
    /// sequences go on from there with other tokens and no sequence can resume there yet.
    pub fn branch(&self) -> Option<u32> {
        let diverged = matches!(self.stop, Stop::Diverged { .. });
        (diverged && self.kv_tokens > self.kept_tokens).then_some(self.kv_tokens)
    }
}

/// Counts since the start, and the present contents of the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrefixStats {
    /// Blocks and snapshots that the first tier gave up for others.
    pub evicted_blocks: u64,
    pub evicted_snapshots: u64,
    /// Blocks and snapshots that it holds now.
    pub blocks: u32,
    pub snapshots: u32,
    /// Entries without a block in any tier; their tokens stay because of entries behind them.
    pub evicted_entries: u32,
    /// Blocks and snapshots that moved from the first tier to the host.
    pub demoted_blocks: u64,
    pub demoted_snapshots: u64,
    /// Blocks and snapshots that came back from the host.
    pub promoted_blocks: u64,
    pub promoted_snapshots: u64,
    /// Blocks and snapshots that the host gave up for others or with those they depend on.
    pub host_evicted_blocks: u64,
    pub host_evicted_snapshots: u64,
    /// Blocks and snapshots on the host now.
    pub host_blocks: u32,
    pub host_snapshots: u32,
    /// Entries taken out because a check found them wrong.
    pub quarantined: u64,
}
