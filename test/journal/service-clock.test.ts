import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServiceClock, type ServiceClock } from '../../src/journal/service-clock.js';

const local = Date.parse('2026-12-01T08:00:00Z');
const hour = 60 * 60 * 1000;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-clock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const open = (): ServiceClock => openServiceClock(folder);

it.each([
  ['ahead', 20 * hour],
  ['behind', -20 * hour],
])("knows a service's clock that is %s of this one, in the next process too", async (_, offset) => {
  await open().keep('api.example.test', local + offset, local);
  expect(open().at('api.example.test', local + hour)).toBe(local + hour + offset);
  expect(open().at('other.example.test', local)).toBeUndefined();
});

it('follows a clock that moved by half a minute or more, and ignores less', async () => {
  await open().keep('h', local, local);
  await open().keep('h', local + 29_999, local);
  expect(open().at('h', local)).toBe(local);
  await open().keep('h', local + 30_000, local);
  expect(open().at('h', local)).toBe(local + 30_000);
  await open().keep('h', local - hour, local);
  expect(open().at('h', local)).toBe(local - hour);
});

it('remembers the 200 services heard of last', async () => {
  for (let index = 0; index <= 200; index += 1) await open().keep(`h${index}`, local + hour, local);
  expect([open().at('h0', local), open().at('h1', local), open().at('h200', local)]).toEqual([
    undefined,
    local + hour,
    local + hour,
  ]);
});

it.each(['', '[]', '{"h":"soon"}', '{"h":1e999}', '{'])('a record that reads %j knows no clock', (text) => {
  writeFileSync(join(folder, 'clocks.json'), text);
  expect(open().at('h', local)).toBeUndefined();
});
