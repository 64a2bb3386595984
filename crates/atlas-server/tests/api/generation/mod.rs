//! Text, reasoning, stop strings and guards of an answer.

mod bos;
mod guards;
mod history;
mod stop;
mod streams;
mod thinking;
mod tool_choice;
