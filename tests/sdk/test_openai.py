"""The official Python client against a running server: test_openai.py BASE_URL."""

import asyncio
import json
import sys
import time
import traceback
import urllib.request

import openai
import pydantic

BASE_URL = sys.argv[1]
CLIENT = openai.OpenAI(base_url=f"{BASE_URL}/v1", api_key="none", max_retries=0, timeout=120)
MODEL = CLIENT.models.list().data[0].id
MESSAGES = [{"role": "user", "content": "Repeat this list: apple, bread, chair, dance, eagle"}]
GREEDY = {"model": MODEL, "messages": MESSAGES, "temperature": 0, "max_tokens": 24}
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def running():
    """Requests that the server's metrics call running or waiting."""
    with urllib.request.urlopen(f"{BASE_URL}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    names = ("atlas_requests_running ", "atlas_requests_waiting ")
    return sum(float(line.split()[1]) for line in lines if line.startswith(names))


def wait_until_idle():
    for _ in range(500):
        if running() == 0:
            return
        time.sleep(0.02)
    raise AssertionError(f"{running()} requests are left")


def refused(kind, param, call):
    try:
        call()
    except kind as error:
        assert error.param == param, (error.param, param)
        assert error.type == "invalid_request_error", error.type
        return error
    raise AssertionError("the request was not refused")


@test
def models():
    listed = CLIENT.models.list().data
    assert listed and all(model.object == "model" for model in listed)
    assert CLIENT.models.retrieve(MODEL).id == MODEL
    error = refused(openai.NotFoundError, "model", lambda: CLIENT.models.retrieve("no/such"))
    assert error.code == "model_not_found"


@test
def chat():
    answer = CLIENT.chat.completions.create(**GREEDY)
    assert answer.id.startswith("chatcmpl-") and answer.object == "chat.completion"
    assert answer.model == MODEL
    (choice,) = answer.choices
    assert choice.message.role == "assistant" and isinstance(choice.message.content, str)
    assert choice.finish_reason in ("stop", "length")
    usage = answer.usage
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens
    assert usage.prompt_tokens > 0 and 0 < usage.completion_tokens <= 24
    assert usage.prompt_tokens_details.cached_tokens >= 0
    assert answer._request_id


@test
def chat_stream_equals_whole():
    whole = CLIENT.chat.completions.create(**GREEDY)
    stream = CLIENT.chat.completions.create(
        **GREEDY, stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    assert chunks[0].choices[0].delta.role == "assistant"
    assert len({chunk.id for chunk in chunks}) == 1
    text = "".join(c.delta.content or "" for chunk in chunks for c in chunk.choices)
    assert text == whole.choices[0].message.content, (text, whole.choices[0].message.content)
    reasons = [c.finish_reason for chunk in chunks for c in chunk.choices if c.finish_reason]
    assert reasons == [whole.choices[0].finish_reason]
    assert chunks[-1].choices == [] and chunks[-1].usage == whole.usage
    assert all(chunk.usage is None for chunk in chunks[:-1])


@test
def chat_stream_helper():
    text = CLIENT.chat.completions.create(**GREEDY).choices[0].message.content
    # The helper takes an answer cut by its length for an error: let it stop.
    with CLIENT.chat.completions.stream(**GREEDY, stop=text[8:11]) as stream:
        deltas = [event.delta for event in stream if event.type == "content.delta"]
        final = stream.get_final_completion()
    assert "".join(deltas) == final.choices[0].message.content == text[: text.index(text[8:11])]


@test
def seeds_and_choices():
    fields = dict(GREEDY, temperature=1.0, max_tokens=12, logprobs=True)
    three = CLIENT.chat.completions.create(**fields, n=3, seed=7)
    assert [c.index for c in three.choices] == [0, 1, 2]
    assert three.usage.completion_tokens == sum(len(c.logprobs.content) for c in three.choices)
    for i, choice in enumerate(three.choices):
        alone = CLIENT.chat.completions.create(**fields, seed=7 + i)
        assert alone.choices[0].message == choice.message
    texts = {}
    for chunk in CLIENT.chat.completions.create(**fields, n=3, seed=7, stream=True):
        for choice in chunk.choices:
            texts[choice.index] = texts.get(choice.index, "") + (choice.delta.content or "")
    assert texts == {c.index: c.message.content for c in three.choices}


@test
def chat_logprobs():
    answer = CLIENT.chat.completions.create(**GREEDY, logprobs=True, top_logprobs=3)
    content = answer.choices[0].logprobs.content
    assert len(content) == answer.usage.completion_tokens
    for entry in content:
        assert entry.logprob <= 0 and len(entry.top_logprobs) == 3
        values = [top.logprob for top in entry.top_logprobs]
        assert values == sorted(values, reverse=True)
        # Greedy: the chosen token is the likeliest.
        assert entry.logprob == values[0]
        assert bytes(entry.bytes).decode("utf-8", "replace") == entry.token
    joined = b"".join(bytes(entry.bytes) for entry in content).decode("utf-8", "replace")
    assert joined.startswith(answer.choices[0].message.content.rstrip("\ufffd"))


CONVERT = {
    "type": "function",
    "function": {
        "name": "convert_units",
        "description": "Convert a value from one unit to another",
        "parameters": {
            "type": "object",
            "properties": {
                "value": {"type": "number"},
                "unit_from": {"type": "string"},
                "unit_to": {"type": "string"},
            },
            "required": ["value", "unit_from", "unit_to"],
        },
    },
}
ASK = [{"role": "user", "content": "Convert 42 from miles to meters"}]
CONVERTED = {"value": 42, "unit_from": "miles", "unit_to": "meters"}


@test
def tool_calls_and_their_results():
    fields = {"model": MODEL, "temperature": 0, "max_tokens": 200, "tools": [CONVERT]}
    choice = CLIENT.chat.completions.create(**fields, messages=ASK).choices[0]
    assert choice.finish_reason == "tool_calls" and choice.message.content is None, choice
    (call,) = choice.message.tool_calls
    assert call.type == "function" and call.function.name == "convert_units"
    assert json.loads(call.function.arguments) == CONVERTED
    result = {"role": "tool", "tool_call_id": call.id, "content": "67592.4"}
    turns = [*ASK, choice.message.model_dump(exclude_none=True), result]
    answer = CLIENT.chat.completions.create(**fields, messages=turns).choices[0]
    assert answer.finish_reason == "stop" and "67592.4" in answer.message.content, answer
    with CLIENT.chat.completions.stream(**fields, messages=ASK) as stream:
        done = [e for e in stream if e.type == "tool_calls.function.arguments.done"]
        final = stream.get_final_completion().choices[0]
    assert json.loads(done[0].arguments) == CONVERTED and final.finish_reason == "tool_calls"


@test
def structured_answers():
    class Place(pydantic.BaseModel):
        name: str
        islands: int
        warm: bool

    fields = dict(GREEDY, max_tokens=80, temperature=1.0)
    for seed in range(4):
        parsed = CLIENT.chat.completions.parse(**fields, seed=seed, response_format=Place)
        place = parsed.choices[0].message.parsed
        assert isinstance(place, Place), parsed
    forced = dict(fields, tools=[CONVERT], tool_choice="required", max_tokens=300)
    choice = CLIENT.chat.completions.create(**forced, seed=1).choices[0]
    assert choice.finish_reason == "tool_calls", choice
    assert set(json.loads(choice.message.tool_calls[0].function.arguments)) == set(CONVERTED)


@test
def reasoning_is_apart():
    extra = {"chat_template_kwargs": {"enable_thinking": True}}
    messages = [{"role": "user", "content": "What is 17 + 25?"}]
    fields = {"model": MODEL, "temperature": 0, "messages": messages, "extra_body": extra}
    message = CLIENT.chat.completions.create(**fields).choices[0].message
    assert "42" in message.content and "think" not in message.content, message
    assert message.reasoning_content
    deltas = [c.choices[0].delta for c in CLIENT.chat.completions.create(**fields, stream=True)]
    joined = "".join(getattr(d, "reasoning_content", None) or "" for d in deltas)
    assert joined == message.reasoning_content
    # The effort says the same as the template's own switch.
    del fields["extra_body"]
    low = CLIENT.chat.completions.create(**fields, reasoning_effort="low").choices[0].message
    assert low.reasoning_content == message.reasoning_content
    none = CLIENT.chat.completions.create(**fields, reasoning_effort="none").choices[0].message
    assert getattr(none, "reasoning_content", None) is None and "42" in none.content


@test
def stop_strings():
    text = CLIENT.chat.completions.create(**GREEDY).choices[0].message.content
    assert len(text) > 4, text
    stop = text[len(text) // 2 : len(text) // 2 + 3]
    fields = dict(GREEDY, stop=[stop, "\0never"])
    answer = CLIENT.chat.completions.create(**fields)
    assert answer.choices[0].message.content == text[: text.index(stop)]
    assert answer.choices[0].finish_reason == "stop"
    assert answer.choices[0].stop_reason == stop
    stream = CLIENT.chat.completions.create(**fields, stream=True)
    streamed = "".join(c.delta.content or "" for chunk in stream for c in chunk.choices)
    assert streamed == text[: text.index(stop)]


@test
def length():
    answer = CLIENT.chat.completions.create(
        model=MODEL, messages=MESSAGES, max_completion_tokens=3, extra_body={"ignore_eos": True}
    )
    assert answer.choices[0].finish_reason == "length"
    assert answer.usage.completion_tokens == 3


@test
def extensions():
    answer = CLIENT.chat.completions.create(
        **GREEDY,
        extra_body={
            "top_k": 20, "min_p": 0.01, "repetition_penalty": 1.1, "return_token_ids": True,
            "chat_template_kwargs": {"enable_thinking": False}, "prompt_logprobs": 1,
            "atlas": {"deadline_ms": 60000}, "priority": 1,
        },
    )
    assert len(answer.prompt_token_ids) == answer.usage.prompt_tokens
    assert len(answer.choices[0].token_ids) == answer.usage.completion_tokens
    assert answer.prompt_logprobs[0] is None
    assert len(answer.prompt_logprobs) == answer.usage.prompt_tokens
    late = CLIENT.chat.completions.create(
        **dict(GREEDY, max_tokens=None), extra_body={"atlas": {"deadline_ms": 1}, "ignore_eos": True}
    )
    assert late.choices[0].finish_reason == "length"
    assert late.choices[0].atlas["finish_detail"] == "deadline"


@test
def conversations():
    tool = {
        "type": "function",
        "function": {"name": "tide", "parameters": {"type": "object", "properties": {}}},
    }
    messages = [
        {"role": "system", "content": "You are brief."},
        {"role": "user", "content": [{"type": "text", "text": "When is high tide?"}]},
        {"role": "assistant", "content": "At noon."},
        {"role": "user", "content": "And low tide?"},
    ]
    for extra in ({}, {"tools": [tool]}, {"tools": [tool], "tool_choice": "none"}):
        answer = CLIENT.chat.completions.create(
            model=MODEL, messages=messages, max_tokens=4, user="u", metadata={"a": "b"}, **extra
        )
        assert answer.usage.completion_tokens > 0


@test
def completions():
    base = {"model": MODEL, "temperature": 0, "max_tokens": 8}
    one = CLIENT.completions.create(**base, prompt="The sea is")
    assert one.id.startswith("cmpl-") and one.object == "text_completion"
    chunks = list(CLIENT.completions.create(**base, prompt="The sea is", stream=True))
    assert "".join(c.choices[0].text for c in chunks) == one.choices[0].text
    many = CLIENT.completions.create(**base, prompt=["The sea is", "A boat"])
    assert many.choices[0].text == one.choices[0].text and many.choices[1].index == 1
    ids = CLIENT.completions.create(
        **base, prompt="The sea is", extra_body={"return_token_ids": True}
    ).prompt_token_ids
    by_ids = CLIENT.completions.create(**base, prompt=ids)
    assert by_ids.choices[0].text == one.choices[0].text
    two = CLIENT.completions.create(**base, prompt=[ids, ids])
    assert [c.text for c in two.choices] == [one.choices[0].text] * 2


@test
def completion_echo_and_logprobs():
    answer = CLIENT.completions.create(
        model=MODEL, prompt="The sea is", temperature=0, max_tokens=4, echo=True, logprobs=2
    )
    (choice,) = answer.choices
    assert choice.text.startswith("The sea is")
    logprobs = choice.logprobs
    assert len(logprobs.tokens) == answer.usage.total_tokens
    lists = (logprobs.token_logprobs, logprobs.top_logprobs, logprobs.text_offset)
    assert all(len(values) == len(logprobs.tokens) for values in lists)
    assert logprobs.token_logprobs[0] is None and logprobs.top_logprobs[0] is None
    assert all(value <= 0 for value in logprobs.token_logprobs[1:])
    scored = CLIENT.completions.create(
        model=MODEL, prompt="The sea is", max_tokens=0, echo=True, logprobs=0
    )
    assert scored.choices[0].text == "The sea is" and scored.usage.completion_tokens == 0
    count = answer.usage.prompt_tokens
    assert scored.choices[0].logprobs.token_logprobs == logprobs.token_logprobs[:count]


@test
def errors():
    create = CLIENT.chat.completions.create
    bad = openai.BadRequestError
    refused(bad, "messages", lambda: create(model=MODEL, messages=[]))
    refused(bad, "n", lambda: create(**GREEDY, n=0))
    refused(bad, "temperature", lambda: create(**dict(GREEDY, temperature=9)))
    refused(bad, "stop", lambda: create(**GREEDY, stop=["x"] * 10_000))
    refused(bad, "max_tokens", lambda: create(**dict(GREEDY, max_tokens=10**8)))
    refused(bad, "response_format.type", lambda: create(**GREEDY, response_format={"type": "xml"}))
    refused(bad, "reasoning_effort", lambda: create(**GREEDY, reasoning_effort="huge"))
    image = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]
    messages = [{"role": "user", "content": image}]
    refused(bad, "messages[0].content[0].type", lambda: create(model=MODEL, messages=messages))
    refused(openai.NotFoundError, "model", lambda: create(**dict(GREEDY, model="gpt-4")))
    long = "The sea is wide. " * 200_000
    error = refused(bad, "prompt", lambda: CLIENT.completions.create(model=MODEL, prompt=long))
    assert error.code == "context_length_exceeded"
    huge = "x" * (40 << 20)
    try:
        CLIENT.completions.create(model=MODEL, prompt=huge)
    except openai.APIStatusError as status:
        assert status.status_code == 413, status.status_code
    else:
        raise AssertionError("a huge body was taken")


@test
def leaving_a_stream():
    wait_until_idle()
    fields = dict(GREEDY, max_tokens=None, extra_body={"ignore_eos": True, "min_tokens": 200})
    with CLIENT.chat.completions.create(**fields, stream=True) as stream:
        for count, _ in enumerate(stream):
            if count == 3:
                break
    wait_until_idle()


@test
def many_at_once():
    expected = CLIENT.chat.completions.create(**GREEDY).choices[0].message.content

    async def one(client, stream):
        if not stream:
            answer = await client.chat.completions.create(**GREEDY)
            return answer.choices[0].message.content
        text = ""
        async for chunk in await client.chat.completions.create(**GREEDY, stream=True):
            text += "".join(c.delta.content or "" for c in chunk.choices)
        return text

    async def every():
        async with openai.AsyncOpenAI(base_url=f"{BASE_URL}/v1", api_key="none") as client:
            return await asyncio.gather(*(one(client, i % 2 == 0) for i in range(8)))

    assert asyncio.run(every()) == [expected] * 8


@test
def raw_response():
    raw = CLIENT.chat.completions.with_raw_response.create(
        **GREEDY, extra_headers={"x-request-id": "my-request-1"}
    )
    assert raw.headers["x-request-id"] == "my-request-1"
    assert json.loads(raw.text)["object"] == "chat.completion"
    assert raw.parse()._request_id == "my-request-1"


RESPONSE = {"model": MODEL, "input": "Repeat this list: apple, bread, chair, dance, eagle", "temperature": 0}


@test
def responses():
    answer = CLIENT.responses.create(**RESPONSE, max_output_tokens=24, metadata={"a": "b"})
    assert answer.id.startswith("resp_") and answer.object == "response"
    assert answer.status in ("completed", "incomplete") and answer.error is None
    assert answer.metadata == {"a": "b"} and answer.tool_choice == "auto"
    usage = answer.usage
    assert usage.total_tokens == usage.input_tokens + usage.output_tokens
    # The same conversation as in chat completions, and so the same answer.
    chat = CLIENT.chat.completions.create(**GREEDY)
    assert answer.output_text == chat.choices[0].message.content
    assert usage.input_tokens == chat.usage.prompt_tokens
    assert (answer.status == "incomplete") == (chat.choices[0].finish_reason == "length")


@test
def response_stream_equals_whole():
    whole = CLIENT.responses.create(**RESPONSE, max_output_tokens=24)
    events = list(CLIENT.responses.create(**RESPONSE, max_output_tokens=24, stream=True))
    assert [e.sequence_number for e in events] == list(range(len(events)))
    assert [e.type for e in events[:2]] == ["response.created", "response.in_progress"]
    text = "".join(e.delta for e in events if e.type == "response.output_text.delta")
    last = events[-1].response
    assert text == last.output_text == whole.output_text
    assert (last.status, last.usage) == (whole.status, whole.usage)
    # The helper takes an answer cut by its length for an error: let it stop.
    stop = text[8:11]
    with CLIENT.responses.stream(**RESPONSE, extra_body={"stop": stop}) as stream:
        deltas = [e.delta for e in stream if e.type == "response.output_text.delta"]
        final = stream.get_final_response()
    assert "".join(deltas) == final.output_text == text[: text.index(stop)]


@test
def stored_responses():
    first = CLIENT.responses.create(**RESPONSE, max_output_tokens=8)
    second = CLIENT.responses.create(
        model=MODEL, input="And the land?", previous_response_id=first.id, max_output_tokens=8
    )
    messages = MESSAGES + [
        {"role": "assistant", "content": first.output_text},
        {"role": "user", "content": "And the land?"},
    ]
    chat = CLIENT.chat.completions.create(model=MODEL, messages=messages, max_tokens=1)
    assert second.usage.input_tokens == chat.usage.prompt_tokens
    assert CLIENT.responses.retrieve(second.id).output_text == second.output_text
    items = list(CLIENT.responses.input_items.list(second.id, limit=1, order="asc"))
    assert [item.role for item in items] == ["user", "assistant", "user"]
    again = [item.to_dict() for item in items]
    same = CLIENT.responses.create(model=MODEL, input=again, store=False, max_output_tokens=1)
    assert same.usage.input_tokens == second.usage.input_tokens
    CLIENT.responses.delete(first.id)
    for gone in (first.id, same.id):
        refused(openai.NotFoundError, None, lambda: CLIENT.responses.retrieve(gone))
    refused(openai.BadRequestError, None, lambda: CLIENT.responses.cancel(second.id))


@test
def background_responses():
    first = CLIENT.responses.create(**RESPONSE, background=True)
    assert first.status == "queued" and first.background
    while first.status in ("queued", "in_progress"):
        time.sleep(0.01)
        first = CLIENT.responses.retrieve(first.id)
    waited = CLIENT.responses.create(**RESPONSE)
    assert first.status == "completed" and first.output_text == waited.output_text
    endless = dict(RESPONSE, background=True, extra_body={"ignore_eos": True})
    gone = CLIENT.responses.cancel(CLIENT.responses.create(**endless).id)
    assert gone.status == "cancelled"
    assert CLIENT.responses.retrieve(gone.id).status == "cancelled"


@test
def refused_responses():
    def create(**extra):
        return lambda: CLIENT.responses.create(**dict(RESPONSE, **extra))

    refused(openai.BadRequestError, "tool_choice", create(tool_choice="required"))
    refused(openai.BadRequestError, "background", create(background=True, store=False))
    refused(openai.BadRequestError, "input[0].role", create(input=[{"role": "x", "content": ""}]))
    refused(openai.NotFoundError, "model", create(model="gpt-4"))
    bad = openai.BadRequestError
    refused(bad, "previous_response_id", create(previous_response_id="resp_0"))


def main():
    failed = 0
    for function in TESTS:
        started = time.monotonic()
        try:
            function()
            print(f"ok   python {function.__name__} ({time.monotonic() - started:.1f} s)")
        except Exception:
            failed += 1
            print(f"FAIL python {function.__name__}")
            traceback.print_exc(file=sys.stdout)
    print(f"openai-python {openai.__version__}: {len(TESTS) - failed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
