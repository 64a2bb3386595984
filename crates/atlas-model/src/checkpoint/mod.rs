//! Checkpoint files: where they come from, what they hold, and what was read of them.

mod dummy;
mod header;
mod naming;
mod problems;
mod source;
mod table;
mod weights;

pub use dummy::DummyFill;
pub use header::{HeaderEntry, HeaderError, StoredType, read_header, read_metadata};
pub use naming::{SKIPPED_PREFIXES, canonical};
pub use problems::{TensorProblem, TensorProblems};
pub use source::{CheckpointSource, DirSource, MemorySource};
pub use table::{Access, StoredTensor, TensorBytes, TensorTable, read};
pub use weights::{Progress, Role, WeightOrigin, WeightStore, Weights};
