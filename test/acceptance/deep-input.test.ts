import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Esign, newEsign, parties } from '../support/esign.js';
import { type FakeService, startFakeService } from '../support/fake-service.js';

/** A file of brackets is a mistake like any other: told with exit 2, and no reader's stack overflows. */

const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
const key = 'esign_test_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

let esign: Esign;
let service: FakeService;
beforeAll(async () => {
  esign = newEsign({ within: true });
  service = await startFakeService();
});
afterAll(async () => {
  await service.close();
  await esign.remove();
});

const readers: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['values check', (file) => ['values', 'check', file, '--template', file]],
  [
    'envelope create --values-file',
    (file) => ['envelope', 'create', '--template', id, ...parties, '--values-file', file],
  ],
  ['envelope create --input', (file) => ['envelope', 'create', '--input', file]],
  ['template push', (file) => ['template', 'push', file]],
  ['template rename-all', (file) => ['template', 'rename-all', id, '--from', file]],
  ['api --input', (file) => ['api', 'createEnvelope', '--input', file]],
  ['spec check', (file) => ['spec', 'check', file]],
  ['emulator restore', (file) => ['emulator', 'restore', file]],
];

it.each(readers)('%s refuses 65 levels and 9,000, and writes nothing', async (_name, words) => {
  for (const levels of [65, 9_000]) {
    const file = esign.write(`deep-${levels}.json`, '['.repeat(levels) + ']'.repeat(levels));
    const ran = await esign.run(words(file), { env: { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key } });
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).not.toContain('call stack');
    expect(ran.stdout).toBe('');
  }
  expect(service.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});
