//! The dashboard: ten status changes of every application over a year, and the statements for thirty days of them.

use sqlx::{Connection, Executor, PgConnection};

use super::statements;
use crate::fleet::Fleet;

/// Status changes per application, in addition to its creation.
pub const CHANGES: i64 = 10;

/// Adds a history over a year to every application: creation, and a move every other day by a person or the clock. Of the
/// triggers only the one that writes what the dashboard reads is fired; the foreign keys hold by construction.
pub async fn add_history(fleet: &Fleet) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&fleet.database_url()).await?;
    let sql = format!(
        "TRUNCATE application_events;
         ALTER TABLE application_events ENABLE ALWAYS TRIGGER remember_stage_changes;
         SET session_replication_role = replica;
         UPDATE applications a SET created_at = t.arrived_at, sub_status_since = t.arrived_at + interval '{CHANGES} days',
                                   version = 1 + {CHANGES}
         FROM (SELECT organization_id, id, now() - interval '{CHANGES} days'
                      - interval '365 days' * ((hashtext(id::text) & 1023) / 1023.0) AS arrived_at FROM applications) t
         WHERE a.organization_id = t.organization_id AND a.id = t.id;
         WITH ways (place, status, sub_status) AS (VALUES
             (0, 'AI评审', 'AI推荐建联'), (1, '线上面试', '待发线上面试邀请'), (2, '线上面试', '已发线上面试邀请'),
             (3, '线上面试', '已预约线上面试'), (4, '线上面试', '已完成面试'), (5, '线下面试', '待发线下面试邀请'),
             (6, '线下面试', '已发线下面试邀请'), (7, '线下面试', '超5天未预约线下面试'), (8, '线下面试', '已预约线下面试'),
             (9, '线下面试', '已完成面试'), (10, 'Offer阶段', 'Offer待制作和审批'))
         INSERT INTO application_events (id, organization_id, application_id, version, from_status, from_sub_status,
                                         to_status, to_sub_status, actor_kind, actor_user_id, created_at)
         SELECT uuidv7(), a.organization_id, a.id, 1 + n, b.status, b.sub_status, t.status, t.sub_status,
                CASE WHEN n IN (0, 7) THEN 'clock' ELSE 'person' END,
                CASE WHEN n NOT IN (0, 7) THEN (SELECT user_id FROM organization_members ORDER BY id LIMIT 1) END,
                a.created_at + interval '1 day' * n
         FROM applications a CROSS JOIN generate_series(0, {CHANGES}) n
         LEFT JOIN ways b ON b.place = n - 1 JOIN ways t ON t.place = n
         ORDER BY a.id, n;
         SET session_replication_role = origin;
         ALTER TABLE application_events ENABLE TRIGGER remember_stage_changes"
    );
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await?;
    connection.execute("VACUUM ANALYZE application_events, applications").await?;
    Ok(connection.close().await?)
}

/// The statements for the last thirty days of all jobs.
pub fn look(organization: &str) -> anyhow::Result<String> {
    let text = |text: &str| format!("'{text}'");
    let none = "NULL".to_owned();
    let ago = |days: i64| format!("(now() - interval '{days} days')");
    // Both periods in one read, separated by the start of the second.
    let periods = vec![organization.to_owned(), ago(60), ago(0), none.clone()];
    let with = |more: &[String]| [periods.as_slice(), more].concat();
    let starts = "(SELECT array_prepend(now() - interval '60 days', ARRAY(SELECT generate_series( \
                  now() - interval '30 days', now() - interval '1 day', interval '1 day'))))";
    let asked = [
        ("SELECT set_config('enable_sort'", vec![]),
        ("AS \"step!\"", with(&[starts.to_owned()])),
        ("greatest(date_part('epoch'", with(&[ago(30)])),
        ("AS \"long!\"", vec![organization.to_owned(), none.clone(), "7".to_owned()]),
        ("GROUPING SETS", with(&[ago(30), text("待评估"), "ARRAY['AI评审', '归档']".to_owned()])),
        ("AS \"hired_before!\"", with(&[ago(30)])),
        ("ORDER BY j.title, j.id LIMIT 1000", vec![organization.to_owned()]),
        ("AS \"onsite_before!\"", with(&[ago(30), text("超5天未预约线上面试"), text("超5天未预约线下面试")])),
        ("AS \"moves_before!\"", with(&[ago(30), "50".to_owned()])),
        ("WITH assigned AS (\n               SELECT m.user_id", vec![organization.to_owned(), none.clone()]),
        (
            "ORDER BY a.sub_status_since, a.id LIMIT $4",
            vec![organization.to_owned(), none.clone(), text("入职阶段"), "10".to_owned()],
        ),
        ("AS \"linked!\"", vec![organization.to_owned(), none.clone(), "10".to_owned()]),
    ];
    let found = asked.iter().map(|(part, values)| statements::with(part, values));
    Ok(found.collect::<anyhow::Result<Vec<_>>>()?.join(";\n"))
}
