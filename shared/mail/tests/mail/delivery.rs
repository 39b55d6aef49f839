//! Connections to a mail server: reused between emails, and replaced if the server has closed them.

use bole_mail::{Deliverer, DeliveryError, MailSecurity, MailServer, Obstacle, OutgoingMail, Reach};
use bole_testkit::{Fault, SmtpManner, SmtpServer};
use uuid::Uuid;

async fn send(deliverer: &Deliverer, server: &SmtpServer) -> Result<(), DeliveryError> {
    deliverer.deliver(&server.url().parse().unwrap(), &Reach::Anywhere, &mail()).await
}

fn mail() -> OutgoingMail {
    OutgoingMail {
        id: Uuid::now_v7(),
        from: "Bole <bole@example.com>".to_owned(),
        reply_to: None,
        follows: Vec::new(),
        to: "lin@example.com".to_owned(),
        subject: "Interview".to_owned(),
        text: "Hello".to_owned(),
        html: "<p>Hello</p>".to_owned(),
        attachments: Vec::new(),
        is_automatic: false,
    }
}

#[tokio::test]
async fn consecutive_emails_share_a_connection() {
    let (server, deliverer) = (SmtpServer::start().await, Deliverer::default());
    for _ in 0..3 {
        send(&deliverer, &server).await.unwrap();
    }
    assert_eq!((server.received().len(), server.connections()), (3, 1));
}

#[tokio::test]
async fn connection_closed_by_the_server_is_replaced() {
    let (server, deliverer) = (SmtpServer::start().await, Deliverer::default());
    for ended in [Fault::CutBefore, Fault::Recipient(421)] {
        send(&deliverer, &server).await.unwrap();
        server.next([ended]);
        send(&deliverer, &server).await.unwrap();
    }
    assert_eq!((server.received().len(), server.connections()), (4, 3));
}

#[tokio::test]
async fn errors_of_a_new_connection_are_reported() {
    let (server, deliverer) = (SmtpServer::start().await, Deliverer::default());
    server.next([Fault::CutBefore]);
    assert!(matches!(send(&deliverer, &server).await, Err(DeliveryError::Unreachable(_))));
    server.next([Fault::Recipient(550)]);
    assert!(matches!(send(&deliverer, &server).await, Err(DeliveryError::RecipientRefused(_))));
    send(&deliverer, &server).await.unwrap();
    server.next([Fault::Recipient(451)]);
    let deferred = send(&deliverer, &server).await;
    assert!(matches!(deferred, Err(DeliveryError::Deferred(_))), "not a matter of the connection: {deferred:?}");
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn connection_errors_are_distinguished() {
    use {DeliveryError as E, SmtpManner as M};
    let user = || Some(("hr".to_owned(), "wrong".to_owned()));
    for (manner, security, credentials, expected) in [
        (M::Plain, MailSecurity::StartTls, None, E::Unreachable(Obstacle::Encryption)),
        (M::Plain, MailSecurity::Tls, None, E::Unreachable(Obstacle::Encryption)),
        (M::BreaksTls, MailSecurity::StartTls, None, E::Unreachable(Obstacle::Encryption)),
        (M::SelfSigned, MailSecurity::StartTls, None, E::Unreachable(Obstacle::Certificate)),
        (M::Plain, MailSecurity::Plain, user(), E::SignInUnavailable),
        (M::RefusesPassword, MailSecurity::Plain, user(), E::KeyRefused("535".to_owned())),
    ] {
        let server = SmtpServer::start().await;
        server.behave(manner);
        let to = MailServer { host: "localhost".to_owned(), port: server.port(), security, credentials };
        let refused = Deliverer::default().deliver(&to, &Reach::Anywhere, &mail()).await;
        assert_eq!(refused, Err(expected), "{manner:?} {security:?}");
        assert!(server.received().is_empty());
    }
    let at = |host: &str| format!("smtp://{host}:1").parse::<MailServer>().unwrap();
    let no_name = format!("{}.example", "x".repeat(64));
    for (host, obstacle) in [("127.0.0.1", Obstacle::Refused), (&*no_name, Obstacle::HostUnknown)] {
        let refused = Deliverer::default().deliver(&at(host), &Reach::Anywhere, &mail()).await;
        assert_eq!(refused, Err(E::Unreachable(obstacle)));
    }
}

#[tokio::test]
async fn server_refusals_are_distinguished() {
    use DeliveryError as E;
    let (server, deliverer) = (SmtpServer::start().await, Deliverer::default());
    for (fault, expected) in [
        (Fault::Sender(553), E::SenderRefused("553".to_owned())),
        (Fault::Sender(530), E::KeyRefused("530".to_owned())),
        (Fault::Recipient(550), E::RecipientRefused("550".to_owned())),
        (Fault::Body(554), E::Rejected("554".to_owned())),
        (Fault::Sender(451), E::Deferred("451".to_owned())),
    ] {
        server.next([fault]);
        assert_eq!(send(&deliverer, &server).await, Err(expected), "{fault:?}");
    }
    let ascii = SmtpServer::start().await;
    ascii.behave(SmtpManner::AsciiOnly);
    let international = OutgoingMail { to: "李伟@例子.公司".to_owned(), ..mail() };
    let refused = deliverer.deliver(&ascii.url().parse().unwrap(), &Reach::Anywhere, &international).await;
    assert_eq!(refused, Err(E::AddressUnsupported));
}
