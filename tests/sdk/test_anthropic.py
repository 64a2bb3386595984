"""The official Anthropic client against a running server: test_anthropic.py BASE_URL."""

import sys
import time
import traceback

import anthropic

CLIENT = anthropic.Anthropic(base_url=sys.argv[1], api_key="none", max_retries=0, timeout=120)
TOOL = {
    "name": "convert_units",
    "description": "Convert a value from one unit to another",
    "input_schema": {
        "type": "object",
        "properties": {
            "value": {"type": "number"},
            "unit_from": {"type": "string"},
            "unit_to": {"type": "string"},
        },
        "required": ["value", "unit_from", "unit_to"],
    },
}
ASK = [{"role": "user", "content": "Convert 42 from miles to meters"}]
CONVERTED = {"value": 42, "unit_from": "miles", "unit_to": "meters"}
# This client no longer knows a temperature; it goes beside the fields it knows.
GREEDY = {"model": "atlas-mini", "max_tokens": 200, "extra_body": {"temperature": 0}}
TESTS = []


def test(function):
    TESTS.append(function)
    return function


@test
def message():
    messages = [{"role": "user", "content": "What is the capital of France?"}]
    answer = CLIENT.messages.create(**GREEDY, messages=messages)
    assert answer.type == "message" and answer.role == "assistant" and answer.stop_reason == "end_turn"
    assert "Paris" in answer.content[0].text, answer
    count = CLIENT.messages.count_tokens(model="atlas-mini", messages=messages)
    assert count.input_tokens == answer.usage.input_tokens
    with CLIENT.messages.stream(**GREEDY, messages=messages) as stream:
        text = "".join(stream.text_stream)
        final = stream.get_final_message()
    assert text == answer.content[0].text == final.content[0].text
    assert final.usage.output_tokens == answer.usage.output_tokens


@test
def tools_and_their_results():
    answer = CLIENT.messages.create(**GREEDY, messages=ASK, tools=[TOOL])
    assert answer.stop_reason == "tool_use", answer
    call = answer.content[-1]
    assert call.type == "tool_use" and call.name == TOOL["name"] and call.input == CONVERTED
    result = {"type": "tool_result", "tool_use_id": call.id, "content": "67592.4"}
    turns = [*ASK, {"role": "assistant", "content": answer.content}, {"role": "user", "content": [result]}]
    last = CLIENT.messages.create(**GREEDY, messages=turns, tools=[TOOL])
    assert last.stop_reason == "end_turn" and "67592.4" in last.content[0].text, last
    with CLIENT.messages.stream(**GREEDY, messages=ASK, tools=[TOOL]) as stream:
        final = stream.get_final_message()
    assert final.content[-1].input == CONVERTED and final.stop_reason == "tool_use"


@test
def forced_calls():
    hello = [{"role": "user", "content": "Hello!"}]
    for choice in ({"type": "any"}, {"type": "tool", "name": "convert_units"}):
        answer = CLIENT.messages.create(**GREEDY, messages=hello, tools=[TOOL], tool_choice=choice)
        assert answer.stop_reason == "tool_use" and set(answer.content[0].input) == set(CONVERTED)


@test
def thinking():
    messages = [{"role": "user", "content": "What is 17 + 25?"}]
    on = {"type": "enabled", "budget_tokens": 1024}
    answer = CLIENT.messages.create(**dict(GREEDY, max_tokens=2000), messages=messages, thinking=on)
    assert [block.type for block in answer.content] == ["thinking", "text"], answer
    assert answer.content[0].thinking and "42" in answer.content[1].text


@test
def errors():
    for error, fields in (
        (anthropic.BadRequestError, {"messages": []}),
        (anthropic.NotFoundError, {"messages": ASK, "model": "claude-none"}),
        (anthropic.BadRequestError, {"messages": ASK, "extra_body": {"temperature": 9}}),
    ):
        try:
            CLIENT.messages.create(**{**GREEDY, **fields})
        except error as raised:
            assert raised.body["type"] == "error" and raised.body["error"]["message"], raised.body
        else:
            raise AssertionError(f"{fields} was not refused")


def main():
    failed = 0
    for function in TESTS:
        started = time.time()
        try:
            function()
            print(f"ok   python anthropic {function.__name__} ({time.time() - started:.1f} s)")
        except Exception:
            failed += 1
            print(f"FAIL python anthropic {function.__name__}")
            traceback.print_exc(file=sys.stdout)
    print(f"anthropic-python {anthropic.__version__}: {len(TESTS) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
