"""Two workers, one of them killed in the middle: every answer is there once, in order.

    python spark_test.py ANSATZ [LINES]

Needs PySpark and a Java that it runs on.
"""

import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
# An executor of Spark; the master and the workers live in the process that asks.
EXECUTOR = "CoarseGrainedExecutorBackend"


def sequences(count):
    """Recurrences, noise and lines that are no sequence, the same every time."""
    dice = random.Random(21)
    for index in range(count):
        kind = index % 5
        a, b = dice.randrange(1, 9), dice.randrange(1, 9)
        if kind == 0:
            terms = [a * n * n + b for n in range(20)]
        elif kind == 1:
            terms = [a, b]
            while len(terms) < 20:
                terms.append(a * terms[-1] - terms[-2])
        elif kind == 2:
            terms = [dice.randrange(1000) for _ in range(20)]
        elif kind == 3:
            terms = [a * n % (b + 3) for n in range(20)]
        else:
            yield f"A{index:06}\tno sequence at all"
            continue
        yield f"A{index:06}\t" + ",".join(map(str, terms))


def executors(parent):
    """The processes of executors below ours: nobody else's are touched."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            ancestor = int(folder.name)
            while ancestor not in (0, 1, parent):
                status = pathlib.Path(f"/proc/{ancestor}/stat").read_text()
                ancestor = int(status.rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            continue
        if EXECUTOR in command and ancestor == parent:
            found.append(int(folder.name))
    return found


def main():
    ansatz = str(pathlib.Path(sys.argv[1]).resolve())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        source, output = scratch / "input.txt", scratch / "answers"
        source.write_text("\n".join(sequences(count)) + "\n")
        # A busy machine must not pass for one that died.
        patience = ["spark.network.timeout=600s", "spark.executor.heartbeatInterval=100s"]
        patience += ["spark.worker.timeout=600", "spark.ui.showConsoleProgress=false"]
        submit = "".join(f"--conf {setting} " for setting in patience) + "pyspark-shell"
        environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": submit}
        spark = subprocess.Popen(
            [sys.executable, HERE / "spark.py", source, output, "--ansatz", ansatz]
            + ["--master", "local-cluster[2,1,1024]", "--partitions", "20"],
            env=environment,
            stderr=open(scratch / "log", "w"),
        )
        # The first answers are there, others are not: now one worker goes.
        parts = lambda: list(output.glob("_temporary/*/task_*/part-*"))
        while spark.poll() is None and len(parts()) < 3:
            time.sleep(0.05)
        running = executors(spark.pid)
        assert spark.poll() is None and len(running) == 2, (scratch / "log").read_text()[-4000:]
        os.kill(running[0], signal.SIGKILL)
        done = len(parts())
        assert spark.wait() == 0, (scratch / "log").read_text()[-4000:]
        lost = (scratch / "log").read_text().count("Lost executor")
        assert lost >= 1, "no executor was lost"

        answers = []
        for part in sorted(output.glob("part-*")):
            answers += part.read_text().splitlines()
        command = [ansatz, "batch", "--effort", "quick", "--next", "3"]
        plain = subprocess.run(command, input=source.read_bytes(), stdout=subprocess.PIPE, check=True)
        assert answers == plain.stdout.decode().splitlines(), "the answers differ"
        assert len(answers) == count
    print(f"{count} lines, 2 workers, one killed after {done} of 20 parts: every answer once, in order")


if __name__ == "__main__":
    main()
