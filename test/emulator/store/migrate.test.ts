import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { documentRepository } from '../../../src/emulator/store/document-repository.js';
import { envelopeRepository } from '../../../src/emulator/store/envelope-repository.js';
import { idempotencyRepository } from '../../../src/emulator/store/idempotency-repository.js';
import { openStore } from '../../../src/emulator/store/store.js';
import { draftEnvelope, leaseForm } from '../../support/envelope-form.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = fresh(newFolder);

/** A data file whose last migration is this one. */
function dataFileOf(last: string, fill: (database: Database.Database) => void): string {
  const path = join(folder.path, 'emulator.db');
  const scripts = 'src/emulator/store/migrations';
  const database = new Database(path);
  database.exec('PRAGMA application_id = 0x6573676e; CREATE TABLE migrations (name TEXT PRIMARY KEY) STRICT');
  const names = readdirSync(scripts).toSorted();
  for (const name of names.slice(0, names.indexOf(last) + 1)) {
    database.exec(readFileSync(join(scripts, name), 'utf8'));
    database.prepare('INSERT INTO migrations (name) VALUES (?)').run([name]);
  }
  fill(database);
  database.close();
  return path;
}

it('documents of envelopes become part of their state, and lines of their history get an act', () => {
  const envelope = '84ed075a-8ded-4ac7-a745-893eae1de6cf';
  const ids = ['6f35ae1b-d266-4345-a6c5-66405acc2057', '2ba906c9-50b7-401c-9fe1-d8c6544b4876'];
  const before = (id: string, position: number) => ({ id, position, name: `Lease “${position}”`, page_count: 2 });
  const line = { at: '2026-03-02T09:00:00.000Z', text: 'A (B) declined: I signed “the” other copy' };
  const state = draftEnvelope({ id: envelope, organisation_id: 'one', title: 'Ünïcode \\ "quoted"' });
  const path = dataFileOf('0501-job-lanes.sql', (database) => {
    const pdf = Buffer.from('%PDF');
    database.prepare('INSERT INTO document_files (sha256, pdf) VALUES (?, ?)').run(['digest', pdf]);
    const add = database.prepare('INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    // Not in their order.
    for (const at of [2, 1]) {
      const id = ids[at - 1] ?? '';
      add.run([id, 'one', 'envelope', envelope, at, before(id, at).name, 2, 'digest']);
    }
    add.run(['of-template', 'one', 'template', 'lease', 1, 'Lease', 2, 'digest']);
    database.prepare('INSERT INTO envelope_forms VALUES (?, ?)').run(['form', JSON.stringify(leaseForm)]);
    const history = [line, { ...line, from: { way: 'link', address: null, device: 'Mozilla' } }];
    const old = { ...state, history, documents: ids.map((id, at) => before(id, at + 1)) };
    database
      .prepare('INSERT INTO envelopes VALUES (?, ?, ?, ?, ?, ?)')
      .run([envelope, 'one', 'draft', 0, 'form', JSON.stringify(old)]);
    const answer = ['one', 'live', 'key', 'print', 201, '{}', Buffer.from('{"a":1}'), 5];
    database
      .prepare(
        `INSERT INTO idempotency (organisation_id, mode, key, fingerprint, status, headers, body, stored_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(answer);
  });

  const store = openStore(path);
  const documents = documentRepository(store.sql);
  const expected = ids.map((id, at) => ({ ...before(id, at + 1), sha256: 'digest' }));
  const unknown = { ...line, act: 'unknown', recipient_id: null };
  expect(envelopeRepository(store.sql).find('one', envelope)).toEqual({
    ...state,
    documents: expected,
    history: [unknown, { ...unknown, from: { way: 'link', address: null, device: 'Mozilla' } }],
  });
  const stored = expected.map((one) => ({
    ...one,
    organisation_id: 'one',
    owner_kind: 'envelope',
    owner_id: envelope,
  }));
  expect(documents.ofOwner('envelope', envelope)).toEqual(stored);
  expect(documents.find('one', ids[1] ?? '')).toEqual(stored[1]);
  expect(documents.ofOwner('template', 'lease').map(({ id }) => id)).toEqual(['of-template']);
  expect(documents.pdf(documents.find('one', 'of-template')!).toString()).toBe('%PDF');
  const scope = { organisationId: 'one', mode: 'live', key: 'key' } as const;
  expect(idempotencyRepository(store.sql).find(scope, 0)?.body.toString()).toBe('{"a":1}');
  store.close();
});
