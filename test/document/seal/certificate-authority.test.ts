import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certificateAuthority, rootCertificate } from '../../../src/document/seal/certificate-authority.js';
import { readCertificate } from '../../../src/document/seal/certificate.js';
import { certificatesIn, pemOf } from '../../../src/document/seal/pem.js';
import { has } from '../../support/documents/small-documents.js';
import { shared } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const authority = certificateAuthority(Buffer.alloc(32, 7), 2026);
const folder = shared(newFolder);

const file = (name: string, der: Buffer): string => {
  writeFileSync(join(folder.path, name), pemOf(der));
  return join(folder.path, name);
};

describe('the test authority', () => {
  it('is the same for the same secret, to the last byte, and another for another', () => {
    const again = certificateAuthority(Buffer.alloc(32, 7), 2026);
    expect(again.certificate).toEqual(authority.certificate);
    expect(again.seal.certificate).toEqual(authority.seal.certificate);
    expect(again.timeStamp.certificate).toEqual(authority.timeStamp.certificate);
    const other = certificateAuthority(Buffer.alloc(32, 8), 2026);
    expect(other.certificate).not.toEqual(authority.certificate);
    const names = [authority, other].map(({ certificate }) => new X509Certificate(certificate).subject);
    expect(new Set(names).size).toBe(2);
  });

  it('says in every name that it is a test', () => {
    for (const der of [authority.certificate, authority.seal.certificate, authority.timeStamp.certificate]) {
      const { subject } = new X509Certificate(der);
      expect(subject).toMatch(/CN=esign emulator TEST /);
      expect(subject).toContain('without legal force');
    }
  });

  it('is the same in every year, and its signatories have certificates of the year in which they sign', () => {
    const validityOf = (der: Buffer): readonly string[] => {
      const { from, until } = readCertificate(der);
      return [from, until].map((time) => new Date(time).toISOString());
    };
    const later = certificateAuthority(Buffer.alloc(32, 7), 2051);
    expect(later.certificate).toEqual(authority.certificate);
    expect(rootCertificate(Buffer.alloc(32, 7))).toEqual(authority.certificate);
    expect(validityOf(authority.certificate)).toEqual(['2000-01-01T00:00:00.000Z', '2099-12-31T23:59:59.000Z']);
    for (const [role, years] of [
      ['seal', 3],
      ['timeStamp', 30],
    ] as const) {
      for (const [each, year] of [
        [authority, 2026],
        [later, 2051],
      ] as const) {
        const span = [`${year}-01-01T00:00:00.000Z`, `${year + years - 1}-12-31T23:59:59.000Z`];
        expect(validityOf(each[role].certificate)).toEqual(span);
      }
      const serials = [authority, later].map((each) => readCertificate(each[role].certificate).serialHex);
      expect(new Set(serials).size).toBe(2);
    }
  });

  it.skipIf(!has('openssl')).each([
    ['seal', 'smimesign', 0],
    ['seal', 'timestampsign', 2],
    ['seal', 'sslserver', 2],
    ['timeStamp', 'timestampsign', 0],
    ['timeStamp', 'smimesign', 2],
  ] as const)('vouches for its %s: OpenSSL, at its strictest, judges it for %s', (role, purpose, code) => {
    const ca = file('ca.pem', authority.certificate);
    const leaf = file('leaf.pem', authority[role].certificate);
    const ran = spawnSync('openssl', ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', ca, leaf]);
    expect([ran.stderr.toString() === '' ? 0 : 2, ran.status]).toEqual([code, code]);
  });
});

describe('a file of certificates', () => {
  it('is read as PEM with text around it, and as DER', () => {
    const { certificate, seal } = authority;
    const text = `subject=somebody\n${pemOf(certificate)}\r\n${pemOf(seal.certificate).replaceAll('\n', '\r\n')}`;
    expect(certificatesIn(Buffer.from(text))).toEqual([certificate, seal.certificate]);
    expect(certificatesIn(certificate)).toEqual([certificate]);
    for (const none of ['', 'nothing', pemOf(certificate).slice(0, 200)]) {
      expect(() => certificatesIn(Buffer.from(none))).toThrow('no certificate');
    }
  });
});
