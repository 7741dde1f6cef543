"""Training speed of the same Transformer in PyTorch: one line of milliseconds.

The architecture is that of crates/model: pre-norm, packed projections, no
biases but the norms', GELU, one multi-hot product as the input embedding.
"""

import argparse
import time

import torch
import torch.nn.functional as F
from torch import nn


class SelfAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.packed = nn.Linear(width, 3 * width, bias=False)
        self.output = nn.Linear(width, width, bias=False)

    def forward(self, x, mask):
        batch, length, width = x.shape
        packed = self.packed(self.norm(x)).view(batch, length, 3, self.heads, -1)
        q, k, v = packed.permute(2, 0, 3, 1, 4)  # each [batch, heads, length, head]
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return x + self.output(y.transpose(1, 2).reshape(batch, length, width))


class CrossAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.queries = nn.Linear(width, width, bias=False)
        self.packed = nn.Linear(width, 2 * width, bias=False)
        self.output = nn.Linear(width, width, bias=False)

    def forward(self, x, memory, mask):
        batch, length, width = x.shape
        q = self.queries(self.norm(x)).view(batch, length, self.heads, -1).transpose(1, 2)
        packed = self.packed(memory).view(batch, memory.shape[1], 2, self.heads, -1)
        k, v = packed.permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return x + self.output(y.transpose(1, 2).reshape(batch, length, width))


class FeedForward(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.widen = nn.Linear(width, 4 * width, bias=False)
        self.narrow = nn.Linear(4 * width, width, bias=False)

    def forward(self, x):
        return x + self.narrow(F.gelu(self.widen(self.norm(x))))


class Transformer(nn.Module):
    def __init__(self, features, words, width, heads, layers, max_input=64, max_output=64):
        super().__init__()
        self.embed = nn.Linear(features, width, bias=False)
        self.input_positions = nn.Parameter(0.1 * torch.randn(max_input, width))
        self.words = nn.Embedding(words, width)
        self.output_positions = nn.Parameter(0.1 * torch.randn(max_output, width))
        self.encoder = nn.ModuleList(
            nn.ModuleList([SelfAttention(width, heads), FeedForward(width)]) for _ in range(layers)
        )
        self.encoder_norm = nn.LayerNorm(width)
        self.decoder = nn.ModuleList(
            nn.ModuleList(
                [SelfAttention(width, heads), CrossAttention(width, heads), FeedForward(width)]
            )
            for _ in range(layers)
        )
        self.decoder_norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False)

    def forward(self, terms, padding, tokens):
        x = self.embed(terms) + self.input_positions[: terms.shape[1]]
        for attention, feed_forward in self.encoder:
            x = feed_forward(attention(x, padding))
        memory = self.encoder_norm(x)
        length = tokens.shape[1]
        causal = torch.full((length, length), -1e9).triu(1)
        y = self.words(tokens) + self.output_positions[:length]
        for attention, cross, feed_forward in self.decoder:
            y = feed_forward(cross(attention(y, causal), memory, padding))
        return self.head(self.decoder_norm(y))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--heads", type=int, default=6)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--features", type=int, default=765)
    parser.add_argument("--hot", type=int, default=29, help="non-zero features of a term")
    parser.add_argument("--words", type=int, default=31)
    parser.add_argument("--terms", type=int, default=20)
    parser.add_argument("--tokens", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()

    torch.manual_seed(1)
    model = Transformer(args.features, args.words, args.width, args.heads, args.layers)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-7, betas=(0.9, 0.98), weight_decay=0.01)
    terms = torch.zeros(args.batch, args.terms, args.features)
    hot = torch.randint(args.features, (args.batch, args.terms, args.hot))
    terms.scatter_(2, hot, 1.0)
    padding = torch.zeros(args.batch, 1, 1, args.terms)
    tokens = torch.randint(3, args.words, (args.batch, args.tokens))
    targets = torch.randint(3, args.words, (args.batch * args.tokens,))

    def step():
        times = [time.perf_counter()]
        loss = F.cross_entropy(model(terms, padding, tokens).flatten(0, 1), targets)
        times.append(time.perf_counter())
        loss.backward()
        times.append(time.perf_counter())
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        times.append(time.perf_counter())
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        times.append(time.perf_counter())
        return [1000 * (b - a) for a, b in zip(times, times[1:])]

    step(), step()
    begun, sums, steps = time.perf_counter(), [0.0] * 4, 0
    while time.perf_counter() - begun < args.seconds:
        sums = [total + part for total, part in zip(sums, step())]
        steps += 1
    forward, backward, clip, update = (total / steps for total in sums)
    total = forward + backward + clip + update
    print(
        f"{1000 * args.batch / total:.1f} examples/s · {total:.1f} ms a step: "
        f"forward {forward:.1f}, backward {backward:.1f}, clip {clip:.1f}, optimizer {update:.1f}"
    )


if __name__ == "__main__":
    main()
