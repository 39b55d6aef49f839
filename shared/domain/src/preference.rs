//! Display preferences.

use crate::wire_enum;

wire_enum! {
    /// A user's date format.
    pub enum DateFormat {
        /// By language.
        Language => "language",
        /// 2026-11-22.
        Iso => "iso",
        /// 22/11/2026.
        DayFirst => "day_first",
        /// 11/22/2026.
        MonthFirst => "month_first",
    }
}
