//! The planner as WebAssembly, with its JavaScript.

use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::sizes::print_size;
use crate::{run, say};

/// Compiles the crate `wasm` and writes its bindings to `site/generated`.
pub(crate) fn make(root: &Path) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).current_dir(root).args([
        "build",
        "--quiet",
        "--locked",
        "--package",
        "wasm",
        "--lib",
        "--target",
        "wasm32-unknown-unknown",
        "--profile",
        "page",
    ]))?;
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
