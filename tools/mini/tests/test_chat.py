"""Tests of the rendering of chats; the standard library alone is needed."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from chat import SPELL_BEGIN, SPELL_END, encode, prompt_text, segments


def learned(chat):
    return "".join(text for text, is_learned in segments(chat) if is_learned)


def rendered(chat):
    return "".join(text for text, _ in segments(chat))


CALL = {"type": "function", "function": {"name": "look", "arguments": {"at": "sky", "n": 2}}}


class Segments(unittest.TestCase):
    def test_answers_alone_are_learned(self):
        messages = [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hello"},
            {"role": "assistant", "content": "Hi"},
        ]
        self.assertEqual(learned({"messages": messages}), "Hi<|im_end|>")
        self.assertEqual(
            rendered({"messages": messages}),
            "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n"
            "<|im_start|>assistant\n<think>\n\n</think>\n\nHi<|im_end|>",
        )

    def test_reasoning_is_learned_with_thinking_on(self):
        messages = [
            {"role": "user", "content": "2 + 2?"},
            {"role": "assistant", "content": "4", "reasoning_content": "Two twos."},
        ]
        chat = {"messages": messages, "think": True}
        self.assertEqual(learned(chat), "Two twos.\n</think>\n\n4<|im_end|>")

    def test_reasoning_before_the_last_user_message_is_dropped(self):
        messages = [
            {"role": "user", "content": "2 + 2?"},
            {"role": "assistant", "content": "4", "reasoning_content": "Two twos."},
            {"role": "user", "content": "Thanks"},
            {"role": "assistant", "content": "Welcome", "reasoning_content": "Polite."},
        ]
        self.assertNotIn("Two twos.", rendered({"messages": messages, "think": True}))

    def test_calls_are_learned_and_results_are_read(self):
        messages = [
            {"role": "user", "content": "Look up"},
            {"role": "assistant", "content": "", "tool_calls": [CALL]},
            {"role": "tool", "content": "blue"},
            {"role": "tool", "content": "wide"},
            {"role": "assistant", "content": "Blue."},
        ]
        self.assertEqual(
            learned({"messages": messages}),
            "<tool_call>\n<function=look>\n<parameter=at>\nsky\n</parameter>\n<parameter=n>\n2\n"
            "</parameter>\n</function>\n</tool_call><|im_end|>Blue.<|im_end|>",
        )
        results = (
            "<|im_start|>user\n<tool_response>\nblue\n</tool_response>\n<tool_response>\nwide\n"
            "</tool_response><|im_end|>\n"
        )
        self.assertIn(results, rendered({"messages": messages}))

    def test_plain_text_ends_with_the_end_of_text(self):
        self.assertEqual(learned({"prompt": "Once", "text": " more"}), " more<|endoftext|>")


class Prompts(unittest.TestCase):
    def test_a_prompt_ends_with_an_empty_thinking_block_or_an_open_one(self):
        messages = [{"role": "user", "content": "Hello"}]
        self.assertTrue(prompt_text(messages).endswith("assistant\n<think>\n\n</think>\n\n"))
        self.assertTrue(prompt_text(messages, think=True).endswith("assistant\n<think>\n"))


class Encoding(unittest.TestCase):
    def test_spelled_text_is_encoded_a_character_at_a_time(self):
        calls = []

        def tokenize(text):
            calls.append(text)
            return [len(text)]

        text = f"Backwards: {SPELL_BEGIN}cba{SPELL_END}!"
        ids, weights = encode(tokenize, {"prompt": "p", "text": text})
        self.assertEqual(calls, ["p", "Backwards: ", "c", "b", "a", "!<|endoftext|>"])
        self.assertEqual(ids, [1, 11, 1, 1, 1, 14])
        self.assertEqual(weights, [0, 1, 1, 1, 1, 1])


if __name__ == "__main__":
    unittest.main()
