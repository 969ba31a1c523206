import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CertificateAuthority, certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import type { SealVerdict } from '../../../src/document/seal/verdict.js';
import { isCutOff, verifySeal } from '../../../src/document/seal/verify-seal.js';
import { fixture, has, textPdf } from '../../support/documents/small-documents.js';
import { appendChange, appendSignature } from '../../support/documents/place-signature.js';
import { cmsOver, signatureIn } from '../../support/documents/seals.js';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processorTime } from '../../support/processor-time.js';

const at = '2026-11-20T09:31:00.000Z';
const own = certificateAuthority(Buffer.alloc(32, 7), 2026);
const stranger = certificateAuthority(Buffer.alloc(32, 8), 2026);
let plain: Uint8Array;
let sealed: Buffer;

beforeAll(async () => {
  plain = await textPdf(['An agreement of one page']);
  sealed = await seal(own);
});

const seal = async (authority: CertificateAuthority, pdf = plain, when = at): Promise<Buffer> =>
  Buffer.from(await signPdf(pdf, authority, when));

const judge = (pdf: Uint8Array, more: { trusted?: readonly Buffer[]; now?: string; notLater?: boolean } = {}) =>
  verifySeal(pdf, {
    trusted: more.trusted ?? [own.certificate],
    now: Date.parse(more.now ?? '2026-12-01T00:00:00Z'),
    notLater: more.notLater ?? false,
  });

const outcomes = ({ checks }: SealVerdict): Readonly<Record<string, string>> =>
  Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome]));

describe('a sealed document', () => {
  it('passes every check, and says who sealed it, when, and who vouches', async () => {
    const verdict = await judge(sealed);
    expect(verdict.problem).toBeNull();
    expect(outcomes(verdict)).toEqual({
      integrity: 'pass',
      coverage: 'pass',
      certificate: 'pass',
      time: 'pass',
      trust: 'pass',
    });
    expect(verdict.signer?.name).toBe('esign emulator TEST seal');
    expect(verdict.time_stamp).toMatchObject({ at, name: 'esign emulator TEST time-stamping authority' });
    expect(verdict.trusted?.name).toMatch(/^esign emulator TEST CA [0-9a-f]{8}$/);
    expect(verdict.bytes).toBe(sealed.length);
  });

  it('is the same to the last byte for the same authority and time, and leaves no byte of its place unused', async () => {
    expect(await seal(own)).toEqual(sealed);
    const { cms } = signatureIn(sealed);
    expect(cms.readUInt16BE(2) + 4).toBe(cms.length);
  });

  it('may be sealed by a clock that was moved by decades, and be judged by one', async () => {
    const inTime = certificateAuthority(Buffer.alloc(32, 7), 2068);
    const verdict = await judge(await seal(inTime, plain, '2068-03-02T00:00:00Z'), { now: '2068-03-02T00:00:00Z' });
    expect(verdict.problem).toBeNull();
    expect(verdict.time_stamp?.at).toBe('2068-03-02T00:00:00.000Z');
    expect((await judge(sealed, { now: '2050-01-01T00:00:00Z' })).problem).toBeNull();
  });

  it('is unaltered but of an unknown issuer without a matching authority', async () => {
    for (const trusted of [[], [stranger.certificate]]) {
      const verdict = await judge(sealed, { trusted });
      expect(verdict.problem?.code).toBe('no_trusted_path');
      expect(outcomes(verdict)).toMatchObject({ integrity: 'pass', coverage: 'pass', trust: 'fail' });
      expect(verdict.trusted).toBeNull();
    }
    expect((await judge(sealed, { trusted: [stranger.certificate, own.certificate] })).problem).toBeNull();
  });

  it('does not count for a time before it was sealed, when that is asked', async () => {
    expect((await judge(sealed, { now: '2026-11-20T09:30:59Z', notLater: true })).problem?.code).toBe('sealed_later');
    expect((await judge(sealed, { now: '2026-11-20T09:31:00Z', notLater: true })).problem).toBeNull();
    expect((await judge(sealed, { now: '2026-11-20T09:30:59Z' })).problem).toBeNull();
  });
});

describe('one changed byte', () => {
  // `verify-seal.full.test.ts` changes many more, and the signature value itself.
  it('of what was signed is found, in each twelfth of the file', async () => {
    const { start, end } = signatureIn(sealed);
    const step = Math.floor(sealed.length / 12);
    const places = Array.from({ length: 12 }, (_, index) => index * step + 1);
    const signed = places.filter((index) => index < start || index > end);
    expect(signed.length).toBeGreaterThan(3);
    for (const index of signed) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 0x01, index);
      expect([index, (await judge(changed)).problem]).not.toEqual([index, null]);
    }
  });

  it('in the attribute that holds the time-stamp leaves none', async () => {
    const { start, cms } = signatureIn(sealed);
    const attribute = cms.indexOf(Buffer.from('060b2a864886f70d010910020e', 'hex'));
    const changed = Buffer.from(sealed);
    changed.write('0f', start + 1 + 2 * (attribute + 12), 'latin1');
    const verdict = await judge(changed);
    expect([verdict.problem, verdict.time_stamp]).toEqual([null, null]);
    expect(verdict.checks[3]).toMatchObject({
      outcome: 'unknown',
      text: expect.stringContaining('No trusted timestamp'),
    });
  });
});

describe('what was done to the file afterwards', () => {
  it.each([
    ['one byte', 'x', '1 byte was added after the signature, and no trusted signature covers'],
    ['an end mark', '\n%%EOF\n', '7 bytes were added after the signature'],
    ['an object', '\n1 0 obj\n<< >>\nendobj\n', 'bytes were added'],
    ['more than the end of a line', '\n\n', '2 bytes were added'],
    ['NULs', '\0'.repeat(70_000), '70000 bytes were added'],
  ])('what follows is named, and not judged: %s', async (_, more, words) => {
    const verdict = await judge(Buffer.concat([sealed, Buffer.from(more)]));
    expect([verdict.verdict, verdict.problem?.code]).toEqual(['added_to', 'added_after_signing']);
    expect(verdict.problem?.message).toContain(words);
    expect(verdict.added).toEqual({ bytes: more.length, claimed_at: null });
    expect(outcomes(verdict)).toEqual({
      integrity: 'pass',
      coverage: 'fail',
      certificate: 'pass',
      time: 'pass',
      trust: 'pass',
    });
  });

  it.each(['\n', '\r', '\r\n'])('the end of the last line says nothing: %j', async (more) => {
    expect((await judge(Buffer.concat([sealed, Buffer.from(more)]))).problem).toBeNull();
  });

  it('another title is an addition like any other, with the time that it claims', async () => {
    const document = await PDF.load(sealed);
    document.setTitle('Another title');
    document.setModificationDate(new Date('2027-01-02T03:04:05Z'));
    const updated = await document.save({ incremental: true });
    expect(Buffer.from(updated).subarray(0, sealed.length)).toEqual(sealed);
    const { problem, added, signatures } = await judge(updated);
    expect(problem?.code).toBe('added_after_signing');
    expect(added).toEqual({ bytes: updated.length - sealed.length, claimed_at: '2027-01-02T03:04:05.000Z' });
    expect(signatures).toMatchObject([{ revision: 1, covers: sealed.length, trusted: true, integrity: 'intact' }]);
  });

  it('a signature by a stranger is an addition to what a trusted signer signed', async () => {
    const signed = await appendSignature(sealed, { subFilter: 'ETSI.CAdES.detached', field: 'Two' }, cmsOver(stranger));
    expect((await judge(signed)).problem?.code).toBe('added_after_signing');
    const { verdict, signer, signatures } = await judge(signed, { trusted: [stranger.certificate] });
    expect([verdict, signer?.issuer]).toEqual(['genuine', expect.stringMatching(/TEST CA/)]);
    expect(signatures.map(({ trusted }) => trusted)).toEqual([false, true]);
  });

  it('who signs last vouches for the whole, and each earlier one for the revision beside it', async () => {
    const changed = await appendChange(sealed, (pdf) => pdf.setTitle('Another title'));
    const signed = await appendSignature(changed, { subFilter: 'ETSI.CAdES.detached', field: 'Two' }, cmsOver(own));
    const { verdict, signatures } = await judge(signed);
    expect(verdict).toBe('genuine');
    expect(signatures.map(({ revision, covers }) => [revision, covers])).toEqual([
      [1, sealed.length],
      [2, signed.length],
    ]);
  });

  it('an earlier signature that does not fit its bytes is not hidden by a later one that does', async () => {
    const broken = await appendSignature(plain, { subFilter: 'ETSI.CAdES.detached', field: 'One' }, () =>
      cmsOver(own)(Buffer.from('other bytes')),
    );
    const signed = await appendSignature(broken, { subFilter: 'ETSI.CAdES.detached', field: 'Two' }, cmsOver(own));
    expect((await judge(signed)).problem?.code).toBe('altered');
  });

  it('says that it cannot judge a form with a signature whose space was never filled', async () => {
    const empty = await appendSignature(plain, { subFilter: 'ETSI.CAdES.detached', field: 'One' }, () =>
      Buffer.alloc(4),
    );
    expect((await judge(empty)).problem).toEqual({
      code: 'placeholder',
      message: 'The file has a space for a signature that was never filled.',
    });
    const signed = await appendSignature(empty, { subFilter: 'ETSI.CAdES.detached', field: 'Two' }, cmsOver(own));
    expect((await judge(signed)).problem?.code).toBe('placeholder');
  });

  it('bytes that are missing at the end are found', async () => {
    for (const cut of [1, 100, 3_000]) {
      expect((await judge(sealed.subarray(0, sealed.length - cut))).problem?.code).toBe('cut_off');
    }
  });

  it('a second signature that is cut off is found, although the first one is whole', async () => {
    const one = await appendSignature(plain, { subFilter: 'ETSI.CAdES.detached', field: 'One' }, cmsOver(own));
    const second = await appendSignature(one, { subFilter: 'ETSI.CAdES.detached', field: 'Two' }, cmsOver(own));
    expect((await judge(second)).problem).toBeNull();
    expect((await judge(second.subarray(0, second.length - 3000))).problem?.code).toBe('cut_off');
  });

  it('a signature whose keyword has changed is not accepted', async () => {
    for (const keyword of ['/ByteRange', '/Contents', '/SubFilter', '/Sig']) {
      const changed = Buffer.from(sealed);
      const at = changed.lastIndexOf(keyword);
      changed.writeUInt8(changed.readUInt8(at + 2) ^ 0x01, at + 2);
      expect((await judge(changed)).verdict, keyword).not.toBe('genuine');
    }
  });

  it('digits of another case make the unsigned bytes doubtful, and not the signed ones', async () => {
    const { start, cms } = signatureIn(sealed);
    const at = start + 1 + cms.toString('hex').search(/[a-f]/);
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 0x20, at);
    expect(await judge(changed)).toMatchObject({ verdict: 'cannot_judge', problem: { code: 'unsupported_profile' } });
  });

  it('a signature that is gone leaves a file that is not signed', async () => {
    expect((await judge(plain)).problem).toEqual({ code: 'not_signed', message: 'The file is not signed.' });
    expect((await judge(Buffer.from('hello'))).problem?.message).toBe('The file is not a PDF.');
    expect((await judge(Buffer.alloc(0))).problem?.code).toBe('no_pdf');
  });

  it('content hidden in the gap of the byte range is found', async () => {
    const { start, end } = signatureIn(sealed);
    const widened = sealed.toString('latin1').replace(/\/ByteRange \[0 (\d+)/, (_, length: string) => {
      return `/ByteRange [0 ${String(Number(length) - 1)}`;
    });
    expect((await judge(Buffer.from(widened, 'latin1'))).problem?.code).toBe('damaged_signature');
    const filled = Buffer.from(sealed);
    filled.write('> /X <', end - 40, 'latin1');
    expect((await judge(filled)).problem?.code).toBe('damaged_signature');
    const spaced = Buffer.from(sealed);
    spaced.write(' ', start + 11, 'latin1');
    expect((await judge(spaced)).problem?.code).toBe('damaged_signature');
  });

  it('a signature from another document is not a signature of this one', async () => {
    const other = await seal(own, await textPdf(['Another agreement']));
    const { start, cms } = signatureIn(sealed);
    expect(signatureIn(other).cms).toHaveLength(cms.length);
    const swapped = Buffer.from(sealed);
    swapped.write(signatureIn(other).cms.toString('hex'), start + 1, 'latin1');
    expect((await judge(swapped)).problem).toEqual({
      code: 'altered',
      message: 'The file is not as it was signed: some of its bytes were changed.',
    });
  });

  it('a byte range inside the text of a document is not taken for its seal', async () => {
    const decoy = Buffer.from(await textPdf(['x']));
    const raw = '%/ByteRange [0 10 20 30] /Contents <00>\n/ByteRange[';
    const withDecoy = Buffer.concat([decoy, Buffer.from(raw)]);
    expect((await judge(withDecoy)).problem?.code).toBe('not_signed');
    expect((await judge(await seal(own, decoy))).problem).toBeNull();
  });

  it('a file full of byte ranges is answered soon', async () => {
    const many = Buffer.from(`%PDF-1.7\n${'/ByteRange [0 9 11 99999999] /Contents <> '.repeat(20_000)}`);
    const spent = processorTime();
    expect((await judge(many)).problem?.code).toBe('cut_off');
    const behind = Buffer.concat([sealed, Buffer.from(`${'/ByteRange '.repeat(20_000)}\n%%EOF\n`)]);
    expect((await judge(behind)).verdict).not.toBe('genuine');
    expect(spent()).toBeLessThan(2_000);
  });
});

describe('a document that came in signed', () => {
  it('goes out with one seal, that of the service', async () => {
    const verdict = await judge(await seal(own, fixture('documents/signed.pdf')));
    expect(verdict.problem).toBeNull();
    expect(verdict.signer?.name).toBe('esign emulator TEST seal');
  });

  it('is verified by its own signature', async () => {
    const verdict = await judge(fixture('documents/signed.pdf'));
    expect(verdict.problem).not.toBeNull();
    expect(verdict.trusted).toBeNull();
  });
});

describe('a signer on behalf of another person', () => {
  it('a time-stamping authority may not seal', async () => {
    const verdict = await judge(await seal({ ...own, seal: own.timeStamp }));
    expect(verdict.problem).toMatchObject({ code: 'certificate_unfit', message: expect.stringContaining('documents') });
  });

  it.each([
    ['of a seal', () => ({ ...own, timeStamp: own.seal })],
    ['of a stranger', () => ({ ...own, timeStamp: stranger.timeStamp })],
  ])('a timestamp %s does not count, and says nothing against the seal', async (_, authority) => {
    const { problem, checks, time_stamp: stamp } = await judge(await seal(authority()));
    expect([problem, stamp]).toEqual([null, null]);
    expect(checks[3]).toMatchObject({
      outcome: 'unknown',
      text: expect.stringContaining('which is not trusted, says'),
    });
  });

  it('a certificate of the right name with a key of its own is not the one', async () => {
    const verdict = await judge(await seal({ ...own, seal: { ...own.seal, key: stranger.seal.key } }));
    expect(verdict.problem).toMatchObject({ code: 'altered', message: expect.stringContaining('not the signer’s') });
  });

  it('another certificate for the same key beside the signature is found out', async () => {
    const { start, end, cms } = signatureIn(sealed);
    const other = Buffer.from(own.seal.certificate);
    // The serial number: within the signed part of the certificate, and named in the signature too.
    const serial = other.subarray(15, 31);
    const forged = Buffer.from(cms);
    for (let place = cms.indexOf(serial); place >= 0; place = cms.indexOf(serial, place + 1)) {
      forged.writeUInt8((forged.readUInt8(place + 15) ^ 1) & 0xff, place + 15);
    }
    const swapped = Buffer.from(sealed);
    swapped.write(forged.toString('hex'), start + 1, 'latin1');
    expect(swapped).toHaveLength(sealed.length);
    expect(end).toBeGreaterThan(start);
    expect((await judge(swapped)).problem).toMatchObject({
      code: 'altered',
      message: expect.stringContaining('not bound'),
    });
  });
});

describe('cut off', async () => {
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
});
