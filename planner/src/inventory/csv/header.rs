//! What is a column about, in the words that people use?

use std::sync::Arc;

use crate::inventory::cell::price::{CurrencyWord, currency};
use crate::inventory::cell::size::{self, Unit};
use crate::inventory::cell::text::tidy;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    /// Name of the drive within the inventory.
    Id,
    /// Maker.
    Vendor,
    /// Model.
    Model,
    /// Serial number.
    Serial,
    /// World-wide name.
    Wwn,
    /// Firmware revision.
    Firmware,
    /// Device path.
    Path,
    /// Capacity.
    Capacity,
    /// How exact the capacity is.
    CapacityKind,
    /// Sector sizes in general.
    Sectors,
    /// Logical sector size.
    LogicalSector,
    /// Physical sector size.
    PhysicalSector,
    /// Spindle speed.
    Rpm,
    /// Spinning or solid state.
    Class,
    /// How it is attached.
    Transport,
    /// Shingled or not.
    Recording,
    /// Manufacture date.
    Manufactured,
    /// Code of the label.
    DateCode,
    /// Batch or lot.
    Batch,
    /// Hours powered on.
    Hours,
    /// Atomic write unit in bytes.
    AtomicWrite,
    /// Price of one drive.
    Price,
    /// Currency of the price.
    Currency,
    /// Chance of failure within a year.
    AnnualFailure,
    /// Sustained read rate.
    ReadRate,
    /// Sustained write rate.
    WriteRate,
    /// Random reads per second.
    RandomRead,
    /// Watts.
    Watts,
    /// Part of the place where the drive is.
    Place,
    /// A column named location, which may mean the slot or the building.
    Location,
    /// What the drive is used for.
    InUse,
    /// Remarks.
    Notes,
    /// How many drives the row stands for.
    Quantity,
    /// Where the drive was read, in our own format.
    Source,
    /// Verdict, in our own format.
    Accept,
    /// Names of derived facts, in our own format.
    Derived,
    /// Names of assumed facts, in our own format.
    Assumed,
}

/// A header as understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Recognised {
    /// What the column holds.
    pub(crate) field: Field,
    /// The unit of capacity that the header names.
    pub(crate) unit: Option<Unit>,
    /// The currency that the header names.
    pub(crate) currency: Option<CurrencyWord>,
}

/// One column that is used.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    /// Its number, from 0.
    pub(crate) index: usize,
    /// What it holds.
    pub(crate) recognised: Recognised,
    /// Its header as written, trimmed.
    pub(crate) header: Arc<str>,
}

/// The accepted headers, squeezed to lower-case letters and digits, by what they mean.
#[rustfmt::skip]
const NAMES: &[(Field, &[&str])] = &[
    (Field::Id, &["id", "disk", "drive", "device", "dev", "name", "devicename", "diskname", "drivename", "diskid", "driveid", "kname", "laufwerk", "disque", "disco", "设备", "磁盘"]),
    (Field::Vendor, &["vendor", "manufacturer", "maker", "brand", "make", "hersteller", "marke", "fabricant", "marque", "fabricante", "marca", "厂商", "品牌", "制造商"]),
    (Field::Model, &["model", "modelname", "modelnumber", "modelno", "modelnr", "devicemodel", "productmodel", "drivemodel", "diskmodel", "product", "productid", "productname", "pn", "partnumber", "partno", "mpn", "sku", "article", "artikel", "modell", "modellnummer", "bezeichnung", "produkt", "modele", "modèle", "référence", "reference", "modelo", "型号", "产品型号", "規格", "型番"]),
    (Field::Serial, &["serial", "serialnumber", "serialno", "serialnr", "serials", "sn", "ser", "seriennummer", "seriennr", "serie", "numérodesérie", "numerodeserie", "nsérie", "nserie", "nodeserie", "númerodeserie", "序列号", "序号", "シリアル番号", "driveserial", "diskserial"]),
    (Field::Wwn, &["wwn", "wwid", "luid", "lunid", "logicalunitid", "naa", "eui", "eui64", "worldwidename", "luwwndeviceid"]),
    (Field::Firmware, &["firmware", "fw", "fwrev", "fwver", "firmwareversion", "firmwarerevision", "fwrevision", "fwversion", "revision", "rev", "固件", "固件版本"]),
    (Field::Path, &["path", "devicepath", "byid", "devnode", "node", "devpath", "diskpath"]),
    (Field::Capacity, &["capacity", "size", "drivesize", "disksize", "drivecapacity", "diskcapacity", "rawcapacity", "usercapacity", "totalsize", "bytes", "kapazität", "kapazitat", "kapazitaet", "größe", "grösse", "groesse", "grosse", "speicher", "capacité", "capacite", "taille", "capacidad", "tamaño", "tamano", "容量", "大小", "容量大小"]),
    (Field::CapacityKind, &["capacitykind"]),
    (Field::Sectors, &["sector", "sectors", "sectorformat", "sectorsize", "sectortype", "sectorsizes", "format", "bytessector", "bytespersector", "blockformat", "sektor", "sektorgröße", "sektorgrösse", "sektorgroesse", "sektorformat", "sektorlogphys", "sectorlogphys", "sectorslogphys", "logphys", "logicalphysical", "logicalphysicalsector", "secteur", "tailledesecteur", "sector512e4kn", "512e4kn", "扇区", "扇区大小", "扇区格式", "tamañodesector"]),
    (Field::LogicalSector, &["logicalsector", "logicalsectorsize", "logicalblock", "logicalblocksize", "logsec", "lbasize", "lbaformat", "lbads", "blocksize", "logicalsectors", "logischersektor", "逻辑扇区", "logical"]),
    (Field::PhysicalSector, &["physicalsector", "physicalsectorsize", "physicalblock", "physicalblocksize", "physec", "physsec", "physicalsectors", "physischersektor", "physikalischersektor", "物理扇区", "physical"]),
    (Field::Rpm, &["rpm", "rotationrate", "rotation", "rotationalspeed", "rotationspeed", "speed", "spindlespeed", "speedrpm", "drehzahl", "umin", "vitesse", "vitessederotation", "velocidad", "revoluciones", "转速", "rotationratrpm"]),
    (Field::Class, &["class", "type", "media", "mediatype", "drivetype", "disktype", "kind", "mediatyp", "typ", "laufwerkstyp", "art", "typededisque", "tipo", "类型", "介质", "硬盘类型", "technology"]),
    (Field::Transport, &["transport", "interface", "intf", "bus", "bustype", "protocol", "tran", "connection", "schnittstelle", "anschluss", "interfaz", "接口", "接口类型"]),
    (Field::Recording, &["recording", "recordingtechnology", "zoned", "smr", "cmrsmr", "smrcmr"]),
    (Field::Manufactured, &["manufactured", "manufacturedate", "manufacturingdate", "dateofmanufacture", "mfgdate", "mfrdate", "mfddate", "mfg", "mfd", "mandate", "dom", "made", "builddate", "proddate", "productiondate", "produced", "weekofmanufacture", "manufacturedweek", "herstellungsdatum", "herstelldatum", "baujahr", "produktionsdatum", "datedefabrication", "fabriqué", "fabricado", "fechadefabricación", "fechadefabricacion", "生产日期", "制造日期", "出厂日期", "製造日"]),
    (Field::DateCode, &["datecode", "dc", "date", "labeldate", "code"]),
    (Field::Batch, &["batch", "lot", "batchno", "batchnumber", "batchid", "lotno", "lotnumber", "lotid", "charge", "chargennummer", "lote", "批次", "批号"]),
    (Field::Hours, &["poweronhours", "poh", "hours", "hourson", "runtime", "powerontime", "poweron", "runhours", "smart9", "betriebsstunden", "stunden", "laufzeit", "heures", "heuresdefonctionnement", "horas", "horasencendido", "通电时间", "通电小时", "使用时间"]),
    (Field::AtomicWrite, &["nvmeawupfbytes", "awupfbytes", "nvmeawupf"]),
    (Field::Price, &["price", "cost", "unitcost", "unitprice", "priceeach", "pricepaid", "priceperdrive", "costperdrive", "costeach", "preis", "stückpreis", "stueckpreis", "einzelpreis", "kosten", "prix", "prixunitaire", "coût", "cout", "precio", "preciounitario", "coste", "costo", "价格", "单价", "価格"]),
    (Field::Currency, &["currency", "währung", "waehrung", "devise", "moneda", "货币", "币种"]),
    (Field::AnnualFailure, &["afr", "annualfailurerate", "annualizedfailurerate", "annualisedfailurerate", "annualfailure"]),
    (Field::ReadRate, &["readmbs", "read", "readspeed", "readmbpers", "seqread", "sequentialread"]),
    (Field::WriteRate, &["writembs", "write", "writespeed", "writembpers", "seqwrite", "sequentialwrite"]),
    (Field::RandomRead, &["iops", "randomreadiops", "readiops", "randomread", "4kiops", "randomreads"]),
    (Field::Watts, &["watts", "watt", "power", "powerw", "powerdraw", "consumption", "leistung", "leistungsaufnahme", "功耗"]),
    (Field::Place, &["slot", "bay", "rack", "enclosure", "shelf", "chassis", "jbod", "position", "backplane", "eidslot", "eidslt", "encslot", "row", "port", "einschub", "schacht", "gehäuse", "槽位", "机柜", "机架"]),
    (Field::Location, &["location", "loc", "place", "standort", "ort", "emplacement", "ubicación", "ubicacion", "位置"]),
    (Field::InUse, &["inuse", "usedby", "mountpoint", "mountpoints", "mounted", "mount", "pool"]),
    (Field::Notes, &["notes", "note", "comment", "comments", "remark", "remarks", "bemerkung", "bemerkungen", "kommentar", "anmerkung", "notiz", "notizen", "commentaire", "remarque", "notas", "comentario", "observaciones", "备注", "说明"]),
    (Field::Quantity, &["qty", "quantity", "count", "pcs", "pieces", "number", "amount", "numberofdrives", "drives", "disks", "stück", "stueck", "anzahl", "menge", "stk", "quantité", "quantite", "nombre", "cantidad", "数量", "個数"]),
    (Field::Source, &["source"]),
    (Field::Accept, &["accept"]),
    (Field::Derived, &["derivedfacts"]),
    (Field::Assumed, &["assumedfacts"]),
];

/// Words of headers that a reader could mistake for something else, and why they are not used.
const UNUSED: &[(&[&str], &str)] = &[
    (
        &["warranty", "garantie", "garantía", "保修", "质保", "expir"],
        "column not used: the end of the warranty is not the manufacture date",
    ),
    (
        &[
            "purchas",
            "bought",
            "datebuy",
            "buydate",
            "orderdate",
            "ordered",
            "invoice",
            "kaufdatum",
            "gekauft",
            "achat",
            "compra",
            "购买",
            "采购",
            "delivered",
            "received",
            "installed",
            "installdate",
        ],
        "column not used: the purchase date is not the manufacture date",
    ),
    (
        &["snapshot", "scandate", "lastseen", "testdate", "checked"],
        "column not used: the date of a reading is not the manufacture date",
    ),
    (
        &["total", "summe", "gesamt", "subtotal", "linetotal"],
        "column not used: totals are counted anew",
    ),
];

fn squeeze(text: &str) -> String {
    text.chars()
        .filter(|character| character.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn named(squeezed: &str) -> Option<Field> {
    if squeezed.is_empty() {
        return None;
    }
    NAMES
        .iter()
        .find(|(_, names)| names.contains(&squeezed))
        .map(|(field, _)| *field)
}

fn is_unit_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '€' | '$' | '£' | '¥' | '￥' | '₹' | '₩' | '₽' | '%')
}

/// Returns what a header means, or nothing where no name is known.
///
/// A unit of capacity or a currency may follow the name or stand in brackets: `Drive Size (TB)`, `price_usd`.
pub(crate) fn recognise(header: &str) -> Option<Recognised> {
    /// No header is longer; cells of data may be.
    const LONGEST: usize = 80;
    let header = tidy(header);
    if header.len() > LONGEST {
        return None;
    }
    let parts: Vec<&str> = header
        .split(|character: char| !is_unit_part(character))
        .filter(|part| !part.is_empty())
        .collect();
    let whole = Recognised {
        field: Field::Price,
        unit: None,
        currency: None,
    };
    if let Some(field) = named(&squeeze(&header)) {
        let word = |part: &&str| size::unit(part).filter(|unit| !unit.bare);
        let unit = if field == Field::Capacity {
            parts.iter().find_map(word)
        } else {
            None
        };
        let sign = if field == Field::Price {
            parts.iter().find_map(|part| currency(part))
        } else {
            None
        };
        let whole = Recognised {
            currency: sign,
            ..whole
        };
        return Some(Recognised { field, unit, ..whole });
    }
    if let [only] = parts.as_slice() {
        return match currency(only) {
            Some(word) if only.len() >= 3 => Some(Recognised {
                currency: Some(word),
                ..whole
            }),
            _ => None,
        };
    }
    let bracket = header.find(['(', '[']).filter(|position| *position > 0);
    let (base, unit_word) = match bracket {
        Some(position) => (
            header[..position].to_owned(),
            header[position..].trim_matches(|character| matches!(character, '(' | ')' | '[' | ']' | ' ')),
        ),
        None => {
            let (last, before) = parts.split_last()?;
            let before = match before {
                [head @ .., "in" | "per"] => head,
                _ => before,
            };
            (before.join(" "), *last)
        }
    };
    let unit = size::unit(unit_word).filter(|unit| !unit.bare || bracket.is_some());
    let money = currency(unit_word);
    let field = named(&squeeze(&base));
    let known_suffix = matches!(
        squeeze(unit_word).as_str(),
        "rpm"
            | "h"
            | "hours"
            | "hrs"
            | "mbs"
            | "w"
            | "watts"
            | "iops"
            | "umin"
            | "logphys"
            | "loghys"
            | "each"
            | "drive"
            | "stunden"
    ) || unit_word == "%";
    match field {
        Some(Field::Capacity) if unit.is_some() || bracket.is_some() => Some(Recognised {
            field: Field::Capacity,
            unit,
            currency: None,
        }),
        Some(Field::Price) if money.is_some() || bracket.is_some() => Some(Recognised {
            field: Field::Price,
            unit: None,
            currency: money,
        }),
        Some(field) if known_suffix || unit.is_some() || bracket.is_some() => Some(Recognised {
            field,
            unit: None,
            currency: None,
        }),
        _ => {
            // The currency may come first: `USD each`, `EUR price`.
            let (first, rest) = parts.split_first()?;
            let word = currency(first)?;
            let rest = squeeze(&rest.concat());
            (named(&rest) == Some(Field::Price) || rest == "each").then_some(Recognised {
                currency: Some(word),
                ..whole
            })
        }
    }
}

/// Returns why a column without a known name is not used.
pub(crate) fn unused_reason(header: &str) -> &'static str {
    let squeezed = squeeze(header);
    UNUSED
        .iter()
        .find(|(words, _)| words.iter().any(|word| squeezed.contains(word)))
        .map_or("column not used", |(_, reason)| reason)
}

/// Returns whether a header is written in Chinese characters of the names above.
pub(crate) fn is_chinese(header: &str) -> bool {
    header
        .chars()
        .any(|character| ('\u{4e00}'..='\u{9fff}').contains(&character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known_once_and_in_its_squeezed_form() {
        let mut seen = std::collections::HashSet::new();
        for (field, names) in NAMES {
            for name in *names {
                assert!(seen.insert(*name), "`{name}` stands twice, last for {field:?}");
                assert_eq!(squeeze(name), *name);
            }
        }
    }

    #[test]
    fn peoples_words_in_several_languages() {
        for (header, field) in [
            ("S/N", Field::Serial),
            ("Serial No.", Field::Serial),
            ("P/N", Field::Model),
            ("Drive Size (TB)", Field::Capacity),
            ("size_gb", Field::Capacity),
            ("Größe", Field::Capacity),
            ("容量", Field::Capacity),
            ("Bytes/Sector", Field::Sectors),
            ("Sektor (log/phys)", Field::Sectors),
            ("Mfg. Date", Field::Manufactured),
            ("DOM", Field::Manufactured),
            ("Unit Cost", Field::Price),
            ("Preis (€)", Field::Price),
            ("price_usd", Field::Price),
            ("USD", Field::Price),
            ("转速", Field::Rpm),
            ("Power-On Hours", Field::Hours),
            ("POH", Field::Hours),
            ("logical_sector_bytes", Field::LogicalSector),
            ("afr %", Field::AnnualFailure),
            ("read_mb_s", Field::ReadRate),
        ] {
            assert_eq!(
                recognise(header).map(|known| known.field),
                Some(field),
                "{header}"
            );
        }
        for header in [
            "RMA ticket",
            "Warranty Until",
            "Purchased",
            "Status",
            "Dates",
            "",
            "8TB",
            "ST8000VN004",
        ] {
            assert_eq!(recognise(header), None, "{header}");
        }
    }

    #[test]
    fn units_of_headers() {
        let unit = recognise("Drive Size (TB)").and_then(|known| known.unit).unwrap();
        assert_eq!(unit.bytes, 1_000_000_000_000);
        let unit = recognise("capacity_bytes").and_then(|known| known.unit).unwrap();
        assert_eq!(unit.bytes, 1);
        assert!(matches!(
            recognise("Preis (€)").and_then(|known| known.currency),
            Some(CurrencyWord::Known(code)) if code.code() == "EUR"
        ));
    }
}
