//! Typed arguments of handlers. Each rejects invalid requests with a problem document.

pub(crate) mod body;
mod free_json;
mod idempotency;
mod job;
mod operator;
mod page;
mod parts;
mod request_id;
mod security_notes;
mod session;
mod tenant;

pub use body::{Json, Multipart};
pub use free_json::FreeJson;
pub use idempotency::{Claimed, Idempotency, Ticket};
pub use job::JobInTenant;
pub use operator::Operator;
pub use page::{CursorPage, CursorPaging, Page, Paged, Paging};
pub use parts::{ClientAddress, Item, Path, Query};
pub use request_id::RequestId;
pub use security_notes::{Notes, SecurityNotes};
pub use session::{REFRESH_GRACE, Session};
pub use tenant::{ReadTenant, Tenant};
