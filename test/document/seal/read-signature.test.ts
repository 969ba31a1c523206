import { expect, it } from 'vitest';
import { certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { timeStampToken } from '../../../src/document/seal/sign-pdf.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { appendSignature } from '../../support/documents/place-signature.js';
import { cmsOver } from '../../support/documents/seals.js';
import { textPdf } from '../../support/documents/small-documents.js';

const own = certificateAuthority(Buffer.alloc(32, 7), 2026);

/** What is wrong with a file by these signatures, or null. */
const problemOf = async (pdf: Uint8Array) =>
  (await verifySeal(pdf, { trusted: [own.certificate], now: Date.parse('2026-12-01'), notLater: false })).problem;

const add = (pdf: Uint8Array, subFilter: string, make: (covered: Buffer) => Buffer): Promise<Buffer> =>
  appendSignature(pdf, { subFilter, field: subFilter, room: 12_000 }, make);
const sign = (pdf: Uint8Array): Promise<Buffer> => add(pdf, 'ETSI.CAdES.detached', cmsOver(own));
const stamp = (pdf: Uint8Array): Promise<Buffer> =>
  add(pdf, 'ETSI.RFC3161', (covered) => timeStampToken(own.timeStamp, covered, new Date('2026-11-20T09:31:00Z')));

/** Writes other bytes into the zeros behind the last signature. */
function withOtherBytes(pdf: Buffer): Buffer {
  const changed = Buffer.from(pdf);
  changed.write('2F4A53', changed.lastIndexOf('0'.repeat(400)), 'latin1');
  return changed;
}

it('the space of a signature or a timestamp holds zeros behind it', async () => {
  const signed = await sign(await textPdf(['An agreement of one page']));
  const stamped = await stamp(signed);
  expect(await problemOf(stamped)).toBeNull();
  expect((await problemOf(withOtherBytes(signed)))?.code).toBe('unsupported_profile');
  expect((await problemOf(withOtherBytes(stamped)))?.code).toBe('unsupported_profile');
  const covered = await add(withOtherBytes(signed), 'adbe.pkcs7.detached', cmsOver(own));
  expect((await problemOf(covered))?.code).toBe('unsupported_profile');
});
