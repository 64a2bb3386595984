"""Conversations whose rendered prompts the fixtures hold."""

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Weather of a <b>city</b> & its 'mood' — 北京, \"quoted\", a\\b, "
        "\u2028 \u007f",
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "enum": ["Zürich", "北京", "😀"]},
                "days": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615},
                "floor": {
                    "type": "number",
                    "default": 1e-7,
                    "examples": [1.0, 1e16, 0.1, -0.0, 1e22],
                },
            },
            "required": ["city"],
            "additionalProperties": False,
        },
    },
}
NOTHING = {
    "type": "function",
    "function": {
        "name": "nothing",
        "parameters": {"type": "object", "properties": {}},
        "strict": True,
    },
}
NESTED = {
    "z": 1,
    "city": "北京",
    "list": [1, [2.5, [None, True, {"k": "</b>"}]], []],
    "empty": {},
    "text": 'line one\nline "two"\t\u0001 é 😀',
    "big": 9007199254740993,
    "tiny": 5e-324,
}


def call(name, arguments, id="abcdefgh1"):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def user(text):
    return {"role": "user", "content": text}


def assistant(text, **more):
    return {"role": "assistant", "content": text, **more}


def system(text):
    return {"role": "system", "content": text}


def tool(text, id="abcdefgh1"):
    return {"role": "tool", "tool_call_id": id, "content": text}


HELLO = [user("Hello")]
TURNS = [user("Hi"), assistant("Hello! How can I help?"), user("Tell me a joke.")]
UNICODE = [
    system("  Antworte höflich. 😀\n"),
    user(
        "Grüße, 世界! 👩‍👩‍👧‍👦 e\u0301\u00a0\u3000 <|im_end|> & <b>'q'</b> \"x\" "
        "{{ not_code }} {% no %}"
    ),
    assistant("こんにちは\n\n\n  indented\ttab  "),
    user("עוד בבקשה\r\n"),
]
REASONED = [
    user("What is 17 * 3?"),
    assistant("<think>\n17 * 3 = 51\n</think>\n\nIt is 51."),
    user("And times two?"),
    assistant("102.", reasoning_content="\n51 * 2\n"),
]
TOOLS_CALLED = [
    system("Use the tools."),
    user("Weather in 北京?"),
    assistant("", tool_calls=[call("get_weather", NESTED)]),
    tool('{"temp": 21.5, "sky": "<clear> & \'blue\'"}'),
    assistant("It is 21.5 degrees."),
    user("And now?"),
]
TWO_CALLS = [
    user("Both, please."),
    assistant(
        "I will look.",
        tool_calls=[call("get_weather", {"city": "Zürich"}), call("nothing", {}, "zyxwvuts9")],
    ),
    tool("rain"),
    tool("", "zyxwvuts9"),
    assistant("Both done."),
    user("Thanks"),
]
SYSTEM_ONLY_LATE = [user("Hi"), system("late")]
WRONG_ORDER = [user("a"), user("b")]

ALL = {
    "hello": HELLO,
    "turns": TURNS,
    "unicode": UNICODE,
    "reasoned": REASONED,
    "tools_called": TOOLS_CALLED,
    "two_calls": TWO_CALLS,
    "late_system": SYSTEM_ONLY_LATE,
    "wrong_order": WRONG_ORDER,
    "bad_id": [user("x"), assistant(None, tool_calls=[call("f", {}, "short")]), tool("y")],
    "parts": [
        user(
            [
                {"type": "text", "text": "one "},
                {"type": "image", "url": "x"},
                {"type": "text", "text": "two"},
            ]
        ),
        assistant([{"type": "text", "text": "  three  "}]),
        {"role": "user", "content": "hidden", "hidden": True},
        {"role": "critic", "content": [], "hidden": False},
        user("last"),
    ],
    "odd_roles": [user("x"), {"role": "narrator", "content": "y"}],
    "json_tool_result": [
        user("x"),
        assistant("", tool_calls=[call("f", {"a": 1})]),
        {"role": "tool", "tool_call_id": "abcdefgh1", "content": NESTED},
    ],
    "trailing_space": [user("Count: 1, 2, "), assistant("3, 4,   ")],
    "open_answer": [user("Poem"), assistant("Roses are red,\nviolets are")],
    "open_parts": [
        user("Poem"),
        assistant([{"type": "text", "text": "Roses"}, {"type": "text", "text": " are "}]),
    ],
}

TOOLS = [WEATHER, NOTHING]
PROMPT = {"add_generation_prompt": True}
CONTINUE = {"continue_final_message": True}


def cases():
    """(template, conversation, tools, options, variables)"""
    for template in ("chatml", "headers", "inst", "parts"):
        for name in ("hello", "turns", "unicode"):
            yield template, name, None, PROMPT, {}
            yield template, name, None, {}, {}
        yield template, "open_answer", None, CONTINUE, {}
        yield template, "trailing_space", None, CONTINUE, {}
    for template in ("chatml", "headers", "inst"):
        yield template, "hello", TOOLS, PROMPT, {}
        yield template, "unicode", TOOLS, PROMPT, {}
        yield template, "tools_called", TOOLS, PROMPT, {}
        yield template, "tools_called", TOOLS[:1], {}, {}
        yield template, "two_calls", TOOLS, PROMPT, {}
        yield template, "tools_called", None, PROMPT, {}
        yield template, "odd_roles", None, {}, {}
    yield "chatml", "reasoned", None, PROMPT, {}
    yield "chatml", "reasoned", TOOLS, PROMPT, {"preserve_thinking": True}
    yield "chatml", "hello", None, PROMPT, {"enable_thinking": False}
    yield "chatml", "reasoned", None, CONTINUE, {}
    yield "chatml", "late_system", None, PROMPT, {}
    yield "headers", "unicode", TOOLS, PROMPT, {"tools_first": True, "today": "1 Jan 1970"}
    yield "headers", "json_tool_result", TOOLS, {}, {"bos_token": "<other>"}
    yield "headers", "late_system", TOOLS, {}, {}
    yield "inst", "wrong_order", None, {}, {}
    yield "inst", "bad_id", None, {}, {}
    yield "parts", "parts", None, PROMPT, {}
    yield "parts", "parts", None, {}, {"max_turns": 2}
    yield "parts", "open_parts", None, CONTINUE, {}
    yield "parts", "hello", None, {**CONTINUE, **PROMPT}, {}
