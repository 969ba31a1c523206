import type { SqlDatabase } from './database.js';

export interface SealedDocument {
  readonly document_id: string;
  readonly envelope_id: string;
  /** Hex digest of the sealed PDF. */
  readonly sha256: string;
  readonly link_secret: Buffer;
}

/** Sealed PDFs and the keys of their download links. Changes run inside the caller's transaction. */
export interface SealedRepository {
  find(documentId: string): SealedDocument | undefined;
  ofEnvelope(envelopeId: string): readonly SealedDocument[];
  /** Null when the document has not been sealed. */
  pdf(documentId: string): Buffer | null;
  insert(document: SealedDocument, pdf: Buffer): void;
}

const columns = 'document_id, envelope_id, sha256, link_secret';

export function sealedRepository(sql: SqlDatabase): SealedRepository {
  return {
    find: (documentId) =>
      sql.get<SealedDocument>(`SELECT ${columns} FROM sealed_documents WHERE document_id = ?`, documentId),
    ofEnvelope: (envelopeId) =>
      sql.all<SealedDocument>(`SELECT ${columns} FROM sealed_documents WHERE envelope_id = ?`, envelopeId),
    pdf: (documentId) =>
      sql.get<{ pdf: Buffer }>('SELECT pdf FROM sealed_documents WHERE document_id = ?', documentId)?.pdf ?? null,
    insert({ document_id: id, envelope_id: envelopeId, sha256, link_secret: secret }, pdf) {
      sql.run(
        `INSERT INTO sealed_documents (${columns}, pdf) VALUES (?, ?, ?, ?, ?)`,
        id,
        envelopeId,
        sha256,
        secret,
        pdf,
      );
    },
  };
}
