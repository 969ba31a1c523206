import type { TestEmulator } from '../emulator.js';

interface Logged {
  readonly operation: string | null;
  readonly path: string;
  readonly status: number | null;
  readonly answer: { readonly body: string | null };
}

/** How many envelopes the emulator made on request, one by one, as its own log of requests tells. */
export async function countEnvelopes(emulator: Pick<TestEmulator, 'control'>): Promise<number> {
  const { data } = await emulator.control<{ data: readonly Logged[] }>('GET /_emulator/requests?limit=1000');
  const made = data.filter(
    ({ operation, status }) =>
      (operation === 'createEnvelope' || operation === 'createOneOffEnvelope') && status === 201,
  );
  return new Set(made.map(({ answer }) => (JSON.parse(answer.body ?? '{}') as { id?: string }).id)).size;
}

/** The reads of single envelopes that the emulator's own log tells of, the oldest first: their statuses, or paths. */
export function envelopeReads(emulator: Pick<TestEmulator, 'control'>): Promise<readonly (number | null)[]>;
export function envelopeReads(emulator: Pick<TestEmulator, 'control'>, tell: 'path'): Promise<readonly string[]>;
export async function envelopeReads(
  emulator: Pick<TestEmulator, 'control'>,
  tell: 'status' | 'path' = 'status',
): Promise<readonly (number | string | null)[]> {
  const { data } = await emulator.control<{ data: readonly Logged[] }>('GET /_emulator/requests?limit=1000');
  return data.filter(({ operation }) => operation === 'getEnvelope').map((each) => each[tell]);
}
