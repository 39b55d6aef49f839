//! What a resume says about a person: the profile read from its text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::period::YearMonth;

/// A person as their resume presents them. Every field is absent rather than guessed.
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

/// A person as a model read them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelProfile {
    /// The version of its rules, and the model's name.
    pub version: String,
    /// What it read, as far as it stands in the text.
    pub profile: Profile,
}

/// One entry of the education section.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Education {
    /// University or school.
    pub school: Option<String>,
    /// As written: 硕士, S1, B.Sc.
    pub degree: Option<String>,
    /// The level the degree stands for.
    pub level: Option<DegreeLevel>,
    /// Field of study.
    pub major: Option<String>,
    /// When it began.
    pub start_date: Option<YearMonth>,
    /// When it ended.
    pub end_date: Option<YearMonth>,
}

crate::wire_enum! {
    /// How far an education went, lowest first, across the three countries' names for it.
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
    /// Whether it goes on (至今, Present, sekarang).
    pub is_current: bool,
    /// What was done there, as written, one line per line.
    pub description: String,
}
