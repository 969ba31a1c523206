-- Every posting of a delivery in the order in which it ended; a copy that a fault sent stands beside its attempt.
CREATE TABLE delivery_log (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  copy INTEGER NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  error TEXT,
  milliseconds INTEGER NOT NULL,
  faults TEXT NOT NULL,
  UNIQUE (delivery_id, number, copy)
) STRICT;

INSERT INTO delivery_log (delivery_id, number, copy, at, status, error, milliseconds, faults)
  SELECT delivery_id, number, 0, at, status, error, milliseconds, '[]' FROM delivery_attempts ORDER BY at;

DROP TABLE delivery_attempts;
ALTER TABLE delivery_log RENAME TO delivery_attempts;
