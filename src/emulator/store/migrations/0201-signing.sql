-- Links that let somebody sign. Only the digest of a token is kept, so the file gives no link away.
CREATE TABLE signing_links (
  digest BLOB PRIMARY KEY,
  envelope_id TEXT NOT NULL REFERENCES envelopes (id) ON DELETE CASCADE,
  recipient_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  expires_at INTEGER,
  spent_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX signing_links_by_envelope ON signing_links (envelope_id, recipient_id);

-- Draft renders of the current minute, by envelope and by organisation.
CREATE TABLE draft_renders (
  ceiling TEXT PRIMARY KEY,
  minute INTEGER NOT NULL,
  renders INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
