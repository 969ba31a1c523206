import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a key is made, in OpenSSL's words, and how it signs. */
export interface KeyKind {
  readonly generate: readonly string[];
  readonly sign?: readonly string[];
}

export const keyKinds = {
  rsa: { generate: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'] },
  pss: {
    generate: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
    sign: ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:32'],
  },
  rsa1024: { generate: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'] },
  p256: { generate: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'] },
  p384: { generate: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'] },
  ed25519: { generate: ['-algorithm', 'ED25519'] },
} as const satisfies Readonly<Record<string, KeyKind>>;

/** An authority of OpenSSL's making in a folder of its own, with the signers that it vouches for. */
export class OpensslSigner {
  readonly folder: string;
  private readonly made = new Set<string>();
  private count = 0;

  constructor(folder: string) {
    this.folder = folder;
    // node-forge, below signpdf, reads only RSA.
    this.makeKey('ca', keyKinds.rsa);
    const subject = ['-x509', '-subj', '/CN=Corpus authority', '-days', '7300'];
    const usage = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign'];
    this.run('req', '-new', ...subject, '-key', 'ca.key', '-out', 'ca.pem', '-config', this.config(), ...usage);
    this.certificateOf(
      'tsa',
      keyKinds.p256,
      'extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature',
    );
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  der(name: string): Buffer {
    this.run('x509', '-in', `${name}.pem`, '-outform', 'DER', '-out', `${name}.der`);
    return readFileSync(this.path(`${name}.der`));
  }

  /** A CMS over some bytes, detached. `more` are further words for `openssl cms -sign`. */
  cms(kind: keyof typeof keyKinds, content: Uint8Array, more: readonly string[] = []): Buffer {
    this.certificateOf(kind, keyKinds[kind], 'keyUsage=critical,digitalSignature,nonRepudiation');
    writeFileSync(this.path('content'), content);
    const { sign: options = [] }: KeyKind = keyKinds[kind];
    const signer = ['-signer', `${kind}.pem`, '-inkey', `${kind}.key`, ...options];
    const files = ['-in', 'content', '-out', 'cms', '-outform', 'DER', '-certfile', 'ca.pem'];
    this.run('cms', '-sign', '-binary', '-nosmimecap', ...signer, ...files, ...more);
    return readFileSync(this.path('cms'));
  }

  /** An RFC 3161 token over a SHA-256 digest. */
  token(digest: Uint8Array): Buffer {
    writeFileSync(this.path('serial'), '01\n');
    const hex = Buffer.from(digest).toString('hex');
    this.run('ts', '-query', '-digest', hex, '-sha256', '-cert', '-out', 'query');
    const signer = ['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-section', 'tsa', '-config', this.config()];
    this.run('ts', '-reply', '-queryfile', 'query', ...signer, '-token_out', '-out', 'token');
    return readFileSync(this.path('token'));
  }

  /** Makes key and certificate once. */
  certificateOf(name: string, kind: KeyKind, extensions: string): void {
    if (this.made.has(name)) return;
    this.makeKey(name, kind);
    this.count += 1;
    writeFileSync(this.path('leaf.ext'), `basicConstraints=CA:FALSE\n${extensions}\n`);
    const request = ['-key', `${name}.key`, '-subj', `/CN=Corpus ${name}`, '-config', this.config()];
    this.run('req', '-new', ...request, '-out', 'request.pem');
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-set_serial', String(1000 + this.count)];
    this.run(
      'x509',
      '-req',
      '-in',
      'request.pem',
      ...by,
      '-days',
      '3650',
      '-extfile',
      'leaf.ext',
      '-out',
      `${name}.pem`,
    );
  }

  /** Key and certificate in one file, with the password `corpus`. */
  p12(name: string): Buffer {
    const pair = ['-inkey', `${name}.key`, '-in', `${name}.pem`, '-name', name];
    // The old algorithms: node-forge reads no others.
    const old = ['-legacy', '-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
    this.run('pkcs12', '-export', ...pair, ...old, '-passout', 'pass:corpus', '-out', `${name}.p12`);
    return readFileSync(this.path(`${name}.p12`));
  }

  private makeKey(name: string, { generate }: KeyKind): void {
    this.run('genpkey', ...generate, '-out', `${name}.key`);
    this.made.add(name);
  }

  private config(): string {
    const tsa =
      'serial=serial\ndefault_policy=1.2.3.4.1\ndigests=sha256\nsigner_digest=sha256\ness_cert_id_alg=sha256\n';
    writeFileSync(this.path('openssl.cnf'), `[req]\ndistinguished_name=n\n[n]\n[tsa]\n${tsa}`);
    return 'openssl.cnf';
  }

  private run(...words: readonly string[]): void {
    execFileSync('openssl', words, { cwd: this.folder, stdio: 'pipe' });
  }
}
