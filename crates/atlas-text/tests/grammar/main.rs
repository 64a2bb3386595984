//! Grammars over real and made vocabularies.

mod budget;
mod either;
mod forms;
mod frames;
mod masks;
mod references;
mod schemas;
mod suite;
mod thinking;
mod tool_schemas;
mod tools;
mod vocab;
