//! Reads and writes of large pieces of files, many at a time, beside the threads that compute.
//!
//! A [`Piece`] is memory of an [`Arena`] with one owner at a time: it goes into a [`Queue`] with
//! its [`Job`] and comes back with its [`Done`], so that no buffer is touched while the kernel has
//! it.
//! A [`DataFile`] is opened past the page cache where its filesystem can, and is as long as it will
//! ever be from the start, so that a full disk is an error before anything depends on it.

mod error;
mod faults;
mod file;
mod measure;
mod memory;
mod object;
mod queue;
mod store;

pub use error::DiskError;
pub use faults::{Fault, Faults};
pub use file::{DataFile, room_for, take_name};
pub use measure::sequential_read;
pub use memory::{ALIGN_BYTES, Arena, Piece};
pub use object::{KEY_BYTES_MAX, PARTS_MAX};
pub use queue::{Done, Job, Op, Queue, QueueOptions, Way, Ways};
pub use store::{
    Found, Identity, Place, Reading, ReadingPart, Store, Stored, Writing, place_bytes,
};
