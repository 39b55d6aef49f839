//! Rows that refer to accounts and resumes are found by an index when those are deleted.

use bole_testkit::TestDatabase;

#[tokio::test]
async fn references_to_accounts_and_resumes_have_an_index() {
    let database = TestDatabase::new().await;
    let mut connection = database.connection().await;
    // An index of rows with the reference is enough: those without one never match.
    let missing: Vec<String> = sqlx::query_scalar(
        "SELECT c.conrelid::regclass || '.' || a.attname
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[cardinality(c.conkey)]
         WHERE c.contype = 'f'
           AND (c.confrelid = 'users'::regclass
                OR (c.conrelid = 'applications'::regclass AND c.confrelid = 'resumes'::regclass))
           AND NOT EXISTS (
               SELECT FROM pg_index i
               WHERE i.indrelid = c.conrelid
                 AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] = c.conkey
                 AND (i.indpred IS NULL
                      OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
         ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(missing, Vec::<String>::new());
}
