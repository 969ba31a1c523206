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
