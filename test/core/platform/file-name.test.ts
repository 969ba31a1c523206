import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../src/core/platform/file-name.js';
import { temporaryFolder } from '../../support/project/temporary-folder.js';

const id = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const pdf = (text: string): string => fileNameOf(text, { before: '1-', after: `-${id}.pdf`, otherwise: 'document' });

describe('the name of a file from a title', () => {
  it.each([
    ['Lease.pdf', 'Lease.txt'],
    ['Lease 2026.v2', 'Lease 2026.v2.txt'],
    ['../../etc/passwd', '_.._etc_passwd.txt'],
    ['-rf', 'rf.txt'],
    ['a\u202Eb\u0000c\nd', 'a_b_c_d.txt'],
    ['Huurkontrak – Wêreld', 'Huurkontrak _ Wêreld.txt'],
    ['किराया', 'किराया.txt'],
    ['. . .', 'file.txt'],
    ['CON', '_CON.txt'],
    ['nul .v2', '_nul .v2.txt'],
    ['Console', 'Console.txt'],
    ['', 'file.txt'],
  ])('%j is %j', (text, name) => {
    expect(fileNameOf(text, { after: '.txt', otherwise: 'file' })).toBe(name);
  });

  it.each([
    ['letters of one byte', 'a'.repeat(249)],
    ['of three', '房'.repeat(83)],
    ['of four', '𠀋'.repeat(62)],
    ['with marks', 'e\u0301\u0328'.repeat(50)],
    ['a hostile text', `${'. '.repeat(500_000)}x`],
  ])('fits into any folder with its ending: %s', (_, text) => {
    const folder = mkdtempSync(join(temporaryFolder(), 'names-'));
    const names = [pdf(text), pdf(`${text}!`)];
    for (const name of names) writeFileSync(join(folder, name), 'x', { flag: 'wx' });
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(143);
      expect([name.startsWith('1-'), name.endsWith(`-${id}.pdf`), !/\p{Cs}/u.test(name)]).toEqual([true, true, true]);
    }
  });
});
