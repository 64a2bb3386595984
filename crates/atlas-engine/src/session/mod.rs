//! Sessions: cached state of a sequence in files of its own, for this process or a later one.
//!
//! A session is a folder: `kv-blocks` and, where the model has recurrent layers, `snapshot`, in the
//! form of the tier's files ([`crate::state::tier`]): an identity that names what differs, a
//! checksum for each part of a block; and `session.json` with the tokens and the seed. It is
//! written to a folder beside it, which takes its name when all of it is on the disk. Reading one
//! puts its blocks and its snapshot into the prefix cache, where they are as any others.

mod arriving;
mod files;
mod leaving;

use atlas_core::SessionError;
use atlas_disk::DiskError;

pub(crate) use arriving::{Arriving, session_in};
pub(crate) use leaving::Leaving;

/// The identity of files of sessions, and the sizes of the parts in them.
#[derive(Clone, Debug)]
pub(crate) struct SessionForm {
    pub identity: Vec<(&'static str, String)>,
    /// Bytes of a KV block in each cache.
    pub parts: Vec<usize>,
    /// Bytes of a snapshot; 0 where the model has none.
    pub snapshot_bytes: usize,
    pub block_tokens: u32,
}

/// The error of a session whose files gave `error`.
fn failed(error: DiskError) -> SessionError {
    match error {
        DiskError::Foreign { differences, .. } => SessionError::Foreign(differences),
        DiskError::Full { needed, free, .. } => SessionError::Full { needed, free },
        DiskError::Damaged { .. } | DiskError::Short { .. } => {
            SessionError::Damaged(error.to_string())
        }
        other => SessionError::Disk(other.to_string()),
    }
}
