"""Small tokenizers of the kinds that released models use, and the text they are trained on.

The text has many scripts, code and white space.
"""

import json
import random

from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

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

# Split patterns of the released families: facts of the formats, needed to be recognised.
QWEN_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
LLAMA3_SPLIT = QWEN_SPLIT.replace(r"\p{N}| ?", r"\p{N}{1,3}| ?")
# The newer form, with combining marks among the letters.
MARKS_SPLIT = QWEN_SPLIT.replace(r"?\p{L}+", r"?[\p{L}\p{M}]+").replace(
    r"[^\s\p{L}\p{N}]+", r"[^\s\p{L}\p{M}\p{N}]+"
)
# No library ships this one.
ODD_SPLIT = r"[a-m]+|[n-z]+|\p{Lu}\p{Ll}?|\d{1,2}|\s|."


def byte_level(split, vocab_size, specials, normalizer=None, **model):
    tok = Tokenizer(models.BPE(**model))
    if normalizer:
        tok.normalizer = normalizer
    tok.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(split), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tok.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tok.train_from_iterator(training_text(), trainer)
    tok.add_tokens(specials)
    return tok


def special(content, **rules):
    return AddedToken(content, special=True, normalized=False, **rules)


def plain(content, **rules):
    return AddedToken(content, special=False, normalized=False, **rules)


def chatml():
    """Byte-level BPE with NFC, one digit a token, no BOS."""
    names = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    tokens = [special(n) for n in names]
    tokens += [plain(n) for n in ["<think>", "</think>", "<tool_call>", "</tool_call>"]]
    tok = byte_level(QWEN_SPLIT, 1000, tokens, normalizers.NFC())
    return tok, {
        "eos_token": "<|im_end|>",
        "pad_token": "<|endoftext|>",
        "bos_token": None,
        "unk_token": None,
        "model_max_length": 4096,
        "clean_up_tokenization_spaces": False,
    }


def headers():
    """Byte-level BPE with ignore_merges, digits in threes, BOS from the post-processor."""
    names = ["<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>"]
    tokens = [special(n) for n in [*names, "<|eot_id|>"]]
    tok = byte_level(LLAMA3_SPLIT, 700, tokens, ignore_merges=True)
    bos = "<|begin_of_text|>"
    template = processors.TemplateProcessing(
        single=f"{bos} $A",
        pair=f"{bos} $A {bos}:1 $B:1",
        special_tokens=[(bos, tok.token_to_id(bos))],
    )
    tok.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=False), template])
    # The flag asks for clean-up, which transformers 5 ignores for BPE.
    return tok, {
        "bos_token": bos,
        "eos_token": {"content": "<|eot_id|>", "__type": "AddedToken"},
        "clean_up_tokenization_spaces": True,
        "add_bos_token": False,
        "model_max_length": 1000000000000000019884624838656,
    }


def metaspace():
    """SentencePiece-like BPE with byte fallback, as Llama 2 and Mistral 7B have it."""
    trained = Tokenizer(models.BPE())
    trained.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    trained.pre_tokenizer = pre_tokenizers.Split("▁", behavior="merged_with_next")
    trainer = trainers.BpeTrainer(vocab_size=500, limit_alphabet=120, show_progress=False)
    trained.train_from_iterator(training_text(), trainer)
    model = json.loads(trained.to_str())["model"]
    first = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)]
    vocab = {t: i for i, t in enumerate(first)}
    for token in sorted(model["vocab"], key=model["vocab"].get):
        vocab.setdefault(token, len(vocab))
    merges = [tuple(m) for m in model["merges"]]
    tok = Tokenizer(models.BPE(vocab, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tok.normalizer = trained.normalizer
    tok.decoder = decoders.Sequence(
        [
            decoders.Replace("▁", " "),
            decoders.ByteFallback(),
            decoders.Fuse(),
            decoders.Strip(" ", 1, 0),
        ]
    )
    tok.add_tokens([special("<unk>"), special("<s>"), special("</s>")])
    tok.add_tokens([plain("[INST]"), plain("[/INST]", lstrip=True)])
    tok.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)]
    )
    return tok, {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}


def unigram():
    """Unigram with Metaspace and the clean-up of spaces that only non-BPE models get."""
    tok = Tokenizer(models.Unigram())
    tok.normalizer = normalizers.NFKC()
    tok.pre_tokenizer = pre_tokenizers.Metaspace()
    tok.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=600, unk_token="<unk>", special_tokens=["<unk>", "</s>"], show_progress=False
    )
    tok.train_from_iterator(training_text(), trainer)
    return tok, {
        "eos_token": "</s>",
        "unk_token": "<unk>",
        "clean_up_tokenization_spaces": True,
    }


def odd():
    """A split pattern that no fast path knows."""
    tokens = [special("<|endoftext|>"), special("<|im_end|>", lstrip=True, rstrip=True)]
    tok = byte_level(ODD_SPLIT, 400, tokens)
    return tok, {"eos_token": "<|endoftext|>"}


def additions():
    """A configuration that adds tokens to its tokenizer.json."""
    tokens = [special("<|endoftext|>"), plain("<think>")]
    tok = byte_level(MARKS_SPLIT, 320, tokens, normalizers.NFC())
    n = tok.get_vocab_size()
    entry = {"lstrip": False, "normalized": False, "rstrip": False, "single_word": False}
    return tok, {
        "added_tokens_decoder": {
            str(n - 2): {"content": "<|endoftext|>", **entry, "special": True},
            str(n - 1): {"content": "<think>", **entry, "special": True},
            str(n): {"content": "<|im_end|>", **entry, "special": True},
            str(n + 1): {"content": "<extra word>", **entry, "special": False},
        },
        "eos_token": "<|im_end|>",
        "pad_token": "<|new_pad|>",
        "image_token": "<|image|>",
        "extra_special_tokens": ["<|extra|>"],
    }


ALL = {f.__name__: f for f in [chatml, headers, metaspace, unigram, odd, additions]}
