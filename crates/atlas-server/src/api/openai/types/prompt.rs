//! `prompt` of `/v1/completions`: text or token ids, one or many.

use crate::request::limits::PROMPTS_MAX;
use atlas_core::TokenId;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Unexpected, Visitor};
use std::fmt;

/// The prompts of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromptInput {
    Text(String),
    Texts(Vec<String>),
    Tokens(Vec<TokenId>),
    TokenLists(Vec<Vec<TokenId>>),
}

enum PromptItem {
    Text(String),
    Token(TokenId),
    Tokens(Vec<TokenId>),
}

struct ItemVisitor;

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = PromptItem;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a token id or a list of token ids")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<PromptItem, E> {
        Ok(PromptItem::Text(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<PromptItem, E> {
        Ok(PromptItem::Text(text))
    }

    fn visit_u64<E: de::Error>(self, id: u64) -> Result<PromptItem, E> {
        let out_of_range = |_| E::invalid_value(Unexpected::Unsigned(id), &"a token id");
        TokenId::try_from(id).map(PromptItem::Token).map_err(out_of_range)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<PromptItem, A::Error> {
        let mut ids = Vec::new();
        while let Some(id) = seq.next_element::<TokenId>()? {
            ids.push(id);
        }
        Ok(PromptItem::Tokens(ids))
    }
}

impl<'de> Deserialize<'de> for PromptItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ItemVisitor)
    }
}

struct PromptVisitor;

impl<'de> Visitor<'de> for PromptVisitor {
    type Value = PromptInput;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a list of strings, a list of token ids or a list of such lists")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<PromptInput, E> {
        Ok(PromptInput::Text(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<PromptInput, E> {
        Ok(PromptInput::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<PromptInput, A::Error> {
        let mut prompt = match seq.next_element::<PromptItem>()? {
            None => return Ok(PromptInput::Tokens(Vec::new())),
            Some(PromptItem::Text(text)) => PromptInput::Texts(vec![text]),
            Some(PromptItem::Token(id)) => PromptInput::Tokens(vec![id]),
            Some(PromptItem::Tokens(ids)) => PromptInput::TokenLists(vec![ids]),
        };
        while let Some(item) = seq.next_element::<PromptItem>()? {
            let count = match (&mut prompt, item) {
                (PromptInput::Texts(list), PromptItem::Text(text)) => {
                    list.push(text);
                    list.len()
                }
                (PromptInput::TokenLists(list), PromptItem::Tokens(ids)) => {
                    list.push(ids);
                    list.len()
                }
                (PromptInput::Tokens(list), PromptItem::Token(id)) => {
                    list.push(id);
                    0
                }
                _ => return Err(de::Error::custom("the items of the list differ in kind")),
            };
            if count > PROMPTS_MAX {
                let message = format!("more than {PROMPTS_MAX} prompts in one request");
                return Err(de::Error::custom(message));
            }
        }
        Ok(prompt)
    }
}

impl<'de> Deserialize<'de> for PromptInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PromptVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(json: &str) -> Result<PromptInput, String> {
        serde_json::from_str(json).map_err(|e| e.to_string())
    }

    #[test]
    fn prompts_come_in_four_forms() {
        assert_eq!(prompt("\"a\""), Ok(PromptInput::Text("a".into())));
        assert_eq!(prompt("[\"a\",\"\"]"), Ok(PromptInput::Texts(vec!["a".into(), "".into()])));
        assert_eq!(prompt("[1,2]"), Ok(PromptInput::Tokens(vec![1, 2])));
        assert_eq!(prompt("[[1],[]]"), Ok(PromptInput::TokenLists(vec![vec![1], vec![]])));
        for bad in [
            "1",
            "{}",
            "[1,\"a\"]",
            "[[1],2]",
            "[-1]",
            "[4294967296]",
            "[1.5]",
            "[[[1]]]",
            "[null]",
        ] {
            assert!(prompt(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_list_has_an_upper_bound_of_prompts() {
        let many = |n: usize| format!("[{}\"\"]", "\"\",".repeat(n - 1));
        assert!(prompt(&many(PROMPTS_MAX)).is_ok());
        assert!(prompt(&many(PROMPTS_MAX + 1)).is_err());
        let tokens = format!("[{}1]", "1,".repeat(PROMPTS_MAX * 2));
        assert!(prompt(&tokens).is_ok());
    }
}
