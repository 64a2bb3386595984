//! Planted defects, for tests that show that the checks can fail.

/// A defect that a prefix index of this design could plausibly have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrefixFault {
    /// A snapshot is attached one block before its position.
    SnapshotOffByOneBlock,
    /// The block after the last complete one is published while it is being written.
    TailPublishedEarly,
    /// Namespaces are ignored: one tenant is served the state of another.
    SaltIgnored,
    /// A block that a sequence uses is evicted.
    ReferencedBlockEvicted,
    /// A prompt that is cached to its end is not cut before its last token, which then runs twice:
    /// its logits are needed.
    LastTokenTwice,
    /// The mark of an evicted snapshot stays in the tree.
    StaleSnapshot,
    /// The mark of a snapshot that was evicted from the host stays in the tree.
    StaleHostSnapshot,
    /// Some blocks and snapshots that move to the host are not copied.
    DemotionForgotten,
    /// A copy from the host that fails its checksum is used.
    ChecksumIgnored,
    /// Blocks that came back from the host are put one place off.
    PromotedOneBlockOff,
    /// The window before a place to resume from is taken as one block shorter than it is: that
    /// block may be evicted.
    WindowOneBlockShort,
}

impl PrefixFault {
    /// Those that need a tier on the host to show.
    pub const OF_THE_HOST: [Self; 4] = [
        Self::StaleHostSnapshot,
        Self::DemotionForgotten,
        Self::ChecksumIgnored,
        Self::PromotedOneBlockOff,
    ];

    /// All others.
    pub const ALL: [Self; 6] = [
        Self::SnapshotOffByOneBlock,
        Self::TailPublishedEarly,
        Self::SaltIgnored,
        Self::ReferencedBlockEvicted,
        Self::LastTokenTwice,
        Self::StaleSnapshot,
    ];
}
