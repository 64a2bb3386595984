//! Checkpoint files: their sources, their tensors, and a record of the tensors read.

mod dummy;
pub mod gguf;
mod header;
mod integers;
mod kv_scales;
mod mapped;
mod naming;
mod problems;
mod quantised;
mod role;
mod source;
mod store;
mod table;
mod weights;

pub use dummy::DummyFill;
pub use header::{HeaderEntry, HeaderError, StoredType, read_header, read_metadata};
pub use naming::{SKIPPED_PREFIXES, canonical};
pub use problems::{TensorProblem, TensorProblems};
pub use role::Role;
pub use source::{CheckpointSource, DirSource, MemorySource};
pub use store::{Plainer, Progress, WeightOrigin, WeightStore, Widen};
pub use table::{Access, StoredTensor, TensorBytes, TensorTable, main_type, read};
pub use weights::Weights;
