"""`ansatz batch` on Apache Spark: many machines, one folder of answers.

    pip install pyspark
    spark-submit spark.py --ansatz ./ansatz --models ./models input.txt answers

Each partition of the input goes through one `ansatz batch` (Spark's `pipe`), whose answer to a
line depends on that line alone. So Spark may compute a partition again, on another machine, after
a failure, and the answers are the same; those of an attempt that failed are never committed. The
files of the output folder, in the order of their names, have the answers in the order of the input.
"""

import argparse
import os
import shlex

from pyspark import SparkConf, SparkContext


def answer(context, arguments):
    """Writes the answers to all lines of the input."""
    command = [arguments.ansatz, "batch", "--effort", arguments.effort, "--next", str(arguments.next)]
    if arguments.models:
        command += ["--models", arguments.models]
    # Spark starts as many tasks as it has cores: each has one.
    environment = {"PATH": os.environ.get("PATH", ""), "RAYON_NUM_THREADS": "1"}
    lines = context.textFile(arguments.input, minPartitions=arguments.partitions)
    # A command that fails is an error of the task, which Spark then tries again.
    answers = lines.pipe(" ".join(map(shlex.quote, command)), environment, checkCode=True)
    answers.saveAsTextFile(arguments.output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", help="a file or folder that every machine can read")
    parser.add_argument("output", help="a folder that is not there yet")
    parser.add_argument("--ansatz", default="ansatz", help="the command, where every machine has it")
    parser.add_argument("--models", default="", help="weights files, where every machine has them")
    parser.add_argument("--effort", default="quick")
    parser.add_argument("--next", type=int, default=3)
    parser.add_argument("--partitions", type=int, default=64, help="the least number of tasks")
    parser.add_argument("--master", help="as spark-submit has it; local-cluster[2,1,1024] to try")
    arguments = parser.parse_args()
    configuration = SparkConf().setAppName("ansatz batch")
    if arguments.master:
        configuration.setMaster(arguments.master)
    context = SparkContext(conf=configuration)
    try:
        answer(context, arguments)
    finally:
        context.stop()


if __name__ == "__main__":
    main()
