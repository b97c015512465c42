//! The same counts in a data warehouse.

/// Returns the query that counts failures in the table `table` of drive-stats rows, for `DuckDB`, Spark SQL and Trino.
///
/// It gives the columns of a failure table but for the interval, which `zplan` computes when it reads the result. The
/// table has one row per drive and day with `serial_number`, `model`, `failure` and `smart_9_raw`, as numbers or text.
#[must_use]
pub fn sql(table: &str) -> String {
    format!(
        "\
WITH days AS (
  SELECT
    model,
    serial_number,
    CAST(failure AS BIGINT) AS failure,
    FLOOR(CAST(NULLIF(CAST(smart_9_raw AS VARCHAR(32)), '') AS DOUBLE) / 8760) AS years
  FROM {table}
),
aged AS (
  SELECT
    model,
    serial_number,
    failure,
    CASE
      WHEN years IS NULL THEN 'unknown'
      WHEN years >= 10 THEN '10+'
      ELSE CAST(CAST(years AS INTEGER) AS VARCHAR(10))
    END AS age
  FROM days
)
SELECT
  model,
  CASE WHEN GROUPING(age) = 1 THEN 'all' ELSE age END AS age_years,
  COUNT(DISTINCT serial_number) AS drives,
  COUNT(*) AS drive_days,
  CAST(SUM(failure) AS BIGINT) AS failures,
  CAST(SUM(failure) AS DOUBLE) * 36500 / COUNT(*) AS afr_percent
FROM aged
GROUP BY GROUPING SETS ((model), (model, age))
ORDER BY model, GROUPING(age) DESC, age
"
    )
}
