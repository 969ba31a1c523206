import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from '../network/certificates.js';
import { ended, freePort, untilOpen } from './sshd.js';

const program = '/usr/sbin/nginx';

/** Whether nginx and openssl are there; tests that need them are skipped by name where they are not. */
export const hasNginx = existsSync(program) && existsSync('/usr/bin/openssl');

export interface Edge {
  /** `https://localhost:port`: leads to the target. */
  readonly url: string;
  /** `https://localhost:port/p/{port}`: leads to any port of this machine, for an ssh host that gives it again. */
  readonly portUrl: string;
  readonly port: number;
  /** PEM file of this run's authority. */
  readonly caFile: string;
  close(): Promise<void>;
}

/** Makes the authority and the certificate of an edge in a folder. */
export const makeEdgeCertificates = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeCertificates(folder, ['localhost', '127.0.0.1', 'hooks.example.test']);
};

/**
 * A real nginx that ends TLS on a free port of 127.0.0.1 and passes requests on, as on a host of one's own.
 * `certificates`: the folder of those that were made before, for the programs that trust them from their start.
 */
export async function startEdge(
  folder: string,
  target: { readonly port: number } | { readonly socket: string },
  certificates?: string,
): Promise<Edge> {
  mkdirSync(join(folder, 'tmp'), { recursive: true, mode: 0o700 });
  const made = certificates ?? folder;
  if (certificates === undefined) makeEdgeCertificates(made);
  const port = await freePort();
  const upstream = 'socket' in target ? `unix:${target.socket}:` : `127.0.0.1:${target.port}`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(folder, 'tmp', kind)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    [
      'daemon off;',
      'worker_processes 1;',
      ...(userInfo().uid === 0 ? [`user ${userInfo().username};`] : []),
      `pid ${join(folder, 'nginx.pid')};`,
      'error_log stderr error;',
      'events { worker_connections 256; }',
      'http {',
      '  access_log off;',
      ...temporary,
      '  server {',
      `    listen 127.0.0.1:${port} ssl;`,
      '    server_name localhost;',
      `    ssl_certificate ${join(made, 'leaf.pem')};`,
      `    ssl_certificate_key ${join(made, 'leaf.key')};`,
      '    client_max_body_size 20m;',
      '    proxy_http_version 1.1;',
      '    proxy_set_header Connection "";',
      '    proxy_set_header Host $http_host;',
      '    proxy_connect_timeout 5s;',
      '    proxy_read_timeout 30s;',
      `    location / { proxy_pass http://${upstream}; }`,
      '    location ~ ^/p/(?<to>\\d+)(?<rest>/.*)$ { proxy_pass http://127.0.0.1:$to$rest$is_args$args; }',
      '  }',
      '}',
      '',
    ].join('\n'),
  );
  const child = spawn(program, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await untilOpen(port).catch((error: unknown) => {
    throw new Error(`nginx did not start: ${said}`, { cause: error });
  });
  const url = `https://localhost:${port}`;
  return { url, portUrl: `${url}/p/{port}`, port, caFile: join(made, 'ca.pem'), close: () => ended(child) };
}
