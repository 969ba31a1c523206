import { PDF } from '@libpdf/core';
import { expect, it } from 'vitest';
import { certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { textPdf } from '../../support/documents/small-documents.js';

const own = certificateAuthority(Buffer.alloc(32, 7), 2026);
const plain = await textPdf(['An agreement of one page']);
const sealed = Buffer.from(await signPdf(plain, own, '2026-11-20T09:31:00.000Z'));
const judge = (pdf: Uint8Array) =>
  verifySeal(pdf, { trusted: [own.certificate], now: Date.parse('2026-12-01T00:00:00Z'), notLater: false });

it.each([
  ['a line end', '\r\n'],
  ['a kilobyte of blanks', ' '.repeat(1025)],
  ['a block of NULs, as a tape or a disk leaves it', '\0'.repeat(70_000)],
  ['all white space that a PDF knows', '\0\t\n\f\r '.repeat(500)],
])('white space at the end says nothing: %s', async (_name, more) => {
  expect((await judge(Buffer.concat([sealed, Buffer.from(more)]))).problem).toBeNull();
  const update = await PDF.load(sealed);
  update.setTitle('Another title');
  const updated = await judge(Buffer.concat([await update.save({ incremental: true }), Buffer.from(more)]));
  expect(updated.problem).toBeNull();
});

it.each([
  ['a no-break space', '\u00a0'],
  ['a vertical tab', '\v'],
  ['one letter behind many blanks', `${' '.repeat(5000)}x`],
  ['one letter before many blanks', `x${' '.repeat(5000)}`],
])('what only looks like white space is found: %s', async (_name, more) => {
  const verdict = await judge(Buffer.concat([sealed, Buffer.from(more, 'latin1')]));
  expect(verdict.problem?.code).toBe('changed_after_sealing');
});

it('white space behind a changed byte hides nothing', async () => {
  const changed = Buffer.concat([sealed, Buffer.from(' '.repeat(2000))]);
  changed.writeUInt8(changed.readUInt8(300) ^ 1, 300);
  expect((await judge(changed)).problem?.code).toBe('altered');
});
