"""Pack chats from JSONL files into rows for `train.py`.

    python tools/mini/pack.py CHATS.jsonl... --length 512 --out data.safetensors

A line is one document, in one of two forms:

    {"messages": [...], "tools": [...], "think": false}     a chat in the OpenAI form
    {"prompt": "Once", "text": " upon a time"}              plain text; the prompt is only read

`--tokenizer` is a folder with tokenizer.json. The package `tokenizers` is needed.
"""
import argparse
import json
import os
import random
import sys

from chat import encode
from packed_data import PackedError, pack_documents, write

HERE = os.path.dirname(os.path.abspath(__file__))
MINI = os.path.join(HERE, "../../models/atlas-mini")


def read_chats(paths):
    """The documents of JSONL files. Raises `PackedError` with file and line for a bad one."""
    for path in paths:
        with open(path, encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                if not line.strip():
                    continue
                try:
                    chat = json.loads(line)
                except ValueError as e:
                    raise PackedError(f"{path}:{number}: not JSON: {e}") from e
                if not isinstance(chat, dict) or not ("messages" in chat or "text" in chat):
                    raise PackedError(f'{path}:{number}: neither "messages" nor "text"')
                yield {"prompt": "", **chat} if "text" in chat else chat


def load_tokenizer(folder):
    """A function from text to ids, and the size of the vocabulary."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    tokenize = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    return tokenize, tokenizer.get_vocab_size()


def pack_chats(chats, tokenize, vocab_size, length, seed):
    """The shuffled chats in rows, and how many were longer than a row."""
    chats = list(chats)
    random.Random(seed).shuffle(chats)
    return pack_documents((encode(tokenize, c) for c in chats), length, vocab_size)


def main():
    parser = argparse.ArgumentParser(description="Pack chats from JSONL into rows for training.")
    parser.add_argument("chats", nargs="+", help="JSONL files")
    parser.add_argument("--out", required=True)
    parser.add_argument("--length", type=int, default=4096, help="tokens a row")
    parser.add_argument("--tokenizer", default=MINI, help="folder with tokenizer.json")
    parser.add_argument("--seed", type=int, default=1, help="order of the documents")
    args = parser.parse_args()
    try:
        tokenize, vocab_size = load_tokenizer(args.tokenizer)
        chats = read_chats(args.chats)
        packed, dropped = pack_chats(chats, tokenize, vocab_size, args.length, args.seed)
    except PackedError as e:
        sys.exit(str(e))
    if not packed.rows:
        sys.exit("no document fits into a row: use a larger --length")
    write(packed, args.out)
    learned = sum(1 for w in packed.loss_weights if w)
    print(
        f"{packed.rows} rows of {packed.length}, {len(packed.document_starts)} documents with "
        f"paddings, {learned} learned tokens, {dropped} documents left out as too long"
    )


if __name__ == "__main__":
    main()
