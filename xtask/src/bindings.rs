//! The planner as WebAssembly, with its JavaScript.

use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::sizes::print_size;
use crate::{run, say};

/// Compiles the crate `wasm` and writes its bindings to `site/generated`.
pub(crate) fn make(root: &Path) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo)
        .current_dir(root)
        .env("CARGO_ENCODED_RUSTFLAGS", without_folders(root))
        .args(["build", "--quiet", "--locked", "--package", "wasm", "--lib"])
        .args(["--target", "wasm32-unknown-unknown", "--profile", "page"]))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |named| root.join(named));
    let module = target.join("wasm32-unknown-unknown/page/wasm.wasm");
    let generated = root.join("site/generated");
    say(&format!("bindings: {}", generated.display()));
    Bindgen::new()
        .input_path(module)
        .out_name("zplan")
        .web(true)
        .map_err(|error| error.to_string())?
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&generated)
        .map_err(|error| format!("the bindings cannot be made: {error:?}"))?;
    print_size(&generated.join("zplan_bg.wasm"))
}

/// Flags by which the places of panics name no folder of this machine: the module is the same wherever it is built.
fn without_folders(root: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.map(|home| home.join("registry/src"));
    let folders = [(Some(root.to_owned()), "zplan"), (sources, "crates")];
    let flags = folders.into_iter().filter_map(|(folder, name)| {
        let folder = folder?;
        Some(format!("--remap-path-prefix={}={name}", folder.display()))
    });
    // The character that stands between flags in this variable.
    flags.collect::<Vec<_>>().join("\u{1f}")
}
