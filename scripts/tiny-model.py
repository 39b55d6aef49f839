"""Writes a tiny llama model with random weights that keeps answering in short strings, for scripts/test-model-server.sh.

    tiny-model.py FILE

Each token's embedding is a direction of its own, and the output matrix has the logarithm of how often each token follows it
in the texts below. Random layers move these odds a little, so that an answer depends on the whole request. Nothing was
trained: its judgements mean nothing, but strings, lists and answers end.
"""

import sys

import gguf
import numpy as np

ANSWERS = """\
{"criteria":[{"id":"c1","lines":[3,12],"reason":"led it","verdict":"met"},{"id":"c2","lines":[7],"reason":"","verdict":"partly"},{"id":"c3","lines":[],"reason":"no work","verdict":"unknown"},{"id":"c1","lines":[14,2],"reason":"done","verdict":"strong"},{"id":"c2","lines":[5],"reason":"denied","verdict":"not"},{"id":"c3","lines":[9,11],"reason":"listed","verdict":"weak"}],"gaps":[{"id":"c2","missing":"SQL","question":"How long?"}],"summary":"An analyst.","person":{"education":[{"degree":"MSc","major":"IT","school":"ITB"}],"email":"lin@a.co","name":"Lin","phone":"0812","work":[{"company":"Éa","end":"now","line":4,"position":"CFO","start":"2019-07"}]}}
{"criteria":[{"dimension":"skills","field":"ai_evaluation_criteria","kind":"must","phrase":"SQL","text":"SQL","weight":30},{"dimension":"skills","field":"jd","kind":"nice","phrase":"Go","text":"Go","weight":20}],"other_lines":[1,2,3]}
{"answer":"pong"}
You lead a team. You own the plan. 你负责数据。 Kami mencari analis.
"""

EOS, NEWLINE_AFTER = "<|im_end|>", "\n"
CONTROL = ["<unk>", "<s>", EOS, "<|im_start|>"]
BYTES = len(CONTROL)
# Texts are read with this character in place of spaces.
SPACE = BYTES + 256
TOKENS = CONTROL + [f"<0x{byte:02X}>" for byte in range(256)] + ["▁"]

WIDTH, LAYERS, HEADS, HEAD_WIDTH, INNER = 288, 2, 2, 32, 256
CONTEXT = 32_768
# How far the layers move what the last token alone would say.
MOVE = 0.9
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def token_ids(text: str) -> list[int]:
    return [SPACE if byte == 0x20 else BYTES + byte for byte in text.encode()]


def followers() -> np.ndarray:
    """The logarithm of how often each token (row) follows another (column)."""
    counts = np.full((len(TOKENS), len(TOKENS)), 2e-3)
    end = CONTROL.index(EOS)
    for line in ANSWERS.splitlines():
        ids = token_ids(line) + [end]
        for before, after in zip(ids, ids[1:]):
            counts[after, before] += 1
            # Letters may stand in any order: a word of the texts is only the likeliest.
            counts[after] += 0.004
    # Plain text ends after a sentence now and then.
    counts[end, BYTES + ord(".")] += 1
    counts[[CONTROL.index(name) for name in CONTROL if name != EOS]] = 1e-9
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
            "attn_q": weights(heads, WIDTH),
            "attn_k": weights(HEAD_WIDTH, WIDTH),
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
