import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;
let sealed: string;

beforeAll(async () => {
  template = await at.template();
  sealed = await create('--send');
  await at.ok(['emulator', 'sign', sealed, 'Tenant']);
  await at.ok(['emulator', 'sign', sealed, 'Landlord']);
  // On a machine with much to do, sealing may need another try, which it makes by itself.
  for (let tries = 0; tries < 5 && !(await isSealed()); tries += 1) await at.ok(['emulator', 'clock', 'advance', '2m']);
  const about = { envelopeId: sealed, host: at.emulator.host };
  await recordDeliveries(at.machine.env['ESIGN_STATE_DIR'] ?? '', [
    { ...about, event: 'envelope.sent', createdAt: '2026-03-02T08:00:00.000Z' },
    { ...about, event: 'envelope.sealed', createdAt: '2026-03-02T08:03:00.000Z' },
    { ...about, event: 'envelope.completed', createdAt: '2026-03-02T08:02:00.000Z' },
    { ...about, event: 'envelope.declined', verdict: { ok: false, cause: 'mismatch', words: 'It does not fit.' } },
    { ...about, event: 'envelope.expired', synthetic: true },
    { host: about.host, event: 'envelope.voided' },
  ]);
});

async function isSealed(): Promise<boolean> {
  return (await at.ok(['envelope', 'documents', sealed, '--jq', '.sealed'])).stdout.trim() === 'true';
}
async function create(...more: readonly string[]): Promise<string> {
  const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
  return (await at.ok([...words, ...more, '-q', '--yes'])).stdout.trim();
}
const evidence = (id: string, ...more: readonly string[]) => at.run(['envelope', 'evidence', id, ...more]);
const check = (folder: string): string =>
  execFileSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: at.path(folder), encoding: 'utf8' });
const json = <T>(...path: readonly string[]): T => JSON.parse(readFileSync(at.path(join(...path)), 'utf8')) as T;

interface Manifest {
  readonly envelope: { readonly id: string; readonly status: string };
  readonly sealed: boolean;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

describe('envelope evidence', () => {
  it('holds the verified PDFs, the reads, the deliveries and the writes, all in one manifest', async () => {
    const ran = await evidence(sealed, '-o', 'proof', '--json');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const manifest = json<Manifest>('proof', 'manifest.json');
    expect(manifest).toMatchObject({ envelope: { id: sealed, status: 'completed' }, sealed: true });
    expect(manifest.files.map(({ path }) => path)).toEqual([
      'deliveries.json',
      'deliveries/0001-envelope.sent.json',
      'deliveries/0002-envelope.completed.json',
      'deliveries/0003-envelope.sealed.json',
      'documents.json',
      expect.stringMatching(/^documents\/1-.*\.pdf$/),
      'envelope.json',
      'verification.json',
      'writes.json',
    ]);
    for (const { path, bytes, sha256 } of manifest.files) {
      const content = readFileSync(at.path(join('proof', path)));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    }
    expect(json<unknown>('proof', 'verification.json')).toMatchObject([{ position: 1, seal: { verified: true } }]);
    expect(json<{ operation: string }[]>('proof', 'writes.json').map(({ operation }) => operation)).toEqual([
      'createEnvelope',
    ]);
    expect(json<unknown>('proof', 'envelope.json')).toMatchObject({ id: sealed, recipients: [{}, {}] });
  });

  it('is checked by sha256sum, which finds a single changed byte', async () => {
    expect(check('proof').match(/: OK$/gm)).toHaveLength(10);
    const pdf = readdirSync(at.path('proof/documents'))[0] ?? '';
    expect((await at.run(['pdf', 'verify', join('proof', 'documents', pdf)])).code).toBe(0);
    await evidence(sealed, '-o', 'spoilt');
    const bytes = readFileSync(at.path(join('spoilt/documents', pdf)));
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(at.path(join('spoilt/documents', pdf)), bytes);
    expect(() => check('spoilt')).toThrow(/sha256sum/);
  });

  it('gives the same bytes for the same state, as a folder and as a .zip, for the owner alone', async () => {
    expect((await evidence(sealed, '-o', 'again')).code).toBe(0);
    expect(readFileSync(at.path('again/SHA256SUMS'))).toEqual(readFileSync(at.path('proof/SHA256SUMS')));
    expect((await evidence(sealed, '-o', 'one.zip')).code).toBe(0);
    expect((await evidence(sealed, '-o', 'two.zip')).code).toBe(0);
    expect(readFileSync(at.path('one.zip')).equals(readFileSync(at.path('two.zip')))).toBe(true);
    expect(statSync(at.path('one.zip')).mode & 0o777).toBe(0o600);
    expect(statSync(at.path('again/envelope.json')).mode & 0o777).toBe(0o600);
    const { unzipSync } = await import('fflate');
    const inside = unzipSync(readFileSync(at.path('one.zip')));
    for (const [path, bytes] of Object.entries(inside)) {
      expect(Buffer.from(bytes).equals(readFileSync(at.path(join('proof', path))))).toBe(true);
    }
    expect(Object.keys(inside)).toHaveLength(11);
  });

  it('names no address that opens something, and no secret', () => {
    const files = readdirSync(at.path('proof'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /json|SUMS/.test(name),
    );
    const text = files.map((name) => readFileSync(at.path(join('proof', name)), 'utf8')).join('\n');
    expect(text).not.toContain(at.organisation.liveKey);
    expect(text).not.toMatch(/https?:\/\/|"url/);
  });

  it('refuses an unfinished envelope by default; on request, writes it without PDFs', async () => {
    const open = await create('--send');
    const ran = await evidence(open, '-o', 'open', '--json');
    expect([ran.code, ran.error().code]).toEqual([6, 'not_over']);
    expect(existsSync(at.path('open'))).toBe(false);
    expect((await evidence(open, '-o', 'open', '--unfinished')).code).toBe(0);
    expect(json<Manifest>('open', 'manifest.json')).toMatchObject({ sealed: false, envelope: { status: 'sent' } });
    expect(existsSync(at.path('open/documents'))).toBe(false);
    await at.ok(['emulator', 'decline', open, 'Tenant', '--reason', 'No']);
    expect((await evidence(open, '-o', 'declined')).code).toBe(0);
    expect(check('declined')).toContain('envelope.json: OK');
  });

  it('keeps nothing when a PDF is not believed', async () => {
    const ca = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=Other'];
    execFileSync('openssl', [...ca, '-keyout', at.path('other.key'), '-out', at.path('other.pem')], {
      stdio: 'ignore',
    });
    const ran = await evidence(sealed, '-o', 'unbelieved', '--ca-file', 'other.pem', '--json');
    expect([ran.code, ran.error().code]).toEqual([9, 'no_trusted_path']);
    expect(readdirSync(at.machine.folder).filter((name) => name.includes('unbelieved'))).toEqual([]);
  });

  it('leaves what is there as it is', async () => {
    mkdirSync(at.path('full'));
    writeFileSync(at.path('full/mine.txt'), 'mine');
    const codes = { full: 2, 'one.zip': 2, 'one.zip/inside': 1 };
    for (const [place, code] of Object.entries(codes)) {
      expect((await evidence(sealed, '-o', place, '--json')).code).toBe(code);
    }
    expect(readdirSync(at.path('full'))).toEqual(['mine.txt']);
    expect((await evidence(sealed, '-o', 'one.zip', '--force')).code).toBe(0);
  });
});
