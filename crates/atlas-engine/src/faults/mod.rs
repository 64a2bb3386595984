//! Planted faults: defects that tests switch on to show that the checks find them.
//!
//! Each hook is called where its fault would strike. Without the cargo feature `faults` the hooks
//! are constant functions of an empty type: no fault and no branch for one is compiled.

#[cfg(not(feature = "faults"))]
mod none;
#[cfg(feature = "faults")]
mod planted;

#[cfg(not(feature = "faults"))]
pub(crate) use none::Faults;
#[cfg(feature = "faults")]
pub(crate) use planted::Faults;
#[cfg(feature = "faults")]
pub use planted::{HostProbe, TestFault};
