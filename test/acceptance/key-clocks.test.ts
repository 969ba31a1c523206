import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTemplate } from '../support/agreement.js';
import { countEnvelopes } from '../support/emulator/count-envelopes.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { type Esign, newEsign, parties, type Typed } from '../support/esign.js';
import type { Template } from '../support/shapes.js';

const hour = 3_600_000;
let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let esign: Esign;
/** How far the emulator's clock was moved. */
let ahead = 0;

beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  esign = newEsign({ within: true });
});
afterEach(() => rmSync(esign.path('state'), { recursive: true, force: true }));
afterAll(async () => {
  await esign.remove();
  await emulator.close();
});

const later = async (hours: number): Promise<void> => {
  await emulator.advance(hours * hour);
  ahead += hours * hour;
};
/** Creates with a key while this machine's clock is wrong by so many hours. */
const create = (title: string, key: string, wrongBy = 0): Promise<Typed> => {
  const now = (): number => Date.now() + ahead + wrongBy * hour;
  const clock = {
    now,
    sleep: (milliseconds: number, signal?: AbortSignal) => sleep(milliseconds, undefined, { signal }),
  };
  const env = { ESIGN_BASE_URL: emulator.url, ESIGN_API_KEY: organisation.liveKey };
  const words = ['envelope', 'create', '--template', template.id, '--title', title, ...parties, '--yes', '--json'];
  return esign.run([...words, '--idempotency-key', key], { env, clock });
};

it.each<[string, number, number, number, 'made' | 'shown' | 'refused']>([
  ['right both times, after 23 hours', 0, 23, 0, 'shown'],
  ['right both times, after 25 hours', 0, 25, 0, 'refused'],
  ['20 hours ahead at first and then set right, after 25 hours', 20, 25, 0, 'refused'],
  ['right at first and then 20 hours behind, after 25 hours', 0, 25, -20, 'refused'],
  ['20 hours ahead both times, after one hour', 20, 1, 20, 'shown'],
  ['right at first and then a day ahead, after one hour', 0, 1, 24, 'refused'],
])('a key is not used twice with a clock that is %s', async (name, first, hours, second, outcome) => {
  const before = await countEnvelopes(emulator);
  for (const key of ['a-key-of-mine', 'auto']) {
    const title = `${name} ${key}`;
    const one = await create(title, key === 'auto' ? key : `${key} ${name}`, first);
    expect([one.code, one.stderr]).toEqual([0, '']);
    await later(hours);
    const two = await create(title, key === 'auto' ? key : `${key} ${name}`, second);
    if (outcome === 'shown') expect(two.json<{ id: string }>().id).toBe(one.json<{ id: string }>().id);
    else expect([two.code, two.error().code]).toEqual([6, 'key_outlived']);
  }
  expect(await countEnvelopes(emulator)).toBe(before + 2);
});

it('the rule can be rehearsed by moving the clock of the emulator alone', async () => {
  const before = await countEnvelopes(emulator);
  expect((await create('Rehearsed', 'rehearsed')).code).toBe(0);
  await emulator.advance(25 * hour);
  const again = await create('Rehearsed', 'rehearsed');
  ahead += 25 * hour;
  expect([again.code, again.error().code]).toEqual([6, 'key_outlived']);
  expect(await countEnvelopes(emulator)).toBe(before + 1);
});

it('a service far ahead or behind of this machine changes nothing for what was sent just now', async () => {
  expect((await create('Behind', 'behind', -100)).code).toBe(0);
  expect((await create('Behind', 'behind', -100)).code).toBe(0);
  expect((await create('Ahead', 'ahead', 100)).code).toBe(0);
  expect((await create('Ahead', 'ahead', 100)).code).toBe(0);
});
