//! The profile read from a resume's text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::period::YearMonth;

/// A person as described by their resume. Missing fields are never guessed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    /// Full name as written.
    pub name: Option<String>,
    /// Lower-cased address.
    pub email: Option<String>,
    /// E.164 where the country is known (`+8613800001234`, `+6281200004321`), else digits as written.
    pub phone: Option<String>,
    /// Employer of the current or latest employment.
    pub current_company: Option<String>,
    /// Title of the current or latest employment.
    pub current_position: Option<String>,
    /// Highest first.
    pub education: Vec<Education>,
    /// As listed, without duplicates.
    pub skills: Vec<String>,
    /// Latest first.
    pub work_experiences: Vec<WorkExperience>,
    /// The union of the employments' periods, in years with one decimal. Absent when no period is dated.
    pub total_years_of_experience: Option<f64>,
}

/// A profile read by a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelProfile {
    /// Version of the code, and the model's name.
    pub version: String,
    /// What it read, limited to what the text contains.
    pub profile: Profile,
}

/// One entry of the education section.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Education {
    /// University or school.
    pub school: Option<String>,
    /// As written: 硕士, S1, B.Sc.
    pub degree: Option<String>,
    /// The level of the degree.
    pub level: Option<DegreeLevel>,
    /// Start.
    pub major: Option<String>,
    /// End.
    pub start_date: Option<YearMonth>,
    /// When it ended.
    pub end_date: Option<YearMonth>,
}

crate::wire_enum! {
    /// The level of a degree, lowest first, across the names used in three countries.
    pub enum DegreeLevel {
        /// 高中, SMA/SMK, high school.
        HighSchool => "high_school",
        /// 大专, D1–D3, associate.
        Associate => "associate",
        /// 本科, S1/D4, bachelor.
        Bachelor => "bachelor",
        /// 硕士, S2, master, MBA.
        Master => "master",
        /// 博士, S3, PhD.
        Doctorate => "doctorate",
    }
}

/// One employment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WorkExperience {
    /// Employer as written.
    pub company_name: Option<String>,
    /// Title as written.
    pub position_title: Option<String>,
    /// First month.
    pub start_date: Option<YearMonth>,
    /// Last month; absent when current or unknown.
    pub end_date: Option<YearMonth>,
    /// Whether it is ongoing (至今, Present, sekarang).
    pub is_current: bool,
    /// Description as written, with its line breaks.
    pub description: String,
}
