"""Tests of chats as text and of packed data; the standard library alone is needed."""
import json
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import pack
import packed_data
from chat import SPELL_BEGIN, SPELL_END, encode, prompt_text, segments
from packed_data import PackedError, pack_documents

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


def bytes_of(text):
    """A stand-in for the tokenizer: one token a byte."""
    return list(text.encode())


class Packing(unittest.TestCase):
    def documents(self, packed):
        """Ids and weights of the documents, paddings left out."""
        out = []
        for start, end in packed.documents():
            ids = packed.tokens[start:end].tolist()
            if any(ids):
                out.append((ids, [w / 255 for w in packed.loss_weights[start:end]]))
        return out

    def test_every_document_that_fits_is_packed_whole(self):
        documents = [([i + 1] * n, [i % 2] * n) for i, n in enumerate([60, 10, 64, 1, 100, 30, 64])]
        packed, dropped = pack_documents(documents, 64, 256)
        self.assertEqual(dropped, 1)
        expected = [d for d in documents if len(d[0]) <= 64]
        self.assertEqual(sorted(self.documents(packed)), sorted(expected))

    def test_no_document_crosses_a_row(self):
        packed, _ = pack_documents([([7] * n, [1] * n) for n in range(1, 64)], 64, 256)
        for start, end in packed.documents():
            self.assertEqual(start // 64, (end - 1) // 64)

    def test_gaps_are_filled_with_later_documents(self):
        packed, _ = pack_documents([([1] * n, [1] * n) for n in (40, 40, 24, 24)], 64, 256)
        self.assertEqual(packed.rows, 2)

    def test_padding_has_no_weight(self):
        packed, _ = pack_documents([([9] * 10, [1] * 10)], 64, 256)
        self.assertEqual(packed.loss_weights.tolist(), [255] * 10 + [0] * 54)

    def test_a_row_length_that_chunks_do_not_divide_is_refused(self):
        with self.assertRaisesRegex(PackedError, "multiple of 64"):
            pack_documents([([1], [1])], 100, 256)

    def test_a_token_outside_the_vocabulary_is_refused(self):
        with self.assertRaisesRegex(PackedError, "not in the vocabulary"):
            pack_documents([([300], [1])], 64, 256)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "rows.safetensors")

    def test_a_file_reads_back_equal(self):
        packed, _ = pack_documents([([5] * 20, [0.5] * 20), ([6] * 30, [1] * 30)], 64, 256)
        packed_data.write(packed, self.path)
        back = packed_data.read(self.path)
        self.assertEqual(back.tokens, packed.tokens)
        self.assertEqual(back.loss_weights, packed.loss_weights)
        self.assertEqual(back.document_starts, packed.document_starts)
        self.assertEqual((back.length, back.vocab_size), (64, 256))

    def test_other_files_are_refused(self):
        for data in (b"", b"text", b"\x02\0\0\0\0\0\0\0{}", b"\xff" * 64):
            with open(self.path, "wb") as f:
                f.write(data)
            with self.assertRaises(PackedError):
                packed_data.read(self.path)

    def test_a_cut_file_is_refused(self):
        packed, _ = pack_documents([([5] * 20, [1] * 20)], 64, 256)
        packed_data.write(packed, self.path)
        with open(self.path, "rb") as f:
            data = f.read()
        with open(self.path, "wb") as f:
            f.write(data[:-1])
        with self.assertRaisesRegex(PackedError, "cut off"):
            packed_data.read(self.path)

    def test_the_test_data_are_sound(self):
        packed = packed_data.read(os.path.join(DATA, "chats.safetensors"))
        self.assertEqual((packed.rows, packed.length, packed.vocab_size), (269, 256, 4096))
        self.assertGreater(sum(1 for w in packed.loss_weights if w), 18000)


class Chats(unittest.TestCase):
    def test_chats_of_a_file_are_packed(self):
        chats = list(pack.read_chats([os.path.join(DATA, "chats.jsonl")]))
        packed, dropped = pack.pack_chats(chats, bytes_of, 256, 1024, seed=1)
        self.assertEqual(dropped, 0)
        text = bytes(packed.tokens.tolist()).decode()
        for chat in ("user\nWhat is 17 + 25?<|im_end|>\n", "The symbol for chlorine is Cl."):
            self.assertTrue(chat in text, chat)

    def test_the_order_depends_on_the_seed_alone(self):
        chats = [{"prompt": "", "text": str(i)} for i in range(50)]
        rows = lambda seed: pack.pack_chats(chats, bytes_of, 256, 64, seed)[0].tokens
        self.assertEqual(rows(1), rows(1))
        self.assertNotEqual(rows(1), rows(2))

    def test_a_bad_line_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.jsonl")
            for line in ("{", "[]", json.dumps({"prompt": "x"})):
                with open(path, "w") as f:
                    f.write('{"text": "good"}\n' + line + "\n")
                with self.assertRaisesRegex(PackedError, "bad.jsonl:2"):
                    list(pack.read_chats([path]))


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
