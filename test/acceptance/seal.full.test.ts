import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PdfString } from '@libpdf/core';
import { appendChange } from '../support/documents/place-signature.js';
import { signatureIn } from '../support/documents/seals.js';
import { has } from '../support/documents/small-documents.js';
import { agreementPdf } from '../support/agreement.js';
import { type Esign, newEsign, parties, type ReadyLine } from '../support/esign.js';
import type { Envelope, Template } from '../support/shapes.js';

let esign: Esign;
let ready: ReadyLine;
let template: string;
/** Sealed before the tests begin. */
let sealedId: string;

beforeAll(async () => {
  esign = newEsign({ within: true });
  ready = await esign.emulator();
  template = (await esign.ok(['template', 'create', 'agreement.pdf', '-q'])).stdout.trim();
  await esign.ok(['emulator', 'ca', '-o', 'ca.pem']);
  sealedId = await completed();
  await wait();
});
afterAll(() => esign.remove());

/** An envelope that everybody has signed; its sealing is a minute away. */
async function completed(from = template): Promise<string> {
  const value = ['--value', '.rental.amount=9500.00'];
  const made = ['envelope', 'create', '--template', from, ...parties, ...value, '--send', '--json'];
  const { id } = (await esign.ok(made)).json<Envelope>();
  for (const role of ['Tenant', 'Landlord']) await esign.ok(['emulator', 'sign', id, role]);
  return id;
}

const wait = (): Promise<unknown> => esign.ok(['emulator', 'clock', 'advance', '2m']);
const run = (program: string, ...words: readonly string[]): { code: number | null; text: string } => {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: esign.folder, encoding: 'latin1' });
  return { code: status, text: `${stdout}${stderr}` };
};

describe('a document that was sealed', () => {
  let sealed: Buffer;

  beforeAll(async () => {
    const { seal, sha256 } = (await esign.ok(['envelope', 'download', sealedId, '-o', 'sealed.pdf', '--json'])).json<{
      seal: { verified: boolean; trusted: { name: string } };
      sha256: string;
    }>();
    expect(seal).toMatchObject({ verified: true, trusted: { name: expect.stringMatching(/TEST CA/) } });
    sealed = readFileSync(esign.path('sealed.pdf'));
    expect((await esign.ok(['pdf', 'verify', 'sealed.pdf', '--json'])).json()).toMatchObject({ sha256 });
  });

  it('is genuine for its own program, with the exported authority and nothing else', async () => {
    const alone = { ESIGN_CONFIG_DIR: esign.path('elsewhere'), ESIGN_STATE_DIR: esign.path('elsewhere') };
    const verified = await esign.ok(['pdf', 'verify', 'sealed.pdf', '--ca-file', 'ca.pem', '--json'], { env: alone });
    expect(verified.json()).toMatchObject({ verified: true, trust_from: 'ca', problem: null });
    const nobody = await esign.run(['pdf', 'verify', 'sealed.pdf', '--json'], { env: alone });
    expect([nobody.code, nobody.error().code]).toEqual([9, 'no_trusted_path']);
  });

  it.skipIf(!has('qpdf'))('is a sound PDF', () => {
    const { code, text } = run('qpdf', '--check', 'sealed.pdf');
    expect([code, text]).toEqual([0, expect.stringContaining('No syntax or stream encoding errors')]);
  });

  describe.skipIf(!has('pdfsig') || !has('certutil'))('for pdfsig', () => {
    const judge = (file: string): string => run('pdfsig', '-nssdir', 'nss', file).text;
    const good = (text: string): boolean =>
      text.includes('Signature is Valid.') &&
      text.includes('Certificate is Trusted.') &&
      text.includes('- Total document signed');

    beforeAll(() => {
      mkdirSync(esign.path('nss'));
      run('certutil', '-N', '-d', 'sql:nss', '--empty-password');
      run('certutil', '-A', '-d', 'sql:nss', '-n', 'ca', '-t', 'C,C,C', '-i', 'ca.pem');
    });

    it('is valid, trusted and signed in total, under the only name there is', () => {
      const text = judge('sealed.pdf');
      expect(text).toContain('Signature Type: ETSI.CAdES.detached');
      expect(text).toContain('Signer Certificate Common Name: esign emulator TEST seal');
      expect(text.match(/Signature #/g)).toHaveLength(1);
      expect(good(text)).toBe(true);
    });

    it('is not, once one byte of it has changed', { timeout: 120_000 }, () => {
      const tries = Number(process.env['ESIGN_SEAL_FLIPS'] ?? '12');
      const { start, end } = signatureIn(sealed);
      const covered = sealed.length - (end - start);
      const missed: number[] = [];
      for (let number = 0; number < tries; number += 1) {
        const place = Math.floor((number * covered) / tries);
        const index = place < start ? place : place + end - start;
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(index) ^ ([0x01, 0x20, 0xff][number % 3] ?? 1), index);
        writeFileSync(esign.path('changed.pdf'), changed);
        if (good(judge('changed.pdf'))) missed.push(index);
      }
      expect(missed).toEqual([]);
    });
  });

  it.skipIf(!has('openssl'))('bears a signature and a time-stamp that OpenSSL accepts', () => {
    const { start, end, cms } = signatureIn(sealed);
    writeFileSync(esign.path('cms.der'), cms);
    writeFileSync(esign.path('content'), Buffer.concat([sealed.subarray(0, start), sealed.subarray(end)]));
    const trust = ['-CAfile', 'ca.pem'];
    const files = ['-in', 'cms.der', '-inform', 'DER', '-content', 'content', '-binary', '-out', 'signed'];
    const signature = run('openssl', 'cms', '-verify', '-cades', ...files, ...trust);
    expect([signature.code, signature.text]).toEqual([0, expect.stringContaining('successful')]);

    const { token, value } = timeStampOf(cms);
    writeFileSync(esign.path('token.der'), token);
    writeFileSync(esign.path('value'), value);
    const stamp = ['ts', '-verify', '-token_in', '-in', 'token.der', '-data'];
    const time = run('openssl', ...stamp, 'value', ...trust);
    expect([time.code, time.text]).toEqual([0, expect.stringContaining('Verification: OK')]);
    expect(run('openssl', ...stamp, 'content', ...trust).code).not.toBe(0);
  });

  /** Taken apart by the places that OpenSSL names. */
  function timeStampOf(cms: Buffer): { readonly token: Buffer; readonly value: Buffer } {
    const lines = run('openssl', 'asn1parse', '-inform', 'DER', '-in', 'cms.der').text.split('\n');
    const at = lines.findIndex((line) => line.includes('timeStampToken'));
    const bytes = (line = ''): Buffer => {
      const [, offset = '', header = '', length = ''] = /^\s*(\d+):d=\d+\s+hl=(\d+)\s+l=\s*(\d+)/.exec(line) ?? [];
      return cms.subarray(Number(offset), Number(offset) + Number(header) + Number(length));
    };
    const value = lines.slice(0, at).findLast((line) => line.includes('OCTET STRING'));
    return { token: bytes(lines[at + 2]), value: bytes(value).subarray(2) };
  }
});

describe('sealing that was given up', () => {
  it('signs the document when it is tried again', async () => {
    await esign.ok(['emulator', 'fault', 'operation', 'seal', '--code', 'internal_error', '--count', '1']);
    const id = await completed();
    await wait();
    const early = await esign.run(['envelope', 'download', id, '-o', 'requeued.pdf', '--json']);
    expect([early.code, early.error().code]).toEqual([6, 'not_sealed_yet']);
    await esign.ok(['emulator', 'requeue', id]);
    await wait();
    await esign.ok(['envelope', 'download', id, '-o', 'requeued.pdf']);
    await esign.ok(['pdf', 'verify', 'requeued.pdf', '--ca-file', 'ca.pem']);
  });
});

describe('several documents', () => {
  it('are sealed one by one, each with a signature of its own', async () => {
    esign.write('second.pdf', agreementPdf());
    const pack = await esign.ok(['template', 'create', 'agreement.pdf', 'second.pdf', '--json']);
    const id = await completed(pack.json<Template>().id);
    await wait();
    mkdirSync(esign.path('pack'));
    const { stdout } = await esign.ok(['envelope', 'download', id, '-o', 'pack', '--jq', '[.data[].seal.verified]']);
    expect(JSON.parse(stdout)).toEqual([true, true]);
    const digests = ['1-agreement', '2-second']
      .map((name) => `pack/${name}-${id}.pdf`)
      .map(async (file) => {
        return (await esign.ok(['pdf', 'verify', file, '--ca-file', 'ca.pem', '--json'])).json<{ sha256: string }>()
          .sha256;
      });
    expect(new Set(await Promise.all(digests)).size).toBe(2);
  });
});

describe('a download that is not what was sealed', () => {
  let server: Server;
  let change: (pdf: Buffer) => Buffer | Promise<Buffer> = (pdf) => pdf;
  /** A real service states no digest of what it sealed. */
  let isDigestStated = true;
  /** A service on the way to the emulator; its own routes are reached through it, or not. */
  let isEmulator = true;
  let base: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      if (!isEmulator && path.startsWith('/_emulator')) return void response.writeHead(404).end();
      const { authorization = '' } = request.headers;
      void fetch(new URL(path, ready.url), { headers: { authorization } }).then(async (answer) => {
        const bytes = Buffer.from(await answer.arrayBuffer());
        const type = answer.headers.get('content-type') ?? '';
        const text = bytes.toString('utf8').replaceAll(ready.url, base);
        const told = isDigestStated ? text : text.replace(/"sha256": ?"[0-9a-f]{64}"/g, '"sha256":null');
        const body = type === 'application/pdf' ? await change(bytes) : told;
        response.writeHead(answer.status, { 'Content-Type': type }).end(body);
      });
    });
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  /** That of the profile goes to its own address alone. */
  const key = () => ({ env: { ESIGN_API_KEY: ready.live_key } });
  const flipped = (pdf: Buffer): Buffer => {
    const changed = Buffer.from(pdf);
    changed.writeUInt8(changed.readUInt8(1_000) ^ 1, 1_000);
    return changed;
  };

  it('is not kept, on disk or on stdout, and is kept without verification', async () => {
    const download = (...words: readonly string[]) =>
      esign.run(['envelope', 'download', sealedId, '--base-url', base, ...words], key());
    for (const [code, how] of [
      ['altered', flipped],
      ['added_after_signing', (pdf: Buffer) => Buffer.concat([pdf, Buffer.from('\n% more\n%%EOF\n')])],
      // It is not signed, and not the file whose digest the service states.
      ['altered', () => agreementPdf()],
    ] as const) {
      change = how;
      const refused = await download('-o', 'tampered.pdf', '--json');
      expect([refused.code, refused.error().code, refused.stdout]).toEqual([9, code, '']);
      expect(existsSync(esign.path('tampered.pdf'))).toBe(false);
      expect([...esign.files().keys()].filter((name) => name.includes('tampered'))).toEqual([]);
    }
    change = flipped;
    const streamed = await download('-o', '-');
    expect([streamed.code, streamed.stdout]).toEqual([9, '']);
    expect((await download('-o', 'tampered.pdf', '--no-verify')).code).toBe(0);
    change = (pdf) => pdf;
    expect((await download('-o', 'genuine.pdf')).code).toBe(0);
  });

  it('is kept with a warning where nothing speaks against it, and not when somebody added to it', async () => {
    isDigestStated = false;
    const download = (...words: readonly string[]) =>
      esign.run(['envelope', 'download', sealedId, '--base-url', base, ...words], key());
    change = (pdf) => appendChange(pdf, (document) => document.getCatalog().set('Lang', PdfString.fromString('af')));
    const added = await download('-o', 'added.pdf', '--json');
    expect([added.code, added.error()]).toMatchObject([9, { code: 'added_after_signing', verdict: 'added_to' }]);
    expect(existsSync(esign.path('added.pdf'))).toBe(false);
    change = () => agreementPdf();
    const unsigned = await download('-o', 'unsigned.pdf');
    expect([unsigned.code, unsigned.stderr]).toEqual([0, expect.stringContaining('The file is not signed.')]);
    const words = ['evidence', sealedId, '-o', 'unsigned-evidence', '--base-url', base];
    const evidence = await esign.run(['envelope', ...words], key());
    expect([evidence.code, evidence.stderr]).toEqual([0, expect.stringContaining('cannot be verified')]);
    change = flipped;
    expect((await download('-o', 'altered.pdf')).code).toBe(9);
    isDigestStated = true;
  });

  it('is checked by its seal alone without a known authority, and says so', async () => {
    isEmulator = false;
    change = (pdf) => pdf;
    const words = ['envelope', 'download', sealedId, '--base-url', base];
    const kept = await esign.ok([...words, '-o', 'unknown.pdf', '--json'], key());
    expect(kept.json()).toMatchObject({ seal: { verified: false, trusted: null } });
    const streamed = await esign.ok([...words, '-o', '-'], key());
    expect(streamed.stderr).toMatch(/Unaltered, .* is not trusted\. Specify it with --ca-file\./);
    expect(
      (await esign.ok([...words, '-o', 'known.pdf', '--ca-file', 'ca.pem', '--json'], key())).json(),
    ).toMatchObject({
      seal: { verified: true },
    });
    change = flipped;
    expect((await esign.run([...words, '-o', 'unknown-too.pdf'], key())).code).toBe(9);
    expect(existsSync(esign.path('unknown-too.pdf'))).toBe(false);
  });
});
