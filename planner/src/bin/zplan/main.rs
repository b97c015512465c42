//! `zplan`: plans ZFS pools from a drive inventory.
//!
//! Here are arguments, files and the terminal; everything that is computed is in the library.

mod advise_command;
mod argument_values;
mod arguments;
mod capacity_command;
mod compare_command;
mod configuration;
mod explain_command;
mod fit_command;
mod input;
mod inventory_command;
mod mttdl_command;
mod output_file;
mod plan_command;
mod progress;
mod terminal;
mod verify_command;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};
use planner::error::Error;

use arguments::{Arguments, Command};

/// Exit status of wrong input or usage.
const BAD_INPUT: u8 = 2;

/// What is shown when nothing is asked.
const START: &str = "\
zplan plans ZFS pools from your drives. Try:

  zplan --disks data/examples/batches12.csv        plan the drives of a file
  zplan --drives 12x18TB:7200:sata                 plan drives without a file
  zplan inventory data/examples/homelab6.csv       see what was understood

zplan --help lists every option.
";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            terminal::report_error(&error);
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run() -> Result<ExitCode, Error> {
    let words = configuration::with_configuration(std::env::args_os().collect())?;
    if words.len() <= 1 {
        print_result(START)?;
        return Ok(ExitCode::SUCCESS);
    }
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version go to standard output and are a success; clap knows which is which.
            let _ = error.print();
            return Ok(ExitCode::from(
                u8::try_from(error.exit_code()).unwrap_or(BAD_INPUT),
            ));
        }
    };
    match &arguments.command {
        None => plan_command::run(&arguments.plan),
        Some(Command::Explain(explain)) => explain_command::run(explain),
        Some(Command::Inventory(inventory)) => inventory_command::run(inventory),
        Some(Command::Capacity(capacity)) => capacity_command::run(capacity),
        Some(Command::Advise(advise)) => advise_command::run(advise),
        Some(Command::Verify(pool)) => verify_command::run(pool),
        Some(Command::Compare(results)) => compare_command::run(results),
        Some(Command::Mttdl(model)) => mttdl_command::run(model),
        Some(Command::Fit(fit)) => fit_command::run(fit),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "zplan", &mut script);
            print_bytes(&script)
        }
        Some(Command::Man) => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Arguments::command())
                .render(&mut page)
                .map_err(|error| output_error(&error))?;
            print_bytes(&page)
        }
    }
}

/// Prints a result; an error if standard output cannot be written.
fn print_result(text: &str) -> Result<(), Error> {
    terminal::print(text).map_err(|error| output_error(&error))
}

fn print_bytes(bytes: &[u8]) -> Result<ExitCode, Error> {
    print_result(&String::from_utf8_lossy(bytes))?;
    Ok(ExitCode::SUCCESS)
}

fn output_error(error: &std::io::Error) -> Error {
    Error::OutOfRange {
        quantity: "standard output".to_owned(),
        reason: format!("cannot be written: {error}"),
        hint: "check the disk or the pipe".to_owned(),
    }
}
