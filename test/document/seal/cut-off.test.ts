import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isCutOff } from '../../../src/document/seal/cut-off.js';
import { has, textPdf } from '../../support/documents/small-documents.js';

const whole = Buffer.from(await textPdf(['An agreement of one page']));

it('a whole file is not cut off, with or without what some tools put behind it', () => {
  expect(isCutOff(whole)).toBe(false);
  for (const more of ['\n', '\r\n\r\n', '\0'.repeat(512), '\0 '.repeat(5000), '\nfetched by a proxy']) {
    expect(isCutOff(Buffer.concat([whole, Buffer.from(more)])), JSON.stringify(more)).toBe(false);
  }
});

it('any part of it is, down to nothing', () => {
  const end = whole.lastIndexOf('%%EOF') + '%%EOF'.length;
  for (let length = 0; length < end; length++) {
    if (!isCutOff(whole.subarray(0, length))) expect.fail(`${length} of ${whole.length} bytes pass for a whole file`);
  }
});

it('so is a file whose second revision was only begun', () => {
  expect(isCutOff(Buffer.concat([whole, Buffer.from('\n7 0 obj\n<< /Type /Sig')]))).toBe(true);
});

it.skipIf(!has('qpdf'))('a file for the web says how long it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cut-off-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), whole);
    execFileSync('qpdf', ['--linearize', join(folder, 'in.pdf'), join(folder, 'out.pdf')]);
    const linear = readFileSync(join(folder, 'out.pdf'));
    expect(isCutOff(linear)).toBe(false);
    // Its first part has an end mark of its own.
    const first = linear.indexOf('%%EOF') + '%%EOF\n'.length;
    expect(first).toBeLessThan(linear.length - 100);
    expect(isCutOff(linear.subarray(0, first))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
