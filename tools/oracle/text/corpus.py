"""Text to train the fixture tokenizers on and to encode: many scripts, code, white space."""

import json
import random

SENTENCES = [
    "The quick brown fox jumps over the lazy dog, and then it can't stop.",
    "A scheduler decides which request runs next; the cache keeps what it computed.",
    "Tokens are not words: a token may be a part of a word, a space, or a single byte.",
    "We'll see whether they've measured 12,345 tokens in 67.8 seconds (or 9e-3).",
    "Straße, naïve façade, Ångström, smørrebrød, żółć und İstanbul.",
    "Привет, мир! Съешь ещё этих мягких французских булок.",
    "你好,世界!今天天气怎么样?繁體中文測試。",
    "日本語のテキストとカタカナ、ひらがな。",
    "한국어 문장도 있습니다.",
    "مرحبا بالعالم، كيف حالك؟ שלום עולם.",
    "नमस्ते दुनिया, यह हिन्दी है।",
    "Emoji: 😀 👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽 ☺️.",
    "Cafe\u0301 and café are the same to a reader, not to a byte.",
    'fn main() {\n    let x: Vec<u8> = vec![0; 16];\n    println!("{x:?}");\n}\n',
    "def f(a, *b, **c):\n\treturn {k: v for k, v in c.items() if k != 'x'}\n",
    '<div class="a">&nbsp;<br/></div>\r\n\r\n   https://example.org/a_b?c=d&e=%20\n\n\n',
]
WORDS = (
    "the of and a to in is it you that he was for on are with as his they at be this from have or"
    " one had by word but not what all were we when your can said there use an each which she do"
    " how their if will up other about out many then them these so some her would make like him"
    " into time has look two more write go see number no way could people my than first water"
    " been call who oil its now find long down day did get come made may part token model cache"
    " block layer weight prompt answer function return value list string number text file line"
).split()


def training_text(seed=7, lines=1500):
    """Lines of random sentences; the same for the same seed."""
    rng = random.Random(seed)
    out = []
    for _ in range(lines):
        kind = rng.random()
        if kind < 0.35:
            out.append(rng.choice(SENTENCES))
        elif kind < 0.85:
            words = [rng.choice(WORDS) for _ in range(rng.randint(3, 14))]
            out.append(" ".join(words).capitalize() + rng.choice(".!?,;:"))
        else:
            out.append(json.dumps({rng.choice(WORDS): rng.randint(0, 9999), "k": [rng.random()]}))
    return out


TEXTS = SENTENCES + [
    "",
    " ",
    "   leading and trailing   ",
    "a",
    "\n\n\n",
    "\t\tx\r\n y",
    "don't DON'T I'm it's we've",
    "0 1 12 123 1234 12345 3.14159",
    "ünïcödé \u00a0nbsp\u3000ideographic\u200bzero\ufeffbom",
    "\U0010ffff \ue000 \ufffd \x01\x7f",
    "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\nhm\n</think>\n\n",
    "<s> [INST] hello [/INST] </s><unk> <0x0A> ▁ ▁▁x",
    "word<|endoftext|>word <|endoftext|> <|im_end|>",
    "x" * 40,
]
