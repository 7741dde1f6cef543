//! Measurements in Chromium: the package beside onnxruntime-web, and what
//! different ways to build the engine give. See `tests/bench/README.md`.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::browser::find_or_install;
use crate::npm::{install, tool};
use crate::package::{self, Engines};
use crate::run::{program, root, run};
use crate::wasm::{self, CPU_CODE, bind};

/// What the Python script needs, with its versions.
const PYTHON_PACKAGES: [&str; 2] = ["onnx==1.23.2", "numpy==2.4.6"];

/// Builds the package and measures it, then its network beside onnxruntime-web.
pub fn browser() -> Result<()> {
    let folder = wasm::target_directory()?.join("bench");
    let shipped = &VARIANTS[0];
    shipped.build(&folder.join("wasm"))?;
    write_onnx(&folder.join("onnx"))?;
    package::build_library(Engines::CpuAndGpu)?;
    for script in ["browser.mjs", "side_by_side.mjs"] {
        node(script, &folder)?;
    }
    Ok(())
}

/// Builds the engine in every way and measures each.
pub fn builds() -> Result<()> {
    let folder = wasm::target_directory()?.join("bench");
    for variant in &VARIANTS {
        variant.build(&folder.join("builds").join(variant.name))?;
    }
    node("builds.mjs", &folder)
}

/// Builds the WebGPU engine in different ways, and says with
/// `tests/bench/webgpu.mjs` what each asks of the GPU.
pub fn webgpu() -> Result<()> {
    let browser = find_or_install()?;
    install("tests/package")?;
    for (index, (name, build)) in wasm::GPU_TRIALS.iter().enumerate() {
        package::build_with(Some(build))?;
        let header = (index == 0).then_some("--header");
        run(program("node")
            .args(["tests/bench/webgpu.mjs", name])
            .args(header)
            .env("ANSATZ_BROWSER", &browser))?;
    }
    Ok(())
}

/// Runs a script of `tests/bench`, which finds what was built in the folder.
fn node(script: &str, folder: &Path) -> Result<()> {
    // The scripts share their server and their browser with the tests.
    install("tests/package")?;
    install("tests/bench")?;
    run(program("node")
        .arg(Path::new("tests/bench").join(script))
        .env("ANSATZ_BROWSER", find_or_install()?)
        .env("ANSATZ_BENCH", folder))
}

/// Writes the shipped network as ONNX, by Python in an environment of its own.
fn write_onnx(out: &Path) -> Result<()> {
    let environment = wasm::target_directory()?.join("bench/python");
    let python = environment.join("bin/python");
    if !python.exists() {
        run(program("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(PYTHON_PACKAGES))?;
    run(Command::new(&python)
        .current_dir(root())
        .args(["tests/bench/onnx_model.py", "pkg/models/integer-symbolic.ansatz"])
        .arg(out))
}

/// What `wasm-opt` may use: every browser with simd128 has it.
const WASM_FEATURES: [&str; 8] = [
    "bulk-memory",
    "extended-const",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
    "simd",
];

/// A way to build the engine. Each has the feature `bench`.
struct Variant {
    name: &'static str,
    /// Settings of cargo that differ.
    settings: &'static [&'static str],
    flags: Option<&'static str>,
    /// How the code of the whole is generated.
    code: Option<&'static str>,
    /// What binaryen does to the module afterwards.
    wasm_opt: Option<&'static str>,
}

const SHIPPED: Variant =
    Variant { name: "shipped", settings: &[], flags: None, code: Some(CPU_CODE), wasm_opt: None };

/// The first is as shipped; each of the others differs from it in one thing.
const VARIANTS: [Variant; 8] = [
    SHIPPED,
    Variant { name: "with-lsr", code: None, ..SHIPPED },
    Variant { name: "wasm-opt-O3", wasm_opt: Some("-O3"), ..SHIPPED },
    Variant { name: "wasm-opt-Oz", wasm_opt: Some("-Oz"), ..SHIPPED },
    Variant { name: "all-s", settings: &["profile.wasm.opt-level='s'"], ..SHIPPED },
    Variant { name: "no-simd128", flags: Some("-Ctarget-feature=-simd128"), ..SHIPPED },
    Variant { name: "lto-thin", settings: &["profile.wasm.lto='thin'"], ..SHIPPED },
    Variant { name: "lto-off", settings: &["profile.wasm.lto='off'"], ..SHIPPED },
];

impl Variant {
    /// Builds it with its bindings into the folder.
    fn build(&self, out: &Path) -> Result<()> {
        let target = wasm::target_directory()?;
        let mut build = wasm::compile("wasm", "cpu,bench")?;
        build.env("CARGO_TARGET_DIR", &target);
        for setting in self.settings {
            build.args(["--config", setting]);
        }
        if let Some(flags) = self.flags {
            build.env("RUSTFLAGS", flags);
        }
        run(build.arg("--").args(self.code))?;
        bind(&wasm::module("wasm")?, "cpu", out)?;
        let Some(level) = self.wasm_opt else { return Ok(()) };
        install("tests/bench")?;
        let module = out.join("cpu_bg.wasm");
        // Debian's is too old for what wasm-bindgen writes; npm's is slow, but anywhere.
        run(tool("tests/bench", "wasm-opt", &root())
            .args([level])
            .args(WASM_FEATURES.map(|feature| format!("--enable-{feature}")))
            .args([&module, Path::new("-o"), &module]))
    }
}
