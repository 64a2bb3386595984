//! Running a request, in no dialect.
//!
//! [`prepare`] makes a [`job::Job`] of a chat request; `Job::submit` hands its choices to the
//! engine; each [`choice::Choice`] turns tokens into [`events`]; [`stream::OutputStream`] is the
//! one stream of the events of all choices. [`guards`] end an answer that makes no progress, and
//! [`note`]s list every intervention.

pub mod choice;
pub mod events;
pub mod guards;
pub mod job;
pub mod note;
pub mod prepare;
pub mod recent;
pub mod rules;
pub mod stream;
pub mod submit;
pub mod thinking;
