import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CertificateAuthority, certificateAuthority } from '../../../src/document/seal/certificate-authority.js';
import { pemOf } from '../../../src/document/seal/pem.js';
import { signPdf } from '../../../src/document/seal/sign-pdf.js';
import { timeStampToken } from '../../../src/document/seal/sign-pdf.js';
import type { SealVerdict } from '../../../src/document/seal/verdict.js';
import { verifySeal } from '../../../src/document/seal/verify-seal.js';
import { has, textPdf } from '../../support/documents/small-documents.js';
import { appendSignature } from '../../support/documents/place-signature.js';
import { type ForeignAuthority, foreignAuthority, signatureIn } from '../../support/documents/seals.js';

const at = '2026-11-20T09:31:00.000Z';
const own = certificateAuthority(Buffer.alloc(32, 7), 2026);
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

  it('no time-stamp outlives the certificate of who made it, and no stranger’s revives it', async () => {
    const dates = ['20260101000000Z', '20261231235959Z'] as const;
    const timeStamp = foreign.issue(stamping, { dates });
    expect((await judgeForeign({ timeStamp })).time_stamp?.at).toBe(at);
    const late = await judgeForeign({ timeStamp }, at, '2027-06-01T00:00:00Z');
    expect([late.problem, late.time_stamp]).toEqual([null, null]);
    const expired = await seal({
      certificate: foreign.certificate,
      seal: foreign.issue(sealing, { dates }),
      timeStamp,
    });
    const revive = (by: CertificateAuthority): Promise<Buffer> =>
      appendSignature(expired, { subFilter: 'ETSI.RFC3161', field: 'Stamp', room: 12_000 }, (covered) =>
        timeStampToken(by.timeStamp, covered, new Date('2026-12-30T00:00:00Z')),
      );
    const trusted = [foreign.certificate];
    const later = '2027-06-01T00:00:00Z';
    expect((await judge(await revive(own), { trusted, now: later })).problem?.code).toBe('certificate_unfit');
    expect((await judge(await revive(own), { trusted: [...trusted, own.certificate], now: later })).problem).toBeNull();
  });

  it.each([
    ['not critical', 'extendedKeyUsage=timeStamping'],
    ['not alone', 'extendedKeyUsage=critical,timeStamping,emailProtection'],
    ['not there', ''],
  ])('may not tell the time when the usage for it is %s', async (_, usage) => {
    const verdict = await judgeForeign({ timeStamp: foreign.issue(`${sealing}\n${usage}`) });
    expect([verdict.problem, verdict.time_stamp]).toEqual([null, null]);
  });

  it('proves nothing when it is signed with SHA-1', async () => {
    const verdict = await judgeForeign({ seal: foreign.issue(sealing, { digest: 'sha1' }) });
    expect(verdict.problem?.code).toBe('no_trusted_path');
  });

  it('a signer cannot vouch for another one', async () => {
    const rogueFolder = mkdtempSync(join(folder, 'rogue-'));
    const rogue = foreignAuthority(rogueFolder, sealing);
    const parts = { certificate: rogue.certificate, seal: rogue.issue(sealing), timeStamp: rogue.issue(stamping) };
    const verdict = await judge(await seal(parts), { trusted: [rogue.certificate], now: at });
    expect(verdict.problem?.code).toBe('no_trusted_path');
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
