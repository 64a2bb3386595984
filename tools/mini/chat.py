"""Chats as text and as tokens: the Python twin of `models/atlas-mini/chat_template.jinja`.

A chat is a dict with "messages" in the OpenAI form and optionally "tools" and "think" (thinking
enabled). Plain text is a dict with "prompt", which is only read, and "text", which is learned.

Text between the two private marks `SPELL_BEGIN` and `SPELL_END` is encoded one character a token.
Training data may use them around answers that spell or reverse a string.
"""
import json

SPELL_BEGIN, SPELL_END = "\ue000", "\ue001"
END_OF_TEXT = "<|endoftext|>"
TOOLS_HEAD = "# Tools\n\nYou have access to the following functions:\n\n<tools>\n"
TOOLS_TAIL = (
    "\n</tools>\n\nTo call a function, reply in this form:\n\n<tool_call>\n<function=NAME>\n"
    "<parameter=KEY>\nVALUE\n</parameter>\n</function>\n</tool_call>"
)


def to_json(value):
    return json.dumps(value, ensure_ascii=False)


def call_text(name, arguments):
    """A tool call in the template's XML form."""
    out = f"<tool_call>\n<function={name}>\n"
    for key, value in arguments.items():
        text = value if isinstance(value, str) else to_json(value)
        out += f"<parameter={key}>\n{text}\n</parameter>\n"
    return out + "</function>\n</tool_call>"


def answer_text(message):
    """An assistant message after its thinking block: content, then calls."""
    text = message.get("content") or ""
    for call in message.get("tool_calls", []):
        function = call["function"]
        text += ("\n" if text else "") + call_text(function["name"], function["arguments"])
    return text


def system_text(messages, tools):
    """The system turn, and the index of the first message after it."""
    system, start = "", 0
    if messages and messages[0]["role"] == "system":
        system, start = messages[0]["content"], 1
    if tools:
        listed = TOOLS_HEAD + "\n".join(to_json(tool) for tool in tools) + TOOLS_TAIL
        system = listed + ("\n\n" + system if system else "")
    return (f"<|im_start|>system\n{system}<|im_end|>\n" if system else ""), start


def segments(chat):
    """Pieces of a finished chat or text, as pairs of the text and whether it is learned.

    Answers are learned with their reasoning if "think" is true. Answers before the last user
    message are then only read, because the template drops their reasoning.
    """
    if "text" in chat:
        return [(chat["prompt"], False), (chat["text"] + END_OF_TEXT, True)]
    messages, think = chat["messages"], chat.get("think", False)
    pending, start = system_text(messages, chat.get("tools"))
    last_user = max((i for i, m in enumerate(messages) if m["role"] == "user"), default=-1)
    out = []
    for i in range(start, len(messages)):
        m = messages[i]
        if m["role"] == "tool":
            if messages[i - 1]["role"] != "tool":
                pending += "<|im_start|>user"
            pending += f"\n<tool_response>\n{m['content']}\n</tool_response>"
            if i + 1 == len(messages) or messages[i + 1]["role"] != "tool":
                pending += "<|im_end|>\n"
        elif m["role"] == "assistant":
            reasoning = m.get("reasoning_content", "") if i > last_user else ""
            pending += "<|im_start|>assistant\n<think>\n"
            body = answer_text(m) + "<|im_end|>"
            if think and i > last_user:
                out += [(pending, False), (reasoning + "\n</think>\n\n" + body, True)]
            else:
                out += [(pending + reasoning + "\n</think>\n\n", False), (body, not think)]
            pending = "\n"
        else:
            pending += f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n"
    return out + [(pending, False)] if pending.strip() else out


def prompt_text(messages, tools=None, think=False):
    """The rendered prompt up to where the model starts to write."""
    text = "".join(piece for piece, _ in segments({"messages": messages, "tools": tools}))
    if messages and messages[-1]["role"] == "assistant":
        text += "\n"
    opening = "<|im_start|>assistant\n<think>\n" + ("" if think else "\n</think>\n\n")
    return plain(text) + opening


def plain(text):
    """The text without marks for spelled parts."""
    return text.replace(SPELL_BEGIN, "").replace(SPELL_END, "")


def encode(tokenize, chat):
    """Token ids of a chat and the loss weight (0 or 1) of each token.

    `tokenize` maps a text to its ids without adding special tokens.
    """
    ids, weights = [], []
    for text, learned in segments(chat):
        for i, piece in enumerate(text.split(SPELL_BEGIN)):
            spelled, rest = piece.split(SPELL_END, 1) if i else ("", piece)
            for part in [*spelled, rest]:
                if part:
                    added = tokenize(part)
                    ids += added
                    weights += [int(learned)] * len(added)
    return ids, weights
