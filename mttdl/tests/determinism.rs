//! The same bits whoever computes them: one thread or several, whole or in slices, this machine or WebAssembly.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test")]

use std::path::{Path, PathBuf};
use std::process::Command;

use mttdl::json::JsonModel;
use mttdl::simulation::{Block, Estimate, Simulation};

/// A model in which everything happens: several causes, ages, batches, stress, latent errors, spares, delays and passes.
const EVERYTHING: &str = r#"{
    "vdevs": [
        {"n": 6, "k": 2, "cls": [0, 0, 1, 1, 0, 1], "age_h": [0, 100, 20000, 9000, 0, 500], "batch": [0, 0, 1, 1, -1, 0]},
        {"n": 5, "k": 1, "cls": 1, "age_h": 4000, "batch": [1, 1, 2, 2, 2]},
        {"n": 8, "k": 3, "batch": 2}
    ],
    "classes": [[[120000, 1.3]], [[4000000, 0.7], [110000, 1.9]]],
    "mission_h": 43800, "rebuild": ["weib", 12, 48, 2.0], "repair": "batched", "delay": ["exp", 120], "spares": 1,
    "frailty": ["gamma", 0.6], "lse": ["phys", 2e-5, 720, 0.01], "stress": 1.5, "rel_err": 0.05, "max_trials": 6000
}"#;

/// Groups that are simulated apart and share batches, without spares; two alike.
const BATCHES: &str = r#"{
    "vdevs": [
        {"n": 4, "k": 1, "batch": [0, 0, 1, 1]}, {"n": 4, "k": 1, "batch": [1, 1, 0, 0]},
        {"n": 9, "k": 3, "age_h": 30000}, {"n": 9, "k": 3, "age_h": 30000}
    ],
    "classes": [[[90000, 1.6]]],
    "mission_h": 26280, "rebuild": ["exp", 30], "serial": true, "delay": ["det", 24],
    "frailty": ["two", 0.05, 8], "rel_err": 0.05, "max_trials": 9000
}"#;

const MODELS: [&str; 2] = [EVERYTHING, BATCHES];

fn simulation(text: &str) -> Simulation {
    let JsonModel { model, seed, target } = JsonModel::from_json(text).unwrap();
    Simulation::new(&model, seed, target)
}

#[test]
fn any_number_of_threads() {
    for text in MODELS {
        let with = |threads: usize| -> Estimate {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| simulation(text).run())
        };
        let one = with(1);
        assert_ne!(one.digest, 0);
        for threads in [2, 3] {
            assert_eq!(with(threads), one, "{threads} threads");
        }
    }
}

/// What browser workers do: the work is cut into slices, run out of order, sent as text, and merged.
#[test]
fn slices_merged_are_the_whole() {
    for text in MODELS {
        let whole = simulation(text).run();
        let mut merged = simulation(text);
        let worker = simulation(text);
        while let Some(work) = merged.next_work() {
            let mut blocks: Vec<Block> = Vec::new();
            for slice in work.split(3).into_iter().rev() {
                let sent = serde_json::to_string(&worker.run_blocks(slice)).unwrap();
                blocks.extend(serde_json::from_str::<Vec<Block>>(&sent).unwrap());
            }
            merged.absorb(blocks);
        }
        assert_eq!(merged.estimate(), whole);
    }
}

/// Blocks that were absorbed already, that leave a gap or that belong to another model change nothing.
#[test]
fn wrong_blocks_are_left_out() {
    let mut simulation_ = simulation(EVERYTHING);
    let work = simulation_.next_work().unwrap();
    let blocks = simulation_.run_blocks(work);
    simulation_.absorb(blocks.clone());
    let before = simulation_.progress();
    simulation_.absorb(blocks);
    let far = mttdl::simulation::Work {
        first_block: 1000,
        ..work
    };
    let far_blocks = simulation_.run_blocks(far);
    simulation_.absorb(far_blocks);
    let other = simulation(BATCHES);
    let next = mttdl::simulation::Work {
        first_block: work.blocks,
        blocks: 1,
        ..work
    };
    simulation_.absorb(other.run_blocks(next));
    assert_eq!(simulation_.progress(), before);
}

/// Digests of both models, of 2048 trials each, as a 64-bit number.
fn digest() -> u64 {
    MODELS.iter().fold(0, |digest: u64, text| {
        let mut simulation = simulation(text);
        for _ in 0..2 {
            if let Some(work) = simulation.next_work() {
                let blocks = simulation.run_blocks(work);
                simulation.absorb(blocks);
            }
        }
        digest.rotate_left(1) ^ simulation.estimate().digest
    })
}

/// The bits of every trial in WebAssembly, run by node, are those of this machine.
#[test]
fn the_same_bits_in_webassembly() {
    let directory = guest_directory();
    write_guest(&directory);
    let build = Command::new(env!("CARGO"))
        .args([
            "build",
            "--release",
            "--offline",
            "--target",
            "wasm32-unknown-unknown",
            "--quiet",
        ])
        .env_remove("RUSTFLAGS")
        .env("CARGO_TARGET_DIR", directory.join("target"))
        .current_dir(&directory)
        .output()
        .unwrap();
    assert!(
        build.status.success(),
        "building for WebAssembly failed; if the target is missing, run `rustup target add wasm32-unknown-unknown`:\n{}",
        String::from_utf8_lossy(&build.stderr)
    );
    let module = directory.join("target/wasm32-unknown-unknown/release/guest.wasm");
    let script = "const bytes = require('fs').readFileSync(process.argv[1]);\
        WebAssembly.instantiate(bytes, {}).then(({instance}) => {\
            console.log(BigInt.asUintN(64, instance.exports.digest()).toString());\
        });";
    let run = Command::new("node")
        .args(["-e", script])
        .arg(&module)
        .output()
        .unwrap_or_else(|error| panic!("`node` does not start ({error}); install Node.js 20 or later"));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let theirs: u64 = String::from_utf8(run.stdout).unwrap().trim().parse().unwrap();
    assert_eq!(theirs, digest());
}

/// A place for the guest crate that stays between runs, so that only changes are built again.
fn guest_directory() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("wasm-guest")
}

/// Writes a crate that exports the digest of this very file's models.
fn write_guest(directory: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = format!(
        "[package]\nname = \"guest\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n\
         [dependencies]\nmttdl = {{ path = {root:?}, default-features = false }}\n[workspace]\n\
         [profile.release]\nopt-level = 1\ndebug = false\n"
    );
    let source = format!(
        "use mttdl::json::JsonModel;\nuse mttdl::simulation::Simulation;\n\
         const MODELS: [&str; 2] = [r###\"{EVERYTHING}\"###, r###\"{BATCHES}\"###];\n\
         #[unsafe(no_mangle)]\npub extern \"C\" fn digest() -> u64 {{\n\
             MODELS.iter().fold(0, |digest: u64, text| {{\n\
                 let Ok(JsonModel {{ model, seed, target }}) = JsonModel::from_json(text) else {{ return 1 }};\n\
                 let mut simulation = Simulation::new(&model, seed, target);\n\
                 for _ in 0..2 {{\n\
                     if let Some(work) = simulation.next_work() {{\n\
                         let blocks = simulation.run_blocks(work);\n\
                         simulation.absorb(blocks);\n\
                     }}\n\
                 }}\n\
                 digest.rotate_left(1) ^ simulation.estimate().digest\n\
             }})\n\
         }}\n"
    );
    std::fs::create_dir_all(directory.join("src")).unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.join(name);
        if std::fs::read_to_string(&path).ok().as_deref() != Some(text) {
            std::fs::write(&path, text).unwrap();
        }
    };
    write("Cargo.toml", &manifest);
    write("src/lib.rs", &source);
    // The same versions as the workspace, all of them fetched already.
    std::fs::copy(root.join("../Cargo.lock"), directory.join("Cargo.lock")).unwrap();
}
