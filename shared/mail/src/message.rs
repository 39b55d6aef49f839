//! One mail, ready to be delivered.

/// A mail to one person, in both forms, with the links it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The recipient's address.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part; says the same.
    pub html: String,
    /// The links in it, in order.
    pub links: Vec<String>,
}
