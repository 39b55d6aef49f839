//! An email ready for delivery.

/// An email to one person, as text and HTML, with its links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The recipient's address.
    pub to: String,
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part, with the same content.
    pub html: String,
    /// The links in it, in order.
    pub links: Vec<String>,
}
