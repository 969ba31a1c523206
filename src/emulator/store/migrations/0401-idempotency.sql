-- Answers are appended in the order of their age, so that a write touches few pages: only the small index is random.
CREATE TABLE idempotency_answers (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  organisation_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  stored_at INTEGER NOT NULL
) STRICT;
INSERT INTO idempotency_answers (organisation_id, mode, key, fingerprint, status, headers, body, stored_at)
  SELECT organisation_id, mode, key, fingerprint, status, headers, body, stored_at FROM idempotency ORDER BY stored_at;
DROP TABLE idempotency;
ALTER TABLE idempotency_answers RENAME TO idempotency;
CREATE UNIQUE INDEX idempotency_by_key ON idempotency (key, mode, organisation_id);
