CREATE TABLE webhooks (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  subscribed_events TEXT NOT NULL,
  brand_id TEXT,
  active INTEGER NOT NULL,
  consecutive_failures INTEGER NOT NULL,
  last_success_at INTEGER,
  last_failure_at INTEGER,
  failing_since INTEGER,
  disabled_at INTEGER,
  disabled_reason TEXT,
  created_at INTEGER NOT NULL,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  rotated_at INTEGER
) STRICT;
CREATE INDEX webhooks_of_organisation ON webhooks (organisation_id);

CREATE TABLE events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  brand_id TEXT,
  envelope_id TEXT NOT NULL,
  recipient_id TEXT
) STRICT;
CREATE INDEX events_of_envelope ON events (envelope_id);

-- One event on its way to one endpoint. A deleted endpoint leaves its history behind.
CREATE TABLE deliveries (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  webhook_id TEXT NOT NULL,
  status TEXT NOT NULL,
  next_attempt_at INTEGER
) STRICT;
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, status);
CREATE INDEX deliveries_of_event ON deliveries (event_id);

CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  error TEXT,
  milliseconds INTEGER NOT NULL,
  PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;
