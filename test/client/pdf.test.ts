import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWhole } from '../../src/client/pdf.js';
import { HeaderList } from '../../src/core/http/headers.js';
import { SendFailure } from '../../src/core/http/send-failure.js';
import type { SendAnswer } from '../../src/core/http/send.js';
import { text, type Behaviour } from '../support/network/hostile-server.js';
import { failureOf, setScene, type Scene } from '../support/network/scene.js';

const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(200_000)}\n%%EOF\n`);
const type = { 'Content-Type': 'application/pdf' };
const refused = new Error('this one is not to be kept');

let folder = '';
let scene: Scene | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-examined-'));
});
afterEach(async () => {
  await scene?.close();
  rmSync(folder, { recursive: true });
});

const meet = async (...behaviours: Behaviour[]): Promise<Scene> => (scene = await setScene(behaviours));
const path = (): string => join(folder, 'sealed.pdf');

describe('a PDF that is checked before it is kept', () => {
  it('is seen whole, and is put in place afterwards', async () => {
    const { client, server } = await meet(text(200, pdf, type));
    const seen: Buffer[] = [];
    const examine = (bytes: Buffer): void => {
      expect(existsSync(path())).toBe(false);
      seen.push(bytes);
    };
    const target = { kind: 'file', path: path(), overwrite: false } as const;
    const saved = await client.downloadFrom(`${server.url}/files/1`, target, { examine });
    expect(saved.bytes).toBe(pdf.length);
    expect(seen.map((bytes) => bytes.equals(pdf))).toEqual([true]);
    expect(readFileSync(path()).equals(pdf)).toBe(true);
  });

  it('leaves nothing behind when it is refused, and the refusal is not tried again', async () => {
    const { client, server } = await meet(text(200, pdf, type), text(200, pdf, type));
    const target = { kind: 'file', path: path(), overwrite: true } as const;
    const examine = (): Promise<void> => Promise.reject(refused);
    expect(await failureOf(client.downloadFrom(`${server.url}/files/1`, target, { examine }))).toBe(refused);
    expect(readdirSync(folder)).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });

  it('reaches a stream only when it has passed', async () => {
    const { client, server } = await meet(text(200, pdf, type), text(200, pdf, type));
    const written: Buffer[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _, done) => {
        written.push(chunk);
        done();
      },
    });
    const fetch = (examine: () => void): Promise<unknown> =>
      client.downloadFrom(`${server.url}/files/1`, { kind: 'stream', stream }, { examine });
    const refuse = (): void => {
      throw refused;
    };
    expect(await failureOf(fetch(refuse))).toBe(refused);
    expect(written).toEqual([]);
    await fetch(() => expect(written).toEqual([]));
    expect(Buffer.concat(written).equals(pdf)).toBe(true);
  });

  it('has to fit into memory', async () => {
    scene = await setScene([text(200, pdf, type)], { limits: { maxExamined: 100_000 } });
    const target = { kind: 'file', path: path(), overwrite: false } as const;
    const fetch = scene.client.downloadFrom(`${scene.server.url}/files/1`, target, { examine: () => undefined });
    expect(await failureOf(fetch)).toMatchObject({ code: 'unexpected_answer', reason: 'too_large' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a body that is read as a whole', () => {
  const answer = (body: Readable): SendAnswer => ({ status: 200, headers: new HeaderList([]), body });

  it('may be as long as the limit, and no longer', async () => {
    const parts = [Buffer.from('abc'), Buffer.from('de')];
    expect((await readWhole(answer(Readable.from(parts)), 5)).toString()).toBe('abcde');
    await expect(readWhole(answer(Readable.from(parts)), 4)).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('ends the reading also when it ended too soon, or before anybody listened', async () => {
    const endless = (): Readable => new Readable({ read: () => undefined });
    const open = endless();
    const reading = readWhole(answer(open), 10);
    open.destroy();
    await expect(reading).rejects.toMatchObject({ reason: 'reset' });
    const gone = endless();
    gone.destroy();
    await new Promise((resolve) => gone.once('close', resolve));
    await expect(readWhole(answer(gone), 10)).rejects.toMatchObject({ reason: 'reset' });
    const broken = endless();
    broken.on('error', () => undefined).destroy(new SendFailure('timeout', true, 'late'));
    await expect(readWhole(answer(broken), 10)).rejects.toMatchObject({ reason: 'timeout' });
  });
});
