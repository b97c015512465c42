//! The counting model of Elerath and Pecht, for its rows alone: groups of slots that fail, are restored, and carry latent
//! defects that scrubs remove. What is counted is a failure while another slot is being restored or carries a defect.

use mttdl::math;
use mttdl::random::philox4x32_10;

/// The parameters; a Weibull law is (location, scale, shape) or (scale, shape), in hours.
pub(crate) struct Defects {
    pub(crate) slots: u64,
    pub(crate) lifetime: (f64, f64),
    pub(crate) restore: (f64, f64, f64),
    pub(crate) mean_to_defect: f64,
    pub(crate) scrub: (f64, f64, f64),
}

/// Random numbers of one group.
struct Draws {
    group: u32,
    index: u32,
}

impl Draws {
    fn exponential(&mut self) -> f64 {
        self.index += 1;
        let bits = philox4x32_10([self.index, 0, self.group, 0], [2007, 2009]);
        -math::ln((f64::from(bits[0]) + f64::from(bits[1]) / 4_294_967_296.0 + 1e-10) / 4_294_967_296.0)
    }

    fn weibull(&mut self, (location, scale, shape): (f64, f64, f64)) -> f64 {
        location + scale * math::pow(self.exponential(), 1.0 / shape)
    }
}

impl Defects {
    /// Returns the mean count per thousand groups within `years`, from `groups` groups.
    pub(crate) fn per_thousand_groups(&self, years: f64, groups: u32) -> f64 {
        let mission = years * 8760.0;
        let counted: u64 = (0..groups)
            .map(|group| self.count(mission, &mut Draws { group, index: 0 }))
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let counted = counted as f64;
        counted * 1000.0 / f64::from(groups)
    }

    /// Returns the count of one group.
    fn count(&self, mission: f64, draws: &mut Draws) -> u64 {
        let (scale, shape) = self.lifetime;
        let mut fails: Vec<f64> = (0..self.slots)
            .map(|_| draws.weibull((0.0, scale, shape)))
            .collect();
        // When the slot was last restored, or its defects started over.
        let mut clean = vec![0.0_f64; fails.len()];
        let mut restored = vec![0.0_f64; fails.len()];
        let (mut counted, mut quiet_until) = (0, 0.0);
        loop {
            let Some((slot, time)) = fails
                .iter()
                .copied()
                .enumerate()
                .min_by(|left, right| left.1.total_cmp(&right.1))
                .filter(|(_, time)| *time < mission)
            else {
                return counted;
            };
            let end = time + draws.weibull(self.restore);
            if time >= quiet_until {
                let mut exposed = false;
                for other in (0..fails.len()).filter(|other| *other != slot) {
                    exposed |= restored[other] > time || self.carries_defect(clean[other], time, draws);
                }
                if exposed {
                    counted += 1;
                    quiet_until = end;
                    clean.fill(end);
                }
            }
            restored[slot] = end;
            clean[slot] = end;
            fails[slot] = end + draws.weibull((0.0, scale, shape));
        }
    }

    /// Returns whether a slot that was clean at `since` carries a defect at `now`. Only the last scrubs matter: whether a slot
    /// was clean thirty scrubs ago is forgotten.
    fn carries_defect(&self, since: f64, now: f64, draws: &mut Draws) -> bool {
        let memory = 30.0 * (self.scrub.0 + self.scrub.1);
        let mut time = since.max(now - memory);
        while time < now {
            time += self.mean_to_defect * draws.exponential();
            if time >= now {
                return false;
            }
            time += draws.weibull(self.scrub);
            if time > now {
                return true;
            }
        }
        false
    }
}
