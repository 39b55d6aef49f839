//! Expired invitations.

use serde_json::json;

use super::Hiring;

#[tokio::test]
async fn unanswered_invitations_time_out_after_five_days() {
    let hiring = Hiring::new().await;
    let (online, onsite) = ("已发线上面试邀请", "已发线下面试邀请");
    let old = hiring.app.application(&hiring.job, "线上面试", online).await;
    let old_onsite = hiring.app.application(&hiring.job, "线下面试", onsite).await;
    let soon = hiring.app.application(&hiring.job, "线上面试", online).await;
    let young = hiring.app.application(&hiring.job, "线上面试", online).await;
    let mut connection = hiring.app.database.connection().await;
    for (id, hours) in [(&old, 121), (&old_onsite, 121), (&soon, 100), (&young, 1)] {
        let age = "UPDATE applications SET sub_status_since = now() - make_interval(hours => $2) WHERE id = $1::uuid";
        sqlx::query(age).bind(id).bind(hours).execute(&mut connection).await.unwrap();
    }
    let working = hiring.app.work();
    let task = hiring.post("check-interview-timeout", json!({})).await.expect(202);
    let expected =
        json!({ "updated_count": 2, "online_timeout_count": 1, "onsite_timeout_count": 1, "warnings_count": 1 });
    assert_eq!(hiring.result(&task).await, expected);
    assert_eq!(hiring.state(&old).await, "超5天未预约线上面试");
    assert_eq!(hiring.state(&old_onsite).await, "超5天未预约线下面试");
    assert_eq!(hiring.state(&soon).await, online);
    let history = hiring.get(&format!("applications/{old}")).await["history"].clone();
    assert_eq!(history.as_array().unwrap().last().unwrap()["actor"]["kind"], "clock");

    drop(working);
    hiring.app.shift_clock(time::Duration::days(6));
    let _later = hiring.app.work();
    let task = hiring.post("check-interview-timeout", json!({})).await.expect(202);
    assert_eq!(hiring.result(&task).await["updated_count"], 2);
}

#[tokio::test]
async fn the_check_of_a_board_also_counts_what_expired_in_its_job() {
    let hiring = Hiring::new().await;
    let other = hiring.owner.job(&hiring.organization).await;
    for job in [&hiring.job, &other, &other] {
        hiring.app.application(job, "线上面试", "已发线上面试邀请").await;
    }
    hiring.app.shift_clock(time::Duration::days(6));
    let soon = hiring.app.application(&other, "线下面试", "已发线下面试邀请").await;
    let age = "UPDATE applications SET sub_status_since = now() + interval '25 hours' WHERE id = $1::uuid";
    sqlx::query(age).bind(&soon).execute(&mut hiring.app.database.connection().await).await.unwrap();
    let _working = hiring.app.work();

    let id = other.rsplit('/').next().unwrap();
    let task = hiring.post(&format!("check-interview-timeout?job_id={id}"), json!({})).await.expect(202);
    let result = hiring.result(&task).await;
    assert_eq!((&result["updated_count"], &result["warnings_count"]), (&json!(3), &json!(1)));
    let of_job =
        json!({ "updated_count": 2, "online_timeout_count": 2, "onsite_timeout_count": 0, "warnings_count": 1 });
    assert_eq!(result["job"], of_job);

    let unknown = uuid::Uuid::now_v7();
    let refused = hiring.post(&format!("check-interview-timeout?job_id={unknown}"), json!({})).await;
    assert_eq!(refused.expect(404)["code"], "job.not_found");
}
