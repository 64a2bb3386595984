//! Running a request: its choices, their guards and their events.

pub mod choice;
pub mod guards;
pub mod job;
