"""Writes GGUF files of tiny tokenizers, and the tokens that Hugging Face's library gives, to
`gguf_tokenizers.safetensors`.

    pip install gguf==0.19.0 tokenizers==0.23.3 transformers==5.24.0 sentencepiece safetensors
    python crates/atlas-model/tests/data/gguf_tokenizers.py

A byte-level tokenizer is trained with the steps of the published `tokenizer.json` of its name, a
SentencePiece model with SentencePiece. Each becomes metadata as llama.cpp's converter writes it:
`NAME.gguf`. `NAME.json` has, by text, the tokens with and without those that a text gets at its
ends, those of the text taken literally, and the texts that they decode to. Readers are
`tokenizer_golden/gguf.rs` of atlas-text and `bad_checkpoint/gguf_tokenizer.rs` beside this folder.
"""

import io
import json
import tempfile
from pathlib import Path

import gguf
import numpy as np
import sentencepiece
from gguf import TokenType
from safetensors.numpy import save_file
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers.tokenization_utils_base import generate_merges

DATA = Path(__file__).resolve().parent

CORPUS = """
The quick brown fox jumps over the lazy dog. The dog doesn't mind; they've met before, I'm told.
It's 1987, 2024 and 31415926 again: don't count on 1,000,000.50 or 3.14e-10, they'll say.
def main(argc, argv):\n    for i in range(10):\n        print("hello, world", i)\n\treturn 0\n\n
if (x != y && z <= 0xFF) { foo->bar += "string"; } // comment\r\n#include <stdio.h>\r\n
Größe, naïve café, façade, Ångström, coöperate, ÉCOLE, Straße, İstanbul, señor, čeština, żółw
Съешь же ещё этих мягких французских булок, да выпей чаю. ВСЕ ЛЮДИ рождаются свободными.
Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. העברית היא שפה שמית. العربية لغة جميلة. हिन्दी में नमस्ते
我能吞下玻璃而不伤身体。中文分词测试。日本語の文章をトークン化します。カタカナ、ひらがな。한국어 문장입니다.
HELLO WORLD HelloWorld helloWorld HTTPServer snake_case_word kebab-case x86_64 iPhone15
"""

TEXTS = [
    "",
    " ",
    "   ",
    "a",
    "\n",
    "\n\n  \n\t\n ",
    "\r\n\r\n",
    "Hello, world!",
    " leading and  double   spaces    and trailing  ",
    "I'm don't they'LL We'Ve it'S 'tis x'RE can’t 'ſ",
    "0 1 12 123 1234 12345 1,234,567.89 1e10 0xFF ٣٤٥ ½ ² Ⅻ",
    "def f(x):\n    if x:\n\t\treturn x ** 2  # ok\n\n\n",
    "<a href='x'>b</a> {[()]} ///// ==== ---- ____ ....!!!??? $€£ ~^`|",
    "HTTPServer helloWorld ABCdefGHI ǅ ʰ Straße İstanbul ﬁ ﬀ",
    "Größe naïve Ångström e\u0301 e\u0301e\u0301 n\u0303 \u212b \uac00 \u1100\u1161",
    "Съешь ещё этих булок. Ξεσκεπάζω την ψυχοφθόρα",
    "العربية לغة हिन्दी में नमस्ते ไทย ក្ខ",
    "我能吞下玻璃123而不伤身体。日本語のトークン、カタカナ。한국어 문장",
    "😀👍🏽 👨‍👩‍👧 🇩🇪 ☃️ \U0001f9ff",
    "a\u00a0b\u3000c\u2028d\u200be\u0085f\u000bg\u0000h\ue000i\ufeff",
    "  x\n  y\r\n \tz \n",
    "ααα aaaaaaaaaaaaaaaa ================ \u2581\u2581a\u2581",
    "<s>hello</s>",
    "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|> <|im_end|>x<|im_end|>",
    "<think>\nwell\n</think> done<think>",
    "<|im_sta<|im_start|>rt|> <|im_end|><|im_end|>",
    "[PAD1]<0x41> Ġ Ċ <unk>",
    "[INST] Hi there [/INST] Hello</s>[INST]x[/INST]",
    "the theory is that then they're there, the end",
]

CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
O200K = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+"
    r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
TEKKEN = O200K.replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "").replace("{1,3}", "")
QWEN2 = CL100K.replace("{1,3}", "")
QWEN35 = QWEN2.replace(r"?\p{L}+", r"?[\p{L}\p{M}]+").replace(r"^\s\p{L}", r"^\s\p{L}\p{M}")
CJK = "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+"
DEEPSEEK_V3 = [
    r"\p{N}{1,3}",
    "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
    "|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
    "| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+",
]


def split(regex: str) -> dict:
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False}


def level(use_regex: bool) -> dict:
    plain = {"add_prefix_space": False, "trim_offsets": True, "use_regex": use_regex}
    return {"type": "ByteLevel", **plain}


def digits(single: bool) -> dict:
    return {"type": "Digits", "individual_digits": single}


def of_patterns(*regexes: str) -> list[dict]:
    return [*map(split, regexes), level(False)]


CODER = [split("[\r\n]"), split(r"\s?\p{L}+"), split(r"\s?\p{P}+"), split(CJK), digits(True)]
CASED = (
    "\u00b5\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u01ba\u01bc-\u01bf\u01c4-\u0293\u0295-\u02af"
    "\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3"
    "-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u10a0-\u10c5\u13a0-\u13f5\u13f8-\u13fd"
    "\u1c90-\u1cba\u1cbd-\u1cbf\u1d00-\u1d2b\u1d6b-\u1d77\u1d79-\u1d9a\u1e00-\u1f15\u1f18-"
    "\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-"
    "\u1fb4\u1fb6-\u1fbc\u1fbe\u1fc2-\u1fc4\u1fc6-\u1fcc\u1fd0-\u1fd3\u1fd6-\u1fdb\u1fe0-"
    "\u1fec\u1ff2-\u1ff4\u1ff6-\u1ffc\u2102\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126"
    "\u2128\u212a-\u212d\u212f-\u2134\u2139\u213c-\u213f\u2145-\u2149\u214e\u2183\u2184\u2c00"
    "-\u2c7b\u2c7e-\u2ce4\u2ceb-\u2cee\u2cf2\u2cf3\ua640-\ua66d\ua680-\ua69b\ua722-\ua76f"
    "\ua771-\ua787\ua78b-\ua78e\uab70-\uabbf\ufb00-\ufb06\ufb13-\ufb17\uff21-\uff3a\uff41-"
    "\uff5a\U00010400-\U0001044f\U000104b0-\U000104d3\U000104d8-\U000104fb\U00010c80-"
    "\U00010cb2\U00010cc0-\U00010cf2\U000118a0-\U000118df\U0001e900-\U0001e943"
)
MARKS = "\\s?[!-/:-~\uff01-\uff0f\uff1a-\uff5e\u2018-\u201f\u3000-\u3002]+"
LLM = [split("[\r\n]"), split(rf"\s?[A-Za-z{CASED}]+"), split(MARKS)]
LLM += [split(r"\s+$"), split(CJK), digits(True)]
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
DEFAULT = [r"[\p{P}\$\+<=>\^~\|]+", GPT2, r"\p{N}+", "[0-9][0-9][0-9]"]
FALCON = [{"type": "Punctuation", "behavior": "Contiguous"}, level(True), digits(False)]
NFC = {"type": "NFC"}
# By name: the normalizer and the steps of the published tokenizer, whether a word that is a token
# becomes it, where the added tokens are, and the tokens added to a text.
BYTE_LEVEL = {
    "qwen2": (NFC, of_patterns(QWEN2), False, "behind", ""),
    "qwen35": (NFC, of_patterns(QWEN35), False, "behind", ""),
    "llama-bpe": (None, of_patterns(CL100K), True, "behind", "bos"),
    "glm4": (None, of_patterns(CL100K), False, "behind", ""),
    "tekken": (None, of_patterns(TEKKEN), True, "before", "bos"),
    "gpt-4o": (None, of_patterns(O200K), True, "behind", ""),
    "smollm": (None, [digits(True), level(True)], False, "before", ""),
    "command-r": (NFC, [digits(True), level(True)], False, "before", "bos eos"),
    "gpt-2": (None, [level(True)], False, "behind", ""),
    "olmo": (NFC, [level(True)], False, "gaps", "eos"),
    "falcon": (None, [*FALCON, split("[0-9][0-9][0-9]")], False, "before", ""),
    "deepseek-v3": (None, of_patterns(*DEEPSEEK_V3), False, "gaps", "bos"),
    "deepseek-llm": (None, [*LLM, level(False)], False, "behind", "bos"),
    "default": (None, of_patterns(*DEFAULT), False, "behind", ""),
    "deepseek-coder": (None, [*CODER, level(False)], False, "behind", "bos"),
}
SPECIAL = ["<s>", "<|im_start|>", "<|im_end|>", "</s>"]
PLAIN = ["<think>", "</think>"]


def trained(name: str) -> dict:
    """The `tokenizer.json` of a name."""
    normalizer, steps, ignore_merges, place, _ = BYTE_LEVEL[name]
    file = json.loads(Tokenizer(models.BPE()).to_str())
    file["normalizer"] = normalizer
    file["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": steps}
    tokenizer = Tokenizer.from_str(json.dumps(file))
    tokenizer.decoder = decoders.ByteLevel()
    # SmolLM was trained without the whole alphabet: some bytes have no token.
    alphabet = [] if name == "smollm" else pre_tokenizers.ByteLevel.alphabet()
    before = SPECIAL if place == "before" else []
    trainer = trainers.BpeTrainer(
        vocab_size=440, initial_alphabet=alphabet, special_tokens=before, show_progress=False
    )
    tokenizer.train_from_iterator(CORPUS.split("\n\n") * 3, trainer)
    tokenizer.add_special_tokens([AddedToken(t, special=True, normalized=False) for t in SPECIAL])
    tokenizer.add_tokens([AddedToken(t, normalized=False) for t in PLAIN])
    file = json.loads(tokenizer.to_str())
    file["model"]["ignore_merges"] = ignore_merges
    # Some tokens that no merge leads to.
    if ignore_merges:
        file["model"]["merges"] = file["model"]["merges"][:-40]
    if place == "gaps":
        for token in file["added_tokens"]:
            token["id"] += 3
            file["model"]["vocab"][token["content"]] = token["id"]
    return file


def with_ends(file: dict, ends: str) -> dict:
    ids = {t["content"]: t["id"] for t in file["added_tokens"]}
    at = {"bos": "<s>", "eos": "</s>"}
    piece = {end: {"SpecialToken": {"id": at[end], "type_id": 0}} for end in ends.split()}
    text = {"Sequence": {"id": "A", "type_id": 0}}
    single = [p for p in (piece.get("bos"), text, piece.get("eos")) if p]
    special = {at[e]: {"id": at[e], "ids": [ids[at[e]]], "tokens": [at[e]]} for e in piece}
    made = {"type": "TemplateProcessing", "single": single, "special_tokens": special}
    # The library wants a form for pairs too.
    pair = [*single, {"Sequence": {"id": "B", "type_id": 0}}]
    return file | {"post_processor": made | {"pair": pair} if piece else None}


def add_ids(w: gguf.GGUFWriter, ids: dict[str, int], ends: str) -> None:
    w.add_bos_token_id(ids["<s>"])
    w.add_eos_token_id(ids["</s>"])
    w.add_pad_token_id(ids["</s>"])
    w.add_add_bos_token("bos" in ends)
    w.add_add_eos_token("eos" in ends)
    templates = {"default": "a", "tool_use": "b"}
    w.add_chat_template([{"name": n, "template": t} for n, t in templates.items()])


def write(w: gguf.GGUFWriter) -> np.ndarray:
    with tempfile.TemporaryDirectory() as folder:
        w.write_header_to_file(Path(folder) / "x.gguf")
        w.write_kv_data_to_file()
        w.close()
        return np.frombuffer((Path(folder) / "x.gguf").read_bytes(), np.uint8)


def byte_level_gguf(name: str, file: dict) -> np.ndarray:
    """As `_set_vocab_gpt2` of the converter."""
    tokens = {i: t for t, i in file["model"]["vocab"].items()}
    added = {t["id"]: t for t in file["added_tokens"]}
    tokens |= {i: t["content"] for i, t in added.items()}
    count = max(tokens) + 1 + 5
    kinds = [TokenType.NORMAL if i in tokens else TokenType.UNUSED for i in range(count)]
    for i, token in added.items():
        kinds[i] = TokenType.CONTROL if token["special"] else TokenType.USER_DEFINED
    w = gguf.GGUFWriter(None, "llama")
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre(name)
    w.add_token_list([tokens.get(i, f"[PAD{i}]") for i in range(count)])
    w.add_token_types(kinds)
    w.add_token_merges([m if isinstance(m, str) else " ".join(m) for m in file["model"]["merges"]])
    add_ids(w, {t["content"]: t["id"] for t in added.values()}, BYTE_LEVEL[name][4])
    return write(w)


def sentencepiece_files(adds_space: bool, has_turns: bool) -> tuple[np.ndarray, dict]:
    """As `_set_vocab_sentencepiece` of the converter, and the `tokenizer.json` of Llama 2 or, with
    marks of turns, of Mistral's version 3."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([line for line in CORPUS.split("\n") if line] * 3),
        model_writer=model,
        model_type="bpe",
        vocab_size=560,
        byte_fallback=True,
        character_coverage=0.98,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        allow_whitespace_only_pieces=True,
        minloglevel=2,
    )
    p = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    ids = range(p.get_piece_size())
    tokens, scores = [p.id_to_piece(i) for i in ids], [p.get_score(i) for i in ids]
    kinds = [TokenType.NORMAL] * len(tokens)
    for i in ids:
        if p.is_unknown(i):
            kinds[i] = TokenType.UNKNOWN
        elif p.is_control(i):
            kinds[i] = TokenType.CONTROL
        elif p.is_byte(i):
            kinds[i] = TokenType.BYTE
    vocab = {t: i for i, t in enumerate(tokens)}
    pieces = {t: s for t, s, k in zip(tokens, scores, kinds) if k == TokenType.NORMAL}
    skipped = {t for t in tokens if t not in pieces}
    merges = generate_merges(vocab, pieces, skipped)
    added = [t for t, k in zip(tokens, kinds) if k in (TokenType.UNKNOWN, TokenType.CONTROL)]
    added += ["<|im_start|>", "<|im_end|>", *PLAIN, *(["[INST]", "[/INST]"] if has_turns else [])]
    for token in added[3:]:
        tokens.append(token)
        scores.append(-1000.0)
        kinds.append(TokenType.USER_DEFINED if token in PLAIN else TokenType.CONTROL)
    model = models.BPE(vocab, merges, fuse_unk=True, byte_fallback=True)
    file = json.loads(Tokenizer(model).to_str())
    file["model"]["unk_token"] = "<unk>"
    mark = {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}
    both = [{"type": "Prepend", "prepend": "\u2581"}, mark]
    file["normalizer"] = {"type": "Sequence", "normalizers": both} if adds_space else mark
    if has_turns:
        first = {"replacement": "\u2581", "prepend_scheme": "first", "split": False}
        file |= {"normalizer": None, "pre_tokenizer": {"type": "Metaspace", **first}}
    back = {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}
    steps = [back, {"type": "ByteFallback"}, {"type": "Fuse"}]
    strip = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
    file["decoder"] = {"type": "Sequence", "decoders": [*steps, strip] if adds_space else steps}
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    file["added_tokens"] = [
        {"id": tokens.index(t), "content": t, **flags, "special": t not in PLAIN} for t in added
    ]
    ends = "bos" if adds_space else ""
    w = gguf.GGUFWriter(None, "llama")
    w.add_tokenizer_model("llama")
    w.add_tokenizer_pre("default")
    w.add_token_list([*tokens, *(f"[PAD{len(tokens) + i}]" for i in range(3))])
    w.add_token_scores([*scores, *[-10000.0] * 3])
    w.add_token_types([*kinds, *[TokenType.UNUSED] * 3])
    if not adds_space:
        w.add_add_space_prefix(False)
    add_ids(w, {t: tokens.index(t) for t in ("<s>", "</s>")}, ends)
    return write(w), with_ends(file, ends)


def cases(file: dict) -> np.ndarray:
    tokenizer = Tokenizer.from_str(json.dumps(file))
    literal = Tokenizer.from_str(json.dumps(file))
    literal.encode_special_tokens = True
    out = []
    for text in TEXTS:
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        case = {"text": text, "rendered": ids, "plain": tokenizer.encode(text).ids}
        case["literal"] = literal.encode(text, add_special_tokens=False).ids
        decoded = [tokenizer.decode(ids, skip_special_tokens=skip) for skip in (False, True)]
        case["decoded"] = decoded
        out.append(case)
    return np.frombuffer(json.dumps(out).encode(), np.uint8)


def main() -> None:
    out: dict[str, np.ndarray] = {}
    for name in BYTE_LEVEL:
        file = trained(name)
        out[f"{name}.gguf"] = byte_level_gguf(name, file)
        out[f"{name}.json"] = cases(with_ends(file, BYTE_LEVEL[name][4]))
    pieces = {"spm": (True, False), "spm-no-space": (False, False), "spm-turns": (True, True)}
    for name, kind in pieces.items():
        out[f"{name}.gguf"], file = sentencepiece_files(*kind)
        out[f"{name}.json"] = cases(file)
    save_file(out, DATA / "gguf_tokenizers.safetensors")
    (DATA / "gguf_tokenizers.safetensors").chmod(0o644)


if __name__ == "__main__":
    main()
