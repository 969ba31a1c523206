import { beforeAll, expect, it } from 'vitest';
import { certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import type { SealVerdict } from '../../../src/document/seal/verdict.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { times } from '../../support/counts.js';
import { textPdf } from '../../support/documents/small-documents.js';
import { signatureIn } from '../../support/documents/seals.js';

const at = '2026-11-20T09:31:00.000Z';
const own = certificateAuthority(Buffer.alloc(32, 7), 2026);
let sealed: Buffer;

beforeAll(async () => {
  sealed = Buffer.from(await signPdf(await textPdf(['An agreement of one page']), own, at));
});

const judge = (pdf: Uint8Array): Promise<SealVerdict> =>
  verifySeal(pdf, { trusted: [own.certificate], now: Date.parse('2026-12-01T00:00:00Z'), notLater: false });

/** Every byte three times, with `ESIGN_SEAL_SWEEP=1`. */
const whole = process.env['ESIGN_SEAL_SWEEP'] === '1';

it('one changed byte anywhere is found, also in the signature value itself', { timeout: 300_000 }, async () => {
  const { start, end } = signatureIn(sealed);
  const missed: number[] = [];
  const first = await judge(sealed);
  const [inside, outside] = times([43, 211], [11, 47]);
  const step = (index: number): number => (whole ? 1 : index > start && index < end ? inside : outside);
  let tried = 0;
  for (let index = 0; index < sealed.length; index += step(index)) {
    const changes = [0x01, 0x20, 0xff];
    for (const change of whole ? changes : [changes[tried % 3] ?? 0x01]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ change, index);
      tried += 1;
      const { problem, signer, time_stamp: stamp } = await judge(changed);
      // What nobody signed, such as an entry that nothing reads, may change without a change of what is said.
      const isOwn = index > start && index < end && signer?.sha256 === first.signer?.sha256;
      if (problem === null && !(isOwn && (stamp === null || stamp.at === at))) missed.push(index);
    }
  }
  expect(tried).toBeGreaterThan(whole ? 3 * sealed.length - 1 : times(100, 400));
  expect(missed).toEqual([]);
});
