"""Writes a tiny llama model with random weights that keeps answering in short strings, for scripts/test-model-server.sh.

    tiny-model.py FILE

Each token's embedding is a direction of its own, and the output matrix has the logarithm of how often each token follows it
in the texts below. Random layers move these odds a little, so that an answer depends on the whole request. Nothing was
trained: its judgements mean nothing, but strings, lists and answers end.
"""

import sys

import gguf
import numpy as np

EOS = "<|im_end|>"
CONTROL = ["<unk>", "<s>", EOS, "<|im_start|>"]
BYTES = len(CONTROL)
# Texts are read with this character in place of spaces.
SPACE = BYTES + 256
TOKENS = CONTROL + [f"<0x{byte:02X}>" for byte in range(256)] + ["▁"]

# How often each text occurs. A schema decides which of these ways is open: most strings are a criterion's name, lists of
# objects have a dozen, lists of numbers a few. Bytes of other scripts come up as with real models.
TEXTS = {
    **{f'"c{number}"': 60 for number in range(1, 6)},
    **{f'"{grade}"': 3 for grade in ("strong", "met", "partly", "weak", "not", "unknown")},
    '"SQL"': 30,
    '"a team"': 6,
    '"led it"': 3,
    '"2019-07"': 1,
    '"d\\u0000"': 2,
    "\0e": 5,
    '"数据é"': 3,
    "[{": 12,
    "},{": 25,
    "}],": 1,
    '{"': 12,
    '":["': 1,
    '":"': 1,
    '","': 1,
    '"}': 1,
    "]}": 1,
    "[2,3,4]": 3,
    "[2]": 3,
    "[12,7]": 1,
    "[]": 1,
    **{f"{digit}}}": 5 for digit in range(1, 10)},
    "\nYou lead the team.": 4,
    " You own the plan.": 4,
    " 你负责数据。": 2,
}
ENDS = {'"': 4, ".": 3, "。": 1}
# How often anything follows anything, but for tokens that are no text.
RARELY, NEVER = 0.01, 1e-9

WIDTH, LAYERS, HEADS, HEAD_WIDTH, INNER = 288, 2, 2, 32, 256
CONTEXT = 32_768
# How far the layers move what the last token alone would say.
MOVE = 0.6
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def token_ids(text: str) -> list[int]:
    return [SPACE if byte == 0x20 else BYTES + byte for byte in text.encode()]


def followers() -> np.ndarray:
    """The logarithm of how often each token (row) follows another (column)."""
    counts = np.full((len(TOKENS), len(TOKENS)), RARELY)
    counts[:BYTES] = NEVER
    counts[CONTROL.index(EOS)] = RARELY / 10
    for text, times in TEXTS.items():
        ids = token_ids(text)
        for before, after in zip(ids, ids[1:]):
            counts[after, before] += times
    for text, times in ENDS.items():
        counts[CONTROL.index(EOS), token_ids(text)[-1]] += times
    return np.log(counts / counts.sum(axis=0))


def main() -> None:
    random = np.random.default_rng(33)

    def weights(rows: int, columns: int, scale: float = 1.0) -> np.ndarray:
        return (random.standard_normal((rows, columns)) * scale / np.sqrt(columns)).astype(np.float32)

    embedding = np.zeros((len(TOKENS), WIDTH), np.float32)
    embedding[:, : len(TOKENS)] = np.eye(len(TOKENS))
    output = np.zeros((len(TOKENS), WIDTH), np.float32)
    # The last normalization makes vectors of this length.
    output[:, : len(TOKENS)] = followers() / np.sqrt(WIDTH)

    writer = gguf.GGUFWriter(sys.argv[1], "llama")
    writer.add_name("tiny random")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(1)
    writer.add_key_length(HEAD_WIDTH)
    writer.add_value_length(HEAD_WIDTH)
    writer.add_rope_dimension_count(HEAD_WIDTH)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(TOKENS))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(TOKENS)
    writer.add_token_scores([0.0] * len(TOKENS))
    kinds = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.CONTROL] * (BYTES - 1) + [gguf.TokenType.BYTE] * 256
    writer.add_token_types([*kinds, gguf.TokenType.NORMAL])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(CONTROL.index(EOS))
    writer.add_add_bos_token(False)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE)

    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, np.float32))
    writer.add_tensor("output.weight", output)
    heads = HEADS * HEAD_WIDTH
    for layer in range(LAYERS):
        tensors = {
            "attn_norm": np.ones(WIDTH, np.float32),
            "attn_q": weights(heads, WIDTH, 2),
            "attn_k": weights(HEAD_WIDTH, WIDTH, 2),
            "attn_v": weights(HEAD_WIDTH, WIDTH),
            "attn_output": weights(WIDTH, heads, MOVE / np.sqrt(WIDTH)),
            "ffn_norm": np.ones(WIDTH, np.float32),
            "ffn_gate": weights(INNER, WIDTH),
            "ffn_up": weights(INNER, WIDTH),
            "ffn_down": weights(WIDTH, INNER, MOVE / np.sqrt(WIDTH)),
        }
        for name, tensor in tensors.items():
            writer.add_tensor(f"blk.{layer}.{name}.weight", tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


main()
