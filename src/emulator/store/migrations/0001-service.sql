-- Settings of the emulator itself: the clock, the seed, the first keys.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE organisations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  members TEXT NOT NULL,
  confirmed_addresses TEXT NOT NULL
) STRICT;

CREATE TABLE brands (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL,
  archived INTEGER NOT NULL,
  origins TEXT NOT NULL
) STRICT;
CREATE INDEX brands_of_organisation ON brands (organisation_id);

-- Only the hash of a key is kept, beside its prefix in clear (Authentication 2).
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  mode TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  revoked INTEGER NOT NULL,
  owner_removed INTEGER NOT NULL
) STRICT;

-- The answer of every write that carried an Idempotency-Key, kept for a day of the clock (A16).
CREATE TABLE idempotency (
  organisation_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  stored_at INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, mode, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (stored_at);

CREATE TABLE jobs (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_by_time ON jobs (due_at, sequence);
CREATE INDEX jobs_by_subject ON jobs (kind, subject);
