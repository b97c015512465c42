//! Writes the settings of an advice as files: module options, `zfs` commands, database configuration.

use std::fmt::Write as _;

use super::arc_limits::OperatingSystem;
use super::plan::{AdviceItem, PlanContext, Setting, SettingTarget, dataset_names};

/// A file to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmitKind {
    /// Options of the ZFS module: `/etc/modprobe.d/zfs.conf`, on FreeBSD `/boot/loader.conf`.
    Modprobe,
    /// `zfs set` and `zfs create` commands.
    Datasets,
    /// `postgresql.conf`.
    Postgresql,
    /// A section `[mysqld]` of `my.cnf`.
    Mysql,
}

impl EmitKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Modprobe, Self::Datasets, Self::Postgresql, Self::Mysql];

    /// Returns the kind of a name, or nothing for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the name, as on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Modprobe => "modprobe",
            Self::Datasets => "datasets",
            Self::Postgresql => "postgresql",
            Self::Mysql => "mysql",
        }
    }
}

/// Returns the settings of `items`, the advice on `context`, that belong into the file, each with its reason as a
/// comment; a comment alone where nothing differs from the defaults.
#[must_use]
pub fn emit(kind: EmitKind, context: &PlanContext, items: &[AdviceItem]) -> String {
    let settings = || items.iter().flat_map(|item| item.settings.iter());
    let of = |target: SettingTarget| settings().filter(move |setting| setting.target == target);
    let mut text = String::new();
    match kind {
        EmitKind::Modprobe => lines(&mut text, of(SettingTarget::Module), |setting| match context.os {
            OperatingSystem::Linux => format!("options zfs {}={}", setting.name, setting.value),
            OperatingSystem::FreeBsd => {
                let name = setting.name.strip_prefix("zfs_").unwrap_or(setting.name);
                format!("vfs.zfs.{name}=\"{}\"", setting.value)
            }
        }),
        EmitKind::Datasets => datasets(&mut text, context, &settings().collect::<Vec<_>>()),
        EmitKind::Postgresql => lines(&mut text, of(SettingTarget::Postgresql), |setting| {
            format!("{} = {}", setting.name, setting.value)
        }),
        EmitKind::Mysql => {
            lines(&mut text, of(SettingTarget::Mysql), |setting| {
                format!("{} = {}", setting.name, setting.value)
            });
            if !text.is_empty() {
                text.insert_str(0, "[mysqld]\n");
            }
        }
    }
    if text.is_empty() {
        text.push_str("# nothing differs from the defaults\n");
    }
    text
}

/// Writes each setting under its reason. Writing to a `String` cannot fail.
fn lines<'a>(
    text: &mut String,
    settings: impl Iterator<Item = &'a Setting>,
    line: impl Fn(&Setting) -> String,
) {
    for setting in settings {
        let _ = writeln!(text, "# {}\n{}", setting.reason, line(setting));
    }
}

/// Writes one command for each dataset of the plan; the root of a pool exists already and gets `zfs set`.
fn datasets(text: &mut String, context: &PlanContext, settings: &[&Setting]) {
    let mut parents: Vec<String> = Vec::new();
    for name in dataset_names(context) {
        let is_root = !name.contains('/');
        let parent = name.rsplit_once('/').map(|(parent, _)| parent.to_owned());
        if let Some(parent) = parent.filter(|parent| parent.contains('/') && !parents.contains(parent)) {
            let _ = writeln!(
                text,
                "# one parent, so that its datasets are snapshot together\nzfs create {parent}"
            );
            parents.push(parent);
        }
        let own = settings
            .iter()
            .filter(|setting| matches!(&setting.target, SettingTarget::Dataset(other) if *other == name));
        let mut options = String::new();
        for setting in own {
            let _ = writeln!(text, "# {}={}: {}", setting.name, setting.value, setting.reason);
            let prefix = if is_root { "" } else { "-o " };
            let _ = write!(options, " {prefix}{}={}", setting.name, setting.value);
        }
        match (is_root, options.is_empty()) {
            (true, true) => {}
            (true, false) => {
                let _ = writeln!(text, "zfs set{options} {name}");
            }
            (false, true) => {
                let _ = writeln!(text, "# the defaults fit\nzfs create {name}");
            }
            (false, false) => {
                let _ = writeln!(text, "zfs create{options} {name}");
            }
        }
    }
}
