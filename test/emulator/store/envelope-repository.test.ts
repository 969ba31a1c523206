import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EnvelopeState } from '../../../src/contract/states.js';
import { envelopeRepository } from '../../../src/emulator/store/envelope-repository.js';
import { openStore, type OpenStore } from '../../../src/emulator/store/store.js';
import { draftEnvelope, leaseForm } from '../../support/envelope-form.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-envelopes-'));
let store: OpenStore;
beforeAll(() => {
  store = openStore(join(folder, 'emulator.db'));
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

it('gives back what was put in, to its own organisation only', () => {
  const envelopes = envelopeRepository(store.sql);
  const envelope = draftEnvelope({ id: 'ab-1' });
  envelopes.insert(envelope, leaseForm);
  expect(envelopes.find('organisation', 'ab-1')).toEqual(envelope);
  expect(envelopes.find('another', 'ab-1')).toBeUndefined();
  expect(envelopes.formOf('ab-1')).toEqual(leaseForm);
  envelopes.update({ ...envelope, title: 'Changed' });
  expect(envelopes.findAnywhere('ab-1')?.title).toBe('Changed');
});

it('keeps one copy of a form for all envelopes made from it', () => {
  const envelopes = envelopeRepository(store.sql);
  envelopes.insert(draftEnvelope({ id: 'ab-2', documents: [] }), leaseForm);
  envelopes.insert(draftEnvelope({ id: 'ab-3', documents: [] }), { ...leaseForm, subjects: [] });
  expect(store.sql.get<{ count: number }>('SELECT count(*) AS count FROM envelope_forms')?.count).toBe(2);
});

it('adds up what an organisation sends in a month', () => {
  const envelopes = envelopeRepository(store.sql);
  envelopes.countSent('organisation', '2026-03', 2);
  envelopes.countSent('organisation', '2026-03', 3);
  expect(envelopes.sentDocuments('organisation', '2026-03')).toBe(5);
  expect(envelopes.sentDocuments('organisation', '2026-04')).toBe(0);
});

it('lists the envelopes under a mandate while they are completed and not sealed', () => {
  const envelopes = envelopeRepository(store.sql);
  const add = (id: string, status: EnvelopeState, sealed: string | null): void => {
    const envelope = draftEnvelope({ id, status, sealed_at: sealed, documents: [] });
    envelopes.insert(envelope, leaseForm);
    envelopes.update(envelope);
    envelopes.recordMandate('mandate', id);
  };
  add('sent', 'sent', null);
  add('completed', 'completed', null);
  add('sealed', 'completed', '2026-03-02T08:00:00.000Z');
  expect(envelopes.unsealedUnder('mandate').map(({ id }) => id)).toEqual(['completed']);
  expect(envelopes.unsealedUnder('another')).toEqual([]);
});
