//! Text, reasoning, stop strings and guards of an answer.

mod guards;
mod history;
mod stop;
mod streams;
mod thinking;
mod tool_choice;
