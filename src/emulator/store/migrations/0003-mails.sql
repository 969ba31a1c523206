-- Captured mail; nothing ever leaves the machine.
CREATE TABLE mails (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organisation_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  kind TEXT NOT NULL,
  to_name TEXT NOT NULL,
  to_email TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  link TEXT,
  envelope_id TEXT,
  recipient_id TEXT,
  accepted_at INTEGER NOT NULL,
  delivered_at INTEGER
) STRICT;
CREATE INDEX mails_of_envelope ON mails (envelope_id);
CREATE INDEX mails_of_recipient ON mails (recipient_id, kind);

CREATE TABLE mail_attachments (
  mail_id TEXT NOT NULL REFERENCES mails (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  filename TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (mail_id, position)
) STRICT;
