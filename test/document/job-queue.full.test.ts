import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RenderFailed, UnreadableDocument } from '../../src/document/document-failure.js';
import { JobQueue } from '../../src/document/job-queue.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esign-worker-'));
});
afterAll(() => rm(folder, { recursive: true }));

const pdf = Buffer.from('%PDF-1.7');
const queueOver = async (program: string, memoryLimit = 200): Promise<JobQueue> => {
  const script = join(folder, `${program.length}-${Buffer.from(program).toString('base64url').slice(0, 40)}.cjs`);
  await writeFile(script, program);
  return new JobQueue({ script, jobLimit: 20_000, jobsPerWorker: 60, heapLimit: 16, memoryLimit });
};
const failure = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(() => null).catch((error: unknown) => error);
const ready = `const { parentPort } = require('node:worker_threads'); parentPort.postMessage('ready');`;

describe('a worker', () => {
  it('whose program is missing is a failure of the renderer, not of the document', async () => {
    const queue = new JobQueue({
      script: join(folder, 'nowhere.cjs'),
      jobLimit: 5_000,
      jobsPerWorker: 60,
      heapLimit: 16,
      memoryLimit: 200,
    });
    const error = await failure(queue.run('read', { pdf }));
    expect(error).toBeInstanceOf(RenderFailed);
    expect(error).toMatchObject({ code: 'crashed', message: 'the renderer could not be started' });
    await queue.close();
  });

  it('that ends while it loads is a failure of the renderer too', async () => {
    const queue = await queueOver(`throw new Error('no such module');`);
    expect(await failure(queue.run('read', { pdf }))).toMatchObject({ name: 'RenderFailed', code: 'crashed' });
    await queue.close();
  });

  it('that breaks down over a document says that the document is damaged', async () => {
    const queue = await queueOver(`${ready} parentPort.on('message', () => { throw new Error('broken'); });`);
    const error = await failure(queue.run('read', { pdf }));
    expect(error).toBeInstanceOf(UnreadableDocument);
    expect(error).toMatchObject({ code: 'damaged' });
    await queue.close();
  });

  it('that broke down is replaced for the next job', async () => {
    const answers = `parentPort.on('message', ({ ask }) => {
      if (ask.pdf.length === 0) throw new Error('broken');
      parentPort.postMessage({ ok: true, answer: ask.pdf.length });
    });`;
    const queue = await queueOver(`${ready} ${answers}`);
    const outcomes = [failure(queue.run('read', { pdf: Buffer.alloc(0) })), queue.run('read', { pdf })];
    expect(await outcomes[0]).toMatchObject({ code: 'damaged' });
    expect(await outcomes[1]).toBe(8);
    await queue.close();
  });

  it('that says it is spent does no other job', async () => {
    const queue = await queueOver(`${ready} let done = 0; parentPort.on('message', ({ ask }) => {
      done += 1;
      parentPort.postMessage({ ok: true, answer: done, spent: ask.pdf.length === 0 });
    });`);
    const [first, second, third] = [pdf, Buffer.alloc(0), pdf].map((bytes) => queue.run('read', { pdf: bytes }));
    expect([await first, await second, await third]).toEqual([1, 2, 1]);
    await queue.close();
  });

  it('that runs out of memory says so, of the document that took it all', async () => {
    const queue = await queueOver(`${ready} parentPort.on('message', () => {
      const all = [];
      for (;;) all.push(new Array(1e5).fill(1.5).map((one) => one + all.length));
    });`);
    const reading = failure(queue.run('read', { pdf }));
    const drawing = failure(queue.run('page', { pdf, page: 1 }));
    expect(await reading).toMatchObject({
      name: 'UnreadableDocument',
      code: 'too_complex',
      message: 'a PDF that takes too much memory to be read',
    });
    expect(await drawing).toMatchObject({ name: 'RenderFailed', code: 'failed' });
    await queue.close();
  });

  it('has so much waiting for it and no more, and takes uploads again later', async () => {
    const program = `${ready} parentPort.on('message', () => {
      parentPort.postMessage({ ok: true, answer: 'read', spent: false });
    });`;
    // The copies of several documents are there at once until a busy machine has collected them.
    const queue = await queueOver(program, 2_000);
    const large = Buffer.alloc(100 * 1024 * 1024);
    const reads = Array.from({ length: 5 }, () => queue.run('read', { pdf: large }).catch((error: unknown) => error));
    // One of them is under way, two may wait.
    expect(
      (await Promise.all(reads)).map((outcome) => (outcome instanceof RenderFailed ? outcome.message : outcome)),
    ).toEqual([
      'read',
      'read',
      'read',
      'the renderer is busy with other documents',
      'the renderer is busy with other documents',
    ]);
    expect(await queue.run('read', { pdf })).toBe('read');
    await queue.close();
  });

  it('that takes memory outside of its heap is ended too', async () => {
    const queue = await queueOver(`${ready} const all = []; parentPort.on('message', () => {
      // As slowly as a decoder makes its output.
      for (const start = Date.now(); Date.now() - start < 20_000; ) {
        all.push(Buffer.alloc(1024 * 1024, all.length));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      }
    });`);
    expect(await failure(queue.run('read', { pdf }))).toMatchObject({ code: 'too_complex' });
    await queue.close();
  });
});
