//! A release, as far as it can be made without publishing: everything that would be
//! uploaded, checked and laid out in one folder. Publishing itself is the work of
//! `.github/workflows/release.yml`, which alone may sign for the project.

mod bill;
mod notices;
mod versions;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::metadata::Metadata;
use crate::package::{self, Engines};
use crate::run::{cargo, program, root, run};
use crate::test;
use crate::wasm::target_directory;

pub use notices::write as write_notices;

/// What a dry run leaves out.
#[derive(clap::Args)]
pub struct Release {
    /// Publishes nothing, which is all that this command can do.
    #[arg(long)]
    dry_run: bool,
    /// Does not run the tests.
    #[arg(long)]
    no_test: bool,
    /// Packs what has been built in pkg before.
    #[arg(long)]
    no_build: bool,
    /// Does not compile the packed crates by themselves, which takes minutes.
    #[arg(long)]
    no_verify: bool,
}

/// Builds, tests and packs everything, and says what is in the folder.
pub fn release(options: &Release) -> Result<()> {
    if !options.dry_run {
        bail!("nothing is published from here: add --dry-run, or push a tag (HACKING.md)");
    }
    let version = versions::check()?;
    println!("version {version} everywhere");
    if !options.no_build {
        package::build(Engines::CpuAndGpu)?;
    }
    if !options.no_test && !test::test(&[], true) {
        bail!("tests failed");
    }
    let folder = target_directory()?.join(format!("release-{version}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("clearing {}", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    // Of the lock file as it is now, also where nothing was built anew.
    write_notices()?;
    pack_npm(&folder)?;
    pack_crates(&folder, options.no_verify)?;
    let built = notices::built_into_wasm()?;
    fs::write(folder.join("THIRD-PARTY-NOTICES.txt"), notices::text(&built)?)?;
    fs::write(folder.join("sbom.cdx.json"), bill::of_materials(&version, &built)?)?;
    let sums = checksums(&folder)?;
    fs::write(folder.join("SHA256SUMS"), &sums)?;
    print!("{sums}");
    println!("in {}", folder.display());
    Ok(())
}

/// The npm package, as `npm publish` would upload it.
fn pack_npm(folder: &Path) -> Result<()> {
    let package = root().join("pkg");
    for needed in ["dist/index.js", "dist/ansatz_bg.wasm", "THIRD-PARTY-NOTICES.txt"] {
        if !package.join(needed).exists() {
            bail!("pkg/{needed} is missing: `cargo xtask package` makes it");
        }
    }
    // A release has both engines.
    if !package.join("dist/ansatz_gpu_bg.wasm").exists() {
        println!("warning: pkg was built without the engine for WebGPU");
    }
    run(program("npm").current_dir(&package).args(["pack", "--pack-destination"]).arg(folder))
}

/// The crates, in an order in which each is there before it is needed: cargo knows it.
fn pack_crates(folder: &Path, no_verify: bool) -> Result<()> {
    let metadata = Metadata::read(&["--no-deps"])?;
    let mut command = cargo();
    command.args(["publish", "--dry-run", "--locked", "--allow-dirty"]);
    if no_verify {
        command.arg("--no-verify");
    }
    let released: Vec<_> =
        metadata.packages.iter().filter(|package| package.is_released()).collect();
    for package in &released {
        command.args(["--package", &package.name]);
    }
    run(&mut command)?;
    for package in &released {
        let file = format!("{}-{}.crate", package.name, package.version);
        let packed = find_crate(&metadata.target_directory, &file)?;
        fs::copy(&packed, folder.join(&file)).with_context(|| packed.display().to_string())?;
    }
    Ok(())
}

/// Where cargo has put a packed crate: a dry run keeps it apart from what was packed before.
fn find_crate(target: &Path, file: &str) -> Result<PathBuf> {
    let places = ["package", "package/tmp-crate", "package/tmp-registry"];
    places
        .iter()
        .map(|place| target.join(place).join(file))
        .filter(|path| path.exists())
        .max_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok())
        .with_context(|| format!("cargo has packed no {file}"))
}

/// One line a file, as `sha256sum --check` reads them.
fn checksums(folder: &Path) -> Result<String> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    let mut lines = String::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        lines.push_str(&format!("{}  {name}\n", sha256(&fs::read(&path)?)));
    }
    Ok(lines)
}

/// In hexadecimal.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn sums_are_those_of_sha256sum() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
    }
}
