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
