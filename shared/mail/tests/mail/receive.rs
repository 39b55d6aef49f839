//! Connections to a mailbox.

use bole_mail::{MailSecurity, MailboxAddress, Obstacle, OpenMailbox, Reach, ReceiveError};
use bole_testkit::{ImapFault, ImapServer};

#[tokio::test]
async fn connection_errors_are_distinguished() {
    let server = ImapServer::start().await;
    let address = |host: &str, port: u16, security| MailboxAddress {
        host: host.to_owned(),
        port,
        security,
        user: "jobs".to_owned(),
        password: ImapServer::PASSWORD.to_owned(),
        folder: "INBOX".to_owned(),
    };
    let no_name = format!("{}.example", "x".repeat(64));
    for (fault, address, expected) in [
        (ImapFault::SelfSigned, address("localhost", server.port(), MailSecurity::Tls), Obstacle::Certificate),
        (ImapFault::None, address("localhost", server.port(), MailSecurity::Tls), Obstacle::Encryption),
        (ImapFault::None, address("127.0.0.1", 1, MailSecurity::Plain), Obstacle::Refused),
        (ImapFault::None, address(&no_name, 993, MailSecurity::Tls), Obstacle::HostUnknown),
    ] {
        server.misbehave(fault);
        let error = OpenMailbox::open(&address, &Reach::Anywhere).await.err();
        assert_eq!(error, Some(ReceiveError::Unreachable(expected)), "{address:?}");
    }
}
