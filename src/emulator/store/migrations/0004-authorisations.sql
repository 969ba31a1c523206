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
