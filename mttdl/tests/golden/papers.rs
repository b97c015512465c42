//! Published results, each within the tolerance of its row.

use mttdl::statistics::{FailureCount, relative_risk};
use mttdl::{
    ExponentialDevice, ExponentialGroup, ExponentialSystem, Hours, Probability, RatePerHour,
    RepairDiscipline, formula,
};
use serde_json::Value;

use crate::elerath_pecht::Defects;
use crate::tables;

/// The parameters of a row.
struct Parameters(Value);

impl Parameters {
    #[track_caller]
    fn number(&self, key: &str) -> f64 {
        self.0[key]
            .as_f64()
            .unwrap_or_else(|| panic!("no `{key}` in {}", self.0))
    }

    #[track_caller]
    fn count(&self, key: &str) -> u32 {
        u32::try_from(self.0[key].as_u64().unwrap()).unwrap()
    }

    #[track_caller]
    fn hours(&self, key: &str) -> Hours {
        Hours::new(self.number(key)).unwrap()
    }
}

fn exact_mttdl(
    devices: u32,
    tolerance: u32,
    mean: Hours,
    repair: Hours,
    discipline: RepairDiscipline,
) -> f64 {
    let failure = RatePerHour::from_mean(mean).unwrap();
    let group = ExponentialGroup::homogeneous(devices, tolerance, failure, repair, discipline).unwrap();
    ExponentialSystem::of_group(group)
        .unwrap()
        .mttdl()
        .unwrap()
        .as_f64()
}

/// The kinds of loss of a RAID with one or two parities, after Chen and others.
fn chen(quantity: &str, p: &Parameters) -> f64 {
    let two = quantity.starts_with("P+Q");
    let group = p.count("group");
    let parities = if two { 2 } else { 1 };
    let all = p.number("data_disks") * f64::from(group) / f64::from(group - parities);
    let lifetimes = ["mttf_h", "mttf2_h", "mttf3_h"].map(|key| p.hours(key));
    let repair = p.hours("mttr_h");
    let failures = formula::successive(all, group, &lifetimes[..=parities as usize], repair).unwrap();
    let crash =
        formula::crash_with_failure(all, lifetimes[0], p.hours("mttf_sys_h"), p.hours("mttr_sys_h")).unwrap();
    let critical = formula::successive(all, group, &lifetimes[..parities as usize], repair).unwrap();
    let readable = Probability::new(p.number("p_disk_read")).unwrap();
    let bit_error = formula::unreadable_survivor(critical, group - parities, readable).unwrap();
    let time = if quantity.contains("software total") {
        formula::first_of(&[failures, crash, bit_error]).unwrap()
    } else if quantity.contains("hardware total") {
        formula::first_of(&[failures, bit_error]).unwrap()
    } else if quantity.contains("crash") {
        crash
    } else if quantity.contains("bit error") {
        bit_error
    } else {
        failures
    };
    if quantity.contains("10-year loss probability") {
        formula::loss_at_constant_rate(time, Hours::from_years(10.0).unwrap()).as_f64()
    } else {
        time.as_years()
    }
}

/// What this crate says to a row.
fn ours(id: &str, source: &str, quantity: &str, unit: &str, p: &Parameters) -> f64 {
    let published_unit = |hours: f64| {
        if unit == "years" {
            hours / Hours::PER_YEAR
        } else {
            hours
        }
    };
    match id {
        _ if source.starts_with("Chen et al. 1994, ACM") => chen(quantity, p),
        "pp020" => formula::product(p.count("n"), 1, p.hours("mttf_h"), p.hours("mttr_h"))
            .unwrap()
            .as_years(),
        "pp021" => {
            let hours = formula::product(p.count("n"), 1, p.hours("mttf_h"), p.hours("mttr_h")).unwrap();
            p.number("groups") * p.number("years") / hours.as_years()
        }
        "pp023" => {
            let rule = formula::product(8, 1, p.hours("op_eta_h"), Hours::new(12.0).unwrap()).unwrap();
            defects(p).per_thousand_groups(1.0, 150_000) / (1000.0 / rule.as_years())
        }
        "pp027" => defects(p).per_thousand_groups(1.0, 2_000_000),
        "pp026" => defects(p).per_thousand_groups(10.0, 100_000),
        "pp028" => defects(p).per_thousand_groups(10.0, 60_000),
        "pp029" => defects(p).per_thousand_groups(10.0, 300_000),
        "pp030" => defects(p).per_thousand_groups(10.0, 800_000),
        "pp032" => exact_mttdl(
            p.count("n"),
            1,
            p.hours("mttf_h"),
            p.hours("mttr_h"),
            RepairDiscipline::Serial,
        ),
        "pp034" => {
            let (n, k) = (p.count("n"), p.count("k"));
            exact_mttdl(
                n,
                k,
                p.hours("mttf_h"),
                p.hours("mttr_h"),
                RepairDiscipline::Serial,
            )
        }
        "pp035" => {
            let at = |hours: f64| {
                let repair = Hours::new(hours).unwrap();
                exact_mttdl(3, 2, p.hours("mttf_h"), repair, RepairDiscipline::Serial)
            };
            let [slow, fast] = [0, 1].map(|position| p.0["mttr_h"][position].as_f64().unwrap());
            1.0 - at(slow) / at(fast)
        }
        "pp037" | "pp039" => {
            let (n, k, mean, repair) = (p.count("n"), p.count("k"), p.hours("mttf_h"), p.hours("mttr_h"));
            let product = formula::product(n, k, mean, repair).unwrap().as_f64();
            exact_mttdl(n, k, mean, repair, RepairDiscipline::Serial) / product
        }
        "pp040" => {
            let (n, k, mean, repair) = (
                p.count("n"),
                p.count("k"),
                p.hours("mttf_h"),
                p.hours("rebuild_h"),
            );
            let closed = formula::clustered(n, k, mean, repair, 1.0).unwrap().as_f64();
            // Parallel repair does not care how repair times spread, so that the exact chain says the same.
            let chain = exact_mttdl(n, k, mean, repair, RepairDiscipline::Parallel);
            assert!((chain / closed - 1.0).abs() < 1e-3, "{chain:e} {closed:e}");
            closed
        }
        "pp042" | "pp044" | "pp045" | "pp046" | "pp048" => {
            let repair = if id == "pp042" {
                Hours::new(24.0).unwrap()
            } else {
                p.hours("mttr_h")
            };
            let hours = formula::product(p.count("n"), p.count("k"), p.hours("mttf_h"), repair).unwrap();
            published_unit(hours.as_f64())
        }
        "pp052" | "pp053" | "pp055" => {
            let failures = u64::from(p.count("failures"));
            FailureCount::from_device_days(failures, p.number("drive_days"))
                .unwrap()
                .rate_per_year()
        }
        "pp057" => relative_risk(
            Probability::new(p.number("cond")).unwrap(),
            Probability::new(p.number("base")).unwrap(),
        )
        .unwrap(),
        "pp058" => {
            let means: Vec<Hours> = p.0["mttf_h"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mean| Hours::new(mean.as_f64().unwrap()).unwrap())
                .collect();
            let (tolerance, repair) = (p.count("k"), p.hours("mttr_h"));
            let devices: Vec<ExponentialDevice> = means
                .iter()
                .map(|mean| ExponentialDevice {
                    failure: RatePerHour::from_mean(*mean).unwrap(),
                    mean_repair: repair,
                })
                .collect();
            let group =
                ExponentialGroup::heterogeneous(&devices, tolerance, RepairDiscipline::Parallel).unwrap();
            let exact = ExponentialSystem::of_group(group)
                .unwrap()
                .mttdl()
                .unwrap()
                .as_f64();
            let flow = formula::stationary_flow(&means, tolerance, repair)
                .unwrap()
                .as_f64();
            assert!((flow / exact - 1.0).abs() < 2e-3, "{flow:e} {exact:e}");
            flow
        }
        other => panic!("row `{other}` is new"),
    }
}

fn defects(p: &Parameters) -> Defects {
    Defects {
        slots: p.0["group"].as_u64().unwrap(),
        lifetime: (p.number("op_eta_h"), p.number("op_beta")),
        restore: (
            p.number("restore_loc_h"),
            p.number("restore_eta_h"),
            p.number("restore_beta"),
        ),
        mean_to_defect: p.number("ld_mean_h"),
        scrub: (
            p.number("scrub_loc_h"),
            p.number("scrub_eta_h"),
            p.number("scrub_beta"),
        ),
    }
}

/// Returns half a unit of the last digit of a printed number of ten digits, 0 for shorter ones, which are exact.
fn half_of_last_digit(text: &str) -> f64 {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() + fraction.len() < 10 {
        return 0.0;
    }
    format!(
        "0.5e{}",
        exponent.parse::<i32>().unwrap() - i32::try_from(fraction.len()).unwrap()
    )
    .parse()
    .unwrap()
}

#[test]
fn every_published_result() {
    let rows = tables::rows("papers.csv");
    assert_eq!(rows.len(), 38);
    for row in &rows {
        let p = Parameters(serde_json::from_str(row.text("params")).unwrap());
        let (id, quantity, unit) = (row.text("id"), row.text("quantity"), row.text("unit"));
        let ours = ours(id, row.text("source"), quantity, unit, &p);
        let (published, tolerance) = (row.number("published"), row.number("tol_rel"));
        let within = if unit.contains("lower bound") {
            // The oracle's own value is what the bound is compared with; ours must be there, too.
            (ours / row.number("oracle_value") - 1.0).abs() <= tolerance
                && ours >= published * (1.0 - tolerance)
        } else {
            // A figure printed with ten digits cannot be met more closely than half a unit of the last one.
            (ours - published).abs() <= tolerance * published + half_of_last_digit(row.text("published"))
        };
        assert!(
            within,
            "{id} {quantity}: {ours:.6e} instead of {published:.6e} within {tolerance}"
        );
    }
}
