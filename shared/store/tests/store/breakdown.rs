//! The metrics by job and interviewer, compared with the dashboard's.

use bole_domain::dashboard::Figure;
use bole_domain::dashboard::insights::{FindingKind, findings};
use bole_domain::dashboard::waits::WaitsFor;
use bole_domain::ids::JobId;
use bole_domain::zone::Zone;
use bole_store::dashboard::{self, DashboardFilter, candidates};
use bole_testkit::{Seed, TestDatabase};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Two jobs: in the second, three wait for a decision and two for the result of Budi's interviews. All applied forty
/// days ago and were interviewed twenty days later.
async fn arrange(database: &TestDatabase, seed: &Seed) -> JobId {
    let second = JobId::new();
    let mut connection = database.connection().await;
    sqlx::query("INSERT INTO jobs (id, organization_id, title, jd) VALUES ($1, $2, 'Second', 'Description')")
        .bind(second.0)
        .bind(seed.organization.0)
        .execute(&mut connection)
        .await
        .unwrap();
    for (job, at, sub_status) in [
        (seed.job, "AI评审", "AI推荐建联"),
        (second, "AI评审", "AI推荐建联"),
        (second, "AI评审", "AI推荐建联"),
        (second, "AI评审", "AI推荐淘汰"),
        (second, "线上面试", "已完成面试"),
        (second, "线上面试", "已完成面试"),
    ] {
        let id = Uuid::now_v7();
        for sql in [
            "INSERT INTO people (id, organization_id) SELECT $1, $2 WHERE $3::uuid IS NOT NULL AND $4 <> $5",
            "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status, sub_status_since, created_at)
             VALUES ($1, $2, $3, $1, $4, $5, now() - interval '8 days', now() - interval '40 days')",
            "INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind, created_at)
             SELECT $1, $2, $1, 'AI评审', 'AI推荐建联', 'ai', now() - interval '40 days'
             WHERE $3::uuid IS NOT NULL AND $4 <> $5",
            "INSERT INTO application_events (id, organization_id, application_id, from_status, from_sub_status, to_status,
                                             to_sub_status, actor_kind, version, created_at)
             SELECT gen_random_uuid(), $2, $1, 'AI评审', 'AI推荐建联', $4, $5, 'person', 2, now() - interval '20 days'
             WHERE $3::uuid IS NOT NULL AND $4 = '线上面试'",
            "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round,
                                              interviewer_name, status)
             SELECT gen_random_uuid(), $2, $1, now() - interval '9 days', now() - interval '9 days' + interval '30 minutes',
                    1, 'Budi', 'completed'
             WHERE $3::uuid IS NOT NULL AND $4 = '线上面试' AND $5 <> ''",
        ] {
            let query = sqlx::query(sql).bind(id).bind(seed.organization.0).bind(job.0).bind(at).bind(sub_status);
            query.execute(&mut connection).await.unwrap();
        }
    }
    second
}

#[tokio::test]
async fn findings_name_the_job_and_the_interviewer() {
    let database = TestDatabase::new().await;
    let seed = Seed::new(&database).await;
    let second = arrange(&database, &seed).await;
    let to = OffsetDateTime::now_utc() + Duration::minutes(1);
    let filter = DashboardFilter { from: to - Duration::days(30), to, job_id: None, zone: Zone::UTC };
    let mut tx = database.store().tenant(&seed.actor()).await.unwrap();
    let figures = dashboard::read(&mut tx, filter).await.unwrap();
    let breakdown = dashboard::breakdown(&mut tx, filter).await.unwrap();

    for stage in &figures.funnel {
        let of_stage = breakdown.entries.iter().filter(|entries| entries.status == stage.status);
        let sums =
            of_stage.fold((0, 0), |(now, before), entries| (now + entries.entered, before + entries.entered_before));
        assert_eq!(sums, (stage.entered, stage.entered_before), "{}", stage.status);
    }
    assert_eq!(breakdown.stays.iter().map(|stays| (stays.job_id, stays.slow)).collect::<Vec<_>>(), [(second, 2)]);

    let found = findings(&figures, &breakdown);
    let waiting: Vec<_> = found.iter().filter(|finding| finding.kind == FindingKind::WaitingLong).collect();
    let seen: Vec<_> = waiting.iter().map(|finding| (finding.waits_for.unwrap(), finding.value.unwrap())).collect();
    assert_eq!(seen, [(WaitsFor::Decision, 4), (WaitsFor::Assessment, 2)]);
    assert_eq!(waiting[0].cause.as_ref().unwrap().job_id, Some(second));
    assert_eq!(waiting[1].cause.as_ref().unwrap().name.as_deref(), Some("Budi"));
    for finding in waiting {
        let page = candidates::list(&mut tx, &Figure::Waiting(finding.waits_for), filter, 50, 0).await.unwrap();
        assert_eq!(Some(page.total), finding.value, "{finding:?}");
    }
    let all = candidates::list(&mut tx, &Figure::Waiting(None), filter, 50, 0).await.unwrap();
    assert_eq!((all.total, figures.waiting.long), (6, 6));
    tx.rollback().await.unwrap();
}
