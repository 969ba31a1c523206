import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setFormerAside } from '../../src/store/former.js';

it('moves what an earlier build recorded aside once, whole, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-former-'));
  expect(setFormerAside(folder)).toBeNull();
  mkdirSync(join(folder, 'requests', 'open'), { recursive: true });
  for (const name of ['requests/version', 'requests/open/one', 'envelopes.ndjson', 'state.db', 'keys.json']) {
    writeFileSync(join(folder, name), name);
  }
  expect(setFormerAside(folder)).toBe(join(folder, 'before-state-db'));
  expect(readdirSync(folder).toSorted()).toEqual(['before-state-db', 'keys.json', 'state.db']);
  expect(readdirSync(join(folder, 'before-state-db'), { recursive: true }).map(String).toSorted()).toEqual([
    'envelopes.ndjson',
    'requests',
    join('requests', 'open'),
    join('requests', 'open', 'one'),
    join('requests', 'version'),
  ]);
  expect(setFormerAside(folder)).toBeNull();
  mkdirSync(join(folder, 'runs'));
  expect(setFormerAside(folder)).toBe(join(folder, 'before-state-db'));
  expect(readdirSync(folder)).not.toContain('runs');
  rmSync(folder, { recursive: true });
});

it('says where it is when it cannot be moved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-former-'));
  mkdirSync(join(folder, 'requests'));
  for (const name of ['requests/version', 'before-state-db']) writeFileSync(join(folder, name), name);
  expect([setFormerAside(folder), setFormerAside(folder)]).toEqual([folder, folder]);
  expect(readdirSync(folder).toSorted()).toEqual(['before-state-db', 'requests']);
  rmSync(folder, { recursive: true });
});
