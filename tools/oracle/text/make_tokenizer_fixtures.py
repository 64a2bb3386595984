"""Golden encodings and decodings of the fixture tokenizers, from transformers.

Run in an environment with `transformers==5.17.0`; writes crates/atlas-text/tests/fixtures.
Training breaks ties by hash order, so a new run may give other tokenizers of the same kinds; run
make_template_fixtures.py after it.
"""

import json
import pathlib
import random
import tempfile

from transformers import PreTrainedTokenizerFast

import tokenizer_kinds as kinds

OUT = pathlib.Path(__file__).parents[3] / "crates/atlas-text/tests/fixtures/tokenizers"


def load(tok, config):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        tok.save(str(folder / "tokenizer.json"))
        (folder / "tokenizer_config.json").write_text(json.dumps(config))
        return PreTrainedTokenizerFast.from_pretrained(folder)


def encode(hf, text, **kwargs):
    return hf(text, **kwargs)["input_ids"]


def encodings(hf):
    cases = []
    for text in kinds.TEXTS:
        cases.append(
            {
                "text": text,
                "plain": encode(hf, text),
                "rendered": encode(hf, text, add_special_tokens=False),
                "literal": encode(hf, text, split_special_tokens=True, add_special_tokens=False),
            }
        )
    return cases


def sequences(hf, rng):
    """Real text, then ids drawn at random: broken characters, specials, ids past the end."""
    size = len(hf)
    mixed = " Hello, 世界 😀! it 's , n't <|im_end|> done .\n"
    yield encode(hf, mixed, add_special_tokens=True)
    yield encode(hf, "  два  \tCafe\u0301 👩‍👩‍👧‍👦", add_special_tokens=False)
    specials = sorted(hf._tokenizer.get_added_tokens_decoder())
    # Tokens whose bytes are not valid text by themselves.
    broken = [i for i in range(size) if "\ufffd" in hf.decode([i])]
    for _ in range(3):
        yield [rng.randrange(size) for _ in range(20)]
    if broken:
        for _ in range(4):
            yield [rng.choice(broken) for _ in range(24)]
    for _ in range(2):
        pools = [specials, broken or specials, range(size), [size + 5]]
        yield [rng.choice(rng.choice(pools)) for _ in range(24)]


def prefixes(hf, ids, skip):
    """The decode of every prefix, as (length kept of the one before, added text)."""
    out, before = [], ""
    for n in range(1, len(ids) + 1):
        text = hf.decode(ids[:n], skip_special_tokens=skip)
        same = 0
        while same < min(len(before), len(text)) and before[same] == text[same]:
            same += 1
        out.append([same, text[same:]])
        before = text
    return out


def decodings(hf, rng):
    return [
        {"ids": ids, "skip": skip, "prefixes": prefixes(hf, ids, skip)}
        for ids in sequences(hf, rng)
        for skip in (False, True)
    ]


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for name, build in kinds.ALL.items():
        tok, config = build()
        hf = load(tok, config)
        rng = random.Random(f"decode {name}")
        fixture = {
            "config": config,
            "special_tokens": hf.special_tokens_map,
            "vocab_size": max(hf.get_vocab().values()) + 1,
            "encode": encodings(hf),
            "decode": decodings(hf, rng),
        }
        (OUT / f"{name}.tokenizer.json").write_text(
            json.dumps(json.loads(tok.to_str()), ensure_ascii=False, separators=(",", ":"))
        )
        (OUT / f"{name}.golden.json").write_text(
            json.dumps(fixture, ensure_ascii=True, separators=(",", ":")) + "\n"
        )
        print(name, fixture["vocab_size"], "tokens,", len(fixture["decode"]), "decodings")


if __name__ == "__main__":
    main()
