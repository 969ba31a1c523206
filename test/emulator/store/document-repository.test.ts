import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentRepository, type DocumentRepository } from '../../../src/emulator/store/document-repository.js';
import { envelopeRepository } from '../../../src/emulator/store/envelope-repository.js';
import { openStore, type OpenStore } from '../../../src/emulator/store/store.js';
import { draftEnvelope, leaseForm } from '../../support/envelope-form.js';

let folder: string;
let store: OpenStore;
let documents: DocumentRepository;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-documents-'));
  store = openStore(join(folder, 'emulator.db'));
  documents = documentRepository(store.sql);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const bytes = Buffer.from('%PDF-1.7 not really, but %00 and \xff are bytes too', 'latin1');
const about = (id: string, position = 1) => ({
  id,
  organisation_id: 'one',
  owner_kind: 'template' as const,
  owner_id: 'lease',
  position,
  name: 'Lease',
  page_count: 2,
});

it('a document is read back byte for byte, with its digest', () => {
  const stored = documents.insert(about('a'), bytes);
  expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(documents.find('one', 'a')).toEqual(stored);
  expect(documents.pdf(stored).equals(bytes)).toBe(true);
});

it('only the bytes of a view are stored, not those of the buffer behind it', () => {
  const view = new Uint8Array(new Uint8Array([1, 2, 3, 4, 5]).buffer, 1, 3);
  expect([...documents.pdf(documents.insert(about('a'), view))]).toEqual([2, 3, 4]);
});

it('another organisation does not find it', () => {
  documents.insert(about('a'), bytes);
  expect([documents.find('two', 'a'), documents.find('one', 'b')]).toEqual([null, null]);
});

it('the documents of a template come in stacking order', () => {
  for (const [index, id] of ['b', 'c', 'a'].entries()) documents.insert(about(id, 3 - index), bytes);
  expect(documents.ofOwner('template', 'lease').map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  expect(documents.ofOwner('envelope', 'lease')).toEqual([]);
});

it('an envelope shares the bytes of its template, which are stored once', () => {
  const stored = documents.insert(about('a'), bytes);
  const sent = '84ed075a-8ded-4ac7-a745-893eae1de6cf';
  const id = '6f35ae1b-d266-4345-a6c5-66405acc2057';
  const document = { id, position: 1, name: 'Lease', page_count: 2, sha256: stored.sha256 };
  const envelope = draftEnvelope({ id: sent, organisation_id: 'one', documents: [document] });
  envelopeRepository(store.sql).insert(envelope, leaseForm);
  expect(documents.keep(bytes)).toBe(stored.sha256);
  const shared = { ...document, organisation_id: 'one', owner_kind: 'envelope', owner_id: sent };
  expect(documents.ofOwner('envelope', sent)).toEqual([shared]);
  expect(documents.find('one', id)).toEqual(shared);
  expect(documents.find('two', id)).toBeNull();
  expect(documents.pdf(documents.find('one', id)!).equals(bytes)).toBe(true);
  expect(store.sql.get('SELECT count(*) AS files FROM document_files')).toEqual({ files: 1 });
});
