import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CertificateAuthority, certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { pemOf } from '../../../src/document/seal/pem.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import type { SealVerdict } from '../../../src/document/seal/verdict.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { fixture, has, textPdf } from '../../support/documents/small-documents.js';
import { appendSignature } from '../../support/documents/place-signature.js';
import { cmsOver, type ForeignAuthority, foreignAuthority, signatureIn } from '../../support/documents/seals.js';

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
      expect(verdict.problem?.code).toBe('issuer_not_known');
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
  /** Every byte three times, with `ESIGN_SEAL_SWEEP=1`. */
  const whole = process.env['ESIGN_SEAL_SWEEP'] === '1';

  it('anywhere is found, also in the signature value itself', { timeout: 300_000 }, async () => {
    const { start, end } = signatureIn(sealed);
    const missed: number[] = [];
    const first = await judge(sealed);
    const step = (index: number): number => (whole ? 1 : index > start && index < end ? 11 : 47);
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
    expect(tried).toBeGreaterThan(whole ? 3 * sealed.length - 1 : 400);
    expect(missed).toEqual([]);
  });

  it('in the attribute that holds the time-stamp leaves none', async () => {
    const { start, cms } = signatureIn(sealed);
    const attribute = cms.indexOf(Buffer.from('060b2a864886f70d010910020e', 'hex'));
    const changed = Buffer.from(sealed);
    changed.write('0f', start + 1 + 2 * (attribute + 12), 'latin1');
    const verdict = await judge(changed);
    expect([verdict.problem, verdict.time_stamp]).toEqual([null, null]);
    expect(verdict.checks[3]).toMatchObject({ outcome: 'unknown', text: expect.stringContaining('No timestamp') });
  });
});

describe('what was done to the file afterwards', () => {
  it('bytes at the end are found, however few', async () => {
    for (const more of ['x', '\n%%EOF\n', `\n1 0 obj\n<< >>\nendobj\n`]) {
      const verdict = await judge(Buffer.concat([sealed, Buffer.from(more)]));
      expect(verdict.problem?.code).toBe('changed_after_sealing');
      expect(verdict.problem?.message).toContain(
        more.length === 1 ? '1 byte was added' : `${more.length} bytes were added`,
      );
      expect(outcomes(verdict)).toMatchObject({ integrity: 'pass', coverage: 'fail', trust: 'unknown' });
    }
  });

  it('another title is reported, and does not count as a change of what was signed', async () => {
    const document = await PDF.load(sealed);
    document.setTitle('Another title');
    const updated = await document.save({ incremental: true });
    expect(Buffer.from(updated).subarray(0, sealed.length)).toEqual(sealed);
    const verdict = await judge(updated);
    expect(verdict.problem).toBeNull();
    expect(verdict.checks[1]?.text).toBe('Added after a signature, as allowed: the document properties.');
  });

  it('a second signature by somebody else makes it theirs, and theirs is not trusted', async () => {
    const verdict = await judge(await seal(stranger, sealed));
    expect(verdict.problem?.code).toBe('issuer_not_known');
    expect(verdict.signer?.issuer).toMatch(/^esign emulator TEST CA/);
  });

  it('a further signature is none that the seal allows', async () => {
    const signed = await appendSignature(sealed, { subFilter: 'ETSI.CAdES.detached', field: 'Two' }, cmsOver(own));
    expect((await judge(signed)).problem?.code).toBe('changed_after_sealing');
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

  it('a signature whose keyword has changed is damaged, not missing', async () => {
    for (const keyword of ['/ByteRange', '/Contents', '/SubFilter', '/Sig']) {
      const changed = Buffer.from(sealed);
      const at = changed.lastIndexOf(keyword);
      changed.writeUInt8(changed.readUInt8(at + 2) ^ 0x01, at + 2);
      expect((await judge(changed)).problem?.code, keyword).toBe('altered');
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
    expect((await judge(Buffer.from(widened, 'latin1'))).problem?.code).toBe('altered');
    const filled = Buffer.from(sealed);
    filled.write('> /X <', end - 40, 'latin1');
    expect((await judge(filled)).problem?.code).toBe('altered');
    const spaced = Buffer.from(sealed);
    spaced.write(' ', start + 11, 'latin1');
    expect((await judge(spaced)).problem?.code).toBe('altered');
  });

  it('a signature from another document is not a signature of this one', async () => {
    const other = await seal(own, await textPdf(['Another agreement']));
    const { start, cms } = signatureIn(sealed);
    expect(signatureIn(other).cms).toHaveLength(cms.length);
    const swapped = Buffer.from(sealed);
    swapped.write(signatureIn(other).cms.toString('hex'), start + 1, 'latin1');
    expect((await judge(swapped)).problem).toEqual({
      code: 'altered',
      message: 'The file is not as it was sealed: some of its bytes were changed.',
    });
  });

  it('a byte range inside the text of a document is not taken for its seal', async () => {
    const decoy = Buffer.from(await textPdf(['x']));
    const raw = '%/ByteRange [0 10 20 30] /Contents <00>\n/ByteRange[';
    const withDecoy = Buffer.concat([decoy, Buffer.from(raw)]);
    expect((await judge(withDecoy)).problem?.code).toBe('altered');
    expect((await judge(await seal(own, decoy))).problem).toBeNull();
  });

  it('a file full of byte ranges is answered soon', async () => {
    const many = Buffer.from(`%PDF-1.7\n${'/ByteRange [0 9 11 99999999] /Contents <> '.repeat(20_000)}`);
    const began = performance.now();
    expect((await judge(many)).problem?.code).toBe('cut_off');
    const behind = Buffer.concat([sealed, Buffer.from(`${'/ByteRange '.repeat(20_000)}\n%%EOF\n`)]);
    expect((await judge(behind)).verdict).not.toBe('genuine');
    expect(performance.now() - began).toBeLessThan(2_000);
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

  it('a seal may not tell the time', async () => {
    const verdict = await judge(await seal({ ...own, timeStamp: own.seal }));
    expect(verdict.problem).toMatchObject({ code: 'time_stamp_unfit' });
  });

  it('a time-stamp of a stranger does not make the seal trusted', async () => {
    const verdict = await judge(await seal({ ...own, timeStamp: stranger.timeStamp }));
    expect(verdict.problem?.code).toBe('issuer_not_known');
    expect(outcomes(verdict)).toMatchObject({ time: 'unknown', trust: 'fail' });
    expect(verdict.problem?.message).toContain('time-stamping');
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

describe.skipIf(!has('openssl'))('certificates that another authority issued', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-chain-'));
  const sealing = 'basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature';
  const stamping = `${sealing}\nextendedKeyUsage=critical,timeStamping`;
  let foreign: ForeignAuthority;
  let fit: Pick<CertificateAuthority, 'seal' | 'timeStamp'>;

  beforeAll(() => {
    foreign = foreignAuthority(folder);
    fit = { seal: foreign.issue(sealing), timeStamp: foreign.issue(stamping) };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const judgeForeign = async (parts: Partial<CertificateAuthority>, when = at, now = at): Promise<SealVerdict> => {
    const certificate = foreign.certificate;
    const authority = { certificate, ...fit, ...parts };
    return await judge(await seal(authority, plain, when), { trusted: [certificate], now });
  };

  it('is trusted when its certificates are fit', async () => {
    const verdict = await judgeForeign({ seal: foreign.issue(sealing, { subject: '/CN=Žofia \u001b[31m Seals' }) });
    expect(verdict.problem).toBeNull();
    expect(verdict.signer?.name).toBe('Žofia \u001b[31m Seals');
  });

  it.each([
    ['for servers only', `${sealing}\nextendedKeyUsage=serverAuth`, 'it is not for documents'],
    ['not for signing', 'basicConstraints=CA:FALSE\nkeyUsage=critical,keyEncipherment', 'it is not for signing'],
    ['with a condition nobody knows', `${sealing}\n1.2.3.4=critical,ASN1:NULL`, 'a condition that is not known'],
  ])('is unfit %s', async (_, extensions, why) => {
    const verdict = await judgeForeign({ seal: foreign.issue(extensions) });
    expect(verdict.problem).toMatchObject({ code: 'certificate_unfit', message: expect.stringContaining(why) });
  });

  it('was valid at the time of the stamp, whatever the time is now', async () => {
    const dates = ['20260101000000Z', '20261231235959Z'] as const;
    const signer = foreign.issue(sealing, { dates });
    expect((await judgeForeign({ seal: signer }, at, '2030-01-01T00:00:00Z')).problem).toBeNull();
    for (const [when, why] of [
      ['2025-12-31T23:59:59Z', 'it is valid from 2026-01-01 on'],
      ['2027-01-01T00:00:01Z', 'it was valid until 2026-12-31'],
    ] as const) {
      const verdict = await judgeForeign({ seal: signer }, when, '2030-01-01T00:00:00Z');
      expect(verdict.problem).toMatchObject({ code: 'certificate_unfit', message: expect.stringContaining(why) });
    }
  });

  it('no time-stamp outlives the certificate of who made it', async () => {
    const timeStamp = foreign.issue(stamping, { dates: ['20260101000000Z', '20261231235959Z'] });
    expect((await judgeForeign({ timeStamp })).problem).toBeNull();
    const late = await judgeForeign({ timeStamp }, at, '2027-06-01T00:00:00Z');
    expect(late.problem).toMatchObject({ code: 'time_stamp_unfit', message: expect.stringContaining('2026-12-31') });
  });

  it.each([
    ['not critical', 'extendedKeyUsage=timeStamping'],
    ['not alone', 'extendedKeyUsage=critical,timeStamping,emailProtection'],
    ['not there', ''],
  ])('may not tell the time when the usage for it is %s', async (_, usage) => {
    const verdict = await judgeForeign({ timeStamp: foreign.issue(`${sealing}\n${usage}`) });
    expect(verdict.problem?.code).toBe('time_stamp_unfit');
  });

  it('proves nothing when it is signed with SHA-1', async () => {
    const verdict = await judgeForeign({ seal: foreign.issue(sealing, { digest: 'sha1' }) });
    expect(verdict.problem?.code).toBe('issuer_not_known');
  });

  it('a signer cannot vouch for another one', async () => {
    const rogueFolder = mkdtempSync(join(folder, 'rogue-'));
    const rogue = foreignAuthority(rogueFolder, sealing);
    const parts = { certificate: rogue.certificate, seal: rogue.issue(sealing), timeStamp: rogue.issue(stamping) };
    const verdict = await judge(await seal(parts), { trusted: [rogue.certificate], now: at });
    expect(verdict.problem?.code).toBe('issuer_not_known');
  });

  it('agrees with OpenSSL on the attributes', async () => {
    const { start, end, cms } = signatureIn(sealed);
    const write = (name: string, bytes: Uint8Array | string): string => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const ca = write('own.pem', pemOf(own.certificate));
    const content = write('content', Buffer.concat([sealed.subarray(0, start), sealed.subarray(end)]));
    const der = ['-inform', 'DER', '-in', write('signature', cms)];
    const verify = ['cms', '-verify', '-cades', ...der, '-content', content, '-binary', '-CAfile', ca];
    execFileSync('openssl', [...verify, '-out', join(folder, 'out')], { stdio: 'pipe' });
    const shown = execFileSync('openssl', ['cms', '-cmsout', '-print', '-noout', ...der], { encoding: 'utf8' });
    expect(shown).toContain('id-smime-aa-signingCertificateV2');
    expect(shown).not.toContain('signingTime');
  });
});
