-- The test authority of this data file: its keys and certificates all follow from the secret.
CREATE TABLE certificate_authority (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL
) STRICT;
