import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CertificateAuthority, Signatory } from '../../../src/document/seal/certificate-authority.js';
import { sha256, signedData } from '../../../src/document/seal/sign-pdf.js';
import { signingKey } from '../../../src/document/seal/signing-key.js';

/** An authority of OpenSSL's making, for certificates that the emulator's own never issues. */
export interface ForeignAuthority {
  readonly certificate: Buffer;
  /** `extensions` in OpenSSL's words; `dates` are `YYYYMMDDHHMMSSZ`. */
  issue(extensions: string, options?: Issue): Signatory;
}

interface Issue {
  readonly dates?: readonly [from: string, until: string];
  readonly digest?: string;
  readonly subject?: string;
}

/** Whatever the time of the test is. */
const long = ['20200101000000Z', '20401231235959Z'] as const;
const caExtensions = 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign';

/** Makes an authority in a folder of the test's own. */
export function foreignAuthority(folder: string, extensions = caExtensions): ForeignAuthority {
  let made = 0;
  const file = (name: string): string => join(folder, name);
  const openssl = (...words: string[]): void => {
    execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  };
  const newKey = (name: string): Signatory['key'] => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    writeFileSync(file(name), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return signingKey(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'));
  };
  writeFileSync(
    file('ca.cnf'),
    '[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\npolicy=p\ndefault_md=sha256\n' +
      'unique_subject=no\n[p]\ncommonName=supplied\n[req]\ndistinguished_name=n\n[n]\n',
  );
  writeFileSync(file('index.txt'), '');
  newKey('ca.key');
  writeFileSync(file('ca.ext'), extensions);
  const request = (key: string, subject: string): void =>
    openssl('req', '-new', '-key', key, '-subj', subject, '-config', 'ca.cnf', '-utf8', '-out', 'request.pem');
  request('ca.key', '/CN=Foreign authority');
  const sign = (key: string, certificate: readonly string[], span: readonly string[], what: readonly string[]): void =>
    openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      'ca.cnf',
      '-keyfile',
      key,
      ...certificate,
      '-startdate',
      span[0] ?? '',
      '-enddate',
      span[1] ?? '',
      '-in',
      'request.pem',
      ...what,
    );
  sign('ca.key', ['-selfsign'], long, ['-extfile', 'ca.ext', '-out', 'ca.pem']);
  return {
    certificate: derOf(folder, 'ca.pem'),
    issue(leafExtensions, { dates = long, digest = 'sha256', subject = '/CN=Foreign signer' } = {}) {
      made += 1;
      const key = newKey(`leaf-${made}.key`);
      writeFileSync(file('leaf.ext'), leafExtensions);
      request(`leaf-${made}.key`, subject);
      const what = ['-extfile', 'leaf.ext', '-md', digest, '-out', `leaf-${made}.pem`];
      sign('ca.key', ['-cert', 'ca.pem'], dates, what);
      return { key, certificate: derOf(folder, `leaf-${made}.pem`) };
    },
  };
}

function derOf(folder: string, pem: string): Buffer {
  execFileSync('openssl', ['x509', '-in', pem, '-outform', 'DER', '-out', 'one.der'], { cwd: folder });
  return readFileSync(join(folder, 'one.der'));
}

/** Where the signature value of a sealed PDF stands, brackets included, and the value itself. */
export function signatureIn(pdf: Buffer): { readonly start: number; readonly end: number; readonly cms: Buffer } {
  const [, length = '', start = ''] = /\/ByteRange \[0 (\d+) (\d+) \d+/.exec(pdf.toString('latin1')) ?? [];
  const [from, until] = [Number(length), Number(start)];
  return { start: from, end: until, cms: Buffer.from(pdf.toString('latin1', from + 1, until - 1), 'hex') };
}

/** Signs what a byte range covers as the emulator does, without a timestamp. */
export const cmsOver =
  ({ seal }: Pick<CertificateAuthority, 'seal'>) =>
  (covered: Buffer): Buffer =>
    signedData({ kind: 'detached', digest: sha256(covered) }, seal);
