//! How the simulation gets on, and stopping it with Ctrl-C.

use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use planner::plan::PlanProgress;

use crate::arguments::OutputArguments;

/// Set by the first Ctrl-C; the second ends the program.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// A simulation that a person may be waiting for.
pub(crate) struct Simulating {
    line: ProgressBar,
}

impl Simulating {
    /// Shows a line on a terminal, unless `--quiet`, and takes over Ctrl-C.
    pub(crate) fn start(output: &OutputArguments) -> Self {
        if output.no_simulate {
            Self {
                line: ProgressBar::hidden(),
            }
        } else {
            Self::of(output.threads, output.quiet)
        }
    }

    /// Shows a line on a terminal, unless `quiet`, and takes over Ctrl-C.
    pub(crate) fn of(threads: Option<u32>, quiet: bool) -> Self {
        set_threads(threads);
        let shown = std::io::stderr().is_terminal() && !quiet;
        let line = if shown {
            ProgressBar::new_spinner()
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            line.set_style(style);
        }
        // Without a handler Ctrl-C ends the program at once, which is what it does by itself.
        let _ = ctrlc::set_handler(|| {
            if STOPPED.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
        Self { line }
    }

    /// Shows where a plan stands; tells it to stop after Ctrl-C.
    pub(crate) fn plan(&self, progress: &PlanProgress) -> ControlFlow<()> {
        self.line.set_message(format!(
            "simulating {} of {} layouts … {} ± {:.1} % (Ctrl-C keeps what is known)",
            progress.done + 1,
            progress.of,
            progress.layout,
            progress.relative_error * 100.0
        ));
        flow()
    }

    /// Shows where one simulation stands; tells it to stop after Ctrl-C.
    pub(crate) fn one(&self, progress: &mttdl::simulation::Progress) -> ControlFlow<()> {
        self.line.set_message(format!(
            "simulating … ± {:.1} % (Ctrl-C keeps what is known)",
            progress.relative_error * 100.0
        ));
        flow()
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        self.line.finish_and_clear();
    }
}

fn flow() -> ControlFlow<()> {
    if STOPPED.load(Ordering::SeqCst) {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Limits the threads; where the pool stands already, it stays as it is, which changes the time and no digit.
fn set_threads(threads: Option<u32>) {
    if let Some(threads) = threads {
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(threads as usize)
            .build_global();
    }
}
