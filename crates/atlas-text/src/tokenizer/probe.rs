//! The text on which both tokenizer libraries must agree before the fast one is trusted.

use super::config::AddedToken;
use super::error::TokenizerError;
use super::fast::{Fast, Scope};
use super::marks::is_mark_free;
use super::stable::{EncodeRules, Stable};

/// Scripts, digits, contractions, code, white space of every kind, combining marks, emoji.
const SAMPLES: &[&str] = &[
    "The quick brown fox can't jump; it'll wait. I'm sure you've seen they're DON'T-ing it.",
    " leading space, trailing space ",
    "tabs\tand\t\ttabs\nnew\n\nlines\r\n  indented\n        deeper\n\n\n   \n",
    "0 1 12 123 1234 12345 123456789 3.14159 1e-7 0xFF 1,000,000.50 ٣٤٥ ४५६ ²³",
    "Straße naïve façade Ångström smørrebrød żółć İstanbul ǅ ﬁ",
    "e\u{301} a\u{30a} n\u{303}o 각 각",
    "Привет, как дела? Съешь ещё этих мягких французских булок.",
    "Ελληνικά γράμματα και τόνοι",
    "你好,世界!今天天气怎么样?繁體中文測試。",
    "日本語のテキスト、カタカナとひらがな。ー〜",
    "한국어 문장도 있습니다.",
    "مرحبا بالعالم، كيف حالك؟",
    "שלום עולם",
    "नमस्ते दुनिया, यह हिन्दी है।",
    "สวัสดีชาวโลก ไทย",
    "😀 👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽 ☺️ \u{1F9D1}\u{200D}\u{1F680}",
    "fn main() {\n    let x: Vec<u8> = vec![0; 16];\n    println!(\"{x:?}\"); // <- done\n}",
    "def f(a, *b, **c):\n\treturn {k: v for k, v in c.items() if k != 'x'}\n",
    "<div class=\"a\">&nbsp;<br/></div> {\"k\": [1, 2.5, null, true]}",
    "https://example.org/a_b-c?d=e&f=%20#g user@example.org /usr/local/bin ~/.rc",
    "<tool_call>\n{\"name\": \"f\"}\n</tool_call> <|not_a_token|> [INST] <s> </s> <0x0A>",
    "\u{a0}no-break\u{2003}em\u{3000}ideographic\u{200b}zero\u{feff}bom\u{85}nel\u{2028}ls",
    "ALLCAPS CamelCaseWord snake_case_word kebab-case-word SCREAMING_CASE x86_64 C3PO",
    "...!!!??? --- === *** ### >>> <<< ((())) [[[]]] {{{}}} '''\"\"\"``` \\n \\t",
    "\u{0}\u{1}\u{7f}\u{fffd}\u{10ffff}\u{e000}",
];

/// Texts whose ends the two libraries may treat differently.
const EDGES: &[&str] = &["", "a", " ", " a ", "\n\n", "don't", "é", "<|x|>", "1234"];

/// Builds the probe: the samples, then each added token between words.
pub(crate) fn text(added: &[AddedToken]) -> String {
    // Added tokens have a line of their own: a line is left out if a byte of it has no token.
    let mut text = SAMPLES.join("\n") + "\n";
    // Reserved-token ranges of a thousand entries would only repeat the same rule.
    for token in added.iter().take(64) {
        text.push_str("word ");
        text.push_str(&token.content);
        text.push_str(" word");
        text.push_str(&token.content);
    }
    text
}

/// Why the fast library may not be used, or `None` if it agrees everywhere.
pub(crate) fn disagreement(
    fast: &Fast,
    stable: &mut Stable,
    probe: &str,
) -> Result<Option<String>, TokenizerError> {
    let pruned;
    let probe = if fast.is_exact_everywhere() {
        probe
    } else {
        let rules = EncodeRules { parse_special: true, post_process: false };
        let is_covered = |line: &str| {
            (fast.scope == Scope::Any || is_mark_free(line))
                && !matches!(fast.encode(line, rules), Ok(None))
        };
        pruned = probe.split_inclusive('\n').filter(|line| is_covered(line)).collect::<String>();
        &pruned
    };
    let texts = EDGES.iter().copied().chain([probe]);
    for text in texts {
        for (parse_special, post_process) in [(true, true), (true, false), (false, false)] {
            let rules = EncodeRules { parse_special, post_process };
            let expected = stable.encode_alone(text, rules)?;
            match fast.encode(text, rules) {
                // Such a text goes to the stable library.
                Ok(None) => {}
                Ok(Some(ids)) if ids == expected => {}
                Ok(Some(_)) => {
                    let start: String = text.chars().take(40).collect();
                    return Ok(Some(format!("ids differ on the probe text {start:?} ({rules:?})")));
                }
                Err(reason) => return Ok(Some(reason)),
            }
        }
    }
    Ok(None)
}
