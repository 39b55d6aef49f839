//! Connections to a mail server: kept between mails, and replaced where the server has ended them.

#![expect(clippy::unwrap_used, reason = "in a test, whatever is missing fails it")]

use bole_mail::{Deliverer, DeliveryError, MailServer, OutgoingMail, Reach};
use bole_testkit::{Fault, SmtpServer};
use uuid::Uuid;

async fn send(deliverer: &Deliverer, server: &SmtpServer) -> Result<(), DeliveryError> {
    let to: MailServer = server.url().parse().unwrap();
    let mail = OutgoingMail {
        id: Uuid::now_v7(),
        from: "Bole <bole@example.com>".to_owned(),
        reply_to: None,
        follows: None,
        to: "lin@example.com".to_owned(),
        subject: "Interview".to_owned(),
        text: "Hello".to_owned(),
        html: "<p>Hello</p>".to_owned(),
        attachments: Vec::new(),
        is_automatic: false,
    };
    deliverer.deliver(&to, &Reach::Anywhere, &mail).await
}

#[tokio::test]
async fn mails_one_after_the_other_share_a_connection() {
    let (server, deliverer) = (SmtpServer::start().await, Deliverer::default());
    for _ in 0..3 {
        send(&deliverer, &server).await.unwrap();
    }
    assert_eq!((server.received().len(), server.connections()), (3, 1));
}

#[tokio::test]
async fn a_connection_that_the_server_ended_is_replaced() {
    let (server, deliverer) = (SmtpServer::start().await, Deliverer::default());
    for ended in [Fault::CutBefore, Fault::Recipient(421)] {
        send(&deliverer, &server).await.unwrap();
        server.next([ended]);
        send(&deliverer, &server).await.unwrap();
    }
    assert_eq!((server.received().len(), server.connections()), (4, 3));
}

#[tokio::test]
async fn what_a_new_connection_refuses_is_told() {
    let (server, deliverer) = (SmtpServer::start().await, Deliverer::default());
    server.next([Fault::CutBefore]);
    assert!(matches!(send(&deliverer, &server).await, Err(DeliveryError::Unreachable(_))));
    server.next([Fault::Recipient(550)]);
    assert!(matches!(send(&deliverer, &server).await, Err(DeliveryError::Rejected(_))));
    send(&deliverer, &server).await.unwrap();
    server.next([Fault::Recipient(451)]);
    let deferred = send(&deliverer, &server).await;
    assert!(matches!(deferred, Err(DeliveryError::Deferred(_))), "not a matter of the connection: {deferred:?}");
    assert_eq!(server.received().len(), 1);
}
