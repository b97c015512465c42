use std::time::Instant;
fn main() {
    let base = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/golden/reliability/");
    let v: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(format!("{base}bench_models.json")).unwrap()).unwrap();
    for (name, x) in v.as_object().unwrap() {
        let text = x["model"].to_string();
        let m = mttdl::json::JsonModel::from_json(&text).unwrap();
        let t = Instant::now();
        let a = m.answer_with(|_| std::ops::ControlFlow::Continue(()));
        let e = t.elapsed();
        let p = x["p_any"].as_f64().unwrap();
        let r = x["rel_std_error"].as_f64().unwrap();
        println!(
            "{name:20} {e:?} p {:.4e} ref {p:.4e} z {:.2} cat {:.4e} rse {:.4} {:.4} trials {} us/trial {:.2} cv2 {:.2} ess {:.0} fo {:.3e} {:?}",
            a.p_any.point,
            (a.p_any.point - p) / (p * r).hypot(a.p_any.std_error),
            a.p_cat.point,
            a.p_any.std_error / a.p_any.point,
            a.p_cat.std_error / a.p_cat.point,
            a.trials,
            e.as_secs_f64() * 1e6 / a.trials as f64,
            (a.p_any.std_error / a.p_any.point).powi(2) * a.trials as f64,
            a.ess,
            a.first_order,
            a.doubts
        );
    }
    let mut rd = csv::Reader::from_path(format!("{base}mc.csv")).unwrap();
    let mut zs = vec![];
    for r in rd.deserialize::<std::collections::HashMap<String, String>>() {
        let r = r.unwrap();
        let m = mttdl::json::JsonModel::from_json(&r["spec_json"]).unwrap();
        let t = Instant::now();
        let a = m.answer_with(|_| std::ops::ControlFlow::Continue(()));
        let e = t.elapsed();
        let n = |k: &str| r[k].parse::<f64>().unwrap();
        let p = n("p_any");
        let s0 = (p * (1.0 - p) / n("trials")).sqrt();
        let z = (a.p_any.point - p) / s0.hypot(a.p_any.std_error);
        zs.push(z);
        println!(
            "{} {:?} p {:.4e} ref {p:.4e} z {z:.2} cat {:.3e} [{:.3e} {:.3e}] ev {:.4e} {:.4e} f {:.4} {:.4} trials {} fo {:.3} {:?} {}",
            r["case_id"],
            e,
            a.p_any.point,
            a.p_cat.point,
            n("p_cat_lo95"),
            n("p_cat_hi95"),
            a.mean_sector_events,
            n("mean_sector_events"),
            a.mean_drive_failures,
            n("mean_drive_failures"),
            a.trials,
            a.first_order / p,
            a.doubts,
            a.exact.map_or(String::new(), |x| format!(
                "exact z {:.2}",
                (a.p_any.point - x.p_any) / a.p_any.std_error
            ))
        );
    }
    let m: f64 = zs.iter().sum::<f64>() / zs.len() as f64;
    println!(
        "mean z {m:.3} sd {:.3}",
        (zs.iter().map(|z| (z - m) * (z - m)).sum::<f64>() / zs.len() as f64).sqrt()
    );
}
