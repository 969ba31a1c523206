import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { readRevisionsInWorker } from '../../../src/document/seal/revisions-in-worker.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { appendChange, appendSignature } from '../../support/documents/place-signature.js';
import { textPdf } from '../../support/documents/small-documents.js';
import { deflatedFill } from '../../support/hostile-files/parts.js';

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

describe('the structure of a signed file', () => {
  it('is read in a worker, with the same answer', async () => {
    const updated = await appendChange(sealed, (pdf) => pdf.setTitle('Another title'));
    expect(await readRevisionsInWorker({ pdf: updated, ends: [sealed.length] })).toMatchObject({
      kind: 'read',
      revisions: [{ end: sealed.length, permission: 1, changes: [{ what: 'the document properties' }] }],
    });
  });

  it('is not known when reading it takes too much', { timeout: 120_000 }, async () => {
    const { verdict, problem, checks } = await judge(withBomb(sealed));
    expect([verdict, problem?.code]).toEqual(['cannot_judge', 'unsupported_profile']);
    expect(checks[1]?.text).toContain('The structure of the file cannot be read');
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
    ['longer than its place', () => Buffer.from('308400ffffff0500', 'hex'), 'altered'],
    ['empty', () => Buffer.alloc(0), 'altered'],
  ])('is answered soon: %s', async (_, make, expected) => {
    const placement = { subFilter: 'ETSI.CAdES.detached', field: 'Seal', room: 1_400_000 };
    const signed = await appendSignature(plain, placement, make);
    const began = performance.now();
    expect((await judge(signed)).verdict).toBe(expected);
    expect(performance.now() - began).toBeLessThan(8_000);
  });
});
