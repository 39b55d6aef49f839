//! How somebody wants things shown.

use crate::wire_enum;

wire_enum! {
    /// How dates are written for somebody.
    pub enum DateFormat {
        /// As their language does.
        Language => "language",
        /// 2026-11-22.
        Iso => "iso",
        /// 22/11/2026.
        DayFirst => "day_first",
        /// 11/22/2026.
        MonthFirst => "month_first",
    }
}
