//! Words to tokens and back: tokenizer, templates, detokenizer, stop strings.
