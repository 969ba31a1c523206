-- The PDFs, once for each content: an envelope's document shares the bytes of the template it came from.
CREATE TABLE document_files (
  sha256 TEXT NOT NULL PRIMARY KEY,
  pdf BLOB NOT NULL
) STRICT;

-- The documents of templates and envelopes, in stacking order; `position` is 1-based.
CREATE TABLE documents (
  id TEXT NOT NULL PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  owner_kind TEXT NOT NULL CHECK (owner_kind IN ('template', 'envelope')),
  owner_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  page_count INTEGER NOT NULL,
  sha256 TEXT NOT NULL REFERENCES document_files (sha256),
  UNIQUE (owner_kind, owner_id, position)
) STRICT;
