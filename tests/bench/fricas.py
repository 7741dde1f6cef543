#!/usr/bin/env python3
"""How often FriCAS's guessFE is right on a table of OEIS sequences, by how many
terms it must leave as proof ("safety").

A law that is found from the terms shown counts as right if the same function
finds the same law when the next ten terms are shown too.

    apt-get install fricas
    tests/bench/fricas.py easy_first10000.tsv.gz --inputs 25 > fricas.json
"""

import argparse
import concurrent.futures
import gzip
import json
import re
import subprocess

SAFETIES = [1, 3, 6]
PREDICTED = 10
CHUNK = 25
MARK = "ROW-"


def ask(questions: list[list[str]], seconds: int) -> list[list[str]] | None:
    """What FriCAS says to each list of inputs; nothing if it does not end in time."""
    lines = [")set messages type off", ")set output length 100000"]
    for number, inputs in enumerate(questions):
        for part, line in enumerate(inputs):
            lines += [f'"{MARK}{number}-{part}"', line]
    lines.append(")quit")
    try:
        done = subprocess.run(
            ["fricas", "-nosman", "-noclef"],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return None
    # What stands between two marks is what is said to the first; its number is left out.
    parts = re.split(rf'"{MARK}(\d+)-(\d+)"\s*\n', done.stdout)
    answers = [["" for _ in inputs] for inputs in questions]
    for number, part, said in zip(parts[1::3], parts[2::3], parts[3::3]):
        answers[int(number)][int(part)] = re.sub(r"\(\d+\) ->|\(\d+\)|\s+", " ", said).strip()
    return answers


def guess(terms: list[str], safety: int) -> str:
    return f"guessFE([{','.join(terms)}], safety=={safety}, one==true)"


def judge(rows: list[list[str]], inputs: int) -> list[list[int]]:
    """For each row and safety: 0 no answer, 1 a wrong one, 2 a right one."""
    questions = [
        [guess(terms[:inputs], safety) for safety in SAFETIES]
        + [guess(terms[: inputs + PREDICTED], 1)]
        for terms in rows
    ]
    answers = ask(questions, 30 + 2 * len(rows))
    if answers is None:
        if len(rows) == 1:
            return [[0] * len(SAFETIES)]
        return [result for row in rows for result in judge([row], inputs)]
    results = []
    for *laws, truth in answers:
        found = ["[x" in law or "f(" in law for law in laws]
        results.append([int(is_law) + int(is_law and law == truth) for law, is_law in zip(laws, found)])
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--inputs", type=int, default=25)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    opened = gzip.open if arguments.file.endswith(".gz") else open
    with opened(arguments.file, "rt") as file:
        lists = [line.rstrip("\n").split("\t")[4].split(",") for line in file]
    least = arguments.inputs + PREDICTED
    rows = [terms for terms in lists if len(terms) >= least][: arguments.limit]
    chunks = [rows[at : at + CHUNK] for at in range(0, len(rows), CHUNK)]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        judged = pool.map(lambda chunk: judge(chunk, arguments.inputs), chunks)
        results = [result for chunk in judged for result in chunk]
    for at, safety in enumerate(SAFETIES):
        answered = sum(result[at] > 0 for result in results)
        right = sum(result[at] == 2 for result in results)
        print(json.dumps({
            "safety": safety,
            "rows": len(results),
            "answered": 100 * answered / len(results),
            "right_of_answered": 100 * right / max(answered, 1),
            "right": 100 * right / len(results),
        }))


if __name__ == "__main__":
    main()
