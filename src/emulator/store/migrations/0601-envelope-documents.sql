-- A document of an envelope is part of its state; only the envelope that it belongs to is looked up by its id. Before, a
-- row with two indexes said the same once more. Both ids are the 16 bytes of the UUID: an entry of half the size has
-- half as many pages, and each envelope changes one of them.
CREATE TABLE envelope_documents (
  id BLOB NOT NULL PRIMARY KEY,
  envelope_id BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO envelope_documents (id, envelope_id)
  SELECT unhex(id, '-'), unhex(owner_id, '-') FROM documents WHERE owner_kind = 'envelope';
UPDATE envelopes SET state = json_set(state, '$.documents', json((
  SELECT json_group_array(json_object(
    'id', id, 'position', position, 'name', name, 'page_count', page_count, 'sha256', sha256))
  FROM (SELECT * FROM documents WHERE owner_kind = 'envelope' AND owner_id = envelopes.id ORDER BY position)
)));

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
INSERT INTO template_documents (id, organisation_id, template_id, position, name, page_count, sha256)
  SELECT id, organisation_id, owner_id, position, name, page_count, sha256
  FROM documents WHERE owner_kind = 'template' ORDER BY rowid;
DROP TABLE documents;
