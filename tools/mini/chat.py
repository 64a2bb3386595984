"""Conversations as token text: the Python twin of chat_template.jinja.

A conversation is a dict with "messages" in the OpenAI form and optionally
"tools" and "think" (thinking enabled). `segments` renders it as pieces with a
flag that says whether the model is trained on the piece. Text between the two
private marks CH0 and CH1 is encoded one character a token: it is how answers
that spell or reverse a string are written.
"""
import json

CH0, CH1 = "\ue000", "\ue001"
TOOLS_HEAD = "# Tools\n\nYou have access to the following functions:\n\n<tools>\n"
TOOLS_TAIL = "\n</tools>\n\nTo call a function, reply in this form:\n\n<tool_call>\n<function=NAME>\n<parameter=KEY>\nVALUE\n</parameter>\n</function>\n</tool_call>"

TEMPLATE = r'''{%- set ns = namespace(last_user=-1, in_tool=false) %}
{%- for m in messages %}
    {%- if m.role == 'user' %}{%- set ns.last_user = loop.index0 %}{%- endif %}
{%- endfor %}
{%- macro text(content) -%}
    {%- if content is string -%}{{ content }}
    {%- elif content is not none and content is defined -%}
        {%- for part in content -%}{%- if part.text is defined -%}{{ part.text }}{%- endif -%}{%- endfor -%}
    {%- endif -%}
{%- endmacro -%}
{%- set system = '' %}
{%- set start = 0 %}
{%- if messages and messages[0].role in ['system', 'developer'] %}
    {%- set system = text(messages[0].content) %}
    {%- set start = 1 %}
{%- endif %}
{%- if tools %}
    {{- '<|im_start|>system\n# Tools\n\nYou have access to the following functions:\n\n<tools>\n' }}
    {%- for tool in tools %}
        {{- tool | tojson }}
        {%- if not loop.last %}{{- '\n' }}{%- endif %}
    {%- endfor %}
    {{- '\n</tools>\n\nTo call a function, reply in this form:\n\n<tool_call>\n<function=NAME>\n<parameter=KEY>\nVALUE\n</parameter>\n</function>\n</tool_call>' }}
    {%- if system %}{{- '\n\n' + system }}{%- endif %}
    {{- '<|im_end|>\n' }}
{%- elif system %}
    {{- '<|im_start|>system\n' + system + '<|im_end|>\n' }}
{%- endif %}
{%- for m in messages %}
    {%- if loop.index0 >= start %}
    {%- if m.role == 'tool' %}
        {%- if not ns.in_tool %}{{- '<|im_start|>user' }}{%- endif %}
        {{- '\n<tool_response>\n' + text(m.content) + '\n</tool_response>' }}
        {%- set ns.in_tool = true %}
        {%- if loop.last or loop.nextitem.role != 'tool' %}
            {{- '<|im_end|>\n' }}
            {%- set ns.in_tool = false %}
        {%- endif %}
    {%- elif m.role == 'assistant' %}
        {%- set content = text(m.content) %}
        {%- set reasoning = '' %}
        {%- if m.reasoning_content is string %}
            {%- set reasoning = m.reasoning_content %}
        {%- elif '</think>' in content %}
            {%- set reasoning = content.split('</think>')[0].split('<think>')[-1] %}
            {%- set content = content.split('</think>')[-1].lstrip('\n') %}
        {%- endif %}
        {%- set reasoning = reasoning.strip('\n') %}
        {%- if loop.index0 < ns.last_user and not preserve_thinking %}{%- set reasoning = '' %}{%- endif %}
        {{- '<|im_start|>assistant\n<think>\n' + reasoning + '\n</think>\n\n' + content }}
        {%- for call in m.tool_calls or [] %}
            {%- set f = call.function if call.function is defined else call %}
            {%- if not loop.first or content %}{{- '\n' }}{%- endif %}
            {{- '<tool_call>\n<function=' + f.name + '>\n' }}
            {%- for k, v in (f.arguments or {}).items() %}
                {{- '<parameter=' + k + '>\n' }}
                {%- if v is string %}{{- v }}{%- else %}{{- v | tojson }}{%- endif %}
                {{- '\n</parameter>\n' }}
            {%- endfor %}
            {{- '</function>\n</tool_call>' }}
        {%- endfor %}
        {{- '<|im_end|>\n' }}
    {%- else %}
        {{- '<|im_start|>' + m.role + '\n' + text(m.content) + '<|im_end|>\n' }}
    {%- endif %}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\n<think>\n' }}
    {%- if not enable_thinking %}{{- '\n</think>\n\n' }}{%- endif %}
{%- endif %}
'''


def user(text):
    return {"role": "user", "content": text}


def assistant(text, reasoning="", calls=()):
    m = {"role": "assistant", "content": text}
    if reasoning:
        m["reasoning_content"] = reasoning
    if calls:
        m["tool_calls"] = [{"type": "function", "function": {"name": n, "arguments": a}} for n, a in calls]
    return m


def tool_result(text):
    return {"role": "tool", "content": text}


def chat(question, answer, system="", reasoning="", think=False):
    """A single question and answer."""
    head = [{"role": "system", "content": system}] if system else []
    return {"messages": head + [user(question), assistant(answer, reasoning)], "think": think}


def to_json(x):
    return json.dumps(x, ensure_ascii=False)


def call_text(name, args):
    out = f"<tool_call>\n<function={name}>\n"
    for k, v in args.items():
        out += f"<parameter={k}>\n{v if isinstance(v, str) else to_json(v)}\n</parameter>\n"
    return out + "</function>\n</tool_call>"


def answer_text(m):
    """An assistant message after its thinking block."""
    text = m.get("content") or ""
    for c in m.get("tool_calls", []):
        text += ("\n" if text else "") + call_text(c["function"]["name"], c["function"]["arguments"])
    return text


def segments(conv):
    """(text, trained) pieces of a finished conversation, or of plain "text"."""
    if "text" in conv:
        return [(conv["prompt"], False), (conv["text"] + "<|endoftext|>", True)]
    msgs, tools, think = conv["messages"], conv.get("tools"), conv.get("think", False)
    out, buf = [], ""
    system, start = "", 0
    if msgs and msgs[0]["role"] == "system":
        system, start = msgs[0]["content"], 1
    if tools:
        buf += "<|im_start|>system\n" + TOOLS_HEAD + "\n".join(to_json(t) for t in tools) + TOOLS_TAIL
        buf += ("\n\n" + system if system else "") + "<|im_end|>\n"
    elif system:
        buf += f"<|im_start|>system\n{system}<|im_end|>\n"
    last_user = max((i for i, m in enumerate(msgs) if m["role"] == "user"), default=-1)
    for i in range(start, len(msgs)):
        m = msgs[i]
        if m["role"] == "tool":
            if msgs[i - 1]["role"] != "tool":
                buf += "<|im_start|>user"
            buf += f"\n<tool_response>\n{m['content']}\n</tool_response>"
            if i + 1 == len(msgs) or msgs[i + 1]["role"] != "tool":
                buf += "<|im_end|>\n"
        elif m["role"] == "assistant":
            reasoning = m.get("reasoning_content", "") if i > last_user else ""
            buf += "<|im_start|>assistant\n<think>\n"
            body = answer_text(m) + "<|im_end|>"
            if think and i > last_user:
                out += [(buf, False), (reasoning + "\n</think>\n\n" + body, True)]
            else:
                out += [(buf + reasoning + "\n</think>\n\n", False), (body, not think)]
            buf = "\n"
        else:
            buf += f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n"
    return out + [(buf, False)] if buf.strip() else out


def prompt_text(messages, tools=None, think=False):
    """The rendered prompt up to where the model starts to write."""
    text = "".join(t for t, _ in segments({"messages": messages, "tools": tools}))
    if messages and messages[-1]["role"] == "assistant":
        text += "\n"
    return plain(text) + "<|im_start|>assistant\n<think>\n" + ("" if think else "\n</think>\n\n")


def plain(text):
    return text.replace(CH0, "").replace(CH1, "")


def encode(tok, conv):
    """Token ids and a 0/1 list of trained positions."""
    ids, mask = [], []
    for text, trained in segments(conv):
        for j, part in enumerate(text.split(CH0)):
            if j:
                spelled, part = part.split(CH1, 1)
                for ch in spelled:
                    t = tok.encode(ch, add_special_tokens=False).ids
                    ids += t
                    mask += [int(trained)] * len(t)
            if part:
                t = tok.encode(part, add_special_tokens=False).ids
                ids += t
                mask += [int(trained)] * len(t)
    return ids, mask
