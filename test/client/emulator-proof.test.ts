import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofOf } from '../../src/client/emulator-proof.js';
import { startTestEmulator, type TestEmulator } from '../support/emulator.js';
import { type FakeService, json, startFakeService } from '../support/fake-service.js';

let emulator: TestEmulator;
let other: FakeService;
beforeAll(async () => {
  emulator = await startTestEmulator();
  other = await startFakeService({ proves: true });
});
afterAll(async () => {
  await emulator.close();
  await other.close();
});

describe('an emulator', () => {
  it('proves itself with the secret of its start, and with no other', async () => {
    expect(await proofOf(emulator.url, emulator.token)).toBe('proven');
    expect(await proofOf(emulator.url, `${emulator.token}0`)).toBe('unproven');
    expect(await proofOf(emulator.url, '')).toBe('unproven');
  });

  it('that was started with --ask says so, which nothing else can', async () => {
    const asking = await startTestEmulator({ ask: true });
    expect(await proofOf(asking.url, asking.token)).toBe('asking');
    expect(await proofOf(asking.url, emulator.token)).toBe('unproven');
    await asking.close();
  });

  it('has another secret with each start, also with the same seed', async () => {
    const [one, two] = [await startTestEmulator({ seed: 7 }), await startTestEmulator({ seed: 7 })];
    expect(one.token).not.toBe(two.token);
    expect(one.token).toMatch(/^[0-9a-f]{64}$/);
    await one.close();
    await two.close();
  });
});

describe('anything else', () => {
  it.each([
    ['refuses', json(404, { error: { code: 'not_found', message: 'No.' } })],
    ['answers with nothing', json(200, {})],
    ['answers with a number', json(200, { proof: 7 })],
    ['answers with an empty proof', json(200, { proof: '' })],
    ['answers with a proof of zeros', json(200, { proof: '0'.repeat(64) })],
    ['answers at length', json(200, { proof: '0'.repeat(64_000) })],
    ['sends elsewhere', { ...json(302, {}), headers: [['Location', '/other']] as const }],
  ])('that %s is not believed', async (_, answer) => {
    other.answer(() => answer);
    expect(await proofOf(other.url, 'secret')).toBe('unproven');
  });

  it('that proves itself with another status than 200 is not believed', async () => {
    const answer = (status: number) => (_: string, path: string) => {
      const nonce = new URL(path, other.url).searchParams.get('nonce') ?? '';
      return json(status, { proof: createHmac('sha256', 'secret').update(nonce).digest('hex') });
    };
    other.answer(answer(200));
    expect(await proofOf(other.url, 'secret')).toBe('proven');
    other.answer(answer(203));
    expect(await proofOf(other.url, 'secret')).toBe('unproven');
  });

  it('cannot repeat an earlier proof, since each question has a fresh number, and learns no secret', async () => {
    other.asked.length = 0;
    other.answer(() => json(200, {}));
    await proofOf(other.url, 'secret-of-this-start');
    await proofOf(other.url, 'secret-of-this-start');
    const [first, second] = other.asked.map(({ path }) => path);
    expect(first).toMatch(/^\/_emulator\/proof\?nonce=[0-9a-f]{64}$/);
    expect(second).not.toBe(first);
    expect(JSON.stringify(other.asked)).not.toContain('secret-of-this-start');
  });

  it('that does not answer at all is silent', async () => {
    expect(await proofOf('http://127.0.0.1:9', 'secret')).toBe('silent');
  });
});
