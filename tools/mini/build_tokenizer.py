"""Train a byte-level BPE and write tokenizer files into a folder.

    python tools/mini/build_tokenizer.py TEXTS... --out FOLDER [--vocab 4096]

A text file gives one sample a line; a `.jsonl` file holds chats as `pack.py` reads them. The
package `tokenizers` is needed.
"""
import argparse
import json
import os
import shutil

from chat import plain, segments
from pack import MINI, read_chats

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MARKS = ["<think>", "</think>", "<tool_call>", "</tool_call>"]
# Qwen's splitting: contractions, words with one leading sign, single digits, signs, line ends.
SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def corpus(paths):
    """Samples of text from text and JSONL files."""
    for path in paths:
        if path.endswith(".jsonl"):
            for chat in read_chats([path]):
                yield plain("".join(text for text, _ in segments(chat)))
        else:
            with open(path, encoding="utf-8") as f:
                yield from f


def train(texts, vocab):
    """A tokenizer of at most `vocab` tokens, special ones and bytes among them."""
    from tokenizers import AddedToken, Regex, Tokenizer
    from tokenizers import decoders, models, normalizers, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    split = pre_tokenizers.Split(Regex(SPLIT), behavior="isolated")
    byte_level = pre_tokenizers.ByteLevel(
        add_prefix_space=False, trim_offsets=False, use_regex=False
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, byte_level])
    tokenizer.decoder = decoders.ByteLevel()
    added = [AddedToken(t, special=t in SPECIAL, normalized=False) for t in SPECIAL + MARKS]
    trainer = trainers.BpeTrainer(
        vocab_size=vocab,
        special_tokens=added,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def write(tokenizer, folder):
    """Writes tokenizer.json, tokenizer_config.json and the chat template."""
    os.makedirs(folder, exist_ok=True)
    data = json.loads(tokenizer.to_str())
    # The trainer marks every added token as special; text marks must survive decoding.
    for token in data["added_tokens"]:
        token["special"] = token["content"] in SPECIAL
    with open(os.path.join(folder, "tokenizer.json"), "w", encoding="utf-8") as f:
        json.dump(data, f, ensure_ascii=False, separators=(",", ":"))
    shape = {"lstrip": False, "normalized": False, "rstrip": False, "single_word": False}
    config = {
        "add_bos_token": False,
        "add_prefix_space": False,
        "bos_token": None,
        "clean_up_tokenization_spaces": False,
        "eos_token": "<|im_end|>",
        "model_max_length": 32768,
        "pad_token": "<|endoftext|>",
        "tokenizer_class": "PreTrainedTokenizerFast",
        "unk_token": None,
        "added_tokens_decoder": {
            str(i): {"content": t, **shape, "special": t in SPECIAL}
            for i, t in enumerate(SPECIAL + MARKS)
        },
    }
    with open(os.path.join(folder, "tokenizer_config.json"), "w") as f:
        f.write(json.dumps(config, indent=2) + "\n")
    shutil.copy(os.path.join(MINI, "chat_template.jinja"), folder)


def main():
    parser = argparse.ArgumentParser(description="Train a byte-level BPE from text files.")
    parser.add_argument("texts", nargs="+", help="text files, or chats in .jsonl")
    parser.add_argument("--out", required=True, help="folder for the tokenizer files")
    parser.add_argument("--vocab", type=int, default=4096)
    args = parser.parse_args()
    tokenizer = train(corpus(args.texts), args.vocab)
    write(tokenizer, args.out)
    print(f"{tokenizer.get_vocab_size()} tokens")


if __name__ == "__main__":
    main()
