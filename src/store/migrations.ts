/**
 * The tables of `state.db`, one script a version: a released script is never changed, a new one is added at the end.
 * Times are milliseconds since 1970, unless a comment says otherwise.
 */
export const migrations: readonly string[] = [
  `
-- Writes that this machine sent or was about to send. \`place\` is the order of recording.
CREATE TABLE requests (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  sent_at INTEGER NOT NULL,
  host TEXT NOT NULL,
  operation TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  key TEXT,
  chosen INTEGER NOT NULL,
  twin TEXT,
  credential TEXT,
  profile TEXT,
  if_match TEXT,
  service_at TEXT,
  -- Of the process that sent it; uptime in seconds.
  uptime REAL,
  pid INTEGER,
  mark TEXT,
  -- 1 until the outcome is known. The body is kept as long, and no longer than its key may help.
  open INTEGER NOT NULL,
  body BLOB,
  body_dropped INTEGER NOT NULL DEFAULT 0,
  -- How it ended, as JSON; null when the program ended before it knew.
  ended TEXT
) STRICT;
CREATE INDEX requests_by_time ON requests (sent_at, place);
CREATE INDEX requests_by_key ON requests (key) WHERE key IS NOT NULL;
CREATE INDEX requests_open ON requests (open) WHERE open = 1;

-- Envelopes that a request created or named, or a delivery told of. The service has no list of them.
CREATE TABLE envelopes (
  place INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  id TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  UNIQUE (host, id)
) STRICT;
CREATE INDEX envelopes_by_time ON envelopes (first_at, place);

-- Envelopes as last read here, as JSON; \`place\` grows with each reading.
CREATE TABLE envelope_states (
  place INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  seen TEXT NOT NULL,
  UNIQUE (host, account, id)
) STRICT;

-- The names of templates, for the shell's completion.
CREATE TABLE templates (
  place INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (host, id)
) STRICT;

-- Service time minus the time of this machine, in milliseconds, where the two differ.
CREATE TABLE clocks (
  host TEXT PRIMARY KEY,
  ahead INTEGER NOT NULL,
  kept_at INTEGER NOT NULL
) STRICT;

-- What identifies a delivery, for a week, so that no event is forwarded twice: it outlives the delivery, and holds
-- hashes. Only its indexes are in another order than that of arrival, \`place\`, so that old deliveries go at little cost.
CREATE TABLE events (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- The forwarding that it belongs to, and the process that received it.
  listener TEXT NOT NULL,
  holder INTEGER,
  verified INTEGER NOT NULL,
  event BLOB,
  envelope BLOB,
  -- Of the host, the envelope, its event and the recipient.
  arrival BLOB,
  -- Whether the app has accepted it, or it was for none; told when the delivery goes.
  taken INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX events_by_id ON events (id);
CREATE INDEX events_by_event ON events (event) WHERE event NOT NULL;
CREATE INDEX events_by_envelope ON events (envelope) WHERE envelope NOT NULL;

-- Deliveries that \`listen\` received, verified or not, and those that it made itself. Their bodies have a table of their
-- own, so that a change of state never writes them again.
CREATE TABLE deliveries (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  listener TEXT NOT NULL,
  holder INTEGER,
  host TEXT NOT NULL,
  endpoint TEXT,
  event TEXT,
  event_id TEXT,
  envelope_id TEXT,
  recipient_id TEXT,
  created_at TEXT,
  retry_count INTEGER,
  synthetic INTEGER NOT NULL,
  -- The secret that verified it: 'current' or 'previous'; null when none did, and then why.
  verified TEXT,
  cause TEXT,
  words TEXT,
  signature TEXT NOT NULL,
  content_type TEXT,
  -- Bytes of the body as received, and of what is stored of it.
  size INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  -- On its way to the app: 'none', 'waiting', 'sending', 'failed', 'given-up' or 'delivered', with the last attempt.
  target TEXT,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  status INTEGER,
  milliseconds REAL,
  why TEXT,
  -- The process that sends it.
  sender INTEGER,
  -- How often the same event arrived again.
  repeats INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX deliveries_by_listener ON deliveries (listener, place, kept) WHERE verified NOT NULL;
CREATE INDEX deliveries_undelivered ON deliveries (place) WHERE state NOT IN ('none', 'delivered');
CREATE INDEX deliveries_refused ON deliveries (place, kept) WHERE verified IS NULL;

-- The bytes of a delivery as received; gone when they made room for newer ones.
CREATE TABLE delivery_bodies (
  place INTEGER PRIMARY KEY,
  body BLOB NOT NULL
) STRICT;

-- Processes that receive deliveries, or replay them (no \`listener\`). \`held_by\`: who forwards what it received, itself
-- until it is gone.
CREATE TABLE delivery_processes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  mark TEXT NOT NULL,
  listener TEXT,
  held_by INTEGER
) STRICT;

-- Deliveries that a process alone may send to an address.
CREATE TABLE delivery_claims (
  delivery TEXT NOT NULL,
  target TEXT NOT NULL,
  process INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (delivery, target)
) STRICT;

-- What was done last, by its name.
CREATE TABLE marks (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Rotations of webhook secrets: the unfinished one of an endpoint, and the last completed one. Never a secret.
CREATE TABLE rotations (
  host TEXT NOT NULL,
  webhook TEXT NOT NULL,
  completed INTEGER NOT NULL,
  key TEXT NOT NULL,
  -- By the clock of the service, ISO 8601: when it began, or when its secret was stored.
  at TEXT NOT NULL,
  credential TEXT,
  kept_at INTEGER NOT NULL,
  PRIMARY KEY (host, webhook, completed)
) STRICT;

-- What a forwarding of \`esign listen\` has reported of an envelope without a delivery: polled, or missed. \`keys\` is JSON.
CREATE TABLE reported_events (
  place INTEGER PRIMARY KEY,
  listener TEXT NOT NULL,
  envelope TEXT NOT NULL,
  keys TEXT NOT NULL,
  over INTEGER NOT NULL,
  reported_at INTEGER NOT NULL,
  UNIQUE (listener, envelope)
) STRICT;
CREATE INDEX reported_events_to_drop ON reported_events (listener, over, place DESC);

-- What the user last saw of a template, to tell what others have changed since; facts and runs as JSON.
CREATE TABLE seen_templates (
  place INTEGER PRIMARY KEY,
  base_url TEXT NOT NULL,
  template_id TEXT NOT NULL,
  etag TEXT,
  facts TEXT NOT NULL,
  runs TEXT NOT NULL,
  looked_at INTEGER NOT NULL,
  UNIQUE (base_url, template_id)
) STRICT;
CREATE INDEX seen_templates_by_time ON seen_templates (looked_at, place);

-- Bulk runs. \`key\` is what tells one apart, as JSON: its service and kind of API key with its name, or else with its
-- file, template and CI job. \`generation\` grows when the same file is sent as a new run.
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  generation INTEGER NOT NULL,
  name TEXT NOT NULL,
  file TEXT,
  host TEXT NOT NULL,
  mode TEXT NOT NULL,
  template_id TEXT NOT NULL,
  settings TEXT NOT NULL,
  expires_at TEXT,
  begun_at INTEGER NOT NULL,
  UNIQUE (key, generation)
) STRICT;

-- The latest start of each part of a run that this machine sends: part 2 of 3, or 0 of 0 where it is not split.
CREATE TABLE run_parts (
  run INTEGER NOT NULL,
  part INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  PRIMARY KEY (run, part, parts)
) STRICT, WITHOUT ROWID;

-- The rows of the whole file that a part has read, by digests; \`count\` of them have this identity. \`people\` is null
-- where the people are the identity.
CREATE TABLE run_seen (
  run INTEGER NOT NULL,
  identified_by TEXT NOT NULL,
  identity BLOB NOT NULL,
  people BLOB,
  count INTEGER NOT NULL,
  PRIMARY KEY (run, identified_by, identity)
) STRICT, WITHOUT ROWID;

-- Each sending of a row of a run, recorded with its request; \`request\` is null where a results file told of it.
CREATE TABLE run_rows (
  place INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  slot TEXT NOT NULL,
  again_of TEXT,
  number INTEGER NOT NULL,
  line INTEGER NOT NULL,
  identified_by TEXT NOT NULL,
  identity TEXT NOT NULL,
  people TEXT NOT NULL,
  content TEXT NOT NULL,
  key TEXT NOT NULL,
  request TEXT,
  sent_at INTEGER NOT NULL,
  service_at TEXT,
  -- What it sent; kept when an envelope was created, to tell what a later correction changes.
  body BLOB,
  -- Null until the outcome is known; then created or refused.
  status TEXT,
  envelope TEXT COLLATE NOCASE,
  ended_at INTEGER,
  -- 1 when another command has settled it and the run has not told of it.
  untold INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX run_rows_by_key ON run_rows (run, key);
CREATE INDEX run_rows_by_request ON run_rows (request) WHERE request IS NOT NULL;
CREATE INDEX run_rows_by_envelope ON run_rows (envelope) WHERE envelope IS NOT NULL;

-- The process that works on a part of a run.
CREATE TABLE run_locks (
  key TEXT NOT NULL,
  generation INTEGER NOT NULL,
  part INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  mark TEXT,
  host TEXT NOT NULL,
  renewed_at INTEGER NOT NULL,
  PRIMARY KEY (key, generation, part, parts)
) STRICT, WITHOUT ROWID;

-- What wizards and pages did with a template: its coverage 'before' the first one, a command line that is 'done', or what
-- was 'skipped'; each text as JSON.
CREATE TABLE wizard_notes (
  place INTEGER PRIMARY KEY,
  base_url TEXT NOT NULL,
  template_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  noted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX wizard_notes_by_template ON wizard_notes (base_url, template_id, place);
`,
];
