import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { formSignaturesInWorker } from '../../../src/document/seal/form-signatures-in-worker.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { appendSignature } from '../../support/documents/place-signature.js';
import { textPdf } from '../../support/documents/small-documents.js';
import { deflatedFill } from '../../support/documents/hostile/raw-pdf.js';
import { processorTime } from '../../support/processor-time.js';

const own = certificateAuthority(Buffer.alloc(32, 7), 2026);
let plain: Uint8Array;
let sealed: Buffer;

beforeAll(async () => {
  plain = await textPdf(['Rent: 9,500.00']);
  sealed = Buffer.from(await signPdf(plain, own, '2026-11-20T09:31:00Z'));
});

const judge = (pdf: Uint8Array) =>
  verifySeal(pdf, { trusted: [own.certificate], now: Date.parse('2026-12-01'), notLater: false });

/** An update whose cross-references are a stream that unpacks to a gigabyte. */
function withBomb(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '';
  const root = [...text.matchAll(/\/Root\s+(\d+ 0 R)/g)].at(-1)?.[1] ?? '';
  const data = deflateSync(deflatedFill(1024), { level: 9 });
  const filter = '/Filter [/FlateDecode /FlateDecode]';
  const dictionary = `<< /Type /XRef /Size 900 /W [1 4 2] /Root ${root} /Prev ${before} ${filter} /Length ${data.length} >>`;
  return Buffer.concat([
    pdf,
    Buffer.from(`\n899 0 obj\n${dictionary}\nstream\n`),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${pdf.length + 1}\n%%EOF\n`),
  ]);
}

describe('the form of a signed file', () => {
  it('is read in a worker: it names the signature', async () => {
    const [, length, start, rest] = /\/ByteRange \[0 (\d+) (\d+) (\d+)/.exec(sealed.toString('latin1')) ?? [];
    expect(await formSignaturesInWorker(sealed)).toEqual({
      kind: 'read',
      ranges: [[0, Number(length), Number(start), Number(rest)]],
      usageRights: [],
    });
    expect(await formSignaturesInWorker(plain)).toEqual({ kind: 'read', ranges: [], usageRights: [] });
  });

  it('leaves the verdict to the signatures when reading it takes too much', { timeout: 120_000 }, async () => {
    const bomb = withBomb(sealed);
    expect((await formSignaturesInWorker(bomb)).kind).toBe('unreadable');
    expect((await judge(bomb)).verdict).toBe('added_to');
    expect(process.memoryUsage().rss).toBeLessThan(3 * 1024 * 1024 * 1024);
  });
});

describe('a signature that is to be too much', () => {
  const nested = (levels: number): Buffer => {
    let inner: Buffer = Buffer.of(5, 0);
    for (let level = 0; level < levels; level += 1) {
      const head = Buffer.alloc(4);
      head.writeUInt16BE(inner.length, 2);
      inner = Buffer.concat([Buffer.of(0x30, 0x82), head.subarray(2), inner]);
    }
    return inner;
  };
  const wide = (): Buffer => {
    const values = Buffer.alloc(1_300_000, Buffer.of(5, 0));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(values.length);
    return Buffer.concat([Buffer.of(0x30, 0x83), length.subarray(1), values]);
  };

  it.each([
    ['nested deeply', () => nested(2000), 'cannot_judge'],
    ['of very many values', wide, 'cannot_judge'],
    ['longer than its place', () => Buffer.from('308400ffffff0500', 'hex'), 'cannot_judge'],
    ['empty', () => Buffer.alloc(0), 'cannot_judge'],
  ])('is answered soon: %s', async (_, make, expected) => {
    const placement = { subFilter: 'ETSI.CAdES.detached', field: 'Seal', room: 1_400_000 };
    const signed = await appendSignature(plain, placement, make);
    const spent = processorTime();
    expect((await judge(signed)).verdict).toBe(expected);
    expect(spent()).toBeLessThan(8_000);
  });
});
