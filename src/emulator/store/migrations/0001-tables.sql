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

-- The answer of every write that carried an Idempotency-Key, kept for a day of the clock (A16). Answers are appended in
-- the order of their age, so that a write touches few pages. Keys are random, so that each answer changes a page of their
-- index: a narrow one has fewer pages and splits them less. One key of two organisations or modes is rare.
CREATE TABLE idempotency (
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
CREATE INDEX idempotency_by_key ON idempotency (key);

CREATE TABLE jobs (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;
-- Deliveries and other jobs wait for places of their own, so each finds its next ones without walking past the other's.
CREATE INDEX jobs_to_deliver ON jobs (due_at, sequence) WHERE kind = 'deliver';
CREATE INDEX jobs_beside_deliveries ON jobs (due_at, sequence) WHERE kind <> 'deliver';
CREATE INDEX jobs_by_subject ON jobs (kind, subject);

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

-- Every posting of a delivery in the order in which it ended; a copy that a fault sent stands beside its attempt.
CREATE TABLE delivery_attempts (
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
CREATE INDEX mails_of_recipient ON mails (recipient_id, kind);

CREATE TABLE mail_attachments (
  mail_id TEXT NOT NULL REFERENCES mails (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  filename TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (mail_id, position)
) STRICT;

CREATE TABLE authorisations (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  brand_id TEXT NOT NULL,
  reference TEXT,
  status TEXT NOT NULL,
  sandbox INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  applied_count INTEGER NOT NULL,
  -- The rest of the authorisation, as JSON.
  body TEXT NOT NULL
) STRICT;
CREATE INDEX authorisations_of_organisation ON authorisations (organisation_id, sequence);
CREATE INDEX authorisations_of_brand ON authorisations (brand_id, status);

-- Templates: the whole state as JSON beside what is searched for. `sequence` breaks ties of `created_at` in lists.
CREATE TABLE templates (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organisation_id TEXT NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL
) STRICT;
CREATE INDEX templates_of_organisation ON templates (organisation_id, archived, sequence);

-- What was named on a template, by which act, and when.
CREATE TABLE naming_entries (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  entry TEXT NOT NULL
) STRICT;
CREATE INDEX naming_entries_of_template ON naming_entries (template_id, sequence);

CREATE TABLE naming_runs (
  id TEXT NOT NULL PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  template_etag TEXT NOT NULL,
  created_at TEXT NOT NULL,
  proposals TEXT NOT NULL
) STRICT;

-- The PDFs, once for each content: an envelope's document shares the bytes of the template it came from.
CREATE TABLE document_files (
  sha256 TEXT NOT NULL PRIMARY KEY,
  pdf BLOB NOT NULL
) STRICT;

-- The documents of templates, in stacking order; `position` is 1-based.
CREATE TABLE template_documents (
  id TEXT NOT NULL PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  template_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  page_count INTEGER NOT NULL,
  sha256 TEXT NOT NULL REFERENCES document_files (sha256),
  UNIQUE (template_id, position)
) STRICT;

-- The form is frozen with the envelope; envelopes made from the same state of a template share one copy.
CREATE TABLE envelope_forms (
  digest TEXT PRIMARY KEY,
  form TEXT NOT NULL
) STRICT;

-- An envelope is one row: what the rules read and change together is one JSON value, what queries need is a column.
CREATE TABLE envelopes (
  id TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  status TEXT NOT NULL,
  sealed INTEGER NOT NULL,
  form_digest TEXT NOT NULL REFERENCES envelope_forms (digest),
  state TEXT NOT NULL
) STRICT;

-- A document of an envelope is part of its state; only the envelope that it belongs to is looked up by its id. Both ids
-- are the 16 bytes of the UUID: an entry of half the size has half as many pages, and each envelope changes one of them.
CREATE TABLE envelope_documents (
  id BLOB NOT NULL PRIMARY KEY,
  envelope_id BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The sealed PDFs of an envelope's documents, under the ids that the documents have.
CREATE TABLE sealed_documents (
  document_id TEXT PRIMARY KEY,
  envelope_id TEXT NOT NULL REFERENCES envelopes (id) ON DELETE CASCADE,
  pdf BLOB NOT NULL,
  sha256 TEXT NOT NULL,
  -- Signs the short-lived download links.
  link_secret BLOB NOT NULL
) STRICT;
CREATE INDEX sealed_documents_by_envelope ON sealed_documents (envelope_id);

-- Documents that a standing authorisation pre-signed.
CREATE TABLE applied_authorisations (
  authorisation_id TEXT NOT NULL,
  envelope_id TEXT NOT NULL REFERENCES envelopes (id) ON DELETE CASCADE,
  documents INTEGER NOT NULL,
  PRIMARY KEY (authorisation_id, envelope_id)
) STRICT;

-- Documents sent in a calendar month (UTC), sandbox envelopes left out.
CREATE TABLE sent_documents (
  organisation_id TEXT NOT NULL,
  month TEXT NOT NULL,
  documents INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, month)
) STRICT;

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

-- The test authority of this data file: its keys and certificates all follow from the secret.
CREATE TABLE certificate_authority (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL
) STRICT;
