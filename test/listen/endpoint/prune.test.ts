import { describe, expect, it } from 'vitest';
import { findStrays, pruneDead, secretPath } from '../../../src/listen/endpoint/prune.js';
import {
  type ListenerPlace,
  type ListenerState,
  machineMark,
  readListeners,
  writeListener,
} from '../../../src/listen/endpoint/state.js';
import { refused, scriptedClient, webhookBody } from '../../support/listening/listen-client.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const stateDir = fresh(newFolder);

const baseUrl = 'https://api.example.test';
const token = (letter: string): string => letter.repeat(32);
const state = (id: string, more: Partial<ListenerState> = {}): ListenerState => ({
  id,
  listener: 'l',
  baseUrl,
  account: 'acc',
  profile: null,
  pid: 4242,
  started: null,
  createdAt: '2026-12-01T08:00:00.000Z',
  keep: false,
  token: token('t'),
  port: 1,
  provider: 'none',
  forwardTo: null,
  endpoints: [{ id: `w-${id}`, url: `https://x.test/${id}`, secrets: [] }],
  localSecret: null,
  ...more,
});
const scope = (client: ReturnType<typeof scriptedClient>['client'], alive: readonly number[] = []) => ({
  client,
  stateDir: stateDir.path,
  baseUrl,
  account: 'acc',
  whereIs: ({ pid }: ListenerState): Promise<ListenerPlace> => Promise.resolve(alive.includes(pid) ? 'here' : 'gone'),
});

describe('what dead listeners left', () => {
  it('goes, by their own records, and nothing else does', async () => {
    await writeListener(stateDir.path, state('0000000000aa'));
    await writeListener(stateDir.path, state('0000000000bb', { pid: 7 }));
    await writeListener(stateDir.path, state('0000000000cc', { keep: true }));
    await writeListener(stateDir.path, state('0000000000dd', { account: 'other' }));
    await writeListener(stateDir.path, state('0000000000ee', { baseUrl: 'https://other.test' }));
    const { client, calls } = scriptedClient({ deleteWebhook: () => undefined });
    expect(await pruneDead(scope(client, [7]))).toBe(1);
    expect(calls).toEqual(['deleteWebhook w-0000000000aa']);
    const left = (await readListeners(stateDir.path)).map(({ id }) => id.slice(-2)).sort();
    expect(left).toEqual(['bb', 'cc', 'dd', 'ee']);
  });

  it('is found by its address where the registration was never answered', async () => {
    const url = 'https://x.test/lost';
    await writeListener(stateDir.path, state('0000000000aa', { endpoints: [{ id: null, url, secrets: [] }] }));
    const { client, calls } = scriptedClient({
      listWebhooks: () => ({ data: [webhookBody('w5', url), webhookBody('w6', 'https://app.test/')] }),
      deleteWebhook: () => undefined,
    });
    expect(await pruneDead(scope(client))).toBe(1);
    expect(calls).toEqual(['listWebhooks', 'deleteWebhook w5']);
  });

  it('counts for nothing when it is gone already', async () => {
    await writeListener(stateDir.path, state('0000000000aa'));
    const { client } = scriptedClient({ deleteWebhook: () => Promise.reject(refused(404, 'not_found')) });
    expect(await pruneDead(scope(client))).toBe(0);
    expect(await readListeners(stateDir.path)).toEqual([]);
  });
});

describe('endpoints with a listener’s mark', () => {
  const now = Date.parse('2026-12-03T08:00:00Z');
  const recent = '2026-12-03T07:00:00.000Z';

  it('may be removed without a listener, and another machine’s only when it is idle or disabled', async () => {
    const machine = await machineMark(stateDir.path);
    await writeListener(stateDir.path, state('0000000000aa', { pid: 7, token: token('a') }));
    await writeListener(stateDir.path, state('0000000000bb', { keep: true, token: token('b') }));
    const at = (mark: string, letter: string) => `https://t.test${secretPath(mark, token(letter))}`;
    const data = [
      webhookBody('alive', at(machine, 'a')),
      webhookBody('kept', at(machine, 'b')),
      webhookBody('left', at(machine, 'c'), { last_success_at: recent }),
      webhookBody('busy', at('zzzzzzzz', 'd'), { last_success_at: recent }),
      webhookBody('idle', at('zzzzzzzz', 'e')),
      webhookBody('disabled', at('zzzzzzzz', 'f'), { active: false, last_success_at: recent }),
      webhookBody('theirs', 'https://app.test/esl/hooks'),
    ];
    const { client } = scriptedClient({ listWebhooks: () => ({ data }) });
    const strays = await findStrays(scope(client, [7]), machine, now);
    expect(strays.map(({ webhook, thisMachine, removable }) => [webhook.id, thisMachine, removable])).toEqual([
      ['alive', true, false],
      ['kept', true, false],
      ['left', true, true],
      ['busy', false, false],
      ['idle', false, true],
      ['disabled', false, true],
    ]);
  });
});
