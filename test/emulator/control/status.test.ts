import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/emulator.js';
import { shared } from '../../support/shared.js';

const emulator = shared(() => startEmulator({ frozen: true }));

it('answers the HMAC of the number under the secret of its start, which a suite reads from it', async () => {
  const nonce = 'ab'.repeat(16);
  const { proof } = await emulator.control<{ proof: string }>('GET', `/_emulator/proof?nonce=${nonce}`);
  expect(proof).toBe(createHmac('sha256', emulator.token).update(nonce).digest('hex'));
});

it.each([
  '',
  '?nonce=',
  '?nonce=abc',
  `?nonce=${'a'.repeat(31)}`,
  `?nonce=${'a'.repeat(129)}`,
  `?nonce=${'z'.repeat(32)}`,
])('signs nothing else: %s', async (query) => {
  await expect(emulator.control('GET', `/_emulator/proof${query}`)).rejects.toMatchObject({ code: 'invalid_request' });
});
