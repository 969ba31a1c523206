-- Keys are random, so that each answer changes a page of this index: a narrow one has fewer pages and splits them less.
-- One key of two organisations or modes is rare.
DROP INDEX idempotency_by_key;
CREATE INDEX idempotency_by_key ON idempotency (key);
-- No query of the mails can use it.
DROP INDEX mails_of_envelope;
