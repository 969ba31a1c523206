import { createHash } from 'node:crypto';
import type { SqlDatabase } from './database.js';

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

/** The PDFs of templates and envelopes. Changes are made within a transaction. */
export interface DocumentRepository {
  insert(document: Omit<StoredDocument, 'sha256'>, pdf: Uint8Array): StoredDocument;
  /** Another document with the same bytes, which are stored once: an envelope's copy of its template's document. */
  insertShared(document: StoredDocument): void;
  /** Null when it does not exist or belongs to another organisation. */
  find(organisationId: string, id: string): StoredDocument | null;
  /** The documents of a template or envelope, in order. */
  ofOwner(kind: DocumentOwner, ownerId: string): readonly StoredDocument[];
  pdf(document: StoredDocument): Buffer;
}

const columns = 'id, organisation_id, owner_kind, owner_id, position, name, page_count, sha256';

/** Makes the repository over an open database. */
export function documentRepository(sql: SqlDatabase): DocumentRepository {
  const insertShared = (document: StoredDocument): void => {
    sql.run(
      `INSERT INTO documents (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      document.id,
      document.organisation_id,
      document.owner_kind,
      document.owner_id,
      document.position,
      document.name,
      document.page_count,
      document.sha256,
    );
  };
  return {
    insert(document, pdf) {
      const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      sql.run('INSERT OR IGNORE INTO document_files (sha256, pdf) VALUES (?, ?)', sha256, bytes);
      const stored = { ...document, sha256 };
      insertShared(stored);
      return stored;
    },
    insertShared,
    find(organisationId, id) {
      const query = `SELECT ${columns} FROM documents WHERE id = ? AND organisation_id = ?`;
      return sql.get<StoredDocument>(query, id.toLowerCase(), organisationId) ?? null;
    },
    ofOwner(kind, ownerId) {
      const query = `SELECT ${columns} FROM documents WHERE owner_kind = ? AND owner_id = ? ORDER BY position`;
      return sql.all<StoredDocument>(query, kind, ownerId);
    },
    pdf(document) {
      const row = sql.get<{ pdf: Buffer }>('SELECT pdf FROM document_files WHERE sha256 = ?', document.sha256);
      if (row === undefined) throw new Error(`the bytes of document ${document.id} are not there`);
      return row.pdf;
    },
  };
}
