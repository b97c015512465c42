//! Drives as understood.

use js_sys::Uint8Array;
use planner::inventory::{Decoders, Decoding, InventoryRequest, Source, write_csv};
use planner::plan::InventoryShown;
use planner::report::json::to_json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::thrown;

#[wasm_bindgen]
extern "C" {
    /// The browser's decoder of one encoding.
    type TextDecoder;

    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str) -> Result<TextDecoder, JsValue>;

    #[wasm_bindgen(method, getter)]
    fn encoding(this: &TextDecoder) -> String;

    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> Result<String, JsValue>;
}

fn name(label: &str) -> Option<String> {
    TextDecoder::new(label).ok().map(|decoder| decoder.encoding())
}

fn decode(name: &str, bytes: &[u8]) -> (String, Decoding) {
    let text = TextDecoder::new(name)
        .and_then(|decoder| decoder.decode(bytes))
        .unwrap_or_default();
    let decoding = if text.contains('\u{fffd}') || (text.is_empty() && !bytes.is_empty()) {
        Decoding::Broken
    } else {
        Decoding::Whole
    };
    (text, decoding)
}

/// The drives of files, or drives in short.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Inventory {
    pub(crate) read: planner::inventory::Inventory,
    pub(crate) request: InventoryRequest,
}

#[wasm_bindgen]
impl Inventory {
    /// Reads the drives that `request` names, with the bytes of its files in their order.
    ///
    /// # Errors
    /// A text with every message about the input.
    #[wasm_bindgen(constructor)]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "JavaScript hands over what it passes"
    )]
    pub fn new(request: &str, files: Vec<Uint8Array>) -> Result<Self, JsValue> {
        let request = InventoryRequest {
            decoders: Decoders { name, decode },
            ..InventoryRequest::from_json(request).map_err(thrown)?
        };
        let bytes: Vec<Vec<u8>> = files.iter().map(Uint8Array::to_vec).collect();
        let sources: Vec<Source<'_>> = request
            .files
            .iter()
            .zip(&bytes)
            .map(|(name, bytes)| Source { name, bytes })
            .collect();
        let read = request.read(&sources).map_err(thrown)?;
        Ok(Self { read, request })
    }

    /// Returns what `zplan inventory --format json` prints.
    ///
    /// # Errors
    /// A text, if a drive cannot be written.
    pub fn json(&self) -> Result<String, JsValue> {
        let shown = InventoryShown::of(&self.read).map_err(thrown)?;
        to_json(&shown).map_err(thrown)
    }

    /// Returns the drives as a spreadsheet that the planner reads.
    #[must_use]
    pub fn csv(&self) -> String {
        write_csv(&self.read.drives)
    }

    /// Returns where the drives come from, in words.
    #[must_use]
    pub fn origin(&self) -> String {
        self.read.origin()
    }

    /// Returns how many drives there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.read.drives.len()
    }
}
