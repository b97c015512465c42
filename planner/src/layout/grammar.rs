//! How a layout is written and read.
//!
//! ```text
//! LAYOUT = GROUP ('+' GROUP)* ['+spare:' N]
//! GROUP  = [CLASS '/'] [N 'x'] TYPE [':' WIDTH]
//! CLASS  = special | dedup | log
//! TYPE   = stripe | mirror | raidz1 | raidz2 | raidz3 | draidP:Dd:Cc:Ss
//! ```
//!
//! `stripe:N` is N vdevs of one drive each, a mirror without a width has two drives, and `raidz` is `raidz1`.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

use super::{AllocationClass, Layout, VdevGroup, VdevType};

impl fmt::Display for VdevGroup {
    /// Writes the group so that reading it gives the same group.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.class != AllocationClass::Data {
            write!(formatter, "{}/", self.class.name())?;
        }
        if self.kind == VdevType::Stripe {
            return write!(formatter, "stripe:{}", self.count);
        }
        if self.count != 1 {
            write!(formatter, "{}x", self.count)?;
        }
        formatter.write_str(&self.kind.name(self.width))?;
        match self.kind {
            VdevType::Draid { .. } => Ok(()),
            VdevType::Stripe | VdevType::Mirror | VdevType::Raidz { .. } => {
                write!(formatter, ":{}", self.width)
            }
        }
    }
}

impl fmt::Display for Layout {
    /// Writes the layout so that reading it gives the same layout.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, group) in self.groups.iter().enumerate() {
            if index > 0 {
                formatter.write_str("+")?;
            }
            write!(formatter, "{group}")?;
        }
        if self.spares > 0 {
            write!(formatter, "+spare:{}", self.spares)?;
        }
        Ok(())
    }
}

impl FromStr for Layout {
    type Err = Error;

    /// Reads a layout such as `2xraidz2:8+special/mirror:2+spare:1`; letters in either case, blanks around parts.
    ///
    /// Equal groups that follow each other become one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Layout`] for what is no layout, and where [`Layout::check`] does.
    fn from_str(text: &str) -> Result<Self, Error> {
        let reader = Reader { whole: text };
        let mut layout = Self {
            groups: Vec::new(),
            spares: 0,
        };
        let mut spares_read = false;
        for part in text.split('+') {
            let part = part.trim().to_ascii_lowercase();
            if spares_read {
                return Err(reader.refuse(
                    format!("`{part}` follows the spares"),
                    "write the spares last, as in `raidz2:8+spare:1`",
                ));
            }
            if let Some(number) = part.strip_prefix("spare:") {
                layout.spares = reader.number(number, "spares")?;
                spares_read = true;
                continue;
            }
            let group = reader.group(&part)?;
            match layout.groups.last_mut() {
                Some(last)
                    if (last.class, last.kind, last.width) == (group.class, group.kind, group.width) =>
                {
                    last.count = last.count.saturating_add(group.count);
                }
                _ => layout.groups.push(group),
            }
        }
        layout.check()?;
        Ok(layout)
    }
}

/// Reads the parts of one layout; knows the whole text for messages.
struct Reader<'a> {
    whole: &'a str,
}

impl Reader<'_> {
    fn refuse(&self, reason: String, hint: &str) -> Error {
        Error::Layout {
            layout: self.whole.to_owned(),
            reason,
            hint: hint.to_owned(),
        }
    }

    fn number(&self, text: &str, what: &str) -> Result<u32, Error> {
        let digits_only = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| digits_only).ok_or_else(|| {
            self.refuse(
                format!("`{text}` is not a number of {what}"),
                "write a number such as 2",
            )
        })
    }

    fn group(&self, part: &str) -> Result<VdevGroup, Error> {
        let (class, shape) = match part.split_once('/') {
            None => (AllocationClass::Data, part),
            Some(("special", shape)) => (AllocationClass::Special, shape),
            Some(("dedup", shape)) => (AllocationClass::Dedup, shape),
            Some(("log", shape)) => (AllocationClass::Log, shape),
            Some((other, _)) => {
                return Err(self.refuse(
                    format!("`{other}` is not a class of vdevs"),
                    "write `special/`, `dedup/` or `log/`, or nothing for data",
                ));
            }
        };
        let (count, shape) = match shape.split_once('x') {
            Some((count, rest)) if count.bytes().all(|byte| byte.is_ascii_digit()) => {
                (self.number(count, "vdevs")?, rest)
            }
            _ => (1, shape),
        };
        let (kind, width) = self.shape(shape)?;
        let group = match kind {
            VdevType::Stripe => VdevGroup {
                class,
                count: count.checked_mul(width).ok_or_else(|| {
                    self.refuse(
                        format!("{count} times {width} drives are too many"),
                        "write fewer vdevs",
                    )
                })?,
                kind,
                width: 1,
            },
            VdevType::Mirror | VdevType::Raidz { .. } | VdevType::Draid { .. } => VdevGroup {
                class,
                count,
                kind,
                width,
            },
        };
        Ok(group)
    }

    fn shape(&self, shape: &str) -> Result<(VdevType, u32), Error> {
        let (name, width) = match shape.split_once(':') {
            None => (shape, None),
            Some((name, width)) => (name, Some(width)),
        };
        if let Some(parity) = name.strip_prefix("draid") {
            return self.draid(parity, width);
        }
        let width = width.map(|width| self.number(width, "drives")).transpose()?;
        let raidz = |parity| match width {
            Some(width) => Ok((VdevType::Raidz { parity }, width)),
            None => Err(self.refuse(
                format!("`{name}` needs the number of drives"),
                "write it after a colon, as in `raidz2:8`",
            )),
        };
        match name {
            "stripe" => Ok((VdevType::Stripe, width.unwrap_or(1))),
            "mirror" => Ok((VdevType::Mirror, width.unwrap_or(2))),
            "raidz" | "raidz1" => raidz(1),
            "raidz2" => raidz(2),
            "raidz3" => raidz(3),
            _ => Err(self.refuse(
                format!("`{name}` is not a type of vdev"),
                "write stripe, mirror, raidz1, raidz2, raidz3 or draid2:6d:24c:1s",
            )),
        }
    }

    /// Reads the numbers of dRAID, which OpenZFS takes in any order; spares default to none.
    fn draid(&self, parity: &str, numbers: Option<&str>) -> Result<(VdevType, u32), Error> {
        let hint = "write parity, data drives of a group, children and spares as in `draid2:6d:24c:1s`";
        let parity = if parity.is_empty() {
            1
        } else {
            self.number(parity, "parity drives")?
        };
        let (mut data, mut children, mut spares) = (None, None, None);
        for number in numbers.into_iter().flat_map(|numbers| numbers.split(':')) {
            let (slot, digits, what) = if let Some(digits) = number.strip_suffix('d') {
                (&mut data, digits, "data drives")
            } else if let Some(digits) = number.strip_suffix('c') {
                (&mut children, digits, "children")
            } else if let Some(digits) = number.strip_suffix('s') {
                (&mut spares, digits, "spares")
            } else {
                return Err(self.refuse(format!("`{number}` does not end in d, c or s"), hint));
            };
            if slot.replace(self.number(digits, what)?).is_some() {
                return Err(self.refuse(format!("the {what} are given twice"), hint));
            }
        }
        let (Some(data), Some(children)) = (data, children) else {
            return Err(self.refuse("dRAID needs its data drives and its children".to_owned(), hint));
        };
        let kind = VdevType::Draid {
            parity,
            data,
            spares: spares.unwrap_or(0),
        };
        Ok((kind, children))
    }
}
