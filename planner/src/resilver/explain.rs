//! The chain of reasoning behind the hours of a rebuild.

use super::hours::resilver;
use super::options::{RebuildOptions, VdevRebuildSpec};
use super::rate::{fill, load_share};
use crate::error::Error;
use crate::throughput::{Constants, Step};

/// Returns the steps that lead to the hours of [`resilver`], in order.
///
/// # Errors
/// As [`resilver`].
pub fn explain(spec: &VdevRebuildSpec<'_>, options: &RebuildOptions) -> Result<Vec<Step>, Error> {
    let constants = Constants::fitted();
    let rebuild = resilver(spec, options)?;
    let fill = fill(spec);
    let zone = spec.survivors.first().map_or(1.0, |drive| drive.zone_share(fill));
    let mut steps = vec![Step::new(
        "allocated on the drive",
        spec.allocated_per_drive.as_f64(),
        "bytes",
        format!(
            "only allocated bytes are rebuilt; the drive is {:.0} % full",
            fill * 100.0
        ),
    )];
    match options.stated_rate {
        Some(rate) => steps.push(Step::new(
            "written to the new drive",
            rate.as_mb_per_s(),
            "MB/s",
            "as it was given, in place of the fitted law".to_owned(),
        )),
        None => steps.extend([
            Step::new(
                "mean rate over the surface",
                zone,
                "of the outer rate",
                "hard disks are slower on inner tracks; SSDs are not".to_owned(),
            ),
            Step::new(
                "share reached",
                constants.resilver_share,
                "of the mean rate",
                "fitted on published rebuilds".to_owned(),
            ),
        ]),
    }
    steps.extend([
        Step::new(
            "left by other work",
            load_share(options.load, constants),
            "of the rate",
            "1 on an idle pool".to_owned(),
        ),
        Step::new(
            "rebuild rate",
            rebuild.rate.point.as_mb_per_s(),
            "MB/s",
            format!("limited by {}", rebuild.limited_by),
        ),
        Step::new(
            "resilver, low",
            rebuild.hours.low.as_f64(),
            "h",
            "nine of ten measured rebuilds lie between low and high".to_owned(),
        ),
        Step::new(
            "resilver",
            rebuild.hours.point.as_f64(),
            "h",
            "bytes over rate".to_owned(),
        ),
        Step::new(
            "resilver, high",
            rebuild.hours.high.as_f64(),
            "h",
            "as the low end, upwards".to_owned(),
        ),
    ]);
    Ok(steps)
}
