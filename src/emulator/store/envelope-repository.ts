import { hash } from 'node:crypto';
import { isUuid } from '../../contract/schema.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import type { Envelope } from '../domain/envelope.js';
import type { SqlDatabase } from './database.js';
import { uuidBytes, uuidOf } from '../random.js';

/** Stored envelopes. Changes run inside the caller's transaction. */
export interface EnvelopeRepository {
  /** The envelope if it belongs to this organisation, else undefined. */
  find(organisationId: string, id: string): Envelope | undefined;
  /** For jobs and signing links, which have no organisation. */
  findAnywhere(id: string): Envelope | undefined;
  /** Oldest first. */
  all(organisationId: string): readonly Envelope[];
  /** The envelope of this organisation that has the document, or undefined. */
  withDocument(organisationId: string, documentId: string): Envelope | undefined;
  formOf(envelopeId: string): EnvelopeForm;
  insert(envelope: Envelope, form: EnvelopeForm): void;
  update(envelope: Envelope): void;
  /** Documents that an organisation sent in a month such as `2026-12`. */
  sentDocuments(organisationId: string, month: string): number;
  countSent(organisationId: string, month: string, documents: number): void;
  recordMandate(authorisationId: string, envelopeId: string): void;
  /** Completed under a standing authorisation, with documents that are not yet sealed. */
  unsealedUnder(authorisationId: string): readonly Envelope[];
}

interface Row {
  readonly state: string;
}

export function envelopeRepository(sql: SqlDatabase): EnvelopeRepository {
  const read = (row: Row | undefined): Envelope | undefined =>
    row === undefined ? undefined : (JSON.parse(row.state) as Envelope);
  const find = (organisationId: string, id: string): Envelope | undefined =>
    read(sql.get<Row>('SELECT state FROM envelopes WHERE id = ? AND organisation_id = ?', id, organisationId));
  return {
    find,
    findAnywhere: (id) => read(sql.get<Row>('SELECT state FROM envelopes WHERE id = ?', id)),
    all(organisationId) {
      const query = 'SELECT state FROM envelopes WHERE organisation_id = ? ORDER BY rowid';
      return sql.all<Row>(query, organisationId).map(({ state }) => JSON.parse(state) as Envelope);
    },
    withDocument(organisationId, documentId) {
      if (!isUuid(documentId)) return undefined;
      const query = 'SELECT envelope_id AS id FROM envelope_documents WHERE id = ?';
      const row = sql.get<{ id: Buffer }>(query, uuidBytes(documentId));
      return row === undefined ? undefined : find(organisationId, uuidOf(row.id));
    },
    formOf(envelopeId) {
      const row = sql.get<{ digest: string }>('SELECT form_digest AS digest FROM envelopes WHERE id = ?', envelopeId);
      if (row === undefined) throw new Error(`no form is kept for the envelope ${envelopeId}`);
      // What belongs to a digest never changes.
      return sql.remembered(`form ${row.digest}`, () => {
        const kept = sql.get<{ form: string }>('SELECT form FROM envelope_forms WHERE digest = ?', row.digest);
        if (kept === undefined) throw new Error(`no form is kept for the envelope ${envelopeId}`);
        return JSON.parse(kept.form) as EnvelopeForm;
      });
    },
    insert(envelope, form) {
      const { text, digest } = sql.derived(form, () => {
        const json = JSON.stringify(form);
        return { text: json, digest: hash('sha256', json) };
      });
      if (sql.get('SELECT 1 FROM envelope_forms WHERE digest = ?', digest) === undefined) {
        sql.run('INSERT INTO envelope_forms (digest, form) VALUES (?, ?)', digest, text);
      }
      sql.run(
        'INSERT INTO envelopes (id, organisation_id, status, sealed, form_digest, state) VALUES (?, ?, ?, 0, ?, ?)',
        envelope.id,
        envelope.organisation_id,
        envelope.status,
        digest,
        JSON.stringify(envelope),
      );
      for (const { id } of envelope.documents) {
        sql.run(
          'INSERT INTO envelope_documents (id, envelope_id) VALUES (?, ?)',
          uuidBytes(id),
          uuidBytes(envelope.id),
        );
      }
    },
    update(envelope) {
      sql.run(
        'UPDATE envelopes SET status = ?, sealed = ?, state = ? WHERE id = ?',
        envelope.status,
        envelope.sealed_at === null ? 0 : 1,
        JSON.stringify(envelope),
        envelope.id,
      );
    },
    sentDocuments: (organisationId, month) =>
      sql.get<{ documents: number }>(
        'SELECT documents FROM sent_documents WHERE organisation_id = ? AND month = ?',
        organisationId,
        month,
      )?.documents ?? 0,
    countSent(organisationId, month, documents) {
      sql.run(
        `INSERT INTO sent_documents (organisation_id, month, documents) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET documents = documents + excluded.documents`,
        organisationId,
        month,
        documents,
      );
    },
    recordMandate(authorisationId, envelopeId) {
      sql.run(
        'INSERT INTO applied_authorisations (authorisation_id, envelope_id, documents) VALUES (?, ?, 0)',
        authorisationId,
        envelopeId,
      );
    },
    unsealedUnder: (authorisationId) =>
      sql
        .all<Row>(
          `SELECT state FROM applied_authorisations JOIN envelopes ON id = envelope_id
           WHERE authorisation_id = ? AND status = 'completed' AND sealed = 0`,
          authorisationId,
        )
        .map(({ state }) => JSON.parse(state) as Envelope),
  };
}
