"""Check that chat.py renders what the template renders, and time the generators."""
import random
import sys
import time

from transformers import AutoTokenizer

import mix
from chat import encode, plain, prompt_text, segments


def main(folder):
    t = AutoTokenizer.from_pretrained(folder)
    r = random.Random(5)
    seen = 0
    for _ in range(3000):
        c = mix.sample(r, 1500)
        if "text" in c:
            continue
        msgs = c["messages"]
        for m in msgs:
            if m["role"] == "assistant":
                m["content"] = plain(m["content"])
                if "reasoning_content" in m:
                    m["reasoning_content"] = plain(m["reasoning_content"])
        full = "".join(x for x, _ in segments(c)) + "\n"
        want = t.apply_chat_template(msgs, tools=c.get("tools"), tokenize=False)
        assert full == want, (full, want)
        cut = max(i for i, m in enumerate(msgs) if m["role"] == "assistant")
        for think in (False, True):
            got = prompt_text(msgs[:cut], c.get("tools"), think)
            want = t.apply_chat_template(msgs[:cut], tools=c.get("tools"), tokenize=False, add_generation_prompt=True, enable_thinking=think)
            assert got == want, (got, want)
        seen += 1
    print("template equals chat.py on", seen, "conversations")
    tok = t.backend_tokenizer if hasattr(t, "backend_tokenizer") else t._tokenizer
    for s in ["The capital of France is Paris.", "ZEBRA-1947-MOONFISH", "Convert 42 from miles to meters", "fn main() {\n    println!(\"hi\");\n}", "Grüße, 世界 🙂"]:
        ids = tok.encode(s).ids
        assert tok.decode(ids, skip_special_tokens=False) == s
        print(len(ids), [tok.decode([i]) for i in ids])
    for f, w, p in mix.BASE:
        r = random.Random(1)
        t0, n, a, k, longest = time.time(), 0, 0, 150, 0
        for _ in range(k):
            ids, m = encode(tok, f(r))
            n, a, longest = n + len(ids), a + sum(m), max(longest, len(ids))
        print(f"{f.__name__:12} {n / k:7.0f} tokens, {a / k:6.1f} trained, longest {longest:5}, {n / (time.time() - t0) / 1e3:6.0f} k tokens/s")


if __name__ == "__main__":
    main(sys.argv[1])
