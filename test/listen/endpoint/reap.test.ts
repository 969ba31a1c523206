import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Reaper, type ReaperOrder } from '../../../src/listen/endpoint/reap.js';
import { refused, scriptedClient, webhookBody } from '../../support/listening/listen-client.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const stateDir = fresh(newFolder);

const serve = (keep = false): ReaperOrder => ({
  order: 'serve',
  baseUrl: 'https://api.test',
  apiKey: 'key',
  stateDir: stateDir.path,
  userAgent: 'esign',
  keep,
});
const hold: ReaperOrder = {
  order: 'hold',
  id: '0000000000aa',
  endpoints: [
    { id: 'w1', url: 'https://x.test/1' },
    { id: null, url: 'https://x.test/2' },
  ],
};

function reaper(marks: Readonly<Record<number, readonly (string | null)[]>> = {}) {
  const { client, calls } = scriptedClient({
    listWebhooks: () => ({ data: [webhookBody('w2', 'https://x.test/2'), webhookBody('w3', 'https://x.test/3')] }),
    deleteWebhook: ({ parameters }) =>
      parameters?.['webhookId'] === 'w1' ? Promise.reject(refused(404, 'not_found')) : undefined,
  });
  const asked = new Map<number, number>();
  const ended: number[] = [];
  const made = new Reaper({
    client: () => client,
    mark: (pid) => {
      const count = asked.get(pid) ?? 0;
      asked.set(pid, count + 1);
      return Promise.resolve(marks[pid]?.[count] ?? null);
    },
    end: (pid) => void ended.push(pid),
  });
  return { made, calls, ended };
}

describe('a listener that is gone without a word', () => {
  it('has its processes ended and its endpoints removed', async () => {
    const { made, calls, ended } = reaper({ 11: ['began', 'began'] });
    for (const order of [serve(), hold, { order: 'started', pid: 11 } as const]) made.take(order);
    await made.gone();
    expect(ended).toEqual([11]);
    expect(calls).toEqual(['listWebhooks', 'deleteWebhook w1', 'deleteWebhook w2']);
  });

  it('has no process ended that has ended, or whose number is somebody else’s by now', async () => {
    const { made, ended } = reaper({ 11: ['began', 'began'], 12: ['began', 'later'], 13: [null, 'new'] });
    made.take(serve());
    for (const pid of [11, 12, 13]) made.take({ order: 'started', pid });
    made.take({ order: 'ended', pid: 11 });
    await made.gone();
    expect(ended).toEqual([]);
  });

  it('keeps what is to be kept, and ends its processes all the same', async () => {
    const { made, calls, ended } = reaper({ 11: ['began', 'began'] });
    for (const order of [serve(true), hold, { order: 'started', pid: 11 } as const]) made.take(order);
    await made.gone();
    expect([calls, ended]).toEqual([[], [11]]);
  });
});

describe('an endpoint without a response to its registration', () => {
  const record = join('listen', '0000000000aa.json');
  const gone = async (url: string): Promise<boolean> => {
    mkdirSync(join(stateDir.path, 'listen'), { recursive: true });
    writeFileSync(join(stateDir.path, record), '{}');
    const { made } = reaper();
    for (const order of [serve(), { ...hold, endpoints: [{ id: null, url }] }] as const) made.take(order);
    await made.gone();
    return existsSync(join(stateDir.path, record));
  };

  it('is left to the next start when it cannot be found yet', async () => {
    expect(await gone('https://x.test/2')).toBe(false);
    expect(await gone('https://x.test/late')).toBe(true);
  });
});

describe('a listener that took its leave', () => {
  it('is not cleaned up after', async () => {
    const { made, calls } = reaper();
    for (const order of [serve(), hold, { order: 'bye' } as const]) made.take(order);
    await made.gone();
    expect(calls).toEqual([]);
  });
});
