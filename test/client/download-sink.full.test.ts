import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from '../../src/client/failure.js';
import { OutputFailure } from '../../src/core/platform/output-failure.js';
import type { SaveTarget } from '../../src/client/download-sink.js';
import {
  flood,
  hostileServer,
  json,
  raw,
  refusal,
  resetInBody,
  stallInBody,
  text,
  type Behaviour,
} from '../support/network/hostile-server.js';
import { failureOf, setScene, testKey, type Scene } from '../support/network/scene.js';

const envelopeId = '11111111-2222-4333-8444-555555555555';
const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n', 'latin1');
const pdfType = { 'Content-Type': 'application/pdf' };
const draft = { parameters: { envelopeId, position: '1' } };

let folder = '';
const ends: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-download-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

async function meet(...behaviours: Behaviour[]): Promise<Scene> {
  const scene = await setScene(behaviours);
  ends.push(scene.close);
  return scene;
}

const target = (name = 'draft.pdf', overwrite = false): SaveTarget => ({
  kind: 'file',
  path: join(folder, name),
  overwrite,
});
const fetchDraft = (scene: Scene, to: SaveTarget = target()) => scene.client.download('getEnvelopeDraft', draft, to);

describe('saving a PDF', () => {
  it('writes the bytes as they came, and nothing else into the folder', async () => {
    const scene = await meet(text(200, pdf, { ...pdfType, 'Content-Disposition': 'attachment; filename=../../x.pdf' }));
    const saved = await fetchDraft(scene);
    expect(saved).toEqual({ bytes: pdf.length, disposition: 'attachment; filename=../../x.pdf', attempts: 1 });
    expect(readFileSync(join(folder, 'draft.pdf'))).toEqual(pdf);
    expect(readdirSync(folder)).toEqual(['draft.pdf']);
  });

  it('makes a file of its owner alone, also in the place of one that others could read', async () => {
    const scene = await meet(text(200, pdf, pdfType));
    await fetchDraft(scene);
    expect(statSync(join(folder, 'draft.pdf')).mode & 0o777).toBe(0o600);
    chmodSync(join(folder, 'draft.pdf'), 0o644);
    await fetchDraft(scene, target('draft.pdf', true));
    expect(statSync(join(folder, 'draft.pdf')).mode & 0o777).toBe(0o600);
  });

  it('keeps an existing file, before it asks for a costly render', async () => {
    writeFileSync(join(folder, 'draft.pdf'), 'mine');
    const scene = await meet(text(200, pdf, pdfType));
    const failure = await failureOf(fetchDraft(scene));
    expect(failure).toBeInstanceOf(OutputFailure);
    expect(failure).toMatchObject({ systemCode: 'EEXIST' });
    expect(readFileSync(join(folder, 'draft.pdf'), 'utf8')).toBe('mine');
    expect(scene.server.seen).toEqual([]);
    await fetchDraft(scene, target('draft.pdf', true));
    expect(readFileSync(join(folder, 'draft.pdf'))).toEqual(pdf);
  });

  it('keeps a file that came into being while the PDF was on its way', async () => {
    const scene = await meet((response) => {
      writeFileSync(join(folder, 'draft.pdf'), 'mine');
      response.writeHead(200, pdfType).end(pdf);
    });
    expect(await failureOf(fetchDraft(scene))).toMatchObject({ systemCode: 'EEXIST' });
    expect(readFileSync(join(folder, 'draft.pdf'), 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['draft.pdf']);
  });

  it('writes to a stream as it comes', async () => {
    const scene = await meet(text(200, pdf, pdfType));
    const chunks: Buffer[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    await fetchDraft(scene, { kind: 'stream', stream });
    expect(Buffer.concat(chunks)).toEqual(pdf);
  });

  it('writes into a device instead of replacing it', async () => {
    const scene = await meet(text(200, pdf, pdfType));
    await fetchDraft(scene, { kind: 'file', path: '/dev/null', overwrite: false });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('holds little of a large PDF in memory', async () => {
    const size = 200 * 1024 * 1024;
    const scene = await meet(flood(200, size, { ...pdfType, 'Content-Length': String(size + 5) }, '%PDF-'));
    const before = process.memoryUsage().rss;
    const { bytes } = await fetchDraft(scene);
    expect(bytes).toBe(size + 5);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('responses that are not a PDF', () => {
  it('never saves a refusal, and reads it as one', async () => {
    const scene = await meet(refusal(422, 'draft_not_available'));
    const failure = await failureOf(fetchDraft(scene));
    expect(failure).toBeInstanceOf(ServiceFailure);
    expect(failure).toMatchObject({ code: 'draft_not_available', operation: 'getEnvelopeDraft' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, Behaviour, string]>([
    ['JSON at status 200', json(200, { url: 'x' }), 'not_pdf'],
    ['a page', text(200, '<html>', { 'Content-Type': 'text/html' }), 'not_pdf'],
    ['a page that calls itself a PDF', text(200, '<html>', pdfType), 'not_pdf'],
    ['nothing', text(200, '', pdfType), 'not_pdf'],
    ['four bytes', text(200, '%PDF', pdfType), 'not_pdf'],
    ['a redirect', text(302, '', { Location: '/elsewhere' }), 'redirect'],
  ])('saves nothing of %s', async (_what, behaviour, reason) => {
    const scene = await meet(behaviour);
    const failure = await failureOf(fetchDraft(scene));
    expect(failure).toBeInstanceOf(UnexpectedAnswer);
    expect(failure).toMatchObject({ reason, outcomeUnknown: false });
    expect(readdirSync(folder)).toEqual([]);
    expect(scene.server.seen).toHaveLength(1);
  });

  it('takes an error at status 200 for a refusal, whatever its type says', async () => {
    const scene = await meet(refusal(200, 'draft_not_available'));
    expect(await failureOf(fetchDraft(scene))).toMatchObject({ code: 'draft_not_available' });
  });

  it('repeats a busy renderer by its schedule', async () => {
    const scene = await meet(
      refusal(503, 'service_unavailable'),
      refusal(429, 'rate_limited', { 'Retry-After': '9' }),
      text(200, pdf, pdfType),
    );
    expect((await fetchDraft(scene)).attempts).toBe(3);
    expect(scene.gaps()).toEqual([5_000, 9_000]);
    expect(readFileSync(join(folder, 'draft.pdf'))).toEqual(pdf);
  });
});

describe('PDFs that stop half way', () => {
  const half = pdf.subarray(0, 30);

  it.each<[string, Behaviour]>([
    ['by a reset', resetInBody(200, pdf.length, half, pdfType)],
    [
      'short of the length announced',
      raw(`HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 500\r\n\r\n${half.toString('latin1')}`),
    ],
    [
      'with the connection, where no length was announced',
      raw('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 half'),
    ],
  ])('are fetched again, and in the end leave nothing behind: %s', async (_how, behaviour) => {
    const scene = await meet(behaviour);
    const failure = await failureOf(fetchDraft(scene));
    expect(failure).toMatchObject({ attempts: 3 });
    expect(failure instanceof TransportFailure || failure instanceof UnexpectedAnswer).toBe(true);
    expect(scene.gaps()).toEqual([1_000, 2_000]);
    expect(readdirSync(folder)).toEqual([]);
    const healed = await meet(behaviour, text(200, pdf, pdfType));
    await fetchDraft(healed);
    expect(readFileSync(join(folder, 'draft.pdf'))).toEqual(pdf);
  });

  it('takes a PDF that ends with its connection when its own end is there', async () => {
    const scene = await meet(raw('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 whole\n%%EOF\n'));
    expect((await fetchDraft(scene)).bytes).toBe(21);
  });

  it('do not write twice to a stream', async () => {
    const scene = await meet(resetInBody(200, pdf.length, half, pdfType), text(200, pdf, pdfType));
    const chunks: Buffer[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    const failure = await failureOf(fetchDraft(scene, { kind: 'stream', stream }));
    expect(failure).toMatchObject({ reason: 'truncated', attempts: 1 });
    expect(Buffer.concat(chunks)).toEqual(half);
  });

  it('leave nothing behind when the caller stops them', async () => {
    const scene = await meet(stallInBody(200, half, pdfType));
    const stop = new AbortController();
    const failing = failureOf(scene.client.download('getEnvelopeDraft', draft, target(), { signal: stop.signal }));
    while (readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [temporary] = readdirSync(folder);
    expect(statSync(join(folder, temporary ?? '')).mode & 0o777).toBe(0o600);
    stop.abort();
    expect(await failing).toMatchObject({ reason: 'aborted', attempts: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leave nothing behind when they are longer than the limit', async () => {
    const scene = await setScene([flood(200, 1024 ** 3, pdfType, '%PDF-')], { limits: { maxDownload: 1024 * 1024 } });
    ends.push(scene.close);
    expect(await failureOf(fetchDraft(scene))).toMatchObject({ reason: 'too_large', attempts: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a download in a program of its own', () => {
  const place = mkdtempSync(join(tmpdir(), 'esign-child-'));
  const script = join(place, 'child.cjs');

  beforeAll(async () => {
    const bundle = await rolldown({
      input: fileURLToPath(new URL('../support/network/download-child.ts', import.meta.url)),
      platform: 'node',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    });
    await bundle.write({ file: script, format: 'cjs', codeSplitting: false });
    await bundle.close();
    chmodSync(place, 0o755);
  });
  afterAll(() => rmSync(place, { recursive: true }));

  interface Child {
    readonly process: ChildProcess;
    readonly end: Promise<{ readonly code: number | null; readonly signal: string | null; readonly failure: string }>;
  }

  /** Starts it below a shell that first sets a limit; as a user without privileges where the test has them. */
  function start(url: string, path: string, limit = 'true'): Child {
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = spawn('sh', ['-c', `${limit}; exec "$@"`, 'sh', process.execPath, script, url, envelopeId, path], {
      ...user,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let failure = '';
    child.stdout.on('data', (chunk: Buffer) => (failure += chunk.toString()));
    const end = new Promise<Awaited<Child['end']>>((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal, failure }));
    });
    return { process: child, end };
  }

  /** A folder that the other user may write to as well. */
  function makeFolder(mode: number): string {
    const made = mkdtempSync(join(place, 'into-'));
    chmodSync(made, mode);
    return made;
  }

  it('leaves no file of the final name when it is killed half way', async () => {
    const half = pdf.subarray(0, 30);
    const server = await hostileServer([stallInBody(200, half, pdfType)]);
    ends.push(server.close);
    const into = makeFolder(0o777);
    const child = start(server.url, join(into, 'draft.pdf'));
    while (!readdirSync(into).some((name) => statSync(join(into, name)).size === half.length)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.process.kill('SIGKILL');
    expect(await child.end).toMatchObject({ signal: 'SIGKILL' });
    expect(existsSync(join(into, 'draft.pdf'))).toBe(false);
  });

  it('leaves nothing behind when there is no room for the file half way', async () => {
    const server = await hostileServer([flood(200, 1024 * 1024, pdfType, '%PDF-')]);
    ends.push(server.close);
    const into = makeFolder(0o777);
    const end = await start(server.url, join(into, 'draft.pdf'), 'ulimit -f 100').end;
    expect(end.code).toBe(3);
    expect(JSON.parse(end.failure)).toMatchObject({ name: 'OutputFailure', systemCode: 'EFBIG' });
    expect(readdirSync(into)).toEqual([]);
  });

  it('leaves nothing behind in a folder that may not be written to', async () => {
    const server = await hostileServer([text(200, pdf, pdfType)]);
    ends.push(server.close);
    const into = makeFolder(0o555);
    const end = await start(server.url, join(into, 'draft.pdf')).end;
    expect(end.code).toBe(3);
    expect(JSON.parse(end.failure)).toMatchObject({ name: 'OutputFailure', systemCode: 'EACCES' });
    expect(readdirSync(into)).toEqual([]);
  });
});

describe('places that cannot be written', () => {
  it('says that the disk is full', async () => {
    const scene = await meet(text(200, pdf, pdfType));
    const failure = await failureOf(fetchDraft(scene, { kind: 'file', path: '/dev/full', overwrite: true }));
    expect(failure).toBeInstanceOf(OutputFailure);
    expect(failure).toMatchObject({
      systemCode: 'ENOSPC',
      message: 'Cannot write /dev/full: the disk is full.',
    });
  });

  it('asks for nothing when the folder does not exist, or the target is a folder', async () => {
    const scene = await meet(text(200, pdf, pdfType));
    expect(await failureOf(fetchDraft(scene, target('missing/draft.pdf')))).toMatchObject({ systemCode: 'ENOENT' });
    mkdirSync(join(folder, 'sub'));
    expect(await failureOf(fetchDraft(scene, target('sub', true)))).toMatchObject({ systemCode: 'EISDIR' });
    expect(scene.server.seen).toEqual([]);
  });

  it('passes on that an output stream is closed', async () => {
    const scene = await meet(text(200, pdf, pdfType));
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('closed'), { code: 'EPIPE' }));
      },
    });
    stream.on('error', () => undefined);
    expect(await failureOf(fetchDraft(scene, { kind: 'stream', stream }))).toMatchObject({ systemCode: 'EPIPE' });
  });
});

describe('sealed documents at an address of their own', () => {
  it('are fetched from another host without the key', async () => {
    const elsewhere = await hostileServer([text(200, pdf, pdfType)]);
    ends.push(elsewhere.close);
    const scene = await meet(json(500, {}));
    await scene.client.downloadFrom(`${elsewhere.url}/sealed?token=opaque-token`, target());
    expect(readFileSync(join(folder, 'draft.pdf'))).toEqual(pdf);
    expect(elsewhere.seen[0]?.target).toBe('/sealed?token=opaque-token');
    expect(elsewhere.seen[0]?.headers.get('authorization')).toBeUndefined();
    expect(scene.server.seen).toEqual([]);
    expect(scene.trace.join('\n')).not.toContain('opaque-token');
  });

  it('are fetched from the service itself with the key, also by a path alone', async () => {
    const scene = await meet(text(200, pdf, pdfType));
    await scene.client.downloadFrom('/sealed/1', target());
    expect(scene.server.seen[0]).toMatchObject({ target: '/sealed/1' });
    expect(scene.server.seen[0]?.headers.get('authorization')).toBe(`Bearer ${testKey}`);
  });

  it('are not followed over a redirect', async () => {
    const scene = await meet(text(302, '', { Location: '/elsewhere' }));
    expect(await failureOf(scene.client.downloadFrom('/sealed/1', target()))).toMatchObject({ reason: 'redirect' });
    expect(scene.server.seen).toHaveLength(1);
  });

  it.each([
    'http://example.test/x',
    'file:///etc/passwd',
    'https://user:pass@example.test/',
    'data:text/plain,x',
    'ftp://x/y',
  ])('are not fetched from %s', async (address) => {
    const scene = await meet(text(200, pdf, pdfType));
    expect(await failureOf(scene.client.downloadFrom(address, target()))).toMatchObject({ path: 'url' });
    expect(scene.server.seen).toEqual([]);
  });
});
