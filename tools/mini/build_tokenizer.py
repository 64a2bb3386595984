"""Train the byte-level BPE and write the tokenizer files into a folder.

    python tools/mini/build_tokenizer.py models/atlas-mini
"""
import json
import os
import sys

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

import mix
import tables as T
import words as W
from chat import TEMPLATE

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MARKS = ["<think>", "</think>", "<tool_call>", "</tool_call>"]
# Qwen's splitting: contractions, words with one leading sign, single digits, signs, line ends.
SPLIT = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
VOCAB = 4096


def word_texts():
    """Every word of the tables and lists a few times, so that it gets tokens."""
    flat = list(T.CAPITALS) + list(T.CAPITALS.values()) + [e for _, _, e in T.ELEMENTS] + T.MONTHS + T.DAYS + W.WORDS + W.VERBS + W.ADJ + W.NAMES
    for _ in range(3):
        for w in flat:
            yield f"the {w.lower()} is {w}, {w}."


def build(folder, samples=24000):
    tok = Tokenizer(models.BPE())
    tok.normalizer = normalizers.NFC()
    tok.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(SPLIT), behavior="isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=False, use_regex=False)])
    tok.decoder = decoders.ByteLevel()
    special = [AddedToken(t, special=True, normalized=False) for t in SPECIAL] + [AddedToken(t, special=False, normalized=False) for t in MARKS]
    trainer = trainers.BpeTrainer(vocab_size=VOCAB, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)

    def corpus():
        yield from word_texts()
        yield from mix.texts(1, samples)
    tok.train_from_iterator(corpus(), trainer)
    assert tok.get_vocab_size() == VOCAB
    tok.save(os.path.join(folder, "tokenizer.json"))
    path = os.path.join(folder, "tokenizer.json")
    with open(path) as f:
        data = json.load(f)
    for t in data["added_tokens"]:
        t["special"] = t["content"] in SPECIAL
    with open(path, "w") as f:
        json.dump(data, f, ensure_ascii=False, separators=(",", ":"))
    conf = {
        "add_bos_token": False, "add_prefix_space": False, "bos_token": None, "clean_up_tokenization_spaces": False, "eos_token": "<|im_end|>",
        "model_max_length": 32768, "pad_token": "<|endoftext|>", "tokenizer_class": "PreTrainedTokenizerFast", "unk_token": None,
        "added_tokens_decoder": {str(i): {"content": t, "lstrip": False, "normalized": False, "rstrip": False, "single_word": False, "special": t in SPECIAL} for i, t in enumerate(SPECIAL + MARKS)},
    }
    with open(os.path.join(folder, "tokenizer_config.json"), "w") as f:
        f.write(json.dumps(conf, indent=2) + "\n")
    with open(os.path.join(folder, "chat_template.jinja"), "w") as f:
        f.write(TEMPLATE)


if __name__ == "__main__":
    from export import write_configs
    build(sys.argv[1])
    write_configs(sys.argv[1])
