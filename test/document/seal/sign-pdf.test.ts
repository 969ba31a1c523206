import { PDF } from '@libpdf/core';
import { expect, it } from 'vitest';
import { certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { smallForm, textPdf } from '../../support/documents/small-documents.js';

const own = certificateAuthority(Buffer.alloc(32, 7), 2026);
const at = '2026-11-20T09:31:00.000Z';
const sign = async (pdf: Uint8Array): Promise<Buffer> => Buffer.from(await signPdf(pdf, own, at));
const plain = Buffer.from(await textPdf(['An agreement of one page']));
const withoutId = Buffer.from(plain.toString('latin1').replace('/ID', '/Xd'), 'latin1');
const judge = (pdf: Uint8Array) =>
  verifySeal(pdf, { trusted: [own.certificate], now: Date.parse('2026-12-01T00:00:00Z'), notLater: false });

it.each([
  ['as it was written', plain],
  ['without an id', withoutId],
  ['with bytes behind its end', Buffer.concat([plain, Buffer.from('\n% more\n')])],
])('a file without a form keeps every byte under its signature: %s', async (_name, pdf) => {
  const signed = await sign(pdf);
  expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true);
  expect(signed.length - pdf.length).toBeLessThan(20_000);
  expect((await judge(signed)).problem).toBeNull();
  expect((await sign(pdf)).equals(signed)).toBe(true);
});

it('a file with a form is rewritten, and its only field is the seal', async () => {
  const signed = await sign(await smallForm());
  const fields = (await PDF.load(signed)).getForm()?.getFields() ?? [];
  expect(fields.map(({ name }) => name)).toEqual(['Seal']);
  expect((await judge(signed)).problem).toBeNull();
});
