//! Splits of a text into words, by the names of `tokenizer.ggml.pre`.
//!
//! A name stands for the tokenizer of a published model, and its `tokenizer.json` says the split
//! exactly; llama.cpp (`src/llama-vocab.cpp`) writes some of the patterns another way.

use serde_json::{Value, json};

/// cl100k, as Llama 3 has it.
const LLAMA3: &str = concat!(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}",
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
);
const QWEN2: &str = concat!(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}",
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
);
/// Marks belong to letters.
const QWEN35: &str = concat!(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}",
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
);
const TEKKEN: &str = concat!(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+",
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*",
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
);
/// o200k.
const GPT4O: &str = concat!(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
);
const GPT2: &str =
    concat!(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+", r"|\s+(?!\S)|\s+");
const DEEPSEEK_V3: [&str; 3] = [
    r"\p{N}{1,3}",
    "[一-龥\u{3040}-ゟ゠-ヿ]+",
    concat!(
        r##"[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^"##,
        "\r\n",
        r"\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[",
        "\r\n]*|",
        r"\s*[",
        "\r\n]+|",
        r"\s+(?!\S)|\s+"
    ),
];
/// Scripts without spaces, as DeepSeek's first models split them.
const DEEPSEEK_CJK: &str = "[一-龥\u{800}-一가-\u{d7ff}]+";
const DEEPSEEK_CODER: [&str; 4] = ["[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", DEEPSEEK_CJK];
const DEEPSEEK_LLM: [&str; 5] = [
    "[\r\n]",
    // Letters with case.
    concat!(
        r"\s?[A-Za-z",
        "µÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿ\u{386}Έ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕ",
        "ἠ-ὅὈ-Ὅὐ-ὗὙὛὝ\u{1f5f}-\u{1f7d}\u{1f80}-\u{1fb4}\u{1fb6}-\u{1fbc}\u{1fbe}",
        "\u{1fc2}-\u{1fc4}\u{1fc6}-\u{1fcc}\u{1fd0}-\u{1fd3}\u{1fd6}-\u{1fdb}",
        "\u{1fe0}-\u{1fec}\u{1ff2}-\u{1ff4}\u{1ff6}-\u{1ffc}ℂℇℊ-ℓℕℙ-ℝℤ\u{2126}ℨ\u{212a}-ℭℯ-ℴℹ",
        "ℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⳲⳳꙀ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎꭰ-ꮿﬀ-ﬆﬓ-ﬗＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃]+"
    ),
    "\\s?[!-/:-~！-／：-～‘-‟\u{3000}-。]+",
    r"\s+$",
    DEEPSEEK_CJK,
];

/// A split and the settings that go with it.
#[derive(Clone, Copy, Debug)]
pub struct Splits {
    steps: Steps,
    /// The text is brought into NFC first.
    pub composes: bool,
    /// A word that is a token becomes it, whatever the merges say.
    pub ignores_merges: bool,
    /// A text begins with the first token where the file does not say.
    pub adds_bos: bool,
}

#[derive(Clone, Copy, Debug)]
enum Steps {
    /// The pattern of GPT-2, which is part of the library.
    Gpt2,
    /// Each digit is a word; the rest as GPT-2.
    Digits,
    /// Patterns in turn, each on the words of the one before.
    Patterns(&'static [&'static str]),
    /// Patterns in turn, then single digits.
    PatternsAndDigits(&'static [&'static str]),
    Falcon,
}

const PLAIN: Splits =
    Splits { steps: Steps::Gpt2, composes: false, ignores_merges: false, adds_bos: false };

/// The split of a name.
pub fn find(name: &str) -> Option<Splits> {
    let patterns = |list| Splits { steps: Steps::Patterns(list), ..PLAIN };
    let digits = Splits { steps: Steps::Digits, ..PLAIN };
    Some(match name {
        "llama-bpe" | "llama3" | "llama-v3" | "falcon3" | "falcon-h1" | "lfm2" | "midm-2.0"
        | "pixtral" => Splits { ignores_merges: true, adds_bos: true, ..patterns(&[LLAMA3]) },
        "dbrx" | "glm4" | "chatglm-bpe" => patterns(&[LLAMA3]),
        "qwen2" | "deepseek-r1-qwen" | "f2llmv2" => Splits { composes: true, ..patterns(&[QWEN2]) },
        "qwen35" => Splits { composes: true, ..patterns(&[QWEN35]) },
        "tekken" => Splits { ignores_merges: true, adds_bos: true, ..patterns(&[TEKKEN]) },
        "gpt-4o" | "llama4" => Splits { ignores_merges: true, ..patterns(&[GPT4O]) },
        "minimax-m2" => patterns(&[GPT4O]),
        "smollm" | "starcoder" | "refact" | "codeshell" => digits,
        "command-r" => Splits { composes: true, ..digits },
        "gpt-2" | "phi-2" => PLAIN,
        "mpt" | "olmo" => Splits { composes: true, ..PLAIN },
        "falcon" => Splits { steps: Steps::Falcon, ..PLAIN },
        "deepseek-v3" => patterns(&DEEPSEEK_V3),
        "deepseek-llm" => Splits { steps: Steps::PatternsAndDigits(&DEEPSEEK_LLM), ..PLAIN },
        "deepseek-coder" => Splits { steps: Steps::PatternsAndDigits(&DEEPSEEK_CODER), ..PLAIN },
        // llama.cpp's own, of no published tokenizer.
        "default" => patterns(&[r"[\p{P}\$\+<=>\^~\|]+", GPT2, r"\p{N}+", "[0-9][0-9][0-9]"]),
        _ => return None,
    })
}

impl Splits {
    /// The `pre_tokenizer` of `tokenizer.json`.
    pub fn pre_tokenizer(&self) -> Value {
        let split = |pattern: &&str| {
            json!({"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated",
                "invert": false})
        };
        let bytes = |use_regex: bool| {
            json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true,
                "use_regex": use_regex})
        };
        let digits = |single: bool| json!({"type": "Digits", "individual_digits": single});
        let steps: Vec<Value> = match self.steps {
            Steps::Gpt2 => return bytes(true),
            Steps::Digits => vec![digits(true), bytes(true)],
            Steps::Patterns(list) => list.iter().map(split).chain([bytes(false)]).collect(),
            Steps::PatternsAndDigits(list) => {
                list.iter().map(split).chain([digits(true), bytes(false)]).collect()
            }
            Steps::Falcon => {
                let marks = json!({"type": "Punctuation", "behavior": "Contiguous"});
                vec![marks, bytes(true), digits(false), split(&"[0-9][0-9][0-9]")]
            }
        };
        json!({"type": "Sequence", "pretokenizers": steps})
    }
}
