# Prepares libtorch for `--features libtorch`; to be sourced, not run:
#
#   . native-train/libtorch.sh
#   cargo run -p native-train --features libtorch -- train --device libtorch …
#
# The library is taken from PyTorch's wheel on PyPI, which is built for CUDA. A
# CPU needs only a fiftieth of what CUDA drags in, so a folder of links is made
# with just that: two small CUDA libraries that the CPU part is linked against,
# and an empty libtorch.so in place of the one that would load the CUDA part.
# ANSATZ_TORCH_VENV names a venv that has torch 2.9.0; without it one is made.
ansatz_cache=${XDG_CACHE_HOME:-$HOME/.cache}/ansatz
ansatz_venv=${ANSATZ_TORCH_VENV:-$ansatz_cache/torch-venv}
ansatz_libtorch=$ansatz_cache/libtorch-cpu

if [ ! -e "$ansatz_libtorch/build-version" ]; then
    if [ ! -x "$ansatz_venv/bin/pip" ]; then
        python3 -m venv "$ansatz_venv"
    fi
    "$ansatz_venv/bin/pip" install --quiet --no-deps torch==2.9.0 \
        nvidia-cuda-cupti-cu12==12.8.90 nvidia-cuda-runtime-cu12==12.8.90
    ansatz_site=$("$ansatz_venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    mkdir -p "$ansatz_libtorch/lib"
    ln -sfn "$ansatz_site/torch/include" "$ansatz_libtorch/include"
    for ansatz_file in libtorch_cpu.so libc10.so libgomp.so.1; do
        ln -sfn "$ansatz_site/torch/lib/$ansatz_file" "$ansatz_libtorch/lib/$ansatz_file"
    done
    ln -sfn libgomp.so.1 "$ansatz_libtorch/lib/libgomp.so"
    ln -sfn "$ansatz_site/nvidia/cuda_runtime/lib/libcudart.so.12" "$ansatz_libtorch/lib/"
    ln -sfn "$ansatz_site/nvidia/cuda_cupti/lib/libcupti.so.12" "$ansatz_libtorch/lib/"
    cc -shared -o "$ansatz_libtorch/lib/libtorch.so" -x c /dev/null -Wl,-soname,libtorch.so
    echo 2.9.0 > "$ansatz_libtorch/build-version"
fi

export LIBTORCH=$ansatz_libtorch
export LIBTORCH_CXX11_ABI=1
export LD_LIBRARY_PATH=$ansatz_libtorch/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
unset ansatz_cache ansatz_venv ansatz_libtorch ansatz_site ansatz_file
