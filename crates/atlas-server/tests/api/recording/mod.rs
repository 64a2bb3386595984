//! Recordings and their replay.

mod folder;
mod replays;
