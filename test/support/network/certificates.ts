import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

export interface Certificates {
  /** PEM file of the authority. */
  readonly caFile: string;
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** Makes an authority and a certificate for the names with openssl, in a folder of the test's own. */
export function makeCertificates(folder: string, names: readonly string[]): Certificates {
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  writeFileSync(
    file('ca.cnf'),
    '[req]\ndistinguished_name=d\nx509_extensions=v3\n[d]\n[v3]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n',
  );
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Test CA',
    '-config',
    'ca.cnf',
  );
  openssl('req', ...newKey, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=leaf', '-config', 'ca.cnf');
  const alternatives = names.map((name) => (isIP(name) !== 0 ? `IP:${name}` : `DNS:${name}`)).join(',');
  writeFileSync(file('leaf.cnf'), `subjectAltName=${alternatives}\n`);
  openssl(
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-out',
    'leaf.pem',
    '-extfile',
    'leaf.cnf',
  );
  return { caFile: file('ca.pem'), key: readFileSync(file('leaf.key')), cert: readFileSync(file('leaf.pem')) };
}
