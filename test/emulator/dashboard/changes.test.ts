import { expect, it } from 'vitest';
import { createChanges } from '../../../src/emulator/dashboard/changes.js';

const clock = { now: '2026-03-02T08:00:00.000Z', frozen: true, next: null };

it('tells each page of the newest version once, until the emulator closes', async () => {
  let version = 'a';
  let looks = 0;
  const changes = createChanges(() => {
    looks += 1;
    return { version, clock };
  });
  const stream = changes.open();
  stream.setEncoding('utf8');
  const heard: string[] = [];
  const ended = new Promise<void>((resolve) => stream.once('end', resolve));
  stream.on('data', (text: string) => heard.push(text));
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(heard).toEqual([`data: ${JSON.stringify({ version: 'a', clock })}\n\n`]);
  version = 'b';
  await expect.poll(() => heard.length).toBe(2);
  changes.close();
  await ended;
});

it('a page that does not read is sent one message, not a queue', async () => {
  let version = 0;
  const changes = createChanges(() => ({ version: String((version += 1)), clock }));
  const idle = changes.open();
  const size = idle.readableLength;
  await expect.poll(() => version).toBeGreaterThan(3);
  expect(idle.readableLength).toBe(size);
  idle.destroy();
});

it('refuses more pages than it can serve, until one is closed', async () => {
  const changes = createChanges(() => ({ version: '1', clock }));
  const open = Array.from({ length: 8 }, () => changes.open());
  expect(() => changes.open()).toThrow('At most 8 pages');
  open[0]!.destroy();
  await new Promise((resolve) => open[0]!.once('close', resolve));
  open.push(changes.open());
  for (const stream of open) stream.destroy();
});
