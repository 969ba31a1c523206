-- Deliveries and other jobs wait for places of their own, so each finds its next ones without walking past the other's.
DROP INDEX jobs_by_time;
CREATE INDEX jobs_to_deliver ON jobs (due_at, sequence) WHERE kind = 'deliver';
CREATE INDEX jobs_beside_deliveries ON jobs (due_at, sequence) WHERE kind <> 'deliver';
