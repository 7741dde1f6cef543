"""Writes the network of an Ansatz weights file as two ONNX graphs, encoder and decoder step.

    python onnx_model.py WEIGHTS OUT

The graphs are what onnxruntime likes: fused projections, keys and values of the encoder's output
computed once and already transposed, a key-value cache whose rows are picked inside the graph,
fused layer norms and GELUs, log-probabilities as output. With `--plain`, self-attention is made of
standard operators instead of onnxruntime's fused MultiHeadAttention.
"""

import argparse
import json
import struct
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT = TensorProto.FLOAT, TensorProto.INT64
FIXED = 8 + 4 + 8 + 4


def read_weights(path):
    """The configuration and the tensors by name: see crates/model/src/weights."""
    file = path.read_bytes()
    assert file[:8] == b"ANSATZ\0W", "not a weights file"
    (length,) = struct.unpack_from("<I", file, 20)
    header = json.loads(file[FIXED : FIXED + length])
    tensors, offset = {}, FIXED + length
    for entry in header["tensors"]:
        shape = entry["shape"]
        count = int(np.prod(shape))
        if header.get("precision", "f16") == "i8" and len(shape) == 2:
            largest = np.frombuffer(file, "<f4", shape[1], offset)
            offset += 4 * shape[1]
            values = np.frombuffer(file, "i1", count, offset).astype(np.float32).reshape(shape)
            tensors[entry["name"]] = values / np.float32(127) * largest
            offset += count
        else:
            values = np.frombuffer(file, "<f2", count, offset).astype(np.float32)
            tensors[entry["name"]] = values.reshape(shape)
            offset += 2 * count
    return header["config"], tensors


class Graph:
    """Nodes in order; every method returns the name of its value."""

    def __init__(self, tensors, config, plain):
        self.tensors, self.config, self.plain = tensors, config, plain
        self.heads, self.width = config["heads"], config["width"]
        self.head = self.width // self.heads
        self.nodes, self.constants = [], {}

    def op(self, kind, *inputs, outputs=None, domain="", **attributes):
        names = outputs or [f"v{len(self.nodes)}"]
        self.nodes.append(helper.make_node(kind, inputs, names, domain=domain, **attributes))
        return names[0] if len(names) == 1 else names

    def constant(self, name, value):
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def weight(self, name):
        return self.constant(name, self.tensors[name])

    def shape(self, *sizes):
        name = "shape_" + "_".join(str(size) for size in sizes)
        return self.constant(name, np.array(sizes, np.int64))

    def linear(self, x, name, scale=None):
        weight = self.tensors[f"{name}.weight"]
        return self.op("MatMul", x, self.constant(f"{name}.weight", weight if scale is None else weight * scale))

    def norm(self, x, name):
        return self.op(
            "LayerNormalization", x, self.weight(f"{name}.gamma"), self.weight(f"{name}.beta"), axis=-1, epsilon=1e-5
        )

    def split_heads(self, x):
        """[length, width] to [heads, length, head]"""
        return self.op("Transpose", self.op("Reshape", x, self.shape(-1, self.heads, self.head)), perm=[1, 0, 2])

    def merge_heads(self, x):
        """[heads, length, head] to [length, width]"""
        return self.op("Reshape", self.op("Transpose", x, perm=[1, 0, 2]), self.shape(-1, self.width))

    def scaled(self, name, queries):
        """The scale of attention goes into the weights of the queries, which come first."""
        weight = self.tensors[name].copy()
        weight[:, :queries] *= np.float32(self.head**-0.5)
        return self.constant(f"{name}.scaled", weight)

    def feed_forward(self, x, name):
        hidden = self.linear(self.norm(x, f"{name}.norm"), f"{name}.widen")
        hidden = self.op("Gelu", hidden, domain="com.microsoft")
        return self.op("Add", x, self.linear(hidden, f"{name}.narrow"))

    def encoder_bias(self, length):
        """What heads add to the scores of places, [heads, length, length]; None where they add nothing."""
        if self.config.get("positions", "learned") == "learned":
            return None
        assert self.config["positions"] == "relative", self.config["positions"]
        places = np.arange(self.config["max_input"], dtype=np.float32)
        # Every other head is drawn to one, two, three ... places before.
        bias = [
            -np.abs(places[:, None] - places[None] - (1 + head // 2)) if head % 2 == 0 else 0 * places[:, None] * places
            for head in range(self.heads)
        ]
        ends = self.op("Concat", length, length, axis=0)
        bias = self.constant("encoder_bias", np.stack(bias).astype(np.float32))
        return self.op("Slice", bias, self.shape(0, 0), ends, self.shape(1, 2))

    def encoder_attention(self, x, name, bias):
        packed = self.op("MatMul", self.norm(x, f"{name}.norm"), self.scaled(f"{name}.packed.weight", self.width))
        parts = [f"{name}.{part}" for part in "qkv"]
        self.op("Split", packed, outputs=parts, axis=1, num_outputs=3)
        queries, keys, values = (self.split_heads(part) for part in parts)
        scores = self.op("MatMul", queries, self.op("Transpose", keys, perm=[0, 2, 1]))
        scores = scores if bias is None else self.op("Add", scores, bias)
        attended = self.op("MatMul", self.op("Softmax", scores, axis=-1), values)
        return self.op("Add", x, self.linear(self.merge_heads(attended), f"{name}.output"))

    def cached_attention(self, x, name, index):
        """One position a row; keys and values [rows, heads, length, head] are continued."""
        past = [self.op("Gather", f"past_{part}{index}", "parents", axis=0) for part in "kv"]
        parts = [f"{name}.{part}" for part in "qkv"]
        if self.plain:
            packed = self.op("MatMul", self.norm(x, f"{name}.norm"), self.scaled(f"{name}.packed.weight", self.width))
            self.op("Split", packed, outputs=parts, axis=1, num_outputs=3)
            split = [self.op("Reshape", part, self.shape(-1, self.heads, 1, self.head)) for part in parts]
            keys, values = (
                self.op("Concat", before, new, outputs=[f"now_{part}{index}"], axis=2)
                for part, before, new in zip("kv", past, split[1:])
            )
            scores = self.op("MatMul", split[0], self.op("Transpose", keys, perm=[0, 1, 3, 2]))
            attended = self.op("MatMul", self.op("Softmax", scores, axis=-1), values)
        else:
            packed = self.op("MatMul", self.norm(x, f"{name}.norm"), self.weight(f"{name}.packed.weight"))
            self.op("Split", packed, outputs=parts, axis=1, num_outputs=3)
            flat = [self.op("Reshape", part, self.shape(-1, 1, self.width)) for part in parts]
            outputs = [f"{name}.attended", f"now_k{index}", f"now_v{index}"]
            attended, _, _ = self.op(
                "MultiHeadAttention",
                *(*flat, "", "", "", *past),
                outputs=outputs,
                domain="com.microsoft",
                num_heads=self.heads,
            )
        attended = self.op("Reshape", attended, self.shape(-1, self.width))
        return self.op("Add", x, self.linear(attended, f"{name}.output"))

    def cross_attention(self, x, name, index):
        """The rows are so many queries over one memory."""
        queries = self.op("MatMul", self.norm(x, f"{name}.norm"), self.scaled(f"{name}.queries.weight", self.width))
        scores = self.op("MatMul", self.split_heads(queries), f"memory_k{index}")
        attended = self.op("MatMul", self.op("Softmax", scores, axis=-1), f"memory_v{index}")
        return self.op("Add", x, self.linear(self.merge_heads(attended), f"{name}.output"))

    def save(self, path, inputs, outputs):
        value = lambda name, kind, shape: helper.make_tensor_value_info(name, kind, shape)
        graph = helper.make_graph(
            self.nodes,
            path.stem,
            [value(*each) for each in inputs],
            [value(*each) for each in outputs],
            list(self.constants.values()),
        )
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
        onnx.checker.check_model(model)
        onnx.save(model, path)


def encoder(graph, config, path):
    terms = graph.linear("terms", "term_embedding")
    length = graph.op("Shape", "terms", start=0, end=1)
    zero, axis = graph.shape(0), graph.constant("axis", np.array([0], np.int64))
    x = graph.op("Add", terms, graph.op("Slice", graph.weight("input_positions"), zero, length, axis))
    bias = graph.encoder_bias(length)
    for index in range(config["encoder_layers"]):
        x = graph.encoder_attention(x, f"encoder.{index}.attention", bias)
        x = graph.feed_forward(x, f"encoder.{index}.feed_forward")
    x = graph.norm(x, "encoder_norm")
    outputs = []
    for index in range(config["decoder_layers"]):
        packed = graph.linear(x, f"decoder.{index}.cross.packed")
        parts = [f"memory.{index}.{part}" for part in "kv"]
        graph.op("Split", packed, outputs=parts, axis=1, num_outputs=2)
        # Keys [heads, head, sources], values [heads, sources, head].
        split = graph.op("Reshape", parts[0], graph.shape(-1, graph.heads, graph.head))
        graph.op("Transpose", split, outputs=[f"memory_k{index}"], perm=[1, 2, 0])
        split = graph.op("Reshape", parts[1], graph.shape(-1, graph.heads, graph.head))
        graph.op("Transpose", split, outputs=[f"memory_v{index}"], perm=[1, 0, 2])
        outputs.append((f"memory_k{index}", FLOAT, [graph.heads, graph.head, "sources"]))
        outputs.append((f"memory_v{index}", FLOAT, [graph.heads, "sources", graph.head]))
    features = graph.tensors["term_embedding.weight"].shape[0]
    graph.save(path, [("terms", FLOAT, ["sources", features])], outputs)


def decoder(graph, config, path):
    word = graph.op("Gather", graph.weight("word_embedding.weight"), "tokens", axis=0)
    x = graph.op("Add", word, graph.op("Gather", graph.weight("output_positions"), "position", axis=0))
    inputs = [("tokens", INT, ["rows"]), ("parents", INT, ["rows"]), ("position", INT, [1])]
    outputs = [("log_probs", FLOAT, ["rows", graph.tensors["head.weight"].shape[1]])]
    for index in range(config["decoder_layers"]):
        x = graph.cached_attention(x, f"decoder.{index}.attention", index)
        x = graph.cross_attention(x, f"decoder.{index}.cross", index)
        x = graph.feed_forward(x, f"decoder.{index}.feed_forward")
        heads, head = graph.heads, graph.head
        for part in "kv":
            inputs.append((f"past_{part}{index}", FLOAT, ["before", heads, "past", head]))
            outputs.append((f"now_{part}{index}", FLOAT, ["rows", heads, "now", head]))
        inputs.append((f"memory_k{index}", FLOAT, [heads, head, "sources"]))
        inputs.append((f"memory_v{index}", FLOAT, [heads, "sources", head]))
    logits = graph.linear(graph.norm(x, "decoder_norm"), "head")
    graph.op("LogSoftmax", logits, outputs=["log_probs"], axis=-1)
    graph.save(path, inputs, outputs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--plain", action="store_true")
    arguments = parser.parse_args()
    config, tensors = read_weights(arguments.weights)
    assert config["encoding"] in ("terms", "steps"), "only networks that read a vector a term"
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, build in [("encoder", encoder), ("decoder", decoder)]:
        build(Graph(tensors, config, arguments.plain), config, arguments.out / f"{name}.onnx")


if __name__ == "__main__":
    main()
