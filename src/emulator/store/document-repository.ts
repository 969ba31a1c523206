import { createHash } from 'node:crypto';
import type { Envelope } from '../domain/envelope.js';
import type { SqlDatabase } from './database.js';
import { envelopeRepository } from './envelope-repository.js';

type DocumentOwner = 'template' | 'envelope';

/** A document of a template or of an envelope. */
export interface StoredDocument {
  readonly id: string;
  readonly organisation_id: string;
  readonly owner_kind: DocumentOwner;
  readonly owner_id: string;
  /** In the pack, 1-based. */
  readonly position: number;
  readonly name: string;
  readonly page_count: number;
  /** Hex digest of the PDF. */
  readonly sha256: string;
}

type TemplateDocument = StoredDocument & { readonly owner_kind: 'template' };

/**
 * The PDFs of templates and envelopes. The documents of an envelope are stored with it (EnvelopeRepository); here are
 * their bytes. Changes are made within a transaction.
 */
export interface DocumentRepository {
  insert(document: Omit<TemplateDocument, 'sha256'>, pdf: Uint8Array): StoredDocument;
  /** Stores a PDF, once for each content, and returns its digest: an envelope shares the bytes of its template. */
  keep(pdf: Uint8Array): string;
  /** Null when it does not exist or belongs to another organisation. */
  find(organisationId: string, id: string): StoredDocument | null;
  /** The documents of a template or envelope, in order. */
  ofOwner(kind: DocumentOwner, ownerId: string): readonly StoredDocument[];
  pdf(document: StoredDocument): Buffer;
}

const columns = `id, organisation_id, 'template' AS owner_kind, template_id AS owner_id, position, name, page_count, sha256`;

/** Makes the repository over an open database. */
export function documentRepository(sql: SqlDatabase): DocumentRepository {
  const envelopes = envelopeRepository(sql);
  const keep = (pdf: Uint8Array): string => {
    const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    sql.run('INSERT OR IGNORE INTO document_files (sha256, pdf) VALUES (?, ?)', sha256, bytes);
    return sha256;
  };
  return {
    insert(document, pdf) {
      const stored = { ...document, sha256: keep(pdf) };
      sql.run(
        `INSERT INTO template_documents (id, organisation_id, template_id, position, name, page_count, sha256)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        stored.id,
        stored.organisation_id,
        stored.owner_id,
        stored.position,
        stored.name,
        stored.page_count,
        stored.sha256,
      );
      return stored;
    },
    keep,
    find(organisationId, id) {
      const query = `SELECT ${columns} FROM template_documents WHERE id = ? AND organisation_id = ?`;
      const found = sql.get<StoredDocument>(query, id, organisationId);
      if (found !== undefined) return found;
      const envelope = envelopes.withDocument(organisationId, id);
      return documentsOf(envelope).find((document) => document.id === id) ?? null;
    },
    ofOwner(kind, ownerId) {
      if (kind === 'template') {
        const query = `SELECT ${columns} FROM template_documents WHERE template_id = ? ORDER BY position`;
        return sql.remembered(`documents of ${ownerId}`, () => sql.all<StoredDocument>(query, ownerId));
      }
      return documentsOf(envelopes.findAnywhere(ownerId));
    },
    pdf(document) {
      const row = sql.get<{ pdf: Buffer }>('SELECT pdf FROM document_files WHERE sha256 = ?', document.sha256);
      if (row === undefined) throw new Error(`the bytes of document ${document.id} are not there`);
      return row.pdf;
    },
  };
}

const documentsOf = (envelope: Envelope | undefined): readonly StoredDocument[] =>
  (envelope?.documents ?? []).map((document) => ({
    ...document,
    organisation_id: envelope?.organisation_id ?? '',
    owner_kind: 'envelope',
    owner_id: envelope?.id ?? '',
  }));

/** Rendered drafts in a fixed minute, for each ceiling (Limits, Draft render). */
interface DraftRenders {
  /** `minute` counts minutes since 1970. */
  count(ceiling: string, minute: number): number;
  add(ceiling: string, minute: number): void;
}

export function draftRenders(sql: SqlDatabase): DraftRenders {
  return {
    count: (ceiling, minute) =>
      sql.get<{ renders: number }>(
        'SELECT renders FROM draft_renders WHERE ceiling = ? AND minute = ?',
        ceiling,
        minute,
      )?.renders ?? 0,
    add(ceiling, minute) {
      sql.run(
        `INSERT INTO draft_renders (ceiling, minute, renders) VALUES (?, ?, 1)
         ON CONFLICT DO UPDATE SET renders = CASE WHEN minute = excluded.minute THEN renders + 1 ELSE 1 END,
                                   minute = excluded.minute`,
        ceiling,
        minute,
      );
    },
  };
}
