//! The dashboard: ten changes of status of every application over a year, and what a look at thirty days of them asks.

use sqlx::{Connection, Executor, PgConnection};

use super::statements;
use crate::fleet::Fleet;

/// Changes of status of each application.
pub const CHANGES: i64 = 10;

/// Gives every application a history, spread over a year.
pub async fn add_history(fleet: &Fleet) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let sql = format!(
        "WITH ways (place, status, sub_status) AS (VALUES
             (0, 'AI评审', 'AI推荐建联'), (1, '线上面试', '待发线上面试邀请'), (2, '线上面试', '已发线上面试邀请'),
             (3, '线上面试', '已预约线上面试'), (4, '线上面试', '已完成面试'), (5, '线下面试', '待发线下面试邀请'),
             (6, '线下面试', '已发线下面试邀请'), (7, '线下面试', '超5天未预约线下面试'), (8, '线下面试', '已预约线下面试'),
             (9, '线下面试', '已完成面试'), (10, 'Offer阶段', 'Offer待制作和审批'))
         INSERT INTO application_events (id, organization_id, application_id, version, from_status, from_sub_status,
                                         to_status, to_sub_status, actor_kind, created_at)
         SELECT uuidv7(), a.organization_id, a.id, 100 + n, b.status, b.sub_status, t.status, t.sub_status, 'ai',
                now() - interval '365 days' * ((hashtext(a.id::text) & 1023) / 1023.0) + interval '2 days' * (n - {CHANGES})
         FROM applications a CROSS JOIN generate_series(1, {CHANGES}) n
         JOIN ways b ON b.place = n - 1 JOIN ways t ON t.place = n"
    );
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await?;
    connection.execute("VACUUM ANALYZE application_events").await?;
    Ok(connection.close().await?)
}

/// The statements of a look at the last thirty days of all jobs.
pub fn look(organization: &str) -> anyhow::Result<String> {
    let text = |text: &str| format!("'{text}'");
    let none = "NULL".to_owned();
    let period = |days: i64| {
        let ago = |days: i64| format!("(now() - interval '{days} days')");
        vec![organization.to_owned(), ago(days), ago(days - 30), none.clone()]
    };
    let with = |mut values: Vec<String>, more: &[String]| {
        values.extend_from_slice(more);
        values
    };
    let asked = [
        ("AS \"entered!\"", period(30)),
        ("AS \"entered!\"", period(60)),
        ("(NOT is_archived OR status = $3)", vec![organization.to_owned(), none.clone(), text("归档")]),
        ("AS \"p90_days!\"", period(30)),
        ("coalesce(recommendation_level, $5)", with(period(30), &[text("待评估")])),
        ("e.to_sub_status IN ($5, $6)", with(period(30), &[text("超5天未预约线上面试"), text("超5天未预约线下面试")])),
        ("AS \"class!\"", period(30)),
        (
            "AS \"in_offer!\"",
            with(
                period(30),
                &[text("AI评审"), "ARRAY['线上面试', '线下面试']".to_owned(), text("Offer阶段"), text("入职阶段")],
            ),
        ),
        (
            "coalesce(hired, 0) AS \"hired!\"",
            with(
                period(30),
                &[text("day"), "ARRAY['线上面试', '线下面试']".to_owned(), text("Offer阶段"), text("入职阶段")],
            ),
        ),
        ("status <> ALL($5)) AS \"advanced!\"", with(period(30), &["ARRAY['AI评审', '归档']".to_owned()])),
        ("AS \"moves!\"", period(30)),
        ("AS \"long!\"", vec![organization.to_owned(), none.clone(), text("入职阶段"), "7".to_owned()]),
        (
            "ORDER BY a.sub_status_since, a.id LIMIT $4",
            vec![organization.to_owned(), none.clone(), text("入职阶段"), "10".to_owned()],
        ),
        ("AS \"upcoming!\"", vec![organization.to_owned(), none.clone(), "10".to_owned()]),
    ];
    let found = asked.iter().map(|(part, values)| statements::with(part, values));
    Ok(found.collect::<anyhow::Result<Vec<_>>>()?.join(";\n"))
}
