import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/emulator.js';
import { bearer, http } from '../../support/http.js';
import { createLinkLimit } from '../../../src/emulator/http/dispatcher.js';
import { shared } from '../../support/shared.js';

const emulator = shared(startEmulator);

const mebibyte = 1024 * 1024;
const part = Buffer.alloc(mebibyte, ' ');

const chunk = Buffer.concat([Buffer.from(`${mebibyte.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
const announced = `Content-Length: ${90 * mebibyte}`;
const unannounced = 'Transfer-Encoding: chunked';

/** Sends 90 MiB until the connection ends, and tells the first line of the answer. */
function pour(target: string, headers: readonly string[] = [], length = announced): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    let left = 90;
    const socket = connect(Number(new URL(emulator.url).port), '127.0.0.1', () => {
      const lines = [`POST ${target} HTTP/1.1`, 'Host: 127.0.0.1', length, ...headers];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      more();
    });
    const more = (): void => {
      while (left > 1 && socket.write(length === announced ? part : chunk)) left -= 1;
    };
    socket.on('drain', more);
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });
}

describe('strangers who send large bodies', () => {
  it.each([
    ['a route of the emulator, without a credential', '/_emulator/reset', [], '401 Unauthorized'],
    ['a route of the emulator, with a wrong one', '/_emulator/keys', ['Authorization: Bearer no'], '401 Unauthorized'],
    ['a route that does not exist', '/_emulator/nothing', [], '401 Unauthorized'],
    ['a route of the emulator, as a page', '/_emulator/reset', ['Origin: https://a.example'], '403 Forbidden'],
    ['the API, without a key', '/api/v1/templates', [], '401 Unauthorized'],
    ['a page, with more than a page takes', '/sign/nobody', [], '413 Payload Too Large'],
    ['a path of nobody', '/nothing', [], '401 Unauthorized'],
  ])('%s: answered before the body is there', async (_who, target, headers, status) => {
    expect(await pour(target, headers)).toBe(`HTTP/1.1 ${status}`);
  });

  it('to a page, without saying how much: no more is read than a page takes', async () => {
    expect(await pour('/sign/nobody', [], unannounced)).toBe('HTTP/1.1 413 Payload Too Large');
  });

  it('in great numbers: memory stays flat, and others are served', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 10);
    const strangers = Array.from({ length: 100 }, (_, each) =>
      pour(each % 2 === 0 ? '/_emulator/snapshot' : '/api/v1/templates'),
    );
    const served = await http(emulator.url, 'GET', '/_emulator/status', { headers: bearer(emulator.token) });
    const answers = await Promise.all(strangers);
    clearInterval(watch);
    expect(served.status).toBe(200);
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 401 Unauthorized']));
    expect(most).toBeLessThan(100 * mebibyte);
  });

  it('leave their line in the log of requests', async () => {
    await pour('/api/v1/templates');
    const { body } = await http<{ data: { path: string; status: number; size: number }[] }>(
      emulator.url,
      'GET',
      '/_emulator/requests',
      { headers: bearer(emulator.token) },
    );
    expect(body.data.at(-1)).toMatchObject({ path: '/api/v1/templates', status: 401 });
  });
});

describe('link limit', () => {
  it('lets a link be used 300 times in a minute, says when it works again, and minds no other link', () => {
    let now = 0;
    const limit = createLinkLimit(() => now);
    now = 15_000;
    for (let use = 0; use < 300; use++) expect(limit.count('a')).toBeNull();
    expect(limit.count('a')).toBe(45);
    expect(limit.count('b')).toBeNull();
    now = 60_000;
    expect(limit.count('a')).toBeNull();
  });

  it('keeps count of ten thousand links at most', () => {
    const limit = createLinkLimit(() => 0);
    for (let use = 0; use < 301; use++) limit.count('a');
    expect(limit.count('a')).toBe(60);
    for (let link = 0; link < 10_001; link++) limit.count(`made up ${link}`);
    expect(limit.count('a')).toBeNull();
  });
});
