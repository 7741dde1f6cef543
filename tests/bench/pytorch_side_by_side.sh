#!/bin/sh
# Training speed of native-train on libtorch beside PyTorch's own: the same
# architecture, batch and machine, by turns, so that a busy moment hits both.
#
#   tests/bench/pytorch_side_by_side.sh [rounds] [seconds]
#
# PyTorch comes from ANSATZ_TORCH_VENV if set, else from a venv made here, in
# the user's cache; native-train is built with the same libtorch.
set -eu
rounds=${1:-3}
seconds=${2:-20}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/ansatz

venv=${ANSATZ_TORCH_VENV:-$cache/torch-venv}
if ! "$venv/bin/python" -c 'import torch, numpy' 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet torch==2.9.0 numpy setuptools
fi
. "$root/native-train/libtorch.sh"

(cd "$root" && cargo build --quiet -p native-train --features libtorch)
target=${CARGO_TARGET_DIR:-$root/target}

speeds_ours='' speeds_theirs=''
for round in $(seq "$rounds"); do
    theirs=$("$venv/bin/python" "$here/pytorch_train.py" --seconds "$seconds")
    ours=$("$target/debug/native-train" bench --device libtorch --seconds "$seconds" \
        --width 192 --heads 6 --positions learned --optimizer adamw --batch 128 --rate 1e-3)
    echo "round $round"
    echo "  PyTorch       $theirs"
    echo "  native-train  $ours"
    speeds_theirs="$speeds_theirs ${theirs%% *}"
    speeds_ours="$speeds_ours ${ours%% *}"
done
echo "$speeds_ours" "$speeds_theirs" | awk -v n="$rounds" '{
    for (i = 1; i <= n; i++) { ours += $i; theirs += $(i + n); printf "ratio %.2f\n", $i / $(i + n) }
    printf "mean: native-train %.1f, PyTorch %.1f examples/s, ratio %.2f\n", ours / n, theirs / n, ours / theirs
}'
