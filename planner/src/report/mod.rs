//! What is handed out, one file per format. Nothing here computes, but for the ratios of a comparison.

pub mod advice_text;
pub mod answer;
pub mod candidates;
pub mod capacity_text;
pub mod compare;
mod csv_text;
mod expansion_text;
pub mod explain;
pub mod inventory_summary;
pub mod inventory_table;
pub mod json;
pub mod plan_csv;
pub mod plan_markdown;
pub mod plan_text;
pub mod problem;
pub mod procurement;
mod sections;
pub mod style;
pub mod verify_text;
mod what_if_text;
mod window_text;
pub mod words;
