#!/usr/bin/env python3
"""Ansatz beside a symbolic regressor, pyoperon (genetic programming with
Levenberg-Marquardt for constants), on float sequences of the paper's generator.

A regressor knows nothing of sequences: it is given y = f(n) and u(n) = f(u(n-1), n)
as two tables, and the law that is nearer on the terms shown is its answer. So the
sequences are laws of that kind: degree 0 or 1. Both are asked for the next ten
terms, which a law of the regressor computes one after another. Both have one thread.

    pip install pyoperon
    tests/bench/regressor.py --ansatz target/release/ansatz --models pkg/models
"""

import argparse
import json
import math
import subprocess
import time
import warnings
from fractions import Fraction

import numpy as np
from pyoperon.sklearn import SymbolicRegressor

PREDICTED = 10
TOLERANCES = [1e-2, 1e-6, 1e-10]
SYMBOLS = "add,sub,mul,div,abs,sqrt,square,exp,log,sin,cos,tan,atan,constant,variable"


def within(said: list[float], truth: list[float], tolerance: float) -> bool:
    """Whether all terms are given, each as near as that."""
    return len(said) == len(truth) and all(
        math.isfinite(a) and abs(a - b) <= tolerance * max(abs(b), 1e-300)
        for a, b in zip(said, truth)
    )


def regressed(terms: list[float], seconds: int, seed: int) -> list[float]:
    """The next terms by the better of two laws: of n, and of n and the term before."""
    count = len(terms)
    index = np.arange(1, count + 1, dtype=float)
    known = np.array(terms)
    by_index = index.reshape(-1, 1)
    by_both = np.column_stack([known[:-1], index[1:]])
    laws = []
    for inputs, outputs in [(by_index, known), (by_both, known[1:])]:
        law = SymbolicRegressor(
            allowed_symbols=SYMBOLS,
            offspring_generator="basic",
            optimizer_iterations=5,
            max_length=20,
            population_size=1000,
            pool_size=1000,
            generations=10_000,
            max_evaluations=100_000_000,
            max_time=seconds,
            n_threads=1,
            random_state=seed,
        )
        try:
            law.fit(inputs, outputs)
            error = float(np.mean((law.predict(inputs) - outputs) ** 2))
        except ValueError:
            # It refuses a front in which some law is nowhere defined.
            continue
        if math.isfinite(error):
            laws.append((error, inputs.shape[1], law))
    if not laws:
        return []
    _, width, law = min(laws, key=lambda known: known[0])
    said: list[float] = []
    for n in range(count + 1, count + PREDICTED + 1):
        before = said[-1] if said else terms[-1]
        row = [[float(n)]] if width == 1 else [[before, float(n)]]
        said.append(float(law.predict(np.array(row))[0]))
    return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ansatz", default="ansatz", help="the command")
    parser.add_argument("--models", help="a folder of networks for it")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--max-ops", type=int, default=5)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--seconds", type=int, default=2, help="for each of the two fits")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    drawn = subprocess.run(
        [arguments.ansatz, "generate", "float", "--count", str(arguments.count), "--seed",
         str(arguments.seed), "--max-ops", str(arguments.max_ops), "--max-degree", "1"],
        capture_output=True, text=True, check=True,
    )
    rows = [json.loads(line) for line in drawn.stdout.splitlines()]
    ours = {"name": "ansatz", "seconds": 0.0, "said": []}
    options = ["--models", arguments.models] if arguments.models else []
    started = time.process_time(), time.perf_counter()
    asked = "".join(json.dumps({"terms": row["terms"]}) + "\n" for row in rows)
    answered = subprocess.run(
        [arguments.ansatz, "batch", "--float", "--next", str(PREDICTED), *options],
        input=asked, capture_output=True, text=True, check=True,
        env={"RAYON_NUM_THREADS": "1"},
    )
    ours["seconds"] = time.perf_counter() - started[1]
    for line in answered.stdout.splitlines():
        best = (json.loads(line).get("candidates") or [{}])[0]
        ours["said"].append([float(Fraction(term)) for term in best.get("next", [])])
    theirs = {"name": "pyoperon", "seconds": 0.0, "said": []}
    started = time.perf_counter()
    for at, row in enumerate(rows):
        theirs["said"].append(regressed(row["terms"], arguments.seconds, at))
    theirs["seconds"] = time.perf_counter() - started
    for one in (ours, theirs):
        print(json.dumps({
            "name": one["name"],
            "sequences": len(rows),
            "seconds a sequence": round(one["seconds"] / len(rows), 3),
        } | {
            f"right within {tolerance:g}, %": round(100 * sum(
                within(said, row["next"], tolerance) for said, row in zip(one["said"], rows)
            ) / len(rows), 1)
            for tolerance in TOLERANCES
        }))


if __name__ == "__main__":
    main()
