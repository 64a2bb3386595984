//! From arguments to a loaded model and a running engine, shared by every verb.

mod calibration;
mod device;
mod formats;
mod graphs;
mod load;
mod speculation;
mod start;

pub use formats::{formats_by_module, stored_formats};
pub use load::{Loaded, load};
pub use start::{Launched, memory_plan, start};
