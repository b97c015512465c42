//! Which writes does an NVMe namespace do whole or not at all, and what does Linux make of it?

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// NSFEAT bit 1: the namespace has atomic sizes of its own.
const NAMESPACE_SIZES: u64 = 1 << 1;
/// NSFEAT bit 6: multiple atomicity mode.
const MULTIPLE_ATOMICITY: u64 = 1 << 6;

/// Fields of Identify Controller and Identify Namespace as the drive reports them: counts of logical blocks less one,
/// except `nabo`, which is a plain number of blocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NvmeFields {
    /// Bytes of a logical block.
    pub lba: u64,
    /// Namespace features.
    pub nsfeat: u64,
    /// Atomic write unit, normal.
    pub awun: Option<u64>,
    /// Atomic write unit, power fail.
    pub awupf: Option<u64>,
    /// Namespace atomic write unit, normal.
    pub nawun: Option<u64>,
    /// Namespace atomic write unit, power fail.
    pub nawupf: Option<u64>,
    /// Namespace atomic boundary, normal; 0 for none.
    pub nabsn: u64,
    /// Namespace atomic boundary, power fail; 0 for none.
    pub nabspf: u64,
    /// Namespace atomic boundary offset.
    pub nabo: u64,
    /// Bit DN of feature 0Ah: the sizes without power failure are not needed.
    pub normal_disabled: bool,
}

/// What the fields promise. Sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtomicSizes {
    /// Largest write that other commands see whole or not at all; unknown where the field was not given.
    pub normal: Option<u64>,
    /// Largest write that a power failure leaves whole or undone; unknown where the field was not given.
    pub power_fail: Option<u64>,
    /// Distance of the boundaries that a write must not cross to be power-fail atomic; 0 for none.
    pub boundary: u64,
    /// Offset of the first boundary.
    pub boundary_offset: u64,
    /// Whether a crossing write is split at the boundaries into parts that are atomic each.
    pub multiple: bool,
}

/// Which limit the kernel takes where the namespace has none of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KernelRule {
    /// The controller's AWUPF, as Linux did from 6.11.
    ControllerAllowed,
    /// One block, since the commit "nvme: stop using AWUPF" of January 2026.
    NamespaceOnly,
}

impl NvmeFields {
    fn has_namespace_sizes(&self) -> bool {
        self.nsfeat & NAMESPACE_SIZES != 0
    }

    /// Returns the bytes of a count less one; saturates.
    fn bytes(&self, count: u64) -> u64 {
        count.saturating_add(1).saturating_mul(self.lba)
    }

    /// Returns the count of the namespace where it has one; 0 there means the controller's.
    fn effective(&self, namespace: Option<u64>, controller: Option<u64>) -> Option<u64> {
        match namespace {
            Some(count) if self.has_namespace_sizes() && count != 0 => Some(count),
            _ => controller,
        }
    }

    /// Checks the fields against each other.
    ///
    /// # Errors
    /// [`Error::Rule`] with the relation that does not hold: `bad_lba_size`, `awupf_gt_awun`, `nawupf_lt_awupf`,
    /// `nawupf_gt_nawun`, `mam_sizes_differ`, `nabspf_lt_nawupf`, `nabsn_lt_nawun`, `nabo_gt_boundary`.
    ///
    /// # Source
    /// NVM Express NVM Command Set Specification 1.2, section 2.1.4.
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |code, message: String| {
            Err(refuse(
                code,
                message,
                "read the fields again: `nvme id-ctrl` and `nvme id-ns`",
            ))
        };
        if !(self.lba.is_power_of_two() && (512..=1 << 24).contains(&self.lba)) {
            return wrong(
                "bad_lba_size",
                format!("`lba_bytes`: no namespace has blocks of {} bytes", self.lba),
            );
        }
        if let (Some(awupf), Some(awun)) = (self.awupf, self.awun)
            && awupf > awun
        {
            return wrong(
                "awupf_gt_awun",
                format!("AWUPF {awupf} is above AWUN {awun}, which cannot be"),
            );
        }
        if !self.has_namespace_sizes() {
            return Ok(());
        }
        if let (Some(nawupf), Some(awupf)) = (self.nawupf.filter(|count| *count != 0), self.awupf)
            && nawupf < awupf
        {
            return wrong(
                "nawupf_lt_awupf",
                format!("NAWUPF {nawupf} is below AWUPF {awupf}, which cannot be"),
            );
        }
        let power_fail = self.effective(self.nawupf, self.awupf);
        let normal = self.effective(self.nawun, self.awun);
        if let (Some(power_fail), Some(normal)) = (power_fail, normal)
            && power_fail > normal
        {
            return wrong(
                "nawupf_gt_nawun",
                format!("NAWUPF {power_fail} is above NAWUN {normal}, which cannot be"),
            );
        }
        self.check_boundaries(power_fail, normal)
    }

    fn check_boundaries(&self, power_fail: Option<u64>, normal: Option<u64>) -> Result<(), Error> {
        let wrong = |code, message: String| Err(refuse(code, message, "read the fields again: `nvme id-ns`"));
        if self.nsfeat & MULTIPLE_ATOMICITY != 0 {
            let sizes = [Some(self.nabsn), self.nawun, Some(self.nabspf), self.nawupf];
            if sizes.iter().flatten().any(|size| *size != self.nabspf) {
                return wrong(
                    "mam_sizes_differ",
                    "multiple atomicity mode needs NABSN, NAWUN, NABSPF and NAWUPF to be equal".to_owned(),
                );
            }
        }
        if let Some(power_fail) = power_fail
            && self.nabspf != 0
            && self.nabspf < power_fail
        {
            let message = format!(
                "NABSPF {} is below NAWUPF {power_fail}, which cannot be",
                self.nabspf
            );
            return wrong("nabspf_lt_nawupf", message);
        }
        if let Some(normal) = normal
            && self.nabsn != 0
            && self.nabsn < normal
        {
            let message = format!("NABSN {} is below NAWUN {normal}, which cannot be", self.nabsn);
            return wrong("nabsn_lt_nawun", message);
        }
        let boundaries = [self.nabsn, self.nabspf];
        if boundaries
            .iter()
            .any(|boundary| *boundary != 0 && self.nabo > *boundary)
        {
            let message = format!(
                "NABO {} is above the boundary it shifts, which cannot be",
                self.nabo
            );
            return wrong("nabo_gt_boundary", message);
        }
        Ok(())
    }

    /// Returns what the fields promise.
    ///
    /// # Errors
    /// As [`NvmeFields::check`].
    pub fn sizes(&self) -> Result<AtomicSizes, Error> {
        self.check()?;
        let power_fail = self
            .effective(self.nawupf, self.awupf)
            .map(|count| self.bytes(count));
        let normal = if self.normal_disabled {
            power_fail
        } else {
            self.effective(self.nawun, self.awun)
                .map(|count| self.bytes(count))
        };
        let bounded = self.has_namespace_sizes() && self.nabspf != 0;
        Ok(AtomicSizes {
            normal,
            power_fail,
            boundary: if bounded { self.bytes(self.nabspf) } else { 0 },
            boundary_offset: if bounded {
                self.nabo.saturating_mul(self.lba)
            } else {
                0
            },
            multiple: self.nsfeat & MULTIPLE_ATOMICITY != 0,
        })
    }

    /// Returns the largest atomic write in bytes that Linux offers; 0 for none.
    ///
    /// # Errors
    /// As [`NvmeFields::check`].
    ///
    /// # Source
    /// Linux `drivers/nvme/host/core.c`, `nvme_configure_atomic_write`.
    pub fn linux_unit_max(&self, rule: KernelRule) -> Result<u64, Error> {
        self.check()?;
        if self.nabo != 0 {
            return Ok(0);
        }
        let blocks = match (self.nawupf, rule) {
            (Some(count), _) if self.has_namespace_sizes() && count != 0 => count.saturating_add(1),
            (_, KernelRule::ControllerAllowed) => self.awupf.unwrap_or(0).saturating_add(1),
            (_, KernelRule::NamespaceOnly) => 1,
        };
        let bytes = blocks.saturating_mul(self.lba);
        Ok(1 << bytes.ilog2())
    }
}

impl AtomicSizes {
    /// Returns into how many parts the boundaries cut `length` bytes, above 0, from `offset`.
    #[must_use]
    pub fn parts(&self, offset: u64, length: u64) -> u64 {
        if self.boundary == 0 {
            return 1;
        }
        // Shifted by one whole distance, so that what lies before the first boundary is a section of its own.
        let section = |byte: u64| {
            (u128::from(byte) + u128::from(self.boundary) - u128::from(self.boundary_offset))
                / u128::from(self.boundary)
        };
        let last = offset.saturating_add(length - 1);
        u64::try_from(section(last) - section(offset) + 1).unwrap_or(u64::MAX)
    }

    /// Returns whether a power failure leaves a write of `length` bytes, above 0, at `offset` whole or undone; unknown
    /// where the size is.
    #[must_use]
    pub fn is_power_fail_atomic(&self, offset: u64, length: u64) -> Option<bool> {
        let size = self.power_fail?;
        Some(length <= size && self.parts(offset, length) == 1)
    }
}

fn read_fields(fields: &Fields<'_>) -> Result<Option<NvmeFields>, Error> {
    let Some(lba) = fields.count("lba_bytes")? else {
        return Ok(None);
    };
    let dn = fields.count("dn")?.unwrap_or(0);
    if dn > 1 {
        return Err(fields.out_of_range("dn", "is one bit: 0 or 1"));
    }
    Ok(Some(NvmeFields {
        lba,
        nsfeat: fields.count("nsfeat")?.unwrap_or(0),
        awun: fields.count("awun")?,
        awupf: fields.count("awupf")?,
        nawun: fields.count("nawun")?,
        nawupf: fields.count("nawupf")?,
        nabsn: fields.count("nabsn")?.unwrap_or(0),
        nabspf: fields.count("nabspf")?.unwrap_or(0),
        nabo: fields.count("nabo")?.unwrap_or(0),
        normal_disabled: dn == 1,
    }))
}

fn put_write(answer: &mut Answer, fields: &Fields<'_>, lba: u64, sizes: &AtomicSizes) -> Result<(), Error> {
    let Some(length) = fields.positive("length_bytes")? else {
        return Ok(());
    };
    let offset = fields.count("offset_bytes")?.unwrap_or(0);
    for (name, value) in [("length_bytes", length), ("offset_bytes", offset)] {
        if !value.is_multiple_of(lba) {
            return Err(fields.out_of_range(name, "is no whole number of logical blocks"));
        }
    }
    answer.put_some(
        "write_is_power_fail_atomic",
        sizes.is_power_fail_atomic(offset, length),
    );
    if sizes.multiple {
        answer.put("atomic_subranges", sizes.parts(offset, length));
    }
    Ok(())
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    if let Some(nvme) = read_fields(fields)? {
        let sizes = nvme.sizes()?;
        answer.put_some("normal_bytes", sizes.normal);
        answer.put_some("power_fail_bytes", sizes.power_fail);
        answer.put("boundary_bytes", sizes.boundary);
        put_write(&mut answer, fields, nvme.lba, &sizes)?;
        let rules = [
            ("awupf_ok", KernelRule::ControllerAllowed),
            ("nawupf_only", KernelRule::NamespaceOnly),
        ];
        if let Some(rule) = fields.word("kernel_rule", &rules)? {
            answer.put("linux_atomic_write_unit_max_bytes", nvme.linux_unit_max(rule)?);
        }
        if nvme.normal_disabled {
            answer.warn(
                "awun_dropped",
                "DN = 1 drops the promise of AWUN; it sets no size and changes no field",
            );
        }
        if sizes.boundary != 0 && nvme.awupf.is_some_and(|count| count != 0) {
            answer.warn(
                "controller_unit_beside_boundaries",
                "a controller whose namespaces break its unit at boundaries must report AWUN = AWUPF = 0",
            );
        }
    }
    if let Some(text) = fields.text("set_feature_0ah_value")? {
        let value = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        let value = value.ok_or_else(|| {
            fields.out_of_range("set_feature_0ah_value", "is no number of 32 bits such as 0x01")
        })?;
        answer.put("dn_bit", value & 1);
        answer.put("awun_changed", false);
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "nvme-atomic",
    summary: "Which writes an NVMe drive does whole or not at all, and the limit that Linux offers",
    inputs: &[
        Input::bytes("lba_bytes", "size of a logical block as formatted"),
        Input::count(
            "nsfeat",
            "",
            "NSFEAT of Identify Namespace; bit 1: own sizes, bit 6: multiple atomicity",
        )
        .or("0"),
        Input::count("awun", "blocks less one", "AWUN of Identify Controller"),
        Input::count("awupf", "blocks less one", "AWUPF of Identify Controller"),
        Input::count("nawun", "blocks less one", "NAWUN of Identify Namespace"),
        Input::count("nawupf", "blocks less one", "NAWUPF of Identify Namespace"),
        Input::count(
            "nabsn",
            "blocks less one",
            "NABSN of Identify Namespace; 0 for no boundary",
        )
        .or("0"),
        Input::count(
            "nabspf",
            "blocks less one",
            "NABSPF of Identify Namespace; 0 for no boundary",
        )
        .or("0"),
        Input::count("nabo", "blocks", "NABO of Identify Namespace").or("0"),
        Input::count("dn", "", "bit DN of feature 0Ah, Write Atomicity Normal").or("0"),
        Input::bytes("offset_bytes", "where a write starts").or("0"),
        Input::bytes("length_bytes", "length of that write"),
        Input::word(
            "kernel_rule",
            &["awupf_ok", "nawupf_only"],
            "whether the kernel takes AWUPF, or only NAWUPF since the commit \"nvme: stop using AWUPF\" (January 2026)",
        ),
        Input::name(
            "set_feature_0ah_value",
            "value written to feature 0Ah, such as 0x01",
        ),
    ],
    outputs: &[
        Output::new(
            "normal_bytes",
            "bytes",
            &["lba_bytes", "awun"],
            "largest write that other commands see whole",
        ),
        Output::new(
            "power_fail_bytes",
            "bytes",
            &["lba_bytes", "awupf"],
            "largest write that a power failure leaves whole",
        ),
        Output::new(
            "boundary_bytes",
            "bytes",
            &["lba_bytes"],
            "distance of boundaries not to be crossed; 0 for none",
        ),
        Output::new(
            "write_is_power_fail_atomic",
            "bool",
            &["lba_bytes", "awupf", "length_bytes"],
            "whether that write is left whole or undone",
        ),
        Output::new(
            "atomic_subranges",
            "ranges",
            &["lba_bytes", "nsfeat", "length_bytes"],
            "parts, atomic each, that multiple atomicity mode makes of that write",
        ),
        Output::new(
            "linux_atomic_write_unit_max_bytes",
            "bytes",
            &["lba_bytes", "kernel_rule"],
            "limit of RWF_ATOMIC; 0 for none",
        ),
        Output::new(
            "dn_bit",
            "word",
            &["set_feature_0ah_value"],
            "bit DN that the value sets",
        ),
        Output::new(
            "awun_changed",
            "bool",
            &["set_feature_0ah_value"],
            "whether AWUN changes: never, it is read-only",
        ),
    ],
    sources: &[
        "NVM Express NVM Command Set Specification 1.2, section 2.1.4",
        "Linux drivers/nvme/host/core.c nvme_configure_atomic_write",
    ],
    rule: answer,
};
