//! The text that calibrates the KV cache.

use atlas_core::TokenId;
use atlas_text::{SpecialMode, TextModel};

/// Prose, code, data and several scripts, so that no kind of text meets keys far larger than any
/// that were seen. It is fixed: the scales of a model are the same at every start.
const TEXT: &str = r#"The river rises in the hills north of the town and turns twice before it
reaches the sea. In spring it floods the meadows; by August children walk across it.

def mean(values: list[float]) -> float:
    """Arithmetic mean; raises on an empty list."""
    if not values:
        raise ValueError("no values")
    return sum(values) / len(values)

{"name": "read_file", "arguments": {"path": "/srv/data/2024-11-03.csv", "limit": 4096}}

SELECT city, COUNT(*) AS n FROM visits WHERE day >= '2021-05-01' GROUP BY city ORDER BY n DESC;

1. 17 * 23 = 391; 3.14159, -0.0021, 6.02e23, 0xDEADBEEF.
2. Le cœur a ses raisons. Über allen Gipfeln ist Ruh. ¿Dónde está la estación?
3. 今日は天気がいいです。 Сегодня хорошая погода. الطقس جميل اليوم. 오늘 날씨가 좋다.

    for (i, row) in table.iter().enumerate() { println!("{i:>4} | {row:?}"); }
"#;

/// Its tokens, after the token that begins a text where the model has one; none without a
/// tokenizer.
pub fn tokens(text: Option<&TextModel>) -> Vec<TokenId> {
    let encode = |text: &TextModel| text.tokenizer().encode(TEXT, SpecialMode::Plain).ok();
    text.and_then(encode).unwrap_or_default()
}
