import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type OpenStore } from '../../../src/emulator/store/store.js';
import { signingRepository } from '../../../src/emulator/store/signing-repository.js';
import { envelopeRepository } from '../../../src/emulator/store/envelope-repository.js';
import { draftEnvelope, leaseForm } from '../../support/envelope-form.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-links-'));
const file = join(folder, 'emulator.db');
let store: OpenStore;
beforeAll(() => {
  store = openStore(file);
  envelopeRepository(store.sql).insert(draftEnvelope(), leaseForm);
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const link = { envelope_id: 'envelope', recipient_id: 'tenant', kind: 'minted', expires_at: 10 } as const;

it('keeps only a digest of a token: the data file gives no link away', () => {
  const token = 'a-token-that-nobody-may-read';
  store.transaction(() => signingRepository(store.sql).add(token, link));
  expect(signingRepository(store.sql).find(token)).toEqual({ ...link, spent_at: null, revoked_at: null });
  expect(signingRepository(store.sql).find(`${token}x`)).toBeUndefined();
  for (const name of [file, `${file}-wal`]) expect(readFileSync(name).includes(token)).toBe(false);
});

it('revokes by kind, by recipient and by envelope, and leaves earlier revocations as they were', () => {
  const links = signingRepository(store.sql);
  const add = (token: string, parts: object) => links.add(token, { ...link, ...parts });
  add('mailed', { kind: 'mailed' });
  add('session', { kind: 'session' });
  add('other', { recipient_id: 'landlord' });
  const revoked = () => ['mailed', 'session', 'other'].map((token) => links.find(token)?.revoked_at);
  links.revoke('envelope', 'tenant', 'session', 1);
  expect(revoked()).toEqual([null, 1, null]);
  links.revoke('envelope', 'tenant', null, 2);
  expect(revoked()).toEqual([2, 1, null]);
  links.revokeAll('envelope', 3);
  expect(revoked()).toEqual([2, 1, 3]);
});

it('remembers that a link was spent', () => {
  const links = signingRepository(store.sql);
  links.add('spent', link);
  links.spend('spent', 5);
  expect(links.find('spent')?.spent_at).toBe(5);
});
